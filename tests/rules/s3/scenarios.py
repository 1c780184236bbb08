"""Situations of S3: who meets whom, where, with what, by which options, and what they are keen on."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

from domain.core.commands import Command, Join
from domain.rulesets.s3.chapters.narrator.hazards import Administer
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract, SetScene
from domain.rulesets.s3.options import Options
from domain.rulesets.s3.tables import HAZARDS, TEMPLATES
from domain.rulesets.s3.words import Talent
from tests.laws.fights import Situation, plain_options

HEROES = tuple(key for key, entry in TEMPLATES.items() if entry.get("pc"))
FOES = tuple(key for key, entry in TEMPLATES.items() if not entry.get("pc"))
OPTIONS = {**plain_options(Options), "fall_coins": (2, 3, 4)}
Sheet = Mapping[str, Any]

CITY = SetScene.model_validate(
    {
        "type": "s3.set_scene",
        "zones": [{"key": "here"}, {"key": "roof"}, {"key": "road"}],
        "links": [
            {"key": "door", "from": "here", "to": "road", "kind": "walk"},
            {"key": "leap", "from": "here", "to": "road", "kind": "check", "skill": "athletics", "need": 2},
            {"key": "ledge", "from": "roof", "to": "road", "kind": "check", "skill": "acrobatics", "need": 3},
            {"key": "wall", "from": "here", "to": "roof", "kind": "climb", "feet": 20},
            {"key": "shaft", "from": "roof", "to": "here", "kind": "drop", "storeys": 2},
        ],
        "hazards": [{"key": key, "zone": "here", **fields} for key, fields in HAZARDS.items()]
        + [{"key": "chasm", "zone": "here", "storeys": 1, "to_zone": "road"}],
    }
)


def in_the_city(joined: tuple[str, ...]) -> list[Command]:
    """Streets and roofs, and ways between them."""
    return [CITY]


ANYTHING = Situation(HEROES, FOES, staging=in_the_city)


def alongside(joined: tuple[str, ...]) -> list[Command]:
    """Everybody on a vehicle of its own, the first two alongside each other, the last two riding with them."""
    drivers, riders = joined[:3], joined[3:]
    cycles = [f"cycle-{place}" for place, _ in enumerate(drivers)]
    commands: list[Command] = [CITY]
    for place, (cycle, driver) in enumerate(zip(cycles, drivers, strict=True)):
        sheet = {"driver": driver, "riders": riders[place : place + 1] if place < 2 else ()}
        commands.append(Join(template="racing_autocycle" if place else "autocycle", id=cycle, sheet=sheet))
    commands += [Place(combatant=cycles[-1], zone=zone) for zone in ("here", "road")]
    for one, other in zip(cycles[1:], cycles, strict=False):
        relation = {"vehicle": other, "is": "alongside"}
        commands.append(Place.model_validate({"type": "s3.place", "combatant": one, "relative": [relation]}))
    return commands


def face_to_face(joined: tuple[str, ...]) -> list[Command]:
    """Everybody within reach of everybody."""
    return [CITY, *(Place(combatant=one, engaged_with=joined[:place]) for place, one in enumerate(joined) if place)]


def in_smoke(joined: tuple[str, ...]) -> list[Command]:
    """Something distracts from whoever wants to hide, and the first is out of sight."""
    unseen = Place(combatant=joined[0], unseen_by=joined[1:])
    return [CITY, Distract(zone="here"), Distract(zone="road", until_round=1), unseen]


def more_items(*items: Mapping[str, Any]) -> Callable[[random.Random, Mapping[str, Any]], Sheet]:
    """Everybody carries some of these besides its own."""

    def change(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
        own = list(template.get("items", ()))
        kinds = {item.get("id", item["kind"]) for item in own}
        return {"items": own + [item for item in items if item.get("id", item["kind"]) not in kinds]}

    return change


def schooled(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Talents by chance, techniques, and Breath to spare."""
    techniques = [
        {"name": "The Crane Waits", "skills": ["hand_to_hand", "acrobatics"]},
        {"name": "The Mantis Strikes", "skills": ["melee", "stealth"]},
        {"name": "The Ox Turns", "skills": ["evasion", "athletics"]},
    ]
    return {"talents": chance.sample(get_args(Talent), 3), "techniques": chance.sample(techniques, 2), "breath_max": 8}


def breathing(fortitude: int, **more: Any) -> Callable[[random.Random, Mapping[str, Any]], Sheet]:
    """Breath enough for stunts and to gather oneself, and a Fortitude that decides how blows are borne."""
    return lambda chance, template: {"breath_max": 6, "fortitude": fortitude, **more}


def ailing(chance: random.Random, template: Mapping[str, Any]) -> Sheet:
    """Everybody suffers from something."""
    dose = {"id": "dose-0", "poison": "viper_oil", "coins": 3, "route": "blade"}
    ailments: list[Sheet] = [
        {"fire": {"intensity": 5, "flame": 4}},
        {"wounds": [{"id": "wound-0", "points": 4, "penalty": 2}]},
        {"limbs": {"left_leg": {"until_round": 1}, "eyes": {}}},
        {"doses": [dose]},
        {"stunned": True},
        {"disabled": {"fate": "down"}},
    ]
    return {**schooled(chance, template), **chance.choice(ailments)}


def at_the_banquet(joined: tuple[str, ...]) -> list[Command]:
    """Somebody has poisoned the wine."""
    poisoned = Administer(combatants=joined, poison="banquet_poison", route="ingested")
    return [*face_to_face(joined), poisoned]


DAGGER = {"kind": "knife", "id": "dagger", "coating": {"poison": "viper_oil", "doses": 3}}
THORN = {"kind": "needle", "id": "thorn", "coating": {"poison": "numbing_needle", "doses": 2}}
DARTS = {"kind": "throwing_knife", "quantity": 4}
CHAINS = more_items(
    {"kind": "chain_whip"}, {"kind": "grappling_hook"}, {"kind": "pistol"}, {"kind": "grenade", "quantity": 2}
)

SITUATIONS: Mapping[str, Situation] = {
    "duel": replace(
        ANYTHING,
        every=breathing(8),
        options={"fast_melee": ("allowed", "allowed", "always"), "disable_by_fortitude": ("strict",)},
        staging=face_to_face,
        keen=("s3.attack",),
    ),
    "brawl": replace(
        ANYTHING,
        heroes=("flying_fox", "doctor_hu", "one_eyed_ogre", "sanguine_clarity", "shooting_star"),
        foes=("jailor", "living_asura", "jin_baiyu", "guard", "thunder_hand"),
        every=breathing(9, grapple_bonus=6),
        options={"strangle_gap": ("turn",)},
        staging=face_to_face,
        keen=("s3.finish_strangle", "s3.strangle", "s3.stand_up"),
    ),
    "chase": replace(
        ANYTHING,
        every=CHAINS,
        staging=alongside,
        keen=("s3.take_reins", "s3.trip", "s3.break_free", "s3.damage_vehicle", "s3.switch_vehicle", "s3.reposition"),
        narrates=0.15,
    ),
    "inferno": replace(
        ANYTHING,
        foes=("dragons_breath", "burning_blade", "general"),
        every=more_items({"kind": "incendiary_grenade", "quantity": 3}, {"kind": "fireproof_coat"}),
        options={"disable_by_fortitude": ("strict",)},
        keen=("s3.extinguish", "s3.attack"),
        narrates=0.15,
    ),
    "poison": replace(
        ANYTHING,
        foes=("doctor_yue", "golden_bell_member", "guard", "iron_claw"),
        every=more_items(DAGGER, THORN, DARTS),
        staging=at_the_banquet,
        keen=("s3.poison_strikes", "s3.attack"),
        narrates=0.3,
    ),
    "shadows": replace(
        ANYTHING,
        heroes=("devil_in_the_wind", "devil_with_mantis", "jade_butterfly", "flying_fox"),
        every=more_items({"kind": "smoke_bomb", "quantity": 3}),
        staging=in_smoke,
        keen=("s3.search", "s3.hide", "s3.smoke", "s3.chase"),
    ),
    "rooftops": replace(
        ANYTHING,
        every=schooled,
        keen=("s3.stand_up", "s3.climb", "s3.drop_down", "s3.flee", "s3.trip", "s3.move"),
    ),
    "gunfight": replace(
        ANYTHING,
        heroes=("one_eyed_ogre", "archer", "veteran_rifleman", "shooting_star"),
        foes=("blind_eagle", "golden_bell_member", "nathaniel_blackthorne", "steel_lion", "soldier"),
        every=more_items(DARTS, {"kind": "flash_bomb", "quantity": 3}, {"kind": "heavy_armour"}),
        keen=("s3.pick_up", "s3.disarm", "s3.attack"),
        narrates=0.15,
    ),
    "infirmary": replace(
        ANYTHING,
        every=ailing,
        staging=in_smoke,
        keen=("s3.extinguish", "s3.set_fate", "s3.heal", "s3.attack"),
        narrates=0.4,
    ),
    "anything": replace(ANYTHING, every=schooled, keen=("s3.check", "s3.attack")),
}
