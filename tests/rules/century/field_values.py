"""What somebody at a page would type into a field of Century that only its schema describes."""

import random
from collections.abc import Mapping
from typing import Any

from domain.rulesets.century import CENTURY
from domain.rulesets.century.state import Fight
from domain.rulesets.century.tables import MODIFIERS, TEMPLATES
from domain.rulesets.century.words import ABILITIES
from tests.rules.parse_sheet import Maker, one_of, several, somebody

WORDS = ("three owls", "slip past", "?", "first blood")
SKILLS = ("Perception", "Medical", "Ranged Combat: Small", "Knitting")


def item(chance: random.Random, fight: Fight) -> str:
    carried = {key for person in fight.people.values() for key in person.weapons}
    return chance.choice(sorted({"sword", "desk", *carried, *fight.ground}))


def roll(chance: random.Random, fight: Fight) -> str:
    return chance.choice([*fight.rolls, "lookout", "roll-9"])


def candidate(chance: random.Random, fight: Fight) -> dict[str, Any]:
    level = (
        {"success_level": chance.randint(0, 9)} if chance.random() < 0.2 else {"base": chance.choice((0, 20, 50, 90))}
    )
    skill = {"skill": chance.choice(SKILLS)} if chance.random() < 0.6 else {}
    abilities = chance.sample(ABILITIES, chance.choice((0, 1, 1, 2)))
    return {"key": chance.choice(("main", "other", "third")), "abilities": abilities, **skill, **level}


def candidates(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    return [candidate(chance, fight) for _ in range(chance.choice((1, 1, 1, 2)))]


def modifiers(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    def one() -> dict[str, Any]:
        if chance.random() < 0.4:
            return {"key": "custom", "label": chance.choice(WORDS), "amount": chance.choice((-20, 10, 30))}
        amount = {"amount": chance.choice((10, 25, 40))} if chance.random() < 0.6 else {}
        return {"key": chance.choice([*MODIFIERS]), **amount}

    return [one() for _ in range(chance.choice((0, 1, 1, 2)))]


def consequence(chance: random.Random, fight: Fight) -> dict[str, Any]:
    end = chance.choice(({}, {"rounds": 1}, {"end_of_round": max(1, fight.round)}))
    return chance.choice(
        (
            {"effect": "none"},
            {"effect": "unconscious", **end},
            {"effect": "stunned", **end},
            {"effect": "drunk", "amount": 30, **end},
            {"effect": "diseased", "amount": 20},
            {"effect": "surprised", "initiative": 2, "skill": 20, "reaction": 20, **end},
            {"effect": "hindered", "amount": 20, "label": chance.choice(WORDS), **end},
            {"effect": "lose_hp", "amount": 2},
            {"effect": "lose_hp", "dice": "1d6", "armour": True},
            {"effect": "hp_to", "hp": chance.choice((-5, 0, 3))},
            {"effect": "other", "text": "falls over"},
        )
    )


def consequences(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    return [consequence(chance, fight) for _ in range(chance.choice((1, 1, 2)))]


def critical(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return chance.choice(
        (
            {"effect": "none"},
            {"effect": "automatic_hit"},
            {"effect": "double_damage"},
            {"effect": "jam", "rounds": chance.choice((1, 2))},
            {"effect": "break_weapon"},
            {"effect": "explode_weapon", "radius": chance.choice((0, 3))},
            {"effect": "drop_weapon"},
            {"effect": "drop_weapon", "weapon": item(chance, fight)},
            {"effect": "instant_ally", "npc": somebody(chance, fight), "join": chance.random() < 0.3},
            {"effect": "instant_enemy", "npc": somebody(chance, fight)},
            {"effect": "confession", "npc": somebody(chance, fight), "text": chance.choice(WORDS)},
            {"effect": "other", "text": chance.choice(WORDS)},
        )
    )


def roll_terms(chance: random.Random, fight: Fight) -> dict[str, Any]:
    plain: dict[str, Any] = {"candidates": candidates(chance, fight)}
    hazard = {"kind": "reaction", "hazard": chance.choice(("gas", "surprise", "electricity")), "base": 40}
    return chance.choice((plain, plain, hazard, {**plain, "modifiers": modifiers(chance, fight)}))


def spray(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    targets = chance.sample([*fight.people], min(len(fight.people), chance.choice((1, 2, 2))))
    return [{"target": target, "rounds": chance.choice((1, 5, 6, 10))} for target in targets]


def objects(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    things = [person.id for person in fight.people.values() if not person.throws] or [*fight.people]
    return [{"object": thing, "percent": 30} for thing in chance.sample(things, min(2, len(things)))]


def round_modifiers(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    return [
        {"combatant": who, "value": chance.choice((-2, 1, 4)), "reason": "own ground"} for who in several(chance, fight)
    ]


def point(chance: random.Random, fight: Fight) -> dict[str, int]:
    return {"x": chance.randint(-3, 3), "y": chance.randint(-3, 20)}


def policy(chance: random.Random, fight: Fight) -> Any:
    return chance.choice(
        ("ask", "never", "always", "standard", "best", "dodge", "parry", "none", "if_it_saves", 1, 0, None, "go_on")
    )


def answer(chance: random.Random, fight: Fight) -> Any:
    """An answer to the prompt that is open, of one of the shapes that its kind takes."""
    return chance.choice(
        (
            chance.randint(0, 3),
            chance.choice(("none", "succeeds", "fails", "go_on", "withdraw", "yes", "iq", "agl", "main")),
            chance.random() < 0.5,
            {"defence": chance.choice(("dodge", "block", "parry"))},
            {"defence": "block", "with": "left_arm"},
            {"defence": "dodge", "fate": True},
            roll_terms(chance, fight),
            {"base": chance.choice((10, 40, 80))},
            {"base": 40, "effect": "drop_item", "item": item(chance, fight)},
            {"base": 30, "outcome": chance.choice(("skid", "stall"))},
            {"base": 30, "outcome": "crash", "damage": "1d6"},
            critical(chance, fight),
            consequences(chance, fight),
            {"inside": several(chance, fight)},
            {"refused": "too risky"},
            {"modifiers": modifiers(chance, fight), "unaware": True},
        )
    )


def sent(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    """Answers to send along."""
    kind = chance.choice([*CENTURY.prompts])
    return [{"kind": kind, "to": chance.choice([*fight.people, "narrator"]), "answer": answer(chance, fight)}]


BY_FIELD: Mapping[str, Maker] = {
    **dict.fromkeys(
        (
            "actor",
            "target",
            "combatant",
            "patient",
            "to",
            "of",
            "roller",
            "npc",
            "spokesman",
            "vehicle",
        ),
        somebody,
    ),
    **dict.fromkeys(("rollers", "combatants", "toward", "against", "shielded", "inside"), several),
    **dict.fromkeys(("item", "for_item", "disarm_item", "weapon"), item),
    "natural": one_of("punch", "kick", "bite", "claw"),
    "hand": one_of("right", "left", "both"),
    "with": one_of("reload", "loose_round"),
    "what": one_of(*WORDS),
    "kind": one_of("skill", "reaction"),
    "skill": one_of(*SKILLS),
    "mode": one_of("legs2", "legs4", "climb", "wheels", "row", "slither"),
    "distance_m": one_of(1, 1, 2, 3, 10),
    "degrees": one_of(-90, -30, 30, 60, 90, 150, 400),
    "incline": one_of("none", "up_30", "down_60"),
    "uneven": one_of(True, False),
    "wet": one_of(True, False),
    "stealthy": one_of(True, False),
    "aid": one_of("none", "rope", "ladder"),
    "keeps_cover": one_of(True, False),
    "fire": one_of("single", "double_tap", "burst", "full_auto"),
    "rounds": one_of(1, 5, 10, 17),
    "spray": spray,
    "point": point,
    "position": point,
    "paired": one_of(True, False),
    "maneuver": one_of("none", "backstab", "disarm"),
    "called": one_of("the hand", "the leg"),
    "one_handed": one_of(True, False),
    "range": one_of("melee", "short", "medium", "long"),
    "modifiers": modifiers,
    "mp_modifiers": round_modifiers,
    "without": one_of([], ["light"], ["drunk"], ["health"]),
    "from_behind": one_of(True, False),
    "unaware": one_of(True, False),
    "undodgeable": one_of(True, False),
    "base": one_of(0, 20, 40, 60, 90),
    "success_level": one_of(0, 4, 9),
    "mp": one_of(1, 2, 5),
    "roll": one_of(True, False),
    "terms": roll_terms,
    "candidates": candidates,
    "candidate": one_of("main", "iq", "agl", "other"),
    "ladder": one_of(["a noise", "a car", "a black car"], ["one", "two"]),
    "hazard": one_of("gas", "surprise", "poison", "deathblow"),
    "on_failure": consequences,
    "effects": consequences,
    "effect": one_of("none", "jam", "double_damage", "drop_weapon", "confession"),
    "damage": one_of("1d6", "2d6+1", "4"),
    "dice": one_of("1d6", "2d4"),
    "radius": one_of(0, 2),
    "hidden": one_of(True, False),
    "roll_id": roll,
    "award": one_of(True, False),
    "fate": one_of(0, 1, 2),
    "defence": one_of("dodge", "block", "parry"),
    "initiative": one_of(0, 2, 4),
    "reaction": one_of(0, 20),
    "end_of_round": one_of(1, 2, 3),
    "until": one_of(1, 2, 3),
    "without_abilities": one_of(True, False),
    "attitude": one_of("hatred", "goodwill", "adoration"),
    "light": one_of("day", "low", "moonlight", "twilight", "dark"),
    "rain": one_of(True, False),
    "wind": one_of(True, False),
    "notes": one_of(*WORDS),
    "condition": one_of("drunk", "stunned", "hidden", "lucky", "hindered", "surprised", "unconscious", "dodge_penalty"),
    "amount": one_of(-20, -1, 0, 1, 20, 30),
    "label": one_of(*WORDS),
    "mp_limit": one_of(5, 6, 10),
    "heading": one_of(0, 90, 270),
    "nowhere": one_of(True, False),
    "objects": objects,
    "on": one_of("attacks_by", "attacks_on", "all"),
    "status": one_of("up", "dying", "stabilized", "dead"),
    "hp": one_of(-6, -2, 0, 3, 8),
    "armor": one_of(True, False),
    "penalty": one_of(0, 30),
    "outcome": one_of("skid", "stall", "crash"),
    "days": one_of(1, 3, 400),
    "driving": one_of(True, False),
    "ability": one_of(*ABILITIES),
    "score": one_of(3, 9, 16),
    "join": one_of(True, False),
    "refused": one_of(*WORDS),
    "reason": one_of(*WORDS),
    "text": one_of(*WORDS),
    "answers": sent,
    "answer": answer,
    "name": one_of("Dock"),
    "id": one_of("rat_1", "rat_2"),
    "template": one_of(*TEMPLATES),
    "sheet": one_of(
        {"name": "Rat", "hp_max": 4},
        {"name": "Ace", "role": "character", "hp_max": 12, "fp": 3},
        {"name": "Crate", "kind": "object", "damage_capacity": 3, "hp_max": 5},
        {"name": "Rat"},
    ),
    "about": several,
    "rule": one_of("CE-ROLL-1"),
    "ruleset": one_of("century"),
    "secret": one_of(*WORDS),
}
BY_PATH: Mapping[str, Maker] = {
    "century.set_attitude.toward": somebody,
    "century.begin_round.modifiers": round_modifiers,
    "century.move.to": point,
    "century.surprise.skill": one_of(0, 20),
    "century.set_condition.skill": one_of(0, 20),
    "century.set_condition.rounds": one_of(1, 2),
    "century.end_combat.outcome": one_of(*WORDS),
    "century.choose_critical.rounds": one_of(1, 2),
    "century.choose_critical.modifiers": lambda chance, fight: [
        {"combatant": somebody(chance, fight), "condition": consequence(chance, fight)}
    ],
    "core.answer.answer.modifiers": modifiers,
    "core.answer.answer.effect": one_of("damage", "none", "none"),
    "core.rewind.to": one_of(2, 5, 8),
    "core.set_policy.answer": policy,
    "core.set_policy.kind": one_of(*CENTURY.prompts),
    "core.answer.prompt": lambda chance, fight: chance.choice([*(prompt.id for prompt in fight.prompts), "prompt-1-1"]),
}


def idea(chance: random.Random, fight: Fight, field: str) -> Any:
    """A value for a field such as ``century.attack.weapon``; None where nobody has an idea."""
    maker = BY_PATH.get(field) or BY_FIELD.get(field.rpartition(".")[2])
    return None if maker is None else maker(chance, fight)
