"""The count down: from which tick on somebody may act, and on which ticks it is asked."""

from typing import Any

import pytest

from domain.core.events import Prompted
from domain.rulesets.ticks.chapters.counting.count_down import TickCalled
from domain.rulesets.ticks.chapters.counting.ending import RoundEnded
from domain.rulesets.ticks.chapters.declaring.count_up import ResolutionStarted
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint, Hurry
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import Drew
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, SetSight, Wound
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.builders import EVADE, MOVE, NOTHING, STRIKING, Declared, Play, attack, defer
from tests.rules.ticks.specification import act, declare, hold, newcomer

EVERY_TICK = {"ash": {"steps": "away", "target": "elm"}}
SWORD = [{"key": "sword", "place": "ready"}]


def asked_on(play: Play, name: str) -> list[int]:
    """Go on to the end of the round, holding tick by tick; the ticks on which somebody was asked."""
    while play.fight.phase == "resolution":
        prompt = next(one for one in play.fight.prompts if one.id not in play.fight.answers)
        play.send(hold(prompt.to, None))
    return [tick for tick, event in play.log if isinstance(event, Prompted) and (event.kind, event.to) == ("act", name)]


def highest(play: Play) -> int:
    return next(event.highest for _, event in play.log if isinstance(event, ResolutionStarted))


def alone(declared: Declared, *others: Any, **changes: Any) -> Play:
    """Ash, of quickness 10, in the resolution; elm is beside it, and does nothing."""
    play = Play(newcomer("ash", **changes), newcomer("elm", at=(1, 0)), *others)
    return play.round(ash=declared)


@pytest.mark.rule("TK-RES-1", "TK-RUL-12")
@pytest.mark.parametrize(("evade", "luck", "start"), [(0, 0, 18), (4, 0, 22), (5, 7, 30)])
@pytest.mark.parametrize("clock", ["auto", "called"])
def test_the_count_begins_at_the_highest_start_and_knows_no_end_above(
    clock: str, evade: int, luck: int, start: int
) -> None:
    """With the called clock every tick is opened, those on which nobody is asked too."""
    ash = newcomer("ash", QUI=18, luck=7, skills={"evade": evade})
    play = Play(ash, "elm", clock=clock).round(ash={**EVADE, "luck": {"quickness": luck}})
    assert (highest(play), play.fight.tick) == (start, start)


@pytest.mark.rule("TK-RES-1")
def test_who_has_fallen_meanwhile_does_not_count() -> None:
    play = Play(newcomer("ash", QUI=16), newcomer("elm", QUI=12), newcomer("moss", QUI=18), clock="called")
    play.send(StartRound(), declare("elm", **MOVE), declare("ash", **MOVE), Faint(actor="ash"))
    play.send(Faint(actor="moss"))
    assert (highest(play), play.fight.tick) == (12, 12)


@pytest.mark.rule("TK-RES-1")
def test_if_nobody_is_left_the_round_ends_at_once() -> None:
    play = Play("ash", newcomer("elm", QUI=12), clock="called")
    play.send(StartRound(), declare("ash", **MOVE), Faint(actor="ash"))
    play.spec.when(Faint(actor="elm")).then(ResolutionStarted(highest=0), RoundEnded(round=1)).never(TickCalled)
    assert play.fight.phase == "between"


@pytest.mark.rule("TK-RES-1", "TK-RES-15")
def test_after_tick_1_the_round_ends() -> None:
    play = alone(EVADE)
    assert [tick for tick, event in play.log if isinstance(event, TickCalled)][1:] == [10]
    play.until(1)
    assert (play.fight.phase, play.fight.tick) == ("resolution", 1)
    play.spec.when(hold("ash", None)).then(RoundEnded(round=1))
    assert play.fight.clock == 10


@pytest.mark.rule("TK-RES-2")
@pytest.mark.parametrize(
    ("declared", "start"),
    [
        (MOVE, 10),
        ({**MOVE, "luck": {"quickness": 2}}, 12),
        (EVADE, 13),
        ({**EVADE, "luck": {"quickness": 2}}, 15),
        (attack("elm", "unarmed", quickness=1), 11),
        (attack("elm", "unarmed", "trip", "grapple", extra=1), 10),
        (attack("elm", "unarmed", "trip", "grapple", extra=1, quickness=1), 11),
        (attack("elm", "pistol", "run_and_gun", requirements=2), 10),
    ],
)
def test_the_start_is_quickness_with_what_was_bought_and_for_evading_the_skill(declared: Declared, start: int) -> None:
    play = alone(declared, luck=2, skills={"evade": 3, "unarmed": 5, "handgun": 2}, things=[{"key": "pistol"}])
    assert asked_on(play, "ash")[0] == start


@pytest.mark.rule("TK-RES-2")
def test_what_is_bought_later_counts_as_well() -> None:
    play = Play(newcomer("ash", luck=3), newcomer("elm", QUI=18)).send(StartRound())
    play.send(declare("ash", **MOVE, luck={"quickness": 1}), Hurry(actor="ash", points=2)).declare_on()
    assert asked_on(play, "ash")[0] == 13


DRAWING = [{"key": "knife", "place": "carried"}]


@pytest.mark.rule("TK-RES-3")
@pytest.mark.parametrize(
    ("declared", "first"),
    [
        (attack("elm", "unarmed"), 14),
        (attack("elm", "unarmed", quickness=2), 16),
        (attack("elm", "knife", "quick_draw_melee"), 9),
        (attack("elm", "knife", "quick_draw_melee", quickness=2), 11),
        (attack("elm", "knife", "quick_draw_ranged", mode="thrown"), 4),
    ],
)
def test_a_quick_draw_strikes_later_than_it_starts(declared: Declared, first: int) -> None:
    sheet = {"QUI": 14, "luck": 2, "skills": {"melee": 3, "thrown": 3}, "things": DRAWING}
    play = Play(newcomer("ash", **sheet), newcomer("elm", at=(1, 0))).round({"ash": STRIKING}, ash=declared)
    assert [tick for tick, _ in play.strikes("ash")] == [first]


@pytest.mark.rule("TK-RES-3", "TK-RES-5")
def test_an_aimed_shot_may_be_fired_on_the_tick_of_the_start() -> None:
    aim = {"action": "aim", "weapon": "pistol", "target": "elm"}
    things = [{"key": "pistol", "place": "ready", "loaded": 8}]
    play = Play(newcomer("ash", QUI=14, skills={"handgun": 4}, things=things), newcomer("elm", at=(1, 0)))
    play.round(ash=aim).send(act("ash", strike=True))
    assert play.strikes("ash") == [(14, 7)]


@pytest.mark.rule("TK-RES-4", "TK-RUL-12")
@pytest.mark.parametrize(("quickness", "steps"), [(1, [1]), (2, [2]), (3, [3]), (4, [4, 1])])
def test_nothing_happens_below_tick_1(quickness: int, steps: list[int]) -> None:
    play = Play(newcomer("ash", QUI=quickness), "elm").round(EVERY_TICK, ash=MOVE)
    assert (play.steps("ash"), play.fight.phase) == (steps, "between")


@pytest.mark.rule("TK-RES-4", "TK-RUL-12")
@pytest.mark.parametrize(
    ("manoeuvre", "mode", "quickness"), [("quick_draw_melee", "melee", 6), ("quick_draw_ranged", "thrown", 11)]
)
def test_a_quick_draw_that_could_never_strike_is_refused(manoeuvre: str, mode: str, quickness: int) -> None:
    fields = attack("elm", "knife", manoeuvre, mode=mode)
    sheet = {"skills": {"melee": 3, "thrown": 3}, "things": DRAWING}
    slow = Play(newcomer("ash", QUI=quickness - 1, **sheet), newcomer("elm", at=(1, 0))).send(StartRound())
    slow.refused(declare("ash", **fields), "TK-QD-6", "command.manoeuvres")
    able = Play(newcomer("ash", QUI=quickness, **sheet), newcomer("elm", at=(1, 0)))
    assert [tick for tick, _ in able.round({"ash": STRIKING}, ash=fields).strikes("ash")] == [1]


@pytest.mark.rule("TK-RES-5", "TK-RUL-13")
def test_one_may_act_on_the_tick_of_the_start_and_on_each_below_and_not_above() -> None:
    """Elm evades from 15 on, so that all these ticks are opened."""
    play = Play("ash", newcomer("elm", QUI=15, at=(1, 0))).round(ash=attack("elm", "unarmed"), elm=EVADE)
    play.until(11).refused(act("ash", strike=True), "TK-RES-6")
    struck = []
    for tick in (10, 9, 1):
        again = Play("ash", newcomer("elm", QUI=15, at=(1, 0))).round(ash=attack("elm", "unarmed"), elm=EVADE)
        again.until(tick).send(act("ash", strike=True), hold("elm"))
        struck += again.strikes("ash")
    assert struck == [(10, 1), (9, 1), (1, 1)]


@pytest.mark.rule("TK-RES-5", "TK-RUL-13")
@pytest.mark.parametrize("declared", [EVADE, {"action": "other", "kind": "narrated", "text": "a door"}])
def test_no_deed_and_no_small_thing_comes_above_the_start(declared: Declared) -> None:
    """Elm evades from 15 on, so that all these ticks are opened."""
    play = Play("ash", newcomer("elm", QUI=15, at=(1, 0))).round(ash=declared, elm=EVADE).until(11)
    doing = act("ash", deed={"kind": "narrated", "text": "a door"} if declared is EVADE else {})
    play.refused(doing, "TK-RES-6").send(hold("elm", None))
    assert play.fight.tick == 10
    play.send(doing)


# Who is asked


@pytest.mark.rule("TK-RES-6")
@pytest.mark.parametrize(
    ("declared", "ticks"),
    [
        (MOVE, [10, 7, 4, 1]),
        (NOTHING, []),
        ({"action": "other", "kind": "help", "whom": "elm"}, [10, 7, 4, 1]),
        ({"action": "other", "kind": "narrated", "text": "a door"}, [*range(10, 0, -1)]),
        (attack("elm", "sword"), [*range(10, 0, -1)]),
        (EVADE, [*range(10, 0, -1)]),
        ({"action": "defend", "weapon": "sword"}, []),
        (defer("sword", "steps"), []),
    ],
)
def test_who_has_something_to_say_is_asked(declared: Declared, ticks: list[int]) -> None:
    assert asked_on(alone(declared, things=SWORD), "ash") == ticks


@pytest.mark.rule("TK-RES-6")
@pytest.mark.parametrize(
    ("declared", "ticks"),
    [
        ({"action": "defend", "weapon": "sword"}, [10, 7, 4, 1]),
        (defer("sword", "steps"), [10, 7, 4, 1]),
        (MOVE, []),
        ({"action": "other", "kind": "narrated", "text": "a door"}, [*range(10, 0, -1)]),
    ],
)
def test_which_actions_have_steps_is_an_option(declared: Declared, ticks: list[int]) -> None:
    moving = ("attack", "evade", "defend", "defer")
    play = Play(newcomer("ash", things=SWORD), newcomer("elm", at=(1, 0)), moving_actions=moving)
    assert asked_on(play.round(ash=declared), "ash") == ticks


@pytest.mark.rule("TK-RES-6")
def test_a_strike_that_was_made_is_asked_for_no_more() -> None:
    play = alone(attack("elm", "unarmed")).until(9).send(act("ash", strike=True))
    assert asked_on(play, "ash") == [10, 9, 7, 4, 1], "it may still step"


@pytest.mark.rule("TK-RES-6")
def test_a_deed_that_was_done_is_asked_for_no_more() -> None:
    play = alone({"action": "other", "kind": "narrated", "text": "a door"}).until(9).send(act("ash", deed=True))
    assert asked_on(play, "ash") == [10, 9, 7, 4, 1]


@pytest.mark.rule("TK-RES-6")
def test_before_a_quick_draw_one_is_asked_for_steps_alone() -> None:
    play = alone(attack("elm", "knife", "quick_draw_melee"), skills={"melee": 3}, things=DRAWING)
    assert asked_on(play, "ash") == [10, 7, 5, 4, 3, 2, 1]
    assert play.ticks(Drew, "ash") == [5]


@pytest.mark.rule("TK-RES-6")
def test_an_aim_is_asked_for_while_it_counts_and_until_it_is_fired() -> None:
    aim = {"action": "aim", "weapon": "pistol", "target": "elm"}
    things = [{"key": "pistol", "place": "ready", "loaded": 8}]
    play = Play(newcomer("ash", things=things), newcomer("elm", at=(1, 0))).send(StartRound())
    play.send(SetSight(observer="ash", target="elm", visible=False, at=8))
    play.send(SetSight(observer="ash", target="elm", visible=True, at=5))
    play.declared = {"ash": aim}
    play.declare_on().send(hold("ash", None), hold("ash", None))
    assert play.fight.tick == 5
    play.send(act("ash", strike=True))
    assert play.fight.phase == "between"
    assert asked_on(play, "ash") == [10, 9, 5]


@pytest.mark.rule("TK-RES-6")
def test_an_aim_is_asked_for_on_every_tick() -> None:
    aim = {"action": "aim", "weapon": "pistol", "target": "elm"}
    things = [{"key": "pistol", "place": "ready", "loaded": 8}]
    assert asked_on(alone(aim, things=things), "ash") == [*range(10, 0, -1)]


@pytest.mark.rule("TK-RES-6")
@pytest.mark.parametrize(("declared", "ticks"), [(MOVE, []), (EVADE, [*range(10, 0, -1)])])
def test_who_is_held_is_asked_for_all_but_steps(declared: Declared, ticks: list[int]) -> None:
    """Iris holds ash from 14 on."""
    play = Play("ash", newcomer("iris", at=(1, 0)))
    play.round({"iris": STRIKING}, ash=declared, iris=attack("ash", "unarmed", "grapple"))
    assert asked_on(play, "ash") == ticks


@pytest.mark.rule("TK-RES-6")
def test_the_unconscious_are_not_asked() -> None:
    play = alone(EVADE).until(6).send(Faint(actor="ash"))
    assert asked_on(play, "ash")[-1:] == [6]


@pytest.mark.rule("TK-RES-6")
def test_who_holds_is_not_asked() -> None:
    play = alone(EVADE).send(hold("ash", 4))
    assert asked_on(play, "ash") == [10, 4, 3, 2, 1]


@pytest.mark.rule("TK-RES-6")
def test_who_is_not_asked_does_not_answer() -> None:
    play = Play("ash", newcomer("elm", QUI=15, at=(1, 0))).round(ash=MOVE, elm=EVADE).until(9)
    play.refused(act("ash", step=(0, 1)), "TK-RES-6").refused(hold("ash"), "TK-RES-6")
    calm = Play("ash", "elm")
    calm.refused(act("ash", step=(0, 1)), "TK-RES-6").refused(hold("ash"), "TK-RES-6")


@pytest.mark.rule("TK-RES-12")
def test_wounds_change_nothing_within_the_round() -> None:
    """16 wounds are enough for unconsciousness and for dying, and ash steps and strikes on."""
    play = Play("ash", newcomer("elm", at=(1, 0))).round(ash=attack("elm", "unarmed"))
    play.send(Wound(combatant="ash", wounds=16))
    assert (play["ash"].wounds, play["ash"].conscious, play["ash"].dying) == (16, True, None)
    play.send(act("ash", step=(0, 1))).until(1).send(act("ash", strike=True, step=(0, 0)))
    assert (play.steps("ash"), play.strikes("ash")) == ([10, 1], [(1, 1)])
    assert (play["ash"].unconscious, play["ash"].dying) == ("wounds", 10)


@pytest.mark.rule("TK-RES-12")
def test_whoever_is_struck_strikes_back_lower_down() -> None:
    play = Play("iris", newcomer("bruno", at=(1, 0), WIL=5, RES=5))
    play.round({"iris": STRIKING, "bruno": STRIKING}, iris=attack("bruno", "sword"), bruno=attack("iris", "nightstick"))
    assert (play.strikes("iris"), play.strikes("bruno")) == ([(14, 8)], [(10, 5)])
    assert play["bruno"].unconscious == "wounds"


@pytest.mark.rule("TK-RES-12")
def test_chosen_unconsciousness_acts_at_once() -> None:
    play = alone(EVADE).send(Faint(actor="ash"))
    assert (play["ash"].unconscious, play.fight.phase) == ("chosen", "between")


@pytest.mark.rule("TK-RES-15")
def test_a_change_on_tick_1_comes_before_the_end() -> None:
    play = Play("ash", "elm").send(StartRound())
    play.send(PlaceCombatant(combatant="elm", to=SquareSheet(x=9), at=1)).declare_on()
    assert (play.fight.phase, play.at("elm")) == ("between", (9, 0))
    kinds = [type(event) for _, event in play.log]
    assert kinds.index(RoundEnded) == len(kinds) - 1
