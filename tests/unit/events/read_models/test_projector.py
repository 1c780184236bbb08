"""Tests of the projector: each batch counts once and in order, despite crashes and concurrent processes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack

import pytest
import redis
from hypothesis import given
from hypothesis import strategies as st

from events.format.steps import MAX_STEP_RECORDS
from events.read_models.feed_slices import MAX_EVENTS
from events.read_models.generations import PROJECTIONS
from events.read_models.projection import FeedSlice
from events.read_models.redis_rows import ReadModel
from events.store.protocol import StoreError
from events.store.redis_store import RedisStore
from tests.unit.events.clients import client_of
from tests.unit.events.read_models.conftest import PARTITIONS, Killed, Process, World, caught_up, die
from tests.unit.events.read_models.counting import Counted, CountingProjection

ENCOUNTERS = ("duel", "brawl", "chase", "siege")


async def test_every_batch_is_counted(world: World) -> None:
    for number in range(30):
        await world.append(f"fight-{number % 7}", count=number % 4 + 1, tenant=("main", "guild")[number % 2])
    process = world.process()
    await caught_up(process)
    assert await world.counted(process) == await world.expected()
    await world.append("fight-1")
    await caught_up(process)
    assert await world.counted(process) == await world.expected()


@pytest.mark.parametrize("most", [1, 2, 7])
async def test_small_steps_lead_to_the_same_rows(world: World, most: int) -> None:
    for number in range(40):
        await world.append(f"fight-{number % 5}")
    whole, cut = world.process(CountingProjection("whole")), world.process(CountingProjection("cut"))
    await caught_up(whole)
    await caught_up(cut, most)
    for partition in range(PARTITIONS):
        [one], [other] = [
            await process.store.contents([ReadModel(name, 1, partition)]) or []
            for process, name in ((whole, "whole"), (cut, "cut"))
        ]
        assert one == other
        assert one.digest() == other.digest()


class Sized(CountingProjection):
    """A projection that notes how many records it gathers at once."""

    def __init__(self) -> None:
        super().__init__("sized")
        self.gathered: list[list[int]] = []

    def gather(self, stretches: Iterable[FeedSlice]) -> dict[str, Counted]:
        found = list(stretches)
        self.gathered.append([len(one.records) for one in found])
        return super().gather(found)


async def test_a_step_reads_few_events_and_gathers_fewer_at_once(world: World) -> None:
    sizes = [1, 30, 90, 250, 7, 300] * 8
    for number, size in enumerate(sizes):
        await world.append(f"fight-{number % 5}", count=size)
    sized = Sized()
    process = world.process(sized)
    await process.refresh()
    steps = 0
    while await process.step():
        read = sum(map(sum, sized.gathered[steps:]))
        assert 0 < read <= MAX_EVENTS
        steps = len(sized.gathered)
    assert sorted(size for portion in sized.gathered for size in portion) == sorted(sizes)
    assert all(len(portion) == 1 or sum(portion) <= MAX_STEP_RECORDS for portion in sized.gathered)
    assert max(map(len, sized.gathered)) > 1
    assert await world.counted(process, "sized") == await world.expected()


async def test_whoever_starts_again_goes_on_from_the_checkpoints(world: World) -> None:
    await world.append("duel")
    await caught_up(world.process())
    await world.append("duel")
    again = world.process()
    await again.refresh()
    assert await again.step() == 1
    assert await world.counted(again) == await world.expected()


async def test_a_connection_that_breaks_loses_and_doubles_nothing(world: World) -> None:
    process = world.process()
    for _ in range(5):
        await world.append("duel")
        await process.refresh()
        await client_of(world.store).client_kill_filter(_type="normal", skipme=True)
        try:
            await process.step()
        except StoreError:
            await process.refresh()
            await process.step()
    await caught_up(process)
    assert await world.counted(process) == await world.expected()


async def test_a_server_that_has_forgotten_the_script_is_told_it_again(world: World) -> None:
    process = world.process()
    for _ in range(3):
        await world.append("duel")
        await client_of(world.store).script_flush()
        await caught_up(process)
    assert await world.counted(process) == await world.expected()


async def test_of_two_who_count_the_same_one_moves_on(world: World) -> None:
    first, second = world.process(), world.process()
    for number in range(60):
        await world.append(f"fight-{number % 9}")
        if number % 3 == 0:
            await asyncio.gather(first.refresh(), second.refresh())
            await asyncio.gather(first.step(4), second.step(3))
    await asyncio.gather(caught_up(first), caught_up(second))
    assert await world.counted(first) == await world.expected()
    assert first.projector.applied["counting"] + second.projector.applied["counting"] == 60


async def test_a_model_that_is_gone_is_made_again(world: World) -> None:
    for number in range(12):
        await world.append(f"fight-{number % 4}")
    process = world.process()
    await caught_up(process)
    for key in await world.keys("yarrow:*projection:counting:1"):
        await client_of(world.store).delete(key)
    assert await world.keys("yarrow:*projection:counting:1") == []
    again = world.process()
    await caught_up(again)
    await world.append("fight-1")
    await caught_up(process)  # its cached position is outdated
    assert await world.counted(process) == await world.expected()


async def test_a_partition_in_which_it_cannot_go_on_keeps_no_other_from_it(world: World) -> None:
    for name in ENCOUNTERS * 3:
        await world.append(name)
    process = world.process()
    await caught_up(process)
    before = await world.expected()
    broken = 1
    await world.spoil(ReadModel("counting", 1, broken).rows)
    for name in ENCOUNTERS * 2:
        await world.append(name)
    await process.refresh()
    while await process.step():
        pass
    follower = process.live("counting")
    assert follower is not None
    assert follower.stuck == {broken}
    feed = {entry.stream.encounter for entry in await world.store.read_feed(broken, limit=100)}
    assert 0 < len(feed) < len(before)
    await process.start("counting")
    await caught_up(process)
    assert await world.counted(process) == await world.expected()
    outcome = process.statuses["counting"].outcome
    assert outcome is not None
    assert outcome.partitions == (broken,)
    assert outcome.differing > 0


async def test_a_stream_that_lost_events_is_counted_as_far_as_it_goes(world: World) -> None:
    for name in ENCOUNTERS:
        await world.append(name, count=5)
    [events] = await world.keys("yarrow:*events:main:duel")
    await client_of(world.store).xdel(events, "3-0")
    process = world.process()
    await caught_up(process)
    found = await world.counted(process)
    assert found["main duel"].records == 2
    assert {name: row.records for name, row in found.items() if name != "main duel"} == {
        f"main {name}": 5 for name in ENCOUNTERS if name != "duel"
    }


async def test_entries_that_a_feed_lost_are_missed_and_the_rest_is_counted(world: World) -> None:
    for _ in range(6):
        await world.append("duel")
    [feed] = await world.keys("yarrow:*feed")
    await client_of(world.store).xdel(feed, "2-0", "3-0")
    process = world.process()
    await process.refresh()
    process.ends[int(feed.split("{")[1].split("}")[0])] = 6  # the end of the feed before the deletion
    await process.step()
    assert process.projector.missing == 2
    assert (await world.counted(process))["main duel"].batches == [(1, 2), (7, 8), (9, 10), (11, 12)]


@pytest.mark.parametrize(
    ("read_is_kept", "level"), [(True, "ERROR"), (False, "WARNING")], ids=["acknowledged", "perhaps not acknowledged"]
)
async def test_a_store_that_went_back_in_time_is_counted_anew(
    world: World, caplog: pytest.LogCaptureFixture, read_is_kept: bool, level: str
) -> None:
    for _ in range(4):
        await world.append("duel")
    process = world.process(read_is_kept=read_is_kept)
    await caught_up(process)
    for key in await world.keys("yarrow:*"):
        if "projection" not in key and key != "yarrow:partitions":
            await client_of(world.store).delete(key)
    world = World(world.store, world._stack)
    await world.append("brawl")
    await process.refresh()
    await process.rebuild_lost()
    assert [record.levelname for record in caplog.records] == [level]
    await caught_up(process)
    assert await world.counted(process) == await world.expected()
    assert set(await world.expected()) == {"main brawl"}


async def test_nothing_is_left_of_what_was_retired(world: World) -> None:
    for name in ENCOUNTERS:
        await world.append(name)
    process = world.process()
    await caught_up(process)
    await process.start("counting")
    await caught_up(process)
    assert list(process.statuses["counting"].retired) == [1]
    await process.remove("counting", 1)
    await process.refresh()
    assert list(process.statuses["counting"].retired) == []
    assert await world.keys("yarrow:*projection:counting:1*") == []
    assert await world.counted(process) == await world.expected()
    assert await world.execute("HLEN", PROJECTIONS) == 1


# Actions that may occur in any order; the numbers choose an encounter, or the amount of work per step.
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(0, 3)),
        st.tuples(st.sampled_from(("step", "other", "overtaken", "killed_before", "killed_after")), st.integers(1, 5)),
        st.tuples(st.sampled_from(("rebuild", "verify", "clear")), st.just(0)),
    ),
    max_size=40,
)


@given(happenings)
def test_any_course_of_events_counts_every_batch_once(redis_url: str, course: list[tuple[str, int]]) -> None:
    url = f"{redis_url}?db=15"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    asyncio.run(_played(url, course))


async def _played(url: str, course: list[tuple[str, int]]) -> None:
    store = await RedisStore.open(url, partitions=PARTITIONS, acknowledge="memory")
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        world = World(store, stack)
        one, other = world.process(), world.process()
        for what, number in course:
            one = await _happens(world, one, other, what, number)
        await caught_up(one)
        await caught_up(other)
        for process in (one, other):
            assert await world.counted(process) == await world.expected()
        for standing in one.statuses.values():
            assert standing.outcome is None or standing.outcome.differing == 0


async def _happens(world: World, one: Process, other: Process, what: str, number: int) -> Process:
    async def both(first: Process, before: Callable[[], Awaitable[object]] | None = None) -> None:
        await first.refresh()
        first.store.before = before
        await first.step(number)
        first.store.before = None

    match what:
        case "append":
            await world.append(ENCOUNTERS[number])
        case "step":
            await both(one)
        case "other":
            await both(other)
        case "overtaken":
            await both(one, lambda: both(other))
        case "killed_before" | "killed_after":
            await one.refresh()
            setattr(one.store, what.removeprefix("killed_"), die)
            try:
                await one.step(number)
            except Killed:
                return world.process()
            one.store.before = one.store.after = None
        case "rebuild" | "verify":
            await one.refresh()
            await one.start("counting", "replace" if what == "rebuild" else "verify")
        case "clear":
            await one.refresh()
            for retired in one.statuses["counting"].retired:
                await one.remove("counting", retired)
    return one
