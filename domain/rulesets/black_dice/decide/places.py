"""Where combatants are: who is held, what is near enough, coming close and going (BD-WHO-1, BD-INIT-11)."""

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.black_dice.decide.aiming import lose_aim
from domain.rulesets.black_dice.events.places import (
    CameClose,
    Moved,
)
from domain.rulesets.black_dice.said import from_to
from domain.rulesets.black_dice.state import Fight, Person, Thing


def held_by(fight: Fight, person: Person) -> list[Person]:
    """The able opponents that somebody is close to: they keep it from walking off (BD-WHO-1, BD-INIT-11)."""
    close = [fight.people[other] for other in fight.close_to(person.id)]
    return [other for other in close if other.able and other.side != person.side]


def may_close_in(fight: Fight, attacker: Person, target: Person | Thing) -> bool:
    """Whether a target is near enough for a melee attack (BD-WHO-1)."""
    if attacker.zone == target.zone:
        return True
    return fight.feet(attacker.zone, target.zone) <= attacker.move and not held_by(fight, attacker)


def require_zone(fight: Fight, person: Person, zone: str, rule: str, field: str) -> None:
    """Refuse a zone that nobody knows, and one that is farther away than somebody moves."""
    if zone not in fight.zones:
        detail = f"There is no zone {zone!r} here; there are {', '.join(fight.zones)}."
        refuse(None, detail, code="invalid", field=field)
    feet = fight.feet(person.zone, zone)
    said = f"It is {feet} feet {from_to((person.zone, zone), {})}; {person.name} moves {person.move} feet at most."
    require(feet <= person.move, rule, said, field=field)


def come_close(decision: Decision[Fight], person: Person, other: Person, *, placed: bool = False) -> None:
    """Two are less than five feet apart from now on; where they are already, nothing is recorded."""
    if not decision.state.are_close(person.id, other.id):
        decision.record(CameClose(combatant=person.id, other=other.id, placed=placed))


def go(decision: Decision[Fight], person: Person, zone: str, *, placed: bool = False) -> None:
    """Somebody goes to another zone: away from cover, and from everybody it was close to; no aim survives it.

    ``placed`` says that it is the narrator's doing, which costs nobody's breath (BD-DROWN-5).
    """
    if person.zone != zone:
        decision.record(Moved(combatant=person.id, zone=zone, placed=placed))
        lose_aim(decision, person, "moved")
