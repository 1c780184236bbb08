"""Holds: what the held cannot do, how far a hold reaches, and what ends it."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.steps import Stepped
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint, Release
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, Wound
from domain.rulesets.ticks.chapters.strikes.effects import Grabbed
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.builders import (
    EVADE,
    MOVE,
    STRIKING,
    Declared,
    Play,
    answered,
    ash,
    attack,
    birch,
    carried,
    going,
    on_birch,
)
from tests.rules.ticks.specification import act, hold, newcomer, plan

GRAPPLE, BARE = on_birch("sword", "grapple"), on_birch("unarmed", "grapple")
EVADER = newcomer("cedar", QUI=30, skills={"evade": 1}, at=(0, 9))
"""Somebody who is asked on every tick, so that each of them is open for a while."""
BACK_AND_FORTH = going((1, 1), (1, 0), (1, 1), (1, 0), (1, 1), (1, 0), (1, 1), (1, 0))


def grabbed(said: Declared = MOVE, *, weapon: str = "sword", **changes: Any) -> Play:
    """Birch is held from tick 15 on, and Cedar is asked on every tick."""
    play = Play(ash(skills={"unarmed": 5}), birch(luck=0, **changes), EVADER)
    play.round({"ash": STRIKING}, ash=on_birch(weapon, "grapple"), birch=said, cedar=EVADE).until(14)
    assert play["birch"].held_by == {"ash": 2 if weapon == "sword" else 1}
    return play


def ended(play: Play) -> list[tuple[int, str, str]]:
    """The holds of Birch that ended: when, whose, why."""
    return [
        (tick, event.by, event.why)
        for tick, event in play.log
        if isinstance(event, HoldEnded) and event.combatant == "birch"
    ]


# No steps


@pytest.mark.rule("TK-GRAP-2")
@pytest.mark.parametrize(
    ("at", "steps"), [(15, []), (10, []), (9, [9]), (8, [9]), (6, [9, 6]), (4, [9, 6]), (2, [9, 6, 3])]
)
def test_who_is_held_takes_no_steps(at: int, steps: list[int]) -> None:
    play = Play(ash(at=(2, 0)), birch(luck=0))
    play.round({"ash": {"strike": "from", "tick": at}, "birch": BACK_AND_FORTH}, ash=GRAPPLE, birch=MOVE)
    assert (play.ticks(Grabbed, "birch"), play.steps("birch")) == ([at], steps)


@pytest.mark.rule("TK-GRAP-2")
def test_a_last_step_of_the_same_tick_is_lost() -> None:
    play = Play(ash(), birch(QUI=15, luck=0)).round({"ash": STRIKING}, ash=GRAPPLE, birch=MOVE)
    play.send(act("birch", after=(2, 0)))
    assert (play.ticks(Grabbed, "birch"), play.steps("birch"), play.lapses("birch")) == ([15], [], [(15, "step")])


@pytest.mark.rule("TK-GRAP-3")
def test_the_held_strike_oppose_and_defend() -> None:
    play = grabbed(attack("ash", "knife", "rapid_attack"))
    play.until(9)
    play.refused(act("birch", step=(2, 0)), "TK-MOVE-8", "command.step")
    play.send(act("birch", strike=True), hold("cedar", 0)).end()
    assert (play.strikes("birch"), play.tests("birch")) == ([(9, 0)], [(22, 135, False)])

    other = newcomer("dale", QUI=12, skills={"melee": 1}, things=[{"key": "hatchet"}])
    play = Play(ash(), birch(luck=0), other, asks={"birch": ("soak",)})
    blow, defend = attack("birch", "hatchet"), {"action": "defend", "weapon": "knife"}
    play.round({"ash": STRIKING, "dale": STRIKING}, ash=GRAPPLE, dale=blow, birch=defend)
    assert (play["birch"].held_by, play.asked("soak")["defence"]) == ({"ash": 2}, 4)


@pytest.mark.rule("TK-GRAP-3")
def test_the_held_do_their_deed() -> None:
    play = Play(ash(), birch(carried("knife"), luck=0))
    play.round({"ash": STRIKING}, ash=GRAPPLE, birch={"action": "other", "kind": "draw", "item": "knife"})
    assert (play.fight.tick, play["birch"].held_by) == (9, {"ash": 2})
    play.send(act("birch", deed={}))
    assert play["birch"].things["birch.knife"].ready


@pytest.mark.rule("TK-GRAP-6")
def test_who_is_not_held_walks_on() -> None:
    play = Play(ash(), birch(), asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING, "birch": BACK_AND_FORTH}, ash=GRAPPLE, birch=MOVE)
    answered(play, False)
    assert (play.ticks(Grabbed, "birch"), play.steps("birch"), play.wounds("birch")) == ([], [9, 6, 3], [])


# The end of the round


@pytest.mark.rule("TK-GRAP-4", "TK-RUL-36")
def test_a_hold_ends_with_the_round_and_is_won_again() -> None:
    play = Play(ash(), birch(), asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING}, ash=GRAPPLE, birch=MOVE)
    answered(play, True).end()
    assert (play["birch"].held_by, play.steps("birch")) == ({}, [])
    play.round({"birch": BACK_AND_FORTH}, birch=MOVE)
    assert play.steps("birch") == [9, 6, 3], "nothing renews it by itself"
    play.round({"ash": STRIKING, "birch": going((1, 0), (1, 1), (1, 0))}, ash=GRAPPLE, birch=MOVE)
    answered(play, False)
    assert play.steps("birch") == [9, 6, 3] * 2, "it is tested again"


@pytest.mark.rule("TK-GRAP-4", "TK-RUL-36")
@pytest.mark.parametrize(("quickness", "steps"), [(14, []), (15, [15]), (16, [16])])
def test_it_prevents_all_steps_if_it_comes_above_the_start(quickness: int, steps: list[int]) -> None:
    play = Play(ash(at=(0, 1)), birch(QUI=quickness, luck=0))
    play.round({"ash": STRIKING, "birch": BACK_AND_FORTH}, ash=GRAPPLE, birch=MOVE)
    assert (play.ticks(Grabbed, "birch"), play.steps("birch")) == ([15], steps), "a first step comes before it"


# What ends it before


@pytest.mark.rule("TK-GRAP-5")
@pytest.mark.parametrize(("tick", "steps"), [(10, [9, 6]), (9, [9, 6]), (8, [6, 3]), (6, [6, 3]), (3, [3])])
def test_released_the_target_steps_on_the_next_due_tick(tick: int, steps: list[int]) -> None:
    play = grabbed().until(tick).send(Release(actor="ash", combatant="birch"))
    assert ended(play) == [(tick, "ash", "released")]
    asked = [prompt.to for prompt in play.fight.prompts if prompt.kind == "act"]
    assert ("birch" in asked) is (tick in (9, 6, 3)), "it is asked on the open tick if a step is due on it"
    play.send(plan("birch", **going((2, 0), (3, 0)))).end()
    assert play.steps("birch") == steps


@pytest.mark.rule("TK-GRAP-5")
def test_only_the_grappler_releases() -> None:
    play = grabbed()
    play.refused(Release(actor="cedar", combatant="birch"), "TK-GRAP-5", "command.combatant")
    play.refused(Release(actor="birch", combatant="ash"), "TK-GRAP-5", "command.combatant")
    play.refused(Release(actor="ash", combatant="cedar"), "TK-GRAP-5", "command.combatant")
    play.end().refused(Release(actor="ash", combatant="birch"), "TK-GRAP-5")


@pytest.mark.rule("TK-GRAP-5")
def test_a_grappler_that_faints_lets_go_at_once() -> None:
    play = grabbed().until(9).send(Faint(actor="ash"))
    assert ended(play) == [(9, "ash", "dropped_out")]
    play.send(act("birch", step=(2, 0)))
    assert [prompt.to for prompt in play.fight.prompts] == ["cedar", "birch"]
    play.send(hold("cedar"))
    assert play.steps("birch") == [9]


@pytest.mark.rule("TK-GRAP-5")
@pytest.mark.parametrize(
    ("weapon", "who", "to", "freed"),
    [
        ("sword", "birch", (2, 0), False),
        ("sword", "birch", (3, 0), True),
        ("sword", "ash", (-1, 0), False),
        ("sword", "ash", (-2, 0), True),
        ("unarmed", "birch", (1, 1), False),
        ("unarmed", "birch", (2, 0), True),
        ("unarmed", "ash", (0, -1), False),
        ("unarmed", "ash", (0, -2), True),
        ("sword", "cedar", (99, 0), False),
    ],
)
def test_a_hold_reaches_as_far_as_the_weapon(weapon: str, who: str, to: tuple[int, int], freed: bool) -> None:
    square = SquareSheet(x=to[0], y=to[1])
    play = grabbed(weapon=weapon).until(9).send(PlaceCombatant(combatant=who, to=square))
    assert ended(play) == ([(9, "ash", "out_of_reach")] if freed else [])
    if freed:
        here = play["birch"].square
        play.send(act("birch", step=(here.x + 1, here.y)), hold("cedar"))
    else:
        play.refused(act("birch", step=(2, 0)), "TK-RES-6")
    play.end()
    assert play.steps("birch") == ([9] if freed else [])


@pytest.mark.rule("TK-GRAP-5")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_grappler_may_step_as_long_as_the_target_stays_within_reach(when: str) -> None:
    play = Play(ash(), birch(luck=0), EVADER)
    away = going((-1, 0), (-1, 1), (-2, 1), (-3, 1), (-4, 1), when=when, strike="first_chance")
    play.round({"ash": away, "birch": BACK_AND_FORTH}, ash=GRAPPLE, birch=MOVE, cedar=EVADE).until(1)
    assert play.ticks(Grabbed, "birch") == [15]
    assert play.steps("ash") == [15, 12, 9, 6, 3]
    assert ended(play) == [(9, "ash", "out_of_reach")], "the third step is one too far"
    assert play.steps("birch") == [6, 3], "freed within the stages of a tick, it steps on the next one due"


@pytest.mark.rule("TK-GRAP-5")
def test_who_is_freed_within_a_tick_does_not_step_last_on_it() -> None:
    play = grabbed(attack("ash", "knife")).until(12).send(act("ash", step=(-1, 0)), hold("cedar", 9)).until(9)
    play.refused(act("birch", after=(2, 0)), "TK-MOVE-8", "command.step")
    play.send(act("ash", step=(-2, 0)), hold("birch", 6), hold("cedar", 6))
    assert (ended(play), play.fight.tick) == ([(9, "ash", "out_of_reach")], 6)
    play.send(act("birch", after=(2, 0)), hold("cedar"))
    assert play.steps("birch") == [6]


@pytest.mark.rule("TK-GRAP-5")
def test_wounds_a_fall_and_a_hold_of_the_grappler_do_not_end_it() -> None:
    other = newcomer("dale", QUI=12, STR=30, DEX=30, skills={"unarmed": 5}, at=(0, 0), luck=2)
    play = Play(ash(luck=0), birch(luck=0), other, EVADER)
    blow = attack("ash", "unarmed", "trip", "grapple", "mighty_blow", extra=2)
    play.round({"ash": STRIKING, "dale": STRIKING}, ash=GRAPPLE, dale=blow, cedar=EVADE).until(10)
    assert (play["ash"].prone, play["ash"].held_by, len(play.wounds("ash"))) == (True, {"dale": 1}, 1)
    play.send(Wound(combatant="ash", wounds=60, reason="a fall"))
    play.send(PlaceCombatant(combatant="cedar", to=SquareSheet(x=5)))
    assert (play["birch"].held_by, ended(play)) == ({"ash": 2}, [])


@pytest.mark.rule("TK-GRAP-5", "TK-GRAP-2")
@pytest.mark.parametrize("ash_joins_first", [True, False])
def test_a_hold_reaches_as_far_though_the_weapon_is_struck_away_meanwhile(ash_joins_first: bool) -> None:
    pike = {"key": "pike", "kind": "melee", "base": 3, "skill": "melee", "reach": 2}
    target = birch(pike, QUI=15, STR=10, DEX=30, skills={"melee": 3}, luck=0, at=(2, 0))
    one = ash(STR=20, DEX=20, skills={"melee": 4}, luck=0)
    walker = newcomer("dale", QUI=12, at=(9, 9))
    play = Play(*((one, target) if ash_joins_first else (target, one)), walker, EVADER)
    plans = {"ash": STRIKING, "birch": STRIKING, "dale": going((9, 8))}
    play.round(plans, ash=GRAPPLE, birch=attack("ash", "pike", "disarm"), dale=MOVE, cedar=EVADE).until(8)
    assert (play.tests("ash"), play.tests("birch")) == ([(80, 40, True)], [(90, 80, True)])
    assert "ash.sword" in play.fight.ground
    assert (play["birch"].held_by, ended(play)) == ({"ash": 2}, [])


@pytest.mark.rule("TK-GRAP-6")
def test_several_may_hold_one() -> None:
    other = newcomer("dale", QUI=14, STR=30, skills={"unarmed": 5}, at=(2, 0))
    play = Play(ash(), birch(luck=0), other, EVADER)
    plans = {"ash": STRIKING, "dale": STRIKING}
    play.round(plans, ash=GRAPPLE, dale=attack("birch", "unarmed", "grapple"), birch=MOVE, cedar=EVADE).until(9)
    assert play["birch"].held_by == {"ash": 2, "dale": 1}
    play.send(Release(actor="dale", combatant="birch"))
    assert play["birch"].held_by == {"ash": 2}
    play.refused(act("birch", step=(1, 1)), "TK-RES-6")
    play.send(Release(actor="ash", combatant="birch"), act("birch", step=(1, 1)), hold("cedar"))
    assert play.ticks(Stepped, "birch") == [9]


@pytest.mark.rule("TK-GRAP-6", "TK-GRAP-4")
def test_nothing_else_frees_the_target() -> None:
    """It strikes its grappler, who is hurt, and evades with all its skill: it is held to the end of the round."""
    play = Play(ash(), birch(luck=0, skills={"evade": 2}), EVADER)
    play.round({"ash": STRIKING, "birch": STRIKING}, ash=BARE, birch=attack("ash", "knife"), cedar=EVADE).until(1)
    assert (play.tests("ash"), play.wounds("ash")) == ([(44, 26, True)], [(9, 4)])
    assert (play["birch"].held_by, ended(play)) == ({"ash": 1}, [])
    play.end()
    assert play["birch"].held_by == {}
