"""What everybody may do in every ruleset, as forms: answer, set standing answers, take notes; and the narrator's own.

Their fields depend on each other by the predicate ``rules``.
"""

from collections.abc import Iterator

from domain.core.commands import Close, Command, Join, Rewind, Rule
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Text
from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import MAX_COMBATANTS, Speaker


def plain_answers(prompt: Prompt) -> Iterator[Form]:
    """The answers that an open prompt lists, one form each."""
    for answer in prompt.forms:
        yield Form("core.answer", {"prompt": prompt.id, "answer": answer})


def standing_forms(state: Encounter, speaker: Speaker) -> Iterator[Form]:
    """Standing answers and notes, always legal."""
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
    """The narrator's commands that every ruleset has, each with its open fields; nobody joins a full encounter."""
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
