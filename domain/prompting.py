"""Prompts: what kinds of choices a ruleset gives to others, and the rules about their answers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, Self, TypeVar

import msgspec
from pydantic import TypeAdapter, ValidationError

from domain.encounter import Encounter, Prompt
from domain.event import Json
from domain.faults import faults, place
from domain.refusal import refuse

S = TypeVar("S", bound=Encounter)


def any_answer(state: Encounter, prompt: Prompt, answer: Any) -> None:
    """Every answer of the right shape is legal."""


def never_moot(state: Encounter, prompt: Prompt) -> str | None:
    """A prompt that has to be answered whatever happens meanwhile."""
    return None


def no_only_answer(state: Encounter, prompt: Prompt) -> Json:
    """A prompt that always leaves a choice."""
    return None


def nothing_at_once(table: Any, prompt: Prompt, answer: Any) -> None:
    """An answer that only its group's reply reads."""


def standing_answer(state: Encounter, prompt: Prompt, owner: str) -> Json:
    """The policy of the owner for prompts of this kind."""
    return state.policy(owner, prompt.kind)


@dataclass(frozen=True)
class PromptKind(Generic[S]):
    """One kind of choice: the type of its answers and the rules about them.

    ``check`` refuses an answer that the rules forbid here; ``forms`` lists the legal ones; ``only`` gives the answer
    where just one is possible; ``policy`` finds the standing answer; ``moot`` says why nobody has to answer any more,
    or None. ``taken`` is what an answer brings with it at once, before the rest of its group is in: it may record
    facts, ask also, withdraw prompts or call time, and puts nothing on the agenda. Answers of a ``sealed`` kind are
    private to whoever gives them; those of a ``replaceable`` one may be given again until the group is settled.
    """

    name: str
    answer: TypeAdapter[Any]
    check: Callable[[S, Prompt, Any], None]
    forms: Callable[[S, Prompt], Iterable[Json]]
    only: Callable[[S, Prompt], Json] = no_only_answer
    policy: Callable[[S, Prompt, str], Json] = standing_answer
    moot: Callable[[S, Prompt], str | None] = never_moot
    taken: Callable[[Any, Prompt, Any], None] = nothing_at_once
    sealed: bool = False
    replaceable: bool = False

    @classmethod
    def of(cls, name: str, *answers: str, moot: Callable[[S, Prompt], str | None] = never_moot) -> Self:
        """A plain choice between some words."""
        literal: Any = Literal
        return cls(name, TypeAdapter(literal[answers]), any_answer, lambda state, prompt: answers, moot=moot)

    def parse(self, answer: Json, field: str | None) -> Any:
        """The typed answer; refuses as invalid what does not have the shape to the letter: "3" is no number."""
        try:
            return self.answer.validate_json(msgspec.json.encode(answer), strict=True)
        except ValidationError as error:
            first = faults(error, answer, None)[0]
            where = place(first.where)
            refuse(
                None,
                f"This is no answer to a prompt {self.name!r}: {where + ': ' if where else ''}{first.said}",
                code="invalid",
                field=field and place((field, *first.where)),
            )
