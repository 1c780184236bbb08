"""Snapshots and checkpoints: states kept beside the events, so that a fold need not begin at the beginning.

The newest snapshot makes a cold start cheap; checkpoints at even distances make the state at any version cheap. Both
are disposable. One that cannot be read, that another fold made, or that does not fit the stream is passed over, and
the fold begins earlier.
"""

import logging
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import msgspec

from events.store.protocol import Head, Store, StoreError, StreamId

S = TypeVar("S")

_log = logging.getLogger(__name__)

encode_snapshot = msgspec.msgpack.Encoder().encode


class StoredSnapshot(msgspec.Struct, frozen=True, array_like=True):
    """What is stored: the chain's hash at ``version``, the fingerprint of the fold, and the state's bytes."""

    version: int
    hash: bytes
    fold: str
    state: bytes


_decode_snapshot = msgspec.msgpack.Decoder(StoredSnapshot).decode


class StateAt(NamedTuple, Generic[S]):
    """A state to fold on from, with the version and the chain's hash that it stands at."""

    version: int
    hash: bytes
    state: S


class Snapshots(Generic[S]):
    """Keeps states in a store, and finds the one to fold on from.

    ``fold`` is the fingerprint of the code that folds; ``encode`` and ``decode`` turn states into bytes and back. A
    checkpoint is kept once in ``spacing`` events, a snapshot once in ``every``.
    """

    def __init__(
        self,
        store: Store,
        fold: Callable[[], str],
        encode: Callable[[S], bytes],
        decode: Callable[[bytes], S],
        *,
        every: int = 200,
        spacing: int = 1000,
    ) -> None:
        self._store = store
        self._fold = fold
        self._encode = encode
        self._decode = decode
        self.every = every
        self.spacing = spacing

    def newest(self, stored: bytes | None, head: Head) -> StateAt[S] | None:
        """What is stored as the newest snapshot, unless it stands beyond the head or on another chain.

        Events behind it must lead to the head's hash; where they do not, the reader begins without a snapshot.
        """
        rebuilt = self._rebuilt(stored)
        if rebuilt is None or rebuilt.version > head.version:
            return None
        return rebuilt if rebuilt.version < head.version or rebuilt.hash == head.hash else None

    async def nearest(self, stream: StreamId, at: int) -> StateAt[S] | None:
        """The last checkpoint at or before version ``at``."""
        return self._rebuilt(await self._store.load_checkpoint(stream, at))

    async def keep(self, stream: StreamId, before: int, state: StateAt[S]) -> None:
        """Keep a state where one is due, given that the last one offered stood at version ``before``.

        Only states at the end of a batch should be offered: branches and rewinds start there. One that the store does
        not take is made again another time.
        """
        snapshot, checkpoint = crosses(before, state.version, self.every), crosses(before, state.version, self.spacing)
        if snapshot or checkpoint:
            await self._save(stream, state, snapshot=snapshot, checkpoint=checkpoint)

    async def keep_checkpoint(self, stream: StreamId, state: StateAt[S]) -> None:
        """Keep a state of the past that a fold came by, where no checkpoint is left."""
        await self._save(stream, state, snapshot=False, checkpoint=True)

    async def _save(self, stream: StreamId, state: StateAt[S], *, snapshot: bool, checkpoint: bool) -> None:
        kept = encode_snapshot(StoredSnapshot(state.version, state.hash, self._fold(), self._encode(state.state)))
        try:
            if snapshot:
                await self._store.save_snapshot(stream, kept)
            if checkpoint:
                await self._store.save_checkpoint(stream, state.version, kept)
        except StoreError as error:
            _log.warning("No snapshot of %s could be kept: %s", stream.encounter, error)

    def _rebuilt(self, stored: bytes | None) -> StateAt[S] | None:
        if stored is None:
            return None
        try:
            kept = _decode_snapshot(stored)
            if kept.fold == self._fold():
                return StateAt(kept.version, kept.hash, self._decode(kept.state))
        except Exception:  # whatever is wrong with it, it can be made again from the events
            return None
        return None


def crosses(before: int, version: int, distance: int) -> bool:
    """Whether the way from version ``before`` to ``version`` passes a multiple of ``distance``."""
    return version // distance > before // distance
