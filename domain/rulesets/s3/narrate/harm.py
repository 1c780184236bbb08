"""How fighting, holds, wounds, stun, fire, poison and stunts are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.s3.events import harm as fact
from domain.rulesets.s3.narrate.words import FATES, TASKS, anybody, cause, weapon
from domain.rulesets.s3.state import Hold, Memory
from domain.rulesets.s3.tables import wound_row
from domain.text.phrases import Names, RenderEvent, as_words, counted, listed, named, possessive

INTENTS = {"subdue": "", "kill": ", meaning to kill"}
PURPOSES = {"stunt": "for a stunt", "act_stunned": "to act through the stun"}
DISABLED_BY = {
    "fortitude": "the blow was too hard",
    "wounds": "the wounds were too many",
    "strangled": "the air ran out",
    "ruling": "the narrator says so",
}
LET_GO = {
    "stunned": "{holder} is stunned and lets go of {held}",
    "arm_lost": "{holder} has lost the arm and lets go of {held}",
    "weapon_lost": "{holder} has lost the weapon and lets go of {held}",
    "holder_moved": "{holder} lets go of {held} to move",
    "holder_acted": "{holder} lets go of {held} to do something else",
    "released": "{holder} lets go of {held}",
    "pinned": "{holder} is pinned and lets go of {held}",
    "not_finished": "{holder} has missed the chance to finish {held}, and lets go",
    "failed": "{held} holds out, and {holder} lets go",
    "broken_free": "{held} breaks free of {holder}",
    "moved_away": "{holder} and {held} are torn apart",
    "disabled": "{holder} loses hold of {held}: one of them is out of action",
    "escaped": "{holder} loses hold of {held}: one of them has escaped",
    "left_behind": "{holder} loses hold of {held}: one of them is left behind",
    "thrown_out": "{holder} loses hold of {held}: one of them is thrown out of the fight",
    "removed": "{holder} loses hold of {held}: one of them has left the fight",
}
"""How a pin, a chokehold or a drag ends, by the reason."""
DAMAGE = {
    "damage": "damage",
    "burn": "damage from the fire",
    "poison": "damage from the poison",
    "fall": "damage from the fall",
    "crash": "damage from the crash",
    "drag": "damage from being dragged along",
}
OWED = {
    "damage": " from",
    "burn": ", lit by",
    "poison": ", given by",
    "drag": " by",
}
"""How a kind of damage is owed to somebody."""


def attack_hit(event: fact.AttackHit, names: Names) -> str:
    attacker, target = named(names, event.attacker), anybody(names, event.target)
    where = f" in the {as_words(event.called)}" if event.called else ""
    return f"{attacker} hits {target}{where} with {weapon(event.weapon, names, event.attacker)}{INTENTS[event.intent]}."


def attack_missed(event: fact.AttackMissed, names: Names) -> str:
    attacker, target = named(names, event.attacker), anybody(names, event.target)
    return f"{attacker} misses {target} with {weapon(event.weapon, names, event.attacker)}."


def breath_spent(event: fact.BreathSpent, names: Names) -> str:
    what = PURPOSES.get(event.purpose, f"for {as_words(event.purpose)}")
    return f"{named(names, event.combatant)} spends {event.points} Breath {what}."


def breath_restored(event: fact.BreathRestored, names: Names) -> str:
    return f"{named(names, event.combatant)} gets {event.points} Breath back."


def stunt_declared(event: fact.StuntDeclared, names: Names) -> str:
    price = f"for {event.price} Breath" if event.price else "at no cost"
    return f"{named(names, event.combatant)} tries a stunt with {_stunt(event.memory)} {price}."


def _stunt(memory: Memory) -> str:
    label = f" (“{memory.label}”)" if memory.label else ""
    return f"{listed(as_words(skill) for skill in memory.skills)}{label}"


def stunt_memory_added(event: fact.StuntMemoryAdded, names: Names) -> str:
    return f"{named(names, event.combatant)} now counts as having used {_remembered(event.memory)}."


def stunt_memory_removed(event: fact.StuntMemoryRemoved, names: Names) -> str:
    return f"{named(names, event.combatant)} no longer counts as having used {_remembered(event.memory)}."


def _remembered(memory: Memory) -> str:
    return f"a stunt with {_stunt(memory)} for {TASKS.get(memory.task) or f'the {as_words(memory.task)}'}"


def damage_suffered(event: fact.DamageSuffered, names: Names) -> str:
    """The points, and what counts more than they do where that is so."""
    amounts = ((event.stun_amount, "for the stun"), (event.wound_amount, "for the wound"))
    more = [f"{amount} {purpose}" for amount, purpose in amounts if amount != event.points]
    exact = f" ({listed(more)})" if more else ""
    points = f"{counted(event.points, 'point')} of" if event.points else "no"
    kind = DAMAGE.get(event.label) or f"damage from {as_words(event.label)}"
    source = f"{OWED.get(event.label, ', caused by')} {named(names, event.source)}" if event.source else ""
    return f"{named(names, event.combatant)} takes {points} {kind}{source}{exact}."


def wounded(event: fact.Wounded, names: Names) -> str:
    row = wound_row(event.wound.points)
    kind = f"{row.name} wound" if row is not None else "wound"
    loss = f"{counted(event.wound.penalty, 'coin')} fewer" + (
        "" if event.total is None else f", {event.total} fewer in all"
    )
    return f"{named(names, event.combatant)} takes a {kind} from {cause(event.wound.source, names)}: {loss}."


def stunned(event: fact.Stunned, names: Names) -> str:
    return f"{named(names, event.combatant)} is stunned and will lose the next turn."


def stun_round_set(event: fact.StunRoundSet, names: Names) -> str:
    return f"{named(names, event.combatant)} loses the turns of round {event.round} to the stun."


def stun_over(event: fact.StunOver, names: Names) -> str:
    return f"{possessive(names, event.combatant)} head clears."


def limb_lost(event: fact.LimbLost, names: Names) -> str:
    until = event.loss.until_round
    how_long = "until healed" if until is None else f"until the end of round {until}"
    limb, source = as_words(event.limb), cause(event.loss.source, names)
    return f"{named(names, event.combatant)} loses the use of the {limb} {how_long}, because of {source}."


def limb_restored(event: fact.LimbRestored, names: Names) -> str:
    return f"{named(names, event.combatant)} can use the {as_words(event.limb)} again."


def limb_penalty_set(event: fact.LimbPenaltySet, names: Names) -> str:
    coins = "coins" if event.applies else "no coins"
    limb, who = as_words(event.limb), named(names, event.combatant)
    return f"Without the {limb}, {who} loses {coins} at {as_words(event.skill)}."


def disabled(event: fact.CombatantDisabled, names: Names) -> str:
    why = listed(DISABLED_BY[reason] for reason in event.disabled.reasons)
    return f"{named(names, event.combatant)} is {FATES[event.disabled.fate]}: {why}."


def fate_set(event: fact.FateSet, names: Names) -> str:
    return f"{named(names, event.combatant)} is {FATES[event.fate]}."


def recovered(event: fact.Recovered, names: Names) -> str:
    return f"{named(names, event.combatant)} is able to fight again."


def wounds_healed(event: fact.WoundsHealed, names: Names) -> str:
    return f"{named(names, event.combatant)} is healed of {counted(len(event.wounds), 'wound')}."


def pinned(event: fact.Pinned, names: Names) -> str:
    return _held(event.hold, "holds {held} fast", names)


def choked(event: fact.Choked, names: Names) -> str:
    return _held(event.hold, "has {held} by the throat", names)


def _held(hold: Hold, how: str, names: Names) -> str:
    means, to_beat = weapon(hold.means, names, hold.holder), counted(hold.successes, "head")
    doing = how.format(held=named(names, hold.held))
    return f"{named(names, hold.holder)} {doing} with {means}{INTENTS[hold.intent]}; {to_beat} to beat."


def hold_ended(event: fact.HoldEnded, names: Names) -> str:
    return _let_go(event.holder, event.held, event.reason, names)


def _let_go(holder: str, held: str, reason: str, names: Names) -> str:
    how = LET_GO.get(reason) or f"{{holder}} lets go of {{held}}: {as_words(reason)}"
    return f"{how.format(holder=named(names, holder), held=named(names, held))}."


def drag_begun(event: fact.DragBegun, names: Names) -> str:
    drag = event.drag
    dragger, dragged = named(names, drag.dragger), named(names, drag.dragged)
    return f"{dragger} drags {dragged} along with {weapon(drag.weapon, names, drag.dragger)}{INTENTS[drag.intent]}."


def drag_ended(event: fact.DragEnded, names: Names) -> str:
    return _let_go(event.dragger, event.dragged, event.reason, names)


def ignited(event: fact.Ignited, names: Names) -> str:
    source = f", lit by {named(names, event.fire.source)}" if event.fire.source else ""
    return f"{named(names, event.combatant)} is on fire{source}: {counted(event.fire.intensity, 'coin')}."


def fire_ticked(event: fact.FireTicked, names: Names) -> str:
    return f"The fire on {named(names, event.combatant)} burns on; {counted(event.flame, 'head')} to beat."


def fire_smothered(event: fact.FireSmothered, names: Names) -> str:
    left = counted(event.intensity, "coin")
    return f"{named(names, event.combatant)} smothers some of the fire, down to {left}."


def fire_out(event: fact.FireOut, names: Names) -> str:
    return f"The fire on {named(names, event.combatant)} is out."


def dose_given(event: fact.DoseGiven, names: Names) -> str:
    dose = event.dose
    source = f" by {named(names, dose.source)}" if dose.source else ""
    what = f"{as_words(dose.poison)} ({counted(dose.coins, 'coin')})"
    return f"{named(names, event.combatant)} is poisoned with {what}{source}."


def dose_struck(event: fact.DoseStruck, names: Names) -> str:
    return f"The poison in {named(names, event.combatant)} takes effect."


def doses_cured(event: fact.DosesCured, names: Names) -> str:
    return f"{named(names, event.combatant)} is cured of {counted(len(event.doses), 'dose')} of poison."


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
