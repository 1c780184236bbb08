"""The reader of options: which forms apply now, and what their fields may hold, in the order in which they are filled.

``Menu`` takes the answer of ``GET /v1/encounters/{id}/options`` with its declarations. A form is filled field by field:

    for form in menu.forms:
        filled = {}
        for field in form.fields:
            values = menu.values(field, filled)
            if values is not None:  # the field applies
                filled[field["name"]] = ...  # one of the values, or left out unless the field is required

``yarrow_client.filling.fill`` does this, and asks for one value after the other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from yarrow_client.problems import MalformedOptions
from yarrow_client.sets import Sets, is_lookup, member, shown
from yarrow_client.values import MOST_DEEP, Values, is_same, is_whole, token

__all__ = ["NOTHING", "REFUSED", "FieldShape", "Filled", "Form", "Menu", "Values", "is_same"]

FieldShape = Mapping[str, Any]
"""The declaration of a field."""
Filled = Mapping[str, Any]
"""The fields of a form that are filled so far, by name."""
NOTHING: Final[Filled] = MappingProxyType({})
REFUSED: Final[Any] = object()
"""The meaning of a value that a field may not have."""


@dataclass(frozen=True)
class Form:
    """A form that applies now: a command with the declarations of its fields, in the order to fill them."""

    name: str
    command: str
    label: str
    declaration: Mapping[str, Any]

    @cached_property
    def fields(self) -> Sequence[FieldShape]:
        """The declarations of the fields. Raises MalformedOptions."""
        return fields_of(member(self.declaration, "fields", list))


class Menu:
    """The forms that apply to an encounter now, the open prompts, and what fields may hold.

    The arguments are the JSON of the answer; it is not changed. Everything that it does not have as described raises
    ``MalformedOptions``. ``filled`` are the fields before a field, each as ``meant`` returns it or, if it is left out,
    as its ``default``; ``outer`` are those around an object of which the field is a part.
    """

    def __init__(self, options: Mapping[str, Any], declarations: Mapping[str, Any]) -> None:
        self._sets = Sets(options)
        self.version: int = member(options, "version", int)
        self.names: Mapping[str, str] = member(options, "names", dict)
        self.prompts: Sequence[Mapping[str, Any]] = [_prompt(one) for one in member(options, "prompts", list)]
        declared = member(declarations, "forms", dict)
        self.forms: Sequence[Form] = [_form(name, declared) for name in member(options, "forms", list)]

    def values(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Values | None:
        """Return the values that a field may hold after the fields before it; None if the field does not apply.

        For a list these are the values of one place. An object of fields has no values of its own.
        """
        if not self._holds(field.get("when") or NOTHING, filled, outer):
            return None
        source = field.get("in")
        node = None if source is None else self._at(source, filled, outer)
        if field.get("fields"):
            return Values() if source is None or node is not None else None
        if node is None:
            return None
        found = self._sets.values(node)
        barred = [one for name in field.get("not") or () if (one := _given(name, filled, outer)) is not None]
        found = found.without(barred) if barred else found
        return found if field.get("keys") is None else replace(found, keys=self.keys(field, filled, outer))

    def keys(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Values:
        """Return the keys that an object may have whose keys are chosen."""
        node = self._at(field["keys"], filled, outer)
        return Values() if node is None else self._sets.values(node)

    def requires(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> bool:
        """Return whether a field that is there must be given, unless it may have its default."""
        required = field.get("required", False)
        if not isinstance(required, Mapping):
            return required is True
        if not is_lookup(required):
            return self._holds(required, filled, outer)
        node = self._at(required, filled, outer)
        return node is not None and bool(self._sets.values(node))

    def default(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Any:
        """Return what a field counts as if it is left out, or None."""
        default = field.get("default")
        if not is_lookup(default):
            return default
        node = self._at(default, filled, outer)
        values = Values() if node is None else self._sets.values(node)
        return values.listed[0][0] if values.listed else None

    def meant(self, field: FieldShape, value: Any, filled: Filled, outer: Filled = NOTHING) -> Any:
        """Return a value that is given to a field as lookups know it, or ``REFUSED`` if the field may not have it.

        Other names of a listed value become that value, and objects get the defaults of what they leave out.
        """
        return self._meant(field, value, self.values(field, filled, outer), {**outer, **filled})

    def filled(self, fields: Sequence[FieldShape], given: Filled, outer: Filled = NOTHING) -> dict[str, Any] | None:
        """Return given fields with the defaults of the others, as lookups know them.

        None if one of them does not apply or may not have its value, if one is missing, or if there is no such field.
        """
        filled: dict[str, Any] = {}
        for field in fields:
            name = field["name"]
            value = self._counted(field, given.get(name), filled, outer)
            if value is REFUSED:
                return None
            filled[name] = value
        return filled if all(name in filled or value is None for name, value in given.items()) else None

    def admits(self, command: Any) -> bool:
        """Return whether a command is a filling of one of the forms, or an answer to one of the prompts."""
        if not isinstance(command, Mapping):
            return False
        kind = command.get("type")
        if kind == "core.answer":
            return self._admits_answer(command)
        given = {name: value for name, value in command.items() if name not in ("type", "answers")}
        return any(self.filled(form.fields, given) is not None for form in self.forms if form.command == kind)

    def _admits_answer(self, command: Mapping[str, Any]) -> bool:
        """Return whether an answer is one of its prompt: a plain one, or the fields of a command that answers it."""
        prompt = next((one for one in self.prompts if one["id"] == command.get("prompt")), None)
        if prompt is None:
            return False
        answer = command.get("answer")
        if any(self.meant(field, answer, NOTHING) is not REFUSED for field in prompt.get("answers", ())):
            return True
        return isinstance(answer, Mapping) and any(
            self.filled(form.fields, {**_asked(form, prompt), **answer}) is not None
            for form in self.forms
            if form.name in prompt.get("commands", ())
        )

    def _counted(self, field: FieldShape, value: Any, filled: Filled, outer: Filled) -> Any:
        """Return what a field counts as with a value, or without one; ``REFUSED`` if it may not have it, or needs one.

        A field that need not be given may have its default, even where it does not apply.
        """
        neutral = value is None or _is_default(field, value)
        if neutral and not self.requires(field, filled, outer):
            return self.default(field, filled, outer)
        values = self.values(field, filled, outer)
        if neutral and values is None:
            return self.default(field, filled, outer)
        given = self.default(field, filled, outer) if value is None else value
        return self._meant(field, given, values, {**outer, **filled})

    def _meant(self, field: FieldShape, value: Any, values: Values | None, around: Filled) -> Any:
        """Return a value as lookups know it, or ``REFUSED`` if it is not among those that a field may hold."""
        if values is None or value is None:
            return REFUSED
        return (self._one if field.get("many") is None else self._list)(field, value, values, around)

    def _list(self, field: FieldShape, value: Any, values: Values, around: Filled) -> Any:
        """Return a list as lookups know it, or ``REFUSED``. Objects are counted, of other values the different ones."""
        if not isinstance(value, list | tuple):
            return REFUSED
        found = [self._one(field, one, values, around) for one in value]
        if any(one is REFUSED for one in found):
            return REFUSED
        count = len(found) if field.get("fields") else len(set(map(token, found)))
        least, most = field["many"]
        fits = least <= count and (most is None or count <= most) and (count == len(found) or not field.get("distinct"))
        if not fits or not (field.get("check") or field.get("guess") or self._go_together(field, found, around)):
            return REFUSED
        return found

    def _go_together(self, field: FieldShape, objects: Sequence[Filled], around: Filled) -> bool:
        """Return whether the objects of a list differ, stay apart, and share numbers as the field says."""
        names = field.get("differ") or ()
        different = {tuple([token(one.get(name)) for name in names]) for one in objects} if names else objects
        return (
            len(different) == len(objects)
            and all(
                sum([any(is_same(one.get(part), value) for value in values) for one in objects]) <= 1
                for part, sets in (field.get("apart") or NOTHING).items()
                for values in sets
            )
            and all(self._shares(part, objects, around) for part in field.get("fields", ()) if part.get("shared"))
        )

    def _shares(self, part: FieldShape, objects: Sequence[Filled], around: Filled) -> bool:
        """Return whether the numbers of a part of some objects add up to no more than the highest of them."""
        values = self.values(part, objects[0], around) if objects else None
        return values is None or _adds_up([one.get(part["name"]) for one in objects], values)

    def _one(self, field: FieldShape, value: Any, values: Values, around: Filled) -> Any:
        """Return a single value as lookups know it, or ``REFUSED``. Only the service checks guesses."""
        if field.get("fields"):
            whole = self.filled(field["fields"], value, around) if isinstance(value, Mapping) else None
            found = REFUSED if whole is None else whole
        elif values.keys is not None:
            found = value if _fits_keys(field, value, values, values.keys) else REFUSED
        else:
            found = values.meant(value) if value in values else REFUSED
        return value if found is REFUSED and (field.get("check") or field.get("guess")) else found

    def _at(self, source: Any, filled: Filled, outer: Filled) -> Any:
        return self._sets.at(source, lambda name: _given(name, filled, outer))

    def _holds(self, condition: Mapping[str, Sequence[Any]], filled: Filled, outer: Filled) -> bool:
        """Return whether each of the fields has one of the values that the condition names for it."""
        return all(
            any(is_same(given, one) for one in values)
            for name, values in condition.items()
            for given in (_given(name, filled, outer),)
        )


def fields_of(fields: Any, depth: int = 0) -> Sequence[FieldShape]:
    """Return declarations of fields, whose shapes are as described. Raises MalformedOptions."""
    if depth > MOST_DEEP or not isinstance(fields, list | tuple):
        raise MalformedOptions("`fields` have to be a list, and not be nested too deeply.")
    for field in fields:
        name = member(field, "name", str)
        if not all(is_shape(field[part]) for part, is_shape in _SHAPES.items() if field.get(part) is not None):
            raise MalformedOptions(f"The declaration of the field {shown(name)} is malformed.")
        if not fields_of(field.get("fields", ()), depth + 1) and field.get("in") is None:
            raise MalformedOptions(f"The field {shown(name)} has no values.")
    return fields


def _is_source(source: Any) -> bool:
    return not is_lookup(source) or _are_words(source["by"])


def _is_count(many: Any) -> bool:
    match many:
        case [int(), int() | None]:
            return True
    return False


def _are_words(names: Any) -> bool:
    return isinstance(names, list | tuple) and all(isinstance(one, str) for one in names)


def _is_required_by(required: Any) -> bool:
    return _is_source(required) if is_lookup(required) else _is_condition(required)


def _are_lists(sets: Sequence[Any]) -> bool:
    return all(isinstance(one, list | tuple) for one in sets)


def _is_condition(condition: Any) -> bool:
    return isinstance(condition, Mapping) and all(isinstance(values, list | tuple) for values in condition.values())


_SHAPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "in": _is_source,
    "keys": _is_source,
    "default": _is_source,
    "many": _is_count,
    "not": _are_words,
    "when": _is_condition,
    "required": lambda required: isinstance(required, bool) or _is_required_by(required),
    "differ": _are_words,
    "apart": lambda apart: _is_condition(apart) and all(map(_are_lists, apart.values())),
}
"""The shapes of the parts of a declaration; sets are checked when they are read."""


def _form(name: Any, declared: Mapping[str, Any]) -> Form:
    if not isinstance(name, str) or name not in declared:
        raise MalformedOptions(f"No form is declared as {shown(name)}.")
    one = declared[name]
    return Form(name, member(one, "command", str), member(one, "label", str), one)


def _prompt(one: Any) -> Mapping[str, Any]:
    for name in ("id", "kind", "to", "question"):
        member(one, name, str)
    member({"commands": [], **one}, "commands", list)
    fields_of(one.get("answers", ()))
    return one  # type: ignore[no-any-return]


def _asked(form: Form, prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the actor of a typed answer, if its command has one: the combatant that is asked."""
    return {"actor": prompt["to"]} if any(field["name"] == "actor" for field in form.fields) else {}


def _given(name: str, filled: Filled, outer: Filled) -> Any:
    """Return the value of an earlier field, or that of a part of it, which is named with a dot; None if it has none."""
    first, *parts = name.split(".")
    value = filled[first] if first in filled else outer.get(first)
    for part in parts:
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _is_default(field: FieldShape, value: Any) -> bool:
    """Return whether a value is the default of a field whose default is always the same."""
    default = field.get("default")
    return not is_lookup(default) and is_same(value, default)


def _fits_keys(field: FieldShape, value: Any, values: Values, keys: Values) -> bool:
    """Return whether an object has keys and values of two sets; shared ones add up to no more than the highest."""
    if not isinstance(value, Mapping) or not all(key in keys and one in values for key, one in value.items()):
        return False
    return not field.get("shared") or _adds_up(value.values(), values)


def _adds_up(numbers: Iterable[Any], values: Values) -> bool:
    """Return whether numbers add up to no more than the highest of these values."""
    return values.span is None or sum([one for one in numbers if is_whole(one)]) <= values.span[1]
