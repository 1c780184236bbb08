"""Bonds: pins, chokeholds and drags, close quarters, and the positions of vehicles (S3-PIN, S3-STRAN, S3-MOUNT-2)."""

from collections.abc import Iterator, Mapping

from domain.rulesets.s3.chapters.vehicles.riding import IN_THE_CHASE, MIRRORED
from domain.rulesets.s3.state import Fight
from domain.table.look import Look
from domain.table.shapes import Bond

Named = tuple[str, Bond]


def bonds(look: Look[Fight]) -> Mapping[str, Bond]:
    """Return all bonds by their IDs."""
    return dict([*_holds(look), *_drags(look), *_engagements(look), *_positions(look)])


def _holds(look: Look[Fight]) -> Iterator[Named]:
    """Yield pins and chokeholds, with what breaking free has to beat (S3-PIN-4)."""
    for hold in look.state.holds:
        yield hold.id, _grip(look, hold.kind, hold.holder, hold.held, hold.successes, hold.since)


def _drags(look: Look[Fight]) -> Iterator[Named]:
    """Yield who is dragged along behind a vehicle (S3-MOUNT-14)."""
    for drag in look.state.drags:
        yield drag.id, _grip(look, "drag", drag.dragger, drag.dragged, drag.successes, drag.since)


def _grip(look: Look[Fight], kind: str, holder: str, held: str, successes: int, since: int) -> Bond:
    return Bond(
        kind=kind,
        label=look.said(kind),
        back=look.said(f"{kind}_back"),
        start=holder,
        end=held,
        tone="good",
        back_tone="bad",
        since=look.version_of(since),
        note=look.said("to_beat", heads=successes),
    )


def _engagements(look: Look[Fight]) -> Iterator[Named]:
    """Yield who is within immediate reach of whom on foot (S3-RANGE-5)."""
    if look.state.engaged:
        label, back = look.said("close"), look.said("close_back")
        for one, other in look.state.engaged:
            yield f"close-{one}-{other}", Bond("close", label, back, one, other, mutual=True)


def _positions(look: Look[Fight]) -> Iterator[Named]:
    """Yield the positions of vehicles in the chase, each pair once (S3-MOUNT-2)."""
    vehicles = look.state.vehicles
    behind = {one for one, vehicle in vehicles.items() if vehicle.status not in IN_THE_CHASE}
    for key, relation in look.state.relations.items():
        one, _, other = key.partition("/")
        if one < other and behind.isdisjoint((one, other)):
            label, back = look.said(relation), look.said(MIRRORED[relation])
            yield f"position-{one}-{other}", Bond(relation, label, back, one, other, mutual=relation == "alongside")
