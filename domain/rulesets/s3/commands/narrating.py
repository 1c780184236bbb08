"""The commands of the narrator: the ground, the order of turns, what the world does, what is set right."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.core import commands as core
from domain.core.commands import CombatantId, Name, StrictModel, Text
from domain.rulesets.s3.commands.parts import Coins, Key, RoundNumber, TurnOrder
from domain.rulesets.s3.words import Fate, Intent, Limb, LinkKind, Relation, Route, Seat, Skill


class Zone(StrictModel):
    """A part of the scene and the zones that are seen from it; without `sees` all are."""

    key: Key
    name: Name | None = None
    sees: tuple[Key, ...] | None = Field(default=None, max_length=100)


class Link(StrictModel):
    """A way from one zone to another (S3-MOVE-2)."""

    key: Key
    from_: Key = Field(alias="from")
    to: Key
    kind: LinkKind = "walk"
    feet: int | None = Field(default=None, ge=1, le=1000)
    storeys: int | None = Field(default=None, ge=1, le=100)
    skill: Skill | None = None
    need: int | None = Field(default=None, ge=0, le=60)

    @model_validator(mode="after")
    def says_what_it_takes(self) -> Self:
        """A check has a skill and a need, a climb or drop a height (S3-MOVE-2, S3-MOVE-3)."""
        if self.kind == "check" and (self.skill is None or self.need is None):
            raise ValueError("a link of kind check needs skill and need (S3-MOVE-3)")
        if self.kind in ("climb", "drop") and self.feet is None and self.storeys is None:
            raise ValueError(f"a link of kind {self.kind} needs feet or storeys (S3-MOVE-2)")
        return self


class SceneHazard(StrictModel):
    """What a trip may throw somebody into (S3-TRIP-6)."""

    key: Key
    zone: Key
    storeys: int | None = Field(default=None, ge=1, le=100)
    coins: int | None = Field(default=None, ge=1, le=60)
    to_zone: Key | None = None
    out: bool = False


class SetScene(core.Narrating):
    """Draw or change the ground (S3-NARR-2)."""

    type: Literal["s3.set_scene"] = "s3.set_scene"
    zones: tuple[Zone, ...] = Field(min_length=1, max_length=100)
    links: tuple[Link, ...] = Field(default=(), max_length=200)
    hazards: tuple[SceneHazard, ...] = Field(default=(), max_length=100)


class BeginScene(core.Narrating):
    """Begin a new scene; stunts may be repeated (S3-TURN-26)."""

    type: Literal["s3.begin_scene"] = "s3.begin_scene"
    name: Name | None = None


class VehicleRelation(StrictModel):
    """Where a vehicle is, seen from another."""

    vehicle: CombatantId
    is_: Relation = Field(alias="is")


class Place(core.Narrating):
    """Put a combatant or a vehicle somewhere, whatever the rules of movement say (S3-NARR-3)."""

    type: Literal["s3.place"] = "s3.place"
    combatant: CombatantId
    zone: Key | None = None
    engaged_with: tuple[CombatantId, ...] | None = Field(default=None, max_length=50)
    vehicle: CombatantId | None = None
    seat: Seat | None = None
    relative: tuple[VehicleRelation, ...] = Field(default=(), max_length=50)
    unseen_by: tuple[CombatantId, ...] | None = Field(default=None, max_length=100)


class BeginRound(core.Narrating):
    """Open a round (S3-TURN-2)."""

    type: Literal["s3.begin_round"] = "s3.begin_round"
    force: bool = False


class BeginTurn(core.Narrating):
    """Open a pairing (S3-TURN-3 to S3-TURN-8)."""

    type: Literal["s3.begin_turn"] = "s3.begin_turn"
    pc: CombatantId
    npc: CombatantId | None = None
    order: TurnOrder = "thrown"


class StrikeTurn(core.Narrating):
    """Strike a pairing that will not be played (S3-TURN-19)."""

    type: Literal["s3.strike_turn"] = "s3.strike_turn"
    pc: CombatantId


class Distract(core.Narrating):
    """Put a distraction into a zone (S3-HIDE-2)."""

    type: Literal["s3.distract"] = "s3.distract"
    zone: Key
    until_round: RoundNumber | None = None


class Hazard(core.Narrating):
    """Let the world deal damage (S3-NARR-4)."""

    type: Literal["s3.hazard"] = "s3.hazard"
    targets: tuple[CombatantId, ...] = Field(min_length=1, max_length=50)
    coins: Coins
    stun_coins: Coins = 0
    wound_coins: Coins = 0
    incendiary: bool = False
    armour_counts: bool = False
    called: Limb | None = None
    lasts: int | None = Field(default=None, ge=1, le=100)
    intent: Intent | None = None


class Impose(core.Narrating):
    """Set one condition without a throw (S3-NARR-5)."""

    interrupts: ClassVar[bool] = True
    type: Literal["s3.impose"] = "s3.impose"
    combatant: CombatantId
    wound: int | None = Field(default=None, ge=0, le=60)
    limb: Limb | None = None
    stunned: bool = False
    prone: bool = False
    disabled: Fate | None = None


class Heal(core.Narrating):
    """Medical attention and other relief (S3-NARR-6)."""

    interrupts: ClassVar[bool] = True
    type: Literal["s3.heal"] = "s3.heal"
    combatant: CombatantId
    wounds: tuple[str, ...] | Literal["all"] = Field(default=(), max_length=200)
    limbs: tuple[Limb, ...] | Literal["all"] = Field(default=(), max_length=5)
    stunned: bool = False
    fire: bool = False
    doses: bool = False
    disabled: bool = False


class RestoreBreath(core.Narrating):
    """Give Breath back, up to the maximum (S3-NARR-7)."""

    interrupts: ClassVar[bool] = True
    type: Literal["s3.restore_breath"] = "s3.restore_breath"
    combatant: CombatantId
    points: Annotated[int, Field(ge=1, le=30)] | Literal["full"] = "full"


class Administer(core.Narrating):
    """Give poison without an attack (S3-POIS-9)."""

    type: Literal["s3.administer"] = "s3.administer"
    combatants: tuple[CombatantId, ...] = Field(min_length=1, max_length=50)
    poison: Key
    route: Route
    source: CombatantId | None = None


class PoisonStrikes(core.Narrating):
    """Let an ingested dose take effect (S3-POIS-6)."""

    type: Literal["s3.poison_strikes"] = "s3.poison_strikes"
    combatant: CombatantId
    dose: str = Field(max_length=64)


class SetLimbPenalty(core.Narrating):
    """Waive a lost limb's penalty for a skill, or lay it on another (S3-CALL-11)."""

    interrupts: ClassVar[bool] = True
    type: Literal["s3.set_limb_penalty"] = "s3.set_limb_penalty"
    combatant: CombatantId
    limb: Limb
    skill: Skill
    applies: bool


class SetFate(core.Narrating):
    """Say what being disabled meant (S3-DIS-9)."""

    interrupts: ClassVar[bool] = True
    type: Literal["s3.set_fate"] = "s3.set_fate"
    combatant: CombatantId
    fate: Fate


class Remove(core.Narrating):
    """Take a combatant out of the fight (S3-NARR-8)."""

    interrupts: ClassVar[bool] = True
    type: Literal["s3.remove"] = "s3.remove"
    combatant: CombatantId
    reason: Text = ""


class MemoryEntry(StrictModel):
    """A stunt as the memory knows it (S3-STUNT-17): skills, weapon kinds, tactic (task and label)."""

    skills: tuple[Skill, ...] = Field(min_length=2, max_length=17)
    weapons: tuple[Key, ...] = Field(default=("unarmed",), max_length=17)
    task: str = Field(max_length=80, examples=["attack", "trip/ground", "defend"])
    label: Text = ""


class SetStuntMemory(core.Narrating):
    """Add an entry to a combatant's stunt memory, or take one away (S3-NARR-10)."""

    interrupts: ClassVar[bool] = True
    type: Literal["s3.set_stunt_memory"] = "s3.set_stunt_memory"
    combatant: CombatantId
    add: MemoryEntry | None = None
    remove: MemoryEntry | None = None


class EndCombat(core.Narrating):
    """Close the open pairing and round without further effects (S3-TURN-25)."""

    type: Literal["s3.end_combat"] = "s3.end_combat"
