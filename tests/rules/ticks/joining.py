"""Who joins, and how it then is: sheets are tested by what becomes of them in an encounter."""

from typing import Any

import pytest

from domain.core_commands import Join
from domain.core_events import CombatantJoined
from domain.core_folds import CORE_FOLDS
from domain.refusal import Refused
from domain.rulesets.ticks.evolve import TICKS_FOLDS
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.sheet import join
from domain.rulesets.ticks.state import Fight, Person

FOLDS = {**CORE_FOLDS, **TICKS_FOLDS}
TENS = {"strength": 10, "dexterity": 10, "quickness": 10, "willpower": 12, "resilience": 10}
"""The statistics of somebody plain."""


def plain(name: str, **sheet: Any) -> Join:
    """Somebody with nothing special, but for what the sheet says."""
    return Join(id=name, sheet={"name": name.title(), "statistics": TENS, **sheet})


def with_things(*things: dict[str, Any], name: str = "bell", **sheet: Any) -> Join:
    """Somebody plain with these things."""
    return plain(name, things=list(things), **sheet)


def joined(newcomer: Join, *before: Join, **options: Any) -> Person:
    """Somebody as it is after joining, those before it first."""
    there = gathered(*before, newcomer, **options)
    return there.people[there.joined[-1]]


def gathered(*newcomers: Join, **options: Any) -> Fight:
    """An encounter that these have joined, in this order."""
    fight = Fight(id="test", options=Options(**options))
    for newcomer in newcomers:
        name, facts = join(fight, newcomer)
        assert {audience for _, audience in facts} == {"all"}
        for fact, _ in facts:
            FOLDS[type(fact)](fight, fact)
        person, (first, _) = fight.people[name], facts[0]
        assert isinstance(first, CombatantJoined)
        assert (first.combatant, first.name, first.side) == (person.id, person.name, person.side)
    return fight


def refused(newcomer: Join, rule: str | None, field: str, *before: Join) -> str:
    """Whoever cannot join, by which rule and for which field first; the sentence that says why."""
    return refused_in(gathered(*before), newcomer, rule, field)


def refused_in(fight: Fight, newcomer: Join, rule: str | None, field: str) -> str:
    """Whoever cannot join this encounter."""
    with pytest.raises(Refused) as caught:
        join(fight, newcomer)
    refusal = caught.value.refusal
    assert (refusal.rule, refusal.code, refusal.field) == (rule, "invalid", f"command.sheet.{field}"), refusal
    return refusal.detail
