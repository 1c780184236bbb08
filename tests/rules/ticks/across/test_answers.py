"""Answers of a tick that things overtake: holds that are overridden, strikes that have become impossible."""

import pytest

from domain.rulesets.ticks.chapters.counting.acting import Act, Hold
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Release
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, attack, defer, going
from tests.rules.ticks.specification import act, hold, newcomer, plan


@pytest.mark.rule("TK-RES-10")
def test_an_act_overrides_an_earlier_hold() -> None:
    play = Play("iris", "sable", newcomer("tor", at=(9, 0))).round(iris=attack("tor", "sword"), sable=EVADE)
    play.until(14).send(hold("iris", 5), hold("sable", 11))
    assert play.fight.tick == 11
    assert [prompt.to for prompt in play.fight.prompts] == ["sable"]
    play.send(act("iris", step=(1, 0)), hold("sable", 0))
    assert play.steps("iris") == [11]
    assert (play.fight.tick, [prompt.to for prompt in play.fight.prompts]) == (10, ["iris"]), "the hold is over"


@pytest.mark.rule("TK-RES-10", "TK-RES-6")
def test_a_hold_that_nothing_overrides_lasts() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0))).round(iris=attack("tor", "sword"))
    play.send(hold("iris", 5))
    assert play.fight.tick == 5
    assert [prompt.to for prompt in play.fight.prompts] == ["iris"]


@pytest.mark.rule("TK-TICK-9")
def test_a_strike_whose_weapon_was_let_go_lapses() -> None:
    play = Play("iris", "sable", newcomer("tor", at=(1, 0))).round(iris=attack("tor", "sword"), sable=EVADE)
    play.until(14).send(act("iris", strike=True), Drop(actor="iris", item="sword"), hold("sable", 0))
    assert play.lapses("iris") == [(14, "strike")]
    play.until(12).send(act("iris", strike={"weapon": "unarmed"}))
    assert play.strikes("iris") == [(12, 3)], "the attack was not used up"


@pytest.mark.rule("TK-PLAN-5")
def test_a_planned_strike_without_its_weapon_lapses_in_silence() -> None:
    play = Play("iris", newcomer("tor", at=(2, 0)))
    plans = {"iris": STRIKING, "tor": going((3, 0), strike="first_chance")}
    play.round(plans, iris=attack("tor", "sword", "disarm"), tor=attack("iris", "baseball_bat"))
    assert play.fight.phase == "between", "the plan has answered all the same"
    assert (play.strikes("tor"), play.lapses("tor"), play.steps("tor")) == ([], [], [8])


@pytest.mark.rule("TK-PLAN-5", "TK-TICK-9")
def test_a_planned_strike_whose_luck_is_gone_lapses_in_silence() -> None:
    bystanders = (newcomer("hanna", at=(1, 1)), newcomer("bruno", at=(2, 0)))
    play = Play(newcomer("iris", luck=1), *bystanders, asks={"iris": ("soak",)})
    play.round(
        {"iris": {"strike": "from", "tick": 5, "luck": {"accurate_strike": 1}}, "hanna": STRIKING},
        iris=attack("bruno", "sword", "accurate_strike"),
        hanna=attack("iris", "hatchet"),
    )
    play.answer("iris", "soak", [{"luck": 1}])
    assert play.fight.phase == "between"
    assert (play.strikes("iris"), play.lapses("iris")) == ([], [])


@pytest.mark.rule("TK-PLAN-1")
@pytest.mark.parametrize(("said", "steps"), [(act("iris", step=(0, 1)), [14, 11, 8]), (hold("iris", None), [11, 8])])
def test_a_plan_does_not_replace_what_one_has_said_oneself(said: Act | Hold, steps: list[int]) -> None:
    play = Play("iris", "sable", newcomer("tor", at=(9, 0))).round(iris=attack("tor", "sword"), sable=EVADE)
    play.until(14).send(said, plan("iris", **going((1, 0), (2, 0))), hold("sable", 0))
    assert play.fight.phase == "between"
    assert play.steps("iris") == steps
    assert play.at("iris") == (2, 0)


@pytest.mark.rule("TK-PLAN-1", "TK-PLAN-2")
def test_a_plan_sent_later_on_the_tick_answers_at_once() -> None:
    play = Play("iris", "sable", newcomer("tor", at=(9, 0))).round(iris=attack("tor", "sword"), sable=EVADE)
    play.until(14).send(plan("iris"), plan("iris", **going((1, 0), (2, 0))), hold("sable", 13))
    assert play.steps("iris") == [14]


@pytest.mark.rule("TK-TICK-11", "TK-TICK-9")
def test_a_change_makes_a_deferred_attack_due_before_the_answers_of_the_tick_are_settled() -> None:
    people = (newcomer("iris", luck=1, at=(5, 0)), newcomer("bruno", at=(2, 0)))
    play = Play("hanna", *people, "sable", asks={"iris": ("soak",)})
    play.round(hanna=defer("hatchet", "enters_reach"), iris=attack("bruno", "sword", "accurate_strike"), sable=EVADE)
    play.until(12).send(act("iris", strike={"luck": {"accurate_strike": 1}}))
    play.send(PlaceCombatant(combatant="iris", to=SquareSheet(x=1)))
    assert play.strikes("hanna") == [(12, 6)]
    play.answer("iris", "soak", [{"luck": 1}])
    assert play.fight.tick == 12, "the tick is still open, and the answer stands"
    play.send(hold("sable", 0))
    assert play.lapses("iris") == [(12, "strike")], "its luck is gone"
    assert (play.fight.tick, play["iris"].turn.attack_used) == (11, False)
    play.send(act("iris", strike=True))
    assert play.strikes("iris") == [(11, 12)]


@pytest.mark.rule("TK-RES-7", "TK-RES-8")
def test_who_is_freed_on_a_tick_that_waits_for_the_narrator_is_asked() -> None:
    people = (newcomer("ash", QUI=15, STR=20, skills={"unarmed": 3}), newcomer("birch", QUI=10, at=(1, 0)))
    play = Play(*people, clock="called")
    play.round(ash=attack("birch", "unarmed", "grapple"), birch=MOVE)
    play.send(act("ash", strike=True), Count())
    while play.fight.tick > 10:
        play.send(Count())
    assert (play["birch"].held_by, play.fight.prompts) == ({"ash": 1}, ())
    play.send(Release(actor="ash", combatant="birch"))
    assert [prompt.to for prompt in play.fight.prompts] == ["birch"]
    play.send(act("birch", step=(2, 0)), Count())
    assert play.steps("birch") == [10]
    assert play.fight.tick == 9
