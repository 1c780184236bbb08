"""Sheets as clients send them: one model for each kind of combatant (CE-SHEET-1)."""

from typing import Annotated, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Name, OfWhom, StrictModel
from domain.rulesets.century.gear_sheets import ArmourSheet, GearSheet, NaturalSheet, WeaponSheet
from domain.rulesets.century.parts import Degrees, Key, Points, PointSheet, SkillName
from domain.rulesets.century.state import Skill
from domain.rulesets.century.tables import usual_abilities
from domain.rulesets.century.words import Ability, Hand, Role, Way

Score = Annotated[int, Field(ge=1, le=30)]
Adjustment = Annotated[int | None, Field(ge=-60, le=60)]
MovePoints = Annotated[int, Field(ge=1, le=60, description="Move Points of a round")]
Modifier = Annotated[int, Field(ge=-10, le=10)]
Resistance = Annotated[int, Field(ge=0, le=50, description="Damage Resistance of its own")]
TurnRate = Annotated[int, Field(ge=0, le=20, description="Move Points for 30 degrees")]
AVERAGE = 9
"""The score of an ability that a sheet leaves out, which gives nothing (CE-SHEET-3)."""
Modes = Annotated[tuple[Way, ...], Field(min_length=1, max_length=11)]


class SkillSheet(StrictModel):
    """A Skill, in its group if it has one (CE-SHEET-5)."""

    group: SkillName | None = None
    name: SkillName
    level: int = Field(ge=1, le=20)
    ability: Ability | None = Field(
        default=None, description="the ability that counts; by default the one that goes with the Skill (CE-ABIL-6)"
    )

    @property
    def whole_name(self) -> str:
        """The name with its group, which is part of it (CE-RUL-7)."""
        return f"{self.group}: {self.name}" if self.group else self.name

    def as_skill(self) -> Skill:
        """The Skill with the abilities that usually go with it, where the sheet names none."""
        usual = usual_abilities(self.whole_name)
        return Skill(self.whole_name, self.level, (self.ability,) if self.ability else usual)


class OverridesSheet(StrictModel):
    """Numbers that win over those of the table of abilities (CE-SHEET-4)."""

    skill_bonus: Adjustment = None
    reaction_adjustment: Adjustment = None
    initiative_bonus: Modifier | None = Field(
        default=None, description="the initiative bonus, which only Agility gives"
    )


class CombatantSheet(StrictModel):
    """What everybody and everything has."""

    name: Name
    side: Key | None = Field(
        default=None, description="the side in the fight; by default the characters, the opposition, or things"
    )
    hp_max: int = Field(ge=1, le=999)
    hp: int | None = Field(default=None, ge=-999, le=999, description="hit points that are left; by default all")
    position: PointSheet | None = None
    heading: Degrees | None = None


class LivingSheet(CombatantSheet):
    """Whoever throws dice: abilities, Skills, Move Points, hands and what is in them."""

    pronoun: OfWhom = None
    role: Role = "minor"
    str_: Score = Field(default=AVERAGE, alias="str")
    agl: Score = AVERAGE
    con: Score = AVERAGE
    iq: Score = AVERAGE
    app: Score = AVERAGE
    prs: Score = AVERAGE
    overrides: dict[Ability, OverridesSheet] = Field(default_factory=dict)
    skills: tuple[SkillSheet, ...] = Field(default=(), max_length=60)
    mp_base: MovePoints
    mp_modifier: Modifier = 0
    fp: Points = Field(default=0, description="Fate Points, for characters and major NPCs")
    initiative_modifier: Modifier = 0
    modes: Modes
    turn_rate: TurnRate = 1  # CE-TURN-3
    hands: int = Field(ge=0, le=2)
    dominant: Hand = "right"
    ambidextrous: bool = False
    held: dict[Hand, Key] = Field(default_factory=dict, description="the ID of the weapon in each hand")
    weapons: tuple[WeaponSheet, ...] = Field(default=(), max_length=30)
    natural: tuple[NaturalSheet, ...] = Field(default=(), max_length=10)
    armour: tuple[ArmourSheet, ...] = Field(default=(), max_length=10)
    worn: Key | None = None
    gear: tuple[GearSheet, ...] = Field(default=(), max_length=30)


class PersonSheet(LivingSheet):
    """The sheet of a person: human unless it says otherwise."""

    kind: Literal["person"] = "person"
    mp_base: MovePoints = 10
    modes: Modes = ("legs2", "swim", "climb")
    hands: int = Field(default=2, ge=0, le=2)
    stimpaks: Points = Field(default=0, description="Stimpaks carried (CE-SHEET-85)")


class AnimalSheet(LivingSheet):
    """The sheet of an animal (CE-SHEET-16); its modes say what legs it has."""

    kind: Literal["animal"]
    str_: Score = Field(alias="str")
    agl: Score
    con: Score
    iq: Score
    turn_rate: TurnRate  # CE-TURN-4
    hands: int = Field(default=0, ge=0, le=2)
    dr: Resistance = 0


class VehicleSheet(CombatantSheet):
    """The sheet of a vehicle (CE-SHEET-15)."""

    kind: Literal["vehicle"]
    mp_base: MovePoints
    mp_modifier: Modifier = 0
    modes: Modes
    turn_rate: TurnRate  # CE-TURN-5
    turn_class: int | None = Field(
        default=None, ge=0, le=360, description="degrees that a powered vehicle turns in a round without a roll"
    )
    dr: Resistance = 0
    seats: int = Field(default=1, ge=1, le=100)
    driver: CombatantId | None = None
    passengers: tuple[CombatantId, ...] = Field(default=(), max_length=100)
    pilot_skill: SkillName | None = Field(
        default=None, description="the Skill to drive it; by default Driving for wheels and Piloting for others"
    )
    powered: bool = True
    open: bool = Field(default=False, description="whether those aboard are exposed to attacks")


class ObjectSheet(CombatantSheet):
    """The sheet of an object that serves as cover (CE-SHEET-19)."""

    kind: Literal["object"]
    damage_capacity: int = Field(ge=0, le=999)
    hides: int = Field(default=0, ge=0, le=100, description="how much of a combatant it usually hides, in percent")


AnySheet = PersonSheet | AnimalSheet | VehicleSheet | ObjectSheet
