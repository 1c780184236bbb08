"""The projector: updates read models from the feeds, each batch exactly once, even with concurrent projectors.

It has no state that it cannot lose. One script writes a model's rows and its checkpoint, and rejects rows that were
read at another checkpoint: of two projectors, one updates the model and the other reads again. A projector that is
killed between reading and writing has written nothing.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from events.format.steps import MAX_STEP_RECORDS
from events.read_models.feed_slices import FeedSliceReader, PartitionSlices, Position
from events.read_models.projection import FeedSlice, Projection, encode_row
from events.read_models.redis_rows import Move, OrderChange, ReadModel, ReadModelStore
from events.store.connection import pack
from events.store.keys import feed_key
from events.store.protocol import StoreDamaged

MAX_BATCHES_PER_STEP: Final = 100
"""Maximum number of batches in a step; short enough that other tasks are not delayed noticeably."""
MIN_BATCHES_PER_PARTITION: Final = 25
"""Batches that a step reads from a partition with a backlog; each row that they change is then written once."""

_log = logging.getLogger(__name__)


class Follower:
    """One generation of a projection and its last known checkpoint in each partition.

    ``stuck`` are the partitions in which it cannot continue.
    """

    def __init__(self, projection: Projection[Any], generation: int, at: Mapping[int, int | StoreDamaged]) -> None:
        self.projection = projection
        self.generation = generation
        self.at = {partition: 0 if isinstance(one, StoreDamaged) else one for partition, one in at.items()}
        self.stuck = {partition for partition, one in at.items() if isinstance(one, StoreDamaged)}

    def __str__(self) -> str:
        return f"generation {self.generation} of {self.projection.name}"

    def model(self, partition: int) -> ReadModel:
        """Return its part in one partition."""
        return ReadModel(self.projection.name, self.generation, partition)

    def lag(self, ends: Mapping[int, int]) -> int:
        """Return the number of batches that it has not processed yet."""
        return sum(max(0, end - self.at[partition]) for partition, end in ends.items())

    def reached(self, ends: Mapping[int, int]) -> bool:
        """Return whether it has processed the feeds up to these ends, except where it is stuck."""
        return all(self.at[partition] >= end or partition in self.stuck for partition, end in ends.items())


class _Collected(NamedTuple):
    """The contributions of one partition's slices to a follower's rows, by field."""

    follower: Follower
    at: Position
    to: int
    contributions: dict[str, Any]


class Projector:
    """Updates followers.

    ``applied`` counts batches by projection, ``missing`` the entries that feeds have lost.
    """

    def __init__(self, store: ReadModelStore, feeds: FeedSliceReader) -> None:
        self.store = store
        self.feeds = feeds
        self.applied: Counter[str] = Counter()
        self.missing = 0

    async def follower(self, projection: Projection[Any], generation: int) -> Follower:
        """Return a follower at the checkpoints of its generation."""
        partitions = range(self.feeds.partitions)
        return Follower(projection, generation, await self.store.checkpoints(projection.name, generation, partitions))

    async def step(
        self, followers: Sequence[Follower], ends: Mapping[int, int], limit: int = MAX_BATCHES_PER_STEP
    ) -> int:
        """Update followers by up to ``limit`` batches towards the ends of the feeds; returns the number of batches.

        Followers with the same checkpoint share reading and decoding.
        """
        due: dict[Position, list[Follower]] = {}
        for follower in followers:
            for partition, end in ends.items():
                if follower.at[partition] < end and partition not in follower.stuck:
                    due.setdefault(Position(partition, follower.at[partition]), []).append(follower)
        # The partition with the longest backlog comes first; a follower that lags catches up with the others.
        by_backlog = sorted(due, key=lambda at: at.number - ends[at.partition])
        if not by_backlog:
            return 0
        page, room = max(MIN_BATCHES_PER_PARTITION, limit // len(by_backlog)), limit
        chosen: dict[Position, int] = {}
        for at in by_backlog:
            if room > 0:
                chosen[at] = min(page, room, ends[at.partition] - at.number)
                room -= chosen[at]
        read = await self.feeds.after(chosen)
        collected = []
        for at, found in read.items():
            self._report_missing(at, found)
            for follower in due[at]:
                one = await self._collect(follower, at, found)
                if one is not None:
                    collected.append(one)
        await self._move(collected)
        return sum(len(found.slices) for found in read.values())

    async def _collect(self, follower: Follower, at: Position, found: PartitionSlices) -> _Collected | None:
        """Gather the contributions of slices, and let other tasks run after some events; None if that fails."""
        projection = follower.projection
        contributions: dict[str, Any] = {}
        try:
            for some in portions(found.slices):
                gathered = projection.gather(some)
                for field, row in gathered.items():
                    contributions[field] = projection.join(contributions[field], row) if field in contributions else row
                await asyncio.sleep(0)
        except Exception:
            _mark_stuck(_Collected(follower, at, found.to, {}))
            return None
        return _Collected(follower, at, found.to, contributions)

    async def _move(self, collected: Sequence[_Collected]) -> None:
        """Join contributions to the stored rows, and write rows and checkpoints."""
        wanted = [
            (one.follower.model(one.at.partition), list(one.contributions)) for one in collected if one.contributions
        ]
        found = iter(await self.store.rows(wanted))
        moves, movers = [], []
        for one in collected:
            stored = next(found) if one.contributions else []
            if isinstance(stored, StoreDamaged):
                _mark_stuck(one, stored)
                continue
            try:
                moves.append(_move_of(one, stored))
            except Exception:
                _mark_stuck(one)
            else:
                movers.append(one)
        for one, moved in zip(movers, await self.store.apply(moves), strict=True):
            if isinstance(moved, StoreDamaged):
                _mark_stuck(one, moved)
                continue
            one.follower.at[one.at.partition] = moved.checkpoint
            if moved.moved:
                self.applied[one.follower.projection.name] += one.to - one.at.number

    def _report_missing(self, at: Position, found: PartitionSlices) -> None:
        if found.missing:
            self.missing += found.missing
            _log.error("%s has lost %d entries after %d.", feed_key(at.partition), found.missing, at.number)

    async def rolled_back(self, follower: Follower, ends: Mapping[int, int]) -> list[int]:
        """Return the partitions whose feeds end before the follower's checkpoint: the store has lost history."""
        ahead = [partition for partition, end in ends.items() if follower.at[partition] > end]
        lasts = await self.store.execute([pack("XREVRANGE", feed_key(one), "+", "-", "COUNT", 1) for one in ahead])
        numbers = (int(last[0][0].partition(b"-")[0]) if last else 0 for last in lasts)
        return [one for one, number in zip(ahead, numbers, strict=True) if number < follower.at[one]]


def portions(slices: Iterable[FeedSlice]) -> Iterator[list[FeedSlice]]:
    """Split slices, in order, into portions of few events; a larger slice is a portion of its own."""
    portion: list[FeedSlice] = []
    room = MAX_STEP_RECORDS
    for one in slices:
        room -= len(one.records)
        if room < 0 and portion:
            yield portion
            portion, room = [], MAX_STEP_RECORDS - len(one.records)
        portion.append(one)
    if portion:
        yield portion


def _mark_stuck(one: _Collected, error: Exception | None = None) -> None:
    """Stop processing a partition in which a projection fails, so that the others continue."""
    first = not one.follower.stuck
    one.follower.stuck.add(one.at.partition)
    _log.error(
        "%s cannot continue in partition %d after %d; rebuild it.",
        *(one.follower, one.at.partition, one.at.number),
        exc_info=(error or True) if first else None,
    )


def _move_of(one: _Collected, stored: Iterable[bytes | None]) -> Move:
    """Return the move that writes a follower's contributions."""
    projection = one.follower.projection
    rows: dict[str, bytes] = {}
    changes: list[OrderChange] = []
    model = one.follower.model(one.at.partition)
    for (field, contributions), bytes_before in zip(one.contributions.items(), stored, strict=True):
        before = None if bytes_before is None else projection.decode(bytes_before)
        places_before = set() if before is None else set(projection.places(field, before))
        row = projection.join(before, contributions)
        places_after = set(projection.places(field, row))
        rows[field] = encode_row(row)
        for places, add in ((places_before - places_after, False), (places_after - places_before, True)):
            changes += [OrderChange(model.order(place.order, place.tenant), add, place.member) for place in places]
    return Move(model, one.at.number, one.to, rows, changes)
