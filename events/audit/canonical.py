"""Rewriting: whether what is on record is written as this Yarrow writes it.

An event may say what the rules give and more besides, in fields that nobody here reads: a throw that was never asked
for, say, which moves the faces of the next. What is read and written once more has nothing of it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.model.event import Event, Recorded
from domain.ruleset.ruleset import Ruleset
from events.format.codec import Codec
from events.format.envelope import EVERYBODY, SALT_BYTES, SEALED_FIELD, Envelope, PrivatePart, redact, redacted, split


class DecodedRecord(NamedTuple):
    """A record that has been read."""

    envelope: Envelope[Any]
    event: Event


class CanonicalWriter:
    """Writes batches that were read once more, with the salts that they have."""

    def __init__(self, ruleset: Ruleset[Any], codec: Codec) -> None:
        self._salts: Iterator[bytes] = iter(())
        self._writer = Codec(ruleset.events, salt=lambda: next(self._salts))
        self._schemas, self._state_schema = codec.schemas, ruleset.state.schema

    def differing(self, records: Sequence[bytes], facts: Sequence[DecodedRecord]) -> int | None:
        """The version of the first event of a batch that this Yarrow would have written otherwise, or None.

        What was written under an older schema is not written any more, and is left out of account. Of a private part
        that was left out it is enough that there is one.
        """
        opening = facts[0][0]
        sealed = zip(records, facts, strict=True)
        self._salts = iter([_salt(record) for record, (envelope, _) in sealed if envelope.audience != EVERYBODY])
        again = self._writer.encode_batch(
            opening.encounter,
            opening.version,
            opening.time,
            opening.speaker,
            [Recorded(event, envelope.cause, envelope.audience) for envelope, event in facts],
        )
        for record, written, fact in zip(records, again, facts, strict=True):
            if not _same(record, written) and self._is_current(*fact):
                return fact.envelope.version
        return None

    def _is_current(self, envelope: Envelope[Any], event: Event) -> bool:
        if "state_schema" in event.__struct_fields__:
            carried = msgspec.json.decode(envelope.data, type=_Carried).state_schema
            return carried == self._state_schema and envelope.schema == event.schema
        return envelope.schema == self._schemas[envelope.type]


class _Carried(msgspec.Struct):
    state_schema: int = 1


def _salt(record: bytes) -> bytes:
    private = split(record)[1]
    return bytes(SALT_BYTES) if private is None else bytes.fromhex(_private(private).salt)


_private = msgspec.json.Decoder(PrivatePart[msgspec.Raw]).decode


def _same(record: bytes, written: bytes) -> bool:
    if redacted(record):
        return record[: SEALED_FIELD.start] == redact(written)[: SEALED_FIELD.start]
    return record == written
