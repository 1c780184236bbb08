"""Tests and contests that the narrator calls for, role-play, and luck that is given (TK-TEST-8, TK-OPP, TK-ROLE)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.care import require_helpers
from domain.rulesets.ticks.decide.objections import require_statistic
from domain.rulesets.ticks.decide.trials import Contest, Trial, commit, contest, difficulty_of
from domain.rulesets.ticks.events.trials import Awarded, ContestCalled, LuckGranted, TestCalled
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import MOST_LUCK


def call_test(decision: Decision[Fight], command: ask.CallTest) -> None:
    """Difficulty and helpers are the narrator's, then the combatant commits luck (TK-TEST-8).

    A test that has failed is called anew in the same way, and nothing is remembered of it (TK-TEST-10).
    """
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    said = f"{person.name} is not conscious, and cannot be tested; call somebody else."
    require(person.conscious, "TK-TEST-8", said, field="command.combatant")
    _check_terms(fight, person, command.statistic, command.skill, command.role_play, command.helpers, "command")
    difficulty = difficulty_of(command.difficulty)
    hint = _hint(command, difficulty)
    shown, hidden = (None, difficulty) if command.hidden else (difficulty, None)
    called = TestCalled(
        combatant=person.id,
        statistic=command.statistic,
        skill=command.skill,
        difficulty=shown,
        hint=hint,
        role_play=command.role_play,
        helpers=command.helpers,
        text=command.text,
        hidden=hidden,
    )
    decision.cause = decision.record(called, audience="narrator" if command.hidden else "all")
    trial = Trial(
        person.id,
        command.statistic,
        command.skill,
        difficulty,
        command.hidden,
        hint,
        command.role_play,
        command.helpers,
        command.text,
    )
    decision.next(commit, trial)


def _hint(command: ask.CallTest, difficulty: int) -> tuple[int, int] | None:
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


def call_contest(decision: Decision[Fight], command: ask.CallContest) -> None:
    """Two parties; the one who is not the defender commits first (TK-OPP-4)."""
    fight = decision.state
    one, other = command.parties
    said = "A contest takes two; name two different combatants."
    require(one.combatant != other.combatant, "TK-OPP-1", said, field="command.parties")
    names = (one.combatant, other.combatant)
    said = "The defender is one of the two who contend; name one of them."
    require(command.defender in names, "TK-OPP-3", said, field="command.defender")
    people = [find_combatant(fight, name, f"command.parties[{place}].combatant") for place, name in enumerate(names)]
    if not any(person.conscious for person in people):
        refuse(
            "TK-OPP-5", "Neither of them is conscious; a contest takes at least one who is.", field="command.parties"
        )
    for place, (party, person) in enumerate(zip(command.parties, people, strict=True)):
        where = f"command.parties[{place}]"
        _check_terms(fight, person, party.statistic, party.skill, party.role_play, party.helpers, where)
    trials = [
        Trial(
            party.combatant,
            party.statistic,
            party.skill,
            role_play=party.role_play,
            helpers=party.helpers,
            what=command.text,
        )
        for party in command.parties
    ]
    ordered = sorted(trials, key=lambda trial: trial.combatant == command.defender)
    decision.cause = decision.record(ContestCalled(combatants=names, defender=command.defender, text=command.text))
    decision.next(contest, Contest(tuple(ordered)))


def award(decision: Decision[Fight], command: ask.Award) -> None:
    """A mark that the next task uses up; a second one changes nothing (TK-ROLE-5)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    decision.record(Awarded(combatant=person.id))


def grant_luck(decision: Decision[Fight], command: ask.GrantLuck) -> None:
    """Luck comes back no other way (TK-LUCK-8, TK-RUL-42), and nobody holds more than there is to hold (TK-SHEET-4)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    said = f"{person.name} can hold {MOST_LUCK} points of luck; give at most {MOST_LUCK - person.luck}."
    require(person.luck + command.points <= MOST_LUCK, "TK-SHEET-4", said, field="command.points")
    decision.record(LuckGranted(combatant=person.id, points=command.points))
