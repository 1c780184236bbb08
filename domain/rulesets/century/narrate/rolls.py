"""How rolls are told: who rolls for what, the target number with its parts, the throw, what comes of it."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.century.events import rolls as fact
from domain.rulesets.century.said import (
    ABILITIES,
    CONDITIONS,
    EFFECTS,
    FELT,
    HAZARDS,
    LIGHTS,
    NO_MORE,
    approach_said,
    condition_said,
    consequence_said,
    item,
    part_said,
    parts_said,
    side_said,
)
from domain.rulesets.century.state import CriticalChoice
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    counted,
    listed,
    named,
    number,
    possessive,
    reason_suffix,
    sentence,
    themselves,
)

KINDS = {"skill": "a Skill Roll", "reaction": "a Reaction Check"}
OF_RULES = {
    "control": " to keep control",
    "half damage": " to take half the damage",
    "hide": " to hide",
    "stabilize": " to stabilize the dying",
}
"""What rules have somebody roll for."""
USES = {
    "before": "before the throw",
    "after": "after the throw",
    "initiative_before": "before the initiative throw",
    "initiative_after": "after the initiative throw",
    "dodge": "to dodge in time",
    "block": "to block in time",
    "parry": "to parry in time",
    "forced_miss": "to escape after all",
}
CLOSED = {"withdrawn": "is taken back", "void": "no longer counts", "settled": "is over"}


def attempt_made(event: fact.AttemptMade, names: Names) -> str:
    skill = f" with {event.skill}" if event.skill else ""
    at = f" on {_whom(event.target, event.combatant, names)}" if event.target else ""
    return sentence(f"{named(names, event.combatant)} tries something{skill}{at}: “{event.what}”.")


def _whom(target: str, combatant: str, names: Names) -> str:
    return themselves(names, combatant) if target == combatant else named(names, target)


def attempt_judged(event: fact.AttemptJudged, names: Names) -> str:
    how = "succeeds" if event.succeeds else "fails"
    return sentence(f"{named(names, event.combatant)} {how} without a roll.")


def roll_called(event: fact.RollCalled, names: Names) -> str:
    who = named(names, event.combatant)
    if event.kind == "to_hit":
        whom = f" {named(names, event.target_of)}" if event.target_of else ""
        arms = f"a {event.what}" if event.weapon is None else item(names, event.combatant, event.weapon)
        return sentence(f"{who} rolls to hit{whom} with {arms}.")
    what = OF_RULES.get(event.what) or (f" for “{event.what}”" if event.what else "")
    against = f" against {HAZARDS[event.hazard]}" if event.hazard else ""
    target = f" on {_whom(event.target_of, event.combatant, names)}" if event.target_of else ""
    hidden = ", which only the narrator sees" if event.hidden else ""
    return sentence(f"{who} makes {KINDS[event.kind]}{target}{what}{against}{hidden}.")


def ladder_written(event: fact.LadderWritten, names: Names) -> str:
    return (
        f"The roll can reveal up to {counted(len(event.texts), 'thing')}."
        if event.texts
        else "The roll can reveal something."
    )


def approach_chosen(event: fact.ApproachChosen, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} uses {approach_said(event.candidate)} for the roll.")


def fate_spent(event: fact.FateSpent, names: Names) -> str:
    points = counted(event.points, "Fate Point")
    return sentence(f"{named(names, event.combatant)} spends {points} {USES[event.use]}.")


def fate_returned(event: fact.FateReturned, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} gets {counted(event.points, 'Fate Point')} back.")


def fate_granted(event: fact.FateGranted, names: Names) -> str:
    verb = "gains" if event.points > 0 else "loses"
    points = counted(abs(event.points), "Fate Point")
    return sentence(f"{named(names, event.combatant)} {verb} {points}{reason_suffix(event.reason)}.")


def target_fixed(event: fact.TargetFixed, names: Names) -> str:
    if event.target is None:
        return f"Only the narrator knows what {named(names, event.combatant)} needs."
    chance = f", a chance of {event.chance} percent" if event.chance is not None else ""
    target = f"{possessive(names, event.combatant)} target number is {number(event.target)}{chance}"
    return sentence(f"{target}: {parts_said(event.parts)}.")


def percent_thrown(event: fact.PercentThrown, names: Names) -> str:
    who = named(names, event.combatant)
    if event.number is None:
        return sentence(f"{who} throws, and only the narrator sees the number.")
    critical = f", a critical {event.critical} of severity {event.severity}" if event.critical else ""
    return sentence(f"{who} throws {event.number:02d}{critical}.")


def critical_awarded(event: fact.CriticalAwarded, names: Names) -> str:
    if event.awarded is None:
        return f"Only the narrator knows whether {possessive(names, event.combatant)} throw is critical."
    verdict = "is critical" if event.awarded else "is not critical"
    return sentence(f"{possessive(names, event.combatant)} throw {verdict}.")


def roll_judged(event: fact.RollJudged, names: Names) -> str:
    who = named(names, event.combatant)
    if event.success is None or event.target is None:
        return f"Only the narrator knows whether {who} succeeds."
    how = "succeeds" if event.success else "fails"
    against = f"{event.number:02d} against {number(event.target)}"
    return sentence(f"{who} {how} with {against}, degree {number(event.degree)}.")


def ladder_learnt(event: fact.LadderLearnt, names: Names) -> str:
    who = named(names, event.combatant)
    if not event.texts:
        return sentence(f"{who} learns what the throw reveals.")
    return sentence(f"{who} learns: {listed(f'“{text}”' for text in event.texts)}.")


def critical_chosen(event: fact.CriticalChosen, names: Names) -> str:
    choice = event.choice
    if choice is None:
        return sentence(f"{possessive(names, event.combatant)} critical throw does something.")
    others = "".join(f", and {named(names, who)} {consequence_said(one)}" for who, one in choice.conditions)
    text = f": “{choice.text}”" if choice.text else ""
    what = f"{_effect(event, choice, names)}{others}{text}"
    return sentence(f"{possessive(names, event.combatant)} critical throw {what}.")


def _effect(event: fact.CriticalChosen, choice: CriticalChoice, names: Names) -> str:
    weapon = item(names, event.combatant, choice.weapon) if choice.weapon else "the weapon"
    return EFFECTS[choice.effect].format(weapon=weapon, npc=named(names, choice.npc or ""))


def roll_closed(event: fact.RollClosed, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} roll {CLOSED[event.how]}.")


def consequence_chosen(event: fact.ConsequenceChosen, names: Names) -> str:
    what = listed(map(consequence_said, event.effects))
    return f"After this failure, {named(names, event.combatant)} {what}."


def confessed(event: fact.Confessed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} confesses to {named(names, event.to)}: “{event.text}”.")


def condition_set(event: fact.ConditionSet, names: Names) -> str:
    until = f" until the end of round {event.condition.until}" if event.condition.until else ""
    return sentence(f"{named(names, event.combatant)} {condition_said(event.condition)}{until}.")


def condition_ended(event: fact.ConditionEnded, names: Names) -> str:
    name, _, label = event.condition.partition(":")
    no_more = NO_MORE.get(name) or CONDITIONS[name].replace("is ", "is no longer ", 1)
    what = f" by “{label}”" if label else ""
    return sentence(f"{named(names, event.combatant)} {no_more}{what}.")


def score_set(event: fact.ScoreSet, names: Names) -> str:
    if event.ability is None:
        return f"One of {possessive(names, event.combatant)} abilities changes."
    score = f"{ABILITIES[event.ability]} is now {event.score}"
    return sentence(f"{possessive(names, event.combatant)} {score}{reason_suffix(event.reason)}.")


def scene_set(event: fact.SceneSet, names: Names) -> str:
    weather = [word for word, on in (("rain", event.rain), ("wind", event.wind)) if on]
    notes = f": “{event.notes}”" if event.notes else ""
    return f"There is now {listed([LIGHTS[event.light], *weather])}{notes}."


def attitude_thrown(event: fact.AttitudeThrown, names: Names) -> str:
    npc, whom = named(names, event.npc), all_named(names, event.toward)
    if event.attitude is None or event.die is None:
        return f"Only the narrator knows what {npc} feels towards {whom}."
    terms = "".join(f", {part_said(part)}" for part in event.terms)
    thrown = f"{event.die.dice[0]:02d} thrown{terms}, which makes {number(event.total or 0)}"
    return sentence(f"{npc} feels {FELT.get(event.attitude, event.attitude)} at the sight of {whom}: {thrown}.")


def attitude_set(event: fact.AttitudeSet, names: Names) -> str:
    npc, whom, felt = named(names, event.npc), named(names, event.toward), FELT.get(event.attitude, event.attitude)
    why = ", because of a critical throw" if event.reason == "critical" else reason_suffix(event.reason)
    return sentence(f"{npc} now feels {felt} towards {whom}{why}.")


def side_taken(event: fact.SideTaken, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} joins {side_said(event.side)}.")


ROLLS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.AttemptMade: attempt_made,
    fact.AttemptJudged: attempt_judged,
    fact.RollCalled: roll_called,
    fact.LadderWritten: ladder_written,
    fact.ApproachChosen: approach_chosen,
    fact.FateSpent: fate_spent,
    fact.FateReturned: fate_returned,
    fact.FateGranted: fate_granted,
    fact.TargetFixed: target_fixed,
    fact.PercentThrown: percent_thrown,
    fact.CriticalAwarded: critical_awarded,
    fact.RollJudged: roll_judged,
    fact.LadderLearnt: ladder_learnt,
    fact.CriticalChosen: critical_chosen,
    fact.RollClosed: roll_closed,
    fact.ConsequenceChosen: consequence_chosen,
    fact.Confessed: confessed,
    fact.ConditionSet: condition_set,
    fact.ConditionEnded: condition_ended,
    fact.ScoreSet: score_set,
    fact.SceneSet: scene_set,
    fact.AttitudeThrown: attitude_thrown,
    fact.AttitudeSet: attitude_set,
    fact.SideTaken: side_taken,
}
