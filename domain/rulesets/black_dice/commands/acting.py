"""The commands of combatants: deeds of a round, and what is done outside of one."""

from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.core.commands import Acting, CombatantId, PhaseRule, StrictModel
from domain.rulesets.black_dice.commands.parts import (
    AtAgenda,
    CarryingOut,
    Choices,
    Helped,
    Key,
    OpenToSome,
    Pips,
    RollChoices,
    Said,
    Situation,
    SpendingFate,
)
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.words import IDLE, Act, Alcohol, Difficulty, FeatKind, HealingPlace, Mark, Posture


class StrikeSheet(StrictModel):
    """One attack: on whom, with what."""

    target: CombatantId
    weapon: Key


class Going(StrictModel):
    """Where to: a zone, or close to somebody in one's own zone."""

    zone: Key | None = None
    close_to: CombatantId | None = None

    @model_validator(mode="after")
    def one_of_both(self) -> Self:
        if (self.zone is None) == (self.close_to is None):
            raise ValueError("Name either a zone or whom to be close to")
        return self


class Disengaging(StrictModel):
    """Where to, away from everybody; without a zone one stays in one's own."""

    zone: Key | None = None


class Aiming(StrictModel):
    """A ranged weapon and its target."""

    weapon: Key
    target: CombatantId


class Declare(OpenToSome):
    """Declare the one deed of the round (BD-INIT-7): exactly one of the deeds, with or without a posture."""

    during = PhaseRule(frozenset({"declare"}), "BD-ROUND-1", "Deeds are declared once initiative has been thrown.")
    type: Literal["black_dice.declare"] = "black_dice.declare"
    attack: tuple[StrikeSheet, ...] | None = Field(default=None, min_length=1, max_length=16)
    full_dodge: Literal[True] | None = None
    disengage: Disengaging | None = None
    move: Going | None = None
    aim: Aiming | None = None
    ready: tuple[Key, ...] | None = Field(default=None, max_length=8, description="the weapons then in hand")
    act: Act | None = None
    wait: Literal[True] | None = None
    posture: Posture | None = Field(default=None, description="stand up or drop prone, at once (BD-INIT-12)")

    @model_validator(mode="after")
    def one_deed(self) -> Self:
        if sum(getattr(self, deed) is not None for deed in DEEDS) != 1:
            raise ValueError(f"Declare exactly one of {', '.join(DEEDS)}")
        return self

    @classmethod
    def is_open_to(cls, fight: Fight, combatant: str) -> bool:
        """Only the one whose turn it is declares (BD-INIT-7)."""
        turn = fight.next_to_declare()
        return turn is not None and turn.id == combatant


DEEDS: tuple[str, ...] = ("attack", "full_dodge", "disengage", "move", "aim", "ready", "act", "wait")


class Resolve(AtAgenda):
    """Carry out the next item of the agenda (BD-ROUND-4), with the choices of the combatants that throw."""

    during = PhaseRule(
        frozenset({"resolve"}), "BD-ROUND-4", "There is nothing to resolve until all have declared and responded."
    )
    agenda_left = True
    type: Literal["black_dice.resolve"] = "black_dice.resolve"
    choices: dict[CombatantId, Choices] = Field(default_factory=dict, max_length=16)


class SurpriseAttack(OpenToSome):
    """Attack somebody that is unaware of one, for nothing (BD-RNG-7)."""

    during = PhaseRule(frozenset({"idle", "declare"}), "BD-RNG-7", "Surprise attacks come before all have declared.")
    type: Literal["black_dice.surprise_attack"] = "black_dice.surprise_attack"
    target: CombatantId
    weapon: Key
    choices: Choices | None = None

    @classmethod
    def is_open_to(cls, fight: Fight, combatant: str) -> bool:
        """Somebody is unaware of the combatant, which has had no surprise attack yet (BD-RNG-7)."""
        unaware = any(combatant in person.unaware_of for person in fight.people.values())
        return unaware and combatant not in fight.surprised


class StrikeObject(Acting):
    """Strike an object outside rounds (BD-OBJ-2)."""

    during = PhaseRule(IDLE, "BD-OBJ-2", "In a round an object is attacked by declaration.")
    type: Literal["black_dice.strike_object"] = "black_dice.strike_object"
    object: CombatantId
    weapon: Key
    choices: Choices | None = None


class Feat(CarryingOut, Acting):
    """A feat of strength: lift, break, or throw something of a row of the table (BD-FEAT)."""

    carries_out = frozenset({"feat"})
    during = PhaseRule(IDLE, "BD-FEAT-12", "In a round a feat is an act that has to be declared, and to come due.")
    type: Literal["black_dice.feat"] = "black_dice.feat"
    feat: FeatKind
    row: int = Field(ge=0, le=7, description="key of the row of the table `feats`")
    choices: Choices | None = None


class Drink(CarryingOut, Acting):
    """Take a drink (BD-DRINK-1)."""

    carries_out = frozenset({"drink"})
    during = PhaseRule(IDLE, "BD-ROUND-3", "In a round a drink is an act that has to be declared, and to come due.")
    type: Literal["black_dice.drink"] = "black_dice.drink"
    drink: Alcohol
    choices: RollChoices | None = None


class Treat(Acting, Situation, Helped):
    """Treat a patient after the fight (BD-HEAL-1); the extra dice and the help are the narrator's to give.

    The narrator may name any place for the patient's kind; a player names the one that holds there, or none.
    """

    during = PhaseRule(IDLE, "BD-HEAL-1", "There is no treatment in a round; the dying may be stabilised.")
    type: Literal["black_dice.treat"] = "black_dice.treat"
    patient: CombatantId
    skill: Key
    place: HealingPlace | None = Field(default=None, description="default: that of the zone, else improvised")
    first: Mark = Field(default="normal", description="which marks heal first (BD-HEAL-5)")
    choices: Choices | None = None


class Stabilise(CarryingOut, Acting, Helped):
    """Stop the dying of somebody (BD-DYING-4); the difficulty and the help are the narrator's to give."""

    carries_out = frozenset({"stabilise"})
    during = PhaseRule(IDLE, "BD-DYING-4", "In a round to stabilise is an act to be declared, and to come due.")
    type: Literal["black_dice.stabilise"] = "black_dice.stabilise"
    patient: CombatantId
    skill: Key
    difficulty: Difficulty = "average"
    choices: Choices | None = None


class PledgeFate(SpendingFate):
    """Promise successes to somebody's next roll, two pips each (BD-FATE-9)."""

    type: Literal["black_dice.pledge"] = "black_dice.pledge"
    beneficiary: CombatantId
    successes: int = Field(ge=1, le=3)
    description: Said


class ExtendLife(SpendingFate):
    """Live on: a round for each pip, while dying (BD-FATE-7)."""

    interrupts: ClassVar[bool] = True
    type: Literal["black_dice.extend_life"] = "black_dice.extend_life"
    pips: Pips


class SaveFromDeath(SpendingFate):
    """Spend a scripting die on somebody that is dying (BD-SCRIPT-8); answers `save_from_death` where that is open."""

    interrupts: ClassVar[bool] = True
    type: Literal["black_dice.save_from_death"] = "black_dice.save_from_death"
    saved: CombatantId
    description: Said


class ChangeStory(SpendingFate):
    """Spend a scripting die on a turn of the story (BD-SCRIPT-9)."""

    interrupts: ClassVar[bool] = True
    type: Literal["black_dice.change_story"] = "black_dice.change_story"
    description: Said
