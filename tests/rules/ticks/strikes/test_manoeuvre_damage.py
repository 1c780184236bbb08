"""What manoeuvres do: forces add to a strike or bring it to nothing, controls stand in place of damage."""

from itertools import product
from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.ending import ArmourWornDown
from domain.rulesets.ticks.chapters.strikes.effects import AmmunitionUsed, Fell, Grabbed
from domain.rulesets.ticks.chapters.strikes.soaking import Soaked
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.rules.ticks.builders import STRIKING, Play, answered, ash, birch, on_birch, struck, to_declare
from tests.rules.ticks.specification import act, declare

BASE, SKILL = 4, 3
"""Of a sword of Ash."""
SUCCESS = [
    pytest.param("mighty_blow", "sword", BASE + SKILL + 5, marks=pytest.mark.rule("TK-MIGHTY-2")),
    pytest.param("rapid_attack", "sword", BASE + SKILL + 6, marks=pytest.mark.rule("TK-RAPID-2")),
    pytest.param("follow_up", "sword", 2 * BASE + SKILL, marks=pytest.mark.rule("TK-FOLLOW-2", "TK-RUL-44")),
    pytest.param("accurate_strike", "sword", BASE + 2 * SKILL, marks=pytest.mark.rule("TK-ACC-2")),
    pytest.param("double_tap", "pistol", 2 * 3 + 5, marks=pytest.mark.rule("TK-DTAP-2", "TK-RUL-44")),
    pytest.param("marksman", "pistol", 3 + 2 * 5, marks=pytest.mark.rule("TK-MARKS-2")),
]
"""Each force of Ash, its weapon, and what its success does."""
FAILURE = {
    "mighty_blow": "TK-MIGHTY-3",
    "rapid_attack": "TK-RAPID-3",
    "follow_up": "TK-FOLLOW-3",
    "accurate_strike": "TK-ACC-3",
    "double_tap": "TK-DTAP-3",
    "marksman": "TK-MARKS-3",
}
ARMOURED: dict[str, Any] = {"armour": [{"key": "heavy_ballistic"}]}
"""It takes 4 off shots and 2 off blows."""


@pytest.mark.parametrize(("manoeuvre", "weapon", "gross"), SUCCESS)
def test_what_a_force_adds(manoeuvre: str, weapon: str, gross: int) -> None:
    play = struck(ash(weapon), birch(), on_birch(weapon, manoeuvre), True)
    assert play.strikes("ash") == [(15, gross)]
    assert play.wounds("birch") == [(15, gross)]


@pytest.mark.parametrize(
    ("manoeuvre", "gross"),
    [
        pytest.param("mighty_blow", BASE + SKILL + 6, marks=pytest.mark.rule("TK-MIGHTY-2")),
        pytest.param("rapid_attack", BASE + SKILL + 7, marks=pytest.mark.rule("TK-RAPID-2")),
    ],
)
def test_quarters_are_rounded_up_where_the_option_says_so(manoeuvre: str, gross: int) -> None:
    play = struck(ash(), birch(), on_birch("sword", manoeuvre), True, fractions="up")
    assert play.strikes("ash") == [(15, gross)]


@pytest.mark.parametrize(
    ("manoeuvre", "changes", "quarter"),
    [
        pytest.param("mighty_blow", {"STR": 18, "DEX": 30}, 4, marks=pytest.mark.rule("TK-MIGHTY-2")),
        pytest.param("mighty_blow", {"STR": 20, "DEX": 30}, 5, marks=pytest.mark.rule("TK-MIGHTY-2")),
        pytest.param("rapid_attack", {"STR": 30, "DEX": 14}, 3, marks=pytest.mark.rule("TK-RAPID-2")),
        pytest.param("rapid_attack", {"STR": 30, "DEX": 16}, 4, marks=pytest.mark.rule("TK-RAPID-2")),
    ],
)
def test_a_quarter_of_ones_own_statistic(manoeuvre: str, changes: dict[str, Any], quarter: int) -> None:
    play = struck(ash(**changes), birch(STR=8), on_birch("sword", manoeuvre), True)
    assert play.strikes("ash") == [(15, BASE + SKILL + quarter)]


@pytest.mark.parametrize(
    ("manoeuvre", "weapon"),
    [
        pytest.param(one, "pistol" if one in ("double_tap", "marksman") else "sword", marks=pytest.mark.rule(rule))
        for one, rule in FAILURE.items()
    ],
)
def test_a_force_that_fails_is_a_miss(manoeuvre: str, weapon: str) -> None:
    play = struck(ash(weapon), birch(**ARMOURED), on_birch(weapon, manoeuvre), False)
    assert play.strikes("ash") == [(15, 0)], "not even base and skill"
    assert (play.wounds("birch"), play.ticks(Soaked, "birch"), play.ticks(ArmourWornDown, "birch")) == ([], [], [])
    assert play.armour("birch") == (4, 2), "it was no hit"
    used = [event.units for _, event in play.log if isinstance(event, AmmunitionUsed)]
    assert used == {"double_tap": [2], "marksman": [1]}.get(manoeuvre, [])


@pytest.mark.rule("TK-MAN-10", "TK-ACC-2", "TK-RUL-44")
@pytest.mark.parametrize(
    ("manoeuvre", "gross"),
    [("accurate_strike", BASE + 2 * SKILL), ("follow_up", 2 * BASE + SKILL), ("mighty_blow", BASE + SKILL + 5)],
)
def test_luck_in_the_test_is_none_in_the_damage(manoeuvre: str, gross: int) -> None:
    play = struck(ash(), birch(), on_birch("sword", manoeuvre), True, plan={"luck": {manoeuvre: 2}})
    assert play.strikes("ash") == [(15, gross)]


@pytest.mark.rule("TK-MARKS-2")
def test_luck_in_the_test_is_none_in_the_shot() -> None:
    play = struck(ash("pistol"), birch(), on_birch("pistol", "marksman"), True, plan={"luck": {"marksman": 2}})
    assert play.strikes("ash") == [(15, 3 + 2 * 5)]


# Several together


ALL = ("mighty_blow", "rapid_attack", "follow_up", "accurate_strike")


@pytest.mark.rule("TK-MAN-10", "TK-RUL-38")
@pytest.mark.parametrize("manoeuvres", [ALL, ALL[::-1], ALL[:2], ALL[2:]])
def test_all_extras_add_up(manoeuvres: tuple[str, ...]) -> None:
    extras = dict(zip(ALL, (5, 6, BASE, SKILL), strict=True))
    play = struck(ash(), birch(), on_birch("sword", *manoeuvres), *(True for _ in manoeuvres))
    assert play.strikes("ash") == [(15, BASE + SKILL + sum(extras[one] for one in manoeuvres))]


@pytest.mark.rule("TK-MAN-10")
@pytest.mark.parametrize("fails", range(4))
def test_one_force_that_fails_brings_all_to_nothing(fails: int) -> None:
    play = struck(ash(), birch(), on_birch("sword", *ALL), *(place != fails for place in range(4)))
    assert [one[2] for one in play.tests("ash")] == [place != fails for place in range(4)]
    assert (play.strikes("ash"), play.wounds("birch")) == ([(15, 0)], [])


@pytest.mark.rule("TK-MAN-10")
@pytest.mark.parametrize(("level", "gross"), [(0, 4), (3, 7), (5, 9)])
def test_without_any_it_is_base_and_skill(level: int, gross: int) -> None:
    play = struck(ash(skills={"melee": level}), birch(), on_birch("sword"))
    assert (play.tests("ash"), play.strikes("ash")) == ([], [(15, gross)])


@pytest.mark.rule("TK-MAN-6", "TK-MAN-10")
@pytest.mark.parametrize(
    ("weapon", "manoeuvres", "tick", "gross"),
    [
        ("sword", ("quick_draw_melee",), 10, 7),
        ("pistol", ("quick_draw_ranged",), 5, 8),
        ("pistol", ("run_and_gun",), 15, 8),
        ("pistol", ("quick_draw_ranged", "run_and_gun"), 5, 8),
    ],
)
def test_set_ups_test_nothing_and_leave_the_strike_as_it_is(
    weapon: str, manoeuvres: tuple[str, ...], tick: int, gross: int
) -> None:
    place = "ready" if manoeuvres == ("run_and_gun",) else "carried"
    play = Play(ash({"key": weapon, "place": place}), birch()).round(ash=on_birch(weapon, *manoeuvres)).until(tick)
    play.refused(act("ash", strike={"luck": {manoeuvres[0]: 1}}), "TK-MAN-11", "command.strike.luck")
    play.send(act("ash", strike=True)).end()
    assert (play.tests("ash"), play.strikes("ash"), play.wounds("birch")) == ([], [(tick, gross)], [(tick, gross)])


# Controls, and the damage that an option gives them


CONTROLS = [
    (("trip",), (True,), 7),
    (("trip",), (False,), 0),
    (("grapple",), (True,), 7),
    (("grapple",), (False,), 0),
    (("trip", "grapple"), (True, True), 7),
    (("trip", "grapple"), (True, False), 7),
    (("trip", "grapple"), (False, True), 7),
    (("trip", "grapple"), (False, False), 0),
    (("disarm",), (True,), 0),
    (("disarm",), (False,), 0),
    (("disarm", "trip"), (True, True), 0),
    (("disarm", "trip"), (False, True), 0),
    (("disarm", "trip", "grapple"), (True, True, True), 0),
    (("trip", "mighty_blow"), (True, True), 7 + 5),
    (("trip", "mighty_blow"), (False, True), 7 + 5),
    (("trip", "mighty_blow"), (True, False), 0),
    (("grapple", "accurate_strike"), (True, True), 7 + 3),
    (("grapple", "accurate_strike"), (True, False), 0),
]
"""Controls, which of them succeed, and what the strike does with the option ``control_damage`` as ``on_success``."""


@pytest.mark.rule("TK-MAN-10", "TK-TRIP-5", "TK-GRAP-6", "TK-DISARM-1", "TK-DISARM-6", "TK-RUL-34")
@pytest.mark.parametrize(("manoeuvres", "successes", "gross"), CONTROLS)
@pytest.mark.parametrize("damage", ["left out", "none", "on_success"])
def test_controls_in_place_of_damage(
    manoeuvres: tuple[str, ...], successes: tuple[bool, ...], gross: int, damage: str
) -> None:
    options: dict[str, Any] = {} if damage == "left out" else {"control_damage": damage}
    forced = manoeuvres[-1] in ("mighty_blow", "accurate_strike")
    done = gross if forced or damage == "on_success" else 0
    play = struck(ash(), birch(), on_birch("sword", *manoeuvres), *successes, **options)
    assert play.strikes("ash") == [(15, done)]
    assert play.wounds("birch") == ([(15, done)] if done else [])


@pytest.mark.rule("TK-TRIP-4", "TK-GRAP-6", "TK-DISARM-6")
@pytest.mark.parametrize(("trip", "grapple", "disarm"), list(product([True, False], repeat=3)))
def test_controls_that_fail_do_nothing(trip: bool, grapple: bool, disarm: bool) -> None:
    play = struck(ash(), birch(), on_birch("sword", "trip", "grapple", "disarm"), trip, grapple, disarm)
    assert (play.ticks(Fell, "birch"), play.ticks(Grabbed, "birch")) == ([15] * trip, [15] * grapple)
    assert ("birch.knife" in play.fight.ground, play["birch"].things == {}) == (disarm, disarm)


# One attack


@pytest.mark.rule("TK-MAN-15", "TK-FOLLOW-2", "TK-RUL-44")
@pytest.mark.parametrize(
    ("manoeuvres", "gross"),
    [(("follow_up",), 11), (("follow_up", "mighty_blow", "rapid_attack", "accurate_strike"), 25)],
)
def test_a_blow_is_reduced_once(manoeuvres: tuple[str, ...], gross: int) -> None:
    play = Play(ash(), birch("knife", "shield", **ARMOURED), asks={"birch": ("oppose", "soak")})
    defend = {"action": "defend", "weapon": "knife"}
    play.round({"ash": STRIKING}, ash=on_birch("sword", *manoeuvres), birch=defend)
    answered(play, *(True for _ in manoeuvres))
    (attack,) = play.asked("soak")["attacks"]
    assert (attack["gross"], attack["shield"], attack["armour"]) == (gross, 2, 2)
    play.answer("birch", "soak", [{"defend": 4}]).end()
    assert play.wounds("birch") == [(15, gross - 2 - 4 - 2)]
    assert play.armour("birch") == (3, 1)


@pytest.mark.rule("TK-MAN-15", "TK-DTAP-2", "TK-RUL-44")
@pytest.mark.parametrize(("manoeuvres", "gross"), [(("double_tap",), 11), (("double_tap", "marksman"), 16)])
def test_a_double_tap_is_reduced_once(manoeuvres: tuple[str, ...], gross: int) -> None:
    play = Play(ash("pistol"), birch("knife", "shield", **ARMOURED))
    play.round({"ash": STRIKING}, ash=on_birch("pistol", *manoeuvres)).end()
    assert [tick for tick, event in play.log if isinstance(event, Struck)] == [15]
    assert play.wounds("birch") == [(15, gross - 4)]
    assert play.armour("birch") == (3, 1)


# Ammunition


@pytest.mark.rule("TK-DTAP-4", "TK-RUL-45")
@pytest.mark.parametrize("success", [True, False])
@pytest.mark.parametrize(
    ("manoeuvres", "units"), [((), 1), (("marksman",), 1), (("double_tap",), 2), (("marksman", "double_tap"), 2)]
)
def test_what_a_shot_uses(manoeuvres: tuple[str, ...], units: int, success: bool) -> None:
    successes = [success for _ in manoeuvres]
    quick = birch(skills={"evade": 5})
    play = struck(ash({"key": "pistol", "loaded": 2}), quick, on_birch("pistol", *manoeuvres), *successes)
    assert play["ash"].things["ash.pistol"].loaded == 2 - units


@pytest.mark.rule("TK-DTAP-4", "TK-RUL-45")
@pytest.mark.parametrize(("loaded", "strikes"), [(2, [(15, 11)]), (1, []), (0, [])])
def test_a_double_tap_takes_two_units(loaded: int, strikes: list[tuple[int, int]]) -> None:
    play = Play(ash({"key": "pistol", "loaded": loaded}), birch()).round(ash=on_birch("pistol", "double_tap"))
    play.until(15).send(act("ash", strike=True)).end()
    assert (play.strikes("ash"), play.lapses("ash")) == (strikes, [] if strikes else [(15, "strike")])
    assert play["ash"].things["ash.pistol"].loaded == (0 if strikes else loaded)


@pytest.mark.rule("TK-RUL-45")
@pytest.mark.parametrize("manoeuvre", ["double_tap", "marksman"])
def test_where_ammunition_is_not_counted_nothing_is_used(manoeuvre: str) -> None:
    play = Play(ash({"key": "pistol", "loaded": 0}), birch(), track_ammunition=False)
    play.round({"ash": STRIKING}, ash=on_birch("pistol", manoeuvre)).end()
    assert [tick for tick, _ in play.strikes("ash")] == [15]
    assert play["ash"].things["ash.pistol"].loaded == 0


@pytest.mark.rule("TK-DTAP-4")
@pytest.mark.parametrize("magazine", [None, 0])
def test_without_a_magazine_there_is_no_double_tap(magazine: int | None) -> None:
    thrown = magazine is None
    weapon: Any = "hatchet" if thrown else {"key": "pistol", "magazine": 0, "loaded": 0}
    declared = on_birch("hatchet" if thrown else "pistol", "double_tap", mode="thrown" if thrown else None)
    play = to_declare(ash(weapon), birch(), track_ammunition=False)
    play.refused(declare("ash", **declared), "TK-DTAP-4", "command.manoeuvres")
