"""The choices of S3 that are somebody else's: kinds of prompts, their answers, who is asked when (S3-ORDER-14)."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import TypeAdapter

from domain.encounter import Prompt
from domain.event import Json
from domain.rulesets.s3.commands import CrashVerdict, Defence
from domain.rulesets.s3.decide.defences import check_defence, defence_moot, only_defence, plain_defences
from domain.rulesets.s3.state import Fight
from domain.ruleset import PromptKind


def anything_goes(fight: Fight, prompt: Prompt, answer: Any) -> None:
    """Every answer of the right shape is legal."""


def choices(*answers: str) -> Any:
    """Forms of a plain choice."""

    def forms(fight: Fight, prompt: Prompt) -> Iterable[Json]:
        return answers

    return forms


def crash_forms(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """The narrator says how it looks (S3-MOUNT-23)."""
    return ({"spectacular": False}, {"spectacular": True, "coins": 0})


def stun_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Nobody who is out of action gathers itself."""
    person = fight.people[prompt.to]
    return None if person.able else f"{person.name} is out of action"


OPPOSE: PromptKind[Fight] = PromptKind(
    "oppose", TypeAdapter(Defence), check_defence, plain_defences, only=only_defence, moot=defence_moot
)
CALL_FLIP: PromptKind[Fight] = PromptKind(
    "call_flip",
    TypeAdapter(Literal["heads", "tails"]),
    anything_goes,
    choices("heads", "tails"),
    after_draw=True,
)
ACT_STUNNED: PromptKind[Fight] = PromptKind(
    "act_stunned",
    TypeAdapter(Literal["spend", "decline"]),
    anything_goes,
    choices("spend", "decline"),
    moot=stun_moot,
    after_draw=True,
)
DRAG_OR_RELEASE: PromptKind[Fight] = PromptKind(
    "drag_or_release",
    TypeAdapter(Literal["drag", "release"]),
    anything_goes,
    choices("drag", "release"),
    moot=stun_moot,
    after_draw=True,
)
CRASH: PromptKind[Fight] = PromptKind("crash", TypeAdapter(CrashVerdict), anything_goes, crash_forms, after_draw=True)

S3_PROMPTS: Mapping[str, PromptKind[Fight]] = {
    kind.name: kind for kind in (OPPOSE, CALL_FLIP, ACT_STUNNED, DRAG_OR_RELEASE, CRASH)
}
