"""Exchanges: from two parts to the hits that they bring (BD-ATK).

An exchange is one contest of the round (BD-ROUND-4). When it comes up it is looked at as the two stand now; then both
throw, and what fell is compared.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.model.event import Event
from domain.model.refusal import at_field
from domain.model.speaker import Speaker
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import lose_aim
from domain.rulesets.black_dice.chapters.attacks.combat_pools import (
    attack_in_exchange,
    dodge_roll,
    full_dodge_roll,
    is_melee,
    weapon_of,
)
from domain.rulesets.black_dice.chapters.attacks.places import come_close, go
from domain.rulesets.black_dice.chapters.attacks.shooting import at_point_blank, finds_no_defence, notice
from domain.rulesets.black_dice.chapters.attacks.void_attacks import are_close, left_to, void_attacks, who_closes_in
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import ready_weapon
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.plans import Chosen, Plan, chosen_of, may_trade
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.wounds import damage
from domain.rulesets.black_dice.chapters.wounds.damage import Hit
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.said import (
    BECAUSE,
    Several,
    Who,
    blow,
    nets_of_striker,
    several,
    striker_and_struck,
)
from domain.rulesets.black_dice.state import Exchange, Fight, Part
from domain.rulesets.black_dice.words import PartKind
from domain.story.told import AS_SAID, Moment, Told
from domain.text.sentences import Spoken, SpokenOf


class ExchangeVoid(Event, frozen=True, kw_only=True):
    """An exchange comes to nothing (BD-ATK-8, BD-ATK-9, BD-WHO-15), and why."""

    type: ClassVar[str] = "black_dice.exchange_void"
    words = "Exchange void"
    told = Told(brief="{combatants} do not get to fight: {reason}")
    says = "{combatants} do not get to fight: {reason}."
    example = {"exchange": "exchange-125-2", "combatants": ["pryce", "brass_tom"], "reason": "total_cover"}
    exchange: str
    combatants: Several
    reason: Annotated[str, Spoken(BECAUSE)]

    def evolve(self, fight: Fight) -> None:
        """Remove the exchange: there was no fight in it."""
        fight.exchanges = {key: exchange for key, exchange in fight.exchanges.items() if key != self.exchange}


class AttackVoid(Event, frozen=True, kw_only=True):
    """One attack of an exchange comes to nothing, and the exchange continues (BD-ATK-8, BD-RNG-9, BD-COVER-7), and why.

    ``does`` is what is left to who would have attacked: a dodge, or to be an easy target.
    """

    type: ClassVar[str] = "black_dice.attack_void"
    words = "Attack void"
    told = Told(brief=AS_SAID)
    says = "{combatant's} attack comes to nothing: {reason}."
    example = {"exchange": "exchange-239-2", "combatant": "kestrel", "does": "easy_target", "reason": "not_able"}
    exchange: str
    combatant: Who
    does: PartKind
    reason: Annotated[str, Spoken(BECAUSE)]

    def evolve(self, fight: Fight) -> None:
        """The would-be attacker has another part in the exchange now."""
        exchange = fight.exchanges[self.exchange]
        first, second = [
            Part(part.combatant, self.does) if part.combatant == self.combatant else part for part in exchange.parts
        ]
        fight.exchanges = {**fight.exchanges, exchange.id: replace(exchange, parts=(first, second))}


class ExchangeDecided(Event, frozen=True, kw_only=True):
    """Result of an exchange (BD-ATK-2 to BD-ATK-6). No winner, no hit; at point blank both may hit (BD-RNG-10).

    ``fought`` are those who attacked or dodged in it; ``hits`` those whose attack strikes, in the order of damage.
    """

    type: ClassVar[str] = "black_dice.exchange_decided"
    words = "Exchange decided"
    example = {
        "exchange": "exchange-207-1",
        "combatants": ["brass_tom", "pryce"],
        "nets": [1, 1],
        "margin": 0,
        "winner": "brass_tom",
        "hits": ["brass_tom"],
        "tie": True,
        "fought": ["brass_tom", "pryce"],
    }
    exchange: str
    combatants: Annotated[tuple[str, str], Spoken(several)]
    nets: Annotated[tuple[int, int], SpokenOf(nets_of_striker)]
    margin: int
    winner: Who | None = None
    hits: Annotated[tuple[str, ...], SpokenOf(blow)] = ()
    tie: bool = False
    fought: tuple[str, ...] = ()

    def says(self) -> str:
        if len(self.hits) == len(self.combatants):
            return "{combatants} both hit, {nets}."
        if len(self.fought) == 1:
            return "{hits} with {nets}."
        if not self.hits and self.winner is None:
            return "{combatants} do each other no harm, {nets}."
        return "{hits}, {nets}; the tie goes to {winner}." if self.tie else "{hits}, {nets}."

    @property
    def striker(self) -> Who:
        """Who hits or misses."""
        return striker_and_struck(self)[0]

    @property
    def struck(self) -> Who:
        """Who is hit or missed."""
        return striker_and_struck(self)[1]

    def brief(self) -> str:
        if len(self.hits) == len(self.combatants):
            return "{combatants} both hit ({nets})"
        if not self.hits and self.winner is None and len(self.fought) > 1:
            return "{combatants} do each other no harm ({nets})"
        tie = ", and the tie goes to {winner}" if self.tie else ""
        return f"{{striker}} | {'hits' if self.hits else 'misses'} {{struck}} | ({{nets}}{tie})"

    def moment(self) -> Moment | None:
        return "hit" if self.hits else None

    told = Told(brief=brief, moment=moment, source="striker", target="struck")

    def evolve(self, fight: Fight) -> None:
        """Those of the round are remembered as over; a surprise attack or a blow at an object has no exchange there."""
        if self.exchange in fight.exchanges:
            fight.exchanges = {**fight.exchanges, self.exchange: replace(fight.exchanges[self.exchange], over=True)}
        if fight.phase != "idle":
            fight.strenuous = (*fight.strenuous, *[one for one in self.fought if one not in fight.strenuous])


class Met(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exchange whose throws are on their way, with its parts as they stand; ``aside``: choices of who throws not."""

    exchange: Exchange
    aside: dict[str, Chosen] = {}


class Verdict(NamedTuple):
    """The winner of an exchange and the margin; the margins of the attacks that strike, the earlier in order first."""

    winner: str | None
    margin: int
    hits: dict[str, int]
    tie: bool = False


def begin(decision: Decision[Fight], exchange: Exchange, choices: Mapping[str, Choices]) -> None:
    """Carry out an exchange, with the choices that were given for it by combatant (BD-ATK-7)."""
    fight = decision.state
    void = void_attacks(fight, exchange)
    attacks = [part for part in exchange.parts if part.does == "attack" and part.combatant not in void]
    if not attacks:
        names = tuple([part.combatant for part in exchange.parts])
        decision.record(ExchangeVoid(exchange=exchange.id, combatants=names, reason=next(iter(void.values()))))
        return
    for combatant, reason in void.items():
        decision.record(
            AttackVoid(
                exchange=exchange.id, combatant=combatant, does=left_to(fight, exchange, combatant), reason=reason
            )
        )
    close_in(decision, exchange, attacks)
    met = as_they_stand(fight, exchange, void)
    for attack in attacks:
        notice(decision, fight.people[met.other(attack.combatant).combatant], attack.combatant)
    plans = []
    for part in met.parts:
        with at_field("command.choices", f"command.choices.{part.combatant}"):
            plan = plan_of(fight, met, part, choices.get(part.combatant))
        if plan is not None and part.does == "attack" and is_asked(fight, plan, decision.speaker):
            plan = replace(plan, asked=True)
        plans += [plan] if plan is not None else []
    throwing = [plan.combatant for plan in plans]
    aside = {who: chosen_of(given) for who, given in choices.items() if who not in throwing}
    throw(decision, tuple(plans), fallen.continuation(Met(met, aside)))


def close_in(decision: Decision[Fight], exchange: Exchange, attacks: list[Part]) -> None:
    """Attacker and target in melee are close from now on, in the target's zone (BD-WHO-1)."""
    fight = decision.state
    if are_close(fight, exchange):
        return
    mover = who_closes_in(fight, exchange, [part for part in attacks if is_melee(fight, part)])
    if mover is not None:
        person, target = fight.people[mover.combatant], fight.people[exchange.other(mover.combatant).combatant]
        go(decision, person, target.zone)
        come_close(decision, person, target)


def plans_to_throw(fight: Fight, exchange: Exchange) -> dict[str, Plan | None]:
    """Return the throws of the two when an exchange comes up: an easy target makes none, nor anybody if all is void."""
    met = as_they_stand(fight, exchange, void_attacks(fight, exchange))
    return {part.combatant: plan_of(fight, met, part, None) for part in met.parts}


def as_they_stand(fight: Fight, exchange: Exchange, void: Mapping[str, str]) -> Exchange:
    """An exchange with its parts as they are carried out; ``void`` are the attacks that come to nothing."""
    first, second = [
        Part(part.combatant, left_to(fight, exchange, part.combatant))
        if part.combatant in void
        else as_it_stands(fight, exchange, part)
        for part in exchange.parts
    ]
    return replace(exchange, parts=(first, second))


def as_it_stands(fight: Fight, exchange: Exchange, part: Part) -> Part:
    """A part as it is carried out: one no longer able, or unaware, is an easy target (BD-ATK-8)."""
    if part.does == "attack":
        return part
    person, attack = fight.people[part.combatant], exchange.other(part.combatant)
    weapon = weapon_of(fight, attack)
    if weapon is None:
        return part
    helpless = not person.able or finds_no_defence(fight, person, attack.combatant, weapon)
    return Part(person.id, "easy_target") if helpless else part


def plan_of(fight: Fight, exchange: Exchange, part: Part, choices: Choices | None) -> Plan | None:
    """The throw of one of the two; an easy target makes none (BD-WHO-9)."""
    person, other = fight.people[part.combatant], exchange.other(part.combatant)
    rival, weapon, meets = fight.people[other.combatant], weapon_of(fight, part), weapon_of(fight, other)
    if weapon is not None:
        return attack_in_exchange(fight, person, weapon, rival, meets, choices)
    if meets is None or part.does == "easy_target":
        return None
    dodge = full_dodge_roll if part.does == "full_dodge" else dodge_roll
    return dodge(fight, person, rival, meets, choices)


def is_asked(fight: Fight, plan: Plan, speaker: Speaker) -> bool:
    """Check that the player of an attacker has fate or a trade to choose and has not had the word (BD-ROUND-11)."""
    attacker = fight.people[plan.combatant]
    if plan.given or not attacker.player or (speaker.speaks_for(attacker.id) and not speaker.is_narrator):
        return False
    return attacker.fate > 0 or may_trade(fight.options, plan)


@reply("black_dice.exchange.fallen", Met)
def fallen(decision: Decision[Fight], met: Met, casts: tuple[Cast, ...]) -> None:
    """The throws are final: weapons are in hand, aims used up; record who wins, then the damage of each hit."""
    exchange = met.exchange
    by = {cast.plan.combatant: cast for cast in casts}
    for cast in casts:
        after_throw(decision, cast)
    verdict = judge(decision.state, exchange, by)
    one, other = exchange.parts[0].combatant, exchange.parts[1].combatant
    nets = (by[one].net if one in by else 0, by[other].net if other in by else 0)
    hitters = tuple(verdict.hits)
    decided = ExchangeDecided(
        exchange=exchange.id,
        combatants=(one, other),
        nets=nets,
        margin=verdict.margin,
        winner=verdict.winner,
        hits=hitters,
        tie=verdict.tie,
        fought=tuple(by),
    )
    decision.cause = decision.record(decided)
    decision.steps(*[(strikes, hit) for hit in hits_of(met, by, verdict)])


def after_throw(decision: Decision[Fight], cast: Cast) -> None:
    """The weapon of an attack is ready afterwards (BD-MOD-2); attacking and dodging end an aim (BD-MOD-6)."""
    person = decision.state.people[cast.plan.combatant]
    if cast.plan.weapon is not None:
        ready_weapon(decision, person, cast.plan.weapon)
    lose_aim(decision, person, "attacked" if cast.plan.weapon is not None else "dodged")


def judge(fight: Fight, exchange: Exchange, by: Mapping[str, Cast]) -> Verdict:
    """Judge an exchange (BD-ATK-2); an uncontested attack strikes with one net success (BD-ATK-6, BD-RNG-10).

    A target that attacks back may be the one who wins (BD-ATK-10); a miss hits no one else (BD-RNG-13).
    """
    point_blank = at_point_blank(fight, exchange)
    if len(by) == 1 or point_blank:
        attackers = [part.combatant for part in exchange.parts if part.does == "attack"]
        hits = {who: by[who].net for who in attackers if by[who].net >= 1}
        winner = None if point_blank else next(iter(hits), None)
        return Verdict(winner, hits.get(winner or "", 0), hits)
    first, second = [by[part.combatant] for part in exchange.parts]
    tie = first.net == second.net
    best = tie_winner(fight, first, second) if tie else max(first, second, key=lambda cast: cast.net)
    if best is None:
        return Verdict(None, 0, {}, tie)
    winner, margin = best.plan.combatant, abs(first.net - second.net)
    struck = exchange.part_of(winner).does == "attack"  # who only dodged has just not been hit (BD-ATK-3)
    return Verdict(winner, margin, {winner: margin} if struck else {}, tie)


def tie_winner(fight: Fight, earlier: Cast, later: Cast) -> Cast | None:
    """A tie goes to the winner of initiative (BD-ATK-4), but never to a side that is foul (BD-FOUL-4)."""
    if fight.options.zero_tie == "nobody" and earlier.net == 0:
        return None
    if fight.options.foul_loses_ties and earlier.foul:
        return None if later.foul else later
    return earlier


def hits_of(met: Met, by: Mapping[str, Cast], verdict: Verdict) -> Iterator[Hit]:
    """The hits of an exchange, with what both have put into it for the throws that follow (BD-FATE-14)."""
    for attacker, margin in verdict.hits.items():
        cast, target = by[attacker], met.exchange.other(attacker).combatant
        thrown = by.get(target)
        yield Hit(
            attacker,
            target,
            cast.plan.weapon or "",
            margin,
            cast.net,
            verdict.tie,
            cast.plan.chosen,
            cast.plan.given,
            thrown.plan.chosen if thrown is not None else met.aside.get(target, Chosen()),
            thrown.plan.given if thrown is not None else target in met.aside,
        )


@stage("black_dice.exchange.strikes", Hit, draws=True)
def strikes(decision: Decision[Fight], hit: Hit) -> None:
    """One hit does its damage; at point blank the other's follows whatever came of it (BD-RNG-10)."""
    damage.hit(decision, hit)


EXCHANGES: Chapter[Fight] = Chapter(events=(ExchangeVoid, AttackVoid, ExchangeDecided), stages=(fallen, strikes))
