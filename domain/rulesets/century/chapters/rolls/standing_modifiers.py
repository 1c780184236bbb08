"""Standing modifiers of a roll: what the roller's state and the scene bring of themselves (CE-SKILL-14, CE-REACT-7)."""

from typing import Final

from domain.rulesets.century.chapters.conditions.health_categories import health_part
from domain.rulesets.century.chapters.rolls.modifiers import light_amount
from domain.rulesets.century.state import Condition, Fight, Part, Person, Roll
from domain.rulesets.century.tables import LIGHTS, MODIFIERS

OF_CONDITION: Final = {
    "drunk": ("drunk", -1, "CE-SKILL-45"),
    "drugged": ("drugged", -1, "CE-SKILL-46"),
    "diseased": ("diseased", -1, "CE-REACT-33"),
    "lucky": ("lucky_day", 1, "CE-SKILL-30"),
    "unlucky": ("unlucky_day", -1, "CE-SKILL-43"),
    "hindered": ("hindered", -1, "CE-REACT-38"),
}
"""The modifier that a condition is: its key, its sign, its rule."""
NEXT_ACTION: Final = {"dodge_penalty": "CE-DODGE-13", "block_penalty": "CE-BLOCK-6"}


def standing_parts(fight: Fight, roll: Roll) -> list[Part]:
    """The parts in the order in which they are shown (CE-MOD-20): the own penalty, health, the scene, conditions."""
    roller = fight.people[roll.combatant]
    parts = []
    own = own_penalty(roller) if roll.own_action else None
    if own is not None:
        parts.append(own)
    hurt = health_part(fight, roller)
    if hurt is not None:
        parts.append(hurt)
    parts += _of_scene(fight, roll)
    parts += _of_conditions(roller, roll)
    if roll.kind == "to_hit":
        parts += _circumstances(fight, roll)
    return parts


def own_penalty(roller: Person) -> Part | None:
    """Return what a dodge or a block takes off the next action: the larger one alone (CE-BLOCK-6, CE-RUL-76)."""
    due = [one for key, one in roller.conditions.items() if key in NEXT_ACTION and not one.fresh]
    if not due:
        return None
    largest = max(due, key=lambda one: one.amount)
    return Part(largest.name, -largest.amount, NEXT_ACTION[largest.name])


def _of_scene(fight: Fight, roll: Roll) -> list[Part]:
    """Light and weather; in a Reaction Check what the call names (CE-REACT-7)."""
    scene = fight.scene
    parts = []
    if scene.light != "day" and _counts(roll, "light"):
        key = LIGHTS[scene.light]
        parts.append(Part(key, -light_amount(fight.options, key), MODIFIERS[key].rule))
    for key, on in (("rain", scene.rain), ("wind", scene.wind)):
        if on and _counts(roll, key):
            parts.append(Part(key, -(MODIFIERS[key].amount or 0), MODIFIERS[key].rule))
    return parts


def _counts(roll: Roll, name: str) -> bool:
    if name in roll.without:
        return False
    return roll.kind != "reaction" or name in roll.with_scene


def _of_conditions(roller: Person, roll: Roll) -> list[Part]:
    parts = []
    for key, condition in roller.conditions.items():
        if condition.name in roll.without or key in roll.without:
            continue
        if condition.name == "surprised":
            parts += _surprised(condition, roll)
        elif condition.name in OF_CONDITION:
            name, sign, rule = OF_CONDITION[condition.name]
            parts.append(Part(name, sign * condition.amount, rule, condition.label))
    return parts


def _surprised(condition: Condition, roll: Roll) -> list[Part]:
    """Rolls lose its skill amount, checks its reaction amount (CE-REACT-40)."""
    amount = condition.reaction if roll.kind == "reaction" else condition.skill
    return [Part("surprised", -amount, "CE-REACT-40")] if amount else []


def _circumstances(fight: Fight, roll: Roll) -> list[Part]:
    """Standing modifiers of To-Hit Rolls that the narrator has set (CE-MOD-25)."""
    parts = []
    for one in fight.circumstances.values():
        whose = {"attacks_by": roll.combatant, "attacks_on": roll.target_of, "all": one.combatant}[one.on]
        if whose == one.combatant:
            parts.append(Part("circumstance", one.amount, "CE-MOD-25", one.label))
    return parts
