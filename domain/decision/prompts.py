"""Prompts: the kinds of choices that a ruleset asks for, and the rules about their answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, Generic, Literal, NamedTuple, Self, TypeVar

import msgspec
from pydantic import TypeAdapter, ValidationError

from domain.core.commands import ASK
from domain.core.events import Answered, Prompted
from domain.decision.strict_validation import validate_json_strictly
from domain.fields.field import Field
from domain.fields.sets import AnyJson, Either, Labelled, Set, Span
from domain.model.encounter import NARRATOR_ID, Encounter, Prompt
from domain.model.event import Json
from domain.model.refusal import refuse
from domain.text.phrases import Names, as_words, named, names_in
from domain.text.validation import format_path, validation_messages

S = TypeVar("S", bound=Encounter)
Asks = str | Callable[[Prompted, Names], str | None]
"""A question to a combatant, as the end of the sentence that begins with its name: ``has to call the coin``."""
Aloud = Literal["question", "answer"]
AsksAbout = Callable[[str, Mapping[str, Any], Names], str]
"""A question about one prompt, from its recipient and its subject: ``whether to strike back at Iron Claw``."""
Tells = Mapping[Json, str] | Callable[[Answered, Names], str | None]
"""An answer, as the end of the sentence that begins with the name of the combatant: ``calls heads``."""
ALWAYS_ASKED: Final[TypeAdapter[Any]] = TypeAdapter(Literal["ask"])
"""The policy type of prompts that have no standing answers."""
_read: Final = lru_cache(maxsize=256)(validate_json_strictly)  # standing answers recur, and typed answers are immutable


def answer_first(state: Encounter, kinds: Mapping[str, "PromptKind[Any]"], prompt: Prompt) -> str:
    """Return the sentence of a refusal that says who has to answer first, and what; ``kinds`` are the ruleset's."""
    return f"First {has_to_answer(state, kinds, prompt)}."


def has_to_answer(state: Encounter, kinds: Mapping[str, "PromptKind[Any]"], prompt: Prompt) -> str:
    """Return who has to answer a prompt, and what: ``Flying Fox has to decide how to oppose the attack``."""
    names = names_in(state)
    who = "the narrator" if prompt.to == NARRATOR_ID else named(names, prompt.to)
    if prompt.veiled:
        return f"{who} has to answer"
    about = {key: value for key, value in prompt.about.items() if key not in prompt.hidden}
    return f"{who} has to decide {kinds[prompt.kind].question_about(prompt.to, about, names)}"


def any_answer(state: Encounter, prompt: Prompt, answer: Any) -> None:
    """Accept every answer of the right type."""


@dataclass(frozen=True)
class ByClass(Generic[S]):
    """A check of answers that are of several classes: each has a check of its own, and others are accepted."""

    checks: Mapping[type[Any], Callable[[S, Prompt, Any], None]]

    def __call__(self, state: S, prompt: Prompt, answer: Any) -> None:
        """Refuse an answer that the check of its class refuses."""
        self.checks.get(type(answer), any_answer)(state, prompt, answer)


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


def never_silent(event: Answered) -> bool:
    """Return False: every answer has a sentence."""
    return False


def always_silent(event: Answered) -> bool:
    """Return True: the events after an answer say as much."""
    return True


def silent_unless_sent(event: Answered) -> bool:
    """Return whether an answer was not sent in advance: one that was may be unneeded, and has a sentence."""
    return event.by != "sent"


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

    ``question`` says what is to be decided, as the end of a sentence: ``whether to strike back``, and ``asked_about``
    the same of one prompt: ``whether to strike back at Iron Claw``; ``words`` is a label.
    ``check`` refuses an answer that the rules forbid here. ``fields`` returns the fields of the answer, one for each
    shape that it may have. A kind without fields has its legal answers in ``choices``. A kind with fields, or with
    commands of its own that answer it, has there the common ones, for a table; those of a kind with fields are all
    legal. ``only`` returns the answer if just one is possible. ``policy`` returns the standing answer. ``moot`` returns
    the reason why the prompt no longer needs an answer, or None. ``on_answer`` is the immediate effect of an answer,
    before its group is settled: it may record events, add questions, withdraw prompts or close the group, but puts no
    stage on the agenda.

    Answers of a ``sealed`` kind are private to the speaker who gives them. Answers of a ``replaceable`` kind can be
    changed until the group is settled. ``policy_type`` is the type of policies, if ``policy`` translates some words to
    answers; ``policy_synonyms`` are words of it that mean the same as others, which are offered in their place, and
    ``check_policy_answer`` replaces ``check`` for the answers of ``policy``. With ``narrator_only``, only the narrator
    is asked, and only the narrator has policies; with ``policy_of_narrator`` combatants have policies, too, which only
    the narrator sets. ``sheet_fields`` names the keys of ``about`` that come from the sheet of the combatant asked: if
    that sheet is secret, other speakers do not see them. ``occasion`` says when the prompt is asked, for the refusal of
    a typed answer to a prompt that is not open.

    ``asks`` and ``tells`` are the words of the story about the prompt and about an answer, and ``aloud`` says which of
    them belong in a line of the story; others are details of one. ``sealed_as`` takes the place of an answer that its
    reader may not see: ``decides in secret whether to join in``. ``silent`` returns whether an answer has no sentence,
    because the events after it say as much. Standing answers and answers that are not needed always have one. The
    answer to a ``deed`` kind is a deed of its own, with which the story begins an exchange.
    """

    name: str
    answer: TypeAdapter[Any]
    check: Callable[[S, Prompt, Any], None]
    choices: Callable[[S, Prompt], Iterable[Json | Labelled]] = no_choices
    only: Callable[[S, Prompt], Json] = no_only_answer
    policy: Callable[[S, Prompt, str], Json] = policy_answer
    moot: Callable[[S, Prompt], str | None] = never_moot
    on_answer: Callable[[Any, Prompt, Any], None] = no_immediate_effect
    sealed: bool = False
    replaceable: bool = False
    policy_type: TypeAdapter[Any] | None = None
    policy_synonyms: Mapping[str, str] = field(default_factory=dict)
    check_policy_answer: Callable[[S, Prompt, Any], None] | None = None
    narrator_only: bool = False
    policy_of_narrator: bool = False
    sheet_fields: frozenset[str] = frozenset()
    occasion: Occasion | None = None
    question: str = ""
    words: str = ""
    fields: Callable[[S, Prompt], Iterable[Field]] | None = None
    asks: Asks = ""
    tells: Tells | None = None
    sealed_as: str = ""
    silent: Callable[[Answered], bool] = never_silent
    aloud: tuple[Aloud, ...] = ()
    asked_about: AsksAbout | None = None
    deed: bool = False

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
        asks: Asks = "",
        tells: Tells | None = None,
        silent: Callable[[Answered], bool] = never_silent,
        moot: Callable[[S, Prompt], str | None] = never_moot,
        narrator_only: bool = False,
        aloud: tuple[Aloud, ...] = (),
        asked_about: AsksAbout | None = None,
        deed: bool = False,
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
            asks=asks,
            tells=tells,
            silent=silent,
            moot=moot,
            narrator_only=narrator_only,
            aloud=aloud,
            asked_about=asked_about,
            deed=deed,
        )

    def question_about(self, to: str, about: Mapping[str, Any], names: Names) -> str:
        """Return the question of one prompt; that of the kind where nothing more is known of what it is about."""
        return self.question if self.asked_about is None else self.asked_about(to, about, names)

    @property
    def is_set_by_narrator(self) -> bool:
        """True if only the narrator sets policies of this kind."""
        return self.narrator_only or self.policy_of_narrator

    def parse(self, answer: Json, field: str | None) -> Any:
        """Return the typed answer. Refuses as invalid an answer that does not strictly match: "3" is not a number."""
        return self._typed(self.answer, answer, field, "not a valid answer to the question")

    def check_policy(self, policy: Json, field: str) -> None:
        """Refuse as invalid a policy that is neither ``ask`` nor of ``policy_type`` (default: the answer type)."""
        if policy == ASK:
            return
        self._typed(
            self.policy_type or self.answer, policy, field, "neither `ask` nor a valid standing answer to the question"
        )

    @cached_property
    def standing_answers(self) -> Set:
        """The set of standing answers to prompts of this kind; those with fields of their own are any JSON."""
        words: list[Json | Labelled] = [ASK]
        others: list[Set] = []
        for shape in shapes_in((self.policy_type or self.answer).json_schema()):
            if {"minimum", "maximum"} <= shape.keys():
                others.append(Span(shape["minimum"], shape["maximum"]))
            elif shape.get("type") == "boolean":
                words += (True, False)
            elif "const" in shape or "enum" in shape:
                words += shape.get("enum", [shape.get("const")])
            elif POLICY not in others:
                others.append(POLICY)
        for other, word in self.policy_synonyms.items():
            words.remove(other)
            words[words.index(word)] = Labelled(word, word, (other,))
        return Either((tuple(words), *others)) if others else tuple(words)

    def _typed(self, shape: TypeAdapter[Any], given: Json, field: str | None, what: str) -> Any:
        try:
            return _read(shape, msgspec.json.encode(given))
        except ValidationError as error:
            first = validation_messages(error, given, shape).shown[0]
            where = format_path(first.path)
            refuse(
                None,
                f"This is {what} {self.question}: {where + ': ' if where else ''}{first.message}",
                code="invalid",
                field=field and format_path((field, *first.path)),
            )


POLICY: Final = AnyJson("Policy")


def shapes_in(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the alternatives of a JSON schema."""
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives is None:
        yield schema
    else:
        for one in alternatives:
            yield from shapes_in(one)


GO_ON: Final[PromptKind[Any]] = PromptKind(
    "go_on",
    TypeAdapter(Literal["go_on"]),
    any_answer,
    lambda state, prompt: ("go_on",),
    policy_type=ALWAYS_ASKED,
    narrator_only=True,
    question="when to continue",
    words="Continue",
    asks="has to continue",
    tells={"go_on": "continues"},
    deed=True,
)
"""The choice of the narrator to continue a decision that paused because its batch was full.

A ruleset with ``pausable`` stages has it among its prompts.
"""
