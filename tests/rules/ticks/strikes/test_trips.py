"""Falls: what the prone cannot do, what they can, and how they get up."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.steps import StoodUp
from domain.rulesets.ticks.chapters.declaring.free_actions import Release
from domain.rulesets.ticks.chapters.strikes.effects import Fell
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
    struck,
)
from tests.rules.ticks.specification import act, hold, newcomer

TRIP = on_birch("sword", "trip")
EAST = going(*[(x, 0) for x in range(2, 20)])
STEP: dict[str, Any] = {"stand_up": "step"}


def tripped(
    said: Declared, plan: dict[str, Any] | None = None, *, quickness: int = 9, at: int = 15, **options: Any
) -> Play:
    """Ash trips Birch on this tick, whatever it has declared."""
    ash_plan = {"strike": "from", "tick": at}
    plans = {"ash": ash_plan, **({} if plan is None else {"birch": plan})}
    return Play(ash(), birch(QUI=quickness, luck=0), **options).round(plans, ash=TRIP, birch=said)


# No more steps


@pytest.mark.rule("TK-TRIP-2", "TK-TRIP-1")
@pytest.mark.parametrize(
    ("quickness", "at", "steps"),
    [
        (9, 15, []),
        (9, 10, []),
        (9, 9, [9]),
        (9, 6, [9, 6]),
        (9, 5, [9, 6]),
        (9, 4, [9, 6]),
        (15, 13, [15]),
        (9, 3, [9, 6, 3]),
    ],
)
def test_who_falls_takes_no_more_steps(quickness: int, at: int, steps: list[int]) -> None:
    play = Play(ash(at=(2, 0)), birch(QUI=quickness, luck=0))
    round_about = going((1, 1), (1, 0), (1, 1), (1, 0), (1, 1))
    play.round({"ash": {"strike": "from", "tick": at}, "birch": round_about}, ash=TRIP, birch=MOVE)
    assert (play.ticks(Fell, "birch"), play.steps("birch")) == ([at], steps)


@pytest.mark.rule("TK-TRIP-2")
def test_a_last_step_of_the_same_tick_is_lost() -> None:
    play = Play(ash(), birch(QUI=15, luck=0)).round({"ash": STRIKING}, ash=TRIP, birch=MOVE)
    play.send(act("birch", after=(2, 0)))
    assert (play.ticks(Fell, "birch"), play.steps("birch"), play.lapses("birch")) == ([15], [], [(15, "step")])


@pytest.mark.rule("TK-TRIP-2")
def test_an_evader_falls_too_and_goes_on_with_small_things() -> None:
    play = Play(ash(), birch(carried("knife"), QUI=9, luck=0)).round({"ash": STRIKING}, ash=TRIP, birch=EVADE)
    assert play.fight.tick == 13, "nine and the evade skill"
    play.refused(act("birch", step=(2, 0)), "TK-MOVE-8", "command.step")
    play.send(act("birch", deed={"kind": "draw", "item": "knife"}))
    assert play["birch"].things["birch.knife"].ready


# All else


@pytest.mark.rule("TK-TRIP-3")
def test_the_prone_strike() -> None:
    play = tripped(attack("ash", "knife"), STRIKING)
    assert (play.ticks(Fell, "birch"), play.strikes("birch"), play.wounds("ash")) == ([15], [(9, 4)], [(9, 4)])


@pytest.mark.rule("TK-TRIP-3")
def test_the_prone_defend_and_oppose() -> None:
    cedar = newcomer("cedar", QUI=12, skills={"melee": 1}, things=[{"key": "hatchet"}])
    play = Play(ash(), birch(luck=0), cedar, asks={"birch": ("soak",)})
    plans = {"ash": STRIKING, "cedar": STRIKING}
    blow = attack("birch", "hatchet", "accurate_strike")
    play.round(plans, ash=TRIP, cedar=attack("birch", "hatchet"), birch={"action": "defend", "weapon": "knife"})
    assert play.asked("soak")["defence"] == 4
    play.answer("birch", "soak", [{"defend": 4}])
    assert (play.ticks(Fell, "birch"), play.wounds("birch")) == ([15], [])
    play.round(plans, ash=TRIP, cedar=blow)
    assert play.tests("cedar") == [(10, 52, False)], "on the ground it opposes as it would on its feet"


@pytest.mark.rule("TK-TRIP-3")
def test_the_prone_do_their_deed() -> None:
    draw = {"action": "other", "kind": "draw", "item": "knife"}
    play = Play(ash(), birch(carried("knife"), luck=0)).round({"ash": STRIKING}, ash=TRIP, birch=draw)
    assert (play["birch"].prone, play.fight.tick) == (True, 9)
    play.send(act("birch", deed={}))
    assert play["birch"].things["birch.knife"].ready


@pytest.mark.rule("TK-TRIP-4")
def test_who_does_not_fall_walks_on() -> None:
    play = Play(ash(), birch(), asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING, "birch": EAST}, ash=TRIP, birch=MOVE)
    answered(play, False)
    assert (play.ticks(Fell, "birch"), play.steps("birch"), play.wounds("birch")) == ([], [9, 6, 3], [])


# Getting up


@pytest.mark.rule("TK-TRIP-6", "TK-RUL-35")
def test_all_stand_again_when_the_round_ends() -> None:
    play = tripped(MOVE, EAST).end()
    assert (play["birch"].prone, play.steps("birch")) == (False, [])
    play.round({"birch": EAST}, birch=MOVE).end()
    assert play.steps("birch") == [9, 6, 3]


@pytest.mark.rule("TK-TRIP-6")
def test_nobody_spends_a_step_on_it_then() -> None:
    play = Play(ash(), birch(prone=True)).round(birch=attack("ash", "knife"))
    assert play["birch"].prone
    play.refused(act("birch", stand=True), "TK-TRIP-6", "command.stand")
    play.end()
    assert not play["birch"].prone


@pytest.mark.rule("TK-TRIP-6", "TK-RUL-35")
@pytest.mark.parametrize("said", [MOVE, attack("ash", "knife"), EVADE], ids=["move", "attack", "evade"])
def test_by_the_option_one_stays_down_until_a_step_is_spent(said: Declared) -> None:
    play = tripped(said, quickness=9, **STEP).end()
    assert play["birch"].prone, "the end of the round does not raise it"
    play.round(birch=said)
    first = 13 if said == EVADE else 9
    assert play.fight.tick == first
    play.refused(act("birch", step=(2, 0)), "TK-MOVE-8", "command.step")
    play.refused(act("birch", stand=True, step=(2, 0)), "TK-MOVE-8", "command.step")
    play.send(act("birch", stand=True))
    assert (play.ticks(StoodUp, "birch"), play["birch"].prone, play.at("birch")) == ([first], False, (1, 0))
    due = first - 1 if said == EVADE else first - 3
    play.until(due).send(act("birch", step=(2, 0)))
    assert play.steps("birch") == [due]


@pytest.mark.rule("TK-TRIP-6")
def test_getting_up_is_a_first_step() -> None:
    """It comes before strikes, and who stands is not prone for what follows on the tick."""
    play = tripped(MOVE, **STEP).end()
    play.round({"ash": {"strike": "from", "tick": 9}}, ash=TRIP, birch=attack("ash", "knife")).until(9)
    play.send(act("birch", stand=True, strike=True))
    assert (play.ticks(StoodUp, "birch"), play.ticks(Fell, "birch"), play.strikes("birch")) == ([9], [15, 9], [(9, 4)])
    play.end()
    assert play["birch"].prone


@pytest.mark.rule("TK-TRIP-6")
@pytest.mark.parametrize("tick", [8, 7])
def test_one_gets_up_on_a_due_step_only(tick: int) -> None:
    play = tripped(MOVE, **STEP).end().round(birch=attack("ash", "knife")).until(tick)
    play.refused(act("birch", stand=True), "TK-TRIP-6", "command.stand")
    play.until(6).send(act("birch", stand=True))
    assert play.ticks(StoodUp, "birch") == [6]


@pytest.mark.rule("TK-TRIP-6")
def test_one_does_not_get_up_in_the_round_of_the_fall() -> None:
    play = tripped(attack("ash", "knife"), **STEP).until(9)
    play.refused(act("birch", stand=True), "TK-TRIP-6", "command.stand")


@pytest.mark.rule("TK-TRIP-6")
def test_who_falls_again_does_not_get_up_either() -> None:
    play = tripped(MOVE, **STEP).end().round({"ash": STRIKING}, ash=TRIP, birch=attack("ash", "knife")).until(9)
    assert play.ticks(Fell, "birch") == [15, 15]
    play.refused(act("birch", stand=True), "TK-TRIP-6", "command.stand")


@pytest.mark.rule("TK-TRIP-6")
def test_who_stands_has_nothing_to_get_up_from() -> None:
    play = Play(ash(), birch(), **STEP).round(birch=MOVE)
    play.refused(act("birch", stand=True), "TK-TRIP-6", "command.stand")


@pytest.mark.rule("TK-TRIP-6")
@pytest.mark.parametrize("action", ["defend", "aim"])
def test_only_a_moving_action_gets_up(action: str) -> None:
    said: Declared = {"action": "defend", "weapon": "knife"}
    if action == "aim":
        said = {"action": "aim", "target": "ash", "weapon": "knife"}
    play = tripped(MOVE, **STEP).end().round(ash=EVADE, birch=said).until(9)
    prompts = {prompt.to for prompt in play.fight.prompts}
    assert prompts == ({"ash", "birch"} if action == "aim" else {"ash"})
    play.refused(act("birch", stand=True), "TK-TRIP-6" if action == "aim" else "TK-RES-6")
    moving: dict[str, Any] = {"moving_actions": ["attack", "evade", action]}
    play = tripped(MOVE, **STEP, **moving).end().round(birch=said).until(9).send(act("birch", stand=True))
    assert play.ticks(StoodUp, "birch") == [9]


@pytest.mark.rule("TK-TRIP-6")
def test_nor_who_is_held() -> None:
    play = tripped(MOVE, **STEP).end()
    play.round({"ash": STRIKING}, ash=on_birch("sword", "grapple"), birch=attack("ash", "knife")).until(9)
    assert play["birch"].held_by == {"ash": 2}
    play.refused(act("birch", stand=True), "TK-TRIP-6", "command.stand")
    play.send(Release(actor="ash", combatant="birch"), act("birch", stand=True))
    assert play.ticks(StoodUp, "birch") == [9]


@pytest.mark.rule("TK-TRIP-6")
def test_nor_who_has_no_step_left() -> None:
    """Of a throw: getting up comes before it, and after it there are no more steps to spend."""
    throw = attack("ash", "knife", mode="thrown")
    play = tripped(MOVE, **STEP).end().round(birch=throw).until(9).send(act("birch", strike=True, stand=True))
    assert (play.ticks(StoodUp, "birch"), play.strikes("birch")) == ([9], [(9, 2)])
    play = tripped(MOVE, **STEP).end().round(ash=EVADE, birch=throw).until(8)
    play.send(act("birch", strike=True), hold("ash", 6))
    assert (play.fight.tick, [prompt.to for prompt in play.fight.prompts]) == (6, ["ash"])
    play.refused(act("birch", stand=True), "TK-RES-6").end()
    assert (play.ticks(StoodUp, "birch"), play["birch"].prone) == ([], True)


@pytest.mark.rule("TK-TRIP-6", "TK-TRIP-5")
def test_a_fall_by_the_other_option_hurts() -> None:
    play = struck(ash(), birch(), TRIP, True, control_damage="on_success", **STEP)
    assert (play.wounds("birch"), play["birch"].prone) == ([(15, 7)], True)
