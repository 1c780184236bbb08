"""Forms: what is legal now, said so that a page can draw its buttons and a bot can play.

A form is a command with settled fields and open fields. Each open field has a domain; what depends on more than one
field is a named predicate of the ruleset. Membership is decidable: a command is accepted if and only if some form
admits it.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.core.commands import Command
from domain.model.event import Json
from domain.model.speaker import Speaker


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are the same on the wire, where true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


class Choice(msgspec.Struct, frozen=True, tag="choice", tag_field="domain"):
    """One of the values."""

    values: tuple[Json, ...]

    def admits(self, value: Any) -> bool:
        return any(is_same(value, known) for known in self.values)


class Range(msgspec.Struct, frozen=True, tag="range", tag_field="domain"):
    """A whole number from low to high."""

    low: int
    high: int

    def admits(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


class Subset(msgspec.Struct, frozen=True, tag="subset", tag_field="domain"):
    """Some of the values, in any order, at least and at most so many; one that is named twice counts once."""

    values: tuple[Json, ...]
    least: int = 0
    most: int | None = None

    def admits(self, value: Any) -> bool:
        if not isinstance(value, (list, tuple)):
            return False
        different = [part for place, part in enumerate(value) if part not in value[:place]]
        most = len(self.values) if self.most is None else self.most
        return self.least <= len(different) <= most and all(part in self.values for part in different)


class Text(msgspec.Struct, frozen=True, tag="text", tag_field="domain"):
    """Any text of the command's schema."""

    def admits(self, value: Any) -> bool:
        return isinstance(value, str)


class Anything(msgspec.Struct, frozen=True, tag="schema", tag_field="domain"):
    """Any value that the command's schema takes; the predicates of the form say the rest."""

    def admits(self, value: Any) -> bool:
        return True


class Record(msgspec.Struct, frozen=True, tag="record", tag_field="domain"):
    """An object of open fields; fields at their defaults are left out."""

    fields: tuple["OpenField", ...]

    def admits(self, value: Any) -> bool:
        return isinstance(value, Mapping) and _admits(self.fields, value)


Domain = Choice | Range | Subset | Text | Anything | Record


class OpenField(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field that the speaker fills in; one that is not required may be left out or null."""

    name: str
    domain: Domain
    required: bool = False


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that is legal now with the settled fields as they stand and the open ones inside their domains.

    ``predicates`` name conditions between fields; ``costs`` tells what it uses up (an action, Breath). ``fill`` has
    open fields without which the settled ones would be refused: where a form settles its ``actor`` and requires
    nothing, the two together are accepted as they stand.
    """

    command: str
    settled: dict[str, Json]
    open: tuple[OpenField, ...] = ()
    predicates: tuple[str, ...] = ()
    costs: dict[str, Json] = {}
    fill: dict[str, Json] = {}


Predicate = Callable[[Any, Command, Speaker], bool]
ALWAYS_OPEN = frozenset({"type", "answers"})
RULES = "rules"  # the predicate that asks the rules themselves; answers sent along always have to meet it


def admits(form: Form, state: Any, command: Command, speaker: Speaker, predicates: Mapping[str, Predicate]) -> bool:
    """Whether the command is a member of the form."""
    if command.type != form.command:
        return False
    whole = command.model_dump(mode="json", exclude=set(ALWAYS_OPEN))
    changed = command.model_dump(mode="json", exclude=set(ALWAYS_OPEN), exclude_defaults=True)
    settled = form.settled
    return (
        all(is_same(whole.get(name), value) for name, value in settled.items())
        and _admits(form.open, {name: value for name, value in changed.items() if name not in settled})
        and all(predicates[name](state, command, speaker) for name in _conditions(form, command))
    )


def _conditions(form: Form, command: Command) -> tuple[str, ...]:
    return form.predicates if RULES in form.predicates or not command.answers else (*form.predicates, RULES)


def _admits(open_fields: tuple[OpenField, ...], fields: Mapping[str, Any]) -> bool:
    """Whether every field given is open and inside its domain, and every required one is given; null is not given."""
    by_name = {field.name: field for field in open_fields}
    given = {name: value for name, value in fields.items() if value is not None}
    return all(name in by_name and by_name[name].domain.admits(value) for name, value in given.items()) and all(
        field.name in given for field in open_fields if field.required
    )
