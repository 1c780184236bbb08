"""What the narrator may ask for."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import CombatantId, Narrating, PhaseRule, Text
from domain.rulesets.ticks.commands.parts import (
    Combatants,
    Continuing,
    Difficulties,
    HintSheet,
    Key,
    PartySheet,
    SkillName,
    SquareSheet,
    ThingName,
    Tick,
)
from domain.rulesets.ticks.options import StatisticName
from domain.rulesets.ticks.words import AT_REST, BETWEEN, CALM, IN_ROUND, MOST_DAYS, Care

Later = Annotated[Tick | None, Field(description="a tick of this round; left out: at once")]


class DrawIn(Narrating):
    """Let somebody take part in a combat that is on (TK-COMBAT-3)."""

    interrupts: ClassVar[bool] = True
    during = PhaseRule(BETWEEN | IN_ROUND, "TK-COMBAT-3", "No combat is on; somebody's violent act begins one.")
    type: Literal["ticks.draw_in"] = "ticks.draw_in"
    combatant: CombatantId


class StartRound(Narrating):
    """Begin a round with its declarations (TK-COMBAT-6)."""

    during = PhaseRule(BETWEEN, "TK-COMBAT-6", "A round begins once combat is on and no other round is.")
    type: Literal["ticks.start_round"] = "ticks.start_round"


class Count(Continuing):
    """Count on: the open tick closes, and who is silent has nothing to say (TK-DECL-9, TK-RES-9)."""

    interrupts: ClassVar[bool] = True
    during = PhaseRule(IN_ROUND, "TK-RES-7", "No count is on; the next round begins one.")
    type: Literal["ticks.count"] = "ticks.count"


class CallTest(Narrating):
    """Call somebody for a test (TK-TEST-8)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.call_test"] = "ticks.call_test"
    combatant: CombatantId
    statistic: StatisticName
    skill: SkillName | None = None
    difficulty: Difficulties
    hidden: bool = False
    hint: HintSheet | None = None
    role_play: bool = False
    helpers: Combatants = ()
    text: Text = ""

    def secret_fields(self) -> frozenset[str]:
        """A hidden difficulty stays hidden (TK-DIFF-8)."""
        return frozenset({"difficulty"}) if self.hidden else frozenset()


class CallContest(Narrating):
    """Call two for a contest (TK-OPP-1); `defender` is one of them, and wins a tie."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.call_contest"] = "ticks.call_contest"
    parties: Annotated[tuple[PartySheet, ...], Field(min_length=2, max_length=2)]
    defender: CombatantId
    text: Text = ""


class Award(Narrating):
    """Mark somebody who acted out what the next task needs (TK-ROLE-5)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.award"] = "ticks.award"
    combatant: CombatantId


class PassTime(Narrating):
    """Let the clock run outside rounds (TK-DYING-6)."""

    during = PhaseRule(AT_REST, "TK-DYING-6", "In a round the clock stands still; it goes on when the round ends.")
    type: Literal["ticks.pass_time"] = "ticks.pass_time"
    seconds: Annotated[int, Field(ge=1, le=31_536_000)]


class Recover(Narrating):
    """Let days of recovery go by for somebody (TK-REC-1); the care as it is said, or that of a `carer`."""

    during = PhaseRule(CALM, "TK-REC-1", "Nobody recovers while combat is on; end it first.")
    type: Literal["ticks.recover"] = "ticks.recover"
    combatant: CombatantId
    days: Annotated[int, Field(ge=1, le=1000)]
    care: Care | None = None
    carer: CombatantId | None = None
    days_per_wound: Annotated[int, Field(ge=3, le=MOST_DAYS)] | None = None


class Repair(Narrating):
    """Make somebody's worn armour whole (TK-ARM-6)."""

    during = PhaseRule(AT_REST, "TK-ARM-6", "Armour is not mended during a round; wait for its end.")
    type: Literal["ticks.repair"] = "ticks.repair"
    combatant: CombatantId


class Restock(Narrating):
    """Say how much spare ammunition a weapon has (TK-OTHER-6)."""

    rewrites: ClassVar[str | None] = "combatant"
    during = PhaseRule(
        AT_REST, "TK-OTHER-6", "Supplies come between rounds or outside combat; wait for the end of the round."
    )
    type: Literal["ticks.restock"] = "ticks.restock"
    combatant: CombatantId
    weapon: ThingName
    spare: Annotated[int, Field(ge=0, le=9999)]


class GrantLuck(Narrating):
    """Give luck (TK-LUCK-8)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.grant_luck"] = "ticks.grant_luck"
    combatant: CombatantId
    points: Annotated[int, Field(ge=1, le=99)]


class Wound(Narrating):
    """Wound somebody without any reduction (TK-DMG-7)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.wound"] = "ticks.wound"
    combatant: CombatantId
    wounds: Annotated[int, Field(ge=1, le=999)]
    reason: Text = ""


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


class PlaceCombatant(Placing):
    """Put somebody on a square, at once or on a later tick (TK-POS-6)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.place"] = "ticks.place"


class SetSight(Seeing):
    """Say who sees whom, at once or on a later tick (TK-SIGHT-2)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.set_sight"] = "ticks.set_sight"


class DefineArea(Narrating):
    """Name some squares (TK-DEFER-2)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.define_area"] = "ticks.define_area"
    name: Key
    squares: Annotated[tuple[SquareSheet, ...], Field(min_length=1, max_length=400)]


class TriggerCondition(Meeting):
    """Say that somebody meets a condition in words, at once or on a later tick (TK-DEFER-2)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.trigger"] = "ticks.trigger"


class EndCombat(Narrating):
    """Close combat between rounds (TK-COMBAT-7)."""

    during = PhaseRule(BETWEEN, "TK-COMBAT-7", "Combat can be ended only between two of its rounds.")
    type: Literal["ticks.end_combat"] = "ticks.end_combat"
