"""Facts of fighting and of what it does: hits, holds, wounds, stun, disabling, fire, poison, stunts."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.s3 import said
from domain.rulesets.s3.state import Disabled, Dose, Drag, Fight, Fire, Hold, LimbRuling, Loss, Memory, Wound
from domain.rulesets.s3.words import Fate, Intent, Limb, Skill
from domain.text.sentences import Spoken, SpokenOf

COINS_LOST: Final = {True: "coins", False: "no coins"}
LET_GO: Final = {
    "stunned": "{holder} is stunned and lets go of {held}.",
    "arm_lost": "{holder} has lost the arm and lets go of {held}.",
    "weapon_lost": "{holder} has lost the weapon and lets go of {held}.",
    "holder_moved": "{holder} lets go of {held} to move.",
    "holder_acted": "{holder} lets go of {held} to do something else.",
    "released": "{holder} lets go of {held}.",
    "pinned": "{holder} is pinned and lets go of {held}.",
    "not_finished": "{holder} has missed the chance to finish {held}, and lets go.",
    "failed": "{held} holds out, and {holder} lets go.",
    "broken_free": "{held} breaks free of {holder}.",
    "moved_away": "{holder} and {held} are torn apart.",
}
"""How a pin, a chokehold or a drag ends, by the reason."""
LET_GO_OTHERWISE: Final = "{holder} no longer holds {held}."
"""How a pin, a chokehold or a drag ends where one of the two is out of the fight, as has been told."""


class AttackHit(Event, frozen=True, kw_only=True):
    """An attack hit (S3-ATK-7): with which weapon, at which limb, meant how."""

    type: ClassVar[str] = "s3.attack_hit"
    says = "{attacker} hits {target}[ in the {called}] with {weapon}{intent}."
    attacker: str
    target: Annotated[str, Spoken(said.anybody)]
    weapon: Annotated[str, SpokenOf(said.attacking_weapon)]
    result: int
    margin: int
    intent: Annotated[Intent, Spoken(said.INTENTS)] = "subdue"
    called: Annotated[Limb | None, said.AS_WORDS] = None


class AttackMissed(Event, frozen=True, kw_only=True):
    """An attack missed; nothing else follows."""

    type: ClassVar[str] = "s3.attack_missed"
    says = "{attacker} misses {target} with {weapon}."
    attacker: str
    target: Annotated[str, Spoken(said.anybody)]
    weapon: Annotated[str, SpokenOf(said.attacking_weapon)]


class BreathSpent(Event, frozen=True, kw_only=True):
    """Breath was paid, for a stunt or for acting through a stun (S3-STUNT-4, S3-STUN-6)."""

    type: ClassVar[str] = "s3.breath_spent"
    says = ""
    combatant: str
    points: int
    purpose: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath -= self.points


class BreathRestored(Event, frozen=True, kw_only=True):
    """Breath came back (S3-NARR-7)."""

    type: ClassVar[str] = "s3.breath_restored"
    says = "{combatant} gets {points} Breath back."
    combatant: str
    points: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath += self.points


class StuntDeclared(Event, frozen=True, kw_only=True):
    """A stunt was declared and is remembered for the scene (S3-STUNT-21), unless ``remembered`` is false."""

    type: ClassVar[str] = "s3.stunt_declared"
    combatant: str
    primary: str
    memory: Annotated[Memory, Spoken(said.stunt)]
    price: int
    remembered: bool = True

    def says(self) -> str:
        return f"{{combatant}} tries a stunt with {{memory}} {'for {price} Breath' if self.price else 'at no cost'}."

    def evolve(self, fight: Fight) -> None:
        if self.remembered:
            fight.remember(self.combatant, self.memory)


class StuntMemoryAdded(Event, frozen=True, kw_only=True):
    """The narrator added a stunt to a memory (S3-NARR-10)."""

    type: ClassVar[str] = "s3.stunt_memory_added"
    says = "{combatant} now counts as having used {memory}."
    combatant: str
    memory: Annotated[Memory, Spoken(said.remembered)]

    def evolve(self, fight: Fight) -> None:
        fight.remember(self.combatant, self.memory)


class StuntMemoryRemoved(Event, frozen=True, kw_only=True):
    """The narrator took a stunt out of a memory (S3-NARR-10)."""

    type: ClassVar[str] = "s3.stunt_memory_removed"
    says = "{combatant} no longer counts as having used {memory}."
    combatant: str
    memory: Annotated[Memory, Spoken(said.remembered)]

    def evolve(self, fight: Fight) -> None:
        kept = tuple(memory for memory in fight.memory.get(self.combatant, ()) if memory != self.memory)
        fight.memory = {**fight.memory, self.combatant: kept}


class DamageSuffered(Event, frozen=True, kw_only=True):
    """Damage points of one hit, burn, dose, fall …: what counts for stunning and for wounding (S3-DMG-4)."""

    type: ClassVar[str] = "s3.damage_suffered"
    combatant: str
    label: Annotated[str, Spoken(said.damage)]
    points: int
    stun_amount: int
    wound_amount: int
    source: Annotated[str | None, SpokenOf(said.owed_to)] = None

    def says(self) -> str:
        if self.stun_amount != self.wound_amount:
            amounts = "{stun_amount:point} towards a stun and {wound_amount:point} towards a wound"
            return f"{{combatant}} takes {{label}}[{{source}}]: {amounts}."
        points = "{stun_amount:point} of" if self.stun_amount else "no"
        return f"{{combatant}} takes {points} {{label}}[{{source}}]."


class Wounded(Event, frozen=True, kw_only=True):
    """A wound was taken (S3-WOUND-1); ``total`` is the new sum of penalties."""

    type: ClassVar[str] = "s3.wounded"
    private: ClassVar[frozenset[str]] = frozenset({"total"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wound: Annotated[Wound, Spoken(said.wound)]
    total: int | None = None

    def says(self) -> str:
        total = "" if self.total == self.wound.penalty else "[, {total} fewer in all]"
        return f"{{combatant}} takes a {{wound}}: {{wound.penalty:coin}} fewer{total}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.wounds = (*person.wounds, self.wound)


class Stunned(Event, frozen=True, kw_only=True):
    """Somebody will lose its next turn (S3-STUN-4), or with ``stun_length=round`` those of a round."""

    type: ClassVar[str] = "s3.stunned"
    says = "{combatant} is stunned and will lose the next turn."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].stunned = True


class StunRoundSet(Event, frozen=True, kw_only=True):
    """With ``stun_length=round``: the round whose turns are lost (S3-STUN-13)."""

    type: ClassVar[str] = "s3.stun_round_set"
    says = "{combatant} loses the turns of round {round} to the stun."
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
    says = "{combatant} recovers from the stun."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.stunned = False
        person.stun_round = None


class LimbLost(Event, frozen=True, kw_only=True):
    """A limb is lost, for good or through a round (S3-CALL-4, S3-CALL-14, S3-CALL-16)."""

    type: ClassVar[str] = "s3.limb_lost"
    combatant: str
    limb: Annotated[Limb, said.AS_WORDS]
    loss: Annotated[Loss, Spoken(said.lost_by)]

    def says(self) -> str:
        until = "until healed" if self.loss.until_round is None else "until the end of round {loss.until_round}"
        because = "" if self.loss.source in said.UNTOLD_CAUSES else ", because of {loss}"
        return f"{{combatant}} loses the use of the {{limb}} {until}{because}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.limbs = {**person.limbs, self.limb: self.loss}


class LimbRestored(Event, frozen=True, kw_only=True):
    """A limb can be used again."""

    type: ClassVar[str] = "s3.limb_restored"
    says = "{combatant} can use the {limb} again."
    combatant: str
    limb: Annotated[Limb, said.AS_WORDS]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.limbs = {limb: loss for limb, loss in person.limbs.items() if limb != self.limb}


class LimbPenaltySet(Event, frozen=True, kw_only=True):
    """The narrator waived a limb's penalty for a skill, or laid it on one (S3-CALL-11)."""

    type: ClassVar[str] = "s3.limb_penalty_set"
    says = "Without the {limb}, {combatant} loses {applies} at {skill}."
    combatant: str
    limb: Annotated[Limb, said.AS_WORDS]
    skill: Annotated[Skill, said.AS_WORDS]
    applies: Annotated[bool, Spoken(COINS_LOST)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        others = tuple(r for r in person.limb_rulings if (r.limb, r.skill) != (self.limb, self.skill))
        person.limb_rulings = (*others, LimbRuling(self.limb, self.skill, self.applies))


class CombatantDisabled(Event, frozen=True, kw_only=True):
    """A combatant is out of action (S3-DIS-1) and lies on the ground, unless it sits on a vehicle (S3-LEGAL-11)."""

    type: ClassVar[str] = "s3.disabled"
    says = "{combatant} is {disabled}."
    combatant: str
    disabled: Annotated[Disabled, Spoken(said.disabled)]
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
    says = "{combatant} is {fate}."
    combatant: str
    fate: Annotated[Fate, Spoken(said.FATES)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.disabled is not None:
            person.disabled = replace(person.disabled, fate=self.fate)


class Recovered(Event, frozen=True, kw_only=True):
    """A disabled combatant stands up able (S3-NARR-6)."""

    type: ClassVar[str] = "s3.recovered"
    says = "{combatant} is able to fight again."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.disabled = None
        person.prone = False


class WoundsHealed(Event, frozen=True, kw_only=True):
    """Wounds were treated (S3-WOUND-7)."""

    type: ClassVar[str] = "s3.wounds_healed"
    says = "{combatant} is healed of {wounds:wound}."
    combatant: str
    wounds: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.wounds = tuple(wound for wound in person.wounds if wound.id not in self.wounds)


class Pinned(Event, frozen=True, kw_only=True):
    """Somebody is held (S3-PIN-2); the hold of the same ID, pinned anew, has other successes now (S3-PIN-9)."""

    type: ClassVar[str] = "s3.pinned"
    says = "{hold.holder} holds {hold.held} fast with {hold}; {hold.successes:head} to beat."
    hold: Annotated[Hold, Spoken(said.held_with)]

    def evolve(self, fight: Fight) -> None:
        fight.keep_hold(self.hold)


class Choked(Event, frozen=True, kw_only=True):
    """Somebody is in a chokehold (S3-STRAN-4)."""

    type: ClassVar[str] = "s3.choked"
    says = "{hold.holder} has {hold.held} by the throat with {hold}; {hold.successes:head} to beat."
    hold: Annotated[Hold, Spoken(said.held_with)]

    def evolve(self, fight: Fight) -> None:
        fight.keep_hold(self.hold)


class HoldEnded(Event, frozen=True, kw_only=True):
    """A pin or a choke is over."""

    type: ClassVar[str] = "s3.hold_ended"
    hold: str
    kind: str
    holder: str
    held: str
    reason: str

    def says(self) -> str:
        return LET_GO.get(self.reason, LET_GO_OTHERWISE)

    def evolve(self, fight: Fight) -> None:
        fight.holds = tuple(hold for hold in fight.holds if hold.id != self.hold)


class DragBegun(Event, frozen=True, kw_only=True):
    """Somebody hangs on a weapon and is dragged along (S3-MOUNT-14)."""

    type: ClassVar[str] = "s3.drag_begun"
    says = "{drag.dragger} drags {drag.dragged} along with {drag}."
    drag: Annotated[Drag, Spoken(said.dragged_with)]

    def evolve(self, fight: Fight) -> None:
        fight.drags = (*fight.drags, self.drag)


class DragEnded(Event, frozen=True, kw_only=True):
    """A drag is over (S3-MOUNT-18)."""

    type: ClassVar[str] = "s3.drag_ended"
    drag: str
    dragger: str
    dragged: str
    reason: str

    def says(self) -> str:
        template = LET_GO.get(self.reason, "{holder} no longer drags {held} along.")
        return template.replace("{holder}", "{dragger}").replace("{held}", "{dragged}")

    def evolve(self, fight: Fight) -> None:
        fight.drags = tuple(drag for drag in fight.drags if drag.id != self.drag)


class Ignited(Event, frozen=True, kw_only=True):
    """Somebody burns (S3-FIRE-1, S3-FIRE-11)."""

    type: ClassVar[str] = "s3.ignited"
    says = "{combatant} is on fire[, lit by {fire.source}]: {fire.intensity:coin}."
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

    def says(self) -> str:
        to_beat = "; {flame:head} to beat" if self.flame else ""
        return f"The fire on {{combatant}} burns on{to_beat}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.fire is not None:
            person.fire = replace(person.fire, flame=self.flame, ticked_round=self.round)


class FireSmothered(Event, frozen=True, kw_only=True):
    """A fire became smaller (S3-FIRE-8, S3-FIRE-9)."""

    type: ClassVar[str] = "s3.fire_smothered"
    says = "{combatant} smothers some of the fire, down to {intensity:coin}."
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
    says = "The fire on {combatant} is out."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].fire = None


class DoseGiven(Event, frozen=True, kw_only=True):
    """Poison is on its way (S3-POIS-1)."""

    type: ClassVar[str] = "s3.dose_given"
    combatant: str
    dose: Annotated[Dose, Spoken(said.poison)]

    def says(self) -> str:
        by = "" if self.dose.source == self.combatant else "[ by {dose.source}]"
        return f"{{combatant}} is poisoned with {{dose}} ({{dose.coins:coin}}){by}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = (*person.doses, self.dose)


class DoseStruck(Event, frozen=True, kw_only=True):
    """A dose takes effect; it is used up by that (S3-POIS-4)."""

    type: ClassVar[str] = "s3.dose_struck"
    says = "The poison in {combatant} takes effect."
    combatant: str
    dose: str

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.doses = tuple(dose for dose in person.doses if dose.id != self.dose)


class DosesCured(Event, frozen=True, kw_only=True):
    """Doses were taken away before they struck (S3-NARR-6)."""

    type: ClassVar[str] = "s3.doses_cured"
    says = "{combatant} is cured of {doses:dose} of poison."
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
