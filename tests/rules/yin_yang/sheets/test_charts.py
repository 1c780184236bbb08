"""The charts of weapons and armour: what each row is, and what follows from it in somebody's hands (YY-WROW, -AROW)."""

from typing import NamedTuple

import pytest

from domain.core.commands import Join
from domain.rulesets.yin_yang.items import Scores
from domain.rulesets.yin_yang.state import Person
from domain.rulesets.yin_yang.tables import ARMOUR, WEAPONS
from tests.rules.yin_yang.specification import fight, given, plain


class WeaponRow(NamedTuple):
    """A row as it is printed, in the hands of Strength 3: edges and flaws, both scores, soak, and with both hands."""

    words: str
    reach: str
    score: int
    value: int
    soak: int = 0
    both_hands: int | None = None


WEAPON_ROWS: dict[str, tuple[str, WeaponRow]] = {
    "brass_knuckles": ("YY-WROW-1", WeaponRow("non_lethal", "melee", 4, 1)),
    "martial_arts": ("YY-WROW-2", WeaponRow("", "melee", 4, 1)),
    "jacknife": ("YY-WROW-3", WeaponRow("precise", "melee", 5, 1)),
    "large_knife": ("YY-WROW-4", WeaponRow("powerful multihanded parrying", "melee", 4, 2, 1, 5)),
    "short_sword": ("YY-WROW-4", WeaponRow("powerful multihanded parrying", "melee", 4, 2, 1, 5)),
    "wrist_blade": ("YY-WROW-5", WeaponRow("precise parrying", "melee", 5, 1, 2)),
    "sword": ("YY-WROW-6", WeaponRow("powerful precise", "melee", 5, 2)),
    "axe": ("YY-WROW-7", WeaponRow("powerful unfit_to_parry", "melee", 4, 2, -2)),
    "mace": ("YY-WROW-7", WeaponRow("powerful unfit_to_parry", "melee", 4, 2, -2)),
    "daicho": ("YY-WROW-8", WeaponRow("multihanded parrying", "melee", 4, 1, 1, 5)),
    "two_handed_sword": ("YY-WROW-9", WeaponRow("very_powerful multihanded", "melee", 4, 3, 0, 5)),
    "vibrosword": ("YY-WROW-10", WeaponRow("powerful", "energy", 6, 2)),
    "vibroaxe": ("YY-WROW-11", WeaponRow("powerful unfit_to_parry", "energy", 6, 2, -2)),
    "polearm": ("YY-WROW-12", WeaponRow("powerful multiple used_to_charge", "melee", 4, 2)),
    "lightsaber": ("YY-WROW-13", WeaponRow("very_powerful precise piercing dangerous", "energy", 7, 3)),
    "slingshot": ("YY-WROW-14", WeaponRow("", "ranged", 6, 1)),
    "javelin": ("YY-WROW-15", WeaponRow("powerful", "projectile", 4, 2)),
    "smith_and_wesson": ("YY-WROW-16", WeaponRow("powerful multihanded", "long_ranged", 6, 2, 0, 7)),
    "stun_blaster": ("YY-WROW-17", WeaponRow("piercing non_lethal", "long_ranged", 6, 1)),
    "phaser": ("YY-WROW-18", WeaponRow("powerful piercing", "long_ranged", 6, 2)),
    "blaster": ("YY-WROW-18", WeaponRow("powerful piercing", "long_ranged", 6, 2)),
    "large_magnum": ("YY-WROW-19", WeaponRow("very_powerful", "long_ranged", 6, 3)),
    "long_bow": ("YY-WROW-20", WeaponRow("powerful piercing", "long_ranged", 6, 2)),
    "smg": ("YY-WROW-21", WeaponRow("powerful multiple", "long_ranged", 6, 2)),
    "crossbow": ("YY-WROW-22", WeaponRow("very_powerful piercing", "long_ranged", 6, 3)),
    "shotgun": ("YY-WROW-23", WeaponRow("very_powerful dangerous", "ranged", 6, 3)),
    "machine_gun": ("YY-WROW-24", WeaponRow("very_powerful multiple", "long_ranged", 6, 3)),
    "heavy_repeating_blaster": ("YY-WROW-25", WeaponRow("very_powerful piercing multiple", "long_ranged", 6, 3)),
    "bare_hands": ("YY-WROW-26", WeaponRow("non_lethal", "melee", 3, 1)),
    "boxing": ("YY-WROW-27", WeaponRow("", "melee", 3, 1)),
    "mind_lash": ("YY-WROW-28", WeaponRow("mental", "ranged", 6, 1)),
    "mind_storm": ("YY-WROW-29", WeaponRow("powerful mental piercing", "long_ranged", 6, 2)),
    "duelling_rapier": ("YY-WROW-30", WeaponRow("very_precise parrying", "melee", 6, 1, 3)),
}
NATURAL = ("martial_arts", "bare_hands", "boxing")


class ArmourRow(NamedTuple):
    """A row as it is printed: edges and flaws, soak, soak against Piercing and Mental weapons, hands."""

    words: str
    soak: int
    piercing: int = 0
    mental: int = 0
    hands: int = 0


ARMOUR_ROWS: dict[str, tuple[str, ArmourRow]] = {
    "leather_jacket": ("YY-AROW-1", ArmourRow("", 1)),
    "shield": ("YY-AROW-2", ArmourRow("stackable", 1, hands=1)),
    "chainmail": ("YY-AROW-3", ArmourRow("medium cumbersome", 2)),
    "flak_jacket": ("YY-AROW-4", ArmourRow("hardened medium", 2, 2)),
    "full_plate": ("YY-AROW-5", ArmourRow("heavy cumbersome", 3)),
    "stormtrooper_armor": ("YY-AROW-6", ArmourRow("heavy hardened", 3, 3)),
    "energy_field": ("YY-AROW-7", ArmourRow("stackable hardened", 1, 1)),
    "padded_coat": ("YY-AROW-8", ArmourRow("medium", 2)),
    "wooden_shield": ("YY-AROW-9", ArmourRow("stackable destroyable", 1, hands=1)),
    "glass_plate": ("YY-AROW-10", ArmourRow("heavy destroyable", 3)),
    "psi_helm": ("YY-AROW-11", ArmourRow("mental stackable", 1, 0, 1)),
}

PRINTED_NAMES = {
    "vibrosword": "VibroSword",
    "vibroaxe": "Savage, sharp and heavy VibroAxe",
    "two_handed_sword": "Two-handed sword",
    "lightsaber": "LightSaber",
    "smith_and_wesson": "Smith&Wesson",
    "smg": "SMG",
    "bare_hands": "Bare hands",
    "boxing": "Boxing fists",
    "leather_jacket": "Fringer's leather jacket",
    "full_plate": "Full plate armor",
    "stormtrooper_armor": "StormTrooper Armor",
}
"""Names that are not simply the words of the key."""


def printed_name(key: str) -> str:
    """What a row is called where it is printed."""
    return PRINTED_NAMES.get(key, key.replace("_", " ").title())


def joined(newcomer: Join) -> Person:
    """Somebody as it has joined."""
    return given(fight(newcomer)).fight.people[newcomer.id or ""]


def fighter(weapon: str, hands: int) -> Person:
    """Somebody of Strength 3 and Endurance 3 with a weapon in so many hands; both arts of unarmed fighting besides."""
    arts = [
        {"name": art, "rating": 1, "scope": "hobby", "unarmed": art, "combat": True}
        for art in ("boxing", "martial_arts")
    ]
    gear = {} if weapon in NATURAL else {"weapons": [{"id": weapon}], "wielded": [{"weapon": weapon, "hands": hands}]}
    return joined(plain("one", abilities=arts, **gear))


def test_the_charts_have_these_rows_and_no_others() -> None:
    assert WEAPON_ROWS.keys() == WEAPONS.keys()
    assert len({row for row, _ in WEAPON_ROWS.values()}) == 30
    assert ARMOUR_ROWS.keys() == ARMOUR.keys()


@pytest.mark.rule("YY-EX-61", "YY-RUL-63", "YY-RUL-75")
@pytest.mark.parametrize(
    ("weapon", "row"),
    [pytest.param(key, row, marks=pytest.mark.rule(rule)) for key, (rule, row) in WEAPON_ROWS.items()],
)
def test_a_weapon_has_the_scores_of_its_row_in_the_hands_of_strength_3(weapon: str, row: WeaponRow) -> None:
    chart = WEAPONS[weapon]
    assert chart["name"] == printed_name(weapon)
    assert {*chart.get("edges", ()), *chart.get("flaws", ())} == set(row.words.split())
    assert chart["reach"] == row.reach
    assert chart.get("natural", False) == (weapon in NATURAL)
    one = fighter(weapon, 1)
    assert one.derived.weapons[weapon] == Scores(row.score, row.value)
    assert one.derived.soaking_score == 3 + row.soak
    most = {0} if weapon in NATURAL else {1} if row.both_hands is None else {2}
    assert {chart.get("hands", 1)} == most
    if row.both_hands is not None:
        both = fighter(weapon, 2)
        assert both.derived.weapons[weapon] == Scores(row.both_hands, row.value)
        assert both.derived.soaking_score == 3 + row.soak


@pytest.mark.parametrize(
    ("armour", "row"),
    [pytest.param(key, row, marks=pytest.mark.rule(rule)) for key, (rule, row) in ARMOUR_ROWS.items()],
)
def test_a_piece_of_armour_adds_to_soak_what_its_row_says(armour: str, row: ArmourRow) -> None:
    chart = ARMOUR[armour]
    assert chart["name"] == printed_name(armour)
    assert {*chart.get("edges", ()), *chart.get("flaws", ())} == set(row.words.split())
    assert chart.get("hands", 0) == row.hands
    derived = joined(plain("one", armour=[{"id": armour}], worn=[armour])).derived
    soaks = derived.soaking_score, derived.soaking_against_piercing, derived.mental_soaking
    assert soaks == (3 + row.soak, 3 + row.piercing, 3 + row.mental)


@pytest.mark.rule("YY-WROW-2", "YY-WROW-27", "YY-WPN-6", "YY-ATK-3", "YY-RUL-46")
def test_boxing_and_martial_arts_are_open_to_those_who_have_learnt_them() -> None:
    assert set(joined(plain("one")).derived.weapons) == {"bare_hands"}
    boxer = plain("one", abilities=[{"name": "Ring", "rating": 2, "scope": "talent", "unarmed": "boxing"}])
    assert joined(boxer).derived.weapons == {"bare_hands": Scores(3, 1), "boxing": Scores(3, 1)}
