"""The cards of combatants: how each fares, what it has in hand and wears, what keeps it from acting."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.rulesets.ticks.chapters.deeds.harm import LAST_CHANCE
from domain.rulesets.ticks.items import Armour, Thing
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.table.doing import doing
from domain.rulesets.ticks.words import MOST_LUCK
from domain.table.drawing import MeterKind
from domain.table.look import Look
from domain.table.shapes import Combatant, Condition, Item, Meter, Place, Standing

METERS: Final[Mapping[str, MeterKind]] = {
    "wounds": MeterKind("harm", "wounds"),
    "luck": MeterKind("resource", "points"),
    "defence": MeterKind("resource", "points"),
    "rounds": MeterKind("resource", "shots", low=1),
    "spare": MeterKind("resource", "shots"),
    "wear": MeterKind("harm", "points"),
}


def card(look: Look[Fight], one: str) -> Combatant:
    """Return the card of a combatant."""
    person = look.state.people[one]
    return Combatant(
        name=look.names.get(one, person.name),
        kind="person",
        state=_standing(look, person),
        side=person.side,
        why=_why(look, person),
        place=Place(x=person.square.x, y=person.square.y),
        meters=_meters(person),
        conditions=dict(_conditions(look, person)),
        items=dict(_items(look, person)),
        doing=doing(look, person),
    )


def _standing(look: Look[Fight], person: Person) -> Standing:
    """Return how somebody fares (TK-KO, TK-DYING).

    A secret sheet may bring dying and unconsciousness along. That it no longer dies must not tell others whether it is
    awake, so that dying is a condition alone there.
    """
    if person.dead:
        return "dead"
    if person.dying is not None and look.shows(person.id):
        return "dying"
    return "able" if person.conscious else "down"


def _why(look: Look[Fight], person: Person) -> str:
    if person.dead or person.unconscious is None:
        return ""
    return look.label(f"why_{person.unconscious}", "text")


def _meters(person: Person) -> dict[str, Meter]:
    """Return wounds up to what can be lived with (TK-DYING-1), luck (TK-SHEET-4), defence points left (TK-DEF-1)."""
    meters = {"wounds": Meter(person.wounds, person.statistics["resilience"]), "luck": Meter(person.luck, MOST_LUCK)}
    if person.turn.defence:
        meters["defence"] = Meter(person.turn.defence)
    return meters


def _conditions(look: Look[Fight], person: Person) -> Iterator[tuple[str, Condition]]:
    """Yield the conditions of a combatant; of a secret sheet all of them are told in the story when they change."""
    fight, turn = look.state, person.turn
    if person.dead:
        return
    if person.unconscious is not None:
        yield "unconscious", Condition(look.label("unconscious"), "bad", rule="TK-KO-2")
    if person.dying is not None:
        left = max(0, person.dying + LAST_CHANCE - fight.clock)
        until = look.said("dead_in", seconds=left)
        yield "dying", Condition(look.label("dying", "condition"), "bad", until, "TK-DYING-1")
    if person.stabilised and look.shows(person.id):
        yield "stabilised", Condition(look.label("stabilised"), "good", rule="TK-DYING-5")
    if person.prone:
        until = look.label(f"until_{fight.options.stand_up}", "text")
        yield "prone", Condition(look.label("prone"), "bad", until, "TK-TRIP-3")
    if person.awarded:
        until = look.label("until_test", "text")
        yield "awarded", Condition(look.label("awarded", "condition"), "good", until, "TK-ROLE-5")
    if fight.in_combat and person.since is None:
        yield "outside", Condition(look.label("outside", "condition"), "plain", rule="TK-COMBAT-3")
    if person.late:
        until = look.label("until_round", "text")
        yield "late", Condition(look.label("late", "condition"), "plain", until, "TK-COMBAT-4")
    if turn.until is not None and turn.until < fight.tick and person.conscious:
        until = look.said("until_tick", tick=turn.until) if turn.until else look.label("until_round", "text")
        yield "holding", Condition(look.label("holding", "condition"), "plain", until, "TK-RES-10")


def _items(look: Look[Fight], person: Person) -> Iterator[tuple[str, Item]]:
    """Yield what is in hand (TK-SHEET-7), and the armour that is worn (TK-SHEET-10)."""
    in_hand, tracked = look.label("in_hand", "text"), look.state.options.track_ammunition
    for item, thing in person.things.items():
        if thing.ready:
            yield item, Item(thing.name, in_hand, _ammunition(thing) if tracked and thing.kind == "ranged" else {})
    if person.armour is not None:
        yield person.armour.id, _worn(look, person.armour)


def _ammunition(thing: Thing) -> dict[str, Meter]:
    return {"rounds": Meter(thing.loaded, thing.magazine), "spare": Meter(thing.spare)}


def _worn(look: Look[Fight], armour: Armour) -> Item:
    """Return armour with what it stops as it is now (TK-ARM-3, TK-ARM-5)."""
    stops = look.said("stops", melee=armour.against("melee"), ranged=armour.against("ranged"))
    return Item(armour.name, look.label("worn", "text"), {"wear": Meter(armour.wear)}, stops)
