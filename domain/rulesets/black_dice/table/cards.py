"""The cards of people, automata and objects."""

from collections.abc import Mapping
from typing import Final

from domain.rulesets.black_dice.chapters.perils.breath import breath_points
from domain.rulesets.black_dice.state import Fight, Person, Thing, Weapon
from domain.rulesets.black_dice.table.conditions import conditions, cover
from domain.rulesets.black_dice.table.deeds import doing
from domain.rulesets.black_dice.table.saying import called
from domain.rulesets.black_dice.words import Being
from domain.rulesets.black_dice.words import Condition as Fitness
from domain.table.drawing import MeterKind
from domain.table.look import Look
from domain.table.shapes import Combatant, Item, Kind, Meter, Place, Standing

METERS: Final[Mapping[str, MeterKind]] = {
    "health": MeterKind("health", "pips", 0),
    "armour": MeterKind("resource", "points"),
    "fate": MeterKind("resource", "pips"),
    "breath": MeterKind("stamina", "points"),
    "structure": MeterKind("health", "pips"),
}
KINDS: Final[Mapping[Being, Kind]] = {"person": "person", "automaton": "machine"}
STANDINGS: Final[Mapping[Fitness, Standing]] = {
    "able": "able",
    "unconscious": "down",
    "dying": "dying",
    "stabilised": "down",
    "dead": "dead",
}
PIPS_OF_DIE: Final = 2
"""The pips of a structure die (BD-OBJ-1)."""


def card(look: Look[Fight], combatant: str) -> Combatant:
    """Return the card of a person, an automaton or an object."""
    person = look.state.people.get(combatant)
    return _thing(look, look.state.things[combatant]) if person is None else _person(look, person)


def _person(look: Look[Fight], person: Person) -> Combatant:
    return Combatant(
        name=person.name,
        kind=KINDS[person.kind],
        side=person.side,
        state=STANDINGS[person.condition],
        why=_why(look, person),
        place=Place(at=person.zone),
        meters=_meters(look, person),
        conditions=conditions(look, person),
        items={key: _weapon(look, weapon) for key in person.ready if (weapon := person.weapon(key)) is not None},
        doing=doing(look, person.id) if person.able else None,
    )


def _why(look: Look[Fight], person: Person) -> str:
    """Return how it is with those who are not able, and why they are unconscious (BD-GREY-7, BD-DRINK-13)."""
    if person.condition == "able":
        return ""
    if person.condition != "unconscious":
        return look.said(f"is_{person.condition}")
    if person.knocked_out and person.paralytic:
        return look.said("fell_both")
    return look.said("fell_drink" if person.paralytic else "fell_wounds")


def _meters(look: Look[Fight], person: Person) -> dict[str, Meter]:
    """Return health down to the bottom of the grey (BD-GREY-1), armour and fate if there are any, a held breath."""
    marks = {look.said("normal_marks"): person.normal, look.said("bruise_marks"): person.bruise}
    found = {"health": Meter(person.health, person.white_health, -person.grey_health, marks)}
    if person.armour:
        found["armour"] = Meter(person.armour)
    if person.fate or person.player:
        found["fate"] = Meter(person.fate)
    if person.breath is not None:
        found["breath"] = Meter(person.breath.points, breath_points(look.state, person))
    return found


def _weapon(look: Look[Fight], weapon: Weapon) -> Item:
    """Return a weapon that is ready (BD-MOD-2)."""
    use = "natural" if weapon.natural else "in_hand" if weapon.hands == 1 else "in_both"
    return Item(called(look, weapon.id), look.said(use))


def _thing(look: Look[Fight], thing: Thing) -> Combatant:
    """Return the card of an object; one without pips is destroyed (BD-OBJ-1, BD-OBJ-5)."""
    meters = {"structure": Meter(thing.pips, PIPS_OF_DIE * thing.structure_dice)}
    if thing.armour:
        meters["armour"] = Meter(thing.armour)
    return Combatant(
        name=thing.name,
        kind="object",
        state="able" if thing.whole else "down",
        why="" if thing.whole else look.said("is_destroyed"),
        place=Place(at=thing.zone),
        meters=meters,
        conditions={} if thing.cover is None else {"cover": cover(look, thing.cover)},
    )
