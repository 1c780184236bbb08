"""Watch of all encounters of a tenant: delivers every visible batch after a position in each partition's feed."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from events.store.protocol import FeedEntry, Store, StoreError
from service.auth.access import Caller
from service.live.batch_cache import BatchCache
from service.live.batches import LiveFrame
from service.live.positions import Positions
from service.live.watch import MAX_FRAMES, Watch, ended_by, slow
from service.problems.problem import from_store_error

MAX_ENTRIES: Final = 4096


class FeedLog:
    """The newest entries of all feeds, in the order in which this process read them."""

    def __init__(self, position: dict[int, int]) -> None:
        self.position = position
        self.count = 0
        self._entries: deque[FeedEntry] = deque(maxlen=MAX_ENTRIES)

    def add(self, entry: FeedEntry) -> None:
        """Append an entry that was read."""
        self._entries.append(entry)
        self.position[entry.partition] = entry.number
        self.count += 1

    def after(self, count: int) -> list[FeedEntry] | None:
        """Return entries after the first ``count``, at most ``MAX_FRAMES``; None if they are no longer in memory."""
        evicted = self.count - len(self._entries)
        return None if count < evicted else list(islice(self._entries, count - evicted, count - evicted + MAX_FRAMES))


class TenantWatch(Watch):
    """Watches all encounters from a position, or only those of one ruleset.

    Entries older than the log are read from the feeds themselves, one partition after the other. A watch that had
    caught up with the log and then falls out of it is ended as too slow.
    """

    kind = "tenant"

    def __init__(
        self,
        caller: Caller,
        on_close: Callable[[Watch], None],
        log: FeedLog,
        positions: Positions,
        cache: BatchCache,
        store: Store,
        position: dict[int, int] | None,
        ruleset: str | None,
    ) -> None:
        super().__init__(caller, on_close)
        self._log, self._cache, self._store, self._ruleset = log, cache, store, ruleset
        self._positions = positions
        self._position = dict(log.position if position is None else position)
        self._caught_up = False
        self._set_target()

    def _set_target(self) -> None:
        """Catch up with the feeds as far as the log has read them, and follow the log from there."""
        self._target, self._log_count = dict(self._log.position), self._log.count

    @property
    def position(self) -> str:
        return self._positions.encode(self.caller.tenant, self._position)

    @property
    def live(self) -> bool:
        return self._lagging_partition() is None

    def _lagging_partition(self) -> int | None:
        """Return a partition whose feed has entries up to the target that were not read yet."""
        position = self._position
        return next((partition for partition, end in self._target.items() if position[partition] < end), None)

    async def _collect(self) -> Sequence[LiveFrame]:
        try:
            while entries := await self._entries():
                frames = [frame for entry in entries if (frame := await self._frame(entry)) is not None]
                if frames:
                    return frames
        except StoreError as error:
            raise ended_by(from_store_error(error)) from error
        return ()

    async def _entries(self) -> list[FeedEntry]:
        """Return the next entries; none if there is nothing new."""
        while (partition := self._lagging_partition()) is not None:
            after, end = self._position[partition], self._target[partition]
            entries = await self._store.read_feed(partition, after=after, limit=min(end - after, MAX_FRAMES))
            if entries:
                return entries
            self._target[partition] = after  # the feed has lost the entries since
        logged = self._log.after(self._log_count)
        if logged is None and self._caught_up:
            raise slow()
        if logged is None:
            self._set_target()
            return await self._entries()
        self._caught_up = True
        self._log_count += len(logged)
        return logged

    async def _frame(self, entry: FeedEntry) -> LiveFrame | None:
        """Return the frame of an entry if the caller may see it, and advance the position past it in any case."""
        stream, known = entry.stream, self._position[entry.partition]
        if entry.number <= known:
            return None  # sent before: the position was ahead of this process
        batch = None
        visible = stream.tenant == self.caller.tenant and self.caller.may_access(stream.encounter)
        if visible and (self._ruleset is None or await self._cache.ruleset(stream) == self._ruleset):
            batch = await self._cache.batch(entry)
        self._position[entry.partition] = entry.number
        if batch is None:
            return None
        return batch.frame(self.caller.speaker, self._positions.encode_shared(self.caller.tenant, self._position))
