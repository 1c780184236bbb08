"""What all encounters show together: keeps the projections across encounters up, and asks them to catch up.

Nothing of it stands in the way of a command. The work is done in small steps with rests between them, which are long
while commands come in; whoever asks for the list, or for tallies, waits until what was there when they asked is in.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Self

from events.read_models.directory import Directory
from events.read_models.feed_slices import Announcements
from events.read_models.generation_manager import Keeper, Kept
from events.read_models.generations import Generation, Purpose
from events.read_models.orders import Orders
from events.read_models.projector import MOST_AT_ONCE
from events.read_models.redis_rows import Models
from events.read_models.tallies import Counting, TotalsAcross
from events.store.protocol import StoreError
from events.store.redis_store import RedisStore
from service.read_models.progress import Progress, ProjectionList, ProjectionState
from service.rulesets.runtime import RulesetRuntime, code_fingerprint

MOST_WHEN_PRESSED: Final = 400
"""Batches of a step while somebody waits."""
IDLE: Final = 0.5
"""Seconds between two looks at feeds that have brought nothing."""
PATIENCE: Final = 2.0
"""Seconds for which somebody who asks waits until the projection has caught up."""
GRACE: Final = 5.0
"""Seconds for which a generation is left standing that somebody may still be reading."""
STEP: Final = 0.1
"""Seconds between two steps of progress that are told."""
SHORTEST_REST: Final = 0.005
BUSY: Final = ((12_000, 0.02), (60_000, 0.04), (200_000, 0.25))
"""The share of the time that work may take while commands come in, up to how many batches behind.

The first number is small enough for a reader to wait for.
"""
MOST_BUSY: Final = 0.4
IDLE_SHARE: Final = 0.8
URGENT_SHARE: Final = 0.25
"""The same where nobody commands, and where somebody waits, or a generation is being built, and commands come in."""

_log = logging.getLogger(__name__)


class ProjectionRunner:
    """The projections across encounters of one store; ``running`` keeps them up."""

    def __init__(self, store: RedisStore, prepared: Mapping[str, RulesetRuntime[Any]]) -> None:
        counting = {key: Counting(one.codec, one.ruleset.tally) for key, one in prepared.items()}
        packages = {one.ruleset.state.__module__.partition(".")[0] for one in prepared.values()}
        code = code_fingerprint("domain", "events", *sorted(packages))[:16]
        self.rulesets = tuple(prepared)
        self.orders = Orders(store.client, store.partitions)
        models = Models(store.wire())
        projections = (Directory(), TotalsAcross(counting))
        self._keeper = Keeper(
            models, Announcements(models, store.partitions), [Kept(projection, code) for projection in projections]
        )
        self._using = asyncio.Lock()
        self._looked = float("-inf")
        self._urge = asyncio.Event()
        self._waiting = 0
        self._retired: dict[tuple[str, int], float] = {}

    @classmethod
    @asynccontextmanager
    async def running(cls, store: RedisStore, prepared: Mapping[str, RulesetRuntime[Any]]) -> AsyncIterator[Self]:
        """The projections, kept up until the end."""
        across = cls(store, prepared)
        task = asyncio.create_task(across._keep_up())
        try:
            yield across
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await across._keeper.models.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the projections."""
        return tuple(self._keeper.kept)

    async def current(self, name: str) -> tuple[int, bool]:
        """The live generation, and whether everything is in it that was there when this was asked.

        Waits for that, but not for long. Raises StoreError.
        """
        loop = asyncio.get_running_loop()
        asked = loop.time()
        target: dict[int, int] | None = None
        self._waiting += 1
        try:
            while True:
                async with self._using:
                    if target is None:
                        if self._looked < asked:
                            await self._look()
                        target = self._keeper.ends
                    elif self._keeper.live(name) is None:
                        await self._look()
                    done = await self._keeper.reached(name, target)
                    if not done and await self._keeper.catch_up(name, MOST_WHEN_PRESSED):
                        done = await self._keeper.reached(name, target)
                    generation = self._keeper.standings[name].live.number
                    follower = self._keeper.live(name)
                if done or loop.time() > asked + PATIENCE:
                    return generation, done and not (follower and follower.stuck)
                await asyncio.sleep(0 if follower else 0.05)
        finally:
            self._waiting -= 1

    def last_seen(self) -> list[ProjectionState]:
        """How the projections stood at the last look; none before the first."""
        return [self._state(name) for name in self._keeper.standings]

    @property
    def applied(self) -> Mapping[str, int]:
        """Batches that this process has put into each projection."""
        return self._keeper.consumer.applied

    @property
    def missing(self) -> int:
        """Entries that this process has missed in the feeds."""
        return self._keeper.consumer.missing

    async def standings(self) -> ProjectionList:
        """How the projections stand at this moment. Raises StoreError."""
        async with self._using:
            await self._look()
            return ProjectionList([self._state(name) for name in self.names])

    def _state(self, name: str) -> ProjectionState:
        keeper = self._keeper
        standing, live, building = keeper.standings[name], keeper.live(name), keeper.building(name)
        total = sum(keeper.ends.values())
        return ProjectionState(
            name,
            standing.live.number,
            total,
            None if live is None else live.behind(keeper.ends),
            () if live is None else tuple(sorted(live.stuck)),
            None
            if building is None
            else Progress(name, building.generation, total - building.behind(keeper.ends), total),
            standing.outcome,
        )

    async def start(self, names: Iterable[str], purpose: Purpose) -> dict[str, Generation]:
        """Begin to build projections anew, or join whoever does already. Raises StoreError."""
        async with self._using:
            await self._look()
            started = {name: await self._keeper.start(name, purpose) for name in names}
        self._urge.set()
        return started

    async def progress(self, started: Mapping[str, Generation]) -> AsyncIterator[Progress]:
        """How the building goes on, and for each projection how it ended; whether anybody listens or not."""
        going = dict(started)
        self._waiting += 1
        try:
            while going:
                async with self._using:
                    steps = [step for name, one in going.items() if (step := await self._progress(name, one))]
                for step in steps:
                    if step.outcome is not None or step.given_up:
                        del going[step.projection]
                    yield step
                self._urge.set()
                await asyncio.sleep(STEP)
        finally:
            self._waiting -= 1

    async def _progress(self, name: str, generation: Generation) -> Progress | None:
        try:
            await self._look()
        except StoreError as error:
            _log.warning("The progress of %s is not known: %s", name, error)
            return None
        standing, total = self._keeper.standings[name], sum(self._keeper.ends.values())
        follower = self._keeper.building(name)
        if standing.building is not None and standing.building.number == generation.number:
            done = 0 if follower is None else total - follower.behind(self._keeper.ends)
            return Progress(name, generation.number, done, total)
        outcome = standing.outcome
        if outcome is not None and outcome.generation == generation.number:
            return Progress(name, generation.number, outcome.batches, outcome.batches, outcome)
        return Progress(name, generation.number, 0, total, given_up=True)

    async def _look(self) -> None:
        looked = asyncio.get_running_loop().time()
        await self._keeper.look()
        self._looked = looked

    async def _keep_up(self) -> None:
        """Go on behind the feeds, in steps with rests between them."""
        came, away = 0, False
        while True:
            rest, before, worked_before = IDLE, came, self._keeper.consumer.worked
            try:
                async with self._using:
                    moved = await self._step()
                    came = sum(self._keeper.ends.values())
                if moved:
                    worked = self._keeper.consumer.worked - worked_before
                    share = self._share(busy=0 < before < came)
                    rest = max(SHORTEST_REST, worked * (1 / share - 1))
                away = False
            except StoreError as error:
                if not away:
                    _log.warning("The projections across encounters wait for the store: %s", error)
                away = True
            except Exception:
                _log.exception("The projections across encounters do not go on; they are tried again.")
            self._urge.clear()
            try:
                await asyncio.wait_for(self._urge.wait(), rest)
            except TimeoutError:
                continue

    def _share(self, *, busy: bool) -> float:
        """The share of the time that the work may take at the moment."""
        if not busy:
            return IDLE_SHARE
        behind = max((state.behind or 0 for state in self.last_seen()), default=0)
        share = next((share for most, share in BUSY if behind < most), MOST_BUSY)
        return max(share, URGENT_SHARE) if self._pressed else share

    @property
    def _pressed(self) -> bool:
        """Whether somebody waits, or a generation is being built."""
        return self._waiting > 0 or any(one.building for one in self._keeper.standings.values())

    async def _step(self) -> int:
        await self._look()
        moved = await self._keeper.step(MOST_WHEN_PRESSED if self._pressed else MOST_AT_ONCE)
        await self._keeper.mend()
        now = asyncio.get_running_loop().time()
        retired = {(name, one) for name, found in self._keeper.standings.items() for one in found.retired}
        self._retired = {key: self._retired.get(key, now) for key in retired}
        for key, since in self._retired.items():
            if since + GRACE < now:
                await self._keeper.clear(*key)
        return moved
