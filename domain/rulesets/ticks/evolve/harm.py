"""How facts about wounds, dying and care change the state."""

from msgspec.structs import replace

from domain.core.evolve import Folds
from domain.rulesets.ticks.events.harm import (
    ArmourWornDown,
    BeganDying,
    Died,
    FellUnconscious,
    Recovered,
    Repaired,
    Stabilised,
    Woke,
    Wounded,
)
from domain.rulesets.ticks.state import Fight, Person


def wounded(fight: Fight, event: Wounded) -> None:
    """A new wound begins the days of care anew (TK-REC-5)."""
    person = fight.people[event.combatant]
    person.wounds = event.total or 0
    if event.wounds:
        person.care_days = 0
        person.turn = replace(person.turn, wounded=True)


def armour_worn_down(fight: Fight, event: ArmourWornDown) -> None:
    person = fight.people[event.combatant]
    if person.armour is not None:
        person.armour = replace(person.armour, wear=event.wear)


def repaired(fight: Fight, event: Repaired) -> None:
    person = fight.people[event.combatant]
    if person.armour is not None:
        person.armour = replace(person.armour, wear=0)


def fell_unconscious(fight: Fight, event: FellUnconscious) -> None:
    person = fight.people[event.combatant]
    person.unconscious = event.cause
    drop_out(person)


def drop_out(person: Person) -> None:
    """What somebody had in mind for the round is lost with it (TK-RES-14)."""
    person.turn = replace(
        person.turn, defence=0, aim=None, triggers=(), attack_used=True, deed_done=True, plan=None, until=None
    )


def woke(fight: Fight, event: Woke) -> None:
    fight.people[event.combatant].unconscious = None


def began_dying(fight: Fight, event: BeganDying) -> None:
    person = fight.people[event.combatant]
    person.dying, person.stabilised = event.since, False


def stabilised(fight: Fight, event: Stabilised) -> None:
    """Only wounds from now on are new ones (TK-DYING-5)."""
    person = fight.people[event.combatant]
    person.dying, person.stabilised = None, True
    person.turn = replace(person.turn, wounded=False)


def died(fight: Fight, event: Died) -> None:
    person = fight.people[event.combatant]
    person.dead, person.dying = True, None
    drop_out(person)


def recovered(fight: Fight, event: Recovered) -> None:
    """``stabilised`` has served its time when resilience bears the wounds again (TK-DYING-5)."""
    person = fight.people[event.combatant]
    person.wounds, person.care, person.care_days = event.wounds or 0, event.care or "none", event.care_days or 0
    if person.wounds <= person.statistics["resilience"]:
        person.stabilised = False


HARM_FOLDS: Folds = {
    Wounded: wounded,
    ArmourWornDown: armour_worn_down,
    Repaired: repaired,
    FellUnconscious: fell_unconscious,
    Woke: woke,
    BeganDying: began_dying,
    Stabilised: stabilised,
    Died: died,
    Recovered: recovered,
}
