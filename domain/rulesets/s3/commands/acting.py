"""The commands of the combatant whose turn it is, in the order of the chapters."""

from typing import Literal

from pydantic import Field

from domain.core.commands import CombatantId, StrictModel
from domain.rulesets.s3.commands.parts import HELD, Acting, Close, Key, Throwing, TripOutcome, Walking, Weapon
from domain.rulesets.s3.state import Hold
from domain.rulesets.s3.words import UNARMED, Hand, Intent, Limb, Relation, Skill


class Attack(Close):
    """Strike, shoot or throw at somebody (S3-ATK)."""

    barred_while = frozenset({"pinned", "dragged"})
    type: Literal["s3.attack"] = "s3.attack"
    weapon: Weapon
    called: Limb | None = None
    intent: Intent = "subdue"
    fast: bool = False

    def armed_with(self) -> tuple[str, ...]:
        """Return its weapon and those of its stunt."""
        return (self.weapon, *super().armed_with())

    def keeps(self, hold: Hold) -> bool:
        """Return whether it strikes, unarmed, who is pinned (S3-PIN-9)."""
        return hold.kind == "pin" and hold.held == self.target and self.weapon == UNARMED


class Trip(Close):
    """Move somebody instead of hurting: trip, throw, push, pull off (S3-TRIP)."""

    barred_while = frozenset({"pinned", "dragged"})
    type: Literal["s3.trip"] = "s3.trip"
    weapon: Weapon = "unarmed"
    outcome: TripOutcome
    intent: Intent = "subdue"

    def armed_with(self) -> tuple[str, ...]:
        """Return its weapon and those of its stunt."""
        return (self.weapon, *super().armed_with())


class Disarm(Close):
    """Take an item out of somebody's hand (S3-DISARM)."""

    barred_while = frozenset({"pinned", "dragged", "armless"})
    type: Literal["s3.disarm"] = "s3.disarm"
    item: Key
    weapon: Weapon = "unarmed"
    take: bool = True


class Pin(Close):
    """Hold somebody so that others can strike (S3-PIN)."""

    barred_while = frozenset({"pinned", "dragged", "armless"})
    type: Literal["s3.pin"] = "s3.pin"

    def keeps(self, hold: Hold) -> bool:
        """Return whether it pins who is pinned already (S3-PIN-9)."""
        return hold.kind == "pin" and hold.held == self.target


class BreakFree(Throwing):
    """Try to get out of every pin, choke and drag (S3-PIN-4)."""

    takes = "attack"
    barred_while = frozenset()
    type: Literal["s3.break_free"] = "s3.break_free"


class Strangle(Close):
    """Lay a chokehold on somebody (S3-STRAN-4)."""

    barred_while = HELD | {"armless"}
    type: Literal["s3.strangle"] = "s3.strangle"
    weapon: Weapon = "unarmed"
    intent: Intent = "subdue"

    def keeps(self, hold: Hold) -> bool:
        """Return whether it strangles who is pinned (S3-PIN-9)."""
        return hold.kind == "pin" and hold.held == self.target


class FinishStrangle(Throwing):
    """Finish a chokehold of an earlier round (S3-STRAN-6)."""

    takes = "attack"
    barred_while = HELD | {"armless"}
    type: Literal["s3.finish_strangle"] = "s3.finish_strangle"
    target: CombatantId

    def keeps(self, hold: Hold) -> bool:
        """Return whether it is aimed at who is held: a choke bears its own finish (S3-STRAN-11)."""
        return hold.held == self.target


class DamageVehicle(Throwing):
    """Attack a vehicle so that it falls out of the chase (S3-MOUNT-19)."""

    takes = "attack"
    needs_vehicle = True
    type: Literal["s3.damage_vehicle"] = "s3.damage_vehicle"
    vehicle: CombatantId
    weapon: Weapon

    def armed_with(self) -> tuple[str, ...]:
        """Return its weapon and those of its stunt."""
        return (self.weapon, *super().armed_with())


class Smoke(Acting):
    """Throw a smoke bomb (S3-EQUIP-16)."""

    takes = "attack"
    barred_while = HELD | {"armless"}
    type: Literal["s3.smoke"] = "s3.smoke"
    item: Key


class Move(Walking):
    """Go to a zone, to somebody, or away from everybody (S3-MOVE-1 to S3-MOVE-4)."""

    type: Literal["s3.move"] = "s3.move"
    zone: Key | None = None
    engage: CombatantId | None = None
    leave: bool = False


class Climb(Walking):
    """Climb a link, with an Acrobatics check (S3-MOVE-5)."""

    type: Literal["s3.climb"] = "s3.climb"
    link: Key
    engage: CombatantId | None = None


class DropDown(Throwing):
    """Drop down a link, or so many storeys on the spot (S3-MOVE-9)."""

    takes = "movement"
    barred_while = HELD | {"prone", "mounted"}
    type: Literal["s3.drop_down"] = "s3.drop_down"
    link: Key | None = None
    storeys: int | None = Field(default=None, ge=1, le=30)
    engage: CombatantId | None = None


class Flee(Walking):
    """Run from pursuers (S3-MOVE-14)."""

    type: Literal["s3.flee"] = "s3.flee"
    from_: tuple[CombatantId, ...] | None = Field(
        alias="from", default=None, max_length=50, description="the pursuers; default: every able foe engaged with"
    )
    zone: Key | None = None


class Chase(Walking):
    """Run after somebody (S3-MOVE-15)."""

    type: Literal["s3.chase"] = "s3.chase"
    target: CombatantId


class Hide(Walking):
    """Get out of sight, to sneak up or to escape (S3-HIDE)."""

    type: Literal["s3.hide"] = "s3.hide"
    from_: tuple[CombatantId, ...] | None = Field(alias="from", default=None, max_length=50, description="observers")
    mode: Literal["sneak", "escape"]
    engage: CombatantId | None = None


class Search(Throwing):
    """Look for somebody hidden (S3-HIDE-8)."""

    takes = "movement"
    type: Literal["s3.search"] = "s3.search"
    target: CombatantId


class StandUp(Acting):
    """Get up from the ground (S3-MOVE-18)."""

    takes = "movement"
    barred_while = HELD | {"legless", "mounted"}
    type: Literal["s3.stand_up"] = "s3.stand_up"


class PickUp(Acting):
    """Take an item from the ground into a free hand (S3-MOVE-18)."""

    takes = "movement"
    barred_while = HELD | {"armless", "mounted"}
    type: Literal["s3.pick_up"] = "s3.pick_up"
    item: Key


class Extinguish(Throwing):
    """Stop, drop and roll (S3-FIRE-7)."""

    takes = "movement"
    type: Literal["s3.extinguish"] = "s3.extinguish"


class Reposition(Throwing):
    """Bring one's vehicle ahead of, behind or alongside another (S3-MOUNT-4)."""

    takes = "movement"
    steers = True
    needs_vehicle = True
    type: Literal["s3.reposition"] = "s3.reposition"
    vehicle: CombatantId
    to: Relation


class SwitchVehicle(Throwing):
    """Leap onto another vehicle (S3-MOUNT-24)."""

    takes = "movement"
    barred_while = HELD | {"legless", "prone"}
    needs_vehicle = True
    type: Literal["s3.switch_vehicle"] = "s3.switch_vehicle"
    vehicle: CombatantId


class TakeReins(Acting):
    """Become the driver of the driverless vehicle one rides on (S3-MOUNT-28)."""

    takes = "movement"
    steers = True
    needs_vehicle = True
    type: Literal["s3.take_reins"] = "s3.take_reins"


class Against(StrictModel):
    """The opponent of a check and the skill it opposes with."""

    combatant: CombatantId
    skill: Skill | Literal["fortitude"]


class Check(Throwing):
    """Throw a skill: against a need, against somebody, or just to see (S3-THROW-11, S3-NARR-9)."""

    type: Literal["s3.check"] = "s3.check"
    action: Literal["movement", "attack", "none"] = "none"
    skill: Skill | Literal["fortitude"]
    need: int | None = Field(default=None, ge=0, le=60)
    against: Against | None = None

    def is_free_check(self) -> bool:
        """Return whether it names no action."""
        return self.action == "none"


class Ready(Acting):
    """Take a carried item in hand (S3-TURN-13)."""

    barred_while = frozenset({"pinned", "dragged", "armless"})
    type: Literal["s3.ready"] = "s3.ready"
    item: Key
    mode: Key | None = None
    hand: Hand | None = None


class Stow(Acting):
    """Put an item in hand away."""

    barred_while = frozenset({"pinned", "dragged"})
    type: Literal["s3.stow"] = "s3.stow"
    item: Key


class Drop(Acting):
    """Drop an item in hand to the ground."""

    barred_while = frozenset()
    type: Literal["s3.drop"] = "s3.drop"
    item: Key


class Release(Acting):
    """Let go of a pin, a choke or a drag; the ID of the hold or drag."""

    barred_while = frozenset({"dragged"})
    type: Literal["s3.release"] = "s3.release"
    hold: str = Field(max_length=64)


class EndTurn(Acting):
    """End the turn (S3-TURN-14)."""

    barred_while = frozenset()
    type: Literal["s3.end_turn"] = "s3.end_turn"
