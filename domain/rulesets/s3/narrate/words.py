"""How S3 says weapons, places, limbs and reasons."""

from typing import Any

from domain.rulesets.s3.items import Item
from domain.rulesets.s3.words import HERE, UNARMED
from domain.text.phrases import Names, as_words, listed

REASONS = {
    "stunned": "stunned",
    "disabled": "out of action",
    "not_able": "out of action",
    "forfeited": "the fast exchange has cost it",
    "arm_lost": "the arm is lost",
    "moved_away": "they are apart",
    "not_finished": "the chance to finish has passed",
    "holder_moved": "the holder moves on",
    "holder_acted": "the holder does something else",
    "weapon_lost": "the weapon is gone",
    "broken_free": "it is broken by force",
    "released": "let go",
    "pinned": "the holder is held",
    "failed": "the squeeze fails",
    "damage": "it is hit too hard",
    "driverless": "nobody holds the reins",
}
TASKS = {
    "break_free": "the struggle to break free",
    "finish_strangle": "the struggle for air",
    "disarm": "the grab for the weapon",
    "hide": "the game of hiding",
    "strangle": "the grab for the throat",
    "reposition": "the race for position",
    "switch_vehicle": "the leap",
    "flee": "the race",
    "damage_vehicle": "the attack",
    "fast": "the fast exchange",
}
FATES = {
    "slain": "and slain",
    "down": "and down",
    "unconscious": "and unconscious",
    "critical": "and in a critical state",
}
OUT = {
    "escaped": "escapes",
    "left_behind": "is left behind",
    "thrown_out": "is thrown out of the fight",
    "removed": "leaves the fight",
}


def weapon(ref: str) -> str:
    """A weapon as an attack names it: ``bare hands``, ``the sword pistol (blade)``."""
    return "bare hands" if ref == UNARMED else f"the {as_words(ref)}"


def item(thing: Item) -> str:
    """An item by its own name."""
    return f"the {thing.name.lower()}"


def to_zone(key: str) -> str:
    """The way to a zone: ``here``, ``to the deck``."""
    return "here" if key == HERE else f"to the {as_words(key)}"


def at_zone(key: str) -> str:
    """In a zone: ``here``, ``at the deck``."""
    return "here" if key == HERE else f"at the {as_words(key)}"


def reason(key: str) -> str:
    """Why something came to its end."""
    return REASONS.get(key) or as_words(key)


def said_weapon(value: Any, names: Names) -> str:
    """The field of a command that names a weapon."""
    return weapon(value)


def said_thing(value: Any, names: Names) -> str:
    """The field of a command that names an item or a way of the scene."""
    return f"the {as_words(value)}"


def said_zone(value: Any, names: Names) -> str:
    """The field of a command that names a zone to go to."""
    return to_zone(value)


def said_zones(value: Any, names: Names) -> str:
    """The zones that are drawn."""
    return listed(as_words(plan.get("name") or plan["key"]) for plan in value)


def said_outcome(value: Any, names: Names) -> str:
    """Where a trip is to end: ``to the ground``, ``off the vehicle``, ``to the deck``, ``into the furnace``."""
    kind, _, key = str(value).partition(":")
    return {"ground": "to the ground", "dismount": "off the vehicle", "zone": to_zone(key)}.get(
        kind, f"into the {as_words(key)}"
    )


SAID = {
    "weapon": said_weapon,
    "item": said_thing,
    "link": said_thing,
    "zone": said_zone,
    "zones": said_zones,
    "outcome": said_outcome,
}
"""How fields of commands are said, where they are neither combatants nor plain words."""
