"""The store: where the events of encounters live, as a protocol, with the values and errors that go through it."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

MAX_BATCH: Final = 500
SEALED_STATUS: Final = "sealed"
"""The status in the head of an encounter that was restored while it was open: its seeds stayed where they were."""

Acknowledge = Literal["memory", "fsync", "replicas"]
"""What an append waits for: the server's memory, its disk, or the memory of its replicas."""


class StreamId(NamedTuple):
    """Names one encounter's stream of events."""

    tenant: str
    encounter: str


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """The events of one command, to be appended all or none.

    ``fingerprint`` tells two requests with one command ID apart. ``expected_hash`` is the chain's hash at
    ``expected_version`` (the genesis for a new encounter), ``new_hash`` the one behind the last record. ``commitment``
    is that of the current epoch. ``seeds`` are kept under their epochs, each as one secret; ``discard_seeds``
    forgets all of them, once these records have revealed them.
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


class StreamImport(msgspec.Struct, frozen=True, kw_only=True):
    """An encounter out of a bundle, to be there as a whole or not at all.

    ``prefix`` are its records as they were, ``batches`` the last version of each batch among them. ``records`` are
    those of the batch by which it goes on under another ID: none where it is restored under its own. ``new_hash`` is
    the chain's behind the last record, ``signature`` what the bundle was signed with; the rest is as in a ``Batch``.
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


class Appended(NamedTuple):
    """Where a batch stands; ``repeated`` if its command was known, and nothing has been appended now."""

    first: int
    last: int
    repeated: bool


class Head(NamedTuple):
    """Where a stream ends: the version and the chain's hash there, the encounter's status and its commitment."""

    version: int
    hash: bytes
    status: str
    commitment: str


class Loaded(NamedTuple):
    """What a reader of a stream begins with: its head, its first record, its seeds, its newest snapshot.

    ``behind`` has records that follow on the snapshot, though perhaps not all.
    """

    head: Head
    opening: bytes
    seeds: dict[int, bytes]
    snapshot: bytes | None
    behind: list[bytes]


class KnownCommand(NamedTuple):
    """A command that was accepted before: its batch, and the fingerprint of the request that it came with."""

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
    """A feed did not go on where it should: at ``found`` instead of ``expected``. Entries were removed, or lost."""

    partition: int
    expected: int
    found: int


class FeedFollower(Protocol):
    """Reads feeds as they grow."""

    def follow(self) -> AsyncIterator[list[FeedEntry]]:
        """Entries as they come, for ever. Raises StoreDamaged."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


class StoreError(Exception):
    """Anything that keeps the store from doing what it was asked."""


class VersionConflict(StoreError):
    """Somebody else appended first; the stream stands at version ``current``, where its chain has ``hash``."""

    def __init__(self, current: int, hash_: bytes) -> None:
        super().__init__(f"The encounter stands at version {current}.")
        self.current, self.hash = current, hash_


class HistoryLost(StoreError):
    """The stream ends before a version that was read from it, or went another way: the store has lost history."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(
            f"The store knows version {current} of the encounter, but not the version {expected} that was read from it."
        )
        self.expected, self.current = expected, current


class FingerprintMismatch(StoreError):
    """The command ID belongs to another request."""

    def __init__(self, command_id: str) -> None:
        super().__init__(f"The command ID {command_id} was used for another request.")
        self.command_id = command_id


class Sealed(StoreError):
    """The encounter was restored without its seeds: it can be read, and nothing follows."""

    def __init__(self, stream: StreamId) -> None:
        super().__init__(f"{stream.encounter} was brought in while it was open, and its seeds stayed where they were.")


class EncounterMissing(StoreError):
    """There is no such encounter."""

    def __init__(self, stream: StreamId) -> None:
        super().__init__(f"There is no encounter {stream.encounter}.")
        self.stream = stream


class BatchTooLarge(StoreError):
    """One command may cause at most ``MAX_BATCH`` events. How many it would is not told: that may hang on throws."""

    def __init__(self) -> None:
        super().__init__(f"The command would cause more events than the {MAX_BATCH} that are stored at once.")


class StoreUnavailable(StoreError):
    """The store cannot be reached or refuses to write. Nothing is half done.

    Whether an append that was on its way has arrived is not known; the same command ID, sent again, finds out.
    ``said`` is for everybody. The whole message is for operators: it may name addresses and files.
    """

    def __init__(self, said: str, reason: str = "") -> None:
        super().__init__(f"{said} {reason}" if reason else said)
        self.said = said


class DurabilityUnknown(StoreError):
    """The batch is in the store, but what was to be waited for did not happen in time.

    The same command ID, sent again, waits again and appends nothing.
    """

    def __init__(self, appended: Appended) -> None:
        super().__init__("The command is recorded, but it is not yet known to be safe.")
        self.appended = appended


def require_durable(appended: Appended, *, safe: bool) -> Appended:
    """What is in the store, given that it is as safe as was asked for. Raises DurabilityUnknown where it is not."""
    if not safe:
        raise DurabilityUnknown(appended)
    return appended


class StoreDamaged(StoreError):
    """Something outside Yarrow has changed, trimmed or removed keys of the store. Nothing was written."""


class PartitionsFixed(StoreError):
    """The store was first started with another number of partitions, which can never change."""

    def __init__(self, recorded: int, asked: int) -> None:
        super().__init__(
            f"This store was first started with {recorded} partitions and keeps them for ever: "
            f"start with {recorded} instead of {asked}, or use another Redis."
        )
        self.recorded, self.asked = recorded, asked


class Store(Protocol):
    """What keeps the events. Everything may raise StoreUnavailable or StoreDamaged."""

    @property
    def partitions(self) -> int: ...

    async def append(self, batch: Batch) -> Appended:
        """Append a batch, all or nothing; a known command ID appends nothing and gives the recorded answer.

        Raises VersionConflict, HistoryLost, FingerprintMismatch, BatchTooLarge, Sealed or DurabilityUnknown.
        """
        ...

    async def bring_in(self, arrival: StreamImport) -> Appended:
        """Begin a stream with the events of another; a known command ID writes nothing and gives the recorded answer.

        Nothing of it is seen before all of it is. Raises VersionConflict where the stream exists; FingerprintMismatch
        or DurabilityUnknown.
        """
        ...

    async def head(self, stream: StreamId) -> Head:
        """Where the stream ends. Raises EncounterMissing."""
        ...

    async def sealed(self, streams: Sequence[StreamId]) -> list[StreamId]:
        """Those of the streams that were restored while they were open, without their seeds."""
        ...

    async def restored(self, stream: StreamId) -> bytes | None:
        """The signature of the bundle that an encounter was restored from, empty where it had none.

        None for one that was played here.
        """
        ...

    async def load(self, stream: StreamId) -> Loaded:
        """What a reader of the stream begins with, in one read. Raises EncounterMissing."""
        ...

    async def read(self, stream: StreamId, *, after: int = 0, limit: int) -> list[bytes]:
        """At most ``limit`` records behind version ``after``, in order and without gaps; none where the stream ends."""
        ...

    async def command(self, stream: StreamId, command_id: str) -> KnownCommand | None:
        """The batch that a command was answered with, or None for one that is not known."""
        ...

    async def seeds(self, stream: StreamId) -> dict[int, bytes]:
        """The secret seeds by epoch; none once they have been revealed."""
        ...

    async def save_snapshot(self, stream: StreamId, snapshot: bytes) -> None:
        """Keep the newest snapshot in place of the one before."""
        ...

    async def load_snapshot(self, stream: StreamId) -> bytes | None:
        """The newest snapshot, if there is one."""
        ...

    async def save_checkpoint(self, stream: StreamId, version: int, checkpoint: bytes) -> None:
        """Keep a state of the past under its version."""
        ...

    async def load_checkpoint(self, stream: StreamId, at: int) -> bytes | None:
        """The last checkpoint at or before version ``at``, if there is one."""
        ...

    async def encounters(self, tenant: str, *, after: str = "", limit: int) -> list[str]:
        """At most ``limit`` IDs of encounters behind ``after``, in the order of the IDs."""
        ...

    async def read_feed(self, partition: int, *, after: int = 0, limit: int) -> list[FeedEntry]:
        """At most ``limit`` entries of a partition's feed behind number ``after``."""
        ...

    async def revoke(self, tenant: str, token: str, seconds: int) -> int:
        """Keep for so many seconds that a token is revoked; gives the second since 1970 at which they end."""
        ...

    async def revoked(self, after: int) -> dict[tuple[str, str], int]:
        """The revoked tokens by tenant and ID that are kept until a second behind ``after``."""
        ...

    async def feed_ends(self) -> dict[int, int]:
        """The number of the last entry of each partition's feed; 0 for an empty one."""
        ...

    def follow(
        self, position: Mapping[int, int], alarm: Callable[[FeedAlarm], None], resumed: Callable[[], None]
    ) -> FeedFollower:
        """A reader of the feeds behind a position, on a connection of its own; whoever asks for it closes it.

        ``alarm`` is told of every place where a feed does not go on, ``resumed`` that the store is there again after it
        was away.
        """
        ...
