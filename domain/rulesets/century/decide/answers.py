"""The typed answers: each goes to the open prompt of its kind that is put to the actor, or to the narrator.

Where none is open the refusal says when there is something to answer (CE-ROLL-13).
"""

from domain.core_commands import Command
from domain.encounter import NARRATOR_ID, Prompt
from domain.event import Json
from domain.refusal import at_field, refuse
from domain.rulesets.century import commands as ask
from domain.rulesets.century.state import Fight
from domain.table import Table

WHEN_ASKED = {
    "approach": "of a roller with several ways to make its roll",
    "fate_before": "before the throw, of a roller with Fate Points",
    "fate_after": "after the throw, of a roller whom Fate Points can still help",
    "defence": "of the target of an attack that can defend itself",
    "award_critical": "where the narrator awards criticals, after such a number",
    "choose_critical": "where the narrator chooses effects, after a critical throw",
    "consequence": "after a failed Reaction Check without a consequence of its own",
    "attack_terms": "where the narrator gives the terms of each attack",
    "blast_list": "when an area opens that somebody without position may be in",
}
"""When there is something to answer, by the kind of the prompt."""


def answer_approach(table: Table[Fight], command: ask.AnswerApproach) -> None:
    """Pick one of several ways to make the roll (CE-SKILL-3)."""
    _give(table, command.actor, "approach", command.candidate, "command.candidate")


def answer_fate_before(table: Table[Fight], command: ask.AnswerFateBefore) -> None:
    """Spend Fate Points before the throw (CE-FATE-1)."""
    _give(table, command.actor, "fate_before", command.fate, "command.fate")


def answer_fate_after(table: Table[Fight], command: ask.AnswerFateAfter) -> None:
    """Spend Fate Points after the throw (CE-FATE-2)."""
    _give(table, command.actor, "fate_after", command.fate, "command.fate")


def defend(table: Table[Fight], command: ask.Defend) -> None:
    """Call a defence (CE-DODGE-2)."""
    _give(table, command.actor, "defence", _fields(command, ask.Defending), "command")


def award_critical(table: Table[Fight], command: ask.AwardCritical) -> None:
    """Award a critical, or do not (CE-CRIT-1)."""
    _give(table, NARRATOR_ID, "award_critical", command.award, "command.award", command.roll_id)


def choose_critical(table: Table[Fight], command: ask.ChooseCritical) -> None:
    """Choose what a critical throw does (CE-CRIT-9)."""
    _give(table, NARRATOR_ID, "choose_critical", _fields(command, ask.CriticalSheet), "command", command.roll_id)


def choose_consequence(table: Table[Fight], command: ask.ChooseConsequence) -> None:
    """Choose what a failed check brings (CE-REACT-9)."""
    effects: list[Json] = [effect.model_dump(mode="json", exclude_defaults=True) for effect in command.effects]
    _give(table, NARRATOR_ID, "consequence", effects, "command.effects", command.roll_id)


def answer_attack_terms(table: Table[Fight], command: ask.AnswerAttackTerms) -> None:
    """Give the terms of an attack (CE-MOD-24)."""
    _give(table, NARRATOR_ID, "attack_terms", _fields(command, ask.AttackTerms), "command")


def answer_blast_list(table: Table[Fight], command: ask.AnswerBlastList) -> None:
    """Say who is inside an area (CE-AREA-5)."""
    _give(table, NARRATOR_ID, "blast_list", _fields(command, ask.BlastList), "command")


Shape = type[ask.Defending] | type[ask.CriticalSheet] | type[ask.AttackTerms] | type[ask.BlastList]


def _fields(command: Command, shape: Shape) -> Json:
    """What a typed answer says, in the shape of the answer that it stands for."""
    return command.model_dump(mode="json", by_alias=True, include=set(shape.model_fields), exclude_defaults=True)


def _open(fight: Fight, kind: str, to: str, roll: str | None) -> Prompt | None:
    """The open prompt; of several the one about a roll that is named."""
    asked = (prompt for prompt in fight.prompts if (prompt.kind, prompt.to) == (kind, to))
    return next((prompt for prompt in asked if roll in (None, prompt.about.get("roll"))), None)


def _give(table: Table[Fight], to: str, kind: str, answer: Json, field: str, roll: str | None = None) -> None:
    """Answer the open prompt; faults of the answer are shown at ``field``, where the command has it."""
    prompt = _open(table.state, kind, to, roll)
    if prompt is None:
        name = "The narrator" if to == NARRATOR_ID else table.state.name_of(to)
        about = f" about {roll}" if roll is not None else ""
        refuse("CE-ROLL-13", f"{name} is not asked for {kind}{about} now; that is asked {WHEN_ASKED[kind]}.")
    with at_field("command.answer", field):
        table.answer(prompt, answer)
