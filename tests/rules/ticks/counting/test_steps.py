"""Steps: when they are due, under which actions, where to, and what ends them."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.steps import Stepped
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, attack, defer, going
from tests.rules.ticks.specification import act, hold, newcomer

EAST = going(*[(x, 0) for x in range(1, 40)])
LAST = newcomer("zoe", QUI=20)
"""Who declares behind all others, that nobody's plan comes when the round is over."""
KNIFE, PISTOL = {"key": "knife"}, {"key": "pistol", "loaded": 8}


def walked(
    declared: Any, skills: dict[str, int] | None = None, luck: int = 0, quickness: int = 14, **options: Any
) -> list[int]:
    """The steps of Ann, who goes east as often as she may."""
    ann = newcomer("ann", QUI=quickness, luck=luck, skills=skills or {}, things=[KNIFE, PISTOL])
    play = Play(ann, newcomer("tor", at=(0, 50)), LAST, **options).round({"ann": EAST}, ann=declared)
    assert play.at("ann") == (len(play.steps("ann")), 0)
    return play.steps("ann")


@pytest.mark.rule("TK-MOVE-1")
@pytest.mark.parametrize(
    ("quickness", "steps"),
    [
        (1, [1]),
        (3, [3]),
        (4, [4, 1]),
        (14, [14, 11, 8, 5, 2]),
        (15, [15, 12, 9, 6, 3]),
        (16, [16, 13, 10, 7, 4, 1]),
    ],
)
def test_a_step_is_due_on_the_start_and_on_every_third_tick_below(quickness: int, steps: list[int]) -> None:
    assert walked(MOVE, quickness=quickness) == steps
    assert len(steps) == (quickness - 1) // 3 + 1


@pytest.mark.rule("TK-MOVE-1")
@pytest.mark.parametrize("tick", [13, 12, 10])
def test_on_the_ticks_between_no_step_is_due(tick: int) -> None:
    play = Play("iris", newcomer("tor", at=(9, 0))).round(iris=attack("tor", "sword")).until(tick)
    play.refused(act("iris", step=(1, 0)), "TK-MOVE-1", "command.step")


ACTIONS: dict[str, Any] = {
    "attack": attack("tor", "knife"),
    "evade": EVADE,
    "other": MOVE,
    "defend": {"action": "defend", "weapon": "knife"},
    "defer": defer("pistol", "draws"),
    "aim": {"action": "aim", "target": "tor", "weapon": "pistol"},
}
MOVING = ["attack", "evade", "other"]


@pytest.mark.rule("TK-MOVE-2", "TK-RUL-14")
@pytest.mark.parametrize("action", ACTIONS)
def test_three_actions_move_unless_the_table_says_otherwise(action: str) -> None:
    due = [14, 11, 8, 5, 2]
    assert walked(ACTIONS[action]) == (due if action in MOVING else [])
    if action not in MOVING:
        assert walked(ACTIONS[action], moving_actions=[*MOVING, action]) == due
        others = [*MOVING, *({"defend", "defer", "aim"} - {action})]
        assert walked(ACTIONS[action], moving_actions=others) == []


@pytest.mark.rule("TK-MOVE-2", "TK-RUL-14")
def test_other_stands_still_where_the_table_has_it_so() -> None:
    assert walked(MOVE, moving_actions=["attack", "evade"]) == []
    assert walked(EVADE, moving_actions=["attack", "evade"]) == [14, 11, 8, 5, 2]


@pytest.mark.rule("TK-MOVE-2")
@pytest.mark.parametrize("tick", [17, 16])
def test_a_step_under_an_action_without_steps_is_refused(tick: int) -> None:
    play = Play("sable", newcomer("tor", at=(9, 0))).round(sable={"action": "aim", "target": "tor", "weapon": "pistol"})
    play.until(tick).refused(act("sable", step=(1, 0)), "TK-MOVE-2", "command.step")


@pytest.mark.rule("TK-MOVE-3", "TK-RUL-16")
def test_a_step_goes_to_one_of_eight_squares() -> None:
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    for square in around:
        play = Play(newcomer("ann", QUI=14), "tor").round(ann=MOVE).send(act("ann", step=square))
        assert play.at("ann") == square
    play = Play(newcomer("ann", QUI=14), "tor").round(ann=MOVE)
    for square in [(0, 0), (2, 0), (0, -2), (2, 2), (1, -2), (-2, 1)]:
        play.refused(act("ann", step=square), "TK-MOVE-3", "command.step.to")


@pytest.mark.rule("TK-MOVE-4")
def test_a_step_that_is_not_taken_is_lost() -> None:
    play = Play(newcomer("ann", QUI=10, skills={}), newcomer("eve", QUI=20, skills={"evade": 1})).round(
        ann=MOVE, eve=EVADE
    )
    play.until(10).send(hold("ann", None)).until(9)
    assert [prompt.to for prompt in play.fight.prompts] == ["eve"], "there is no step on 9 in place of it"
    play.until(7).send(act("ann", step=(1, 0)), hold("eve", 6)).until(6)
    play.refused(act("ann", step=(2, 0)), "TK-RES-6")
    play.until(4).refused(act("ann", step=(3, 0)), "TK-MOVE-3")
    play.send(act("ann", step=(2, 0))).end()
    assert play.steps("ann") == [7, 4]


# Strikes and shots


@pytest.mark.rule("TK-MOVE-5", "TK-RUL-15")
def test_a_melee_attacker_steps_before_and_after_the_strike() -> None:
    play = Play("iris", newcomer("tor", at=(4, 0))).round(iris=attack("tor", "sword"))
    play.send(act("iris", step=(1, 0))).until(11).send(act("iris", step=(2, 0), strike=True))
    play.until(8).send(act("iris", step=(1, 0))).until(5).send(act("iris", step=(0, 0))).end()
    assert (play.strikes("iris"), play.steps("iris")) == ([(11, 8)], [14, 11, 8, 5])


@pytest.mark.rule("TK-MOVE-5", "TK-RUL-15")
def test_a_melee_attacker_strikes_and_steps_back_on_the_same_tick() -> None:
    play = Play("iris", newcomer("tor", at=(2, 0))).round(iris=attack("tor", "sword"))
    play.send(act("iris", after=(-1, 0), strike=True)).until(11).send(act("iris", step=(-2, 0)))
    assert (play.strikes("iris"), play.steps("iris")) == ([(14, 8)], [14, 11])


SHOTS = {"fired": attack("tor", "pistol"), "thrown": attack("tor", "knife", mode="thrown")}


def shooter(declared: Any, *names: Any, **plan: Any) -> Play:
    """Ann of quickness 14, who shoots or throws at Tor."""
    ann = newcomer("ann", QUI=14, skills={"handgun": 4, "thrown": 4}, things=[KNIFE, PISTOL])
    plans = {"ann": plan} if plan else {}
    return Play(ann, newcomer("tor", at=(0, 50)), *names).round(plans, ann=declared)


@pytest.mark.rule("TK-MOVE-6", "TK-RUL-15")
@pytest.mark.parametrize("how", SHOTS)
def test_a_ranged_attacker_steps_until_the_shot(how: str) -> None:
    play = shooter(SHOTS[how], **EAST, strike="from", tick=8)
    assert (play.steps("ann"), [tick for tick, _ in play.strikes("ann")]) == ([14, 11, 8], [8])


@pytest.mark.rule("TK-MOVE-6", "TK-RUL-15")
@pytest.mark.parametrize("how", SHOTS)
def test_no_step_goes_with_a_shot_but_before_it(how: str) -> None:
    play = shooter(SHOTS[how])
    play.refused(act("ann", strike=True, after=(1, 0)), "TK-MOVE-6", "command.step.when")
    play.send(act("ann", strike=True, step=(1, 0)))
    assert play.steps("ann") == [14]
    assert play.fight.phase == "between", "nothing is left to ask for"


@pytest.mark.rule("TK-MOVE-6")
@pytest.mark.parametrize("how", SHOTS)
def test_a_planned_step_behind_a_shot_lapses_in_silence(how: str) -> None:
    play = shooter(SHOTS[how], **{**EAST, "when": "after"}, strike="from", tick=8)
    assert (play.steps("ann"), play.lapses("ann")) == ([14, 11], [])
    assert [tick for tick, _ in play.strikes("ann")] == [8]


@pytest.mark.rule("TK-MOVE-6")
def test_a_planned_step_behind_a_shot_that_is_not_made_is_taken() -> None:
    ann = newcomer("ann", QUI=14, things=[{**PISTOL, "loaded": 0}])
    play = Play(ann, newcomer("tor", at=(0, 50)))
    play.round({"ann": {**EAST, "when": "after", **STRIKING}}, ann=attack("tor", "pistol"))
    assert (play.steps("ann"), play.strikes("ann")) == ([14, 11, 8, 5, 2], [])


@pytest.mark.rule("TK-MOVE-6")
@pytest.mark.parametrize("how", SHOTS)
def test_run_and_gun_goes_on(how: str) -> None:
    declared = {**SHOTS[how], "manoeuvres": ("run_and_gun",)}
    play = shooter(declared, **{**EAST, "when": "after"}, strike="from", tick=8)
    assert play.steps("ann") == [14, 11, 8, 5, 2]
    play = shooter(declared).send(act("ann", strike=True, after=(1, 0)))
    assert play.steps("ann") == [14]


@pytest.mark.rule("TK-MOVE-6")
def test_a_melee_strike_ends_no_steps_with_a_weapon_that_could_be_thrown() -> None:
    people = (newcomer("ann", QUI=14, things=[KNIFE]), newcomer("tor", at=(1, 0)))
    play = Play(*people).round({"ann": {**going((0, 1), (0, 2)), **STRIKING}}, ann=attack("tor", "knife"))
    assert (play.strikes("ann"), play.steps("ann")) == ([(14, 2)], [14, 11])


@pytest.mark.rule("TK-MOVE-6", "TK-TICK-9")
def test_a_deferred_shot_ends_the_steps_too() -> None:
    """The step is answered before a change makes the shot due on the open tick."""
    bruno = newcomer("bruno", things=[PISTOL])
    people = (bruno, newcomer("ann", QUI=10, at=(9, 0)), newcomer("eve", QUI=20, skills={"evade": 1}))
    play = Play(*people, moving_actions=[*MOVING, "defer"])
    play.round(bruno=defer("pistol", "steps", "listed", listed=["ann"]), ann=MOVE, eve=EVADE)
    play.until(10).send(act("bruno", after=(1, 0)), act("ann", step=(8, 0)), hold("eve", 0))
    assert (play.strikes("bruno"), play.lapses("bruno")) == ([(10, 6)], [(10, "step")])
    assert play.ticks(Stepped, "bruno") == []


# Evading


@pytest.mark.rule("TK-MOVE-7")
@pytest.mark.parametrize(
    ("evade", "steps"),
    [(2, list(range(10, 0, -1))), (1, list(range(9, 0, -1))), (0, [8, 5, 2])],
)
def test_who_evades_with_the_skill_steps_on_every_tick(evade: int, steps: list[int]) -> None:
    assert walked(EVADE, {"evade": evade}, quickness=8) == steps


@pytest.mark.rule("TK-MOVE-7")
def test_the_skill_alone_does_not_do_it() -> None:
    assert walked(MOVE, {"evade": 5}, quickness=8) == [8, 5, 2]


@pytest.mark.rule("TK-MOVE-9")
@pytest.mark.parametrize(("declared", "steps"), [(MOVE, [17, 14, 11, 8, 5, 2]), (EVADE, [17, 14, 11, 8, 5, 2])])
def test_luck_on_quickness_shifts_the_whole_pattern(declared: Any, steps: list[int]) -> None:
    assert walked({**declared, "luck": {"quickness": 1}}, luck=1, quickness=16) == steps
    assert walked(declared, luck=1, quickness=16) == [16, 13, 10, 7, 4, 1]


# Who cannot


@pytest.mark.rule("TK-MOVE-8")
@pytest.mark.parametrize("sheet", [{"prone": True}, {"held_by": {"tor": 2}}])
def test_the_prone_and_the_held_do_not_step(sheet: dict[str, Any]) -> None:
    for declared in (EVADE, MOVE):
        play = Play("tor", newcomer("ann", QUI=14, at=(1, 0), **sheet), LAST)
        assert play.round({"ann": going((2, 0))}, ann=declared).end().steps("ann") == []


@pytest.mark.rule("TK-MOVE-8")
@pytest.mark.parametrize("manoeuvre", ["trip", "grapple"])
def test_an_answered_step_lapses_for_who_falls_or_is_held_meanwhile(manoeuvre: str) -> None:
    strong = newcomer("ash", QUI=14, STR=20, DEX=20, skills={"unarmed": 3})
    people = (strong, newcomer("ann", QUI=14, skills={"evade": 1}, at=(1, 0)))
    play = Play(*people).round(ash=attack("ann", "unarmed", manoeuvre), ann=EVADE)
    play.until(14).send(act("ash", strike=True), act("ann", after=(2, 0)))
    assert (play.at("ann"), play.lapses("ann")) == ((1, 0), [(14, "step")])
    play.until(13).refused(act("ann", step=(2, 0)), "TK-MOVE-8", "command.step")


@pytest.mark.rule("TK-MOVE-8")
def test_the_unconscious_do_not_step() -> None:
    play = Play(newcomer("ann", QUI=14), newcomer("tor", QUI=14)).round(ann=MOVE, tor=MOVE)
    play.send(act("ann", step=(1, 0)), Faint(actor="ann"), hold("tor", 0))
    assert play.at("ann") == (0, 0)
