"""What somebody may do in its own name, beside answering."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import Acting, CombatantId
from domain.rulesets.ticks.commands.parts import Combatants, PlanSheet, Points, ThingName
from domain.rulesets.ticks.words import Mode


class CallCombat(Acting):
    """Begin combat by a violent act (TK-COMBAT-1); `weapon` and `mode` with the option `opening_attack` as `free`."""

    type: Literal["ticks.call_combat"] = "ticks.call_combat"
    against: CombatantId
    earshot: Combatants = Field(default=(), description="who else hears it, as the narrator judges (TK-COMBAT-2)")
    weapon: ThingName | None = None
    mode: Mode | None = None


class Hurry(Acting):
    """Buy quickness after one's declaration (TK-LCOMB-4)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.hurry"] = "ticks.hurry"
    points: Annotated[int, Field(ge=1, le=99)]


class MakePlan(Acting, PlanSheet):
    """Say what one does on every tick on which one is asked (TK-PLAN-1); it is sealed, and may be replaced."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset(PlanSheet.model_fields)
    always_sealed: ClassVar[bool] = True
    type: Literal["ticks.plan"] = "ticks.plan"


class Drop(Acting):
    """Let something fall on one's own square (TK-OTHER-9)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.drop"] = "ticks.drop"
    item: ThingName


class Release(Acting):
    """Let go of somebody who is held (TK-GRAP-5)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.release"] = "ticks.release"
    combatant: CombatantId


class Faint(Acting):
    """Fall unconscious of one's own choice (TK-KO-3)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.faint"] = "ticks.faint"


class Wake(Acting):
    """End unconsciousness that was chosen (TK-KO-4)."""

    type: Literal["ticks.wake"] = "ticks.wake"


class FirstAid(Acting):
    """Keep somebody from dying, between rounds or outside combat (TK-AID-3); `helpers` are the narrator's to name."""

    type: Literal["ticks.first_aid"] = "ticks.first_aid"
    patient: CombatantId
    luck: Points = 0
    helpers: Combatants = ()
