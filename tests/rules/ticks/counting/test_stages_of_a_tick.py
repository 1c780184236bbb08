"""The five stages of a tick: what comes before what, what is simultaneous, and deferred attacks between them."""

from typing import Any

import pytest

from domain.core.events import Prompted
from domain.model.event import Event
from domain.rulesets.ticks.chapters.counting.steps import Lapsed, Stepped, StoodUp
from domain.rulesets.ticks.chapters.declaring.count_up import ResolutionStarted
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone, Drew
from domain.rulesets.ticks.chapters.narrator.changes import Placed
from domain.rulesets.ticks.chapters.strikes.aiming import AimBegan
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, area, attack, defer, going, put, sight
from tests.rules.ticks.specification import act, hold, newcomer

KNIFE = {"key": "knife"}
TOLD: dict[type[Event], str] = {
    Placed: "placed",
    AimBegan: "aims",
    Drew: "draws",
    Stepped: "steps",
    StoodUp: "stands",
    Struck: "strikes",
    DeedDone: "does",
    Prompted: "asked",
    Lapsed: "lapses",
}


def order(play: Play, tick: int, *but: str) -> list[str]:
    """What has happened on a tick of the count down, in order, as ``ann steps``; some words are left out."""
    begun = max(place for place, (_, event) in enumerate(play.log) if isinstance(event, ResolutionStarted))
    facts = [(TOLD[type(event)], event) for at, event in play.log[begun:] if at == tick and type(event) in TOLD]
    told = [f"{getattr(fact, 'combatant', None) or getattr(fact, 'to', None)} {word}" for word, fact in facts]
    return [one for one in told if one.split()[1] not in but]


def everything(*more: Any, **declared: Any) -> Play:
    """On tick 12 Ann steps before, Fay gets up, Ben strikes at Cat, Dan draws, Eve opens a door and steps after.

    They have joined in another order than that of the stages; Gus may wait for one of them.
    """
    people = (
        newcomer("eve", QUI=12, at=(20, 0)),
        newcomer("dan", QUI=12, at=(30, 0), things=[{**KNIFE, "place": "carried"}]),
        newcomer("ben", QUI=12, at=(40, 0)),
        newcomer("cat", QUI=5, at=(41, 0)),
        newcomer("fay", QUI=12, at=(50, 0), prone=True),
        newcomer("ann", QUI=12, at=(60, 0)),
        newcomer("gus", QUI=12, skills={"handgun": 2}, things=[{"key": "pistol", "loaded": 8}]),
    )
    play = Play(*people, stand_up="step")
    play.send(StartRound(), *more)
    drawing = {"action": "other", "kind": "draw", "item": "knife"}
    declared = {"ann": MOVE, "fay": MOVE, "ben": attack("cat", "unarmed"), "dan": drawing, "eve": EVADE, **declared}
    play.declared = declared
    play.declare_on().until(12)
    door = {"kind": "narrated", "text": "opens a door"}
    return play.send(
        act("eve", after=(21, 0), deed=door),
        act("dan", deed=True),
        act("ben", strike=True),
        act("fay", stand=True),
        act("ann", step=(61, 0)),
    )


STAGES = ["fay stands", "ann steps", "ben strikes", "eve does", "dan draws", "dan does", "eve steps"]


@pytest.mark.rule("TK-TICK-2", "TK-TICK-3", "TK-TICK-4", "TK-TICK-5", "TK-RUL-19")
def test_steps_strikes_deeds_and_steps_come_in_stages() -> None:
    assert order(everything(), 12, "asked") == STAGES


@pytest.mark.rule("TK-TICK-2", "TK-RUL-19")
def test_who_steps_away_first_escapes_a_strike_of_the_tick() -> None:
    play = Play("iris", newcomer("ann", QUI=14, at=(2, 0))).round(iris=attack("ann", "sword"), ann=MOVE)
    play.send(act("iris", strike=True), act("ann", step=(3, 0)))
    assert (play.strikes("iris"), play.lapses("iris")) == ([], [(14, "strike")])


@pytest.mark.rule("TK-TICK-5", "TK-RUL-19")
def test_who_steps_away_last_is_struck() -> None:
    play = Play("iris", newcomer("ann", QUI=14, at=(2, 0))).round(iris=attack("ann", "sword"), ann=MOVE)
    play.send(act("iris", strike=True), act("ann", after=(3, 0)))
    assert (play.strikes("iris"), play.at("ann")) == ([(14, 8)], (3, 0))


@pytest.mark.rule("TK-TICK-3")
def test_attacks_and_aimed_shots_fall_together() -> None:
    people = (newcomer("sable", at=(9, 0)), newcomer("iris", QUI=17, at=(2, 0)))
    play = Play(newcomer("tor", luck=1), *people, asks={"tor": ("soak",)})
    aim = {"action": "aim", "target": "tor", "weapon": "pistol"}
    play.round({"sable": STRIKING, "iris": STRIKING}, sable=aim, iris=attack("tor", "sword"))
    assert [one["gross"] for one in play.asked("soak")["attacks"]] == [7, 8]


@pytest.mark.rule("TK-TICK-4")
def test_a_weapon_that_is_drawn_as_a_deed_is_not_in_hand_for_the_strikes_of_the_tick() -> None:
    dan = newcomer("dan", QUI=14, at=(2, 0), things=[{**KNIFE, "place": "carried"}])
    play = Play("iris", dan)
    play.round(iris=attack("dan", "sword", "disarm"), dan={"action": "other", "kind": "draw", "item": "knife"})
    play.send(act("iris", strike=True), act("dan", deed=True))
    assert play.lapses("iris") == [(14, "strike")]
    assert play["dan"].things["dan.knife"].ready


# S1


@pytest.mark.rule("TK-TICK-1")
def test_the_opening_has_changes_then_aims_then_draws_then_deferred_attacks() -> None:
    people = (
        newcomer("hanna", QUI=9, at=(5, 5)),
        newcomer("iris", at=(5, 4), things=[{"key": "sword", "place": "carried"}]),
        newcomer("sable", QUI=9, at=(0, 9)),
        newcomer("tor", QUI=9, at=(9, 9)),
    )
    play = Play(*people).send(StartRound())
    for x in (30, 31):
        play.send(put("tor", x, at=9))
    play.send(put("tor", 29, at=8))
    play.declared = {
        "hanna": defer("hatchet", "draws"),
        "iris": attack("tor", "sword", "quick_draw_melee"),
        "sable": {"action": "aim", "target": "tor", "weapon": "pistol"},
        "tor": MOVE,
    }
    play.declare_on().until(9)
    first = ["tor placed", "tor placed", "sable aims", "iris draws", "hanna strikes"]
    assert order(play, 9) == [*first, "iris asked", "sable asked", "tor asked"]
    assert play.at("tor") == (31, 0), "as they were given, the last one last"
    play.until(8)
    assert play.at("tor") == (29, 0)


@pytest.mark.rule("TK-TICK-1")
def test_an_aim_begins_when_the_changes_of_its_tick_are_made() -> None:
    play = Play("pell", newcomer("sable", at=(9, 0))).send(StartRound())
    play.send(sight("pell", "sable", False, at=13))
    play.declared = {"pell": {"action": "aim", "target": "sable", "weapon": "rifle"}}
    play.declare_on()
    assert play.fight.phase == "between", "nobody was asked"
    assert play.ticks(AimBegan, "pell") == []


# Deferred attacks between the stages


WAITING = {
    "opening": ({"event": "enters_area", "area": "door", "listed": ["cat"]}, 0),
    "first_steps": ({"event": "steps", "listed": ["ann"]}, 2),
    "strikes": ({"event": "attacks", "listed": ["ben"]}, 3),
    "deeds": ({"event": "draws", "listed": ["dan"]}, 6),
    "last_steps": ({"event": "steps", "listed": ["eve"]}, 7),
}


@pytest.mark.rule("TK-TICK-6")
@pytest.mark.parametrize("stage", WAITING)
def test_a_deferred_attack_is_made_behind_the_stage_that_makes_it_due(stage: str) -> None:
    condition, place = WAITING[stage]
    waits = {"action": "defer", "weapon": "pistol", "condition": {"who": "listed", **condition}}
    play = everything(area("door", (41, 1)), put("cat", 41, 1, at=12), gus=waits)
    assert order(play, 12, "asked", "placed") == [*STAGES[:place], "gus strikes", *STAGES[place:]]


def waiting(*names: str) -> Play:
    """Ann is to step on tick 13; these wait for anybody's step, with rifles, and tell whom they attack."""
    rifle = {"skills": {"longarm": 2}, "things": [{"key": "rifle", "loaded": 5}]}
    waiters = [newcomer(name, QUI=13, luck=1, at=(0, place), **rifle) for place, name in enumerate(names)]
    people = (newcomer("ann", QUI=13, luck=3, at=(9, 0)), *waiters)
    asks: dict[str, tuple[str, ...]] = {"ann": ("soak",), **dict.fromkeys(names, ("hold_back",))}
    return Play(*people, asks=asks).round(ann=MOVE, **{name: defer("rifle", "steps") for name in names})


@pytest.mark.rule("TK-TICK-6")
def test_all_say_whom_they_attack_in_the_order_of_joining_before_any_strike() -> None:
    play = waiting("zed", "abe").until(13).send(act("ann", after=(9, 1)))
    assert [one.to for one in play.fight.prompts] == ["zed"]
    play.answer("zed", "hold_back", "ann")
    assert [one.to for one in play.fight.prompts] == ["abe"]
    assert play.strikes("zed") == []
    play.answer("abe", "hold_back", "ann")
    assert [one["attacker"] for one in play.asked("soak")["attacks"]] == ["zed", "abe"], "both strikes fall together"
    play.answer("ann", "soak", [{"luck": 1}, {"luck": 2}])
    assert play.wounds("ann") == [(13, 9)]


@pytest.mark.rule("TK-TICK-6")
def test_strikes_that_make_others_due_are_followed_by_those_before_the_next_stage() -> None:
    rifle = {"skills": {"longarm": 2}, "things": [{"key": "rifle", "loaded": 5}]}
    people = (
        newcomer("cob", QUI=12, at=(0, 0), **rifle),
        newcomer("abe", QUI=12, at=(0, 1), **rifle),
        newcomer("bea", QUI=12, at=(0, 2), **rifle),
        newcomer("ann", QUI=12, at=(9, 0)),
        newcomer("ben", QUI=12, at=(9, 2)),
    )
    play = Play(*people).round(
        abe=defer("rifle", "steps", "listed", listed=["ann"]),
        bea=defer("rifle", "fires", "listed", listed=["abe"]),
        cob=defer("rifle", "fires", "listed", listed=["bea"]),
        ann=MOVE,
        ben=attack("ann", "unarmed"),
    )
    play.until(12).send(act("ann", step=(9, 1)), act("ben", strike=True))
    chain = ["ann steps", "abe strikes", "bea strikes", "cob strikes", "ben strikes"]
    assert order(play, 12, "asked") == chain
    assert [play[name].wounds for name in ("ann", "abe", "bea", "cob")] == [7, 6, 6, 0]


# Simultaneous


@pytest.mark.rule("TK-TICK-7")
def test_two_knock_the_weapons_out_of_each_others_hands() -> None:
    play = Play("iris", newcomer("iris_two", at=(2, 0)))
    plans = {name: {"strike": "first_chance", "luck": {"disarm": 1}} for name in ("iris", "iris_two")}
    play.round(plans, iris=attack("iris_two", "sword", "disarm"), iris_two=attack("iris", "sword", "disarm"))
    assert play.tests("iris") == play.tests("iris_two") == [(70, 56, True)]
    assert set(play.fight.ground) == {"iris.sword", "iris_two.sword"}


@pytest.mark.rule("TK-TICK-7")
def test_two_change_places_in_one_stage() -> None:
    people = (newcomer("ann", QUI=12), newcomer("ben", QUI=12, at=(1, 0)))
    play = Play(*people).round(ann=MOVE, ben=MOVE)
    play.send(act("ann", step=(1, 0)), act("ben", step=(0, 0)))
    assert (play.at("ann"), play.at("ben")) == ((1, 0), (0, 0))


@pytest.mark.rule("TK-TICK-7", "TK-MOVE-8")
def test_who_is_held_when_the_stage_begins_does_not_step_in_it() -> None:
    """Ash's step ends the hold, at the end of the stage in which Birch would step."""
    people = (newcomer("ash", QUI=13, STR=20, skills={"unarmed": 3}), newcomer("birch", QUI=13, at=(1, 0)))
    play = Play(*people).round(ash=attack("birch", "unarmed", "grapple"), birch=MOVE)
    play.send(act("ash", strike=True, after=(-1, 0)), act("birch", after=(2, 0)))
    assert (play.at("ash"), play.at("birch")) == ((-1, 0), (1, 0))
    assert play.lapses("birch") == [(13, "step")]
    assert play["birch"].held_by == {}
    play.until(10).send(hold("ash", 0), act("birch", step=(2, 0)))
    assert play.steps("birch") == [10]


# One step


@pytest.mark.rule("TK-TICK-10")
@pytest.mark.parametrize("when", ["step", "after"])
def test_a_tick_has_one_step(when: str) -> None:
    play = Play(newcomer("wren", QUI=14, skills={"evade": 1}), "iris").round(wren=EVADE, iris=MOVE)
    play.until(14).send(act("wren", **{when: (1, 0)}))
    play.send(act("wren", step=(1, 1)), act("wren", **{when: (0, 1)}), hold("iris", 0))
    assert (play.steps("wren"), play.lapses("wren"), play.at("wren")) == ([14], [], (0, 1))


@pytest.mark.rule("TK-TICK-10")
def test_step_and_strike_share_a_tick_and_so_do_step_and_deed() -> None:
    knife = {"things": [{**KNIFE, "place": "carried"}]}
    people = (newcomer("iris"), newcomer("tor", QUI=14, at=(3, 0)), newcomer("dan", QUI=14, at=(9, 9), **knife))
    play = Play(*people)
    drawing = {"action": "other", "kind": "draw", "item": "knife"}
    play.round({"tor": going((4, 0))}, iris=attack("tor", "sword"), dan=drawing)
    play.send(act("iris", step=(1, 0), strike=True), act("dan", step=(9, 8), deed=True))
    assert (play.steps("iris"), play.strikes("iris")) == ([14], [(14, 8)])
    assert (play.steps("dan"), play.ticks(DeedDone, "dan")) == ([14], [14])


@pytest.mark.rule("TK-TICK-10")
def test_getting_up_is_the_step_of_the_tick() -> None:
    people = (newcomer("fay", QUI=14, prone=True), "iris")
    play = Play(*people, stand_up="step").round(fay=MOVE, iris=MOVE).until(14)
    play.refused(act("fay", stand=True, step=(1, 0)), "TK-MOVE-8")
    play.refused(act("fay", stand=True, after=(1, 0)), "TK-MOVE-8")
