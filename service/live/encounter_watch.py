"""Watching one encounter: a version, behind which whatever is in view is sent."""

from collections.abc import Callable, Sequence
from itertools import islice, takewhile

from events.store.protocol import StoreError
from service.auth.access import Caller
from service.encounters.service import Encounters, VisibleEncounter, store_problems
from service.live.batches import Batch, LiveFrame, next_batches
from service.live.encounter_feed import EncounterFeed
from service.live.watch import MOST_FRAMES, Watch, complete, ended_by, slow
from service.problems.problem import Problem, of_store


class EncounterWatch(Watch):
    """Watches one encounter from the version where it is begun.

    What is older than the topic's memory is read from the store, at the watcher's own pace. Who has once caught up with
    the topic and falls out of its memory is too slow.
    """

    kind = "encounter"

    def __init__(
        self, caller: Caller, left: Callable[[Watch], None], topic: EncounterFeed, encounters: Encounters
    ) -> None:
        super().__init__(caller, left)
        self.topic = topic
        self._encounters = encounters
        self._version, self._hash = 0, b""
        self._caught_up = False

    async def begin(self, sight: VisibleEncounter, version: int) -> None:
        """Watch from a version on. Raises Problem ``position_ahead`` for one that is not in view."""
        self._hash = await hash_at(self._encounters, sight, version)
        self._version = version
        self.stands = sight.version, sight.hash

    @property
    def position(self) -> str:
        return str(self._version)

    @property
    def live(self) -> bool:
        return self._caught_up

    async def _collect(self) -> Sequence[LiveFrame]:
        try:
            horizon, over = await self._in_view()
            if horizon <= self._version:
                if over:
                    raise complete()
                self.topic.idle()
                return ()
            batches = await self._next(horizon)
        except StoreError as error:
            raise ended_by(of_store(error)) from error
        except Problem as problem:
            raise ended_by(problem) from problem
        if not batches:
            return ()
        self._version, self._hash = batches[-1].last, batches[-1].hash
        return [batch.frame(self.caller.speaker) for batch in batches]

    async def _in_view(self) -> tuple[int, bool]:
        """The newest version in view, which is the end of a batch, and whether nothing can follow it."""
        topic = self.topic
        if self.caller.delay is None:
            return topic.version, topic.over
        sight = await self._encounters.sight(topic.stream.encounter, self.caller)
        return sight.version, sight.over

    async def _next(self, horizon: int) -> list[Batch]:
        """The next batches up to the horizon. Raises Ended for a watcher that is too slow."""
        topic, version = self.topic, self._version
        if version >= topic.kept_from:
            self._caught_up = True
            near = takewhile(lambda batch: batch.last <= horizon, topic.behind(version))
            return list(islice(near, MOST_FRAMES))
        if self._caught_up and self.caller.delay is None:
            raise slow()
        end = min(horizon, topic.kept_from)
        return await next_batches(self._encounters.history, topic.stream, version, self._hash, end)


async def hash_at(encounters: Encounters, sight: VisibleEncounter, version: int) -> bytes:
    """The chain's hash at a position. Raises Problem ``position_ahead`` for one that is not in view."""
    if version > sight.version:
        said = (
            f"The encounter has versions 1 to {sight.version}, and nothing can follow on version {version}: it is "
            "another encounter's, or the store has lost history. Read the encounter anew, and watch from there."
        )
        raise Problem("position_ahead", said, version=sight.version)
    if version == 0:
        with store_problems():
            return (await encounters.history.beginning(sight.warm.prepared, sight.warm.stream)).hash
    return sight.hash if version == sight.version else (await encounters.state_at(sight, version)).hash
