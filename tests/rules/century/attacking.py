"""Attacks: fights in which somebody's slot is open, and what an attack comes to."""

from typing import Any, TypeVar

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.century.events.harm import HpLost
from domain.rulesets.century.events.rolls import TargetFixed
from domain.rulesets.century.events.rounds import PointsSpent
from domain.rulesets.century.state import Part
from tests.rules.century.specification import Specification, Step, fight, given, in_action, policy, stub, unasked

E = TypeVar("E", bound=Event)
FATE = {"role": "major", "fp": 2}
"""Of a sheet: somebody with two Fate Points."""


def skirmish(
    *people: str | Join,
    asked: tuple[str, ...] = (),
    things: tuple[Join, ...] = (),
    after: tuple[Step, ...] = (),
    scores: dict[str, int] | None = None,
    pools: dict[str, int] | None = None,
    **options: Any,
) -> Specification:
    """Round 1 with the slot of the first of these people open; names alone are stubs with bare hands.

    ``asked`` are asked how they defend themselves, nobody is asked for anything else; ``after`` is what happens then.
    """
    joins = [stub(one) if isinstance(one, str) else one for one in people]
    names = [str(one.id) for one in joins]
    quiet = [*unasked(*names, but=asked), policy("narrator", "half_check_terms", "none")]
    return given(fight(*joins, *things, **options), *quiet, *in_action(*names, scores=scores, pools=pools), *after)


def found(spec: Specification, kind: type[E]) -> list[E]:
    """The events of the last command that are of this type, in order."""
    assert spec.refusal is None, spec.refusal
    return [event for event in spec.events if isinstance(event, kind)]


def targets(spec: Specification) -> list[int | None]:
    """The target numbers of the last command's rolls, in order."""
    return [event.target for event in found(spec, TargetFixed)]


def parts(spec: Specification) -> dict[str, int]:
    """The parts of the last target number by their keys, in order, apart from those that give nothing."""
    return {part.key: part.amount for part in last_parts(spec) if part.amount}


def last_parts(spec: Specification) -> tuple[Part, ...]:
    """All parts of the last target number."""
    return found(spec, TargetFixed)[-1].parts


def paid(spec: Specification) -> list[tuple[str, int]]:
    """Who has paid how many Move Points with the last command, in order."""
    return [(event.combatant, event.points) for event in found(spec, PointsSpent)]


def lost(spec: Specification) -> list[tuple[str, int]]:
    """Who has lost how many HP by the last command, in order."""
    return [(event.combatant, event.points) for event in found(spec, HpLost)]


def refused(spec: Specification, rule: str | None, field: str | None, code: str = "refused") -> Specification:
    """The last command is refused by this rule, for this field."""
    spec.refused(rule, code)
    assert spec.refusal is not None
    assert spec.refusal.field == field, spec.refusal
    return spec
