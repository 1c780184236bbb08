"""Options that change how rounds go: who moves, getting up, the clock, the opening attack, who closes a tick."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.deeds.care import PassTime
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Declared, Play, attack, away, defer
from tests.rules.ticks.specification import act, combat, declare, fight, given, hold, newcomer

PISTOL = ({"key": "pistol"},)
ACTIONS: dict[str, Declared] = {
    "attack": attack("other", "unarmed"),
    "evade": EVADE,
    "other": MOVE,
    "defend": {"action": "defend", "weapon": "unarmed"},
    "defer": defer("unarmed", "enters_reach"),
    "aim": {"action": "aim", "target": "other", "weapon": "pistol"},
}
ALWAYS = ("attack", "evade")


def steps(action: str, **options: Any) -> list[int]:
    """The ticks on which wren steps under an action, as often as it can."""
    play = Play(newcomer("wren", things=PISTOL), newcomer("other", at=(50, 0)), **options)
    play.round({"wren": away("other")}, wren=ACTIONS[action])
    assert play.fight.phase == "between"
    return play.steps("wren")


@pytest.mark.rule("TK-OPT-3", "TK-RUL-14")
@pytest.mark.parametrize("action", ACTIONS)
def test_attack_evade_and_other_move_by_default(action: str) -> None:
    assert steps(action) == ([10, 7, 4, 1] if action in (*ALWAYS, "other") else [])


@pytest.mark.rule("TK-OPT-3", "TK-RUL-14")
@pytest.mark.parametrize("more", ["other", "defend", "defer", "aim", None])
@pytest.mark.parametrize("action", ACTIONS)
def test_attack_and_evade_always_move_and_of_the_others_those_that_are_named(action: str, more: str | None) -> None:
    moving = [*ALWAYS, *([more] if more else [])]
    assert steps(action, moving_actions=moving) == ([10, 7, 4, 1] if action in moving else [])


# Getting up


def fallen(**options: Any) -> Play:
    """The round in which iris trips tor is over."""
    play = Play("iris", newcomer("tor", at=(2, 0)), **options)
    play.round({"iris": STRIKING}, iris=attack("tor", "sword", "trip"))
    assert play.tests("iris") == [(56, 36, True)]
    return play


@pytest.mark.rule("TK-OPT-6", "TK-RUL-35")
@pytest.mark.parametrize(
    ("options", "prone"), [({}, False), ({"stand_up": "free"}, False), ({"stand_up": "step"}, True)]
)
def test_who_fell_stands_again_when_the_round_ends_or_lies_on(options: dict[str, Any], prone: bool) -> None:
    play = fallen(**options)
    assert play["tor"].prone is prone
    play.round({"tor": away("iris")}, tor=MOVE).end()
    assert play.steps("tor") == ([] if prone else [8, 5, 2])
    assert play["tor"].prone is prone


@pytest.mark.rule("TK-OPT-6", "TK-RUL-35")
def test_getting_up_costs_a_step() -> None:
    play = fallen(stand_up="step").round(tor=MOVE)
    assert play.fight.tick == 8
    play.send(act("tor", stand=True))
    assert not play["tor"].prone
    play.until(5).send(act("tor", step=(3, 0))).send(act("tor", step=(4, 0)))
    assert play.steps("tor") == [5, 2]


# The clock


@pytest.mark.rule("TK-OPT-8", "TK-RUL-47")
@pytest.mark.parametrize(
    ("options", "seconds"),
    [({}, 10), ({"round_seconds": 10}, 10), ({"round_seconds": 1}, 1), ({"round_seconds": 600}, 600)],
)
def test_a_round_takes_as_long_as_the_table_says(options: dict[str, Any], seconds: int) -> None:
    play = Play("ash", "birch", **options).round().end()
    assert play.fight.clock == seconds
    play.round().end()
    assert play.fight.clock == 2 * seconds


@pytest.mark.rule("TK-RUL-47")
@pytest.mark.parametrize(("seconds", "dead"), [(290, False), (291, True)])
def test_at_300_seconds_there_is_still_time(seconds: int, dead: bool) -> None:
    play = Play(newcomer("ash", wounds=11), "birch").round().end().send(PassTime(seconds=seconds))
    assert play.fight.clock == 10 + seconds
    assert play["ash"].dead is dead


# The opening attack


def opening(**options: Any) -> Any:
    """Iris and bruno, two steps away, and the call of combat by a blow."""
    spec = given(fight("iris", newcomer("bruno", at=(2, 0)), **options))
    return spec.when(CallCombat(actor="iris", against="bruno", weapon="sword"))


@pytest.mark.rule("TK-OPT-11", "TK-RUL-50")
@pytest.mark.parametrize("options", [{}, {"opening_attack": "none"}])
def test_the_act_that_begins_combat_is_settled_in_round_1(options: dict[str, Any]) -> None:
    spec = opening(**options).refused("TK-COMBAT-5")
    assert spec.refusal.field == "command.weapon"
    spec.when(combat("iris", "bruno")[0]).then()
    assert (spec.fight.phase, spec.fight.round, spec.fight.people["bruno"].wounds) == ("between", 0, 0)


@pytest.mark.rule("TK-OPT-11", "TK-RUL-50")
def test_or_at_once_and_before_it() -> None:
    spec = opening(opening_attack="free").asks("soak", "bruno").answer([{}]).then()
    assert (spec.fight.phase, spec.fight.round, spec.fight.people["bruno"].wounds) == ("between", 0, 8)
    play = Play("iris", newcomer("bruno", at=(2, 0)), opening_attack="free")
    assert play["bruno"].wounds == 0, "without a weapon the call is no more than a call"


# Who closes a tick


@pytest.mark.rule("TK-OPT-12")
@pytest.mark.parametrize("options", [{}, {"clock": "auto"}])
def test_a_tick_closes_as_soon_as_all_have_answered(options: dict[str, Any]) -> None:
    play = Play("ash", newcomer("birch", at=(5, 0)), **options).round(ash=MOVE, birch=MOVE)
    play.send(act("ash", step=(0, 1)))
    assert (play.fight.tick, play.steps("ash")) == (10, [])
    play.send(hold("birch", None))
    assert (play.fight.tick, play.steps("ash")) == (7, [10])


@pytest.mark.rule("TK-OPT-12")
def test_or_only_when_the_narrator_counts_on() -> None:
    play = Play("ash", newcomer("birch", at=(5, 0)), clock="called").round(ash=MOVE, birch=MOVE)
    play.send(act("ash", step=(0, 1)), hold("birch", None))
    assert (play.fight.tick, play.steps("ash")) == (10, [])
    play.send(Count())
    assert (play.fight.tick, play.steps("ash")) == (9, [10])
    play.send(Count())
    assert play.fight.tick == 8, "a tick on which nobody is asked waits as well"


@pytest.mark.rule("TK-OPT-12")
def test_ticks_of_the_declaration_close_by_themselves_all_the_same() -> None:
    play = Play(newcomer("ash", QUI=8), newcomer("birch", QUI=12), clock="called").send(StartRound())
    assert play.fight.tick == 8
    play.send(declare("ash", "evade"))
    assert (play.fight.phase, play.fight.tick) == ("declaration", 12)
    play.send(declare("birch", "evade"))
    assert play.fight.phase == "resolution"
