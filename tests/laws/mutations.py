"""Arbitrary commands: well formed, mostly illegal, made without reading the options."""

import random
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from domain.core.commands import Command
from domain.model.encounter import Encounter
from domain.ruleset.ruleset import Ruleset

S = TypeVar("S", bound=Encounter)
Idea = Callable[[random.Random, S, str], Any]
"""A value for a field such as ``s3.attack.target`` in a state, or None if there is no idea for it."""

METADATA: Final[tuple[dict[str, Any], ...]] = (
    {"colour": "red"},
    {"token": 7, "ready": True},
    {"colour": None},
    {"picture": "a" * 500},
    {},
)
PROBABLE = 0.35
STARRED = 0.05


class Arbitrary(Generic[S]):
    """Makes commands from values that occur in a fight, and some that do not."""

    def __init__(
        self,
        ruleset: Ruleset[S],
        idea: Idea[S],
        chance: random.Random,
        except_for: frozenset[type[Command]] = frozenset(),
    ) -> None:
        self.chance = chance
        self.idea = idea
        self.kinds = [kind for kind in ruleset.commands if kind not in except_for]
        self.types = {kind: TypeAdapter(kind) for kind in ruleset.commands}

    def command(self, state: S) -> Command | None:
        """Return a command of any kind, or None if the result does not validate."""
        kind = self.chance.choice(self.kinds)
        of = str(kind.model_fields["type"].default)
        fields: dict[str, Any] = {"type": of}
        for name, field in kind.model_fields.items():
            wire = field.alias or name
            if name != "type" and (field.is_required() or self.chance.random() < PROBABLE):
                fields[wire] = self._value_or_star(state, f"{of}.{wire}")
        return self._made(kind, fields)

    def mutated(self, state: S, command: Command) -> Command | None:
        """Return the command with one field changed, added or omitted, or None if the result does not validate."""
        kind = type(command)
        fields = command.model_dump(mode="json", exclude_defaults=True)
        wires = [field.alias or name for name, field in kind.model_fields.items() if name != "type"]
        changed = self.chance.choice(wires)
        fields[changed] = self._value_or_star(state, f"{command.type}.{changed}")
        fields["type"] = command.type
        return self._made(kind, fields)

    def value(self, state: S, field: str) -> Any:
        """Return a value for a field, or None."""
        if field.endswith(".metadata"):
            return self.chance.choice(METADATA)
        return self.idea(self.chance, state, field)

    def _value_or_star(self, state: S, field: str) -> Any:
        """Return a value for a field, at times the text that is the key of all others in lookups."""
        value = self.value(state, field)
        return "*" if isinstance(value, str) and self.chance.random() < STARRED else value

    def _made(self, kind: type[Command], fields: dict[str, Any]) -> Command | None:
        try:
            return self.types[kind].validate_python({k: v for k, v in fields.items() if v is not None})
        except ValidationError:
            return None
