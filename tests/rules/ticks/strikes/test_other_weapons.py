"""Strikes with another weapon than was declared, which has to go with every manoeuvre."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTried
from tests.rules.ticks.builders import Declared, Play, ash, birch, carried, on_birch
from tests.rules.ticks.specification import act

POCKET = {"key": "derringer", "kind": "ranged", "base": 2, "skill": "pocket", "magazine": 2, "hands": 0}
"""A ranged weapon with a skill of its own."""


def declared(play: Play, said: Declared) -> Play:
    """Ash has declared this and is asked on the last tick, so that every draw has come."""
    return play.round(ash=said).until(1)


REFUSED: list[Any] = [
    pytest.param(("sword", "pistol"), on_birch("sword", "trip"), {"weapon": "pistol"}, id="mode"),
    pytest.param(("sword", "pistol"), on_birch("pistol", "marksman"), {"weapon": "sword"}, id="mode, ranged"),
    pytest.param(("knife",), on_birch("knife", "trip"), {"weapon": "knife", "mode": "thrown"}, id="mode of the same"),
    pytest.param(("knife",), on_birch("knife", "trip"), {"mode": "thrown"}, id="mode alone"),
    pytest.param(("knife",), on_birch("knife", "marksman", mode="thrown"), {"mode": "melee"}, id="melee instead"),
    pytest.param(("sword", "pistol"), on_birch("sword", "mighty_blow", "trip"), {"weapon": "pistol"}, id="two"),
    pytest.param(
        ("pistol", "knife"), on_birch("pistol", "double_tap"), {"weapon": "knife", "mode": "thrown"}, id="tap"
    ),
    pytest.param((carried("knife"),), on_birch("knife", "quick_draw_melee"), {"weapon": "unarmed"}, id="not drawn"),
    pytest.param(
        (carried("knife"), "hatchet"), on_birch("knife", "quick_draw_melee"), {"weapon": "hatchet"}, id="in hand"
    ),
    pytest.param(
        (carried("pistol"), "hatchet"),
        on_birch("pistol", "quick_draw_ranged"),
        {"weapon": "hatchet", "mode": "thrown"},
        id="thrown instead",
    ),
    pytest.param(
        (carried("knife"),),
        on_birch("knife", "quick_draw_ranged", mode="thrown"),
        {"weapon": "knife", "mode": "melee"},
        id="drawn to be thrown",
    ),
]
"""What Ash has, what it has declared, and with what it cannot strike."""


@pytest.mark.rule("TK-MAN-12")
@pytest.mark.parametrize(("things", "said", "strike"), REFUSED)
def test_a_weapon_that_does_not_go_with_a_manoeuvre(things: tuple[Any, ...], said: Declared, strike: Any) -> None:
    play = declared(Play(ash(*things, QUI=16), birch()), said)
    play.refused(act("ash", strike=strike), "TK-MAN-12", "command.strike.weapon")
    play.send(act("ash", strike=True))
    assert [tick for tick, _ in play.strikes("ash")] == [1]


@pytest.mark.rule("TK-MAN-12")
@pytest.mark.parametrize(("pocket", "fits"), [(3, False), (4, True), (5, True)])
@pytest.mark.parametrize("paid", [0, 1])
def test_a_requirement_is_met_by_the_plain_level(pocket: int, fits: bool, paid: int) -> None:
    one = ash("pistol", POCKET, skills={"handgun": 4 - paid, "pocket": pocket})
    play = Play(one, birch()).round(ash=on_birch("pistol", "run_and_gun", requirements=paid)).until(15)
    strike = act("ash", strike={"weapon": "derringer"})
    if fits:
        assert play.send(strike).strikes("ash") == [(15, 2 + pocket)]
    else:
        play.refused(strike, "TK-MAN-12", "command.strike.weapon")


@pytest.mark.rule("TK-MAN-12", "TK-MAN-1", "TK-MAN-8")
@pytest.mark.parametrize(("weapon", "total", "gross"), [("unarmed", 54, 3 + 6), ("hatchet", 81, 6 + 6)])
def test_a_weapon_that_goes_with_all(weapon: str, total: int, gross: int) -> None:
    play = Play(ash("sword", "hatchet"), birch(luck=0)).round(ash=on_birch("sword", "rapid_attack", "grapple"))
    play.until(15).send(act("ash", strike={"weapon": weapon, "luck": {"grapple": 3}}))
    (rapid, grapple) = [event for _, event in play.log if isinstance(event, ManoeuvreTried)]
    assert (rapid.manoeuvre, rapid.total, grapple.manoeuvre) == ("rapid_attack", total, "grapple")
    assert play.strikes("ash") == [(15, gross)]
    assert play["birch"].held_by == {"ash": 1}, "as far as the weapon that was used"


@pytest.mark.rule("TK-MAN-12", "TK-DTAP-4")
@pytest.mark.parametrize("loaded", [1, 2])
def test_a_double_tap_with_another_pistol(loaded: int) -> None:
    one = ash("pistol", {**POCKET, "loaded": loaded}, skills={"pocket": 4})
    play = Play(one, birch(luck=0)).round(ash=on_birch("pistol", "double_tap")).until(15)
    play.send(act("ash", strike={"weapon": "derringer"}))
    assert play.strikes("ash") == ([(15, 2 * 2 + 4)] if loaded == 2 else [])
    assert play.lapses("ash") == ([] if loaded == 2 else [(15, "strike")])
    assert (play["ash"].things["ash.pistol"].loaded, play["ash"].things["ash.derringer"].loaded) == (8, loaded % 2)


@pytest.mark.rule("TK-MAN-12", "TK-MAN-13")
def test_even_against_the_unconscious() -> None:
    play = Play(ash("sword", "pistol"), birch(QUI=9)).round(ash=on_birch("sword", "trip")).until(15)
    play.send(Faint(actor="birch"))
    play.refused(act("ash", strike={"weapon": "pistol"}), "TK-MAN-12", "command.strike.weapon")
