"""Sets, lookups and fields as JSON. Equal sets and shared rows stand once, under ``sets``."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.fields.field import UNSET, Few, Field, Fixed, Folded, Greatest, Key, Lookup, Many, Total
from domain.fields.sets import ANY_KEY, AnyJson, AnyText, Either, Labelled, Span, Without, key_of
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.model.event import Json
from domain.options.shapes import FieldShape
from domain.text.words import Labels

SHARED = frozenset({dict, tuple, AnyText, Without, Either})
"""The kinds of nodes that stand once if several rows have them."""
LEAST_SHARED = 2
"""Sets of fewer values are written where they are used."""


class Encoder:
    """Encodes the vocabularies that the forms of one answer need."""

    def __init__(self, view: View[Any]) -> None:
        self._view = view
        self._combatants = frozenset(view.everybody)
        self.wording = view.wording
        self.labels = view.labels
        self._marks: dict[int, int] = {}
        self._sets: dict[Any, int] = {}
        self._uses: list[int] = []
        self._names: dict[int, str] = {}
        self._wanted: dict[str, Vocabulary[Any]] = {}
        self.sets: dict[str, Any] = {}
        self.lookups: dict[str, dict[str, Any]] = {}

    def want(self, vocabularies: Iterable[Vocabulary[Any]]) -> None:
        """Add vocabularies, with those that their sets refer to."""
        for one in vocabularies:
            if one.name not in self._wanted and one is not EVERYBODY:
                self._wanted[one.name] = one
                self._count(self._view[one])

    def _count(self, node: Any) -> None:
        """Count how often each set and each row is used, and add the vocabularies they refer to.

        Equal sets are one; rows are one if they are the same.
        """
        kind = type(node)
        if kind is Vocabulary:
            self.want((node,))
            return
        if kind not in SHARED or (kind is tuple and len(node) < LEAST_SHARED):
            return
        mark = self._marks.get(id(node))
        if mark is None:
            new = len(self._uses)
            mark = self._marks[id(node)] = new if kind is dict else self._sets.setdefault(node, new)
            if mark == new:
                self._uses.append(0)
        self._uses[mark] += 1
        if self._uses[mark] == 1 and kind is not tuple:
            for one in node.values() if kind is dict else _sets_in(node):
                self._count(one)

    def write(self) -> None:
        """Write all vocabularies that are wanted."""
        for name, one in self._wanted.items():
            node = self._view[one]
            if type(node) is dict:
                self.lookups[name] = self.row(node)
            else:
                self.sets[name] = self._values(node) if type(node) is tuple else self.node(node)

    def node(self, node: Any, field: str = "") -> Json:
        """Return a set or a lookup as JSON, by its name if it is one of ``sets``; ``field`` has labels of its own."""
        kind = type(node)
        if kind is Vocabulary:
            return str(node.name)
        if kind is Span:
            return {"from": node.low, "to": node.high}
        if kind is AnyText:
            return self._text(node, field)
        if kind is AnyJson:
            return {"schema": node.schema}
        if kind is Without:
            return {"of": self._below(node.of, field), "minus": list(node.minus)}
        if kind is Either:
            return {"either": [self._below(one, field) for one in node.sets]}
        if kind is dict:
            return {"row": self.row(node, field)}
        return self._values(node, field)

    def _values(self, values: Any, field: str = "") -> list[Json]:
        """Return the values of a set with their labels; combatants, numbers and null have none."""
        combatants, of, contexts = self._combatants, self.labels.of, (field,) if field else ()
        found: list[Json] = []
        for one in values:
            kind = type(one)
            if kind is str:
                found.append(one if not one or one in combatants else [one, of(one, *contexts)])
            elif kind is Labelled:
                found.append(self._labelled(one))
            else:
                found.append(one if one is None or kind is int else [one, as_text(one, self.labels, field)])
        return found

    def _labelled(self, one: Labelled) -> Json:
        label = one.label if isinstance(one.label, str) else one.label(self.labels)
        return [one.value, label, [*one.also]] if one.also else [one.value, label]

    def _text(self, node: AnyText, field: str) -> Json:
        found: dict[str, Json] = {"text": node.longest}
        if node.shortest:
            found["least"] = node.shortest
        if node.pattern is not None:
            found["pattern"] = node.pattern
        if node.suggested:
            found["suggested"] = self._values(node.suggested, field)
        return found

    def row(self, node: dict[str, Any], field: str = "") -> dict[str, Json]:
        """Return one level of a lookup."""
        return {
            _key_in_row(key) if key[:1] in _STARRED else key: self._below(below, field) for key, below in node.items()
        }

    def _below(self, node: Any, field: str = "") -> Json:
        """Return a set or a row of a lookup; what several keys share is one of ``sets``."""
        mark = self._marks.get(id(node))
        if mark is None or self._uses[mark] < 2:
            return self.node(node, field)
        if mark not in self._names:
            self._names[mark] = name = str(len(self._names) + 1)
            self.sets[name] = self.node(node)
        return self._names[mark]


_STARRED = (ANY_KEY, "*")
"""How keys begin that are not written as they are."""


def _key_in_row(key: str) -> str:
    """Return how a row has a key: all others as ``*``, and a text of asterisks alone with one more."""
    if key == ANY_KEY:
        return "*"
    return key if key.strip("*") else f"{key}*"


def _sets_in(node: Any) -> Iterable[Any]:
    """Return the sets in a set."""
    return (node.of,) if type(node) is Without else node.sets if type(node) is Either else ()


def field_shape(name: str, field: Field, encoder: Encoder, *contexts: str, around: tuple[str, ...] = ()) -> FieldShape:
    """Return the declaration of a field.

    ``contexts`` are where its label may differ from that of others. ``around`` identifies what it is a field of: its
    form and its command, or the prompt that it answers.
    """
    own = tuple([f"{one}.{name}" for one in around])
    placed = field.parts is None or isinstance(field.source, Lookup)
    many = field.many
    return FieldShape(
        name,
        encoder.labels.of(name, *contexts),
        help=encoder.wording.help(field.help, *own),
        phrase=encoder.wording.phrase(field.phrase, *own),
        in_=_source(field.source, encoder, name) if placed else None,
        fields=tuple([field_shape(part, one, encoder, name, around=own) for part, one in (field.parts or {}).items()]),
        keys=None if field.keys is None else _source(field.keys, encoder, name),
        many=(many.least, many.most) if isinstance(many, Many) else None if many is None else _source(many, encoder),
        distinct=isinstance(many, Many) and many.distinct,
        instead=_source(field.instead, encoder, name) if field.instead else None,
        within=field.within,
        shared=field.shared,
        required=_required(field.required, encoder),
        default=None if field.default is UNSET else _default(field.default, encoder),
        when=dict(field.when or {}),
        not_=field.bars,
        seldom=field.seldom,
        guess=field.mark == "guess",
        check=field.mark == "check",
        differ=field.differ,
        apart=dict(field.apart or {}),
        few=tuple([_few(one, encoder) for one in field.few]),
        holds=dict(field.holds or {}),
        greatest=None if field.greatest is None else _greatest(field.greatest, encoder),
        never=tuple([_source(one, encoder) for one in field.never]),
    )


def _required(required: Any, encoder: Encoder) -> Any:
    if isinstance(required, Lookup):
        return _source(required, encoder)
    return dict(required) if isinstance(required, Mapping) else required


def _default(default: Any, encoder: Encoder) -> Json:
    value: Json = _source(default, encoder) if isinstance(default, Lookup) else default
    return value


def _few(few: Few, encoder: Encoder) -> Json:
    most = _source(few.most, encoder) if isinstance(few.most, Lookup) else few.most
    return {"of": few.entries, "in": _source(few.values, encoder), "most": most}


def _greatest(greatest: Greatest, encoder: Encoder) -> Json:
    scores: list[Json] = [_source(one, encoder) for one in greatest.scores]
    return {"score": scores, "in": _source(greatest.reach, encoder), "has": greatest.value}


def _source(source: Any, encoder: Encoder, field: str = "") -> Json:
    if not isinstance(source, Lookup):
        return encoder.node(source, field)
    table, by = source.table, [_key(key, encoder) for key in source.by]
    if isinstance(table, Vocabulary):
        return {"lookup": table.name, "by": by}
    return {"row": encoder.row(table, field), "by": by} if isinstance(table, dict) else encoder.node(table, field)


def _key(key: Key, encoder: Encoder) -> Json:
    if isinstance(key, Folded):
        return {"folded": key.field}
    if isinstance(key, Fixed):
        return {"value": key.value}
    return {"total": key.of, "score": _source(key.score, encoder)} if isinstance(key, Total) else key


def as_text(value: Json, labels: Labels, field: str = "") -> str:
    """Return a label for a value; that of a list or an object has those of its values."""
    if isinstance(value, dict):
        return ", ".join([as_text(one, labels, key) for key, one in value.items()])
    if isinstance(value, list | tuple):
        return ", ".join([as_text(one, labels, field) for one in value])
    return str(value) if type(value) is int else labels.of(key_of(value), field)
