"""The typed answers: each goes to the open prompt of its kind that is put to the actor.

Where none is open the refusal names the rule that says when there is something to answer.
"""

from domain.decision.decision import Decision
from domain.decision.typed_answers import answer_fields, give_answer
from domain.model.encounter import NARRATOR_ID
from domain.model.event import Json
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.commands.answers import Following
from domain.rulesets.yin_yang.commands.parts import Matching
from domain.rulesets.yin_yang.state import Fight


def match(decision: Decision[Fight], command: ask.MatchCall) -> None:
    """Spend an action against the call (YY-ATK-8)."""
    give_answer(decision, "match", command.actor, answer_fields(command, Matching))


def let_pass(decision: Decision[Fight], command: ask.LetPass) -> None:
    """Let the call pass (YY-ATK-8)."""
    give_answer(decision, "match", command.actor, "let_pass")


def follow_up(decision: Decision[Fight], command: ask.Follow) -> None:
    """Strike once more with a King (YY-KING-3)."""
    give_answer(decision, "follow_up", command.actor, answer_fields(command, Following))


def decline(decision: Decision[Fight], command: ask.Decline) -> None:
    """Let a King's follow-up go (YY-KING-3)."""
    give_answer(decision, "follow_up", command.actor, "decline")


def join_combined(decision: Decision[Fight], command: ask.JoinCombined) -> None:
    """Join a combined action, or do not (YY-COMB-2)."""
    give_answer(decision, "join_combined", command.actor, answer_fields(command, ask.Joining))


def answer_challenge(decision: Decision[Fight], command: ask.AnswerChallenge) -> None:
    """Refuse a challenge, or accept it with a contest (YY-CHAL-3)."""
    accepted = command.accept
    answer: Json = "refuse" if accepted is None else accepted.model_dump(mode="json", exclude_defaults=True)
    give_answer(decision, "answer_challenge", NARRATOR_ID, answer, field="command.accept")
