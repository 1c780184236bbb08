"""How facts about places and things change the state."""

from msgspec.structs import replace

from domain.core.evolve import Folds
from domain.rulesets.ticks.events.places import (
    AmmunitionUsed,
    AreaDefined,
    DeedDone,
    Drew,
    Dropped,
    PickedUp,
    Placed,
    Reloaded,
    Restocked,
    SightSet,
    Stepped,
    Stowed,
)
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.state import Fight, Lying, Person


def thing_changed(person: Person, item: str, **fields: object) -> None:
    """Put other values into one of somebody's things."""
    person.things = {**person.things, item: replace(person.things[item], **fields)}


def stepped(fight: Fight, event: Stepped) -> None:
    """A square of a plan's path is used up when it is stepped on (TK-PLAN-4)."""
    person = fight.people[event.combatant]
    person.square = event.to
    plan = person.turn.plan
    if plan is not None and plan.steps == "path" and plan.path[:1] == (event.to,):
        person.turn = replace(person.turn, plan=replace(plan, path=plan.path[1:]))


def placed(fight: Fight, event: Placed) -> None:
    fight.people[event.combatant].square = event.to


def sight_set(fight: Fight, event: SightSet) -> None:
    pairs = [f"{event.observer}>{event.target}", *([f"{event.target}>{event.observer}"] if event.both else [])]
    others = [pair for pair in fight.blind if pair not in pairs]
    fight.blind = tuple(others if event.visible else [*others, *pairs])


def area_defined(fight: Fight, event: AreaDefined) -> None:
    fight.areas = {**fight.areas, event.name: event.squares}


def drew(fight: Fight, event: Drew) -> None:
    thing_changed(fight.people[event.combatant], event.item, place="ready")


def stowed(fight: Fight, event: Stowed) -> None:
    person = fight.people[event.combatant]
    thing_changed(person, event.item, place="carried")
    out_of_hand(person, event.item)


def picked_up(fight: Fight, event: PickedUp) -> None:
    person = fight.people[event.combatant]
    lying: Thing = fight.ground[event.item].thing
    person.things = {**person.things, event.item: replace(lying, place="ready")}
    fight.ground = {name: other for name, other in fight.ground.items() if name != event.item}


def dropped(fight: Fight, event: Dropped) -> None:
    person = fight.people[event.combatant]
    fight.ground = {**fight.ground, event.item: Lying(_thing(fight, person, event.item), event.square)}
    person.things = {name: thing for name, thing in person.things.items() if name != event.item}
    out_of_hand(person, event.item)


def _thing(fight: Fight, person: Person, item: str) -> Thing:
    """A thing of somebody's, which may have been struck from its hand in the same stage."""
    return person.things[item] if item in person.things else fight.ground[item].thing


def out_of_hand(person: Person, item: str) -> None:
    """Defence points and an aim go with their weapon (TK-DEF-6, TK-AIM-8, TK-RUL-20)."""
    declared = person.turn.declared
    if declared is None or declared.weapon != item:
        return
    if declared.action == "defend":
        person.turn = replace(person.turn, defence=0)
    elif declared.action == "aim":
        person.turn = replace(person.turn, aim=None, attack_used=True)


def reloaded(fight: Fight, event: Reloaded) -> None:
    thing_changed(fight.people[event.combatant], event.item, loaded=event.loaded, spare=event.spare)


def restocked(fight: Fight, event: Restocked) -> None:
    thing_changed(fight.people[event.combatant], event.item or "", spare=event.spare)


def ammunition_used(fight: Fight, event: AmmunitionUsed) -> None:
    person = fight.people[event.combatant]
    if event.item in person.things:
        thing_changed(person, event.item, loaded=event.loaded)
    else:
        lying = fight.ground[event.item]
        fight.ground = {**fight.ground, event.item: replace(lying, thing=replace(lying.thing, loaded=event.loaded))}


def deed_done(fight: Fight, event: DeedDone) -> None:
    """Under Other there is one deed a round (TK-OTHER-2)."""
    person = fight.people[event.combatant]
    if person.turn.action == "other":
        person.turn = replace(person.turn, deed_done=True)


PLACE_FOLDS: Folds = {
    Stepped: stepped,
    Placed: placed,
    SightSet: sight_set,
    AreaDefined: area_defined,
    Drew: drew,
    Stowed: stowed,
    PickedUp: picked_up,
    Dropped: dropped,
    Reloaded: reloaded,
    Restocked: restocked,
    AmmunitionUsed: ammunition_used,
    DeedDone: deed_done,
}
