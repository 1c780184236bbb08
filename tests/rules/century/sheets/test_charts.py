"""The charts of weapons, armour and gear: what each row is on the sheet of whoever carries it (CE-DATA-50 to -73)."""

from typing import NamedTuple, get_args

import msgspec
import pytest

from domain.core.commands import Join
from domain.rulesets.century.items import Armour, Gear, Natural, Weapon
from domain.rulesets.century.tables import ARMOUR, COSTS, GEAR, NATURAL_MP, STIMPAK_DICE, WEAPONS
from domain.rulesets.century.words import ReloadUnit
from tests.rules.century.builders import joined

FIRE = {"s": "single", "b": "burst", "f": "full_auto"}
MELEE = "Hand to Hand: Melee Weapon"


class Row(NamedTuple):
    """A weapon as it is printed: costs, damage, bounds, capacity, modes (`d`: double tap), class, unit, hands, ..."""

    rule: str
    key: str
    name: str
    mp: int
    reload_mp: int
    damage: str
    bounds: str
    ammo: int
    modes: str
    weapon_class: str
    unit: str
    hands: int
    strength: int
    skill: str
    area: int = 0


ROWS = (
    Row("CE-DATA-51", "avenger_9mm", "Avenger 9mm", 3, 3, "1d6", "6/20/50", 15, "s d", "autoloader", "clip", 1, 5,
        "Ranged Combat: Small"),
    Row("CE-DATA-52", "magnum_357", ".357 Magnum", 3, 3, "1d8", "8/25/60", 6, "s", "revolver", "speed_loader", 1, 8,
        "Ranged Combat: Small"),
    Row("CE-DATA-53", "pistol_22", ".22 pistol", 3, 3, "1d4", "5/15/30", 10, "s d", "autoloader", "clip", 1, 4,
        "Ranged Combat: Small"),
    Row("CE-DATA-54", "ko911", "KO911", 3, 3, "1d6", "5/15/40", 30, "s b f", "autoloader", "clip", 1, 7,
        "Ranged Combat: Small"),
    Row("CE-DATA-55", "sawed_off_shotgun", "Sawed-off Pump Shotgun", 4, 4, "2d6", "4/10/20", 4, "s", "other", "shells",
        2, 8, "Ranged Combat: Large"),
    Row("CE-DATA-56", "pump_shotgun", "Pump Shotgun", 4, 4, "2d6", "10/25/50", 6, "s", "other", "shells", 2, 8,
        "Ranged Combat: Large"),
    Row("CE-DATA-57", "kaufman", "Kaufman Assault Rifle", 4, 4, "1d10", "30/100/300", 30, "s b f", "other", "clip", 2,
        9, "Ranged Combat: Large"),
    Row("CE-DATA-58", "machine_gun", "Machine gun", 5, 5, "1d10", "50/200/600", 100, "b f", "other", "belt", 2, 12,
        "Ranged Combat: Heavy"),
    Row("CE-DATA-59", "bow", "Bow", 3, 2, "1d6", "10/30/80", 1, "s", "other", "arrow", 2, 8, "Ranged Combat: Bow"),
    Row("CE-DATA-60", "spear", "Spear", 4, 0, "1d8", "", 0, "s", "other", "none", 2, 7, MELEE),
    Row("CE-DATA-61", "chainsaw", "Chainsaw", 4, 0, "2d6", "", 0, "s", "other", "none", 2, 11, MELEE),
    Row("CE-DATA-62", "baseball_bat", "Baseball bat", 3, 0, "1d6", "", 0, "s", "other", "none", 1, 7, MELEE),
    Row("CE-DATA-63", "axe", "Axe", 3, 0, "1d8", "", 0, "s", "other", "none", 1, 8, MELEE),
    Row("CE-DATA-64", "battle_axe", "Battle axe", 4, 0, "1d12", "", 0, "s", "other", "none", 2, 10, MELEE),
    Row("CE-DATA-65", "sword", "Sword", 3, 0, "1d8", "", 0, "s", "other", "none", 1, 7, MELEE),
    Row("CE-DATA-66", "knife", "Knife", 2, 0, "1d4", "", 0, "s", "other", "none", 1, 4, MELEE),
    Row("CE-DATA-67", "grenade", "Grenade", 3, 0, "3d6", "10/20/30", 0, "s", "other", "none", 1, 4,
        "Ranged Combat: Thrown", 3),
    Row("CE-DATA-68", "bazooka", "Bazooka", 5, 5, "4d6", "30/100/250", 1, "s", "other", "rocket", 2, 10,
        "Ranged Combat: Heavy", 3),
    Row("CE-DATA-69", "rocket_launcher", "Rocket launcher", 5, 5, "4d6", "30/100/300", 1, "s", "other", "rocket", 2, 10,
        "Ranged Combat: Heavy", 4),
    Row("CE-DATA-98", "katana", "Katana", 3, 0, "1d8", "", 0, "s", "other", "none", 1, 8, MELEE),
    Row("CE-DATA-99", "whiskey_bottle", "Whiskey bottle", 2, 0, "1d3", "", 0, "s", "other", "none", 1, 3, MELEE),
)  # fmt: skip
THROWN = ("grenade",)


def carried(weapon: str) -> Weapon:
    """The weapon as it is on the sheet of somebody who names no more than its key."""
    return joined(Join(id="one", sheet={"name": "One", "hp_max": 10, "weapons": [{"id": weapon}]})).weapons[weapon]


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=pytest.mark.rule(row.rule, "CE-DATA-50"), id=row.key) for row in ROWS]
)
def test_a_weapon_is_the_published_row(row: Row) -> None:
    published = {
        "id": row.key,
        "name": row.name,
        "skill": row.skill,
        "mode": "melee" if row.skill == MELEE else "thrown" if row.key in THROWN else "ranged",
        "mp": row.mp,
        "damage": row.damage,
        "ability": "agl",
        "class": row.weapon_class,
        "reload_mp": row.reload_mp,
        "ammo": row.ammo,
        "loaded": row.ammo,
        "range": [int(bound) for bound in row.bounds.split("/")] if row.bounds else None,
        "str_req": row.strength,
        "hands": row.hands,
        "fire": [FIRE[mode] for mode in row.modes.split() if mode in FIRE],
        "area": row.area,
        "double_tap": "d" in row.modes.split(),
        "reload_unit": row.unit,
    }
    assert carried(row.key) == msgspec.convert(published, Weapon)


def test_there_are_no_other_weapons() -> None:
    assert [row.key for row in ROWS] == list(WEAPONS)


@pytest.mark.rule("CE-SHEET-82")
def test_the_bottle_of_a_template_is_that_of_the_chart() -> None:
    bottle = joined(Join(template="narna")).weapons["whiskey_bottle"]
    assert bottle == carried("whiskey_bottle")
    assert (bottle.skill, bottle.weapon_class, bottle.mode) == (MELEE, "other", "melee")
    assert (bottle.mp, bottle.damage, bottle.str_req, bottle.hands) == (2, "1d3", 3, 1)


@pytest.mark.parametrize(
    ("key", "piece"),
    [
        pytest.param("flak_jacket", ("Flak Jacket", 5, 15, 15, 7), marks=pytest.mark.rule("CE-DATA-70"), id="flak"),
        pytest.param("leather_jacket", ("Leather Jacket", 1, 6, 6, 3), marks=pytest.mark.rule("CE-DATA-71"), id="coat"),
    ],
)
def test_armour_is_the_published_row(key: str, piece: tuple[str, int, int, int, int]) -> None:
    sheet = {"name": "One", "hp_max": 10, "armour": [{"id": key}]}
    assert joined(Join(sheet=sheet)).armour == {key: Armour(key, *piece)}
    assert list(ARMOUR) == ["flak_jacket", "leather_jacket"]


@pytest.mark.rule("CE-SHEET-83", "CE-SHEET-84")
def test_gear_has_the_hint_of_its_row() -> None:
    gear = [{"id": "hook_and_line"}, {"id": "lockpicks"}]
    assert joined(Join(sheet={"name": "One", "hp_max": 10, "gear": gear})).gear == {
        "hook_and_line": Gear("hook_and_line", "Hook and line", 30),
        "lockpicks": Gear("lockpicks", "Lockpicks", 10),
    }
    assert len(GEAR) == 2


@pytest.mark.rule("CE-DATA-72")
def test_a_stimpak_costs_four_move_points_and_gives_a_die() -> None:
    assert (COSTS["use_stimpak"], STIMPAK_DICE) == (4, "1d6")


@pytest.mark.rule("CE-DATA-73")
def test_weapons_are_reloaded_with_what_the_chart_names() -> None:
    used = {carried(key).reload_unit for key in WEAPONS}
    assert used == set(get_args(ReloadUnit)) == {
        "clip", "belt", "arrow", "speed_loader", "shells", "rocket", "none",
    }  # fmt: skip


@pytest.mark.rule("CE-UNARM-11")
def test_people_have_fists_and_feet_and_animals_what_they_list() -> None:
    assert joined(Join(sheet={"name": "One", "hp_max": 10})).natural == {
        "punch": Natural("punch", 2, "1"),
        "kick": Natural("kick", 3, "1d2"),
    }
    assert NATURAL_MP == {"punch": 2, "kick": 3, "bite": 2, "claw": 3, "crush": 5, "stomp": 4, "sting": 2}
