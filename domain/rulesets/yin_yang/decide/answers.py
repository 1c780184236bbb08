"""The typed answers: each goes to the open prompt of its kind that is put to the actor.

Where none is open the refusal names the rule that says when there is something to answer.
"""

from domain.encounter import NARRATOR_ID, Prompt
from domain.event import Json
from domain.refusal import at_field, refuse
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.commands.answers import Answering, Following
from domain.rulesets.yin_yang.commands.parts import Matching
from domain.rulesets.yin_yang.state import Fight
from domain.table import Table

WHEN_ASKED = {
    "match": "of the target of a call, then of its guards and of those whom the narrator lets counter",
    "follow_up": "when a King wins an attack",
    "join_combined": "when others combine, of each partner",
    "answer_challenge": "when a call of the narrator is challenged",
}
"""When there is something to answer, by the kind of the prompt."""


def match(table: Table[Fight], command: ask.MatchCall) -> None:
    """Spend an action against the call (YY-ATK-8)."""
    _give(table, command.actor, "match", _fields(command, Matching), "YY-PROM-1", "command")


def let_pass(table: Table[Fight], command: ask.LetPass) -> None:
    """Let the call pass (YY-ATK-8)."""
    _give(table, command.actor, "match", "let_pass", "YY-PROM-1", "command")


def follow_up(table: Table[Fight], command: ask.Follow) -> None:
    """Strike once more with a King (YY-KING-3)."""
    _give(table, command.actor, "follow_up", _fields(command, Following), "YY-PROM-2", "command")


def decline(table: Table[Fight], command: ask.Decline) -> None:
    """Let a King's follow-up go (YY-KING-3)."""
    _give(table, command.actor, "follow_up", "decline", "YY-PROM-2", "command")


def join_combined(table: Table[Fight], command: ask.JoinCombined) -> None:
    """Join a combined action, or do not (YY-COMB-2)."""
    _give(table, command.actor, "join_combined", _fields(command, ask.Joining), "YY-PROM-3", "command")


def answer_challenge(table: Table[Fight], command: ask.AnswerChallenge) -> None:
    """Refuse a challenge, or accept it with a contest (YY-CHAL-3)."""
    accepted = command.accept
    answer: Json = "refuse" if accepted is None else accepted.model_dump(mode="json", exclude_defaults=True)
    _give(table, NARRATOR_ID, "answer_challenge", answer, "YY-PROM-10", "command.accept")


def _fields(command: Answering, shape: type[ask.Joining | Following | Matching]) -> Json:
    """What a typed answer says, in the shape of the answer that it stands for."""
    return command.model_dump(mode="json", include=set(shape.model_fields), exclude_defaults=True)


def _open(fight: Fight, kind: str, to: str) -> Prompt | None:
    return next((prompt for prompt in fight.prompts if (prompt.kind, prompt.to) == (kind, to)), None)


def _give(table: Table[Fight], to: str, kind: str, answer: Json, rule: str, field: str) -> None:
    """Answer the open prompt; faults of the answer are shown at ``field``, where the command has it."""
    prompt = _open(table.state, kind, to)
    if prompt is None:
        name = "The narrator" if to == NARRATOR_ID else table.state.name_of(to)
        refuse(rule, f"{name} is not asked for {kind} now; that is asked {WHEN_ASKED[kind]}.")
    with at_field("command.answer", field):
        table.answer(prompt, answer)
