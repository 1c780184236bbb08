"""The codec: decided events to bytes of records, once, and back.

The bytes are JSON by msgspec with a fixed order of fields and no floats. An event's fields named in ``private`` go
into the private line where the fact is recorded for an audience; where it is for everybody, nothing is sealed.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Final, NoReturn, Self

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from domain.model.event import Event, Recorded
from domain.ruleset.ruleset import Ruleset
from events.format.carried_state import CARRYING, carried_state_lift
from events.format.envelope import EVERYBODY, NEWLINE, NEWLINE_CODE, SALT_BYTES, Envelope, PrivatePart, digest, split
from events.format.upcasters import Upcasters

UNREADABLE: Final = (
    msgspec.DecodeError,
    UnicodeDecodeError,
    RecursionError,
)  # what msgspec raises over bytes that are not its JSON

encode_json = msgspec.json.Encoder().encode


class CodecError(ValueError):
    """A record that this codec cannot read, or an event that it cannot write."""


class UnknownEvent(CodecError):
    """The type of the event is none of those that the codec was built from."""


class _Content(msgspec.Struct, frozen=True, gc=False):
    """What a fold needs of a public line."""

    type: str
    schema: int
    data: msgspec.Raw


class _Data(msgspec.Struct, frozen=True, gc=False):
    """The one place of a line that may hold any JSON."""

    data: Any


class _Form(msgspec.Struct, frozen=True):
    """One class of events, made ready: ``open`` where a field may hold any JSON, so that bytes must be searched.

    ``sealed`` makes a struct of an event's private fields alone; ``unsealed`` has their defaults, which no bytes hold.
    """

    cls: type[Event]
    name: str
    schema: int
    sealed: Callable[[Event], msgspec.Struct] | None
    unsealed: dict[str, Any]
    open: bool
    decode: Callable[[bytes | msgspec.Raw], Event]


class Codec:
    """Encodes batches and decodes records for the classes of events given.

    Raises ValueError for a class that could write a float or whose private fields lack defaults, for two classes of
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
        self._forms = {cls: _form(cls) for cls in events}
        for carrying in CARRYING:
            if lift_carried is not None and carrying in self._forms:
                form = self._forms[carrying]
                self._forms[carrying] = replace(form, decode=_then(lift_carried, form.decode))
        self._types = {form.name: form for form in self._forms.values()}
        if len(self._types) < len(self._forms):
            raise ValueError("Two classes of events have the same type.")
        self._upcasters.require_complete(self.schemas)
        self._decode_envelope = msgspec.json.Decoder(Envelope[msgspec.Raw]).decode
        self._decode_content = msgspec.json.Decoder(_Content).decode
        self._decode_private = msgspec.json.Decoder(PrivatePart[msgspec.Raw]).decode
        self._decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
        self._search_floats = msgspec.json.Decoder(_Data, float_hook=_refuse_float).decode

    @classmethod
    def of(cls, ruleset: Ruleset[Any]) -> Self:
        """The codec of a ruleset's events, which also reads what it has ever written."""
        return cls(ruleset.events, Upcasters("event", ruleset.lift_events), lift_carried=carried_state_lift(ruleset))

    @property
    def schemas(self) -> dict[str, int]:
        """The current schema of each type."""
        return {name: form.schema for name, form in self._types.items()}

    def encode_batch(
        self, encounter: str, first: int, time: str, speaker: str, recorded: Sequence[Recorded]
    ) -> list[bytes]:
        """The records of one batch, whose command has version ``first``; ``time`` as ``format_time`` writes it."""
        records = []
        for version, fact in enumerate(recorded, first):
            event, audience = fact.event, fact.audience
            try:
                form = self._forms[type(event)]
            except KeyError:
                raise UnknownEvent(f"The codec was built without {type(event).__name__}.") from None
            data: Any = event
            private = sealed = None
            if audience != EVERYBODY:
                data, private = self._part(form, event)
                sealed = digest(private)
            record = encode_json(
                Envelope(
                    encounter, version, form.name, form.schema, time, first, fact.cause, speaker, audience, data, sealed
                )
            )
            if form.open:
                self._require_no_floats(form, record, private)
            records.append(record if private is None else record + NEWLINE + private)
        return records

    def decode_envelope(self, record: bytes) -> Envelope[msgspec.Raw]:
        """The envelope alone; its data are the public fields as they are stored."""
        try:
            return self._decode_envelope(split(record)[0])
        except UNREADABLE as error:
            raise CodecError(f"This record has no envelope: {error}") from error

    def decode(self, record: bytes) -> tuple[Envelope[msgspec.Raw], Event]:
        """The envelope and the event, lifted to the current schema. Raises UnknownEvent, SchemaTooNew or CodecError."""
        envelope = self.decode_envelope(record)
        return envelope, self._decode_data(envelope.type, envelope.schema, envelope.data, split(record)[1])

    def decode_events(self, records: Iterable[bytes]) -> Iterator[Event]:
        """The events alone: what a fold reads, without the cost of the envelopes. Raises as ``decode`` does."""
        decode_content, types = self._decode_content, self._types
        try:
            for record in records:
                public, private = split(record) if NEWLINE_CODE in record else (record, None)
                content = decode_content(public)
                form = types.get(content.type)
                if form is None or content.schema != form.schema or private is not None:
                    yield self._decode_data(content.type, content.schema, content.data, private)
                else:
                    yield form.decode(content.data)
        except UNREADABLE as error:
            raise CodecError(f"This record holds no event: {error}") from error

    def _decode_data(self, name: str, schema: int, data: bytes | msgspec.Raw, private: bytes | None) -> Event:
        form = self._types.get(name)
        if form is None:
            raise UnknownEvent(f"This Yarrow knows no event {name}; is its ruleset installed?")
        if schema < 1:
            raise CodecError(f"This record is of schema {schema}, and schemas of {name} count from 1.")
        try:
            if private is not None:
                data = self._join(data, private)
            if schema != form.schema:
                data = encode_json(self._upcasters.lift(name, schema, msgspec.json.decode(data), to=form.schema))
            return form.decode(data)
        except UNREADABLE as error:
            raise CodecError(f"This record is no {name}: {error}") from error

    def _part(self, form: _Form, event: Event) -> tuple[Event, bytes]:
        """The event without its private fields, and the private line, of one that is recorded for an audience."""
        if form.sealed is None:
            raise CodecError(f"{form.name} has no private fields, so that nothing of it can be kept for an audience.")
        private = encode_json(PrivatePart(self._salt().hex(), form.sealed(event)))
        return replace(event, **form.unsealed), private

    def _join(self, public: bytes | msgspec.Raw, private: bytes) -> bytes:
        fields = self._decode_fields(public)
        fields.update(self._decode_fields(self._decode_private(private).data))
        return encode_json(fields)

    def _require_no_floats(self, form: _Form, public: bytes, private: bytes | None) -> None:
        try:
            self._search_floats(public)
            if private is not None:
                self._search_floats(private)
        except msgspec.ValidationError as error:
            raise CodecError(f"A float in {form.name}: {error}") from error


def _then(lift: Callable[[Event], Event], decode: Callable[[Any], Event]) -> Callable[[Any], Event]:
    return lambda data: lift(decode(data))


def _refuse_float(text: str) -> NoReturn:
    raise ValueError(f"events hold no floats, but here is {text}")


@cache
def _form(cls: type[Event]) -> _Form:
    """Return how events of a class are written and read; a class is inspected once, however many codecs write it."""
    private = [field for field in msgspec.structs.fields(cls) if field.name in cls.private and not field.required]
    if len(private) < len(cls.private):
        missing = sorted(cls.private - {field.name for field in private})
        raise ValueError(f"{cls.type}: {', '.join(missing)} must be fields with defaults.")
    types = list(_types_within(inspect.type_info(cls), set()))
    if any(isinstance(found, inspect.FloatType | inspect.DecimalType | inspect.RawType) for found in types):
        raise ValueError(f"{cls.type} could hold a float; events hold whole numbers only.")
    may_be_open = any(isinstance(found, inspect.AnyType) for found in types)
    sealed = _sealing(private) if private else None
    unsealed = {field.name: _unsealed(field) for field in private}
    return _Form(cls, cls.type, cls.schema, sealed, unsealed, may_be_open, msgspec.json.Decoder(cls).decode)


def _sealing(private: list[msgspec.structs.FieldInfo]) -> Callable[[Event], msgspec.Struct]:
    """Return what makes a struct of the private fields of an event, which is written as the event writes them."""
    stated = [
        msgspec.field(default=field.default, default_factory=field.default_factory)  # type: ignore[call-overload]
        for field in private
    ]
    fields = [(field.name, Any, default) for field, default in zip(private, stated, strict=True)]
    part = msgspec.defstruct("Sealed", fields, omit_defaults=True, frozen=True, gc=False)
    values = attrgetter(*[field.name for field in private])
    return (lambda event: part(values(event))) if len(private) == 1 else lambda event: part(*values(event))


def _unsealed(field: msgspec.structs.FieldInfo) -> Any:
    """Return the default of a private field, which is left out of the bytes."""
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _types_within(info: inspect.Type, seen: set[type]) -> Iterator[inspect.Type]:
    """A type and every type inside it; a struct that refers to itself is visited once."""
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
