"""Situations of Century: who meets whom, with what, by which options, and what they are keen on."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domain.core.commands import Command, Join, SetPolicy
from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.narrator.scene import SetCircumstance, SetScene
from domain.rulesets.century.chapters.rolls.calls import CallRoll, CallRolls, WithdrawRoll
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.options import Options
from domain.rulesets.century.parts import CandidateSheet
from domain.rulesets.century.tables import TEMPLATES
from tests.laws.fights import Situation, plain_options

PEOPLE = {key: entry for key, entry in TEMPLATES.items() if entry.get("kind", "person") == "person"}
HEROES = tuple(key for key, entry in PEOPLE.items() if entry.get("role") == "character")
FOES = tuple(key for key in PEOPLE if key not in HEROES)
ANIMALS = tuple(key for key, entry in TEMPLATES.items() if entry.get("kind") == "animal")
OPTIONS = {
    **plain_options(Options),
    "one_handed_use": (True,),
    "strength_penalty": (True,),
    "slot_mp_limit": (4, 5, 8),
    "pick_up_mp": (0, 2),
    "block_mp": (0, 4),
    "exchange_weapon_mp": (3, 4),
    "rest_hp": (0, 1, 3),
    "auto_min_multiplier": (0, 1),
}
Sheet = Mapping[str, Any]


def a_round(joined: tuple[str, ...]) -> list[Command]:
    return [BeginRound()]


def placed(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody stands somewhere, and most look somewhere."""
    heading = {"heading": chance.choice((0, 90, 180))} if chance.random() < 0.7 else {}
    return {"position": {"x": chance.randint(-4, 4), "y": chance.randint(0, 25)}, **heading}


def close(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody is within reach of everybody."""
    return {"position": {"x": chance.randint(0, 1), "y": chance.randint(0, 1)}, "heading": chance.choice((0, 180))}


def armed_with(*weapons: str) -> Mapping[str, Any]:
    """These weapons in the hands, loaded, with reloads."""
    held = dict(zip(("right", "left"), weapons, strict=False))
    return {"weapons": [{"id": weapon} for weapon in weapons], "held": held, "str": 14}


def bombers(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody throws grenades or fires rockets; some stand nowhere in particular."""
    arms = armed_with(chance.choice(("grenade", "bazooka", "rocket_launcher")), *())
    return {**arms, **(placed(chance, template) if chance.random() < 0.7 else {})}


def volleys(chance: random.Random, template: Sheet) -> Sheet:
    """Machine pistols and rifles, not always full."""
    weapon = chance.choice(("ko911", "kaufman", "machine_gun"))
    arms = {**armed_with(weapon), "weapons": [{"id": weapon, "loaded": chance.choice((4, 17, 30)), "reloads": 1}]}
    return {**arms, **placed(chance, template)}


def two_guns(chance: random.Random, template: Sheet) -> Sheet:
    """A weapon in each hand."""
    both = chance.choice((("avenger_9mm", "pistol_22"), ("magnum_357", "sword"), ("sword", "knife")))
    return {**armed_with(*both), "ambidextrous": chance.random() < 0.5, **close(chance, template)}


def brawlers(chance: random.Random, template: Sheet) -> Sheet:
    """Blades and clubs at close quarters."""
    return {**armed_with(chance.choice(("sword", "knife", "chainsaw", "katana", "axe"))), **close(chance, template)}


def wounded(chance: random.Random, template: Sheet) -> Sheet:
    """The next blow fells; some carry Stimpaks."""
    return {"hp": chance.choice((1, 2, 3)), "stimpaks": chance.choice((0, 2)), **close(chance, template)}


def behind_things(joined: tuple[str, ...]) -> list[Command]:
    """The first stands behind a desk and a computer, the last behind somebody."""
    return [
        *(Join(template=thing) for thing in ("desk", "computer")),
        SetCover(combatant=joined[0], objects=tuple([CoveringSheet(object=thing) for thing in ("desk", "computer")])),
        SetCover(combatant=joined[-1], objects=(CoveringSheet(object=joined[0], percent=40),)),
        BeginRound(),
    ]


def at_the_wheel(joined: tuple[str, ...]) -> list[Command]:
    """The first drives a car, the last is aboard of a canoe."""
    return [
        Join(template="libretta_rapier", sheet={"driver": joined[0], "position": {"x": 0, "y": 0}, "heading": 0}),
        Join(template="canoe", sheet={"passengers": [joined[-1]]}),
        BeginRound(),
    ]


def one_down(joined: tuple[str, ...]) -> list[Command]:
    """The first lies dying, and help is near."""
    return [SetDowned(combatant=joined[0], status="dying", hp=0), BeginRound()]


def armoured(chance: random.Random, template: Sheet) -> Sheet:
    """Everybody has a piece of armour to put on, and many are hurt."""
    return {"armour": [{"id": "flak_jacket"}], "hp": chance.choice((1, 3, 5))}


def two_rolls_open(joined: tuple[str, ...]) -> list[Command]:
    """The first and somebody who has joined have a roll each; the narrator has taken one back before."""
    way = CandidateSheet(base=40)
    return [
        Join(template="eva", id="ace"),
        CallRoll(roller=joined[0], roll_id="in_vain", candidates=(way,)),
        WithdrawRoll(roll_id="in_vain"),
        CallRoll(roller=joined[0], roll_id="lookout", candidates=(way,)),
        CallRoll(roller="ace", roll_id="backup", candidates=(way,)),
    ]


def thoughtful(joined: tuple[str, ...]) -> list[Command]:
    """Who calls a shot thinks it over."""
    return [*(SetPolicy(of=who, kind="called_confirm", answer="ask") for who in joined), BeginRound()]


def in_gas(joined: tuple[str, ...]) -> list[Command]:
    """Everybody holds their breath, most in vain: the narrator says what comes of it."""
    return [CallRolls(rollers=joined, kind="reaction", hazard="gas", base=10)]


def jammed(chance: random.Random, template: Sheet) -> Sheet:
    """Guns that have to be cleared first."""
    return {
        "weapons": [{"id": "avenger_9mm", "state": "jammed", "jam_rounds": chance.choice((1, 2))}],
        "held": {"right": "avenger_9mm"},
        **placed(chance, template),
    }


def medics(chance: random.Random, template: Sheet) -> Sheet:
    return {"stimpaks": 3, **close(chance, template)}


def in_the_dark(joined: tuple[str, ...]) -> list[Command]:
    return [
        SetScene(light="dark", rain=True, wind=True),
        SetCircumstance(label="smoke", amount=-10, on="all"),
        BeginRound(),
    ]


ANYTHING = Situation(HEROES, FOES, every=placed, staging=a_round)
FIGHTING = ("century.attack",)

SITUATIONS: Mapping[str, Situation] = {
    "gunfight": replace(ANYTHING, staging=thoughtful, options={"called_shots": (True,)}, keen=FIGHTING),
    "by_word": Situation(HEROES, FOES, staging=a_round, keen=FIGHTING),
    "brawl": replace(
        ANYTHING, every=brawlers, keen=("century.attack", "century.defend", "century.turn", "century.draw_weapon")
    ),
    "cover": replace(
        ANYTHING, staging=behind_things, options={"cover_mode": ("location", "penalty", "both")}, keen=FIGHTING
    ),
    "driving": replace(
        ANYTHING,
        staging=at_the_wheel,
        options={"turn_class_scope": ("round", "single_turn")},
        keen=("century.turn", "century.move", "century.control_check", "century.attack"),
        narrates=0.15,
    ),
    "ties": replace(ANYTHING, options={"tie_break": ("simultaneous",)}, keen=FIGHTING),
    "bombs": replace(ANYTHING, every=bombers, options={"area_damage": ("one_roll", "each")}, keen=FIGHTING),
    "volleys": replace(
        ANYTHING,
        every=volleys,
        options={"narrator_approves_spray": (True, False), "auto_min_multiplier": (0, 1)},
        keen=FIGHTING,
    ),
    "two_guns": replace(ANYTHING, every=two_guns, keen=FIGHTING),
    "asked": replace(
        ANYTHING,
        options={"attack_terms": ("ask",), "criticals": ("narrator",), "critical_effects": ("narrator",)},
        keen=FIGHTING,
        narrates=0.2,
    ),
    "animals": replace(ANYTHING, foes=ANIMALS, every=close, keen=("century.attack", "century.move")),
    "wounded": replace(
        ANYTHING,
        every=wounded,
        options={"bleed_out": ("end_of_next_round", "start_of_next_round")},
        keen=("century.stabilize", "century.use_stimpak", "century.attack", "century.pick_up"),
        narrates=0.15,
    ),
    "ward": replace(
        ANYTHING, every=medics, staging=one_down, keen=("century.use_stimpak", "century.stabilize"), narrates=0.15
    ),
    "jams": replace(ANYTHING, every=jammed, keen=("century.clear_jam", "century.finish_round")),
    "story": Situation(
        HEROES,
        FOES,
        every=armoured,
        staging=two_rolls_open,
        options={"critical_effects": ("narrator",), "criticals": ("automatic", "narrator")},
        keen=(
            "century.withdraw_roll",
            "century.attempt",
            "century.call_roll",
            "century.npc_reaction",
            "century.call_rolls",
            "century.wear_armor",
            "century.rest",
        ),
        narrates=0.5,
    ),
    "gas": replace(ANYTHING, staging=in_gas, keen=FIGHTING),
    "dark": replace(ANYTHING, staging=in_the_dark, keen=("century.hide", "century.attack"), narrates=0.15),
    "waiting": replace(
        ANYTHING, options={"hold_slot": (True,)}, keen=("century.hold", "century.other_action"), narrates=0.15
    ),
}
