"""The store on Redis streams: one server-side script appends a batch, everything else is a plain read."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, Self

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from events.store import connection as redis_wire
from events.store.bulk_import import SETTLE, BulkImporter
from events.store.connection import Connection, pack, store_errors
from events.store.feed import FeedReader, feed_entry
from events.store.group_commit import GroupCommit
from events.store.keys import PARTITIONS, REVOKED, Keys, directory_key, feed_key, keys_of
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
    StreamId,
    StreamImport,
    VersionConflict,
    require_durable,
)

DEFAULT_PARTITIONS: Final = 64
HEAD_FIELDS: Final = ("version", "hash", "status", "commitment")
MAX_RECORDS_AFTER_SNAPSHOT: Final = 1000
"""Records behind a snapshot that are read with it."""
_LOAD: Final = files("events.store").joinpath("load.lua").read_text(encoding="utf-8")
_LOAD_SHA: Final = hashlib.sha1(_LOAD.encode(), usedforsecurity=False).hexdigest()
_APPEND: Final = files("events.store").joinpath("append.lua").read_text(encoding="utf-8")


class RedisStore:
    """The protocol ``events.store.protocol.Store`` on one Redis; made by ``open``.

    ``client`` is for single commands; appends have a connection of their own.
    """

    def __init__(self, client: Redis, partitions: int, commits: GroupCommit, settling: GroupCommit) -> None:
        self.client = client
        self.partitions = partitions
        self._commits = commits
        self._settling = settling
        self._arrivals = BulkImporter(self._execute, settling)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        partitions: int = DEFAULT_PARTITIONS,
        acknowledge: Acknowledge = "fsync",
        replicas: int = 1,
        wait: float = 1.0,
        patience: float = redis_wire.REPLY_TIMEOUT,
        admit: Callable[[Redis], Awaitable[None]] | None = None,
    ) -> Self:
        """Connect to the Redis at ``url``; ``admit`` may raise over a server that is not fit, before a key is written.

        ``acknowledge`` says what an append waits for, at most ``wait`` seconds: nothing but the server's answer, its
        append-only file on disk, or ``replicas`` copies in memory. A server that is silent for ``patience`` seconds
        counts as away. Raises PartitionsFixed where the store has another number of partitions, and StoreUnavailable.
        """
        client = redis_wire.connect(url, patience=patience)
        commits, settling = (
            GroupCommit(Connection(client, patience=patience), script, acknowledge, replicas=replicas, patience=wait)
            for script in (_APPEND, SETTLE)
        )
        store = cls(client, partitions, commits, settling)
        try:
            if admit is not None:
                with store_errors():
                    await admit(client)
            await store._fix_partitions()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Let appends that are on their way arrive, then close the connections."""
        await self._commits.close()
        await self._settling.close()
        await self.client.aclose()

    async def append(self, batch: Batch) -> Appended:
        """Append a batch, all or nothing; a known command ID appends nothing and gives the recorded answer.

        Raises VersionConflict, HistoryLost, FingerprintMismatch, BatchTooLarge, Sealed, DurabilityUnknown,
        StoreUnavailable, StoreDamaged; ValueError for a batch without events.
        """
        if not batch.records:
            raise ValueError("A batch holds at least the event of its command.")
        if len(batch.records) > MAX_BATCH:
            raise BatchTooLarge
        keys = self._keys(batch.stream)
        reply, safe = await self._commits.run(
            (keys.events, keys.head, keys.commands, keys.seed, keys.feed, keys.directory),
            (
                batch.command_id,
                batch.fingerprint,
                batch.expected_version,
                batch.expected_hash,
                batch.new_hash,
                batch.status,
                batch.commitment,
                batch.stream.tenant,
                batch.stream.encounter,
                int(batch.discard_seeds),
                len(batch.seeds),
                *(part for seed in batch.seeds.items() for part in seed),
                *batch.records,
            ),
        )
        return _appended(batch, reply, safe)

    async def bring_in(self, arrival: StreamImport) -> Appended:
        """Begin a stream with the events of another; a known command ID writes nothing and gives the recorded answer.

        Raises VersionConflict where the stream exists; FingerprintMismatch, DurabilityUnknown, StoreUnavailable,
        StoreDamaged; ValueError for an import without events.
        """
        if not arrival.prefix:
            raise ValueError("An import brings at least the event of the command that opened it.")
        return await self._arrivals.bring_in(self._keys(arrival.stream), arrival)

    async def head(self, stream: StreamId) -> Head:
        """Where the stream ends. Raises EncounterMissing."""
        return _head(stream, await self._execute("HMGET", self._keys(stream).head, *HEAD_FIELDS))

    async def sealed(self, streams: Sequence[StreamId]) -> list[StreamId]:
        """Those of the streams that were restored while they were open, without their seeds."""
        pipeline = self.client.pipeline(transaction=False)
        for stream in streams:
            pipeline.hget(self._keys(stream).head, "status")
        with store_errors():
            statuses = await pipeline.execute()
        return [stream for stream, status in zip(streams, statuses, strict=True) if status == SEALED_STATUS.encode()]

    async def restored(self, stream: StreamId) -> bytes | None:
        """The signature of the bundle that an encounter was restored from; None for one that was played here."""
        found: bytes | None = await self._execute("HGET", self._keys(stream).head, "restored")
        return found

    async def load(self, stream: StreamId) -> Loaded:
        """What a reader of the stream begins with, in one read. Raises EncounterMissing."""
        keys = self._keys(stream)
        words = (4, keys.head, keys.events, keys.seed, keys.snapshot, MAX_RECORDS_AFTER_SNAPSHOT, *HEAD_FIELDS)
        with store_errors():
            try:
                found = await self.client.execute_command("EVALSHA", _LOAD_SHA, *words)  # type: ignore[no-untyped-call]
            except NoScriptError:
                found = await self.client.execute_command("EVAL", _LOAD, *words)  # type: ignore[no-untyped-call]
        fields, first, seeds, snapshot, behind = found
        head = _head(stream, fields)
        if not first:
            raise StoreDamaged(f"{keys.events} has lost its first entry.")
        by_epoch = {int(epoch): seed for epoch, seed in zip(seeds[::2], seeds[1::2], strict=True)}
        return Loaded(head, first[0][1][1], by_epoch, snapshot, _records(keys.events, behind))

    async def read(self, stream: StreamId, *, after: int = 0, limit: int) -> list[bytes]:
        """At most ``limit`` records behind version ``after``, in order and without gaps; none where the stream ends."""
        entries = await self._range(self._keys(stream).events, after, limit)
        return [fields[1] for _, fields in entries]

    async def command(self, stream: StreamId, command_id: str) -> KnownCommand | None:
        """The batch that a command was answered with, or None for one that is not known."""
        known = await self._execute("HGET", self._keys(stream).commands, command_id)
        if known is None:
            return None
        first, last, fingerprint = known.split(b" ", 2)
        return KnownCommand(int(first), int(last), fingerprint)

    async def seeds(self, stream: StreamId) -> dict[int, bytes]:
        """The secret seeds by epoch; none once they have been revealed."""
        found: dict[bytes, bytes] = await self._execute("HGETALL", self._keys(stream).seed)
        return {int(epoch): seed for epoch, seed in found.items()}

    async def save_snapshot(self, stream: StreamId, snapshot: bytes) -> None:
        """Keep the newest snapshot in place of the one before."""
        await self._commits.send(pack("SET", self._keys(stream).snapshot, snapshot))

    async def load_snapshot(self, stream: StreamId) -> bytes | None:
        """The newest snapshot, if there is one."""
        found: bytes | None = await self._execute("GET", self._keys(stream).snapshot)
        return found

    async def save_checkpoint(self, stream: StreamId, version: int, checkpoint: bytes) -> None:
        """Keep a state of the past under its version."""
        await self._commits.send(pack("HSET", self._keys(stream).checkpoints, version, checkpoint))

    async def load_checkpoint(self, stream: StreamId, at: int) -> bytes | None:
        """The last checkpoint at or before version ``at``, if there is one."""
        key = self._keys(stream).checkpoints
        versions = [int(version) for version in await self._execute("HKEYS", key)]
        nearest = max((version for version in versions if version <= at), default=None)
        if nearest is None:
            return None
        found: bytes | None = await self._execute("HGET", key, nearest)
        return found

    async def encounters(self, tenant: str, *, after: str = "", limit: int) -> list[str]:
        """At most ``limit`` IDs of encounters behind ``after``, in the order of the IDs.

        Each partition keeps a sorted set, written by the script that appends an encounter's first batch; a page asks
        all of them at once. The feeds hold the same, as batches that begin at version 1.
        """
        pipeline = self.client.pipeline(transaction=False)
        for partition in range(self.partitions):
            key = directory_key(partition, tenant)
            pipeline.zrange(key, f"({after}" if after else "-", "+", bylex=True, offset=0, num=limit)
        with store_errors():
            pages = await pipeline.execute()
        return sorted(encounter.decode() for page in pages for encounter in page)[:limit]

    async def read_feed(self, partition: int, *, after: int = 0, limit: int) -> list[FeedEntry]:
        """At most ``limit`` entries of a partition's feed behind number ``after``."""
        entries = await self._range(feed_key(partition), after, limit)
        return [feed_entry(partition, number, fields[1]) for number, (_, fields) in enumerate(entries, after + 1)]

    async def feed_ends(self) -> dict[int, int]:
        """The number of the last entry of each partition's feed; 0 for an empty one."""
        pipeline = self.client.pipeline(transaction=False)
        for partition in range(self.partitions):
            pipeline.xlen(feed_key(partition))
        with store_errors():
            return dict(enumerate(await pipeline.execute()))

    async def revoke(self, tenant: str, token: str, seconds: int) -> int:
        """Keep for so many seconds that a token is revoked; gives the second since 1970 at which they end.

        It is never sooner than that of any other: who reads on behind the latest would miss it where the clock of Redis
        has gone back.
        """
        now = int((await self._execute("TIME"))[0])
        latest = await self._execute("ZRANGE", REVOKED, 0, 0, "REV", "WITHSCORES")
        until = max([now + seconds, *(int(float(score)) for score in latest[1::2])])
        pipeline = self.client.pipeline(transaction=True)
        pipeline.zadd(REVOKED, {f"{tenant}:{token}": until})
        pipeline.zremrangebyscore(REVOKED, 0, now)
        pipeline.expireat(REVOKED, until)
        with store_errors():
            await pipeline.execute()
        return until

    async def revoked(self, after: int) -> dict[tuple[str, str], int]:
        """The revoked tokens by tenant and ID that are kept until a second behind ``after``."""
        found = await self._execute("ZRANGE", REVOKED, f"({after}", "+inf", "BYSCORE", "WITHSCORES")
        named = ((member.decode().partition(":"), until) for member, until in zip(found[::2], found[1::2], strict=True))
        return {(tenant, token): int(until) for (tenant, _, token), until in named}

    def follow(
        self, position: Mapping[int, int], alarm: Callable[[FeedAlarm], None], resumed: Callable[[], None]
    ) -> FeedReader:
        """A reader of the feeds behind a position, on a connection of its own; whoever asks for it closes it."""
        return FeedReader(self.wire(), position, alarm, resumed)

    async def _fix_partitions(self) -> None:
        with store_errors():
            recorded = await self.client.set(PARTITIONS, self.partitions, nx=True, get=True)
        if recorded is not None and int(recorded) != self.partitions:
            raise PartitionsFixed(int(recorded), self.partitions)

    def wire(self) -> Connection:
        """A further connection to the same Redis, for a reader of its own; whoever asks for it closes it."""
        return Connection(self.client)

    def _keys(self, stream: StreamId) -> Keys:
        return keys_of(stream, self.partitions)

    async def _execute(self, *command: str | bytes | int) -> Any:
        with store_errors():
            return await self.client.execute_command(*command)  # type: ignore[no-untyped-call]

    async def _range(self, key: str, after: int, limit: int) -> list[Any]:
        """Entries of a stream whose IDs must go on from ``after`` one by one."""
        entries: list[Any] = await self._execute("XRANGE", key, f"{after + 1}-0", "+", "COUNT", limit)
        for number, (entry, _) in enumerate(entries, after + 1):
            if entry != b"%d-0" % number:
                raise StoreDamaged(f"{key} should go on with {number}-0, but what follows is {entry.decode()}.")
        return entries


def _records(key: str, entries: Sequence[Any]) -> list[bytes]:
    """The records of entries, whose IDs must go on from the first one by one."""
    if entries:
        begins = int(entries[0][0].partition(b"-")[0])
        for number, (entry, _) in enumerate(entries, begins):
            if entry != b"%d-0" % number:
                raise StoreDamaged(f"{key} should go on with {number}-0, but what follows is {entry.decode()}.")
    return [fields[1] for _, fields in entries]


def _head(stream: StreamId, fields: list[Any]) -> Head:
    version, chained, status, commitment = fields
    if version is None:
        raise EncounterMissing(stream)
    try:
        return Head(int(version), chained, status.decode(), commitment.decode())
    except (ValueError, AttributeError):
        raise StoreDamaged(f"The head of {stream.encounter} does not hold what it should.") from None


def _appended(batch: Batch, reply: list[Any], safe: bool) -> Appended:
    """What the script's reply means for a batch."""
    match reply:
        case [b"appended" | b"repeated" as how, first, last]:
            return require_durable(Appended(first, last, how == b"repeated"), safe=safe)
        case [b"fingerprint"]:
            raise FingerprintMismatch(batch.command_id)
        case [b"sealed"]:
            raise Sealed(batch.stream)
        case [b"conflict", current, linked] if current > batch.expected_version:
            raise VersionConflict(current, linked)
        case [b"conflict", current, _]:
            raise HistoryLost(batch.expected_version, current)
        case _:
            raise StoreDamaged(f"The encounter {batch.stream.encounter} cannot go on: {reply[1].decode()}.")
