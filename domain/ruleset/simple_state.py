"""A simple state for small rulesets: each combatant is one value, with the fields of its sheet.

Combatants are frozen dataclasses, read from their sheets unchanged; folds replace them by ``change``.
"""

import dataclasses
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, get_args

import msgspec
from pydantic import ConfigDict

from domain.core.commands import Name
from domain.core.events import CombatantJoined
from domain.model.encounter import Encounter


@dataclass(frozen=True)
class SimpleCombatant:
    """A combatant with the fields of its sheet. Unknown fields are errors."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    name: Name


M = TypeVar("M", bound=SimpleCombatant)


class SimpleState(Encounter, Generic[M]):
    """A state of combatants by ID (``people``) and ruleset options by key (``options``)."""

    options: dict[str, Any] = {}
    people: dict[str, M] = {}

    def name_of(self, combatant: str) -> str:
        return self.people[combatant].name if combatant in self.people else combatant

    def change(self, combatant: str, **fields: Any) -> None:
        """Replace some fields of a combatant; for folds."""
        self.people = {**self.people, combatant: dataclasses.replace(self.people[combatant], **fields)}


@cache
def combatant_type(state: type[Encounter]) -> Any:
    """Return the combatant type of a simple state. Raises TypeError for another state."""
    if not issubclass(state, SimpleState):
        raise TypeError(f"{state.__name__} is not a SimpleState, so its ruleset must set sheet_model")
    people = next(field for field in msgspec.structs.fields(state) if field.name == "people")
    return get_args(people.type)[1]


def simple_combatant_joined(event: CombatantJoined, state: SimpleState[Any]) -> None:
    """Add the combatant, read from its sheet."""
    event.evolve(state)
    newcomer = msgspec.convert(event.sheet, combatant_type(type(state)))
    state.people = {**state.people, event.combatant: newcomer}
