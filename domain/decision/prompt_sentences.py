"""The sentences of prompts and answers, in the words that the kinds of prompts declare."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.core.commands import ASK
from domain.core.events import Answered, AnswerUnused, PolicySet, Prompted
from domain.decision.prompts import Aloud, PromptKind
from domain.model.encounter import NARRATOR_ID, UNTOLD
from domain.model.event import Event
from domain.story.told import AS_SAID, Told
from domain.text.phrases import (
    SEEN_WHOLE,
    Names,
    RenderEvent,
    as_words,
    named,
    possessive,
    render_value,
    sentence,
)

SOMEONE: Final = "someone"
"""The word for the owner of an answer sent without one."""
ANSWERED_BY: Final = {"policy": ", as always"}
Kinds = Mapping[str, PromptKind[Any]]
Render = Callable[[Kinds, Any, Names], str]


def prompt_sentences(kinds: Kinds) -> dict[type[Event], RenderEvent]:
    """Return the functions that render the events of prompts; ``kinds`` are those of the ruleset."""
    renderers: dict[type[Event], Render] = {
        Prompted: _prompted,
        Answered: _answered,
        AnswerUnused: _answer_unused,
        PolicySet: _policy_set,
    }
    return {event: _told_with(kinds, render) for event, render in renderers.items()}


def prompts_told(kinds: Kinds) -> dict[type[Event], Told]:
    """Return how prompts and answers take part in the story: those of some kinds are clauses of its lines.

    A question comes at the end of its line.
    """

    def clause_if(part: Aloud) -> Callable[[Prompted | Answered], str]:
        aloud = {name for name, kind in kinds.items() if part in kind.aloud}
        return lambda event: AS_SAID if event.visible_kind in aloud else ""

    return {Prompted: Told(brief=clause_if("question"), last=True), Answered: Told(brief=clause_if("answer"))}


def _told_with(kinds: Kinds, render: Render) -> RenderEvent:
    return lambda event, names: render(kinds, event, names)


def _prompted(kinds: Kinds, event: Prompted, names: Names) -> str:
    """Render who has to choose, and what."""
    return sentence(f"{named(names, event.to)} {_question(kinds, event, names)}.")


def _question(kinds: Kinds, event: Prompted, names: Names) -> str:
    kind = event.visible_kind
    if kind == UNTOLD:
        return "is asked something in secret"
    asks = kinds[kind].asks if kind in kinds else ""
    said = asks if isinstance(asks, str) else asks(event, names)
    return said or f"has a choice to make: {as_words(kind)}"


def _answered(kinds: Kinds, event: Answered, names: Names) -> str:
    """Render an answer, unless its kind leaves it to the events after it."""
    kind = kinds.get(event.visible_kind)
    return "" if kind is not None and kind.silent(event) else _chosen(kinds, event, names)


def _chosen(kinds: Kinds, event: Answered, names: Names) -> str:
    """Render an answer, also one that is only announced; one that is sealed to those alone who may see it."""
    who, choice = named(names, event.to), as_words(event.visible_kind)
    if event.visible_kind == UNTOLD:
        return sentence(f"{who} answers in secret.")
    kind = kinds.get(event.visible_kind)
    if event.given is None:
        sealed = kind.sealed_as if kind is not None else ""
        return sentence(f"{who} {sealed or f'makes a choice in secret: {choice}'}.")
    told = None if kind is None else told_answer(kind, event, names)
    how = ANSWERED_BY.get(event.by, "")
    return sentence(f"{who} {told or f'chooses, {choice}: {render_value(event.given, names)}'}{how}.")


def told_answer(kind: PromptKind[Any], event: Answered, names: Names) -> str | None:
    """Return an answer as the end of the sentence that begins with a name; None if its kind has no words for it."""
    if isinstance(kind.tells, Mapping):
        return kind.tells.get(event.given) if isinstance(event.given, str | bool | int) else None
    return kind.tells and kind.tells(event, names)


def _answer_unused(kinds: Kinds, event: AnswerUnused, names: Names) -> str:
    """Render an answer that was not needed; a sealed one is shown only to readers who may see it."""
    owner = possessive(names, event.to) if event.to else "an"
    answer = event.answer if event.secret is None else event.secret
    if event.visible_kind == UNTOLD:
        return sentence(f"{owner} answer in advance is not needed.")
    to, kind = event.to or SOMEONE, kinds[event.visible_kind]
    if answer is None:
        return sentence(f"{named(names, to)} need not decide {kind.question} after all.")
    if to == NARRATOR_ID and not kind.narrator_only:
        return f"Not needed after all: the narrator's answer to the question {kind.question}."
    given = Answered(kind=event.visible_kind, to=to, by="sent", answer=answer)
    return f"Not needed after all: {_within(_chosen(kinds, given, names), to, names)}"


def _policy_set(kinds: Kinds, event: PolicySet, names: Names) -> str:
    """Render a standing answer; its content is shown only to readers who may see it."""
    if event.answer is None:
        return _policy_gone(kinds[event.kind], event.of, names)
    if event.answer == ASK:
        return sentence(f"{named(names, event.of)} wants to be asked {kinds[event.kind].question}.")
    if event.of == NARRATOR_ID and not kinds[event.kind].narrator_only:
        return f"The narrator has an answer in advance to the question {kinds[event.kind].question}."
    given = Answered(kind=event.kind, to=event.of, by="sent", answer=event.answer)
    return f"From now on: {_within(_chosen(kinds, given, names), event.of, names)}"


def _policy_gone(kind: PromptKind[Any], of: str, names: Names) -> str:
    """Render a standing answer that was removed, or is hidden from the reader."""
    if not names.get(SEEN_WHOLE):
        return sentence(f"{possessive(names, of)} standing answer changes: {kind.question}.")
    if of == NARRATOR_ID and not kind.narrator_only:
        return f"The narrator no longer has an answer in advance to the question {kind.question}."
    return f"From now on, {named(names, of)} is asked again {kind.question}."


def _within(told: str, subject: str, names: Names) -> str:
    """Return a sentence as it follows a colon: only the name of a combatant keeps its capital letter."""
    return told if subject in names else told[:1].lower() + told[1:]
