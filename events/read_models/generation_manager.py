"""The generation manager: keeps the live generation of each projection up to date, and builds others beside it.

Its state is in Redis: any process may continue the work of another, and two may do the same work at once.
"""

import hashlib
import logging
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from events.read_models.feed_slices import FeedSliceReader
from events.read_models.generations import (
    COMPARE_AND_SET,
    PROJECTIONS,
    Generation,
    Outcome,
    ProjectionStatus,
    Purpose,
    decode_status,
    encode_status,
    initial_status,
)
from events.read_models.projection import Projection
from events.read_models.projector import MAX_BATCHES_PER_STEP, Follower, Projector
from events.read_models.redis_rows import ReadModel, ReadModelStore
from events.store.connection import pack
from events.store.protocol import StoreDamaged

_log = logging.getLogger(__name__)


class ManagedProjection(NamedTuple):
    """A projection, and the fingerprint of the code that builds it."""

    projection: Projection[Any]
    code: str


class _Comparison(NamedTuple):
    """The contents of a new generation in one partition, and the number of rows in which the live one differed."""

    checkpoint: int
    rows: int
    digest: bytes
    differing: int


class GenerationManager:
    """Manages some projections, for one task at a time.

    ``read_is_kept`` is false if a failover may lose what was read before it was acknowledged.
    """

    def __init__(
        self,
        store: ReadModelStore,
        feeds: FeedSliceReader,
        managed: Iterable[ManagedProjection],
        *,
        read_is_kept: bool = True,
    ) -> None:
        self.store = store
        self.feeds = feeds
        self.projector = Projector(store, feeds)
        self.managed: Final = {one.projection.name: one for one in managed}
        self.statuses: dict[str, ProjectionStatus] = {}
        self.ends: dict[int, int] = {}
        self._followers: dict[tuple[str, int], Follower] = {}
        self._compared: dict[tuple[str, int], dict[int, _Comparison]] = {}
        self._read_is_kept = read_is_kept
        self._started = False
        self._to_replace: set[str] = set()
        """Projections that other code had built when this process started, and that this process is to rebuild."""

    async def refresh(self) -> None:
        """Read the statuses of the projections and the ends of the feeds; start the builds that are due."""
        statuses = await self._statuses()
        for name, (projection, code) in self.managed.items():
            status = statuses.get(name)
            if status is None or status.live.schema != projection.schema:
                statuses[name] = await self._set(name, status, initial_status(code, projection.schema, status))
            else:
                statuses[name] = await self._start_rebuild(name, status, code, projection.schema)
        self._started = True
        self.statuses = statuses
        self.ends = await self.feeds.ends()
        await self._follow()

    async def _start_rebuild(self, name: str, status: ProjectionStatus, code: str, schema: int) -> ProjectionStatus:
        """Start a rebuild of a generation that other code had built when this process started.

        Rebuilds are not started for code that appears later, so that old processes do not replace what newer code has
        built.
        """
        building = status.building
        if status.live.code == code:
            self._to_replace.discard(name)
        elif not self._started:
            self._to_replace.add(name)
        if self._started:
            begins = name in self._to_replace and building is None and status.failed != code
        else:
            begins = (status.live if building is None else building).code != code
        return await self._set(name, status, status.starting(code, schema)) if begins else status

    async def _follow(self) -> None:
        """Follow the generations that this process updates, from their checkpoints."""
        wanted = {
            (name, generation.number): managed.projection
            for name, managed in self.managed.items()
            for generation in self._own(self.statuses[name], managed)
        }
        self._followers = {key: found for key, found in self._followers.items() if key in wanted}
        for key, projection in wanted.items():
            if key not in self._followers:
                self._followers[key] = await self.projector.follower(projection, key[1])
        for key in self._compared.keys() - wanted.keys():
            del self._compared[key]

    def _own(self, status: ProjectionStatus, managed: ManagedProjection) -> list[Generation]:
        """Return the generations that this process updates.

        A generation of other code is left to the processes that run it, unless ours is to replace it.
        """
        building = status.building
        ours = building is not None and building.code == managed.code
        own = (
            [status.live]
            if status.live.code == managed.code or ours or managed.projection.name in self._to_replace
            else []
        )
        return [*own, building] if ours and building is not None else own

    def live(self, name: str) -> Follower | None:
        """Return the follower of the live generation, or None if other processes update it."""
        return self._followers.get((name, self.statuses[name].live.number))

    def building(self, name: str) -> Follower | None:
        """Return the follower of the generation that this process builds, or None."""
        building = self.statuses[name].building
        return None if building is None else self._followers.get((name, building.number))

    async def reached(self, name: str, ends: Mapping[int, int]) -> bool:
        """Return whether the live generation of a projection has reached these ends, whichever process updates it."""
        follower = self.live(name)
        if follower is not None:
            return follower.reached(ends)
        number = self.statuses[name].live.number
        at = await self.store.checkpoints(name, number, range(self.feeds.partitions))
        checkpoints = ((at[partition], end) for partition, end in ends.items())
        return all(not isinstance(one, StoreDamaged) and one >= end for one, end in checkpoints)

    async def catch_up(self, name: str, limit: int = MAX_BATCHES_PER_STEP) -> bool:
        """Update the live generation of one projection by a step; returns whether it reached the last known ends."""
        follower = self.live(name)
        if follower is None:
            return False
        moved = await self.projector.step([follower], self.ends, limit)
        return follower.reached(self.ends) or not moved

    async def step(self, limit: int = MAX_BATCHES_PER_STEP) -> int:
        """Update all followers by a step, the live ones first; returns the number of batches."""
        live = [found for name in self.managed if (found := self.live(name)) is not None]
        building = [found for name in self.managed if (found := self.building(name)) is not None]
        moved = await self.projector.step(live, self.ends, limit)
        if building:
            moved += await self.projector.step([*building, *live], self.ends, limit)
            for follower in building:
                await self._compare_build(follower)
        return moved

    async def rebuild_lost(self) -> None:
        """Start a rebuild of projections that have counted history which the store has lost."""
        for name in self.managed:
            follower, status = self.live(name), self.statuses[name]
            lost = [] if follower is None else await self.projector.rolled_back(follower, self.ends)
            if lost and status.building is None:
                if self._read_is_kept:
                    _log.error("The store has lost history in partitions %s: %s is rebuilt.", lost, name)
                else:
                    _log.warning(
                        "After a failover the store lacks events of partitions %s that were read before they were "
                        "acknowledged: %s is rebuilt.",
                        *(lost, name),
                    )
                await self.start(name)

    async def start(self, name: str, purpose: Purpose = "replace") -> Generation:
        """Start building a generation beside the live one, or join a build in progress.

        Every build is compared with the live generation. A build that is to replace it thus also verifies, and a build
        to verify is upgraded if a caller requests a replacement meanwhile.
        """
        while True:
            status = (await self._statuses())[name]
            managed, building = self.managed[name], status.building
            if building is None or building.code != managed.code:
                changed = status.starting(managed.code, managed.projection.schema, purpose)
            elif purpose in ("verify", building.purpose):
                return building
            else:
                changed = status.replacing()
            if await self._compare_and_set(name, status, changed):
                assert changed.building is not None
                return changed.building

    async def _compare_build(self, follower: Follower) -> None:
        """Compare a new generation with the live one in partitions where both have one checkpoint; finish it when
        complete.
        """
        name = follower.projection.name
        compared = self._compared.setdefault((name, follower.generation), {})
        live = self.live(name)
        if live is None:
            return
        if follower.stuck:
            _log.error("The build of %s is abandoned.", follower)
            self.statuses[name] = await self._set(name, self.statuses[name], self.statuses[name].abandoned())
            await self._follow()
            return
        open_ends = {one: end for one, end in self.ends.items() if one not in compared and follower.at[one] >= end}
        # A live generation that is stuck, or has counted lost history, is compared at its own checkpoint.
        unreliable = live.stuck | set(await self.projector.rolled_back(live, open_ends))
        for partition in open_ends:
            is_unreliable = partition in unreliable
            if is_unreliable or follower.at[partition] == live.at[partition]:
                found = await self._compare(
                    follower.model(partition), live.model(partition), is_unreliable=is_unreliable
                )
                if found is not None:
                    compared[partition] = found
        if len(compared) == len(self.ends) and follower.reached(self.ends):
            await self._finish(name, follower, compared)

    async def _compare(self, new: ReadModel, live: ReadModel, *, is_unreliable: bool) -> _Comparison | None:
        contents = await self.store.contents([new, live])
        if contents is None:
            return None
        built, current = contents
        if built.checkpoint is None or (built.checkpoint != current.checkpoint and not is_unreliable):
            return None
        fields = built.rows.keys() | current.rows.keys()
        differing = sum(built.rows.get(field) != current.rows.get(field) for field in fields)
        orders = built.orders.keys() | current.orders.keys()
        differing += sum(built.orders.get(order) != current.orders.get(order) for order in orders)
        return _Comparison(built.checkpoint, len(built.rows), built.digest(), differing)

    async def _finish(self, name: str, follower: Follower, compared: Mapping[int, _Comparison]) -> None:
        status = self.statuses[name]
        building = status.building
        if building is None or building.number != follower.generation:
            return
        every = [compared[partition] for partition in sorted(compared)]
        outcome = Outcome(
            building.number,
            building.purpose,
            sum(one.checkpoint for one in every),
            sum(one.rows for one in every),
            hashlib.sha256(b"".join(one.digest for one in every)).hexdigest(),
            sum(one.differing for one in every),
            tuple(sorted(number for number, one in compared.items() if one.differing)),
        )
        self.statuses[name] = await self._set(name, status, status.finished(outcome))
        await self._follow()

    async def remove(self, name: str, number: int) -> None:
        """Remove a retired generation, which must no longer be read."""
        await self.store.remove(name, number, range(self.feeds.partitions))
        while True:
            status = (await self._statuses())[name]
            if await self._compare_and_set(name, status, status.without(number)):
                return

    async def _statuses(self) -> dict[str, ProjectionStatus]:
        [found] = await self.store.execute([pack("HGETALL", PROJECTIONS)])
        words = dict(zip(found[::2], found[1::2], strict=True))
        return {name: decode_status(words[name.encode()]) for name in self.managed if name.encode() in words}

    async def _set(self, name: str, before: ProjectionStatus | None, after: ProjectionStatus) -> ProjectionStatus:
        """Change the status of a projection; if another process changed it first, return the other status."""
        if await self._compare_and_set(name, before, after):
            return after
        return (await self._statuses())[name]

    async def _compare_and_set(self, name: str, before: ProjectionStatus | None, after: ProjectionStatus) -> bool:
        word = b"" if before is None else encode_status(before)
        command = pack("EVAL", COMPARE_AND_SET, 1, PROJECTIONS, name, word, encode_status(after))
        [done] = await self.store.execute([command])
        return bool(done)
