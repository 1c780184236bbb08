"""Contests outside combat: two throw against each other (BD-SKILL-3, BD-SKILL-4)."""

from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import Field as FormField
from domain.fields.field import among, listed, looked_up, record
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import at_field, require
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast, repeat
from domain.rulesets.black_dice.chapters.dice.checks import COMMON_TO, TRAINED, label_of, require_skill, require_stat
from domain.rulesets.black_dice.chapters.dice.choice_fields import CHECKED_TRADE, for_action
from domain.rulesets.black_dice.chapters.dice.choices import check_limits
from domain.rulesets.black_dice.chapters.dice.plans import Plan
from domain.rulesets.black_dice.chapters.dice.pools import action_roll
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.objections import require_acting
from domain.rulesets.black_dice.chapters.vocabularies import ABLE, STATS
from domain.rulesets.black_dice.parts import (
    SITUATION,
    WITH_SITUATION,
    Choices,
    Key,
    Situation,
)
from domain.rulesets.black_dice.said import (
    DEGREES,
    Who,
)
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import DIFFICULTIES, degree_of
from domain.rulesets.black_dice.words import (
    Degree,
    Difficulty,
)
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

MOST_CONTESTS = 20


class Contender(Situation):
    """One side of a contest."""

    combatant: CombatantId
    stat: Key
    skill: Key | None = None
    difficulty: Difficulty = "average"
    choices: Choices | None = None


class ContestDecided(Event, frozen=True, kw_only=True):
    """A contest outside combat (BD-SKILL-3, BD-SKILL-4): a standoff has no winner; the degree is that of the margin."""

    type: ClassVar[str] = "black_dice.contest_decided"
    words = "Contest decided"
    example = {
        "active": "brass_tom",
        "passive": "kestrel",
        "active_net": 0,
        "passive_net": 0,
        "winner": "brass_tom",
        "margin": 0,
        "degree": "failure",
    }
    active: Who
    passive: Who
    active_net: int
    passive_net: int
    winner: Who | None
    margin: int
    degree: Annotated[Degree, Spoken(DEGREES)]

    @property
    def _tied(self) -> str:
        """Return what a tie came to."""
        wins = "neither wins" if self.winner is None else "the tie goes to {winner}"
        return f"tie, {{active_net}} to {{passive_net}}, and {wins}"

    def says(self) -> str:
        if self.winner is None or not self.margin:
            return f"{{active}} and {{passive}} {self._tied}."
        if self.winner == self.active:
            return "{active} beats {passive}, {active_net} to {passive_net}: {degree}."
        return "{passive} beats {active}, {passive_net} to {active_net}: {degree}."

    def brief(self) -> str:
        if self.winner is None or not self.margin:
            return f"{{active}} and {{passive}} {self._tied}"
        if self.winner == self.active:
            return "{active} | beats {passive}, {active_net} to {passive_net}: {degree}"
        return "{passive} | beats {active}, {passive_net} to {active_net}: {degree}"

    def short(self) -> str:
        if self.winner is None or not self.margin:
            return f"they {self._tied}"
        nets = "{active_net} to {passive_net}" if self.winner == self.active else "{passive_net} to {active_net}"
        return f"{{winner}} | wins, {nets}: {{degree}}"

    told = Told(brief=brief, short=short, unless=("black_dice.contest",), source="active", target="passive")


class Sides(msgspec.Struct, frozen=True, omit_defaults=True):
    """A contest: who is active and passive, and the stat and skill that each of them rolls with."""

    active: str
    passive: str
    active_uses: tuple[str, str | None]
    passive_uses: tuple[str, str | None]


class Result(NamedTuple):
    """The result of one side of a contest."""

    net: int
    foul: bool = False


def _side(**more: Any) -> FormField:
    """Return the field of a side; more is said of its combatant."""
    return record(
        {
            "combatant": among(ABLE, **more),
            "stat": looked_up(STATS, "combatant"),
            "skill": looked_up(TRAINED, "combatant"),
            "difficulty": listed(*DIFFICULTIES, seldom=True),
            **SITUATION,
            "choices": for_action("combatant", looked_up(COMMON_TO, "combatant", "skill"), CHECKED_TRADE),
        },
        phrase="{combatant} with {stat}[ and {skill}][ ({difficulty})]" + WITH_SITUATION,
    )


class Contest(Narrating):
    """Let two combatants roll against each other outside combat (BD-SKILL-3, BD-SKILL-4)."""

    form = {"active": _side(), "passive": _side(bars=("active.combatant",))}
    says = ("{active} is matched against {passive}.",)
    example = {
        "active": {"combatant": "quill", "stat": "dex", "skill": "sneak"},
        "passive": {"combatant": "pryce", "stat": "wits", "skill": "perception"},
    }
    words = Words("Call for a contest", "Contest: {active}, against {passive}", group="tests")
    told = Told(brief=AS_SAID)
    type: Literal["black_dice.contest"] = "black_dice.contest"
    active: Contender
    passive: Contender

    @classmethod
    def offered(cls, fight: Fight, speaker: Speaker) -> bool:
        """Return whether there are two who are able."""
        return len(fight.able()) > 1

    def decide(self, decision: Decision[Fight]) -> None:
        """The active combatant throws first; in a round, the one earlier in its order (BD-DIE-7)."""
        fight = decision.state
        one, other = self.active, self.passive
        for side, field in ((one, "command.active.choices"), (other, "command.passive.choices")):
            if side.choices is not None:
                with at_field("choices", field):
                    check_limits(side.choices)
        different = "A contest is between two different combatants."
        require(one.combatant != other.combatant, "BD-SKILL-3", different, field="command.passive.combatant")
        both = [(one, _contender(fight, one, "command.active")), (other, _contender(fight, other, "command.passive"))]
        if fight.phase != "idle" and fight.earlier(other.combatant, one.combatant):
            both.reverse()
        sides = Sides(one.combatant, other.combatant, (one.stat, one.skill), (other.stat, other.skill))
        plans = tuple([plan for side, plan in both if side.difficulty != "very_easy"])
        if plans:
            throw(decision, plans, contested.continuation(sides))
        else:
            settle(decision, sides, ())


def _contender(fight: Fight, side: Contender, field: str) -> Plan:
    person = find_combatant(fight, side.combatant, f"{field}.combatant")
    require_acting(person, f"{field}.combatant")
    require_stat(person, side.stat, f"{field}.stat")
    require_skill(fight, side.skill, f"{field}.skill")
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
        choices=side.choices,
        field=f"{field}.choices",
        skill_field=f"{field}.skill",
    )


@reply("black_dice.contest.contested", Sides, draws=True)
def contested(decision: Decision[Fight], sides: Sides, casts: tuple[Cast, ...]) -> None:
    """More net successes win; a tie is settled as the table has chosen (BD-SKILL-4)."""
    fight = decision.state
    again = MOST_CONTESTS if fight.options.contest_tie == "reroll" else 0
    while again and is_open(fight, *results_of(fight, sides, casts)):
        again -= 1
        casts = tuple([repeat(decision, fallen) for fallen in casts])
        decision.cause = casts[-1].version
    settle(decision, sides, casts)


def settle(decision: Decision[Fight], sides: Sides, casts: tuple[Cast, ...]) -> None:
    """Record who has won, and by how much."""
    active, passive = results_of(decision.state, sides, casts)
    margin = abs(active.net - passive.net)
    if margin:
        winner: str | None = sides.active if active.net > passive.net else sides.passive
    else:
        winner = tie_winner(decision.state, sides, active, passive)
    decision.record(
        ContestDecided(
            active=sides.active,
            passive=sides.passive,
            active_net=active.net,
            passive_net=passive.net,
            winner=winner,
            margin=margin,
            degree=degree_of(margin, False),
        )
    )


def results_of(fight: Fight, sides: Sides, casts: tuple[Cast, ...]) -> tuple[Result, Result]:
    """Return the results of both sides; one that throws nothing succeeds automatically (BD-DIFF-1)."""
    thrown = {fallen.plan.combatant: Result(fallen.net, fallen.foul) for fallen in casts}
    automatic = Result(fight.options.automatic_successes)
    return thrown.get(sides.active, automatic), thrown.get(sides.passive, automatic)


def is_open(fight: Fight, active: Result, passive: Result) -> bool:
    """Return whether the two tie, and no foul throw settles it."""
    return active.net == passive.net and not lost_by_foul(fight, active, passive)


def lost_by_foul(fight: Fight, active: Result, passive: Result) -> bool:
    """Return whether a foul throw settles a tie, before anything else does (BD-FOUL-4)."""
    return fight.options.foul_loses_ties and (active.foul or passive.foul)


def tie_winner(fight: Fight, sides: Sides, active: Result, passive: Result) -> str | None:
    """Return the winner of a tie: the side that is not foul, else by the option; None in a standoff (BD-SKILL-4)."""
    if lost_by_foul(fight, active, passive):
        return None if active.foul and passive.foul else sides.passive if active.foul else sides.active
    if fight.options.contest_tie != "higher_stat":
        return None
    one = _standing_of(fight, sides.active, sides.active_uses)
    other = _standing_of(fight, sides.passive, sides.passive_uses)
    return None if one == other else sides.active if one > other else sides.passive


def _standing_of(fight: Fight, combatant: str, uses: tuple[str, str | None]) -> tuple[int, int]:
    """Return what breaks a tie with ``higher_stat``: the stat used, then the rank."""
    person = fight.people[combatant]
    stat, skill = uses
    return person.stats[stat], person.rank(skill) if skill is not None else 0


CONTESTS: Chapter[Fight] = Chapter(
    commands=(Contest,),
    events=(ContestDecided,),
    stages=(contested,),
    labels={
        "active": "Active side",
        "passive": "Passive side",
        "active.combatant": "Combatant",
        "passive.combatant": "Combatant",
    },
)
