"""How rounds are told: initiative, declarations, responses, exchanges."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import rounds as fact
from domain.rulesets.black_dice.said import ACTS, BECAUSE, DEEDS, MET_BY, all_named, go, named, to_zone, weapon, whose
from domain.rulesets.black_dice.state import Declaration
from domain.text.phrases import Names, RenderEvent, as_words, counted, dice_shown, listed, sentence, they_do

PASSED = {
    "feat": "does not try a feat of strength after all",
    "drink": "does not drink after all",
    "stabilise": "does not tend anyone after all",
    "check": "makes no check after all",
    "assist": "is done helping",
    "other": "is done",
}
"""How a declared act passes."""


def round_begun(event: fact.RoundBegun, names: Names) -> str:
    if not event.participants:
        return f"Round {event.number} begins, and no one can take part."
    return f"Round {event.number} begins for {all_named(names, event.participants)}."


def lots_cast(event: fact.LotsCast, names: Names) -> str:
    lots = listed(
        f"{named(names, who)} {dice_shown(draw.dice)}" for who, draw in zip(event.combatants, event.draws, strict=True)
    )
    return f"Lots decide who is quicker: {lots}."


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
            return "breaks away" + (f" {to_zone(declaration.zone, names)}" if declaration.zone else "")
        case "move":
            return f"is about to {_whither(declaration, names)}"
        case "aim":
            whom = named(names, declaration.target or "")
            return f"aims {weapon(declaration.weapon or '')} at {whom}"
        case "ready":
            taken = listed(map(weapon, declaration.weapons))
            return f"takes {taken} in hand" if declaration.weapons else "puts every weapon away"
        case "act":
            return f"is about to {ACTS[declaration.act or 'other']}"
        case "wait":
            return "waits"


def _whither(declaration: Declaration, names: Names) -> str:
    if declaration.zone is not None:
        return go(declaration.zone, names)
    return f"close in on {named(names, declaration.close_to or '')}"


def posture_taken(event: fact.PostureTaken, names: Names) -> str:
    verb = "stands up" if event.posture == "stand" else "drops to the ground"
    return sentence(f"{named(names, event.combatant)} {verb}.")


def declarations_closed(event: fact.DeclarationsClosed, names: Names) -> str:
    return "Everyone has declared; those under attack now say how they respond."


def responded(event: fact.Responded, names: Names) -> str:
    met = listed(
        MET_BY[reply.does].format(attacker=named(names, attacker), weapon=weapon(reply.weapon or "what is at hand"))
        for attacker, reply in event.replies.items()
    )
    who = event.combatant
    gives_up = f"; {they_do(names, who, 'does')} not {DEEDS[event.gives_up]} after all" if event.gives_up else ""
    return sentence(f"{named(names, event.combatant)} {met}{gives_up}.")


def agenda_set(event: fact.AgendaSet, names: Names) -> str:
    """Who meets whom, in the order in which it will be resolved."""
    if not event.agenda:
        return "There is nothing to resolve in this round."
    by_id = {exchange.id: exchange for exchange in event.exchanges}
    told = []
    for item in event.agenda:
        exchange = by_id.get(item.exchange or "")
        if exchange is not None:
            target = exchange.other(item.combatant).combatant
            told.append(f"{named(names, item.combatant)} against {named(names, target)}")
        elif item.strike is not None:
            told.append(f"{named(names, item.combatant)} against {named(names, item.strike.target)}")
        else:
            told.append(f"{named(names, item.combatant)} to {DEEDS[item.deed]}")
    attacks = [f"{whose(names, who)} attacks by {by}" for who, by in event.divisors.items() if by > 1]
    dodges = [f"{whose(names, who)} dodges by {by}" for who, by in event.dodge_divisors.items() if by > 1]
    more = f"; the dice are divided, {listed([*attacks, *dodges])}" if attacks or dodges else ""
    return f"The order: {listed(told)}{more}."


def item_begun(event: fact.ItemBegun, names: Names) -> str:
    target = f" {named(names, event.item.strike.target)}" if event.item.strike else ""
    return f"It is {whose(names, event.item.combatant)} turn to {DEEDS[event.item.deed]}{target}."


def item_lost(event: fact.ItemLost, names: Names) -> str:
    who = event.combatant
    reason = BECAUSE.get(event.reason) or they_do(names, who, f"is {as_words(event.reason)}")
    return sentence(f"{named(names, who)} does not get to {DEEDS[event.deed]}: {reason}.")


def exchange_void(event: fact.ExchangeVoid, names: Names) -> str:
    return sentence(f"{all_named(names, event.combatants)} do not get to fight: {BECAUSE[event.reason]}.")


def attack_void(event: fact.AttackVoid, names: Names) -> str:
    return sentence(f"{whose(names, event.combatant)} attack comes to nothing: {BECAUSE[event.reason]}.")


def exchange_decided(event: fact.ExchangeDecided, names: Names) -> str:
    first, second = (named(names, who) for who in event.combatants)
    nets = f"{event.nets[0]} to {event.nets[1]}"
    if len(event.hits) == len(event.combatants):
        return sentence(f"{first} and {second} both hit, {nets}.")
    alone = event.fought[0] if len(event.fought) == 1 else None
    if not event.hits and alone is None:
        return sentence(f"{first} and {second} do each other no harm, {nets}.")
    one, net, other, against = first, event.nets[0], second, event.nets[1]
    if (alone or event.hits[0]) == event.combatants[1]:
        one, net, other, against = second, event.nets[1], first, event.nets[0]
    if not event.hits:
        return sentence(f"{one} misses {other}.")
    if alone is not None:
        return sentence(f"{one} hits {other} with {counted(net, 'success', 'successes')}.")
    just = ", but only just" if event.tie else ""
    return sentence(f"{one} hits {other}{just}, {net} to {against}.")


def act_passed(event: fact.ActPassed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {PASSED[event.act]}.")


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
