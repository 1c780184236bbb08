"""Filling forms: the fields are asked for one after the other, each with what it may hold after those before it.

command = fill(menu, form, lambda field, values: ask_the_player(field["label"], values.listed))
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from yarrow_client.options.forms import KEY, NOTHING, REFUSED, FieldShape, Filled, Form, Menu
from yarrow_client.options.sets import shown
from yarrow_client.options.values import Values
from yarrow_client.problems import YarrowError

MOST_ENTRIES: Final = 1000
"""How many entries of a list are asked for, if the list has no limit of its own."""
Choose = Callable[[FieldShape, Values], Any]
"""Returns the value for a field, given its declaration and the values that it may hold; None leaves it out.

In the declaration ``required`` is true or false, ``default`` a value and ``many`` a pair of numbers, as they are for
this filling. For a list it is asked for one entry after the other, which is ``required`` up to the least number; None
ends the list. For an object of fields it returns true to be asked for these, or a value that it may have instead. For
an object whose keys are chosen (``values.keys``) it returns the object, or a list of the keys if their values are
objects of fields.
"""


class Unfilled(YarrowError):
    """A form cannot be filled in with what was chosen."""


class DeadEnd(Unfilled):
    """A required field has no value after the fields before it."""


class Clashing(Unfilled):
    """Values do not go together: objects of a list, or the parts of a value that is never allowed as a whole."""


def fill(menu: Menu, form: Form, choose: Choose) -> dict[str, Any]:
    """Return the command of a form that is filled in. Raises Unfilled."""
    given, _ = _Filling(menu, choose).fields(form.fields, NOTHING)
    return {"type": form.command, **given}


def fill_answer(menu: Menu, field: FieldShape, choose: Choose) -> Any:
    """Return the answer to a prompt by one of its ``answers``. Raises Unfilled."""
    given, _ = _Filling(menu, choose).fields([field], NOTHING)
    return given.get(field["name"])


class _Filling:
    """Fills fields with what is chosen."""

    def __init__(self, menu: Menu, choose: Choose) -> None:
        self._menu, self._choose = menu, choose

    def fields(self, fields: Sequence[FieldShape], outer: Filled) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the fields that are given, and all fields as lookups know them."""
        given: dict[str, Any] = {}
        filled: dict[str, Any] = {}
        for field in fields:
            name = field["name"]
            value, filled[name] = self._value(field, {**outer, **filled})
            if value is not None:
                given[name] = value
        return given, filled

    def _value(self, field: FieldShape, around: Filled) -> tuple[Any, Any]:
        """Return the value that is given to a field, or None, and the value that it has for lookups."""
        menu, name = self._menu, field["name"]
        values, default = menu.values(field, around), menu.default(field, around)
        if values is None:
            return None, default
        settled = {**field, "required": menu.requires(field, around), "default": default}
        if field.get("many") is not None:
            settled["many"] = menu.counts(field, around)
        value = self._chosen(settled, values, around)
        if value is None and not settled["required"]:
            return None, default
        meant = menu.meant(field, default if value is None else value, around)
        if meant is not REFUSED:
            return value, meant
        if value is None:
            raise (Unfilled if _has_choices(field, values) else DeadEnd)(f"`{name}` is required here; choose a value.")
        if value in ([], {}) and field.get("fields"):
            raise Unfilled(f"`{name}` needs at least 1 entry; choose one.")
        if field.get("never") or (isinstance(value, list) and field.get("fields")):
            raise Clashing(f"The values of `{name}` do not go together; choose others.")
        raise Unfilled(f"`{name}` may not be {shown(value)} here; choose another value.")

    def _chosen(self, field: FieldShape, values: Values, around: Filled) -> Any:
        """Return what is chosen for a field that applies."""
        if values.keys is not None:
            chosen = self._asked(field, values)
            return self._keyed(field, chosen, around) if field.get("fields") and chosen is not None else chosen
        return self._entry(field, values, around) if field.get("many") is None else self._list(field, around)

    def _asked(self, field: FieldShape, values: Values) -> Any:
        """Return what is chosen, or None if there is nothing to choose."""
        return self._choose(field, values) if _has_choices(field, values) else None

    def _entry(self, field: FieldShape, values: Values, around: Filled) -> Any:
        """Return what is chosen for a single value, or for an entry of a list."""
        if not field.get("fields"):
            return self._asked(field, values)
        if field["required"] and not values and not _is_marked(field):
            return self.fields(field["fields"], around)[0]
        chosen = self._choose(field, values)
        return self.fields(field["fields"], around)[0] if chosen is True else chosen

    def _list(self, field: FieldShape, around: Filled) -> list[Any] | None:
        """Return the entries that are chosen, or None if the list is left out.

        The list ends where no entry can be filled in after those before it.
        """
        menu = self._menu
        least, most = menu.counts(field, around)
        given: list[Any] = []
        before: list[Any] = []
        so_far = {**around, field["name"]: before}
        while len(given) < (MOST_ENTRIES if most is None else most):
            found = menu.values(field, so_far)
            if found is None:
                break
            values = found if field.get("fields") else found.without(before)
            needed = len(given) < least and (field["required"] or bool(given))
            try:
                entry = self._entry({**field, "required": needed}, values, so_far)
            except DeadEnd:
                break
            if entry is None:
                break
            given.append(entry)
            before.append(self._meant(field, entry, values, so_far))
        return given if given or (field["required"] and not least) else None

    def _meant(self, field: FieldShape, entry: Any, values: Values, around: Filled) -> Any:
        """Return an entry of a list as lookups know it, if it goes with those before it."""
        if not field.get("fields") or not isinstance(entry, Mapping):
            if entry not in values and not _is_marked(field):
                raise Unfilled(f"{field['name']} may not have {shown(entry)} after {dict(around)}.")
            return values.meant(entry)
        meant = self._menu.filled(field["fields"], entry, around)
        before = around[field["name"]]
        if meant is None or not self._menu.go_together(field, [*before, meant], around):
            raise Clashing(f"The entries of `{field['name']}` do not go together{_rule_of(field)}; choose others.")
        return meant

    def _keyed(self, field: FieldShape, keys: Sequence[str], around: Filled) -> dict[str, Any]:
        return {key: self.fields(field["fields"], {**around, KEY: key})[0] for key in keys}


def _rule_of(field: FieldShape) -> str:
    """Return what the entries of a list have to observe together, as the end of a clause."""
    rules = []
    if field.get("differ"):
        rules.append(f"they have to differ in {_quoted(field['differ'])}")
    for part, sets in (field.get("apart") or NOTHING).items():
        rules += [f"only one may have one of {_quoted(values)} as `{part}`" for values in sets]
    for part in field["fields"]:
        if part.get("shared"):
            rules.append(f"the numbers of `{part['name']}` add up to too much")
    return f": {'; '.join(rules)}" if rules else ""


def _quoted(names: Sequence[Any]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _has_choices(field: FieldShape, values: Values) -> bool:
    return bool(values) or bool(field.get("fields")) or _is_marked(field)


def _is_marked(field: FieldShape) -> bool:
    return bool(field.get("check") or field.get("guess"))
