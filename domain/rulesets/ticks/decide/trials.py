"""Tests outside strikes: difficulty, luck, totals, verdict (TK-TEST-8, TK-OPP-4, TK-ROLE)."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Json
from domain.model.refusal import require
from domain.rulesets.ticks.decide.objections import require_luck
from domain.rulesets.ticks.decide.stages import stages
from domain.rulesets.ticks.decide.totals import effective, help_of, total
from domain.rulesets.ticks.events.rounds import DeclarationUpheld, DifficultySet
from domain.rulesets.ticks.events.strikes import LuckSpent
from domain.rulesets.ticks.events.trials import AwardUsed, ContestDecided, Tested, Totalled
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.tables import DIFFICULTIES
from domain.rulesets.ticks.words import Difficulty


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


@stages.reply("ticks.trials.difficulty", Trial)
def difficulty_given(decision: Decision[Fight], trial: Trial, answer: int | Difficulty | None) -> None:
    """It is told, and luck may be committed."""
    difficulty = difficulty_of(answer if answer is not None else 1)
    decision.cause = decision.record(DifficultySet(combatant=trial.combatant, difficulty=difficulty))
    decision.next(commit, replace(trial, difficulty=difficulty))


@stages.stage("ticks.trials.commit", Trial)
def commit(decision: Decision[Fight], trial: Trial) -> None:
    """Luck is committed, knowing the difficulty unless it is hidden (TK-DIFF-8)."""
    shown: dict[str, Json] = {"difficulty": trial.difficulty} if not trial.hidden else {}
    if trial.hint is not None:
        shown["hint"] = list(trial.hint)
    decision.ask(Question("commit", trial.combatant, {**_about(decision.state, trial), **shown}), committed, trial)


@stages.reply("ticks.trials.committed", Trial)
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


@stages.stage("ticks.trials.contest", Contest)
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


@stages.reply("ticks.trials.contested", Contest)
def contested(decision: Decision[Fight], held: Contest, luck: int | None) -> None:
    """The total of whoever has committed is known to the other (TK-OPP-4)."""
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


def commit_forms(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """All that may be spent."""
    yield from range((fight.people[prompt.to].luck if prompt.about["skill"] is not None else 0) + 1)


def commit_told(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """Behind a sealed declaration only none is listed: how much is left would tell what it has cost (TK-DECL-5)."""
    turn = fight.people[prompt.to].turn
    sealed = turn.declared is not None and not turn.revealed
    yield from (0,) if sealed else commit_forms(fight, prompt)


def difficulty_forms(fight: Fight, prompt: Prompt) -> Iterator[Json]:
    """The ladder, by its names."""
    yield from DIFFICULTIES


def difficulty_taken(decision: Decision[Fight], prompt: Prompt, answer: int | Difficulty) -> None:
    """That of a trick shot is a part of its declaration (TK-TRICK-1)."""
    if prompt.about["for"] == "trick":
        who = str(prompt.about["combatant"])
        decision.record(DeclarationUpheld(combatant=who, difficulty=difficulty_of(answer)), audience=NARRATOR_ID)


def difficulty_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Whoever drops out, or declares anew, needs none (TK-RES-14)."""
    about: Mapping[str, Json] = prompt.about
    person = fight.people[str(about["combatant"])]
    gone = about["for"] == "trick" and (not person.conscious or person.turn.declared is None)
    return "the declaration is void" if gone else None
