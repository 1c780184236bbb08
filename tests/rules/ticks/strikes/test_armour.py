"""Armour: what it takes off, and how it is worn down and mended (TK-ARM-1 to TK-ARM-6)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.rulings import Repair
from tests.rules.ticks.builders import EVADE, STRIKING, Play, attack
from tests.rules.ticks.specification import newcomer

GUN = {"key": "crossbow", "kind": "ranged", "skill": "archery", "magazine": 9}
BLADE = {"key": "blade", "kind": "melee", "skill": "swords", "throwable": True}
BOW = {"key": "bow"}


def attacker(name: str, weapon: dict[str, Any], base: int = 6, *, quick: int = 15) -> Join:
    """Somebody with a weapon that does so much."""
    return newcomer(name, QUI=quick, things=[{**weapon, "base": base}])


def foe(armour: str = "heavy_ballistic", **changes: Any) -> Join:
    """A slow target that can do nothing but wear its armour."""
    worn = {"wear": changes.pop("wear")} if "wear" in changes else {}
    return newcomer("foe", QUI=6, WIL=30, armour=[{"key": armour, **worn}], **changes)


def fought(play: Play, **weapons: str) -> Play:
    """A round in which these strike at the foe with these."""
    return play.round(
        dict.fromkeys(weapons, STRIKING), **{name: attack("foe", weapon) for name, weapon in weapons.items()}
    ).end()


# TK-ARM-1 to -3: what it takes off


@pytest.mark.parametrize(
    ("armour", "wounds"),
    [
        pytest.param("light_ballistic", (3, 6), marks=pytest.mark.rule("TK-ARM-1", "TK-ARM-3"), id="light"),
        pytest.param("heavy_ballistic", (2, 4), marks=pytest.mark.rule("TK-ARM-2", "TK-ARM-3"), id="heavy"),
    ],
)
def test_each_armour_has_a_rating_against_shots_and_one_against_blows(armour: str, wounds: tuple[int, int]) -> None:
    for kit, taken in zip((attacker("kit", GUN), attacker("kit", BLADE)), wounds, strict=True):
        play = fought(Play(kit, foe(armour)), kit="crossbow" if taken == wounds[0] else "blade")
        assert play["foe"].wounds == taken


@pytest.mark.rule("TK-ARM-3")
def test_the_rating_is_taken_off_each_attack() -> None:
    shooters = [attacker(name, GUN) for name in ("kit", "ann")]
    play = fought(Play(*shooters, foe("light_ballistic")), kit="crossbow", ann="crossbow")
    assert play.wounds("foe") == [(15, 6)]
    later = [attacker("kit", GUN), attacker("ann", GUN, quick=12)]
    play = fought(Play(*later, foe("light_ballistic")), kit="crossbow", ann="crossbow")
    assert play.wounds("foe") == [(15, 3), (12, 3)]


@pytest.mark.rule("TK-ARM-3")
@pytest.mark.parametrize(("weapon", "mode", "wounds"), [(BOW, "ranged", 2), (BLADE, "thrown", 2), (BLADE, "melee", 4)])
def test_bows_and_thrown_weapons_are_ranged(weapon: dict[str, Any], mode: str, wounds: int) -> None:
    play = Play(attacker("kit", weapon), foe())
    play.round({"kit": STRIKING}, kit=attack("foe", weapon["key"], mode=mode)).end()
    assert play["foe"].wounds == wounds


# TK-ARM-4: how it wears


@pytest.mark.rule("TK-ARM-4", "TK-RUL-23")
def test_a_round_of_hits_wears_armour_down_by_one_at_its_end() -> None:
    play = Play(attacker("kit", GUN, quick=18), attacker("ann", BLADE), attacker("bob", GUN, quick=12), foe())
    for left, wounds in (((3, 1), 2 + 4 + 2), ((2, 0), 3 + 5 + 3), ((1, 0), 4 + 6 + 4)):
        before = play["foe"].wounds
        fought(play, kit="crossbow", ann="blade", bob="crossbow")
        assert play["foe"].wounds - before == wounds
        assert play.armour("foe") == left


@pytest.mark.rule("TK-ARM-4")
def test_a_round_without_a_hit_leaves_armour_as_it_is() -> None:
    shield = {"key": "shield", "skill": "shields"}
    play = Play(attacker("kit", BLADE), foe(things=[shield], skills={"shields": 5}))
    play.round({"kit": STRIKING}, kit=attack("foe", "blade", "accurate_strike")).end()
    assert (play.tests("kit")[0][2], play.armour("foe")) == (False, (4, 2))
    small = Play(attacker("kit", BLADE, 5), foe(things=[shield], skills={"shields": 5}))
    assert fought(small, kit="blade").armour("foe") == (4, 2)
    assert fought(small.round().end(), kit="blade").armour("foe") == (4, 2)
    large = Play(attacker("kit", BLADE, 6), foe(things=[shield], skills={"shields": 5}))
    assert fought(large, kit="blade").armour("foe") == (3, 1)
    assert large["foe"].wounds == 0


@pytest.mark.rule("TK-ARM-4", "TK-RUL-22")
def test_any_hit_wears_armour_down_by_default_whatever_it_stops() -> None:
    assert fought(Play(attacker("kit", BLADE), foe("light_ballistic")), kit="blade").armour("foe") == (2, 0)
    assert fought(Play(attacker("kit", BLADE), foe(wear=2)), kit="blade").armour("foe") == (1, 0)


@pytest.mark.rule("TK-ARM-4", "TK-RUL-22")
@pytest.mark.parametrize(
    ("armour", "wear", "weapon", "worn"),
    [
        ("light_ballistic", 0, BLADE, False),
        ("light_ballistic", 0, GUN, True),
        ("light_ballistic", 2, GUN, True),
        ("light_ballistic", 3, GUN, False),
        ("heavy_ballistic", 1, BLADE, True),
        ("heavy_ballistic", 2, BLADE, False),
    ],
)
def test_by_the_option_only_what_it_stopped_something_of_wears_it_down(
    armour: str, wear: int, weapon: dict[str, Any], worn: bool
) -> None:
    play = Play(attacker("kit", weapon), foe(armour, wear=wear), armour_wear="stopped")
    fought(play, kit=weapon["key"])
    coat = play["foe"].armour
    assert coat is not None
    assert coat.wear == wear + worn


@pytest.mark.rule("TK-ARM-4")
def test_by_the_option_one_hit_that_it_stopped_is_enough() -> None:
    fighters = [attacker("kit", GUN), attacker("ann", BLADE, quick=12)]
    play = Play(*fighters, foe("light_ballistic"), armour_wear="stopped")
    assert fought(play, kit="crossbow", ann="blade").armour("foe") == (2, 0)


# TK-ARM-5 and -6: what is left of it, and mending


@pytest.mark.rule("TK-ARM-5", "TK-RUL-23")
@pytest.mark.parametrize(
    ("wear", "left"), [(0, (4, 2)), (1, (3, 1)), (2, (2, 0)), (3, (1, 0)), (4, (0, 0)), (9, (0, 0))]
)
def test_wear_lowers_both_ratings_and_none_below_0(wear: int, left: tuple[int, int]) -> None:
    for weapon, key, rating in ((GUN, "crossbow", left[0]), (BLADE, "blade", left[1])):
        play = Play(attacker("kit", weapon), foe(wear=wear))
        assert play.armour("foe") == left
        assert fought(play, kit=key)["foe"].wounds == 6 - rating


@pytest.mark.rule("TK-ARM-6")
def test_repair_makes_armour_whole() -> None:
    play = Play("kit", foe(wear=3)).send(Repair(combatant="foe"))
    assert play.armour("foe") == (4, 2)
    play = Play("kit", foe(wear=3)).send(EndCombat(), Repair(combatant="foe"))
    assert play.armour("foe") == (4, 2)


@pytest.mark.rule("TK-ARM-6")
def test_repair_is_not_for_a_round() -> None:
    play = Play("kit", foe(wear=3)).send(StartRound()).refused(Repair(combatant="foe"), "TK-ARM-6")
    play.declared = {"kit": EVADE}
    assert play.declare_on().fight.phase == "resolution"
    play.refused(Repair(combatant="foe"), "TK-ARM-6").end().send(Repair(combatant="foe"))


@pytest.mark.rule("TK-ARM-6")
def test_without_armour_there_is_nothing_to_repair() -> None:
    Play("kit", foe()).refused(Repair(combatant="kit"), "TK-ARM-6", "command.combatant")
