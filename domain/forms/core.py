"""Forms of the shared commands: answers, standing answers, notes, and the narrator's commands.

Conditions between their fields are checked by the predicate ``rules``.
"""

from collections.abc import Iterator

from domain.core.commands import Close, Command, Join, Rewind, Rule
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Text
from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import MAX_COMBATANTS, Speaker


def listed_answers(prompt: Prompt) -> Iterator[Form]:
    """Yield one form for each answer that an open prompt lists."""
    for answer in prompt.forms:
        yield Form("core.answer", {"prompt": prompt.id, "answer": answer})


def standing_forms(state: Encounter, speaker: Speaker) -> Iterator[Form]:
    """Yield the forms of standing answers and notes, which are always legal."""
    mine = tuple(name for name in state.joined if speaker.speaks_for(name))
    owners = (*mine, "narrator") if speaker.is_narrator else mine
    if owners:
        fields = (
            OpenField("of", Choice(owners), required=True),
            OpenField("kind", Text(), required=True),
            OpenField("answer", Anything()),
        )
        yield Form("core.set_policy", {}, fields, ("rules",))
    note = (OpenField("text", Text()), OpenField("about", Anything()), OpenField("secret", Text()))
    yield Form("core.note", {}, note)


def narrator_rows(state: Encounter) -> tuple[tuple[type[Command], tuple[OpenField, ...]], ...]:
    """Return the narrator's shared commands with their open fields; a full encounter has no ``Join``."""
    newcomer = (
        *(OpenField("id", Text()), OpenField("template", Text()), OpenField("sheet", Anything())),
        OpenField("secret", Choice((False, True))),
    )
    return (
        *(((Join, newcomer),) if len(state.joined) < MAX_COMBATANTS else ()),
        (Rule, (OpenField("text", Text(), required=True), OpenField("about", Anything()), OpenField("rule", Text()))),
        (Rewind, (OpenField("to", Range(1, max(1, state.version - 1)), required=True), OpenField("reason", Text()))),
        (Close, (OpenField("reason", Text()),)),
    )
