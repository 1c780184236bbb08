"""The commands of the narrator: rounds, rolls, perils, where everybody stands, what it gives and takes."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from domain.core.commands import CombatantId, Narrating, PhaseRule, StrictModel, Text
from domain.rulesets.black_dice.commands.parts import (
    AtAgenda,
    CarryingOut,
    Choices,
    Combatants,
    Dice20,
    Helped,
    Key,
    RollChoices,
    Said,
    Situation,
    Staying,
)
from domain.rulesets.black_dice.words import (
    IDLE,
    CoverKind,
    Difficulty,
    FoulEffect,
    HealingPlace,
    Intensity,
    Temptation,
)


class BeginRound(Narrating):
    """Begin a round: who takes part, and their initiative (BD-ROUND-2, BD-INIT-1)."""

    during = PhaseRule(IDLE, "BD-ROUND-1", "A round is on; it has to end first.")
    type: Literal["black_dice.begin_round"] = "black_dice.begin_round"
    combatants: Combatants | None = Field(default=None, description="who takes part; default: all who are able")
    choices: dict[CombatantId, RollChoices] = Field(
        default_factory=dict, max_length=200, description="fate on initiative; trades with `guaranteed_scope=all_rolls`"
    )


class EndRound(AtAgenda, Narrating):
    """End the round: breath, consciousness, dying, aim, and what lapses (BD-ROUND-8)."""

    during = PhaseRule(frozenset({"resolve"}), "BD-ROUND-1", "A round ends when all have declared and responded.")
    agenda_left = False
    type: Literal["black_dice.end_round"] = "black_dice.end_round"
    choices: dict[CombatantId, Staying] = Field(default_factory=dict, max_length=200)


class Check(CarryingOut, Narrating, Situation, Helped):
    """A skill roll against a difficulty (BD-SKILL-2)."""

    carries_out = frozenset({"check", "other"})
    type: Literal["black_dice.check"] = "black_dice.check"
    combatant: CombatantId
    stat: Key
    with_stat: Key | None = Field(
        default=None, description="fortitude and resolve are rolled together to stay alive (BD-RUL-44)"
    )
    skill: Key | None = None
    difficulty: Difficulty = "average"
    needed: int = Field(default=1, ge=1, le=20)
    throw_anyway: bool = Field(default=False, description="throw a Very Easy roll all the same (BD-DIFF-1)")
    choices: Choices | None = None

    def carried_out_by(self) -> str | None:
        return self.combatant


class Contender(Situation):
    """One side of a contest."""

    combatant: CombatantId
    stat: Key
    skill: Key | None = None
    difficulty: Difficulty = "average"
    choices: Choices | None = None


class Contest(Narrating):
    """Two combatants throw against each other outside combat (BD-SKILL-3, BD-SKILL-4)."""

    type: Literal["black_dice.contest"] = "black_dice.contest"
    active: Contender
    passive: Contender


class Tempt(Narrating):
    """Ask a drinker for the roll against another drink, or against laughing (BD-DRINK-7, BD-DRINK-8)."""

    type: Literal["black_dice.temptation"] = "black_dice.temptation"
    combatant: CombatantId
    temptation: Temptation
    choices: RollChoices | None = None


class Avoidance(StrictModel):
    """What a peril is avoided with."""

    stat: Key = "dex"
    skill: Key | None = "dodge"


class Spotting(StrictModel):
    """Whether a peril has to be seen first, and how hard that is (BD-PERIL-6)."""

    difficulty: Difficulty = "average"
    must_spot: bool = False


class Peril(Narrating):
    """Something dangerous happens to some victims (BD-PERIL): by intensity, by name, or a fall."""

    type: Literal["black_dice.peril"] = "black_dice.peril"
    victims: tuple[CombatantId, ...] = Field(min_length=1, max_length=50)
    intensity: Intensity | None = None
    dice: int | None = Field(default=None, ge=1, le=60, description="damage dice; default: the least of the row")
    peril: Key | None = Field(default=None, description="a named peril of the table `perils`")
    fall: int | None = Field(default=None, ge=1, le=20, description="yards, rounded up (BD-PERIL-10)")
    avoidance: Avoidance | Literal["none"] | None = Field(
        default=None, description="default: DEX and Dodge, or what a named peril says"
    )
    spotting: Spotting | None = None
    armour_applies: bool = False
    bruise: bool = False
    black: Dice20 = Field(default=0, description="black dice of the narrator on the avoidance (BD-DIFF-8)")
    bonus: Dice20 = 0
    choices: dict[CombatantId, Choices] = Field(default_factory=dict, max_length=50)

    @model_validator(mode="after")
    def one_kind(self) -> Self:
        if sum(kind is not None for kind in (self.intensity, self.peril, self.fall)) != 1:
            raise ValueError("Name exactly one of intensity, peril and fall")
        if self.dice is not None and self.fall is not None:
            raise ValueError("A fall has the dice of its yards; leave dice out")
        return self


class HoldBreath(Narrating):
    """Somebody begins or ends to hold the breath, or this round is strenuous or not (BD-DROWN)."""

    type: Literal["black_dice.breath"] = "black_dice.breath"
    combatant: CombatantId
    breath: Literal["start", "end"] | None = None
    strenuous: bool | None = None

    @model_validator(mode="after")
    def says_something(self) -> Self:
        if self.breath is None and self.strenuous is None:
            raise ValueError("Name breath or strenuous")
        return self


class CoverSheet(StrictModel):
    """Cover, against everybody or only against those named (BD-COVER-4)."""

    kind: CoverKind | Literal["none"]
    against: Combatants | None = None


class Place(Narrating):
    """Put somebody where it is: zone, cover, prone, close to or apart from others."""

    type: Literal["black_dice.place"] = "black_dice.place"
    combatant: CombatantId
    zone: Key | None = None
    cover: CoverSheet | None = None
    prone: bool | None = None
    close_to: Combatants = ()
    apart_from: Combatants = ()


class Distance(Narrating):
    """Say how far two zones are from each other, in feet (BD-WHO-2)."""

    type: Literal["black_dice.distance"] = "black_dice.distance"
    zones: tuple[Key, Key]
    feet: int = Field(ge=0, le=10_000)


class EquipZone(Narrating):
    """Say which places of healing a zone holds: none, or one for persons and one for automata (BD-HEAL-17)."""

    type: Literal["black_dice.equip_zone"] = "black_dice.equip_zone"
    zone: Key
    places: tuple[HealingPlace, ...] = Field(default=(), max_length=2)


class Awareness(Narrating):
    """Say of whom somebody is unaware; of nobody if left empty (BD-RNG-7)."""

    type: Literal["black_dice.awareness"] = "black_dice.awareness"
    combatant: CombatantId
    unaware_of: Combatants = ()


class Award(Narrating):
    """Award the awesome bonus to somebody's next action roll (BD-MOD-7)."""

    type: Literal["black_dice.award"] = "black_dice.award"
    combatant: CombatantId
    reason: Said


class Modify(Narrating, Situation):
    """Add dice to somebody's next action roll (BD-MOD-14, BD-SKILL-12)."""

    type: Literal["black_dice.modify"] = "black_dice.modify"
    combatant: CombatantId

    @model_validator(mode="after")
    def some_dice(self) -> Self:
        if not (self.bonus or self.penalty or self.black):
            raise ValueError("Name some dice: bonus, penalty or black")
        return self


class GrantFate(Narrating):
    """Give fate pips, or take them (BD-FATE-1)."""

    type: Literal["black_dice.grant_fate"] = "black_dice.grant_fate"
    combatant: CombatantId
    pips: int = Field(ge=-60, le=60)
    reason: Text = ""


class Injure(Narrating):
    """Say what a permanent injury is: of one on record, or a new one (BD-INJ-4)."""

    type: Literal["black_dice.injure"] = "black_dice.injure"
    combatant: CombatantId
    description: Said
    injury: str | None = Field(
        default=None, max_length=40, description="ID of the undetermined one; default: the oldest"
    )
    changes: dict[Key, Annotated[int, Field(ge=-20, le=20)]] = Field(
        default_factory=dict, max_length=20, description="what is added to stats and skills, by their names"
    )


class FoulFollows(Narrating):
    """Say what goes wrong beyond a foul failure (BD-FOUL-3)."""

    type: Literal["black_dice.foul_effect"] = "black_dice.foul_effect"
    throw: int = Field(ge=1, le=2**53, description="version of the fouled throw")
    effect: FoulEffect
    dice: int | None = Field(default=None, ge=1, le=40, description="damage dice of a peril")
    text: Text = ""

    @model_validator(mode="after")
    def whole(self) -> Self:
        if (self.dice is None) == (self.effect == "peril"):
            raise ValueError("A peril has dice, and nothing else has")
        if self.effect == "other" and not self.text:
            raise ValueError("Say in text what goes wrong")
        return self


class PassTime(Narrating):
    """Let time pass outside rounds: natural healing, sobering, waking (BD-HEAL-13, BD-DRINK-14, BD-GREY-8)."""

    during = PhaseRule(IDLE, "BD-ROUND-10", "Time passes outside rounds; the round has to end first.")
    type: Literal["black_dice.pass_time"] = "black_dice.pass_time"
    minutes: int = Field(default=0, ge=0, le=60 * 24)
    hours: int = Field(default=0, ge=0, le=24 * 7)
    days: int = Field(default=0, ge=0, le=366)

    @model_validator(mode="after")
    def some_time(self) -> Self:
        if not (self.minutes or self.hours or self.days):
            raise ValueError("Name some minutes, hours or days")
        return self
