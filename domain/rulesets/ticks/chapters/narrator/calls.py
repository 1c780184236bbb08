"""Tests and contests that the narrator calls for, role-play, and luck that is given (TK-TEST-8, TK-OPP, TK-ROLE)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.fields.field import Few, Many, among, listed, looked_up, record
from domain.fields.sets import ANY_KEY, AnyJson, Node, Span
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.deeds.care import helpers_in_round, require_helpers
from domain.rulesets.ticks.chapters.narrator.trials import (
    HOW_HARD,
    Contest,
    Trial,
    commit,
    contest,
    difficulty_of,
    difficulty_template,
)
from domain.rulesets.ticks.chapters.objections import require_statistic
from domain.rulesets.ticks.chapters.vocabularies import CONSCIOUS, SKILLS, STATISTICS, WITH_SKILL, YES_NO, everybody
from domain.rulesets.ticks.options import StatisticName
from domain.rulesets.ticks.parts import (
    Combatants,
    Difficulties,
    HintSheet,
    PartySheet,
    SkillName,
)
from domain.rulesets.ticks.said import (
    Keyword,
    Luck,
    Quote,
    Skill,
    hint_said,
)
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import MOST_LUCK
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words


class LuckGranted(Event, frozen=True, kw_only=True):
    """The narrator gives luck (TK-LUCK-8)."""

    type: ClassVar[str] = "ticks.luck_granted"
    words = "Luck given"
    told = Told(brief=AS_SAID)
    says = "The narrator gives {combatant} {points}."
    example = {"combatant": "hanna", "points": 1}
    combatant: str
    points: Luck

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].luck += self.points


class Awarded(Event, frozen=True, kw_only=True):
    """Somebody is marked for its role-play (TK-ROLE-5)."""

    type: ClassVar[str] = "ticks.awarded"
    words = "Role-play rewarded"
    told = Told(brief=AS_SAID)
    says = "The narrator rewards {combatant} for good role-play."
    example = {"combatant": "sable"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].awarded = True


class ContestCalled(Event, frozen=True, kw_only=True):
    """Two are called for a contest (TK-OPP-1); the defender wins a tie (TK-OPP-3)."""

    type: ClassVar[str] = "ticks.contest_called"
    words = "Contest called"
    told = Told(brief="a tie goes to {defender}", unless=("ticks.contest_decided",))
    says = "A tie between {combatants} goes to {defender}."
    example = {"combatants": ["hanna", "iris"], "defender": "hanna", "text": "shoots the lamp"}
    combatants: tuple[str, ...]
    defender: str
    text: Quote = ""


class TestCalled(Event, frozen=True, kw_only=True):
    """Somebody is called for a test (TK-TEST-8); a hidden difficulty stays the narrator's secret (TK-DIFF-8)."""

    __test__ = False
    type: ClassVar[str] = "ticks.test_called"
    words = "Test called"
    told = Told(brief=AS_SAID, unless=("ticks.tested",))
    example = {
        "combatant": "iris",
        "statistic": "resilience",
        "skill": "longarm",
        "role_play": True,
        "text": "opens the door",
        "hidden": 13,
    }
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    combatant: str
    statistic: Keyword
    skill: Skill | None = None
    difficulty: int | None = None
    hint: Annotated[tuple[int, int] | None, Spoken(hint_said)] = None
    role_play: Annotated[bool, Spoken({True: "with an extra level for role-play"})] = False
    helpers: tuple[str, ...] = ()
    text: Quote = ""
    hidden: int | None = None

    def says(self) -> str:
        test = f"{{statistic}}[ and {{skill}}] {difficulty_template(self.difficulty)}[ ({{hint}})]"
        return f"{{combatant}} tests {test}[, {{role_play}}][, helped by {{helpers}}][: {{text}}]."


def _helpers(view: View[Fight]) -> Node:
    """Who can help with a test of a skill: in a round those who have declared it (TK-HELP-6, TK-HELP-7)."""
    fight = view.state
    if not fight.in_round:
        return {"": {}, ANY_KEY: {ANY_KEY: CONSCIOUS}}
    return {"": {}, ANY_KEY: {one: helpers_in_round(fight, one) for one in view[CONSCIOUS]}}


UNCONSCIOUS = everybody("unconscious", lambda fight, person: not person.conscious)
HELPERS = Vocabulary[Fight]("helpers", _helpers)
HELPING = looked_up(HELPERS, "skill", "combatant", many=Many(distinct=True), bars=("combatant",))
LUCK_LEFT = Vocabulary[Fight](
    "luck that can be given",
    lambda view: {one.id: Span(1, MOST_LUCK - one.luck) for one in view.state.people.values() if one.luck < MOST_LUCK},
)


class CallTest(Narrating):
    """Call a combatant for a test (TK-TEST-8)."""

    form = {
        "combatant": among(CONSCIOUS),
        "statistic": looked_up(STATISTICS, "combatant"),
        "skill": looked_up(SKILLS, "combatant"),
        "difficulty": among(HOW_HARD),
        "hidden": listed(*YES_NO),
        "hint": among(AnyJson("HintSheet"), when={"hidden": (True,)}, seldom=True, mark="check"),
        "role_play": looked_up(WITH_SKILL, "skill", seldom=True),
        "helpers": HELPING,
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {
        "combatant": "lena",
        "statistic": "dexterity",
        "skill": "medicine",
        "difficulty": 65,
        "hidden": True,
        "hint": {"low": 50, "high": 80},
        "helpers": ["hanna"],
    }
    words = Words(
        "Call for a test",
        "Call {combatant} for a test of {statistic}[ with {skill}], difficulty: {difficulty}[, kept"
        " hidden{hidden?}][, with the reward for role-play{role_play?}][, helped by {helpers}][: “{text}”]",
        group="tests",
        fields={
            "hidden": "Keep the difficulty hidden",
            "hint": "Hint at the difficulty",
            "role_play": "Use the reward for role-play",
        },
    )
    type: Literal["ticks.call_test"] = "ticks.call_test"
    combatant: CombatantId
    statistic: StatisticName
    skill: SkillName | None = None
    difficulty: Difficulties
    hidden: bool = False
    hint: HintSheet | None = None
    role_play: bool = False
    helpers: Combatants = ()
    text: Text = ""

    def secret_fields(self) -> frozenset[str]:
        """A hidden difficulty stays hidden (TK-DIFF-8)."""
        return frozenset({"difficulty"}) if self.hidden else frozenset()

    def decide(self, decision: Decision[Fight]) -> None:
        """Difficulty and helpers are the narrator's, then the combatant commits luck (TK-TEST-8).

        A test that has failed is called again in the same way, and nothing is remembered of it (TK-TEST-10).
        """
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        said = f"{person.name} is not conscious, and cannot be tested; call somebody else."
        require(person.conscious, "TK-TEST-8", said, field="command.combatant")
        _check_terms(fight, person, self.statistic, self.skill, self.role_play, self.helpers, "command")
        difficulty = difficulty_of(self.difficulty)
        hint = _hint(self, difficulty)
        shown, hidden = (None, difficulty) if self.hidden else (difficulty, None)
        called = TestCalled(
            combatant=person.id,
            statistic=self.statistic,
            skill=self.skill,
            difficulty=shown,
            hint=hint,
            role_play=self.role_play,
            helpers=self.helpers,
            text=self.text,
            hidden=hidden,
        )
        decision.cause = decision.record(called, audience="narrator" if self.hidden else "all")
        trial = Trial(
            person.id,
            self.statistic,
            self.skill,
            difficulty,
            self.hidden,
            hint,
            self.role_play,
            self.helpers,
            self.text,
        )
        decision.next(commit, trial)


def _hint(command: CallTest, difficulty: int) -> tuple[int, int] | None:
    """A range that a hidden difficulty lies in (TK-DIFF-9, TK-RUL-9)."""
    if command.hint is None:
        return None
    require(
        command.hidden,
        "TK-DIFF-9",
        "Only a hidden difficulty has a hint; hide it, or leave the hint out.",
        field="command.hint",
    )
    low, high = command.hint.low, command.hint.high
    said = f"The hint has to contain the difficulty, {difficulty}; make it wider."
    require(low <= difficulty <= high, "TK-DIFF-9", said, field="command.hint")
    return low, high


def _check_terms(
    fight: Fight,
    person: Person,
    statistic: str,
    skill: str | None,
    role_play: bool,
    helpers: tuple[str, ...],
    field: str,
) -> None:
    """The sheet has the statistic; role-play and help need a skill (TK-TEST-8, TK-ROLE-4, TK-HELP-6)."""
    require_statistic(person, statistic, "TK-TEST-8", f"{field}.statistic")
    said = "Role-play raises a skill, and this test has none; leave it out, or name a skill."
    require(skill is not None or not role_play, "TK-ROLE-4", said, field=f"{field}.role_play")
    said = "Help is for tests with a skill; leave it out, or name a skill."
    require(skill is not None or not helpers, "TK-HELP-6", said, field=f"{field}.helpers")
    require_helpers(fight, person.id, helpers, f"{field}.helpers")


class CallContest(Narrating):
    """Call two combatants for a contest (TK-OPP-1). The defender wins a tie.

    `defender` is one of the two `parties`.
    """

    form = {
        "parties": record(
            {
                "combatant": among(EVERYBODY, few=(Few("parties.combatant", UNCONSCIOUS, 1),)),
                "statistic": looked_up(STATISTICS, "combatant"),
                "skill": looked_up(SKILLS, "combatant"),
                "role_play": looked_up(WITH_SKILL, "skill", seldom=True),
                "helpers": HELPING.but(seldom=True),
            },
            phrase="{combatant} with {statistic}[ and {skill}][, rewarded for role-play{role_play?}]"
            "[, helped by {helpers}]",
            many=Many(2, 2),
            differ=("combatant",),
        ),
        "defender": among(EVERYBODY, within="parties.combatant"),
    }
    interrupts: ClassVar[bool] = True
    says = ("{parties} over {text}.", "{parties}.")
    example = {
        "parties": [
            {"combatant": "iris", "statistic": "quickness", "skill": "evade", "role_play": True},
            {"combatant": "hanna", "statistic": "dexterity", "skill": "melee"},
        ],
        "defender": "hanna",
    }
    words = Words(
        "Call for a contest",
        "Call for a contest: {parties}; {defender} wins a tie[: “{text}”]",
        group="tests",
        fields={"parties": "The two"},
    )
    told = Told(brief=AS_SAID)
    type: Literal["ticks.call_contest"] = "ticks.call_contest"
    parties: Annotated[tuple[PartySheet, ...], Field(min_length=2, max_length=2)]
    defender: CombatantId
    text: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """Two parties; the one who is not the defender commits first (TK-OPP-4)."""
        fight = decision.state
        one, other = self.parties
        said = "A contest takes two; name two different combatants."
        require(one.combatant != other.combatant, "TK-OPP-1", said, field="command.parties")
        names = (one.combatant, other.combatant)
        said = "A tie goes to one of the two who compete; name one of them."
        require(self.defender in names, "TK-OPP-3", said, field="command.defender")
        people = [
            find_combatant(fight, name, f"command.parties[{place}].combatant") for place, name in enumerate(names)
        ]
        if not any(person.conscious for person in people):
            refuse(
                "TK-OPP-5",
                "Neither of them is conscious; a contest takes at least one who is.",
                field="command.parties",
            )
        for place, (party, person) in enumerate(zip(self.parties, people, strict=True)):
            where = f"command.parties[{place}]"
            _check_terms(fight, person, party.statistic, party.skill, party.role_play, party.helpers, where)
        trials = [
            Trial(
                party.combatant,
                party.statistic,
                party.skill,
                role_play=party.role_play,
                helpers=party.helpers,
                what=self.text,
            )
            for party in self.parties
        ]
        ordered = sorted(trials, key=lambda trial: trial.combatant == self.defender)
        decision.cause = decision.record(ContestCalled(combatants=names, defender=self.defender, text=self.text))
        decision.next(contest, Contest(tuple(ordered)))


class Award(Narrating):
    """Mark a combatant whose player acted out what the next task needs (TK-ROLE-5)."""

    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "iris"}
    ruling = True
    words = Words("Reward role-play", "Reward the role-play of {combatant}", group="rulings")
    type: Literal["ticks.award"] = "ticks.award"
    combatant: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """A mark that the next task uses up; a second one changes nothing (TK-ROLE-5)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        decision.record(Awarded(combatant=person.id))


class GrantLuck(Narrating):
    """Give a combatant luck (TK-LUCK-8)."""

    form = {
        "combatant": among(keys_of("who can hold more luck", LUCK_LEFT)),
        "points": looked_up(LUCK_LEFT, "combatant"),
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "tor", "points": 1}
    ruling = True
    words = Words("Give luck", "Give {combatant} {points:point|points} of luck", group="rulings")
    type: Literal["ticks.grant_luck"] = "ticks.grant_luck"
    combatant: CombatantId
    points: Annotated[int, Field(ge=1, le=99)]

    def decide(self, decision: Decision[Fight]) -> None:
        """Luck comes back no other way (TK-LUCK-8, TK-RUL-42), up to the most there is to hold (TK-SHEET-4)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        said = f"{person.name} can hold {MOST_LUCK} points of luck; give at most {MOST_LUCK - person.luck}."
        require(person.luck + self.points <= MOST_LUCK, "TK-SHEET-4", said, field="command.points")
        decision.record(LuckGranted(combatant=person.id, points=self.points))


CALLS: Chapter[Fight] = Chapter(
    commands=(CallTest, CallContest, Award, GrantLuck), events=(LuckGranted, Awarded, ContestCalled, TestCalled)
)
