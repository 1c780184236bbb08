"""What has become impossible when its stage comes lapses; changes on an open tick, and answers that stay."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.ticks.chapters.declaring.count_up import JudgeCondition
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, DrawIn
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone
from domain.rulesets.ticks.chapters.narrator.rulings import TriggerCondition
from domain.rulesets.ticks.chapters.narrator.trials import LuckSpent
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.rules.ticks.builders import EVADE, MOVE, Play, area, attack, away, defer, going, put, sight, toward
from tests.rules.ticks.specification import act, hold, newcomer, plan


def shooting(*manoeuvres: str) -> Play:
    """Sable is to shoot at Tor; Eve keeps the ticks open."""
    people = (newcomer("tor", at=(9, 0)), newcomer("eve", QUI=20, skills={"evade": 1}))
    play = Play("sable", *people)
    return play.round(sable=attack("tor", "pistol", *manoeuvres), eve=EVADE).until(17)


@pytest.mark.rule("TK-TICK-9")
def test_a_strike_that_lapses_keeps_luck_ammunition_and_the_attack() -> None:
    play = shooting("marksman")
    play.send(act("sable", strike={"luck": {"marksman": 2}}), sight("sable", "tor", False), hold("eve", 16))
    assert play.lapses("sable") == [(17, "strike")]
    assert (play["sable"].luck, play["sable"].things["sable.pistol"].loaded) == (3, 8)
    assert play.ticks(LuckSpent, "sable") == []
    play.send(sight("sable", "tor", True)).until(15).send(act("sable", strike={"luck": {"marksman": 2}}))
    play.until(14)
    assert play.strikes("sable") == [(15, 11)]
    assert (play["sable"].luck, play["sable"].things["sable.pistol"].loaded) == (1, 7)


@pytest.mark.rule("TK-TICK-9")
def test_a_strike_that_is_made_is_used_up() -> None:
    play = shooting().send(act("sable", strike=True), hold("eve", 16))
    assert play.strikes("sable") == [(17, 7)]
    play.refused(act("sable", strike=True), "TK-RES-6")


@pytest.mark.rule("TK-TICK-9")
@pytest.mark.parametrize("luck", [1, 2])
def test_luck_that_is_no_longer_held_makes_a_strike_impossible(luck: int) -> None:
    """Iris has answered with two points; her soak behind S2 costs one of two, or of three."""
    people = (newcomer("iris", luck=1 + luck), newcomer("hanna", at=(1, 1)), newcomer("bruno", at=(3, 0)))
    play = Play(*people, asks={"iris": ("soak",)})
    play.round(hanna=defer("hatchet", "steps"), iris=attack("bruno", "sword", "accurate_strike"))
    play.until(11).send(act("iris", step=(1, 0), strike={"luck": {"accurate_strike": 2}}))
    play.answer("iris", "soak", [{"luck": 1}])
    assert (play.lapses("iris"), play.tests("iris")) == (
        ([(11, "strike")], []) if luck == 1 else ([], [(84, 42, True)])
    )
    assert play["iris"].luck == (1 if luck == 1 else 0)


@pytest.mark.rule("TK-TICK-9")
@pytest.mark.parametrize("spent", [1, 2])
def test_luck_that_is_no_longer_held_makes_first_aid_impossible(spent: int) -> None:
    patient = newcomer("rose", RES=5, wounds=9, WIL=30, at=(1, 0), QUI=5)
    people = (newcomer("lena", QUI=12), patient, newcomer("tor", QUI=12, at=(0, 1)))
    play = Play(*people, asks={"lena": ("soak",)})
    aiding = {"action": "other", "kind": "first_aid", "whom": "rose"}
    play.round(lena=aiding, tor=attack("lena", "baseball_bat"))
    play.send(act("lena", deed={"luck": 1}), act("tor", strike=True))
    play.answer("lena", "soak", [{"luck": spent}])
    assert (play.lapses("lena"), play["rose"].stabilised) == (([(12, "deed")], False) if spent == 2 else ([], True))
    assert play["lena"].luck == 0
    if spent == 2:
        play.until(9).send(act("lena", deed=True), hold("tor", 0))
        assert play["rose"].stabilised, "it was not used up"


@pytest.mark.rule("TK-TICK-9", "TK-MOVE-8")
def test_a_step_that_has_become_impossible_lapses() -> None:
    play = Play("iris", newcomer("ann", QUI=14, at=(1, 0)))
    play.round(iris=attack("ann", "sword", "trip"), ann=MOVE)
    play.send(act("iris", strike=True), act("ann", after=(2, 0)))
    assert (play.lapses("ann"), play.at("ann")) == ([(14, "step")], (1, 0))


@pytest.mark.rule("TK-TICK-9")
def test_a_deed_that_has_become_impossible_lapses_and_may_be_done_later() -> None:
    people = (newcomer("dan", QUI=14), newcomer("iris", at=(5, 0)), newcomer("eve", QUI=20, skills={"evade": 1}))
    play = Play(*people)
    play.round(dan={"action": "other", "kind": "pick_up", "item": "iris.knife"}, iris=MOVE, eve=EVADE)
    play.until(14).send(put("iris", 2), Drop(actor="iris", item="knife"), act("dan", deed=True))
    play.send(hold("iris", 0), hold("eve", 0))
    assert (play.lapses("dan"), play.ticks(DeedDone, "dan")) == ([(14, "deed")], [])
    play.until(11).send(act("dan", step=(1, 0), deed=True))
    assert play.ticks(DeedDone, "dan") == [11]


@pytest.mark.rule("TK-TICK-9", "TK-MOVE-3", "TK-POS-6")
def test_a_step_to_a_square_that_is_no_neighbour_any_more_lapses() -> None:
    people = (newcomer("ann", QUI=14), newcomer("ben", QUI=14, at=(0, 9)), "sable")
    play = Play(*people).round({"ben": going((1, 9))}, ann=MOVE, ben=MOVE, sable=EVADE).until(14)
    play.send(act("ann", step=(1, 0)), put("ann", 5), put("ben", 5, 9), hold("sable", 13))
    assert (play.at("ann"), play.at("ben")) == ((5, 0), (5, 9))
    assert (play.lapses("ann"), play.lapses("ben")) == ([(14, "step")], []), "a plan's lapse is silent"


@pytest.mark.rule("TK-TICK-9", "TK-SIGHT-4")
@pytest.mark.parametrize("regained", [False, True])
def test_an_aimed_shot_that_sight_overtakes_lapses_on_the_record(regained: bool) -> None:
    play = Play("pell", newcomer("tor", at=(9, 0)), "sable")
    play.round(pell={"action": "aim", "target": "tor", "weapon": "rifle"}, sable=EVADE).until(3)
    play.send(act("pell", strike=True), sight("pell", "tor", False))
    if regained:
        play.send(sight("pell", "tor", True))
    play.send(hold("sable", 0))
    assert play.lapses("pell") == ([] if regained else [(3, "strike")])
    assert play.strikes("pell") == ([(3, 9)] if regained else []), "what was waited before is void"


@pytest.mark.rule("TK-TICK-9")
@pytest.mark.parametrize("how", ["plan", "act"])
def test_the_lapse_of_a_plan_is_silent(how: str) -> None:
    play = Play("iris", newcomer("tor", at=(9, 0)), "sable").round(iris=attack("tor", "sword"), sable=EVADE)
    play.until(14).send(plan("iris", strike="first_chance", steps="away", target="tor"))
    if how == "act":
        play.send(act("iris", step=(-1, 0), strike=True))
    play.send(hold("sable", 13))
    assert (play.at("iris"), play.lapses("iris")) == ((-1, 0), [(14, "strike")] if how == "act" else [])


@pytest.mark.rule("TK-TICK-9", "TK-PLAN-5")
def test_nobody_says_of_its_own_answer_that_it_is_a_plans() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0))).round(iris=attack("tor", "sword"))
    for command in ({"strike": {}, "planned": True}, {"step": {"to": {"x": 1}}, "planned": True}):
        play.spec.answer(command, to="iris").refused(None, "invalid")
    with pytest.raises(ValueError, match="planned"):
        act("iris", strike=True, planned=True)


# Changes on an open tick


CHANGES: dict[str, tuple[dict[str, Any], list[Command]]] = {
    "place": ({"event": "enters_area", "area": "door"}, [put("ann", 6)]),
    "set_sight": ({"event": "enters_sight"}, [sight("bruno", "ann", False), sight("bruno", "ann", True)]),
    "trigger": ({"event": "narrated", "text": "whoever shouts"}, [TriggerCondition(deferrer="bruno", by="ann")]),
    "draw_in": ({"event": "enters_sight"}, [DrawIn(combatant="zoe")]),
}


@pytest.mark.rule("TK-TICK-11")
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_makes_a_deferred_attack_due_has_it_made_at_once(change: str) -> None:
    """Tor's answer on the tick stays, and what Ann has said is done afterwards."""
    condition, commands = CHANGES[change]
    call = CallCombat(actor="bruno", against="ann", earshot=("eve",))
    bruno = newcomer("bruno", things=[{"key": "pistol", "loaded": 8}])
    people = (bruno, newcomer("ann", at=(7, 0)), newcomer("eve", QUI=20, skills={"evade": 1}), newcomer("zoe"))
    play = Play(*people, call=call).send(area("door", (6, 0)))
    play.round(bruno={"action": "defer", "weapon": "pistol", "condition": condition}, ann=MOVE, eve=EVADE)
    if change == "trigger":
        play.send(JudgeCondition(simple=True)).declare_on()
    play.until(10).send(act("eve", step=(0, 1)))
    play.send(*commands)
    assert play.strikes("bruno") == [(10, 6)]
    assert play.fight.tick == 10, "the tick is still open"
    assert play.steps("eve") == []
    play.send(hold("ann", 0))
    assert play.steps("eve") == [10], "the answer has stayed"
    assert [tick for tick, event in play.log if isinstance(event, Struck)] == [10]


@pytest.mark.rule("TK-TICK-11", "TK-PLAN-2")
@pytest.mark.parametrize("way", [toward("tor", steps="toward"), away("tor")])
def test_a_change_on_the_open_tick_does_not_change_what_a_plan_has_answered(way: dict[str, Any]) -> None:
    play = Play("iris", newcomer("tor", at=(9, 0)), "sable").round(
        {"iris": way}, iris=attack("tor", "sword"), sable=EVADE
    )
    play.until(14).send(put("tor", -9), hold("sable", 13))
    step = 1 if way["steps"] == "toward" else -1
    assert play.at("iris") == (step, 0)
    play.send(hold("sable", 10))
    assert play.at("iris") == (0, 0), "and then it goes the other way"
