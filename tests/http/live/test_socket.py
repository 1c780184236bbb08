"""Commands and events on one socket: responses in order, the same events as on a stream, and a reason on close."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import SecretStr
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from service.auth.tokens import Claims, Tokens
from service.problems.strict_json import MAX_BODY_BYTES
from service.settings import Settings
from tests.live import Service, served
from tests.waiting import PATIENCE

SECRET = "a-secret-of-thirty-two-bytes-or-more"


class Socket:
    """One socket and its messages."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def next(self) -> dict[str, Any]:
        """Return the next message."""
        async with asyncio.timeout(PATIENCE):
            found: dict[str, Any] = json.loads(await self.connection.recv())
            return found

    async def of(self, kind: str) -> dict[str, Any]:
        """Return the next message of a type, skipping batches and heartbeats."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.next())["type"] != kind:
                assert message["type"] in ("batch", "heartbeat", "answer"), message
        return message

    async def say(self, command: dict[str, Any] | None = None, **fields: Any) -> None:
        """Send a command."""
        body = fields if command is None else {"command": command, **fields}
        await self.connection.send(json.dumps(body))

    async def closed(self) -> tuple[int, str]:
        """Return the code and the reason of the close, skipping the remaining messages."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    await self.next()
        except ConnectionClosed:
            return self.connection.close_code or 0, self.connection.close_reason or ""


@asynccontextmanager
async def talking(service: Service, encounter: str = "duel", query: str = "", **options: Any) -> AsyncIterator[Socket]:
    """A socket to an encounter."""
    url = f"{service.url.replace('http', 'ws', 1)}/v1/encounters/{encounter}/ws{query}"
    async with connect(url, max_size=None, **options) as connection:
        yield Socket(connection)


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service with a duel of four events."""
    async with served(settings) as service:
        await service.open("duel")
        yield service


def note(text: str, **fields: Any) -> dict[str, Any]:
    return {"type": "core.note", "text": text, **fields}


async def test_a_command_is_answered_and_its_batch_is_told_as_to_everybody(service: Service) -> None:
    async with talking(service) as socket, service.watching() as feed:
        assert await socket.next() == {"type": "heartbeat", "position": "4"}
        await socket.say(note("hm", secret="under the seal"), ref={"any": [1, "thing"]})
        answer, batch = sorted([await socket.next(), await socket.next()], key=lambda message: str(message["type"]))
        assert (answer.pop("type"), answer.pop("ref")) == ("answer", {"any": [1, "thing"]})
        assert batch.pop("type") == "batch"
        assert batch == await feed.batch()
        assert answer == {**{name: part for name, part in batch.items() if name != "chain"}, "prompts": []}


async def test_commands_are_answered_in_order_and_told_once(service: Service) -> None:
    async with talking(service) as socket:
        for number in range(40):
            await socket.say(note(f"note {number}"), ref=number)
        messages = [await socket.next() for _ in range(81)]
    answers = [message for message in messages if message["type"] == "answer"]
    batches = [message for message in messages if message["type"] == "batch"]
    assert [answer["ref"] for answer in answers] == list(range(40))
    assert [batch["first"] for batch in batches] == list(range(5, 85, 2)) == [answer["first"] for answer in answers]


async def test_a_table_supplies_its_faces_and_a_key_is_good_for_one_batch(service: Service) -> None:
    await service.open("table", chance="supplied")
    async with talking(service, "table") as socket:
        await socket.say({"type": "s3.begin_round"}, ref=1)
        await socket.of("answer")
        turn = {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell"}
        await socket.say(turn, ref=2)
        assert (await socket.of("problem"))["code"] == "faces_missing"
        answers = []
        for _ in range(2):
            await socket.say(turn, faces=["HHTHT", "THTT"], key="the-turn", ref=3)
            answers.append(await socket.of("answer"))
        assert answers[0] == answers[1]
        await socket.say(note("late"), expected=4)
        conflict = await socket.of("problem")
        assert (conflict["code"], conflict["version"], conflict["ref"]) == ("version_conflict", 13, None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "malformed"),
        ("[]", "invalid"),
        ("{}", "invalid"),
        ('{"command": {"type": "core.note"}, "command": {}}', "malformed"),
        ('{"command": {"type": "core.note"}, "faces": 1.5}', "invalid"),
        ('{"command": {"type": "nothing"}}', "invalid"),
        ('{"command": {"type": "core.note", "text": "hm"}, "if": 1}', "invalid"),
        ('{"command": {"type": "core.note", "text": "hm"}, "key": "with blanks"}', "malformed"),
        ('{"command": {"type": "core.note", "text": "hm"}, "key": "ü"}', "malformed"),
        ('{"command": {"type": "core.note", "text": "hm"}, "expected": "4"}', "invalid"),
        (b'{"command": {"type": "core.note", "text": "hm"}}', "malformed"),
    ],
)
async def test_what_cannot_be_meant_is_a_problem_and_the_talk_goes_on(
    service: Service, text: str | bytes, code: str
) -> None:
    async with talking(service) as socket:
        await socket.connection.send(text)
        problem = await socket.of("problem")
        assert (problem["code"], problem["ref"]) == (code, None)
        assert problem["detail"]
        await socket.say(note("on we go"))
        assert (await socket.of("answer"))["version"] == 6


@pytest.mark.parametrize(
    ("text", "code", "ref"),
    [
        (r'{"command": {"type": "core.note", "text": "\ud800"}, "ref": 1}', "malformed", None),
        (r'{"command": {"type": "core.note"}, "ref": "\udc00"}', "malformed", None),
        (r'{"command": {"type": "core.note"}, "key": "\ud800", "ref": 1}', "malformed", None),
        ('{"command": {"type": "core.note"}, "expected": "3", "ref": 1}', "invalid", 1),
        ('{"command": {"type": "core.note"}, "else": 3, "ref": {"no": 7}}', "invalid", {"no": 7}),
        ('{"ref": [2]}', "invalid", [2]),
    ],
)
async def test_half_a_character_is_malformed_and_a_problem_says_with_which_message(
    service: Service, text: str, code: str, ref: Any
) -> None:
    async with talking(service) as socket:
        await socket.connection.send(text)
        problem = await socket.of("problem")
        assert (problem["code"], problem["ref"]) == (code, ref)


async def test_a_player_speaks_and_sees_as_itself(service: Service) -> None:
    async with talking(service, query="?as=player:ogre") as socket, talking(service) as narrator:
        await narrator.say(note("hm", secret="under the seal"))
        assert "private" not in await socket.of("batch")
        assert "private" in await narrator.of("batch")
        await socket.say({"type": "core.close"}, ref="mine")
        refused = await socket.of("problem")
        assert (refused["code"], refused["ref"]) == ("not_yours", "mine")
    async with talking(service, additional_headers={"Yarrow-As": "spectator"}) as socket:
        await socket.say(note("hm"))
        assert (await socket.of("problem"))["code"] == "not_yours"


async def test_a_socket_goes_on_behind_a_position(service: Service) -> None:
    await service.note("one")
    await service.note("two")
    async with talking(service, query="?after=4") as socket:
        assert [(await socket.of("batch"))["version"] for _ in range(2)] == [6, 8]


async def test_a_socket_ends_with_its_encounter_when_the_last_command_is_answered(service: Service) -> None:
    names = [f"duel-{number}" for number in range(10)]
    for encounter in names:
        await service.open(encounter)
        async with talking(service, encounter) as socket:
            await socket.say({"type": "core.close"}, ref="the last")
            kinds = [(await socket.next())["type"] for _ in range(3)]
            assert sorted(kinds) == ["answer", "batch", "heartbeat"]
            assert await socket.closed() == (1000, "complete")
    async with talking(service, names[0]) as socket:
        assert await socket.closed() == (1000, "complete")


@pytest.mark.parametrize(
    ("encounter", "query", "code", "reason"),
    [
        ("brawl", "", 4404, "not_found"),
        ("duel", "?after=5", 4409, "position_ahead"),
        ("duel", "?after=x", 4422, "invalid"),
        ("duel", "?since=4", 4422, "invalid"),
        ("duel", "?after=1&after=2", 4422, "invalid"),
        ("duel", "?as=spectator&as=narrator", 4422, "invalid"),
        ("duel", "?as=nobody", 4400, "malformed"),
    ],
)
async def test_what_cannot_begin_is_said_and_closed_with_a_reason(
    service: Service, encounter: str, query: str, code: int, reason: str
) -> None:
    async with talking(service, encounter, query) as socket:
        problem = await socket.next()
        assert (problem["type"], problem["code"], problem["status"]) == ("problem", reason, code - 4000)
        assert await socket.closed() == (code, reason)


async def test_a_page_from_elsewhere_may_not_speak_for_the_user_of_this_machine(service: Service) -> None:
    async with talking(service, origin="https://elsewhere.example") as socket:
        assert await socket.closed() == (4403, "not_yours")
    async with talking(service, origin=service.url) as socket:
        assert (await socket.next())["type"] == "heartbeat"


async def test_a_message_that_is_too_long_closes_the_socket(service: Service) -> None:
    async with talking(service) as socket:
        await socket.say(note("x" * (MAX_BODY_BYTES + 2000)))
        assert (await socket.closed())[0] == 1009


async def test_a_quiet_socket_shows_that_it_lives_and_says_when_the_service_stops(settings: Settings) -> None:
    async with served(settings.model_copy(update={"heartbeat": 0.1})) as service:
        await service.open("duel")
        async with talking(service) as socket:
            for _ in range(3):
                assert await socket.next() == {"type": "heartbeat", "position": "4"}
            service.server.should_exit = True
            dropped = await socket.of("dropped")
            assert (dropped["resume"], dropped["code"]) == ("4", "stopping")
            assert await socket.closed() == (1012, "stopping")


async def test_a_browser_brings_its_token_along_and_is_heard_until_it_ends(settings: Settings) -> None:
    guarded = settings.model_copy(update={"secret": SecretStr(SECRET), "heartbeat": 0.1})
    tokens = Tokens(guarded.secrets)
    common: dict[str, Any] = {"sub": "somebody", "tenant": settings.tenant, "role": "narrator", "encounters": "all"}
    host, guest = (
        tokens.make(Claims(jti=name, exp=int(time.time()) + seconds, **common))
        for name, seconds in (("host", 600), ("guest", 300))
    )
    async with served(guarded) as service:
        service.client.headers["Authorization"] = f"Bearer {host}"
        await service.open("duel")
        async with (
            talking(service, subprotocols=["yarrow", f"bearer.{guest}"]) as socket,
            service.watching(headers={"Authorization": f"Bearer {guest}"}) as feed,
        ):
            assert socket.connection.subprotocol == "yarrow"
            await socket.say(note("hm"))
            assert (await socket.of("answer"))["version"] == 6
            await feed.batch()
            assert (await service.client.post("/v1/tokens/revoke", json={"token": "guest"})).is_success
            dropped = await socket.of("dropped")
            assert (dropped["resume"], dropped["code"]) == ("6", "not_allowed")
            assert await socket.closed() == (4401, "not_allowed")
            dropped = await feed.dropped()
            assert (dropped["resume"], dropped["code"]) == ("6", "not_allowed")
        async with talking(service) as socket:
            assert await socket.closed() == (4401, "unauthorized")
