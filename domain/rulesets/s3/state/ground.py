"""The ground: zones, ways between them, hazards, distractions, vehicles."""

import msgspec

from domain.rulesets.s3.words import LinkKind, Skill, VehicleStatus, VehicleType


class Vehicle(msgspec.Struct):
    """A machine, mount or cart. ``halting_since`` is the version at which it set in, ``halting_round`` its round."""

    id: str
    name: str
    kind: VehicleType = "machine"
    speed: int = 0
    driver: str | None = None
    riders: tuple[str, ...] = ()
    status: VehicleStatus = "rolling"
    halting_cause: str | None = None
    halting_since: int = 0
    halting_round: int = 0
    zone: str = "road"

    @property
    def aboard(self) -> tuple[str, ...]:
        return (self.driver, *self.riders) if self.driver else self.riders


class ZonePlan(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of the scene and the zones that are seen from it."""

    key: str
    name: str = ""
    sees: tuple[str, ...] | None = None


class LinkPlan(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A way from one zone to another (S3-MOVE-2)."""

    key: str
    origin: str
    to: str
    kind: LinkKind = "walk"
    feet: int | None = None
    storeys: int | None = None
    skill: Skill | None = None
    need: int | None = None

    @property
    def height_in_feet(self) -> int:
        return 10 * (self.storeys or 0) if self.feet is None else self.feet

    @property
    def height_in_storeys(self) -> int:
        """A begun storey counts whole (S3-MOVE-10)."""
        return -(-self.height_in_feet // 10) if self.storeys is None else self.storeys


class HazardPlan(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A place that a trip may throw a combatant into (S3-TRIP-6)."""

    key: str
    zone: str
    storeys: int | None = None
    coins: int | None = None
    to_zone: str | None = None
    out: bool = False


class Distraction(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What makes hiding possible in a zone (S3-HIDE-2)."""

    zone: str
    until_round: int | None = None
