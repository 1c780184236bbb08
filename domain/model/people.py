"""Lookup of combatants by ID in states that keep them as ``people``."""

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from domain.model.refusal import refuse

P_co = TypeVar("P_co", covariant=True)


class HasPeople(Protocol[P_co]):
    """A state whose combatants are in ``people``, by ID."""

    @property
    def people(self) -> Mapping[str, P_co]: ...


def unknown_combatant(combatant: str, known: Iterable[str]) -> str:
    """Return the sentence of a refusal for an ID that no combatant has."""
    ids = ", ".join(known)
    return f"There is no combatant {combatant!r}; {f'the combatants are {ids}' if ids else 'none has joined yet'}."


def find_combatant(state: HasPeople[P_co], combatant: str, field: str) -> P_co:
    """Return the combatant with that ID. Refuses an unknown ID as invalid; ``field`` is its place in the command."""
    person = state.people.get(combatant)
    if person is None:
        refuse(None, unknown_combatant(combatant, state.people), code="invalid", field=field)
    return person
