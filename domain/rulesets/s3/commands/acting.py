"""The commands of the combatant whose turn it is, in the order of the chapters."""

from typing import Literal

from pydantic import Field

from domain.core import commands as core
from domain.core.commands import CombatantId, Command, StrictModel
from domain.rulesets.s3.commands.parts import Key, Modifier, Stunt, TripOutcome, Weapon
from domain.rulesets.s3.words import Hand, Intent, Limb, Relation, Skill


class Acting(core.Acting):
    """A command in the name of the combatant whose turn it is."""


class Throwing(Acting):
    """An acting command that throws a skill."""

    stunt: Stunt | None = None
    modifier: Modifier | None = Field(default=None, description="the narrator's alone")


class Close(Throwing):
    """A close attack action; the step to the target is part of it unless `approach` is false (S3-RANGE-4)."""

    target: CombatantId
    approach: bool = True
    parry: bool = Field(default=False, description="the narrator's alone: let a ranged attack be parried")


class Attack(Close):
    """Strike, shoot or throw at somebody (S3-ATK)."""

    type: Literal["s3.attack"] = "s3.attack"
    weapon: Weapon
    called: Limb | None = None
    intent: Intent = "subdue"
    fast: bool = False


class Trip(Close):
    """Move somebody instead of hurting: trip, throw, push, pull off (S3-TRIP)."""

    type: Literal["s3.trip"] = "s3.trip"
    weapon: Weapon = "unarmed"
    outcome: TripOutcome
    intent: Intent = "subdue"


class Disarm(Close):
    """Take an item out of somebody's hand (S3-DISARM)."""

    type: Literal["s3.disarm"] = "s3.disarm"
    item: Key
    weapon: Weapon = "unarmed"
    take: bool = True


class Pin(Close):
    """Hold somebody so that others can strike (S3-PIN)."""

    type: Literal["s3.pin"] = "s3.pin"


class BreakFree(Throwing):
    """Try to get out of every pin, choke and drag (S3-PIN-4)."""

    type: Literal["s3.break_free"] = "s3.break_free"


class Strangle(Close):
    """Lay a chokehold on somebody (S3-STRAN-4)."""

    type: Literal["s3.strangle"] = "s3.strangle"
    weapon: Weapon = "unarmed"
    intent: Intent = "subdue"


class FinishStrangle(Throwing):
    """Finish a chokehold of an earlier round (S3-STRAN-6)."""

    type: Literal["s3.finish_strangle"] = "s3.finish_strangle"
    target: CombatantId


class DamageVehicle(Throwing):
    """Attack a vehicle so that it falls out of the chase (S3-MOUNT-19)."""

    type: Literal["s3.damage_vehicle"] = "s3.damage_vehicle"
    vehicle: CombatantId
    weapon: Weapon


class Smoke(Acting):
    """Throw a smoke bomb (S3-EQUIP-16)."""

    type: Literal["s3.smoke"] = "s3.smoke"
    item: Key


class Move(Throwing):
    """Go to a zone, to somebody, or away from everybody (S3-MOVE-1 to S3-MOVE-4)."""

    type: Literal["s3.move"] = "s3.move"
    zone: Key | None = None
    engage: CombatantId | None = None
    leave: bool = False


class Climb(Throwing):
    """Climb a link, with an Acrobatics check (S3-MOVE-5)."""

    type: Literal["s3.climb"] = "s3.climb"
    link: Key
    engage: CombatantId | None = None


class DropDown(Throwing):
    """Drop down a link, or so many storeys on the spot (S3-MOVE-9)."""

    type: Literal["s3.drop_down"] = "s3.drop_down"
    link: Key | None = None
    storeys: int | None = Field(default=None, ge=1, le=30)
    engage: CombatantId | None = None


class Flee(Throwing):
    """Run from pursuers (S3-MOVE-14)."""

    type: Literal["s3.flee"] = "s3.flee"
    from_: tuple[CombatantId, ...] | None = Field(
        alias="from", default=None, max_length=50, description="the pursuers; default: every able foe engaged with"
    )
    zone: Key | None = None


class Chase(Throwing):
    """Run after somebody (S3-MOVE-15)."""

    type: Literal["s3.chase"] = "s3.chase"
    target: CombatantId


class Hide(Throwing):
    """Get out of sight, to sneak up or to escape (S3-HIDE)."""

    type: Literal["s3.hide"] = "s3.hide"
    from_: tuple[CombatantId, ...] | None = Field(alias="from", default=None, max_length=50, description="observers")
    mode: Literal["sneak", "escape"]
    engage: CombatantId | None = None


class Search(Throwing):
    """Look for somebody hidden (S3-HIDE-8)."""

    type: Literal["s3.search"] = "s3.search"
    target: CombatantId


class StandUp(Acting):
    """Get up from the ground (S3-MOVE-18)."""

    type: Literal["s3.stand_up"] = "s3.stand_up"


class PickUp(Acting):
    """Take an item from the ground into a free hand (S3-MOVE-18)."""

    type: Literal["s3.pick_up"] = "s3.pick_up"
    item: Key


class Extinguish(Throwing):
    """Stop, drop and roll (S3-FIRE-7)."""

    type: Literal["s3.extinguish"] = "s3.extinguish"


class Reposition(Throwing):
    """Bring one's vehicle ahead of, behind or alongside another (S3-MOUNT-4)."""

    type: Literal["s3.reposition"] = "s3.reposition"
    vehicle: CombatantId
    to: Relation


class SwitchVehicle(Throwing):
    """Leap onto another vehicle (S3-MOUNT-24)."""

    type: Literal["s3.switch_vehicle"] = "s3.switch_vehicle"
    vehicle: CombatantId


class TakeReins(Acting):
    """Become the driver of the driverless vehicle one rides on (S3-MOUNT-28)."""

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


class Ready(Acting):
    """Take a carried item in hand (S3-TURN-13)."""

    type: Literal["s3.ready"] = "s3.ready"
    item: Key
    mode: Key | None = None
    hand: Hand | None = None


class Stow(Acting):
    """Put an item in hand away."""

    type: Literal["s3.stow"] = "s3.stow"
    item: Key


class Drop(Acting):
    """Drop an item in hand to the ground."""

    type: Literal["s3.drop"] = "s3.drop"
    item: Key


class Release(Acting):
    """Let go of a pin, a choke or a drag; the ID of the hold or drag."""

    type: Literal["s3.release"] = "s3.release"
    hold: str = Field(max_length=64)


class EndTurn(Acting):
    """End the turn (S3-TURN-14)."""

    type: Literal["s3.end_turn"] = "s3.end_turn"


ACTING: tuple[type[Command], ...] = (
    Attack,
    Trip,
    Disarm,
    Pin,
    BreakFree,
    Strangle,
    FinishStrangle,
    DamageVehicle,
    Smoke,
    Move,
    Climb,
    DropDown,
    Flee,
    Chase,
    Hide,
    Search,
    StandUp,
    PickUp,
    Extinguish,
    Reposition,
    SwitchVehicle,
    TakeReins,
    Check,
    Ready,
    Stow,
    Drop,
    Release,
    EndTurn,
)
