"""The reader of options: which forms apply now, and what their fields may hold, in the order in which they are filled.

``Menu`` takes the answer of ``GET /v1/encounters/{id}/options`` with its declarations. A form is filled field by field:

    for form in menu.forms:
        filled = {}
        for field in form.fields:
            values = menu.values(field, filled)
            if values is not None:  # the field applies
                filled[field["name"]] = ...  # one of the values, or left out unless the field is required

``yarrow_client.options.filling.fill`` does this, and asks for one value after the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from yarrow_client.options.declared import FieldShape, Form, Group, Parts, form_of, groups_of, prompt_of
from yarrow_client.options.sets import Filled, Sets, all_given, given_at, is_lookup, member
from yarrow_client.options.values import Values, is_same, is_whole, token

__all__ = ["NOTHING", "REFUSED", "FieldShape", "Filled", "Form", "Group", "Menu", "Values", "is_same"]

NOTHING: Final[Filled] = MappingProxyType({})
REFUSED: Final[Any] = object()
"""The meaning of a value that a field may not have."""
ENUMERATION: Final = "{before} and {last}"
"""How the last two texts of a list are joined if the declarations leave it out, as those in English do."""
KEY: Final = "key"
"""The name under which the fields of an object with keys see its key."""


class Menu:
    """The forms that apply to an encounter now, by groups too, the open prompts, and what fields may hold.

    ``enumeration`` is how the last two texts of a list are joined: *{before} and {last}*. ``unknown`` has a sentence
    for each ID of the speaker of which no combatant has joined.

    The arguments are the JSON of the answer; it is not changed. Everything that it does not have as described raises
    ``MalformedOptions``. ``filled`` are the fields before a field, each as ``meant`` returns it or, if it is left out,
    as its ``default``, and the entries before an entry of a list; ``outer`` are those around an object of which the
    field is a part, with the ``key`` of the object if it has one.
    """

    def __init__(self, options: Mapping[str, Any], declarations: Mapping[str, Any]) -> None:
        self._sets = Sets(options)
        self.version: int = member(options, "version", int)
        self.names: Mapping[str, str] = member(options, "names", dict)
        self.unknown: Mapping[str, str] = member({"unknown": {}, **options}, "unknown", dict)
        self.prompts: Sequence[Mapping[str, Any]] = [prompt_of(one) for one in member(options, "prompts", list)]
        self.enumeration: str = member({"enumeration": ENUMERATION, **declarations}, "enumeration", str)
        declared = member(declarations, "forms", dict)
        parts = Parts(member({"shared": [], **declarations}, "shared", list))
        self.forms: Sequence[Form] = [form_of(name, declared, parts) for name in member(options, "forms", list)]
        self.groups: Sequence[Group] = groups_of(self.forms, member({"groups": {}, **declarations}, "groups", dict))

    def values(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Values | None:
        """Return the values that a field may hold after the fields before it; None if the field does not apply.

        For a list these are the values of the next entry, for an object with keys those of each key, and for an object
        of fields those that it may have instead of the object.
        """
        return self._values(field, {**outer, **filled})

    def counts(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> tuple[int, int | None]:
        """Return how many entries a list, or keys an object has, at least and at most; None is no limit."""
        return self._counts(field, {**outer, **filled})

    def requires(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> bool:
        """Return whether a field that applies must be given, unless it may have its default."""
        return self._requires(field, {**outer, **filled})

    def default(self, field: FieldShape, filled: Filled, outer: Filled = NOTHING) -> Any:
        """Return what a field counts as if it is left out, or None."""
        return self._default(field, {**outer, **filled})

    def meant(self, field: FieldShape, value: Any, filled: Filled, outer: Filled = NOTHING) -> Any:
        """Return a value that is given to a field as lookups know it, or ``REFUSED`` if the field may not have it.

        Other names of a listed value become that value, and objects get the defaults of what they leave out.
        """
        around = {**outer, **filled}
        return self._meant(field, value, self._values(field, around), around)

    def filled(self, fields: Sequence[FieldShape], given: Filled, outer: Filled = NOTHING) -> dict[str, Any] | None:
        """Return given fields with the defaults of the others, as lookups know them.

        None if one of them does not apply or may not have its value, if one is missing, or if there is no such field.
        """
        filled: dict[str, Any] = {}
        around = {**outer}
        for field in fields:
            name = field["name"]
            if given.get(name, field) is None and not _may_be_null(field):
                value = self._meant(field, None, self._values(field, around), around)
            else:
                value = self._counted(field, given.get(name), around)
            if value is REFUSED:
                return None
            filled[name] = around[name] = value
        return filled if given.keys() <= filled.keys() else None

    def go_together(
        self, field: FieldShape, objects: Sequence[Filled], filled: Filled, outer: Filled = NOTHING
    ) -> bool:
        """Return whether some objects of a list, as lookups know them, differ, stay apart, and share numbers."""
        return self._go_together(field, objects, {**outer, **filled})

    def admits(self, command: Any) -> bool:
        """Return whether a command is a filling of one of the forms, or an answer to one of the prompts."""
        if not isinstance(command, Mapping):
            return False
        kind = command.get("type")
        if kind == "core.answer":
            return command.keys() <= {"type", "answers", "prompt", "answer"} and self._admits_answer(command)
        given = {name: value for name, value in command.items() if name not in ("type", "answers")}
        return any(self._admits_form(form, given) for form in self.forms if form.command == kind)

    def _admits_answer(self, command: Mapping[str, Any]) -> bool:
        """Return whether an answer is one of its prompt: a plain one, or the fields of a command that answers it."""
        prompt = next((one for one in self.prompts if one["id"] == command.get("prompt")), None)
        if prompt is None:
            return False
        answer = command.get("answer")
        if any(self.meant(field, answer, NOTHING) is not REFUSED for field in prompt.get("answers", ())):
            return True
        return isinstance(answer, Mapping) and any(
            self._admits_form(form, {**_asked(form, prompt), **answer})
            for form in self.forms
            if form.name in prompt.get("as_answers", ())
        )

    def _admits_form(self, form: Form, given: Filled) -> bool:
        """Return whether fields are a filling of a form; what the form leaves out may have its neutral value."""
        neutral = form.neutral
        own = {name: one for name, one in given.items() if name not in neutral or not is_same(one, neutral[name])}
        return self.filled(form.fields, own) is not None

    def _values(self, field: FieldShape, around: Filled) -> Values | None:
        if not _holds(field.get("when") or NOTHING, around):
            return None
        source = field.get("in")
        node = () if source is None else self._sets.at(source, around)
        if node is None:
            return None
        if field.get("fields"):
            found = self._sets.of(field.get("instead") or (), around)
        else:
            found = self._left(field, self._sets.values(node), around)
        return found if field.get("keys") is None else replace(found, keys=self._keys(field, around))

    def _left(self, field: FieldShape, found: Values, around: Filled) -> Values:
        """Return what is left of values: those of ``within``, without those of ``not``, and those of too ``few``."""
        within = field.get("within")
        allowed = all_given(within, around) if within is not None and field.get("keys") is None else ()
        found = found.among(allowed) if allowed else found
        barred = [one for name in field.get("not") or () for one in all_given(name, around)]
        for few in field.get("few") or ():
            some = self._sets.of(few["in"], around)
            most = (
                few["most"] if isinstance(few["most"], int) else (self._sets.of(few["most"], around).span or (0, 0))[1]
            )
            if sum([one in some for one in all_given(few["of"], around)]) >= most:
                barred += [value for value, _ in some.listed]
        return found.without(barred) if barred else found

    def _keys(self, field: FieldShape, around: Filled) -> Values:
        """Return the keys that an object may have, of the object ``within`` if that is given."""
        found, within = self._sets.of(field["keys"], around), field.get("within")
        given = None if within is None else given_at(within, around)
        return found.among(given) if isinstance(given, Mapping | list | tuple) else found

    def _counts(self, field: FieldShape, around: Filled) -> tuple[int, int | None]:
        many = field.get("many")
        if isinstance(many, Mapping):
            return self._sets.of(many, around).span or (0, 0)
        return (0, None) if many is None else (many[0], many[1])

    def _requires(self, field: FieldShape, around: Filled) -> bool:
        required = field.get("required", False)
        if not isinstance(required, Mapping):
            return bool(required)
        return bool(self._sets.of(required, around)) if is_lookup(required) else _holds(required, around)

    def _default(self, field: FieldShape, around: Filled) -> Any:
        default = field.get("default")
        if not is_lookup(default):
            return default
        listed = self._sets.of(default, around).listed
        return listed[0][0] if listed else None

    def _counted(self, field: FieldShape, value: Any, around: Filled) -> Any:
        """Return what a field counts as with a value, or without one; ``REFUSED`` if it may not have it, or needs one.

        A field that need not be given may have its default, even where it does not apply.
        """
        neutral = value is None or _is_default(field, value)
        if neutral and not self._requires(field, around):
            return self._default(field, around)
        values = self._values(field, around)
        if neutral and values is None:
            return self._default(field, around)
        return self._meant(field, self._default(field, around) if value is None else value, values, around)

    def _meant(self, field: FieldShape, value: Any, values: Values | None, around: Filled) -> Any:
        """Return a value as lookups know it, or ``REFUSED`` if it is not among those that a field may hold."""
        if values is None:
            return REFUSED
        if values.keys is not None:
            found = self._keyed(field, value, values, values.keys, around)
        elif field.get("many") is not None:
            found = self._list(field, value, around)
        else:
            found = self._one(field, value, values, around)
        return REFUSED if found is not REFUSED and self._is_never(field, found, around) else found

    def _is_never(self, field: FieldShape, found: Any, around: Filled) -> bool:
        """Return whether a lookup of ``never`` has something for a value, by its own name and those of its parts."""
        parts = found if isinstance(found, Mapping) else NOTHING
        within = {**around, field["name"]: found, **parts}
        return any(self._sets.of(one, within) for one in field.get("never") or ())

    def _one(self, field: FieldShape, value: Any, values: Values, around: Filled) -> Any:
        """Return a single value as lookups know it, or ``REFUSED``. Only the service checks guesses."""
        if field.get("fields") and isinstance(value, Mapping):
            whole = self.filled(field["fields"], value, around)
            found = REFUSED if whole is None else whole
        else:
            found = values.meant(value) if value in values else REFUSED
        return value if found is REFUSED and value is not None and _is_marked(field) else found

    def _list(self, field: FieldShape, value: Any, around: Filled) -> Any:
        """Return a list as lookups know it, or ``REFUSED``. Objects are counted, of other values the different ones."""
        if not isinstance(value, list | tuple):
            return REFUSED
        entries: list[Any] = []
        before = {**around, field["name"]: entries}
        for one in value:
            values = self._values(field, before)
            found = REFUSED if values is None else self._one(field, one, values, before)
            if found is REFUSED:
                return REFUSED
            entries.append(found)
        count = len(entries) if field.get("fields") else len(set(map(token, entries)))
        if not self._is_count(field, count, around) or (field.get("distinct") and count < len(entries)):
            return REFUSED
        return entries if _is_marked(field) or self._is_whole(field, entries, around) else REFUSED

    def _is_count(self, field: FieldShape, count: int, around: Filled) -> bool:
        least, most = self._counts(field, around)
        return least <= count and (most is None or count <= most)

    def _is_whole(self, field: FieldShape, entries: Sequence[Any], around: Filled) -> bool:
        """Return whether entries of a list go together and have all that the field asks of them."""
        return (
            not field.get("fields")
            or not all(isinstance(one, Mapping) for one in entries)
            or (self._go_together(field, entries, around) and self._has_all(field, entries, around))
        )

    def _go_together(self, field: FieldShape, objects: Sequence[Filled], around: Filled) -> bool:
        names = field.get("differ") or ()
        different = {tuple([token(one.get(name)) for name in names]) for one in objects} if names else objects
        return (
            len(different) == len(objects)
            and all(
                sum([any(is_same(one.get(part), value) for value in values) for one in objects]) <= 1
                for part, sets in (field.get("apart") or NOTHING).items()
                for values in sets
            )
            and all(self._shares(part, objects, around) for part in field["fields"] if part.get("shared"))
        )

    def _shares(self, part: FieldShape, objects: Sequence[Filled], around: Filled) -> bool:
        """Return whether the numbers of a part of some objects add up to no more than the highest of them."""
        values = self._values(part, {**around, **objects[0]}) if objects else None
        return values is None or _adds_up([one.get(part["name"]) for one in objects], values)

    def _has_all(self, field: FieldShape, objects: Sequence[Filled], around: Filled) -> bool:
        """Return whether one of some objects ``holds`` each value, and the ``greatest`` reaches what it has to."""
        for part, name in (field.get("holds") or NOTHING).items():
            if not any(is_same(one.get(part), given_at(name, around)) for one in objects):
                return False
        greatest = field.get("greatest")
        wanted = None if greatest is None else given_at(greatest["has"], around)
        if greatest is None or wanted is None:
            return True
        sums = [sum([self._sets.number(score, {**around, **one}) for score in greatest["score"]]) for one in objects]
        return bool(sums) and wanted in self._sets.of(greatest["in"], {**around, **objects[sums.index(max(sums))]})

    def _keyed(self, field: FieldShape, value: Any, values: Values, keys: Values, around: Filled) -> Any:
        """Return an object with keys as lookups know it, or ``REFUSED``."""
        if _is_marked(field) and value is not None:
            return value
        if not isinstance(value, Mapping) or not self._is_count(field, len(value), around):
            return REFUSED
        found = {key: self._one(field, one, values, {**around, KEY: key}) for key, one in value.items()}
        if not all(key in keys and one is not REFUSED for key, one in found.items()):
            return REFUSED
        return REFUSED if field.get("shared") and not _adds_up(found.values(), values) else found


def _holds(condition: Mapping[str, Sequence[Any]], around: Filled) -> bool:
    """Return whether each of the fields has one of the values that the condition names for it."""
    return all(
        any(is_same(given, one) for one in values)
        for name, values in condition.items()
        for given in (given_at(name, around),)
    )


def _asked(form: Form, prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Return the actor of a typed answer, if its command has one: the combatant that is asked."""
    return {"actor": prompt["to"]} if any(field["name"] == "actor" for field in form.fields) else {}


def _may_be_null(field: FieldShape) -> bool:
    """Return whether a null counts as a field that is left out: whether the field has no other default."""
    default = field.get("default")
    return default is None or is_lookup(default)


def _is_marked(field: FieldShape) -> bool:
    return bool(field.get("check") or field.get("guess"))


def _is_default(field: FieldShape, value: Any) -> bool:
    """Return whether a value is the default of a field whose default is always the same."""
    default = field.get("default")
    return not is_lookup(default) and is_same(value, default)


def _adds_up(numbers: Iterable[Any], values: Values) -> bool:
    """Return whether numbers add up to no more than the highest of these values."""
    return values.span is None or sum([one for one in numbers if is_whole(one)]) <= values.span[1]
