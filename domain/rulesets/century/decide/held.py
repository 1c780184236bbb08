"""Effects of attacks in a common slot are recorded at once and come about when it closes (CE-TIE-5 to CE-TIE-9).

The reading is that of CE-RUL-52.
"""

from domain.decision.decision import Decision
from domain.rulesets.century.decide.attitudes import turn_attitude
from domain.rulesets.century.decide.conditions import impose, lapse_slot
from domain.rulesets.century.decide.handling import drop_item
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.decide.wounds import land
from domain.rulesets.century.events.rounds import EffectHeld, EffectsReleased, SlotClosed
from domain.rulesets.century.state import Fight, Held, Slot


def bring(decision: Decision[Fight], effect: Held) -> None:
    """Let an effect of the open attack come about: at once, or in a common slot when that closes (CE-TIE-5).

    Until then its members go on as if unharmed (CE-TIE-7).
    """
    slot, attack = decision.state.slot, decision.state.attack
    if slot is not None and slot.common:
        decision.record(
            EffectHeld(combatant=effect.combatant, effect=effect), cause=attack.version if attack is not None else None
        )
    else:
        come_about(decision, effect)


def close_slot(decision: Decision[Fight], slot: Slot) -> None:
    """Penalties on this action are used up, the slot closes, and what was held back comes about (CE-TIE-8)."""
    lapse_slot(decision, slot)
    decision.cause = decision.record(SlotClosed(members=tuple(slot.members)))
    release(decision)


def release(decision: Decision[Fight]) -> None:
    """The effects that were held come about in the order in which they were recorded (CE-TIE-8)."""
    held = decision.state.held
    if held:
        released = decision.record(EffectsReleased(count=len(held)))
        decision.steps(*[(come_about_next, effect) for effect in held], cause=released)


@stages.stage("century.held.next", Held, pausable=True)
def come_about_next(decision: Decision[Fight], effect: Held) -> None:
    """The next of the effects comes about; a full batch ends before it (CE-TIE-13)."""
    come_about(decision, effect)


def come_about(decision: Decision[Fight], effect: Held) -> None:
    """A wound, an item that falls, a condition, or what an NPC feels from now on."""
    if effect.wound is not None:
        land(decision, effect.wound)
    if effect.drop is not None and effect.drop.item in decision.state.people[effect.combatant].held.values():
        drop_item(decision, effect.combatant, effect.drop.item, effect.drop.reason)
    if effect.condition is not None:
        impose(decision, effect.combatant, effect.condition)
    if effect.attitude is not None:
        turn_attitude(decision, effect.combatant, effect.attitude)
