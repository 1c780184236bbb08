"""Crowds: a count that many facts stop goes on from there, and so does one that waits on every tick."""

from typing import Any

import pytest

from domain.model.speaker import NARRATOR
from domain.ruleset.offering import options
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.count_down import Count, CountAwaited
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.narrator.changes import Placed
from domain.rulesets.ticks.state import Square
from tests.laws.menus import as_json, choices
from tests.rules.ticks.builders import MOVE, Play, put
from tests.rules.ticks.specification import act, fight, given, hold, newcomer, plan

EAST = {"steps": "path", "path": [(x, 0) for x in range(1, 9)]}


def crowd(size: int, **options: Any) -> Play:
    """So many of quickness 10 walk; all but the last have declared, and plan to go east."""
    names = [f"ash{place}" for place in range(size)]
    play = Play(*names, **options).send(StartRound())
    play.declared, play.plans = dict.fromkeys(names, MOVE), dict.fromkeys(names[:-1], EAST)
    return play.declare_on()


@pytest.mark.rule("TK-RES-13")
@pytest.mark.parametrize("size", [130, 200])
def test_the_count_of_the_largest_crowd_goes_on_to_the_end_of_the_round(size: int) -> None:
    play = crowd(size)
    last = f"ash{size - 1}"
    assert play.fight.tick == 10
    play.send(hold(last, 0))
    counts = 0
    while play.fight.phase == "resolution":
        before = play.fight.version
        play.send(Count())
        assert play.fight.version - before <= 500
        counts += 1
    assert play.steps("ash0") == [10, 7, 4, 1]
    assert (play.steps(last), counts) == ([], 4)


@pytest.mark.rule("TK-RES-13")
def test_what_the_narrator_has_in_store_where_a_long_count_has_stopped_is_not_passed_by() -> None:
    """After tick 4 it is tick 1 that has steps for the walkers."""
    play = crowd(60)
    play.send(hold("ash59", 0))
    stopped = [event for _, event in play.log if isinstance(event, CountAwaited)]
    assert (play.fight.tick, [event.next for event in stopped]) == (4, [3])
    play.send(put("ash59", 9, at=2), Count())
    assert play.ticks(Placed, "ash59") == [2]
    assert play.steps("ash0") == [10, 7, 4, 1]


@pytest.mark.rule("TK-RES-7", "TK-RES-13")
def test_a_tick_that_is_over_when_a_long_count_stops_is_not_opened_again() -> None:
    play = crowd(100, clock="called")
    play.send(plan("ash99", **EAST), Count())
    assert (play.fight.tick, play.fight.awaited, play.fight.closed) == (10, 9, True)
    play.send(put("ash99", 5, 5))
    assert (play.fight.prompts, play["ash99"].square) == ((), Square(5, 5))
    play.refused(act("ash99", step=(6, 5)), "TK-RES-6")
    play.send(Count())
    assert (play.fight.tick, play.fight.awaited, play.fight.closed) == (9, 8, False)


@pytest.mark.rule("TK-RES-10")
def test_with_a_called_clock_an_act_ends_a_hold_where_nobody_is_asked() -> None:
    play = Play("ash", newcomer("elm", at=(4, 0)), clock="called").round(ash=MOVE)
    play.send(hold("ash", 0), *[Count()] * 3)
    assert (play.fight.tick, play.fight.prompts) == (7, ())
    play.refused(act("elm", step=(5, 0)), "TK-RES-6")
    play.send(act("ash", step=(1, 0)), Count())
    assert play.steps("ash") == [7]


def entries(node: Any) -> int:
    """The values in a part of the JSON of options."""
    if isinstance(node, dict):
        return sum(map(entries, node.values()))
    return sum(map(entries, node)) if isinstance(node, list) else 1


@pytest.mark.parametrize("phase", ["calm", "between"])
def test_what_a_crowd_may_do_is_said_without_listing_every_pair(phase: str) -> None:
    names = [f"ash{place}" for place in range(40)]
    fallen = newcomer("elm", at=(1, 0), wounds=11)
    spec = given(fight(*names, fallen))
    if phase == "between":
        spec.given(CallCombat(actor="ash0", against="elm", earshot=tuple(names)))
    answer = as_json(options(TICKS, spec.fight, NARRATOR))
    assert entries(answer["sets"]) + entries(answer["lookups"]) < len(names) ** 2
    menu = spec.menu()
    assert choices(menu, "ticks.first_aid", "actor") == names
    for name in names:
        assert choices(menu, "ticks.first_aid", "patient", actor=name) == ["elm"]
