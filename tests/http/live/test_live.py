"""Live feeds of one encounter: each batch once, in order, as the speaker sees it, from any position."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from events.format import chain
from service.settings import Settings
from tests.live import Service, served

LIVE = "/v1/encounters/duel/live"


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service with a duel of four events."""
    async with served(settings) as service:
        await service.open("duel")
        yield service


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that the response to a command shares with the frame of its batch."""
    return {name: part for name, part in answer.items() if name != "prompts"}


async def test_a_batch_comes_as_its_command_was_answered(service: Service) -> None:
    async with service.watching() as feed:
        assert feed.answer.headers["content-type"] == "text/event-stream"
        begun = await feed.next()
        assert (begun.id, begun.event, begun.data) == ("4", None, None)
        answers = [await service.note(f"note {number}") for number in range(3)]
        frames = await feed.batches(3)
    assert [{**frame, "chain": None} for frame in frames] == [{**told(answer), "chain": None} for answer in answers]
    assert feed.position == str(answers[-1]["version"])


async def test_the_lines_are_those_that_are_stored_and_lead_to_the_chain_that_is_told(service: Service) -> None:
    page = await service.client.get("/v1/encounters/duel/events", headers={"Accept": "application/x-ndjson"})
    async with service.client.stream("GET", LIVE, params={"after": 0}) as answer:
        raw = b""
        async for piece in answer.aiter_raw():
            raw += piece
            if b"event: batch" in raw and raw.endswith(b"\n\n"):
                break
    data = raw.partition(b"data: ")[2].strip()
    lines = page.content.splitlines()
    assert b'"events":[' + b",".join(lines) + b"]" in data
    assert json.loads(data)["chain"] == chain.extend(chain.genesis("duel"), lines).hex() == page.headers["yarrow-chain"]


@pytest.mark.parametrize("after", [0, 4, 5, 6, 8])
async def test_a_stream_goes_on_behind_any_position(service: Service, after: int) -> None:
    answers = [await service.note(f"note {number}") for number in range(3)]
    async with service.watching(params={"after": after}) as feed, service.watching(params={"after": 4}) as kept:
        frames = await feed.batches(4 if after == 0 else sum(version > after for version in (6, 8, 10)))
        whole = await kept.batches(3)
    firsts = [after + 1, *(frame["version"] + 1 for frame in frames)]
    assert [frame["first"] for frame in frames] == firsts[:-1]
    for frame in frames:
        assert [event["version"] for event in frame["events"]] == list(range(frame["first"], frame["version"] + 1))
    assert frames[-1]["version"] == answers[-1]["version"] == 10
    assert frames[-1]["chain"] == whole[-1]["chain"]


async def test_the_last_event_received_stands_above_the_parameter(service: Service) -> None:
    await service.note("one")
    await service.note("two")
    async with service.watching(params={"after": 0}, headers={"Last-Event-ID": "6"}) as feed:
        assert (await feed.batch())["first"] == 7


async def test_a_connection_lost_before_the_first_batch_loses_nothing(service: Service) -> None:
    async with service.watching() as feed:
        position = (await feed.next()).id
    await service.note("meanwhile")
    assert position is not None
    async with service.watching(headers={"Last-Event-ID": position}) as feed:
        assert (await feed.batch())["events"][1]["data"]["text"] == "meanwhile"


async def test_each_sees_the_private_lines_that_are_its_own(service: Service) -> None:
    speakers = ("narrator", "player:ogre", "player:bell", "spectator")
    async with AsyncExitStack() as stack:
        feeds = [await stack.enter_async_context(service.watching(speaker=speaker)) for speaker in speakers]
        late = [
            await stack.enter_async_context(service.watching(speaker=speaker, params={"after": 0}))
            for speaker in speakers
        ]
        answer = await service.note("hm", secret="under the seal")
        assert answer["private"]
        frames = [await feed.batch() for feed in feeds]
        for feed in late:
            assert (await feed.batch())["first"] == 1
        again = [await feed.batch() for feed in late]
    assert again == frames
    assert ["private" in frame for frame in frames] == [True, False, False, False]
    assert "under the seal" not in json.dumps(frames[1:])
    assert {json.dumps(frame["events"]) for frame in frames} == {json.dumps(answer["events"])}


async def test_a_stream_ends_with_its_encounter_and_is_not_begun_again(service: Service) -> None:
    async with service.watching(params={"after": 0}) as feed, service.watching() as other:
        await service.command("duel", type="core.close")
        assert [frame["version"] for frame in await feed.batches(2)] == [4, 6]
        assert (await other.batch())["version"] == 6
        assert await feed.ended()
        assert await other.ended()
    for options in ({"headers": {"Last-Event-ID": "6"}}, {"params": {"after": 6}}, {}):
        async with service.watching(**options) as feed:
            assert feed.answer.status_code == 204
    async with service.watching(params={"after": 4}) as feed:
        assert (await feed.batch())["version"] == 6
        assert await feed.ended()


async def test_what_cannot_be_watched_is_a_problem(service: Service) -> None:
    ahead = await service.refused(LIVE, params={"after": 5})
    assert (ahead["status"], ahead["code"], ahead["version"]) == (409, "position_ahead", 4)
    assert (await service.refused("/v1/encounters/brawl/live"))["code"] == "not_found"
    assert (await service.refused("/v1/encounters/NO/live"))["code"] == "not_found"
    for position in ("", "x", "-1", "1.5", "9" * 16):
        problem = await service.refused(LIVE, headers={"Last-Event-ID": position})
        assert (problem["status"], problem["code"], problem["field"]) == (400, "malformed", "Last-Event-ID")
    assert (await service.refused(LIVE, params={"since": 5}))["code"] == "invalid"
    assert (await service.refused(LIVE, speaker="nobody"))["code"] == "malformed"
    assert await service.measured('yarrow_watchers{of="encounter"}') == 0


async def test_only_the_head_of_a_stream_is_answered_at_once(service: Service) -> None:
    answer = await service.client.head(LIVE)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream")
    assert await service.measured('yarrow_watchers{of="encounter"}') == 0


async def test_watchers_are_counted_until_they_leave(service: Service) -> None:
    async with service.watching() as feed, service.watching():
        assert await service.measured('yarrow_watchers{of="encounter"}') == 2
        await service.note("hm")
        await feed.batch()
    await service.until('yarrow_live_ended_total{reason="gone"}', 2)
    assert await service.measured('yarrow_watchers{of="encounter"}') == 0
    assert await service.measured("yarrow_live_frames_total") == 2
    assert await service.measured("yarrow_live_lag_seconds_count") == 2


async def test_a_quiet_stream_shows_that_it_lives(settings: Settings) -> None:
    async with served(settings.model_copy(update={"heartbeat": 0.1})) as service:
        await service.open("duel")
        async with service.watching() as feed:
            assert (await feed.next()).comment is None
            for _ in range(3):
                beat = await feed.next()
                assert (beat.comment, beat.id, beat.event, beat.data) == ("heartbeat", "4", None, None)


async def test_a_service_that_stops_says_so_and_does_not_wait_for_a_sign_of_life(settings: Settings) -> None:
    async with served(settings.model_copy(update={"heartbeat": 300.0})) as service:
        await service.open("duel")
        async with service.watching() as feed, service.watching(params={"after": 0}) as other:
            await other.batch()
            service.server.should_exit = True
            for dropped in (await feed.dropped(), await other.dropped()):
                assert (dropped["resume"], dropped["code"]) == ("4", "stopping")


async def test_two_services_on_one_store_tell_the_same(settings: Settings) -> None:
    async with served(settings) as one, served(settings) as other:
        await one.open("duel")
        async with one.watching() as here, other.watching() as there:
            for number in range(10):
                await (one, other)[number % 2].note(f"note {number}")
            assert await here.batches(10) == await there.batches(10)
