"""People: the combatants of a ruleset by their IDs, and how a command finds one of them."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from domain.model.refusal import refuse

P_co = TypeVar("P_co", covariant=True)


class Peopled(Protocol[P_co]):
    """A state that knows its people by their IDs."""

    @property
    def people(self) -> Mapping[str, P_co]: ...


def find_combatant(state: Peopled[P_co], combatant: str, field: str) -> P_co:
    """Whoever has that ID; refuses one that nobody has, which stands in ``field`` of the command."""
    person = state.people.get(combatant)
    if person is None:
        known = ", ".join(state.people) or "nobody yet"
        refuse(None, f"Nobody is called {combatant!r} here; there are {known}.", code="invalid", field=field)
    return person
