"""Situations of Black Dice: who meets whom, where, with what, by which options, and what they are keen on."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from domain.core.commands import Command, Join
from domain.rulesets.black_dice.chapters.narrator.placing import Awareness, CoverSheet, Distance, Place
from domain.rulesets.black_dice.chapters.perils.breath import HoldBreath
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.perils.perils import Peril
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.tables import TEMPLATES
from tests.laws.fights import Situation, plain_options

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
        Distance(zones=("here", "deck"), feet=15),
        Distance(zones=("here", "bridge"), feet=20),
        Distance(zones=("here", "roof"), feet=60),
    ]


def face_to_face(joined: tuple[str, ...]) -> list[Command]:
    """Everybody close to everybody."""
    close = [Place(combatant=one, close_to=joined[:place]) for place, one in enumerate(joined) if place]
    return [*on_the_ship(joined), *close]


def among_crates(joined: tuple[str, ...]) -> list[Command]:
    """Things to break, and cover for the first."""
    things: list[Command] = [
        Join(template="wooden_door", id="door"),
        Join(template="glass", id="pane"),
        Join(template="furniture", id="desk"),
    ]
    cover = CoverSheet(kind="partial")
    return [*on_the_ship(joined), *things, Place(combatant=joined[0], cover=cover)]


def unseen(joined: tuple[str, ...]) -> list[Command]:
    """The last of them has seen nobody."""
    return [*among_crates(joined), Awareness(combatant=joined[-1], unaware_of=joined[:-1])]


def over_the_edge(joined: tuple[str, ...]) -> list[Command]:
    """Everybody falls three yards."""
    return [*face_to_face(joined), Peril(victims=joined, fall=3, avoidance="none")]


def in_a_storm(joined: tuple[str, ...]) -> list[Command]:
    """The ship rolls: who has fallen stands again, and nobody knows where it will be next."""
    fallen = [Place(combatant=joined[0], prone=prone) for prone in (True, False)]
    return [*on_the_ship(joined), *fallen]


def after_seven_drinks(joined: tuple[str, ...]) -> list[Command]:
    """The first has had too much."""
    return [*on_the_ship(joined), *(Drink(actor=joined[0], drink="spirits") for _ in range(7))]


def under_water(joined: tuple[str, ...]) -> list[Command]:
    """Everybody who breathes holds the breath."""
    breathing = (one for one in joined if TEMPLATES[one].get("breathes", True))
    return [*on_the_ship(joined), *(HoldBreath(combatant=one, breath="start") for one in breathing)]


def changed(**sheet: Any) -> Callable[[random.Random, Mapping[str, Any]], Sheet]:
    """Everybody's sheet has these fields."""
    return lambda chance, template: sheet


USUAL_TRACK = {"health_pips": (2,), "grey_pips": (2,)}


def hurt(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Everybody is near the grey, with fate to spend."""
    return {"health_dice": 4, "normal": chance.choice((6, 9, 12)), "fate": 18, "policy": {"ask_save": True}}


def at_the_edge(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Everybody is a blow or two from the bottom, and clings to life."""
    frail = {"strength": 2, "dex": 2, "fortitude": 0, "wits": 3, "resolve": 0}
    return {
        "stats": frail,
        "health_dice": 4,
        "normal": chance.choice((12, 14, 15)),
        "fate": 30,
        "policy": {"ask_save": True},
    }


def lucky(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Fate for everybody, and everybody wants to be asked."""
    return {"fate": chance.choice((12, 24, 40)), "policy": ASKS}


ANYTHING = Situation(HEROES, FOES, staging=on_the_ship)
ROUND = ("black_dice.resolve", "black_dice.declare")
ROUNDS = ("black_dice.end_round", "black_dice.begin_round", *ROUND)

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
        staging=over_the_edge,
        keen=(*ROUNDS, "black_dice.stabilise", "black_dice.extend_life"),
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
        foes=("brass_tom", "tough"),
        every=changed(stats={"strength": 1, "dex": 1, "fortitude": -3}, health_dice=5, normal=11, fate=0),
        options=USUAL_TRACK,
        staging=after_seven_drinks,
        keen=(*ROUNDS, "black_dice.pass_time", "black_dice.drink", "black_dice.temptation", "black_dice.feat"),
        narrates=0.3,
    ),
    "storm": replace(
        ANYTHING,
        heroes=("vane",),
        foes=("pryce",),
        staging=in_a_storm,
        keen=("black_dice.declare", "black_dice.place", *ROUNDS),
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
