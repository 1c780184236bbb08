"""Facts of fighting and of what it does: hits, holds, wounds, stun, disabling, fire, poison, stunts."""

from typing import ClassVar

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.s3.state import Disabled, Dose, Drag, Fight, Fire, Hold, LimbRuling, Loss, Memory, Wound
from domain.rulesets.s3.words import Fate, Intent, Limb, Skill


class AttackHit(Event, frozen=True, kw_only=True):
    """An attack hit (S3-ATK-7): with which weapon, at which limb, meant how."""

    type: ClassVar[str] = "s3.attack_hit"
    attacker: str
    target: str
    weapon: str
    result: int
    margin: int
    intent: Intent = "subdue"
    called: Limb | None = None


class AttackMissed(Event, frozen=True, kw_only=True):
    """An attack missed; nothing else follows."""

    type: ClassVar[str] = "s3.attack_missed"
    attacker: str
    target: str
    weapon: str


class BreathSpent(Event, frozen=True, kw_only=True):
    """Breath was paid, for a stunt or for acting through a stun (S3-STUNT-4, S3-STUN-6)."""

    type: ClassVar[str] = "s3.breath_spent"
    combatant: str
    points: int
    purpose: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath -= self.points


class BreathRestored(Event, frozen=True, kw_only=True):
    """Breath came back (S3-NARR-7)."""

    type: ClassVar[str] = "s3.breath_restored"
    combatant: str
    points: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath += self.points


class StuntDeclared(Event, frozen=True, kw_only=True):
    """A stunt was declared and is remembered for the scene (S3-STUNT-21), unless ``remembered`` is false."""

    type: ClassVar[str] = "s3.stunt_declared"
    combatant: str
    primary: str
    memory: Memory
    price: int
    remembered: bool = True

    def evolve(self, fight: Fight) -> None:
        if self.remembered:
            _remember(fight, self.combatant, self.memory)


class StuntMemoryAdded(Event, frozen=True, kw_only=True):
    """The narrator added a stunt to a memory (S3-NARR-10)."""

    type: ClassVar[str] = "s3.stunt_memory_added"
    combatant: str
    memory: Memory

    def evolve(self, fight: Fight) -> None:
        _remember(fight, self.combatant, self.memory)


class StuntMemoryRemoved(Event, frozen=True, kw_only=True):
    """The narrator took a stunt out of a memory (S3-NARR-10)."""

    type: ClassVar[str] = "s3.stunt_memory_removed"
    combatant: str
    memory: Memory

    def evolve(self, fight: Fight) -> None:
        kept = tuple(memory for memory in fight.memory.get(self.combatant, ()) if memory != self.memory)
        fight.memory = {**fight.memory, self.combatant: kept}


class DamageSuffered(Event, frozen=True, kw_only=True):
    """Damage points of one hit, burn, dose, fall …: what counts for stunning and for wounding (S3-DMG-4)."""

    type: ClassVar[str] = "s3.damage_suffered"
    combatant: str
    label: str
    points: int
    stun_amount: int
    wound_amount: int
    source: str | None = None


class Wounded(Event, frozen=True, kw_only=True):
    """A wound was taken (S3-WOUND-1); ``total`` is the new sum of penalties."""

    type: ClassVar[str] = "s3.wounded"
    private: ClassVar[frozenset[str]] = frozenset({"total"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wound: Wound
    total: int | None = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.wounds = (*person.wounds, self.wound)


class Stunned(Event, frozen=True, kw_only=True):
    """Somebody will lose its next turn (S3-STUN-4), or with ``stun_length=round`` those of a round."""

    type: ClassVar[str] = "s3.stunned"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].stunned = True


class StunRoundSet(Event, frozen=True, kw_only=True):
    """With ``stun_length=round``: the round whose turns are lost (S3-STUN-13)."""

    type: ClassVar[str] = "s3.stun_round_set"
    combatant: str
    round: int

    def evolve(self, fight: Fight) -> None:
        """The round that is lost is known; what strikes from now on is a new stun (S3-STUN-8, S3-STUN-13)."""
        person = fight.people[self.combatant]
        person.stun_round = self.round
        person.stunned = False


class StunOver(Event, frozen=True, kw_only=True):
    """The stun is served, bought off, healed, or outweighed (S3-STUN-8, S3-STUN-14)."""

    type: ClassVar[str] = "s3.stun_over"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.stunned = False
        person.stun_round = None


class LimbLost(Event, frozen=True, kw_only=True):
    """A limb is lost, for good or through a round (S3-CALL-4, S3-CALL-14, S3-CALL-16)."""

    type: ClassVar[str] = "s3.limb_lost"
    combatant: str
    limb: Limb
    loss: Loss

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.limbs = {**person.limbs, self.limb: self.loss}


class LimbRestored(Event, frozen=True, kw_only=True):
    """A limb can be used again."""

    type: ClassVar[str] = "s3.limb_restored"
    combatant: str
    limb: Limb

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.limbs = {limb: loss for limb, loss in person.limbs.items() if limb != self.limb}


class LimbPenaltySet(Event, frozen=True, kw_only=True):
    """The narrator waived a limb's penalty for a skill, or laid it on one (S3-CALL-11)."""

    type: ClassVar[str] = "s3.limb_penalty_set"
    combatant: str
    limb: Limb
    skill: Skill
    applies: bool

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        others = tuple(r for r in person.limb_rulings if (r.limb, r.skill) != (self.limb, self.skill))
        person.limb_rulings = (*others, LimbRuling(self.limb, self.skill, self.applies))


class CombatantDisabled(Event, frozen=True, kw_only=True):
    """A combatant is out of action (S3-DIS-1) and lies on the ground, unless it sits on a vehicle (S3-LEGAL-11)."""

    type: ClassVar[str] = "s3.disabled"
    combatant: str
    disabled: Disabled
    prone: bool = True

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.disabled = self.disabled
        person.stunned = False
        person.stun_round = None
        person.prone = self.prone


class FateSet(Event, frozen=True, kw_only=True):
    """The narrator said what being disabled meant (S3-DIS-9)."""

    type: ClassVar[str] = "s3.fate_set"
    combatant: str
    fate: Fate

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.disabled is not None:
            person.disabled = replace(person.disabled, fate=self.fate)


class Recovered(Event, frozen=True, kw_only=True):
    """A disabled combatant stands up able (S3-NARR-6)."""

    type: ClassVar[str] = "s3.recovered"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.disabled = None
        person.prone = False


class WoundsHealed(Event, frozen=True, kw_only=True):
    """Wounds were treated (S3-WOUND-7)."""

    type: ClassVar[str] = "s3.wounds_healed"
    combatant: str
    wounds: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.wounds = tuple(wound for wound in person.wounds if wound.id not in self.wounds)


class Pinned(Event, frozen=True, kw_only=True):
    """Somebody is held (S3-PIN-2); the hold of the same ID, pinned anew, has other successes now (S3-PIN-9)."""

    type: ClassVar[str] = "s3.pinned"
    hold: Hold

    def evolve(self, fight: Fight) -> None:
        held(fight, self)


class Choked(Event, frozen=True, kw_only=True):
    """Somebody is in a chokehold (S3-STRAN-4)."""

    type: ClassVar[str] = "s3.choked"
    hold: Hold

    def evolve(self, fight: Fight) -> None:
        held(fight, self)


class HoldEnded(Event, frozen=True, kw_only=True):
    """A pin or a choke is over."""

    type: ClassVar[str] = "s3.hold_ended"
    hold: str
    kind: str
    holder: str
    held: str
    reason: str

    def evolve(self, fight: Fight) -> None:
        fight.holds = tuple(hold for hold in fight.holds if hold.id != self.hold)


class DragBegun(Event, frozen=True, kw_only=True):
    """Somebody hangs on a weapon and is dragged along (S3-MOUNT-14)."""

    type: ClassVar[str] = "s3.drag_begun"
    drag: Drag

    def evolve(self, fight: Fight) -> None:
        fight.drags = (*fight.drags, self.drag)


class DragEnded(Event, frozen=True, kw_only=True):
    """A drag is over (S3-MOUNT-18)."""

    type: ClassVar[str] = "s3.drag_ended"
    drag: str
    dragger: str
    dragged: str
    reason: str

    def evolve(self, fight: Fight) -> None:
        fight.drags = tuple(drag for drag in fight.drags if drag.id != self.drag)


class Ignited(Event, frozen=True, kw_only=True):
    """Somebody burns (S3-FIRE-1, S3-FIRE-11)."""

    type: ClassVar[str] = "s3.ignited"
    combatant: str
    fire: Fire

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fire = self.fire


class FireTicked(Event, frozen=True, kw_only=True):
    """A fire did its damage of the round (S3-FIRE-3); its flame is what it did last (S3-FIRE-4)."""

    type: ClassVar[str] = "s3.fire_ticked"
    combatant: str
    flame: int
    round: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.fire is not None:
            person.fire = replace(person.fire, flame=self.flame, ticked_round=self.round)


class FireSmothered(Event, frozen=True, kw_only=True):
    """A fire became smaller (S3-FIRE-8, S3-FIRE-9)."""

    type: ClassVar[str] = "s3.fire_smothered"
    combatant: str
    intensity: int
    flame: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.fire is not None:
            person.fire = replace(person.fire, intensity=self.intensity, flame=self.flame)


class FireOut(Event, frozen=True, kw_only=True):
    """A fire is out."""

    type: ClassVar[str] = "s3.fire_out"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fire = None


class DoseGiven(Event, frozen=True, kw_only=True):
    """Poison is on its way (S3-POIS-1)."""

    type: ClassVar[str] = "s3.dose_given"
    combatant: str
    dose: Dose

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = (*person.doses, self.dose)


class DoseStruck(Event, frozen=True, kw_only=True):
    """A dose takes effect; it is used up by that (S3-POIS-4)."""

    type: ClassVar[str] = "s3.dose_struck"
    combatant: str
    dose: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = tuple(dose for dose in person.doses if dose.id != self.dose)


class DosesCured(Event, frozen=True, kw_only=True):
    """Doses were taken away before they struck (S3-NARR-6)."""

    type: ClassVar[str] = "s3.doses_cured"
    combatant: str
    doses: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = tuple(dose for dose in person.doses if dose.id not in self.doses)


HARM_EVENTS: tuple[type[Event], ...] = (
    AttackHit,
    AttackMissed,
    BreathSpent,
    BreathRestored,
    StuntDeclared,
    StuntMemoryAdded,
    StuntMemoryRemoved,
    DamageSuffered,
    Wounded,
    Stunned,
    StunRoundSet,
    StunOver,
    LimbLost,
    LimbRestored,
    LimbPenaltySet,
    CombatantDisabled,
    FateSet,
    Recovered,
    WoundsHealed,
    Pinned,
    Choked,
    HoldEnded,
    DragBegun,
    DragEnded,
    Ignited,
    FireTicked,
    FireSmothered,
    FireOut,
    DoseGiven,
    DoseStruck,
    DosesCured,
)


def held(fight: Fight, event: Pinned | Choked) -> None:
    """A hold that is renewed keeps its place among them, which is its age (S3-PIN-9)."""
    new = event.hold
    if any(hold.id == new.id for hold in fight.holds):
        fight.holds = tuple(new if hold.id == new.id else hold for hold in fight.holds)
    else:
        fight.holds = (*fight.holds, new)


def _remember(fight: Fight, combatant: str, memory: Memory) -> None:
    fight.memory = {**fight.memory, combatant: (*fight.memory.get(combatant, ()), memory)}
