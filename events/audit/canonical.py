"""Canonical form: checks that recorded events are encoded exactly as this version of Yarrow encodes them.

An event might have additional fields that no code here reads, such as a throw that was never asked for, which would
shift the faces of the next. Decoding an event and encoding it again drops such fields.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.model.event import Event, Recorded
from domain.ruleset.ruleset import Ruleset
from events.format.codec import Codec
from events.format.envelope import EVERYBODY, SALT_BYTES, SEALED_FIELD, Envelope, PrivatePart, redact, redacted, split


class DecodedRecord(NamedTuple):
    """A decoded record."""

    envelope: Envelope[Any]
    event: Event


class CanonicalWriter:
    """Encodes decoded batches again, with their original salts."""

    def __init__(self, ruleset: Ruleset[Any], codec: Codec) -> None:
        self._salts: Iterator[bytes] = iter(())
        self._writer = Codec.of(ruleset, salt=lambda: next(self._salts))
        self._schemas, self._state_schema = codec.schemas, ruleset.state.schema

    def first_difference(self, records: Sequence[bytes], facts: Sequence[DecodedRecord]) -> int | None:
        """Return the version of the first event of a batch that is not in canonical form, or None.

        Events of an older schema are skipped, because they are no longer written in that form. An omitted private part
        only has to exist.
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
