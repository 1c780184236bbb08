"""Modes of weapons: what is thrown is ranged in everything, and gone (TK-ATK-7)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.strikes.soaking import Reduction, Soak
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from domain.rulesets.ticks.state import Square
from tests.rules.ticks.builders import MOVE, STRIKING, Declared, Play, attack, defer, going
from tests.rules.ticks.specification import act, declare, newcomer

THINGS = [{"key": "hatchet"}, {"key": "pistol"}]
SKILLS = {"melee": 5, "thrown": 3, "handgun": 1}


def thrower(**changes: Any) -> Any:
    """Kit, who is called on tick 15, with a hatchet of 3 + 3 when it flies, and of 3 + 5 when it does not."""
    return newcomer("kit", QUI=15, skills=SKILLS, **{"things": THINGS, **changes})


def modes(play: Play) -> list[str]:
    return [event.mode for _, event in play.log if isinstance(event, Struck)]


THROW = attack("foe", "hatchet", mode="thrown")


@pytest.mark.rule("TK-ATK-7")
@pytest.mark.parametrize(
    ("weapon", "mode"), [("hatchet", "ranged"), ("pistol", "melee"), ("pistol", "thrown"), ("sword", "thrown")]
)
def test_each_weapon_has_its_modes(weapon: str, mode: str) -> None:
    kit = thrower(things=[{"key": "sword"}]) if weapon == "sword" else thrower()
    play = Play(kit, newcomer("foe", QUI=5)).send(StartRound()).declare_on(15)
    for declared in (attack("foe", weapon, mode=mode), {**defer(weapon, "steps"), "mode": mode}):
        play.refused(declare("kit", **declared), "TK-ATK-7", "command.mode")


@pytest.mark.rule("TK-ATK-7")
def test_a_strike_names_a_mode_of_its_weapon_too() -> None:
    play = Play(thrower(), "foe").round(kit=attack("foe", "hatchet"))
    play.refused(act("kit", strike={"mode": "ranged"}), "TK-ATK-7", "command.strike.mode")
    play.refused(act("kit", strike={"weapon": "pistol", "mode": "melee"}), "TK-ATK-7")
    play.send(act("kit", strike={"weapon": "pistol"}))
    assert modes(play) == ["ranged"]


@pytest.mark.rule("TK-ATK-7")
def test_without_a_mode_a_weapon_strikes_as_it_is_made_to() -> None:
    for weapon, mode, gross in (("hatchet", "melee", 8), ("pistol", "ranged", 4)):
        play = Play(thrower(), "foe").round({"kit": STRIKING}, kit=attack("foe", weapon)).end()
        assert (modes(play), play.strikes("kit")) == ([mode], [(15, gross)])


@pytest.mark.rule("TK-ATK-7")
def test_without_a_mode_a_weapon_that_can_be_thrown_waits_for_melee_and_aims_to_be_thrown() -> None:
    kit = thrower(at=(2, 0))
    declared = {"foe": MOVE, "kit": defer("hatchet", "enters_reach")}
    play = Play(kit, newcomer("foe", QUI=5)).round({"foe": going((1, 0))}, **declared).end()
    assert (modes(play), play.strikes("kit")) == (["melee"], [(5, 8)])
    aim: Declared = {"action": "aim", "target": "foe", "weapon": "hatchet"}
    play = Play(kit, newcomer("foe", QUI=5)).round({"kit": STRIKING}, kit=aim).end()
    assert (modes(play), play.strikes("kit")) == (["thrown"], [(15, 6)])


@pytest.mark.rule("TK-ATK-7")
def test_what_is_thrown_needs_sight_and_no_reach() -> None:
    play = Play(thrower(), newcomer("foe", at=(50, 0))).round({"kit": STRIKING}, kit=THROW).end()
    assert play.strikes("kit") == [(15, 6)]
    play = Play(thrower(), "foe").send(SetSight(observer="kit", target="foe", visible=False, both=False))
    play.round(kit=THROW).send(act("kit", strike=True)).end()
    assert play.lapses("kit") == [(15, "strike")]


@pytest.mark.rule("TK-ATK-7")
def test_what_is_thrown_meets_armour_as_a_shot_and_neither_shield_nor_defence() -> None:
    foe = newcomer(
        "foe", skills={"melee": 2}, things=[{"key": "knife"}, {"key": "shield"}], armour=[{"key": "heavy_ballistic"}]
    )
    play = Play(thrower(), foe, asks={"foe": ("soak",)})
    play.round({"kit": STRIKING}, kit=THROW, foe={"action": "defend", "weapon": "knife"})
    assert play.wounds("foe") == [(15, 2)]


@pytest.mark.rule("TK-ATK-7")
def test_no_defence_point_is_spent_on_what_is_thrown() -> None:
    foe = newcomer("foe", things=[{"key": "knife"}], luck=1)
    play = Play(thrower(), foe, asks={"foe": ("soak",)})
    play.round({"kit": STRIKING}, kit=THROW, foe={"action": "defend", "weapon": "knife"})
    spent = Soak(actor="foe", attacks=(Reduction(defend=1),))
    play.refused(spent, "TK-DEF-2", "command.attacks[0].defend")


@pytest.mark.rule("TK-ATK-7")
def test_a_throw_ends_the_steps_as_a_shot_does() -> None:
    play = Play(thrower(), "foe").round(kit=THROW)
    play.refused(act("kit", strike=True, after=(1, 0)), "TK-MOVE-6")
    path = going((1, 0), (2, 0), (3, 0), strike="first_chance")
    play = Play(thrower(), "foe").round({"kit": path}, kit=THROW).end()
    assert (play.steps("kit"), play.strikes("kit")) == ([15], [(15, 6)])


@pytest.mark.rule("TK-ATK-7")
def test_a_throw_fires_and_a_blow_does_not() -> None:
    for mode, seen in (("thrown", [(15, 3)]), ("melee", [])):
        guard = newcomer("guard", QUI=20, things=[{"key": "pistol"}])
        play = Play(thrower(), "foe", guard)
        declared = {"kit": attack("foe", "hatchet", mode=mode), "guard": defer("pistol", "fires")}
        play.round({"kit": STRIKING}, **declared).end()
        assert play.strikes("guard") == seen


@pytest.mark.rule("TK-ATK-7")
@pytest.mark.parametrize(("manoeuvres", "evade", "wounds"), [((), 0, 6), (("marksman",), 0, 9), (("marksman",), 5, 0)])
def test_what_is_thrown_lies_where_the_target_stands_hit_or_miss(
    manoeuvres: tuple[str, ...], evade: int, wounds: int
) -> None:
    foe = newcomer("foe", QUI=9, skills={"evade": evade}, at=(4, -3))
    play = Play(thrower(), foe).round({"kit": STRIKING}, kit=attack("foe", "hatchet", *manoeuvres, mode="thrown")).end()
    assert play["foe"].wounds == wounds
    assert play.fight.ground["kit.hatchet"].square == Square(4, -3)
    assert list(play["kit"].things) == ["kit.pistol"]


@pytest.mark.rule("TK-ATK-7")
def test_what_is_thrown_flies_though_it_is_struck_at_in_the_same_stage() -> None:
    foe = newcomer("foe", QUI=15, STR=30, skills={"melee": 5}, at=(1, 1), things=[{"key": "sword"}])
    plans = {"kit": STRIKING, "foe": {**STRIKING, "item": "hatchet"}}
    play = Play(thrower(), foe).round(plans, kit=THROW, foe=attack("kit", "sword", "disarm")).end()
    assert play.tests("foe") == [(150, 50, True)]
    assert play.wounds("foe") == [(15, 6)]
    assert play.fight.ground["kit.hatchet"].square == Square(1, 1)
    assert list(play["kit"].things) == ["kit.pistol"]
