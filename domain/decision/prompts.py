"""Prompts: what kinds of choices a ruleset gives to others, and the rules about their answers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, Literal, Self, TypeVar

import msgspec
from pydantic import TypeAdapter, ValidationError

from domain.decision.strict_validation import read_strictly
from domain.model.encounter import NARRATOR_ID, Encounter, Prompt
from domain.model.event import Json
from domain.model.refusal import refuse
from domain.text.phrases import spoken
from domain.text.validation import faults, place

S = TypeVar("S", bound=Encounter)
ASK: Final = "ask"
"""The policy of somebody who wants to be asked, whatever the ruleset would do of itself."""
ALWAYS_ASKED: Final[TypeAdapter[Any]] = TypeAdapter(Literal["ask"])
"""The policies of prompts that have no standing answers."""
_read: Final = lru_cache(maxsize=256)(read_strictly)  # standing answers come again and again, and are never changed


def answer_first(state: Encounter, prompt: Prompt) -> str:
    """Whose answer has to come first, as a refusal says it."""
    who = "The narrator" if prompt.to == NARRATOR_ID else state.name_of(prompt.to)
    return f"{who} has to answer {spoken(prompt.kind)} first ({prompt.id})."


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
    """The policy of the owner for prompts of this kind; None where it wants to be asked."""
    policy = state.policy(owner, prompt.kind)
    return None if policy == ASK else policy


@dataclass(frozen=True)
class PromptKind(Generic[S]):
    """One kind of choice: the type of its answers and the rules about them.

    ``check`` refuses an answer that the rules forbid here; ``forms`` lists the legal ones; ``only`` gives the answer
    where just one is possible; ``policy`` finds the standing answer; ``moot`` says why nobody has to answer any more,
    or None. ``taken`` is what an answer brings with it at once, before the rest of its group is in: it may record
    facts, ask also, withdraw prompts or call time, and puts nothing on the agenda. Answers of a ``sealed`` kind are
    private to whoever gives them; those of a ``replaceable`` one may be given again until the group is settled.
    ``standing`` is the type of its policies, where they have words that ``policy`` makes an answer of, and
    ``check_standing`` checks what ``policy`` gives, where other rules hold for that. Of a kind that only the narrator
    is asked, ``narrators``, nobody else has policies. ``told`` lists legal answers in place of ``forms`` where
    everybody reads them: those that tell nothing of what is sealed. ``own`` names the parts of what it is about that
    come out of the sheet of who is asked: where that is secret, others do not see them.
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
    standing: TypeAdapter[Any] | None = None
    check_standing: Callable[[S, Prompt, Any], None] | None = None
    narrators: bool = False
    told: Callable[[S, Prompt], Iterable[Json]] | None = None
    own: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, name: str, *answers: str, moot: Callable[[S, Prompt], str | None] = never_moot, narrators: bool = False
    ) -> Self:
        """A plain choice between some words."""
        literal: Any = Literal
        return cls(
            name,
            TypeAdapter(literal[answers]),
            any_answer,
            lambda state, prompt: answers,
            moot=moot,
            narrators=narrators,
        )

    def parse(self, answer: Json, field: str | None) -> Any:
        """The typed answer; refuses as invalid what does not have the shape to the letter: "3" is no number."""
        return self._typed(self.answer, answer, field, "no answer to a prompt")

    def check_policy(self, policy: Json, field: str) -> None:
        """Refuse as invalid what is no standing answer: ``ask``, a word of ``standing``, or an answer."""
        if policy == ASK:
            return
        if self.standing is ALWAYS_ASKED:
            sentence = f"Prompts {self.name!r} have no standing answers; answer each as it comes."
            refuse(None, sentence, code="invalid", field=field)
        self._typed(self.standing or self.answer, policy, field, "neither `ask` nor a standing answer to prompts")

    def _typed(self, shape: TypeAdapter[Any], given: Json, field: str | None, what: str) -> Any:
        try:
            return _read(shape, msgspec.json.encode(given))
        except ValidationError as error:
            first = faults(error, given, None).told[0]
            where = place(first.where)
            refuse(
                None,
                f"This is {what} {self.name!r}: {where + ': ' if where else ''}{first.said}",
                code="invalid",
                field=field and place((field, *first.where)),
            )
