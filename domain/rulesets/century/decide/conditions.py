"""Conditions (CE-SHEET-18): how they come and go."""

from collections.abc import Mapping
from typing import Final, Literal

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century.commands import ClearCondition, SetCondition, Surprise
from domain.rulesets.century.decide.condition_terms import (
    CONDITIONS,
    condition_of,
    require_fitting,
    require_round,
    until_of,
)
from domain.rulesets.century.decide.downed import set_status
from domain.rulesets.century.decide.handling import drop_all
from domain.rulesets.century.events.rolls import ConditionEnded, ConditionSet
from domain.rulesets.century.state import Condition, Fight, Person, Slot
from domain.rulesets.century.words import ConditionName, DownedStatus

PenaltyName = Literal["dodge_penalty", "block_penalty"]
NEXT_ACTION: tuple[PenaltyName, ...] = ("dodge_penalty", "block_penalty")
"""Conditions on the next action of their bearer."""
PENALTIES: Final[Mapping[PenaltyName, int]] = {"dodge_penalty": 25, "block_penalty": 30}
"""What they take off it (CE-DODGE-13, CE-BLOCK-1)."""
OPPOSITES: Final[Mapping[str, str]] = {"lucky": "unlucky", "unlucky": "lucky"}
"""Conditions that end each other (CE-SHEET-18)."""
NEXT_ACTIONS: Final[Mapping[ConditionName, PenaltyName]] = {name: name for name in NEXT_ACTION}
OF_THE_DOWNED: Final[Mapping[ConditionName, DownedStatus]] = {
    "dying": "dying",
    "stabilized": "stabilized",
    "dead": "dead",
}
"""Conditions of whoever is felled by wounds, and how it then fares."""

# How they come and go


def impose(decision: Decision[Fight], combatant: str, condition: Condition) -> None:
    """Somebody has a condition from now on; it replaces an older one of its key (CE-SHEET-18).

    Luck and bad luck end each other; whoever falls unconscious lets go of what it holds (CE-RUL-93), and is not
    dying by that (CE-DOWN-13, CE-RUL-23). Whom wounds have felled nothing else knocks out or stuns.
    """
    person = decision.state.people[combatant]
    if condition.name in ("unconscious", "stunned") and is_down(person):
        return
    opposite = OPPOSITES.get(condition.name)
    if opposite is not None:
        lift(decision, combatant, opposite, condition.name)
    decision.cause = decision.record(ConditionSet(combatant=combatant, condition=condition))
    if condition.name == "unconscious":
        drop_all(decision, combatant)


def is_down(person: Person) -> bool:
    """Whether wounds have felled somebody, to be settled by its HP and `set_downed` (CE-DOWN-10)."""
    return bool(person.conditions.keys() & OF_THE_DOWNED.keys())


def lift(decision: Decision[Fight], combatant: str, key: str, reason: str) -> None:
    """A condition is over, if it is there."""
    if key in decision.state.people[combatant].conditions:
        decision.record(ConditionEnded(combatant=combatant, condition=key, reason=reason))


def penalise(decision: Decision[Fight], combatant: str, name: PenaltyName) -> None:
    """The next action of somebody suffers, once however often it comes (CE-DODGE-13, CE-DODGE-14, CE-RUL-72).

    After the first step of its own slot it is the action after this one that suffers (CE-DODGE-20).
    """
    fight = decision.state
    part = fight.part_of(combatant)
    begun = part is not None and part.touched
    before = fight.people[combatant].conditions.get(name)
    counts = before is not None and not before.fresh
    penalty = Condition(
        name, PENALTIES[name], lasts="next_action", fresh=begun and not counts, renewed=begun and counts
    )
    impose(decision, combatant, penalty)


def use_up_penalties(decision: Decision[Fight], combatant: str) -> None:
    """The penalties on the next action are used up by it (CE-SKILL-17, CE-BLOCK-6)."""
    for key in NEXT_ACTION:
        lift(decision, combatant, key, "used up")


def lapse_slot(decision: Decision[Fight], slot: Slot) -> None:
    """Penalties on the next action go with a slot in which their bearer has rolled (CE-DODGE-13, CE-DODGE-20)."""
    for name in [name for name, turn in slot.members.items() if turn.rolled]:
        for key in NEXT_ACTION:
            penalty = decision.state.people[name].conditions.get(key)
            if penalty is not None and not (penalty.fresh or penalty.renewed):
                lift(decision, name, key, "used up")


def lapse_round(decision: Decision[Fight]) -> None:
    """Conditions that end with this round are over (CE-END-2)."""
    fight = decision.state
    for person in list(fight.people.values()):
        for key, condition in list(person.conditions.items()):
            if condition.lasts == "round" and condition.until is not None and condition.until <= fight.round:
                lift(decision, person.id, key, "end of the round")


# The narrator's word


def set_condition(decision: Decision[Fight], command: SetCondition) -> None:
    """The narrator sets a condition (CE-SHEET-18); that somebody is dying or dead goes the way of `set_downed`."""
    fight, name = decision.state, command.condition
    person = _bearer(fight, command.combatant)
    row = CONDITIONS.get(name)
    if row is None:
        refuse(
            "CE-CRIT-17",
            "The holder of a weapon clears its jam; clear_jam begins it.",
            field="command.condition",
        )
    require_fitting(fight, command, name, row, "command")
    status, penalty = OF_THE_DOWNED.get(name), NEXT_ACTIONS.get(name)
    if status is not None:
        set_status(decision, person.id, status, "the narrator's word")
    elif penalty is not None:
        penalise(decision, person.id, penalty)
    else:
        _require_able_to_suffer(person, name)
        impose(decision, person.id, condition_of(fight, name, command))


def clear_condition(decision: Decision[Fight], command: ClearCondition) -> None:
    """The narrator ends a condition (CE-SHEET-18); how the downed fare is for `set_downed` to say."""
    person = _bearer(decision.state, command.combatant)
    key = f"hindered:{command.label or ''}" if command.condition == "hindered" else command.condition
    there = ", ".join(person.conditions)
    said = f"{person.name} has no condition {key}{f', only {there}' if there else ''}."
    require(key in person.conditions, "CE-SHEET-18", said, field="command.condition")
    downed = is_down(person) and command.condition in ("unconscious", *OF_THE_DOWNED)
    said = f"{person.name} is down; set_downed changes that."
    require(not downed, "CE-DOWN-10", said, field="command.condition")
    lift(decision, person.id, key, "the narrator's word")


def surprise(decision: Decision[Fight], command: Surprise) -> None:
    """The narrator says that somebody is surprised, and how much (CE-REACT-40, CE-RUL-22).

    It ends with the first round that follows, unless another is named (CE-REACT-41).
    """
    fight = decision.state
    person = _bearer(fight, command.combatant)
    require_round(fight, command.end_of_round, "CE-REACT-41", "command.end_of_round")
    until = until_of(fight, command.end_of_round, 1)
    surprised = Condition(
        "surprised",
        initiative=command.initiative,
        skill=command.skill,
        reaction=command.reaction,
        lasts="round",
        until=until,
    )
    impose(decision, person.id, surprised)


def _bearer(fight: Fight, combatant: str) -> Person:
    """Whoever is to have conditions: persons and animals (CE-SHEET-18)."""
    person = find_combatant(fight, combatant, "command.combatant")
    said = f"{person.name} is no person or animal and has no conditions."
    require(person.throws, "CE-SHEET-18", said, field="command.combatant")
    return person


def _require_able_to_suffer(person: Person, name: str) -> None:
    past = name in ("unconscious", "stunned") and is_down(person)
    said = f"{person.name} is down from wounds already; set_downed changes that."
    require(not past, "CE-DOWN-10", said, field="command.condition")
