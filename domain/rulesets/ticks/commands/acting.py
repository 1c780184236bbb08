"""What somebody may do in its own name, beside answering."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import Acting, CombatantId, PhaseRule
from domain.rulesets.ticks.commands.parts import Combatants, PlanSheet, Points, ThingName, Waking
from domain.rulesets.ticks.words import AT_REST, CALM, IN_ROUND, RESOLUTION, Mode


class CallCombat(Acting):
    """Begin combat by a violent act (TK-COMBAT-1); `weapon` and `mode` with the option `opening_attack` as `free`."""

    during = PhaseRule(CALM, "TK-COMBAT-1", "Combat is on already; it ends between rounds.")
    type: Literal["ticks.call_combat"] = "ticks.call_combat"
    against: CombatantId
    earshot: Combatants = Field(default=(), description="who else hears it, as the narrator judges (TK-COMBAT-2)")
    weapon: ThingName | None = None
    mode: Mode | None = None


class Hurry(Acting):
    """Buy quickness after one's declaration (TK-LCOMB-4)."""

    interrupts: ClassVar[bool] = True
    during = PhaseRule(IN_ROUND, "TK-LCOMB-4", "Quickness is bought within a round, after one's declaration.")
    type: Literal["ticks.hurry"] = "ticks.hurry"
    points: Annotated[int, Field(ge=1, le=99)]


class MakePlan(Acting, PlanSheet):
    """Say what one does on every tick on which one is asked (TK-PLAN-1); it is sealed, and may be replaced."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset(PlanSheet.model_fields)
    always_sealed: ClassVar[bool] = True
    during = PhaseRule(IN_ROUND, "TK-PLAN-1", "Plans are for a round, from one's own declaration on.")
    type: Literal["ticks.plan"] = "ticks.plan"


class Drop(Acting):
    """Let something fall on one's own square (TK-OTHER-9)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.drop"] = "ticks.drop"
    item: ThingName


class Release(Acting):
    """Let go of somebody who is held (TK-GRAP-5)."""

    interrupts: ClassVar[bool] = True
    during = PhaseRule(RESOLUTION, "TK-GRAP-5", "Nobody is held now; holds last while the count goes down.")
    type: Literal["ticks.release"] = "ticks.release"
    combatant: CombatantId


class Faint(Acting):
    """Fall unconscious of one's own choice (TK-KO-3)."""

    interrupts: ClassVar[bool] = True
    type: Literal["ticks.faint"] = "ticks.faint"


class Wake(Waking):
    """End unconsciousness that was chosen (TK-KO-4)."""

    during = PhaseRule(AT_REST, "TK-KO-4", "One wakes between rounds or outside combat; wait for the end of the round.")
    type: Literal["ticks.wake"] = "ticks.wake"


class FirstAid(Acting):
    """Keep somebody from dying, between rounds or outside combat (TK-AID-3); `helpers` are the narrator's to name."""

    during = PhaseRule(AT_REST, "TK-AID-3", "In a round first aid is a deed; declare it as the action Other.")
    type: Literal["ticks.first_aid"] = "ticks.first_aid"
    patient: CombatantId
    luck: Points = 0
    helpers: Combatants = ()
