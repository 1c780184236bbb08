"""What is answered to prompts, and the commands that say the same: those of combatants, then the narrator's."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from domain.core.commands import Answering, CombatantId, Narrating, PhaseRule, StrictModel
from domain.rulesets.ticks.commands.parts import Declaring, Difficulties, Doing, Holding, Points, SkillName
from domain.rulesets.ticks.options import StatisticName
from domain.rulesets.ticks.words import DECLARATION, RESOLUTION


class Opposing(StrictModel):
    """With what a manoeuvre is opposed: one of the legal pairs (TK-MAN-9), and luck (TK-LCOMB-8)."""

    statistic: StatisticName
    skill: SkillName
    luck: Points = 0


class Reduction(StrictModel):
    """What is spent on one attack (TK-DMG-4)."""

    defend: Points = 0
    luck: Points = 0


Soaking = Annotated[tuple[Reduction, ...], Field(max_length=200, description="one for each attack, in order")]


SEALED = "core.answer"
"""What others see of acting and of holding, which are the same to them until the tick closes (TK-RES-7).

So are the narrator's answers about declarations, until these are revealed (TK-DECL-5).
"""


class Declare(Answering, Declaring):
    """Answer `declare`: the one action of the round (TK-DECL-7), under seal until all of the tick have declared."""

    secrets: ClassVar[frozenset[str]] = frozenset(Declaring.model_fields)
    during = PhaseRule(DECLARATION, "TK-DECL-2", "One declares while the count goes up, at the beginning of a round.")
    answers_to = "declare"
    type: Literal["ticks.declare"] = "ticks.declare"


class Act(Answering, Doing):
    """Answer `act`: what one does on the open tick (TK-RES-7); it overrides an earlier hold."""

    secrets: ClassVar[frozenset[str]] = frozenset(Doing.model_fields)
    public_type: ClassVar[str | None] = SEALED
    during = PhaseRule(RESOLUTION, "TK-RES-6", "One acts while the count goes down, when all have declared.")
    answers_to = "act"
    type: Literal["ticks.act"] = "ticks.act"


class Hold(Answering):
    """Answer `act` by doing nothing: on this tick, or down to a lower one (TK-RES-10)."""

    secrets: ClassVar[frozenset[str]] = frozenset({"until"})
    public_type: ClassVar[str | None] = SEALED
    during = PhaseRule(RESOLUTION, "TK-RES-6", "One holds while the count goes down, when all have declared.")
    answers_to = "act"
    type: Literal["ticks.hold"] = "ticks.hold"
    until: Annotated[int, Field(ge=0, le=200)] | None = Field(default=None, description="default: the next tick")


class Oppose(Answering, Opposing):
    """Answer `oppose` (TK-MAN-9)."""

    answers_to = "oppose"
    type: Literal["ticks.oppose"] = "ticks.oppose"


class Soak(Answering):
    """Answer `soak` (TK-DMG-4)."""

    answers_to = "soak"
    type: Literal["ticks.soak"] = "ticks.soak"
    attacks: Soaking


class HoldBack(Answering):
    """Answer `hold_back`: who is attacked, or nobody (TK-DEFER-9, TK-DEFER-11)."""

    answers_to = "hold_back"
    type: Literal["ticks.hold_back"] = "ticks.hold_back"
    attack: CombatantId | None = None


class Commit(Answering):
    """Answer `commit`: luck for a test (TK-TEST-8)."""

    answers_to = "commit"
    type: Literal["ticks.commit"] = "ticks.commit"
    luck: Points = 0


class SetDifficulty(Narrating):
    """Answer `set_difficulty`: that of a trick shot (TK-TRICK-1), or of a deed with a skill (TK-OTHER-7)."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"difficulty"})
    public_type: ClassVar[str | None] = SEALED
    answers_to = "set_difficulty"
    type: Literal["ticks.set_difficulty"] = "ticks.set_difficulty"
    difficulty: Difficulties


class JudgeCondition(Narrating):
    """Answer `judge_condition`: whether a condition in words is simple enough (TK-DEFER-5)."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"simple"})
    public_type: ClassVar[str | None] = SEALED
    answers_to = "judge_condition"
    type: Literal["ticks.judge_condition"] = "ticks.judge_condition"
    simple: bool


__all__ = [
    "Act",
    "Answering",
    "Commit",
    "Declare",
    "Hold",
    "HoldBack",
    "Holding",
    "JudgeCondition",
    "Oppose",
    "Opposing",
    "Reduction",
    "SetDifficulty",
    "Soak",
    "Soaking",
]
