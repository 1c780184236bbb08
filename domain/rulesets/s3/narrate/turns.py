"""How scenes, rounds, pairings and turns are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.narrate.words import reason
from domain.text.phrases import Names, RenderEvent, all_named, as_words, counted, listed, named, possessive

ORDERS = {
    "thrown": "initiative decides who acts first",
    "pc_first": "the player character acts first",
    "npc_first": "the opponent acts first",
}
EXTRAS = {"gunslinger": "fires once more", "double_strike": "strikes a second time"}
SIDES = {"players": "The players win", "opposition": "The opposition wins", None: "Nobody is left"}


def scene_set(event: fact.SceneSet, names: Names) -> str:
    ways = f", {counted(len(event.links), 'way')} between them" if event.links else ""
    dangers = f" and {counted(len(event.hazards), 'danger')}" if event.hazards else ""
    return f"The scene is drawn: {listed(zone.name or as_words(zone.key) for zone in event.zones)}{ways}{dangers}."


def scene_begun(event: fact.SceneBegun, names: Names) -> str:
    return f"Scene {event.scene} begins{f': {event.name}' if event.name else ''}."


def round_begun(event: fact.RoundBegun, names: Names) -> str:
    return f"Round {event.round} begins, with {counted(event.pairings, 'pairing')}: {all_named(names, event.pcs)}."


def round_closing(event: fact.RoundClosing, names: Names) -> str:
    return f"Round {event.round} draws to its end."


def round_ended(event: fact.RoundEnded, names: Names) -> str:
    return f"Round {event.round} is over."


def pairing_opened(event: fact.PairingOpened, names: Names) -> str:
    pc = named(names, event.pc)
    if event.npc is None:
        return f"{pc} acts, and nobody stands against."
    return f"{pc} and {named(names, event.npc)} face each other; {ORDERS.get(event.order, as_words(event.order))}."


def initiative_settled(event: fact.InitiativeSettled, names: Names) -> str:
    first, *rest = event.order
    return f"{named(names, first)} acts first{f', then {all_named(names, rest)}' if rest else ''}."


def pairing_struck(event: fact.PairingStruck, names: Names) -> str:
    return f"{possessive(names, event.pc)} pairing is struck: {reason(event.reason)}."


def pairing_closed(event: fact.PairingClosed, names: Names) -> str:
    if event.npc is None:
        return f"{named(names, event.pc)} is done for this round."
    return f"{named(names, event.pc)} and {named(names, event.npc)} part for this round."


def turn_begun(event: fact.TurnBegun, names: Names) -> str:
    return f"It is {possessive(names, event.actor)} turn."


def turn_lost(event: fact.TurnLost, names: Names) -> str:
    return f"{named(names, event.actor)} loses the turn: {reason(event.reason)}."


def action_bought(event: fact.ActionBought, names: Names) -> str:
    return f"{named(names, event.actor)} fights the stun down and gathers strength for a single action."


def action_taken(event: fact.ActionTaken, names: Names) -> str:
    actor = named(names, event.actor)
    if event.extra is not None:
        return f"{actor} {EXTRAS.get(event.extra, 'attacks once more')}."
    return f"{actor} uses the {event.action} action to {as_words(event.command.rpartition('.')[2])}."


def extra_attack_opened(event: fact.ExtraAttackOpened, names: Names) -> str:
    return f"{named(names, event.actor)} may attack once more: {as_words(event.talent)}."


def reply_attack_spent(event: fact.ReplyAttackSpent, names: Names) -> str:
    return f"{named(names, event.combatant)} strikes back and has no attack left in this pairing."


def turn_forfeited(event: fact.TurnForfeited, names: Names) -> str:
    return f"{named(names, event.combatant)} forfeits the turn of this pairing."


def turn_ending(event: fact.TurnEnding, names: Names) -> str:
    why = "" if event.reason == "end_turn" else f": {reason(event.reason)}"
    return f"{possessive(names, event.actor)} turn comes to its end{why}."


def turn_ended(event: fact.TurnEnded, names: Names) -> str:
    return f"{possessive(names, event.actor)} turn is over."


def fight_decided(event: fact.FightDecided, names: Names) -> str:
    return f"{SIDES[event.winner]}: the fight is decided."


def fight_reopened(event: fact.FightReopened, names: Names) -> str:
    return "Somebody stands again on the empty side, and the fight is open."


def combat_ended(event: fact.CombatEnded, names: Names) -> str:
    return "The combat is at its end."


TURNS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.SceneSet: scene_set,
    fact.SceneBegun: scene_begun,
    fact.RoundBegun: round_begun,
    fact.RoundClosing: round_closing,
    fact.RoundEnded: round_ended,
    fact.PairingOpened: pairing_opened,
    fact.InitiativeSettled: initiative_settled,
    fact.PairingStruck: pairing_struck,
    fact.PairingClosed: pairing_closed,
    fact.TurnBegun: turn_begun,
    fact.TurnLost: turn_lost,
    fact.ActionBought: action_bought,
    fact.ActionTaken: action_taken,
    fact.ExtraAttackOpened: extra_attack_opened,
    fact.ReplyAttackSpent: reply_attack_spent,
    fact.TurnForfeited: turn_forfeited,
    fact.TurnEnding: turn_ending,
    fact.TurnEnded: turn_ended,
    fact.FightDecided: fight_decided,
    fact.FightReopened: fight_reopened,
    fact.CombatEnded: combat_ended,
}
