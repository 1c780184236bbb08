"""Many facts within one tick: the decision pauses, the narrator counts on, and nothing of what happens is different."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.core.commands import Answer, Join, SetPolicy
from domain.core.events import CORE_EVENTS, Prompted
from domain.decision import decision
from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.acting import Hold
from domain.rulesets.ticks.chapters.counting.count_down import Count, CountAwaited, TickCalled
from domain.rulesets.ticks.chapters.counting.ending import ArmourWornDown, RoundEnded
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.harm import FellUnconscious, Wounded
from domain.rulesets.ticks.chapters.narrator.calls import CallTest
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.laws.menus import commands_in
from tests.rules.ticks.builders import (
    EVADE,
    STRIKING,
    Declared,
    Play,
    area,
    attack,
    carried,
    defer,
    going,
    other,
    put,
)
from tests.rules.ticks.specification import act, declare, newcomer, plan

SMALL = [7, 8, 9, 10, 13, 400]
"""Sizes of full batches; what continues one records three facts of its own."""


def facts(play: Play) -> list[tuple[int, Event]]:
    """All that has happened, but for prompts and what belongs to them, and where the count waited between ticks."""
    return [(tick, event) for tick, event in play.log if not isinstance(event, (*CORE_EVENTS, CountAwaited))]


def pauses(play: Play) -> int:
    return sum(isinstance(event, Prompted) and event.kind == "go_on" for _, event in play.log)


def brawl(size: int, **options: Any) -> Play:
    """Combatants in reach of each other; on tick 10 each strikes at one other, all but the last by a plan."""
    names = [f"ash{place}" for place in range(size)]
    people = [newcomer(name, things=[{"key": "sword"}], armour=[{"key": "heavy_ballistic"}]) for name in names]
    play = Play(*people, **options).send(StartRound())
    play.declared = {name: attack(names[place - 1], "sword") for place, name in enumerate(names)}
    play.plans = dict.fromkeys(names[:-1], STRIKING)
    return play.declare_on()


@pytest.mark.rule("TK-RES-13", "TK-TICK-7")
@pytest.mark.parametrize("clock", ["auto", "called"])
@pytest.mark.parametrize("size", [140, 200])
def test_a_tick_of_many_strikes_pauses_and_is_closed_by_counting_on(size: int, clock: str) -> None:
    play = brawl(size, clock=clock)
    while play.fight.tick != 10:
        play.send(Count())
    play.send(act(f"ash{size - 1}", strike=True))
    while play.fight.phase == "resolution":
        before = play.fight.version
        play.send(Count())
        assert play.fight.version - before <= 500
    assert pauses(play) >= 1
    struck = [(tick, event.combatant) for tick, event in play.log if isinstance(event, Struck)]
    assert struck == [(10, f"ash{place}") for place in range(size)], "answers and plans stay"
    assert {tick for tick, event in play.log if isinstance(event, Wounded)} == {10}


@pytest.mark.rule("TK-RES-13", "TK-END-2", "TK-END-3")
def test_the_end_of_a_round_in_which_a_crowd_falls_pauses_too() -> None:
    size = 200
    play = brawl(size)
    play.send(*[Wound(combatant=f"ash{place}", wounds=99) for place in range(size)])
    while play.fight.tick != 10:
        play.send(Count())
    play.send(act(f"ash{size - 1}", strike=True))
    while play.fight.phase == "resolution":
        before = play.fight.version
        play.send(Count())
        assert play.fight.version - before <= 500
    for fact in (ArmourWornDown, FellUnconscious):
        assert [event.combatant for _, event in play.log if isinstance(event, fact)] == [
            f"ash{place}" for place in range(size)
        ]
    assert [type(event) for _, event in play.log].count(RoundEnded) == 1


@pytest.mark.rule("TK-RES-11", "TK-RES-13")
def test_while_a_tick_has_paused_the_narrator_counts_on_and_nobody_acts() -> None:
    play = brawl(140)
    play.send(act("ash139", strike=True))
    [prompt] = play.fight.prompts
    assert (prompt.kind, prompt.to, play.spec.listed_answers()) == ("go_on", "narrator", ["go_on"])
    play.refused(act("ash3", step=(1, 0)), "TK-RES-11").refused(plan("ash3"), "TK-RES-11")
    play.refused(put("ash3", 5), "TK-RES-11").refused(CallTest.model_validate(TEST), "TK-RES-11")
    play.send(SetPolicy(of="ash3", kind="soak", answer="full"))
    offered = commands_in(play.spec.menu())
    assert offered >= {"ticks.count", "core.answer"}
    assert not offered & {"ticks.place", "ticks.call_test", "ticks.act"}
    assert "ticks.count" not in commands_in(play.spec.menu(Speaker("player", ("ash3",))))
    play.send(Count())
    assert play.fight.waiting == ()
    assert play.fight.tick <= 10


TEST = {"combatant": "ash1", "statistic": "dexterity", "difficulty": 5}


@pytest.mark.rule("TK-RES-13")
def test_the_answer_to_the_prompt_of_a_pause_does_what_counting_on_does() -> None:
    one, other_one = (brawl(140).send(act("ash139", strike=True)) for _ in range(2))
    one.send(Count())
    other_one.send(Answer(prompt=other_one.fight.prompts[0].id, answer="go_on"))
    assert facts(one) == facts(other_one)


def melee() -> Play:
    """A bit of everything on tick 10: strikes with tests, a hold, things to be picked up, steps, and who waits."""
    sword, knife = {"key": "sword"}, {"key": "knife"}
    skilled = {"skills": {"melee": 4, "unarmed": 4, "handgun": 3}, "luck": 9, "WIL": 9}
    people: list[Join] = [
        newcomer("ann", things=[sword], armour=[{"key": "heavy_ballistic"}], **{**skilled, "wounds": 8}),
        newcomer("ben", things=[sword], armour=[{"key": "heavy_ballistic"}], **skilled),
        newcomer("cat", things=[knife], **{**skilled, "skills": {"unarmed": 5}, "STR": 18}),
        newcomer("dan", things=[carried("pistol", loaded=3), knife], at=(1, 0), **skilled),
        newcomer("eva", things=[sword], at=(1, 1), **skilled),
        newcomer("fay", things=[sword], at=(3, 0), **skilled),
        newcomer("gus", things=[knife], at=(3, 1), **skilled),
        newcomer("hal", at=(2, 0), **skilled),
        newcomer("ida", things=[knife, carried("hatchet")], at=(2, 1), **skilled),
    ]
    play = Play(*people)
    dropped = next(iter(play["gus"].things))
    play.send(Drop(actor="gus", item=dropped), area("yard", (2, 2), (2, 1), (1, 2)))
    for name in ("ann", "ben"):
        play.send(SetPolicy(of=name, kind="soak", answer="full"))
    pick: Declared = other("pick_up", item=dropped)
    plans: Mapping[str, Mapping[str, Any]] = {
        "ann": {**STRIKING, "luck": {"disarm": 2, "trip": 1}},
        "ben": {**STRIKING, "luck": {"disarm": 1}},
        "cat": going((0, 1), (0, 2), strike="first_chance"),
        "dan": STRIKING,
        "ida": going((2, 2), (1, 2)),
    }
    play.round(
        plans,
        ann=attack("ben", "sword", "disarm", "trip", extra=1),
        ben=attack("ann", "sword", "disarm"),
        cat=attack("ann", "unarmed", "grapple"),
        dan=attack("ann", "knife", mode="thrown"),
        eva=defer("sword", "attacks"),
        fay=pick,
        gus=pick,
        hal=defer("unarmed", "enters_area", area="yard"),
        ida=EVADE,
    )
    play.send(put("hal", 1, 2, at=9), put("eva", 0, 1, at=9), put("fay", 2, 2, at=9))
    return play


def play_out(play: Play) -> Play:
    """To the end of the round: what is lying there is picked up, and who is asked beside that does nothing more."""
    while not any(prompt.kind == "act" for prompt in play.fight.prompts):
        play.send(Count())
    play.send(act("fay", deed={}), act("gus", deed={}))
    while play.fight.phase == "resolution":
        asked = [prompt for prompt in play.fight.prompts if prompt.kind != "go_on"]
        if asked and asked[0].kind == "act":
            play.send(Hold(actor=asked[0].to, until=0))
        elif asked:
            play.send(Answer(prompt=asked[0].id, answer=play.spec.listed_answers(asked[0].to)[0]))
        else:
            play.send(Count())
    return play


@pytest.mark.rule("TK-RES-13", "TK-TICK-7", "TK-TICK-8", "TK-END-3")
@pytest.mark.parametrize("size", SMALL)
def test_wherever_a_tick_pauses_the_same_happens(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is possible is read when a stage begins, and so before the pause."""
    monkeypatch.setattr(decision, "FULL_BATCH", 1_000_000)
    whole = play_out(melee())
    assert pauses(whole) == 0
    assert {type(event).__name__ for _, event in facts(whole)} >= {
        *("Struck", "Soaked", "Wounded", "ManoeuvreTested", "Dropped", "Fell", "Grabbed", "Lapsed", "ConditionMet"),
        *("Stepped", "PickedUp", "DeedDone", "Placed", "ArmourWornDown", "FellUnconscious", "RoundEnded"),
    }
    monkeypatch.setattr(decision, "FULL_BATCH", size)
    broken = play_out(melee())
    assert (pauses(broken) > 0) == (size < 400)
    assert facts(broken) == facts(whole)


@pytest.mark.rule("TK-RES-13")
def test_of_a_crowd_that_waits_for_a_crowd_everybody_is_noted() -> None:
    """Forty times forty conditions are met on one tick."""
    strikers = [f"ash{place}" for place in range(40)]
    waiters = [f"elm{place}" for place in range(40)]
    people = [
        newcomer(name, things=[{"key": "sword"}], QUI=10 if name in strikers else 5) for name in strikers + waiters
    ]
    play = Play(*people).send(StartRound())
    play.declared = {name: attack(strikers[place - 1], "sword") for place, name in enumerate(strikers)}
    play.declared |= dict.fromkeys(waiters, defer("sword", "attacks"))
    play.plans = dict.fromkeys(strikers, STRIKING)
    play.declare_on()
    while play.fight.phase == "resolution":
        before = play.fight.version
        play.send(Count())
        assert play.fight.version - before <= 500
    met = [(tick, event.combatant, event.by) for tick, event in play.log if isinstance(event, ConditionMet)]
    first = [pair for tick, *pair in met if tick == 10]
    assert len(first) == 1600 == len({tuple(pair) for pair in first})
    assert sorted(event.combatant for _, event in play.log if isinstance(event, Struck)) == sorted(strikers + waiters)


@pytest.mark.rule("TK-DECL-15", "TK-RES-13")
def test_counting_on_while_a_declaration_waits_for_the_narrator_is_refused_still() -> None:
    play = Play("ash", "elm").send(StartRound())
    condition = {"event": "narrated", "who": "anyone", "text": "somebody whistles"}
    play.send(declare("ash", "defer", weapon="unarmed", condition=condition))
    play.refused(Count(), "TK-DECL-15")
    assert not [event for _, event in play.log if isinstance(event, TickCalled) and event.tick > 10]
