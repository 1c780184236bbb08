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
            (self.schema is not None and value is not None)
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

        ``outer`` are the fields around an object of which the field is a part; in an object with keys, ``key`` is its
        key. Of a list it returns the values of the next entry, after those that ``filled`` has of it, and of an object
        with keys those of one key. An object of fields has those values that may stand in its place.
        """
        if not self._holds(field.get("when", {}), filled, outer):
            return None
        node = self._source(field["in"], filled, outer) if "in" in field else ()
        if node is None:
            return None
        if "fields" in field:
            return self._set(field.get("instead", ()))
        found = self._set(node)
        if "within" in field and "keys" not in field:
            allowed = self._all_given(field["within"], filled, outer)
            found = replace(found, listed=[pair for pair in found.listed if pair[0] in allowed]) if allowed else found
        barred = [found.meant(one) for name in field.get("not", ()) for one in self._all_given(name, filled, outer)]
        for few in field.get("few", ()):
            some = self._values_of(few["in"], filled, outer)
            count = sum(one in some for one in self._all_given(few["of"], filled, outer))
            most = few["most"]
            if count >= (most if isinstance(most, int) else self._highest(most, filled, outer)):
                barred += [value for value, _ in some.listed]
        return found.without(barred) if barred else found

    def counts(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> tuple[int, int | None]:
        """Return how many entries a list, or an object with keys, may have: at least and at most, None without end."""
        many = field.get("many", (0, None))
        if isinstance(many, Mapping):
            return self._values_of(many, filled, outer).span or (0, 0)
        return many[0], many[1]

    def _values_of(self, source: Any, filled: Filled, outer: Filled) -> Values:
        node = self._source(source, filled, outer)
        return Values() if node is None else self._set(node)

    def _highest(self, source: Any, filled: Filled, outer: Filled) -> int:
        span = self._values_of(source, filled, outer).span
        return 0 if span is None else span[1]

    def requires(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> bool:
        """Return whether a field must be given if it is there."""
        required = field.get("required", False)
        if not isinstance(required, Mapping):
            return bool(required)
        if "by" in required:
            return bool(self._values_of(required, filled, outer))
        return self._holds(required, filled, outer)

    def keys(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Values:
        """Return the keys that an object may have whose keys are chosen."""
        found = self._values_of(field["keys"], filled, outer)
        given = self._given(field["within"], filled, outer) if "within" in field else None
        return found if given is None else replace(found, listed=[pair for pair in found.listed if pair[0] in given])

    def default(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Any:
        """Return what a field counts as if it is left out."""
        default = field.get("default")
        if not (isinstance(default, Mapping) and "by" in default):
            return default
        values = self._values_of(default, filled, outer)
        return values.listed[0][0] if values.listed else None

    def admits(self, command: Mapping[str, Any]) -> bool:
        """Return whether a command is a filling of one of the forms. An answer to a prompt belongs to its entry."""
        if command["type"] == "core.answer":
            return self._admits_answer(command)
        given = {name: value for name, value in command.items() if name not in ("type", "answers")}
        return any(self._admits_form(form, given) for form in self.forms if form.command == command["type"])

    def _admits_form(self, form: Form, given: Filled) -> bool:
        """Return whether fields are a filling of a form; what it does not name may have its neutral value."""
        neutral = form.declaration.get("neutral", {})
        own = {name: one for name, one in given.items() if name not in neutral or not is_same(one, neutral[name])}
        return self._admits(form.fields, own, {})

    def _admits_answer(self, command: Mapping[str, Any]) -> bool:
        prompt = next((one for one in self.prompts if one["id"] == command.get("prompt")), None)
        if prompt is None:
            return False
        answer, typed = command["answer"], prompt.get("commands", ())
        if any(self._fits(field, answer, {}, {}) for field in prompt.get("answers", ())):
            return True
        return isinstance(answer, Mapping) and any(
            self._admits_form(form, {**_asked(form, prompt), **answer}) for form in self.forms if form.name in typed
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
            if not needed and (value is None or is_same(value, field.get("default"))):
                filled[name] = self.default(field, filled, outer)
                continue
            if value is None:
                value = self.default(field, filled, outer)
            if not self._fits(field, value, filled, outer):
                return None
            filled[name] = self.meant(field, value, filled, outer)
        known = all(name in filled or value is None for name, value in given.items())
        return filled if known else None

    def _is_there(self, field: FieldShape, filled: Filled, outer: Filled) -> bool:
        return self.values(field, filled, outer) is not None

    def _fits(self, field: FieldShape, value: Any, filled: Filled, outer: Filled) -> bool:
        values = self.values(field, filled, outer)
        if values is None:
            return False
        marked = bool(field.get("check") or field.get("guess"))
        if "keys" in field:
            return marked or (isinstance(value, Mapping) and self._keyed_fits(field, value, values, filled, outer))
        if "many" not in field:
            return (marked and value is not None) or self._one_fits(field, value, values, filled, outer)
        if not isinstance(value, list | tuple):
            return False
        least, most = self.counts(field, filled, outer)
        different = value if "fields" in field else [one for place, one in enumerate(value) if one not in value[:place]]
        return (
            (not field.get("distinct") or len(different) == len(value))
            and least <= len(different)
            and (most is None or len(different) <= most)
            and (marked or self._entries_fit(field, value, filled, outer))
        )

    def _entries_fit(self, field: FieldShape, value: Sequence[Any], filled: Filled, outer: Filled) -> bool:
        return (
            all(self._entry_fits(field, value[: place + 1], filled, outer) for place in range(len(value)))
            and ("fields" not in field or self.go_together(field, value, filled, outer))
            and self.meets(field, value, filled, outer)
        )

    def _entry_fits(self, field: FieldShape, entries: Sequence[Any], filled: Filled, outer: Filled) -> bool:
        """Return whether the last of some entries of a list fits after those before it."""
        *before, last = entries
        so_far = {**filled, field["name"]: before}
        values = self.values(field, so_far, outer)
        return values is not None and self._one_fits(field, last, values, so_far, outer)

    def meets(self, field: FieldShape, entries: Sequence[Any], filled: Filled, outer: Filled = NOTHING) -> bool:
        """Return whether a list of objects holds what it has to hold, and its greatest one reaches what it has to."""
        for part, name in field.get("holds", {}).items():
            if not any(is_same(one.get(part), self._given(name, filled, outer)) for one in entries):
                return False
        greatest = field.get("greatest")
        wanted = None if greatest is None else self._given(greatest["has"], filled, outer)
        if greatest is None or wanted is None:
            return True
        around = {**outer, **filled}
        first = max(entries, key=lambda one: sum(self._number(score, one, around) for score in greatest["score"]))
        return wanted in self._values_of(greatest["in"], first, around)

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
        if "fields" in field and isinstance(value, Mapping):
            return self._admits(field["fields"], value, {**outer, **filled})
        return value in values

    def _keyed_fits(self, field: FieldShape, value: Filled, values: Values, filled: Filled, outer: Filled) -> bool:
        least, most = self.counts(field, filled, outer)
        keys, around = self.keys(field, filled, outer), {**outer, **filled}
        if not (least <= len(value) and (most is None or len(value) <= most) and all(key in keys for key in value)):
            return False
        if "fields" in field:
            parts = field["fields"]
            return all(
                isinstance(one, Mapping) and self._admits(parts, one, {**around, "key": key})
                for key, one in value.items()
            )
        return all(one in values for one in value.values()) and not (
            field.get("shared") and values.span is not None and sum(value.values()) > values.span[1]
        )

    def meant(self, field: FieldShape, value: Any, filled: Filled, outer: Filled = NOTHING) -> Any:
        """Return a value as lookups know it: an object with the defaults of its fields."""
        if "many" in field or "keys" in field:
            return value
        if "fields" in field and isinstance(value, Mapping):
            return self.filled(field["fields"], value, {**outer, **filled})
        values = self.values(field, filled, outer)
        return value if values is None else values.meant(value)

    def _holds(self, condition: Mapping[str, Sequence[Any]], filled: Filled, outer: Filled) -> bool:
        return all(
            any(is_same(self._given(name, filled, outer), one) for one in values) for name, values in condition.items()
        )

    def _given(self, name: str, filled: Filled, outer: Filled) -> Any:
        """Return the value of a field, or that of a part of it: of a list of objects, a list of the part of each."""
        first, _, rest = name.partition(".")
        given = filled[first] if first in filled else outer.get(first)
        if rest and isinstance(given, list | tuple):
            return [self._given(rest, one, NOTHING) for one in given]
        return self._given(rest, given, NOTHING) if rest and isinstance(given, Mapping) else None if rest else given

    def _all_given(self, name: str, filled: Filled, outer: Filled) -> list[Any]:
        """Return the value of a field, or the values of a list; none if nothing is given."""
        given = self._given(name, filled, outer)
        return [one for one in (given if isinstance(given, list | tuple) else [given]) if one is not None]

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
            given, row = self._key(name, filled, outer), node["row"]
            if isinstance(given, list | tuple):
                found = [row.get(key_of(one), row.get(ANY_KEY)) for one in given or (None,)]
                there = [one for one in found if one is not None]
                node = {"either": there} if there else None
                break
            node = row.get(key_of(given), row.get(ANY_KEY))
        if isinstance(node, str) and node != NAMES:
            node = self._sets[node]
        return None if node is None or (isinstance(node, Mapping) and "row" in node) else node

    def _key(self, name: Any, filled: Filled, outer: Filled) -> Any:
        """Return by what a lookup goes: the value of a field, a text ``folded``, or the ``total`` of a list."""
        if isinstance(name, str):
            return self._given(name, filled, outer)
        if "folded" in name:
            return key_of(self._given(name["folded"], filled, outer)).strip().lower()
        entries, around = self._all_given(name["total"], filled, outer), {**outer, **filled}
        each = [one if isinstance(one, Mapping) else {name["total"]: one} for one in entries]
        return sum(self._number(name["score"], one, around) for one in each)

    def _number(self, score: Mapping[str, Any], filled: Filled, outer: Filled) -> int:
        """Return what a lookup of numbers has, 0 if nothing; of a list in its last key, the sum for its entries."""
        last = score["by"][-1]
        entries = self._all_given(last, filled, outer) or [None]
        nodes = [self._source(score, {**filled, last: one}, outer) for one in entries]
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
