"""Replaying: the batches of the past with the pauses between them as they were, or shorter."""

from collections import deque
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic

from events.store.protocol import StoreError
from service.auth.access import Caller
from service.encounters.service import Encounters, VisibleEncounter
from service.live.batches import Batch, LiveFrame, next_batches
from service.live.watch import Watch, complete, ended_by
from service.problems.problem import of_store


class Replay(Watch):
    """Tells an encounter from behind a version, where the chain has ``hash_``, up to another.

    Pauses are divided by ``speed``, with 0 there are none; where ``most_pause`` is given, none takes more seconds.
    """

    kind = "replay"
    live = False

    def __init__(
        self,
        caller: Caller,
        left: Callable[[Watch], None],
        encounters: Encounters,
        sight: VisibleEncounter,
        *,
        after: int,
        hash_: bytes,
        to: int,
        speed: float,
        most_pause: float | None,
    ) -> None:
        super().__init__(caller, left)
        self.stands = sight.version, sight.hash
        self._history, self._stream = encounters.history, sight.warm.stream
        self._version, self._read, self._hash, self._to = after, after, hash_, to
        self._speed, self._most_pause = speed, inf if most_pause is None else most_pause
        self._coming: deque[Batch] = deque()
        self._due = 0.0
        self._recorded: float | None = None

    @property
    def position(self) -> str:
        return str(self._version)

    async def next(self, within: float) -> Sequence[LiveFrame]:
        until = monotonic() + within
        while True:
            self._news.clear()
            if self._ended:
                raise self._ended
            batch = await self._upcoming()
            now = monotonic()
            if now >= self._due:
                return [self._told(batch, now)]
            if now >= until:
                return ()
            await self._heard(min(self._due, until) - now)

    async def _upcoming(self) -> Batch:
        """The next batch, which is due when the pause before it is over. Raises Ended behind the last."""
        if not self._coming:
            if self._read >= self._to:
                raise complete()
            try:
                self._coming += await next_batches(self._history, self._stream, self._read, self._hash, self._to)
            except StoreError as error:
                raise ended_by(of_store(error)) from error
            self._read, self._hash = self._coming[-1].last, self._coming[-1].hash
        batch = self._coming[0]
        if self._recorded is not None:
            pause = (batch.recorded - self._recorded) / self._speed if self._speed else 0.0
            self._due += min(max(pause, 0.0), self._most_pause)
            self._recorded = None
        return batch

    def _told(self, batch: Batch, now: float) -> LiveFrame:
        self._coming.popleft()
        self._version, self._due, self._recorded = batch.last, now, batch.recorded
        return batch.frame(self.caller.speaker)
