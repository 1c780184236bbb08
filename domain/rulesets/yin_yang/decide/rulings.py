"""The narrator's hand on tracks and conditions (YY-NARR-1, YY-NARR-3, YY-NARR-4).

What else the game leaves to the narrator is a command, a prompt or an option too: nothing is decided in silence
(YY-NARR-6).
"""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.able import require_alive
from domain.rulesets.yin_yang.decide.harm import fall, gain, lose
from domain.rulesets.yin_yang.events.harm import ConditionSet
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import MAD, STABILISED
from domain.text.phrases import listed


def adjust(decision: Decision[Fight], command: ask.Adjust) -> None:
    """Take points off a track or give some back (YY-NARR-1): losses work like damage, gains stop at the maximum.

    What exhausting deeds cost in Stamina comes in this way (YY-STAM-3).
    """
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require_alive(person, "command.combatant")
    if command.points == 0:
        refuse(None, "Say how many points: below 0 a loss, above 0 a gain.", code="invalid", field="command.points")
    if command.points < 0:
        lose(decision, person.id, {command.track: -command.points}, command.reason)
    else:
        gain(decision, person.id, command.track, command.points, command.reason)


def set_condition(decision: Decision[Fight], command: ask.SetCondition) -> None:
    """Set or end a condition in the narrator's words; of rules two have part (YY-NARR-3)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    if command.condition == MAD:
        _require_mad(person, on=command.on)
    elif command.condition == STABILISED:
        _require_stabilised(person, on=command.on)
    elif not command.on:
        held = (
            f"the conditions are {listed(person.conditions)}" if person.conditions else "there is none that could end"
        )
        detail = f"{person.name} does not have the condition {command.condition}; {held}."
        require(command.condition in person.conditions, "YY-NARR-3", detail, field="command.condition")
    decision.cause = decision.record(
        ConditionSet(combatant=person.id, condition=command.condition, on=command.on, text=command.text)
    )
    if command.condition == MAD and not command.on and person.mental_balance < 0:
        fall(decision, person.id, "shock")


def _require_mad(person: Person, *, on: bool) -> None:
    """Shock may turn into madness, and madness be taken back (YY-MB-5, YY-RUL-9)."""
    if on:
        detail = f"{person.name} is not in shock; only shock turns into madness."
        require("shock" in person.out, "YY-MB-5", detail, field="command.condition")
    else:
        require(person.mad, "YY-MB-5", f"{person.name} is not mad; there is nothing to end.", field="command.condition")


def _require_stabilised(person: Person, *, on: bool) -> None:
    """Only the dying are stabilised, or lose it again (YY-VIT-6)."""
    now = (
        "not dying; only the dying are stabilised"
        if "dying" not in person.out
        else "stabilised already"
        if on
        else "not stabilised"
    )
    fits = "dying" in person.out and person.stabilised != on
    require(fits, "YY-VIT-6", f"{person.name} is {now}.", field="command.condition")


def declare_dead(decision: Decision[Fight], command: ask.DeclareDead) -> None:
    """Say that somebody dying has died (YY-NARR-4)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    detail = f"{person.name} is not dying; only the dying are declared dead."
    require("dying" in person.out, "YY-NARR-4", detail, field="command.combatant")
    fall(decision, person.id, "dead", command.reason)
