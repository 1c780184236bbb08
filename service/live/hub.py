"""Hub of the live feeds: the one reader of the feeds in this process, and the watches that it wakes.

It reads only while there are watches. It always takes its position in the feeds before it reads the head of the first
watch's encounter, so that no event is lost between the two.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from contextvars import Context
from typing import Any, Final

from cachetools import LRUCache
from prometheus_client import CollectorRegistry

from events.store.keys import keys_of
from events.store.protocol import FeedAlarm, FeedEntry, FeedFollower, Store, StoreError, StreamId
from service.auth.access import Caller
from service.encounters.cache import EncounterCache
from service.encounters.ids import stream_of
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import EncounterViewer
from service.live.batch_cache import MAX_STREAMS, BatchCache
from service.live.connection_quota import ConnectionQuota
from service.live.encounter_feed import EncounterFeed
from service.live.encounter_watch import EncounterWatch, hash_at
from service.live.frames.frame_feed import NOTHING_ELSE, Wanted
from service.live.metrics import LiveMetrics
from service.live.positions import Positions
from service.live.presence import Presence
from service.live.replay import Replay
from service.live.seats import SeatsReader
from service.live.tenant_watch import FeedLog, TenantWatch
from service.live.watch import NothingLeft, Watch, ended_by, history_lost, stopping
from service.problems.problem import Problem, from_store_error, internal_error
from service.problems.store_problems import store_problems
from service.rulesets.negotiation import preferred
from service.rulesets.reference import reference
from service.rulesets.runtime import RulesetRuntime, require_ruleset

STOP_TIMEOUT: Final = 2.0
"""Seconds that clients have to receive the end of their watches when the service stops."""
_log = logging.getLogger(__name__)


class Hub:
    """All watches of this process."""

    def __init__(
        self,
        *,
        store: Store,
        loader: StateLoader,
        cache: EncounterCache,
        viewer: EncounterViewer,
        runtimes: Mapping[str, RulesetRuntime[Any]],
        positions: Positions,
        registry: CollectorRegistry,
        backlog: int,
        presence: Presence,
        seats: SeatsReader,
        quota: ConnectionQuota | None = None,
    ) -> None:
        self.metrics = LiveMetrics(registry, self._count)
        self._store, self._loader, self._viewer, self._runtimes = store, loader, viewer, runtimes
        self._positions, self._backlog = positions, backlog
        self._presence, self._seats = presence, seats
        self._feeds: dict[StreamId, EncounterFeed] = {}
        self._watches: set[Watch] = set()
        self._quota = quota or ConnectionQuota()
        self._tenant_watches: set[TenantWatch] = set()
        self._cache = BatchCache(loader, cache)
        self._log = FeedLog({})
        self._last_versions: LRUCache[StreamId, int] = LRUCache(MAX_STREAMS)
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._empty = asyncio.Event()
        self._stopped = False

    async def stop(self) -> None:
        """End all watches, and wait until their clients have left; new watches are rejected from now on."""
        self._stopped = True
        for watch in tuple(self._watches):
            watch.end(stopping())
        if self._watches:
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_TIMEOUT):
                    await self._empty.wait()

    async def close(self) -> None:
        """Stop, and close the reader of the feeds."""
        await self.stop()
        self._stop_reading()

    async def watch(
        self,
        encounter: str,
        caller: Caller,
        position: int | None,
        wanted: Wanted = NOTHING_ELSE,
        *,
        seats: bool = False,
    ) -> EncounterWatch | NothingLeft:
        """Watch one encounter after a version, or from now. Raises Problem.

        ``wanted`` are the additions to frames, with the header Accept-Language for the table. With ``seats``, the watch
        also delivers the seats.
        """
        self._require_running()
        stream = stream_of(encounter, caller)
        await self._ensure_reading()
        feed = self._feeds.get(stream) or EncounterFeed(stream, self._store, self._loader, self._backlog, self._seats)
        watch = EncounterWatch(caller, self._remove, feed, self._loader, self._viewer, seats=seats)
        self._add(watch)
        self._feeds[stream] = feed
        feed.watches.add(watch)
        if seats:
            feed.seats.join()
        try:
            async with self._viewer.visible_encounter(encounter, caller) as visible:
                cached, current = visible.cached, visible.cached.current
                over = cached.sealed or current.state.status == "closed"
                feed.begin(current.version, current.hash, over=over)
                version = visible.version if position is None else position
                if visible.over and version == visible.version:
                    watch.close()
                    return NothingLeft(visible.version, visible.hash)
                known = reference(cached.runtime.ruleset).languages
                language = None if wanted.table is None else preferred(wanted.table, known)
                await watch.begin(visible, version, wanted._replace(table=language))
        except BaseException:
            watch.close()
            raise
        watch.attends = True
        self._presence.enter(stream, caller)
        return watch

    async def _ensure_reading(self) -> None:
        """Start reading the feeds, unless they are being read.

        The caller must add its watch before its next ``await``, because the reader stops when there are no watches.
        """
        async with self._starting:
            if self._reading is None:
                with store_problems():
                    ends = await self._store.feed_ends()
                self._require_running()
                reader = self._store.follow(ends, self._alarm, self._check_feeds)
                self._log = FeedLog(ends)
                self._last_versions.clear()
                self._reading = asyncio.create_task(self._read(reader), context=Context())  # of no request

    async def _read(self, reader: FeedFollower) -> None:
        """Read the feeds until cancelled."""
        try:
            async for entries in reader.follow():
                for entry in entries:
                    self._check_order(entry)
                    self._log.add(entry)
                    feed = self._feeds.get(entry.stream)
                    if feed is not None:
                        feed.announce(entry.last)
                for watch in self._tenant_watches:
                    watch.wake()
        except Exception as error:
            _log.exception("Cannot read the feeds")
            problem = from_store_error(error) if isinstance(error, StoreError) else internal_error()
            for ending in tuple(self._watches):
                ending.end(ended_by(problem))
            self._reading = None
            for feed in self._feeds.values():
                feed.close()
            self._feeds.clear()  # the next watch starts a new reader
        finally:
            await reader.close()

    def _check_order(self, entry: FeedEntry) -> None:
        """Detect a batch that does not follow the last one of its encounter, which was rolled back and continued."""
        stream = entry.stream
        known = self._last_versions.get(stream)
        if known is not None and entry.first != known + 1:
            _log.error("%s continues at version %d instead of %d", stream.encounter, entry.first, known + 1)
            self.metrics.alarms.inc()
            self._cache.clear()
            for watch in tuple(self._tenant_watches):
                if watch.caller.tenant == stream.tenant and watch.caller.may_access(stream.encounter):
                    watch.end(history_lost())
            if stream in self._feeds:
                self._feeds[stream].check()
        self._last_versions[stream] = entry.last

    def _alarm(self, alarm: FeedAlarm) -> None:
        """A partition's feed lost entries or was rolled back: check every encounter of the partition."""
        _log.error("Feed %d continues at entry %d instead of %d", alarm.partition, alarm.found, alarm.expected)
        self.metrics.alarms.inc()
        self._cache.clear()
        self._last_versions.clear()
        for watch in tuple(self._tenant_watches):
            watch.end(history_lost())
        for feed in self._feeds.values():
            if keys_of(feed.stream, self._store.partitions).partition == alarm.partition:
                feed.check()

    def _check_feeds(self) -> None:
        """The store was unavailable, and may have lost history meanwhile: check every encounter."""
        self._cache.clear()
        for feed in self._feeds.values():
            feed.check()

    async def watch_all(
        self, caller: Caller, position: str | None, ruleset: str | None, *, field: str = "Last-Event-ID"
    ) -> TenantWatch:
        """Watch all encounters that the caller may access, after a position or from now.

        Raises Problem; ``field`` is the part of the request that held the position.
        """
        self._require_running()
        if caller.delay is not None:
            raise Problem(
                "not_yours", "A caller with a spectator delay can only watch one encounter at a time: GET …/{id}/live."
            )
        if ruleset is not None:
            require_ruleset(self._runtimes, ruleset)
        partitions = self._store.partitions
        at = None if position is None else self._positions.decode(caller.tenant, position, partitions, field)
        if at is not None:
            with store_problems():
                ends = await self._store.feed_ends()
            if any(number > ends[partition] for partition, number in at.items()):
                raise Problem(
                    "position_ahead",
                    "The position is after the end of the feeds: it belongs to another service, or the store has lost "
                    "history. Read the encounters again, then watch without a position.",
                )
        await self._ensure_reading()
        watch = TenantWatch(caller, self._remove, self._log, self._positions, self._cache, self._store, at, ruleset)
        self._add(watch)
        self._tenant_watches.add(watch)
        return watch

    async def replay(
        self, encounter: str, caller: Caller, *, after: int, to: int | None, speed: float, most_pause: float | None
    ) -> Replay | NothingLeft:
        """Replay an encounter after a version, up to another one or the newest. Raises Problem."""
        self._require_running()
        async with self._viewer.visible_encounter(encounter, caller) as visible:
            end = visible.version if to is None else (await self._viewer.state_at(visible, to, field="to")).version
            linked = await hash_at(self._loader, self._viewer, visible, after)
            if after >= end:
                return NothingLeft(visible.version, visible.hash)
            watch = Replay(
                *(caller, self._remove, self._loader, visible),
                after=after,
                hash_=linked,
                to=end,
                speed=speed,
                most_pause=most_pause,
            )
            self._add(watch)
            return watch

    def _add(self, watch: Watch) -> None:
        self._require_running()
        self._quota.acquire(watch)
        self._watches.add(watch)
        self._empty.clear()

    def _remove(self, watch: Watch) -> None:
        self._watches.discard(watch)
        self._quota.release(watch)
        if isinstance(watch, TenantWatch):
            self._tenant_watches.discard(watch)
        if isinstance(watch, EncounterWatch):
            feed = watch.feed
            feed.watches.discard(watch)
            if watch.with_seats:
                feed.seats.leave()
            if watch.attends:
                self._presence.leave(feed.stream, watch.caller)
            if not feed.watches and self._feeds.get(feed.stream) is feed:
                del self._feeds[feed.stream]
                feed.close()
        if not self._watches:
            self._empty.set()
            self._stop_reading()

    def _stop_reading(self) -> None:
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()

    def _require_running(self) -> None:
        if self._stopped:
            raise Problem("stopping", "The service is stopping; try again in a moment.")

    def _count(self) -> dict[str, int]:
        """Return the number of open watches of each kind."""
        counts: dict[str, int] = {}
        for watch in self._watches:
            counts[watch.kind] = counts.get(watch.kind, 0) + 1
        return counts
