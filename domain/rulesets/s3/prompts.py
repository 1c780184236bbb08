"""The choices of S3 that are somebody else's: kinds of prompts, their answers, who is asked when (S3-ORDER-14)."""

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import TypeAdapter

from domain.decision.prompts import PromptKind, any_answer
from domain.model.encounter import Prompt
from domain.model.event import Json
from domain.model.refusal import require
from domain.rulesets.s3.commands import CrashVerdict, Defence, FastReply
from domain.rulesets.s3.decide.consequences import drags_by
from domain.rulesets.s3.decide.defences import check_defence, defence_moot, only_defence, plain_defences
from domain.rulesets.s3.decide.fast import check_reply, plain_replies, reply_moot, standing_reply
from domain.rulesets.s3.state import Fight


def crash_forms(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """The narrator says how it looks (S3-MOUNT-23)."""
    return ({"spectacular": False}, {"spectacular": True, "coins": 0})


def drag_check(fight: Fight, prompt: Prompt, answer: str) -> None:
    """A combatant drags at most one foe (S3-MOUNT-33)."""
    free = answer == "release" or not drags_by(fight, prompt.to)
    require(free, "S3-MOUNT-33", f"{fight.name_of(prompt.to)} already drags a foe along.")


def drag_forms(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """Dragging, if nobody is dragged yet, and letting go (S3-MOUNT-12)."""
    return ("release",) if drags_by(fight, prompt.to) else ("drag", "release")


def drag_only(fight: Fight, prompt: Prompt) -> Json:
    """Whoever drags somebody already can only let go."""
    return "release" if drags_by(fight, prompt.to) else None


def drag_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Nobody who is out of action drags, or is dragged, and nobody drags stunned or without the weapon."""
    for combatant in (prompt.to, str(prompt.about["target"])):
        if not fight.people[combatant].able:
            return fight.people[combatant].why_unable
    dragger = fight.people[prompt.to]
    if dragger.stunned:
        return f"{dragger.name} is stunned"
    lost = not dragger.hands.hands_with(str(prompt.about["weapon"]).partition("/")[0])
    return f"{dragger.name} has lost the weapon" if lost else None


def stun_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Nobody who is out of action gathers itself."""
    person = fight.people[prompt.to]
    return None if person.able else person.why_unable


OPPOSE: PromptKind[Fight] = PromptKind(
    "oppose",
    TypeAdapter(Defence),
    check_defence,
    plain_defences,
    only=only_defence,
    moot=defence_moot,
    question="how to answer the attempt",
)
FAST_REPLY: PromptKind[Fight] = PromptKind(
    "fast_reply",
    TypeAdapter(FastReply | Literal["decline"]),
    check_reply,
    plain_replies,
    policy=standing_reply,
    moot=reply_moot,
    policy_type=TypeAdapter(FastReply | Literal["decline", "accept"]),
    question="whether to strike back",
)
CALL_FLIP: PromptKind[Fight] = PromptKind.of("call_flip", "heads", "tails", question="whether to call heads or tails")
ACT_STUNNED: PromptKind[Fight] = PromptKind.of(
    "act_stunned", "spend", "decline", moot=stun_moot, question="whether to spend a Breath to act"
)
DRAG_OR_RELEASE: PromptKind[Fight] = PromptKind(
    "drag_or_release",
    TypeAdapter(Literal["drag", "release"]),
    drag_check,
    drag_forms,
    only=drag_only,
    moot=drag_moot,
    question="whether to hold on or let go",
)
CRASH: PromptKind[Fight] = PromptKind(
    "crash", TypeAdapter(CrashVerdict), any_answer, crash_forms, question="whether it ends in a crash"
)

S3_PROMPTS: Mapping[str, PromptKind[Fight]] = {
    kind.name: kind for kind in (OPPOSE, FAST_REPLY, CALL_FLIP, ACT_STUNNED, DRAG_OR_RELEASE, CRASH)
}
