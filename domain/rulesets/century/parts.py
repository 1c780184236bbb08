"""Fields that several commands and answers share, and the base classes of commands."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, StringConstraints

from domain.core.commands import (
    Acting,
    CombatantId,
    Command,
    Narrating,
    PhaseRule,
    StrictModel,
    Text,
)
from domain.fields.field import among
from domain.model.free_text import LINE_CHARACTER
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.vocabularies import ABLE, ACTING, DICE_PATTERN, FARTHEST, KEY_PATTERN, LATEST_ROUND
from domain.rulesets.century.words import (
    BEGIN,
    Ability,
    Attitude,
    Band,
    ConditionName,
    ConsequenceKind,
    CriticalKind,
    Fire,
    Hazard,
    Maneuver,
)

Key = Annotated[str, StringConstraints(pattern=KEY_PATTERN)]
RollKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_.-]{0,95}$")]
Said = Annotated[Text, StringConstraints(min_length=1)]
Label = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=f"^{LINE_CHARACTER}+$")]
SkillName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=80, pattern=f"^{LINE_CHARACTER}+$"),
    Field(description="a Skill, with its group before a colon if it has one, as in Ranged Combat: Small"),
]
DiceText = Annotated[
    str,
    StringConstraints(pattern=DICE_PATTERN),
    Field(description="a dice expression such as 2d6+1, or a number", examples=["1d6"]),
]
Combatants = Annotated[tuple[CombatantId, ...], Field(max_length=200)]
Points = Annotated[int, Field(ge=0, le=99)]
Metres = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST, description="in metres")]
Degrees = Annotated[int, Field(ge=0, le=359, description="clockwise from north")]
StandingName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=90, pattern=f"^{LINE_CHARACTER}+$"),
    Field(description="light, rain, wind or a condition; a hindrance by its label, after hindered and a colon"),
]
Base = Annotated[int, Field(ge=0, le=100)]
Round = Annotated[int, Field(ge=1, le=LATEST_ROUND)]
ActionCost = Annotated[int, Field(ge=1, le=60)]


class PointSheet(StrictModel):
    """A place in metres: `x` to the east, `y` to the north (CE-SHEET-17)."""

    x: Metres
    y: Metres
    elevation: Metres = 0


class GoalSheet(StrictModel):
    """Where a combatant moves to, in metres; without an elevation it stays as high as it is (CE-RANGE-11)."""

    x: Metres
    y: Metres
    elevation: Metres | None = Field(default=None, description="in metres; by default as high as before")


class CandidateSheet(StrictModel):
    """A way to make a roll (CE-SKILL-3); exactly one of `base` and `success_level` (CE-ROLL-10)."""

    key: Key = "main"
    skill: SkillName | None = None
    abilities: tuple[Ability, ...] = Field(default=(), max_length=3)
    base: int | None = Field(default=None, ge=0, le=100, description="the base of the target number")
    success_level: int | None = Field(
        default=None, ge=0, le=9, description="a level from 0 to 9, whose base is ten times as much"
    )


class ModifierSheet(StrictModel):
    """A modifier by its key in the tables, or `custom` with a label or an item (CE-ROLL-11).

    Amounts of table rows are written without sign; of `custom` they have one.
    """

    key: Key
    amount: int | None = Field(
        default=None, ge=-200, le=200, description="how much; with a sign only under Another modifier"
    )
    label: Label | None = Field(default=None, description="the name, under Another modifier")
    item: Key | None = Field(
        default=None,
        description="gear that helps; its suggested bonus is the amount, unless another is given (CE-SHEET-21)",
    )


class Ending(StrictModel):
    """Until when something lasts (CE-REACT-11); with neither field until the narrator ends it."""

    end_of_round: Round | None = Field(default=None, description="it lasts until the end of this round")
    rounds: Round | None = Field(
        default=None, description="how many rounds it lasts; 1 means until the end of the next round to begin"
    )


class ConsequenceSheet(Ending):
    """What a failure brings (CE-REACT-30 to CE-REACT-39)."""

    effect: ConsequenceKind
    amount: int | None = Field(default=None, ge=0, le=999)
    dice: DiceText | None = Field(
        default=None, description="dice for the hit points that are lost, in place of an amount"
    )
    armour: bool = Field(default=False, description="whether armour reduces the loss of hit points")
    hp: int | None = Field(default=None, ge=-99, le=999, description="the hit points that are left")
    label: Label | None = Field(default=None, description="what hinders")
    text: Text = ""
    initiative: int | None = Field(default=None, ge=0, le=12)
    skill: int | None = Field(default=None, ge=0, le=100)
    reaction: int | None = Field(default=None, ge=0, le=100)


Consequences = Annotated[tuple[ConsequenceSheet, ...], Field(max_length=4)]


ChosenConsequences = Annotated[tuple[ConsequenceSheet, ...], Field(min_length=1, max_length=4)]
"""What the narrator chooses: at least `none` (CE-REACT-42)."""


class OtherCondition(StrictModel):
    """A condition that the effect `other` sets on a combatant (CE-CRIT-21)."""

    combatant: CombatantId
    condition: ConsequenceSheet


class CriticalSheet(StrictModel):
    """What a critical throw does (CE-CRIT-10 to CE-CRIT-21), with the parameters of that effect."""

    effect: CriticalKind
    weapon: Key | None = Field(
        default=None, description="the weapon that fails, which is an item in the hand (CE-CRIT-23)"
    )
    rounds: int = Field(default=1, ge=1, le=10, description="whole rounds that it takes to clear the jam")
    damage: DiceText | None = Field(default=None, description="damage of the explosion; by default that of the weapon")
    radius: int | None = Field(default=None, ge=0, le=20, description="radius of the explosion, in metres")
    npc: CombatantId | None = Field(
        default=None, description="the NPC whom it is about; by default the target of the roll"
    )
    attitude: Attitude | None = None
    join: bool = Field(default=False, description="whether the NPC also changes sides")
    text: Text = ""
    modifiers: tuple[OtherCondition, ...] = Field(default=(), max_length=4)


OF_HIDDEN_ROLLS: Final = frozenset(
    {"candidates", "modifiers", "without", "with", "base", "success_level", "on_failure"}
)
"""Terms that tell the target number of a roll, or what it brings."""


class RollTerms(StrictModel):
    """What the narrator says of a roll (CE-SKILL-1, CE-REACT-1)."""

    kind: Literal["skill", "reaction"] = "skill"
    candidates: tuple[CandidateSheet, ...] = Field(
        default=(), max_length=6, description="ways to roll; of several, the roller chooses one"
    )
    modifiers: tuple[ModifierSheet, ...] = Field(default=(), max_length=20)
    without: tuple[StandingName, ...] = Field(
        default=(), max_length=20, description="what does not count, although it usually would"
    )
    with_: tuple[Literal["light", "rain", "wind"], ...] = Field(
        default=(),
        alias="with",
        max_length=3,
        description="light and weather that count, although they usually do not",
    )
    ladder: tuple[Said, ...] | None = Field(
        default=None, min_length=2, max_length=9, description="what the roller learns with each degree of success"
    )
    hazard: Hazard | None = Field(default=None, description="what is resisted; it says which ability counts")
    base: int | None = Field(default=None, ge=0, le=100, description="the base of the check against the hazard")
    success_level: int | None = Field(default=None, ge=0, le=9)
    on_failure: Consequences = Field(default=(), description="what follows if the roll fails")
    hidden: bool = Field(default=False, description="whether only the narrator sees the numbers")
    target: CombatantId | None = Field(default=None, description="the combatant whom the roll is about")

    def kept_terms(self) -> frozenset[str]:
        """Return what only the narrator sees: ladders, and of hidden rolls all that they are made of (CE-ROLL-16)."""
        return frozenset({"ladder"}) | (OF_HIDDEN_ROLLS if self.hidden else frozenset())


class AttackTerms(StrictModel):
    """What only the narrator says of an attack (CE-MOD-24)."""

    modifiers: tuple[ModifierSheet, ...] = Field(default=(), max_length=20)
    without: tuple[StandingName, ...] = Field(
        default=(), max_length=20, description="what does not count, although it usually would"
    )
    from_behind: bool | None = Field(
        default=None, description="whether the attack comes from behind, if positions do not say so"
    )
    unaware: bool = Field(default=False, description="whether the target knows nothing of the attack")
    undodgeable: bool = Field(default=False, description="whether the target cannot dodge the attack")
    shielded: Combatants = Field(default=(), description="combatants whom the area does not reach")
    base: int | None = Field(
        default=None, ge=0, le=100, description="a base of the target number, in place of that of the range"
    )


class ConditionSheet(Ending):
    """A condition with its parameters (CE-SHEET-18)."""

    condition: ConditionName
    amount: int | None = Field(default=None, ge=1, le=200)
    label: Label | None = Field(default=None, description="what hinders")
    initiative: int | None = Field(default=None, ge=0, le=12)
    skill: int | None = Field(default=None, ge=0, le=100)
    reaction: int | None = Field(default=None, ge=0, le=100)


# Base classes of commands


class Timely(Command):
    """A command that is listed as legal only while it has a purpose; at other times its own conditions refuse it."""

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        """Return whether the command has a purpose now, for any combatant."""
        raise NotImplementedError(f"{cls.__name__} has no method `is_timely`")


class Deed(Acting):
    """A command that a combatant gives of its own accord; typed answers are none.

    A combatant that is down is refused by ``rule_when_down``. Outside combat a deed ``beside_rolls`` is accepted while
    rolls of others wait for an answer (CE-SHEET-37).
    """

    form = {"actor": among(ABLE)}
    rule_when_down: ClassVar[str] = "CE-STAG-2"
    beside_rolls: ClassVar[bool] = False

    def may_be_given_when_down(self, *, narrated: bool) -> bool:
        """Return whether a combatant that is down, but alive and on the field, may do this."""
        return False

    @classmethod
    def needs_slot(cls, fight: Fight) -> bool:
        """Return whether the actor needs an open slot for it now (CE-STAG-1)."""
        return False

    @classmethod
    def has_use(cls, fight: Fight, person: Person) -> bool:
        """Return whether a combatant has what the command is about; without that it is not listed as legal."""
        return True


class Step(Deed):
    """A deed that goes only in the actor's own slot (CE-STAG-1)."""

    form = {"actor": among(ACTING)}
    during = PhaseRule(
        frozenset({"actions"}), "CE-SHEET-31", "Steps belong to a round of combat; the narrator begins one.", BEGIN
    )

    @classmethod
    def needs_slot(cls, fight: Fight) -> bool:
        return True


class SprayPart(StrictModel):
    """Bullets of a volley at one target (CE-AUTO-7)."""

    target: CombatantId
    rounds: int = Field(ge=1, le=1000)
    range: Band | None = None


class Attacking(Step, AttackTerms):
    """What an attack is made with, on whom, and how (CE-HIT-9)."""

    target: CombatantId | None = None
    point: PointSheet | None = None
    weapon: Key | None = None
    natural: Key | None = None
    fire: Fire = "single"
    rounds: int | None = Field(default=None, ge=1, le=1000, description="how many rounds are fired with full auto")
    spray: tuple[SprayPart, ...] = Field(default=(), max_length=50)
    paired: bool = Field(
        default=False, description="whether it is one of two attacks with a weapon in each hand (CE-DUAL-2)"
    )
    maneuver: Maneuver = "none"
    disarm_item: Key | None = None
    called: Label | None = Field(default=None, description="the precise area that the shot is aimed at (CE-CALLED-1)")
    one_handed: bool = Field(default=False, description="whether a two-handed weapon is used with one hand")
    range: Band | None = Field(default=None, description="the range, if positions do not say it (CE-RANGE-7)")


class Calling(Narrating, RollTerms):
    """A call for rolls, by the narrator (CE-SKILL-1, CE-REACT-1)."""

    interrupts: ClassVar[bool] = True

    def secret_fields(self) -> frozenset[str]:
        return self.kept_terms()


class CallingOne(Calling):
    """A call to one combatant; answers that are sent with the call are its own."""

    roller: CombatantId


Vehicle = Annotated[CombatantId | None, Field(description="the vehicle, if one is driven")]
