"""Who joins, and how it then is: sheets are tested by what becomes of them in a fight."""

from typing import Any

from domain.core.commands import Join
from domain.rulesets.century.state import Fight, Person
from tests.rules.century.specification import Specification, fight, given


def joined(newcomer: Join, *before: Join, **options: Any) -> Person:
    """Somebody as it is after joining, those before it first."""
    there = gathered(*before, newcomer, **options)
    return there.people[there.joined[-1]]


def gathered(*newcomers: Join, **options: Any) -> Fight:
    """A fight that these have joined, in this order."""
    spec = given(fight(*newcomers, **options))
    assert spec.refusal is None, spec.refusal
    return spec.fight


def refused(newcomer: Join, rule: str | None, field: str, *before: Join, **options: Any) -> str:
    """Whoever cannot join, by which rule and for which field; the sentence that says why."""
    spec: Specification = given(fight(*before, **options)).when(newcomer).refused(rule, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.sheet.{field}"
    return spec.refusal.detail
