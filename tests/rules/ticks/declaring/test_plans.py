"""Plans: what they answer and when, what overrides them, and what they need."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.acting import Hold
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.counting.steps import StoodUp
from domain.rulesets.ticks.chapters.declaring.free_actions import PlanMade
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone
from tests.rules.ticks.builders import EAST, EVADE, EVE, MOVE, STRIKING, Play, answers, attack, away, beside_eve, going
from tests.rules.ticks.specification import act, declare, hold, newcomer, plan


@pytest.mark.rule("TK-PLAN-1")
def test_a_plan_answers_on_every_tick_on_which_its_owner_is_asked() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": {"steps": "stay", "strike": "never"}}, iris=attack("tor", "sword"))
    assert play.fight.phase == "between"
    assert answers(play, "iris") == [(tick, "policy") for tick in range(14, 0, -1)]


@pytest.mark.rule("TK-PLAN-1")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_plan_says_when_it_steps(when: str) -> None:
    """Tor strikes on 8: he reaches whom steps away last, and misses whom steps away first."""
    ann = newcomer("ann", QUI=8, at=(2, 0))
    play = Play(newcomer("tor"), ann, newcomer("zoe", QUI=20))
    play.round({"tor": STRIKING, "ann": {**going((3, 0)), "when": when}}, tor=attack("ann", "baseball_bat"), ann=MOVE)
    assert play.strikes("tor") == ([] if when == "before" else [(8, 5)])
    assert play.steps("ann") == [8]


@pytest.mark.rule("TK-PLAN-1")
def test_by_default_it_stays_and_never_strikes() -> None:
    play = Play("iris", newcomer("tor", at=(1, 0)), newcomer("zoe", QUI=20)).round(
        {"iris": {}}, iris=attack("tor", "sword")
    )
    assert (play.steps("iris"), play.strikes("iris"), play.fight.phase) == ([], [], "between")


@pytest.mark.rule("TK-PLAN-1")
def test_a_plan_says_what_goes_with_the_strike() -> None:
    """Bruno is stronger with the nightstick than he is dexterous; the pistol is not the first weapon in his hands."""
    bruno = newcomer("bruno", luck=1, things=[{"key": "nightstick"}, {"key": "pistol", "loaded": 8}], at=(2, 0))
    chosen = {**STRIKING, "luck": {"disarm": 1}, "statistic": "strength", "item": "pistol"}
    play = Play("iris", bruno, newcomer("zoe", QUI=20)).round({"iris": chosen}, iris=attack("bruno", "sword", "disarm"))
    assert play.tests("iris") == [(60, 42, True)], "strength 12 × (4 + 1) against strength 14 × handgun 3"
    assert [*play.fight.ground] == ["bruno.pistol"]
    assert play["iris"].luck == 1


@pytest.mark.rule("TK-PLAN-1")
@pytest.mark.parametrize(("until", "steps"), [(0, [14, 11, 8, 5, 2]), (8, [14, 11]), (7, [14, 11, 8])])
def test_a_plan_answers_above_its_until(until: int, steps: list[int]) -> None:
    play = Play("iris", newcomer("tor", at=(50, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": {**EAST, "until": until}}, iris=attack("tor", "sword"))
    assert play.steps("iris") == steps
    if until:
        assert (play.fight.tick, [prompt.to for prompt in play.fight.prompts]) == (until, ["iris"])


@pytest.mark.rule("TK-PLAN-1")
def test_a_plan_lasts_for_the_round() -> None:
    play = beside_eve(EAST).end()
    assert play["iris"].turn.plan is None
    play.round(iris=attack("tor", "sword"))
    assert [prompt.to for prompt in play.fight.prompts] == ["iris"]


@pytest.mark.rule("TK-PLAN-1")
def test_a_plan_is_made_from_ones_own_declaration_on() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0)))
    play.refused(plan("iris"), "TK-PLAN-1").send(StartRound()).declare_on(14)
    play.refused(plan("iris"), "TK-PLAN-1", "command.actor")
    play.send(declare("iris", **attack("tor", "sword"))).send(plan("iris"))
    assert play.fight.phase == "between"
    play.refused(plan("iris"), "TK-PLAN-1")


@pytest.mark.rule("TK-PLAN-1")
def test_a_plan_is_sealed() -> None:
    play = beside_eve(None)
    assert "toward" not in play.public(plan("iris", steps="toward", target="tor", until=3))
    assert [event.plan is not None for _, event in play.log if isinstance(event, PlanMade)] == [True]


# What counts on one tick


@pytest.mark.rule("TK-PLAN-1")
def test_another_plan_answers_in_place_of_the_first() -> None:
    play = beside_eve(EAST).send(plan("iris", steps="away", target="tor"), hold("eve", 13))
    assert play.at("iris") == (-1, 0)
    play.until(11).send(plan("iris", **going((-1, 1))), plan("iris", **going((-2, 1))), hold("eve", 10))
    assert play.at("iris") == (-2, 1)


@pytest.mark.rule("TK-PLAN-1")
def test_a_plan_that_says_nothing_of_this_tick_leaves_it_to_its_owner() -> None:
    play = beside_eve(EAST)
    assert [prompt.to for prompt in play.fight.prompts] == ["eve"]
    play.send(plan("iris", **EAST, until=14))
    assert sorted(prompt.to for prompt in play.fight.prompts) == ["eve", "iris"]
    play.send(plan("iris", **EAST), plan("iris", **EAST, until=14), hold("eve", 13))
    assert (play.fight.tick, play.steps("iris")) == (14, [])
    play.send(Count())
    assert play.steps("iris") == [], "the plan that had answered first counts no more"


@pytest.mark.rule("TK-PLAN-1", "TK-RES-7")
@pytest.mark.parametrize("clock", ["auto", "called"])
@pytest.mark.parametrize("until", [None, 12, 10])
def test_a_hold_overrides_a_plan_that_has_answered(clock: str, until: int | None) -> None:
    play = Play("iris", newcomer("tor", at=(50, 0)), EVE, clock=clock)
    play.round({"iris": EAST}, iris=attack("tor", "sword"), eve=EVADE)
    while play.fight.tick > 14:
        play.send(Count())
    play.send(hold("iris", until))
    while play.fight.phase == "resolution":
        play.send(Count())
    assert play.steps("iris") == ([8, 5, 2] if until == 10 else [11, 8, 5, 2])


@pytest.mark.rule("TK-PLAN-1", "TK-RES-7")
def test_an_act_overrides_a_plan_that_has_answered_and_counts_on_that_tick_alone() -> None:
    play = beside_eve(EAST).send(act("iris", step=(0, 1)), hold("eve", 13))
    assert (play.steps("iris"), play.at("iris")) == ([14], (0, 1))
    play.send(hold("eve", 10))
    assert (play.steps("iris"), play.at("iris")) == ([14, 11], (1, 0))


@pytest.mark.rule("TK-PLAN-1")
@pytest.mark.parametrize("clock", ["auto", "called"])
@pytest.mark.parametrize("said", [hold("iris", None), act("iris", step=(0, 1))])
@pytest.mark.parametrize("earlier", [None, EAST, {**EAST, "until": 14}])
def test_no_plan_replaces_what_one_has_said_oneself(clock: str, said: Any, earlier: Any) -> None:
    play = Play("iris", newcomer("tor", at=(50, 0)), EVE, clock=clock)
    play.round({} if earlier is None else {"iris": earlier}, iris=attack("tor", "sword"), eve=EVADE)
    while play.fight.tick > 14:
        play.send(Count())
    play.send(said, plan("iris", **away("tor")))
    while play.fight.tick > 13:
        play.send(Count())
    assert play.at("iris") == ((0, 0) if isinstance(said, Hold) else (0, 1))
    play.send(*[Count()] * 3) if clock == "called" else play.send(Count(), Count(), Count())
    assert play.steps("iris")[-1] == 11, "on the next tick it answers"


# Striking


@pytest.mark.rule("TK-PLAN-5")
@pytest.mark.parametrize(("steps", "struck"), [(going((3, 0), (2, 0)), 11), (going((4, 0), (3, 0)), None)])
def test_first_chance_strikes_as_soon_as_it_can(steps: dict[str, Any], struck: int | None) -> None:
    play = Play("iris", newcomer("ann", QUI=14, at=(4, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": STRIKING, "ann": steps}, iris=attack("ann", "sword"), ann=MOVE)
    assert [tick for tick, _ in play.strikes("iris")] == ([] if struck is None else [struck])
    assert play.lapses("iris") == []


@pytest.mark.rule("TK-PLAN-5")
def test_first_chance_waits_for_a_quick_draw() -> None:
    iris = newcomer("iris", things=[{"key": "sword", "place": "carried"}])
    play = Play(iris, newcomer("tor", at=(2, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": STRIKING}, iris=attack("tor", "sword", "quick_draw_melee"))
    assert play.strikes("iris") == [(9, 8)]


@pytest.mark.rule("TK-PLAN-5")
@pytest.mark.parametrize(("tick", "struck"), [(15, 14), (14, 14), (13, 13), (5, 5)])
def test_from_strikes_on_its_tick_or_below(tick: int, struck: int) -> None:
    play = Play("iris", newcomer("tor", at=(2, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": {"strike": "from", "tick": tick}}, iris=attack("tor", "sword"))
    assert play.strikes("iris") == [(struck, 8)]


@pytest.mark.rule("TK-PLAN-5")
@pytest.mark.parametrize(("strike", "shot"), [({"strike": "from", "tick": 3}, (3, 10)), (STRIKING, (13, 9))])
def test_aims_are_shot_by_plan_too(strike: dict[str, Any], shot: tuple[int, int]) -> None:
    play = Play("pell", newcomer("tor", at=(9, 0)), newcomer("zoe", QUI=20))
    play.round({"pell": strike}, pell={"action": "aim", "target": "tor", "weapon": "rifle"})
    assert play.strikes("pell") == [shot]


@pytest.mark.rule("TK-PLAN-5")
def test_a_strike_is_intended_though_it_seems_impossible_when_the_tick_opens() -> None:
    play = Play("iris", newcomer("ann", QUI=14, at=(3, 0)), EVE)
    play.round({"iris": STRIKING, "ann": going((2, 0))}, iris=attack("ann", "sword"), ann=MOVE, eve=EVADE).until(14)
    assert play.send(hold("eve", 13)).strikes("iris") == [(14, 8)], "she comes within reach by her own step"


# What it needs, and what it does not do


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "toward nobody": ({"steps": "toward"}, "target"),
    "away from nobody": ({"steps": "away"}, "target"),
    "a target of staying": ({"target": "tor"}, "target"),
    "a path of staying": ({"path": [(1, 0)]}, "path"),
    "a stop of going away": ({"steps": "away", "target": "tor", "stop": 1}, "stop"),
    "from no tick": ({"strike": "from"}, "tick"),
    "a tick of the first chance": ({**STRIKING, "tick": 5}, "tick"),
    "luck for no strike": ({"luck": {"trip": 1}}, "strike"),
    "a statistic for no strike": ({"statistic": "strength"}, "strike"),
}


@pytest.mark.rule("TK-PLAN-1")
@pytest.mark.parametrize("said", WRONG)
def test_a_plan_that_does_not_hold_together_is_refused(said: str) -> None:
    fields, field = WRONG[said]
    beside_eve(None).refused(plan("iris", **fields), "TK-PLAN-1", f"command.{field}")


@pytest.mark.rule("TK-PLAN-5")
def test_who_has_declared_no_strike_plans_none() -> None:
    beside_eve(None, MOVE).refused(plan("iris", **STRIKING), "TK-PLAN-5", "command.strike")


@pytest.mark.rule("TK-PLAN-6")
def test_a_plan_does_no_deed() -> None:
    people = (newcomer("dan", things=[{"key": "knife", "place": "carried"}]), newcomer("zoe", QUI=20))
    play = Play(*people).round({"dan": EAST}, dan={"action": "other", "kind": "draw", "item": "knife"})
    assert (play.fight.phase, play.ticks(DeedDone, "dan"), play.steps("dan")) == ("between", [], [10, 7, 4, 1])


@pytest.mark.rule("TK-PLAN-6")
def test_a_plan_does_not_stand_up() -> None:
    play = Play(newcomer("fay", prone=True), newcomer("zoe", QUI=20), stand_up="step")
    play.round({"fay": EAST}, fay=MOVE)
    assert (play.fight.phase, play.ticks(StoodUp, "fay"), play["fay"].prone) == ("between", [], True)
