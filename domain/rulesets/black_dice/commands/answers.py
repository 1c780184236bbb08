"""Answers to prompts, and the commands that are their typed forms."""

from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from domain.core.commands import Answering, CombatantId, Narrating, StrictModel, Text
from domain.rulesets.black_dice.commands.parts import Choices, Key, Pips, Said
from domain.rulesets.black_dice.words import ReplyKind


class ReplyTo(StrictModel):
    """How a target meets one attacker (BD-WHO-7)."""

    attacker: CombatantId
    does: ReplyKind
    weapon: Key | None = None


class Replies(StrictModel):
    """An answer to `response`: one reply for each attacker; a full dodge meets them all."""

    replies: tuple[ReplyTo, ...] = Field(min_length=1, max_length=50)


class Turning(StrictModel):
    """An answer to `reroll`: what turns the throw (BD-SCRIPT-4)."""

    description: Said


class Approval(StrictModel):
    """An answer to `approve` (BD-SCRIPT-2)."""

    approve: bool
    reason: Text = ""


class Saving(StrictModel):
    """An answer to `save_from_death`: the pips that extend one's life, or what the scripting die makes happen."""

    extend: Pips | None = None
    description: Said | None = None

    @model_validator(mode="after")
    def one_way(self) -> Self:
        if (self.extend is None) == (self.description is None):
            raise ValueError("Name either the pips that extend the life or the description of the rescue")
        return self


class Respond(Answering, Replies):
    """Answer `response`."""

    answers_to = "response"
    type: Literal["black_dice.respond"] = "black_dice.respond"


class Choose(Answering):
    """Answer `choose`."""

    answers_to = "choose"
    type: Literal["black_dice.choose"] = "black_dice.choose"
    choices: Choices


class Reroll(Answering):
    """Answer `reroll` with yes (BD-SCRIPT-4)."""

    answers_to = "reroll"
    type: Literal["black_dice.reroll"] = "black_dice.reroll"
    description: Said


class Keep(Answering):
    """Answer `keep`: which of two throws stands (BD-SCRIPT-6)."""

    answers_to = "keep"
    type: Literal["black_dice.keep"] = "black_dice.keep"
    keep: Literal["first", "second"]


class ReduceDamage(Answering):
    """Answer `reduce_damage` (BD-FATE-5)."""

    answers_to = "reduce_damage"
    type: Literal["black_dice.reduce_damage"] = "black_dice.reduce_damage"
    pips: int = Field(ge=0, le=60)


class AvoidInjury(Answering):
    """Answer `avoid_injury` (BD-FATE-8)."""

    answers_to = "avoid_injury"
    type: Literal["black_dice.avoid_injury"] = "black_dice.avoid_injury"
    avoid: bool


class EnsureSuccess(Answering):
    """Answer `ensure_success` (BD-FATE-6, BD-FATE-10)."""

    answers_to = "ensure_success"
    type: Literal["black_dice.ensure_success"] = "black_dice.ensure_success"
    ensure: bool


class Approve(Narrating):
    """Answer the oldest open `approve`, or the one named (BD-SCRIPT-2)."""

    interrupts: ClassVar[bool] = True
    answers_to = "approve"
    type: Literal["black_dice.approve"] = "black_dice.approve"
    prompt: str | None = Field(default=None, max_length=64)
    approve: bool
    reason: Text = ""
