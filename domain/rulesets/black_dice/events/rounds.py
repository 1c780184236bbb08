"""Facts about rounds: initiative, declarations, responses, exchanges, the end."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.black_dice.said import (
    BECAUSE,
    DEEDS,
    PASSED,
    POSTURES,
    Several,
    Who,
    announced,
    blow,
    divided,
    in_turn,
    lots,
    met,
    nets_of_striker,
    several,
    turn,
)
from domain.rulesets.black_dice.state import Declaration, Exchange, Fight, Item, Part, Reply
from domain.rulesets.black_dice.words import Deed, PartKind, Posture
from domain.text.sentences import Spoken, SpokenOf


class RoundBegun(Event, frozen=True, kw_only=True):
    """A round begins, with these participants in order of joining (BD-ROUND-2)."""

    type: ClassVar[str] = "black_dice.round_begun"
    number: int
    participants: Several

    def says(self) -> str:
        if not self.participants:
            return "Round {number} begins, and no one can take part."
        return "Round {number} begins for {participants}."

    def evolve(self, fight: Fight) -> None:
        """What went foul before the round is over with it (BD-FOUL-3)."""
        fight.phase = "declare" if self.participants else "resolve"
        fight.fouled = ()
        fight.round_number = self.number


class LotsCast(Event, frozen=True, kw_only=True):
    """Those who tie in everything throw one die each, in order of joining (BD-INIT-4)."""

    type: ClassVar[str] = "black_dice.lots_cast"
    says = "Lots decide who is quicker: {draws}."
    combatants: tuple[str, ...]
    draws: Annotated[tuple[Draw, ...], SpokenOf(lots)]


class OrderSet(Event, frozen=True, kw_only=True):
    """The order of the round, and the successes that each one's initiative has (BD-INIT-2).

    ``standing`` is the order of all who have ever thrown, where initiative is thrown once (BD-INIT-1).
    """

    type: ClassVar[str] = "black_dice.order_set"
    says = "The order of the round: {order}."
    order: Several
    successes: dict[str, int]
    standing: tuple[str, ...] = ()

    def evolve(self, fight: Fight) -> None:
        fight.order = self.order
        fight.initiative = self.successes
        fight.standing = self.standing


class Declared(Event, frozen=True, kw_only=True):
    """Somebody has declared its deed, for all to know (BD-INIT-7)."""

    type: ClassVar[str] = "black_dice.declared"
    says = "{combatant} {declaration}."
    combatant: Who
    declaration: Annotated[Declaration, Spoken(announced)]

    def evolve(self, fight: Fight) -> None:
        fight.declarations = {**fight.declarations, self.combatant: self.declaration}


class PostureTaken(Event, frozen=True, kw_only=True):
    """Somebody stands up or drops prone with its declaration (BD-INIT-12)."""

    type: ClassVar[str] = "black_dice.posture_taken"
    says = "{combatant} {posture}."
    combatant: Who
    posture: Annotated[Posture, Spoken(POSTURES)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = self.posture == "prone"


class DeclarationsClosed(Event, frozen=True, kw_only=True):
    """All have declared; those who are attacked respond (BD-WHO-7)."""

    type: ClassVar[str] = "black_dice.declarations_closed"
    says = "Everyone has declared."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "respond"


class Responded(Event, frozen=True, kw_only=True):
    """How a target meets each of its attackers, by attacker (BD-WHO-7); ``gives_up`` a declared deed (BD-WHO-8)."""

    type: ClassVar[str] = "black_dice.responded"
    says = "{combatant} {replies}[; {combatant:they does} not {gives_up} after all]."
    combatant: Who
    replies: Annotated[dict[str, Reply], Spoken(met)]
    gives_up: Annotated[Deed, Spoken(DEEDS)] | None = None

    def evolve(self, fight: Fight) -> None:
        fight.replies = {**fight.replies, self.combatant: self.replies}
        if self.gives_up is not None:
            fight.declarations = {**fight.declarations, self.combatant: Declaration("wait")}


class AgendaSet(Event, frozen=True, kw_only=True):
    """Who fights whom, and what is to be resolved in which order (BD-ROUND-4).

    ``divisors`` divide the attacks of each, ``dodge_divisors`` its dodges of missiles (BD-WHO-4, BD-RNG-4).
    """

    type: ClassVar[str] = "black_dice.agenda_set"
    exchanges: tuple[Exchange, ...]
    agenda: Annotated[tuple[Item, ...], SpokenOf(in_turn)]
    divisors: Annotated[dict[str, int], SpokenOf(divided)] = {}
    dodge_divisors: dict[str, int] = {}

    def says(self) -> str:
        if not self.agenda:
            return "There is nothing to resolve in this round."
        dice = any(by > 1 for by in (*self.divisors.values(), *self.dodge_divisors.values()))
        return "Up next: {agenda}; the dice are divided, {divisors}." if dice else "Up next: {agenda}."

    def evolve(self, fight: Fight) -> None:
        fight.phase = "resolve"
        fight.exchanges = {exchange.id: exchange for exchange in self.exchanges}
        fight.agenda = self.agenda
        fight.divisors = self.divisors
        fight.dodge_divisors = self.dodge_divisors


class ItemBegun(Event, frozen=True, kw_only=True):
    """The next item of the agenda is carried out."""

    type: ClassVar[str] = "black_dice.item_begun"
    says = "It is {item}."
    item: Annotated[Item, Spoken(turn)]

    def evolve(self, fight: Fight) -> None:
        fight.agenda = fight.agenda[1:]


class ItemLost(Event, frozen=True, kw_only=True):
    """A declared deed comes to nothing (BD-ROUND-6, BD-INIT-11), and why."""

    type: ClassVar[str] = "black_dice.item_lost"
    combatant: Who
    deed: Annotated[Deed, Spoken(DEEDS)]
    reason: Annotated[str, Spoken(BECAUSE)]

    def says(self) -> str:
        reason = "{reason}" if self.reason in BECAUSE else "{combatant:they is} {reason}"
        return f"{{combatant}} does not get to {{deed}}: {reason}."


class ExchangeVoid(Event, frozen=True, kw_only=True):
    """An exchange comes to nothing (BD-ATK-8, BD-ATK-9, BD-WHO-15), and why."""

    type: ClassVar[str] = "black_dice.exchange_void"
    says = "{combatants} do not get to fight: {reason}."
    exchange: str
    combatants: Several
    reason: Annotated[str, Spoken(BECAUSE)]

    def evolve(self, fight: Fight) -> None:
        """What came to nothing is forgotten: nobody has fought anybody in it."""
        fight.exchanges = {key: exchange for key, exchange in fight.exchanges.items() if key != self.exchange}


class AttackVoid(Event, frozen=True, kw_only=True):
    """One attack of an exchange comes to nothing, and the exchange goes on (BD-ATK-8, BD-RNG-9, BD-COVER-7), and why.

    ``does`` is what is left to who would have attacked: a dodge, or to be an easy target.
    """

    type: ClassVar[str] = "black_dice.attack_void"
    says = "{combatant's} attack comes to nothing: {reason}."
    exchange: str
    combatant: Who
    does: PartKind
    reason: Annotated[str, Spoken(BECAUSE)]

    def evolve(self, fight: Fight) -> None:
        """Who would have attacked has another part in the exchange now."""
        exchange = fight.exchanges[self.exchange]
        first, second = [
            Part(part.combatant, self.does) if part.combatant == self.combatant else part for part in exchange.parts
        ]
        fight.exchanges = {**fight.exchanges, exchange.id: replace(exchange, parts=(first, second))}


class ExchangeDecided(Event, frozen=True, kw_only=True):
    """Who hits whom (BD-ATK-2 to BD-ATK-6). Without a winner nobody is hit; at point blank both may be (BD-RNG-10).

    ``fought`` are those who attacked or dodged in it; ``hits`` those whose attack strikes, in the order of damage.
    """

    type: ClassVar[str] = "black_dice.exchange_decided"
    exchange: str
    combatants: Annotated[tuple[str, str], Spoken(several)]
    nets: Annotated[tuple[int, int], SpokenOf(nets_of_striker)]
    margin: int
    winner: str | None = None
    hits: Annotated[tuple[str, ...], SpokenOf(blow)] = ()
    tie: bool = False
    fought: tuple[str, ...] = ()

    def says(self) -> str:
        alone = len(self.fought) == 1
        if len(self.hits) == len(self.combatants):
            return "{combatants} both hit, {nets}."
        if not self.hits:
            return "{hits}." if alone else "{combatants} do each other no harm, {nets}."
        if alone:
            return "{hits} with {nets}."
        return "{hits}, but only just, {nets}." if self.tie else "{hits}, {nets}."

    def evolve(self, fight: Fight) -> None:
        """Those of the round are remembered as over; a surprise attack or a blow at an object has no exchange there."""
        if self.exchange in fight.exchanges:
            fight.exchanges = {**fight.exchanges, self.exchange: replace(fight.exchanges[self.exchange], over=True)}
        if fight.phase != "idle":
            fight.strenuous = (*fight.strenuous, *[one for one in self.fought if one not in fight.strenuous])


class ActPassed(Event, frozen=True, kw_only=True):
    """Somebody lets its declared act go, or it is done by word alone (BD-ROUND-5)."""

    type: ClassVar[str] = "black_dice.act_passed"
    says = "{combatant} {act}."
    combatant: Who
    act: Annotated[str, Spoken(PASSED)]


class RoundEnded(Event, frozen=True, kw_only=True):
    """The round is over: declarations and exchanges are forgotten (BD-ROUND-8)."""

    type: ClassVar[str] = "black_dice.round_ended"
    says = "Round {number} is over."
    number: int

    def evolve(self, fight: Fight) -> None:
        fight.phase = "idle"
        fight.order = ()
        fight.declarations = {}
        fight.replies = {}
        fight.exchanges = {}
        fight.agenda = ()
        fight.divisors = {}
        fight.dodge_divisors = {}
        fight.aimed = ()
        fight.aim_broken = ()
        fight.strenuous = ()
        fight.disengaged = ()
        fight.surprised = ()
        fight.assisted = ()
        fight.fouled = ()
        for person in fight.people.values():
            if person.breath is not None:
                person.breath = replace(person.breath, strenuous=None, emptied=False)


ROUND_EVENTS: tuple[type[Event], ...] = (
    RoundBegun,
    LotsCast,
    OrderSet,
    Declared,
    PostureTaken,
    DeclarationsClosed,
    Responded,
    AgendaSet,
    ItemBegun,
    ItemLost,
    ExchangeVoid,
    AttackVoid,
    ExchangeDecided,
    ActPassed,
    RoundEnded,
)
