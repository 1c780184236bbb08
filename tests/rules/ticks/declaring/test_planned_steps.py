"""Plans that go: toward somebody, away from somebody, along a path."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from tests.rules.ticks.builders import EVADE, EVE, MOVE, Play, answers, attack, away, beside_eve, going, put, toward
from tests.rules.ticks.specification import act, hold, newcomer, plan

TOWARD = [((9, 0), (1, 0)), ((0, 9), (0, 1)), ((-9, 4), (-1, 1)), ((-1, -9), (-1, -1)), ((9, -1), (1, -1))]


@pytest.mark.rule("TK-PLAN-2")
@pytest.mark.parametrize(("target", "to"), TOWARD)
def test_toward_goes_nearer_in_both(target: tuple[int, int], to: tuple[int, int]) -> None:
    assert beside_eve(toward("tor"), at=target).send(hold("eve", 13)).at("iris") == to


STOPS: dict[str, tuple[Any, dict[str, Any], int]] = {
    "the reach of the sword": (attack("tor", "sword"), {}, 2),
    "the reach of the knife": (attack("tor", "knife"), {}, 1),
    "of a thrown knife nothing": (attack("tor", "knife", mode="thrown"), {}, 0),
    "of no weapon nothing": (MOVE, {}, 0),
    "what it says": (attack("tor", "sword"), {"stop": 3}, 3),
    "none, if it says so": (attack("tor", "sword"), {"stop": 0}, 0),
}


@pytest.mark.rule("TK-PLAN-2")
@pytest.mark.parametrize("said", STOPS)
@pytest.mark.parametrize("farther", [0, 1])
def test_toward_stops_at_its_distance(said: str, farther: int) -> None:
    declared, stop, distance = STOPS[said]
    iris = newcomer("iris", things=[{"key": "sword"}, {"key": "knife"}])
    play = Play(iris, newcomer("tor", at=(distance + farther, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": {"steps": "toward", "target": "tor", **stop}}, iris=declared)
    assert play.steps("iris") == [14] * farther


@pytest.mark.rule("TK-PLAN-2")
def test_the_distance_is_that_of_the_declared_weapon_where_it_is_lost() -> None:
    play = beside_eve(toward("tor"), at=(5, 0)).send(Drop(actor="iris", item="sword")).send(hold("eve", 0))
    assert play.at("iris") == (3, 0)


@pytest.mark.rule("TK-PLAN-2")
def test_a_plan_answers_behind_the_opening_and_not_again() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0)), EVE).send(StartRound(), put("tor", 0, 9, at=14))
    play.declared, play.plans = {"iris": attack("tor", "sword"), "eve": EVADE}, {"iris": toward("tor")}
    play.declare_on().until(14).send(put("tor", 0, -9), hold("eve", 13))
    assert play.at("iris") == (0, 1)


@pytest.mark.rule("TK-PLAN-2", "TK-PLAN-1")
def test_a_plan_that_comes_later_on_the_tick_answers_at_once() -> None:
    play = beside_eve(None).send(plan("iris", **toward("tor")), put("tor", -9), hold("eve", 13))
    assert play.at("iris") == (1, 0)
    assert answers(play, "iris")[-2:] == [(14, "policy"), (13, "policy")]


@pytest.mark.rule("TK-PLAN-3")
@pytest.mark.parametrize(("target", "nearer"), TOWARD)
def test_away_goes_farther_in_both(target: tuple[int, int], nearer: tuple[int, int]) -> None:
    x, y = nearer
    assert beside_eve(away("tor"), at=target).send(hold("eve", 13)).at("iris") == (-x, -y)


@pytest.mark.rule("TK-PLAN-3")
def test_away_from_ones_own_square_goes_west() -> None:
    assert beside_eve(away("tor"), at=(0, 0)).send(hold("eve", 10)).at("iris") == (-2, 0)


@pytest.mark.rule("TK-PLAN-4")
def test_a_path_is_followed_square_by_square_and_then_it_stays() -> None:
    play = Play("iris", newcomer("tor", at=(50, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": going((1, 0), (1, 1), (0, 0))}, iris=attack("tor", "sword"))
    assert (play.fight.phase, play.steps("iris"), play.at("iris")) == ("between", [14, 11, 8], (0, 0))


@pytest.mark.rule("TK-PLAN-4")
def test_an_empty_path_stays() -> None:
    play = Play("iris", newcomer("tor", at=(50, 0)), newcomer("zoe", QUI=20))
    play.round({"iris": {"steps": "path"}}, iris=attack("tor", "sword"))
    assert (play.fight.phase, play.steps("iris")) == ("between", [])


@pytest.mark.rule("TK-PLAN-4")
def test_a_square_is_used_up_when_it_is_stepped_on() -> None:
    """The first step lapses, because Iris is put elsewhere and then back; the path still begins where it did."""
    play = beside_eve(going((1, 0), (2, 0))).send(put("iris", 0, 9), hold("eve", 12))
    assert (play.steps("iris"), play.lapses("iris")) == ([], [])
    play.send(put("iris", 0), hold("eve", 10))
    assert play.at("iris") == (1, 0)
    play.until(8).send(hold("eve", 7))
    assert play.at("iris") == (2, 0)


@pytest.mark.rule("TK-PLAN-4")
@pytest.mark.parametrize(("first", "asked"), [((2, 0), 0), ((0, 0), 8)])
def test_where_the_next_square_is_no_neighbour_its_owner_is_asked(first: tuple[int, int], asked: int) -> None:
    """From the square of her own step on Iris can follow the path, to its end or to where it jumps again."""
    play = beside_eve(going(first, (2, 1)))
    assert sorted(prompt.to for prompt in play.fight.prompts) == ["eve", "iris"]
    play.send(act("iris", step=(1, 0)), hold("eve", 0))
    assert play.fight.tick == asked
    assert (play.steps("iris"), play.at("iris")) == (([14, 11, 8], (2, 1)) if not asked else ([14, 11], (0, 0)))
