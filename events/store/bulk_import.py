"""Bringing a whole encounter into Redis: laid down piece by piece where nobody reads it, then settled at once.

The pieces go to a key of their own. One script makes the encounter of them; before it nothing is there, behind it all.
What an import that broke off has left goes away by itself, or when the next one begins.
"""

import secrets
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, Final, Protocol

from events.store.group_commit import GroupCommit
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

STAGING_TTL_MILLISECONDS: Final = 3_600_000
MAX_CHUNK_RECORDS: Final = 500
MAX_CHUNK_BYTES: Final = 1 << 20
SETTLE: Final = files("events.store").joinpath("settle.lua").read_text(encoding="utf-8")
_STAGE: Final = files("events.store").joinpath("stage.lua").read_text(encoding="utf-8")


class Execute(Protocol):
    """Gives Redis one command."""

    async def __call__(self, *command: str | bytes | int) -> Any: ...


class BulkImporter:
    """Brings encounters in: ``execute`` gives single commands, ``commits`` runs the script that settles."""

    def __init__(self, execute: Execute, commits: GroupCommit) -> None:
        self._execute = execute
        self._commits = commits

    async def bring_in(self, keys: Keys, arrival: StreamImport) -> Appended:
        """Begin a stream with the events of another. Raises what ``Store.bring_in`` says."""
        token = secrets.token_hex(16)
        if await self._execute("EXISTS", keys.head) == 0:  # else the script only tells what is there
            await self._stage(keys, arrival, token)
        reply, safe = await self._commits.run(
            (
                *(keys.events, keys.head, keys.commands, keys.seed, keys.feed, keys.directory),
                *(keys.staging, keys.marker, keys.snapshot, keys.checkpoints),
            ),
            (
                arrival.command_id,
                arrival.fingerprint,
                token,
                len(arrival.prefix),
                " ".join(map(str, arrival.batches)),
                arrival.new_hash,
                arrival.status,
                arrival.commitment,
                arrival.stream.tenant,
                arrival.stream.encounter,
                arrival.signature,
                len(arrival.seeds),
                *(part for seed in arrival.seeds.items() for part in seed),
                *arrival.records,
            ),
        )
        return _arrived(arrival, reply, safe)

    async def _stage(self, keys: Keys, arrival: StreamImport, token: str) -> None:
        count = 0
        for piece in chunks(arrival.prefix):
            staged = await self._execute(
                *("EVAL", _STAGE, 2, keys.staging, keys.marker, token, count, STAGING_TTL_MILLISECONDS), *piece
            )
            count += len(piece)
            if staged[0] != b"staged":
                raise _displaced(arrival)


def chunks(records: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Records in pieces that a server takes in without keeping others waiting."""
    piece: list[bytes] = []
    size = 0
    for record in records:
        if piece and (len(piece) == MAX_CHUNK_RECORDS or size + len(record) > MAX_CHUNK_BYTES):
            yield piece
            piece, size = [], 0
        piece.append(record)
        size += len(record)
    if piece:
        yield piece


def _arrived(arrival: StreamImport, reply: list[Any], safe: bool) -> Appended:
    """What the script's reply means for an import."""
    match reply:
        case [b"appended" | b"repeated" as how, first, last]:
            return require_durable(Appended(first, last, how == b"repeated"), safe=safe)
        case [b"fingerprint"]:
            raise FingerprintMismatch(arrival.command_id)
        case [b"conflict", current, linked]:
            raise VersionConflict(current, linked)
        case [b"displaced"]:
            raise _displaced(arrival)
        case _:
            raise StoreDamaged(f"The encounter {arrival.stream.encounter} cannot be begun: {reply[1].decode()}.")


def _displaced(arrival: StreamImport) -> StoreUnavailable:
    return StoreUnavailable(f"Another import of {arrival.stream.encounter} has taken the place of this one.")
