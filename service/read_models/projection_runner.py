"""Runs the projections across encounters: applies the feeds in the background, and catches up when a read needs it.

Commands do not wait for it. The work is done in small steps with pauses between them, which are longer while commands
arrive. Reads of lists and tallies wait until the read model has caught up to the time of the request.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Self

from events.read_models.directory import DirectoryProjection
from events.read_models.feed_slices import FeedSliceReader
from events.read_models.generation_manager import GenerationManager, ManagedProjection
from events.read_models.generations import Generation, Purpose
from events.read_models.orders import Orders
from events.read_models.projector import MAX_BATCHES_PER_STEP
from events.read_models.redis_rows import ReadModelStore
from events.read_models.source_fingerprint import source_fingerprint
from events.read_models.tallies import RulesetTally, TalliesProjection
from events.store.connection import READ_TIMEOUT
from events.store.protocol import StoreError
from events.store.redis_store import RedisStore
from service.read_models.progress import Progress, ProjectionList, ProjectionState
from service.rulesets.runtime import RulesetRuntime
from service.work.measured import Measured
from service.work.outage_lock import OutageLock

MAX_BATCHES_URGENT: Final = 400
"""Batches of a step while a reader waits or a generation is being built."""
IDLE_INTERVAL: Final = 0.5
"""Seconds between two polls of idle feeds."""
CATCH_UP_TIMEOUT: Final = 2.0
"""Seconds for which a read waits until the projection has caught up."""
RETIREMENT_DELAY: Final = 5.0
"""Seconds for which a replaced generation is kept, because requests may still be reading it."""
PROGRESS_INTERVAL: Final = 0.1
"""Seconds between two reports of progress."""
MIN_PAUSE: Final = 0.005
"""Seconds between two steps, at least."""
BUSY_SHARES: Final = ((12_000, 0.01), (60_000, 0.04), (200_000, 0.25))
"""Pairs of a lag in batches and the share of time that work may take up to that lag, while commands arrive.

A reader can wait for the first lag.
"""
MAX_BUSY_SHARE: Final = 0.4
IDLE_SHARE: Final = 0.8
URGENT_SHARE: Final = 0.25
"""The share of time without commands; and the least one with commands, while a reader waits or a build is running."""

_log = logging.getLogger(__name__)


class ProjectionRunner:
    """The projections across encounters of one store; ``running`` keeps them up to date."""

    def __init__(self, store: RedisStore, prepared: Mapping[str, RulesetRuntime[Any]]) -> None:
        counting = {key: RulesetTally(one.codec, one.ruleset.tally) for key, one in prepared.items()}
        packages = {one.ruleset.state.__module__.partition(".")[0] for one in prepared.values()}
        code = source_fingerprint("domain", "events", *packages)[:16]
        self.rulesets = tuple(prepared)
        self.orders = Orders(store.servers, store.partitions)
        models = ReadModelStore(store.new_link(timeout=READ_TIMEOUT))
        projections = (DirectoryProjection(), TalliesProjection(counting))
        self._manager = GenerationManager(
            models,
            FeedSliceReader(models, store.partitions),
            [ManagedProjection(projection, code) for projection in projections],
            read_is_kept=store.read_is_kept,
        )
        self._using = OutageLock()
        self._read_at = float("-inf")
        self._wake = asyncio.Event()
        self._waiting = 0
        self._retired: dict[tuple[str, int], float] = {}

    @classmethod
    @asynccontextmanager
    async def running(cls, store: RedisStore, prepared: Mapping[str, RulesetRuntime[Any]]) -> AsyncIterator[Self]:
        """Yield the projections, kept up to date within the context."""
        runner = cls(store, prepared)
        task = asyncio.create_task(runner._run())
        try:
            yield runner
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await runner._manager.store.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the projections."""
        return tuple(self._manager.managed)

    async def current(self, name: str) -> tuple[int, bool]:
        """Return the live generation, and whether it caught up with the feeds as of this call, within a short timeout.

        Raises StoreError.
        """
        loop = asyncio.get_running_loop()
        asked = loop.time()
        target: dict[int, int] | None = None
        self._waiting += 1
        try:
            while True:
                async with self._using:
                    if target is None:
                        if self._read_at < asked:
                            await self._read()
                        target = self._manager.ends
                    elif self._manager.live(name) is None:
                        await self._read()
                    done = await self._manager.reached(name, target)
                    if not done and await self._manager.catch_up(name, MAX_BATCHES_URGENT):
                        done = await self._manager.reached(name, target)
                    generation = self._manager.statuses[name].live.number
                    follower = self._manager.live(name)
                if done or loop.time() > asked + CATCH_UP_TIMEOUT:
                    return generation, done and not (follower and follower.stuck)
                await asyncio.sleep(0 if follower else 0.05)
        finally:
            self._waiting -= 1

    def last_seen(self) -> list[ProjectionState]:
        """Return the states of the projections at the last read of the store; empty before the first."""
        return [self._state(name) for name in self._manager.statuses]

    @property
    def applied(self) -> Mapping[str, int]:
        """The number of batches that this process has applied, by projection."""
        return self._manager.projector.applied

    @property
    def missing(self) -> int:
        """The number of entries that this process found missing in the feeds."""
        return self._manager.projector.missing

    async def states(self) -> ProjectionList:
        """Return the current states of the projections. Raises StoreError."""
        async with self._using:
            await self._read()
            return ProjectionList([self._state(name) for name in self.names])

    def _state(self, name: str) -> ProjectionState:
        manager = self._manager
        standing, live, building = manager.statuses[name], manager.live(name), manager.building(name)
        total = sum(manager.ends.values())
        return ProjectionState(
            name,
            standing.live.number,
            total,
            None if live is None else live.lag(manager.ends),
            () if live is None else tuple(sorted(live.stuck)),
            None
            if building is None
            else Progress(name, building.generation, total - building.lag(manager.ends), total),
            standing.outcome,
        )

    async def start(self, names: Iterable[str], purpose: Purpose) -> dict[str, Generation]:
        """Start to build a generation of each projection, or join a build that is running. Raises StoreError."""
        async with self._using:
            await self._read()
            started = {name: await self._manager.start(name, purpose) for name in names}
        self._wake.set()
        return started

    async def progress(self, started: Mapping[str, Generation]) -> AsyncIterator[Progress]:
        """Yield the progress of builds until each has ended. A build continues without a listener."""
        running = dict(started)
        self._waiting += 1
        try:
            while running:
                steps: list[Progress] = []
                try:
                    async with self._using:
                        await self._read()
                        steps = [self._progress(name, one) for name, one in running.items()]
                except StoreError as error:
                    _log.warning("The progress of %s is unknown: %s", ", ".join(running), error)
                for step in steps:
                    if step.outcome is not None or step.given_up:
                        del running[step.projection]
                    yield step
                self._wake.set()
                await asyncio.sleep(PROGRESS_INTERVAL)
        finally:
            self._waiting -= 1

    def _progress(self, name: str, generation: Generation) -> Progress:
        standing, total = self._manager.statuses[name], sum(self._manager.ends.values())
        follower = self._manager.building(name)
        if standing.building is not None and standing.building.number == generation.number:
            done = 0 if follower is None else total - follower.lag(self._manager.ends)
            return Progress(name, generation.number, done, total)
        outcome = standing.outcome
        if outcome is not None and outcome.generation == generation.number:
            return Progress(name, generation.number, outcome.batches, outcome.batches, outcome)
        return Progress(name, generation.number, 0, total, given_up=True)

    async def _read(self) -> None:
        """Read the generations and the ends of the feeds from the store. Raises StoreError."""
        started = asyncio.get_running_loop().time()
        await self._manager.refresh()
        self._read_at = started

    async def _run(self) -> None:
        """Follow the feeds in steps with pauses between them, without end."""
        end, unavailable = 0, False
        while True:
            pause, previous_end = IDLE_INTERVAL, end
            try:
                async with self._using:
                    step = Measured(self._step())
                    moved = await step
                    end = sum(self._manager.ends.values())
                if moved:
                    share = self._share(busy=0 < previous_end < end)
                    pause = max(MIN_PAUSE, step.seconds * (1 / share - 1))
                unavailable = False
            except StoreError as error:
                if not unavailable:
                    _log.warning("The projections across encounters wait for the store: %s", error)
                unavailable = True
            except Exception:
                _log.exception("The projections across encounters have failed; they are retried.")
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), pause)
            except TimeoutError:
                continue

    def _share(self, *, busy: bool) -> float:
        """Return the share of time that the work may currently take."""
        if not busy:
            return IDLE_SHARE
        behind = max((state.behind or 0 for state in self.last_seen()), default=0)
        share = next((share for lag, share in BUSY_SHARES if behind < lag), MAX_BUSY_SHARE)
        return max(share, URGENT_SHARE) if self._urgent else share

    @property
    def _urgent(self) -> bool:
        """True if a reader waits, or a generation is being built."""
        return self._waiting > 0 or any(one.building for one in self._manager.statuses.values())

    async def _step(self) -> int:
        """Apply some batches, and remove generations that were replaced long enough ago. Return the batches applied."""
        await self._read()
        moved = await self._manager.step(MAX_BATCHES_URGENT if self._urgent else MAX_BATCHES_PER_STEP)
        await self._manager.rebuild_lost()
        now = asyncio.get_running_loop().time()
        retired = {(name, one) for name, found in self._manager.statuses.items() for one in found.retired}
        self._retired = {key: self._retired.get(key, now) for key in retired}
        for key, since in self._retired.items():
            if since + RETIREMENT_DELAY < now:
                await self._manager.remove(*key)
        return moved
