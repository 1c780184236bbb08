"""Folds of harm and healing: hit points, armour, objects, the downed."""

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.century.events.harm import (
    DamageAbsorbed,
    DamageHalved,
    DamageThrown,
    Destroyed,
    Died,
    Downed,
    HealthChanged,
    HpGained,
    HpLost,
    Rested,
    Revived,
    Stabilized,
    StimpakUsed,
)
from domain.rulesets.century.evolve.places import leave_covers
from domain.rulesets.century.evolve.rolls import CLEARING, drop
from domain.rulesets.century.evolve.rounds import leave_order
from domain.rulesets.century.state import Condition, Fight


def absorbed(fight: Fight, event: DamageAbsorbed) -> None:
    """What has HP of its own loses what it absorbs (CE-ARMOR-2, CE-COVER-6)."""
    if event.left is None:
        return
    person = fight.people[event.combatant]
    if event.is_objects:
        fight.people[event.by].hp = event.left
    elif person.worn is not None:
        worn = replace(person.armour[person.worn], hp=event.left)
        person.armour = {**person.armour, person.worn: worn}


def hp_lost(fight: Fight, event: HpLost) -> None:
    fight.people[event.combatant].hp = event.hp or 0


def hp_gained(fight: Fight, event: HpGained) -> None:
    person = fight.people[event.combatant]
    person.hp = person.hp + event.points if event.hp is None else event.hp


def _stun(event: Downed | Stabilized | Revived) -> tuple[str, ...]:
    """Being stunned lasts to its own end (CE-REACT-34), unless the record says that this is it."""
    return ("stunned",) if event.ends_stun else ()


def downed(fight: Fight, event: Downed) -> None:
    """Unconscious and dying (CE-DOWN-1); what is left of the pool is lost (CE-MP-9)."""
    person = fight.people[event.combatant]
    drop(person, "stabilized", "dead", CLEARING, *_stun(event))
    lasting = [Condition("unconscious", lasts="event"), Condition("dying", lasts="event")]
    person.conditions = {**person.conditions, **{one.key: one for one in lasting}}
    person.dies_in_round, person.pool = event.dies_in_round, 0
    leave_order(fight, event.combatant)


def died(fight: Fight, event: Died) -> None:
    person = fight.people[event.combatant]
    drop(person, "unconscious", "dying", "stabilized", "stunned", CLEARING)
    person.conditions = {**person.conditions, "dead": Condition("dead", lasts="event")}
    person.dies_in_round, person.pool = None, 0
    leave_order(fight, event.combatant)


def stabilized(fight: Fight, event: Stabilized) -> None:
    """Still unconscious, but no death is due (CE-DOWN-7)."""
    person = fight.people[event.combatant]
    drop(person, "dying", "dead", CLEARING, *_stun(event))
    settled = {
        "unconscious": Condition("unconscious", lasts="event"),
        "stabilized": Condition("stabilized", lasts="event"),
    }
    person.conditions = {**person.conditions, **settled}
    person.dies_in_round, person.pool = None, 0
    leave_order(fight, event.combatant)


def revived(fight: Fight, event: Revived) -> None:
    """Whoever is revived in mid-round has no score in it (CE-INIT-14)."""
    person = fight.people[event.combatant]
    drop(person, "unconscious", "dying", "stabilized", "dead", *_stun(event))
    person.dies_in_round, person.initiative = None, None


def destroyed(fight: Fight, event: Destroyed) -> None:
    thing = fight.people[event.combatant]
    thing.destroyed, thing.pool = True, 0
    leave_covers(fight, event.combatant)


def stimpak_used(fight: Fight, event: StimpakUsed) -> None:
    fight.people[event.combatant].stimpaks = event.left or 0


HARM_FOLDS: Folds = {
    DamageThrown: no_change,
    DamageHalved: no_change,
    DamageAbsorbed: absorbed,
    HpLost: hp_lost,
    HpGained: hp_gained,
    Rested: no_change,
    HealthChanged: no_change,
    Downed: downed,
    Died: died,
    Stabilized: stabilized,
    Revived: revived,
    Destroyed: destroyed,
    StimpakUsed: stimpak_used,
}
