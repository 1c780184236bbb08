"""Fields that several commands and answers share."""

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from domain.core.commands import Acting, CombatantId, Narrating, StrictModel, Text
from domain.rulesets.ticks.options import StatisticName
from domain.rulesets.ticks.words import (
    OUTERMOST,
    Action,
    Difficulty,
    Kind,
    Manoeuvre,
    Met,
    Mode,
    SmallKind,
    StepWay,
    Tactic,
    When,
    Who,
)

ThingName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_.-]{0,79}$")]
"""A thing by its ID, or one of one's own sheet by its key (TK-SHEET-6)."""
SkillName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Points = Annotated[int, Field(ge=0, le=99)]
Tick = Annotated[int, Field(ge=1, le=200)]
Coordinate = Annotated[int, Field(ge=-OUTERMOST, le=OUTERMOST)]
Difficulties = Annotated[int, Field(ge=1, le=1000)] | Difficulty
"""A number, or a name of the ladder (TK-DIFF-7)."""
Combatants = Annotated[tuple[CombatantId, ...], Field(max_length=200)]
ManoeuvreLuck = Annotated[dict[Manoeuvre, Points], Field(description="luck for the test of each manoeuvre")]


class SquareSheet(StrictModel):
    """A square of the plane by its coordinates (TK-POS-1)."""

    x: Coordinate = 0
    y: Coordinate = 0


class LuckSheet(StrictModel):
    """Luck that goes with a declaration (TK-DECL-14): `requirements` and `extra` are exactly what it costs."""

    quickness: Points = 0
    requirements: Points = 0
    extra: Points = 0


class ConditionSheet(StrictModel):
    """What a deferred attack waits for (TK-DEFER-2, TK-DEFER-3)."""

    event: Met
    who: Who = "anyone"
    listed: Combatants = Field(default=(), description="the combatants who are meant, if only some are")
    area: Key | None = Field(default=None, description="the area that is entered")
    victims: Combatants | None = Field(default=None, description="whom the attack is on; anyone if left out")
    text: Text = Field(default="", description="the event in words")


class Declaring(StrictModel):
    """What is declared for the round (TK-DECL-12); what does not belong to the action is left out."""

    action: Action
    target: CombatantId | None = Field(default=None, description="the target of an attack or an aim")
    weapon: ThingName | None = Field(default=None, description="the weapon to attack, defend, wait or aim with")
    mode: Mode | None = Field(default=None, description="of a weapon that can be thrown")
    manoeuvres: tuple[Manoeuvre, ...] = Field(
        default=(), max_length=13, description="manoeuvres of the attack, in order"
    )
    trick: Text = Field(default="", description="what the trick shot tries, in place of a target")
    condition: ConditionSheet | None = Field(default=None, description="what the deferred attack waits for")
    kind: Kind | None = Field(default=None, description="what is done under the action Other")
    item: ThingName | None = Field(default=None, description="the thing to draw, stow, pick up or reload")
    whom: CombatantId | None = Field(default=None, description="the patient of first aid, or combatant to help")
    statistic: StatisticName | None = Field(default=None, description="the statistic of a skill that is used")
    skill: SkillName | None = Field(default=None, description="the skill that is used")
    text: Text = Field(default="", description="what is done, in words")
    luck: LuckSheet = LuckSheet()


class StepSheet(StrictModel):
    """A step to one of the eight neighbours (TK-MOVE-3), before strikes and deeds or after them."""

    to: SquareSheet
    when: When = "before"


class StrikeSheet(StrictModel):
    """The strike that was declared (TK-ATK-2); `weapon` and `mode` where they are others (TK-ATK-6)."""

    weapon: ThingName | None = None
    mode: Mode | None = None
    luck: ManoeuvreLuck = {}
    statistic: StatisticName | None = Field(default=None, description="strength or dexterity, to disarm")
    item: ThingName | None = Field(default=None, description="the weapon to strike from the hand")


class DeedSheet(StrictModel):
    """What is done: under Evade with its kind, under Other as it was declared, with `luck` for first aid."""

    kind: SmallKind | None = None
    item: ThingName | None = None
    text: Text = ""
    luck: Points = 0


class Doing(StrictModel):
    """What somebody does on the open tick (TK-RES-7): at least one part; a step, or getting up in its place."""

    step: StepSheet | None = None
    stand: bool = False
    strike: StrikeSheet | None = None
    deed: DeedSheet | None = None


class Holding(StrictModel):
    """To do nothing down to a lower tick, 0 for the rest of the round (TK-RES-10)."""

    until: Annotated[int, Field(ge=0, le=200)]


class PlanSheet(StrictModel):
    """What answers on every tick on which one is asked (TK-PLAN-1)."""

    steps: StepWay = "stay"
    path: tuple[SquareSheet, ...] = Field(default=(), max_length=200, description="the squares to step on, in order")
    target: CombatantId | None = Field(default=None, description="the combatant to step toward or away from")
    stop: Annotated[int, Field(ge=0, le=20_000)] | None = Field(
        default=None, description="the distance to keep; by default the reach of the declared weapon"
    )
    when: When = "before"
    strike: Tactic = "never"
    tick: Tick | None = Field(default=None, description="the tick from which to strike")
    luck: ManoeuvreLuck = {}
    statistic: StatisticName | None = None
    item: ThingName | None = None
    until: Annotated[int, Field(ge=0, le=200)] = 0


class PartySheet(StrictModel):
    """One side of a contest (TK-OPP-1)."""

    combatant: CombatantId
    statistic: StatisticName
    skill: SkillName | None = None
    role_play: bool = False
    helpers: Combatants = ()


HINT_MOST: Final = 1000


class HintSheet(StrictModel):
    """A range that a hidden difficulty lies in (TK-DIFF-9)."""

    low: Annotated[int, Field(ge=1, le=HINT_MOST)]
    high: Annotated[int, Field(ge=1, le=HINT_MOST)]


class Continuing(Narrating):
    """A command that continues a tick that has paused (TK-RES-13)."""


class Waking(Acting):
    """A command that the unconscious may give (TK-KO-2)."""


Later = Annotated[Tick | None, Field(description="a tick of this round; left out: at once")]


class Changing(Narrating):
    """What the narrator changes at once or on a later tick; what is in store is its secret until then."""

    at: Later = None

    def secret_fields(self) -> frozenset[str]:
        return frozenset(type(self).model_fields) - {"type", "answers"} if self.at is not None else frozenset()


class Placing(Changing):
    """Somebody is on a square."""

    combatant: CombatantId
    to: SquareSheet


class Seeing(Changing):
    """Somebody sees somebody else, or does not."""

    observer: CombatantId
    target: CombatantId
    visible: bool
    both: bool = True


class Meeting(Changing):
    """Somebody meets a condition in words."""

    deferrer: CombatantId
    by: CombatantId


class Opposing(StrictModel):
    """With what a manoeuvre is opposed: one of the legal pairs (TK-MAN-9), and luck (TK-LCOMB-8)."""

    statistic: StatisticName
    skill: SkillName
    luck: Points = 0


SEALED = "core.answer"
"""What others see of acting and of holding, which are the same to them until the tick closes (TK-RES-7).

So are the narrator's answers about declarations, until these are revealed (TK-DECL-5).
"""
