"""Situations of Yin-Yang: who meets whom, with what, by which options, and what they are keen on."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.core.commands import Command
from domain.rulesets.yin_yang.chapters.narrator.attributes import GenerateAttributes
from domain.rulesets.yin_yang.chapters.turns.gear import PlaceItem
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import SetDistance, SplitFight
from domain.rulesets.yin_yang.chapters.turns.turns import StartTurn
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.parts import WeaponSheet
from domain.rulesets.yin_yang.tables import TEMPLATES
from tests.laws.fights import Situation, plain_options

HEROES = tuple(key for key, entry in TEMPLATES.items() if entry["kind"] == "hero")
FOES = tuple(key for key, entry in TEMPLATES.items() if entry["kind"] == "npc")
OPTIONS = {
    **{key: values for key, values in plain_options(Options).items() if key not in ("validation", "attribute_method")},
    "narrator_decks": (1, 2),
    "edge_tests": (1, 2, 3),
    "white_joker_cards": (0, 1),
    "coloured_joker_cards": (0, 1),
    "confrontation_limit": (1, 3, 10),
    "combined_dedication": (0, 1, 2),
    "care_within_turns": ("none", 1, 3),
    "vitality_days": (1, 7),
}
Sheet = Mapping[str, Any]


def a_turn(joined: tuple[str, ...]) -> list[Command]:
    return [StartTurn()]


def things_about(joined: tuple[str, ...]) -> list[Command]:
    """A sword and a shotgun lie about."""
    lying = (WeaponSheet(id="old_sword", kind="two_handed_sword"), WeaponSheet(id="old_gun", kind="shotgun"))
    return [*(PlaceItem(weapon=weapon) for weapon in lying), StartTurn()]


def guarded(joined: tuple[str, ...]) -> list[Command]:
    """The last of them watches over the first."""
    return [Guard(actor=joined[-1], ward=joined[0]), StartTurn()]


def apart(joined: tuple[str, ...]) -> list[Command]:
    """The first two are close, and the fight is split."""
    return [
        SetDistance(first=joined[0], second=joined[-1], band="arm"),
        SplitFight(subfights=dict.fromkeys(joined[1:-1], "roof") or {joined[0]: "main"}),
        StartTurn(),
    ]


def generated(joined: tuple[str, ...]) -> list[Command]:
    """Somebody is about to join whose attributes are thrown."""
    return [GenerateAttributes(combatant="stranger"), *a_turn(joined)]


def sturdy(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Everybody stands much, and fights long."""
    return {"endurance": 8, "will": 8}


def worn_out(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """The next blow kills, and some need rest before they act again."""
    return {"vitality": 0, "stamina": chance.choice((0, -1))}


def armed_with(weapon: str) -> Callable[[random.Random, Mapping[str, Any]], Sheet]:
    """Everybody has the same weapon in hand."""
    held = {"weapons": [{"id": weapon}], "wielded": [{"weapon": weapon}], "default_attack": {"weapon": weapon}}
    return lambda chance, template: {**held, "armour": [{"id": "glass_plate"}], "worn": ["glass_plate"]}


def mighty(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """So many cards for each test that figures meet; mooks are among them."""
    return {"strength": chance.choice((9, 15, 20)), "mook": chance.random() < 0.5, "endurance": 6, "will": 6}


def giant(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Blows that draw half a deck, on armour that breaks."""
    return {**armed_with("polearm")(chance, template), "strength": 25, "endurance": 12, "will": 12}


ANYTHING = Situation(HEROES, FOES, staging=a_turn)
FIGHTING = ("yin_yang.attack",)
TURNS = ("yin_yang.end_turn", "yin_yang.start_turn")

SITUATIONS: Mapping[str, Situation] = {
    "duel": replace(ANYTHING, keen=FIGHTING),
    "open_hands": replace(ANYTHING, options={"hand": ("open",)}, keen=FIGHTING),
    "together": replace(
        ANYTHING,
        options={"hand": ("open", "blind")},
        keen=("yin_yang.combine", "yin_yang.attack"),
        narrates=0.15,
    ),
    "asked": replace(
        ANYTHING,
        every=sturdy,
        options={
            "action_consent": ("ask",),
            "king_effect": ("ask",),
            "confrontation_outcome": ("ask",),
            "mook_confrontation": ("ask",),
        },
        keen=("yin_yang.act", "yin_yang.attack"),
        narrates=0.3,
    ),
    "edge": replace(ANYTHING, options={"initiative": ("edge",)}, keen=("yin_yang.attack", "yin_yang.give_edge")),
    "moving": replace(
        ANYTHING,
        heroes=("cryptos", "vinnie", "hei", "gabrielle"),
        options={"movement": ("action",)},
        staging=apart,
        keen=("yin_yang.move", "yin_yang.attack"),
        narrates=0.15,
    ),
    "dangerous": replace(
        ANYTHING,
        every=armed_with("lightsaber"),
        options={"dangerous_on": ("attack", "damage", "both"), "misfire_victim": ("ask", "self")},
        keen=FIGHTING,
    ),
    "guarded": replace(ANYTHING, foes=("da_hook", "wedge", "schoolgirl"), staging=guarded, keen=FIGHTING),
    "scavengers": replace(ANYTHING, staging=things_about, keen=("yin_yang.wield", "yin_yang.attack")),
    "confronted": replace(
        ANYTHING,
        every=mighty,
        options={"joker_confrontation": ("any",), "confrontation_outcome": ("ask", "white_joker")},
        keen=FIGHTING,
    ),
    "minds": replace(ANYTHING, every=armed_with("mind_storm"), keen=FIGHTING, narrates=0.15),
    "giants": replace(ANYTHING, every=giant, keen=FIGHTING),
    "aftermath": replace(
        ANYTHING,
        every=worn_out,
        options={"care_within_turns": ("none", 3)},
        keen=("yin_yang.tend", "yin_yang.pass_time", *TURNS, "yin_yang.wear", "yin_yang.declare_dead"),
        narrates=0.4,
    ),
    "rivals": replace(
        ANYTHING,
        options={"challenges": (True,), "attribute_method": ("random",), "validation": ("warn",)},
        staging=generated,
        keen=("yin_yang.challenge", "yin_yang.retaliate", "yin_yang.contest", "yin_yang.hold"),
        narrates=0.3,
    ),
}
