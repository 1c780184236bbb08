"""The commands of S3: what an acting combatant and the narrator may ask for."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from domain import core_commands as core
from domain.core_commands import CombatantId, Command, Model, Name, Text
from domain.rulesets.s3.words import Fate, Hand, Intent, Limb, LinkKind, Relation, Route, Seat, Skill

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Weapon = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}(/[a-z0-9_]{1,40})?$"),
    Field(description="an item and its mode, as `sword_pistol/blade`; or `unarmed`"),
]
TripOutcome = Annotated[
    str,
    StringConstraints(pattern=r"^(ground|dismount|(zone|hazard):[a-z0-9][a-z0-9_-]{0,39})$"),
    Field(description="`ground`, `dismount`, `zone:<key>` or `hazard:<key>`"),
]
Coins = Annotated[int, Field(ge=0, le=60)]
Round = Annotated[int, Field(ge=0, le=100_000)]
TurnOrder = Literal["thrown", "pc_first", "npc_first"]


class Modifier(Model):
    """A situational modifier of the narrator, in coins, with its reason (S3-THROW-9)."""

    coins: int = Field(ge=-20, le=20)
    reason: Text = ""


class Stunt(Model):
    """Skills thrown together with the primary one (S3-STUNT-1)."""

    with_: tuple[Skill, ...] = Field(alias="with", min_length=1, max_length=16, description="secondaries in order")
    tactic: Text = Field(default="", description="the player's label for the idea")
    weapons: dict[Skill, Weapon] = Field(default_factory=dict, description="weapons named for secondary skills")


class Defence(Model):
    """An answer to `oppose`: the skill, the item parried with, a stunt."""

    skill: Skill
    item: Weapon | None = None
    stunt: Stunt | None = None


class FastReply(Defence):
    """An answer to `fast_reply`: the skill and weapon that strike back (S3-FAST-4)."""

    called: Limb | None = None
    intent: Intent = "subdue"


class CrashVerdict(Model):
    """The narrator's answer to `crash` (S3-MOUNT-23)."""

    spectacular: bool = False
    coins: Coins = 0


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


class Against(Model):
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


class Zone(Model):
    """A part of the scene and the zones that are seen from it; without `sees` all are."""

    key: Key
    name: Name | None = None
    sees: tuple[Key, ...] | None = Field(default=None, max_length=100)


class Link(Model):
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


class SceneHazard(Model):
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


class VehicleRelation(Model):
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
    until_round: Round | None = None


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


class MemoryEntry(Model):
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
NARRATIONS: tuple[type[Command], ...] = (
    SetScene,
    BeginScene,
    Place,
    BeginRound,
    BeginTurn,
    StrikeTurn,
    Distract,
    Hazard,
    Impose,
    Heal,
    RestoreBreath,
    Administer,
    PoisonStrikes,
    SetLimbPenalty,
    SetFate,
    Remove,
    SetStuntMemory,
    EndCombat,
)
S3_COMMANDS: tuple[type[Command], ...] = (*ACTING, *NARRATIONS)
