"""Folds of gear and places."""

from domain.core.evolve import Folds
from domain.rulesets.yin_yang.events.places import (
    DistanceSet,
    FightSplit,
    GuardsEnded,
    GuardSet,
    ItemPlaced,
    ItemTaken,
    Moved,
    Wielded,
    Worn,
)
from domain.rulesets.yin_yang.evolve.turns import call_heard
from domain.rulesets.yin_yang.scores import derive
from domain.rulesets.yin_yang.state import Fight, pair_key
from domain.rulesets.yin_yang.words import MAIN


def placed(fight: Fight, event: ItemPlaced) -> None:
    if event.weapon is not None:
        fight.scene_weapons = {**fight.scene_weapons, event.weapon.id: event.weapon}
    if event.armour is not None:
        fight.scene_armour = {**fight.scene_armour, event.armour.id: event.armour}


def taken(fight: Fight, event: ItemTaken) -> None:
    """What lay about is gear from now on (YY-WPN-31)."""
    person = fight.people[event.combatant]
    if event.item in fight.scene_weapons:
        person.weapons = {**person.weapons, event.item: fight.scene_weapons[event.item]}
        fight.scene_weapons = {key: weapon for key, weapon in fight.scene_weapons.items() if key != event.item}
    else:
        person.armour = {**person.armour, event.item: fight.scene_armour[event.item]}
        fight.scene_armour = {key: piece for key, piece in fight.scene_armour.items() if key != event.item}


def wielded(fight: Fight, event: Wielded) -> None:
    """Scores are computed when a weapon is taken up or its grip changes (YY-WPN-5)."""
    person = fight.people[event.combatant]
    person.wielded = event.grips
    derive(person)


def worn(fight: Fight, event: Worn) -> None:
    person = fight.people[event.combatant]
    person.worn = event.armour
    derive(person)


def guard_set(fight: Fight, event: GuardSet) -> None:
    """Guards stand in the order in which they began (YY-ATK-6)."""
    ward = fight.people[event.ward]
    others = tuple([guard for guard in ward.guards if guard != event.combatant])
    ward.guards = (*others, event.combatant) if event.on else others


def guards_ended(fight: Fight, event: GuardsEnded) -> None:
    for key in event.wards:
        ward = fight.people[key]
        ward.guards = tuple([guard for guard in ward.guards if guard not in event.guards])


def moved(fight: Fight, event: Moved) -> None:
    """A move is a call too, even one that costs nothing (YY-ACT-6)."""
    call_heard(fight)
    person = fight.people[event.combatant]
    if event.subfight is not None:
        person.subfight = event.subfight
        _remember(fight)
    if event.other is not None and event.band is not None:
        fight.distances = {**fight.distances, pair_key(event.combatant, event.other): event.band}


def distance_set(fight: Fight, event: DistanceSet) -> None:
    fight.distances = {**fight.distances, pair_key(event.first, event.second): event.band}


def split(fight: Fight, event: FightSplit) -> None:
    for combatant, subfight in event.subfights.items():
        fight.people[combatant].subfight = subfight
    _remember(fight)


def _remember(fight: Fight) -> None:
    """The sub-fights that there are, the main one first."""
    named = (person.subfight for person in fight.people.values())
    fight.subfights = tuple(dict.fromkeys([MAIN, *fight.subfights, *named]))


PLACE_FOLDS: Folds = {
    ItemPlaced: placed,
    ItemTaken: taken,
    Wielded: wielded,
    Worn: worn,
    GuardSet: guard_set,
    GuardsEnded: guards_ended,
    Moved: moved,
    DistanceSet: distance_set,
    FightSplit: split,
}
