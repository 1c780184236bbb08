"""The hub: the one reader of the feeds in this process, and the watchers that it wakes.

It reads only while anybody watches. Its position in the feeds is always taken before the first watcher asks where its
encounter stands, so that nothing can fall between the two.
"""

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from typing import Final

from events.store.keys import keys_of
from events.store.protocol import FeedAlarm, FeedEntry, FeedFollower, StoreError, StreamId
from service.auth.access import Caller
from service.encounters.service import Encounters, store_problems
from service.live.batch_cache import MOST_STREAMS, BatchCache
from service.live.connection_quota import ConnectionQuota
from service.live.encounter_feed import EncounterFeed
from service.live.encounter_watch import EncounterWatch, hash_at
from service.live.metrics import LiveMetrics
from service.live.positions import Positions
from service.live.replay import Replay
from service.live.tenant_watch import Log, TenantWatch
from service.live.watch import NothingLeft, Watch, ended_by, lost, stopping
from service.problems.problem import Problem, broken, of_store

LEAVE: Final = 2.0
"""Seconds that watchers have to leave when the service stops."""
_log = logging.getLogger(__name__)


class Hub:
    """Everybody who watches in this process."""

    def __init__(
        self, encounters: Encounters, positions: Positions, *, backlog: int, seats: ConnectionQuota | None = None
    ) -> None:
        self.measures = LiveMetrics(encounters.metrics.registry, self._count)
        self._store, self._encounters, self._backlog = encounters.store, encounters, backlog
        self._positions = positions
        self._topics: dict[StreamId, EncounterFeed] = {}
        self._watches: set[Watch] = set()
        self._seats = seats or ConnectionQuota()
        self._everything: set[TenantWatch] = set()
        self._library = BatchCache(encounters)
        self._log = Log({})
        self._lasts: OrderedDict[StreamId, int] = OrderedDict()
        self._following: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._nobody = asyncio.Event()
        self._stopped = False

    async def stop(self) -> None:
        """End all watches, and wait until their watchers have left; nobody can watch any more."""
        self._stopped = True
        for watch in tuple(self._watches):
            watch.end(stopping())
        if self._watches:
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVE):
                    await self._nobody.wait()

    async def close(self) -> None:
        """Stop, and close what is still open."""
        await self.stop()
        self._follow_no_more()

    async def watch(self, encounter: str, caller: Caller, position: int | None) -> EncounterWatch | NothingLeft:
        """A watch of one encounter behind a position, or from now. Raises Problem."""
        self._require_running()
        stream = self._encounters.stream(encounter, caller)
        await self._follow()
        topic = self._topics.get(stream) or EncounterFeed(stream, self._store, self._encounters.history, self._backlog)
        watch = EncounterWatch(caller, self._left, topic, self._encounters)
        self._join(watch)
        self._topics[stream] = topic
        topic.watches.add(watch)
        try:
            async with self._encounters.visible_encounter(encounter, caller) as sight:
                warm = sight.warm
                topic.begin(warm.state.version, warm.hash, over=warm.sealed or warm.state.status == "closed")
                version = sight.version if position is None else position
                if sight.over and version == sight.version:
                    watch.close()
                    return NothingLeft(sight.version, sight.hash)
                await watch.begin(sight, version)
        except BaseException:
            watch.close()
            raise
        return watch

    async def _follow(self) -> None:
        """Read the feeds from now on, unless they are read already.

        Whoever asks for it has to join before it waits for anything else: they are read for those who watch.
        """
        async with self._starting:
            if self._following is None:
                with store_problems():
                    ends = await self._store.feed_ends()
                self._require_running()
                reader = self._store.follow(ends, self._alarm, self._doubt)
                self._log, self._lasts = Log(ends), OrderedDict()
                self._following = asyncio.create_task(self._read(reader))

    async def _read(self, reader: FeedFollower) -> None:
        """Read the feeds for as long as somebody watches."""
        try:
            async for entries in reader.follow():
                for entry in entries:
                    self._require_next(entry)
                    self._log.add(entry)
                    topic = self._topics.get(entry.stream)
                    if topic is not None:
                        topic.hear(entry.last)
                for waiting in self._everything:
                    waiting.wake()
        except Exception as error:
            _log.exception("The feeds cannot be read")
            problem = of_store(error) if isinstance(error, StoreError) else broken()
            for watch in tuple(self._watches):
                watch.end(ended_by(problem))
            self._following = None
            for topic in self._topics.values():
                topic.leave()
            self._topics.clear()  # whoever comes next begins with another reader
        finally:
            await reader.close()

    def _require_next(self, entry: FeedEntry) -> None:
        """A batch that does not follow on the one before: its encounter went back in time, and was played on."""
        stream = entry.stream
        known = self._lasts.get(stream)
        if known is not None and entry.first != known + 1:
            _log.error("%s goes on at %d instead of %d", stream.encounter, entry.first, known + 1)
            self.measures.alarms.inc()
            self._library.forget()
            for waiting in tuple(self._everything):
                if waiting.caller.tenant == stream.tenant and waiting.caller.admits(stream.encounter):
                    waiting.end(lost())
            if stream in self._topics:
                self._topics[stream].doubt()
        self._lasts[stream] = entry.last
        self._lasts.move_to_end(stream)
        if len(self._lasts) > MOST_STREAMS:
            self._lasts.popitem(last=False)

    def _alarm(self, alarm: FeedAlarm) -> None:
        """A feed lost entries, or went back in time: which encounters did, their topics find out."""
        _log.error("The feed %d goes on at %d instead of %d", alarm.partition, alarm.found, alarm.expected)
        self.measures.alarms.inc()
        self._library.forget()
        self._lasts.clear()
        for waiting in tuple(self._everything):
            waiting.end(lost())
        for topic in self._topics.values():
            if keys_of(topic.stream, self._store.partitions).partition == alarm.partition:
                topic.doubt()

    def _doubt(self) -> None:
        """The store was away: it may have come back as another."""
        self._library.forget()
        for topic in self._topics.values():
            topic.doubt()

    async def watch_all(
        self, caller: Caller, position: str | None, ruleset: str | None, *, field: str = "Last-Event-ID"
    ) -> TenantWatch:
        """A watch of all encounters that the caller may see, behind a position or from now.

        Raises Problem; ``field`` is where the position stood.
        """
        self._require_running()
        if caller.delay is not None:
            raise Problem("not_yours", "Who watches with a delay watches one encounter at a time: GET …/{id}/live.")
        if ruleset is not None:
            self._encounters.ruleset(ruleset, field="ruleset")
        partitions = self._store.partitions
        at = None if position is None else self._positions.read(caller.tenant, position, partitions, field)
        if at is not None:
            with store_problems():
                ends = await self._store.feed_ends()
            if any(number > ends[partition] for partition, number in at.items()):
                raise Problem(
                    "position_ahead",
                    "The feeds end before this position: it is another service's, or the store has lost history. Watch "
                    "from now, without a position, and read anew what you have to know.",
                )
        await self._follow()
        watch = TenantWatch(caller, self._left, self._log, self._positions, self._library, self._store, at, ruleset)
        self._join(watch)
        self._everything.add(watch)
        return watch

    async def replay(
        self, encounter: str, caller: Caller, *, after: int, to: int | None, speed: float, most_pause: float | None
    ) -> Replay | NothingLeft:
        """The past of an encounter behind a version, up to another or the newest. Raises Problem."""
        self._require_running()
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            end = sight.version if to is None else (await self._encounters.state_at(sight, to, field="to")).version
            linked = await hash_at(self._encounters, sight, after)
            if after >= end:
                return NothingLeft(sight.version, sight.hash)
            watch = Replay(
                *(caller, self._left, self._encounters, sight),
                after=after,
                hash_=linked,
                to=end,
                speed=speed,
                most_pause=most_pause,
            )
            self._join(watch)
            return watch

    def _join(self, watch: Watch) -> None:
        self._require_running()
        self._seats.take(watch)
        self._watches.add(watch)
        self._nobody.clear()

    def _left(self, watch: Watch) -> None:
        self._watches.discard(watch)
        self._seats.leave(watch)
        if isinstance(watch, TenantWatch):
            self._everything.discard(watch)
        if isinstance(watch, EncounterWatch):
            topic = watch.topic
            topic.watches.discard(watch)
            if not topic.watches and self._topics.get(topic.stream) is topic:
                del self._topics[topic.stream]
                topic.leave()
        if not self._watches:
            self._nobody.set()
            self._follow_no_more()

    def _follow_no_more(self) -> None:
        following, self._following = self._following, None
        if following is not None:
            following.cancel()

    def _require_running(self) -> None:
        if self._stopped:
            raise Problem("stopping", "The service is stopping; ask again in a moment.")

    def _count(self) -> dict[str, int]:
        """How many watch what."""
        counts: dict[str, int] = {}
        for watch in self._watches:
            counts[watch.kind] = counts.get(watch.kind, 0) + 1
        return counts
