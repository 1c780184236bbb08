"""Shields: what they take off, and what they do not cost (TK-SHIELD-1 to TK-SHIELD-3)."""

from typing import Any

import pytest

from domain.core.commands import Join
from tests.rules.ticks.builders import EVADE, NOTHING, STRIKING, Declared, Play, attack
from tests.rules.ticks.specification import newcomer

BLADE = {"key": "blade", "kind": "melee", "base": 9, "skill": "swords", "throwable": True}
GUN = {"key": "crossbow", "kind": "ranged", "base": 9, "skill": "archery", "magazine": 9}
SKILLS = {"melee": 2, "shields": 4, "handgun": 1}


def attacker(weapon: dict[str, Any], name: str = "kit", *, quick: int = 15, **changes: Any) -> Join:
    return newcomer(name, QUI=quick, things=[weapon], **changes)


def bearer(**changes: Any) -> Join:
    """The foe, with a shield of 2 and a hand free."""
    return newcomer("foe", QUI=6, WIL=30, **{"things": [{"key": "shield"}], "skills": SKILLS, **changes})


def wounds(kit: Join, target: Join, mode: str = "melee", does: Declared = NOTHING) -> int:
    """The wounds of a round in which kit strikes at the foe, which does this."""
    play = Play(kit, target)
    (weapon,) = (thing.key for thing in play["kit"].things.values())
    return play.round({"kit": STRIKING}, kit=attack("foe", weapon, mode=mode), foe=does).end()["foe"].wounds


@pytest.mark.rule("TK-SHIELD-1", "TK-RUL-24")
def test_a_shield_takes_off_the_level_of_its_skill() -> None:
    assert wounds(attacker(BLADE), bearer()) == 7
    own = {"key": "shield", "skill": "shields"}
    assert wounds(attacker(BLADE), bearer(things=[own])) == 5
    assert wounds(attacker(BLADE), bearer(things=[own, {"key": "pistol"}])) == 5
    assert wounds(attacker(BLADE), bearer(things=[])) == 9


@pytest.mark.rule("TK-SHIELD-1")
def test_a_shield_is_against_blows_alone() -> None:
    assert wounds(attacker(GUN), bearer(), "ranged") == 9
    assert wounds(attacker(BLADE), bearer(), "thrown") == 9


@pytest.mark.rule("TK-SHIELD-1")
def test_without_its_skill_a_shield_takes_off_nothing() -> None:
    assert wounds(attacker(BLADE), bearer(skills={})) == 9
    assert wounds(attacker(BLADE), bearer(skills={"melee": 1})) == 8


@pytest.mark.rule("TK-SHIELD-1")
def test_a_shield_that_is_carried_takes_off_nothing() -> None:
    assert wounds(attacker(BLADE), bearer(things=[{"key": "shield", "place": "carried"}])) == 9


@pytest.mark.rule("TK-SHIELD-2")
def test_a_shield_does_not_wear_down() -> None:
    play = Play(attacker(BLADE), attacker(BLADE, "ann", quick=12), bearer())
    for number in (1, 2, 3):
        both = {name: attack("foe", "blade") for name in ("kit", "ann")}
        assert play.round(dict.fromkeys(both, STRIKING), **both).end()["foe"].wounds == 14 * number


@pytest.mark.rule("TK-SHIELD-2")
@pytest.mark.parametrize(
    "declared",
    [
        EVADE,
        attack("kit", "unarmed"),
        {"action": "other", "kind": "narrated", "text": "shouts"},
        {"action": "aim", "target": "kit", "weapon": "pistol"},
    ],
)
def test_a_shield_costs_no_action(declared: Declared) -> None:
    foe = bearer(things=[{"key": "shield"}, {"key": "pistol"}])
    assert wounds(attacker(BLADE), foe, does=declared) == 7


@pytest.mark.rule("TK-SHIELD-2")
def test_a_shield_serves_whoever_is_prone_or_held() -> None:
    assert wounds(attacker(BLADE), bearer(prone=True)) == 7
    assert wounds(attacker(BLADE), bearer(held_by={"kit": 1})) == 7


@pytest.mark.rule("TK-SHIELD-3")
def test_luck_does_not_raise_a_shield() -> None:
    things = [{"key": "shield"}, {"key": "knife", "place": "carried"}]
    drawn = attack("kit", "knife", "quick_draw_melee", quickness=1, requirements=1)
    assert wounds(attacker(BLADE), bearer(things=things, luck=5), does=drawn) == 7


@pytest.mark.rule("TK-SHIELD-3")
def test_luck_for_a_test_does_not_raise_a_shield() -> None:
    kit = attacker({**BLADE, "throwable": False}, DEX=30, skills={"swords": 5})
    armed = bearer(luck=5, things=[{"key": "knife"}, {"key": "shield"}])
    play = Play(kit, armed, asks={"foe": ("oppose", "soak")})
    play.round({"kit": STRIKING}, kit=attack("foe", "blade", "rapid_attack"))
    play.answer("foe", "oppose", {"statistic": "strength", "skill": "melee", "luck": 3})
    assert play.tests("kit") == [(150, 50, True)]
    (attacked,) = play.asked("soak")["attacks"]
    assert (attacked["gross"], attacked["shield"]) == (9 + 5 + 7, 2)
    play.answer("foe", "soak", [{"luck": 2}]).end()
    assert play["foe"].wounds == 21 - 2 - 2
