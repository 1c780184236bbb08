"""The shapes of options: the state part says what is legal now, the declarations say what can ever be asked."""

from typing import Any

import msgspec

from domain.model.event import Json


class FieldShape(msgspec.Struct, frozen=True, omit_defaults=True, rename={"in_": "in", "not_": "not"}):
    """A field of a form; each depends on earlier fields only. ``docs/reference/options.md`` defines every key.

    ``in`` is the set of its values, or a lookup of it by earlier fields. A field with ``fields`` is an object, one with
    ``many`` a list, one with ``keys`` an object with keys of a set. ``phrase`` says an object of fields in a sentence,
    as that of a form says a command. ``default`` counts if the field is left out.
    """

    name: str
    label: str
    help: str = ""
    phrase: str = ""
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
    never: tuple[Json, ...] = ()


class FormShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A form: the type of its command, the kind of the prompt that it answers, if any, its words and its fields.

    ``speaker`` is who gives it. ``phrase`` has the names of fields in braces, and brackets around parts that are left
    out if a field in them is not given.
    """

    command: str
    label: str
    fields: tuple[FieldShape, ...]
    phrase: str = ""
    help: str = ""
    group: str = ""
    prominence: str = "usual"
    speaker: str = "player"
    costs: str = ""
    rules: tuple[str, ...] = ()
    answers_to: str | None = None
    neutral: dict[str, Json] = {}


class Declarations(msgspec.Struct, frozen=True):
    """Every form that a ruleset has for the narrator or for a player, by name, and the labels of their groups.

    ``language`` is the tag of their language, if that is not English. ``enumeration`` is how it joins the last two
    texts of a list, with ``before`` and ``last`` in braces.

    ``shared`` are parts of fields that recur. Where the n-th of them belongs, counted from 0, is ``{"$": n}``: a field,
    an entry of a list, or a value. A shared part has only earlier ones in it.
    """

    groups: dict[str, str]
    forms: dict[str, FormShape]
    shared: tuple[Json, ...] = ()
    language: str | msgspec.UnsetType = msgspec.UNSET
    enumeration: str | msgspec.UnsetType = msgspec.UNSET


class PromptEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open prompt that the speaker may answer.

    ``question`` says what is to be decided, ``sentence`` who has to decide, and about what, as in the story.
    ``since`` is the version at which it opened. ``commands`` names the forms whose commands answer it in the name of
    ``to``; ``answers`` has a field for each shape of the answer of a ``core.answer``. Both are absent while another
    prompt must be answered first. ``as_answers`` are those of the commands whose fields are such an answer, too.
    """

    id: str
    kind: str
    to: str
    question: str
    sentence: str
    since: int
    answered: bool = False
    commands: tuple[str, ...] = ()
    answers: tuple[FieldShape, ...] = ()
    as_answers: tuple[str, ...] = ()


class StatePart(msgspec.Struct, frozen=True):
    """The legal options at a version: the names of combatants, sets, lookups, the forms that apply, open prompts.

    A lookup maps the value of a field to a set, or to the ``row`` of the next field; ``*`` means any other value, and
    the empty key no value. ``docs/reference/options.md`` defines sets and lookups.
    """

    version: int
    names: dict[str, str]
    sets: dict[str, Any]
    lookups: dict[str, dict[str, Any]]
    forms: tuple[str, ...]
    prompts: tuple[PromptEntry, ...]
