"""The envelope: the public line of a record, with its metadata, and the optional private line.

A record is the unit that is stored, hashed, sent and exported: the public line and, if some fields are not public, a
newline and the private line. JSON never contains a raw newline, so a record can be split in one way only. The public
line ends with the digest of the private line, so the chain can be verified without the private line. A random salt
prevents guesses of sealed fields from being confirmed.
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
NEWLINE_CODE: Final = NEWLINE[0]  # searching for an integer is six times as fast
SEALED_FIELD: Final = slice(-76, None)  # the end of a public line: the digest of its private line


class Envelope(msgspec.Struct, Generic[Data], frozen=True, gc=False):
    """The public line of a record; the order of the fields is the order of the bytes.

    ``batch`` is the version of the command that the event's batch begins with, ``cause`` that of the earlier event it
    follows from. ``audience`` is who may see the private part: ``all``, ``narrator`` or combatant IDs separated by
    commas. ``sealed`` is the SHA-256 of the private line in hex, or None without a private line.
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
    """The private line of a record: a random salt in hex and the private fields."""

    salt: str
    data: Data


def split(record: bytes) -> tuple[bytes, bytes | None]:
    """Split a record into its public and private line; None if it has no private line or the line was redacted."""
    public, newline, private = record.partition(NEWLINE)
    return public, private if newline else None


def redact(record: bytes) -> bytes:
    """Return the record as callers outside its audience see it: the public line alone."""
    return record.partition(NEWLINE)[0]


def redacted(record: bytes) -> bool:
    """Return whether a record's private line was omitted."""
    return NEWLINE not in record and record[SEALED_FIELD].startswith(b'"sealed":"')


def digest(private: bytes) -> str:
    """Return the SHA-256 of a private line in hex, as the public line carries it."""
    return hashlib.sha256(private).hexdigest()


def current_time() -> str:
    """Return the current time in the form of ``format_time``."""
    seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{_whole_second(seconds)}.{milliseconds:03}Z"


@lru_cache(maxsize=1)
def _whole_second(seconds: int) -> str:
    """Return a second since 1970 without its fraction; cached, because many events fall into one second."""
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()


def format_time(moment: datetime) -> str:
    """Format a time as RFC 3339 in UTC, ``2026-03-01T20:15:00.250Z``; ValueError for a time without time zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
