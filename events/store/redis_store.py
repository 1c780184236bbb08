"""The store on Redis streams: one server-side script appends a batch; everything else is a plain read."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from importlib.resources import files
from typing import Any, Final, Self

from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, NoScriptError

from events.store.bulk_import import SETTLE, BulkImporter
from events.store.connection import REPLY_TIMEOUT, Link, answered, pack, store_errors
from events.store.feed import FeedReader, feed_entry
from events.store.grants import GrantStore
from events.store.group_commit import GroupCommit
from events.store.keys import PARTITIONS, REVOKED, Keys, directory_key, feed_key, keys_of, lent_key, ready_key
from events.store.presence import PresenceStore
from events.store.protocol import (
    MAX_BATCH,
    SEALED_STATUS,
    Acknowledge,
    Appended,
    Batch,
    BatchTooLarge,
    EncounterMissing,
    FeedAlarm,
    FeedEntry,
    FingerprintMismatch,
    Head,
    HistoryLost,
    KnownCommand,
    Loaded,
    PartitionsFixed,
    Sealed,
    StoreDamaged,
    StoreUnavailable,
    StreamId,
    StreamImport,
    VersionConflict,
    require_durable,
)
from events.store.servers import Commits, Servers, Words
from events.store.topology import refused, servers_at

DEFAULT_PARTITIONS: Final = 64
HEAD_FIELDS: Final = ("version", "hash", "status", "commitment")
MAX_RECORDS_AFTER_SNAPSHOT: Final = 1000
"""Maximum number of records after the snapshot that are read together with it."""
UNCONFIRMED: Final[Mapping[Acknowledge, str]] = {
    "memory": "",
    "fsync": "Its disk is slow, or full: see INFO persistence, and its log.",
    "replicas": "A primary has too few replicas that follow it: see connected_slaves in INFO replication of each.",
}
"""Why a write may not have the requested durability in time, for operators."""
_log = logging.getLogger(__name__)
_LOAD: Final = files("events.store").joinpath("load.lua").read_text(encoding="utf-8")
_LOAD_SHA: Final = hashlib.sha1(_LOAD.encode(), usedforsecurity=False).hexdigest()
_REVOKE: Final = files("events.store").joinpath("revoke.lua").read_text(encoding="utf-8")
_APPEND: Final = files("events.store").joinpath("append.lua").read_text(encoding="utf-8")


class RedisStore:
    """Implements ``events.store.protocol.Store`` on one Redis or a cluster; created by ``open``.

    ``servers`` run single commands; appends and imports have connections of their own.
    """

    def __init__(
        self, servers: Servers, partitions: int, commits: Commits, imports: Commits, *, acknowledge: Acknowledge
    ) -> None:
        self.servers = servers
        self.partitions = partitions
        self.read_is_kept = acknowledge != "replicas"
        self._acknowledge = acknowledge
        self._commits = commits
        self._imports = imports
        self._importer = BulkImporter(self._execute_slowly, imports)
        self.grants = GrantStore(self._execute, partitions)
        self.presence = PresenceStore(self._execute, partitions)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        partitions: int = DEFAULT_PARTITIONS,
        acknowledge: Acknowledge = "fsync",
        replicas: int = 1,
        wait: float = 1.0,
        reply_timeout: float = REPLY_TIMEOUT,
        admit: Callable[[Mapping[str, Redis]], Awaitable[None]] | None = None,
    ) -> Self:
        """Connect to the Redis at ``url``, or to the cluster of which it is a node; ``admit`` may reject unsuitable
        servers before any key is written.

        ``acknowledge`` is what an append waits for, at most ``wait`` seconds: only the server's reply, its append-only
        file on disk, or ``replicas`` copies in memory. A server that is silent for ``reply_timeout`` seconds counts as
        unreachable. Raises PartitionsFixed if the store has another number of partitions, StoreMisconfigured,
        StoreUnavailable, and what ``admit`` raises.
        """
        servers = await servers_at(url, reply_timeout=reply_timeout)
        within = reply_timeout + wait
        commits, imports = (
            servers.commits(
                partial(
                    GroupCommit,
                    script=script,
                    acknowledge=acknowledge,
                    within=within,
                    replicas=replicas,
                    timeout=wait,
                ),
                within,
            )
            for script in (_APPEND, SETTLE)
        )
        store = cls(servers, partitions, commits, imports, acknowledge=acknowledge)
        try:
            if admit is not None:
                with store_errors():
                    await admit(await servers.clients())
            await store._fix_partitions()
            if not await store._write_everywhere():
                _log.warning(
                    "The store does not confirm writes as YARROW_ACKNOWLEDGE=%s asks. %s Until it does, commands are "
                    "recorded and answered 503 durability_unknown.",
                    *(acknowledge, UNCONFIRMED[acknowledge]),
                )
        except BaseException as error:
            await store.close()
            if isinstance(error.__cause__, AuthenticationError):
                raise refused() from error
            raise
        return store

    async def close(self) -> None:
        """Wait for the appends in flight, then close the connections."""
        await self._commits.close()
        await self._imports.close()
        await self.servers.close()

    async def append(self, batch: Batch) -> Appended:
        """Append a batch, all or nothing; a known command ID appends nothing and returns the recorded result.

        Raises VersionConflict, HistoryLost, FingerprintMismatch, BatchTooLarge, Sealed, DurabilityUnknown,
        StoreUnavailable, StoreDamaged; ValueError for a batch without events.
        """
        if not batch.records:
            raise ValueError("A batch contains at least the event of its command.")
        if len(batch.records) > MAX_BATCH:
            raise BatchTooLarge
        keys = self._keys(batch.stream)
        reply, safe = await self._commits.run(
            (keys.events, keys.head, keys.commands, keys.seed, keys.feed, keys.directory),
            (
                batch.command_id,
                batch.former_id,
                batch.fingerprint,
                batch.expected_version,
                batch.expected_hash,
                batch.new_hash,
                batch.status,
                batch.commitment,
                batch.stream.tenant,
                batch.stream.encounter,
                int(batch.discard_seeds),
                " ".join(map(str, batch.ends)),
                len(batch.seeds),
                *(part for seed in batch.seeds.items() for part in seed),
                *batch.records,
            ),
        )
        return _appended(batch, reply, safe)

    async def import_stream(self, stream_import: StreamImport) -> Appended:
        """Create a stream from a bundle's events; a known command ID writes nothing and returns the recorded result.

        Raises VersionConflict if the stream exists; FingerprintMismatch, DurabilityUnknown, StoreUnavailable,
        StoreDamaged; ValueError for an import without events.
        """
        if not stream_import.prefix:
            raise ValueError("An import contains at least the event of the command that opened it.")
        return await self._importer.run(self._keys(stream_import.stream), stream_import)

    async def require_writable(self) -> None:
        """Write and wait as an append does. Raises StoreUnavailable, StoreMisconfigured unless a command could be
        recorded.
        """
        if not await self._write_everywhere():
            raise StoreUnavailable("The store does not confirm writes in time.", UNCONFIRMED[self._acknowledge])

    async def _write_everywhere(self) -> bool:
        """Run the script of appends on each primary, and return whether all writes have the requested durability."""
        keys = self.servers.spread([ready_key(partition) for partition in range(self.partitions)])
        outcomes = await asyncio.gather(*(self._commits.run([key], [1]) for key in keys))
        return all(outcome.safe for outcome in outcomes)

    async def head(self, stream: StreamId) -> Head:
        """Return the end of the stream. Raises EncounterMissing."""
        return _head(stream, await self._execute("HMGET", self._keys(stream).head, *HEAD_FIELDS))

    async def sealed(self, streams: Sequence[StreamId]) -> list[StreamId]:
        """Return those of the streams that were restored while open, without their seeds."""
        statuses = await self._execute_all([("HGET", self._keys(stream).head, "status") for stream in streams])
        return [stream for stream, status in zip(streams, statuses, strict=True) if status == SEALED_STATUS.encode()]

    async def restored(self, stream: StreamId) -> bytes | None:
        """Return the signature of the bundle that an encounter was restored from; None if it was not restored."""
        found: bytes | None = await self._execute("HGET", self._keys(stream).head, "restored")
        return found

    async def load(self, stream: StreamId) -> Loaded:
        """Return what a reader of the stream starts from, in one round trip. Raises EncounterMissing."""
        keys = self._keys(stream)
        words = (4, keys.head, keys.events, keys.seed, keys.snapshot, MAX_RECORDS_AFTER_SNAPSHOT, *HEAD_FIELDS)
        fields, first, seeds, snapshot, following = await answered(self._run_load(*words))
        head = _head(stream, fields)
        if not first:
            raise StoreDamaged(f"{keys.events} has lost its first entry.")
        by_epoch = {int(epoch): seed for epoch, seed in zip(seeds[::2], seeds[1::2], strict=True)}
        return Loaded(head, first[0][1][1], by_epoch, snapshot, _records(keys.events, following))

    async def _run_load(self, *words: str | int) -> Any:
        try:
            return await self.servers.execute("EVALSHA", _LOAD_SHA, *words)
        except NoScriptError:
            return await self.servers.execute("EVAL", _LOAD, *words)

    async def read(self, stream: StreamId, *, after: int = 0, limit: int) -> list[bytes]:
        """Return up to ``limit`` records after version ``after``, in order and without gaps; none at the end of the
        stream.
        """
        entries = await self._range(self._keys(stream).events, after, limit)
        return [fields[1] for _, fields in entries]

    async def command(self, stream: StreamId, command_id: str) -> KnownCommand | None:
        """Return the batch of a known command, or None."""
        known = await self._execute("HGET", self._keys(stream).commands, command_id)
        if known is None:
            return None
        first, last, fingerprint = known.split(b" ", 2)
        return KnownCommand(int(first), int(last), fingerprint)

    async def seeds(self, stream: StreamId) -> dict[int, bytes]:
        """Return the secret seeds by epoch; none after they were revealed."""
        found: list[bytes] = await self._execute("HGETALL", self._keys(stream).seed)
        return {int(epoch): seed for epoch, seed in zip(found[::2], found[1::2], strict=True)}

    async def save_snapshot(self, stream: StreamId, snapshot: bytes) -> None:
        """Replace the newest snapshot."""
        await self._send("SET", self._keys(stream).snapshot, snapshot)

    async def load_snapshot(self, stream: StreamId) -> bytes | None:
        """Return the newest snapshot, or None."""
        found: bytes | None = await self._execute("GET", self._keys(stream).snapshot)
        return found

    async def save_checkpoint(self, stream: StreamId, version: int, checkpoint: bytes) -> None:
        """Store a past state under its version."""
        await self._send("HSET", self._keys(stream).checkpoints, version, checkpoint)

    async def load_checkpoint(self, stream: StreamId, at: int) -> bytes | None:
        """Return the last checkpoint at or before version ``at``, or None."""
        key = self._keys(stream).checkpoints
        versions = [int(version) for version in await self._execute("HKEYS", key)]
        nearest = max((version for version in versions if version <= at), default=None)
        if nearest is None:
            return None
        found: bytes | None = await self._execute("HGET", key, nearest)
        return found

    async def encounters(self, tenant: str, *, after: str = "", limit: int) -> list[str]:
        """Return up to ``limit`` encounter IDs after ``after``, in ascending order.

        Each partition has a sorted set, written by the script that appends an encounter's first batch; a page queries
        all of them at once. The feeds contain the same information, as batches that begin at version 1.
        """
        keys = (directory_key(partition, tenant) for partition in range(self.partitions))
        bounds = (f"({after}" if after else "-", "+", "BYLEX", "LIMIT", 0, limit)
        pages = await self._execute_all([("ZRANGE", key, *bounds) for key in keys])
        return sorted(encounter.decode() for page in pages for encounter in page)[:limit]

    async def read_feed(self, partition: int, *, after: int = 0, limit: int) -> list[FeedEntry]:
        """Return up to ``limit`` entries of a partition's feed after number ``after``."""
        entries = await self._range(feed_key(partition), after, limit)
        return [feed_entry(partition, number, fields[1]) for number, (_, fields) in enumerate(entries, after + 1)]

    async def feed_ends(self) -> dict[int, int]:
        """Return the number of the last entry of each partition's feed; 0 for an empty feed."""
        return dict(enumerate(await self._execute_all([("XLEN", feed_key(one)) for one in range(self.partitions)])))

    async def revoke(self, tenant: str, token: str, seconds: int) -> int:
        """Record a token as revoked for a number of seconds; returns the Unix time at which the record expires.

        The expiry is never earlier than that of any other record: readers poll for records after the latest expiry they
        know, and would miss an earlier one if the clock of Redis were set back.
        """
        return int(await self._execute("EVAL", _REVOKE, 1, REVOKED, f"{tenant}:{token}", seconds))

    async def revoked(self, after: int) -> dict[tuple[str, str], int]:
        """Return the expiry, by tenant and token ID, of the revoked tokens whose records expire after Unix time
        ``after``.
        """
        found = await self._execute("ZRANGE", REVOKED, f"({after}", "+inf", "BYSCORE", "WITHSCORES")
        named = ((member.decode().partition(":"), until) for member, until in zip(found[::2], found[1::2], strict=True))
        return {(tenant, token): int(until) for (tenant, _, token), until in named}

    async def lend(self, key: str, value: bytes, seconds: int) -> None:
        """Keep a value for a number of seconds, to be taken once."""
        await self._execute("SET", lent_key(key), value, "EX", seconds)

    async def take(self, key: str) -> bytes | None:
        """Return a value that was lent, and remove it; None if it was taken, or its time is over."""
        found: bytes | None = await self._execute("GETDEL", lent_key(key))
        return found

    def follow(
        self, position: Mapping[int, int], alarm: Callable[[FeedAlarm], None], resumed: Callable[[], None]
    ) -> FeedReader:
        """Return a reader of the feeds after a position, on a connection of its own, which the caller closes."""
        return FeedReader(self.new_link(), position, alarm, resumed)

    async def _fix_partitions(self) -> None:
        await self._execute("SET", PARTITIONS, self.partitions, "NX")
        recorded = int(await self._execute("GET", PARTITIONS))
        if recorded != self.partitions:
            raise PartitionsFixed(recorded, self.partitions)

    def new_link(self, *, timeout: float = REPLY_TIMEOUT) -> Link:
        """Return a further link to the same servers, which the caller closes."""
        return self.servers.link(timeout=timeout)

    def _keys(self, stream: StreamId) -> Keys:
        return keys_of(stream, self.partitions)

    async def _send(self, *command: str | bytes | int) -> None:
        """Send a write with the next group of appends."""
        await self._commits.send(pack(*command))

    async def _execute(self, *command: str | bytes | int) -> Any:
        return await answered(self.servers.execute(*command))

    async def _execute_all(self, commands: Sequence[Words]) -> list[Any]:
        return await answered(self.servers.execute_all(commands))

    async def _execute_slowly(self, *command: str | bytes | int) -> Any:
        """Execute a command that may take as long as the client allows, because it carries much."""
        with store_errors():
            return await self.servers.execute(*command)

    async def _range(self, key: str, after: int, limit: int) -> list[Any]:
        """Return entries of a stream, whose IDs must follow ``after`` without gaps. Raises StoreDamaged."""
        entries: list[Any] = await self._execute("XRANGE", key, f"{after + 1}-0", "+", "COUNT", limit)
        for number, (entry, _) in enumerate(entries, after + 1):
            if entry != b"%d-0" % number:
                raise StoreDamaged(f"{key} has the entry {entry.decode()} where {number}-0 is expected.")
        return entries


def _records(key: str, entries: Sequence[Any]) -> list[bytes]:
    """Return the records of entries, whose IDs must follow the first without gaps. Raises StoreDamaged."""
    if entries:
        begins = int(entries[0][0].partition(b"-")[0])
        for number, (entry, _) in enumerate(entries, begins):
            if entry != b"%d-0" % number:
                raise StoreDamaged(f"{key} has the entry {entry.decode()} where {number}-0 is expected.")
    return [fields[1] for _, fields in entries]


def _head(stream: StreamId, fields: list[Any]) -> Head:
    version, chained, status, commitment = fields
    if version is None:
        raise EncounterMissing(stream)
    try:
        return Head(int(version), chained, status.decode(), commitment.decode())
    except (ValueError, AttributeError):
        raise StoreDamaged(f"The head of {stream.encounter} has missing or invalid fields.") from None


def _appended(batch: Batch, reply: list[Any], safe: bool) -> Appended:
    """Translate the script's reply for a batch."""
    match reply:
        case [b"appended" | b"repeated" as how, first, last]:
            return require_durable(Appended(first, last, how == b"repeated"), safe=safe)
        case [b"fingerprint"]:
            raise FingerprintMismatch
        case [b"sealed"]:
            raise Sealed(batch.stream)
        case [b"conflict", current, linked] if current > batch.expected_version:
            raise VersionConflict(current, linked)
        case [b"conflict", current, _]:
            raise HistoryLost(batch.expected_version, current)
        case _:
            raise StoreDamaged(f"The encounter {batch.stream.encounter} cannot be continued: {reply[1].decode()}.")
