"""Tests that the Python client's live feeds return each batch once and in order, whatever connections break."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.clients.relay import relay_to
from tests.program import serving
from tests.servers import free_ports
from yarrow_client import Batch, Conflict, Encounter, HistoryDiffers, NotFound, Unreachable, Witness, Yarrow

PAIR = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]


async def play(fight: Encounter, notes: int, pause: float = 0.0) -> None:
    """Send commands, some with a private part for the narrator, and close the encounter."""
    for number in range(notes):
        secret: dict[str, Any] = {"secret": f"Nobody hears {number}."} if number % 3 == 0 else {}
        await fight.command("core.note", text=f"Drum {number}.", **secret)
        await asyncio.sleep(pause)
    await fight.command("core.close")


async def watched(batches: AsyncIterator[Batch]) -> list[Batch]:
    return [batch async for batch in batches]


async def assert_whole(fight: Encounter, batches: list[Batch], after: int = 0) -> None:
    """Assert that the batches are the stream after a version, each once and in order."""
    seen = [event for batch in batches for event in batch.events]
    assert [event.version for event in seen] == list(range(after + 1, await fight.version() + 1))
    assert seen == [event async for event in fight.events(after)]
    assert all(batch.first == batch.events[0].version and batch.version == int(batch.position) for batch in batches)


@pytest.fixture
async def yarrow(url: str) -> AsyncIterator[Yarrow]:
    async with Yarrow(url) as yarrow:
        yield yarrow


async def test_a_watch_tells_what_was_and_what_happens_and_ends_with_the_encounter(yarrow: Yarrow) -> None:
    fight = await yarrow.open("s3", combatants=PAIR)
    watching = asyncio.create_task(watched(fight.watch(after=0)))
    spectator = asyncio.create_task(watched(fight.speaking("spectator").watch(after=2)))
    await play(fight, 12)
    await assert_whole(fight, await watching)
    await assert_whole(fight.speaking("spectator"), await spectator, after=2)


async def test_a_watch_without_a_position_begins_now(url: str, yarrow: Yarrow) -> None:
    fight = await yarrow.open("s3", combatants=PAIR)
    before = await fight.version()
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}") as over_the_relay:
        watching = asyncio.create_task(watched(over_the_relay.encounter(fight.id).watch()))
        await relay.until_watched()
        await play(fight, 3)
        await assert_whole(fight, await watching, after=before)


async def test_connections_that_break_lose_and_double_nothing(url: str, yarrow: Yarrow) -> None:
    fight = await yarrow.open("s3", combatants=PAIR)
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}") as over_the_relay:
        elsewhere = over_the_relay.encounter(fight.id)
        witness = Witness()
        watching = asyncio.create_task(watched(elsewhere.watch(after=0)))
        witnessing = asyncio.create_task(watched(elsewhere.watch(witness=witness)))
        playing = asyncio.create_task(play(fight, 40, 0.05))
        while not playing.done():
            await asyncio.sleep(0.15)
            relay.cut()
        await playing
        await assert_whole(fight, await watching)
        await assert_whole(fight, await witnessing)
        assert relay.connections > 6
    assert (witness.version, witness.hash.hex()) == (await fight.version(), (await fight.audit()).hash)


async def test_a_replay_over_connections_that_break_is_whole(url: str, yarrow: Yarrow) -> None:
    fight = await yarrow.open("s3", combatants=PAIR)
    await play(fight, 12, 0.002)
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}") as over_the_relay:
        again = []
        async for batch in over_the_relay.encounter(fight.id).replay(speed=0.001, most_pause=0.25):
            again.append(batch)
            if len(again) % 3 == 0:
                relay.cut()
        await assert_whole(fight, again)
        assert relay.connections > 3
    spectator = fight.speaking("spectator")
    await assert_whole(spectator, await watched(spectator.replay(3, speed=0)), after=2)


async def test_all_encounters_are_watched_at_once_and_resumed(url: str, yarrow: Yarrow) -> None:
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}") as over_the_relay:
        batches = over_the_relay.watch(ruleset="s3")
        waiting = asyncio.ensure_future(anext(batches))
        await relay.until_watched()
        fights = [await yarrow.open("s3", combatants=PAIR) for _ in range(3)]
        seen = [await waiting]
        playing = asyncio.gather(*(play(fight, 10, 0.05) for fight in fights))
        while sum(batch.events[-1].type == "core.encounter_closed" for batch in seen) < len(fights):
            if len(seen) % 9 == 0:
                relay.cut()
            seen.append(await anext(batches))
        await playing
        behind = yarrow.watch(seen[0].position, ruleset="s3")
        again = [seen[0], *[await anext(behind) for _ in seen[1:]]]
    for fight in fights:  # the order of events is defined only within an encounter
        stream = [event async for event in fight.events()]
        for watched_ones in (seen, again):
            own = [batch for batch in watched_ones if batch.encounter == fight.id]
            assert [event for batch in own for event in batch.events] == stream


async def test_a_service_that_restarts_is_watched_on(tmp_path: Path) -> None:
    port = str(free_ports(1)[0])
    with ExitStack() as first, ExitStack() as second:
        url = await asyncio.to_thread(first.enter_context, serving(tmp_path, "--port", port))
        async with Yarrow(url, patience=60) as yarrow:
            fight = await yarrow.open("s3", combatants=PAIR)
            batches = fight.watch(after=0)
            seen = [await anext(batches)]
            await asyncio.to_thread(first.close)
            waiting = asyncio.create_task(watched(batches))
            assert await asyncio.to_thread(second.enter_context, serving(tmp_path, "--port", port)) == url
            await play(fight, 5)
            await assert_whole(fight, seen + await waiting)
            await asyncio.to_thread(second.close)


async def test_a_position_that_the_service_does_not_have_is_a_conflict(yarrow: Yarrow) -> None:
    fight = await yarrow.open("s3", combatants=PAIR)
    with pytest.raises(Conflict):
        await anext(fight.watch(after=1000))
    with pytest.raises(NotFound):
        await anext(yarrow.encounter("nowhere").watch(after=0))


async def test_a_witness_stops_a_watch_of_another_history(yarrow: Yarrow) -> None:
    fight, other = await yarrow.open("s3", combatants=PAIR), await yarrow.open("s3", combatants=PAIR)
    witness = await fight.verify(Witness())
    await play(other, 1)
    with pytest.raises(HistoryDiffers):
        await watched(other.watch(witness=witness))


async def test_a_watch_gives_up_when_nobody_answers_for_as_long_as_its_patience(url: str, yarrow: Yarrow) -> None:
    fight = await yarrow.open("s3", combatants=PAIR)
    async with relay_to(url) as relay, Yarrow(f"http://127.0.0.1:{relay.port}", patience=0.5) as impatient:
        batches = impatient.encounter(fight.id).watch(after=0)
        await anext(batches)
        relay.away = True
        relay.cut()
        with pytest.raises(Unreachable):
            await anext(batches)
