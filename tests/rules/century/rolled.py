"""Rolls in tests: the ways to make one, and what came of the last."""

from typing import Any, NamedTuple

from domain.chance.draws import Supplied
from domain.core.commands import Command
from domain.model.event import Event, Recorded
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from domain.rulesets.century import CENTURY
from domain.rulesets.century import commands as ask
from domain.rulesets.century.events.rolls import RollJudged, TargetFixed
from domain.rulesets.century.words import Ability
from tests.rules.century.specification import Specification
from tests.rules.specification import SECRETS

NOTHING: Any = ({"effect": "none"},)
"""What a failure brings where the test is not about it."""


class Result(NamedTuple):
    """The target number as it is in the end, success or failure, and the degree."""

    target: int | None
    success: bool | None
    degree: int


def way(base: int = 50, *abilities: Ability, skill: str | None = None, key: str = "main") -> ask.CandidateSheet:
    """A candidate of a roll."""
    return ask.CandidateSheet(key=key, base=base, skill=skill, abilities=abilities)


def modifier(key: str, amount: int | None = None, label: str | None = None, **fields: Any) -> ask.ModifierSheet:
    """A modifier; one with a label is the narrator's own."""
    return ask.ModifierSheet(key=key, amount=amount, label=label, **fields)


def custom(amount: int, label: str = "duress") -> ask.ModifierSheet:
    """A modifier of the narrator's own."""
    return modifier("custom", amount, label)


def judged(spec: Specification) -> RollJudged:
    """What the last roll of the last command came to."""
    assert spec.refusal is None, spec.refusal
    return [event for event in spec.events if isinstance(event, RollJudged)][-1]


def result(spec: Specification) -> Result:
    """The same, in short."""
    event = judged(spec)
    return Result(event.target, event.success, event.degree)


def parts(spec: Specification) -> dict[str, int]:
    """The parts of the target number of the last roll, by their keys, those with a label by both."""
    assert spec.refusal is None, spec.refusal
    fixed = [event for event in spec.events if isinstance(event, TargetFixed)][-1]
    return {f"{part.key} {part.label}" if part.key == "custom" else part.key: part.amount for part in fixed.parts}


def decided(spec: Specification, command: Command, *numbers: int) -> tuple[Recorded, ...]:
    """What is put on record, if the d100s of the command show these numbers."""
    chance = Supplied([[number] for number in numbers])
    made = decide(CENTURY, spec.fight, command, NARRATOR, chance, supplied=True, secrets=SECRETS)
    assert isinstance(made, Decided), made
    return tuple(made.events)


def audiences(spec: Specification, command: Command, kind: type[Event], *numbers: int) -> list[str]:
    """Who reads the private part of each fact of a type, if the d100s of the command show these numbers."""
    return [recorded.audience for recorded in decided(spec, command, *numbers) if isinstance(recorded.event, kind)]
