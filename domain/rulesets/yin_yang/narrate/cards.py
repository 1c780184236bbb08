"""How draws, hands and tests are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.yin_yang.events import cards as fact
from domain.rulesets.yin_yang.said import actions, because, cards_added, made_on
from domain.rulesets.yin_yang.words import NARRATOR_DECK
from domain.text.phrases import (
    Names,
    RenderEvent,
    card_name,
    cards_shown,
    counted,
    dice_shown,
    listed,
    named,
    possessive,
    sentence,
)

GRADES = {
    "white_joker": "a success beyond measure",
    "king": "a great success",
    "queen": "a sure success",
    "over": "too high",
    "jack": "a failure",
    "coloured_joker": "the worst of failures",
}
LABELS = {
    "attack": "the attack",
    "act": "the act",
    "counter": "the counter",
    "test": "the test",
    "tend": "tending",
    "contest": "the contest",
    "damage": "damage",
    "misfire": "the misfire",
    "flurry": "the flurry",
}
"""What cards are drawn for."""
LASTING = {
    "this_turn": "for this turn",
    "next_turn": "for the next turn",
    "encounter": "for the rest of the fight",
}
NEXT = {"tests": "test", "damage": "Damage Draw"}
"""What cards that are granted for the next draw are for."""
WHY_WON = {
    "success": "only one of them succeeds",
    "better": "the better card wins",
    "ability": "the cards are equal, and the better ability wins",
    "caller": "cards and abilities are equal, and the caller has the advantage",
}
WHY_UNDECIDED = {
    "both_fail": "both fail",
    "confrontation": "both keep the same figure",
}
LIMITS = {
    "attribute_points": "points in attributes",
    "highest_attribute": "for the highest attribute",
    "ability_points": "points in abilities",
    "highest_rating": "for the highest rating",
}
"""What a limit of the campaign counts, as its number goes on."""


def deck(key: str, names: Names) -> str:
    """Whose deck it is."""
    return "the narrator's deck" if key == NARRATOR_DECK else f"{possessive(names, key)} deck"


def not_own(word: str, key: str | None, combatant: str, names: Names) -> str:
    """Of which deck cards are, where it is not one's own."""
    return "" if key in (None, combatant) else f" {word} {deck(key, names)}"


def cards_drawn(event: fact.CardsDrawn, names: Names) -> str:
    cards = event.draw.cards
    source = not_own("from", event.deck, event.combatant, names)
    drawn = f"draws {counted(len(cards), 'card')}{source} for {LABELS[event.label]}"
    return sentence(f"{named(names, event.combatant)} {drawn}: {cards_shown(cards)}.")


def hand_dealt(event: fact.HandDealt, names: Names) -> str:
    shown = f": {cards_shown(event.draw.cards)}" if event.draw is not None and event.draw.cards else ""
    return sentence(f"{named(names, event.combatant)} takes a hand of {counted(event.actions, 'action')}{shown}.")


def deck_reshuffled(event: fact.DeckReshuffled, names: Names) -> str:
    go = "goes" if len(event.cards) == 1 else "go"
    return f"{sentence(deck(event.deck, names))} runs out; {counted(len(event.cards), 'card')} {go} back into it."


def deck_made_whole(event: fact.DeckMadeWhole, names: Names) -> str:
    return f"{sentence(deck(event.deck, names))} is whole again."


def actions_spent(event: fact.ActionsSpent, names: Names) -> str:
    shown = f": {cards_shown(event.cards)}" if event.cards else ""
    return sentence(f"{named(names, event.combatant)} spends {actions(event.hand, event.extra)}{shown}.")


def actions_returned(event: fact.ActionsReturned, names: Names) -> str:
    shown = f": {cards_shown(event.cards)}" if event.cards else ""
    return sentence(f"{named(names, event.combatant)} gets back {actions(event.hand, event.extra)}{shown}.")


def cards_played(event: fact.CardsPlayed, names: Names) -> str:
    source = not_own("from", event.deck, event.combatant, names)
    return sentence(f"{named(names, event.combatant)} turns up {cards_shown(event.cards)}{source}.")


def hand_discarded(event: fact.HandDiscarded, names: Names) -> str:
    source = not_own("from", event.deck, event.combatant, names)
    shown = f" ({cards_shown(event.cards)}{source})" if event.cards else ""
    lost = actions(event.hand, event.extra)
    return sentence(f"{named(names, event.combatant)} loses {lost}{shown}{because(event.reason, names)}.")


def extra_actions_gained(event: fact.ExtraActionsGained, names: Names) -> str:
    gained = counted(event.actions, "extra action")
    return sentence(f"{named(names, event.combatant)} gains {gained}{because(event.reason, names)}.")


def turn_cancelled(event: fact.TurnCancelled, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} can do nothing more this turn.")


def handed_over(event: fact.HandedOver, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} now draws from {deck(event.deck, names)}.")


def attempted(event: fact.Attempted, names: Names) -> str:
    """The test as a table says it: on what, how many cards and why, which is kept, what it comes to."""
    who = sentence(named(names, event.combatant))
    what = f" for “{event.task}”" if event.task else ""
    against = "" if event.value == event.target else f", drawn against {event.target}"
    test = f"{who} tests {made_on(event.attributes, event.ability)}{what}, target value {event.value}{against}"
    return f"{test}{cards_added(event, names)}: {outcome(event)}."


def outcome(event: fact.Attempted) -> str:
    """What the kept card comes to."""
    if event.kept is None:
        return "a success without a card" if event.success else "no card is left, a failure"
    comes_to = f"a success of {event.number}" if event.grade == "number" else GRADES[event.grade]
    return f"the {card_name(event.kept)}, {comes_to}"


def cards_granted(event: fact.CardsGranted, names: Names) -> str:
    cards = counted(abs(event.cards), "bonus card" if event.cards > 0 else "penalty card")
    if event.lasting == "next_test":
        when = f"for the next {NEXT[event.on]}"
    else:
        when = f"{'on damage ' if event.on == 'damage' else ''}{LASTING[event.lasting]}"
    return sentence(f"{named(names, event.combatant)} gets {cards} {when}{because(event.reason, names)}.")


def grants_used(event: fact.GrantsUsed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} uses up the cards granted for this {NEXT[event.on]}.")


def scope_ruled(event: fact.ScopeRuled, names: Names) -> str:
    covers = "covers" if event.within else "does not cover"
    return sentence(f"{possessive(names, event.combatant)} ability {event.ability} {covers} “{event.task}”.")


def attributes_generated(event: fact.AttributesGenerated, names: Names) -> str:
    fell = dice_shown(event.dice.dice, 4)
    scores = listed(map(str, event.scores))
    return sentence(f"the dice for the attributes of {named(names, event.combatant)} show {fell}: scores {scores}.")


def limit_broken(event: fact.LimitBroken, names: Names) -> str:
    """Which limit, where it is told: a secret sheet keeps it secret."""
    counts = LIMITS.get(event.limit or "")
    what = f": {event.given} {counts}, where {event.allowed} is the most" if counts else ""
    return sentence(f"{named(names, event.combatant)} breaks a limit of the campaign{what}.")


def attribute_set(event: fact.AttributeSet, names: Names) -> str:
    """Which attribute, where it is told."""
    if event.attribute is None:
        return sentence(f"one of {possessive(names, event.combatant)} attributes changes.")
    score = f"{event.attribute.capitalize()} is now {event.score}"
    return sentence(f"{possessive(names, event.combatant)} {score}{because(event.reason, names)}.")


def opposition_decided(event: fact.OppositionDecided, names: Names) -> str:
    first, second = event.first.combatant, event.second.combatant
    if event.winner is None:
        pair = f"{named(names, first)} against {named(names, second)}"
        return sentence(f"{pair}: {WHY_UNDECIDED[event.reason]}.")
    loser = second if event.winner == first else first
    return sentence(f"{named(names, event.winner)} is ahead of {named(names, loser)}: {WHY_WON[event.reason]}.")


def contest_decided(event: fact.ContestDecided, names: Names) -> str:
    first, second = named(names, event.first), named(names, event.second)
    if event.narrated:
        goes = f" goes to {named(names, event.winner)}" if event.winner else " is decided"
        return sentence(f"the contest of {first} and {second} for “{event.stake}”{goes}: “{event.narrated}”.")
    if event.winner is None:
        return sentence(f"neither {first} nor {second} wins the contest for “{event.stake}”.")
    loser = event.second if event.winner == event.first else event.first
    return sentence(f"{named(names, event.winner)} beats {named(names, loser)} in the contest for “{event.stake}”.")


CARDS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.CardsDrawn: cards_drawn,
    fact.HandDealt: hand_dealt,
    fact.DeckReshuffled: deck_reshuffled,
    fact.DeckMadeWhole: deck_made_whole,
    fact.ActionsSpent: actions_spent,
    fact.ActionsReturned: actions_returned,
    fact.CardsPlayed: cards_played,
    fact.HandDiscarded: hand_discarded,
    fact.ExtraActionsGained: extra_actions_gained,
    fact.TurnCancelled: turn_cancelled,
    fact.HandedOver: handed_over,
    fact.Attempted: attempted,
    fact.CardsGranted: cards_granted,
    fact.GrantsUsed: grants_used,
    fact.ScopeRuled: scope_ruled,
    fact.AttributesGenerated: attributes_generated,
    fact.LimitBroken: limit_broken,
    fact.AttributeSet: attribute_set,
    fact.OppositionDecided: opposition_decided,
    fact.ContestDecided: contest_decided,
}
