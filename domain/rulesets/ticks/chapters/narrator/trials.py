"""Tests outside strikes: difficulty, luck, totals, verdict (TK-TEST-8, TK-OPP-4, TK-ROLE)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import Answering, Narrating
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import ALWAYS_ASKED, Occasion, PromptKind, any_answer, silent_unless_sent
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import among, listed, looked_up
from domain.fields.sets import Either, Labelled, Span
from domain.fields.vocabulary import Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.narrator.totals import effective, help_of, total
from domain.rulesets.ticks.chapters.objections import require_luck
from domain.rulesets.ticks.parts import SEALED, Difficulties, Points
from domain.rulesets.ticks.said import (
    FIRST_AID,
    MANOEUVRES,
    VERDICTS,
    Keyword,
    Luck,
    luck,
    product_of_test,
    skill_said,
    totals_said,
    what_said,
)
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.tables import DIFFICULTIES
from domain.rulesets.ticks.words import Difficulty, LuckUse, Manoeuvre
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, as_words, named
from domain.text.phrases import listed as enumerated
from domain.text.sentences import Spoken, SpokenOf
from domain.text.words import Label, Words


def difficulty_template(shown: int | None) -> str:
    """Return the template for a difficulty; one that is hidden is told to the narrator alone (TK-DIFF-8)."""
    return "against a hidden difficulty[ of {hidden}]" if shown is None else "against {difficulty}"


USES: Final[Mapping[LuckUse, str]] = {
    "quickness": "on quickness",
    "requirements": "to meet the requirements of a manoeuvre",
    "extra": "on further manoeuvres",
    "test": "on a test",
    "strike": "on the strike",
    "oppose": "to oppose a manoeuvre",
    "wound": "against the damage",
}


class AwardUsed(Event, frozen=True, kw_only=True):
    """The mark is used up (TK-ROLE-5)."""

    type: ClassVar[str] = "ticks.award_used"
    words = "Reward used"
    told = Told(brief=AS_SAID)
    says = "{combatant} uses the reward for good role-play."
    example = {"combatant": "hanna"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].awarded = False


class ContestDecided(Event, frozen=True, kw_only=True):
    """Who wins a contest (TK-OPP-2); those who do not oppose have no total (TK-OPP-5)."""

    type: ClassVar[str] = "ticks.contest_decided"
    words = "Contest decided"
    told = Told(brief=AS_SAID, source="winner", target="loser")
    example = {"winner": "hanna", "loser": "bruno", "totals": {"hanna": 13, "bruno": 10}}
    winner: str
    loser: str
    totals: Annotated[dict[str, int], SpokenOf(totals_said)]

    def says(self) -> str:
        if self.loser not in self.totals:
            return "{winner} wins against {loser}, who cannot compete."
        tie = "the tie " if self.totals[self.winner] == self.totals[self.loser] else ""
        return f"{{winner}} wins {tie}against {{loser}}: {{totals}}."


class Tested(Event, frozen=True, kw_only=True):
    """What a test comes to (TK-TEST-5). A hidden difficulty is in ``hidden``."""

    __test__ = False
    type: ClassVar[str] = "ticks.tested"
    words = "Test"
    example = {"combatant": "bruno", "what": "shoots the lamp", "total": 14, "success": False, "difficulty": 90}
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    combatant: str
    what: Annotated[str, Spoken(what_said)]
    total: int
    success: Annotated[bool, Spoken(VERDICTS)]
    difficulty: int | None = None
    hidden: int | None = None

    def says(self) -> str:
        return f"{{combatant}} {{success}} at {{what}}: {{total}} {difficulty_template(self.difficulty)}."

    def brief(self) -> str:
        """Tell the test; that it is first aid is told by the attempt."""
        at = "" if self.what == FIRST_AID else " at {what}"
        return f"{{combatant}} | {{success}}{at}: {{total}} {difficulty_template(self.difficulty)}"

    told = Told(brief=brief)


class Totalled(Event, frozen=True, kw_only=True):
    """What somebody brings to a test (TK-TEST-2 to TK-TEST-4): the skill in effect, the total, the help in it."""

    type: ClassVar[str] = "ticks.totalled"
    words = "Total"
    told = Told(explains=True)
    example = {
        "combatant": "tor",
        "statistic": "willpower",
        "skill": "medicine",
        "level": 0,
        "total": 17,
        "help": 9,
        "helpers": ["hanna", "lena"],
    }
    combatant: str
    statistic: Keyword
    skill: Annotated[str | None, SpokenOf(product_of_test)]
    level: int
    total: int
    help: int = 0
    helpers: tuple[str, ...] = ()

    def says(self) -> str:
        if self.skill is None:
            return "{combatant's} {statistic} is {total}."
        helped = ", and {help} from the help of {helpers}" if self.helpers else ""
        return f"{{combatant's}} total is {{total}}: {{skill}}{helped}."


class LuckSpent(Event, frozen=True, kw_only=True):
    """Luck is spent and gone (TK-LUCK-5): on what, and of which manoeuvre if of one."""

    type: ClassVar[str] = "ticks.luck_spent"
    words = "Luck spent"
    example = {"combatant": "tor", "points": 1, "use": "oppose", "manoeuvre": "accurate_strike"}
    combatant: str
    points: Luck
    use: Annotated[LuckUse, Spoken(USES)]
    manoeuvre: Annotated[Manoeuvre | None, Spoken(MANOEUVRES)] = None

    def says(self) -> str:
        """What is spent against wounds is told by what it stops."""
        if self.use == "wound":
            return ""
        if self.manoeuvre is None:
            return "{combatant} spends {points} {use}."
        return f"{{combatant}} spends {{points}} {'against' if self.use == 'oppose' else 'on'} the {{manoeuvre}}."

    def line(self) -> str:
        """Luck on a manoeuvre is part of the strike that it is for."""
        return "strikes" if self.manoeuvre is not None else ""

    told = Told(brief=AS_SAID, line=line)

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].luck -= self.points


class DifficultySet(Event, frozen=True, kw_only=True):
    """The difficulty of a deed with a skill (TK-OTHER-7). Until version 2 that of a trick shot too, under seal."""

    type: ClassVar[str] = "ticks.difficulty_set"
    words = "Difficulty set"
    example = {"combatant": "bruno", "difficulty": 50}
    private: ClassVar[frozenset[str]] = frozenset({"difficulty"})
    combatant: str
    difficulty: int | None = None

    def says(self) -> str:
        if self.difficulty is None:
            return "The narrator writes down in secret how hard it is for {combatant}."
        return "The difficulty for {combatant} is {difficulty}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.turn.declared is not None:
            person.turn = replace(person.turn, declared=replace(person.turn.declared, difficulty=self.difficulty))


class DeclarationUpheld(Event, frozen=True, kw_only=True):
    """The narrator has judged a sealed declaration, and it stands: its condition is simple enough (TK-DEFER-5), or its
    trick has the ``difficulty`` (TK-TRICK-1).

    Whose it is would tell others what it holds (TK-DECL-5).
    """

    type: ClassVar[str] = "ticks.declaration_upheld"
    words = "Declaration stands"
    example = {"combatant": "sable", "difficulty": 30}
    private: ClassVar[frozenset[str]] = frozenset({"combatant", "difficulty"})
    combatant: str = ""
    difficulty: int | None = None

    def says(self) -> str:
        """Which it is, and why it was judged, is the narrator's secret until it is revealed (TK-DECL-5)."""
        if not self.combatant:
            return "A sealed declaration stands as it is."
        return "{combatant's} declaration stands[, with a difficulty of {difficulty}]."

    def evolve(self, fight: Fight) -> None:
        """A trick has its difficulty from now on; a condition in words stands as it was declared."""
        if self.difficulty is None:
            return
        person = fight.people[self.combatant]
        if person.turn.declared is not None:
            person.turn = replace(person.turn, declared=replace(person.turn.declared, difficulty=self.difficulty))


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test that is to be made: whose, of what, against what. ``deed`` says that it is one of a round."""

    combatant: str
    statistic: str
    skill: str | None = None
    difficulty: int | None = None
    hidden: bool = False
    hint: tuple[int, int] | None = None
    role_play: bool = False
    helpers: tuple[str, ...] = ()
    what: str = ""
    deed: bool = False


class Contest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A contest: its parties, the defender last, and the totals of those who have committed (TK-OPP-4)."""

    parties: tuple[Trial, ...]
    totals: dict[str, int] = {}


def difficulty_of(said: int | Difficulty) -> int:
    """A number, or that of a name (TK-DIFF-1 to TK-DIFF-7)."""
    return said if isinstance(said, int) else DIFFICULTIES[said]


def ask_difficulty(decision: Decision[Fight], trial: Trial) -> None:
    """The narrator says how hard it is, and the combatant commits luck knowing it (TK-OTHER-7, TK-RUL-57)."""
    about: dict[str, Json] = {"combatant": trial.combatant, "what": trial.what, "skill": trial.skill, "for": "deed"}
    decision.ask(Question("set_difficulty", NARRATOR_ID, about), difficulty_given, trial)


@reply("ticks.trials.difficulty", Trial)
def difficulty_given(decision: Decision[Fight], trial: Trial, answer: int | Difficulty | None) -> None:
    """It is told, and luck may be committed."""
    difficulty = difficulty_of(answer if answer is not None else 1)
    decision.cause = decision.record(DifficultySet(combatant=trial.combatant, difficulty=difficulty))
    decision.next(commit, replace(trial, difficulty=difficulty))


@stage("ticks.trials.commit", Trial)
def commit(decision: Decision[Fight], trial: Trial) -> None:
    """Luck is committed, knowing the difficulty unless it is hidden (TK-DIFF-8)."""
    shown: dict[str, Json] = {"difficulty": trial.difficulty} if not trial.hidden else {}
    if trial.hint is not None:
        shown["hint"] = list(trial.hint)
    decision.ask(Question("commit", trial.combatant, {**_about(decision.state, trial), **shown}), committed, trial)


@reply("ticks.trials.committed", Trial)
def committed(decision: Decision[Fight], trial: Trial, luck: int | None) -> None:
    """Totals, then the verdict; equality succeeds (TK-TEST-5)."""
    reached = bring(decision, trial, luck or 0)
    difficulty = trial.difficulty or 0
    success = reached >= difficulty
    shown, hidden = (None, difficulty) if trial.hidden else (difficulty, None)
    fact = Tested(
        combatant=trial.combatant,
        what=trial.what or trial.skill or trial.statistic,
        total=reached,
        success=success,
        difficulty=shown,
        hidden=hidden,
    )
    decision.cause = decision.record(fact, audience="narrator" if trial.hidden else "all")


@stage("ticks.trials.contest", Contest)
def contest(decision: Decision[Fight], held: Contest) -> None:
    """One party after the other commits, the defender last and knowing the other's total (TK-OPP-4, TK-OPP-5).

    The reading is that of TK-RUL-8.
    """
    fight = decision.state
    able = [one for one in held.parties if fight.people[one.combatant].conscious]
    pending = [one for one in able if one.combatant not in held.totals]
    if pending:
        about = {**_about(fight, pending[0]), "totals": {**held.totals}}
        decision.ask(Question("commit", pending[0].combatant, about), contested, held)
        return
    attacker, defender = held.parties
    mine, theirs = held.totals.get(attacker.combatant), held.totals.get(defender.combatant)
    wins = theirs is None or (mine is not None and mine > theirs)
    winner, loser = (attacker, defender) if wins else (defender, attacker)
    decision.record(ContestDecided(winner=winner.combatant, loser=loser.combatant, totals=held.totals))


@reply("ticks.trials.contested", Contest)
def contested(decision: Decision[Fight], held: Contest, luck: int | None) -> None:
    """The total of a party that has committed is known to the other (TK-OPP-4)."""
    fight = decision.state
    trial = next(
        one for one in held.parties if one.combatant not in held.totals and fight.people[one.combatant].conscious
    )
    reached = bring(decision, trial, luck or 0)
    decision.next(contest, replace(held, totals={**held.totals, trial.combatant: reached}))


def bring(decision: Decision[Fight], trial: Trial, luck: int) -> int:
    """The total of somebody, with luck, role-play and help, which are spent and used up (TK-TEST-7, TK-ROLE-5)."""
    fight = decision.state
    person = fight.people[trial.combatant]
    if luck:
        decision.cause = decision.record(LuckSpent(combatant=person.id, points=luck, use="test"))
    statistic = person.statistics[trial.statistic]
    if trial.skill is None:
        decision.record(Totalled(combatant=person.id, statistic=trial.statistic, skill=None, level=0, total=statistic))
        return statistic
    awarded = person.awarded and not trial.role_play  # by either way one level, and one at most (TK-ROLE-1, TK-ROLE-2)
    level = effective(person.level(trial.skill), role_play=trial.role_play or awarded, luck=luck)
    added = help_of(fight, trial.helpers, trial.statistic, trial.skill)
    reached = total(fight.options, statistic, level) + added  # no skill multiplies help (TK-HELP-3, TK-RUL-6)
    if awarded:
        decision.record(AwardUsed(combatant=person.id))
    fact = Totalled(
        combatant=person.id,
        statistic=trial.statistic,
        skill=trial.skill,
        level=level,
        total=reached,
        help=added,
        helpers=trial.helpers,
    )
    decision.cause = decision.record(fact)
    return reached


def _about(fight: Fight, trial: Trial) -> dict[str, Json]:
    return {
        "statistic": trial.statistic,
        "skill": trial.skill,
        "what": trial.what,
        "role_play": trial.role_play or (trial.skill is not None and fight.people[trial.combatant].awarded),
        "help": help_of(fight, trial.helpers, trial.statistic, trial.skill) if trial.skill is not None else 0,
    }


# The prompts


def check_commit(fight: Fight, prompt: Prompt, answer: int) -> None:
    """Luck that is held, for a test with a skill (TK-LUCK-4, TK-LUCK-7, TK-RUL-5)."""
    person = fight.people[prompt.to]
    said = "Luck raises a skill, and this test has none; commit no luck."
    require(not answer or prompt.about["skill"] is not None, "TK-LUCK-4", said, field="answer")
    require_luck(person, answer, "answer")


def commit_forms(fight: Fight, prompt: Prompt) -> Iterator[Labelled]:
    """All that may be spent."""
    most = fight.people[prompt.to].luck if prompt.about["skill"] is not None else 0
    yield Labelled(0, Label("no_luck"))
    yield from (Labelled(points, Label.filled("points_of_luck", points=points)) for points in range(1, most + 1))


def difficulty_taken(decision: Decision[Fight], prompt: Prompt, answer: int | Difficulty) -> None:
    """That of a trick shot is a part of its declaration (TK-TRICK-1)."""
    if prompt.about["for"] == "trick":
        who = str(prompt.about["combatant"])
        decision.record(DeclarationUpheld(combatant=who, difficulty=difficulty_of(answer)), audience=NARRATOR_ID)


def difficulty_moot(fight: Fight, prompt: Prompt) -> str | None:
    """A combatant that drops out, or declares again, needs none (TK-RES-14)."""
    about: Mapping[str, Json] = prompt.about
    person = fight.people[str(about["combatant"])]
    gone = about["for"] == "trick" and (not person.conscious or person.turn.declared is None)
    return "the declaration is void" if gone else None


TEST_LUCK = Vocabulary[Fight](
    "luck for a test",
    lambda view: {
        prompt.to: Span(0, view.state.people[prompt.to].luck if prompt.about["skill"] is not None else 0)
        for prompt in view.state.prompts
        if prompt.kind == "commit" and prompt.to in view.whose
    },
)
HOW_HARD: Final = Either((tuple(DIFFICULTIES), Span(1, 1000)))


class Commit(Answering):
    """Spend luck on a test, or none (TK-TEST-8).

    Answers `commit`.
    """

    form = {"luck": looked_up(TEST_LUCK, "actor")}
    answers_to = "commit"
    says = ()
    example = {"actor": "lena", "luck": 1}
    words = Words(
        "Spend luck on the test",
        "Try the test[ with {luck:point|points} of luck]",
        group="tests",
        prominence="main",
        costs="luck",
    )
    type: Literal["ticks.commit"] = "ticks.commit"
    luck: Points = 0

    def decide(self, decision: Decision[Fight]) -> None:
        """Luck for a test or a contest (TK-TEST-8, TK-OPP-4)."""
        give_answer(decision, "commit", self.actor, self.luck, field="command.luck")


class SetDifficulty(Narrating):
    """Set the difficulty of a trick shot or of a deed with a skill (TK-TRICK-1, TK-OTHER-7).

    Answers `set_difficulty`.
    """

    form = {"difficulty": among(HOW_HARD)}
    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"difficulty"})
    public_type: ClassVar[str | None] = SEALED
    answers_to = "set_difficulty"
    says = ()
    example = {"difficulty": "difficult"}
    words = Words("Set the difficulty", "Set the difficulty: {difficulty}", group="rulings", prominence="main")
    type: Literal["ticks.set_difficulty"] = "ticks.set_difficulty"
    difficulty: Difficulties

    def decide(self, decision: Decision[Fight]) -> None:
        """That of a trick shot or of a deed with a skill (TK-TRICK-1, TK-OTHER-7)."""
        give_answer(decision, "set_difficulty", NARRATOR_ID, self.difficulty, field="command.difficulty")


def asks_commit(event: Prompted, names: Names) -> str:
    """Of what the test is, and against what as far as it is told (TK-DIFF-8, TK-DIFF-9)."""
    about = event.visible_about
    skill = f" and {skill_said(about['skill'])}" if about.get("skill") else ""
    hard = f" against a difficulty of {about['difficulty']}" if about.get("difficulty") is not None else ""
    hint = f" against a difficulty between {about['hint'][0]} and {about['hint'][1]}" if about.get("hint") else ""
    totals = [str(total) for total in about.get("totals", {}).values()]
    others = f" against {'a total' if len(totals) == 1 else 'totals'} of {enumerated(totals)}" if totals else ""
    return f"may spend luck on a test of {as_words(about['statistic'])}{skill}{hard}{hint}{others}"


def tells_commit(event: Answered, names: Names) -> str:
    """How much luck is spent."""
    return f"spends {luck(int(str(event.given)))}"


def asks_difficulty(event: Prompted, names: Names) -> str:
    """For whom something is hard, and what it is."""
    about = event.visible_about
    what = about.get("what")
    said = skill_said(what) if what and what == about.get("skill") else f"“{what}”"
    return f"has to say how hard {said if what else 'it'} is for {named(names, about['combatant'])}"


def tells_difficulty(event: Answered, names: Names) -> str:
    """A degree of difficulty, or a number."""
    hard = event.given
    return f"calls it {as_words(hard)}" if isinstance(hard, str) else f"sets the difficulty at {hard}"


COMMIT: PromptKind[Fight] = PromptKind(
    "commit",
    TypeAdapter(Points),
    check_commit,
    policy_type=ALWAYS_ASKED,
    question="how much luck to spend on the test",
    words="Luck for a test",
    asks=asks_commit,
    tells=tells_commit,
    silent=silent_unless_sent,
    fields=lambda fight, prompt: (listed(*commit_forms(fight, prompt)),),
    occasion=Occasion("TK-TEST-8", "of a combatant who is called for a test"),
)


SET_DIFFICULTY: PromptKind[Fight] = PromptKind(
    "set_difficulty",
    TypeAdapter(Difficulties),
    any_answer,
    moot=difficulty_moot,
    on_answer=difficulty_taken,
    sealed=True,
    policy_type=ALWAYS_ASKED,
    narrator_only=True,
    question="how hard the attempt is",
    words="Difficulty",
    asks=asks_difficulty,
    tells=tells_difficulty,
    sealed_as="writes down in secret how hard the attempt is",
    silent=silent_unless_sent,
    fields=lambda fight, prompt: (among(HOW_HARD),),
    occasion=Occasion("TK-TRICK-1", "when a trick shot is declared or a skill is used"),
)


TRIALS: Chapter[Fight] = Chapter(
    commands=(Commit, SetDifficulty),
    events=(AwardUsed, ContestDecided, Tested, Totalled, LuckSpent, DifficultySet, DeclarationUpheld),
    prompts=(COMMIT, SET_DIFFICULTY),
    stages=(difficulty_given, commit, committed, contest, contested),
)
