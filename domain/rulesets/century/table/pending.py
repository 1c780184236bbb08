"""What is being settled: the open attack, open rolls, initiative, and what a common slot holds back."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.rulesets.century.chapters.round import initiative
from domain.rulesets.century.state import Fight, Held
from domain.rulesets.century.table.attacks import attack_doing, attack_pending
from domain.rulesets.century.table.rolls import PURPOSES, roll_pending
from domain.rulesets.century.table.saying import capital, named_item
from domain.table.look import Look
from domain.table.shapes import Doing, Pending, PendingPart
from domain.text.phrases import named

HELD: Final = "held"
"""The ID of the effects that a common slot holds back; there is at most one such slot."""
TRYING: Final = frozenset({"action_cost", "set_target"})
"""The prompts by which the narrator says how what somebody does is decided."""


def pending(look: Look[Fight]) -> Mapping[str, Pending]:
    """Return what is being settled, by the IDs of attacks, rolls and prompts."""
    fight = look.state
    found = {} if fight.attack is None else {fight.attack.id: attack_pending(look, fight.attack)}
    found |= {key: roll_pending(look, roll) for key, roll in fight.rolls.items()}
    found |= dict(_initiative(look))
    if fight.held:
        parts = tuple([PendingPart(one.combatant, _held(look, one)) for one in fight.held])
        found[HELD] = Pending(look.said("when_slot_closes"), parts=parts)
    return found


def doing(look: Look[Fight], combatant: str) -> Doing | None:
    """Return the attack that a combatant is making, or what it tries while the narrator is asked about it."""
    attack = look.state.attack
    if attack is not None and attack.attacker == combatant:
        return attack_doing(look, attack)
    for prompt in look.state.prompts:
        if prompt.kind in TRYING and prompt.about.get("combatant") == combatant:
            return Doing(_tried(look, str(prompt.about["what"])), "awaited")
    return None


def _tried(look: Look[Fight], what: str) -> str:
    """Return what somebody tries: by a rule, or in words of its own (CE-ROLL-9, CE-ACT-51)."""
    return capital(look.said(f"roll_{what}")) if what in PURPOSES else look.said("tries", text=what)


def _initiative(look: Look[Fight]) -> Iterator[tuple[str, Pending]]:
    """Yield the throws of initiative, while Fate Points may still be added to them (CE-INIT-8)."""
    for group in look.state.waiting:
        if group.reply.stage == initiative.fate_after.name:
            opening = initiative.fate_after.thaw(group.reply)
            thrown = look.said("has_thrown")
            parts = [PendingPart(one, thrown, number=number) for one, number in opening.dice.items()]
            yield group.name, Pending(look.label("initiative", "throw"), parts=tuple(parts))


def _held(look: Look[Fight], effect: Held) -> str:
    """Return an effect that comes about when the slot closes (CE-TIE-5)."""
    if effect.wound is not None:
        return look.said("held_damage", points=effect.wound.total)
    if effect.drop is not None:
        return look.said("held_drop", item=named_item(look, effect.combatant, effect.drop.item))
    if effect.condition is not None:
        return look.label(effect.condition.name)
    if effect.attitude is None:
        return look.said("held_attitude")
    felt, toward = look.said(f"feels_{effect.attitude.attitude}"), effect.attitude.toward
    return capital(look.said("held_feeling", feels=felt, who=named(look.names, toward)))
