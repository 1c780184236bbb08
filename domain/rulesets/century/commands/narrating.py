"""What only the narrator may ask for."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, PhaseRule, StrictModel, Text
from domain.rulesets.century.commands.parts import (
    Base,
    Calling,
    CallingOne,
    Combatants,
    ConditionSheet,
    Degrees,
    DiceText,
    Key,
    Label,
    ModifierSheet,
    PointSheet,
    RollKey,
    Round,
    Timely,
)
from domain.rulesets.century.state import Fight
from domain.rulesets.century.words import (
    STORY,
    Attitude,
    CircumstanceOn,
    ConditionName,
    ControlOutcome,
    DownedStatus,
    Light,
)


class CallRoll(CallingOne):
    """Call somebody for a roll (CE-SKILL-1, CE-REACT-1)."""

    type: Literal["century.call_roll"] = "century.call_roll"
    roll_id: Key | None = Field(default=None, description="its ID; default: one is made")


class CallRolls(Calling):
    """Call several for the same roll, one each (CE-DEG-8)."""

    type: Literal["century.call_rolls"] = "century.call_rolls"
    rollers: tuple[CombatantId, ...] = Field(min_length=1, max_length=20)
    roll_id: Key | None = Field(default=None, description="theirs are `<roll_id>.<combatant>`")


class WithdrawRoll(Narrating, Timely):
    """End an open roll before its throw (CE-ROLL-19)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.withdraw_roll"] = "century.withdraw_roll"
    roll_id: RollKey

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return any(roll.number is None for roll in fight.rolls.values())


class Surprise(Narrating):
    """Say that somebody is surprised (CE-REACT-40)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.surprise"] = "century.surprise"
    combatant: CombatantId
    initiative: int = Field(default=2, ge=0, le=12)
    skill: int = Field(default=20, ge=0, le=100)
    reaction: int = Field(default=20, ge=0, le=100)
    end_of_round: Round | None = Field(default=None, description="default: the end of the first round that follows")


class NpcReaction(Narrating):
    """Throw for an NPC's first attitude towards somebody (CE-NPC-1)."""

    always_sealed: ClassVar[bool] = True
    type: Literal["century.npc_reaction"] = "century.npc_reaction"
    npc: CombatantId
    toward: tuple[CombatantId, ...] = Field(min_length=1, max_length=20)
    spokesman: CombatantId | None = Field(default=None, description="one of them; needed where there are several")
    modifiers: tuple[ModifierSheet, ...] = Field(default=(), max_length=20)
    without_abilities: bool = False
    hidden: bool = False

    def secret_fields(self) -> frozenset[str]:
        """Of a hidden throw its adjustments are the narrator's (CE-NPC-5)."""
        return frozenset({"modifiers", "without_abilities"}) if self.hidden else frozenset()


class SetAttitude(Narrating):
    """Say what an NPC feels about somebody from now on (CE-NPC-7)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.set_attitude"] = "century.set_attitude"
    npc: CombatantId
    toward: CombatantId
    attitude: Attitude
    reason: Text = ""


class SetScene(Narrating):
    """Set light and weather (CE-SHEET-32); what is left out stays."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.set_scene"] = "century.set_scene"
    light: Light | None = None
    rain: bool | None = None
    wind: bool | None = None
    notes: Text | None = None


class SetCondition(Narrating, ConditionSheet):
    """Set a condition on somebody (CE-SHEET-18)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.set_condition"] = "century.set_condition"
    combatant: CombatantId


class ClearCondition(Narrating):
    """End a condition."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.clear_condition"] = "century.clear_condition"
    combatant: CombatantId
    condition: ConditionName
    label: Label | None = Field(default=None, description="of `hindered`")


class GrantFate(Narrating):
    """Give Fate Points, or take some (CE-FATE-13)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.grant_fate"] = "century.grant_fate"
    combatant: CombatantId
    amount: int = Field(ge=-99, le=99)
    reason: Text = ""


class RoundModifier(StrictModel):
    """A number for one combatant's round, and why."""

    combatant: CombatantId
    value: int = Field(ge=-60, le=60)
    reason: Label


class BeginRound(Narrating, Timely):
    """Begin a round: pools and initiative (CE-INIT-13)."""

    type: Literal["century.begin_round"] = "century.begin_round"
    modifiers: tuple[RoundModifier, ...] = Field(default=(), max_length=200, description="to initiative (CE-INIT-6)")
    mp_modifiers: tuple[RoundModifier, ...] = Field(default=(), max_length=200, description="to Move Points (CE-MP-1)")

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.step in ("story", "conclusion")


class AllowLongAction(Narrating):
    """Let somebody's present or next slot cost more (CE-STAG-11)."""

    type: Literal["century.allow_long_action"] = "century.allow_long_action"
    combatant: CombatantId
    mp_limit: int = Field(ge=1, le=60)


class SetPosition(Narrating):
    """Say where somebody is and where it looks; what is left out stays, `nowhere` forgets both (CE-RANGE-11)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.set_position"] = "century.set_position"
    combatant: CombatantId
    position: PointSheet | None = None
    heading: Degrees | None = None
    nowhere: bool = False


class CoveringSheet(StrictModel):
    """An object or somebody that hides a combatant, and the percentage of the view that it blocks."""

    object: CombatantId
    percent: int | None = Field(default=None, ge=1, le=100, description="default: what the object hides by its sheet")


class SetCover(Narrating):
    """Say what somebody stands behind, in order (CE-COVER-1); without objects it stands in the open."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.set_cover"] = "century.set_cover"
    combatant: CombatantId
    objects: tuple[CoveringSheet, ...] = Field(default=(), max_length=20)
    against: Combatants | None = Field(default=None, description="against whose attacks; default: all")


class SetCircumstance(Narrating):
    """Set a standing modifier of To-Hit Rolls (CE-MOD-25); an amount of 0 ends it."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.set_circumstance"] = "century.set_circumstance"
    label: Label
    amount: int = Field(ge=-200, le=200)
    on: CircumstanceOn = "all"
    combatant: CombatantId | None = Field(default=None, description="whose attacks, or attacks on whom")
    until: Round | None = Field(default=None, description="the round at whose end it lapses")


class SetDowned(Narrating):
    """Say how somebody fares, whatever the rules make of its HP (CE-DOWN-10)."""

    interrupts: ClassVar[bool] = True
    rewrites: ClassVar[str | None] = "combatant"
    type: Literal["century.set_downed"] = "century.set_downed"
    combatant: CombatantId
    status: DownedStatus
    hp: int | None = Field(default=None, ge=-99, le=999)
    reason: Text = ""


class InflictDamage(Narrating):
    """Hurt somebody by a fall, fire or the like (CE-DMG-9); exactly one of `dice` and `amount`."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.inflict_damage"] = "century.inflict_damage"
    combatant: CombatantId
    dice: DiceText | None = None
    amount: int | None = Field(default=None, ge=0, le=999)
    armor: bool = True
    reason: Text = ""


class ControlCheck(Narrating):
    """Ask a driver to keep a vehicle under control (CE-CLASS-9)."""

    type: Literal["century.control_check"] = "century.control_check"
    vehicle: CombatantId
    base: Base
    penalty: int = Field(default=0, ge=0, le=200)
    outcome: ControlOutcome = "skid"
    damage: DiceText | None = Field(default=None, description="of `crash`")


class TakeSeat(Narrating):
    """Put somebody at the wheel or on a seat of a vehicle, or out of it (CE-SHEET-42)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.take_seat"] = "century.take_seat"
    combatant: CombatantId
    vehicle: CombatantId | None = Field(default=None, description="left out: it gets out")
    driving: bool = False


class SetScore(Narrating):
    """Change an ability score in play (CE-ABIL-7)."""

    interrupts: ClassVar[bool] = True
    rewrites: ClassVar[str | None] = "combatant"
    type: Literal["century.set_score"] = "century.set_score"
    combatant: CombatantId
    ability: Literal["str", "agl", "con", "iq", "app", "prs"]
    score: int = Field(ge=1, le=30)
    reason: Text = ""


class LeaveField(Narrating):
    """Say that somebody has left the field (CE-END-8)."""

    interrupts: ClassVar[bool] = True
    type: Literal["century.leave_field"] = "century.leave_field"
    combatant: CombatantId
    reason: Text = ""


class Rest(Narrating):
    """Let days of rest go by, which heal (CE-DMG-11)."""

    during = PhaseRule(STORY, "CE-DMG-11", "Combat is being fought; no one can rest.")
    type: Literal["century.rest"] = "century.rest"
    combatants: Combatants = Field(default=(), description="who rests; default: all living persons and animals")
    days: int = Field(ge=1, le=365)


class EndCombat(Narrating, Timely):
    """End combat (CE-END-4)."""

    type: Literal["century.end_combat"] = "century.end_combat"
    outcome: Annotated[str, Field(max_length=80)] = ""
    reason: Text = ""

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.in_combat
