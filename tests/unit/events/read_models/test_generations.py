"""Tests of generations: one is built alongside the live one, compared with it, and replaces it."""

import asyncio

import pytest

from events.read_models.redis_rows import ReadModel
from tests.unit.events.read_models.conftest import Killed, World, caught_up, die
from tests.unit.events.read_models.counting import Counted, CountingProjection

ENCOUNTERS = ("duel", "brawl", "chase", "siege")


class OtherShape(CountingProjection):
    """The same rows in another shape."""

    schema = 2


class Doubling(CountingProjection):
    """Another implementation of the projection: it counts each record twice."""

    def join(self, row: Counted | None, said: Counted) -> Counted:
        said.records *= 2
        return super().join(row, said)


@pytest.fixture
async def written(world: World) -> World:
    """Return a world whose store has some batches."""
    for name in ENCOUNTERS * 3:
        await world.append(name)
    return world


async def test_the_live_generation_answers_until_the_new_one_has_caught_up(written: World) -> None:
    process = written.process()
    await caught_up(process)
    new = await process.start("counting")
    assert new.number == 2
    while process.statuses["counting"].live.number == 1:
        await process.refresh()
        seen = await written.expected()
        await written.append("duel")  # lets the live generation advance past the ends that were read
        await process.step(5)
        found = await written.counted(process)
        assert all(found[name].batches[: len(row.batches)] == row.batches for name, row in seen.items())
    await caught_up(process)
    assert await written.counted(process) == await written.expected()
    outcome = process.statuses["counting"].outcome
    assert outcome is not None
    assert (outcome.generation, outcome.differing, outcome.rows) == (2, 0, 4)


async def test_who_was_killed_while_building_goes_on_where_it_was(written: World) -> None:
    process = written.process()
    await caught_up(process)
    await process.start("counting")
    await process.refresh()
    await process.step(2)
    process.store.after = die
    with pytest.raises(Killed):
        await process.step(2)
    again = written.process()
    await again.refresh()
    building = again.building("counting")
    assert building is not None
    assert building.generation == 2
    assert sum(building.at.values()) == 4
    await caught_up(again)
    assert again.statuses["counting"].live.number == 2
    assert await written.counted(again) == await written.expected()


async def test_two_who_build_the_same_build_it_once(written: World) -> None:
    one, other = written.process(), written.process()
    await caught_up(one)
    await caught_up(other)
    started = await asyncio.gather(one.start("counting"), other.start("counting"))
    assert {generation.number for generation in started} == {2}
    await asyncio.gather(caught_up(one, 3), caught_up(other, 2))
    await other.refresh()
    assert one.statuses == other.statuses
    assert one.statuses["counting"].live.number == 2
    assert await written.counted(one) == await written.expected()


async def test_rows_that_somebody_changed_are_found_and_mended(written: World) -> None:
    process = written.process()
    await caught_up(process)
    [row] = [key for key in await written.keys("yarrow:*projection:counting:1") if await has(written, key, "main duel")]
    await written.execute("HDEL", row, "main duel")
    await process.start("counting", "verify")
    await caught_up(process)
    outcome = process.statuses["counting"].outcome
    assert outcome is not None
    assert (outcome.differing, len(outcome.partitions), outcome.rows) == (1, 1, 4)
    assert process.statuses["counting"].live.number == 1
    await process.start("counting")
    await caught_up(process)
    assert await written.counted(process) == await written.expected()


async def test_an_order_that_somebody_changed_is_found(written: World) -> None:
    process = written.process()
    await caught_up(process)
    order = (await written.keys("yarrow:*projection:counting:1:by:ids:main"))[0]
    await written.execute("ZADD", order, 0, "nobody")
    await process.start("counting", "verify")
    await caught_up(process)
    outcome = process.statuses["counting"].outcome
    assert outcome is not None
    assert outcome.differing == 1


async def has(world: World, key: str, field: str) -> bool:
    return bool(await world.execute("HEXISTS", key, field))


async def test_other_code_builds_its_own_at_the_start_beside_the_live_one(written: World) -> None:
    old = written.process()
    await caught_up(old)
    new = written.process(Doubling(), code="newer")
    await new.refresh()
    standing = new.statuses["counting"]
    assert (standing.live.code, standing.building and standing.building.code) == ("code", "newer")
    await written.append("duel")
    await caught_up(new)
    assert new.statuses["counting"].live.code == "newer"
    expected = await written.expected()
    found = await written.counted(new)
    assert {name: row.batches for name, row in found.items()} == {name: row.batches for name, row in expected.items()}


async def test_older_code_that_still_runs_leaves_the_newer_generation_alone(written: World) -> None:
    old = written.process()
    await caught_up(old)
    await caught_up(written.process(code="newer"))
    await written.append("duel")
    await caught_up(old)
    assert old.live("counting") is None
    assert old.statuses["counting"].live.code == "newer"
    assert not await old.reached("counting", old.ends)
    await caught_up(written.process(code="newer"))
    assert await old.reached("counting", old.ends)
    assert await written.counted(old) == await written.expected()


async def test_a_verify_joins_what_newer_code_builds_at_its_start(written: World) -> None:
    await caught_up(written.process())
    new = written.process(code="newer")
    await new.refresh()
    begun = new.statuses["counting"].building
    assert await new.start("counting", "verify") == begun
    await caught_up(new)
    assert new.statuses["counting"].live == begun
    await written.append("duel")
    await caught_up(new)
    assert await written.counted(new) == await written.expected()


async def test_a_rebuild_makes_a_running_verify_take_the_place_of_the_live_one(written: World) -> None:
    process, other = written.process(), written.process()
    await caught_up(process)
    verifying = await process.start("counting", "verify")
    await process.refresh()
    await process.step(2)
    rebuilding = await other.start("counting")
    assert (rebuilding.number, rebuilding.purpose) == (verifying.number, "replace")
    await caught_up(process)
    standing = process.statuses["counting"]
    assert standing.live == rebuilding
    assert standing.outcome is not None
    assert (standing.outcome.generation, standing.outcome.differing) == (verifying.number, 0)


async def test_newer_code_goes_on_with_its_own_after_older_code_came_in_between(written: World) -> None:
    old = written.process()
    await caught_up(old)
    new = written.process(code="newer")
    await new.refresh()
    between = await old.start("counting", "verify")
    await new.refresh()
    assert new.statuses["counting"].building == between
    await caught_up(old)
    await written.append("duel")
    await caught_up(new)
    assert new.statuses["counting"].live.code == "newer"
    assert await written.counted(new) == await written.expected()
    await caught_up(old)
    assert old.statuses["counting"].live.code == "newer"  # the older process does not reclaim it


async def test_what_newer_code_cannot_build_leaves_the_older_one_kept_up(written: World) -> None:
    await caught_up(written.process())
    one, other = written.process(code="newer"), written.process(code="newer")
    await one.refresh()
    await other.refresh()
    building = one.statuses["counting"].building
    assert building is not None
    await written.spoil(ReadModel("counting", building.number, 0).orders)
    await caught_up(one)
    await written.append("duel")
    await caught_up(one)
    await caught_up(other)
    standing = other.statuses["counting"]
    assert (standing.live.number, standing.building, standing.last) == (1, None, building.number)
    assert await written.counted(one) == await written.expected()
    await one.start("counting")
    await caught_up(one)
    assert one.statuses["counting"].live.code == "newer"
    assert await written.counted(one) == await written.expected()


async def test_rows_of_another_shape_are_not_read(written: World) -> None:
    await caught_up(written.process())
    new = written.process(OtherShape(), code="newer")
    await new.refresh()
    assert new.statuses["counting"].live.number == 2
    assert list(new.statuses["counting"].retired) == [1]
    await caught_up(new)
    assert await written.counted(new) == await written.expected()


async def test_what_cannot_be_built_is_given_up(written: World) -> None:
    process = written.process()
    await caught_up(process)
    generation = await process.start("counting")
    await written.spoil(ReadModel("counting", generation.number, 0).orders)
    await caught_up(process)
    standing = process.statuses["counting"]
    assert (standing.live.number, standing.building, standing.outcome) == (1, None, None)
    assert await written.counted(process) == await written.expected()


async def test_projections_that_stand_apart_are_moved_on_together(written: World) -> None:
    await caught_up(written.process(CountingProjection("one")))
    await written.append("duel")
    both = written.process(CountingProjection("one"), CountingProjection("two"))
    await caught_up(both, 3)
    for name in ("one", "two"):
        assert await written.counted(both, name) == await written.expected()
