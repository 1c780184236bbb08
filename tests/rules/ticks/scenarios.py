"""Situations of Ticks: who meets whom, with what, by which options, and what they are keen on."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from domain.core.commands import Command, SetPolicy
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.parts import SquareSheet
from domain.rulesets.ticks.tables import TEMPLATES
from tests.laws.fights import Situation, plain_options

SOME, OTHERS = tuple(TEMPLATES)[::2], tuple(TEMPLATES)[1::2]
OPTIONS = {
    **plain_options(Options),
    "moving_actions": (["attack", "evade", "other"], ["attack", "evade"], ["attack", "evade", "defend", "aim"]),
    "round_seconds": (10, 150, 600),
    "slow_days_per_wound": (3, 4),
    "first_aid_statistic": ("dexterity", "willpower"),
}
Sheet = Mapping[str, Any]
BEST = {"oppose": "best", "soak": "full", "hold_back": "attack"}


def taste(form: str, given: Sheet, *, liked: Mapping[str, int] = {}, manoeuvres: int = 12) -> int:
    """How gladly a form is taken: attacks before all else, best with manoeuvres; strikes before steps.

    ``liked`` says otherwise by action, by kind of Other, or by manoeuvre.
    """
    said = given.get("answer")
    plain = {**given, **(said if isinstance(said, dict) else {})}
    for key in ("kind", "action"):
        if plain.get(key) in liked:
            return liked[plain[key]]
    if plain.get("action") == "attack":
        for one in plain.get("manoeuvres", ()):
            if one in liked:
                return liked[one]
        return manoeuvres if "manoeuvres" in plain else 4
    return 8 if plain.keys() & {"strike", "deed", "stand"} else 1


def a_round(joined: tuple[str, ...]) -> list[Command]:
    """The first attacks the last, everybody hears it, and areas have names."""
    door = DefineArea(name="door", squares=tuple([SquareSheet(x=x, y=0) for x in range(3)]))
    return [door, CallCombat(actor=joined[0], against=joined[-1], earshot=joined[1:-1]), StartRound()]


def by_policies(joined: tuple[str, ...]) -> list[Command]:
    """Nobody is asked how it meets what comes."""
    policies = [SetPolicy(of=name, kind=kind, answer=answer) for name in joined for kind, answer in BEST.items()]
    return [*policies, *a_round(joined)]


def calm(joined: tuple[str, ...]) -> list[Command]:
    """No combat yet."""
    return []


def near(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody stands close."""
    return {"position": {"x": chance.randint(0, 2), "y": chance.randint(0, 1)}, "luck": chance.choice((0, 1, 3))}


def apart(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody stands a few steps from everybody."""
    return {"position": {"x": chance.randint(0, 7), "y": chance.randint(0, 3)}}


def hurt(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody is badly wounded, some of them dying."""
    most = max(template["statistics"]["willpower"], template["statistics"]["resilience"]) + 2
    return {"wounds": chance.randint(most - 5, most), "position": {"x": chance.randint(0, 1), "y": 0}}


def alike(quickness: int) -> Callable[[random.Random, Sheet], Sheet]:
    """Everybody is as quick."""
    return lambda chance, template: {"statistics": {"quickness": quickness}, **near(chance, template)}


def carrying(chance: random.Random, template: Sheet) -> Sheet:
    """Everything is on the body, and nothing in hand."""
    things = [{**thing, "place": "carried"} for thing in template.get("things", ())]
    return {"things": things, "luck": 4, "position": near(chance, template)["position"]}


def nearly_empty(chance: random.Random, template: Sheet) -> Sheet:
    """Whoever has a gun has one shot before it has to reload."""
    guns = [{**one, "loaded": 1} if one["key"] in ("pistol", "rifle") else one for one in template.get("things", ())]
    return {"things": guns, **apart(chance, template)}


def in_a_clinch(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody is as close as can be, some lie on the ground, and all know how to fight so."""
    skills = {**template["skills"], "melee": chance.choice((3, 5)), "unarmed": chance.choice((3, 5))}
    return {"position": {"x": chance.randint(0, 1), "y": 0}, "skills": skills, "prone": chance.random() < 0.3}


SITUATIONS = {
    "melee": Situation(("iris", "bruno"), ("tor", "hanna"), near, staging=a_round),
    "guns": Situation(("sable", "pell"), ("bruno", "iris"), apart, staging=a_round),
    "all": Situation(SOME, OTHERS, apart, staging=a_round, narrates=0.15),
    "policies": Situation(SOME, OTHERS, near, staging=by_policies, keen=("ticks.plan",)),
    "quick_draws": Situation(("iris", "sable"), ("bruno", "hanna"), carrying, staging=a_round, keen=("ticks.declare",)),
    "together": Situation(("iris", "tor"), ("hanna", "lena"), alike(12), staging=a_round),
    "very_quick": Situation(("sable", "iris"), ("tor", "pell"), alike(24), staging=a_round),
    "hurt": Situation(
        ("lena", "hanna", "iris"), ("tor", "bruno"), hurt, staging=calm, keen=("ticks.call_combat", "ticks.first_aid")
    ),
    "calm": Situation(("lena", "iris"), ("tor", "pell"), hurt, staging=calm, narrates=0.6),
    "called": Situation(("iris", "pell"), ("tor", "bruno"), apart, {"clock": ("called",)}, a_round, narrates=0.3),
    "opening": Situation(
        ("iris", "sable"), ("bruno", "tor"), near, {"opening_attack": ("free",)}, calm, keen=("ticks.call_combat",)
    ),
    "control": Situation(
        ("iris", "tor"), ("hanna", "bruno"), near, {"stand_up": ("step",), "control_damage": ("on_success",)}, a_round
    ),
    "clinch": Situation(
        ("iris", "tor"),
        ("hanna", "bruno"),
        in_a_clinch,
        {"stand_up": ("step",)},
        by_policies,
        keen=("ticks.release",),
        taste=partial(taste, liked={"trip": 160}, manoeuvres=40),
    ),
    "ambush": Situation(
        ("iris", "sable"),
        ("pell", "tor"),
        alike(14),
        staging=a_round,
        narrates=0.2,
        taste=partial(taste, liked={"defer": 40, "move": 8, "attack": 6}),
    ),
    "marksmen": Situation(
        ("sable", "pell"),
        ("bruno", "iris"),
        nearly_empty,
        staging=a_round,
        narrates=0.4,
        taste=partial(taste, liked={"aim": 20, "reload": 8, "attack": 4}),
    ),
}
