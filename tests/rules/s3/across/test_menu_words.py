"""What menus of S3 say of forms that are filled in."""

from typing import Any

import pytest

from domain.rulesets.s3.chapters.narrator.placing import Place
from tests.rules.s3.builders import link, scene
from tests.rules.s3.specification import Specification, fight, given, round_of
from yarrow_client.options.phrases import sentence


def said_of(spec: Specification, name: str, filled: dict[str, Any]) -> str:
    """Return what a menu says of a form that is filled in."""
    menu = spec.menu()
    [form] = [form for form in menu.forms if form.name == f"s3.{name}"]
    return sentence(menu, form, filled)


@pytest.mark.rule("S3-STUNT-28")
@pytest.mark.parametrize(
    ("stunt", "said"),
    [
        ({"with": ["sharpshooting"], "weapons": {"sharpshooting": "pistol"}}, "Sharpshooting, with pistol"),
        (
            {"with": ["stealth", "sharpshooting"], "weapons": {"sharpshooting": "pistol"}, "tactic": "again"},
            "Stealth and Sharpshooting, with pistol, “again”",
        ),
        ({"with": ["stealth"]}, "Stealth"),
    ],
)
def test_the_weapons_of_a_stunt_are_named_after_its_skills(stunt: dict[str, Any], said: str) -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    filled = {"actor": "ogre", "target": "bell", "weapon": "unarmed", "stunt": stunt}
    assert (
        said_of(spec, "attack/reach", filled) == f"Attack Golden Bell member with bare hands, to subdue, stunt: {said}"
    )


@pytest.mark.rule("S3-THROW-9", "S3-ATK-3")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"modifier": {"coins": -2, "reason": "the rain"}}, ", 2 coins fewer (“the rain”)"),
        ({"modifier": {"coins": 1}, "parry": True}, ", may be parried, 1 more coin"),
        ({"parry": False}, ""),
    ],
)
def test_a_menu_says_what_the_narrator_adds_to_an_attack_or_takes_away(more: dict[str, Any], said: str) -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    filled = {"actor": "ogre", "target": "bell", "weapon": "pistol", **more}
    assert said_of(spec, "attack/reach", filled) == f"Attack Golden Bell member with pistol, to subdue{said}"


@pytest.mark.rule("S3-NARR-4")
@pytest.mark.parametrize(
    ("coins", "said"),
    [
        ({"coins": 4}, "Deal 4 coins of damage to Golden Bell member"),
        ({"coins": 0, "stun_coins": 1}, "Deal damage to Golden Bell member, 1 more coin only for stunning"),
    ],
)
def test_a_menu_says_only_coins_that_there_are(coins: dict[str, Any], said: str) -> None:
    spec = given(fight("ogre", "bell"))
    assert said_of(spec, "hazard", {"targets": ["bell"], **coins}) == said


@pytest.mark.rule("S3-NARR-4")
@pytest.mark.parametrize(
    ("called", "said"), [({}, ""), ({"called": "left_leg"}, ", called shot: Left leg, limb lost for 3 rounds")]
)
def test_a_menu_says_that_a_limb_is_lost_only_where_one_is_aimed_at(called: dict[str, Any], said: str) -> None:
    spec = given(fight("ogre", "bell"))
    filled = {"targets": ["bell"], "coins": 2, "lasts": 3, **called}
    assert said_of(spec, "hazard", filled) == f"Deal 2 coins of damage to Golden Bell member{said}"


@pytest.mark.rule("S3-THROW-11")
@pytest.mark.parametrize(("need", "said"), [({"need": 2}, " for 2 heads"), ({"need": 0}, ""), ({}, "")])
def test_a_menu_says_what_a_check_needs(need: dict[str, Any], said: str) -> None:
    spec = given(fight("ogre", "bell"))
    assert said_of(spec, "check/free", {"actor": "ogre", "skill": "stealth", **need}) == f"Check Stealth{said}"


@pytest.mark.rule("S3-MOVE-2")
@pytest.mark.parametrize(("zone", "said"), [("here", "this place"), ("cellar", "cellar")])
def test_a_place_without_a_name_is_this_place(zone: str, said: str) -> None:
    ground = scene("here", "cellar", links=(link("stairs", "here", "cellar", "walk"),))
    start = Place(combatant="fox", zone="cellar" if zone == "here" else "here")
    spec = given(fight("fox", "bell"), ground, start, *round_of("fox", "bell"))
    assert said_of(spec, "move/walk", {"actor": "fox", "zone": zone}) == f"Go to {said}"


@pytest.mark.rule("S3-NARR-7")
@pytest.mark.parametrize(("form", "points", "said"), [("points", 2, "2"), ("full", "full", "all")])
def test_breath_is_restored_to_somebody(form: str, points: Any, said: str) -> None:
    filled = {"combatant": "ogre", "points": points}
    spec = given(fight("ogre"))
    assert said_of(spec, f"restore_breath/{form}", filled) == f"Restore {said} Breath to One-Eyed Ogre"
