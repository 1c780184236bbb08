"""Prompts: the kinds of choices that a ruleset asks for, and the rules about their answers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, Literal, NamedTuple, Self, TypeVar

import msgspec
from pydantic import TypeAdapter, ValidationError

from domain.decision.strict_validation import validate_json_strictly
from domain.fields.field import Field
from domain.model.encounter import NARRATOR_ID, Encounter, Prompt
from domain.model.event import Json
from domain.model.refusal import refuse
from domain.text.phrases import as_words
from domain.text.validation import format_path, validation_messages

S = TypeVar("S", bound=Encounter)
ASK: Final = "ask"
"""The policy to be asked each time, even if the ruleset would choose an answer by itself."""
ALWAYS_ASKED: Final[TypeAdapter[Any]] = TypeAdapter(Literal["ask"])
"""The policy type of prompts that have no standing answers."""
_read: Final = lru_cache(maxsize=256)(validate_json_strictly)  # standing answers recur, and typed answers are immutable


def answer_first(state: Encounter, kinds: Mapping[str, "PromptKind[Any]"], prompt: Prompt) -> str:
    """Return the sentence of a refusal that says who has to answer first, and what; ``kinds`` are the ruleset's."""
    who = "the narrator" if prompt.to == NARRATOR_ID else state.name_of(prompt.to)
    return f"First {who} has to {'answer' if prompt.veiled else f'decide {kinds[prompt.kind].question}'}."


def any_answer(state: Encounter, prompt: Prompt, answer: Any) -> None:
    """Accept every answer of the right type."""


def no_choices(state: Encounter, prompt: Prompt) -> Iterable[Json]:
    """Return no answers: the kind declares fields, or commands of its own answer it."""
    return ()


def never_moot(state: Encounter, prompt: Prompt) -> str | None:
    """Return None: the prompt never becomes moot."""
    return None


def no_only_answer(state: Encounter, prompt: Prompt) -> Json:
    """Return None: the prompt always leaves a choice."""
    return None


def no_immediate_effect(decision: Any, prompt: Prompt, answer: Any) -> None:
    """Do nothing: only the reply of the group reads the answer."""


def policy_answer(state: Encounter, prompt: Prompt, owner: str) -> Json:
    """Return the owner's policy for prompts of this kind as an answer; None if the owner has to be asked."""
    policy = state.policy(owner, prompt.kind)
    return None if policy == ASK else policy


class Occasion(NamedTuple):
    """When a kind of prompt is asked, as the end of a sentence, and the rule that says so."""

    rule: str
    when: str


@dataclass(frozen=True)
class PromptKind(Generic[S]):
    """One kind of choice: the type of its answers and the rules about them.

    ``question`` says what is to be decided, as the end of a sentence: ``whether to strike back``; ``words`` is a label.
    ``check`` refuses an answer that the rules forbid here. ``fields`` returns the fields of the answer, one for each
    shape that it may have. A kind without them has its legal answers in ``choices``, unless commands of its own answer
    it. ``only`` returns the answer if just one is possible. ``policy`` returns the standing answer. ``moot`` returns
    the reason why the prompt no longer needs an answer, or None. ``on_answer`` is the immediate effect of an answer,
    before its group is settled: it may record events, add questions, withdraw prompts or close the group, but puts no
    stage on the agenda.

    Answers of a ``sealed`` kind are private to the speaker who gives them. Answers of a ``replaceable`` kind can be
    changed until the group is settled. ``policy_type`` is the type of policies, if ``policy`` translates some words to
    answers, and ``check_policy_answer`` replaces ``check`` for the answers of ``policy``. With ``narrator_only``, only
    the narrator is asked, and only the narrator has policies. ``sheet_fields`` names the keys of ``about`` that come
    from the sheet of the combatant asked: if that sheet is secret, other speakers do not see them. ``occasion`` says
    when the prompt is asked, for the refusal of a typed answer to a prompt that is not open.
    """

    name: str
    answer: TypeAdapter[Any]
    check: Callable[[S, Prompt, Any], None]
    choices: Callable[[S, Prompt], Iterable[Json]] = no_choices
    only: Callable[[S, Prompt], Json] = no_only_answer
    policy: Callable[[S, Prompt, str], Json] = policy_answer
    moot: Callable[[S, Prompt], str | None] = never_moot
    on_answer: Callable[[Any, Prompt, Any], None] = no_immediate_effect
    sealed: bool = False
    replaceable: bool = False
    policy_type: TypeAdapter[Any] | None = None
    check_policy_answer: Callable[[S, Prompt, Any], None] | None = None
    narrator_only: bool = False
    sheet_fields: frozenset[str] = frozenset()
    occasion: Occasion | None = None
    question: str = ""
    words: str = ""
    fields: Callable[[S, Prompt], Iterable[Field]] | None = None

    def __post_init__(self) -> None:
        """Ask in the words of the name, if the ruleset has none."""
        if not self.question:
            object.__setattr__(self, "question", f"about “{as_words(self.name)}”")

    @classmethod
    def of(
        cls,
        name: str,
        *answers: str,
        question: str = "",
        words: str = "",
        moot: Callable[[S, Prompt], str | None] = never_moot,
        narrator_only: bool = False,
    ) -> Self:
        """Return a kind of prompt that is a plain choice between words."""
        literal: Any = Literal
        return cls(
            name,
            TypeAdapter(literal[answers]),
            any_answer,
            lambda state, prompt: answers,
            question=question,
            words=words,
            moot=moot,
            narrator_only=narrator_only,
        )

    def parse(self, answer: Json, field: str | None) -> Any:
        """Return the typed answer. Refuses as invalid an answer that does not strictly match: "3" is not a number."""
        return self._typed(self.answer, answer, field, "not a valid answer to prompts")

    def check_policy(self, policy: Json, field: str) -> None:
        """Refuse as invalid a policy that is neither ``ask`` nor of ``policy_type`` (default: the answer type)."""
        if policy == ASK:
            return
        if self.policy_type is ALWAYS_ASKED:
            detail = f"Prompts “{self.name}” have no standing answers; answer each one when it opens."
            refuse(None, detail, code="invalid", field=field)
        self._typed(
            self.policy_type or self.answer, policy, field, "neither `ask` nor a valid standing answer to prompts"
        )

    def _typed(self, shape: TypeAdapter[Any], given: Json, field: str | None, what: str) -> Any:
        try:
            return _read(shape, msgspec.json.encode(given))
        except ValidationError as error:
            first = validation_messages(error, given, None).shown[0]
            where = format_path(first.path)
            refuse(
                None,
                f"This is {what} “{self.name}”: {where + ': ' if where else ''}{first.message}",
                code="invalid",
                field=field and format_path((field, *first.path)),
            )


GO_ON: Final[PromptKind[Any]] = PromptKind(
    "go_on",
    TypeAdapter(Literal["go_on"]),
    any_answer,
    lambda state, prompt: ("go_on",),
    policy_type=ALWAYS_ASKED,
    narrator_only=True,
    question="when to continue",
    words="Continue",
)
"""The choice of the narrator to continue a decision that paused because its batch was full.

A ruleset with ``pausable`` stages has it among its prompts.
"""
