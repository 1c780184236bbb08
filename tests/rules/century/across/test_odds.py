"""Seeded dice have the chances that the rules give them: of a roll under its target number, of degrees, of initiative.

What is exact is counted here out of the rules' own words, without the code that decides.
"""

from collections import Counter
from collections.abc import Hashable
from typing import Any

import icepool
import pytest

from domain.model.event import Event
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.rolls.judging import RollJudged
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.initiative import BeginRound, InitiativeScored
from domain.rulesets.century.parts import ModifierSheet
from tests.fairness import assert_fair, exactly
from tests.laws.seeded import played
from tests.rules.century.builders import skirmish
from tests.rules.century.specification import attack, fight, given, roll, stub, unasked

NUMBERS = range(1, 101)


def only(events: list[Event], kind: Any) -> Any:
    """The one event of this type."""
    [found] = [event for event in events if isinstance(event, kind)]
    return found


def succeeds(number: int, target: int) -> bool:
    """01 to 05 always do, 96 to 00 never, and else what is not above the target number."""
    return number <= 5 or (number < 96 and number <= target)


def degree(number: int, target: int) -> int:
    """The first up to a distance of 10, the next up to 20, and so on to the fifth; the first if it is belied."""
    distance = target - number if succeeds(number, target) else number - target
    reached = 1 + sum(distance > limit for limit in (10, 20, 30, 40))
    return reached if succeeds(number, target) else -reached


@pytest.mark.rule("CE-ROLL-1", "CE-ROLL-4", "CE-ROLL-15", "CE-CRIT-2", "CE-CRIT-3")
@pytest.mark.parametrize("target", [-15, 3, 54, 95, 114])
def test_a_roll_succeeds_as_often_as_its_chance_says(target: int) -> None:
    modifiers = [ModifierSheet(key="custom", amount=target - 50, label="the odds")]
    before = given(fight("a", critical_effects="none")).fight
    exact = sum(succeeds(number, target) for number in NUMBERS)
    seen: list[Hashable] = []
    for events in played(CENTURY, before, roll("a", 50, modifiers=modifiers)):
        fixed: TargetFixed = only(events, TargetFixed)
        assert (fixed.target, fixed.chance) == (target, exact)
        seen.append(only(events, RollJudged).success)
    assert_fair(seen, {True: exact / 100, False: 1 - exact / 100})


@pytest.mark.rule("CE-DEG-3", "CE-DEG-4", "CE-DEG-5")
@pytest.mark.parametrize("target", [3, 54, 114])
def test_degrees_come_as_often_as_their_numbers(target: int) -> None:
    modifiers = [ModifierSheet(key="custom", amount=target - 50, label="the odds")]
    before = given(fight("a", critical_effects="none")).fight
    exact = Counter(degree(number, target) for number in NUMBERS)
    seen = [only(events, RollJudged).degree for events in played(CENTURY, before, roll("a", 50, modifiers=modifiers))]
    assert_fair(seen, {one: count / 100 for one, count in exact.items()})


@pytest.mark.rule("CE-INIT-3")
def test_initiative_is_two_dice_and_what_the_sheet_adds() -> None:
    before = given(fight(stub("a", agl=14)), *unasked("a")).fight
    seen = [only(events, InitiativeScored).initiative.score for events in played(CENTURY, before, BeginRound())]
    assert_fair(seen, exactly(2 @ icepool.d(6) + 3))


@pytest.mark.rule("CE-BURST-2", "CE-DMG-1")
def test_a_burst_throws_twice_the_dice() -> None:
    spec = skirmish(stub("a", "kaufman"), "b", critical_effects="none")
    shot = attack("a", "b", fire="burst", range="short")
    thrown = [found for events in played(CENTURY, spec.fight, shot) if (found := damage_of(events)) is not None]
    assert_fair([one.total for one in thrown], exactly(2 @ icepool.d(10)))


def damage_of(events: list[Event]) -> DamageThrown | None:
    """The damage of an attack that hits."""
    return next((event for event in events if isinstance(event, DamageThrown)), None)
