"""The reader of options: what the fields of a form may hold, in the order in which they are filled.

``Menu`` takes the answer of ``GET /v1/encounters/{id}/options`` with its declarations. A form is filled field by field:

    for form in menu.forms:
        filled = {}
        for field in form.fields:
            values = menu.values(field, filled)
            if values is not None:  # the field is there
                filled[field["name"]] = ...  # one of the values, or left out unless the field is required
"""

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

    ``span`` has the lowest and the highest number,
    ``text`` the longest and the shortest text, ``schema`` the name of the JSON schema of any value. ``also`` has other
    values that mean the same as a listed one, each with that one.
    """

    listed: Sequence[tuple[Any, str]] = ()
    also: Sequence[tuple[Any, Any]] = ()
    span: tuple[int, int] | None = None
    text: tuple[int, int] | None = None
    schema: str | None = None

    def __contains__(self, value: Any) -> bool:
        """Return whether a value is one of these. A text or any value is checked by the service alone."""
        if self.span is not None:
            return isinstance(value, int) and not isinstance(value, bool) and self.span[0] <= value <= self.span[1]
        if self.text is not None:
            return isinstance(value, str) and self.text[1] <= len(value) <= self.text[0]
        value = self.meant(value)
        return self.schema is not None or any(is_same(value, one) for one, _ in self.listed)

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
        if "fields" in field:
            return Values()
        node = self._source(field["in"], filled, outer)
        if node is None:
            return None
        barred = [one for name in field.get("not", ()) if (one := self._given(name, filled, outer)) is not None]
        found = self._set(node)
        return replace(found, listed=[pair for pair in found.listed if pair[0] not in barred]) if barred else found

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
        if "commands" in prompt:
            return any(
                self._admits(form.fields, given, {})
                for form in self.forms
                if form.name in prompt["commands"]
                for given in _typed(form, prompt["to"], command["answer"])
            )
        return any(self._fits(field, command["answer"], {}, {}) for field in prompt.get("answers", ()))

    def _admits(self, fields: Sequence[FieldShape], given: Filled, outer: Filled) -> bool:
        """Return whether the given fields are all there, with values that they may hold, and none is missing."""
        names = {field["name"] for field in fields}
        filled: dict[str, Any] = {}
        for field in fields:
            name = field["name"]
            required = field.get("required", False)
            needed = required and self._is_there(field, filled, outer)
            value = given.get(name)
            if needed and value is None:
                value = self.default(field, filled, outer)
            unchanged = value is None or (not required and is_same(value, field.get("default")))
            if unchanged and not needed:
                filled[name] = self.default(field, filled, outer)
            elif value is not None and self._fits(field, value, filled, outer):
                filled[name] = self._meant(field, value, filled, outer)
            else:
                return False
        return all(name in names or value is None for name, value in given.items())

    def _is_there(self, field: FieldShape, filled: Filled, outer: Filled) -> bool:
        return self.values(field, filled, outer) is not None

    def _fits(self, field: FieldShape, value: Any, filled: Filled, outer: Filled) -> bool:
        values = self.values(field, filled, outer)
        if values is None:
            return False
        if field.get("check") or field.get("guess"):
            return True
        if "many" not in field:
            return self._one_fits(field, value, values, filled, outer)
        least, most = field["many"]
        if not isinstance(value, list | tuple):
            return False
        different = value if "fields" in field else [one for place, one in enumerate(value) if one not in value[:place]]
        return (
            (not field.get("distinct") or len(different) == len(value))
            and least <= len(different)
            and (most is None or len(different) <= most)
            and all(self._one_fits(field, one, values, filled, outer) for one in value)
        )

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
        return filled[name] if name in filled else outer.get(name)

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
            key = key_of(self._given(name, filled, outer))
            node = node["row"].get(key, node["row"].get(ANY_KEY))
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
                barred = node.get("minus", ())
                whole = self._set(node["of"])
                return replace(whole, listed=[pair for pair in whole.listed if pair[0] not in barred])
            if "from" in node:
                return Values(span=(node["from"], node["to"]))
            if "text" in node:
                return Values(text=(node["text"], node.get("least", 0)))
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
    if isinstance(answer, Mapping):
        yield {**actor, **answer}
    elif len(rest := [field["name"] for field in form.fields if field["name"] != "actor"]) == 1:
        yield {**actor, rest[0]: answer}
    elif not rest:
        yield actor
