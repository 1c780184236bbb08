"""The state of an S3 fight: what the sheets and the encounter itself remember.

``Fight``, ``Person`` and ``Vehicle`` are shells that folds write to; all that they hold is replaced, never changed.
"""

from typing import Self

import msgspec
from msgspec.structs import replace

from domain.encounter import Encounter
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.options import Options
from domain.rulesets.s3.words import (
    HERE,
    Fate,
    Gone,
    Hand,
    Intent,
    Limb,
    LinkKind,
    Reason,
    Relation,
    Route,
    Seat,
    Side,
    Skill,
    VehicleStatus,
    VehicleType,
)


class Technique(msgspec.Struct, frozen=True):
    """A learned pair of skills that saves one Breath (S3-STUNT-4)."""

    name: str
    skills: tuple[Skill, Skill]


class Grip(msgspec.Struct, frozen=True, omit_defaults=True):
    """The items in the hands, by ID; a two-handed one stands in both."""

    main: str | None = None
    off: str | None = None

    def hands_with(self, item: str) -> tuple[Hand, ...]:
        """The hands that hold the item."""
        if self.main == item:
            return ("main", "off") if self.off == item else ("main",)
        return ("off",) if self.off == item else ()


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lost limb: by what, and through which round; without a round until healed."""

    source: str
    until_round: int | None = None


class LimbRuling(msgspec.Struct, frozen=True):
    """The narrator's word on a limb's penalty for a skill (S3-CALL-11)."""

    limb: Limb
    skill: Skill
    applies: bool


class Wound(msgspec.Struct, frozen=True):
    """A wound: damage points that made it, coins that it costs (a positive number), what dealt it."""

    id: str
    points: int
    penalty: int
    source: str


class Disabled(msgspec.Struct, frozen=True):
    """Out of action: why, and what it meant."""

    reasons: tuple[Reason, ...]
    fate: Fate


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """Burning: coins of the next burn, damage last done, whose fire, meant how, the round it last burned in."""

    intensity: int
    flame: int
    source: str | None = None
    intent: Intent | None = None
    ticked_round: int | None = None


class Dose(msgspec.Struct, frozen=True, omit_defaults=True):
    """A portion of poison on its way. ``given_version`` is the event that gave it; ``turns_had`` counts later turns."""

    id: str
    poison: str
    coins: int
    route: Route
    given_round: int
    given_version: int
    effect: Limb | None = None
    lasts: int | None = None
    source: str | None = None
    intent: Intent | None = None
    turns_had: int = 0
    waits_for_narrator: bool = False


class Hanging(msgspec.Struct, frozen=True):
    """A climb that is not finished: the link, and the feet gained on it."""

    link: str
    feet: int


class Person(msgspec.Struct):
    """A combatant: its sheet as it stands now."""

    id: str
    name: str
    fortitude: int
    pc: bool = False
    aliases: tuple[str, ...] = ()
    skills: dict[Skill, int] = {}
    fortitude_bonus: int = 0
    breath_max: int = 0
    breath: int = 0
    talents: tuple[str, ...] = ()
    techniques: tuple[Technique, ...] = ()
    grapple_bonus: int = 0
    items: dict[str, Item] = {}
    hands: Grip = Grip()
    armour: str | None = None
    limbs: dict[Limb, Loss] = {}
    limb_rulings: tuple[LimbRuling, ...] = ()
    wounds: tuple[Wound, ...] = ()
    stunned: bool = False
    stun_round: int | None = None
    disabled: Disabled | None = None
    out: Gone | None = None
    fire: Fire | None = None
    doses: tuple[Dose, ...] = ()
    prone: bool = False
    unseen_by: tuple[str, ...] = ()
    climb: Hanging | None = None
    zone: str = HERE
    vehicle: str | None = None
    seat: Seat | None = None
    joined_round: int = 0

    @property
    def able(self) -> bool:
        return self.disabled is None and self.out is None

    @property
    def side(self) -> Side:
        return "players" if self.pc else "opposition"

    @property
    def total_fortitude(self) -> int:
        """S3-DIS-6: points and lasting bonuses; neither wounds nor armour change it."""
        return self.fortitude + self.fortitude_bonus

    @property
    def wound_penalty(self) -> int:
        """S3-WOUND-4: the penalties of all wounds added up, as a positive number of coins."""
        return sum([wound.penalty for wound in self.wounds])


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


class ZonePlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the scene and the zones that are seen from it."""

    key: str
    name: str = ""
    sees: tuple[str, ...] | None = None


class LinkPlan(msgspec.Struct, frozen=True, omit_defaults=True):
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


class HazardPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a trip may throw somebody into (S3-TRIP-6)."""

    key: str
    zone: str
    storeys: int | None = None
    coins: int | None = None
    to_zone: str | None = None
    out: bool = False


class Distraction(msgspec.Struct, frozen=True, omit_defaults=True):
    """What makes hiding possible in a zone (S3-HIDE-2)."""

    zone: str
    until_round: int | None = None


class Round(msgspec.Struct, frozen=True):
    """An open round: its number of pairings, the PCs that still need theirs, done and struck pairings."""

    pairings: int
    waiting: tuple[str, ...]
    done: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    had_turn: tuple[str, ...] = ()
    closing: bool = False


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open pairing. ``order`` is who acts first and second, empty until settled; ``finished`` who has acted."""

    pc: str
    npc: str | None
    pc_result: int | None = None
    npc_result: int | None = None
    order: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()
    attack_spent: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open turn: what its actor has left. ``since`` is the version at which it began."""

    actor: str
    since: int
    movement: bool = True
    attack: bool = True
    extra: str | None = None
    extras_used: tuple[str, ...] = ()
    bought: bool = False
    ending: bool = False
    finishable: tuple[str, ...] = ()


class Hold(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pin or a choke. ``means`` is ``unarmed`` or an item ID; ``round`` and ``since`` say when it was won;
    ``victim_turns`` counts the victim's turns that began since.
    """

    id: str
    kind: str
    holder: str
    held: str
    successes: int
    means: str
    round: int
    since: int
    intent: Intent = "subdue"
    victim_turns: int = 0


class Drag(msgspec.Struct, frozen=True):
    """Somebody hangs on a weapon. ``since`` is the version of its begin."""

    id: str
    dragger: str
    dragged: str
    weapon: str
    coins: int
    successes: int
    intent: Intent
    since: int


class Memory(msgspec.Struct, frozen=True):
    """A stunt that was used in this scene (S3-STUNT-17)."""

    skills: tuple[str, ...]
    weapons: tuple[str, ...]
    task: str
    label: str


class Fight(Encounter):
    """An S3 encounter."""

    options: Options = Options()
    people: dict[str, Person] = {}
    vehicles: dict[str, Vehicle] = {}
    scene: int = 1
    scene_name: str = ""
    zones: dict[str, ZonePlan] = msgspec.field(default_factory=lambda: {HERE: ZonePlan(HERE, "here")})
    links: dict[str, LinkPlan] = {}
    hazards: dict[str, HazardPlan] = {}
    distractions: tuple[Distraction, ...] = ()
    round_number: int = 0
    round: Round | None = None
    pairing: Pairing | None = None
    turn: Turn | None = None
    engaged: tuple[tuple[str, str], ...] = ()
    relations: dict[str, Relation] = {}
    holds: tuple[Hold, ...] = ()
    drags: tuple[Drag, ...] = ()
    ground: dict[str, tuple[Item, ...]] = {}
    memory: dict[str, tuple[Memory, ...]] = {}
    decided: bool = False
    outcome: Side | None = None

    def fork(self) -> Self:
        return replace(
            self,
            people={key: replace(person) for key, person in self.people.items()},
            vehicles={key: replace(vehicle) for key, vehicle in self.vehicles.items()},
        )

    def name_of(self, combatant: str) -> str:
        one = self.people.get(combatant) or self.vehicles.get(combatant)
        return one.name if one else combatant

    def able(self, side: Side | None = None) -> list[Person]:
        """Everybody in the fight, of one side or both, in the order of joining."""
        return [p for p in self.people.values() if p.able and (side is None or p.side == side)]

    def loses_turn(self, person: Person) -> bool:
        """Whether a stun takes the next turn of somebody, or all of this round (S3-STUN-4, S3-STUN-13)."""
        return person.stunned or (self.round is not None and person.stun_round == self.round_number)

    def may_finish(self, hold: Hold) -> bool:
        """S3-STRAN-6: a later round and a turn of the victim since, or two rounds begun since."""
        later_round = self.round_number > hold.round or self.options.strangle_gap == "turn"
        return (later_round and hold.victim_turns > 0) or self.round_number >= hold.round + 2


def relation_key(vehicle: str, other: str) -> str:
    """The key of a relation: how the vehicle stands to the other."""
    return f"{vehicle}/{other}"
