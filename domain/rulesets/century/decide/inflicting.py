"""Damage by the narrator's word (CE-DMG-9): falls, fire, crashes and the like."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century.commands import InflictDamage
from domain.rulesets.century.decide.damage import throw_damage
from domain.rulesets.century.decide.wounds import land
from domain.rulesets.century.state import Fight, Wound


def inflict_damage(decision: Decision[Fight], command: InflictDamage) -> None:
    """Somebody is hurt; armour may count, cover never does (CE-DMG-9)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    there = person.present and not person.dead and not person.destroyed
    require(there, "CE-HIT-10", f"{person.name} is past all harm.", field="command.combatant")
    if (command.dice is None) == (command.amount is None):
        refuse("CE-DMG-9", "Give dice or an amount, one of both.", code="invalid", field="command.dice")
    source = command.reason or "the narrator's word"
    thrown = None if command.dice is None else throw_damage(decision, None, command.dice, source, target=person.id)
    total = thrown if thrown is not None else command.amount or 0
    land(decision, Wound(person.id, total, source, armor=command.armor))
