"""Lookup of combatants by ID in states that keep them as ``people``."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from domain.model.refusal import refuse
from domain.model.suggestions import no_one_called

P_co = TypeVar("P_co", covariant=True)


class HasPeople(Protocol[P_co]):
    """A state whose combatants are in ``people``, by ID."""

    @property
    def people(self) -> Mapping[str, P_co]: ...

    def name_of(self, combatant: str) -> str: ...


def find_combatant(state: HasPeople[P_co], combatant: str, field: str) -> P_co:
    """Return the combatant with that ID. Refuses an unknown ID as invalid; ``field`` is its place in the command."""
    person = state.people.get(combatant)
    if person is None:
        known = {one: state.name_of(one) for one in state.people}
        refuse(None, no_one_called(combatant, known), code="invalid", field=field)
    return person
