"""What a fight waits for: the open prompts, as questions with the labels of their answers."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeVar

from domain.core.commands import labelled_answer
from domain.core.events import Answered
from domain.decision.prompt_sentences import told_answer
from domain.decision.prompts import ALWAYS_ASKED, PromptKind
from domain.fields.vocabulary import View
from domain.model.encounter import UNTOLD, Encounter, Prompt
from domain.model.event import Json
from domain.model.refusal import Refused
from domain.model.speaker import Speaker
from domain.options.encoding import as_text
from domain.options.listed import OTHERS, listed_values
from domain.options.prompts import answer_fields
from domain.ruleset.offering import view_of
from domain.ruleset.ruleset import Ruleset
from domain.table.shapes import Asked, Awaited, Choice
from domain.text.languages import ENGLISH, Wording
from domain.text.phrases import Names, sentence

S = TypeVar("S", bound=Encounter)
MOST_CHOICES: Final = 6
"""The number of choices that a table lists; the options have all."""
MOST_TRIED: Final = 60
"""The number of answers that are tried for these."""


def awaited(ruleset: Ruleset[S], state: S, speaker: Speaker, names: Names, wording: Wording) -> dict[str, Awaited]:
    """Return the open prompts by their IDs, with choices for those whom the speaker may answer for."""
    view = view_of(ruleset, state, speaker, None, wording)
    return {prompt.id: _awaited(ruleset, view, prompt, names) for prompt in state.prompts}


def asked_together(state: Encounter) -> dict[str, Asked]:
    """Return the groups of two or more prompts that are settled together, by the first of each."""
    missing = {prompt.id for prompt in state.prompts if prompt.id not in state.answers}
    return {
        group.name: Asked(
            tuple(dict.fromkeys(one.to for one in group.questions.values())),
            tuple(dict.fromkeys(one.to for name, one in group.questions.items() if name in missing)),
        )
        for group in state.waiting
        if len(group.questions) > 1 and missing & group.questions.keys()
    }


def _awaited(ruleset: Ruleset[S], view: View[S], prompt: Prompt, names: Names) -> Awaited:
    state, speaker = view.state, view.speaker
    seen = prompt.seen_by(speaker)
    mine = speaker.speaks_for(prompt.to)
    kind = ruleset.prompts[prompt.kind]
    now = ruleset.answerable(state, prompt, speaker)
    choices, more = _choices(kind, view, prompt, names) if mine and now else ((), False)
    typed = any(command.answers_to == prompt.kind for command in ruleset.commands)
    policies = kind.policy_type is not ALWAYS_ASKED and not (kind.narrator_only and not speaker.is_narrator)
    return Awaited(
        to=prompt.to,
        kind=seen.kind,
        question=ruleset.asked(seen, names),
        since=prompt.version,
        choices=choices,
        more=more or (mine and now and typed),
        answer=state.answers.get(prompt.id) if mine else None,
        answered=prompt.id in state.answers,
        standing=policies and seen.kind != UNTOLD,
        waits_for=_others_asked(state, prompt),
        sealed=prompt.sealed,
        changeable=prompt.replaceable,
        later=not now,
    )


def _others_asked(state: Encounter, prompt: Prompt) -> tuple[str, ...]:
    """Return who else is asked in the same group, and has not answered."""
    missing = {one.id for one in state.prompts if one.id not in state.answers and one is not prompt}
    for group in state.waiting:
        if prompt.id in group.questions:
            return tuple(dict.fromkeys(one.to for name, one in group.questions.items() if name in missing))
    return ()


def _choices(kind: PromptKind[S], view: View[S], prompt: Prompt, names: Names) -> tuple[tuple[Choice, ...], bool]:
    """Return the first answers that the rules accept, with labels that differ, and whether there are more.

    Answers without plain fields are given by commands of their own.
    """
    if kind.fields is None and not tuple(kind.choices(view.state, prompt)):
        return (), True
    found: dict[str, Choice] = {}
    more = False
    for answer in islice(_answers(kind, view, prompt), MOST_TRIED):
        if answer is OTHERS:
            more = True
            continue
        if len(found) == MOST_CHOICES:
            return tuple(found.values()), True
        label = _label(kind, view, prompt, answer, names)
        if label in found:
            label = f"{label} ({as_text(answer, view.labels, kind.name)})"
        more = more or label in found
        found.setdefault(label, Choice(answer, label))
    return tuple(found.values()), more


def _answers(kind: PromptKind[S], view: View[S], prompt: Prompt) -> Iterator[Json]:
    """Yield the answers that are listed and accepted, and ``OTHERS`` where there are more.

    A kind that has both fields and choices has its common answers, all of them legal, in the choices.
    """
    common = tuple(kind.choices(view.state, prompt)) if kind.fields is not None else ()
    if common:
        yield from (*common, OTHERS)
        return
    for field in answer_fields(kind, view.state, prompt):
        for answer in listed_values(field, view, {}):
            if answer is OTHERS or _is_accepted(kind, view.state, prompt, answer):
                yield answer


def _is_accepted(kind: PromptKind[S], state: S, prompt: Prompt, answer: Json) -> bool:
    try:
        kind.check(state, prompt, kind.parse(answer, None))
    except Refused:
        return False
    return True


def _label(kind: PromptKind[S], view: View[S], prompt: Prompt, answer: Json, names: Names) -> str:
    """Return an answer in the words of the story, or as options label it if these lack it or are in English."""
    if view.wording.language == ENGLISH:
        event = Answered(kind=kind.name, to=prompt.to, by="prompt", answer=answer, prompt=prompt.id)
        told = told_answer(kind, event, names)
        if told:
            return sentence(told)
    if isinstance(answer, str | bool):
        labelled = labelled_answer(view.labels, kind.name, answer).label
        return names.get(str(answer)) or str(labelled)
    return as_text(answer, view.labels, kind.name)
