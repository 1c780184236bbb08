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
from collections.abc import Mapping, Sequence
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
    """What a field may hold: ``listed`` values with their labels, a range of numbers, a text, or any value.

    ``span`` has the lowest and the highest number, ``text`` the longest and the shortest text, ``pattern`` what it has
    to match, ``schema`` the name of the JSON schema of any value. ``also`` has other values that mean the same as a
    listed one, each with that one; ``barred`` are no values of it.
    """

    listed: Sequence[tuple[Any, str]] = ()
    also: Sequence[tuple[Any, Any]] = ()
    barred: Sequence[Any] = ()
    span: tuple[int, int] | None = None
    text: tuple[int, int] | None = None
    pattern: str | None = None
    schema: str | None = None

    def __contains__(self, value: Any) -> bool:
        """Return whether a value is one of these. A text or any value is checked by the service alone."""
        value = self.meant(value)
        if any(is_same(value, one) for one in self.barred):
            return False
        return (
            self.schema is not None
            or (self.span is not None and _is_whole(value) and self.span[0] <= value <= self.span[1])
            or (self.text is not None and self._is_text(value))
            or any(is_same(value, one) for one, _ in self.listed)
        )

    def _is_text(self, value: Any) -> bool:
        longest, shortest = self.text or (0, 0)
        fits = isinstance(value, str) and shortest <= len(value) <= longest
        return fits and (self.pattern is None or re.search(self.pattern, value) is not None)

    def without(self, barred: Sequence[Any]) -> "Values":
        """Return these values without some."""
        listed = [pair for pair in self.listed if not any(is_same(pair[0], one) for one in barred)]
        return replace(self, listed=listed, barred=[*self.barred, *barred])

    def meant(self, value: Any) -> Any:
        """Return the listed value that another value means, or the value itself."""
        return next((listed for other, listed in self.also if is_same(value, other)), value)

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


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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

        ``outer`` are the fields around an object of which the field is a part. Of a list and of an object with keys it
        returns the values of one place; an object of fields has none of its own.
        """
        if not self._applies(field, filled, outer):
            return None
        if "fields" in field and "in" not in field:
            return Values()
        node = self._source(field["in"], filled, outer)
        if node is None or "fields" in field:
            return None if node is None else Values()
        barred = [one for name in field.get("not", ()) if (one := self._given(name, filled, outer)) is not None]
        found = self._set(node)
        return found.without(barred) if barred else found

    def requires(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> bool:
        """Return whether a field must be given if it is there."""
        required = field.get("required", False)
        if not isinstance(required, Mapping):
            return bool(required)
        if "by" not in required:
            return self._holds(required, filled, outer)
        node = self._source(required, filled, outer)
        return node is not None and bool(self._set(node))

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
        return any(self._admits(form.fields, given, {}) for form in self.forms if form.command == command["type"])

    def _admits_answer(self, command: Mapping[str, Any]) -> bool:
        prompt = next((one for one in self.prompts if one["id"] == command.get("prompt")), None)
        if prompt is None:
            return False
        answer, typed = command["answer"], prompt.get("commands", ())
        if any(self._fits(field, answer, {}, {}) for field in prompt.get("answers", ())):
            return True
        return isinstance(answer, Mapping) and any(
            self._admits(form.fields, {**_asked(form, prompt), **answer}, {})
            for form in self.forms
            if form.name in typed
        )

    def _admits(self, fields: Sequence[FieldShape], given: Filled, outer: Filled) -> bool:
        return self.filled(fields, given, outer) is not None

    def filled(self, fields: Sequence[FieldShape], given: Filled, outer: Filled = NOTHING) -> dict[str, Any] | None:
        """Return given fields with their defaults, as lookups know them.

        None if one of them is not there or may not have its value, or if one is missing.
        """
        filled: dict[str, Any] = {}
        for field in fields:
            name = field["name"]
            needed = self._is_there(field, filled, outer) and self.requires(field, filled, outer)
            value = given.get(name)
            if value is None and needed:
                value = self.default(field, filled, outer)
            if not needed and (value is None or is_same(value, field.get("default"))):
                filled[name] = self.default(field, filled, outer)
            elif value is not None and self._fits(field, value, filled, outer):
                filled[name] = self._meant(field, value, filled, outer)
            else:
                return None
        known = all(name in filled or value is None for name, value in given.items())
        return filled if known else None

    def _is_there(self, field: FieldShape, filled: Filled, outer: Filled) -> bool:
        return self.values(field, filled, outer) is not None

    def _fits(self, field: FieldShape, value: Any, filled: Filled, outer: Filled) -> bool:
        values = self.values(field, filled, outer)
        if values is None:
            return False
        marked = bool(field.get("check") or field.get("guess"))
        if "many" not in field:
            return marked or self._one_fits(field, value, values, filled, outer)
        least, most = field["many"]
        if not isinstance(value, list | tuple):
            return False
        different = value if "fields" in field else [one for place, one in enumerate(value) if one not in value[:place]]
        return (
            (not field.get("distinct") or len(different) == len(value))
            and least <= len(different)
            and (most is None or len(different) <= most)
            and (marked or all(self._one_fits(field, one, values, filled, outer) for one in value))
            and (marked or "fields" not in field or self.go_together(field, value, filled, outer))
        )

    def go_together(
        self, field: FieldShape, objects: Sequence[Filled], filled: Filled, outer: Filled = NOTHING
    ) -> bool:
        """Return whether objects, each of which fits, may be in one list."""
        around = {**outer, **filled}
        entries = [self.filled(field["fields"], one, around) or {} for one in objects]
        names = field.get("differ", ())
        told = [[entry.get(name) for name in names] for entry in entries] if names else []
        return (
            not any(one in told[:place] for place, one in enumerate(told))
            and all(
                sum(entry.get(part) in values for entry in entries) <= 1
                for part, sets in field.get("apart", {}).items()
                for values in sets
            )
            and all(self._within(part, entries, around) for part in field["fields"] if part.get("shared"))
        )

    def _within(self, part: FieldShape, entries: Sequence[Filled], around: Filled) -> bool:
        """Return whether the numbers of a part that objects share add up to no more than the highest of them."""
        values = self.values(part, entries[0], around) if entries else None
        total = sum(entry.get(part["name"]) or 0 for entry in entries)
        return values is None or values.span is None or total <= values.span[1]

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
        if "many" in field:
            return value
        if "fields" in field:
            return self.filled(field["fields"], value, {**outer, **filled})
        values = self.values(field, filled, outer)
        return value if values is None else values.meant(value)

    def _applies(self, field: FieldShape, filled: Filled, outer: Filled) -> bool:
        return self._holds(field.get("when", {}), filled, outer)

    def _holds(self, condition: Mapping[str, Sequence[Any]], filled: Filled, outer: Filled) -> bool:
        return all(
            any(is_same(self._given(name, filled, outer), one) for one in values) for name, values in condition.items()
        )

    def _given(self, name: str, filled: Filled, outer: Filled) -> Any:
        first, _, rest = name.partition(".")
        given = filled[first] if first in filled else outer.get(first)
        return self._given(rest, given, NOTHING) if rest and isinstance(given, Mapping) else None if rest else given

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
            given, row = self._given(name, filled, outer), node["row"]
            if isinstance(given, list | tuple):
                found = [row.get(key_of(one), row.get(ANY_KEY)) for one in given or (None,)]
                there = [one for one in found if one is not None]
                node = {"either": there} if there else None
                break
            node = row.get(key_of(given), row.get(ANY_KEY))
        if isinstance(node, str) and node != NAMES:
            node = self._sets[node]
        return None if node is None or (isinstance(node, Mapping) and "row" in node) else node

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
                suggested = self._set(node.get("suggested", ())).listed
                return Values(suggested, text=(node["text"], node.get("least", 0)), pattern=node.get("pattern"))
            if "either" in node:
                return self._either([self._set(one) for one in node["either"]])
            return Values(schema=node.get("schema", ""))
        listed = [(one[0], one[1]) if isinstance(one, list) else (one, self._label(one)) for one in node]
        also = [(other, one[0]) for one in node if isinstance(one, list) for other in one[2:] and one[2]]
        return Values(listed, also)

    def _either(self, sets: Sequence[Values]) -> Values:
        """Return the values of several sets; of each kind but the listed ones there is one at most."""
        whole = Values([pair for one in sets for pair in one.listed], [pair for one in sets for pair in one.also])
        for one in sets:
            given = {name: getattr(one, name) for name in ("span", "text", "pattern", "schema")}
            whole = replace(whole, **{name: value for name, value in given.items() if value is not None})
        return whole

    def _label(self, value: Any) -> str:
        if value is None:
            return "None"
        return self.names.get(value, value) if isinstance(value, str) else str(value)


def _asked(form: Form, prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the actor of a typed answer, if its command has one: whoever is asked."""
    return {"actor": prompt["to"]} if any(field["name"] == "actor" for field in form.fields) else {}
