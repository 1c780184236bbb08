"""The sheets of persons and vehicles as clients send them (S3-SHEET)."""

from typing import Literal, Self, TypeAlias

from pydantic import Field, model_validator

from domain.core.commands import CombatantId, Name, OfWhom, StrictModel
from domain.rulesets.s3.gear_sheets import Coins10, HandsSheet, ItemSheet, Points
from domain.rulesets.s3.parts import Key
from domain.rulesets.s3.words import (
    HERE,
    ROAD,
    Fate,
    Gone,
    Intent,
    Limb,
    Reason,
    Route,
    Seat,
    Skill,
    Talent,
    VehicleType,
)


class TechniqueSheet(StrictModel):
    """A pair of skills that saves one Breath (S3-SHEET-5)."""

    name: Name
    skills: tuple[Skill, Skill]

    @model_validator(mode="after")
    def two_different_skills(self) -> Self:
        if self.skills[0] == self.skills[1] or "initiative" in self.skills:
            raise ValueError("A technique names two different skills, neither of them initiative")
        return self


class LossSheet(StrictModel):
    """How a limb was lost, and through which round."""

    source: str = Field(default="before", max_length=80)
    until_round: int | None = Field(default=None, ge=0, le=100_000)


class RulingSheet(StrictModel):
    """The narrator's word on a limb's penalty for a skill."""

    limb: Limb
    skill: Skill
    applies: bool


class WoundSheet(StrictModel):
    """A wound brought along."""

    id: Key
    points: int = Field(ge=1, le=60)
    penalty: int = Field(ge=0, le=20)
    source: str = Field(default="before", max_length=80)


class DisabledSheet(StrictModel):
    """Out of action from the start."""

    reasons: tuple[Reason, ...] = ("ruling",)
    fate: Fate


class FireSheet(StrictModel):
    """Burning from the start."""

    intensity: int = Field(ge=1, le=60)
    flame: int = Field(ge=0, le=60)
    source: CombatantId | None = None
    intent: Intent | None = None
    ticked_round: int | None = None


class DoseSheet(StrictModel):
    """Poison on its way from the start."""

    id: Key
    poison: Key
    coins: int = Field(ge=0, le=60)
    route: Route
    effect: Limb | None = None
    lasts: int | None = Field(default=None, ge=1, le=100)
    source: CombatantId | None = None
    intent: Intent | None = None
    given_round: int = Field(default=0, ge=0)
    turns_had: int = Field(default=0, ge=0)
    waits_for_narrator: bool = False


class HangingSheet(StrictModel):
    """A climb that is not finished."""

    link: Key
    feet: int = Field(ge=0, le=1000)


class OpposePolicy(StrictModel):
    """The standing answer to `oppose`."""

    skill: Skill
    item: str | None = Field(default=None, max_length=82)


class CrashPolicy(StrictModel):
    """The narrator's standing answer when this combatant attacks a vehicle."""

    spectacular: bool = False
    coins: int = Field(default=0, ge=0, le=60)


class PolicySheet(StrictModel):
    """Standing answers; `ask` leaves the choice open."""

    call: Literal["heads", "tails", "ask"] = "ask"
    when_stunned: Literal["spend", "decline", "ask"] = "ask"
    oppose: OpposePolicy | Literal["ask"] = "ask"
    drag: Literal["drag", "release", "ask"] = "ask"
    fast: Literal["accept", "decline", "ask"] = "ask"
    crash: CrashPolicy | Literal["ask"] = "ask"


class PersonSheet(StrictModel):
    """The sheet of a person (S3-SHEET)."""

    type: Literal["person"] = "person"
    name: Name
    pronoun: OfWhom = None
    aliases: tuple[Name, ...] = Field(default=(), max_length=10)
    pc: bool = False
    skills: dict[Skill, Points] = Field(default_factory=dict)
    fortitude: int = Field(ge=1, le=30)
    fortitude_bonus: Coins10 = 0
    breath_max: Points = 0
    breath: Points | None = None
    talents: tuple[Talent, ...] = ()
    techniques: tuple[TechniqueSheet, ...] = ()
    grapple_bonus: Coins10 = 0
    items: tuple[ItemSheet, ...] = Field(default=(), max_length=100)
    hands: HandsSheet = HandsSheet()
    armour: Key | None = None
    limbs: dict[Limb, LossSheet] = Field(default_factory=dict, description="the limbs that are lost")
    limb_rulings: tuple[RulingSheet, ...] = Field(default=(), max_length=100)
    wounds: tuple[WoundSheet, ...] = Field(default=(), max_length=100)
    stunned: bool = False
    disabled: DisabledSheet | None = None
    out: Gone | None = None
    fire: FireSheet | None = None
    doses: tuple[DoseSheet, ...] = Field(default=(), max_length=50)
    prone: bool = False
    unseen_by: tuple[CombatantId, ...] = Field(default=(), max_length=200)
    climb: HangingSheet | None = None
    zone: Key = HERE
    vehicle: CombatantId | None = None
    seat: Seat | None = None
    policy: PolicySheet = PolicySheet()


class VehicleSheet(StrictModel):
    """The sheet of a vehicle."""

    type: Literal["vehicle"] = "vehicle"
    name: Name
    kind: VehicleType = "machine"
    speed: Coins10 = 0
    driver: CombatantId | None = None
    riders: tuple[CombatantId, ...] = Field(default=(), max_length=50)
    state: Literal["rolling", "stopped", "wrecked"] = "rolling"
    zone: Key = ROAD


AnySheet: TypeAlias = PersonSheet | VehicleSheet
