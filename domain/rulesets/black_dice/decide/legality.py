"""Who may command what now: the checks that stand before every command."""

from domain.refusal import refuse, require
from domain.rulesets.black_dice.state import Fight, Person


def somebody(fight: Fight, combatant: str, field: str) -> Person:
    """The person or automaton of that ID; refuses an ID that nobody has."""
    person = fight.people.get(combatant)
    if person is None:
        known = ", ".join(fight.people) or "nobody yet"
        refuse(None, f"Nobody is called {combatant!r} here; there are {known}.", code="invalid", field=field)
    return person


def require_acting(person: Person) -> None:
    """Refuse an action roll of somebody unconscious, dying, stabilised or dead (BD-SKILL-13)."""
    require(person.able, "BD-SKILL-13", f"{person.name} is {person.condition} and does nothing.")
