"""Tests that the Python client covers everything that the API description says the service sends or accepts."""

import asyncio
import re
from collections.abc import AsyncIterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_type_hints

import httpx
import msgspec
import pytest
import yaml
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.http.access.tokens import SECRET, token
from tests.program import ROOT, serving
from tests.waiting import PATIENCE
from yarrow_client import Encounter, NotAllowed, Witness, Yarrow, counts, operating, problems, proofs, seating, shapes

API: Final[dict[str, Any]] = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
SCHEMAS: Final[dict[str, dict[str, Any]]] = API["components"]["schemas"]
T = TypeVar("T")

TENANT: Final = "guild"
PAIR: Final = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]

STRUCTS: Final[dict[str, type[msgspec.Struct]]] = {
    "CommandAnswer": shapes.Answer,
    "CheckAnswer": shapes.Foreseen,
    "LiveBatch": shapes.Batch,
    "Envelope": shapes.Event,
    "StoryPage": shapes.StoryPage,
    "Causes": shapes.Causes,
    "Listing": shapes.Listing,
    "Comparison": shapes.Comparison,
    "Rule": shapes.Rule,
    "SceneSummary": shapes.Scene,
    "SceneAnswer": shapes.SceneContent,
    "Tally": counts.Tally,
    "TallyPage": counts.TallyPage,
    "Audit": proofs.Audit,
    "ImportAnswer": proofs.Imported,
    "SigningKey": proofs.SigningKey,
    "Problem": problems.Details,
    "ProjectionState": operating.ProjectionState,
    "Progress": operating.Progress,
    "Revoked": operating.Revoked,
    "TicketAnswer": operating.Ticket,
    "Granted": seating.Granted,
    "TokenPage": seating.TokenPage,
    "InvitationPage": seating.InvitationPage,
    "SeatsAnswer": seating.Seats,
}
"""The client's types for the service's answers; the schemas that these refer to are found through them."""
LEFT_OUT: Final = {
    "TallyPage.by": "who asks has said it",
    "CommandAnswer.events": "lines as they are stored, of which the client makes Event",
    "CommandAnswer.private": "lines as they are stored, of which the client makes Event",
    "LiveBatch.events": "lines as they are stored, of which the client makes Event",
    "LiveBatch.private": "lines as they are stored, of which the client makes Event",
    "SceneAnswer.combatants": "commands as they are sent",
    "SceneAnswer.commands": "commands as they are sent",
}
NOT_ASKED: Final = {
    "GET /healthz": "for the operator of the service",
    "GET /livez": "for the operator of the service",
    "GET /startupz": "for the operator of the service",
    "GET /readyz": "for the operator of the service",
    "GET /metrics": "for the operator of the service",
    **dict.fromkeys(
        (
            *("GET /v1/encounters after", "GET /v1/encounters/{encounter}/branches after", "GET /v1/tallies after"),
            *("GET /v1/tokens after", "GET /v1/invitations after"),
        ),
        "said where a page is not all there is: of more than a hundred",
    ),
    "GET /v1/encounters/{encounter}/options declarations": "the client reads them once, at their address",
    "GET /v1/encounters/{encounter}/events limit": "the client reads lines, as many as there are",
    "GET /v1/encounters/{encounter}/live after": "said as Last-Event-ID",
    "GET /v1/live after": "said as Last-Event-ID",
}


def parts(schema: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the schemas that a property refers to, directly, as list items or as alternatives."""
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2]
    for inner in (*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")):
        if isinstance(inner, dict):
            yield from parts(inner)


def structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs in the type of a field."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for inner in get_args(kind):
        yield from structs(inner)


def missing(name: str, struct: type[msgspec.Struct]) -> Iterator[str]:
    """Yield the properties of a schema, and of the schemas it refers to, that a struct does not have."""
    encoded = {field.encode_name: field.name for field in msgspec.structs.fields(struct)}
    kinds = get_type_hints(struct)
    for key, schema in SCHEMAS[name]["properties"].items():
        place = f"{name}.{key}"
        if place in LEFT_OUT:
            continue
        if key not in encoded:
            yield place
            continue
        own = list(structs(kinds[encoded[key]]))
        for part in parts(schema):
            if not own:
                yield f"{place} as {part}"
            else:
                yield from missing(part, own[0])


@pytest.mark.parametrize("name", STRUCTS)
def test_every_property_that_the_service_sends_is_a_field(name: str) -> None:
    assert list(missing(name, STRUCTS[name])) == []


def test_what_is_missing_would_be_seen() -> None:
    class Causes(msgspec.Struct):
        version: int
        causes: list[shapes.Origin]

    assert list(missing("Causes", Causes)) == [
        *(f"ToldEvent.{key}" for key in ("batch", "cause", "time", "type", "sentence")),
        "Causes.before",
    ]


def test_every_answer_has_a_struct_or_is_read_as_it_is() -> None:
    answers = {
        part
        for operations in API["paths"].values()
        for operation in operations.values()
        for answer in operation["responses"].values()
        for content in answer.get("content", {}).values()
        for part in parts(content["schema"])
    }
    as_they_are = {
        "State",
        "Table",
        "OptionsAnswer",
        "Declarations",
        "RulesetReference",
        "TemplateList",
        "Alive",
        "Started",
        "Ready",
    }
    lists = {"RulesetList", "RuleList", "SceneList", "ProjectionList"}  # the client reads only their one property
    pages = {"EventPage"}  # the client reads events as lines
    assert answers == (answers & STRUCTS.keys()) | as_they_are | lists | pages
    for name in lists - {"RulesetList"}:
        assert set(parts(*SCHEMAS[name]["properties"].values())) <= STRUCTS.keys()


def asked_of(request: httpx.Request) -> Iterator[str]:
    """Yield the operation that a request calls, and each of its query parameters."""
    for path in sorted(API["paths"], key=lambda path: path.count("{")):
        pattern = re.sub(r"\{\w+\}", "[^/]+", path)
        if re.fullmatch(pattern, request.url.path) and request.method.lower() in API["paths"][path]:
            yield f"{request.method} {path}"
            for name in request.url.params:
                yield f"{request.method} {path} {name}"
            return


OFFERED: Final = {
    f"{method.upper()} {path}{name}"
    for path, operations in API["paths"].items()
    for method, operation in operations.items()
    for name in ("", *(f" {one['name']}" for one in operation.get("parameters", ()) if one.get("in") == "query"))
}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that requires tokens and signs its bundles."""
    folder: Path = tmp_path_factory.mktemp("guarded")
    key = folder / "key.pem"
    key.write_bytes(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    variables = {"YARROW_SECRET": SECRET, "YARROW_TENANT": TENANT, "YARROW_SIGNING_KEY": str(key)}
    with serving(folder / "data", variables=variables) as url:
        yield url


async def every(found: AsyncIterable[T]) -> list[T]:
    return [one async for one in found]


async def test_everything_that_the_service_offers_can_be_asked(guarded: str) -> None:
    asked: set[str] = set()

    async def note(request: httpx.Request) -> None:
        asked.update(asked_of(request))

    http = httpx.AsyncClient(event_hooks={"request": [note]}, timeout=PATIENCE)
    async with Yarrow(guarded, token=token(TENANT), http=http) as yarrow:
        await tour(yarrow)
    assert asked - OFFERED == set()
    assert OFFERED - asked == set(NOT_ASKED)


async def tour(yarrow: Yarrow) -> None:
    """Call every operation with every parameter, and check the answers."""
    began = datetime.now(UTC)
    fight = await yarrow.open("s3", combatants=PAIR, name="In the alley", chance="supplied")
    await fight.command("s3.begin_round")
    await fight.command("s3.begin_turn", pc="ogre", npc="bell", faces=["HHTHT", "THTT"])
    version = await fight.version()
    await look(fight, version)

    branch = await fight.branch(version, name="What if?", chance="seeded", entropy="rain")
    assert (await branch.state())["chance"] == "seeded"
    [listed] = await every(fight.branches())
    assert (listed.id, listed.current) == (branch.id, True)
    [command, *_] = (await branch.why(2)).causes
    assert command.version == 1
    await branch.command("s3.end_turn", actor="ogre")
    compared = await branch.compare(fight, at=await branch.version(), with_at=version, limit=3)
    assert compared.common.version == version

    everything: dict[str, Any] = {
        "status": "open",
        "ruleset": "s3",
        "name": "what",
        "combatant": "ogre",
        "branch_of": fight.id,
    }
    later = began + timedelta(hours=1)
    found = await every(yarrow.encounters(sort="active", since=began - timedelta(hours=1), before=later, **everything))
    assert [one.id for one in found] == [branch.id]
    assert await every(yarrow.encounters(since=later)) == []
    newest = await every(yarrow.encounters(sort="active"))
    assert [one.id for one in newest][:2] == [branch.id, fight.id]

    with pytest.raises(problems.Problem) as broken:
        await yarrow.bring_in(b"{}\n")
    assert (broken.value.code, broken.value.details.line) == ("bundle_broken", 1)
    whole = b"".join([piece async for piece in fight.bundle()])
    key = await yarrow.signing_key()
    assert msgspec.json.decode(whole.splitlines()[-1])["signature"]["key"] == key.key
    assert (await yarrow.bring_in(whole, under="again")).of == fight.id

    await look_at_the_rules(yarrow)
    await look_at_the_whole(yarrow)


async def look(fight: Encounter, version: int) -> None:
    """Read an encounter in every way, at the current version and at an earlier one."""
    witness = await fight.verify(Witness())
    audit = await fight.audit(witness)
    assert (audit.chain.verdict, audit.throws.supplied, audit.lineage) == ("proven", 2, None)
    assert (await fight.audit(str(witness))).chain.verdict == "proven"
    assert (await fight.audit(f"{version}:{'0' * 64}")).chain.verdict == "broken"
    assert (await fight.state(version))["version"] == version
    assert (await fight.options("ogre", command="s3.attack", at=version)).forms
    assert (await fight.options(group="table")).forms
    assert (await fight.tally(version)).version == version
    past = await every(fight.story(1, at=4, level=3))
    assert {entry.version for entry in past} == {2, 3, 4}
    again = await every(fight.replay(2, version, speed=0, most_pause=1))
    events = [event async for event in fight.events(1)]
    assert [event for batch in again for event in batch.events] == events
    watching = fight.watch(after=0, table=True, story=True)
    first = await anext(watching)
    assert (first.first, first.table[-1].version) == (1, first.version)
    assert first.story == tuple(await every(fight.story(at=first.version)))
    text = await fight.story_as("text", at=first.version, level=1)
    assert first.story[0].sentence in " ".join(text.split())
    assert (await fight.table(version)).version == version


async def look_at_the_rules(yarrow: Yarrow) -> None:
    """Read the rulesets and their rules."""
    assert "s3" in [ruleset.key for ruleset in await yarrow.rulesets()]
    assert (await yarrow.ruleset("s3"))["key"] == "s3"
    assert "guard" in await yarrow.templates("s3")
    [rule, *_] = await yarrow.rules("s3")
    assert await yarrow.rule("s3", rule.id) == rule
    [duel] = [one for one in await yarrow.scenes("s3") if one.id == "bridge_duel"]
    assert [side.combatants[0].id for side in duel.sides] == ["devil", "blackthorne"]
    content = await yarrow.scene(duel.id)
    assert content.commands == ({"type": "s3.begin_round"},)
    opened = await yarrow.open(scene=duel.id, metadata={"channel": "bridge"})
    assert (await opened.state())["round_number"] == 1


async def look_at_the_whole(yarrow: Yarrow) -> None:
    """Read and rebuild what is kept across encounters, watch all encounters, and revoke a token."""
    [tallied] = await every(yarrow.tallies("combatant", ruleset="s3", of="ogre"))
    assert tallied.totals.encounters == 2  # the fight, and its imported copy
    assert {state.projection for state in await yarrow.projections()} == {"directory", "tallies"}
    for building in (yarrow.rebuild("tallies"), yarrow.compare_projections("directory")):
        *_, last = await every(building)
        assert last.outcome
        assert (last.done, last.outcome.differing) == (last.total, 0)
    watching, opened = asyncio.ensure_future(anext(yarrow.watch(ruleset="s3"))), set()
    async with asyncio.timeout(PATIENCE):
        while not watching.done():  # the watch starts now, and reports encounters opened from here on
            opened.add((await yarrow.open("s3")).id)
    assert (await watching).encounter in opened
    ticket = await yarrow.ticket(role="spectator", encounters=["again"], delay={"rounds": 1})
    assert (ticket.speaker, ticket.encounters) == ("spectator", ("again",))
    await seat(yarrow)
    revoked = await yarrow.revoke("narrator-9")
    assert revoked.token == "narrator-9"
    async with Yarrow(yarrow.url, token=token(TENANT, jti="narrator-9")) as ended:
        with pytest.raises(NotAllowed):
            await every(ended.encounters())


async def seat(yarrow: Yarrow) -> None:
    """Seat a player and a watcher, see who is there, hand a seat over, and end what was made."""
    fight = yarrow.encounter("again")
    rights: dict[str, Any] = {"role": "player", "combatants": ["ogre"], "encounters": ["again"]}
    invitation = await yarrow.invite(**rights, name="anna", expires="30m")
    assert invitation.invitation
    token = await yarrow.exchange(invitation.invitation)
    assert (token.name, token.combatants, token.invitation_id) == ("anna", ("ogre",), invitation.id)
    assert [one.id async for one in yarrow.invitations(encounter="again")] == [invitation.id]
    assert [one.id async for one in yarrow.tokens(encounter="again")] == [token.id]
    watching = fight.watch_seats()
    while (states := {one.seat: one.state for one in (await anext(watching)).seats})["narrator"] != "connected":
        pass
    assert states["ogre"] == "held"
    next_one = await fight.hand_over("ogre", name="bert", expires="20m")
    assert [(one.seat, one.names) for one in (await fight.seats()).seats if one.state == "invited"] == [
        ("ogre", ("bert",))
    ]
    await yarrow.end_invitation(next_one.id)
    watcher = await yarrow.make_token(role="spectator", encounters=["again"], delay={"rounds": 1}, expires="10m")
    assert watcher.delay == seating.Delay(rounds=1)
    await yarrow.end_token(watcher.id)
    assert [one async for one in yarrow.tokens()] == []
