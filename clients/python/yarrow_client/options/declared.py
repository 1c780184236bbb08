"""The declarations of forms and of their fields, checked when they are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from yarrow_client.options.sets import is_lookup, member, shown
from yarrow_client.options.values import MOST_DEEP
from yarrow_client.problems import MalformedOptions

FieldShape = Mapping[str, Any]
"""The declaration of a field."""


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

    @property
    def neutral(self) -> Mapping[str, Any]:
        """Fields of the command that the form leaves out, each with the value that changes nothing."""
        return member({"neutral": {}, **self.declaration}, "neutral", dict)


def form_of(name: Any, declared: Mapping[str, Any]) -> Form:
    """Return the form of a name. Raises MalformedOptions."""
    if not isinstance(name, str) or name not in declared:
        raise MalformedOptions(f"No form is declared as {shown(name)}.")
    one = declared[name]
    return Form(name, member(one, "command", str), member(one, "label", str), one)


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
        case str() | {"folded": str()}:
            return True
        case {"total": str(), "score": score}:
            return _is_score(score)
    return False


def _is_score(score: Any) -> bool:
    return is_lookup(score) and bool(score["by"]) and _are_words(score["by"])


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


SHAPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "in": _is_source,
    "keys": _is_source,
    "instead": _is_source,
    "default": _is_source,
    "many": _is_many,
    "not": _are_words,
    "within": lambda name: isinstance(name, str),
    "when": _is_condition,
    "required": _is_required,
    "few": _is_few,
    "differ": _are_words,
    "apart": _is_apart,
    "holds": lambda holds: isinstance(holds, Mapping) and _are_words([*holds.values()]),
    "greatest": _is_greatest,
}
"""The shapes of the parts of a declaration; sets are checked when they are read."""
