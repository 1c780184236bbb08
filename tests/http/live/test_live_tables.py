"""Tests of differences beside batches: applied to the table before, they give the table after the batch."""

import asyncio
import threading
from collections.abc import AsyncIterator, Generator, Mapping
from contextlib import AsyncExitStack
from typing import Any
from unittest.mock import patch

import jsonpatch
import pytest

from domain.ruleset.table import changes
from domain.ruleset.table import table as draw
from domain.ruleset.table.changes import table_changes
from service.live.frames import table_feed
from service.settings import Settings
from tests.http.live.test_socket import talking
from tests.live import Service, served
from tests.waiting import PATIENCE

FIGHT: tuple[dict[str, Any], ...] = (
    {"type": "s3.begin_round"},
    {"type": "core.join", "template": "guard", "id": "shadow", "secret": True},
    {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell", "order": "pc_first"},
    {"type": "s3.attack", "actor": "ogre", "target": "bell", "weapon": "unarmed"},
    {"type": "core.answer", "answer": {"skill": "evasion"}},
    {"type": "core.rewind", "to": 4},
)
SPEAKERS = ("narrator", "player:bell", "spectator")


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service with a duel of four events."""
    async with served(settings) as service:
        await service.open("duel")
        yield service


async def table(service: Service, speaker: str = "narrator", **query: Any) -> Any:
    answer = await service.client.get("/v1/encounters/duel/table", params=query, headers={"Yarrow-As": speaker})
    assert answer.is_success, answer.text
    return answer.json()


async def give(service: Service, command: Mapping[str, Any]) -> None:
    """Send a command of the fight; an answer goes to the open prompt."""
    prompts = [*(await table(service))["awaits"]]
    await service.command("duel", **command, **({"prompt": prompts[0]} if "answer" in command else {}))


def patched(shown: Any, frame: Mapping[str, Any]) -> Any:
    """Return a table after the changes of a frame."""
    for change in frame.get("table", ()):
        shown = jsonpatch.apply_patch(shown, change["patch"])
    return shown


@pytest.mark.parametrize("speaker", SPEAKERS)
async def test_the_changes_of_each_batch_give_the_table_after_it(service: Service, speaker: str) -> None:
    shown = await table(service, speaker)
    async with service.watching(speaker=speaker, params={"table": True}) as feed:
        for command in FIGHT:
            await give(service, command)
            frame = await feed.batch()
            shown = patched(shown, frame)
            assert shown == await table(service, speaker, at=frame["version"])
            assert [one["version"] for one in frame["table"]] == sorted({one["version"] for one in frame["table"]})
            assert frame["table"][-1]["version"] == frame["version"]


async def test_a_feed_with_tables_says_in_which_language_they_are(service: Service) -> None:
    opening = {"ruleset": "ticks", "id": "brawl", "combatants": [{"template": "iris"}, {"template": "bruno"}]}
    assert (await service.client.post("/v1/encounters", json=opening)).status_code == 201
    for preferred, language in (("de-AT", "de"), ("fr", "en")):
        for wanted in (True, False):
            async with service.watching(
                "/v1/encounters/brawl/live", headers={"Accept-Language": preferred}, params={"table": wanted}
            ) as feed:
                assert feed.answer.headers.get("content-language") == (language if wanted else None)
                varies = feed.answer.headers.get("vary", "").split(", ")
                assert ("Accept-Language" in varies) is wanted


async def test_a_client_resumes_within_a_batch_and_from_the_beginning(service: Service) -> None:
    for command in FIGHT[:3]:
        await give(service, command)
    newest = await table(service)
    for after in range(newest["version"]):
        shown = await table(service, at=after) if after else {}
        async with service.watching(params={"table": True, "after": after}) as feed:
            while shown.get("version") != newest["version"]:
                shown = patched(shown, await feed.batch())
        assert shown == newest, after


async def test_a_socket_sends_them_too(service: Service) -> None:
    shown = await table(service)
    async with talking(service, query="?table=true") as socket:
        await socket.say({"type": "s3.begin_round"})
        frame = await socket.of("batch")
    assert patched(shown, frame) == await table(service)


async def test_without_being_asked_a_frame_has_none(service: Service) -> None:
    async with service.watching() as feed, talking(service, query="?table=false") as socket:
        await service.note("Rain begins.")
        assert "table" not in await feed.batch()
        assert "table" not in await socket.of("batch")


async def test_a_bad_parameter_is_named(service: Service) -> None:
    problem = await service.refused("/v1/encounters/duel/live?table=perhaps")
    assert (problem["code"], problem["errors"][0]["field"]) == ("invalid", "table")
    async with talking(service, query="?table=perhaps") as socket:
        message = await socket.next()
    assert (message["code"], message["errors"][0]["field"]) == ("invalid", "table")


async def test_one_drawing_serves_all_who_see_the_same(service: Service) -> None:
    async with AsyncExitStack() as stack:
        feeds = [await stack.enter_async_context(service.watching(params={"table": True})) for _ in range(20)]
        other = await stack.enter_async_context(service.watching(speaker="spectator", params={"table": True}))
        drawn = stack.enter_context(patch.object(table_feed, "table_changes", wraps=table_changes))
        await give(service, FIGHT[0])
        frames = [await feed.batch() for feed in feeds]
        await other.batch()
    assert drawn.call_count == 2
    assert all(frame == frames[0] for frame in frames)


async def test_a_caller_watches_the_tables_of_any_number_of_encounters(service: Service) -> None:
    """Drawing is for all who watch, so that it holds no place of the watch that came first."""
    encounters = [f"duel-{place}" for place in range(8)]
    async with AsyncExitStack() as stack:
        feeds = []
        for encounter in encounters:
            await service.open(encounter)
            path = f"/v1/encounters/{encounter}/live"
            feeds.append(await stack.enter_async_context(service.watching(path, params={"table": True})))
        for _ in range(3):
            for encounter, feed in zip(encounters, feeds, strict=True):
                told = await service.note("Rain falls.", encounter)
                assert (await feed.batch())["table"][-1]["version"] == told["version"]


async def test_each_event_is_drawn_once_for_a_view_also_after_a_rewind(service: Service) -> None:
    """A batch starts from the table that the last one has left; only the first draws the table before it, too."""
    async with AsyncExitStack() as stack:
        feeds = [await stack.enter_async_context(service.watching(params={"table": True})) for _ in range(5)]
        drawn = stack.enter_context(patch.object(changes, "table", wraps=draw))
        for place, command in enumerate(FIGHT):
            await give(service, command)
            [events] = {len((await feed.batch())["events"]) for feed in feeds}
            assert drawn.call_count == events + (place == 0)
            drawn.reset_mock()


async def test_batches_in_quick_succession_are_drawn_one_after_another(service: Service) -> None:
    async with AsyncExitStack() as stack:
        feeds = [await stack.enter_async_context(service.watching(params={"table": True})) for _ in range(10)]
        drawn = stack.enter_context(patch.object(changes, "table", wraps=draw))
        await asyncio.gather(*(service.note(f"note {number}") for number in range(8)))
        told = [[await feed.batch() for _ in range(8)] for feed in feeds]
    assert drawn.call_count == sum(len(frame["events"]) for frame in told[0]) + 1
    assert all(frames == told[0] for frames in told)


async def test_a_watch_without_tables_waits_for_no_drawing(service: Service) -> None:
    may_draw = threading.Event()

    def drawing(*arguments: Any, **more: Any) -> Generator[None, None, changes.Changes]:
        may_draw.wait(PATIENCE)
        return (yield from table_changes(*arguments, **more))

    async with service.watching(params={"table": True}) as feed, service.watching() as plain:
        with patch.object(table_feed, "table_changes", drawing):
            told = await service.note("Rain falls.")
            assert "table" not in await plain.batch()
            may_draw.set()
            assert (await feed.batch())["table"][-1]["version"] == told["version"]


async def test_a_client_that_catches_up_costs_the_others_no_drawing(service: Service) -> None:
    for command in FIGHT[:2]:
        await give(service, command)
    async with service.watching(params={"table": True}) as feed:
        await give(service, FIGHT[2])
        await feed.batch()
        async with service.watching(params={"table": True, "after": 4}) as late:
            await late.batches(3)
        with patch.object(changes, "table", wraps=draw) as drawn:
            await give(service, FIGHT[3])
            assert drawn.call_count <= len((await feed.batch())["events"])


async def test_when_the_last_watch_has_ended_no_table_is_kept(service: Service) -> None:
    async with service.watching(params={"table": True}) as feed:
        await give(service, FIGHT[0])
        await feed.batch()
    await service.until('yarrow_watchers{of="encounter"}', 0.0)
    async with service.watching(params={"table": True}) as feed:
        with patch.object(changes, "table", wraps=draw) as drawn:
            await give(service, FIGHT[1])
            events = len((await feed.batch())["events"])
    assert drawn.call_count == events + 1


async def test_a_view_whose_table_was_evicted_is_drawn_again(service: Service) -> None:
    speakers = [f"player:one-{place}" for place in range(3)]
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(table_feed, "MAX_TABLES", 2))
        feeds = [
            (speaker, await stack.enter_async_context(service.watching(speaker=speaker, params={"table": True})))
            for speaker in speakers
        ]
        shown = {speaker: await table(service, speaker) for speaker in speakers}
        for command in FIGHT[:3]:
            await give(service, command)
            for speaker, feed in feeds:
                shown[speaker] = patched(shown[speaker], await feed.batch())
                assert shown[speaker] == await table(service, speaker)
