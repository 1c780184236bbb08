"""How rounds are told: initiative, the order, slots, Move Points, what waits for the end of a common slot."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.century.events import rounds as fact
from domain.rulesets.century.said import condition_said, item, side_said, signed
from domain.rulesets.century.state import Held
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    counted,
    dice_shown,
    listed,
    named,
    number,
    possessive,
    sentence,
)

SPENT_ON = {
    "attack": "on the attack",
    "block": "on the block",
    "clear jam": "on clearing the jam",
    "discard_weapon": "on dropping something",
    "dodge": "on the dodge",
    "draw_weapon": "on drawing a weapon",
    "exchange_weapon": "on changing weapons",
    "hide": "on hiding",
    "load_weapon": "on loading",
    "move": "on moving",
    "other_action": "on an action",
    "parry": "on the parry",
    "pick_up": "on picking something up",
    "stabilize": "on helping the dying",
    "turn": "on turning",
    "use_stimpak": "on a Stimpak",
}
"""What Move Points are spent on."""
ENDED = {
    "ended": "is done for now",
    "finished": "is done for this round",
    "held": "waits for a later turn",
    "spent": "can spend no more Move Points this turn",
    "out": "can no longer act",
}


def round_begun(event: fact.RoundBegun, names: Names) -> str:
    given = [*event.modifiers, *event.mp_modifiers]
    more = [f"{named(names, who)} {signed(value)} ({reason})" for who, value, reason in given]
    due = f"; this is the last round for {all_named(names, event.due)}" if event.due else ""
    return sentence(f"Round {event.round} begins{f', with {listed(more)}' if more else ''}{due}.")


def initiative_thrown(event: fact.InitiativeThrown, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} throws {dice_shown(event.dice.dice)} for initiative.")


def initiative_scored(event: fact.InitiativeScored, names: Names) -> str:
    one = event.initiative
    fate = [("Fate before the throw", 3 * one.fate_before), ("Fate after the throw", one.fate_after)]
    terms = [("Agility", one.bonus), ("for circumstances", one.modifiers), *fate]
    added = "".join(f", {signed(amount)} {what}" for what, amount in terms if amount)
    return sentence(
        f"{possessive(names, event.combatant)} initiative is {number(one.score)}: {one.dice} thrown{added}."
    )


def tie_broken(event: fact.TieBroken, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} throws {dice_shown(event.die.dice)} to break the tie.")


def order_set(event: fact.OrderSet, names: Names) -> str:
    groups = [all_named(names, group) + (" together" if len(group) > 1 else "") for group in event.groups]
    return f"The order of action: {', then '.join(groups) or 'nobody'}."


def pass_begun(event: fact.PassBegun, names: Names) -> str:
    return "The order starts from the top." if event.run == 1 else "The order starts again from the top."


def slot_opened(event: fact.SlotOpened, names: Names) -> str:
    who = all_named(names, event.members)
    verb = "acts" if len(event.members) == 1 else "act together"
    return sentence(f"{who} {verb}.")


def points_spent(event: fact.PointsSpent, names: Names) -> str:
    points = counted(event.points, "Move Point")
    if event.vehicle:
        points = f"{event.points} of {possessive(names, event.vehicle)} Move Points"
    return sentence(f"{named(names, event.combatant)} spends {points} {SPENT_ON[event.what]}.")


def long_action_allowed(event: fact.LongActionAllowed, names: Names) -> str:
    points = counted(event.mp_limit, "Move Point")
    return sentence(f"{named(names, event.combatant)} may spend {points} on one action.")


def action_ended(event: fact.ActionEnded, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {ENDED[event.how]}.")


def slot_closed(event: fact.SlotClosed, names: Names) -> str:
    if len(event.members) == 1:
        return sentence(f"{possessive(names, event.members[0])} turn is over.")
    return sentence(f"The turn of {all_named(names, event.members)} is over.")


def effect_held(event: fact.EffectHeld, names: Names) -> str:
    return sentence(f"This takes effect once everyone acting now is done: {_effect(event.effect, names)}.")


def _effect(effect: Held, names: Names) -> str:
    """What is held back."""
    who = named(names, effect.combatant)
    if effect.wound is not None:
        cover = f" through {named(names, effect.wound.cover)}" if effect.wound.cover else ""
        return f"{counted(effect.wound.total, 'point')} of damage to {who}{cover}"
    if effect.drop is not None:
        return f"{who} loses {item(names, effect.combatant, effect.drop.item)}"
    if effect.condition is not None:
        return f"{who} {condition_said(effect.condition)}"
    toward = f" towards {named(names, effect.attitude.toward)}" if effect.attitude is not None else ""
    return f"{who} feels {effect.attitude.attitude if effect.attitude else 'otherwise'}{toward}"


def effects_released(event: fact.EffectsReleased, names: Names) -> str:
    return "Everything that waited takes effect now."


def actions_ended(event: fact.ActionsEnded, names: Names) -> str:
    return f"Everyone is done for round {event.round}."


def round_ended(event: fact.RoundEnded, names: Names) -> str:
    standing = listed(map(side_said, event.standing))
    if len(event.standing) > 1:
        return f"Round {event.round} is over; {standing} are still in the fight."
    return f"Round {event.round} is over; only {standing} can still fight." if event.standing else _nobody(event)


def _nobody(event: fact.RoundEnded) -> str:
    return f"Round {event.round} is over; no one can fight any more."


def combat_ended(event: fact.CombatEnded, names: Names) -> str:
    outcome = f": {event.outcome}" if event.outcome else ""
    reason = f" ({event.reason})" if event.reason else ""
    return f"The combat is over{outcome}{reason}."


ROUNDS_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.RoundBegun: round_begun,
    fact.InitiativeThrown: initiative_thrown,
    fact.InitiativeScored: initiative_scored,
    fact.TieBroken: tie_broken,
    fact.OrderSet: order_set,
    fact.PassBegun: pass_begun,
    fact.SlotOpened: slot_opened,
    fact.PointsSpent: points_spent,
    fact.LongActionAllowed: long_action_allowed,
    fact.ActionEnded: action_ended,
    fact.SlotClosed: slot_closed,
    fact.EffectHeld: effect_held,
    fact.EffectsReleased: effects_released,
    fact.ActionsEnded: actions_ended,
    fact.RoundEnded: round_ended,
    fact.CombatEnded: combat_ended,
}
