"""Who joins, and how it then is: sheets are tested by what becomes of them in an encounter."""

from typing import Any

from domain.core.commands import Join
from domain.rulesets.ticks.state import Fight, Person
from tests.rules.ticks.specification import PLAIN, Step, fight, given


def plain(name: str, **sheet: Any) -> Join:
    """Somebody with nothing special, but for what the sheet says."""
    return Join(id=name, sheet={"name": name.title(), "statistics": PLAIN, **sheet})


def with_things(*things: dict[str, Any], name: str = "bell", **sheet: Any) -> Join:
    """Somebody plain with these things."""
    return plain(name, things=list(things), **sheet)


def joined(newcomer: Join, *before: Join, **options: Any) -> Person:
    """Somebody as it is after joining, those before it first."""
    there = gathered(*before, newcomer, **options)
    return there.people[there.joined[-1]]


def gathered(*newcomers: Join, **options: Any) -> Fight:
    """An encounter that these have joined, in this order."""
    return given(fight(*newcomers, **options)).fight


def refused(newcomer: Join, rule: str | None, field: str, *before: Step) -> str:
    """Whoever cannot join, by which rule and for which field first; the sentence that says why.

    ``before`` are those who have joined, or all that has happened since.
    """
    spec = given(fight(), *before).when(newcomer).refused(rule, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.sheet.{field}"
    return spec.refusal.detail
