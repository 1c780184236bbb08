"""How a roll ends (stages 7 to 10 of CE-ROLL-12): fate after the throw, success, degree, and what it brings."""

from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID
from domain.rulesets.century.decide import consequences, criticals, fate
from domain.rulesets.century.decide.conditions import use_up_penalties
from domain.rulesets.century.decide.degrees import degree_of, succeeds
from domain.rulesets.century.decide.rolling import Rolling, roll_of
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.decide.target_numbers import PERCENT_AFTER
from domain.rulesets.century.events.rolls import (
    FateReturned,
    LadderLearnt,
    RollClosed,
    RollJudged,
)
from domain.rulesets.century.state import Fight, Roll, RollOutcome


def audience(hidden: bool) -> str:
    """Return who reads the facts of a roll: of a hidden one the narrator alone (CE-ROLL-16)."""
    return NARRATOR_ID if hidden else "all"


def close_unthrown(decision: Decision[Fight], roll: Roll, how: str) -> None:
    """End a roll before its throw: fate spent on it comes back (CE-ROLL-14, CE-ROLL-19)."""
    if roll.fate_before:
        decision.cause = decision.record(FateReturned(combatant=roll.combatant, points=roll.fate_before, roll=roll.id))
    decision.cause = decision.record(RollClosed(roll=roll.id, combatant=roll.combatant, how=how))


@stages.stage("century.rolls.fate_after", Rolling)
def ask_fate_after(decision: Decision[Fight], rolling: Rolling) -> None:
    """Whoever can still save the roll, or learn more by it, may spend fate now, once (CE-FATE-6, CE-FATE-9).

    The reading is that of CE-RUL-26.
    """
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    question = fate.question_after(decision.state, roll)
    if question is None:
        judge.run(decision, rolling)
    else:
        decision.ask(question, fate_after_spent, rolling)


@stages.reply("century.rolls.fate_after_spent", Rolling)
def fate_after_spent(decision: Decision[Fight], rolling: Rolling, answer: int | None) -> None:
    """The target number moves by what was spent with the answer; the number thrown stays (CE-FATE-2)."""
    if roll_of(decision, rolling) is not None:
        judge.run(decision, rolling)


@stages.stage("century.rolls.judge", Rolling)
def judge(decision: Decision[Fight], rolling: Rolling) -> None:
    """Success or failure, a critical first (CE-CRIT-2, CE-CRIT-3), and the degree by the margin.

    So neither a hopeless roll nor a certain one is quite so (CE-ROLL-7). Fate makes no throw critical, and no critical
    one plain (CE-FATE-10), but where an option lets it rescue a failure. The reading is that of CE-RUL-14.
    """
    roll = roll_of(decision, rolling)
    if roll is None or roll.number is None or roll.target is None:
        return
    options = decision.state.options
    target = roll.target + PERCENT_AFTER * roll.fate_after
    rescued = roll.critical == "failure" and roll.fate_after > 0
    critical = None if rescued else roll.critical
    success = critical == "success" if critical else succeeds(options, roll.kind, roll.number, target)
    degree = degree_of(options, roll.number, target, success, len(roll.ladder))
    if roll.hidden and critical:
        degree = criticals.unasked_degree(decision.state, roll) or degree
    judged = RollJudged(
        roll=roll.id, combatant=roll.combatant, success=success, target=target, number=roll.number, degree=degree
    )
    decision.cause = decision.record(judged, audience=audience(roll.hidden))
    last = ((consequences.consequence_due, rolling), (close, rolling))
    decision.steps(*(((criticals.effect_due, rolling), *last) if critical and not roll.hidden else last))


@stages.stage("century.rolls.close", Rolling)
def close(decision: Decision[Fight], rolling: Rolling) -> None:
    """The roller learns what its degree gives (CE-DEG-6); the roll is over, and its opener gets the outcome.

    After a hidden failure it is on record that nothing is learnt, as others read that it is on record (CE-ROLL-16).
    """
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    if roll.ladder and (roll.success or roll.hidden):
        learnt = LadderLearnt(
            roll=roll.id, combatant=roll.combatant, texts=roll.ladder[: roll.degree] if roll.success else ()
        )
        decision.record(learnt, audience=roll.combatant)
    if roll.own_action and decision.state.slot is None:
        use_up_penalties(decision, roll.combatant)
    decision.cause = decision.record(RollClosed(roll=roll.id, combatant=roll.combatant, how="settled"))
    if rolling.then is not None:
        decision.enter(rolling.then, RollOutcome(roll.id, bool(roll.success), effect=roll.effect))
