"""What only the narrator may ask for."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, PhaseRule, StrictModel, Text
from domain.rulesets.yin_yang.commands.parts import (
    AbilityName,
    ArmourSheet,
    Attributes,
    Combatants,
    Condition,
    EndingChallenge,
    Granting,
    HandCard,
    Key,
    Said,
    Situation,
    Timely,
    WeaponSheet,
    WhileMatching,
)
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import BETWEEN, IN_TURN, Attribute, Band, Track

Points = Annotated[int, Field(ge=-200, le=200)]


class StartTurn(Narrating):
    """Start a turn: everybody takes a hand (YY-ORD-2)."""

    during = PhaseRule(BETWEEN, "YY-ACT-1", "A turn is running; end it first.")
    type: Literal["yin_yang.start_turn"] = "yin_yang.start_turn"


class EndTurn(Narrating):
    """End the turn: what is left is lost, the decks are made whole (YY-ORD-3)."""

    during = PhaseRule(IN_TURN, "YY-ACT-1", "No turn is running; start one first.")
    type: Literal["yin_yang.end_turn"] = "yin_yang.end_turn"


class Contestant(Situation):
    """What one party puts into a contest."""

    combatant: CombatantId
    attributes: Attributes
    ability: AbilityName | None = None
    hand_card: HandCard = None


class Contest(Narrating):
    """An opposed test for a stated stake (YY-OPP-8); `first` counts as the caller."""

    type: Literal["yin_yang.contest"] = "yin_yang.contest"
    first: Contestant
    second: Contestant
    stake: Said
    costs_action: bool = False


class GiveCards(Narrating, Granting):
    """Grant bonus or penalty cards (YY-NARR-2)."""

    type: Literal["yin_yang.give_cards"] = "yin_yang.give_cards"


class HandOver(Narrating):
    """Say which deck somebody draws from, now that another plays it (YY-DECK-16)."""

    type: Literal["yin_yang.hand_over"] = "yin_yang.hand_over"
    combatant: CombatantId
    deck: Key = Field(description="key of a deck; one that nobody has drawn from yet is whole")


class GiveEdge(Narrating):
    """Give the Edge to a side, or to nobody (YY-EDGE-3)."""

    type: Literal["yin_yang.give_edge"] = "yin_yang.give_edge"
    side: Key | None = None


class Adjust(Narrating):
    """Take points off a track, or give some back (YY-NARR-1)."""

    type: Literal["yin_yang.adjust"] = "yin_yang.adjust"
    combatant: CombatantId
    track: Track
    points: Points = Field(description="below 0 a loss")
    reason: Text = ""


class SetAttribute(Narrating):
    """Change an attribute: what follows from it is computed anew (YY-DERIV-7)."""

    rewrites: ClassVar[str | None] = "combatant"
    type: Literal["yin_yang.set_attribute"] = "yin_yang.set_attribute"
    combatant: CombatantId
    attribute: Attribute
    score: int = Field(ge=1, le=100)
    reason: Text = ""


class SetCondition(Narrating):
    """Set or end a condition; only `mad` and `stabilised` have rules (YY-NARR-3)."""

    type: Literal["yin_yang.set_condition"] = "yin_yang.set_condition"
    combatant: CombatantId
    condition: Condition = Field(min_length=1)
    on: bool = True
    text: Text = ""


class DeclareDead(Narrating):
    """Say that a dying combatant has died (YY-NARR-4)."""

    type: Literal["yin_yang.declare_dead"] = "yin_yang.declare_dead"
    combatant: CombatantId
    reason: Text = ""


class PassTime(Narrating):
    """Let hours pass between turns (YY-NARR-5).

    Of a crowd badly wounded more may happen than fits into one command; `only` takes it in parts.
    """

    during = PhaseRule(BETWEEN, "YY-ACT-5", "Time passes between turns; end this one first.")
    type: Literal["yin_yang.pass_time"] = "yin_yang.pass_time"
    hours: int = Field(ge=1, le=100_000)
    only: Combatants = Field(default=(), description="for whom they pass; without it for everybody")
    resting: Combatants = ()
    mentally_resting: Combatants = ()
    cared_for: Combatants = ()


class SplitFight(Narrating):
    """Say who is in which sub-fight; whoever is not named stays (YY-MOVE-4)."""

    type: Literal["yin_yang.split_fight"] = "yin_yang.split_fight"
    subfights: dict[CombatantId, Key] = Field(min_length=1, max_length=200)


class SetDistance(Narrating):
    """Say how far two are apart (YY-MOVE-2)."""

    type: Literal["yin_yang.set_distance"] = "yin_yang.set_distance"
    first: CombatantId
    second: CombatantId
    band: Band


class AllowCounter(Narrating, WhileMatching):
    """Let somebody else match the open exchange too (YY-ATK-6)."""

    interrupts: ClassVar[bool] = True
    type: Literal["yin_yang.allow_counter"] = "yin_yang.allow_counter"
    combatant: CombatantId


class VetoAction(Narrating, WhileMatching):
    """Void the call that waits for a match (YY-ATK-14)."""

    interrupts: ClassVar[bool] = True
    type: Literal["yin_yang.veto_action"] = "yin_yang.veto_action"
    reason: Text = ""


class RuleScope(Narrating):
    """Say whether a task is within an ability (YY-SCOPE-4)."""

    type: Literal["yin_yang.rule_scope"] = "yin_yang.rule_scope"
    combatant: CombatantId
    ability: AbilityName
    task: Said
    within: bool


class PlaceItem(Narrating):
    """Let a weapon or a piece of armour lie about; exactly one of both."""

    type: Literal["yin_yang.place_item"] = "yin_yang.place_item"
    weapon: WeaponSheet | None = None
    armour: ArmourSheet | None = None


class GenerateAttributes(Narrating):
    """Throw the attributes of somebody who is about to join (YY-ATTR-6)."""

    type: Literal["yin_yang.generate_attributes"] = "yin_yang.generate_attributes"
    combatant: CombatantId


class ConcededAbility(StrictModel):
    """The concession that a task is within somebody's ability."""

    combatant: CombatantId
    ability: AbilityName
    task: Said


class Conceding(StrictModel):
    """What the narrator concedes (YY-CHAL-6): exactly one of the three."""

    allow_ability: ConcededAbility | None = None
    cards: Granting | None = None
    text: Said | None = None


class JudgeChallenge(EndingChallenge):
    """Judge an accepted challenge (YY-CHAL-6, YY-CHAL-7)."""

    interrupts: ClassVar[bool] = True
    type: Literal["yin_yang.judge_challenge"] = "yin_yang.judge_challenge"
    impressed: bool
    concession: Conceding | None = None


class Loss(StrictModel):
    """Points of one track."""

    track: Track
    points: int = Field(ge=1, le=200)


class Retaliate(Narrating, Timely):
    """Use up an owed retaliation, or waive it (YY-CHAL-8, YY-CHAL-9)."""

    interrupts: ClassVar[bool] = True
    type: Literal["yin_yang.retaliate"] = "yin_yang.retaliate"
    combatant: CombatantId
    text: Text = ""
    loss: Loss | None = None
    waive: bool = False

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return any(person.retaliations_owed for person in fight.people.values())
