"""Disarming: who tests what for which weapon, and what becomes of it and of what it was for."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.deeds.hands import Dropped
from domain.rulesets.ticks.chapters.strikes.effects import Fell
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTried, Struck
from domain.rulesets.ticks.state import Square
from tests.rules.ticks.builders import (
    EVADE,
    NOTHING,
    STRIKING,
    Declared,
    Play,
    answered,
    ash,
    attack,
    birch,
    carried,
    defer,
    going,
    on_birch,
    opposed,
    struck,
)
from tests.rules.ticks.specification import act, hold, newcomer, plan

DISARM = on_birch("sword", "disarm")
BARE = on_birch("unarmed", "disarm")


def disarming(*birchs: Any, said: Declared = DISARM, one: Any = None, other: Declared = NOTHING, **plan: Any) -> Play:
    """Ash strikes as soon as it can, and Birch with these things is asked how it holds on to one of them."""
    play = Play(one or ash(), birch(*birchs), asks={"birch": ("oppose",)})
    return play.round({"ash": {**STRIKING, **plan}}, ash=said, birch=other).until(play.fight.tick)


def fallen(play: Play) -> list[str]:
    """What lies on the ground, as far as it was struck from a hand."""
    return [event.item for _, event in play.log if isinstance(event, Dropped) and event.why == "disarmed"]


# A weapon in hand


@pytest.mark.rule("TK-DISARM-1")
@pytest.mark.parametrize(
    "things", [[carried("sword")], ["shield"], ["shield", carried("pistol")]], ids=["carried", "shield", "both"]
)
def test_without_a_weapon_in_hand_a_disarm_lapses(things: list[Any]) -> None:
    play = Play(ash(), birch(*things)).round(ash=DISARM).until(15).send(act("ash", strike={"luck": {"disarm": 1}}))
    assert (play.lapses("ash"), play.strikes("ash"), play["ash"].luck) == ([(15, "strike")], [], 20)
    assert not play["ash"].turn.attack_used


@pytest.mark.rule("TK-DISARM-1")
def test_it_is_made_as_soon_as_there_is_one() -> None:
    play = Play(ash(), birch(carried("knife"), luck=0))
    draw = {"action": "other", "kind": "draw", "item": "knife"}
    play.round({"ash": STRIKING}, ash=DISARM, birch=draw).until(9).send(act("birch", deed={})).end()
    assert (play.strikes("ash"), play.lapses("ash"), fallen(play)) == ([(8, 0)], [], ["birch.knife"])


@pytest.mark.rule("TK-DISARM-1", "TK-DISARM-6")
@pytest.mark.parametrize("success", [True, False])
def test_it_is_in_place_of_damage(success: bool) -> None:
    play = struck(ash(), birch(), DISARM, success)
    assert (play.strikes("ash"), play.wounds("birch")) == ([(15, 0)], [])
    assert fallen(play) == (["birch.knife"] if success else [])
    assert play["birch"].things.keys() == (set() if success else {"birch.knife"})


# The attacker


@pytest.mark.rule("TK-DISARM-2")
@pytest.mark.parametrize(
    ("strength", "dexterity", "chosen", "statistic", "total"),
    [
        (22, 27, None, "dexterity", 81),
        (27, 22, None, "strength", 81),
        (24, 24, None, "strength", 72),
        (22, 27, "strength", "strength", 66),
        (27, 22, "dexterity", "dexterity", 66),
    ],
)
def test_by_strength_or_dexterity(
    strength: int, dexterity: int, chosen: str | None, statistic: str, total: int
) -> None:
    play = Play(ash(STR=strength, DEX=dexterity), birch()).round(ash=DISARM).until(15)
    play.send(act("ash", strike=True if chosen is None else {"statistic": chosen}))
    (said,) = [event for _, event in play.log if isinstance(event, ManoeuvreTried)]
    assert (said.statistic, said.skill, said.total) == (statistic, "melee", total)


@pytest.mark.rule("TK-DISARM-2")
@pytest.mark.parametrize("statistic", ["quickness", "willpower", "intellect"])
def test_by_no_other_statistic(statistic: str) -> None:
    one = ash(statistics={"intellect": 30})
    play = Play(one, birch()).round(ash=DISARM).until(15)
    play.refused(act("ash", strike={"statistic": statistic}), "TK-DISARM-2", "command.strike.statistic")
    play.refused(plan("ash", **STRIKING, statistic=statistic), "TK-DISARM-2", "command.statistic")


# The target


HELD = [
    pytest.param(["knife"], "melee", id="knife"),
    pytest.param(["pistol"], "handgun", id="pistol"),
    pytest.param(["bow"], "archery", id="bow"),
    pytest.param(["pistol", "knife"], "handgun", id="the first"),
]
"""What Birch has in hand, and the skill with which it holds on to it."""


@pytest.mark.rule("TK-DISARM-3", "TK-RUL-43")
@pytest.mark.parametrize("option", ["listed", "quickness"])
@pytest.mark.parametrize(("things", "skill"), HELD)
def test_it_is_held_with_its_own_skill(things: list[str], skill: str, option: str) -> None:
    play = Play(ash(), birch(*things), asks={"birch": ("oppose",)}, evade_statistic=option)
    play.round({"ash": STRIKING}, ash=DISARM)
    pairs = [(one["statistic"], one["skill"]) for one in play.asked("oppose")["pairs"]]
    assert pairs == [("strength", skill), ("dexterity", skill)]
    for statistic, other in (("strength", "evade"), ("dexterity", "unarmed"), ("quickness", skill)):
        play.refused(Oppose(actor="birch", statistic=statistic, skill=other), "TK-MAN-9", "command.skill")


@pytest.mark.rule("TK-DISARM-3")
@pytest.mark.parametrize(("statistic", "against"), [("strength", 39), ("dexterity", 33)])
def test_the_target_chooses_strength_or_dexterity(statistic: str, against: int) -> None:
    play = opposed(disarming("pistol"), statistic, "handgun")
    assert play.tests("ash") == [(81, against, True)]


@pytest.mark.rule("TK-DISARM-4")
@pytest.mark.parametrize(
    ("level", "luck", "against"), [(0, 0, 2 * 13), (1, 0, 3 * 13), (2, 0, 4 * 13), (5, 0, 7 * 13), (0, 2, 4 * 13)]
)
def test_bare_hands_make_it_harder(level: int, luck: int, against: int) -> None:
    play = Play(ash(skills={"unarmed": 5}), birch(skills={"melee": level}), asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING}, ash=BARE)
    assert opposed(play, "strength", "melee", luck).tests("ash") == [(135, against, True)]


KNUCKLES = {"key": "knuckles", "kind": "melee", "base": 2, "skill": "unarmed", "hands": 0}


@pytest.mark.rule("TK-DISARM-4")
@pytest.mark.parametrize("weapon", ["sword", "knuckles"])
def test_weapons_do_not(weapon: str) -> None:
    play = disarming("knife", said=on_birch(weapon, "disarm"), one=ash("sword", KNUCKLES))
    assert opposed(play, "strength", "melee").tests("ash")[0][1] == 2 * 13


@pytest.mark.rule("TK-DISARM-4")
def test_bare_hands_that_were_not_declared_count_too_and_for_the_disarm_alone() -> None:
    play = Play(ash(), birch(), asks={"birch": ("oppose",)}).round(ash=on_birch("sword", "disarm", "trip")).until(15)
    play.send(act("ash", strike={"weapon": "unarmed"}))
    opposed(opposed(play, "dexterity", "melee"), "dexterity", "melee")
    assert [one[1] for one in play.tests("ash")] == [11 * (2 + 2), 11 * 2]


@pytest.mark.rule("TK-DISARM-4", "TK-DISARM-3")
def test_the_standing_answer_knows_of_bare_hands() -> None:
    """Without the skill both halves are 4; with two levels dexterity is more."""
    play = Play(ash(), birch(STR=8, DEX=9, skills={"melee": 0})).round({"ash": STRIKING}, ash=BARE)
    assert play.tests("ash") == [(54, 18, True)]


# What becomes of it


@pytest.mark.rule("TK-DISARM-5", "TK-RUL-43")
def test_it_lies_at_the_feet_of_the_target() -> None:
    play = Play(ash(at=(4, 4)), birch(at=(5, 3), luck=0)).round({"ash": STRIKING}, ash=DISARM)
    assert play.fight.ground["birch.knife"].square == Square(5, 3)
    assert "birch.knife" not in play["birch"].things


@pytest.mark.rule("TK-DISARM-5")
def test_it_leaves_the_hand_when_all_have_struck() -> None:
    play = Play(ash(), birch(QUI=15, luck=0)).round(
        {"ash": STRIKING, "birch": STRIKING}, ash=DISARM, birch=attack_ash()
    )
    assert (play.strikes("ash"), play.strikes("birch"), fallen(play)) == ([(15, 0)], [(15, 4)], ["birch.knife"])
    assert play.wounds("ash") == [(15, 4)]


def attack_ash(*manoeuvres: str) -> Declared:
    return attack("ash", "knife", *manoeuvres)


@pytest.mark.rule("TK-DISARM-5")
def test_two_disarm_each_other() -> None:
    play = Play(ash(luck=0), birch(QUI=15, STR=22, DEX=30, skills={"melee": 3}, luck=0))
    play.round({"ash": STRIKING, "birch": {**STRIKING}}, ash=DISARM, birch=attack_ash("disarm"))
    assert play.tests("ash") == [(81, 90, False)]
    assert (play.tests("birch"), fallen(play)) == ([(90, 81, True)], ["ash.sword"])


@pytest.mark.rule("TK-DISARM-5", "TK-DISARM-7")
def test_one_weapon_is_struck_away_once() -> None:
    play = Play(
        ash(), newcomer("cedar", QUI=15, skills={"melee": 5}, things=[{"key": "sword"}]), birch("knife", luck=0)
    )
    both = {"ash": STRIKING, "cedar": STRIKING}
    play.round(both, ash=DISARM, cedar=DISARM)
    assert (play.tests("ash")[0][2], play.tests("cedar")[0][2], fallen(play)) == (True, True, ["birch.knife"])


def defending(cedars_quickness: int, item: str) -> Play:
    """Birch defends with the knife and has a nightstick besides; Ash disarms it of one, Cedar hits it with 3."""
    cedar = newcomer("cedar", QUI=cedars_quickness, things=[{"key": "hatchet"}])
    play = Play(ash(), cedar, birch("nightstick", "knife", luck=0), asks={"birch": ("soak",)})
    blow, defend = attack("birch", "hatchet"), {"action": "defend", "weapon": "knife"}
    return play.round({"ash": {**STRIKING, "item": item}, "cedar": STRIKING}, ash=DISARM, cedar=blow, birch=defend)


@pytest.mark.rule("TK-DISARM-5")
@pytest.mark.parametrize("item", ["knife", "nightstick"])
def test_defence_points_serve_while_their_weapon_is_struck_away(item: str) -> None:
    play = defending(15, item)
    assert (play.asked("soak")["defence"], fallen(play)) == (4, [])
    play.answer("birch", "soak", [{"defend": 1}])
    assert (play.wounds("birch"), fallen(play)) == ([(15, 2)], [f"birch.{item}"])


@pytest.mark.rule("TK-DISARM-5")
def test_defence_points_go_with_their_weapon() -> None:
    play = defending(12, "knife")
    assert (fallen(play), play.wounds("birch")) == (["birch.knife"], [(12, 3)]), "there is nothing to ask any more"
    assert defending(12, "nightstick").asked("soak")["defence"] == 4


@pytest.mark.rule("TK-DISARM-5")
def test_an_aim_goes_with_its_weapon() -> None:
    aim = {"action": "aim", "target": "ash", "weapon": "pistol"}
    play = Play(ash(), birch("pistol", QUI=16, luck=0)).round({"ash": STRIKING}, ash=DISARM, birch=aim)
    play.send(hold("birch", 14))
    assert fallen(play) == ["birch.pistol"]
    assert (play.fight.phase, play.strikes("birch")) == ("between", []), "it is not asked any more"


@pytest.mark.rule("TK-DISARM-5")
@pytest.mark.parametrize("disarmed", [True, False])
def test_a_deferred_attack_goes_with_its_weapon(disarmed: bool) -> None:
    walker = newcomer("cedar", QUI=14, at=(1, 1))
    play = Play(ash(), birch("pistol", luck=0 if disarmed else 20), walker, asks={"birch": ("oppose",)})
    plans = {"ash": STRIKING, "cedar": going((1, 2))}
    waiting = defer("pistol", "steps")
    play.round(plans, ash=DISARM, birch=waiting, cedar={"action": "other", "kind": "move"})
    opposed(play, "strength", "handgun", 0 if disarmed else 9).end()
    assert [tick for tick, _ in play.strikes("birch")] == ([] if disarmed else [9])


@pytest.mark.rule("TK-DISARM-5", "TK-DTAP-4")
@pytest.mark.parametrize(("manoeuvres", "left"), [((), 7), (("double_tap",), 6)])
def test_a_pistol_that_is_struck_away_was_fired(manoeuvres: tuple[str, ...], left: int) -> None:
    play = Play(ash(), birch("pistol", QUI=15, luck=0))
    shot = attack("ash", "pistol", *manoeuvres)
    play.round({"ash": STRIKING, "birch": STRIKING}, ash=DISARM, birch=shot)
    assert (fallen(play), [tick for tick, _ in play.strikes("birch")]) == (["birch.pistol"], [15])
    assert play.fight.ground["birch.pistol"].thing.loaded == left


@pytest.mark.rule("TK-DISARM-6")
@pytest.mark.parametrize("damage", ["none", "on_success"])
def test_a_failure_is_nothing(damage: str) -> None:
    play = struck(ash(), birch(armour=[{"key": "heavy_ballistic"}]), DISARM, False, control_damage=damage)
    assert (fallen(play), play.wounds("birch"), play.armour("birch")) == ([], [], (4, 2))
    assert play["birch"].things["birch.knife"].ready


# Which weapon


NIGHTSTICK_AND_KNIFE = ("nightstick", "knife", carried("hatchet"))
AT_STAKE: list[Any] = [
    pytest.param(NIGHTSTICK_AND_KNIFE, EVADE, None, "nightstick", id="the first in hand"),
    pytest.param((carried("hatchet"), "knife", "pistol"), EVADE, None, "knife", id="the first that is ready"),
    pytest.param(("shield", "knife"), EVADE, None, "knife", id="no shield"),
    pytest.param(NIGHTSTICK_AND_KNIFE, attack("ash", "knife"), None, "knife", id="the declared one"),
    pytest.param(NIGHTSTICK_AND_KNIFE, {"action": "defend", "weapon": "knife"}, None, "knife", id="for defence"),
    pytest.param(NIGHTSTICK_AND_KNIFE, attack("ash", "unarmed"), None, "nightstick", id="bare hands declared"),
    pytest.param(
        ("nightstick", carried("hatchet")), attack("ash", "hatchet", "quick_draw_melee", requirements=1), None,
        "nightstick", id="the declared one not yet drawn",
    ),
    pytest.param(NIGHTSTICK_AND_KNIFE, EVADE, "knife", "knife", id="named"),
    pytest.param(NIGHTSTICK_AND_KNIFE, EVADE, "birch.knife", "knife", id="named by its ID"),
    pytest.param(NIGHTSTICK_AND_KNIFE, attack("ash", "knife"), "nightstick", "nightstick", id="named, not declared"),
    pytest.param(NIGHTSTICK_AND_KNIFE, EVADE, "hatchet", None, id="named, carried"),
    pytest.param(("shield", "knife"), EVADE, "shield", None, id="named, a shield"),
    pytest.param(NIGHTSTICK_AND_KNIFE, EVADE, "unarmed", None, id="named, bare hands"),
    pytest.param(NIGHTSTICK_AND_KNIFE, EVADE, "sword", None, id="named, somebody else's"),
]  # fmt: skip
"""What Birch has and declares, what Ash names, and what is at stake."""


@pytest.mark.rule("TK-DISARM-7", "TK-RUL-43")
@pytest.mark.parametrize(("things", "said", "item", "at_stake"), AT_STAKE)
def test_which_weapon_is_at_stake(
    things: tuple[Any, ...], said: Declared, item: str | None, at_stake: str | None
) -> None:
    play = Play(ash(), birch(*things)).round(ash=on_birch("sword", "disarm", "trip"), birch=said)
    play.until(15).send(act("ash", strike=True if item is None else {"item": item}))
    if at_stake is None:
        assert (play.lapses("ash"), play.ticks(Struck, "ash"), play.ticks(Fell, "birch")) == ([(15, "strike")], [], [])
    else:
        assert (play.lapses("ash"), fallen(play)) == ([], [f"birch.{at_stake}"])


@pytest.mark.rule("TK-DISARM-7")
def test_a_plan_names_what_is_at_stake() -> None:
    play = disarming("nightstick", "knife", item="knife")
    assert fallen(answered(play, True)) == ["birch.knife"]
