"""How facts about strikes, aims, deferred attacks, falls and holds change the state."""

from msgspec.structs import replace

from domain.core.evolve import Folds
from domain.rulesets.ticks.events.strikes import (
    AimBegan,
    AimBroken,
    ConditionMet,
    Fell,
    Grabbed,
    HeldBack,
    HoldEnded,
    LuckSpent,
    ManoeuvreTested,
    ManoeuvreTried,
    Soaked,
    StoodUp,
    Struck,
)
from domain.rulesets.ticks.state import Fight, Trigger


def luck_spent(fight: Fight, event: LuckSpent) -> None:
    fight.people[event.combatant].luck -= event.points


def nothing(fight: Fight, event: ManoeuvreTried | ManoeuvreTested) -> None:
    """What a test comes to shows in what follows."""


def struck(fight: Fight, event: Struck) -> None:
    """The attack of the round is used (TK-ATK-2); a shot ends the steps (TK-MOVE-6).

    Outside rounds it is the violent act that begins combat, and takes nothing from round 1 (TK-COMBAT-5).
    """
    if fight.phase != "resolution":
        fight.opening = True
        return
    person = fight.people[event.combatant]
    shot = person.turn.shot or (event.mode != "melee" and not person.turn.has("run_and_gun"))
    person.turn = replace(person.turn, attack_used=True, shot=shot)


def soaked(fight: Fight, event: Soaked) -> None:
    person = fight.people[event.combatant]
    turn = person.turn
    left, stopped = turn.defence - event.defended, event.hit and event.stopped
    person.turn = replace(person.turn, defence=left, hit=turn.hit or event.hit, stopped=turn.stopped or stopped)


def aim_began(fight: Fight, event: AimBegan) -> None:
    person = fight.people[event.combatant]
    person.turn = replace(person.turn, aim=event.tick)


def aim_broken(fight: Fight, event: AimBroken) -> None:
    person = fight.people[event.combatant]
    person.turn = replace(person.turn, aim=None)


def condition_met(fight: Fight, event: ConditionMet) -> None:
    person = fight.people[event.combatant]
    trigger = Trigger(event.by, event.tick, event.stage)
    person.turn = replace(person.turn, triggers=(*person.turn.triggers, trigger))


def held_back(fight: Fight, event: HeldBack) -> None:
    person = fight.people[event.combatant]
    person.turn = replace(person.turn, held_back=(*person.turn.held_back, *event.spared))


def fell(fight: Fight, event: Fell) -> None:
    person = fight.people[event.combatant]
    person.prone = True
    person.turn = replace(person.turn, fell=True)


def stood_up(fight: Fight, event: StoodUp) -> None:
    fight.people[event.combatant].prone = False


def grabbed(fight: Fight, event: Grabbed) -> None:
    person = fight.people[event.combatant]
    person.held_by = {**person.held_by, event.by: event.reach}


def hold_ended(fight: Fight, event: HoldEnded) -> None:
    person = fight.people[event.combatant]
    person.held_by = {name: reach for name, reach in person.held_by.items() if name != event.by}


STRIKE_FOLDS: Folds = {
    LuckSpent: luck_spent,
    ManoeuvreTried: nothing,
    ManoeuvreTested: nothing,
    Struck: struck,
    Soaked: soaked,
    AimBegan: aim_began,
    AimBroken: aim_broken,
    ConditionMet: condition_met,
    HeldBack: held_back,
    Fell: fell,
    StoodUp: stood_up,
    Grabbed: grabbed,
    HoldEnded: hold_ended,
}
