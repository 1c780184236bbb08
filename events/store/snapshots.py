"""Snapshots and checkpoints: states stored beside the events, so that a fold need not start at the first event.

The newest snapshot makes cold starts cheap; checkpoints at regular distances make the state at any version cheap. Both
are disposable: one that is unreadable, was folded by other code, or does not match the stream is ignored, and the fold
starts earlier.
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
    """The stored form: version, the chain's hash there, the fingerprint of the fold, and the encoded state."""

    version: int
    hash: bytes
    fold: str
    state: bytes


_decode_snapshot = msgspec.msgpack.Decoder(StoredSnapshot).decode


class StateAt(NamedTuple, Generic[S]):
    """A state with its version and the chain's hash there."""

    version: int
    hash: bytes
    state: S


class Snapshots(Generic[S]):
    """Stores the states of one ruleset and finds the nearest one to continue folding from.

    ``fold`` returns the fingerprint of the code that folds; it is called when it is needed, so that a process can
    compute it after it has created the snapshots. ``encode`` and ``decode`` convert states to bytes and back. A
    checkpoint is saved every ``spacing`` events, a snapshot every ``every`` events.
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
        """Decode the newest snapshot; None if it is unusable, after the head, or at the head with another hash.

        The caller verifies that the events after the snapshot lead to the head's hash, and otherwise starts without it.
        """
        found = self._decoded(stored)
        if found is None or found.version > head.version:
            return None
        return found if found.version < head.version or found.hash == head.hash else None

    async def nearest(self, stream: StreamId, at: int) -> StateAt[S] | None:
        """Return the last checkpoint at or before version ``at``, or None."""
        return self._decoded(await self._store.load_checkpoint(stream, at))

    async def save_if_due(self, stream: StreamId, before: int, state: StateAt[S]) -> None:
        """Save a state if a multiple of a distance lies between ``before``, the last version offered, and its own
        version.

        Only states at the end of a batch should be offered, because branches and rewinds start there. A failure to save
        is logged and otherwise ignored.
        """
        snapshot, checkpoint = (
            crosses_multiple(before, state.version, self.every),
            crosses_multiple(before, state.version, self.spacing),
        )
        if snapshot or checkpoint:
            await self._save(stream, state, snapshot=snapshot, checkpoint=checkpoint)

    async def save_checkpoint(self, stream: StreamId, state: StateAt[S]) -> None:
        """Save a past state as a checkpoint, in place of one that is missing."""
        await self._save(stream, state, snapshot=False, checkpoint=True)

    async def _save(self, stream: StreamId, state: StateAt[S], *, snapshot: bool, checkpoint: bool) -> None:
        stored = encode_snapshot(StoredSnapshot(state.version, state.hash, self._fold(), self._encode(state.state)))
        try:
            if snapshot:
                await self._store.save_snapshot(stream, stored)
            if checkpoint:
                await self._store.save_checkpoint(stream, state.version, stored)
        except StoreError as error:
            _log.warning("Saving a snapshot of %s failed: %s", stream.encounter, error)

    def _decoded(self, stored: bytes | None) -> StateAt[S] | None:
        if stored is None:
            return None
        try:
            snapshot = _decode_snapshot(stored)
            if snapshot.fold == self._fold():
                return StateAt(snapshot.version, snapshot.hash, self._decode(snapshot.state))
        except Exception:  # any damaged snapshot can be rebuilt from the events
            return None
        return None


def crosses_multiple(before: int, version: int, distance: int) -> bool:
    """Return whether the versions after ``before``, up to ``version``, include a multiple of ``distance``."""
    return version // distance > before // distance
