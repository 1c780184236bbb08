"""Importing a whole encounter into Redis: its events are staged in chunks, then published atomically.

The chunks go to a staging key. One script turns them into the encounter, so that readers see either all of it or
nothing. The staged events of an interrupted import expire, or are replaced by the next import.
"""

import secrets
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, Final

from events.store.connection import Execute
from events.store.keys import Keys
from events.store.protocol import (
    Appended,
    FingerprintMismatch,
    StoreDamaged,
    StoreUnavailable,
    StreamImport,
    VersionConflict,
    require_durable,
)
from events.store.servers import Commits

STAGING_TTL_MILLISECONDS: Final = 3_600_000
MAX_CHUNK_RECORDS: Final = 500
MAX_CHUNK_BYTES: Final = 1 << 20
SETTLE: Final = files("events.store").joinpath("settle.lua").read_text(encoding="utf-8")
_STAGE: Final = files("events.store").joinpath("stage.lua").read_text(encoding="utf-8")


class BulkImporter:
    """Imports encounters: ``execute`` runs single commands, ``commits`` the script that publishes."""

    def __init__(self, execute: Execute, commits: Commits) -> None:
        self._execute = execute
        self._commits = commits

    async def run(self, keys: Keys, stream_import: StreamImport) -> Appended:
        """Create a stream from the events of a bundle. Raises as ``Store.import_stream`` does."""
        token = secrets.token_hex(16)
        if await self._execute("EXISTS", keys.head) == 0:  # else the script returns the recorded result or a conflict
            await self._stage(keys, stream_import, token)
        reply, safe = await self._commits.run(
            (
                *(keys.events, keys.head, keys.commands, keys.seed, keys.feed, keys.directory),
                *(keys.staging, keys.marker, keys.snapshot, keys.checkpoints),
            ),
            (
                stream_import.command_id,
                stream_import.former_id,
                stream_import.fingerprint,
                token,
                len(stream_import.prefix),
                " ".join(map(str, stream_import.batches)),
                stream_import.new_hash,
                stream_import.status,
                stream_import.commitment,
                stream_import.stream.tenant,
                stream_import.stream.encounter,
                stream_import.signature,
                len(stream_import.seeds),
                *(part for seed in stream_import.seeds.items() for part in seed),
                *stream_import.records,
            ),
        )
        return _appended(stream_import, reply, safe)

    async def _stage(self, keys: Keys, stream_import: StreamImport, token: str) -> None:
        count = 0
        for chunk in chunks(stream_import.prefix):
            staged = await self._execute(
                *("EVAL", _STAGE, 2, keys.staging, keys.marker, token, count, STAGING_TTL_MILLISECONDS), *chunk
            )
            count += len(chunk)
            if staged[0] != b"staged":
                raise _superseded(stream_import)


def chunks(records: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Split records into chunks that the server handles without delaying other clients."""
    chunk: list[bytes] = []
    size = 0
    for record in records:
        if chunk and (len(chunk) == MAX_CHUNK_RECORDS or size + len(record) > MAX_CHUNK_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(record)
        size += len(record)
    if chunk:
        yield chunk


def _appended(stream_import: StreamImport, reply: list[Any], safe: bool) -> Appended:
    """Translate the script's reply for an import."""
    match reply:
        case [b"appended" | b"repeated" as how, first, last]:
            return require_durable(Appended(first, last, how == b"repeated"), safe=safe)
        case [b"fingerprint"]:
            raise FingerprintMismatch
        case [b"conflict", current, linked]:
            raise VersionConflict(current, linked)
        case [b"displaced"]:
            raise _superseded(stream_import)
        case _:
            encounter = stream_import.stream.encounter
            raise StoreDamaged(f"The encounter {encounter} cannot be imported: {reply[1].decode()}.")


def _superseded(stream_import: StreamImport) -> StoreUnavailable:
    return StoreUnavailable(f"Another import of {stream_import.stream.encounter} has replaced this one.")
