"""Verdicts: the cards of an exchange, who wins it, and what that changes at once (YY-ORD-1 steps 6 to 9)."""

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData, reply, stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.challenges.confrontation import Duel, Outcome, confront
from domain.rulesets.yin_yang.chapters.combined.consent import _change
from domain.rulesets.yin_yang.chapters.decks import jokers
from domain.rulesets.yin_yang.chapters.decks.drawing import PartnerCard, Plan, Result, draw_test, plan_test
from domain.rulesets.yin_yang.chapters.decks.hands import turn_up
from domain.rulesets.yin_yang.chapters.exchanges.contributions import strikes_with
from domain.rulesets.yin_yang.chapters.exchanges.stages import FROM_THE_CARDS
from domain.rulesets.yin_yang.chapters.exchanges.still_standing import standing
from domain.rulesets.yin_yang.chapters.testing.opposed import oppose
from domain.rulesets.yin_yang.chapters.turns.edge import count_matched, count_single
from domain.rulesets.yin_yang.chapters.turns.movement import reaches
from domain.rulesets.yin_yang.state import Exchange, Fight, Match, Part
from domain.rulesets.yin_yang.words import Stake
from domain.story.told import Moment, Told
from domain.text.sentences import QUOTED

TOLD_BESIDE: Final = ("flee", None)
"""Stakes that are told by what comes next, an escape, or by what the narrator has just given the winner instead."""


class ExchangeDecided(Event, frozen=True, kw_only=True):
    """The cards have fallen (YY-ORD-1, 7): who wins what, against whom; nobody where nothing happens.

    ``foiled`` says that the winner gets nothing but the other's failure; ``achieved`` is what a called shot achieves.
    """

    type: ClassVar[str] = "yin_yang.exchange_decided"
    words = "Exchange decided"
    example = {
        "exchange": "exchange-21",
        "caller": "bill",
        "matcher": None,
        "winner": "bill",
        "stake": "damage",
        "victim": "hei",
        "achieved": "slip past",
    }
    exchange: str
    caller: str
    matcher: str | None
    winner: str | None
    stake: Stake | None = None
    victim: str | None = None
    foiled: bool = False
    achieved: Annotated[str, QUOTED] = ""

    @property
    def loser(self) -> str | None:
        return self.caller if self.winner != self.caller else self.matcher

    def says(self) -> str:
        if self.winner is None:
            return "both {caller} and {matcher} fail." if self.matcher else "{caller} fails."
        if self.foiled:
            return "{winner} foils what {caller} attempts."
        if self.victim is None:
            if self.matcher is None and self.stake is not None and not self.achieved:
                return ""
            return "{winner} succeeds[ against {loser}][ and achieves {achieved}]."
        past = "" if self.loser == self.victim else f"[ gets past {{loser}}{',' if self.achieved else ' and'}]"
        return f"{{winner}}{past} hits {{victim}}[ and achieves {{achieved}}]."

    def brief(self) -> str:
        """Tell who succeeds; what it leads to is told by what follows."""
        if self.winner is None:
            alone = "{caller} | misses" if self.stake == "damage" else "{caller} | fails"
            return "both {caller} and {matcher} fail" if self.matcher else alone
        if self.foiled:
            return "{winner} | foils the attempt"
        achieved = "[and achieves {achieved}]"
        if self.victim is None:
            return "" if self.stake in TOLD_BESIDE and not self.achieved else f"{{winner}} | succeeds | {achieved}"
        aside = self.loser not in (None, self.victim)
        return f"{{winner}} | {'gets past {loser} to hit {victim}' if aside else 'hits'} | {achieved}"

    def moment(self) -> Moment | None:
        return "hit" if self.victim is not None else None

    told = Told(brief=brief, moment=moment, source="winner", target="victim")

    def evolve(self, fight: Fight) -> None:
        """The cards have fallen: nothing is undone any more."""
        if fight.exchange is not None:
            _change(fight, replace(fight.exchange, drawn=True))


class Fallen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tests of an exchange: the caller's, and the matcher's if somebody matched."""

    caller: Result
    matcher: Result | None = None

    @property
    def results(self) -> tuple[Result, ...]:
        return (self.caller,) if self.matcher is None else (self.caller, self.matcher)


class Decided(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exchange that is decided: its tests, its winner, and what that one gets.

    ``duel`` is the outcome of the Confrontation that decided it, if one did: then the cards that caused it have no
    effects of their own (YY-CONF-4). ``foiled`` says that a matcher wins nothing but the caller's failure.
    """

    fallen: Fallen
    winner: str | None
    duel: str = ""
    stake: Stake | None = None
    foiled: bool = False

    def grade_of(self, combatant: str | None) -> str:
        """The figure of somebody's kept card (YY-JOKER-12), as far as it takes effect: in a Confrontation none does."""
        caller, matcher = self.fallen.caller, self.fallen.matcher
        if self.duel:
            return ""
        if caller.combatant == combatant:
            return caller.grade
        return matcher.grade if matcher is not None and matcher.combatant == combatant else ""


@stage("yin_yang.verdicts.draw", NoData, draws=True)
def draw(decision: Decision[Fight], nothing: NoData) -> None:
    """The caller's test, then the matcher's; then it is clear who wins, or a Confrontation decides (YY-ATK-9).

    An action that nobody has matched, and that fails, leads to nothing (YY-ATK-11); any success will do (YY-RUL-65).
    """
    exchange = standing(decision)
    if exchange is None:
        return
    caller = draw_test(decision, caller_plan(decision.state, exchange))
    lay_open(decision, exchange)
    if exchange.match is None:
        decide(decision, Fallen(caller), caller.combatant if caller.success else None)
        return
    matcher = draw_test(decision, plan_part(decision.state, exchange.match.part, exchange.match.mode))
    fallen, verdict = Fallen(caller, matcher), oppose(decision, caller, matcher)
    if verdict.figure:
        confront(decision, Duel(caller, matcher, confronted.continuation(fallen)))
    else:
        decide(decision, fallen, verdict.winner)


def caller_plan(fight: Fight, exchange: Exchange) -> Plan:
    """The caller's test as it stands now (YY-COND-4); partners add their cards to the leader's (YY-COMB-4)."""
    shot = 0 if exchange.called_shot is None else exchange.called_shot.penalty
    task = exchange.part.goal if exchange.kind == "act" else ""
    plan = plan_part(fight, exchange.part, exchange.kind, precision=exchange.precision, called_shot=shot, task=task)
    if not exchange.combined:
        return plan
    partners = tuple([PartnerCard(partner.combatant, partner.hand_card) for partner in exchange.partners])
    return msgspec.structs.replace(plan, partners=partners)


def plan_part(
    fight: Fight, part: Part, label: str, *, precision: bool = False, called_shot: int = 0, task: str = ""
) -> Plan:
    """The test of a part as it stands now (YY-COND-4)."""
    return plan_test(
        fight,
        part.combatant,
        part.attributes,
        part.ability,
        label=label,
        bonus=part.bonus,
        penalty=part.penalty,
        precision=precision,
        called_shot=called_shot,
        hand_card=part.hand_card,
        task=task,
    )


def lay_open(decision: Decision[Fight], exchange: Exchange) -> None:
    """The cards that were dedicated to a combined action lie open with the rest (YY-COMB-6)."""
    for paid in exchange.paid:
        turn_up(decision, paid.combatant, paid.cards[1:])


@reply("yin_yang.verdicts.confronted", Fallen)
def confronted(decision: Decision[Fight], fallen: Fallen, outcome: Outcome) -> None:
    """A Confrontation has decided; one that is denied leaves it to the cards (YY-CONF-14)."""
    duel = "" if outcome.outcome == "denied" else outcome.outcome
    decide(decision, fallen, outcome.winner, duel)


def decide(decision: Decision[Fight], fallen: Fallen, winner: str | None, duel: str = "") -> None:
    """Put on record who wins what from whom, and go on with what follows from it (YY-ORD-1 from step 8 on)."""
    exchange = decision.state.open_exchange
    called, match, shot = winner == exchange.caller, exchange.match, exchange.called_shot
    stake = won_stake(decision.state, exchange, winner)
    decided = Decided(fallen, winner, duel, stake if duel != "narrated" else None, winner is not None and stake is None)
    verdict = ExchangeDecided(
        exchange=exchange.id,
        caller=exchange.caller,
        matcher=None if match is None else match.part.combatant,
        winner=winner,
        stake=decided.stake,
        victim=victim_of(exchange, winner) if decided.stake == "damage" else None,
        foiled=decided.foiled,
        achieved=shot.text if called and shot is not None and duel != "narrated" else "",  # YY-CALLED-3
    )
    decision.cause = decision.record(verdict)
    decision.steps(*[(decision.ruleset.stages[name], decided) for name in FROM_THE_CARDS])


def won_stake(fight: Fight, exchange: Exchange, winner: str | None) -> Stake | None:
    """What the winner gets (YY-ATK-9): a matcher that attacks and does not reach the caller only foils (YY-ATK-20)."""
    match = exchange.match
    if winner == exchange.caller:
        return exchange.part.stake
    return (
        match.part.stake if match is not None and winner is not None and strikes_home(fight, exchange, match) else None
    )


def victim_of(exchange: Exchange, winner: str | None) -> str | None:
    """Whom the winner strikes: the caller its target, whoever matched; the matcher the caller (YY-DMG-1, YY-ATK-16).

    So it is when a guard has lost a Confrontation (YY-CONF-18), and when an act was matched by an attack (YY-ATK-19).
    """
    return exchange.target if winner == exchange.caller else exchange.caller


def strikes_home(fight: Fight, exchange: Exchange, match: Match) -> bool:
    """Whether what a matcher does reaches the caller; a counter need not."""
    person = fight.people[match.part.combatant]
    return match.mode == "counter" or reaches(fight, person.id, exchange.caller, strikes_with(person, match.part))


@stage("yin_yang.verdicts.jokers", Decided)
def coloured_jokers(decision: Decision[Fight], decided: Decided) -> None:
    """A Coloured Joker ends the turn of whoever keeps it, caller first (YY-JOKER-9, YY-ORD-1 step 8)."""
    for result in decided.fallen.results:
        if result.grade == "coloured_joker" and not decided.duel:
            jokers.cancel(decision, result.combatant)


@stage("yin_yang.verdicts.streaks", Decided)
def streaks(decision: Decision[Fight], decided: Decided) -> None:
    """Successes in a row win the Edge; an exchange within one side does not count (YY-EDGE-4, YY-ORD-1 step 9)."""
    exchange, caller, matcher = decision.state.open_exchange, decided.fallen.caller, decided.fallen.matcher
    if matcher is not None:
        count_matched(decision, decided.winner, caller.combatant, matcher.combatant)
    elif exchange.target is None or not decision.state.friends(caller.combatant, exchange.target):
        count_single(decision, caller.combatant, caller.success)


VERDICTS: Chapter[Fight] = Chapter(events=(ExchangeDecided,), stages=(draw, confronted, coloured_jokers, streaks))
