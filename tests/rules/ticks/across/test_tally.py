"""What is counted of a fight: strikes, hits, wounds, luck, tests, and what the narrator rules."""

from collections import Counter

import pytest

from domain.core.commands import Command
from domain.model.event import Event
from domain.ruleset.tally import TallyAmount
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.steps import Lapsed
from domain.rulesets.ticks.chapters.declaring.free_actions import Hurried
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime
from domain.rulesets.ticks.chapters.deeds.harm import Died
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallContest, CallTest
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, Wound
from domain.rulesets.ticks.chapters.narrator.trials import Commit
from domain.rulesets.ticks.chapters.strikes.deferring import HeldBack
from domain.rulesets.ticks.chapters.strikes.effects import Grabbed
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.soaking import Soak
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested
from domain.rulesets.ticks.parts import PartySheet, SquareSheet
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
        Oppose(actor="hanna", statistic="strength", skill="melee", luck=1),
        Oppose(actor="hanna", statistic="dexterity", skill="evade"),
        Soak.model_validate({"actor": "hanna", "attacks": [{"defend": 2}]}),
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
    called = CallTest(combatant="lena", statistic="dexterity", skill="medicine", difficulty="basic")
    failed = CallTest(combatant="lena", statistic="strength", difficulty="difficult")
    assert counted(spec, called, Commit(actor="lena", luck=1), failed, Commit(actor="lena")) == {
        "lena tests": 2,
        "lena successes": 1,
        "lena luck_spent": 1,
    }
    one, other = PartySheet(combatant="iris", statistic="strength"), PartySheet(combatant="bruno", statistic="strength")
    contest = CallContest(parties=(one, other), defender="bruno")
    assert counted(spec, contest, Commit(actor="iris"), Commit(actor="bruno")) == {
        "bruno contests_won": 1,
        "iris contests_lost": 1,
    }
    wound = Wound(combatant="bruno", wounds=15)
    assert counted(spec, wound, FirstAid(actor="lena", patient="bruno")) == {
        "narrator rulings": 1,
        "bruno wounds_taken": 15,
        "bruno unconscious": 1,
        "bruno dying": 1,
        "lena tests": 1,
        "lena successes": 1,
        "lena stabilised": 1,
    }
    moved = PlaceCombatant(combatant="iris", to=SquareSheet(x=2))
    assert counted(spec, moved, Award(combatant="iris"), PassTime(seconds=10)) == {"narrator rulings": 2}


@pytest.mark.parametrize(
    ("event", "count"),
    [
        (Hurried(combatant="iris", points=2), TallyAmount("iris", "luck_spent", 2)),
        (Lapsed(combatant="iris", what="strike", reason="Bruno is out of reach"), TallyAmount("iris", "lapsed")),
        (HeldBack(combatant="iris", spared=("bruno",)), TallyAmount("iris", "held_back")),
        (Grabbed(combatant="bruno", by="iris", reach=1), TallyAmount("iris", "grapples")),
        (Died(combatant="bruno"), TallyAmount("bruno", "died")),
    ],
)
def test_what_is_counted_of_single_facts(event: Event, count: TallyAmount) -> None:
    assert tuple(TICKS.tally[type(event)](event)) == (count,)


def test_a_manoeuvre_that_fails_is_tried_and_not_won() -> None:
    failed = ManoeuvreTested(
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
