"""The choices of S3 that are somebody else's: kinds of prompts, their answers, who is asked when (S3-ORDER-14)."""

from collections.abc import Mapping
from typing import Literal

from pydantic import TypeAdapter

from domain.decision.prompts import PromptKind, any_answer
from domain.rulesets.s3.commands import CrashVerdict, Defence, FastReply
from domain.rulesets.s3.decide import crashes, defences, dragging, fast, turns
from domain.rulesets.s3.state import Fight

OPPOSE: PromptKind[Fight] = PromptKind(
    "oppose",
    TypeAdapter(Defence),
    defences.check_defence,
    defences.plain_defences,
    only=defences.only_defence,
    moot=defences.defence_moot,
    question="how to answer the attempt",
)
FAST_REPLY: PromptKind[Fight] = PromptKind(
    "fast_reply",
    TypeAdapter(FastReply | Literal["decline"]),
    fast.check_reply,
    fast.plain_replies,
    policy=fast.standing_reply,
    moot=fast.reply_moot,
    policy_type=TypeAdapter(FastReply | Literal["decline", "accept"]),
    question="whether to strike back",
)
CALL_FLIP: PromptKind[Fight] = PromptKind.of("call_flip", "heads", "tails", question="whether to call heads or tails")
ACT_STUNNED: PromptKind[Fight] = PromptKind.of(
    "act_stunned", "spend", "decline", moot=turns.stun_moot, question="whether to spend a Breath to act"
)
DRAG_OR_RELEASE: PromptKind[Fight] = PromptKind(
    "drag_or_release",
    TypeAdapter(Literal["drag", "release"]),
    dragging.check_drag,
    dragging.drag_forms,
    only=dragging.only_drag,
    moot=dragging.drag_moot,
    question="whether to hold on or let go",
)
CRASH: PromptKind[Fight] = PromptKind(
    "crash", TypeAdapter(CrashVerdict), any_answer, crashes.crash_forms, question="whether it ends in a crash"
)

S3_PROMPTS: Mapping[str, PromptKind[Fight]] = {
    kind.name: kind for kind in (OPPOSE, FAST_REPLY, CALL_FLIP, ACT_STUNNED, DRAG_OR_RELEASE, CRASH)
}
