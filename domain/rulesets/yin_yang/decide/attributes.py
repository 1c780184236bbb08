"""Attributes that are thrown before somebody joins (YY-ATTR-6), and those that the narrator changes (YY-DERIV-7)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.able import require_alive
from domain.rulesets.yin_yang.events.cards import AttributeSet, AttributesGenerated
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import ATTRIBUTES

SIDES_OF_DIE = 4


def generate_attributes(decision: Decision[Fight], command: ask.GenerateAttributes) -> None:
    """Six four-sided dice in one draw, each attribute its die + 1 (YY-ATTR-6); with method ``random`` (YY-ATTR-5)."""
    fight, newcomer = decision.state, command.combatant
    method = fight.options.attribute_method
    detail = "Attributes are not thrown in this fight."
    require(method == "random", "YY-ATTR-5", detail)
    joined = f"{fight.name_of(newcomer)} has joined already; attributes are thrown before."
    require(newcomer not in fight.people, "YY-ATTR-6", joined, field="command.combatant")
    dice = decision.roll(newcomer, "attributes", len(ATTRIBUTES), SIDES_OF_DIE)
    decision.record(AttributesGenerated(combatant=newcomer, dice=dice, scores=tuple([die + 1 for die in dice.dice])))


def set_attribute(decision: Decision[Fight], command: ask.SetAttribute) -> None:
    """The narrator changes an attribute; all that follows from it is computed anew (YY-DERIV-7)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require_alive(person, "command.combatant")
    decision.record(
        AttributeSet(combatant=person.id, attribute=command.attribute, score=command.score, reason=command.reason)
    )
