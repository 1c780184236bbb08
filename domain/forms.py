"""Forms: what is legal now, said so that a page can draw its buttons and a bot can play.

A form is a command with settled fields and open fields. Each open field has a domain; what depends on more than one
field is a named predicate of the ruleset. Membership is decidable: a command is accepted if and only if some form
admits it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from domain.core_commands import Command
from domain.event import Json


class Choice(msgspec.Struct, frozen=True, tag="choice", tag_field="domain"):
    """One of the values."""

    values: tuple[Json, ...]

    def admits(self, value: Any) -> bool:
        return value in self.values


class Range(msgspec.Struct, frozen=True, tag="range", tag_field="domain"):
    """A whole number from low to high."""

    low: int
    high: int

    def admits(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


class Subset(msgspec.Struct, frozen=True, tag="subset", tag_field="domain"):
    """A list of different values, in any order, at least and at most so many."""

    values: tuple[Json, ...]
    least: int = 0
    most: int | None = None

    def admits(self, value: Any) -> bool:
        most = len(self.values) if self.most is None else self.most
        return (
            isinstance(value, (list, tuple))
            and self.least <= len(value) <= most
            and all(part in self.values for part in value)
            and all(part not in value[:place] for place, part in enumerate(value))
        )


class Text(msgspec.Struct, frozen=True, tag="text", tag_field="domain"):
    """Any text of the command's schema."""

    def admits(self, value: Any) -> bool:
        return isinstance(value, str)


class Anything(msgspec.Struct, frozen=True, tag="schema", tag_field="domain"):
    """Any value that the command's schema takes; the predicates of the form say the rest."""

    def admits(self, value: Any) -> bool:
        return True


class Record(msgspec.Struct, frozen=True, tag="record", tag_field="domain"):
    """An object of open fields."""

    fields: tuple["OpenField", ...]

    def admits(self, value: Any) -> bool:
        return isinstance(value, Mapping) and _fields_admit(self.fields, value, settled={})


Domain = Choice | Range | Subset | Text | Anything | Record


class OpenField(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field that the speaker fills in; one that is not required may be left out or null."""

    name: str
    domain: Domain
    required: bool = False


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that is legal now with the settled fields as they stand and the open ones inside their domains.

    ``predicates`` name conditions between fields; ``costs`` tells what it uses up (an action, Breath).
    """

    command: str
    settled: dict[str, Json]
    open: tuple[OpenField, ...] = ()
    predicates: tuple[str, ...] = ()
    costs: dict[str, Json] = {}


Predicate = Callable[[Any, Command], bool]
ALWAYS_OPEN: frozenset[Literal["type", "answers"]] = frozenset({"type", "answers"})


def admits(form: Form, state: Any, command: Command, predicates: Mapping[str, Predicate]) -> bool:
    """Whether the command is a member of the form."""
    if command.type != form.command:
        return False
    fields = command.model_dump(mode="json", exclude_defaults=True, exclude=set(ALWAYS_OPEN))
    return _fields_admit(form.open, fields, form.settled) and all(
        predicates[name](state, command) for name in form.predicates
    )


def _fields_admit(open_fields: tuple[OpenField, ...], fields: Mapping[str, Any], settled: Mapping[str, Json]) -> bool:
    by_name = {field.name: field for field in open_fields}
    if any(name not in by_name and name not in settled for name in fields):
        return False
    if any(fields.get(name) != value for name, value in settled.items()):
        return False
    for name, field in by_name.items():
        value = fields.get(name)
        if value is None:
            if field.required:
                return False
        elif not field.domain.admits(value):
            return False
    return True
