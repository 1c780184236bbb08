"""Strict parsing of records: accepts exactly the bytes that Yarrow writes.

Each fact has one encoding: JSON without whitespace, duplicate names, needless escapes or floats, with the fields of the
envelope in order and no others. A field is in the public line or in the private line, never in both, and a record has
a private line only if it is not for everyone. Programs with different JSON libraries thus read the same content, and
reject the same records.
"""

import re
from typing import Any, Final, NoReturn

import msgspec

from events.format.codec import UNREADABLE, encode_json
from events.format.envelope import EVERYBODY, Envelope, digest, split

_is_digest: Final = re.compile("[0-9a-f]{64}").fullmatch
_is_time: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z").fullmatch
_place_in: Final = re.compile(r"at `\$\.(.+)`$").search
_missing_in: Final = re.compile(r"required field `(\w+)`").search


class MalformedRecord(ValueError):
    """Yarrow could not have written the record."""


class ParsedRecord(msgspec.Struct):
    """One event as it was parsed: its envelope, all fields present, and whether private fields were omitted."""

    envelope: Envelope[dict[str, Any]]
    fields: dict[str, Any]
    redacted: bool


class _Private(msgspec.Struct):
    salt: str
    data: dict[str, Any]


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{number[:40]} is not an integer")


_decode: Final = msgspec.json.Decoder(Envelope[dict[str, Any]], float_hook=_refuse).decode
_decode_private: Final = msgspec.json.Decoder(_Private, float_hook=_refuse).decode


def parse_record(record: bytes) -> ParsedRecord:
    """Parse a record, including its private line if present. Raises MalformedRecord."""
    public, private = split(record)
    envelope = _read(_decode, public, "line")
    if not _is_time(envelope.time):
        raise MalformedRecord(f"{envelope.time[:40]!r} is not a time in the form 2026-03-01T20:15:00.250Z")
    if envelope.sealed is not None and not is_digest(envelope.sealed):
        raise MalformedRecord("the field sealed is not a SHA-256 digest")
    if (envelope.sealed is None) != (envelope.audience == EVERYBODY):
        raise MalformedRecord("a public event has a sealed part, or an event for an audience has none")
    if private is None:
        return ParsedRecord(envelope, envelope.data, envelope.sealed is not None)
    part = _read(_decode_private, private, "private part")
    if envelope.sealed != digest(private):
        raise MalformedRecord("the private part does not match its digest in the field sealed")
    if not is_digest(part.salt):
        raise MalformedRecord("the salt of the private part is not 64 hex digits")
    if duplicates := sorted(envelope.data.keys() & part.data.keys()):
        raise MalformedRecord(f"the field {duplicates[0]} is both in the line and in its private part")
    return ParsedRecord(envelope, {**envelope.data, **part.data}, redacted=False)


def is_digest(value: object) -> bool:
    """Return whether a value is a string of 64 lowercase hex digits."""
    return isinstance(value, str) and _is_digest(value) is not None


def _read(decode: Any, line: bytes, what: str) -> Any:
    try:
        found = decode(line)
        written = encode_json(found)
    except (*UNREADABLE, OverflowError) as error:
        raise MalformedRecord(_describe(str(error), what)) from error
    if written != line:
        raise MalformedRecord(f"the {what} is not in canonical form")
    return found


def _describe(error: str, what: str) -> str:
    """Return a decoder's error as a sentence for people."""
    if missing := _missing_in(error):
        return f"the {what} is not an event: it has no {missing[1]}"
    if place := _place_in(error):
        return f"the {what} is not an event: the field {place[1].partition('[')[0]} has the wrong type"
    return f"the {what} is not an event"
