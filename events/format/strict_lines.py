"""The lines of a record, read as a stranger reads them who has nothing but the bytes: strictly.

What is said can be written in one way only: JSON without blanks, doubled names, needless escapes or floats, with the
fields of the envelope in their order and none beside them. A field stands in the public line or in the private one, and
there is a private one where the event is not for everybody, and nowhere else. So two programs that read the same bytes
by other libraries never read something else, and what one of them refuses, the other does too.
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
    """The line is none that Yarrow could have written."""


class ParsedRecord(msgspec.Struct):
    """One event as it was read: its envelope, all its fields that are there, and whether any were left out."""

    envelope: Envelope[dict[str, Any]]
    fields: dict[str, Any]
    redacted: bool


class _Private(msgspec.Struct):
    salt: str
    data: dict[str, Any]


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{number[:40]} is no whole number")


_decode: Final = msgspec.json.Decoder(Envelope[dict[str, Any]], float_hook=_refuse).decode
_decode_private: Final = msgspec.json.Decoder(_Private, float_hook=_refuse).decode


def parse_record(record: bytes) -> ParsedRecord:
    """Read a record, with its private line where it is there. Raises MalformedRecord."""
    public, private = split(record)
    envelope = _read(_decode, public, "line")
    if not _is_time(envelope.time):
        raise MalformedRecord(f"{envelope.time[:40]!r} is no time as Yarrow writes it")
    if envelope.sealed is not None and not is_digest(envelope.sealed):
        raise MalformedRecord("what it says as sealed is no digest")
    if (envelope.sealed is None) != (envelope.audience == EVERYBODY):
        raise MalformedRecord("something is sealed of what is for everybody, or nothing of what is not")
    if private is None:
        return ParsedRecord(envelope, envelope.data, envelope.sealed is not None)
    part = _read(_decode_private, private, "private part")
    if envelope.sealed != digest(private):
        raise MalformedRecord("the private part is not the one that was sealed")
    if not is_digest(part.salt):
        raise MalformedRecord("the salt of its private part is not 64 digits of hex")
    if twice := sorted(envelope.data.keys() & part.data.keys()):
        raise MalformedRecord(f"{twice[0]} stands in the line and in its private part")
    return ParsedRecord(envelope, {**envelope.data, **part.data}, redacted=False)


def is_digest(value: object) -> bool:
    """Whether this is a text of 64 digits of hex, the letters small."""
    return isinstance(value, str) and _is_digest(value) is not None


def _read(decode: Any, line: bytes, what: str) -> Any:
    try:
        found = decode(line)
        written = encode_json(found)
    except (*UNREADABLE, OverflowError) as error:
        raise MalformedRecord(_in_words(str(error), what)) from error
    if written != line:
        raise MalformedRecord(f"the {what} is written otherwise than Yarrow writes it")
    return found


def _in_words(error: str, what: str) -> str:
    """What a decoder says, for people."""
    if missing := _missing_in(error):
        return f"the {what} is no event: it has no {missing[1]}"
    if place := _place_in(error):
        return f"the {what} is no event: what it says as {place[1].partition('[')[0]} has the wrong form"
    return f"the {what} is no event"
