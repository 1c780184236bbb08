"""Where a combatant is: coordinates in whole metres (CE-SHEET-17)."""

import msgspec


class Place(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A point: ``x`` to the east, ``y`` to the north, ``elevation`` above the ground, in metres."""

    x: int
    y: int
    elevation: int = 0
