"""Forms: the commands that are legal now, described for user interfaces and bots.

A form is a command with settled fields and open fields. Each open field has a domain. Conditions between several fields
are named predicates of the ruleset. Membership is decidable: a command is accepted if and only if a form admits it.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from domain.core.commands import Command
from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker

S = TypeVar("S", bound=Encounter)
RefusalCheck = Callable[[S, Command, Speaker], Refusal | None]
"""Returns the refusal of a command in a state, or None if the rules allow it."""


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON, where true is not 1."""
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
    """From ``least`` to ``most`` of the values, in any order; duplicates count once."""

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
    """Any string that the command's schema allows."""

    def admits(self, value: Any) -> bool:
        return isinstance(value, str)


class Anything(msgspec.Struct, frozen=True, tag="schema", tag_field="domain"):
    """Any value that the command's schema allows; the predicates of the form restrict it further."""

    def admits(self, value: Any) -> bool:
        return True


class Record(msgspec.Struct, frozen=True, tag="record", tag_field="domain"):
    """An object of open fields; fields with default values are omitted."""

    fields: tuple["OpenField", ...]

    def admits(self, value: Any) -> bool:
        return isinstance(value, Mapping) and _admits(self.fields, value)


Domain = Choice | Range | Subset | Text | Anything | Record


class OpenField(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field that the speaker fills in. A field that is not required may be omitted or null."""

    name: str
    domain: Domain
    required: bool = False


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that is legal now with the settled fields unchanged and each open field within its domain.

    ``predicates`` names conditions between fields; ``costs`` lists what the command uses up (an action, Breath).
    ``fill`` has values of open fields without which the settled fields would be refused. If a form settles its
    ``actor`` and has no required field, settled fields and ``fill`` together are accepted unchanged.
    """

    command: str
    settled: dict[str, Json]
    open: tuple[OpenField, ...] = ()
    predicates: tuple[str, ...] = ()
    costs: dict[str, Json] = {}
    fill: dict[str, Json] = {}


Predicate = Callable[[Any, Command, Speaker], bool]
ALWAYS_OPEN = frozenset({"type", "answers"})
RULES = "rules"  # the predicate that probes the decision; always applies to a command with answers


def admits(form: Form, state: Any, command: Command, speaker: Speaker, predicates: Mapping[str, Predicate]) -> bool:
    """Return whether the command is a member of the form."""
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
    """Return whether all given fields are open and in their domains, and all required ones are given (not null)."""
    by_name = {field.name: field for field in open_fields}
    given = {name: value for name, value in fields.items() if value is not None}
    return all(name in by_name and by_name[name].domain.admits(value) for name, value in given.items()) and all(
        field.name in given for field in open_fields if field.required
    )
