"""Tests and contests that the narrator calls for: how they are called, and what they come to."""

from typing import Any

from domain.core.commands import Join
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.trials import ContestDecided, Tested, Totalled
from tests.rules.ticks.specification import Specification, fight, given


def calm(*joins: Join | str, **options: Any) -> Specification:
    """A calm encounter of these combatants."""
    return given(fight(*joins, **options))


def call(who: str, statistic: str, skill: str | None, difficulty: int | str, **terms: Any) -> ask.CallTest:
    """A test of somebody."""
    fields = {"combatant": who, "statistic": statistic, "skill": skill, "difficulty": difficulty, **terms}
    return ask.CallTest.model_validate(fields)


def verdict(spec: Specification, test: ask.CallTest, luck: int = 0) -> tuple[int, bool]:
    """The total and the verdict of a called test, with so much luck committed."""
    spec.when(test).asks("commit", test.combatant)
    spec.when(ask.Commit(actor=test.combatant, luck=luck)).then()
    fact = next(event for event in spec.events if isinstance(event, Tested))
    return fact.total, fact.success


def level_of(spec: Specification, test: ask.CallTest, luck: int = 0) -> int:
    """The level that counts in a called test, with so much luck committed."""
    verdict(spec, test, luck)
    return next(event.level for event in spec.events if isinstance(event, Totalled))


def party(who: str, statistic: str, skill: str | None = None, **terms: Any) -> dict[str, Any]:
    """One side of a contest."""
    return {"combatant": who, "statistic": statistic, "skill": skill, **terms}


def contest(attacker: dict[str, Any], defender: dict[str, Any]) -> ask.CallContest:
    """A contest of these two."""
    fields = {"parties": (attacker, defender), "defender": defender["combatant"]}
    return ask.CallContest.model_validate(fields)


def outcome(spec: Specification, called: ask.CallContest, **luck: int) -> tuple[str, dict[str, int]]:
    """Who wins a contest and with which totals; whoever is asked commits so much luck, by default none."""
    spec.when(called).then()
    while spec.fight.prompts:
        who = spec.fight.prompts[0].to
        spec.when(ask.Commit(actor=who, luck=luck.get(who, 0))).then()
    decided = next(event for event in spec.events if isinstance(event, ContestDecided))
    assert decided.loser in {one.combatant for one in called.parties} - {decided.winner}
    return decided.winner, decided.totals
