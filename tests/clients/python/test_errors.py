"""Tests that what goes wrong is an exception of its own kind, and that retries execute a command once."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.clients.relay import relay_to
from tests.http.access.tokens import SECRET, token
from tests.program import serving
from tests.waiting import PATIENCE, eventually
from yarrow_client import (
    Conflict,
    Interrupted,
    Invalid,
    InvalidArgument,
    NotAllowed,
    NotFound,
    NotYarrow,
    OtherVersion,
    Unauthorized,
    UnknownRuleset,
    Unreachable,
    Witness,
    Yarrow,
)

PAIR = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
TENANT = "guild"


@asynccontextmanager
async def saying(
    body: bytes, status: str = "200 OK", media: str = "application/json", length: int | None = None
) -> AsyncIterator[str]:
    """Run a server that answers every request with a body, as a service of another version would.

    ``length`` is how long it says that the body is, if it breaks off.
    """

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        fields = f"content-type: {media}\r\ncontent-length: {length or len(body)}\r\nconnection: close\r\n"
        writer.write(f"HTTP/1.1 {status}\r\n{fields}\r\n".encode() + body)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_service_of_another_version_is_named_as_such() -> None:
    async with saying(b'{"rulesets": [{"name": "s3"}]}') as elsewhere, Yarrow(elsewhere) as other:
        with pytest.raises(
            OtherVersion, match="/v1/rulesets is not one that this version of the client reads"
        ) as found:
            await other.rulesets()
        assert "missing required field `key`" in str(found.value)
    async with saying(b"<html>", media="text/html") as elsewhere, Yarrow(elsewhere) as other:
        with pytest.raises(NotYarrow) as foreign:
            await other.rulesets()
        assert not isinstance(foreign.value, OtherVersion)


READ: dict[str, Callable[[Yarrow], Awaitable[object]]] = {
    "rulesets": lambda other: other.rulesets(),
    "templates": lambda other: other.templates("s3"),
    "rules": lambda other: other.rules("s3"),
    "scenes": lambda other: other.scenes(),
    "projections": lambda other: other.projections(),
    "rebuild": lambda other: anext(other.rebuild()),
    "compare_projections": lambda other: anext(other.compare_projections()),
    "tally": lambda other: other.encounter("duel").tally(),
    "options": lambda other: other.encounter("duel").options(),
    "events": lambda other: anext(other.encounter("duel").events()),
    "verify": lambda other: other.encounter("duel").verify(Witness()),
    "watch": lambda other: anext(other.encounter("duel").watch(0)),
    "command": lambda other: other.encounter("duel").command("core.note"),
}


@pytest.mark.parametrize("name", READ)
async def test_whatever_is_read_of_another_version_is_named_as_such(name: str) -> None:
    body = b'id: 4\nevent: batch\ndata: {"x": 1}\n\n' if name == "watch" else b'{"x": 1}\n'
    media = "text/event-stream" if name == "watch" else "application/json"
    async with saying(body, '200 OK\r\netag: "1"\r\nyarrow-chain: 00', media) as elsewhere, Yarrow(elsewhere) as other:
        with pytest.raises(OtherVersion):
            await READ[name](other)


def test_a_witness_takes_no_other_json_for_an_event() -> None:
    event = b'{"encounter": "duel", "version": 1, "type": "core.noted", "data": {}, "sealed": "secret"}'
    for line in (b'{"x": 1}', event):
        with pytest.raises(OtherVersion):
            Witness().see(line)


async def test_a_response_without_a_body_is_not_a_failure(url: str) -> None:
    async with Yarrow(url) as yarrow:
        fight = await yarrow.open("s3", combatants=PAIR)
        assert await yarrow.request("HEAD", f"encounters/{fight.id}") == {}
        for path in ("rulesets", "/rulesets", "/v1/rulesets", "v1/rulesets"):
            assert (await yarrow.request("GET", path))["rulesets"]
    async with saying(b"", "204 No Content") as elsewhere, Yarrow(elsewhere) as other:
        assert await other.request("DELETE", "tokens/one") == {}


@pytest.mark.parametrize("name", ["", ".", ".."])
async def test_what_is_no_id_is_not_sent(name: str) -> None:
    async with Yarrow("http://127.0.0.1:9", patience=0) as nowhere:
        for asking in (nowhere.end_token, nowhere.end_invitation, nowhere.ruleset, nowhere.scene):
            with pytest.raises(InvalidArgument, match="is not an ID"):
                await asking(name)
        with pytest.raises(InvalidArgument):
            nowhere.encounter(name)


async def test_what_no_header_can_have_is_not_sent() -> None:
    for given in ({"token": "ä"}, {"token": "a\nb"}, {"speaker": "player:ä"}, {"language": "d\x00"}):
        with pytest.raises(InvalidArgument) as found:
            Yarrow("http://127.0.0.1:9", **given)  # type: ignore[arg-type]
        assert given.get("token", "secret") not in str(found.value)
    async with Yarrow("http://127.0.0.1:9", patience=0) as nowhere:
        with pytest.raises(InvalidArgument):
            nowhere.speaking("player:\n")
        with pytest.raises(InvalidArgument):
            await nowhere.encounter("duel").command("core.note", key="ä")


async def test_a_token_may_end_like_the_file_that_it_was_read_from(guarded: str) -> None:
    async with Yarrow(guarded, token=f"{token(TENANT)}\n") as narrator:
        assert (await narrator.open("s3", combatants=PAIR)).opened


async def test_the_retries_of_a_check_have_one_key(url: str) -> None:
    keys: list[str | None] = []

    async def note(request: httpx.Request) -> None:
        keys.append(request.headers.get("Idempotency-Key"))

    http = httpx.AsyncClient(event_hooks={"request": [note]})
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}", patience=PATIENCE, http=http) as yarrow:
        fight = await yarrow.open("s3", combatants=PAIR)
        keys.clear()
        relay.lose_answers = 1
        await fight.check({"type": "core.note", "text": "Is it heard?"})
    assert len(keys) == 2
    assert len(set(keys) - {None}) == 1


async def test_it_is_known_whether_a_request_may_have_arrived(url: str) -> None:
    async with Yarrow("http://127.0.0.1:9", patience=0) as nowhere:
        with pytest.raises(Unreachable) as unsent:
            await nowhere.open("s3")
    assert not unsent.value.may_have_arrived
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}", patience=0) as hasty:
        relay.lose_answers = 1
        with pytest.raises(Unreachable) as lost:
            await hasty.open("s3")
    assert lost.value.may_have_arrived


async def test_what_a_newer_service_adds_is_accepted() -> None:
    newer = b'{"rulesets": [{"key": "s9", "title": "S9", "version": "1", "colour": "red"}], "more": 1}'
    async with saying(newer.replace(b', "more": 1', b"")) as elsewhere, Yarrow(elsewhere) as other:
        assert [one.key for one in await other.rulesets()] == ["s9"]
    problem = b'{"code": "tired", "detail": "The dice are asleep.", "status": 409, "until": "noon"}'
    async with saying(problem, "409 Conflict", "application/problem+json") as elsewhere, Yarrow(elsewhere) as other:
        with pytest.raises(Conflict) as found:
            await other.rulesets()
        assert (found.value.code, found.value.detail) == ("tired", "The dice are asleep.")


async def test_an_unknown_ruleset_is_an_error_of_its_own(url: str) -> None:
    async with Yarrow(url) as yarrow:
        with pytest.raises(UnknownRuleset, match="there are s3, black_dice") as found:
            await yarrow.open("s4")
        assert (found.value.code, found.value.field) == ("invalid", "ruleset")
        assert {"s3", "ticks"} <= set(found.value.details.rulesets)
        for asking in (yarrow.ruleset("s4"), yarrow.rules("s4"), yarrow.templates("s4"), yarrow.scenes("s4")):
            with pytest.raises(UnknownRuleset):
                await asking
        for invalid in (
            yarrow.open("s3", chance="loaded"),  # type: ignore[arg-type]
            yarrow.open("century", scene="jailbreak"),
            yarrow.open(7),  # type: ignore[arg-type]
            yarrow.open(),
        ):
            with pytest.raises(Invalid) as other:
                await invalid
            assert not isinstance(other.value, UnknownRuleset)
        with pytest.raises(NotFound) as rule:
            await yarrow.rule("s3", "S3-X-1")
        assert not isinstance(rule.value, UnknownRuleset)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that requires tokens."""
    variables = {"YARROW_SECRET": SECRET, "YARROW_TENANT": TENANT, "YARROW_HEARTBEAT": "0.2"}
    with serving(tmp_path_factory.mktemp("guarded"), variables=variables) as url:
        yield url


async def test_a_token_that_has_run_out_is_said_to_have(guarded: str) -> None:
    async with Yarrow(guarded, token=token(TENANT, exp=int(time.time()) - 60)) as late:
        with pytest.raises(Unauthorized, match="has expired; ask its issuer for a new one"):
            await late.open("s3", combatants=PAIR)
    async with Yarrow(guarded) as without, Yarrow(guarded, token=token(TENANT, "spectator")) as spectator:
        with pytest.raises(Unauthorized):
            await without.open("s3")
        with pytest.raises(NotAllowed) as not_yours:
            await spectator.open("s3")
        assert not isinstance(not_yours.value, Unauthorized)


async def test_a_watch_ends_with_its_token(guarded: str) -> None:
    async with Yarrow(guarded, token=token(TENANT)) as narrator:
        fight = await narrator.open("s3", combatants=PAIR)
        short = await narrator.make_token(role="spectator", encounters=[fight.id])
        assert short.token
        async with Yarrow(guarded, token=short.token) as guest:
            watching = guest.encounter(fight.id).watch(after=0)
            assert (await anext(watching)).version == await fight.version()
            await narrator.end_token(short.id)
            with pytest.raises(Unauthorized):
                await anext(watching)


async def test_a_bundle_that_breaks_off_is_not_taken_for_whole() -> None:
    async with saying(b'{"yarrow":', length=1000) as elsewhere, Yarrow(elsewhere) as other:
        pieces = other.encounter("duel").bundle()
        assert await anext(pieces)
        with pytest.raises(Interrupted):
            await anext(pieces)


async def test_a_service_that_goes_away_is_reported_with_the_key_that_repeats_the_command(url: str) -> None:
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}", patience=0) as hasty:
        fight = await hasty.open("s3", combatants=PAIR)
        relay.lose_answers = 1
        with pytest.raises(Unreachable) as lost:
            await fight.command("core.note", text="Was it heard?")
        assert lost.value.key
        again = await fight.command("core.note", text="Was it heard?", key=lost.value.key)
        notes = [event async for event in fight.events() if event.type == "core.noted"]
    assert [note.version for note in notes] == [again.version]


async def test_retries_are_heard_of(url: str) -> None:
    heard: list[Exception] = []

    async def retried() -> bool:
        return len(heard) >= 2

    async with relay_to(url) as relay:
        address = f"http://127.0.0.1:{relay.port}"
        await relay.stop()
        async with Yarrow(address, patience=PATIENCE, on_retry=heard.append) as yarrow:
            asking = asyncio.create_task(yarrow.rulesets())
            await eventually(retried, "two retries are heard of")
            await relay.start()
            assert await asking


async def test_commands_over_connections_that_break_are_executed_once_each_and_in_order(url: str) -> None:
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}", patience=PATIENCE) as yarrow:
        fight = await yarrow.open("s3", combatants=PAIR)
        for number in range(12):
            relay.lose_answers = number % 3
            await fight.command("core.note", text=f"Number {number}.")
        notes = [event.data["text"] async for event in fight.events() if event.type == "core.noted"]
    assert notes == [f"Number {number}." for number in range(12)]
    assert relay.connections > 12


async def test_the_rate_limit_is_waited_for_where_failures_are_not(tmp_path: Path) -> None:
    variables = {"YARROW_SECRET": SECRET, "YARROW_RATE": "1", "YARROW_BURST": "2"}
    with serving(tmp_path, variables=variables) as url:
        async with Yarrow(url, token=token("main"), patience=0, rate_patience=PATIENCE) as yarrow:
            assert [len(await yarrow.rulesets()) for _ in range(4)] == [5] * 4
            with pytest.raises(Unreachable):
                async with Yarrow("http://127.0.0.1:9", patience=0, rate_patience=PATIENCE) as nowhere:
                    await nowhere.rulesets()
