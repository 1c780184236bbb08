"""The charts: what each row is in the hands of whoever names its key (TK-WPN, TK-ARM-1, TK-ARM-2, TK-DIFF)."""

from typing import NamedTuple

import pytest

from domain.rulesets.ticks.items import BARE_HANDS, Armour, Thing
from domain.rulesets.ticks.tables import ARMOUR, DIFFICULTIES, SHIELDS, WEAPONS
from domain.rulesets.ticks.words import Difficulty, Mode
from tests.rules.ticks.builders import joined, plain, with_things


class Row(NamedTuple):
    """A weapon as it is published; `draws` are the quick draws, `thrown` that it can be, 0 reach that it shoots."""

    rule: str
    key: str
    base: int
    skill: str
    reach: int
    hands: int
    draws: str = ""
    thrown: bool = False
    magazine: int = 0


ROWS = (
    Row("TK-WPN-2", "nightstick", 2, "melee", 1, 1, "melee"),
    Row("TK-WPN-3", "knife", 2, "melee", 1, 1, "melee ranged", thrown=True),
    Row("TK-WPN-4", "hatchet", 3, "melee", 1, 1, "melee ranged", thrown=True),
    Row("TK-WPN-5", "baseball_bat", 3, "melee", 2, 2, "melee"),
    Row("TK-WPN-6", "pistol", 3, "handgun", 0, 1, "ranged", magazine=8),
    Row("TK-WPN-7", "bow", 3, "archery", 0, 2, magazine=12),
    Row("TK-WPN-8", "sword", 4, "melee", 2, 1, "melee"),
    Row("TK-WPN-9", "rifle", 4, "longarm", 0, 2, magazine=5),
    Row("TK-WPN-10", "shotgun", 5, "longarm", 0, 2, magazine=6),
    Row("TK-WPN-11", "automatic_weapon", 5, "longarm", 0, 2, magazine=30),
)


def carried(key: str) -> Thing:
    """The thing as it is on the sheet of somebody who names no more than its key."""
    return joined(with_things({"key": key})).things[f"bell.{key}"]


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(row.rule), id=row.key) for row in ROWS])
def test_a_weapon_is_the_published_row(row: Row) -> None:
    weapon = carried(row.key)
    assert (weapon.key, weapon.name) == (row.key, row.key.replace("_", " "))
    assert (weapon.base, weapon.kind, weapon.skill) == (row.base, "melee" if row.reach else "ranged", row.skill)
    assert (weapon.hands, " ".join(weapon.quick_draw), weapon.throwable) == (row.hands, row.draws, row.thrown)
    assert (weapon.magazine, weapon.loaded, weapon.spare) == (row.magazine, row.magazine, 0)
    assert weapon.is_weapon
    if row.reach:
        assert weapon.reach == row.reach


@pytest.mark.rule("TK-WPN-1", "TK-SHEET-7")
def test_bare_hands_are_the_published_row_and_always_ready() -> None:
    assert (BARE_HANDS.base, BARE_HANDS.kind, BARE_HANDS.skill) == (1, "melee", "unarmed")
    assert (BARE_HANDS.reach, BARE_HANDS.hands, BARE_HANDS.quick_draw, BARE_HANDS.throwable) == (1, 0, (), False)
    chart = WEAPONS["unarmed"]
    assert {part: getattr(BARE_HANDS, part) for part in chart} == dict(chart)
    armed = joined(with_things({"key": "rifle"}))
    assert armed.thing("unarmed") == BARE_HANDS
    assert BARE_HANDS.ready


@pytest.mark.rule("TK-WPN-3", "TK-WPN-4", "TK-SHEET-9")
@pytest.mark.parametrize(
    ("key", "modes"),
    [("knife", ("melee", "thrown")), ("hatchet", ("melee", "thrown")), ("sword", ("melee",)), ("pistol", ("ranged",)),
     ("shield", ())],
)  # fmt: skip
def test_the_kind_says_how_a_thing_is_used(key: str, modes: tuple[Mode, ...]) -> None:
    assert carried(key).modes == modes


@pytest.mark.rule("TK-RUL-1", "TK-SHEET-3")
def test_each_weapon_names_the_skill_that_goes_with_it() -> None:
    assert carried("hatchet").skill_in("melee") == "melee"
    assert carried("hatchet").skill_in("thrown") == "thrown"
    assert carried("bow").skill_in("ranged") == "archery"
    assert {row["skill"] for row in WEAPONS.values()} == {"unarmed", "melee", "handgun", "archery", "longarm"}


def test_there_are_no_other_weapons() -> None:
    assert list(WEAPONS) == ["unarmed", *(row.key for row in ROWS)]


@pytest.mark.rule("TK-SHEET-10")
def test_a_shield_takes_one_hand_and_the_skill_melee() -> None:
    assert carried("shield") == Thing("bell.shield", "shield", "shield", "shield", skill="melee", hands=1)
    assert not carried("shield").is_weapon
    assert list(SHIELDS) == ["shield"]


@pytest.mark.parametrize(
    ("key", "name", "ranged", "melee"),
    [
        pytest.param("light_ballistic", "light ballistic armour", 3, 0, marks=pytest.mark.rule("TK-ARM-1"), id="light"),
        pytest.param("heavy_ballistic", "heavy ballistic armour", 4, 2, marks=pytest.mark.rule("TK-ARM-2"), id="heavy"),
    ],
)
def test_armour_is_the_published_row(key: str, name: str, ranged: int, melee: int) -> None:
    worn = joined(plain("bell", armour=[{"key": key}])).armour
    assert worn == Armour(f"bell.{key}", key, name, ranged, melee, wear=0)


def test_there_is_no_other_armour() -> None:
    assert list(ARMOUR) == ["light_ballistic", "heavy_ballistic"]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(name, number, marks=pytest.mark.rule(f"TK-DIFF-{place}"), id=name)
        for place, (name, number) in enumerate(
            (("easy", 5), ("basic", 20), ("moderate", 35), ("difficult", 50), ("extreme", 70), ("impossible", 90)),
            start=1,
        )
    ],
)
def test_a_difficulty_is_the_published_number(name: Difficulty, number: int) -> None:
    assert DIFFICULTIES[name] == number


def test_there_are_no_other_difficulties() -> None:
    assert list(DIFFICULTIES) == ["easy", "basic", "moderate", "difficult", "extreme", "impossible"]
