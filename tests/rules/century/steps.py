"""Steps of somebody's own slot: fights in which it is open, and what a step has cost."""

from typing import Any

from domain.core.commands import Join
from domain.rulesets.century import commands as ask
from domain.rulesets.century.events.rounds import PointsSpent
from domain.rulesets.century.state import Person, Place
from tests.rules.century.specification import Specification, Step, fight, given, in_action, newcomer, stub

RAPIER = "libretta_rapier"


def at_turn(
    *people: str | Join,
    things: tuple[Join, ...] = (),
    after: tuple[Step, ...] = (),
    scores: dict[str, int] | None = None,
    pools: dict[str, int] | None = None,
    **options: Any,
) -> Specification:
    """Round 1 with the slot of the first of these people open; names alone are stubs. ``after`` is what happens then.

    ``things`` join after the people: vehicles and objects, with pools only where ``pools`` gives them one.
    """
    joins = [stub(one) if isinstance(one, str) else one for one in people]
    names = [str(one.id) for one in joins]
    return given(fight(*joins, *things, **options), *in_action(*names, scores=scores, pools=pools), *after)


def at_the_wheel(*people: str | Join, heading: int | None = 0, **changes: Any) -> Specification:
    """``dan`` drives the Libretta Rapier: 15 MP, turn rate 1, Turn Class 90.

    ``sheet`` changes the Rapier's, ``driver`` is another joining of ``dan``; the rest goes to ``at_turn``.
    """
    sheet = {"driver": "dan", **({} if heading is None else {"heading": heading}), **changes.pop("sheet", {})}
    driver = changes.pop("driver", stub("dan"))
    pools = {RAPIER: 15, **changes.pop("pools", {})}
    return at_turn(driver, *people, things=(newcomer(RAPIER, **sheet),), pools=pools, **changes)


def drive(metres: int, **fields: Any) -> ask.Move:
    """``dan`` drives so far along its heading."""
    return ask.Move(actor="dan", mode="wheels", distance_m=metres, vehicle=RAPIER, **fields)


def steer(degrees: int) -> ask.Turn:
    """``dan`` turns the Rapier."""
    return ask.Turn(actor="dan", degrees=degrees, vehicle=RAPIER)


def end(actor: str = "dan") -> ask.EndAction:
    """Somebody closes its slot."""
    return ask.EndAction(actor=actor)


def cost(spec: Specification) -> int:
    """The Move Points that the last command cost."""
    assert spec.refusal is None, spec.refusal
    return sum(event.points for event in spec.events if isinstance(event, PointsSpent))


def person(spec: Specification, name: str) -> Person:
    """Somebody, as it is now."""
    return spec.fight.people[name]


def at(x: int, y: int, elevation: int = 0) -> dict[str, int]:
    """A position of a sheet."""
    return {"x": x, "y": y, "elevation": elevation}


def where(spec: Specification, name: str) -> tuple[int, int] | None:
    """The coordinates of somebody, if they are known."""
    place: Place | None = person(spec, name).place
    return None if place is None else (place.x, place.y)
