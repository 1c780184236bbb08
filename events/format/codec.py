"""The codec: encodes decided events as records, and decodes records.

Records are JSON written by msgspec with a fixed order of fields and no floats. An event's fields named in ``private``
go into the private line if the fact is recorded for an audience; for an event that everyone may see, nothing is sealed.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Final, NoReturn, Self

import msgspec
from msgspec import inspect
from msgspec.structs import astuple, replace

from domain.model.event import Event, Recorded
from domain.ruleset.ruleset import Ruleset
from events.format.carried_state import CARRYING, carried_state_lift
from events.format.envelope import EVERYBODY, NEWLINE, NEWLINE_CODE, SALT_BYTES, Envelope, PrivatePart, digest, split
from events.format.upcasters import Upcasters

UNREADABLE: Final = (
    msgspec.DecodeError,
    UnicodeDecodeError,
    RecursionError,
)  # the exceptions of msgspec for bytes that are not the expected JSON

UNLIFTABLE: Final = (AttributeError, KeyError, TypeError)
"""The exceptions of upcasters for data of another shape than that of the schema."""

_PLAIN: Final = frozenset({str, int, bool, type(None)})
"""The types of values of JSON without parts and without fractions."""

encode_json = msgspec.json.Encoder().encode


class CodecError(ValueError):
    """The codec cannot read a record or cannot write an event."""


class UnknownEvent(CodecError):
    """The codec was built without the type of the event."""


class _Content(msgspec.Struct, frozen=True, gc=False):
    """The fields of a public line that a fold needs."""

    type: str
    schema: int
    data: msgspec.Raw


class _Data(msgspec.Struct, frozen=True, gc=False):
    """The only field of a line that may contain arbitrary JSON."""

    data: Any


class _EventFormat(msgspec.Struct, frozen=True):
    """The prepared format of one event class; ``open`` if a field may contain arbitrary JSON, which is searched for
    floats.

    ``sealed`` makes a struct of an event's private fields alone; ``unsealed`` has their defaults, which are not
    written.
    """

    cls: type[Event]
    name: str
    schema: int
    sealed: Callable[[Event], msgspec.Struct] | None
    unsealed: dict[str, Any]
    open: bool
    decode: Callable[[bytes | msgspec.Raw], Event]


class Codec:
    """Encodes batches and decodes records for the event classes given.

    Raises ValueError for a class that could contain a float or whose private fields lack defaults, for two classes of
    one type, and for schemas that ``upcasters`` cannot lift. ``lift_carried`` lifts the states that events carry.
    """

    def __init__(
        self,
        events: Iterable[type[Event]],
        upcasters: Upcasters | None = None,
        *,
        lift_carried: Callable[[Any], Any] | None = None,
        salt: Callable[[], bytes] = lambda: os.urandom(SALT_BYTES),
    ) -> None:
        self._upcasters = upcasters or Upcasters("event")
        self._salt = salt
        self._formats = {cls: _format_of(cls) for cls in events}
        for carrying in CARRYING:
            if lift_carried is not None and carrying in self._formats:
                format_ = self._formats[carrying]
                self._formats[carrying] = replace(format_, decode=_composed(lift_carried, format_.decode))
        self._types = {format_.name: format_ for format_ in self._formats.values()}
        if len(self._types) < len(self._formats):
            raise ValueError("Two event classes have the same type.")
        self._upcasters.require_complete(self.schemas)
        self._decode_envelope = msgspec.json.Decoder(Envelope[msgspec.Raw]).decode
        self._decode_content = msgspec.json.Decoder(_Content).decode
        self._decode_private = msgspec.json.Decoder(PrivatePart[msgspec.Raw]).decode
        self._decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
        self._search_floats = msgspec.json.Decoder(_Data, float_hook=_refuse_float).decode

    @classmethod
    def of(cls, ruleset: Ruleset[Any], *, salt: Callable[[], bytes] = lambda: os.urandom(SALT_BYTES)) -> Self:
        """The codec of a ruleset's events, which also reads what it has ever written."""
        upcasters = Upcasters("event", ruleset.event_upcasters)
        return cls(ruleset.events, upcasters, lift_carried=carried_state_lift(ruleset), salt=salt)

    @property
    def schemas(self) -> dict[str, int]:
        """The current schema of each type."""
        return {name: format_.schema for name, format_ in self._types.items()}

    def encode_batch(
        self, encounter: str, first: int, time: str, speaker: str, recorded: Sequence[Recorded]
    ) -> list[bytes]:
        """Encode a batch, whose command has version ``first``; ``time`` has the form that ``format_time`` writes."""
        records = []
        for version, fact in enumerate(recorded, first):
            event, audience = fact.event, fact.audience
            try:
                format_ = self._formats[type(event)]
            except KeyError:
                raise UnknownEvent(f"The codec does not know the event class {type(event).__name__}.") from None
            data: Any = event
            private = sealed = None
            if audience != EVERYBODY:
                data, private = self._sealed_parts(format_, event)
                sealed = digest(private)
            record = encode_json(
                Envelope(
                    encounter,
                    version,
                    format_.name,
                    format_.schema,
                    time,
                    first,
                    fact.cause,
                    speaker,
                    audience,
                    data,
                    sealed,
                )
            )
            if format_.open and not all(map(_is_plain, astuple(event))):
                self._require_no_floats(format_, record, private)
            records.append(record if private is None else record + NEWLINE + private)
        return records

    def decode_envelope(self, record: bytes) -> Envelope[msgspec.Raw]:
        """Decode the envelope; its ``data`` are the public fields as stored. Raises CodecError."""
        try:
            return self._decode_envelope(split(record)[0])
        except UNREADABLE as error:
            raise CodecError(f"The record has no valid envelope: {error}") from error

    def decode(self, record: bytes) -> tuple[Envelope[msgspec.Raw], Event]:
        """Decode envelope and event, lifted to the current schema. Raises UnknownEvent, SchemaTooNew or CodecError."""
        envelope = self.decode_envelope(record)
        return envelope, self._decode_data(envelope.type, envelope.schema, envelope.data, split(record)[1])

    def decode_events(self, records: Iterable[bytes]) -> Iterator[Event]:
        """Decode the events alone, for folds that do not need the envelopes. Raises as ``decode`` does."""
        decode_content, types = self._decode_content, self._types
        try:
            for record in records:
                public, private = split(record) if NEWLINE_CODE in record else (record, None)
                content = decode_content(public)
                format_ = types.get(content.type)
                if format_ is None or content.schema != format_.schema or private is not None:
                    yield self._decode_data(content.type, content.schema, content.data, private)
                else:
                    yield format_.decode(content.data)
        except UNREADABLE as error:
            raise CodecError(f"The record is not a valid event: {error}") from error

    def _decode_data(self, name: str, schema: int, data: bytes | msgspec.Raw, private: bytes | None) -> Event:
        format_ = self._types.get(name)
        if format_ is None:
            raise UnknownEvent(f"Unknown event type {name}; install its ruleset.")
        if schema < 1:
            raise CodecError(f"The record has schema {schema}, but schemas of {name} start at 1.")
        try:
            if private is not None:
                data = self._join(data, private)
            if schema != format_.schema:
                data = encode_json(self._upcasters.lift(name, schema, msgspec.json.decode(data), to=format_.schema))
            return format_.decode(data)
        except (*UNREADABLE, *UNLIFTABLE) as error:
            raise CodecError(f"The record is not a valid {name}: {error}") from error

    def _sealed_parts(self, format_: _EventFormat, event: Event) -> tuple[Event, bytes]:
        """Split an event for an audience into the event without its private fields, and its private line."""
        if format_.sealed is None:
            raise CodecError(f"{format_.name} has no private fields, so it cannot be recorded for an audience.")
        private = encode_json(PrivatePart(self._salt().hex(), format_.sealed(event)))
        return replace(event, **format_.unsealed), private

    def _join(self, public: bytes | msgspec.Raw, private: bytes) -> bytes:
        fields = self._decode_fields(public)
        fields.update(self._decode_fields(self._decode_private(private).data))
        return encode_json(fields)

    def _require_no_floats(self, format_: _EventFormat, public: bytes, private: bytes | None) -> None:
        try:
            self._search_floats(public)
            if private is not None:
                self._search_floats(private)
        except msgspec.ValidationError as error:
            raise CodecError(f"A float in {format_.name}: {error}") from error


def _composed(lift: Callable[[Event], Event], decode: Callable[[Any], Event]) -> Callable[[Any], Event]:
    return lambda data: lift(decode(data))


def _is_plain(value: Any) -> bool:
    """Return whether a value has no float because it is a text, a whole number, or an object of such values.

    An event with another value is searched in its encoded form, which takes several times as long.
    """
    return _PLAIN.issuperset(map(type, value.values())) if type(value) is dict else type(value) in _PLAIN


def _refuse_float(text: str) -> NoReturn:
    raise ValueError(f"events may not contain floats, but this one contains {text}")


@cache
def _format_of(cls: type[Event]) -> _EventFormat:
    """Return the format of an event class; a class is inspected once, however many codecs write it."""
    private = [field for field in msgspec.structs.fields(cls) if field.name in cls.private and not field.required]
    if len(private) < len(cls.private):
        missing = sorted(cls.private - {field.name for field in private})
        raise ValueError(f"{cls.type}: {', '.join(missing)} must be fields with defaults.")
    types = list(_types_within(inspect.type_info(cls), set()))
    if any(isinstance(found, inspect.FloatType | inspect.DecimalType | inspect.RawType) for found in types):
        raise ValueError(f"{cls.type} could contain a float; events contain integers only.")
    may_be_open = any(isinstance(found, inspect.AnyType) for found in types)
    sealed = _sealing(private) if private else None
    unsealed = {field.name: _unsealed(field) for field in private}
    return _EventFormat(cls, cls.type, cls.schema, sealed, unsealed, may_be_open, msgspec.json.Decoder(cls).decode)


def _sealing(private: list[msgspec.structs.FieldInfo]) -> Callable[[Event], msgspec.Struct]:
    """Return a function that makes a struct of the private fields of an event, encoded as in the event itself."""
    stated = [
        msgspec.field(default=field.default, default_factory=field.default_factory)  # type: ignore[call-overload]
        for field in private
    ]
    fields = [(field.name, Any, default) for field, default in zip(private, stated, strict=True)]
    part = msgspec.defstruct("Sealed", fields, omit_defaults=True, frozen=True, gc=False)
    values = attrgetter(*[field.name for field in private])
    return (lambda event: part(values(event))) if len(private) == 1 else lambda event: part(*values(event))


def _unsealed(field: msgspec.structs.FieldInfo) -> Any:
    """Return the default of a private field."""
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _types_within(info: inspect.Type, seen: set[type]) -> Iterator[inspect.Type]:
    """Yield a type and every type inside it; a struct that refers to itself is visited once."""
    yield info
    if isinstance(info, inspect.StructType):
        if info.cls in seen:
            return
        seen.add(info.cls)
        inner: Iterable[inspect.Type] = [field.type for field in info.fields]
    elif isinstance(info, inspect.UnionType):
        inner = info.types
    elif isinstance(info, inspect.DictType):
        inner = (info.key_type, info.value_type)
    elif isinstance(info, inspect.TupleType):
        inner = info.item_types
    elif isinstance(info, inspect.CollectionType):
        inner = (info.item_type,)
    else:
        inner = ()
    for found in inner:
        yield from _types_within(found, seen)
