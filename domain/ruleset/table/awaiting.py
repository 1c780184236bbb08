"""The open prompts of a fight, as questions with the labels of their answers."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeVar

from domain.core.commands import labelled_answer
from domain.core.events import Answered
from domain.decision.prompt_sentences import told_answer
from domain.decision.prompts import ALWAYS_ASKED, PromptKind
from domain.fields.field import listed
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View
from domain.model.encounter import UNTOLD, Encounter, Prompt
from domain.model.event import Json
from domain.model.refusal import Refused
from domain.model.speaker import Speaker
from domain.options.declared import completed
from domain.options.encoding import as_text
from domain.options.listed import OTHERS, listed_values, value_of
from domain.options.prompts import ANY_ANSWER, answer_fields
from domain.ruleset.offering import view_of
from domain.ruleset.ruleset import Ruleset
from domain.table.shapes import AskedTogether, Awaited, Choice
from domain.text.languages import ENGLISH, Wording
from domain.text.phrases import Names, sentence

S = TypeVar("S", bound=Encounter)
MOST_CHOICES: Final = 6
"""The number of choices that a table lists; the options have all."""
MOST_TRIED: Final = 60
"""The number of answers that are tried for these."""
MOST_OFFERED: Final = 12
"""The number of prompts that have choices, and of combatants that a prompt waits for; ``asked`` has all of a group."""


def awaited(ruleset: Ruleset[S], state: S, speaker: Speaker, names: Names, wording: Wording) -> dict[str, Awaited]:
    """Return the open prompts by their IDs, with choices where the speaker may answer."""
    if not state.prompts:
        return {}
    view = view_of(ruleset, state, speaker, None, wording)
    typed = frozenset([command.answers_to for command in ruleset.commands])
    others = _asked_with(state)
    offered = [
        prompt.id for prompt in state.prompts if speaker.speaks_for(prompt.to) and prompt.id not in state.answers
    ][:MOST_OFFERED]
    return {
        prompt.id: _awaited(
            ruleset, view, prompt, names, typed if prompt.id in offered else None, others.get(prompt.id, ())
        )
        for prompt in state.prompts
    }


def listed_choices(ruleset: Ruleset[S], state: S, speaker: Speaker, prompt: Prompt) -> tuple[tuple[str, ...], bool]:
    """Return the labels of the answers that a table lists with a prompt, and whether there are others.

    A speaker who may not answer now has none.
    """
    if not (speaker.speaks_for(prompt.to) and ruleset.answerable(state, prompt, speaker)):
        return (), False
    view = view_of(ruleset, state, speaker, None, ruleset.wording(ENGLISH))
    typed = frozenset([command.answers_to for command in ruleset.commands])
    choices, more = _choices(ruleset.prompts[prompt.kind], view, prompt, ruleset.names(state, speaker), typed)
    return tuple([choice.label for choice in choices]), more


def asked_together(state: Encounter) -> dict[str, AskedTogether]:
    """Return the groups of two or more prompts that are settled together, by the first of each."""
    missing = {prompt.id for prompt in state.prompts if prompt.id not in state.answers}
    return {
        group.name: AskedTogether(
            tuple(dict.fromkeys(one.to for one in group.questions.values())),
            tuple(dict.fromkeys(one.to for name, one in group.questions.items() if name in missing)),
        )
        for group in state.waiting
        if len(group.questions) > 1 and missing & group.questions.keys()
    }


def _awaited(
    ruleset: Ruleset[S],
    view: View[S],
    prompt: Prompt,
    names: Names,
    typed: frozenset[str | None] | None,
    others: tuple[str, ...],
) -> Awaited:
    """Return a prompt; without ``typed`` it has no choices."""
    state, speaker = view.state, view.speaker
    seen = prompt.seen_by(speaker)
    mine = speaker.speaks_for(prompt.to)
    kind = ruleset.prompts[prompt.kind]
    now = ruleset.answerable(state, prompt, speaker)
    choices, more = _choices(kind, view, prompt, names, typed) if mine and now and typed is not None else ((), mine)
    policies = kind.policy_type is not ALWAYS_ASKED and not (kind.narrator_only and not speaker.is_narrator)
    return Awaited(
        to=prompt.to,
        kind=seen.kind,
        question=_question(ruleset, view, seen, names),
        since=prompt.version,
        choices=choices,
        more=more and now,
        answer=state.answers.get(prompt.id) if mine else None,
        answered=prompt.id in state.answers,
        standing=policies and seen.kind != UNTOLD,
        waits_for=others,
        sealed=prompt.sealed,
        changeable=prompt.replaceable,
        later=not now,
    )


def _question(ruleset: Ruleset[S], view: View[S], prompt: Prompt, names: Names) -> str:
    """Return the sentence of the story; in other languages than English who is asked, and what."""
    if view.wording.language == ENGLISH:
        return ruleset.asked(prompt, names)
    kind, who = ruleset.prompts.get(prompt.kind), names.get(prompt.to) or view.labels.of(prompt.to)
    asked = view.wording.question(kind.question, kind.name) if kind else view.labels.of("asked_in_secret", "text")
    return f"{who}: {asked}"


def _asked_with(state: Encounter) -> dict[str, tuple[str, ...]]:
    """Return, by prompt, who else is asked in the same group and has not answered; large groups are left out."""
    missing = {one.id: one.to for one in state.prompts if one.id not in state.answers}
    found = {}
    for group in state.waiting:
        open_ones = {name: missing[name] for name in group.questions if name in missing}
        if len(open_ones) <= MOST_OFFERED:
            for name in group.questions:
                found[name] = tuple(dict.fromkeys(to for other, to in open_ones.items() if other != name))
    return found


def _choices(
    kind: PromptKind[S], view: View[S], prompt: Prompt, names: Names, typed: frozenset[str | None]
) -> tuple[tuple[Choice, ...], bool]:
    """Return the first answers that the rules accept, with labels that differ, and whether there are more.

    Of answers with the same label the first is there, and the others are among those that there are more of.
    A kind with fields, or with commands of its own (``typed``), may have its common answers in ``choices``.
    """
    common = tuple(kind.choices(view.state, prompt))
    if kind.fields is None and not common:
        return (), True
    found: dict[str, Choice] = {}
    more = kind.name in typed
    for one in islice(_answers(kind, view, prompt, common, typed), MOST_TRIED):
        if one is OTHERS:
            more = True
            continue
        if len(found) == MOST_CHOICES:
            return tuple(found.values()), True
        answer, label = value_of(one), _label(kind, view, prompt, one, names)
        more = more or label in found
        found.setdefault(label, Choice(answer, label))
    return tuple(found.values()), more


def _answers(
    kind: PromptKind[S],
    view: View[S],
    prompt: Prompt,
    common: tuple[Json | Labelled, ...],
    typed: frozenset[str | None],
) -> Iterator[Json | Labelled]:
    """Yield the answers that are listed and accepted, and ``OTHERS`` where there are more.

    The common answers of a kind with fields are all legal, so that they need no check.
    """
    if common and kind.fields is not None:
        yield from (*common, OTHERS)
        return
    by_command = bool(common) and kind.name in typed
    fields = [completed(listed(*common), ANY_ANSWER)] if by_command else answer_fields(kind, view.state, prompt)
    for field in fields:
        for answer in listed_values(field, view, {}):
            if answer is OTHERS or _is_accepted(kind, view.state, prompt, value_of(answer)):
                yield answer


def _is_accepted(kind: PromptKind[S], state: S, prompt: Prompt, answer: Json) -> bool:
    try:
        kind.check(state, prompt, kind.parse(answer, None))
    except Refused:
        return False
    return True


def _label(kind: PromptKind[S], view: View[S], prompt: Prompt, found: Json | Labelled, names: Names) -> str:
    """Return an answer in the words of the story, or as options label it if these lack it or are in English."""
    answer = value_of(found)
    if view.wording.language == ENGLISH:
        event = Answered(kind=kind.name, to=prompt.to, by="prompt", answer=answer, prompt=prompt.id)
        told = told_answer(kind, event, names)
        if told:
            return sentence(told)
    if isinstance(answer, str | bool):
        labelled = labelled_answer(view.labels, kind.name, answer).label
        return names.get(str(answer)) or str(labelled)
    if isinstance(found, Labelled):
        return found.label if isinstance(found.label, str) else found.label(view.labels)
    return as_text(answer, view.labels, kind.name)
