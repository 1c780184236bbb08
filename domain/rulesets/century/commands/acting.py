"""What somebody may do in its own name: attempts, and the steps of its slots."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import CombatantId, PhaseRule
from domain.rulesets.century.commands.parts import (
    ActionCost,
    Attacking,
    Deed,
    GoalSheet,
    Key,
    RollTerms,
    Said,
    SkillName,
    Step,
    Timely,
)
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.words import STORY, Aid, Hand, Incline, Way

Vehicle = Annotated[CombatantId | None, Field(description="the vehicle that the actor drives")]


class Attempt(Deed):
    """Try something uncertain outside combat; the narrator says how (CE-ROLL-9)."""

    during = PhaseRule(STORY, "CE-SHEET-31", "Combat is being fought; other_action tries something in one's slot.")
    rule_when_down = "CE-ROLL-17"
    beside_rolls = True
    type: Literal["century.attempt"] = "century.attempt"
    what: Said
    kind: Literal["skill", "reaction"] = "skill"
    skill: SkillName | None = None
    target: CombatantId | None = None

    def may_be_given_when_down(self, *, narrated: bool) -> bool:
        """A Reaction Check may be asked for (CE-REACT-8)."""
        return self.kind == "reaction"


class Move(Step):
    """Move (CE-ACT-40): exactly one of `distance_m` and `to`."""

    type: Literal["century.move"] = "century.move"
    mode: Way
    distance_m: int | None = Field(default=None, ge=0, le=10_000, description="above 0")
    to: GoalSheet | None = None
    incline: Incline = "none"
    uneven: bool = False
    wet: bool = False
    stealthy: bool = False
    aid: Aid = Field(default="none", description="of the mode `climb`")
    vehicle: Vehicle = None
    keeps_cover: bool = Field(default=False, description="the narrator's to say (CE-COVER-14)")


class Turn(Step):
    """Change the heading (CE-TURN-1)."""

    type: Literal["century.turn"] = "century.turn"
    degrees: int = Field(ge=-3600, le=3600, description="clockwise above 0; never 0, at most 360 (CE-TURN-9)")
    vehicle: Vehicle = None


class Hide(Step):
    """Hide (CE-ACT-48); the narrator sets the roll."""

    type: Literal["century.hide"] = "century.hide"


class DrawWeapon(Step):
    """Take a carried item into a hand (CE-ACT-44)."""

    type: Literal["century.draw_weapon"] = "century.draw_weapon"
    item: Key
    hand: Hand | Literal["both"] | None = None

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.weapons.keys() - set(person.held.values()))


class DiscardWeapon(Step):
    """Drop a held item (CE-ACT-45)."""

    type: Literal["century.discard_weapon"] = "century.discard_weapon"
    item: Key

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.held)


class ExchangeWeapon(Step):
    """Put a held item away and take another (CE-ACT-46)."""

    type: Literal["century.exchange_weapon"] = "century.exchange_weapon"
    item: Key = Field(description="what is put away")
    for_item: Key = Field(description="what is taken")

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.held) and DrawWeapon.has_use(fight, person)


class PickUp(Step):
    """Pick something up (CE-ACT-47)."""

    type: Literal["century.pick_up"] = "century.pick_up"
    item: Key
    hand: Hand | Literal["both"] | None = None

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(fight.ground)


class LoadWeapon(Step):
    """Load a weapon (CE-LOAD-1)."""

    type: Literal["century.load_weapon"] = "century.load_weapon"
    item: Key
    with_: Literal["reload", "loose_round"] = Field(default="reload", alias="with")

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        held = [person.weapons[item] for item in person.held.values()]
        return any(weapon.reloads or weapon.loose_rounds for weapon in held)


class Attack(Attacking):
    """Attack a target, a point (area weapons) or several targets (`spray`); see CE-HIT-9.

    One of `weapon` and `natural` is used; without both it is what the dominant hand holds. The fields from `modifiers`
    on are the narrator's to give (CE-MOD-24).
    """

    type: Literal["century.attack"] = "century.attack"

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        """One action holds one attack, or the two of a pair (CE-STAG-7, CE-DUAL-4)."""
        turn = fight.turn_of(person.id)
        return turn is not None and (not turn.attacks or (turn.paired is not None and not turn.pair_done))


class OtherAction(Step):
    """Do something that is no fighting (CE-ACT-51); a roll may belong to it, of which all see what they may see."""

    secrets: ClassVar[frozenset[str]] = frozenset({"terms"})
    type: Literal["century.other_action"] = "century.other_action"
    what: Said
    mp: ActionCost | None = Field(default=None, description="the narrator's to say; else it is asked")
    roll: bool = Field(default=False, description="whether the narrator is to set a roll for it")
    terms: RollTerms | None = Field(default=None, description="the roll, where the narrator gives the command")


class Stabilize(Step):
    """Try to keep somebody from dying (CE-DOWN-6)."""

    type: Literal["century.stabilize"] = "century.stabilize"
    patient: CombatantId

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return any("dying" in other.conditions for other in fight.people.values())


class UseStimpak(Step):
    """Use a Stimpak on oneself or somebody near (CE-DMG-7)."""

    type: Literal["century.use_stimpak"] = "century.use_stimpak"
    patient: CombatantId

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return person.stimpaks > 0


class WearArmor(Deed):
    """Put on a piece of carried armour, or take off the one that is worn (CE-ARMOR-9)."""

    during = PhaseRule(
        STORY, "CE-ARMOR-9", "Combat is being fought; armour is put on and taken off before it or after it."
    )
    type: Literal["century.wear_armor"] = "century.wear_armor"
    armor: Key | None = Field(default=None, description="one that the actor carries; default: none is worn any more")

    def may_be_given_when_down(self, *, narrated: bool) -> bool:
        """The narrator may dress anybody living (CE-ARMOR-9)."""
        return narrated

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return bool(person.armour)


class ClearJam(Deed, Timely):
    """Begin to clear a jammed weapon (CE-CRIT-17)."""

    type: Literal["century.clear_jam"] = "century.clear_jam"
    weapon: Key

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.step in ("story", "actions")

    @classmethod
    def needs_slot(cls, fight: Fight) -> bool:
        """In combat clearing takes the whole of a round (CE-CRIT-17)."""
        return fight.in_combat

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        return any(person.weapons[item].state == "jammed" for item in person.held.values())


class EndAction(Step):
    """Close one's slot (CE-STAG-8)."""

    type: Literal["century.end_action"] = "century.end_action"

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        turn = fight.turn_of(person.id)
        return turn is not None and turn.touched


class FinishRound(Step):
    """Close one's slot and forgo all later ones of the round (CE-STAG-8)."""

    type: Literal["century.finish_round"] = "century.finish_round"


class Hold(Step, Timely):
    """Wait for the next pass without acting (CE-STAG-9)."""

    type: Literal["century.hold"] = "century.hold"

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.options.hold_slot
