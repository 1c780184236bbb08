"""Timeline sentences of the shared events and commands."""

from collections.abc import Mapping

from domain.core import events as fact
from domain.model.event import Event
from domain.text.phrases import (
    Names,
    RenderEvent,
    RenderValue,
    all_named,
    as_words,
    as_written,
    counted,
    fill,
    listed,
    named,
    possessive,
    render_value,
    sentence,
    with_own_things,
)

CORE_COMMAND_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "core.open": ("The narrator opens “{name}”.", "The narrator opens an encounter."),
    "core.join": (
        "The narrator lets {id} join.",
        "The narrator lets {template} join.",
        "The narrator lets somebody join.",
    ),
    "core.answer": ("An open choice is answered: {answer}.", "An open choice is answered."),
    "core.set_policy": ("A standing answer of {of} changes.",),
    "core.note": ("Something is written down.",),
    "core.rule": ("The narrator makes a ruling.",),
    "core.rewind": ("The narrator goes back to version {to}.",),
    "core.import": ("The narrator imports a fight played elsewhere.",),
    "core.branch": ("The narrator asks what if, and branches off “{of}” at version {at}.",),
    "core.close": ("The narrator closes the encounter.",),
}
"""Command types to templates over their fields; the first template whose fields are present is used."""

CHANCES = {
    "seeded": "its throws follow from a sealed seed",
    "supplied": "its throws are made at the table",
    "either": "its throws follow from a sealed seed unless the table makes them",
}
ANSWERED_BY = {"policy": ", as always"}
CORE_FIELD_RENDERERS: Mapping[str, RenderValue] = {"of": lambda value, names: named(names, str(value))}
"""Renderers for fields of the shared commands, where a combatant's ID may also be ``narrator``."""
VERBATIM_FIELDS: Mapping[str, frozenset[str]] = {"core.branch": frozenset({"of"})}
"""Fields that are rendered unchanged, by command type: IDs of encounters."""


def render_commanded(
    templates: Mapping[str, tuple[str, ...]],
    renderers: Mapping[str, RenderValue],
    verbatim: Mapping[str, frozenset[str]] = VERBATIM_FIELDS,
) -> RenderEvent:
    """Return the function that renders ``Commanded`` by the templates of its command.

    ``renderers`` renders the values of fields by name. ``verbatim`` names, by command type, the fields of free text,
    which are rendered unchanged.
    """
    by_kind = {
        kind: {**dict.fromkeys(verbatim.get(kind, ()), as_written), **renderers}
        | dict.fromkeys(VERBATIM_FIELDS.get(kind, ()), as_written)
        for kind in templates
    }

    def commanded(event: fact.Commanded, names: Names) -> str:
        fields = {**event.command, **event.secret}
        kind = str(fields["type"])
        known = with_own_things(names, fields)
        filled = fill(templates.get(kind, ()), fields, known, by_kind.get(kind, renderers))
        return sentence(filled or f"{as_words(kind.rpartition('.')[2])} is asked for.")

    return commanded


def encounter_opened(event: fact.EncounterOpened, names: Names) -> str:
    return f"“{event.name}” begins; {CHANCES[event.chance]}."


def combatant_joined(event: fact.CombatantJoined, names: Names) -> str:
    return f"{event.name} joins{f' the {as_words(event.side)}' if event.side else ''}."


def prompted(event: fact.Prompted, names: Names, question: str | None = None) -> str:
    """Render a prompt: who has to choose, and ``question``, the rest of the sentence, if the ruleset has one."""
    return sentence(f"{named(names, event.to)} {question or f'has a choice to make: {as_words(event.kind)}'}.")


def answered(event: fact.Answered, names: Names) -> str:
    """Render an answer; a sealed answer is shown only to readers who may see it."""
    who, choice = named(names, event.to), as_words(event.kind)
    answer = event.given
    if answer is None:
        return sentence(f"{who} makes a choice in secret: {choice}.")
    return sentence(f"{who} chooses, {choice}: {render_value(answer, names)}{ANSWERED_BY.get(event.by, '')}.")


def answer_unused(event: fact.AnswerUnused, names: Names) -> str:
    """Render an unused answer; a sealed answer is shown only to readers who may see it."""
    whom = f" by {named(names, event.to)}" if event.to else ""
    answer = event.answer if event.secret is None else event.secret
    what = "" if answer is None else f", {render_value(answer, names)}"
    return f"An answer{whom}, sent with the command, is not needed: {as_words(event.kind)}{what}."


def prompt_lapsed(event: fact.PromptLapsed, names: Names) -> str:
    return f"A choice no longer needs an answer: {event.reason}."


def resumed(event: fact.Resumed, names: Names) -> str:
    return "All choices are made, and play continues."


def policy_set(event: fact.PolicySet, names: Names) -> str:
    answer = "" if event.answer is None else f": {render_value(event.answer, names)}"
    return sentence(f"{possessive(names, event.of)} standing answer changes, {as_words(event.kind)}{answer}.")


def noted(event: fact.Noted, names: Names) -> str:
    about = f" about {all_named(names, event.about)}" if event.about else ""
    words = [f"“{text}”" for text in (event.text, event.secret) if text]
    return f"A note{about}: {listed(words)}." if words else f"A note{about} for the narrator's eyes."


def ruled(event: fact.Ruled, names: Names) -> str:
    about = f" for {all_named(names, event.about)}" if event.about else ""
    return f"The narrator rules{about}: “{event.text}”{f' ({event.rule})' if event.rule else ''}."


def rewound(event: fact.Rewound, names: Names) -> str:
    return f"Everything is again as it was at version {event.to}{_because(event.reason)}."


def imported(event: fact.Imported, names: Names) -> str:
    return f"The fight played as “{event.of}” continues here as “{event.encounter}”."


def branched(event: fact.Branched, names: Names) -> str:
    begins = f"“{event.name}” branches off “{event.of}” at version {event.at}"
    return f"{begins}; {CHANCES[event.chance]}."


def encounter_closed(event: fact.EncounterClosed, names: Names) -> str:
    seeds = f"; {counted(len(event.seeds), 'seed')} of its throws can be checked now" if event.seeds else ""
    return f"The encounter is over{_because(event.reason)}{seeds}."


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


CORE_SENTENCES: Mapping[type[Event], RenderEvent] = {
    fact.Commanded: render_commanded(CORE_COMMAND_TEMPLATES, CORE_FIELD_RENDERERS),
    fact.EncounterOpened: encounter_opened,
    fact.CombatantJoined: combatant_joined,
    fact.Prompted: prompted,
    fact.Answered: answered,
    fact.AnswerUnused: answer_unused,
    fact.PromptLapsed: prompt_lapsed,
    fact.Resumed: resumed,
    fact.PolicySet: policy_set,
    fact.Noted: noted,
    fact.Ruled: ruled,
    fact.Rewound: rewound,
    fact.Imported: imported,
    fact.EncounterClosed: encounter_closed,
    fact.Branched: branched,
}
