"""Facts about exchanges: calls, matches, who wins, Confrontations, follow-ups, misfires."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.events.cards import none_fresh
from domain.rulesets.yin_yang.state import CalledShot, Exchange, Fight, FollowUp, Match, Paid, Part
from domain.rulesets.yin_yang.words import CallKind, Stake, TestAttribute
from domain.text.sentences import AS_WRITTEN, Spoken, SpokenOf

CONSENTS: Final = {"action": "attempt", "charge": "charge"}
OUTCOMES: Final = {
    "white_joker": "wins as if with a White Joker",
    "success": "wins as if with an ordinary success",
    "narrated": "wins",
}
BY: Final = {
    "cards": "by the cards",
    "combat_value": "by the higher combat value",
    "ability": "by the better ability",
    "caller": "by the advantage of the caller",
}
STAKES: Final[Mapping[Stake | None, str]] = {None: "", "damage": "", "flee": ", to get away", "goal": ", for {goal}"}
"""What the winner gets, if it is not damage."""
NO_FOLLOW_UP: Final = {
    "out_of_action": "the adversary is out of the fight",
    "locked": "the adversary is locked in a Confrontation",
}
"""Why a follow-up finds nobody."""
CARDS_ADDED: Final = {
    (True, True): " with {bonus:bonus card} and {penalty:penalty card}",
    (True, False): " with {bonus:bonus card}",
    (False, True): " with {penalty:penalty card}",
    (False, False): "",
}
"""The cards that come with a consent, by whether there are bonus cards, and penalty cards."""


class CallMade(Event, frozen=True, kw_only=True):
    """Somebody called (YY-ORD-1): an attack, an act, alone or together, or a King's follow-up.

    ``paid`` says what it cost whom; the cards of open hands are in ``CardsLaid``. ``admitted`` are whom the narrator
    let counter before it was made.
    """

    type: ClassVar[str] = "yin_yang.call_made"
    exchange: str
    kind: CallKind
    part: Annotated[Part, SpokenOf(said.means_of_call)]
    target: str | None = None
    partners: tuple[Part, ...] = ()
    against: tuple[str, ...] = ()
    charge: Annotated[bool, Spoken({True: "charging"})] = False
    called_shot: Annotated[CalledShot | None, Spoken(said.called_shot)] = None
    precision: bool = False
    follow_up: Annotated[bool, Spoken({True: "once more"})] = False
    paid: tuple[Paid, ...] = ()
    admitted: tuple[str, ...] = ()

    @property
    def callers(self) -> tuple[str, ...]:
        return (self.part.combatant, *[partner.combatant for partner in self.partners])

    @property
    def goal(self) -> Annotated[str, Spoken(said.stated)]:
        return self.part.goal

    def says(self) -> str:
        stake = STAKES[self.part.stake]
        if self.kind == "attack":
            verb = "attack" if self.partners else "attacks"
            how = "[ {target}][ {follow_up}]{part}[, {charge}][, aiming at {called_shot}]"
            return f"{{callers}} {verb}{how}{stake}[; {{admitted}} may counter]."
        verb, what = "try" if self.partners else "tries", "{goal}" if self.goal else "something"
        away = stake if self.part.stake == "flee" else ""
        opposed = "[; {against} may oppose][; {admitted} may counter]"
        return f"{{callers}} {verb} {what}[ against {{target}}]{away}, with {{part}}{opposed}."

    def evolve(self, fight: Fight) -> None:
        """An exchange is open, and the cards of those before are no longer its own (YY-DECK-10)."""
        fight.exchange = Exchange(
            id=self.exchange,
            kind=self.kind,
            part=self.part,
            target=self.target,
            partners=self.partners,
            against=self.against,
            charge=self.charge,
            called_shot=self.called_shot,
            precision=self.precision,
            follow_up=self.follow_up,
            paid=self.paid,
            admitted=self.admitted,
        )
        fight.follow_up = None
        none_fresh(fight)


class CardsLaid(Event, frozen=True, kw_only=True):
    """Somebody pays for the open call with cards of an open hand, face down (YY-DECK-14).

    The first of ``cards`` is played for the deed, the others are dedicated to a combined action (YY-COMB-6). They are
    their owner's secret until they are turned up.
    """

    type: ClassVar[str] = "yin_yang.cards_laid"
    says = ""  # the actions that were spent have told the cards
    private: ClassVar[frozenset[str]] = frozenset({"cards"})
    combatant: str
    cards: tuple[str, ...] = ()

    def evolve(self, fight: Fight) -> None:
        """The cards lie face down until they are turned up or given back."""
        exchange = fight.exchange
        if exchange is None:
            return
        parts = [
            replace(part, hand_card=self.cards[0]) if part.combatant == self.combatant else part
            for part in (exchange.part, *exchange.partners)
        ]
        paid = tuple(
            [replace(paid, cards=self.cards) if paid.combatant == self.combatant else paid for paid in exchange.paid]
        )
        _change(fight, replace(exchange, part=parts[0], partners=tuple(parts[1:]), paid=paid))


class CombinationMet(Event, frozen=True, kw_only=True):
    """Several have agreed to act together, and the narrator grants it (YY-COMB-1, YY-COMB-2)."""

    type: ClassVar[str] = "yin_yang.combination_met"
    says = "{combatants} act together, led by {leader}."
    combatants: tuple[str, ...]
    leader: str


class CombinationFailed(Event, frozen=True, kw_only=True):
    """An attempt to act together ends before anything is spent: somebody does not join, or the narrator denies it."""

    type: ClassVar[str] = "yin_yang.combination_failed"
    combatants: tuple[str, ...]
    refused_by: str

    def says(self) -> str:
        """The narrator refuses, one of them does, or their target is out of the fight."""
        if self.refused_by == NARRATOR_ID:
            return "{combatants} do not act together: the narrator does not allow it."
        why = "takes no part" if self.refused_by in self.combatants else "is out of the fight"
        return f"{{combatants}} do not act together: {{refused_by}} {why}."


class ConsentGiven(Event, frozen=True, kw_only=True):
    """The narrator allows what was asked (YY-PROM-4): who may counter, cards that he adds; what it was about."""

    type: ClassVar[str] = "yin_yang.consent_given"
    about: Annotated[str, Spoken(CONSENTS)]
    combatant: str
    may_counter: tuple[str, ...] = ()
    bonus: int = 0
    penalty: int = 0
    waive_dedication: Annotated[bool, Spoken({True: "coordinating costs no action"})] = False

    def says(self) -> str:
        """That several act together is told next; here, what the narrator adds to it."""
        combining = self.about == "combine"
        if combining and not (self.bonus or self.penalty or self.may_counter or self.waive_dedication):
            return ""
        what = "lets {combatant} and the others act together" if combining else "allows {combatant's} {about}"
        cards = CARDS_ADDED[bool(self.bonus), bool(self.penalty)]
        return f"The narrator {what}{cards}[; {{may_counter}} may counter][; {{waive_dedication}}]."

    def evolve(self, fight: Fight) -> None:
        """The narrator's cards are added to the caller's; whom he admits may match (YY-ATK-13)."""
        exchange = fight.exchange
        if exchange is not None:
            part = exchange.part
            part = replace(part, bonus=part.bonus + self.bonus, penalty=part.penalty + self.penalty)
            _change(fight, replace(exchange, part=part, admitted=(*exchange.admitted, *self.may_counter)))


class ConsentDenied(Event, frozen=True, kw_only=True):
    """The narrator denies what was asked: the action, or that it is a charge."""

    type: ClassVar[str] = "yin_yang.consent_denied"
    about: Annotated[str, Spoken(CONSENTS)]
    combatant: str

    def says(self) -> str:
        """That several do not act together is told next."""
        return "" if self.about == "combine" else "The narrator denies {combatant's} {about}."

    def evolve(self, fight: Fight) -> None:
        """A charge that is denied is an ordinary attack (YY-WPN-22)."""
        if self.about == "charge" and fight.exchange is not None:
            _change(fight, replace(fight.exchange, charge=False))


class CalledShotPriced(Event, frozen=True, kw_only=True):
    """The penalty cards of a called shot are known (YY-CALLED-2)."""

    type: ClassVar[str] = "yin_yang.called_shot_priced"
    says = "{combatant's} called shot costs {penalty:penalty card}."
    combatant: str
    penalty: int

    def evolve(self, fight: Fight) -> None:
        exchange = fight.exchange
        if exchange is not None and exchange.called_shot is not None:
            _change(fight, replace(exchange, called_shot=replace(exchange.called_shot, penalty=self.penalty)))


class CounterAllowed(Event, frozen=True, kw_only=True):
    """Somebody else may match the open exchange too (YY-ATK-6)."""

    type: ClassVar[str] = "yin_yang.counter_allowed"
    says = "The narrator lets {combatant} match the call too."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        if fight.exchange is not None:
            _change(fight, replace(fight.exchange, admitted=(*fight.exchange.admitted, self.combatant)))


class LetPassed(Event, frozen=True, kw_only=True):
    """Somebody who was asked does not match."""

    type: ClassVar[str] = "yin_yang.let_passed"
    says = "{combatant} lets it pass."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        """Each is asked once in an exchange (YY-ATK-6)."""
        if fight.exchange is not None:
            _change(fight, replace(fight.exchange, asked=(*fight.exchange.asked, self.combatant)))


class CallMatched(Event, frozen=True, kw_only=True):
    """Somebody matches the call (YY-ATK-8): with what, for what stake."""

    type: ClassVar[str] = "yin_yang.call_matched"
    exchange: str
    match: Annotated[Match, Spoken(said.means_of_match)]

    @property
    def matcher(self) -> str:
        return self.match.part.combatant

    @property
    def goal(self) -> Annotated[str, Spoken(said.stated)]:
        return self.match.part.goal

    def says(self) -> str:
        does = "counters with " if self.match.mode == "counter" else "strikes back"
        return f"{{matcher}} {does}{{match}}{STAKES[self.match.part.stake]}."

    def evolve(self, fight: Fight) -> None:
        if fight.exchange is not None:
            asked = (*fight.exchange.asked, self.match.part.combatant)
            _change(fight, replace(fight.exchange, match=self.match, asked=asked))


class CallVoided(Event, frozen=True, kw_only=True):
    """The exchange ends without cards: vetoed, denied, its caller or its target out of the fight; why."""

    type: ClassVar[str] = "yin_yang.call_voided"
    exchange: str
    caller: str
    reason: Annotated[str, Spoken(said.why_voided)]

    def says(self) -> str:
        """That the narrator vetoes or denies the call is said before."""
        return f"{{caller's}} call comes to nothing{'' if self.reason in said.SAID_BEFORE else ': {reason}'}."

    def evolve(self, fight: Fight) -> None:
        fight.exchange = None


class ExchangeDecided(Event, frozen=True, kw_only=True):
    """The cards have fallen (YY-ORD-1, 7): who wins what, against whom; nobody where nothing happens.

    ``foiled`` says that the winner gets nothing but the other's failure; ``achieved`` is what a called shot achieves.
    """

    type: ClassVar[str] = "yin_yang.exchange_decided"
    exchange: str
    caller: str
    matcher: str | None
    winner: str | None
    stake: Stake | None = None
    victim: str | None = None
    foiled: bool = False
    achieved: Annotated[str, Spoken(said.stated)] = ""

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
        past = "" if self.loser == self.victim else "[ gets past {loser} and]"
        return f"{{winner}}{past} hits {{victim}}[ and achieves {{achieved}}]."

    def evolve(self, fight: Fight) -> None:
        """The cards have fallen: nothing is undone any more."""
        if fight.exchange is not None:
            _change(fight, replace(fight.exchange, drawn=True))


class GoalReached(Event, frozen=True, kw_only=True):
    """The winner of an exchange has reached what it stated (YY-ATK-12)."""

    type: ClassVar[str] = "yin_yang.goal_reached"
    says = "{combatant} reaches the goal: {goal}."
    combatant: str
    goal: Annotated[str, Spoken(said.stated)]


class ExchangeEnded(Event, frozen=True, kw_only=True):
    """The last consequence of an exchange is done."""

    type: ClassVar[str] = "yin_yang.exchange_ended"
    says = ""  # its consequences are told
    exchange: str

    def evolve(self, fight: Fight) -> None:
        fight.exchange = None


class ConfrontationBegun(Event, frozen=True, kw_only=True):
    """Both keep the same figure (YY-CONF-1): in a turn both lose their actions and are locked with each other."""

    type: ClassVar[str] = "yin_yang.confrontation_begun"
    says = "{first} and {second} face each other in a Confrontation[; {locked}]."
    first: str
    second: str
    locked: Annotated[bool, Spoken({True: "no one may come between them this turn"})]

    def evolve(self, fight: Fight) -> None:
        """In a turn the two are closed to everybody else until it ends (YY-CONF-5, YY-CONF-15)."""
        if self.locked:
            fight.people[self.first].locked_with = self.second
            fight.people[self.second].locked_with = self.first


class ConfrontationDenied(Event, frozen=True, kw_only=True):
    """There is no Confrontation (YY-CONF-14): the narrator does not grant one to a mook."""

    type: ClassVar[str] = "yin_yang.confrontation_denied"
    says = "{first} and {second} have no Confrontation; their cards decide."
    first: str
    second: str


class FlurryDrawn(Event, frozen=True, kw_only=True):
    """One round of a Confrontation (YY-CONF-6): the cards of both, and what they count."""

    type: ClassVar[str] = "yin_yang.flurry_drawn"
    first: str
    second: str
    number: int
    first_cards: Annotated[tuple[str, ...], Spoken(said.cards)]
    second_cards: Annotated[tuple[str, ...], Spoken(said.cards)]
    first_count: int
    second_count: int

    def says(self) -> str:
        first = "{first} draws {first_cards} and counts {first_count}"
        second = "{second} draws {second_cards} and counts {second_count}"
        still = "; a standstill" if self.first_count == self.second_count else ""
        return f"Flurry {{number}}: {first}, {second}{still}."


class ConfrontationWon(Event, frozen=True, kw_only=True):
    """Somebody wins a Confrontation (YY-CONF-10), by cards or, after too many standstills, without (YY-CONF-12)."""

    type: ClassVar[str] = "yin_yang.confrontation_won"
    says = "{winner} wins the Confrontation with {loser} {by}."
    winner: str
    loser: str
    by: Annotated[str, Spoken(BY)]


class ConfrontationSettled(Event, frozen=True, kw_only=True):
    """What the winner of a Confrontation gets (YY-CONF-16); ``narrated`` in place of the stake."""

    type: ClassVar[str] = "yin_yang.confrontation_settled"
    says = "{winner} {outcome}[: {narrated}]."
    winner: str
    outcome: Annotated[str, Spoken(OUTCOMES)]
    narrated: Annotated[str, Spoken(said.stated)] = ""


class FollowUpEarned(Event, frozen=True, kw_only=True):
    """A King earned an attack more (YY-KING-2); it waits for its drawer."""

    type: ClassVar[str] = "yin_yang.follow_up_earned"
    says = "{combatant's} King earns another attack on {adversary}, with {weapon}[ and {ability}]."
    combatant: str
    adversary: str
    weapon: Annotated[str, SpokenOf(said.own_weapon)]
    ability: Annotated[str | None, AS_WRITTEN] = None
    attributes: tuple[TestAttribute, ...] = ("combat_value",)
    pulled: bool = False

    def evolve(self, fight: Fight) -> None:
        fight.follow_up = FollowUp(
            self.combatant, self.adversary, self.weapon, self.ability, self.attributes, self.pulled
        )


class FollowUpLost(Event, frozen=True, kw_only=True):
    """A follow-up comes to nothing (YY-KING-8), is declined or is taken (``reason``)."""

    type: ClassVar[str] = "yin_yang.follow_up_lost"
    combatant: str
    reason: Annotated[str, Spoken(NO_FOLLOW_UP)]

    def says(self) -> str:
        if self.reason == "declined":
            return "{combatant} does not attack once more."
        why = "{combatant:they is} out of the fight" if self.reason == "drawer_out" else "{reason}"
        return f"{{combatant}} cannot attack once more: {why}."

    def evolve(self, fight: Fight) -> None:
        fight.follow_up = None


class AdverseEffect(Event, frozen=True, kw_only=True):
    """A King brings something worse than another attack (YY-KING-9), in the narrator's words."""

    type: ClassVar[str] = "yin_yang.adverse_effect"
    says = "{combatant's} King brings {victim} no second attack, but worse: {text}."
    combatant: str
    victim: str
    text: Annotated[str, Spoken(said.stated)]


class Misfired(Event, frozen=True, kw_only=True):
    """A dangerous weapon turns against its own side (YY-WPN-26, YY-WPN-27)."""

    type: ClassVar[str] = "yin_yang.misfired"
    says = "{weapon} misfires and strikes {victim}."
    combatant: str
    weapon: Annotated[str, SpokenOf(said.weapon_that_misfires)]
    victim: str


EXCHANGE_EVENTS: tuple[type[Event], ...] = (
    CallMade,
    CardsLaid,
    CombinationMet,
    CombinationFailed,
    ConsentGiven,
    ConsentDenied,
    CalledShotPriced,
    CounterAllowed,
    LetPassed,
    CallMatched,
    CallVoided,
    ExchangeDecided,
    GoalReached,
    ExchangeEnded,
    ConfrontationBegun,
    ConfrontationDenied,
    FlurryDrawn,
    ConfrontationWon,
    ConfrontationSettled,
    FollowUpEarned,
    FollowUpLost,
    AdverseEffect,
    Misfired,
)


def _change(fight: Fight, exchange: Exchange) -> None:
    fight.exchange = exchange
