"""Replays: the batches of the past, with the original pauses between them or shorter ones."""

from collections import deque
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic

from events.store.protocol import StoreError
from service.auth.access import Caller
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import VisibleEncounter
from service.live.batches import LiveFrame, WatchedBatch, next_batches
from service.live.watch import Watch, complete, ended_by
from service.problems.problem import from_store_error


class Replay(Watch):
    """Replays an encounter from the version after ``after``, where the chain has ``hash_``, up to the version ``to``.

    Pauses are divided by ``speed``; a speed of 0 drops them. ``most_pause`` limits each pause, in seconds.
    """

    kind = "replay"
    live = False

    def __init__(
        self,
        caller: Caller,
        on_close: Callable[[Watch], None],
        loader: StateLoader,
        visible: VisibleEncounter,
        *,
        after: int,
        hash_: bytes,
        to: int,
        speed: float,
        most_pause: float | None,
    ) -> None:
        super().__init__(caller, on_close)
        self.visible_head, self.unknown = (visible.version, visible.hash), visible.unknown
        self._loader, self._stream = loader, visible.cached.stream
        self._version, self._read, self._hash, self._to = after, after, hash_, to
        self._speed, self._most_pause = speed, inf if most_pause is None else most_pause
        self._upcoming: deque[WatchedBatch] = deque()
        self._due = 0.0
        self._last_recorded: float | None = None

    @property
    def position(self) -> str:
        return str(self._version)

    async def next(self, within: float) -> Sequence[LiveFrame]:
        until = monotonic() + within
        while True:
            self._news.clear()
            if self._ended:
                raise self._ended
            batch = await self._next_batch()
            now = monotonic()
            if now >= self._due:
                return [self._sent(batch, now)]
            if now >= until:
                return ()
            await self._wait(min(self._due, until) - now)

    async def _next_batch(self) -> WatchedBatch:
        """Return the next batch, and set the time at which it is due. Raises WatchEnded after the last one."""
        if not self._upcoming:
            if self._read >= self._to:
                raise complete()
            try:
                self._upcoming += await next_batches(self._loader, self._stream, self._read, self._hash, self._to)
            except StoreError as error:
                raise ended_by(from_store_error(error)) from error
            self._read, self._hash = self._upcoming[-1].last, self._upcoming[-1].hash
        batch = self._upcoming[0]
        if self._last_recorded is not None:
            pause = (batch.recorded - self._last_recorded) / self._speed if self._speed else 0.0
            self._due += min(max(pause, 0.0), self._most_pause)
            self._last_recorded = None
        return batch

    def _sent(self, batch: WatchedBatch, now: float) -> LiveFrame:
        self._upcoming.popleft()
        self._version, self._due, self._last_recorded = batch.last, now, batch.recorded
        return batch.frame(self.caller.speaker)
