"""How rounds are told: initiative, declarations, responses, exchanges."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import rounds as fact
from domain.rulesets.black_dice.narrate.choices import MET_BY
from domain.rulesets.black_dice.narrate.words import ACTS, DEEDS, weapon, zone
from domain.rulesets.black_dice.state import Declaration
from domain.text.phrases import Names, RenderEvent, all_named, as_words, dice_shown, listed, named, possessive, sentence


def round_begun(event: fact.RoundBegun, names: Names) -> str:
    return f"Round {event.number} begins for {all_named(names, event.participants)}."


def lots_cast(event: fact.LotsCast, names: Names) -> str:
    lots = listed(
        f"{named(names, who)} {dice_shown(draw.dice)}" for who, draw in zip(event.combatants, event.draws, strict=True)
    )
    return f"Lots settle who is quicker: {lots}."


def order_set(event: fact.OrderSet, names: Names) -> str:
    return f"The order of the round: {all_named(names, event.order)}."


def declared(event: fact.Declared, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {_deed(event.declaration, names)}.")


def _deed(declaration: Declaration, names: Names) -> str:
    """A declared deed as its doer would say it."""
    match declaration.deed:
        case "attack":
            blows = (f"{named(names, blow.target)} with {weapon(blow.weapon)}" for blow in declaration.strikes)
            return f"attacks {listed(blows)}"
        case "full_dodge":
            return "does nothing but dodge"
        case "disengage":
            return "breaks away" + (f" {zone(declaration.zone)}" if declaration.zone else "")
        case "move":
            return f"goes {_whither(declaration, names)}"
        case "aim":
            whom = named(names, declaration.target or "")
            return f"aims {weapon(declaration.weapon or '')} at {whom}"
        case "ready":
            return f"takes {listed(map(weapon, declaration.weapons)) if declaration.weapons else 'nothing'} in hand"
        case "act":
            return f"has something else in mind: {ACTS[declaration.act or 'other']}"
        case "wait":
            return "waits"


def _whither(declaration: Declaration, names: Names) -> str:
    if declaration.zone is not None:
        return zone(declaration.zone)
    return f"close to {named(names, declaration.close_to or '')}"


def posture_taken(event: fact.PostureTaken, names: Names) -> str:
    verb = "stands up" if event.posture == "stand" else "drops to the ground"
    return sentence(f"{named(names, event.combatant)} {verb}.")


def declarations_closed(event: fact.DeclarationsClosed, names: Names) -> str:
    return "All have said what they do; those who are attacked say how they meet it."


def responded(event: fact.Responded, names: Names) -> str:
    met = listed(
        MET_BY[reply.does].format(attacker=named(names, attacker), weapon=weapon(reply.weapon or "what is at hand"))
        for attacker, reply in event.replies.items()
    )
    gives_up = f", and gives up {DEEDS[event.gives_up]}" if event.gives_up else ""
    return sentence(f"{named(names, event.combatant)} {met}{gives_up}.")


def agenda_set(event: fact.AgendaSet, names: Names) -> str:
    """Who meets whom, in the order in which it will be resolved."""
    if not event.agenda:
        return "Nobody has anything to do in this round."
    by_id = {exchange.id: exchange for exchange in event.exchanges}
    told = []
    for item in event.agenda:
        exchange = by_id.get(item.exchange or "")
        if exchange is not None:
            told.append(
                f"{named(names, item.combatant)} against {named(names, exchange.other(item.combatant).combatant)}"
            )
        elif item.strike is not None:
            told.append(f"{named(names, item.combatant)} against {named(names, item.strike.target)}")
        else:
            told.append(f"{named(names, item.combatant)} ({DEEDS[item.deed]})")
    divided = [f"{named(names, who)} by {by}" for who, by in event.divisors.items() if by > 1]
    dodges = [f"{named(names, who)} by {by}" for who, by in event.dodge_divisors.items() if by > 1]
    more = f"; rolls are divided, {listed(divided)}" if divided else ""
    more += f"; dodges are divided, {listed(dodges)}" if dodges else ""
    return f"It will go in this order: {listed(told)}{more}."


def item_begun(event: fact.ItemBegun, names: Names) -> str:
    target = f" on {named(names, event.item.strike.target)}" if event.item.strike else ""
    return f"Now {possessive(names, event.item.combatant)} turn: {DEEDS[event.item.deed]}{target}."


def item_lost(event: fact.ItemLost, names: Names) -> str:
    return sentence(
        f"{possessive(names, event.combatant)} deed is lost, {DEEDS[event.deed]}: {as_words(event.reason)}."
    )


def exchange_void(event: fact.ExchangeVoid, names: Names) -> str:
    return f"Nothing comes of it between {all_named(names, event.combatants)}: {as_words(event.reason)}."


def attack_void(event: fact.AttackVoid, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} strikes nobody: {as_words(event.reason)}.")


def exchange_decided(event: fact.ExchangeDecided, names: Names) -> str:
    first, second = (named(names, who) for who in event.combatants)
    nets = f"{event.nets[0]} to {event.nets[1]}"
    if not event.hits:
        return sentence(f"{first} and {second} do each other no harm, {nets}.")
    if len(event.hits) == len(event.combatants):
        return sentence(f"{first} and {second} both strike home, {nets}.")
    hitter = event.hits[0]
    other = second if hitter == event.combatants[0] else first
    apart = f" by {event.margin}" if event.winner else ""  # at point blank each throws by itself (BD-RNG-10)
    how = ", but only just" if event.tie else apart
    return sentence(f"{named(names, hitter)} strikes {other}{how}, {nets}.")


def act_passed(event: fact.ActPassed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is done with {ACTS.get(event.act, as_words(event.act))}.")


def round_ended(event: fact.RoundEnded, names: Names) -> str:
    return f"Round {event.number} is over."


ROUNDS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.RoundBegun: round_begun,
    fact.LotsCast: lots_cast,
    fact.OrderSet: order_set,
    fact.Declared: declared,
    fact.PostureTaken: posture_taken,
    fact.DeclarationsClosed: declarations_closed,
    fact.Responded: responded,
    fact.AgendaSet: agenda_set,
    fact.ItemBegun: item_begun,
    fact.ItemLost: item_lost,
    fact.ExchangeVoid: exchange_void,
    fact.AttackVoid: attack_void,
    fact.ExchangeDecided: exchange_decided,
    fact.ActPassed: act_passed,
    fact.RoundEnded: round_ended,
}
