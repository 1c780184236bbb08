"""One roll under a target number, stage by stage (CE-ROLL-12): every percentage throw of somebody runs through here,
be it called Skill Roll, To-Hit Roll or Reaction Check (CE-ROLL-8).

``open_roll`` records the call and puts the first stage on the agenda; each stage runs the next as its last act.
Whoever opens a roll may name a reply that receives its outcome.
"""

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.decision.stages import Continuation
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Json
from domain.model.refusal import require
from domain.rulesets.century.decide import consequences, criticals, fate
from domain.rulesets.century.decide.conditions import use_up_penalties
from domain.rulesets.century.decide.degrees import chance_of, critical_of, degree_of, succeeds
from domain.rulesets.century.decide.rolling import Rolling, is_unable, roll_of
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.decide.target_numbers import PERCENT_AFTER, chosen, target_number, target_parts
from domain.rulesets.century.events.rolls import (
    ApproachChosen,
    CriticalAwarded,
    FateReturned,
    LadderLearnt,
    LadderWritten,
    PercentThrown,
    RollCalled,
    RollClosed,
    RollJudged,
    TargetFixed,
)
from domain.rulesets.century.state import Candidate, Fight, Roll, RollOutcome


def open_roll(
    decision: Decision[Fight], call: RollCalled, *, ladder: tuple[str, ...] = (), then: Continuation | None = None
) -> None:
    """Stage 1: the call is on record; ``then`` receives the outcome, void where no die ever falls."""
    decision.cause = decision.record(call, audience=_audience(call.hidden))
    if ladder:
        decision.record(LadderWritten(roll=call.roll, texts=ladder), audience=NARRATOR_ID)
    decision.next(choose_approach, Rolling(call.roll, then))


def _audience(hidden: bool) -> str:
    return NARRATOR_ID if hidden else "all"


# Stage 2: the approach


@stages.stage("century.rolls.approach", Rolling)
def choose_approach(decision: Decision[Fight], rolling: Rolling) -> None:
    """Of several candidates the roller picks one, knowing their target numbers, unless they are hidden (CE-SKILL-3)."""
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    if roll.chosen is not None:
        ask_fate_before.run(decision, rolling)
        return
    fight = decision.state
    shown: list[Json] = [{"key": one.key, **_compared(fight, roll, one)} for one in roll.candidates]
    decision.ask(Question("approach", roll.combatant, {"roll": roll.id, "candidates": shown}), approach_chosen, rolling)


def _compared(fight: Fight, roll: Roll, one: Candidate) -> dict[str, Json]:
    """What its player compares a candidate by: nothing where the roll is hidden (CE-SKILL-4, CE-RUL-31)."""
    return {} if roll.hidden else {"base": one.base, "target": target_number(target_parts(fight, roll, one))}


@stages.reply("century.rolls.approach_chosen", Rolling)
def approach_chosen(decision: Decision[Fight], rolling: Rolling, answer: str | None) -> None:
    """What is picked holds for the whole roll; whoever can make it in no way any more makes none (CE-ROLL-14)."""
    roll = roll_of(decision, rolling)
    if roll is not None and answer is None:
        close_void(decision, roll, rolling)
    elif roll is not None:
        decision.cause = decision.record(ApproachChosen(roll=roll.id, combatant=roll.combatant, candidate=answer or ""))
        ask_fate_before.run(decision, rolling)


def check_approach(fight: Fight, prompt: Prompt, answer: str) -> None:
    """One of the candidates."""
    known = approaches(fight, prompt)
    require(answer in known, "CE-SKILL-3", f"There are the approaches {', '.join(known)}.", field="answer")


def approaches(fight: Fight, prompt: Prompt) -> tuple[str, ...]:
    """The keys of the candidates."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    return tuple([candidate.key for candidate in roll.candidates]) if roll is not None else ()


def standing_approach(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """``best`` picks the highest target number, the first of equal ones (CE-SKILL-3, CE-REACT-5, CE-RUL-32)."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if fight.policy(owner, prompt.kind) != "best" or roll is None:
        return None
    return max(roll.candidates, key=lambda one: target_number(target_parts(fight, roll, one))).key


# Stages 3 to 6: fate before, the target number, the throw


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
    decision.cause = decision.record(fixed, audience=_audience(roll.hidden))
    die = throw_percent(decision, roll.combatant, roll.kind, hidden=roll.hidden)
    number = die.dice[0]
    critical, severity = critical_of(fight.options, number, roll.band)
    thrown = PercentThrown(
        roll=roll.id, combatant=roll.combatant, die=die, number=number, critical=critical, severity=severity
    )
    decision.cause = decision.record(thrown, audience=_audience(roll.hidden))
    award_critical.run(decision, rolling)


def throw_percent(decision: Decision[Fight], whom: str, what: str, *, hidden: bool = False) -> Draw:
    """One d100 for the event that is recorded next (CE-ROLL-1); of two dice it is the number they make (CE-ROLL-3)."""
    return decision.roll(whom, what, 1, 100, hidden=hidden)


def close_void(decision: Decision[Fight], roll: Roll, rolling: Rolling) -> None:
    """Its roller cannot throw: the roll is void, and its opener learns so (CE-ROLL-14)."""
    close_unthrown(decision, roll, "void")
    roll_of(decision, rolling)


def close_unthrown(decision: Decision[Fight], roll: Roll, how: str) -> None:
    """End a roll before its throw: fate spent on it comes back (CE-ROLL-14, CE-ROLL-19)."""
    if roll.fate_before:
        decision.cause = decision.record(FateReturned(combatant=roll.combatant, points=roll.fate_before, roll=roll.id))
    decision.cause = decision.record(RollClosed(roll=roll.id, combatant=roll.combatant, how=how))


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
        decision.cause = decision.record(fact, audience=_audience(roll.hidden))
        ask_fate_after.run(decision, rolling)


def standing_award(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """``standard`` awards every critical (CE-CRIT-1)."""
    policy = fight.policy(owner, prompt.kind)
    return True if policy == "standard" else policy if isinstance(policy, bool) else None


# Stages 7 to 9: fate after, success, degree


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
    decision.cause = decision.record(judged, audience=_audience(roll.hidden))
    last = ((consequences.consequence_due, rolling), (close, rolling))
    decision.steps(*(((criticals.effect_due, rolling), *last) if critical and not roll.hidden else last))


# The end


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
