"""Upcasters of Century: what lifts records of older schemas to the present ones."""

from collections.abc import Mapping

from domain.model.event import Json
from domain.ruleset.ruleset import Upcaster


def end_stun(data: dict[str, Json]) -> dict[str, Json]:
    """In schema 1 a combatant that fell, was stabilized or woke up was no longer stunned."""
    return {**data, "ends_stun": True}


LIFT_EVENTS: Mapping[tuple[str, int], Upcaster] = {
    (name, 1): end_stun for name in ("century.downed", "century.stabilized", "century.revived")
}
