"""The store's protocol, with its values and errors; the store keeps the events of encounters."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

MAX_BATCH: Final = 500
SEALED_STATUS: Final = "sealed"
"""The status of an encounter that was restored while open, without its seeds; it is read-only."""

Acknowledge = Literal["memory", "fsync", "replicas"]
"""The durability that an append waits for: the server's memory, its disk, or the memory of its replicas."""


class StreamId(NamedTuple):
    """The key of one encounter's event stream."""

    tenant: str
    encounter: str


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """The events of one command, or of several that begin an encounter, appended all or none.

    ``ends`` are the last versions of the batches before the last one: of one command there are none.
    ``fingerprint`` distinguishes two requests with one command ID. ``former_id`` is another ID under which the same
    request may have been stored, in an earlier form; under it, only a command with this fingerprint counts.
    ``expected_hash`` is the chain's hash at ``expected_version`` (the genesis hash for a new encounter), ``new_hash``
    the hash after the last record. ``commitment`` is that of the current epoch. ``seeds`` are stored by epoch, each as
    one secret; ``discard_seeds`` deletes all of them, once these records have revealed them.
    """

    stream: StreamId
    command_id: str
    fingerprint: bytes
    expected_version: int
    expected_hash: bytes
    records: Sequence[bytes]
    new_hash: bytes
    status: str
    commitment: str
    seeds: Mapping[int, bytes] = {}
    discard_seeds: bool = False
    ends: Sequence[int] = ()
    former_id: str = ""


class StreamImport(msgspec.Struct, frozen=True, kw_only=True):
    """An encounter from a bundle, imported all or none.

    ``prefix`` are its records, unchanged; ``batches`` is the last version of each batch among them. ``records`` are
    those of the batch that continues it under another ID, empty if it is restored under its own. ``new_hash`` is the
    chain's hash after the last record, ``signature`` the signature of the bundle; the other fields are as in ``Batch``.
    """

    stream: StreamId
    command_id: str
    fingerprint: bytes
    prefix: Sequence[bytes]
    batches: Sequence[int]
    records: Sequence[bytes] = ()
    new_hash: bytes
    status: str
    commitment: str
    signature: bytes = b""
    seeds: Mapping[int, bytes] = {}
    former_id: str = ""


class Appended(NamedTuple):
    """The versions of an appended batch; ``repeated`` if the command was known and nothing was appended."""

    first: int
    last: int
    repeated: bool


class Head(NamedTuple):
    """The end of a stream: the version and the chain's hash there, the encounter's status and its commitment."""

    version: int
    hash: bytes
    status: str
    commitment: str


class Loaded(NamedTuple):
    """The data that a reader of a stream starts from: its head, first record, seeds and newest snapshot.

    ``following`` has records that follow the snapshot, possibly not all.
    """

    head: Head
    opening: bytes
    seeds: dict[int, bytes]
    snapshot: bytes | None
    following: list[bytes]


class KnownCommand(NamedTuple):
    """A command that was accepted earlier: the versions of its batch, and the fingerprint of its request."""

    first: int
    last: int
    fingerprint: bytes


class FeedEntry(NamedTuple):
    """One batch in a partition's feed; ``number`` counts from 1 without gaps."""

    partition: int
    number: int
    stream: StreamId
    first: int
    last: int


class FeedAlarm(NamedTuple):
    """A gap or rollback in a feed: entry ``found`` followed where ``expected`` should have. Entries were removed or
    lost.
    """

    partition: int
    expected: int
    found: int


class FeedFollower(Protocol):
    """Reads feeds as they grow."""

    def follow(self) -> AsyncIterator[list[FeedEntry]]:
        """Yield entries as they arrive, without end. Raises StoreDamaged."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


class StoreError(Exception):
    """The store could not execute a request."""


class VersionConflict(StoreError):
    """Another batch was appended first; the stream is at version ``current`` with ``hash``."""

    def __init__(self, current: int, hash_: bytes) -> None:
        super().__init__(f"The encounter is at version {current}.")
        self.current, self.hash = current, hash_


class HistoryLost(StoreError):
    """The stream ends before a version read from it earlier, or differs there: the store has lost history."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(
            f"The store has version {current} of the encounter, but not version {expected}, which was read before."
        )
        self.expected, self.current = expected, current


class FingerprintMismatch(StoreError):
    """The command ID belongs to another request."""

    def __init__(self) -> None:
        super().__init__("The command ID was already used for another request.")


class Sealed(StoreError):
    """The encounter was restored without its seeds: it can be read, but nothing can be appended."""

    def __init__(self, stream: StreamId) -> None:
        super().__init__(f"{stream.encounter} was imported while it was open, without its seeds; it is read-only.")


class EncounterMissing(StoreError):
    """The encounter does not exist."""

    def __init__(self, stream: StreamId) -> None:
        super().__init__(f"There is no encounter {stream.encounter}.")
        self.stream = stream


class BatchTooLarge(StoreError):
    """A command may cause at most ``MAX_BATCH`` events; the error omits their number, which may depend on secret
    throws.
    """

    def __init__(self) -> None:
        super().__init__(f"The command would cause more than {MAX_BATCH} events, the maximum for one command.")


class StoreUnavailable(StoreError):
    """The store cannot be reached or refuses to write; no batch is partly written.

    It is unknown whether an append in progress was executed; retrying with the same command ID finds out. ``message``
    may be shown to clients. The full text is for operators, because it may name addresses and files.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(f"{message} {reason}" if reason else message)
        self.message, self.reason = message, reason


class DurabilityUnknown(StoreError):
    """The batch is in the store, but the requested durability was not confirmed in time.

    Retrying with the same command ID waits again and appends nothing.
    """

    def __init__(self, appended: Appended) -> None:
        super().__init__("The command is recorded, but its durability is not confirmed.")
        self.appended = appended


def require_durable(appended: Appended, *, safe: bool) -> Appended:
    """Return the result of an append. Raises DurabilityUnknown if it is not as durable as requested."""
    if not safe:
        raise DurabilityUnknown(appended)
    return appended


class StoreDamaged(StoreError):
    """Another program has changed, trimmed or removed keys of the store. Nothing was written."""


class StoreMisconfigured(StoreError):
    """The store cannot be opened at this address; the message says what to change."""


class PartitionsFixed(StoreError):
    """The store was created with another number of partitions, which can never change."""

    def __init__(self, recorded: int, asked: int) -> None:
        super().__init__(
            f"This store was created with {recorded} partitions, and the number cannot change: "
            f"start with {recorded} instead of {asked}, or use another Redis."
        )
        self.recorded, self.asked = recorded, asked


class Store(Protocol):
    """The store of events. Every method may raise StoreUnavailable or StoreDamaged."""

    @property
    def partitions(self) -> int: ...

    @property
    def read_is_kept(self) -> bool:
        """False if a failover may lose what was read before it was acknowledged, without losing what was."""
        ...

    async def require_writable(self) -> None:
        """Write and wait as an append does. Raises StoreUnavailable unless a command could be recorded."""
        ...

    async def append(self, batch: Batch) -> Appended:
        """Append a batch, all or nothing; a known command ID appends nothing and returns the recorded result.

        Raises VersionConflict, HistoryLost, FingerprintMismatch, BatchTooLarge, Sealed or DurabilityUnknown.
        """
        ...

    async def import_stream(self, stream_import: StreamImport) -> Appended:
        """Create a stream from a bundle's events; a known command ID writes nothing and returns the recorded result.

        Readers see either all of the stream or nothing. Raises VersionConflict if the stream exists;
        FingerprintMismatch or DurabilityUnknown.
        """
        ...

    async def head(self, stream: StreamId) -> Head:
        """Return the end of the stream. Raises EncounterMissing."""
        ...

    async def sealed(self, streams: Sequence[StreamId]) -> list[StreamId]:
        """Return those of the streams that were restored while open, without their seeds."""
        ...

    async def restored(self, stream: StreamId) -> bytes | None:
        """Return the signature of the bundle that an encounter was restored from, empty for an unsigned bundle.

        Returns None for an encounter that was not restored.
        """
        ...

    async def load(self, stream: StreamId) -> Loaded:
        """Return what a reader of the stream starts from, in one round trip. Raises EncounterMissing."""
        ...

    async def read(self, stream: StreamId, *, after: int = 0, limit: int) -> list[bytes]:
        """Return up to ``limit`` records after version ``after``, in order and without gaps; none at the end of the
        stream.
        """
        ...

    async def command(self, stream: StreamId, command_id: str) -> KnownCommand | None:
        """Return the batch of a known command, or None."""
        ...

    async def seeds(self, stream: StreamId) -> dict[int, bytes]:
        """Return the secret seeds by epoch; none after they were revealed."""
        ...

    async def save_snapshot(self, stream: StreamId, snapshot: bytes) -> None:
        """Replace the newest snapshot."""
        ...

    async def load_snapshot(self, stream: StreamId) -> bytes | None:
        """Return the newest snapshot, or None."""
        ...

    async def save_checkpoint(self, stream: StreamId, version: int, checkpoint: bytes) -> None:
        """Store a past state under its version."""
        ...

    async def load_checkpoint(self, stream: StreamId, at: int) -> bytes | None:
        """Return the last checkpoint at or before version ``at``, or None."""
        ...

    async def encounters(self, tenant: str, *, after: str = "", limit: int) -> list[str]:
        """Return up to ``limit`` encounter IDs after ``after``, in ascending order."""
        ...

    async def read_feed(self, partition: int, *, after: int = 0, limit: int) -> list[FeedEntry]:
        """Return up to ``limit`` entries of a partition's feed after number ``after``."""
        ...

    async def revoke(self, tenant: str, token: str, seconds: int) -> int:
        """Record a token as revoked for a number of seconds; returns the Unix time at which the record expires."""
        ...

    async def revoked(self, after: int) -> dict[tuple[str, str], int]:
        """Return the expiry, by tenant and token ID, of the revoked tokens whose records expire after Unix time
        ``after``.
        """
        ...

    async def lend(self, key: str, value: bytes, seconds: int) -> None:
        """Keep a value for a number of seconds, to be taken once by its key."""
        ...

    async def take(self, key: str) -> bytes | None:
        """Return a value that was lent, and remove it; None if it was taken, or its time is over."""
        ...

    async def feed_ends(self) -> dict[int, int]:
        """Return the number of the last entry of each partition's feed; 0 for an empty feed."""
        ...

    def follow(
        self, position: Mapping[int, int], alarm: Callable[[FeedAlarm], None], resumed: Callable[[], None]
    ) -> FeedFollower:
        """Return a reader of the feeds after a position, on a connection of its own, which the caller closes.

        ``alarm`` is called for each gap or rollback in a feed, ``resumed`` when the store responds again after an
        outage.
        """
        ...
