"""The keeper: keeps the live generation of each projection up with the feeds, and builds others beside it.

What it knows is in Redis: any process may go on with what another one began, and two may do the same at once.
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
    """A projection, and the fingerprint of the code that it is built by."""

    projection: Projection[Any]
    code: str


class _Comparison(NamedTuple):
    """What one partition of a new generation holds, and in how many rows the live one differed."""

    checkpoint: int
    rows: int
    digest: bytes
    differing: int


class GenerationManager:
    """Keeps some projections. One task at a time may use it."""

    def __init__(
        self, models: ReadModelStore, announcements: FeedSliceReader, kept: Iterable[ManagedProjection]
    ) -> None:
        self.models = models
        self.announcements = announcements
        self.consumer = Projector(models, announcements)
        self.kept: Final = {one.projection.name: one for one in kept}
        self.standings: dict[str, ProjectionStatus] = {}
        self.ends: dict[int, int] = {}
        self._followers: dict[tuple[str, int], Follower] = {}
        self._compared: dict[tuple[str, int], dict[int, _Comparison]] = {}
        self._begun = False
        self._due: set[str] = set()
        """Projections that other code had built when this began, and that ours is to build in its place."""

    async def look(self) -> None:
        """See how the projections stand and where the feeds end; begins what is due."""
        standings = await self._standings()
        for name, (projection, code) in self.kept.items():
            standing = standings.get(name)
            if standing is None or standing.live.schema != projection.schema:
                standings[name] = await self._set(name, standing, initial_status(code, projection.schema, standing))
            else:
                standings[name] = await self._taken_over(name, standing, code, projection.schema)
        self._begun = True
        self.standings = standings
        self.ends = await self.announcements.ends()
        await self._follow()

    async def _taken_over(self, name: str, standing: ProjectionStatus, code: str, schema: int) -> ProjectionStatus:
        """What other code had built at the start is built anew by ours, also where somebody else came in between.

        Older code that still runs does not take back what newer code has built meanwhile.
        """
        building = standing.building
        if standing.live.code == code:
            self._due.discard(name)
        elif not self._begun:
            self._due.add(name)
        if self._begun:
            begins = name in self._due and building is None and standing.failed != code
        else:
            begins = (standing.live if building is None else building).code != code
        return await self._set(name, standing, standing.starting(code, schema)) if begins else standing

    async def _follow(self) -> None:
        """Follow what is to be followed, from where it stands."""
        wanted = {
            (name, generation.number): kept.projection
            for name, kept in self.kept.items()
            for generation in self._own(self.standings[name], kept)
        }
        self._followers = {key: found for key, found in self._followers.items() if key in wanted}
        for key, projection in wanted.items():
            if key not in self._followers:
                self._followers[key] = await self.consumer.follower(projection, key[1])
        for key in self._compared.keys() - wanted.keys():
            del self._compared[key]

    def _own(self, standing: ProjectionStatus, kept: ManagedProjection) -> list[Generation]:
        """The generations that this code moves on.

        What other code counts is left to those who run it; where ours is to take its place, it is kept up till then.
        """
        building = standing.building
        ours = building is not None and building.code == kept.code
        own = [standing.live] if standing.live.code == kept.code or ours or kept.projection.name in self._due else []
        return [*own, building] if ours and building is not None else own

    def live(self, name: str) -> Follower | None:
        """The follower of the live generation, where this process moves it on."""
        return self._followers.get((name, self.standings[name].live.number))

    def building(self, name: str) -> Follower | None:
        """The follower of the generation that is being built, where this process builds it."""
        building = self.standings[name].building
        return None if building is None else self._followers.get((name, building.number))

    async def reached(self, name: str, ends: Mapping[int, int]) -> bool:
        """Whether the live generation of a projection stands where the feeds ended; also one that others move on."""
        follower = self.live(name)
        if follower is not None:
            return follower.reached(ends)
        number = self.standings[name].live.number
        at = await self.models.checkpoints(name, number, range(self.announcements.partitions))
        stands = ((at[partition], end) for partition, end in ends.items())
        return all(not isinstance(one, StoreDamaged) and one >= end for one, end in stands)

    async def catch_up(self, name: str, most: int = MAX_BATCHES_PER_STEP) -> bool:
        """Move the live generation of one projection on by a step; whether it is where the feeds ended at the look."""
        follower = self.live(name)
        if follower is None:
            return False
        moved = await self.consumer.step([follower], self.ends, most)
        return follower.reached(self.ends) or not moved

    async def step(self, most: int = MAX_BATCHES_PER_STEP) -> int:
        """Move all on by a step, the live ones first; gives how many batches there were to do it by."""
        live = [found for name in self.kept if (found := self.live(name)) is not None]
        building = [found for name in self.kept if (found := self.building(name)) is not None]
        moved = await self.consumer.step(live, self.ends, most)
        if building:
            moved += await self.consumer.step([*building, *live], self.ends, most)
            for follower in building:
                await self._settle(follower)
        return moved

    async def mend(self) -> None:
        """Begin anew where the store has lost history that was counted."""
        for name in self.kept:
            follower, standing = self.live(name), self.standings[name]
            lost = [] if follower is None else await self.consumer.went_back(follower, self.ends)
            if lost and standing.building is None:
                _log.error("The store has lost history in partitions %s: %s is built anew.", lost, name)
                await self.start(name)

    async def start(self, name: str, purpose: Purpose = "replace") -> Generation:
        """Begin to build a generation beside the live one, or join who does so already.

        Every generation is compared with the live one. So one that is to take its place serves for verifying as well,
        and one that was only to verify takes its place where somebody asks for that meanwhile.
        """
        while True:
            standing = (await self._standings())[name]
            kept, building = self.kept[name], standing.building
            if building is None or building.code != kept.code:
                changed = standing.starting(kept.code, kept.projection.schema, purpose)
            elif purpose in ("verify", building.purpose):
                return building
            else:
                changed = standing.replacing()
            if await self._compare_and_set(name, standing, changed):
                assert changed.building is not None
                return changed.building

    async def _settle(self, follower: Follower) -> None:
        """Compare a new generation with the live one where both stand at one place, and finish it when it is whole."""
        name = follower.projection.name
        compared = self._compared.setdefault((name, follower.generation), {})
        live = self.live(name)
        if live is None:
            return
        if follower.stuck:
            _log.error("%s is given up.", follower)
            self.standings[name] = await self._set(name, self.standings[name], self.standings[name].given_up())
            await self._follow()
            return
        open_ends = {one: end for one, end in self.ends.items() if one not in compared and follower.at[one] >= end}
        # Where the live one cannot go on, or has counted what the store has lost, it is compared as it stands.
        strays = live.stuck | set(await self.consumer.went_back(live, open_ends))
        for partition in open_ends:
            stray = partition in strays
            if stray or follower.at[partition] == live.at[partition]:
                found = await self._compare(follower.model(partition), live.model(partition), stray=stray)
                if found is not None:
                    compared[partition] = found
        if len(compared) == len(self.ends) and follower.reached(self.ends):
            await self._finish(name, follower, compared)

    async def _compare(self, new: ReadModel, live: ReadModel, *, stray: bool) -> _Comparison | None:
        contents = await self.models.contents([new, live])
        if contents is None:
            return None
        built, stood = contents
        if built.checkpoint is None or (built.checkpoint != stood.checkpoint and not stray):
            return None
        fields = built.rows.keys() | stood.rows.keys()
        differing = sum(built.rows.get(field) != stood.rows.get(field) for field in fields)
        orders = built.orders.keys() | stood.orders.keys()
        differing += sum(built.orders.get(order) != stood.orders.get(order) for order in orders)
        return _Comparison(built.checkpoint, len(built.rows), built.digest(), differing)

    async def _finish(self, name: str, follower: Follower, compared: Mapping[int, _Comparison]) -> None:
        standing = self.standings[name]
        building = standing.building
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
        self.standings[name] = await self._set(name, standing, standing.finished(outcome))
        await self._follow()

    async def clear(self, name: str, number: int) -> None:
        """Remove a generation that was retired; nobody should be reading it any more."""
        await self.models.remove(name, number, range(self.announcements.partitions))
        while True:
            standing = (await self._standings())[name]
            if await self._compare_and_set(name, standing, standing.without(number)):
                return

    async def _standings(self) -> dict[str, ProjectionStatus]:
        [found] = await self.models.ask([pack("HGETALL", PROJECTIONS)])
        words = dict(zip(found[::2], found[1::2], strict=True))
        return {name: decode_status(words[name.encode()]) for name in self.kept if name.encode() in words}

    async def _set(self, name: str, before: ProjectionStatus | None, after: ProjectionStatus) -> ProjectionStatus:
        """Change how a projection stands; where somebody else was faster, what they have made of it stands."""
        if await self._compare_and_set(name, before, after):
            return after
        return (await self._standings())[name]

    async def _compare_and_set(self, name: str, before: ProjectionStatus | None, after: ProjectionStatus) -> bool:
        word = b"" if before is None else encode_status(before)
        command = pack("EVAL", COMPARE_AND_SET, 1, PROJECTIONS, name, word, encode_status(after))
        [done] = await self.models.ask([command])
        return bool(done)
