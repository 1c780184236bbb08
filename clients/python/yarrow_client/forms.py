"""The reader of options: what the fields of a form may hold, in the order in which they are filled.

``Menu`` takes the answer of ``GET /v1/encounters/{id}/options`` with its declarations. A form is filled field by field:

    for form in menu.forms:
        filled = {}
        for field in form.fields:
            values = menu.values(field, filled)
            if values is not None:  # the field is there
                filled[field["name"]] = ...  # one of the values, or left out unless the field is required
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

ANY_KEY: Final = "*"
"""The key of a lookup that stands for all others."""
NAMES: Final = "names"
"""The set of all combatants."""
FieldShape = Mapping[str, Any]
"""The declaration of a field."""
Filled = Mapping[str, Any]
"""The fields of a form that are filled so far."""
NOTHING: Final[Filled] = MappingProxyType({})


@dataclass(frozen=True)
class Values:
    """What a field may hold: ``listed`` values with their labels, or a range of numbers, or a text, or any value.

    ``span`` has the lowest and the highest number, ``text`` the longest and the shortest text, which has the
    ``pattern`` if there is one, ``schema`` the name of the JSON schema of any value. ``barred`` are the numbers and
    texts that are excepted. ``also`` has other values that mean the same as a listed one, each with that one. If None
    is listed, the field may be left out.
    """

    listed: Sequence[tuple[Any, str]] = ()
    also: Sequence[tuple[Any, Any]] = ()
    span: tuple[int, int] | None = None
    text: tuple[int, int] | None = None
    pattern: str | None = None
    schema: str | None = None
    barred: Sequence[Any] = ()

    def __contains__(self, value: Any) -> bool:
        """Return whether a value is one of these. Free text and any value are checked by the service alone."""
        if any(is_same(value, one) for one in self.barred):
            return False
        if self.span is not None:
            return isinstance(value, int) and not isinstance(value, bool) and self.span[0] <= value <= self.span[1]
        if self.text is not None:
            return (
                isinstance(value, str)
                and self.text[1] <= len(value) <= self.text[0]
                and (self.pattern is None or re.fullmatch(self.pattern, value) is not None)
            )
        if self.schema is not None:
            return value is not None
        value = self.meant(value)
        return any(is_same(value, one) for one, _ in self.listed)

    def meant(self, value: Any) -> Any:
        """Return the listed value that another value means, or the value itself."""
        return next((listed for other, listed in self.also if is_same(value, other)), value)

    def without(self, barred: Sequence[Any]) -> "Values":
        """Return these values without some."""
        listed = [pair for pair in self.listed if not any(is_same(pair[0], one) for one in barred)]
        return replace(self, listed=listed, barred=(*self.barred, *barred))

    def __bool__(self) -> bool:
        return bool(self.listed) or self.span is not None or self.text is not None or self.schema is not None


@dataclass(frozen=True)
class Form:
    """A form that applies now: a command with the declarations of its fields, in the order to fill them."""

    name: str
    command: str
    label: str
    fields: Sequence[FieldShape]
    declaration: Mapping[str, Any]


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON, where true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def key_of(value: Any) -> str:
    """Return the key of a value in a lookup."""
    if value is None:
        return ""
    return value if isinstance(value, str) else str(value).lower()


class Menu:
    """The forms that apply to an encounter now, and what their fields may hold."""

    def __init__(self, options: Mapping[str, Any], declarations: Mapping[str, Any]) -> None:
        self.names: Mapping[str, str] = options["names"]
        self.prompts: Sequence[Mapping[str, Any]] = options["prompts"]
        self._sets: Mapping[str, Any] = options["sets"]
        self._lookups: Mapping[str, Any] = options["lookups"]
        declared = declarations["forms"]
        self.forms: Sequence[Form] = [
            Form(name, one["command"], one["label"], one["fields"], one)
            for name in options["forms"]
            for one in (declared[name],)
        ]

    def values(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Values | None:
        """Return what a field may hold after the fields before it; None if it is not there.

        ``outer`` are the fields around an object of which the field is a part. For a list it returns the values of the
        next item, after those that ``filled`` has of it, and for an object with keys those of one key; an object of
        fields has none of its own.
        """
        if not self._applies(field, filled, outer):
            return None
        if "fields" in field:
            return Values()
        node = self._source(field["in"], filled, outer)
        if node is None:
            return None
        found = self._set(node)
        allowed = self._all_given(field["within"], filled, outer) if "within" in field else []
        if allowed:
            found = replace(found, listed=[pair for pair in found.listed if pair[0] in allowed])
        barred = [found.meant(one) for name in field.get("not", ()) for one in self._all_given(name, filled, outer)]
        return found.without(barred) if barred else found

    def meets(self, field: FieldShape, items: Sequence[Any], filled: Filled, outer: Filled = NOTHING) -> bool:
        """Return whether a list of objects holds what it has to hold, and its greatest item reaches what it has to."""
        for part, name in field.get("holds", {}).items():
            if not any(is_same(one.get(part), self._given(name, filled, outer)) for one in items):
                return False
        greatest = field.get("greatest")
        wanted = None if greatest is None else self._given(greatest["has"], filled, outer)
        if greatest is None or wanted is None:
            return True
        around = {**outer, **filled}
        first = max(items, key=lambda one: sum(self._number(score, one, around) for score in greatest["score"]))
        node = self._source(greatest["in"], first, around)
        return node is not None and wanted in self._set(node)

    def keys(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Values:
        """Return the keys that an object may have whose keys are chosen."""
        node = self._source(field["keys"], filled, outer)
        return Values() if node is None else self._set(node)

    def default(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Any:
        """Return what a field counts as if it is left out."""
        default = field.get("default")
        if not (isinstance(default, Mapping) and "by" in default):
            return default
        node = self._source(default, filled, outer)
        values = Values() if node is None else self._set(node)
        return values.listed[0][0] if values.listed else None

    def admits(self, command: Mapping[str, Any]) -> bool:
        """Return whether a command is a filling of one of the forms. An answer to a prompt belongs to its entry."""
        if command["type"] == "core.answer":
            return self._admits_answer(command)
        given = {name: value for name, value in command.items() if name not in ("type", "answers")}
        return any(self._admits_form(form, given) for form in self.forms if form.command == command["type"])

    def _admits_answer(self, command: Mapping[str, Any]) -> bool:
        prompt = next((one for one in self.prompts if one["id"] == command.get("prompt")), None)
        if prompt is None:
            return False
        if "commands" in prompt:
            return any(
                self._admits_form(form, given)
                for form in self.forms
                if form.name in prompt["commands"]
                for given in _typed(form, prompt["to"], command["answer"])
            )
        return any(self._fits(field, command["answer"], {}, {}) for field in prompt.get("answers", ()))

    def _admits_form(self, form: Form, given: Filled) -> bool:
        """Return whether fields are a filling of a form; what it does not name may have its neutral value."""
        neutral = form.declaration.get("neutral", {})
        own = {name: one for name, one in given.items() if name not in neutral or not is_same(one, neutral[name])}
        return self._admits(form.fields, own, {})

    def _admits(self, fields: Sequence[FieldShape], given: Filled, outer: Filled) -> bool:
        """Return whether the given fields are all there, with values that they may hold, and none is missing."""
        names = {field["name"] for field in fields}
        filled: dict[str, Any] = {}
        for field in fields:
            name = field["name"]
            value = given.get(name)
            needed = field.get("required", False) and self._is_there(field, filled, outer)
            if not needed and (value is None or is_same(value, field.get("default"))):
                filled[name] = self.default(field, filled, outer)
                continue
            if value is None:
                value = self.default(field, filled, outer)
            if not self._fits(field, value, filled, outer):
                return False
            filled[name] = self._meant(field, value, filled, outer)
        return all(name in names or value is None for name, value in given.items())

    def _is_there(self, field: FieldShape, filled: Filled, outer: Filled) -> bool:
        return self.values(field, filled, outer) is not None

    def _fits(self, field: FieldShape, value: Any, filled: Filled, outer: Filled) -> bool:
        values = self.values(field, filled, outer)
        if values is None:
            return False
        if field.get("check") or field.get("guess"):
            return value is not None
        if "many" not in field:
            return self._one_fits(field, value, values, filled, outer)
        least, most = field["many"]
        if "keys" in field:
            return (
                self._one_fits(field, value, values, filled, outer)
                and least <= len(value)
                and (most is None or len(value) <= most)
            )
        if not isinstance(value, list | tuple):
            return False
        different = value if "fields" in field else [one for place, one in enumerate(value) if one not in value[:place]]
        return (
            least <= len(different)
            and (most is None or len(different) <= most)
            and all(self._item_fits(field, value, place, filled, outer) for place in range(len(value)))
            and self.meets(field, value, filled, outer)
        )

    def _item_fits(self, field: FieldShape, items: Sequence[Any], place: int, filled: Filled, outer: Filled) -> bool:
        """Return whether an item of a list fits after those before it."""
        so_far = {**filled, field["name"]: items[:place]}
        values = self.values(field, so_far, outer)
        return values is not None and self._one_fits(field, items[place], values, so_far, outer)

    def _one_fits(self, field: FieldShape, value: Any, values: Values, filled: Filled, outer: Filled) -> bool:
        if "fields" in field:
            return isinstance(value, Mapping) and self._admits(field["fields"], value, {**outer, **filled})
        if "keys" in field:
            keys = self.keys(field, filled, outer)
            return (
                isinstance(value, Mapping)
                and all(key in keys and one in values for key, one in value.items())
                and not (field.get("shared") and values.span is not None and sum(value.values()) > values.span[1])
            )
        return value in values

    def _meant(self, field: FieldShape, value: Any, filled: Filled, outer: Filled) -> Any:
        """Return a value as lookups know it."""
        values = self.values(field, filled, outer)
        return value if values is None or not values.also or "many" in field else values.meant(value)

    def _applies(self, field: FieldShape, filled: Filled, outer: Filled) -> bool:
        return all(
            any(is_same(self._given(name, filled, outer), one) for one in values)
            for name, values in field.get("when", {}).items()
        )

    def _given(self, name: str, filled: Filled, outer: Filled) -> Any:
        """Return the value of a field, or that of a part of it: of a list, the part of each item."""
        name, _, part = name.partition(".")
        value = filled[name] if name in filled else outer.get(name)
        if not part or value is None:
            return value
        return value.get(part) if isinstance(value, Mapping) else [one.get(part) for one in value]

    def _all_given(self, name: str, filled: Filled, outer: Filled) -> list[Any]:
        """Return the values of a field: one, or all of a list, or none."""
        value = self._given(name, filled, outer)
        return [one for one in (value if isinstance(value, list | tuple) else [value]) if one is not None]

    def _source(self, source: Any, filled: Filled, outer: Filled) -> Any:
        """Return the set of a field, or None if its lookup has none."""
        if not (isinstance(source, Mapping) and "by" in source):
            return source
        row: Any = source["row"] if "row" in source else self._lookups.get(source["lookup"])
        node: Any = {"row": row} if row is not None else source["lookup"]
        for name in source["by"]:
            if isinstance(node, str) and node != NAMES:
                node = self._sets[node]
            if not (isinstance(node, Mapping) and "row" in node):
                break  # a set that stands before the last level holds for all keys below
            key = self._key(name, filled, outer)
            node = node["row"].get(key, node["row"].get(ANY_KEY))
        if isinstance(node, str) and node != NAMES:
            node = self._sets[node]
        return None if node is None or (isinstance(node, Mapping) and "row" in node) else node

    def _key(self, name: Any, filled: Filled, outer: Filled) -> str:
        """Return the key by which a lookup goes: of a field, of a text ``folded``, or the ``total`` of a list."""
        if isinstance(name, str):
            return key_of(self._given(name, filled, outer))
        if "folded" in name:
            return key_of(self._given(name["folded"], filled, outer)).strip().lower()
        items = self._all_given(name["total"], filled, outer)
        around = {**outer, **filled}
        each = [one if isinstance(one, Mapping) else {name["total"]: one} for one in items]
        return str(sum(self._number(name["score"], one, around) for one in each))

    def _number(self, score: Mapping[str, Any], filled: Filled, outer: Filled) -> int:
        """Return what a lookup of numbers has, 0 if nothing; of a list in its last key, the sum for its items."""
        last = score["by"][-1]
        items = self._all_given(last, filled, outer) or [None]
        nodes = [self._source(score, {**filled, last: one}, outer) for one in items]
        return sum([self._set(node).listed[0][0] for node in nodes if node is not None])

    def _set(self, node: Any) -> Values:
        """Return the values of a set."""
        if node == NAMES:
            return Values(list(self.names.items()))
        if isinstance(node, str):
            return self._set(self._sets[node])
        if isinstance(node, Mapping):
            if "of" in node:
                return self._set(node["of"]).without(node.get("minus", ()))
            if "from" in node:
                return Values(span=(node["from"], node["to"]))
            if "text" in node:
                return Values(text=(node["text"], node.get("least", 0)), pattern=node.get("pattern"))
            return Values(schema=node.get("schema", ""))
        listed = [(one[0], one[1]) if isinstance(one, list) else (one, self._label(one)) for one in node]
        also = [(other, one[0]) for one in node if isinstance(one, list) for other in one[2:] and one[2]]
        return Values(listed, also)

    def _label(self, value: Any) -> str:
        if value is None:
            return "None"
        return self.names.get(value, value) if isinstance(value, str) else str(value)


def _typed(form: Form, to: str, answer: Any) -> Iterator[dict[str, Any]]:
    """Yield the fields of a typed answer that stands for a plain one."""
    actor = {"actor": to} if any(field["name"] == "actor" for field in form.fields) else {}
    rest = [field for field in form.fields if field["name"] != "actor"]
    words = form.declaration.get("words", {})
    if isinstance(answer, Mapping):
        if len(rest) == 1 and "fields" in rest[0]:
            yield {**actor, rest[0]["name"]: answer}
        elif rest and "actor" not in answer:
            yield {**actor, **answer}
    elif words:
        if isinstance(answer, str) and answer in words:
            yield {**actor, **words[answer]}
    elif len(rest) == 1:
        yield {**actor, rest[0]["name"]: answer}
    elif not rest:
        yield actor
