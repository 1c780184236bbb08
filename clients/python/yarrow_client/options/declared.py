"""The declarations of forms and of their fields, checked when they are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from yarrow_client.options.sets import is_lookup, member, shown
from yarrow_client.options.values import MOST_DEEP
from yarrow_client.problems import MalformedOptions

PLACE: Final = "$"
MOST_NESTED: Final = 4 * MOST_DEEP
FieldShape = Mapping[str, Any]
"""The declaration of a field."""
WORDS: Final = ("command", "label", "phrase", "help", "group", "prominence", "speaker", "costs")
"""The parts of a form's declaration that are texts, as ``Form`` has them."""
DEFAULT_WORDS: Final[Mapping[str, Any]] = {
    "phrase": "",
    "help": "",
    "group": "",
    "prominence": "usual",
    "speaker": "player",
    "costs": "",
    "rules": [],
}
"""The words of a form that its declaration leaves out."""


class Parts:
    """The parts that fields share, with ``{"$": n}`` in the place of the n-th of them."""

    def __init__(self, shared: Sequence[Any]) -> None:
        self._shared = shared
        self._known: dict[int, Any] = {}

    def whole(self, part: Any) -> Any:
        """Return a part with the shared ones in their places. Raises MalformedOptions."""
        return self._whole(part, len(self._shared), 0)

    def _whole(self, part: Any, before: int, depth: int) -> Any:
        """Return a part that has only shared ones ``before`` a number in it."""
        if depth > MOST_NESTED:
            raise MalformedOptions("The declaration of a field is nested too deeply.")
        if isinstance(part, list | tuple):
            return [self._whole(one, before, depth + 1) for one in part]
        if not isinstance(part, Mapping):
            return part
        if PLACE not in part:
            return {name: self._whole(one, before, depth + 1) for name, one in part.items()}
        number = part[PLACE]
        if type(number) is not int or not 0 <= number < before:
            raise MalformedOptions(f"No part {shown(number)} is shared.")
        if number not in self._known:
            self._known[number] = self._whole(self._shared[number], number, depth + 1)
        return self._known[number]


@dataclass(frozen=True)
class Form:
    """A form that applies now: a command with its words and the declarations of its fields, in the order to fill them.

    ``label`` names it in a menu, and ``phrase`` is a template for ``sentence``. ``group`` is the name of its part of a
    menu, ``prominence`` ``main``, ``usual`` or ``seldom``, ``speaker`` who may give it, ``costs`` what it takes from
    the actor, in words, and ``rules`` the IDs of its rules.
    """

    name: str
    command: str
    label: str
    phrase: str
    help: str
    group: str
    prominence: str
    speaker: str
    costs: str
    rules: Sequence[str]
    declaration: Mapping[str, Any]
    parts: Parts

    @cached_property
    def fields(self) -> Sequence[FieldShape]:
        """The declarations of the fields. Raises MalformedOptions."""
        return fields_of(self.parts.whole(member(self.declaration, "fields", list)))

    @property
    def neutral(self) -> Mapping[str, Any]:
        """Fields of the command that the form leaves out, each with the value that changes nothing."""
        return member({"neutral": {}, **self.declaration}, "neutral", dict)


@dataclass(frozen=True)
class Group:
    """A part of a menu: its name, its label, and the forms in it that apply now."""

    name: str
    label: str
    forms: Sequence[Form]


def form_of(name: Any, declared: Mapping[str, Any], parts: Parts) -> Form:
    """Return the form of a name. Raises MalformedOptions."""
    if not isinstance(name, str) or name not in declared:
        raise MalformedOptions(f"No form is declared as {shown(name)}.")
    one = declared[name]
    words = {**DEFAULT_WORDS, **one} if isinstance(one, Mapping) else one
    rules = member(words, "rules", list)
    if not _are_words(rules):
        raise MalformedOptions(f"`rules` of the form {shown(name)} have to be texts.")
    texts = {part: member(words, part, str) for part in WORDS}
    return Form(name=name, **texts, rules=rules, declaration=one, parts=parts)


def groups_of(forms: Sequence[Form], declared: Mapping[str, Any]) -> Sequence[Group]:
    """Return forms by their groups, in the order of a menu; those of no group come last. Raises MalformedOptions."""
    labels = {**{name: member(declared, name, str) for name in declared}, "": ""}
    for form in forms:
        if form.group not in labels:
            raise MalformedOptions(f"No group is declared as {shown(form.group)}.")
    groups = [Group(name, label, [form for form in forms if form.group == name]) for name, label in labels.items()]
    return [group for group in groups if group.forms]


def prompt_of(one: Any) -> Mapping[str, Any]:
    """Return the entry of a prompt. Raises MalformedOptions."""
    for name in ("id", "kind", "to", "question"):
        member(one, name, str)
    member({"commands": [], **one}, "commands", list)
    fields_of(one.get("answers", ()))
    return one  # type: ignore[no-any-return]


def fields_of(fields: Any, depth: int = 0) -> Sequence[FieldShape]:
    """Return declarations of fields. Raises MalformedOptions if their shapes are not as described."""
    if depth > MOST_DEEP or not isinstance(fields, list | tuple):
        raise MalformedOptions("`fields` have to be a list, and not be nested too deeply.")
    for field in fields:
        name = member(field, "name", str)
        for part, is_shape in SHAPES.items():
            if field.get(part) is not None and not is_shape(field[part]):
                raise MalformedOptions(f"`{part}` of the field {shown(name)} is malformed.")
        if not fields_of(field.get("fields", ()), depth + 1) and field.get("in") is None:
            raise MalformedOptions(f"The field {shown(name)} has no values.")
    return fields


def _are_words(names: Any) -> bool:
    return isinstance(names, list | tuple) and all(isinstance(one, str) for one in names)


def _is_source(source: Any) -> bool:
    """Return whether a source is a set, as far as is known before it is read, or a lookup by keys."""
    return not is_lookup(source) or (isinstance(source["by"], list | tuple) and all(map(_is_key, source["by"])))


def _is_key(key: Any) -> bool:
    match key:
        case str() | {"folded": str()} | {"value": str()}:
            return True
        case {"total": str(), "score": score}:
            return _is_score(score)
    return False


def _is_score(score: Any) -> bool:
    return is_lookup(score) and bool(score["by"]) and _is_source(score) and isinstance(score["by"][-1], str)


def _is_many(many: Any) -> bool:
    match many:
        case [int(), int() | None]:
            return True
    return is_lookup(many) and _is_source(many)


def _is_condition(condition: Any) -> bool:
    return isinstance(condition, Mapping) and all(isinstance(values, list | tuple) for values in condition.values())


def _is_required(required: Any) -> bool:
    return isinstance(required, bool | list) or (
        _is_source(required) if is_lookup(required) else _is_condition(required)
    )


def _is_apart(apart: Any) -> bool:
    return _is_condition(apart) and all(isinstance(one, list | tuple) for sets in apart.values() for one in sets)


def _is_few(few: Any) -> bool:
    def fits(one: Any) -> bool:
        match one:
            case {"of": str(), "in": source, "most": most}:
                return _is_source(source) and (isinstance(most, int) or (is_lookup(most) and _is_source(most)))
        return False

    return isinstance(few, list | tuple) and all(map(fits, few))


def _is_greatest(greatest: Any) -> bool:
    match greatest:
        case {"score": [*scores], "in": reach, "has": str()}:
            return all(map(_is_score, scores)) and _is_source(reach)
    return False


def _is_text(text: Any) -> bool:
    return isinstance(text, str)


SHAPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "label": _is_text,
    "help": _is_text,
    "phrase": _is_text,
    "in": _is_source,
    "keys": _is_source,
    "instead": _is_source,
    "default": _is_source,
    "many": _is_many,
    "not": _are_words,
    "within": _is_text,
    "when": _is_condition,
    "required": _is_required,
    "few": _is_few,
    "differ": _are_words,
    "apart": _is_apart,
    "holds": lambda holds: isinstance(holds, Mapping) and _are_words([*holds.values()]),
    "greatest": _is_greatest,
    "never": lambda never: isinstance(never, list | tuple) and all(is_lookup(one) and _is_source(one) for one in never),
}
"""The shapes of the parts of a declaration; sets are checked when they are read."""
