"""The consumer: moves read models on behind the feeds, each batch once in effect, whoever else does the same.

It keeps nothing that it could not lose. A model's checkpoint and its rows move in one script, which turns away whoever
has read them at another checkpoint: of two consumers one moves the model on and the other looks again. Killed between
reading and writing, it has written nothing.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from events.read_models.feed_slices import FeedSliceReader, PartitionSlices, Position
from events.read_models.projection import Projection, encode_row
from events.read_models.redis_rows import Move, OrderChange, ReadModel, ReadModelStore
from events.store.connection import pack
from events.store.keys import feed_key
from events.store.protocol import StoreDamaged

MAX_BATCHES_PER_STEP: Final = 100
"""Batches of a step; their events are decoded in one go, which nobody should feel."""
MIN_BATCHES_PER_PARTITION: Final = 25
"""Batches that a step takes of one partition that has so many: together they cost it each row that they change once."""

_log = logging.getLogger(__name__)


class Follower:
    """One generation of a projection behind the feeds: where it stands in each partition, as far as is known here.

    ``stuck`` are the partitions in which it cannot go on.
    """

    def __init__(self, projection: Projection[Any], generation: int, at: Mapping[int, int | StoreDamaged]) -> None:
        self.projection = projection
        self.generation = generation
        self.at = {partition: 0 if isinstance(one, StoreDamaged) else one for partition, one in at.items()}
        self.stuck = {partition for partition, one in at.items() if isinstance(one, StoreDamaged)}

    def __str__(self) -> str:
        return f"generation {self.generation} of {self.projection.name}"

    def model(self, partition: int) -> ReadModel:
        """Its part that lies in a partition."""
        return ReadModel(self.projection.name, self.generation, partition)

    def behind(self, ends: Mapping[int, int]) -> int:
        """How many batches it has still to take."""
        return sum(max(0, end - self.at[partition]) for partition, end in ends.items())

    def reached(self, ends: Mapping[int, int]) -> bool:
        """Whether it stands at these ends, or behind nothing that it could take."""
        return all(self.at[partition] >= end or partition in self.stuck for partition, end in ends.items())


class _Collected(NamedTuple):
    """What a follower takes of what a feed announces: what it says, by field."""

    follower: Follower
    at: Position
    to: int
    said: dict[str, Any]


class Projector:
    """Moves followers on.

    ``applied`` counts batches by projection, ``missing`` the entries that feeds have lost; ``worked`` is for how many
    seconds it has kept everybody else waiting.
    """

    def __init__(self, models: ReadModelStore, announcements: FeedSliceReader) -> None:
        self.models = models
        self.announcements = announcements
        self.applied: Counter[str] = Counter()
        self.missing = 0
        self.worked = 0.0

    async def follower(self, projection: Projection[Any], generation: int) -> Follower:
        """A follower where its generation stands."""
        partitions = range(self.announcements.partitions)
        return Follower(projection, generation, await self.models.checkpoints(projection.name, generation, partitions))

    async def step(
        self, followers: Sequence[Follower], ends: Mapping[int, int], most: int = MAX_BATCHES_PER_STEP
    ) -> int:
        """Move followers on towards the ends of the feeds, by some batches of some partitions; gives how many.

        What two of them need is read and decoded once for both, where they stand at the same place.
        """
        due: dict[Position, list[Follower]] = {}
        for follower in followers:
            for partition, end in ends.items():
                if follower.at[partition] < end and partition not in follower.stuck:
                    due.setdefault(Position(partition, follower.at[partition]), []).append(follower)
        # The partition that has the most to come goes first; a follower that lags meets the others on its way.
        in_turn = sorted(due, key=lambda at: at.number - ends[at.partition])
        if not in_turn:
            return 0
        page, room = max(MIN_BATCHES_PER_PARTITION, most // len(in_turn)), most
        chosen: dict[Position, int] = {}
        for at in in_turn:
            if room > 0:
                chosen[at] = min(page, room, ends[at.partition] - at.number)
                room -= chosen[at]
        announced = await self.announcements.behind(chosen)
        taken = []
        for at, news in announced.items():
            self._miss(at, news)
            began = perf_counter()
            taken += [found for follower in due[at] if (found := _collect(follower, at, news)) is not None]
            self.worked += perf_counter() - began
            await asyncio.sleep(0)  # nobody else waits for more than one partition
        await self._move(taken)
        return sum(len(news.stretches) for news in announced.values())

    async def _move(self, taken: Sequence[_Collected]) -> None:
        """Join what was said to the rows that stand, and write both with the checkpoint."""
        wanted = [(one.follower.model(one.at.partition), list(one.said)) for one in taken if one.said]
        found = iter(await self.models.rows(wanted))
        moves, movers = [], []
        began = perf_counter()
        for one in taken:
            stored = next(found) if one.said else []
            if isinstance(stored, StoreDamaged):
                _mark_stuck(one, stored)
                continue
            try:
                moves.append(_move_of(one, stored))
            except Exception:
                _mark_stuck(one)
            else:
                movers.append(one)
        self.worked += perf_counter() - began
        for one, moved in zip(movers, await self.models.apply(moves), strict=True):
            if isinstance(moved, StoreDamaged):
                _mark_stuck(one, moved)
                continue
            one.follower.at[one.at.partition] = moved.stands
            if moved.moved:
                self.applied[one.follower.projection.name] += one.to - one.at.number

    def _miss(self, at: Position, news: PartitionSlices) -> None:
        if news.missing:
            self.missing += news.missing
            _log.error("%s has lost %d entries behind %d.", feed_key(at.partition), news.missing, at.number)

    async def went_back(self, follower: Follower, ends: Mapping[int, int]) -> list[int]:
        """The partitions whose feeds end before the follower's checkpoint: the store has lost history."""
        ahead = [partition for partition, end in ends.items() if follower.at[partition] > end]
        lasts = await self.models.ask([pack("XREVRANGE", feed_key(one), "+", "-", "COUNT", 1) for one in ahead])
        numbers = (int(last[0][0].partition(b"-")[0]) if last else 0 for last in lasts)
        return [one for one, number in zip(ahead, numbers, strict=True) if number < follower.at[one]]


def _collect(follower: Follower, at: Position, news: PartitionSlices) -> _Collected | None:
    try:
        return _Collected(follower, at, news.to, follower.projection.gather(news.stretches))
    except Exception:
        _mark_stuck(_Collected(follower, at, news.to, {}))
        return None


def _mark_stuck(one: _Collected, error: Exception | None = None) -> None:
    """Leave a partition alone in which a projection cannot go on, so that all others do."""
    first = not one.follower.stuck
    one.follower.stuck.add(one.at.partition)
    _log.error(
        "%s cannot go on in partition %d behind %d; rebuild it.",
        *(one.follower, one.at.partition, one.at.number),
        exc_info=(error or True) if first else None,
    )


def _move_of(one: _Collected, stored: Iterable[bytes | None]) -> Move:
    """The move of a follower over what it has taken."""
    projection = one.follower.projection
    rows: dict[str, bytes] = {}
    changes: list[OrderChange] = []
    model = one.follower.model(one.at.partition)
    for (field, said), bytes_before in zip(one.said.items(), stored, strict=True):
        before = None if bytes_before is None else projection.decode(bytes_before)
        stood = set() if before is None else set(projection.places(field, before))
        row = projection.join(before, said)
        stands = set(projection.places(field, row))
        rows[field] = encode_row(row)
        for places, add in ((stood - stands, False), (stands - stood, True)):
            changes += [OrderChange(model.order(place.order, place.tenant), add, place.member) for place in places]
    return Move(model, one.at.number, one.to, rows, changes)
