"""Targets: whom a call may go at (YY-ATK-4)."""

from typing import NamedTuple

from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.rulesets.yin_yang.chapters.turns.movement import reaches
from domain.rulesets.yin_yang.items import Weapon
from domain.rulesets.yin_yang.state import Fight, Person


class RefusalCheck(NamedTuple):
    """The rule by which somebody is not one of those who may, and why."""

    rule: str
    why: str


def is_closed(person: Person, to: str) -> bool:
    """Whether somebody is locked in a Confrontation with another than this one (YY-CONF-15)."""
    return person.locked_with is not None and person.locked_with != to


def require_target(
    fight: Fight, person: Person, target: str, weapon: Weapon | None, *, charging: bool = False, field: str = "target"
) -> None:
    """Refuse a target that is none (YY-ATK-4), or that the weapon does not reach where distances count (YY-MOVE-3).

    An act names no weapon, and goes at somebody in the same sub-fight. A charge closes the distance.
    """
    field = f"command.{field}"
    other = find_combatant(fight, target, field)
    if target == person.id:
        refuse("YY-ATK-4", f"{person.name} can only go at somebody else.", field=field)
    require_open(person, other, field)
    far = weapon is not None and weapon.reach == "long_ranged"
    if not far and not fight.together(person.id, target):
        how = "an act goes at somebody in the same one" if weapon is None else "only a Long Ranged weapon goes there"
        refuse("YY-ATK-4", f"{other.name} is in another sub-fight; {how}.", field=field)
    if weapon is not None and not charging and not reaches(fight, person.id, target, weapon):
        said = f"{weapon.name} does not reach as far as {other.name}; move closer first."
        refuse("YY-MOVE-3", said, field=field)


def require_open(person: Person, other: Person, field: str) -> None:
    """Refuse the dead, those who have left the fight (YY-COND-5) and those who are locked away (YY-CONF-15).

    Whoever has no action, or is out of action, is open to it: only its guards can match then (YY-ATK-17).
    """
    require_present(other, "no target; name somebody who is there", field)
    require_unlocked(person, other, field)


def require_present(person: Person, so: str, field: str) -> None:
    """Refuse the dead, and those who have left the fight (YY-COND-5); ``so`` says what they are therefore."""
    if person.gone:
        gone = "out of the fight" if person.alive else "dead"
        refuse("YY-COND-5", f"{person.name} is {gone} and {so}.", field=field)


def require_unlocked(person: Person, other: Person, field: str) -> None:
    """Refuse to go at somebody who is locked in a Confrontation with another (YY-CONF-15, YY-RUL-70).

    Who is locked itself goes with extra actions at whom it likes (YY-CONF-17).
    """
    if is_closed(other, person.id):
        said = f"{other.name} is locked in a Confrontation; nobody else interferes before the turn ends."
        refuse("YY-CONF-15", said, field=field)
