"""An exported bundle can be imported: unchanged under its own ID, or under another ID to be continued."""

from collections.abc import AsyncIterator
from functools import cache
from itertools import count
from typing import Any

import httpx
import msgspec
import pytest
from pydantic import SecretStr

from domain.model.speaker import NARRATOR
from events.store.protocol import MAX_BATCH
from service.encounters.visibility import view_state
from service.problems.strict_json import MAX_BODY_BYTES
from service.settings import Settings
from tests.bundles import first_of, pack, relinked, resealed
from tests.http.conftest import Api, running
from tests.laws.fights import RandomFight
from tests.rules.rulesets import FIGHTS

LINES = {"Content-Type": "application/x-ndjson"}
COMMANDS = 25
every_key = pytest.mark.parametrize("key", [fights.ruleset.key for fights in FIGHTS])
whether_closed = pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])


@cache
def fought(key: str) -> RandomFight[Any]:
    """A finished fight of bots in which nobody's sheet is secret, the first from seed 3 on."""
    fights = next(fights for fights in FIGHTS if fights.ruleset.key == key)
    for seed in count(3):
        played = RandomFight(fights, next(iter(fights.situations)), seed)
        for _ in played.play(COMMANDS):
            pass
        if not played.fight.secret_sheets:
            return played
    raise LookupError(key)


@cache
def bundled(key: str, *, closed: bool = True) -> bytes:
    """Return the bundle of a fight; without ``closed``, without the batch that closed it."""
    return pack(fought(key).recording) if closed else first_of(fought(key).recording, -1)


@pytest.fixture
async def other(redis_url: str, tenant: str) -> AsyncIterator[Api]:
    """A service whose tenant has no encounters."""
    async with running(Settings(redis_url=SecretStr(redis_url), tenant=f"{tenant}-b")) as api:
        yield api


async def brought(api: Api, bundle: bytes, under: str | None = None, **headers: str) -> httpx.Response:
    named = {} if under is None else {"as": under}
    return await api.client.post("/v1/bundles", content=bundle, params=named, headers={**LINES, **headers})


async def exported(api: Api, encounter: str = "duel") -> bytes:
    answer = await api.get("/bundle", encounter=encounter)
    assert answer.is_success, answer.text
    return answer.content


def header_of(bundle: bytes) -> Any:
    return msgspec.json.decode(bundle.partition(b"\n")[0])


def records_of(bundle: bytes) -> list[bytes]:
    """Return the lines of the events."""
    return bundle.splitlines()[1:-1]


def problem(answer: httpx.Response, status: int, code: str) -> Any:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    return answer.json()


async def verdicts(api: Api, encounter: str) -> list[str]:
    audit = (await api.get("/audit", encounter=encounter)).json()
    return [audit[check]["verdict"] for check in ("chain", "throws", "legality")]


@every_key
@whether_closed
async def test_under_its_own_id_it_is_there_as_it_was_byte_for_byte(api: Api, key: str, closed: bool) -> None:
    bundle = bundled(key, closed=closed)
    header = header_of(bundle)
    answer = await brought(api, bundle)
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == f"/v1/encounters/{header['encounter']}"
    assert answer.headers["yarrow-chain"] == header["chain"]
    assert answer.json() == {
        "encounter": header["encounter"],
        "of": header["encounter"],
        "version": header["events"],
        "events": header["events"],
        "status": "closed" if closed else "sealed",
        "chain": header["chain"],
    }
    assert await exported(api, header["encounter"]) == bundle
    state = (await api.get(encounter=header["encounter"])).json()
    stood = view_state(fought(key).ruleset, fought(key).recording.states[header["events"]], NARRATOR)
    stood = msgspec.json.decode(msgspec.json.encode(stood))
    assert state == {**stood, "status": "closed" if closed else "sealed"}
    assert await verdicts(api, header["encounter"]) == [
        "proven",
        "proven" if closed or key == "ticks" else "not_provable",
        "proven",
    ]
    for path in ("/story", "/tally", "/events", f"/events/{header['events']}/why", f"?at={header['events'] // 2}"):
        assert (await api.get(path, encounter=header["encounter"])).is_success, path


@every_key
async def test_an_open_one_is_played_on_under_another_id(api: Api, key: str) -> None:
    bundle = bundled(key, closed=False)
    header = header_of(bundle)
    answer = await brought(api, bundle, "rematch")
    assert answer.status_code == 201, answer.text
    assert answer.headers["location"] == "/v1/encounters/rematch"
    events = header["events"]
    assert [answer.json()[name] for name in ("encounter", "of", "events", "version", "status")] == [
        *("rematch", header["encounter"], events),
        *(events + 2, "open"),
    ]
    state = (await api.get(encounter="rematch")).json()
    assert state["id"] == "rematch"
    prefix = {"of": header["encounter"], "events": events, "chain": header["chain"], "epoch": state["epoch"]}
    assert state["prefix"] == prefix
    before = (await api.get(f"?at={events}", encounter="rematch")).json()
    assert (before["id"], before["prefix"], before["epoch"]) == (header["encounter"], None, state["epoch"] - 1)
    assert records_of(await exported(api, "rematch"))[: len(records_of(bundle))] == records_of(bundle)
    ended = await api.command("core.close", encounter="rematch")
    assert ended.is_success, ended.text
    assert [seed["epoch"] for seed in ended.json()["events"][-1]["data"]["seeds"]] == [state["epoch"]]
    chain, throws, legality = await verdicts(api, "rematch")
    assert (chain, legality) == ("proven", "proven")
    assert throws == ("proven" if key == "ticks" else "not_provable")


async def test_what_was_brought_in_sealed_can_be_read_but_not_commanded(api: Api, other: Api) -> None:
    await api.open()
    await api.turn()
    await brought(other, await exported(api))
    refused = problem(await other.command("core.note", text="hm"), 409, "sealed")
    assert refused["detail"].endswith("Import its bundle under another ID to continue it.")
    problem(await other.command("core.close"), 409, "sealed")
    there = (await other.get("/options")).json()
    assert (there["forms"], there["prompts"], there["sets"], there["lookups"]) == ([], [], {}, {})
    await other.open("open")
    for status, there in (("sealed", ["duel"]), ("open", ["open"]), ("closed", [])):
        listed = (await other.client.get("/v1/encounters", params={"status": status})).json()["encounters"]
        assert [(one["id"], one["status"]) for one in listed] == [(name, status) for name in there]
    there = (await api.get()).json()
    assert (await other.get()).json() == {**there, "status": "sealed"}
    assert (await other.get(f"?at={there['version']}")).json()["status"] == "sealed"
    assert (await other.get("?at=4")).json() == (await api.get("?at=4")).json()
    assert (await other.get("/audit")).json()["legality"]["verdict"] == "proven"


async def test_what_goes_on_throws_by_a_fresh_seed_that_its_close_proves(api: Api, other: Api) -> None:
    await api.open(chance="seeded")
    await api.command("s3.begin_round")
    bundle = await exported(api)
    assert (await brought(other, bundle, "rematch")).is_success
    begun = await other.command("s3.begin_turn", encounter="rematch", pc="ogre", npc="bell")
    assert begun.is_success, begun.text
    assert b'"faces":"' in begun.content
    audit = (await other.get("/audit", encounter="rematch")).json()
    assert audit["throws"]["verdict"] == "proven"
    here = (await api.get()).json()["commitment"]
    there = (await other.get(encounter="rematch")).json()["commitment"]
    assert here != there
    await other.command("core.close", encounter="rematch")
    assert await verdicts(other, "rematch") == ["proven"] * 3


async def test_what_goes_on_is_exported_and_brought_in_again_and_again(api: Api, other: Api) -> None:
    await api.open()
    await brought(other, await exported(api), "second")
    await other.command("core.note", text="further", encounter="second")
    second = await exported(other, "second")
    assert (await brought(api, second)).json()["status"] == "sealed"
    assert await exported(api, "second") == second
    assert (await brought(api, second, "third")).json()["of"] == "second"
    rewound = await api.command("core.rewind", encounter="third", to=4)
    assert rewound.is_success, rewound.text
    assert (await api.get(encounter="third")).json()["prefix"]["of"] == "second"
    assert await verdicts(api, "third") == ["proven"] * 3


@pytest.mark.parametrize("kind", ["core.note", "s3.begin_round", "core.close"])
async def test_a_closed_one_is_closed_also_where_its_seeds_never_were(api: Api, other: Api, kind: str) -> None:
    await api.open()
    await api.command("core.close")
    assert (await brought(other, await exported(api))).is_success
    fields: dict[str, Any] = {"text": "Too late."} if kind == "core.note" else {}
    said = [problem(await one.command(kind, **fields), 409, "closed") for one in (api, other)]
    assert said[0] == said[1]


async def test_a_closed_one_is_closed_for_a_service_that_starts(api: Api, redis_url: str, tenant: str) -> None:
    await api.open()
    await api.command("core.close")
    async with running(Settings(redis_url=SecretStr(redis_url), tenant=tenant)) as second:
        problem(await second.command("core.note", text="Too late."), 409, "closed")


async def test_a_closed_one_is_not_played_on(api: Api) -> None:
    refused = problem(await brought(api, bundled("s3"), "rematch"), 409, "closed")
    assert "import it under its own ID" in refused["detail"]
    problem(await api.get(encounter="rematch"), 404, "not_found")


async def test_an_id_that_is_taken_is_not_taken_again(api: Api) -> None:
    await api.open("rematch")
    bundle = bundled("s3", closed=False)
    before = await exported(api, "rematch")
    taken = problem(await brought(api, bundle, "rematch"), 409, "encounter_exists")
    assert "has other events; import the bundle under another ID: ?as=ID, or --as ID" in taken["detail"]
    assert await exported(api, "rematch") == before
    assert (await brought(api, bundle)).is_success
    refused = problem(await brought(api, bundle), 409, "encounter_exists")
    assert refused["version"] == header_of(bundle)["events"]
    assert "already has exactly these events" in refused["detail"]


async def test_damage_is_told_also_where_the_id_is_taken(api: Api) -> None:
    bundle = bundled("s3")
    assert (await brought(api, bundle)).is_success
    lines = bundle.splitlines(keepends=True)
    problem(await brought(api, b"".join([*lines[:9], *lines[10:]])), 422, "bundle_broken")
    unlike = relinked(bundle, 3, lambda line: line.update(cause=2))
    assert unlike != bundle
    assert problem(await brought(api, unlike), 422, "bundle_broken")["version"] == 3
    other = problem(await brought(api, first_of(fought("s3").recording, 3)), 409, "encounter_exists")
    assert "another ID: ?as=ID" in other["detail"]


@pytest.mark.parametrize("under", [None, "rematch"])
async def test_sent_again_under_its_key_it_is_answered_as_it_was(api: Api, under: str | None) -> None:
    bundle, key = bundled("s3", closed=False), {"Idempotency-Key": "once"}
    first = await brought(api, bundle, under, **key)
    encounter = first.json()["encounter"]
    await api.command("core.close", encounter=encounter)
    again = await brought(api, bundle, under, **key)
    assert (again.status_code, again.json(), again.headers["etag"]) == (201, first.json(), first.headers["etag"])
    problem(await brought(api, bundled("s3"), encounter, **key), 422, "idempotency_mismatch")


async def test_only_the_narrator_brings_in(api: Api) -> None:
    for speaker in ("player:ogre", "spectator"):
        problem(await brought(api, bundled("s3"), None, **{"Yarrow-As": speaker}), 403, "not_yours")


async def test_what_a_player_saw_is_not_brought_in(api: Api, other: Api) -> None:
    await api.open()
    await api.command("core.note", secret="It will fall.")
    seen = await api.get("/bundle", headers={"Yarrow-As": "spectator"})
    refused = problem(await brought(other, seen.content), 422, "bundle_redacted")
    assert (refused["line"], "the view of spectator" in refused["detail"]) == (1, True)
    forged = resealed(seen.content.replace(b'"seen_by":"spectator"', b'"seen_by":"narrator"', 1))
    refused = problem(await brought(other, forged), 422, "bundle_broken")
    left_out = next(place for place, line in enumerate(seen.content.splitlines(), 1) if b'"sealed":"' in line)
    assert refused["line"] == left_out


async def test_a_ruleset_that_is_not_here_is_missing(api: Api) -> None:
    missing = resealed(bundled("s3").replace(b'"ruleset":"s3"', b'"ruleset":"s4"', 1))
    assert "“s4”" in problem(await brought(api, missing), 501, "ruleset_missing")["detail"]


async def test_an_event_of_a_newer_yarrow_says_so(api: Api) -> None:
    lines = bundled("s3").splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"schema":1', b'"schema":9', 1)
    refused = problem(await brought(api, resealed(b"".join(lines))), 422, "bundle_broken")
    assert (refused["line"], refused["version"]) == (3, 2)
    assert "has schema 9, but this version of Yarrow knows only schemas up to 1. Upgrade Yarrow." in refused["detail"]


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Content-Type": "application/json"}, 415, "unsupported_media_type"),
        ({"Idempotency-Key": "two words"}, 400, "malformed"),
    ],
)
async def test_headers_that_do_not_fit(api: Api, headers: dict[str, str], status: int, code: str) -> None:
    problem(await brought(api, bundled("s3"), None, **headers), status, code)


async def test_parameters_that_do_not_fit(api: Api) -> None:
    refused = problem(await brought(api, bundled("s3"), "No Such ID"), 422, "invalid")
    assert refused["field"] == "as"
    answer = await api.client.post("/v1/bundles", content=bundled("s3"), params={"under": "x"}, headers=LINES)
    assert problem(answer, 422, "invalid")["field"] == "under"


async def test_a_bundle_has_a_limit_of_its_own(redis_url: str, tenant: str) -> None:
    settings = Settings(redis_url=SecretStr(redis_url), tenant=tenant, largest_bundle=1)
    async with running(settings) as api:
        large = bundled("s3") + b" " * (1 << 20)
        assert "1 MiB" in problem(await brought(api, large), 413, "too_large")["detail"]
        assert (await brought(api, bundled("s3"))).is_success


async def test_more_than_a_batch_holds_is_brought_in_piece_by_piece(api: Api, other: Api) -> None:
    await api.open()
    for number in range(MAX_BATCH // 2):
        await api.command("core.note", text=f"{number} " + "rain " * 90)
    bundle = await exported(api)
    assert header_of(bundle)["events"] > MAX_BATCH
    assert len(bundle) > MAX_BODY_BYTES
    assert (await brought(other, bundle, "rematch")).is_success
    assert (await other.command("core.note", text="on", encounter="rematch")).is_success
    assert await verdicts(other, "rematch") == ["proven"] * 3


async def test_a_branch_is_brought_in_as_any_other(api: Api, other: Api) -> None:
    await api.open()
    await api.turn()
    branch = await api.client.post("/v1/encounters/duel/branches", json={"id": "what-if"})
    assert branch.status_code == 201, branch.text
    await api.command("core.note", text="hm", encounter="what-if")
    bundle = await exported(api, "what-if")
    assert (await brought(other, bundle)).json()["status"] == "sealed"
    assert await exported(other, "what-if") == bundle
    assert (await brought(other, bundle, "rematch")).is_success
    assert (await other.command("core.close", encounter="rematch")).is_success
    assert await verdicts(other, "rematch") == await verdicts(other, "what-if")
    again = await exported(other, "rematch")
    assert (await brought(api, again)).json()["status"] == "closed"


async def test_what_was_brought_in_is_branched(api: Api, other: Api) -> None:
    await api.open()
    await brought(other, await exported(api))
    branch = await other.client.post("/v1/encounters/duel/branches", json={"id": "what-if"})
    assert branch.status_code == 201, branch.text
    assert (await other.command("core.note", text="on", encounter="what-if")).is_success
    assert (await verdicts(other, "what-if"))[0] == "proven"
