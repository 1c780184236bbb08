"""The throw of a roll (stages 3 to 6 of CE-ROLL-12): fate before it, the target number, the d100, the critical."""

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Json
from domain.rulesets.century.decide import fate
from domain.rulesets.century.decide.degrees import chance_of, critical_of
from domain.rulesets.century.decide.rolling import Rolling, is_unable, roll_of
from domain.rulesets.century.decide.rolls_judging import ask_fate_after, audience, close_unthrown
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.decide.target_numbers import chosen, target_number, target_parts
from domain.rulesets.century.events.rolls import (
    CriticalAwarded,
    PercentThrown,
    TargetFixed,
)
from domain.rulesets.century.state import Fight, Roll


@stages.stage("century.rolls.fate_before", Rolling)
def ask_fate_before(decision: Decision[Fight], rolling: Rolling) -> None:
    """Whoever has fate may spend it before the throw (CE-FATE-1)."""
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    question = fate.question_before(decision.state, roll)
    if question is None:
        fix_and_throw.run(decision, rolling)
    else:
        decision.ask(question, fate_before_spent, rolling)


@stages.reply("century.rolls.fate_before_spent", Rolling)
def fate_before_spent(decision: Decision[Fight], rolling: Rolling, answer: int | None) -> None:
    """What was spent was spent when the answer was given (CE-FATE-5); now the die falls."""
    if roll_of(decision, rolling) is not None:
        fix_and_throw.run(decision, rolling)


@stages.stage("century.rolls.throw", Rolling)
def fix_and_throw(decision: Decision[Fight], rolling: Rolling) -> None:
    """The target number is fixed, the d100 falls, and it may be critical; who cannot throw any more does not."""
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    fight = decision.state
    candidate = chosen(roll)
    if is_unable(fight.people[roll.combatant], roll.kind, candidate):
        close_void(decision, roll, rolling)
        return
    parts = target_parts(fight, roll, candidate)
    target = target_number(parts)
    fixed = TargetFixed(
        roll=roll.id,
        combatant=roll.combatant,
        parts=parts,
        target=target,
        chance=chance_of(fight.options, roll.kind, target, roll.band),
    )
    decision.cause = decision.record(fixed, audience=audience(roll.hidden))
    die = throw_percent(decision, roll.combatant, roll.kind, hidden=roll.hidden)
    number = die.dice[0]
    critical, severity = critical_of(fight.options, number, roll.band)
    thrown = PercentThrown(
        roll=roll.id, combatant=roll.combatant, die=die, number=number, critical=critical, severity=severity
    )
    decision.cause = decision.record(thrown, audience=audience(roll.hidden))
    award_critical.run(decision, rolling)


def throw_percent(decision: Decision[Fight], whom: str, what: str, *, hidden: bool = False) -> Draw:
    """One d100 for the event that is recorded next (CE-ROLL-1); of two dice it is the number they make (CE-ROLL-3)."""
    return decision.roll(whom, what, 1, 100, hidden=hidden)


def close_void(decision: Decision[Fight], roll: Roll, rolling: Rolling) -> None:
    """Its roller cannot throw: the roll is void, and its opener learns so (CE-ROLL-14)."""
    close_unthrown(decision, roll, "void")
    roll_of(decision, rolling)


@stages.stage("century.rolls.award", Rolling)
def award_critical(decision: Decision[Fight], rolling: Rolling) -> None:
    """Where the option says so, the narrator lets a number of a band be critical, or plain (CE-CRIT-1).

    Of a hidden roll nothing is asked, since others read what is: a number of a band is critical (CE-ROLL-16).
    """
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    if roll.hidden or roll.critical is None or decision.state.options.criticals != "narrator":
        ask_fate_after.run(decision, rolling)
        return
    about: dict[str, Json] = {"roll": roll.id, "critical": roll.critical, "severity": roll.severity}
    decision.ask(Question("award_critical", NARRATOR_ID, about), critical_awarded, rolling)


@stages.reply("century.rolls.awarded", Rolling)
def critical_awarded(decision: Decision[Fight], rolling: Rolling, answer: bool | None) -> None:
    """Declined, the number is judged as any other (CE-CRIT-1)."""
    roll = roll_of(decision, rolling)
    if roll is not None:
        fact = CriticalAwarded(roll=roll.id, combatant=roll.combatant, awarded=answer is not False)
        decision.cause = decision.record(fact, audience=audience(roll.hidden))
        ask_fate_after.run(decision, rolling)


def standing_award(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """``standard`` awards every critical (CE-CRIT-1)."""
    policy = fight.policy(owner, prompt.kind)
    return True if policy == "standard" else policy if isinstance(policy, bool) else None
