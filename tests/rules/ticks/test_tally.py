"""What is counted of a fight: strikes, hits, wounds, luck, tests, and what the narrator rules."""

from collections import Counter

import pytest

from domain.core.commands import Command
from domain.model.event import Event
from domain.ruleset.tally import TallyAmount
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.commands.parts import PartySheet, SquareSheet
from domain.rulesets.ticks.events import harm, rounds, strikes
from tests.rules.ticks.specification import (
    Specification,
    act,
    combat,
    declare,
    fight,
    given,
    newcomer,
    standing,
)


def counted(spec: Specification, *commands: Command) -> dict[str, int]:
    """What these commands bring to be counted, as ``iris strikes``."""
    counts: Counter[str] = Counter()
    for command in commands:
        spec.when(command)
        assert spec.refusal is None, spec.refusal
        for event in spec.events:
            for one in TICKS.tally.get(type(event), lambda event: ())(event):
                assert isinstance(one, TallyAmount)
                counts[f"{one.combatant} {one.what}"] += one.amount
    return dict(counts)


def test_strikes_hits_wounds_and_luck_are_counted_for_both_sides() -> None:
    spec = given(fight("iris", newcomer("hanna", at=(1, 0))), *standing("iris", soak="full"), *combat("iris", "hanna"))
    trip = declare(
        "iris",
        "attack",
        target="hanna",
        weapon="sword",
        manoeuvres=["accurate_strike", "trip"],
        luck={"extra": 1},
    )
    assert counted(spec, declare("hanna", "defend", weapon="hatchet"), trip) == {"iris luck_spent": 1}
    struck = (
        act("iris", step=(0, 1), strike={"luck": {"trip": 1}}),
        ask.Oppose(actor="hanna", statistic="strength", skill="melee", luck=1),
        ask.Oppose(actor="hanna", statistic="dexterity", skill="evade"),
        ask.Soak.model_validate({"actor": "hanna", "attacks": [{"defend": 2}]}),
    )
    assert counted(spec, *struck) == {
        "iris luck_spent": 1,
        "iris steps": 1,
        "iris strikes": 1,
        "iris manoeuvres": 2,
        "iris manoeuvres_won": 2,
        "iris hits": 1,
        "iris wounds_dealt": 7,
        "iris trips": 1,
        "hanna luck_spent": 1,
        "hanna wounds_taken": 7,
    }


def test_an_attack_that_is_taken_off_is_no_hit() -> None:
    spec = given(fight("iris", newcomer("hanna", at=(1, 0))), *standing("iris"), *combat("iris", "hanna"))
    spec.given(
        declare("hanna", "defend", weapon="hatchet"), declare("iris", "attack", target="hanna", weapon="unarmed")
    )
    assert counted(spec, act("iris", strike=True)) == {"iris strikes": 1}


def test_tests_contests_and_rulings_are_counted() -> None:
    spec = given(fight("lena", "iris", "bruno"))
    called = ask.CallTest(combatant="lena", statistic="dexterity", skill="medicine", difficulty="basic")
    failed = ask.CallTest(combatant="lena", statistic="strength", difficulty="difficult")
    assert counted(spec, called, ask.Commit(actor="lena", luck=1), failed, ask.Commit(actor="lena")) == {
        "lena tests": 2,
        "lena successes": 1,
        "lena luck_spent": 1,
    }
    one, other = PartySheet(combatant="iris", statistic="strength"), PartySheet(combatant="bruno", statistic="strength")
    contest = ask.CallContest(parties=(one, other), defender="bruno")
    assert counted(spec, contest, ask.Commit(actor="iris"), ask.Commit(actor="bruno")) == {
        "bruno contests_won": 1,
        "iris contests_lost": 1,
    }
    wound = ask.Wound(combatant="bruno", wounds=15)
    assert counted(spec, wound, ask.FirstAid(actor="lena", patient="bruno")) == {
        "narrator rulings": 1,
        "bruno wounds_taken": 15,
        "bruno unconscious": 1,
        "bruno dying": 1,
        "lena tests": 1,
        "lena successes": 1,
        "lena stabilised": 1,
    }
    moved = ask.PlaceCombatant(combatant="iris", to=SquareSheet(x=2))
    assert counted(spec, moved, ask.Award(combatant="iris"), ask.PassTime(seconds=10)) == {"narrator rulings": 2}


@pytest.mark.parametrize(
    ("event", "count"),
    [
        (rounds.Hurried(combatant="iris", points=2), TallyAmount("iris", "luck_spent", 2)),
        (rounds.Lapsed(combatant="iris", what="strike", reason="Bruno is out of reach"), TallyAmount("iris", "lapsed")),
        (strikes.HeldBack(combatant="iris", spared=("bruno",)), TallyAmount("iris", "held_back")),
        (strikes.Grabbed(combatant="bruno", by="iris", reach=1), TallyAmount("iris", "grapples")),
        (harm.Died(combatant="bruno"), TallyAmount("bruno", "died")),
    ],
)
def test_what_is_counted_of_single_facts(event: Event, count: TallyAmount) -> None:
    assert tuple(TICKS.tally[type(event)](event)) == (count,)


def test_a_manoeuvre_that_fails_is_tried_and_not_won() -> None:
    failed = strikes.ManoeuvreTested(
        combatant="iris",
        target="bruno",
        manoeuvre="trip",
        success=False,
        total=28,
        against=30,
        statistic="dexterity",
        skill="melee",
        level=3,
    )
    assert tuple(TICKS.tally[type(failed)](failed)) == (TallyAmount("iris", "manoeuvres"),)
