"""Situations of Black Dice: who meets whom, where, with what, by which options, and what they are keen on."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.core_commands import Command, Join
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.tables import TEMPLATES
from tests.rules.fights import Situation, plain_options

HEROES = tuple(key for key, entry in TEMPLATES.items() if entry.get("player"))
FOES = tuple(key for key, entry in TEMPLATES.items() if not entry.get("player"))
OPTIONS = {
    **plain_options(Options),
    "success_faces": ((1, 6), (5, 6), (4, 5, 6)),
    "automatic_successes": (1, 2, 3),
    "complementary_max": (0, 1, 2),
    "health_pips": (1, 2),
    "grey_pips": (1, 2, 3),
    "asphyxia_dice": (3, 6),
    "breath_minimum": (0, 1),
}
Sheet = Mapping[str, Any]
ASKS = {
    "ask_choices": True,
    "ask_reroll": True,
    "ask_reduce": True,
    "ask_injury": True,
    "ask_ensure": True,
    "ask_save": True,
    "reroll_keep": "ask",
}


def on_the_ship(joined: tuple[str, ...]) -> list[Command]:
    """A deck and a bridge within a run, a roof that is far."""
    return [
        ask.Distance(zones=("here", "deck"), feet=15),
        ask.Distance(zones=("here", "bridge"), feet=20),
        ask.Distance(zones=("here", "roof"), feet=60),
    ]


def face_to_face(joined: tuple[str, ...]) -> list[Command]:
    """Everybody close to everybody."""
    close = [ask.Place(combatant=one, close_to=joined[:place]) for place, one in enumerate(joined) if place]
    return [*on_the_ship(joined), *close]


def among_crates(joined: tuple[str, ...]) -> list[Command]:
    """Things to break, and cover for the first."""
    things: list[Command] = [
        Join(template="wooden_door", id="door"),
        Join(template="glass", id="pane"),
        Join(template="furniture", id="desk"),
    ]
    cover = ask.CoverSheet(kind="partial")
    return [*on_the_ship(joined), *things, ask.Place(combatant=joined[0], cover=cover)]


def unseen(joined: tuple[str, ...]) -> list[Command]:
    """The last of them has seen nobody."""
    return [*among_crates(joined), ask.Awareness(combatant=joined[-1], unaware_of=joined[:-1])]


def under_water(joined: tuple[str, ...]) -> list[Command]:
    """Everybody who breathes holds the breath."""
    breathing = (one for one in joined if TEMPLATES[one].get("breathes", True))
    return [*on_the_ship(joined), *(ask.HoldBreath(combatant=one, breath="start") for one in breathing)]


def changed(**sheet: Any) -> Callable[[random.Random, Mapping[str, Any]], Sheet]:
    """Everybody's sheet has these fields."""
    return lambda chance, template: sheet


USUAL_TRACK = {"health_pips": (2,), "grey_pips": (2,)}


def hurt(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Everybody is near the grey, with fate to spend."""
    return {"health_dice": 4, "normal": chance.choice((6, 9, 12)), "fate": 18, "policy": {"ask_save": True}}


def at_the_edge(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Everybody is a blow or two from the bottom, and clings to life."""
    return {"health_dice": 4, "normal": chance.choice((12, 14, 15)), "fate": 30, "policy": {"ask_save": True}}


def lucky(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Fate for everybody, and everybody wants to be asked."""
    return {"fate": chance.choice((12, 24, 40)), "policy": ASKS}


ANYTHING = Situation(HEROES, FOES, staging=on_the_ship)
ROUND = ("black_dice.resolve", "black_dice.declare")

SITUATIONS: Mapping[str, Situation] = {
    "duel": replace(ANYTHING, staging=face_to_face, keen=ROUND),
    "melee": replace(
        ANYTHING,
        every=changed(policy={"response": "ask"}),
        staging=face_to_face,
        options={"resolution": ("simultaneous", "sequential"), "split": ("pool", "successes")},
        keen=("black_dice.foul_effect", *ROUND),
    ),
    "shootout": replace(
        ANYTHING,
        heroes=("vane", "quill", "lark"),
        foes=("pryce", "tough"),
        every=lambda chance, template: {
            "weapons": [*template.get("weapons", ()), {"id": "revolver"}]
            if {"id": "revolver"} not in template.get("weapons", ())
            else list(template["weapons"]),
        },
        keen=ROUND,
    ),
    "fateful": replace(
        ANYTHING,
        every=lucky,
        options={"scripting_approval": ("narrator",), "fate_vs_perils": (True,)},
        keen=("black_dice.pledge", *ROUND),
        narrates=0.15,
    ),
    "after_the_fact": replace(
        ANYTHING, every=lucky, options={"fate_timing": ("after",), "guaranteed_scope": ("all_rolls",)}, keen=ROUND
    ),
    "dying": replace(
        ANYTHING,
        heroes=("lark", "vane", "quill"),
        every=at_the_edge,
        options={**USUAL_TRACK, "dying_rounds": ("sum", "roll"), "injury_table": ("narrator", "d6")},
        staging=face_to_face,
        keen=("black_dice.stabilise", "black_dice.extend_life", *ROUND),
    ),
    "smashing": replace(
        ANYTHING,
        foes=("brass_tom", "tough"),
        staging=among_crates,
        keen=("black_dice.strike_object", *ROUND),
    ),
    "ambush": replace(ANYTHING, staging=unseen, keen=("black_dice.surprise_attack", *ROUND), narrates=0.15),
    "tavern": replace(
        ANYTHING,
        every=changed(stats={"strength": 1, "dex": 1, "wits": 1, "resolve": 1}, normal=11),
        options=USUAL_TRACK,
        keen=("black_dice.drink", "black_dice.temptation", "black_dice.feat", "black_dice.pass_time"),
        narrates=0.3,
    ),
    "drowning": replace(
        ANYTHING,
        every=changed(health_dice=3),
        options={"breath_minimum": (0, 1), "asphyxia_dice": (6,)},
        staging=under_water,
        keen=("black_dice.end_round", *ROUND),
        narrates=0.15,
    ),
    "infirmary": replace(
        ANYTHING,
        every=hurt,
        options={**USUAL_TRACK, "heal_attempts": ("unlimited", "once")},
        keen=("black_dice.treat", "black_dice.pass_time", "black_dice.injure", "black_dice.foul_effect"),
        narrates=0.4,
    ),
}
