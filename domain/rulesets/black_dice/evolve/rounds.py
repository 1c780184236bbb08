"""Folds of rounds: phases, the order, declarations and replies, the agenda."""

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.black_dice.events.rounds import (
    ActPassed,
    AgendaSet,
    AttackVoid,
    DeclarationsClosed,
    Declared,
    ExchangeDecided,
    ExchangeVoid,
    ItemBegun,
    ItemLost,
    LotsCast,
    OrderSet,
    PostureTaken,
    Responded,
    RoundBegun,
    RoundEnded,
)
from domain.rulesets.black_dice.state import Declaration, Fight, Part


def round_begun(fight: Fight, event: RoundBegun) -> None:
    """What went foul before the round is over with it (BD-FOUL-3)."""
    fight.phase = "declare" if event.participants else "resolve"
    fight.fouled = ()
    fight.round_number = event.number


def order_set(fight: Fight, event: OrderSet) -> None:
    fight.order = event.order
    fight.initiative = event.successes
    fight.standing = event.standing


def declared(fight: Fight, event: Declared) -> None:
    fight.declarations = {**fight.declarations, event.combatant: event.declaration}


def posture_taken(fight: Fight, event: PostureTaken) -> None:
    fight.people[event.combatant].prone = event.posture == "prone"


def declarations_closed(fight: Fight, event: DeclarationsClosed) -> None:
    fight.phase = "respond"


def responded(fight: Fight, event: Responded) -> None:
    fight.replies = {**fight.replies, event.combatant: event.replies}
    if event.gives_up is not None:
        fight.declarations = {**fight.declarations, event.combatant: Declaration("wait")}


def agenda_set(fight: Fight, event: AgendaSet) -> None:
    fight.phase = "resolve"
    fight.exchanges = {exchange.id: exchange for exchange in event.exchanges}
    fight.agenda = event.agenda
    fight.divisors = event.divisors
    fight.dodge_divisors = event.dodge_divisors


def item_begun(fight: Fight, event: ItemBegun) -> None:
    fight.agenda = fight.agenda[1:]


def exchange_void(fight: Fight, event: ExchangeVoid) -> None:
    """What came to nothing is forgotten: nobody has fought anybody in it."""
    fight.exchanges = {key: exchange for key, exchange in fight.exchanges.items() if key != event.exchange}


def attack_void(fight: Fight, event: AttackVoid) -> None:
    """Who would have attacked has another part in the exchange now."""
    exchange = fight.exchanges[event.exchange]
    first, second = [
        Part(part.combatant, event.does) if part.combatant == event.combatant else part for part in exchange.parts
    ]
    fight.exchanges = {**fight.exchanges, exchange.id: replace(exchange, parts=(first, second))}


def exchange_decided(fight: Fight, event: ExchangeDecided) -> None:
    """Those of the round are remembered as over; a surprise attack or a blow at an object has no exchange there."""
    if event.exchange in fight.exchanges:
        fight.exchanges = {**fight.exchanges, event.exchange: replace(fight.exchanges[event.exchange], over=True)}
    if fight.phase != "idle":
        fight.strenuous = (*fight.strenuous, *[one for one in event.fought if one not in fight.strenuous])


def round_ended(fight: Fight, event: RoundEnded) -> None:
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


ROUND_FOLDS: Folds = {
    RoundBegun: round_begun,
    LotsCast: no_change,
    OrderSet: order_set,
    Declared: declared,
    PostureTaken: posture_taken,
    DeclarationsClosed: declarations_closed,
    Responded: responded,
    AgendaSet: agenda_set,
    ItemBegun: item_begun,
    ItemLost: no_change,
    ExchangeVoid: exchange_void,
    AttackVoid: attack_void,
    ExchangeDecided: exchange_decided,
    ActPassed: no_change,
    RoundEnded: round_ended,
}
