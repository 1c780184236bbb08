"""The open prompts of a fight, as questions with the labels of their answers."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from domain.core.commands import Answer, labelled_answer
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
from domain.ruleset.check import Foreseen, check
from domain.ruleset.offering import view_of
from domain.ruleset.ruleset import Ruleset
from domain.table.look import Look
from domain.table.shapes import AskedTogether, Awaited, Choice
from domain.text.languages import ENGLISH
from domain.text.phrases import sentence

S = TypeVar("S", bound=Encounter)
MOST_CHOICES: Final = 6
"""The number of choices that a table lists; the options have all."""
MOST_TRIED: Final = 60
"""The number of answers that are tried for these."""
MOST_OFFERED: Final = 12
"""The number of prompts that have choices, and of combatants that a prompt waits for; ``asked`` has all of a group."""


class _Asking(NamedTuple, Generic[S]):
    """The look that a table is drawn for, with the options of its speaker, from which all prompts are read."""

    ruleset: Ruleset[S]
    look: Look[S]
    view: View[S]
    typed: frozenset[str | None]


def awaited(ruleset: Ruleset[S], look: Look[S]) -> dict[str, Awaited]:
    """Return the open prompts by their IDs, with choices where the speaker may answer."""
    state, speaker = look.whole, look.speaker
    if not state.prompts:
        return {}
    asking = _asking(ruleset, look)
    others = _asked_with(state)
    offered = [
        prompt.id for prompt in state.prompts if speaker.speaks_for(prompt.to) and prompt.id not in state.answers
    ][:MOST_OFFERED]
    return {
        prompt.id: _awaited(asking, prompt, others.get(prompt.id, ()), with_choices=prompt.id in offered)
        for prompt in state.prompts
    }


def listed_choices(ruleset: Ruleset[S], state: S, speaker: Speaker, prompt: Prompt) -> tuple[tuple[str, ...], bool]:
    """Return the labels of the answers that a table lists with a prompt, and whether there are others.

    A speaker who may not answer now has none.
    """
    if not (speaker.speaks_for(prompt.to) and ruleset.answerable(state, prompt, speaker)):
        return (), False
    seen = ruleset.seen_by(state, speaker)
    look = Look(seen, state, speaker, ruleset.names_seen(state, seen), ruleset.wording(ENGLISH), settled=True)
    choices, more = _choices(_asking(ruleset, look), ruleset.prompts[prompt.kind], prompt)
    return tuple([choice.label for choice in choices]), more


def _asking(ruleset: Ruleset[S], look: Look[S]) -> _Asking[S]:
    view = view_of(ruleset, look.whole, look.speaker, None, look.wording)
    return _Asking(ruleset, look, view, frozenset([command.answers_to for command in ruleset.commands]))


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


def _awaited(asking: _Asking[S], prompt: Prompt, others: tuple[str, ...], *, with_choices: bool) -> Awaited:
    state, speaker = asking.look.whole, asking.look.speaker
    seen = prompt.seen_by(speaker)
    mine = speaker.speaks_for(prompt.to)
    kind = asking.ruleset.prompts[prompt.kind]
    now = asking.ruleset.answerable(state, prompt, speaker)
    choices, more = _choices(asking, kind, prompt) if mine and now and with_choices else ((), mine)
    policies = kind.policy_type is not ALWAYS_ASKED and not (kind.is_set_by_narrator and not speaker.is_narrator)
    return Awaited(
        to=prompt.to,
        kind=seen.kind,
        question=_question(asking, seen),
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
        rule=kind.occasion.rule if kind.occasion is not None and seen.kind != UNTOLD else "",
    )


def _question(asking: _Asking[S], prompt: Prompt) -> str:
    """Return the sentence of the story; in other languages than English who is asked, and what."""
    ruleset, look = asking.ruleset, asking.look
    if look.wording.language == ENGLISH:
        return ruleset.asked(prompt, look.names)
    kind, who = ruleset.prompts.get(prompt.kind), look.names.get(prompt.to) or look.label(prompt.to)
    asked = look.wording.question(kind.question, kind.name) if kind else look.label("asked_in_secret", "text")
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


def _choices(asking: _Asking[S], kind: PromptKind[S], prompt: Prompt) -> tuple[tuple[Choice, ...], bool]:
    """Return the first answers that the rules accept, with labels that differ, and whether there are more.

    Of answers with the same label the first is there, and the others are among those that there are more of.
    A kind with fields, or with commands of its own, may have its common answers in ``choices``. Choices that take a
    card or a place come last.
    """
    look, drawing = asking.look, asking.ruleset.drawing
    common = tuple(kind.choices(look.whole, prompt))
    if kind.fields is None and not common:
        return (), True
    detail = drawing.details.get(kind.name)
    lacking = drawing.lacking.get(kind.name)
    found: dict[str, Choice] = {}
    more = kind.name in asking.typed
    for one in islice(_answers(asking, kind, prompt, common), MOST_TRIED):
        if one is OTHERS:
            more = True
            continue
        if len(found) == MOST_CHOICES:
            return tuple(found.values()), True
        answer, label = value_of(one), _label(asking, kind, prompt, one)
        more = more or label in found
        if label not in found:
            takes: Literal["", "faces"] = "faces" if _throws(asking, prompt, answer) else ""
            found[label] = Choice(answer, label, detail(look, prompt, answer) if detail else "", takes)
    for choice in lacking(look, prompt) if lacking is not None else ():
        if len(found) < MOST_CHOICES:
            found.setdefault(choice.label, choice)
    return tuple(found.values()), more


def _throws(asking: _Asking[S], prompt: Prompt, answer: Json) -> bool:
    """Return whether an answer leads to a throw whose faces come with it, as far as the speaker can know."""
    look = asking.look
    if look.whole.chance != "supplied":
        return False
    foreseen = check(asking.ruleset, look.whole, Answer(prompt=prompt.id, answer=answer), look.speaker)
    return isinstance(foreseen, Foreseen) and foreseen.first == "throw"


def _answers(
    asking: _Asking[S], kind: PromptKind[S], prompt: Prompt, common: tuple[Json | Labelled, ...]
) -> Iterator[Json | Labelled]:
    """Yield the answers that are listed and accepted, and ``OTHERS`` where there are more.

    The common answers of a kind with fields are all legal, so that they need no check.
    """
    if common and kind.fields is not None:
        yield from (*common, OTHERS)
        return
    state = asking.look.whole
    by_command = bool(common) and kind.name in asking.typed
    fields = [completed(listed(*common), ANY_ANSWER)] if by_command else answer_fields(kind, state, prompt)
    for field in fields:
        for answer in listed_values(field, asking.view, {}):
            if answer is OTHERS or _is_accepted(kind, state, prompt, value_of(answer)):
                yield answer


def _is_accepted(kind: PromptKind[S], state: S, prompt: Prompt, answer: Json) -> bool:
    try:
        kind.check(state, prompt, kind.parse(answer, None))
    except Refused:
        return False
    return True


def _label(asking: _Asking[S], kind: PromptKind[S], prompt: Prompt, found: Json | Labelled) -> str:
    """Return an answer in the words of the story, or as options label it if these lack it or are in English."""
    look, labels = asking.look, asking.view.labels
    answer = value_of(found)
    if look.wording.language == ENGLISH:
        event = Answered(kind=kind.name, to=prompt.to, by="prompt", answer=answer, prompt=prompt.id)
        told = told_answer(kind, event, look.names)
        if told:
            return sentence(told)
    if isinstance(answer, str | bool):
        labelled = labelled_answer(labels, kind.name, answer).label
        return look.names.get(str(answer)) or str(labelled)
    if isinstance(found, Labelled):
        return found.label if isinstance(found.label, str) else found.label(labels)
    return as_text(answer, labels, kind.name)
