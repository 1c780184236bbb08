"""One feed of all encounters that a caller may see, and replays at a chosen speed."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest
from pydantic import SecretStr

from events.store.protocol import StreamId
from service.auth.tokens import Claims, Tokens
from service.encounters.state_loader import StateLoader
from service.live.positions import Positions
from service.problems.problem import Problem
from service.read_models.encrypted_cursor import CursorCipher
from service.settings import Settings
from service.work.call import current_call
from tests.clock import ReplayClock
from tests.live import Feed, Service, served
from tests.waiting import PATIENCE

ALL = "/v1/live"
REPLAY = "/v1/encounters/duel/replay"
Token = Callable[..., dict[str, str]]


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service with two fights of four events each."""
    async with served(settings) as service:
        await service.open("duel")
        await service.open("brawl")
        yield service


@pytest.fixture
def guarded(settings: Settings) -> Settings:
    """Settings of a service that requires tokens."""
    return settings.model_copy(update={"secret": SecretStr("a-secret-of-thirty-two-bytes-or-more")})


@pytest.fixture
def token(guarded: Settings) -> Token:
    """A function that returns the headers of a caller with a token."""
    tokens = Tokens(guarded.secrets)

    def header(**claims: Any) -> dict[str, str]:
        common = {"sub": "somebody", "jti": "a", "exp": int(time.time()) + 60, "tenant": guarded.tenant}
        made = tokens.make(Claims(**{**common, "role": "narrator", "encounters": "all", **claims}))
        return {"Authorization": f"Bearer {made}"}

    return header


async def by_encounter(feed: Feed, count: int) -> dict[str, list[int]]:
    """Return the versions of the next batches of each encounter, in the order of arrival."""
    found: dict[str, list[int]] = defaultdict(list)
    for frame in await feed.batches(count):
        found[frame["encounter"]].append(frame["version"])
    return dict(found)


async def test_everything_is_told_as_each_encounter_tells_it(service: Service) -> None:
    async with (
        service.watching(ALL) as feed,
        service.watching(ALL, speaker="spectator") as guest,
        service.watching() as duel,
        service.watching("/v1/encounters/brawl/live") as brawl,
    ):
        for number in range(4):
            await service.note(f"note {number}", ("duel", "brawl")[number % 2], secret="under the seal")
        frames = await feed.batches(4)
        for one in (duel, brawl):
            own = await one.batches(2)
            assert [frame for frame in frames if frame["encounter"] == own[0]["encounter"]] == own
        assert ["private" in frame for frame in await guest.batches(4)] == [False] * 4


async def test_a_batch_is_read_for_all_watches_and_charged_to_none(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    async def records(loader: StateLoader, stream: StreamId, after: int, last: int) -> list[bytes]:
        calls.append(current_call.get())
        return await read(loader, stream, after, last)

    read = StateLoader.records
    monkeypatch.setattr(StateLoader, "records", records)
    async with service.watching(ALL) as feed:
        await service.note("Rain falls.")
        await feed.batch()
    assert calls
    assert {*calls} == {None}


async def test_a_feed_of_everything_goes_on_where_it_was(service: Service) -> None:
    async with service.watching(ALL) as feed:
        position = (await feed.next()).id
        assert position is not None
        for number in range(3):
            await service.note(f"note {number}", "duel")
        assert await by_encounter(feed, 2) == {"duel": [6, 8]}
        between = feed.position
    await service.open("late")
    await service.note("late", "brawl")
    async with service.watching(ALL, headers={"Last-Event-ID": position}) as feed:
        assert await by_encounter(feed, 5) == {"duel": [6, 8, 10], "brawl": [6], "late": [4]}
        await service.note("now", "late")
        assert await by_encounter(feed, 1) == {"late": [6]}
    async with service.watching(ALL, params={"after": between}) as feed:
        assert await by_encounter(feed, 4) == {"duel": [10], "brawl": [6], "late": [4, 6]}


async def test_only_what_is_asked_for_comes_and_the_position_moves_on_all_the_same(settings: Settings) -> None:
    async with served(settings.model_copy(update={"heartbeat": 0.1})) as service:
        await service.open("duel")
        body = {"ruleset": "century", "id": "shots"}
        async with service.watching(ALL, params={"ruleset": "century"}) as feed:
            begun = (await feed.next()).id
            await service.note("hm", "duel")
            async with asyncio.timeout(PATIENCE):
                while (beat := await feed.next()).id == begun:
                    assert beat.data is None
            assert (await service.client.post("/v1/encounters", json=body)).is_success
            assert (await feed.batch())["encounter"] == "shots"


async def test_nobody_is_told_of_what_its_token_is_not_for(guarded: Settings, token: Token) -> None:
    async with served(guarded) as service:
        service.client.headers.update(token())
        await service.open("duel")
        await service.open("brawl")
        async with (
            service.watching(ALL, headers=token(encounters=("brawl",))) as scoped,
            service.watching(ALL, headers=token(tenant="another")) as stranger,
        ):
            await service.note("hm", "duel")
            await service.note("hm", "brawl")
            assert (await scoped.batch())["encounter"] == "brawl"
            service.client.headers.update(token(tenant="another"))
            await service.open("theirs")
            assert (await stranger.batch())["encounter"] == "theirs"
        delayed = token(role="spectator", delay={"events": 5})
        assert (await service.refused(ALL, headers=delayed))["code"] == "not_yours"


async def test_a_position_that_cannot_be_is_a_problem(service: Service) -> None:
    async with service.watching(ALL) as feed:
        position = (await feed.next()).id
    assert position is not None
    positions = Positions(CursorCipher([]))
    ahead = {partition: number + 1 for partition, number in positions.decode("", position, 64).items()}
    problem = await service.refused(ALL, headers={"Last-Event-ID": positions.encode("", ahead)})
    assert (problem["status"], problem["code"]) == (409, "position_ahead")
    for text in ("", "12", position[:-2], position + "AA", "!" * 20):
        for options, field in (
            ({"headers": {"Last-Event-ID": text}}, "Last-Event-ID"),
            ({"params": {"after": text}}, "after"),
        ):
            problem = await service.refused(ALL, **options)
            assert (problem["status"], problem["code"], problem["field"]) == (400, "malformed", field)
    assert (await service.refused(ALL, params={"ruleset": "chess"}))["code"] == "invalid"


@pytest.mark.parametrize("secrets", [(), (b"s" * 32,)], ids=["encoded", "encrypted"])
def test_a_position_is_read_as_it_was_written(secrets: tuple[bytes, ...]) -> None:
    positions = Positions(CursorCipher(secrets))
    for numbers in ([0], [127, 128, 0], [2**40, 5, 16383, 16384]):
        position = dict(enumerate(numbers))
        for write in (positions.encode, positions.encode_shared):
            assert positions.decode("main", write("main", position), len(numbers)) == position
            with pytest.raises(Problem):
                positions.decode("main", write("main", position), len(numbers) + 1)


async def test_a_position_tells_nobody_how_much_happens_elsewhere(guarded: Settings, token: Token) -> None:
    """Positions for a token without any visible encounter have one length and never repeat, whatever others play."""
    async with served(guarded.model_copy(update={"heartbeat": 0.1})) as service:
        service.client.headers.update(token())
        await service.open("duel")
        ids = []
        async with service.watching(ALL, headers=token(tenant="another", encounters=("nothing",))) as stranger:
            for play in (False, True):
                for _ in range(4):
                    if play:
                        await service.note("hm", "duel")
                    ids.append((await stranger.next()).id or "")
        assert len(set(ids)) == len(ids)
        assert len({len(position) for position in ids}) == 1
        with pytest.raises(Problem):
            Positions(CursorCipher(())).decode("another", ids[0], 64)
        for headers in (token(), token(tenant="third")):
            problem = await service.refused(ALL, headers={**headers, "Last-Event-ID": ids[0]})
            assert (problem["code"], problem["field"]) == ("malformed", "Last-Event-ID")


def pauses(frames: list[dict[str, Any]]) -> list[float]:
    """Return the recorded seconds between consecutive batches."""
    moments = [datetime.fromisoformat(frame["events"][0]["time"]) for frame in frames]
    return [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]


async def recorded(service: Service, notes: int) -> list[dict[str, Any]]:
    """Return the frames of the duel and of notes in it, each recorded some milliseconds after the one before."""
    for number in range(notes):
        await asyncio.sleep(0.002)
        await service.note(f"note {number}")
    async with service.watching(params={"after": 0}) as feed:
        return await feed.batches(1 + notes)


async def test_the_past_comes_again_with_its_pauses(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    frames = await recorded(service, 3)
    clock, between = ReplayClock(monkeypatch), pauses(frames)
    assert min(between) > 0
    replays: tuple[tuple[dict[str, float], list[float]], ...] = (
        ({}, between),
        ({"speed": 1000}, [pause / 1000 for pause in between]),
        ({"speed": 0}, []),
        ({"most_pause": 0}, []),
        ({"speed": 0.001, "most_pause": 0.05}, [0.05] * 3),
    )
    for options, waits in replays:
        clock.waits.clear()
        async with service.watching(REPLAY, params=options) as feed:
            assert await feed.batches(4) == frames
            assert await feed.ended()
        assert clock.waits == pytest.approx(waits, abs=1e-5), options


async def test_a_part_of_the_past_is_resumed_and_ends(service: Service) -> None:
    for number in range(3):
        await service.note(f"note {number}")
    async with service.watching(REPLAY, params={"from": 5, "to": 8, "speed": 0}) as feed:
        assert [frame["version"] for frame in await feed.batches(2)] == [6, 8]
        assert await feed.ended()
    part: dict[str, Any] = {"params": {"to": 8, "speed": 0}}
    async with service.watching(REPLAY, headers={"Last-Event-ID": "6"}, **part) as feed:
        assert [frame["version"] for frame in await feed.batches(1)] == [8]
        assert await feed.ended()
    async with service.watching(REPLAY, headers={"Last-Event-ID": "8"}, **part) as feed:
        assert feed.answer.status_code == 204
    assert (await service.refused(REPLAY, params={"to": 11}))["code"] == "not_found"
    assert (await service.refused(REPLAY, params={"from": 12}))["code"] == "position_ahead"


async def test_a_replay_that_would_end_before_it_begins_is_refused(service: Service) -> None:
    problem = await service.refused(REPLAY, params={"from": 4, "to": 3})
    assert (problem["code"], problem["field"]) == ("invalid", "to")
    async with service.watching(REPLAY, params={"from": 4, "to": 4}) as feed:
        assert (await feed.batch())["version"] == 4
        assert await feed.ended()


async def test_a_replay_that_waits_shows_that_it_lives(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a heartbeat every 15 seconds, a pause of 40 seconds is divided into three waits."""
    frames = await recorded(service, 1)
    clock, [pause] = ReplayClock(monkeypatch), pauses(frames)
    async with service.watching(REPLAY, params={"speed": pause / 40}) as feed:
        assert (await feed.batch()) == frames[0]
        assert [(await feed.next()).comment for _ in range(2)] == ["heartbeat"] * 2
        assert (await feed.next()).data == frames[1]
    assert clock.waits == pytest.approx([15, 15, 10], abs=0.1)
