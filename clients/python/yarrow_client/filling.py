"""Filling forms: the fields are asked for one after the other, each with what it may hold after those before it.

command = fill(menu, form, lambda field, values: ask_the_player(field["label"], values.listed))
"""

from collections.abc import Callable, Sequence
from typing import Any

from yarrow_client.forms import NOTHING, REFUSED, FieldShape, Filled, Form, Menu
from yarrow_client.problems import YarrowError
from yarrow_client.sets import shown
from yarrow_client.values import Values

Choose = Callable[[FieldShape, Values], Any]
"""Returns the value for a field, given its declaration and the values that it may hold; None leaves it out.

In the declaration ``required`` is true or false and ``default`` a value, as they are for this filling. A list gets a
list, and an object whose keys are chosen (``values.keys``) gets an object. For a list of objects it returns their
number, and for an object that is not required whether to fill it in; then their fields are asked for.
"""


class Unfilled(YarrowError):
    """A form cannot be filled in with what was chosen."""


class Clashing(Unfilled):
    """Objects of a list do not go together: they agree in what must differ, or add up to more than there is."""


def fill(menu: Menu, form: Form, choose: Choose) -> dict[str, Any]:
    """Return the command of a form that is filled in. Raises Unfilled."""
    given, _ = _Filling(menu, choose).fields(form.fields, NOTHING)
    return {"type": form.command, **given}


def fill_answer(menu: Menu, field: FieldShape, choose: Choose) -> Any:
    """Return the answer to a prompt by one of its ``answers``. Raises Unfilled."""
    given, _ = _Filling(menu, choose).fields([field], NOTHING)
    return given[field["name"]]


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
            value = self._value(field, filled, outer)
            if value is None:
                filled[name] = self._menu.default(field, filled, outer)
                continue
            meant = self._menu.meant(field, value, filled, outer)
            if meant is REFUSED:
                raise Unfilled(f"{name} may not be {shown(value)} after {filled}.")
            given[name], filled[name] = value, meant
        return given, filled

    def _value(self, field: FieldShape, filled: Filled, outer: Filled) -> Any:
        """Return the value of a field, or None if it does not apply or is left out."""
        menu = self._menu
        values = menu.values(field, filled, outer)
        if values is None:
            return None
        needed, default = menu.requires(field, filled, outer), menu.default(field, filled, outer)
        settled = {**field, "required": needed, "default": default}
        chosen = self._chosen(settled, values, {**outer, **filled}) if _has_choices(field, values) else None
        if chosen is None and needed and menu.meant(field, default, filled, outer) is REFUSED:
            raise Unfilled(f"{field['name']} is required after {dict(filled)}.")
        return chosen

    def _chosen(self, field: FieldShape, values: Values, around: Filled) -> Any:
        """Return what is chosen for a field that is there."""
        if not field.get("fields"):
            return self._choose(field, values)
        if field.get("many") is None:
            taken = field["required"] or self._choose(field, values)
            return self.fields(field["fields"], around)[0] if taken else None
        count = self._choose(field, values)
        if count is None:
            return None
        least, most = field["many"]
        if count < least or (most is not None and count > most):
            raise Unfilled(f"{field['name']} may not have {count} entries.")
        objects = [self.fields(field["fields"], around)[0] for _ in range(count)]
        if self._menu.meant(field, objects, around) is REFUSED:
            raise Clashing(f"{count} {field['name']} do not go together.")
        return objects


def _has_choices(field: FieldShape, values: Values) -> bool:
    return bool(values) or bool(field.get("fields")) or bool(field.get("check") or field.get("guess"))
