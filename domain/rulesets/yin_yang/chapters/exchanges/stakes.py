"""Stakes: what the winner of an exchange gets, and what dangerous weapons do besides (YY-ORD-1 steps 10 to 12)."""

from typing import Annotated, ClassVar

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.challenges.confrontation import CONFRONTATION
from domain.rulesets.yin_yang.chapters.decks import jokers
from domain.rulesets.yin_yang.chapters.decks.drawing import Terms
from domain.rulesets.yin_yang.chapters.exchanges import misfires
from domain.rulesets.yin_yang.chapters.exchanges.contributions import strikes_with
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import Decided, victim_of
from domain.rulesets.yin_yang.chapters.harm.damage import Blow, strike
from domain.rulesets.yin_yang.chapters.harm.harm import fall
from domain.rulesets.yin_yang.state import Exchange, Fight, Part
from domain.text.sentences import QUOTED


class GoalReached(Event, frozen=True, kw_only=True):
    """The winner of an exchange has reached what it stated (YY-ATK-12)."""

    type: ClassVar[str] = "yin_yang.goal_reached"
    words = "Goal reached"
    says = "{combatant} reaches the goal: {goal}."
    example = {"combatant": "ace", "goal": "slip past"}
    combatant: str
    goal: Annotated[str, QUOTED]


CHARGE: Terms = (("charge", 1),)
"""The bonus card of a charge (YY-WPN-22)."""


@stage("yin_yang.stakes.stake", Decided, draws=True)
def win_stake(decision: Decision[Fight], decided: Decided) -> None:
    """The winner's Damage Draw, escape or goal (YY-ATK-12, YY-ORD-1 step 10).

    What the cards have earned is carried out whoever is out of action by now (YY-COND-8). A combined attack makes one
    Damage Draw, the leader's (YY-COMB-7).
    """
    exchange = decision.state.open_exchange
    called, victim = decided.winner == exchange.caller, victim_of(exchange, decided.winner)
    part = exchange.part if called or exchange.match is None else exchange.match.part
    if decided.stake == "goal":
        decision.record(GoalReached(combatant=part.combatant, goal=part.goal))
    elif decided.stake == "flee":
        for who in exchange.parties if called else (part.combatant,):
            fall(decision, who, "fled")
    elif decided.stake == "damage" and victim is not None:
        strike(decision, blow_of(decision.state, part, victim, CHARGE if called and exchange.charge else ()))


def blow_of(fight: Fight, part: Part, victim: str, bonus: Terms) -> Blow:
    """The Damage Draw of whoever has won with an attack (YY-DMG-1)."""
    person = fight.people[part.combatant]
    weapon = strikes_with(person, part)
    return Blow(person.id, victim, weapon, person.derived.weapons[weapon.id], bonus)


class Wielder(msgspec.Struct, frozen=True):
    """Whose weapon misfires."""

    combatant: str


@stage("yin_yang.stakes.misfires", Decided)
def all_misfires(decision: Decision[Fight], decided: Decided) -> None:
    """Dangerous weapons turn against their own side, the caller's first (YY-WPN-26, YY-ORD-1 step 11)."""
    exchange = decision.state.open_exchange
    dangerous = [part for part in armed_parts(exchange) if misfires.is_dangerous(decision.state, part)]
    due = [part for part in dangerous if misfires_now(decision.state, exchange, decided, part)]
    decision.steps(*[(one_misfire, Wielder(part.combatant)) for part in due])


def armed_parts(exchange: Exchange) -> list[Part]:
    """The parts that strike with a weapon, the caller's first."""
    parts = [exchange.part] if exchange.match is None else [exchange.part, exchange.match.part]
    return [part for part in parts if part.weapon is not None]


def misfires_now(fight: Fight, exchange: Exchange, decided: Decided, part: Part) -> bool:
    """Whether a Jack turns a part's dangerous weapon round: of its test, or of its Damage Draw."""
    jack = decided.grade_of(part.combatant) == "jack"
    return misfires.misfire_due(fight, jack, exchange.damage_jack == part.combatant)


@stage("yin_yang.stakes.misfire", Wielder, draws=True)
def one_misfire(decision: Decision[Fight], wielder: Wielder) -> None:
    """One weapon that is dangerous strikes its wielder or a friend (YY-WPN-27)."""
    exchange = decision.state.open_exchange
    part = next(part for part in armed_parts(exchange) if part.combatant == wielder.combatant)
    misfires.misfire(decision, part.combatant, strikes_with(decision.state.people[part.combatant], part))


@stage("yin_yang.stakes.extra_actions", Decided)
def extra_actions(decision: Decision[Fight], decided: Decided) -> None:
    """A White Joker that has won, and a Confrontation won, give extra actions (YY-JOKER-2, YY-CONF-16; step 12)."""
    if decided.winner is None:
        return
    if decided.duel == "white_joker":
        jokers.reward(decision, decided.winner, CONFRONTATION)
    elif decided.grade_of(decided.winner) == "white_joker":
        jokers.reward(decision, decided.winner)


def winning_attack(exchange: Exchange, decided: Decided) -> Part | None:
    """The part of a winner who has struck home with an attack; None for acts, counters and what only foils."""
    if decided.winner == exchange.caller:
        return exchange.part if exchange.kind == "attack" else None
    match = exchange.match
    return match.part if match is not None and match.mode == "attack" and decided.stake is not None else None


STAKES: Chapter[Fight] = Chapter(events=(GoalReached,), stages=(win_stake, all_misfires, one_misfire, extra_actions))
