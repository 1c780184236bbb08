"""Sets, lookups and fields as JSON. Equal sets and shared rows stand once, under ``sets``."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from domain.fields.field import UNSET, Few, Field, Lookup
from domain.fields.sets import AnyJson, AnyText, Either, Labelled, Span, Without
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.model.event import Json

LEAST_SHARED = 2
"""Sets of fewer values are written where they are used."""


class Encoder:
    """Encodes the vocabularies that the forms of one answer need."""

    def __init__(self, view: View[Any]) -> None:
        self._view = view
        self._uses: Counter[Any] = Counter()
        self._names: dict[Any, str] = {}
        self._wanted: dict[str, Vocabulary[Any]] = {}
        self.sets: dict[str, Json] = {}
        self.lookups: dict[str, Json] = {}

    def want(self, vocabularies: Iterable[Vocabulary[Any]]) -> None:
        """Add vocabularies, with those that their sets refer to."""
        for one in vocabularies:
            if one.name not in self._wanted and one is not EVERYBODY:
                self._wanted[one.name] = one
                self._count(self._view[one])

    def _count(self, node: Any) -> None:
        """Count how often each set and each row is used, and add the vocabularies they refer to."""
        kind = type(node)
        if kind is Vocabulary:
            self.want((node,))
        elif kind is Without:
            self._count(node.of)
        elif kind is Either:
            for one in node.sets:
                self._count(one)
        elif kind is dict:
            self._uses[id(node)] += 1
            if self._uses[id(node)] == 1:
                for below in node.values():
                    self._count(below)
        elif kind is tuple and len(node) >= LEAST_SHARED:
            self._uses[node] += 1

    def write(self) -> None:
        """Write all vocabularies that are wanted."""
        for name, one in self._wanted.items():
            node = self._view[one]
            if type(node) is dict:
                self.lookups[name] = self.row(node)
            else:
                self.sets[name] = _values(node) if type(node) is tuple else self.node(node)

    def node(self, node: Any) -> Json:
        """Return a set or a lookup as JSON, by its name where it stands under ``sets``."""
        kind = type(node)
        if kind is Vocabulary:
            return str(node.name)
        if kind is Span:
            return {"from": node.low, "to": node.high}
        if kind is AnyText:
            return _text(node)
        if kind is AnyJson:
            return {"schema": node.schema}
        if kind is Without:
            return {"of": self._below(node.of), "minus": list(node.minus)}
        if kind is Either:
            return {"either": [self._below(one) for one in node.sets]}
        if kind is dict:
            return {"row": self.row(node)}
        return _values(node)

    def row(self, node: dict[str, Any]) -> dict[str, Json]:
        """Return one level of a lookup."""
        return {key: self._below(below) for key, below in node.items()}

    def _below(self, node: Any) -> Json:
        """Return a set or a row of a lookup; what several keys share stands under ``sets``."""
        kind = type(node)
        key: Any = id(node) if kind is dict else node
        if kind not in (dict, tuple) or self._uses[key] < 2:
            return self.node(node)
        if key not in self._names:
            self._names[key] = name = str(len(self._names) + 1)
            self.sets[name] = self.node(node)
        return self._names[key]


def _values(values: Any) -> list[Json]:
    return [_labelled(one) if type(one) is Labelled else _value(one) for one in values]


def _value(value: Json) -> Json:
    """Return a value as it stands in a set: a list or an object always with a label, to be told from a labelled one."""
    return [value, ""] if isinstance(value, (list, tuple, dict)) else value


def _text(node: AnyText) -> Json:
    found: dict[str, Json] = {"text": node.longest}
    if node.shortest:
        found["least"] = node.shortest
    if node.pattern is not None:
        found["pattern"] = node.pattern
    if node.suggested:
        found["suggested"] = _values(node.suggested)
    return found


def _labelled(one: Labelled) -> list[Json]:
    return [one.value, one.label, [*one.also]] if one.also else [one.value, one.label]


def field_as_json(name: str, field: Field, encoder: Encoder) -> dict[str, Json]:
    """Return the declaration of a field."""
    found: dict[str, Json] = {"name": name}
    if field.parts is not None:
        found["fields"] = [field_as_json(part, one, encoder) for part, one in field.parts.items()]
    if field.instead:
        found["instead"] = _source(field.instead, encoder)
    if field.parts is None or isinstance(field.source, Lookup):
        found["in"] = _source(field.source, encoder)
    found |= _entries(field, encoder)
    if field.required:
        found["required"] = _condition(field.required) if isinstance(field.required, Mapping) else True
    if field.default is not UNSET and field.default is not None:
        found["default"] = _source(field.default, encoder) if isinstance(field.default, Lookup) else field.default
    if field.when:
        found["when"] = _condition(field.when)
    if field.bars:
        found["not"] = list(field.bars)
    if field.mark is not None:
        found[field.mark] = True
    return found | {flag: True for flag in ("seldom", "shared") if getattr(field, flag)}


def _entries(field: Field, encoder: Encoder) -> dict[str, Json]:
    """Return what a declaration says of the entries of a list, and of the keys of an object."""
    found: dict[str, Json] = {}
    if field.keys is not None:
        found["keys"] = _source(field.keys, encoder)
    if field.within is not None:
        found["within"] = field.within
    if isinstance(field.many, Lookup):
        found["many"] = _source(field.many, encoder)
    elif field.many is not None:
        found["many"] = [field.many.least, field.many.most]
        if field.many.distinct:
            found["distinct"] = True
    if field.few:
        found["few"] = [_few(one, encoder) for one in field.few]
    return found


def _few(few: Few, encoder: Encoder) -> Json:
    most = _source(few.most, encoder) if isinstance(few.most, Lookup) else few.most
    return {"of": few.entries, "in": _source(few.values, encoder), "most": most}


def _condition(condition: Mapping[str, tuple[Json, ...]]) -> Json:
    return {name: list(values) for name, values in condition.items()}


def _source(source: Any, encoder: Encoder) -> Json:
    if not isinstance(source, Lookup):
        return encoder.node(source)
    table = source.table
    if isinstance(table, Vocabulary):
        return {"lookup": table.name, "by": list(source.by)}
    return {"row": encoder.row(dict(table)), "by": list(source.by)}
