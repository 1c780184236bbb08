"""Sentences of forms that are filled in, and texts of values, in the labels of the options.

command = fill(menu, form, choose)
print(sentence(menu, form, command))  # Attack Guard with knife
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from yarrow_client.options.forms import KEY, NOTHING, REFUSED, FieldShape, Filled, Form, Menu
from yarrow_client.options.values import Values, is_same, is_whole, said_of, token

UNMENTIONED: Final = (False, 0, "none")
"""Values that need not be mentioned where they are the default of a field."""
_OPTIONAL: Final = re.compile(r"\[([^\]]*)\]")
_SLOT: Final = re.compile(r"\{([^}:?]*)(\?)?(?::([^}|]*)\|([^}|]*)(?:\|([^}|]*)\|([^}]*))?)?\}")
"""The name of a field, whether it only decides if the part is said, and what follows a number: one, or several.

After a number below 0 come the last two, if there are any.
"""


def sentence(menu: Menu, form: Form, command: Filled) -> str:
    """Return what a menu shows for a form that is filled in, such as *Attack Guard with knife*.

    It is the phrase of the form with the texts of its fields; a field that is left out has its default. A slot may have
    nouns for one and for several: *{days:day|days}*, and for numbers below 0, which then lose their sign:
    *{x:step right|steps right|step left|steps left}*. A part in brackets is dropped if a field in it is empty; the slot
    *{prone?}* is empty itself, and only decides about its part. A form without a phrase, or without a value that
    its phrase needs, has its label with the fields that are given.
    """
    said = {one.field["name"]: one for one in _said(menu, form.fields, command, NOTHING)}
    phrase = _filled(form.phrase, said)
    if phrase:
        return phrase
    given = [f"{one.label}: {one.text}" for one in said.values() if one.is_given and not one.is_empty]
    return f"{form.label} ({'; '.join(given)})" if given else form.label


def _filled(phrase: str, said: Mapping[str, "_Said"]) -> str:
    """Return a phrase with the texts of fields; empty if there is none, or one that it needs has no text."""
    rest = _OPTIONAL.sub(lambda part: part[1] if _is_said(part[1], said) else "", phrase)
    if not all(name in said and said[name].text for name in _slots(rest)):
        return ""
    return _SLOT.sub(lambda slot: "" if slot[2] else _counted(said[slot[1]], *slot.groups()[2:]), rest)


def _is_said(part: str, said: Mapping[str, "_Said"]) -> bool:
    """Return whether a part in brackets is said: no field in it is empty, and none that decides about it is nothing."""
    for slot in _SLOT.finditer(part):
        one = said.get(slot[1])
        if one is None or one.is_empty or (slot[2] and any(is_same(one.value, none) for none in UNMENTIONED)):
            return False
    return True


def _slots(phrase: str) -> list[str]:
    return [slot[1] for slot in _SLOT.finditer(phrase)]


def _counted(
    said: "_Said", one: str | None, several: str | None, one_below: str | None, several_below: str | None
) -> str:
    """Return the text of a field, followed by the noun that agrees with its number if the slot has nouns."""
    if several_below is not None and is_whole(said.value) and said.value < 0:
        return f"{said.text.removeprefix('−')} {one_below if is_same(said.value, -1) else several_below}"
    noun = one if is_same(said.value, 1) else several
    return said.text if noun is None else f"{said.text} {noun}"


def text_of(menu: Menu, field: FieldShape, value: Any, filled: Filled = NOTHING, outer: Filled = NOTHING) -> str:
    """Return the text of a value of a field: its label, or those of its entries or parts.

    It is empty if there is nothing to say: without a value, for a field that does not apply, and for JSON that only a
    schema describes. ``filled`` and ``outer`` are those of ``Menu``.
    """
    return _text(menu, field, value, {**outer, **filled})


class _Said(NamedTuple):
    """A field of a filling: its value and text, and whether it is given, is its default, or need not be mentioned."""

    field: FieldShape
    value: Any
    text: str
    is_given: bool
    is_default: bool
    is_empty: bool

    @property
    def label(self) -> str:
        label: str = self.field.get("label", self.field["name"])
        return label


def _said(menu: Menu, fields: Sequence[FieldShape], given: Filled, outer: Filled) -> Iterator[_Said]:
    """Yield fields as a filling has them."""
    around = {**outer}
    for field in fields:
        name = field["name"]
        default, is_given = menu.default(field, around), given.get(name) is not None
        value = given[name] if is_given else default
        text = _text(menu, field, value, around)
        is_default = is_same(value, default) or (
            isinstance(default, Mapping) and field.get("keys") is None and _has_defaults(menu, field, value, around)
        )
        is_nothing = isinstance(default, Mapping) or any(is_same(default, one) for one in UNMENTIONED)
        is_empty = not text or (is_default and is_nothing)
        meant = menu.meant(field, value, around)
        around[name] = default if meant is REFUSED else meant
        yield _Said(field, value, text, is_given, is_default, is_empty)


def _text(menu: Menu, field: FieldShape, value: Any, around: Filled) -> str:
    values = menu.values(field, around)
    if values is None or value is None:
        return ""
    if values.keys is not None:
        return _keyed(menu, field, value, values, around) if isinstance(value, Mapping) else ""
    if field.get("many") is None:
        return _one(menu, field, value, values, around)
    return _list(menu, field, value, around) if isinstance(value, list | tuple) else ""


def _one(menu: Menu, field: FieldShape, value: Any, values: Values, around: Filled) -> str:
    """Return the text of a single value, which may be an object of fields."""
    if not _is_object(field, value):
        return _label(menu, value, values)
    said = list(_said(menu, field["fields"], value, around))
    phrase = _filled(field.get("phrase", ""), {one.field["name"]: one for one in said})
    if phrase:
        return phrase
    parts = [one for one in said if one.is_given and not one.is_empty]
    return ", ".join([one.label if one.value is True else f"{one.label} {one.text}" for one in parts])


def _label(menu: Menu, value: Any, values: Values) -> str:
    """Return the label of a value; without one, free text or a number itself, or the name of a combatant."""
    known = token(values.meant(value))
    for one, label in values.listed:
        if token(one) == known:
            return label
    if isinstance(value, str):
        return value if values.text is not None else menu.names.get(value, value)
    return "" if isinstance(value, Mapping | list | tuple) else said_of(value)


def _list(menu: Menu, field: FieldShape, entries: Sequence[Any], around: Filled) -> str:
    """Return the texts of the entries of a list."""
    before: list[Any] = []
    so_far = {**around, field["name"]: before}
    texts = []
    for entry in entries:
        values = menu.values(field, so_far) or Values()
        texts.append(_one(menu, field, entry, values, so_far))
        parts = menu.filled(field["fields"], entry, so_far) if _is_object(field, entry) else None
        before.append(values.meant(entry) if parts is None else parts)
    texts = [text for text in texts if text]
    if field.get("fields"):
        return "; ".join(texts)
    if len(texts) < 2:
        return "".join(texts)
    joined = {"before": ", ".join(texts[:-1]), "last": texts[-1]}
    return _SLOT.sub(lambda slot: joined.get(slot[1], ""), menu.enumeration)


def _has_defaults(menu: Menu, field: FieldShape, value: Any, around: Filled) -> bool:
    """Return whether a value is an object of which every part has its default."""
    return _is_object(field, value) and all(one.is_default for one in _said(menu, field["fields"], value, around))


def _is_object(field: FieldShape, value: Any) -> bool:
    return bool(field.get("fields")) and isinstance(value, Mapping)


def _keyed(menu: Menu, field: FieldShape, value: Filled, values: Values, around: Filled) -> str:
    """Return the texts of an object whose keys are chosen, each value after the label of its key.

    Numbers of 0 and the like are not said, nor are objects of which every part has its default.
    """
    texts = []
    for key, one in value.items():
        within = {**around, KEY: key}
        if any(is_same(one, none) for none in UNMENTIONED) or _has_defaults(menu, field, one, within):
            continue
        text, label = _one(menu, field, one, values, within), _label(menu, key, values.keys or Values())
        shown = f"({text})" if field.get("fields") or isinstance(one, str) else text
        texts.append(f"{label} {shown}" if text else label)
    return ", ".join(texts)
