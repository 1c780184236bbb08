"""The hub: the one reader of the feeds in this process, and the watchers that it wakes.

It reads only while anybody watches. Its position in the feeds is always taken before the first watcher asks where its
encounter stands, so that nothing can fall between the two.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from events.keys import keys_of
from events.store import FeedAlarm, FeedFollower, StoreError, StreamId
from service.access import Caller
from service.encounters import Encounters, Sight, store_problems
from service.live.encounter_watch import EncounterWatch
from service.live.measures import LiveMeasures
from service.live.topic import Topic
from service.live.watch import Watch, ended_by, stopping
from service.problems import Problem, broken, of_store

LEAVE: Final = 2.0
"""Seconds that watchers have to leave when the service stops."""
_log = logging.getLogger(__name__)


class Hub:
    """Everybody who watches in this process."""

    def __init__(self, encounters: Encounters, *, backlog: int) -> None:
        self.measures = LiveMeasures(encounters.metrics.registry, self._count)
        self._store, self._encounters, self._backlog = encounters.store, encounters, backlog
        self._topics: dict[StreamId, Topic] = {}
        self._watches: set[Watch] = set()
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

    async def watch(self, encounter: str, caller: Caller, position: int | None) -> EncounterWatch | None:
        """A watch of one encounter behind a position, or from now; None where it is closed and nothing is left to send.

        Raises Problem.
        """
        self._require_running()
        stream = self._encounters.stream(encounter, caller)
        await self._follow()
        topic = self._topics.get(stream)
        if topic is None:
            topic = self._topics[stream] = Topic(stream, self._store, self._encounters.history, self._backlog)
        watch = EncounterWatch(caller, self._left, topic, self._encounters)
        self._join(watch)
        topic.watches.add(watch)
        try:
            sight = await self._encounters.sight(encounter, caller)
            warm = sight.warm
            topic.begin(warm.state.version, warm.hash, closed=warm.state.status == "closed")
            version = sight.version if position is None else position
            if at_the_end(sight, version):
                watch.close()
                return None
            await watch.begin(sight, version)
        except BaseException:
            watch.close()
            raise
        return watch

    async def _follow(self) -> None:
        """Read the feeds from now on, unless they are read already."""
        async with self._starting:
            if self._following is None:
                with store_problems():
                    ends = await self._store.feed_ends()
                reader = self._store.follow(ends, self._alarm, self._doubt)
                self._following = asyncio.create_task(self._read(reader))

    async def _read(self, reader: FeedFollower) -> None:
        """Read the feeds for as long as somebody watches."""
        try:
            async for entries in reader.follow():
                for entry in entries:
                    topic = self._topics.get(entry.stream)
                    if topic is not None:
                        topic.hear(entry.last)
        except Exception as error:
            _log.exception("The feeds cannot be read")
            problem = of_store(error) if isinstance(error, StoreError) else broken()
            for watch in tuple(self._watches):
                watch.end(ended_by(problem))
            self._following = None
        finally:
            await reader.close()

    def _alarm(self, alarm: FeedAlarm) -> None:
        """A feed lost entries, or went back in time: which encounters did, their topics find out."""
        _log.error("The feed %d goes on at %d instead of %d", alarm.partition, alarm.found, alarm.expected)
        self.measures.alarms.inc()
        for topic in self._topics.values():
            if keys_of(topic.stream, self._store.partitions).partition == alarm.partition:
                topic.doubt()

    def _doubt(self) -> None:
        """The store was away: it may have come back as another."""
        for topic in self._topics.values():
            topic.doubt()

    def _join(self, watch: Watch) -> None:
        self._require_running()
        self._watches.add(watch)
        self._nobody.clear()

    def _left(self, watch: Watch) -> None:
        self._watches.discard(watch)
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


def at_the_end(sight: Sight, version: int) -> bool:
    """Whether an encounter is closed, and nothing of it is left to send behind a version."""
    state = sight.warm.state
    return state.status == "closed" and version == sight.version == state.version
