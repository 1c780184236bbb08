"""How fighting, holds, wounds, stun, fire, poison and stunts are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.s3.events import harm as fact
from domain.rulesets.s3.narrate.words import FATES, TASKS, reason, weapon
from domain.rulesets.s3.state import Hold, Memory
from domain.rulesets.s3.tables import wound_row
from domain.text.phrases import Names, RenderEvent, as_words, counted, listed, named, possessive, sentence

INTENTS = {"subdue": "", "kill": ", to kill"}
PURPOSES = {"stunt": "for a stunt", "act_stunned": "to act through the stun"}
DISABLED_BY = {
    "fortitude": "the blow is too hard",
    "wounds": "the wounds are too many",
    "strangled": "no air is left",
    "ruling": "the narrator says so",
}


def attack_hit(event: fact.AttackHit, names: Names) -> str:
    attacker, target = named(names, event.attacker), named(names, event.target)
    where = f" at the {as_words(event.called)}" if event.called else ""
    return f"{attacker} hits {target}{where} with {weapon(event.weapon)}{INTENTS[event.intent]}."


def attack_missed(event: fact.AttackMissed, names: Names) -> str:
    return f"{named(names, event.attacker)} misses {named(names, event.target)} with {weapon(event.weapon)}."


def breath_spent(event: fact.BreathSpent, names: Names) -> str:
    what = PURPOSES.get(event.purpose, f"for {as_words(event.purpose)}")
    return f"{named(names, event.combatant)} spends {event.points} Breath {what}."


def breath_restored(event: fact.BreathRestored, names: Names) -> str:
    return f"{named(names, event.combatant)} gets {event.points} Breath back."


def stunt_declared(event: fact.StuntDeclared, names: Names) -> str:
    price = f"for {event.price} Breath" if event.price else "at no price"
    return f"{named(names, event.combatant)} ventures a stunt of {_stunt(event.memory)}, {price}."


def _stunt(memory: Memory) -> str:
    label = f", “{memory.label}”" if memory.label else ""
    return f"{listed(as_words(skill) for skill in memory.skills)}{label}"


def stunt_memory_added(event: fact.StuntMemoryAdded, names: Names) -> str:
    return f"{named(names, event.combatant)} now counts as having used {_remembered(event.memory)}."


def stunt_memory_removed(event: fact.StuntMemoryRemoved, names: Names) -> str:
    return f"{named(names, event.combatant)} no longer counts as having used {_remembered(event.memory)}."


def _remembered(memory: Memory) -> str:
    return f"a stunt of {_stunt(memory)} for {TASKS.get(memory.task) or f'the {as_words(memory.task)}'}"


def damage_suffered(event: fact.DamageSuffered, names: Names) -> str:
    """The points, and what counts more than they do where that is so."""
    source = f" from {named(names, event.source)}" if event.source else ""
    amounts = ((event.stun_amount, "for the stun"), (event.wound_amount, "for the wound"))
    more = [f"{amount} {purpose}" for amount, purpose in amounts if amount != event.points]
    exact = f" ({listed(more)})" if more else ""
    points = counted(event.points, "point")
    return f"{named(names, event.combatant)} suffers {points} of {as_words(event.label)}{source}{exact}."


def wounded(event: fact.Wounded, names: Names) -> str:
    row = wound_row(event.wound.points)
    kind = f"{row.name} wound" if row is not None else "wound"
    source = names.get(event.wound.source) or as_words(event.wound.source)
    loss = f"{counted(event.wound.penalty, 'coin')} less" + ("" if event.total is None else f", {event.total} in all")
    return f"{named(names, event.combatant)} takes a {kind} from {source}: {loss}."


def stunned(event: fact.Stunned, names: Names) -> str:
    return f"{named(names, event.combatant)} is stunned and will lose the next turn."


def stun_round_set(event: fact.StunRoundSet, names: Names) -> str:
    return f"{named(names, event.combatant)} loses the turns of round {event.round} to the stun."


def stun_over(event: fact.StunOver, names: Names) -> str:
    return f"{possessive(names, event.combatant)} stun is over."


def limb_lost(event: fact.LimbLost, names: Names) -> str:
    until = event.loss.until_round
    how_long = "until it is healed" if until is None else f"through round {until}"
    source = names.get(event.loss.source) or as_words(event.loss.source)
    limb = as_words(event.limb)
    return f"{named(names, event.combatant)} loses the use of the {limb} {how_long}, by {source}."


def limb_restored(event: fact.LimbRestored, names: Names) -> str:
    return f"{named(names, event.combatant)} can use the {as_words(event.limb)} again."


def limb_penalty_set(event: fact.LimbPenaltySet, names: Names) -> str:
    verb = "costs" if event.applies else "does not cost"
    return (
        f"The lost {as_words(event.limb)} of {named(names, event.combatant)} {verb} coins of {as_words(event.skill)}."
    )


def disabled(event: fact.CombatantDisabled, names: Names) -> str:
    why = listed(DISABLED_BY[reason] for reason in event.disabled.reasons)
    return f"{named(names, event.combatant)} falls, out of action {FATES[event.disabled.fate]}: {why}."


def fate_set(event: fact.FateSet, names: Names) -> str:
    return f"{named(names, event.combatant)} is out of action {FATES[event.fate]}."


def recovered(event: fact.Recovered, names: Names) -> str:
    return f"{named(names, event.combatant)} stands up, able to fight."


def wounds_healed(event: fact.WoundsHealed, names: Names) -> str:
    return f"{named(names, event.combatant)} is treated: {counted(len(event.wounds), 'wound')} less."


def pinned(event: fact.Pinned, names: Names) -> str:
    return _held(event.hold, "holds {held} fast", names)


def choked(event: fact.Choked, names: Names) -> str:
    return _held(event.hold, "has {held} by the throat", names)


def _held(hold: Hold, how: str, names: Names) -> str:
    grip = f"with {weapon(hold.means)}{INTENTS[hold.intent]}; {counted(hold.successes, 'head')} to beat"
    return f"{named(names, hold.holder)} {how.format(held=named(names, hold.held))} {grip}."


def hold_ended(event: fact.HoldEnded, names: Names) -> str:
    hold = "chokehold" if event.kind == "choke" else "grip"
    holder, held = possessive(names, event.holder), named(names, event.held)
    return f"{holder} {hold} on {held} is over: {reason(event.reason)}."


def drag_begun(event: fact.DragBegun, names: Names) -> str:
    drag = event.drag
    dragger, dragged = named(names, drag.dragger), named(names, drag.dragged)
    return f"{dragger} drags {dragged} along with {weapon(drag.weapon)}{INTENTS[drag.intent]}."


def drag_ended(event: fact.DragEnded, names: Names) -> str:
    dragger, dragged = named(names, event.dragger), named(names, event.dragged)
    return f"{dragger} drags {dragged} no more: {reason(event.reason)}."


def ignited(event: fact.Ignited, names: Names) -> str:
    source = f", lit by {named(names, event.fire.source)}" if event.fire.source else ""
    return f"{named(names, event.combatant)} burns with {counted(event.fire.intensity, 'coin')} of fire{source}."


def fire_ticked(event: fact.FireTicked, names: Names) -> str:
    return f"The fire on {named(names, event.combatant)} burns with a flame of {event.flame} in round {event.round}."


def fire_smothered(event: fact.FireSmothered, names: Names) -> str:
    left = counted(event.intensity, "coin")
    return f"{named(names, event.combatant)} smothers the fire down to {left}, with a flame of {event.flame}."


def fire_out(event: fact.FireOut, names: Names) -> str:
    return f"The fire on {named(names, event.combatant)} is out."


def dose_given(event: fact.DoseGiven, names: Names) -> str:
    dose = event.dose
    source = f" by {named(names, dose.source)}" if dose.source else ""
    what = f"{as_words(dose.poison)}, {counted(dose.coins, 'coin')}"
    return f"Poison is in {named(names, event.combatant)}{source}: {what}."


def dose_struck(event: fact.DoseStruck, names: Names) -> str:
    return f"The poison in {named(names, event.combatant)} strikes."


def doses_cured(event: fact.DosesCured, names: Names) -> str:
    return sentence(
        f"{counted(len(event.doses), 'dose')} of poison in {named(names, event.combatant)} will not strike."
    )


HARM_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.AttackHit: attack_hit,
    fact.AttackMissed: attack_missed,
    fact.BreathSpent: breath_spent,
    fact.BreathRestored: breath_restored,
    fact.StuntDeclared: stunt_declared,
    fact.StuntMemoryAdded: stunt_memory_added,
    fact.StuntMemoryRemoved: stunt_memory_removed,
    fact.DamageSuffered: damage_suffered,
    fact.Wounded: wounded,
    fact.Stunned: stunned,
    fact.StunRoundSet: stun_round_set,
    fact.StunOver: stun_over,
    fact.LimbLost: limb_lost,
    fact.LimbRestored: limb_restored,
    fact.LimbPenaltySet: limb_penalty_set,
    fact.CombatantDisabled: disabled,
    fact.FateSet: fate_set,
    fact.Recovered: recovered,
    fact.WoundsHealed: wounds_healed,
    fact.Pinned: pinned,
    fact.Choked: choked,
    fact.HoldEnded: hold_ended,
    fact.DragBegun: drag_begun,
    fact.DragEnded: drag_ended,
    fact.Ignited: ignited,
    fact.FireTicked: fire_ticked,
    fact.FireSmothered: fire_smothered,
    fact.FireOut: fire_out,
    fact.DoseGiven: dose_given,
    fact.DoseStruck: dose_struck,
    fact.DosesCured: doses_cured,
}
