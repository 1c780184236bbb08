"""Sets, lookups and fields as JSON. Equal sets and shared rows stand once, under ``sets``."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from domain.fields.field import UNSET, Field, Folded, Key, Lookup, Total
from domain.fields.sets import AnyJson, AnyText, Labelled, Span, Without
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
            return {
                "text": node.longest,
                "least": node.shortest,
                **({"pattern": node.pattern} if node.pattern else {}),
            }
        if kind is AnyJson:
            return {"schema": node.schema}
        if kind is Without:
            return {"of": self._below(node.of), "minus": list(node.minus)}
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
    return [_labelled(one) if type(one) is Labelled else one for one in values]


def _labelled(one: Labelled) -> list[Json]:
    return [one.value, one.label, [*one.also]] if one.also else [one.value, one.label]


def field_as_json(name: str, field: Field, encoder: Encoder) -> dict[str, Json]:
    """Return the declaration of a field."""
    found: dict[str, Json] = {"name": name}
    if field.parts is not None:
        found["fields"] = [field_as_json(part, one, encoder) for part, one in field.parts.items()]
    else:
        found["in"] = _source(field.source, encoder)
    if field.keys is not None:
        found["keys"] = _source(field.keys, encoder)
    if field.many is not None:
        found["many"] = [field.many.least, field.many.most]
    if field.required:
        found["required"] = True
    if field.default is not UNSET and field.default is not None:
        found["default"] = _source(field.default, encoder) if isinstance(field.default, Lookup) else field.default
    if field.when:
        found["when"] = {other: list(values) for other, values in field.when.items()}
    if field.bars:
        found["not"] = list(field.bars)
    found |= _conditions(field, encoder)
    if field.seldom:
        found["seldom"] = True
    if field.shared:
        found["shared"] = True
    if field.mark is not None:
        found[field.mark] = True
    return found


def _conditions(field: Field, encoder: Encoder) -> dict[str, Json]:
    """Return the conditions on a list as a whole."""
    found: dict[str, Json] = {}
    if field.within is not None:
        found["within"] = field.within
    if field.holds is not None:
        found["holds"] = dict(field.holds)
    if field.greatest is not None:
        found["greatest"] = {
            "score": [_source(one, encoder) for one in field.greatest.scores],
            "in": _source(field.greatest.reach, encoder),
            "has": field.greatest.value,
        }
    return found


def _source(source: Any, encoder: Encoder) -> Json:
    if not isinstance(source, Lookup):
        return encoder.node(source)
    table, by = source.table, [_key(key, encoder) for key in source.by]
    if isinstance(table, Vocabulary):
        return {"lookup": table.name, "by": by}
    return {"row": encoder.row(dict(table)), "by": by}


def _key(key: Key, encoder: Encoder) -> Json:
    if isinstance(key, Folded):
        return {"folded": key.field}
    if isinstance(key, Total):
        return {"total": key.of, "score": _source(key.score, encoder)}
    return key
