"""Watch of one encounter: delivers every visible batch after a version."""

from collections.abc import Callable, Sequence
from itertools import islice, takewhile

from events.store.protocol import StoreError
from service.auth.access import Caller
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.live.batches import LiveFrame, WatchedBatch, next_batches
from service.live.encounter_feed import EncounterFeed
from service.live.frames.frame_feed import NOTHING_ELSE, FrameView, Wanted
from service.live.watch import MAX_FRAMES, Watch, complete, ended_by, slow
from service.problems.problem import Problem, from_store_error
from service.problems.store_problems import store_problems


class EncounterWatch(Watch):
    """Watches one encounter from a version.

    Batches older than those that the feed has in memory are read from the store, as fast as the client takes them. A
    watch that had caught up with the feed and then falls out of its memory is ended as too slow.

    A watch ``with_seats`` also delivers the seats of the encounter: first, and whenever they change. It ``attends``
    once it has begun, and then counts as a connection of its seat.
    """

    kind = "encounter"

    def __init__(
        self,
        caller: Caller,
        on_close: Callable[[Watch], None],
        feed: EncounterFeed,
        loader: StateLoader,
        viewer: EncounterViewer,
        *,
        seats: bool = False,
    ) -> None:
        super().__init__(caller, on_close)
        self.feed = feed
        self.with_seats = seats
        self.attends = False
        self._seats = b""
        self._loader, self._viewer = loader, viewer
        self._version, self._hash = 0, b""
        self._caught_up = False

    async def begin(self, visible: VisibleEncounter, version: int, wanted: Wanted = NOTHING_ELSE) -> None:
        """Start after a version. Raises Problem ``position_ahead`` for one that the caller cannot see yet."""
        self.language = wanted.table
        if wanted != NOTHING_ELSE:
            self.view = FrameView(self.caller.speaker, wanted)
            self.feed.frames.begin(visible.cached.runtime)
        self._hash = await hash_at(self._loader, self._viewer, visible, version)
        self._version = version
        self.visible_head, self.unknown = (visible.version, visible.hash), visible.unknown

    @property
    def position(self) -> str:
        return str(self._version)

    @property
    def live(self) -> bool:
        return self._caught_up

    async def _collect(self) -> Sequence[LiveFrame]:
        try:
            newest, over = await self._newest_visible()
            if newest <= self._version:
                if over:
                    raise complete()
                self.feed.check_if_idle()
                return await self._changed_seats() if self.with_seats else ()
            batches = await self._next(newest)
            frames = [await self._frame(batch) for batch in batches]
        except StoreError as error:
            raise ended_by(from_store_error(error)) from error
        except Problem as problem:
            raise ended_by(problem) from problem
        if not frames:
            return ()
        self._version, self._hash = batches[-1].last, batches[-1].hash
        return frames

    async def _frame(self, batch: WatchedBatch) -> LiveFrame:
        return batch.frame(self.caller.speaker) if self.view is None else await self.feed.frames.frame(batch, self.view)

    async def _changed_seats(self) -> Sequence[LiveFrame]:
        """Return the seats if they differ from those that the client has."""
        body = await self.feed.seats.body(self.caller)
        if body == self._seats:
            return ()
        self._seats = body
        return (LiveFrame(self.position, body, 0.0, "seats"),)

    async def _newest_visible(self) -> tuple[int, bool]:
        """Return the newest visible version, which is the end of a batch, and whether no event can follow it."""
        feed = self.feed
        if self.caller.delay is None:
            return feed.version, feed.over
        visible = await self._viewer.find(feed.stream.encounter, self.caller)
        return visible.version, visible.over

    async def _next(self, newest: int) -> list[WatchedBatch]:
        """Return the next batches up to the newest visible version. Raises WatchEnded for a client that is too slow."""
        feed, version = self.feed, self._version
        if version >= feed.cached_after:
            self._caught_up = True
            cached = takewhile(lambda batch: batch.last <= newest, feed.batches_after(version))
            return list(islice(cached, MAX_FRAMES))
        if self._caught_up and self.caller.delay is None:
            raise slow()
        end = min(newest, feed.cached_after)
        return await next_batches(self._loader, feed.stream, version, self._hash, end)


async def hash_at(loader: StateLoader, viewer: EncounterViewer, visible: VisibleEncounter, version: int) -> bytes:
    """Return the chain's hash at a version. Raises Problem ``position_ahead`` for one that is not yet visible."""
    if version > visible.version:
        detail = (
            f"The encounter has versions 1 to {visible.version}; no event can follow version {version}. The position "
            "belongs to another encounter, or the store has lost history. Read the encounter again, then watch from "
            "its version."
        )
        raise Problem("position_ahead", detail, version=visible.version)
    if version == 0:
        with store_problems():
            return (await loader.beginning(visible.cached.runtime, visible.cached.stream)).hash
    return visible.hash if version == visible.version else (await viewer.state_at(visible, version)).hash
