"""A company: the state of a ruleset in which each combatant is one value, and its sheet is that value.

A small ruleset needs no more: its combatants are frozen dataclasses, read from their sheets as they stand, and folds
replace them by ``change``.
"""

import dataclasses
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, get_args

import msgspec
from pydantic import ConfigDict

from domain.core.commands import Name
from domain.core.events import CombatantJoined, EncounterOpened
from domain.core.evolve import Folds, joined, opened
from domain.model.encounter import Encounter


@dataclass(frozen=True)
class Member:
    """Somebody who takes part, as the sheet says; a field that the sheet does not know is a fault."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    name: Name


M = TypeVar("M", bound=Member)


class Company(Encounter, Generic[M]):
    """All who take part by their IDs, and the ruleset options by their keys."""

    options: dict[str, Any] = {}
    people: dict[str, M] = {}

    def name_of(self, combatant: str) -> str:
        return self.people[combatant].name if combatant in self.people else combatant

    def change(self, combatant: str, **fields: Any) -> None:
        """Put other values into some fields of somebody; for folds."""
        self.people = {**self.people, combatant: dataclasses.replace(self.people[combatant], **fields)}


@cache
def member_of(state: type[Encounter]) -> Any:
    """The type of those who take part, where the state is a company. Raises TypeError for another."""
    if not issubclass(state, Company):
        raise TypeError(f"{state.__name__} is no Company, so that its ruleset has to say what a sheet is")
    people = next(field for field in msgspec.structs.fields(state) if field.name == "people")
    return get_args(people.type)[1]


def company_opened(company: Company[Any], event: EncounterOpened) -> None:
    """Keep the options."""
    opened(company, event)
    company.options = event.options


def member_joined(company: Company[Any], event: CombatantJoined) -> None:
    """Read the sheet as one of the people."""
    joined(company, event)
    newcomer = msgspec.convert(event.sheet, member_of(type(company)))
    company.people = {**company.people, event.combatant: newcomer}


COMPANY_FOLDS: Folds = {EncounterOpened: company_opened, CombatantJoined: member_joined}
