"""The typed answers: each goes to the open prompt of its kind that is put to the actor, or to the narrator.

Where none is open the refusal says when there is something to answer (CE-ROLL-13).
"""

from domain.decision.decision import Decision
from domain.decision.typed_answers import Occasion, Occasions, answer_fields, give_answer
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Json
from domain.rulesets.century import commands as ask
from domain.rulesets.century.state import Fight

OCCASIONS: Occasions = {
    "approach": Occasion("CE-ROLL-13", "of a roller with several ways to make the roll"),
    "fate_before": Occasion("CE-ROLL-13", "before the throw, of a roller with Fate Points"),
    "fate_after": Occasion("CE-ROLL-13", "after the throw, of a roller whom Fate Points can still help"),
    "defence": Occasion("CE-ROLL-13", "of a target that can defend against the attack"),
    "award_critical": Occasion("CE-ROLL-13", "where the narrator awards criticals, after such a number in the open"),
    "choose_critical": Occasion("CE-ROLL-13", "where the narrator chooses effects, after a critical throw in the open"),
    "consequence": Occasion(
        "CE-ROLL-13", "after a Reaction Check that failed in the open, without a consequence of its own"
    ),
    "attack_terms": Occasion("CE-ROLL-13", "where the narrator gives the terms of each attack"),
    "blast_list": Occasion("CE-ROLL-13", "when an area opens that a combatant without a position may be in"),
}


def answer_approach(decision: Decision[Fight], command: ask.AnswerApproach) -> None:
    """Pick one of several ways to make the roll (CE-SKILL-3)."""
    give_answer(decision, OCCASIONS, "approach", command.actor, command.candidate, field="command.candidate")


def answer_fate_before(decision: Decision[Fight], command: ask.AnswerFateBefore) -> None:
    """Spend Fate Points before the throw (CE-FATE-1)."""
    give_answer(decision, OCCASIONS, "fate_before", command.actor, command.fate, field="command.fate")


def answer_fate_after(decision: Decision[Fight], command: ask.AnswerFateAfter) -> None:
    """Spend Fate Points after the throw (CE-FATE-2)."""
    give_answer(decision, OCCASIONS, "fate_after", command.actor, command.fate, field="command.fate")


def defend(decision: Decision[Fight], command: ask.Defend) -> None:
    """Call a defence (CE-DODGE-2)."""
    give_answer(decision, OCCASIONS, "defence", command.actor, answer_fields(command, ask.Defending))


def award_critical(decision: Decision[Fight], command: ask.AwardCritical) -> None:
    """Award a critical, or do not (CE-CRIT-1)."""
    give_answer(
        decision, OCCASIONS, "award_critical", NARRATOR_ID, command.award, field="command.award", roll=command.roll_id
    )


def choose_critical(decision: Decision[Fight], command: ask.ChooseCritical) -> None:
    """Choose what a critical throw does (CE-CRIT-9)."""
    give_answer(
        decision,
        OCCASIONS,
        "choose_critical",
        NARRATOR_ID,
        answer_fields(command, ask.CriticalSheet),
        roll=command.roll_id,
    )


def choose_consequence(decision: Decision[Fight], command: ask.ChooseConsequence) -> None:
    """Choose what a failed check brings (CE-REACT-9)."""
    effects: list[Json] = [effect.model_dump(mode="json", exclude_defaults=True) for effect in command.effects]
    give_answer(decision, OCCASIONS, "consequence", NARRATOR_ID, effects, field="command.effects", roll=command.roll_id)


def answer_attack_terms(decision: Decision[Fight], command: ask.AnswerAttackTerms) -> None:
    """Give the terms of an attack (CE-MOD-24)."""
    give_answer(decision, OCCASIONS, "attack_terms", NARRATOR_ID, answer_fields(command, ask.AttackTerms))


def answer_blast_list(decision: Decision[Fight], command: ask.AnswerBlastList) -> None:
    """Say who is inside an area (CE-AREA-5)."""
    give_answer(decision, OCCASIONS, "blast_list", NARRATOR_ID, answer_fields(command, ask.BlastList))
