"""The envelope: one public line that says what happened where, when and by whom, and perhaps a private line.

A record is what is stored, hashed, sent and exported: the public line, and where something is not for everybody a
newline and the private line. JSON never holds a raw newline, so a record splits in one way only. The public line ends
with the digest of the private one, so that a view may leave the private line out and the chain still verifies; the
salt keeps anybody from confirming a guess at what is sealed.
"""

import hashlib
import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, Generic, TypeVar

import msgspec

Data = TypeVar("Data")

EVERYBODY: Final = "all"
SALT_BYTES: Final = 32
NEWLINE: Final = b"\n"
NEWLINE_CODE: Final = NEWLINE[0]  # looked for as a number, because that is six times as fast
SEALED_FIELD: Final = slice(-76, None)  # where a public line ends with the digest of its private line


class Envelope(msgspec.Struct, Generic[Data], frozen=True, gc=False):
    """The public line of a record; the order of the fields is the order of the bytes.

    ``batch`` is the version of the command at the head of the event's batch, ``cause`` that of the earlier event it
    follows from. ``audience`` says who may see the private part: ``all``, ``narrator`` or combatants' IDs with commas
    between them. ``sealed`` is the SHA-256 of the private line in hex, or None where there is none.
    """

    encounter: str
    version: int
    type: str
    schema: int
    time: str
    batch: int
    cause: int | None
    speaker: str
    audience: str
    data: Data
    sealed: str | None


class PrivatePart(msgspec.Struct, Generic[Data], frozen=True):
    """The private line of a record: a random salt in hex, and the fields that are not for everybody."""

    salt: str
    data: Data


def split(record: bytes) -> tuple[bytes, bytes | None]:
    """The public and the private line of a record; None where it has no private line, or none any more."""
    public, newline, private = record.partition(NEWLINE)
    return public, private if newline else None


def redact(record: bytes) -> bytes:
    """The record as somebody outside its audience sees it: the public line alone."""
    return record.partition(NEWLINE)[0]


def redacted(record: bytes) -> bool:
    """Whether a record's private part has been left out."""
    return NEWLINE not in record and record[SEALED_FIELD].startswith(b'"sealed":"')


def digest(private: bytes) -> str:
    """What the public line says of its private line: the SHA-256 in hex."""
    return hashlib.sha256(private).hexdigest()


def current_time() -> str:
    """The present moment, as ``format_time`` writes it."""
    seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_whole_second(seconds)}.{milliseconds:03}Z"


@lru_cache(maxsize=1)
def _whole_second(seconds: int) -> str:
    """A second since 1970 without its end: many events fall into one."""
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()


def format_time(moment: datetime) -> str:
    """RFC 3339 in UTC with milliseconds, ``2026-03-01T20:15:00.250Z``; ``moment`` must know its time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
