"""How scenes, rounds, pairings and turns are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.narrate.words import zone_drawn
from domain.text.phrases import Names, RenderEvent, all_named, as_words, counted, listed, named, possessive, their

DOING = {
    "attack": "to attack",
    "trip": "to throw someone",
    "disarm": "to grab a weapon",
    "pin": "to pin someone",
    "break_free": "to break free",
    "strangle": "to lay a chokehold",
    "finish_strangle": "to finish a chokehold",
    "damage_vehicle": "to attack a vehicle",
    "smoke": "to throw smoke",
    "drop_down": "to drop down",
    "stand_up": "to stand up",
    "pick_up": "to pick something up",
    "extinguish": "to put out the fire",
    "reposition": "to steer",
    "switch_vehicle": "to switch vehicles",
    "take_reins": "to take the reins",
    "check": "for a check",
}
CLOSING_IN = ("attack", "trip", "disarm", "pin", "strangle")
"""Attack actions whose step takes the movement action (S3-RANGE-4)."""
TURN_LOST = {
    "stunned": "{who} loses the turn to the stun",
    "not_able": "{who} is out of action and has no turn",
    "forfeited": "{who} loses the turn to the fast exchange",
}
TURN_ENDS = {
    "stunned": "{who}, stunned, can do no more this turn",
    "not_able": "{who}, out of action, can do no more this turn",
    "forfeited": "{who} can do nothing this turn",
}
STRUCK = {
    "narrator": "{who} gets no turn this round",
    "not_able": "{who} is out of action and gets no turn this round",
}
EXTRAS = {"gunslinger": "fires once more", "double_strike": "strikes a second time"}
SIDES = {
    "players": "The players win the fight",
    "opposition": "The opposition wins the fight",
    None: "No one is left to fight",
}


def scene_set(event: fact.SceneSet, names: Names) -> str:
    ways = [f"{counted(len(event.links), 'way')} between them"] if event.links else []
    dangers = [counted(len(event.hazards), "danger")] if event.hazards else []
    features = f", with {listed([*ways, *dangers])}" if ways or dangers else ""
    return f"The scene is set: {listed(zone_drawn(zone.name, zone.key) for zone in event.zones)}{features}."


def scene_begun(event: fact.SceneBegun, names: Names) -> str:
    return f"Scene {event.scene} begins{f': {event.name}' if event.name else ''}."


def round_begun(event: fact.RoundBegun, names: Names) -> str:
    turns, as_many = ("a turn", "one") if event.pairings == 1 else ("turns", "as many")
    pcs = all_named(names, event.pcs)
    return f"Round {event.round} begins, with {turns} for {pcs}, and {as_many} for the opposition."


def round_closing(event: fact.RoundClosing, names: Names) -> str:
    return f"Round {event.round} draws to a close."


def round_ended(event: fact.RoundEnded, names: Names) -> str:
    return f"Round {event.round} is over."


def pairing_opened(event: fact.PairingOpened, names: Names) -> str:
    pc = named(names, event.pc)
    if event.npc is None:
        return f"{pc} has a turn and no one to face."
    npc = named(names, event.npc)
    first = {"pc_first": f"{pc} acts", "npc_first": f"{npc} acts"}.get(event.order, "initiative decides who acts")
    return f"{pc} and {npc} face each other; {first} first."


def initiative_settled(event: fact.InitiativeSettled, names: Names) -> str:
    first, *rest = event.order
    return f"{named(names, first)} acts {f'first, then {all_named(names, rest)}' if rest else 'alone'}."


def pairing_struck(event: fact.PairingStruck, names: Names) -> str:
    return _for_reason(STRUCK, event.reason, names, event.pc)


def _for_reason(said: Mapping[str, str], reason: str, names: Names, combatant: str) -> str:
    return f"{said[reason].format(who=named(names, combatant))}."


def pairing_closed(event: fact.PairingClosed, names: Names) -> str:
    if event.npc is None:
        return f"{named(names, event.pc)} has had {their(names, event.pc)} turn."
    return f"{named(names, event.pc)} and {named(names, event.npc)} have had their turns."


def turn_begun(event: fact.TurnBegun, names: Names) -> str:
    return f"It is {possessive(names, event.actor)} turn."


def turn_lost(event: fact.TurnLost, names: Names) -> str:
    return _for_reason(TURN_LOST, event.reason, names, event.actor)


def action_bought(event: fact.ActionBought, names: Names) -> str:
    return f"{named(names, event.actor)} fights off the stun for a single action."


def action_taken(event: fact.ActionTaken, names: Names) -> str:
    actor = named(names, event.actor)
    if event.extra is not None:
        return f"{actor} {EXTRAS.get(event.extra, 'attacks once more')}."
    command = event.command.rpartition(".")[2]
    if event.action == "movement" and command in CLOSING_IN:
        return f"{actor} uses the movement action to close in."
    return f"{actor} uses the {event.action} action {DOING.get(command) or f'to {as_words(command)}'}."


def extra_attack_opened(event: fact.ExtraAttackOpened, names: Names) -> str:
    return f"{named(names, event.actor)} may attack once more, thanks to {as_words(event.talent).title()}."


def reply_attack_spent(event: fact.ReplyAttackSpent, names: Names) -> str:
    return f"{named(names, event.combatant)} strikes back and has no attack left this round."


def turn_forfeited(event: fact.TurnForfeited, names: Names) -> str:
    return f"{named(names, event.combatant)} will have no turn this round."


def turn_ending(event: fact.TurnEnding, names: Names) -> str:
    if event.reason in TURN_ENDS:
        return _for_reason(TURN_ENDS, event.reason, names, event.actor)
    return f"{named(names, event.actor)} has finished acting."


def turn_ended(event: fact.TurnEnded, names: Names) -> str:
    return f"{possessive(names, event.actor)} turn is over."


def fight_decided(event: fact.FightDecided, names: Names) -> str:
    return f"{SIDES[event.winner]}."


def fight_reopened(event: fact.FightReopened, names: Names) -> str:
    return "The fight is on again."


def combat_ended(event: fact.CombatEnded, names: Names) -> str:
    return "The combat is over."


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
