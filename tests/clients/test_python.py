"""Tests the Python client against a running service: its requests, its results, and its handling of errors."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from service.problems.problem import CODES
from tests.clients.relay import relay_to
from tests.http.access.tokens import SECRET, token
from tests.plugins.packages import install
from tests.program import ROOT, serving
from tests.servers import running
from tests.waiting import PATIENCE, eventually
from yarrow_client import (
    Batch,
    Closed,
    Conflict,
    Encounter,
    FacesWanted,
    Granted,
    Invalid,
    MalformedOptions,
    NotAllowed,
    NotFound,
    NotYarrow,
    Problem,
    Refused,
    TooMuch,
    Unavailable,
    Unreachable,
    Witness,
    Yarrow,
    fill,
)
from yarrow_client.options.phrases import sentence
from yarrow_client.problems import problem_of
from yarrow_client.shapes import Origin
from yarrow_client.wire import Patience, Retries

PAIR = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
SHOT: dict[str, Any] = {"actor": "ogre", "target": "bell", "weapon": "pistol"}
EVASION = {"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}


@pytest.fixture
async def yarrow(url: str) -> AsyncIterator[Yarrow]:
    async with Yarrow(url) as yarrow:
        yield yarrow


@pytest.fixture
async def duel(yarrow: Yarrow) -> Encounter:
    """A fight with coins from the table in which it is the ogre's turn to act against the bell."""
    duel = await yarrow.open("s3", combatants=PAIR, chance="supplied")
    await duel.command("s3.begin_round")
    await duel.command("s3.begin_turn", pc="ogre", npc="bell", faces=["HHTHT", "THTT"])
    return duel


async def test_the_url_may_end_where_the_paths_of_the_api_begin(url: str) -> None:
    async with Yarrow(f"{url}/v1/") as yarrow:
        assert ("ticks", ("de", "en")) in {(ruleset.key, ruleset.languages) for ruleset in await yarrow.rulesets()}


async def test_a_check_tells_what_comes_first_and_nothing_happens(yarrow: Yarrow, duel: Encounter) -> None:
    version = await duel.version()
    shot = {"type": "s3.attack", **SHOT}
    with pytest.raises(FacesWanted):
        await duel.check({**shot, "answers": [EVASION]})
    with pytest.raises(Conflict):
        await duel.check(shot, expected=version - 1)
    assert await duel.version() == version
    seeded = await yarrow.open("s3", combatants=[{"template": "flying_fox"}, {"template": "guard"}])
    foreseen = await seeded.check({"type": "s3.begin_round"})
    assert (foreseen.version, foreseen.first, foreseen.throw) == (4, "records", None)
    await seeded.command("s3.begin_round")
    foreseen = await seeded.check({"type": "s3.begin_turn", "pc": "fox", "npc": "guard"})
    assert foreseen.throw is not None
    assert (foreseen.first, foreseen.throw.combatant, foreseen.throw.of) == ("throw", "fox", "coins")
    await seeded.command("s3.begin_turn", pc="fox", npc="guard", order="pc_first")
    punch = {"type": "s3.attack", "actor": "fox", "target": "guard", "weapon": "unarmed"}
    [asked] = (await seeded.speaking("player:fox").check(punch)).asks
    assert (asked.to, asked.kind, asked.question[-1]) == ("guard", "oppose", ".")


async def test_a_service_that_does_not_check_is_noticed() -> None:
    async with another_server("200 OK") as elsewhere, Yarrow(elsewhere) as other:
        with pytest.raises(NotYarrow, match="may have executed"):
            await other.encounter("duel").check({"type": "core.note"})


async def test_a_command_gives_its_batch_with_events_prompts_and_the_hash_of_the_chain(yarrow: Yarrow) -> None:
    fight = await yarrow.open("s3", combatants=[{"template": "flying_fox"}, {"template": "guard"}])
    assert fight.opened is not None
    assert [event.type for event in fight.opened.events][:2] == ["core.commanded", "core.encounter_opened"]
    await fight.command("s3.begin_round")
    await fight.command("s3.begin_turn", pc="fox", npc="guard", order="pc_first")
    fox, guard = fight.speaking("player:fox"), fight.speaking("player:guard")
    asked = await fox.command("s3.attack", actor="fox", target="guard", weapon="unarmed")
    [prompt] = asked.prompts
    assert (prompt.kind, prompt.to) == ("oppose", "guard")
    assert (asked.first, asked.version) == (asked.events[0].version, asked.events[-1].version)
    assert asked.chain == (await fight.audit()).hash
    met = await guard.command("core.answer", prompt=prompt.id, answer={"skill": "evasion"})
    assert met.first == asked.version + 1
    assert met.events[0].speaker == "player:guard"


async def test_a_form_of_the_options_is_a_command(duel: Encounter) -> None:
    menu = await duel.options("ogre", command="s3.end_turn")
    [form] = menu.forms
    ended = await duel.give(fill(menu, form, lambda field, values: values.listed[0][0]), expected=menu.version)
    assert ended.events[0].data["command"] == {"type": "s3.end_turn", "actor": "ogre"}


async def test_declarations_of_forms_are_read_once_for_each_role(duel: Encounter, url: str) -> None:
    asked: list[str] = []

    async def note(request: httpx.Request) -> None:
        asked.append(request.url.path)

    async with httpx.AsyncClient(event_hooks={"request": [note]}) as http, Yarrow(url, http=http) as yarrow:
        fight = yarrow.encounter(duel.id)
        for speaker in ("narrator", "player:ogre", "narrator", "player:bell"):
            assert (await fight.speaking(speaker).options()).forms
    assert len(asked) == 6
    assert len({path for path in asked if "/forms/" in path}) == 2


async def test_a_menu_is_in_the_language_of_the_client(url: str) -> None:
    async with Yarrow(url, language="de-AT") as german, Yarrow(url) as plain:
        fight = await german.open(
            "ticks", combatants=[{"template": "iris"}, {"template": "bruno"}, {"template": "tor"}]
        )
        menu = await fight.options(command="ticks.call_combat")
        [form] = menu.forms
        command = {"type": form.command, "actor": "iris", "against": "bruno", "earshot": ["tor"]}
        assert sentence(menu, form, command) == ("Den Kampf gegen Bruno Hale beginnen, in Hörweite von Tor Maddox")
        other = await plain.encounter(fight.id).options(command="ticks.call_combat")
        assert sentence(other, other.forms[0], command).endswith("in earshot of Tor Maddox")
        assert (await fight.speaking("player:iris").options(command="core.note")).forms[0].label == "Notiz machen"


async def test_declarations_are_not_read_from_elsewhere() -> None:
    page = b'{"declarations": "http://elsewhere.example/v1/rulesets/s3/forms/0"}'
    async with another_server("200 OK", page) as elsewhere, Yarrow(elsewhere) as other:
        with pytest.raises(MalformedOptions, match="no declarations at 'http://elsewhere"):
            await other.encounter("duel").options()


async def test_everything_that_can_be_read_is_typed(yarrow: Yarrow, duel: Encounter) -> None:
    version = await duel.version()
    assert (await duel.state())["turn"]["actor"] == "ogre"
    assert (await duel.state(at=4))["version"] == 4
    told = [entry async for entry in duel.story()]
    assert {entry.level for entry in told} == {1, 2}
    assert max(entry.version for entry in told) <= version
    assert [entry async for entry in duel.story(after=4)] == [entry for entry in told if entry.version > 4]
    assert (await duel.tally()).combatants["ogre"].throws["initiative"].coins == 5
    assert [cause.version for cause in (await duel.why(version)).causes][-1] == version
    audit = await duel.audit()
    assert (audit.chain.verdict, audit.supplied_throws) == ("proven", 2)
    assert duel.id in [listed.id async for listed in yarrow.encounters(status="open", ruleset="s3")]
    assert "s3" in [ruleset.key for ruleset in await yarrow.rulesets()]
    assert "s3.attack" in (await yarrow.ruleset("s3"))["commands"]
    assert (await yarrow.templates("s3"))["guard"]["name"] == "Guard"
    assert (await yarrow.rule("s3", "S3-PIN-3")).id == "S3-PIN-3"


async def test_tallies_count_over_all_encounters_however_many_pages_they_have(yarrow: Yarrow) -> None:
    crowd = [{"template": "guard", "id": f"extra-{number}"} for number in range(101)]
    giant = [{"template": "one_eyed_ogre", "id": "giant"}, {"template": "guard"}]
    fights = [await yarrow.open("s3", combatants=pair) for pair in (giant[:1] + crowd, giant)]
    for fight in fights:
        await fight.command("s3.begin_round")
        await fight.command("s3.check", actor="giant", skill="bravado")
    [tallied] = [one async for one in yarrow.tallies("combatant", ruleset="s3", of="giant")]
    own = [(await fight.tally()).combatants["giant"].throws["bravado"] for fight in fights]
    assert (tallied.ruleset, tallied.of, tallied.totals.encounters, tallied.current) == ("s3", "giant", 2, True)
    assert tallied.totals.labels["bravado"].coins == sum(throws.coins for throws in own) > 0
    assert tallied.totals.labels["bravado"].heads == sum(throws.heads for throws in own)
    names = [one.of async for one in yarrow.tallies("combatant")]
    assert {joined["id"] for joined in crowd} < set(names)
    assert len(names) == len(set(names))
    assert "s3" in [one.ruleset async for one in yarrow.tallies("ruleset")]
    with pytest.raises(NotAllowed):
        [one async for one in yarrow.speaking("spectator").tallies("principal")]


async def test_events_hold_what_the_speaker_may_see_of_them(duel: Encounter) -> None:
    await duel.command("core.note", text="It rains.", secret="The bell is cracked.")
    [seen] = [event async for event in duel.events() if event.type == "core.noted"]
    assert seen.data["secret"] == "The bell is cracked."
    assert seen.sealed
    spectator = duel.speaking("spectator")
    events = [event async for event in spectator.events()]
    assert [event.version for event in events] == list(range(1, await duel.version() + 1))
    assert [event.data.get("secret") for event in events if event.type == "core.noted"] == [None]


async def test_a_bundle_is_the_file_that_the_service_gives(duel: Encounter) -> None:
    whole = b"".join([piece async for piece in duel.bundle()])
    first, *_, last = whole.splitlines()
    assert msgspec.json.decode(first)["events"] == await duel.version()
    assert last.startswith(b'{"sha256":')


async def test_a_branch_goes_on_from_a_version_and_is_compared(duel: Encounter) -> None:
    version = await duel.version()
    branch = await duel.branch(name="What if?")
    assert branch.opened is not None
    await branch.command("s3.end_turn", actor="ogre", faces=[])
    assert [(listed.id, listed.name, listed.branch_of) async for listed in duel.branches()] == [
        (branch.id, "What if?", Origin(duel.id, version))
    ]
    compared = await branch.compare(duel, limit=3)
    assert (compared.common.encounter, compared.common.version) == (duel.id, version)
    assert (compared.one.encounter, compared.other.events) == (branch.id, 0)
    assert "/turn/actor" in [difference.path for difference in compared.differences]
    assert (await duel.options(at=version)).version == version
    assert (await duel.tally(at=1)).version == 1


async def test_a_bundle_is_brought_in_and_played_on(yarrow: Yarrow, duel: Encounter) -> None:
    whole = b"".join([piece async for piece in duel.bundle()])
    imported = await yarrow.bring_in(whole, under=f"again-{duel.id[:8]}")
    assert (imported.of, imported.status) == (duel.id, "open")
    again = yarrow.encounter(imported.encounter)
    witness = await again.verify(Witness())
    assert (witness.version, witness.hash.hex()) == (imported.version, imported.chain)
    noted = await again.command("core.note", text="It goes on.")
    assert noted.version > imported.version


async def test_problems_are_exceptions_of_their_kind(yarrow: Yarrow, duel: Encounter) -> None:
    with pytest.raises(Refused) as refused:
        await duel.command("s3.begin_turn", pc="ogre", npc="bell", faces=[])
    assert (refused.value.rule, refused.value.status) == ("S3-TURN-4", 422)
    with pytest.raises(FacesWanted) as wanted:
        await duel.command("s3.attack", **SHOT, answers=[EVASION])
    assert wanted.value.details.needed is not None
    assert wanted.value.details.needed.count == 7
    with pytest.raises(Invalid) as invalid:
        await duel.command("s3.attack", **{**SHOT, "actor": "nobody"})
    assert invalid.value.field == "command.actor"
    with pytest.raises(NotAllowed):
        await duel.speaking("spectator").command("core.note", text="I was here.")
    with pytest.raises(Conflict):
        await duel.command("core.note", text="Late.", expected=1)
    with pytest.raises(NotFound):
        await yarrow.encounter("no/where").state()
    await duel.command("core.close")
    with pytest.raises(Closed) as closed:
        await duel.command("core.note", text="Too late.")
    assert closed.value.code == "closed"


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_an_exception_that_says_what_to_do(code: str) -> None:
    status = CODES[code].status
    body = msgspec.json.encode({"code": code, "detail": "Because.", "status": status, "later": 1})
    problem = problem_of(status, body, "3")
    assert type(problem) is not Problem or status >= 500
    assert isinstance(problem, Unavailable) is (status in (408, 503))
    assert isinstance(problem, TooMuch) is (status in {413, 429} or code in {"batch_too_large", "limit_reached"})
    assert (problem.code, problem.detail, problem.retry_after, problem.details.status) == (code, "Because.", 3, status)


async def test_a_command_whose_answer_is_lost_is_sent_again_and_played_once(url: str) -> None:
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}") as yarrow:
        relay.lose_answers = 1
        fight = await yarrow.open("s3", combatants=PAIR)
        relay.lose_answers = 2
        begun = await fight.command("s3.begin_round")
        assert relay.lose_answers == 0
        assert begun.version == await fight.version()
        types = [event.type async for event in fight.events()]
        assert types.count("s3.round_begun") == 1
        assert len([listed async for listed in yarrow.encounters() if listed.id == fight.id]) == 1


class Tries:
    """Counts the failed attempts of each task."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._counts = Counter[asyncio.Task[Any] | None]()
        wait = Patience.wait

        async def counted(patience: Patience, why: Exception, least: float = 0.0) -> None:
            self._counts[asyncio.current_task()] += 1
            await wait(patience, why, least)

        patch.setattr(Patience, "wait", counted)

    async def until_asked_again(self, *tasks: asyncio.Task[Any]) -> None:
        """Return when each of the tasks has failed twice and is still retrying."""

        async def asked() -> bool:
            return all(self._counts[task] >= 2 for task in tasks)

        await eventually(asked, "everybody asks again")
        assert not any(task.done() for task in tasks)


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> Tries:
    return Tries(monkeypatch)


async def test_a_service_that_is_away_is_asked_again_until_it_is_back_or_patience_ends(url: str, tries: Tries) -> None:
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}", patience=PATIENCE) as yarrow:
        await relay.stop()
        asking = asyncio.create_task(yarrow.rulesets())
        await tries.until_asked_again(asking)
        await relay.start()
        assert await asking
        await relay.stop()
    async with Yarrow(f"http://127.0.0.1:{relay.port}/", patience=0.3) as yarrow:
        with pytest.raises(Unreachable) as away:
            await yarrow.rulesets()
    said = str(away.value)
    assert said.startswith(f"No Yarrow service responds at http://127.0.0.1:{relay.port} (")
    assert said.endswith("). Start one with `yarrow serve`, or check the address.")


async def test_failures_and_rate_limits_are_each_retried_for_their_own_patience() -> None:
    limited, away = problem_of(429, b'{"detail": "Wait.", "code": "too_many_requests"}', "0"), httpx.ReadError("away")
    patient = Patience(Retries(patience=0.0, rate_patience=PATIENCE), "http://127.0.0.1:1")
    await patient.wait(limited)
    with pytest.raises(Unreachable):
        await patient.wait(away)
    patient = Patience(Retries(patience=PATIENCE, rate_patience=0.0), "http://127.0.0.1:1")
    await patient.wait(away)
    with pytest.raises(TooMuch):
        await patient.wait(limited)


async def test_what_makes_a_token_or_an_invitation_is_not_sent_twice(tmp_path: Path, tries: Tries) -> None:
    with serving(tmp_path, variables={"YARROW_SECRET": SECRET}) as url:
        async with (
            relay_to(url) as relay,
            Yarrow(f"http://127.0.0.1:{relay.port}", token=token("main"), patience=PATIENCE) as yarrow,
        ):
            fight = await yarrow.open("s3", combatants=PAIR)
            invited = await yarrow.invite(role="spectator", encounters=[fight.id])
            assert invited.invitation is not None
            makes: list[tuple[Awaitable[Granted], str]] = [
                (yarrow.make_token(role="spectator"), "List the tokens, end one that was made"),
                (yarrow.invite(role="spectator"), "List the invitations, end one that was made"),
                (yarrow.exchange(invited.invitation), "Exchange the invitation again"),
                (fight.hand_over("ogre"), "Have a narrator hand the seat over again"),
            ]
            for made, otherwise in makes:
                relay.lose_answers = 1
                with pytest.raises(Unreachable, match=otherwise):
                    await made
            assert len([one async for one in yarrow.tokens()]) == 2
            assert len([one async for one in yarrow.invitations()]) == 3
            await relay.stop()
            asking = asyncio.create_task(yarrow.make_token(role="spectator"))
            await tries.until_asked_again(asking)
            await relay.start()
            assert (await asking).token


async def test_a_request_has_its_key_with_a_body_or_without_one(url: str) -> None:
    sent: list[tuple[str, str | None]] = []

    async def note(request: httpx.Request) -> None:
        sent.append((request.method, request.headers.get("Idempotency-Key")))

    async with httpx.AsyncClient(event_hooks={"request": [note]}) as http, Yarrow(url, http=http) as yarrow:
        for method in ("POST", "GET", "DELETE"):
            with pytest.raises(Problem):
                await yarrow.request(method, "nowhere", key="mine")
    assert sent == [("POST", "mine"), ("GET", None), ("DELETE", None)]


async def watched(fight: Encounter, witness: Witness | None = None) -> Batch:
    """Return the first batch of a watch that starts now."""
    return await anext(fight.watch(witness=witness))


ONLY_WHERE_IT_STANDS: dict[str, Callable[[Encounter], Awaitable[object]]] = {
    "version": lambda fight: fight.version(),
    "watch": watched,
    "watch with a witness": lambda fight: watched(fight, Witness()),
    "verify": lambda fight: fight.verify(Witness()),
}
"""Calls that read only headers, so that their errors come without a body."""


@pytest.mark.parametrize("asking", ONLY_WHERE_IT_STANDS.values(), ids=ONLY_WHERE_IT_STANDS)
async def test_who_asks_where_it_stands_hears_what_is_wrong(
    yarrow: Yarrow, duel: Encounter, asking: Callable[[Encounter], Awaitable[object]]
) -> None:
    with pytest.raises(NotFound, match="There is no encounter nowhere") as unknown:
        await asking(yarrow.encounter("nowhere"))
    assert unknown.value.code == "not_found"
    with pytest.raises(Invalid, match="Unknown speaker") as nobody:
        await asking(duel.speaking("nobody"))
    assert (nobody.value.code, nobody.value.field) == ("malformed", "Yarrow-As")


async def test_who_asks_where_it_stands_waits_when_told_to(tmp_path: Path) -> None:
    """The rate limit is one request a second, and a HEAD followed by a GET counts as two."""
    variables = {"YARROW_SECRET": SECRET, "YARROW_RATE": "1", "YARROW_BURST": "2"}
    with serving(tmp_path, variables=variables) as url:
        async with Yarrow(url, token=token("main")) as patient, Yarrow(url, patience=0) as stranger:
            fight = await patient.open("s3", combatants=PAIR)
            assert [await fight.version() for _ in range(3)] == [4, 4, 4]
            assert (await fight.verify(Witness())).version == 4
            with pytest.raises(NotAllowed) as unknown:
                await stranger.encounter(fight.id).version()
            assert unknown.value.code == "unauthorized"
        async with Yarrow(url, token=token("main"), patience=0) as hasty:
            with pytest.raises(TooMuch):
                [await hasty.encounter(fight.id).version() for _ in range(1000)]


async def test_a_store_that_is_away_is_waited_for(redis_program: Path, tmp_path: Path, tries: Tries) -> None:
    variables = {"YARROW_ACKNOWLEDGE": "memory"}
    with running(redis_program, tmp_path / "redis") as redis_url, ExitStack() as stack:
        async with relay_to(redis_url) as relay:
            variables["YARROW_REDIS_URL"] = f"redis://127.0.0.1:{relay.port}"
            url = await asyncio.to_thread(stack.enter_context, serving(tmp_path, variables=variables))
            async with Yarrow(url, patience=PATIENCE) as yarrow, Yarrow(url, patience=0) as impatient:
                fight = await yarrow.open("s3", combatants=PAIR)
                await relay.stop()
                with pytest.raises(Unavailable) as away:
                    await impatient.encounter(fight.id).command("s3.begin_round")
                assert away.value.code == "store_away"
                with pytest.raises(Unavailable):
                    await impatient.encounter(fight.id).version()
                waiting = asyncio.create_task(fight.command("s3.begin_round"))
                looking = asyncio.create_task(yarrow.encounter(fight.id).version())
                await tries.until_asked_again(waiting, looking)
                await relay.start()
                assert (await waiting).events[-1].type == "s3.round_begun"
                assert await looking
            await asyncio.to_thread(stack.close)


@asynccontextmanager
async def another_server(status: str, page: bytes = b"Hello") -> AsyncIterator[str]:
    """Run a server that answers every request with this status and a page that is not Yarrow's."""

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        body = b"" if asked.startswith(b"HEAD") else page
        fields = f"content-type: text/html\r\ncontent-length: {len(page)}\r\nconnection: close\r\n"
        writer.write(f"HTTP/1.1 {status}\r\n{fields}\r\n".encode() + body)
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_what_is_no_yarrow_is_said_to_be_none(url: str) -> None:
    async with Yarrow(f"{url}/docs") as misled:
        with pytest.raises(NotFound):
            await misled.rulesets()
    async with Yarrow("yarrow.example", patience=0) as nowhere:
        with pytest.raises(Unreachable, match="Use a URL like http"):
            await nowhere.rulesets()
    for status in ("200 OK", "404 Not Found"):
        async with another_server(status) as elsewhere, Yarrow(elsewhere) as other:
            with pytest.raises(NotYarrow):
                await other.rulesets()
            with pytest.raises(NotYarrow):
                await other.encounter("duel").version()


def test_the_client_installs_and_works_without_the_application(tmp_path: Path, url: str) -> None:
    install(ROOT / "clients" / "python", tmp_path)
    assert (tmp_path / "yarrow_client" / "py.typed").exists()
    script = (
        "import asyncio, sys, yarrow_client\n"
        f"async def main():\n    async with yarrow_client.Yarrow({url!r}) as it: print(len(await it.rulesets()))\n"
        "asyncio.run(main())\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print({'domain', 'events', 'service', 'pydantic', 'fastapi'} & loaded)"
    )
    variables = {"PYTHONPATH": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", script], env=variables, cwd=tmp_path, check=True, capture_output=True)
    assert said.stdout == b"5\nset()\n"
