"""How Century says abilities, parts of target numbers, conditions, places, and the values of commands' fields."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from domain.rulesets.century.state import Condition, Consequence, Part
from domain.rulesets.century.tables import ARMOUR, GEAR, WEAPONS
from domain.text.phrases import (
    Names,
    RenderValue,
    all_named,
    as_words,
    counted,
    listed,
    named,
    number,
    quoted,
    render_value,
)

ABILITIES = {
    "str": "Strength",
    "agl": "Agility",
    "con": "Constitution",
    "iq": "I.Q.",
    "app": "Appearance",
    "prs": "Personality",
}
PARTS = {
    "base": "base",
    "from_behind": "from behind",
    "heavy_armour": "for too heavy armour",
    "heavy_weapon": "for too heavy a weapon",
    "second_shot": "for the second shot",
    "disarm": "for the disarm",
    "dodge": "for the dodge",
    "block": "for the block",
    "parry": "for the parry",
    "dodge_penalty": "for having dodged",
    "block_penalty": "for having blocked",
    "off_hand": "with the off hand",
    "two_hands_dominant": "with both hands",
    "two_hands_off": "with both hands, the off one",
    "fate_before": "of Fate",
    "fate_after": "of Fate afterwards",
    "light_low": "in low light",
    "light_moonlight": "in moonlight",
    "light_twilight": "in twilight",
    "light_dark": "in the dark",
    "cover": "for cover",
}
"""What a part of a target number is for, by its key; the others are said by their keys."""
LABELS = {"turn_class": "for the turn", "control": "for the danger"}
"""Labels that the rules themselves give to a modifier."""
BANDS = {"melee": "hand to hand", "short": "at short range", "medium": "at medium range", "long": "at long range"}
HAZARDS = {
    "deathblow": "a deathblow",
    "disease": "a disease",
    "poison": "poison",
    "electricity": "electricity",
    "gas": "gas",
    "stun": "a stunning blow",
    "surprise": "surprise",
}
CONDITIONS = {
    "unconscious": "is unconscious",
    "dying": "is dying",
    "stabilized": "is stabilized",
    "dead": "is dead",
    "surprised": "is surprised",
    "drunk": "is drunk",
    "drugged": "is drugged",
    "diseased": "is ill",
    "stunned": "is stunned",
    "lucky": "has a lucky day",
    "unlucky": "has an unlucky day",
    "hindered": "is hindered",
    "dodge_penalty": "is out of balance from dodging",
    "block_penalty": "is out of balance from blocking",
    "clearing_jam": "is busy with a jam",
    "hidden": "is hidden",
    "stealthy": "moves stealthily",
}
NO_MORE = {
    "dodge_penalty": "has got over the dodge",
    "block_penalty": "has got over the block",
    "clearing_jam": "is done with the jam",
    "lucky": "has an ordinary day again",
    "unlucky": "has an ordinary day again",
    "stealthy": "moves openly again",
    "hidden": "is in the open again",
}
"""How it is said that a condition is over, where *no longer* would not do."""
LIGHTS = {
    "day": "daylight",
    "low": "low light",
    "moonlight": "moonlight",
    "twilight": "twilight",
    "dark": "total darkness",
}
HEALTH = {"fresh": "more than half", "half": "half or less", "quarter": "a quarter or less"}
DEFENCES = {"dodge": "dodges", "block": "blocks", "parry": "parries"}
MODES = {
    "legs2": "goes",
    "legs4": "trots",
    "slither": "slithers",
    "wheels": "drives",
    "hover": "hovers",
    "flight": "flies",
    "swim": "swims",
    "row": "rows",
    "sail": "sails",
    "water_motor": "speeds over the water",
    "climb": "climbs",
}


def signed(value: int) -> str:
    """A part of a sum: ``+21``, ``−30``."""
    return f"+{value}" if value >= 0 else number(value)


def abilities_said(label: str) -> str:
    """The abilities of a part by their names: ``app/prs`` is Appearance and Personality."""
    return listed(ABILITIES[name] for name in label.split("/")) if label else "ability"


def part_said(part: Part) -> str:
    """A part of a target number with its rule: ``+21 Agility (CE-ABIL-3)``, ``−20 “duress” (CE-SKILL-12)``."""
    if part.key == "ability":
        what = abilities_said(part.label)
    elif part.key == "skill":
        what = part.label or "skill"
    elif part.key == "health":
        what = f"at {HEALTH[part.label]} of the hit points"
    else:
        label = LABELS.get(part.label) or f"“{part.label}”"
        what = label if part.label else PARTS.get(part.key) or f"for {as_words(part.key)}"
    amount = number(part.amount) if part.key == "base" else signed(part.amount)
    return f"{amount} {what} ({part.rule})"


def parts_said(parts: Iterable[Part]) -> str:
    """The parts of a target number, those of nothing left out but for the base."""
    return ", ".join(part_said(part) for part in parts if part.amount or part.key == "base")


def condition_said(condition: Condition) -> str:
    """What somebody is like: ``is drunk (30)``, ``is hindered (20): “sprained ankle”``."""
    said_so = CONDITIONS[condition.name]
    amount = f" ({condition.amount})" if condition.amount and not condition.name.endswith("_penalty") else ""
    if condition.name == "surprised":
        amount = f" ({condition.initiative}, {condition.skill}, {condition.reaction})"
    return f"{said_so}{amount}{f': “{condition.label}”' if condition.label else ''}"


def consequence_said(one: Consequence) -> str:
    """What a failure brings, in few words."""
    more = f" {one.dice or one.amount}" if one.dice or one.amount else ""
    words = one.text or one.label
    return f"{as_words(one.effect)}{more}{f' “{words}”' if words else ''}"


def _in_a_sentence(name: str) -> str:
    """A name of the charts, as ``Machine gun``; one with a number or another capital in it is a proper name."""
    return name if re.search("[0-9A-Z]", name[1:]) else name.lower()


ITEMS: Mapping[str, str] = {
    key: _in_a_sentence(str(row["name"])) for chart in (WEAPONS, ARMOUR, GEAR) for key, row in chart.items()
}
"""Items of the charts, as they are spoken of."""


def thing(key: str) -> str:
    """An item as it is spoken of: ``.357 Magnum``; the number that keeps two apart on the ground is left out."""
    kind = key.partition(".")[0]
    return ITEMS.get(kind) or as_words(kind)


def item(key: str) -> str:
    """One that is known of: ``the .357 Magnum``."""
    return f"the {thing(key)}"


def candidates(value: Any, names: Names) -> str:
    """The ways to make a roll."""
    ways = [str(one.get("skill") or one.get("key") or "main") for one in value]
    return listed(map(as_words, ways))


def objects(value: Any, names: Names) -> str:
    """What somebody stands behind."""
    return all_named(names, [str(one["object"]) for one in value])


SAID: Mapping[str, RenderValue] = {
    "what": quoted,
    "text": quoted,
    "label": quoted,
    "called": quoted,
    "reason": quoted,
    "item": lambda value, names: item(str(value)),
    "for_item": lambda value, names: item(str(value)),
    "weapon": lambda value, names: item(str(value)),
    "natural": lambda value, names: f"a {as_words(str(value))}",
    "candidates": candidates,
    "hazard": lambda value, names: HAZARDS.get(str(value), str(value)),
    "objects": objects,
    "light": lambda value, names: LIGHTS.get(str(value), str(value)),
    "degrees": lambda value, names: counted(abs(value), "degree") if isinstance(value, int) else str(value),
    "distance_m": lambda value, names: counted(value, "metre") if isinstance(value, int) else str(value),
    "spray": lambda value, names: all_named(names, [str(one["target"]) for one in value]),
    "effects": lambda value, names: listed(as_words(str(one["effect"])) for one in value),
    "ability": lambda value, names: ABILITIES.get(str(value), str(value)),
    "mode": lambda value, names: as_words(str(value)),
    "dice": lambda value, names: str(value),
    "toward": lambda value, names: named(names, value) if isinstance(value, str) else render_value(value, names),
}
"""How the values of commands' fields are said, by the names of the fields."""
