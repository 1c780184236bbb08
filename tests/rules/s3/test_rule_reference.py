"""The rule reference of S3 holds every rule once, in order, with the options that change it."""

import re
from collections import defaultdict

import pytest

from domain.rulesets.s3.rules import RULES

# How many rules each chapter has, in the order of the chapters.
CHAPTERS = {
    "THROW": 11,
    "SKILL": 6,
    "OPP": 10,
    "SHEET": 10,
    "TURN": 29,
    "LEGAL": 15,
    "MOVE": 19,
    "HIDE": 10,
    "RANGE": 7,
    "ATK": 17,
    "DISARM": 5,
    "TRIP": 9,
    "PIN": 12,
    "STRAN": 13,
    "FAST": 9,
    "MOUNT": 33,
    "STUNT": 28,
    "DMG": 16,
    "WOUND": 8,
    "STUN": 14,
    "DIS": 13,
    "FIRE": 13,
    "POIS": 10,
    "CALL": 16,
    "EQUIP": 22,
    "TAL": 7,
    "NARR": 10,
    "ORDER": 14,
    "RUL": 52,
}

OPTIONS = {
    "damage_throw": "thrown",
    "damage_base": "attack",
    "equipment_bonus": "coins",
    "stunt_equipment": "result",
    "stunt_repeat": "triple",
    "technique_repeat": False,
    "wound_scale": "table",
    "wounds_on_fortitude": True,
    "disable_by_fortitude": "inclusive",
    "disable_by_wounds": "equals",
    "stun_length": "turn",
    "fast_melee": "off",
    "fire_tick": "thrown",
    "fire_smother": "last_damage",
    "strangle_gap": "round",
    "armour": "fortitude",
    "unaware_defence": "normal",
    "fall_coins": 3,
    "dismount_out": True,
    "pc_death": False,
}


def test_every_id_names_ruleset_chapter_and_number() -> None:
    for rule_id, rule in RULES.items():
        assert re.fullmatch(r"S3-[A-Z]+-[1-9]\d*", rule_id)
        assert rule.id == rule_id


def test_every_chapter_counts_from_one_without_gaps_and_in_order() -> None:
    numbers = defaultdict(list)
    for rule_id in RULES:
        _, chapter, number = rule_id.split("-")
        numbers[chapter].append(int(number))
    assert list(numbers) == list(CHAPTERS)
    assert numbers == {chapter: list(range(1, last + 1)) for chapter, last in CHAPTERS.items()}


def test_every_rule_has_a_short_title_of_its_own_and_a_whole_sentence() -> None:
    assert len({rule.title for rule in RULES.values()}) == len(RULES)
    for rule in RULES.values():
        assert 2 <= len(rule.title.split()) <= 6, rule.id
        assert rule.title == rule.title.strip()
        assert re.fullmatch(r"\S.{15,}[.]", rule.statement), rule.id


def test_every_rule_that_a_statement_points_to_exists() -> None:
    for rule in RULES.values():
        assert set(re.findall(r"S3-[A-Z]+-\d+", rule.statement)) <= set(RULES) - {rule.id}, rule.id


def test_a_rule_lists_exactly_the_options_that_its_statement_names_with_their_defaults() -> None:
    named = "|".join(OPTIONS)
    for rule in RULES.values():
        keys = set(re.findall(rf"`({named})[=`]", rule.statement))
        assert rule.options == {key: OPTIONS[key] for key in keys}, rule.id


def test_every_option_changes_a_rule() -> None:
    assert {key for rule in RULES.values() for key in rule.options} == set(OPTIONS)


def test_a_rule_carries_the_title_of_its_chapter() -> None:
    assert RULES["S3-PIN-2"].chapter == "Pins"
    assert RULES["S3-RUL-52"].chapter == "Rulings"


def test_the_reference_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        RULES["S3-PIN-13"] = RULES["S3-PIN-12"]  # type: ignore[index]
