"""The typed answers, and the shapes of answers that have several fields."""

from typing import ClassVar, Literal

from pydantic import Field

from domain.core.commands import Answering, Narrating, StrictModel, Text
from domain.rulesets.century.commands.parts import (
    AttackTerms,
    Base,
    ChosenConsequences,
    Combatants,
    CriticalSheet,
    DiceText,
    Key,
    Points,
    RollKey,
)
from domain.rulesets.century.words import Ability, CalledEffect, ControlOutcome, Defence


class Defending(StrictModel):
    """A defence (CE-DODGE-2); `fate` where two Fate Points are needed (CE-DODGE-5)."""

    defence: Defence
    fate: bool = False
    with_: Key | None = Field(
        default=None, alias="with", description="`left_arm`, `right_arm`, a held item, a natural attack (CE-BLOCK-3)"
    )


class CallingTerms(StrictModel):
    """The narrator's terms of a called shot (CE-CALLED-2)."""

    base: Base
    effect: CalledEffect = "damage"
    item: Key | None = Field(default=None, description="of `drop_item`")
    ignores_armor: bool = False
    ignores_cover: bool = False
    reason: Text = ""


class ControlTerms(StrictModel):
    """The narrator's terms of a mandatory roll of a driver (CE-CLASS-7)."""

    base: Base
    outcome: ControlOutcome = "skid"
    damage: DiceText | None = Field(default=None, description="of `crash`")


class HalfCheckTerms(StrictModel):
    """The check by which those inside an area halve its damage (CE-HALF-1)."""

    base: Base
    abilities: tuple[Ability, ...] = Field(default=("agl",), min_length=1, max_length=3)


class BlastList(StrictModel):
    """Who of those without position is inside an area, and who is shielded (CE-AREA-5)."""

    inside: Combatants | None = None
    shielded: Combatants = ()


class SprayVerdict(StrictModel):
    """Why several targets may not be sprayed (CE-AUTO-9)."""

    refused: Text


class AnswerApproach(Answering):
    """Answer `approach`: which candidate is used (CE-SKILL-3)."""

    answers_to = "approach"
    type: Literal["century.answer_approach"] = "century.answer_approach"
    candidate: Key


class AnswerFateBefore(Answering):
    """Answer `fate_before`: Fate Points spent before the throw (CE-FATE-1)."""

    answers_to = "fate_before"
    type: Literal["century.answer_fate_before"] = "century.answer_fate_before"
    fate: Points


class AnswerFateAfter(Answering):
    """Answer `fate_after`: Fate Points spent after the throw (CE-FATE-2)."""

    answers_to = "fate_after"
    type: Literal["century.answer_fate_after"] = "century.answer_fate_after"
    fate: Points


class Defend(Answering, Defending):
    """Answer `defence` (CE-DODGE-2)."""

    answers_to = "defence"
    type: Literal["century.defend"] = "century.defend"


class AwardCritical(Narrating):
    """Answer `award_critical` (CE-CRIT-1); of a hidden roll nobody else learns it, so it is never shown as said."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"award"})
    answers_to = "award_critical"
    type: Literal["century.award_critical"] = "century.award_critical"
    roll_id: RollKey | None = None
    award: bool


class ChooseCritical(Narrating, CriticalSheet):
    """Answer `choose_critical` (CE-CRIT-9); it shows in the facts that follow."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset(CriticalSheet.model_fields)
    answers_to = "choose_critical"
    type: Literal["century.choose_critical"] = "century.choose_critical"
    roll_id: RollKey | None = None


class ChooseConsequence(Narrating):
    """Answer `consequence` (CE-REACT-9)."""

    interrupts: ClassVar[bool] = True
    answers_to = "consequence"
    type: Literal["century.consequence"] = "century.consequence"
    roll_id: RollKey | None = None
    effects: ChosenConsequences


class AnswerAttackTerms(Narrating, AttackTerms):
    """Answer `attack_terms` (CE-MOD-24)."""

    interrupts: ClassVar[bool] = True
    answers_to = "attack_terms"
    type: Literal["century.answer_attack_terms"] = "century.answer_attack_terms"


class AnswerBlastList(Narrating, BlastList):
    """Answer `blast_list` (CE-AREA-5)."""

    interrupts: ClassVar[bool] = True
    answers_to = "blast_list"
    type: Literal["century.answer_blast_list"] = "century.answer_blast_list"
