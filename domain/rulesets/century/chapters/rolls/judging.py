"""How a roll ends (stages 7 to 10 of CE-ROLL-12): fate after the throw, success, degree, and what it brings."""

from typing import Annotated, ClassVar, Final

from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.conditions import use_up_penalties
from domain.rulesets.century.chapters.outcomes import consequences, criticals
from domain.rulesets.century.chapters.rolls import fate_points
from domain.rulesets.century.chapters.rolls.degrees import degree_of, succeeds
from domain.rulesets.century.chapters.rolls.fate_points import FateReturned
from domain.rulesets.century.chapters.rolls.open_rolls import Rolling, roll_of
from domain.rulesets.century.chapters.rolls.target_numbers import PERCENT_AFTER
from domain.rulesets.century.said import all_quoted, critical_note, critical_suffix, outcome_said, shot_by, two_digits
from domain.rulesets.century.state import Fight, Roll, RollOutcome
from domain.rulesets.century.state.changes import change_roll
from domain.story.throws import Throw
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

CLOSED: Final = {
    "withdrawn": "The narrator takes {combatant's} roll back.",
    "void": "{combatant} does not roll after all.",
    "settled": "",
}
"""How rolls end."""
SUCCESS: Final = {True: "succeeds", False: "fails"}


class RollJudged(Event, frozen=True, kw_only=True):
    """What a roll comes to (stages 8 and 9 of CE-ROLL-12); private in a hidden roll (CE-ROLL-16)."""

    type: ClassVar[str] = "century.roll_judged"
    words = "Roll decided"
    example = {"roll": "roll-57", "combatant": "eva", "success": True, "target": 54, "number": 35, "degree": 2}
    private: ClassVar[frozenset[str]] = frozenset({"success", "target", "number", "degree"})
    roll: str
    combatant: str
    success: Annotated[bool | None, Spoken(SUCCESS)] = None
    target: int | None = None
    number: Annotated[int | None, Spoken(two_digits)] = None
    degree: int = 0

    def says(self) -> str:
        if self.success is None or self.target is None or self.number is None:
            return "Only the narrator knows whether {combatant} succeeds."
        return "{combatant} {success} with {number} against {target}, degree {degree}."

    def brief(self) -> str:
        return "" if self.success is None else "{combatant} | {outcome} | ({number} against {target}{critical})"

    @property
    def outcome(self) -> Annotated[tuple[str, str, bool], Spoken(outcome_said)]:
        """What the roll comes to."""
        return self.roll, self.combatant, bool(self.success)

    @property
    def critical(self) -> Annotated[tuple[str, str, bool], Spoken(critical_note)]:
        """Whether the throw of a roll that is no shot is critical."""
        return self.outcome

    @property
    def critically(self) -> Annotated[tuple[str, str, bool], Spoken(critical_suffix)]:
        """Whether the throw is critical."""
        return self.outcome

    def lends(self) -> str:
        """The number of a To-Hit Roll is told with the hit or the miss."""
        return "" if self.success is None else f"{shot_by(self.roll)} | , | {{number}} against {{target}}{{critically}}"

    def throws(self) -> tuple[Throw, ...]:
        number, target = self.number, self.target
        return (
            Throw(kind="percentile", who=self.combatant, result=number, target=target, won=self.success, id=self.roll),
        )

    told = Told(
        brief=brief,
        unless=("century.shot_hit", "century.shot_missed"),
        lends=lends,
        explains=True,
        throws=throws,
    )

    def evolve(self, fight: Fight) -> None:
        """Fate spent afterwards has moved the target number (CE-FATE-2)."""
        change_roll(fight, self.roll, success=self.success, target=self.target, degree=self.degree, stage="judged")


class LadderLearnt(Event, frozen=True, kw_only=True):
    """What a roller learns from the ladder of its roll (CE-DEG-6): its own and the narrator's alone."""

    type: ClassVar[str] = "century.ladder_learnt"
    words = "Ladder learnt"
    told = Told(brief=AS_SAID)
    example = {"roll": "lookout", "combatant": "sam", "texts": ["one", "two"]}
    private: ClassVar[frozenset[str]] = frozenset({"texts"})
    roll: str
    combatant: str
    texts: Annotated[tuple[str, ...], Spoken(all_quoted)] = ()

    def says(self) -> str:
        return "{combatant} learns: {texts}." if self.texts else "{combatant} learns what the throw reveals."


class RollClosed(Event, frozen=True, kw_only=True):
    """A roll is over: ``settled``, ``withdrawn`` by the narrator, or ``void`` as its roller can no longer throw."""

    type: ClassVar[str] = "century.roll_closed"
    words = "Roll over"
    told = Told(brief=AS_SAID)
    example = {"roll": "roll-7", "combatant": "eva", "how": "settled"}
    roll: str
    combatant: str
    how: str

    def says(self) -> str:
        return CLOSED[self.how]

    def evolve(self, fight: Fight) -> None:
        fight.rolls = {key: roll for key, roll in fight.rolls.items() if key != self.roll}


def audience(hidden: bool) -> str:
    """Return who reads the facts of a roll: of a hidden one the narrator alone (CE-ROLL-16)."""
    return NARRATOR_ID if hidden else "all"


def close_unthrown(decision: Decision[Fight], roll: Roll, how: str) -> None:
    """End a roll before its throw: fate spent on it comes back (CE-ROLL-14, CE-ROLL-19)."""
    if roll.fate_before:
        decision.cause = decision.record(FateReturned(combatant=roll.combatant, points=roll.fate_before, roll=roll.id))
    decision.cause = decision.record(RollClosed(roll=roll.id, combatant=roll.combatant, how=how))


@stage("century.rolls.fate_after", Rolling)
def ask_fate_after(decision: Decision[Fight], rolling: Rolling) -> None:
    """A roller that can still save the roll, or learn more by it, may spend fate now, once (CE-FATE-6, CE-FATE-9).

    The reading is that of CE-RUL-26.
    """
    roll = roll_of(decision, rolling)
    if roll is None:
        return
    question = fate_points.question_after(decision.state, roll)
    if question is None:
        judge.run(decision, rolling)
    else:
        decision.ask(question, fate_after_spent, rolling)


@reply("century.rolls.fate_after_spent", Rolling)
def fate_after_spent(decision: Decision[Fight], rolling: Rolling, answer: int | None) -> None:
    """The target number moves by what was spent with the answer; the number thrown stays (CE-FATE-2)."""
    if roll_of(decision, rolling) is not None:
        judge.run(decision, rolling)


@stage("century.rolls.judge", Rolling)
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


@stage("century.rolls.close", Rolling)
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


JUDGING: Chapter[Fight] = Chapter(
    events=(RollJudged, LadderLearnt, RollClosed), stages=(ask_fate_after, fate_after_spent, judge, close)
)
