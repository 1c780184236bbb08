"""Checks and contests: rolls against a difficulty, rolls against each other (BD-SKILL-2 to BD-SKILL-4, BD-COMP)."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from domain.refusal import refuse, require
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.legality import require_acting, somebody
from domain.rulesets.black_dice.decide.pools import Plan, action_roll
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import Cast, repeat, throw
from domain.rulesets.black_dice.events.throws import CheckSettled, ContestDecided, Terms
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import degree_of
from domain.stages import Later
from domain.table import Table

MOST_CONTESTS = 20


class Trial(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll against a difficulty: how many net successes it needs, and the reply that waits for them, if one does."""

    combatant: str
    label: str
    needed: int = 1
    then: Later | None = None


def check(table: Table[Fight], command: ask.Check) -> None:
    """A skill roll that the narrator asks for (BD-SKILL-2)."""
    fight = table.state
    person = somebody(fight, command.combatant, "command.combatant")
    require_acting(person)
    require_stat(person, command.stat, "command.stat")
    helped, crowd = help_of(fight, person, command.skill, command)
    plan = action_roll(
        fight,
        person,
        label_of(command.stat, command.skill),
        command.stat,
        command.skill,
        helped=helped,
        difficulty=command.difficulty,
        bonuses=(("narrator", command.bonus),),
        penalties=(("narrator", -command.penalty),),
        black=(("crowd", crowd), ("narrator", command.black)),
        choices=given(command),
    )
    attempt(table, plan, command.difficulty, command.needed, anyway=command.throw_anyway)


def attempt(
    table: Table[Fight],
    plan: Plan,
    difficulty: str,
    needed: int = 1,
    *,
    anyway: bool = False,
    then: Later | None = None,
) -> None:
    """Make a roll; ``then`` receives its net successes.

    What is Very Easy succeeds of itself, or thrown all the same comes to that at least (BD-DIFF-1).
    """
    trial = Trial(plan.combatant, plan.label, needed, then)
    automatic = table.state.options.automatic_successes
    if difficulty != "very_easy":
        throw(table, (plan,), attempted.later(trial))
    elif anyway:
        throw(table, (replace(plan, least=automatic),), attempted.later(trial))
    else:
        settle(table, trial, automatic, automatic=True)


@stages.reply("black_dice.check.attempted", Trial)
def attempted(table: Table[Fight], trial: Trial, casts: tuple[Cast, ...]) -> None:
    """The dice have fallen: enough net successes pass (BD-SKILL-2)."""
    settle(table, trial, casts[0].net, foul=casts[0].foul)


def settle(table: Table[Fight], trial: Trial, net: int, *, foul: bool = False, automatic: bool = False) -> None:
    """Record what a roll came to, and go on with what waits for it."""
    passed = net >= trial.needed
    degree = degree_of(net, foul)
    table.cause = table.record(CheckSettled(trial.combatant, trial.label, net, trial.needed, passed, degree, automatic))
    if trial.then is not None:
        table.enter(trial.then, net)


def given(command: ask.Check | ask.Treat | ask.Stabilise | ask.Feat) -> ask.Choices | None:
    """The choices of a command; None where it names none, so that whoever wants to be asked is asked."""
    return command.choices if "choices" in command.model_fields_set else None


def label_of(stat: str, skill: str | None) -> str:
    """What a roll is called: by its skill, or by the stat alone."""
    return skill or stat


def require_stat(person: Person, stat: str, field: str) -> None:
    """Refuse a stat that the sheet does not have."""
    if stat not in person.stats:
        known = ", ".join(person.stats)
        refuse(None, f"{person.name} has no stat {stat!r}; there are {known}.", code="invalid", field=field)


def help_of(fight: Fight, leader: Person, skill: str | None, aid: ask.Helped) -> tuple[Terms, int]:
    """White dice of complementary skills and assistants, and the black dice of their crowd (BD-COMP-1 to BD-COMP-4)."""
    most = fight.options.complementary_max
    require(
        len(aid.complementary) <= most,
        "BD-COMP-1",
        f"At most {most} complementary skills help a roll.",
        field="command.complementary",
    )
    different = len(set(aid.complementary)) == len(aid.complementary) and skill not in aid.complementary
    require(different, "BD-COMP-1", "Complementary skills are others than the main one, each named once.")
    require(
        len(set(aid.assistants)) == len(aid.assistants),
        "BD-COMP-2",
        "Each assistant helps once.",
        field="command.assistants",
    )
    for number, name in enumerate(aid.assistants):
        assistant = somebody(fight, name, f"command.assistants[{number}]")
        _require_assistant(fight, leader, assistant)
    free = fight.options.free_assistants if aid.free_assistants is None else aid.free_assistants
    return tuple(_help_terms(fight, leader, skill, aid)), max(0, len(aid.assistants) - free)


def _help_terms(fight: Fight, leader: Person, skill: str | None, aid: ask.Helped) -> Iterable[tuple[str, int]]:
    for other in aid.complementary:
        yield f"complementary/{other}", leader.rank(other)
    for name in aid.assistants:
        yield f"assistant/{name}", fight.people[name].rank(skill) if skill is not None else 0


def _require_assistant(fight: Fight, leader: Person, assistant: Person) -> None:
    """Able, in the leader's zone, somebody else; in a round one that has declared to assist (BD-COMP-4)."""
    name = assistant.name
    require(assistant.id != leader.id, "BD-COMP-4", f"{name} leads and does not assist too.")
    require(assistant.able, "BD-COMP-4", f"{name} is {assistant.condition} and helps nobody.")
    require(assistant.zone == leader.zone, "BD-COMP-4", f"{name} is not where {leader.name} is.")
    if fight.phase != "idle":
        deed = fight.declarations.get(assistant.id)
        assists = deed is not None and deed.act == "assist"
        require(assists, "BD-COMP-4", f"{name} has not declared to assist in this round.")


# Contests


class Sides(msgspec.Struct, frozen=True, omit_defaults=True):
    """A contest: who is active and passive, and the stat and skill that each of them rolls with."""

    active: str
    passive: str
    active_uses: tuple[str, str | None]
    passive_uses: tuple[str, str | None]


def contest(table: Table[Fight], command: ask.Contest) -> None:
    """Two throw against each other outside combat (BD-SKILL-3); the active one first (BD-DIE-7)."""
    fight = table.state
    plans = tuple(
        [
            _contender(fight, side, f"command.{role}")
            for role, side in (("active", command.active), ("passive", command.passive))
        ]
    )
    one, other = command.active, command.passive
    require(one.combatant != other.combatant, "BD-SKILL-3", "A contest is between two different combatants.")
    sides = Sides(one.combatant, other.combatant, (one.stat, one.skill), (other.stat, other.skill))
    throw(table, plans, contested.later(sides))


def _contender(fight: Fight, side: ask.Contender, field: str) -> Plan:
    person = somebody(fight, side.combatant, f"{field}.combatant")
    require_acting(person)
    require_stat(person, side.stat, f"{field}.stat")
    return action_roll(
        fight,
        person,
        label_of(side.stat, side.skill),
        side.stat,
        side.skill,
        difficulty=side.difficulty,
        bonuses=(("narrator", side.bonus),),
        penalties=(("narrator", -side.penalty),),
        black=(("narrator", side.black),),
        choices=side.choices if "choices" in side.model_fields_set else None,
    )


@stages.reply("black_dice.contest.contested", Sides)
def contested(table: Table[Fight], sides: Sides, casts: tuple[Cast, ...]) -> None:
    """More net successes win; a tie is settled as the table has chosen (BD-SKILL-4)."""
    active, passive = casts
    for _ in range(MOST_CONTESTS if table.state.options.contest_tie == "reroll" else 0):
        if active.net != passive.net or active.foul or passive.foul:
            break
        active, passive = repeat(table, active), repeat(table, passive)
    winner = tie_winner(table.state, sides, active, passive)
    if active.net != passive.net:
        winner = sides.active if active.net > passive.net else sides.passive
    margin = abs(active.net - passive.net)
    table.record(
        ContestDecided(sides.active, sides.passive, active.net, passive.net, winner, margin, degree_of(margin, False))
    )


def tie_winner(fight: Fight, sides: Sides, active: Cast, passive: Cast) -> str | None:
    """Who wins a tie outside combat: the one that is not foul, then by the option; nobody in a standoff."""
    if fight.options.foul_loses_ties and active.foul != passive.foul:
        return sides.passive if active.foul else sides.active
    if active.foul and passive.foul:
        return None
    if fight.options.contest_tie == "higher_stat":
        one, other = (
            _strength_of(fight, sides.active, sides.active_uses),
            _strength_of(fight, sides.passive, sides.passive_uses),
        )
        return None if one == other else sides.active if one > other else sides.passive
    return None


def _strength_of(fight: Fight, combatant: str, uses: tuple[str, str | None]) -> tuple[int, int]:
    """What breaks a tie with ``higher_stat``: the stat used, then the rank."""
    person = fight.people[combatant]
    stat, skill = uses
    return person.stats[stat], person.rank(skill) if skill is not None else 0
