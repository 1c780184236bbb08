"""The shapes of options: the state part says what is legal now, the declarations say what can ever be asked."""

from typing import Any

import msgspec

from domain.model.event import Json


class FieldShape(msgspec.Struct, frozen=True, omit_defaults=True, rename={"in_": "in", "not_": "not"}):
    """A field of a form. Fields are filled in their order; each depends on earlier ones only.

    ``in`` is the set of its values: a list, the name of a set, a range (``from``, ``to``), a text (``text``: the
    longest, ``least``: the shortest, ``pattern``, ``suggested``), another set without some values (``of``, ``minus``),
    one of several sets (``either``), any value of a JSON schema (``schema``), or a lookup (``lookup``: its name, or
    ``row``: the lookup itself; ``by``: the earlier fields that it is looked up by). A value is plain, or a list of the
    value, its label and, if there are some, other values that mean the same.

    A field with ``fields`` is an object of these, one with ``many`` a list of so many values (least and most, no most
    if null), one with ``keys`` an object with keys of that set. The field is there if the values of the fields in
    ``when`` are among those given, and its lookup yields a set. ``required`` is true, a condition like ``when``, or a
    lookup, which has values where the field is required.

    In a list of objects no two agree in all parts of ``differ``; of each list of values that ``apart`` has for a part,
    at most one object has a value; the numbers of a ``shared`` part add up to no more than the highest of them.
    """

    name: str
    label: str
    in_: Json = None
    fields: "tuple[FieldShape, ...]" = ()
    keys: Json = None
    instead: Json = None
    many: Json = None
    distinct: bool = False
    shared: bool = False
    required: bool | Json = False
    default: Json = None
    when: dict[str, tuple[Json, ...]] = {}
    not_: tuple[str, ...] = ()
    seldom: bool = False
    guess: bool = False
    check: bool = False
    differ: tuple[str, ...] = ()
    apart: dict[str, tuple[tuple[Json, ...], ...]] = {}
    few: tuple[Json, ...] = ()
    within: str | None = None
    holds: dict[str, str] = {}
    greatest: Json = None


class FormShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A form: the type of its command, the kind of the prompt that it answers, if any, and its fields."""

    command: str
    label: str
    fields: tuple[FieldShape, ...]
    help: str = ""
    answers_to: str | None = None
    neutral: dict[str, Json] = {}


class Declarations(msgspec.Struct, frozen=True):
    """Every form that a ruleset has for the narrator or for a player, by name."""

    forms: dict[str, FormShape]


class PromptEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open prompt that the speaker may answer.

    ``question`` says what is to be decided, ``since`` is the version at which it opened. ``commands`` names the forms
    whose commands answer it in the name of ``to``; ``answers`` has a field for each shape of the answer of a
    ``core.answer``. Both are absent while another prompt must be answered first.
    """

    id: str
    kind: str
    to: str
    question: str
    since: int
    answered: bool = False
    commands: tuple[str, ...] = ()
    answers: tuple[FieldShape, ...] = ()


class StatePart(msgspec.Struct, frozen=True):
    """What is legal now: the names of the combatants, sets and lookups by name, the forms that apply, open prompts.

    The set ``names`` is that of all combatants in ``names``. A lookup maps the value of a field to a set, or to
    another ``row`` for the next field: words as they are, numbers in digits, ``true`` and ``false``, ``""`` for a
    field that is left out, and ``*`` for all other values. A field that is a list has the sets of all its values.
    """

    version: int
    names: dict[str, str]
    sets: dict[str, Any]
    lookups: dict[str, dict[str, Any]]
    forms: tuple[str, ...]
    prompts: tuple[PromptEntry, ...]
