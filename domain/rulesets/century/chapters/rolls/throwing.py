"""The throw of a roll (stages 3 to 6 of CE-ROLL-12): fate before it, the target number, the d100, the critical."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import TypeAdapter

from domain.chance.draws import Draw
from domain.core.commands import Narrating
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, always_silent, any_answer
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import among, listed
from domain.fields.sets import Labelled, key_of
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.rolls import fate_points
from domain.rulesets.century.chapters.rolls.degrees import chance_of, critical_of
from domain.rulesets.century.chapters.rolls.fate_points import roll_over
from domain.rulesets.century.chapters.rolls.judging import ask_fate_after, audience, close_unthrown
from domain.rulesets.century.chapters.rolls.open_rolls import Rolling, is_unable, roll_of
from domain.rulesets.century.chapters.rolls.target_numbers import chosen, target_number, target_parts
from domain.rulesets.century.chapters.throws import fallen, throw_parts
from domain.rulesets.century.parts import RollKey
from domain.rulesets.century.said import parts_said, shot_by, two_digits
from domain.rulesets.century.state import Fight, Part, Roll
from domain.rulesets.century.state.changes import change_roll, change_turn
from domain.rulesets.century.vocabularies import rolls_asked_about
from domain.rulesets.century.words import Critical
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.sentences import AS_WRITTEN, Spoken
from domain.text.words import Label, Words


class TargetFixed(Event, frozen=True, kw_only=True):
    """The target number of a roll with all its parts (stage 4 of CE-ROLL-12); private in a hidden roll.

    ``chance`` is that of success in percent, before fate spent afterwards (CE-ROLL-15); None where the narrator says
    what is critical.
    """

    type: ClassVar[str] = "century.target_fixed"
    words = "Target number"
    example = {
        "roll": "roll-564.sam",
        "combatant": "sam",
        "parts": [
            {"key": "base", "amount": 90, "rule": "CE-ROLL-10"},
            {"key": "ability", "amount": 0, "rule": "CE-ABIL-3"},
            {"key": "skill", "amount": 0, "rule": "CE-ABIL-4"},
        ],
        "target": 90,
        "chance": 90,
    }
    private: ClassVar[frozenset[str]] = frozenset({"parts", "target", "chance"})
    roll: str
    combatant: str
    parts: Annotated[tuple[Part, ...], Spoken(parts_said)] = ()
    target: int | None = None
    chance: int | None = None

    def says(self) -> str:
        if self.target is None:
            return "Only the narrator knows what {combatant} needs."
        return "{combatant's} target number is {target}[, a chance of {chance} percent]: {parts}."

    def explains(self) -> bool:
        return self.target is not None

    def throws(self) -> tuple[Throw, ...]:
        parts = throw_parts(self.parts)
        return (Throw(kind="percentile", who=self.combatant, parts=parts, target=self.target, id=self.roll),)

    told = Told(explains=explains, throws=throws)

    def evolve(self, fight: Fight) -> None:
        change_roll(fight, self.roll, parts=self.parts, target=self.target, stage="fixed")


class PercentThrown(Event, frozen=True, kw_only=True):
    """The d100 of a roll (stages 5 and 6 of CE-ROLL-12): the number, and whether it is critical and how much.

    Supplied as 0 it is 100 (CE-ROLL-2). In a hidden roll all of it is private.
    """

    type: ClassVar[str] = "century.percent_thrown"
    words = "Throw"
    example = {
        "roll": "roll-7",
        "combatant": "eva",
        "die": {"faces": [97], "sides": 100},
        "number": 97,
        "critical": "failure",
        "severity": 2,
    }
    private: ClassVar[frozenset[str]] = frozenset({"die", "number", "critical", "severity"})
    roll: str
    combatant: str
    die: Draw | None = None
    number: Annotated[int | None, Spoken(two_digits)] = None
    critical: Annotated[Critical | None, AS_WRITTEN] = None
    severity: int = 0

    def says(self) -> str:
        """A plain number is told by the question that follows, or with what the roll comes to."""
        if self.number is None:
            return "{combatant} throws, and only the narrator sees the number."
        return "{combatant} throws {number}, a critical {critical} of severity {severity}." if self.critical else ""

    def brief(self) -> str:
        """The number is told with what the roll comes to, but where others have to say first whether it is critical."""
        return "{combatant} | throws {number}, which may be a critical {critical}" if self.critical else ""

    def throws(self) -> tuple[Throw, ...]:
        return fallen(self.die, self.combatant, "", result=self.number, roll=self.roll)

    told = Told(brief=brief, unless=("century.roll_judged",), throws=throws)

    def evolve(self, fight: Fight) -> None:
        """A roll of one's own in one's own slot makes it a slot with a roll (CE-DODGE-13)."""
        change_roll(
            fight, self.roll, number=self.number, critical=self.critical, severity=self.severity, stage="thrown"
        )
        if fight.rolls[self.roll].own_action:
            change_turn(fight, self.combatant, rolled=True)


class CriticalAwarded(Event, frozen=True, kw_only=True):
    """Whether the narrator lets a number of a band count as critical (CE-CRIT-1); private in a hidden roll."""

    type: ClassVar[str] = "century.critical_awarded"
    words = "Critical decided"
    example = {"roll": "attack-296.1.1", "combatant": "sam", "awarded": False}
    private: ClassVar[frozenset[str]] = frozenset({"awarded"})
    roll: str
    combatant: str
    awarded: Annotated[bool | None, Spoken({True: "is critical", False: "is not critical"})] = None

    def says(self) -> str:
        if self.awarded is None:
            return "Only the narrator knows whether {combatant's} throw is critical."
        return "{combatant's} throw {awarded}."

    def brief(self) -> str:
        """A critical throw is told with what the roll comes to."""
        return AS_SAID if self.awarded is False else ""

    def lends(self) -> str:
        """That the throw of a shot is not critical is told with the hit or the miss."""
        return f"{shot_by(self.roll)} | , not critically" if self.awarded is False else ""

    told = Told(brief=brief, lends=lends, unless=("century.shot_hit", "century.shot_missed"))

    def evolve(self, fight: Fight) -> None:
        if self.awarded is False:
            change_roll(fight, self.roll, critical=None, severity=0)


@stage("century.rolls.fate_before", Rolling, draws=True)
def ask_fate_before(decision: Decision[Fight], rolling: Rolling) -> None:
    """A roller with fate may spend it before the throw (CE-FATE-1)."""
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    question = fate_points.question_before(decision.state, roll)
    if question is None:
        fix_and_throw.run(decision, rolling)
    else:
        decision.ask(question, fate_before_spent, rolling)


@reply("century.rolls.fate_before_spent", Rolling, draws=True)
def fate_before_spent(decision: Decision[Fight], rolling: Rolling, answer: int | None) -> None:
    """What was spent was spent when the answer was given (CE-FATE-5); now the die falls."""
    if roll_of(decision, rolling) is not None:
        fix_and_throw.run(decision, rolling)


@stage("century.rolls.throw", Rolling, draws=True)
def fix_and_throw(decision: Decision[Fight], rolling: Rolling) -> None:
    """The target number is fixed, the d100 falls, and it may be critical; void if the roller can no longer throw."""
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


@stage("century.rolls.award", Rolling)
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


@reply("century.rolls.awarded", Rolling)
def critical_awarded(decision: Decision[Fight], rolling: Rolling, answer: bool | None) -> None:
    """Declined, the number is judged as any other (CE-CRIT-1)."""
    roll = roll_of(decision, rolling)
    if roll is not None:
        fact = CriticalAwarded(roll=roll.id, combatant=roll.combatant, awarded=answer is not False)
        decision.cause = decision.record(fact, audience=audience(roll.hidden))
        ask_fate_after.run(decision, rolling)


def standing_award(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return the standing answer; ``standard`` awards every critical (CE-CRIT-1)."""
    policy = fight.policy(owner, prompt.kind)
    return True if policy == "standard" else policy if isinstance(policy, bool) else None


class AwardCritical(Narrating):
    """Say whether the throw counts as critical (CE-CRIT-1).

    Answers `award_critical`; of a hidden roll no one else learns it, so it is never shown as said.
    """

    form = {"roll_id": among(rolls_asked_about("award_critical"))}
    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"award"})
    answers_to = "award_critical"
    says = ()
    example = {"award": True}
    words = Words(
        "Decide on a critical",
        "{award}[: {roll_id}]",
        group="rulings",
        prominence="main",
        fields={"award": "It is critical"},
    )
    type: Literal["century.award_critical"] = "century.award_critical"
    roll_id: RollKey | None = None
    award: bool

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "award_critical", NARRATOR_ID, self.award, field="command.award", roll=self.roll_id)


VERDICTS: Final = tuple([Labelled(one, Label(key_of(one), context="award")) for one in (True, False)])

AWARD_CRITICAL: PromptKind[Fight] = PromptKind(
    "award_critical",
    TypeAdapter(bool),
    any_answer,
    policy=standing_award,
    moot=roll_over,
    policy_type=TypeAdapter(Literal["standard"] | bool),
    sealed=True,
    narrator_only=True,
    question="whether the throw is critical",
    words="Critical or not",
    asks="has to say whether the throw is critical",
    tells={
        True: "counts it as critical",
        False: "does not count it as critical",
        "standard": "counts critical throws by the numbers",
    },
    silent=always_silent,
    fields=lambda fight, prompt: (listed(*VERDICTS),),
    occasion=Occasion("CE-ROLL-13", "where the narrator awards criticals, after such a number in the open"),
)


THROWING: Chapter[Fight] = Chapter(
    commands=(AwardCritical,),
    events=(TargetFixed, PercentThrown, CriticalAwarded),
    prompts=(AWARD_CRITICAL,),
    stages=(ask_fate_before, fate_before_spent, fix_and_throw, award_critical, critical_awarded),
    labels={
        "award_critical.standard": "By the numbers",
        "award.true": "It is critical",
        "award.false": "It is not critical",
    },
)
