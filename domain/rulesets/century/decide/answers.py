"""The typed answers: each goes to the open prompt of its kind that is put to the actor, or to the narrator.

Where none is open the refusal says when there is something to answer (CE-ROLL-13).
"""

from domain.decision.decision import Decision
from domain.decision.typed_answers import answer_fields, give_answer
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Json
from domain.rulesets.century import commands as ask
from domain.rulesets.century.state import Fight


def answer_approach(decision: Decision[Fight], command: ask.AnswerApproach) -> None:
    """Pick one of several ways to make the roll (CE-SKILL-3)."""
    give_answer(decision, "approach", command.actor, command.candidate, field="command.candidate")


def answer_fate_before(decision: Decision[Fight], command: ask.AnswerFateBefore) -> None:
    """Spend Fate Points before the throw (CE-FATE-1)."""
    give_answer(decision, "fate_before", command.actor, command.fate, field="command.fate")


def answer_fate_after(decision: Decision[Fight], command: ask.AnswerFateAfter) -> None:
    """Spend Fate Points after the throw (CE-FATE-2)."""
    give_answer(decision, "fate_after", command.actor, command.fate, field="command.fate")


def defend(decision: Decision[Fight], command: ask.Defend) -> None:
    """Call a defence (CE-DODGE-2)."""
    give_answer(decision, "defence", command.actor, answer_fields(command, ask.Defending))


def award_critical(decision: Decision[Fight], command: ask.AwardCritical) -> None:
    """Award a critical, or do not (CE-CRIT-1)."""
    give_answer(decision, "award_critical", NARRATOR_ID, command.award, field="command.award", roll=command.roll_id)


def choose_critical(decision: Decision[Fight], command: ask.ChooseCritical) -> None:
    """Choose what a critical throw does (CE-CRIT-9)."""
    give_answer(
        decision,
        "choose_critical",
        NARRATOR_ID,
        answer_fields(command, ask.CriticalSheet),
        roll=command.roll_id,
    )


def choose_consequence(decision: Decision[Fight], command: ask.ChooseConsequence) -> None:
    """Choose what a failed check brings (CE-REACT-9)."""
    effects: list[Json] = [effect.model_dump(mode="json", exclude_defaults=True) for effect in command.effects]
    give_answer(decision, "consequence", NARRATOR_ID, effects, field="command.effects", roll=command.roll_id)


def answer_attack_terms(decision: Decision[Fight], command: ask.AnswerAttackTerms) -> None:
    """Give the terms of an attack (CE-MOD-24)."""
    give_answer(decision, "attack_terms", NARRATOR_ID, answer_fields(command, ask.AttackTerms))


def answer_blast_list(decision: Decision[Fight], command: ask.AnswerBlastList) -> None:
    """Say who is inside an area (CE-AREA-5)."""
    give_answer(decision, "blast_list", NARRATOR_ID, answer_fields(command, ask.BlastList))
