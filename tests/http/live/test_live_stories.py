"""Tests of the story beside batches, in live frames and in the responses to commands: it is that of the encounter."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from unittest.mock import patch

import pytest

from service.encounters.reading.open_exchanges import OpenExchanges
from service.encounters.reading.story_teller import StoryTeller
from service.settings import Settings
from tests.http.live.test_live_tables import FIGHT, SPEAKERS, give
from tests.http.live.test_socket import talking
from tests.live import Service, served


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service with a duel of four events."""
    async with served(settings) as service:
        await service.open("duel")
        yield service


async def story(service: Service, speaker: str, batch: Any) -> Any:
    """Return what the story tells of a batch, as a client reads it afterwards."""
    query = {"after": batch["first"] - 1, "at": batch["version"]}
    answer = await service.client.get("/v1/encounters/duel/story", params=query, headers={"Yarrow-As": speaker})
    assert answer.is_success, answer.text
    return answer.json()["entries"]


@pytest.mark.parametrize("speaker", SPEAKERS)
async def test_the_story_of_each_batch_is_that_of_the_encounter(service: Service, speaker: str) -> None:
    async with service.watching(speaker=speaker, params={"story": True}) as feed:
        frames = []
        for command in FIGHT:
            await give(service, command)
            frames.append(await feed.batch())
    assert [frame["story"] for frame in frames] == [await story(service, speaker, frame) for frame in frames]
    assert all(frame["story"] for frame in frames)


async def test_a_watch_that_resumes_within_a_batch_is_told_the_rest_of_it(service: Service) -> None:
    for command in FIGHT[:4]:
        await give(service, command)
    async with service.watching(params={"story": True, "after": 0}) as feed:
        whole = await feed.batch()
    async with service.watching(params={"story": True, "after": 1}) as feed:
        rest = await feed.batch()
    assert rest["story"] == [entry for entry in whole["story"] if entry["version"] > 1]


async def test_a_socket_sends_the_story_too_and_both_beside_the_table(service: Service) -> None:
    query = "?table=true&story=true"
    async with talking(service, query=query) as socket:
        await socket.say({"type": "s3.begin_round"})
        frame = await socket.of("batch")
    assert frame["table"]
    assert frame["story"] == await story(service, "narrator", frame)


async def test_without_being_asked_a_frame_has_no_story(service: Service) -> None:
    async with service.watching() as feed, talking(service, query="?story=false") as socket:
        await service.note("Rain begins.")
        assert "story" not in await feed.batch()
        assert "story" not in await socket.of("batch")
    problem = await service.refused("/v1/encounters/duel/live?story=perhaps")
    assert (problem["code"], problem["errors"][0]["field"]) == ("invalid", "story")


async def test_one_telling_serves_all_who_see_the_same(service: Service) -> None:
    telling = patch.object(StoryTeller, "told", autospec=True, side_effect=StoryTeller.told)
    async with AsyncExitStack() as stack:
        feeds = [await stack.enter_async_context(service.watching(params={"story": True})) for _ in range(20)]
        other = await stack.enter_async_context(service.watching(speaker="spectator", params={"story": True}))
        told = stack.enter_context(telling)
        await give(service, FIGHT[0])
        frames = [await feed.batch() for feed in feeds]
        await other.batch()
    assert told.call_count == 2
    assert all(frame == frames[0] for frame in frames)


async def test_a_watch_that_follows_is_told_each_batch_without_those_before_it(service: Service) -> None:
    seeking = patch.object(OpenExchanges, "beginning", autospec=True, side_effect=OpenExchanges.beginning)
    async with service.watching(params={"story": True}) as feed:
        with seeking as sought:
            for command in FIGHT:
                await give(service, command)
                await feed.batch()
    assert sought.call_count == 1


@pytest.mark.parametrize("speaker", ["narrator", "player:ogre"])
async def test_the_response_to_a_command_has_the_story_of_its_batch_if_preferred(
    service: Service, speaker: str
) -> None:
    for command in FIGHT[:3]:
        await give(service, command)
    headers = {"Yarrow-As": speaker, "Prefer": "story, respond-async", "Idempotency-Key": "one"}
    for _ in range(2):  # a retry is told the same
        answer = await service.client.post("/v1/encounters/duel/commands", json={"command": FIGHT[3]}, headers=headers)
        assert answer.headers["preference-applied"] == "story"
        found = answer.json()
        assert found["story"] == await story(service, speaker, found)
        assert found["story"][0]["level"] == 1
    plain = await service.client.post(
        "/v1/encounters/duel/commands", json={"command": {"type": "core.note", "text": "Rain."}}
    )
    assert "story" not in plain.json()
    checked = await service.client.post(
        "/v1/encounters/duel/commands",
        json={"command": {"type": "core.note", "text": "Rain."}},
        headers={"Prefer": "check, story"},
    )
    assert checked.headers["preference-applied"] == "check"
    assert "story" not in checked.json()
