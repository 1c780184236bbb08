"""Weapons that are lost: no other stands in for them, not even one whose key is their ID."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.count_up import Declare
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet
from tests.rules.ticks.builders import Play, attack, defer, put
from tests.rules.ticks.specification import act, newcomer, plan

BLADES: tuple[dict[str, Any], ...] = ({"id": "knife", "key": "hatchet"}, {"id": "other", "key": "knife", "base": 9})
"""Two one-handed weapons in hand; the second has the ID of the first for a key."""
BIRCH = newcomer("birch", at=(1, 0), things=BLADES)


@pytest.mark.rule("TK-ATK-6")
def test_a_strike_with_a_weapon_that_is_gone_has_to_name_another() -> None:
    play = Play("ash", BIRCH).round(birch=attack("ash", "knife")).send(Drop(actor="birch", item="knife"))
    play.refused(act("birch", strike=True), "TK-ATK-6", "command.strike.weapon")
    play.send(act("birch", strike={"weapon": "other"}))
    assert play.strikes("birch") == [(10, 9)]


@pytest.mark.rule("TK-DEFER-14")
def test_a_deferred_attack_is_not_made_with_another_weapon() -> None:
    play = Play(newcomer("ash", at=(9, 0)), BIRCH, newcomer("sable", at=(0, 50)))
    play.round(birch=defer("knife", "steps"), ash={"action": "other", "kind": "move"}, sable={"action": "evade"})
    play.send(put("ash", 2, 0)).until(10).send(Drop(actor="birch", item="knife"))
    play.send(act("ash", step=(1, 1))).end()
    assert [event.by for _, event in play.log if isinstance(event, ConditionMet)] == ["ash"]
    assert play.strikes("birch") == []


@pytest.mark.rule("TK-DEF-1")
def test_a_weapon_that_is_dropped_before_the_tick_is_revealed_gives_no_defence_points() -> None:
    play = Play("ash", BIRCH).send(StartRound())
    play.send(Declare(actor="birch", action="defend", weapon="knife"), Drop(actor="birch", item="knife"))
    play.send(Declare(actor="ash", action="evade"))
    assert (play.fight.phase, play["birch"].turn.defence) == ("resolution", 0)


@pytest.mark.rule("TK-TICK-9")
def test_a_strike_whose_weapon_is_dropped_meanwhile_lapses_and_is_not_made_with_the_declared_one() -> None:
    play = Play(newcomer("ash", at=(2, 0)), BIRCH)
    play.round(birch=attack("ash", "knife"), ash=attack("birch", "unarmed"))
    play.send(act("birch", strike={"weapon": "other"}), Drop(actor="birch", item="other"))
    play.send(Count())
    assert (play.strikes("birch"), play.lapses("birch")) == ([], [(10, "strike")])
    play.send(act("birch", strike=True), Count())
    assert play.strikes("birch") == [(9, 3)]


@pytest.mark.rule("TK-PLAN-5")
def test_a_plan_to_strike_may_be_made_while_the_weapon_is_lost() -> None:
    """It steps, and its strikes lapse silently."""
    play = Play("ash", newcomer("birch", at=(3, 0), things=[{"key": "sword"}]), newcomer("sable", at=(0, 50)))
    play.round(birch=attack("ash", "sword"), sable={"action": "evade"}).until(10)
    play.send(Drop(actor="birch", item="birch.sword"))
    play.send(plan("birch", steps="toward", target="ash", stop=1, strike="first_chance"))
    play.until(5)
    assert (play.steps("birch"), play.strikes("birch"), play.lapses("birch")) == ([10, 7], [], [])
