"""What acting combatants may ask for."""

from typing import ClassVar, Literal

from pydantic import Field

from domain.core.commands import Acting, CombatantId, PhaseRule, StrictModel, Text
from domain.rulesets.yin_yang.commands.parts import (
    AbilityName,
    Attributes,
    CalledShotSheet,
    Combatants,
    Combining,
    Excusing,
    HandCard,
    Key,
    OpenToUnable,
    Said,
    Situation,
    Staking,
    Striking,
    Timely,
)
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import BETWEEN, IN_TURN, Difficulty, Scope, TestAttribute


class Attack(Acting, Striking, Staking, Situation):
    """Call an attack (YY-ATK-1)."""

    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    during = PhaseRule(IN_TURN, "YY-ACT-5", "Attacks need a running turn; start one first.")
    type: Literal["yin_yang.attack"] = "yin_yang.attack"
    target: CombatantId
    attribute: TestAttribute | None = Field(default=None, description="in place of combat value; the narrator's")
    charge: bool = False
    called_shot: CalledShotSheet | None = None
    hand_card: HandCard = None


class Act(Acting, Staking, Situation):
    """Call an action that is no attack (YY-ATK-18)."""

    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    during = PhaseRule(IN_TURN, "YY-ACT-5", "Acts need a running turn; start one first, or make a test.")
    type: Literal["yin_yang.act"] = "yin_yang.act"
    goal: Said
    target: CombatantId | None = None
    against: Combatants = Field(default=(), description="who may oppose, where nobody is the target")
    attributes: Attributes
    ability: AbilityName | None = None
    precision: bool = Field(default=False, description="a precision task (YY-ARM-10)")
    hand_card: HandCard = None


class Participant(StrictModel):
    """What one of several puts into a combined action."""

    combatant: CombatantId
    attributes: Attributes = ("combat_value",)
    ability: AbilityName | None = None
    weapon: Key | None = None


class Combine(Combining, Staking, Situation):
    """Try something together (YY-COMB-1); the actor is among the participants."""

    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    type: Literal["yin_yang.combine"] = "yin_yang.combine"
    kind: Literal["attack", "act"]
    participants: tuple[Participant, ...] = Field(min_length=2, max_length=20)
    target: CombatantId | None = None
    against: Combatants = ()
    precision: bool = False
    hand_card: HandCard = None

    @property
    def is_attack(self) -> bool:
        return self.kind == "attack"


class Test(Excusing, Situation):
    """Make an unopposed test (YY-TEST-11)."""

    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    type: Literal["yin_yang.test"] = "yin_yang.test"
    attributes: Attributes
    ability: AbilityName | None = None
    task: Text = ""
    precision: bool = False
    difficulty: Difficulty | None = Field(default=None, description="the narrator's to set (YY-AUTO-6)")
    needs_scope: Scope | None = Field(default=None, description="the narrator's: the narrowest scope that may try")
    draw_anyway: bool = Field(default=False, description="give up an automatic success (YY-AUTO-8)")
    free: bool = Field(default=False, description="the narrator's: costs no action (YY-TEST-10)")
    hand_card: HandCard = None

    def excuses(self, actor: Person, *, narrated: bool) -> bool:
        """Return whether it is a free test of the narrator for a combatant that has not left."""
        return self.free and narrated and not actor.gone


class Tend(Acting, Situation):
    """Tend somebody who is dying (YY-VIT-6)."""

    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    type: Literal["yin_yang.tend"] = "yin_yang.tend"
    patient: CombatantId
    attributes: Attributes
    ability: AbilityName | None = None
    hand_card: HandCard = None


class Hold(Acting):
    """Call nothing for now (YY-ACT-6)."""

    during = PhaseRule(IN_TURN, "YY-ACT-5", "Holding back needs a running turn; start one first.")
    type: Literal["yin_yang.hold"] = "yin_yang.hold"


class GripSheet(StrictModel):
    """A weapon, and the hands that hold it."""

    weapon: Key
    hands: int = Field(default=1, ge=0, le=2)


class Wield(Acting):
    """Say what the hands hold from now on, of one's gear or of what lies about (YY-WPN-10, YY-WPN-31)."""

    type: Literal["yin_yang.wield"] = "yin_yang.wield"
    items: tuple[GripSheet, ...] = Field(default=(), max_length=8)


class Wear(OpenToUnable):
    """Say what armour is worn from now on; between turns (YY-ARM-12)."""

    during = PhaseRule(BETWEEN, "YY-ACT-5", "Armour is changed between turns; end this one first.")
    type: Literal["yin_yang.wear"] = "yin_yang.wear"
    armour: tuple[Key, ...] = Field(default=(), max_length=16)


class Guard(Acting):
    """Watch over somebody, or stop it (YY-ATK-15)."""

    type: Literal["yin_yang.guard"] = "yin_yang.guard"
    ward: CombatantId
    on: bool = True


class Move(Acting):
    """Move (YY-MOVE-2, YY-MOVE-4): exactly one of the three."""

    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    during = PhaseRule(IN_TURN, "YY-ACT-5", "Moves need a running turn; start one first.")
    type: Literal["yin_yang.move"] = "yin_yang.move"
    toward: CombatantId | None = None
    away_from: CombatantId | None = None
    subfight: Key | None = None
    hand_card: HandCard = None


class Challenge(OpenToUnable, Timely):
    """Contest a call of the narrator (YY-CHAL-1)."""

    interrupts: ClassVar[bool] = True
    type: Literal["yin_yang.challenge"] = "yin_yang.challenge"
    about: int | None = Field(default=None, ge=1, le=2**53, description="version of the disputed event")
    text: Said

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.options.challenges and fight.challenge is None
