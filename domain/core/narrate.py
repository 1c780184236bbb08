"""Sentences of the shared events and commands."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.core import events as fact
from domain.core.commands import UNNAMED
from domain.model.event import Event
from domain.story.clauses import Clause, RenderClause, as_clause, first_filled, names_in
from domain.story.told import AS_SAID
from domain.text.phrases import (
    WRITER,
    Names,
    RenderEvent,
    RenderValue,
    all_named,
    as_words,
    as_written,
    fill,
    listed,
    named,
    recipient_key,
    sentence,
    side_named,
    with_full_stop,
    with_own_things,
)

CORE_COMMAND_TEMPLATES: Mapping[str, tuple[str, ...]] = {
    "core.open": ("The narrator opens “{name}”.", "The narrator opens an encounter."),
    **dict.fromkeys(
        (
            "core.join",
            "core.answer",
            "core.set_policy",
            "core.note",
            "core.describe",
            "core.rule",
            "core.import",
            "core.close",
            "core.rewind",
            "core.branch",
        ),
        (),
    ),
}
"""Command types to templates over their fields; the first template whose fields are present is used.

A command without templates, or for which an empty one is used, has no sentence: those of its events state what it does.
"""

CHANCES = {
    "seeded": "every throw comes from a sealed seed",
    "supplied": "every throw is made at the table",
    "either": "every throw that is not made at the table comes from a sealed seed",
}


def render_commanded(
    templates: Mapping[str, tuple[str, ...]],
    renderers: Mapping[str, RenderValue],
    verbatim: Mapping[str, frozenset[str]],
) -> RenderEvent:
    """Return the function that renders ``Commanded`` by the templates of its command.

    ``renderers`` renders the values of fields by name. ``verbatim`` names, by command type, the fields of free text,
    which are rendered unchanged.
    """
    by_kind = _by_kind(templates, renderers, verbatim)

    def commanded(event: fact.Commanded, names: Names) -> str:
        fields = {**event.command, **event.secret}
        kind = str(fields["type"])
        if templates.get(kind) == ():
            return ""
        known = with_own_things(names, fields)
        filled = fill(templates.get(kind, ()), fields, known, by_kind.get(kind, renderers))
        return sentence(f"{as_words(kind.rpartition('.')[2])} is asked for." if filled is None else filled)

    return commanded


def commanded_clauses(
    briefs: Mapping[str, Any],
    says: RenderEvent,
    renderers: Mapping[str, RenderValue],
    verbatim: Mapping[str, frozenset[str]],
) -> RenderClause:
    """Return the function that renders the clause of ``Commanded`` by the ``brief`` of its command.

    ``says`` renders its sentence; the other arguments are those of ``render_commanded``.
    """
    by_kind = _by_kind(briefs, renderers, verbatim)

    def clause(event: fact.Commanded, names: Names) -> Clause | None:
        fields = {**event.command, **event.secret}
        kind = str(fields["type"])
        templates = briefs.get(kind, ())
        if templates == AS_SAID:
            return as_clause(names_in(event, names), says(event, names))
        known = with_own_things(names, fields)
        return first_filled(templates, lambda part: fill((part,), fields, known, by_kind[kind]))

    return clause


def _by_kind(
    templates: Iterable[str], renderers: Mapping[str, RenderValue], verbatim: Mapping[str, frozenset[str]]
) -> dict[str, dict[str, RenderValue]]:
    """Return the renderers of fields by name, of each type of command."""
    return {kind: {**dict.fromkeys(verbatim.get(kind, ()), as_written), **renderers} for kind in templates}


def encounter_opened(event: fact.EncounterOpened, names: Names) -> str:
    """Render the source of the throws; the command before it names the encounter."""
    return sentence(f"{CHANCES[event.chance]}.")


def combatant_joined(event: fact.CombatantJoined, names: Names) -> str:
    """Render who joins. A side that is the ID of a combatant is rendered by name, and omitted if it is its own."""
    name = names.get(event.combatant, event.name)
    if event.side is None or event.side == event.combatant:
        return f"{name} joins the fight."
    side = f"the side of {names[event.side]}" if event.side in names else side_named(event.side)
    return f"{name} joins {side}."


def prompt_lapsed(event: fact.PromptLapsed, names: Names) -> str:
    """Render who need not answer any more, and why; the reason is a clause."""
    who = _recipient(names, event.prompt)
    if who and event.reason.startswith(f"{who} "):
        return sentence(f"{event.reason} and need not answer any more.")
    return sentence(f"{f'{who} need not answer' if who else 'no answer is needed'} any more, because {event.reason}.")


def resumed(event: fact.Resumed, names: Names) -> str:
    """Return no sentence: those of the answers say when a wait is over."""
    return ""


def noted(event: fact.Noted, names: Names) -> str:
    writer = names.get(WRITER)
    about = f"{f' by {writer}' if writer else ''}{f' about {all_named(names, event.about)}' if event.about else ''}"
    secret = f" for the narrator's eyes alone{f': “{event.secret}”' if event.secret else ''}"
    if not event.text:
        return with_full_stop(f"A note{about}{secret}")
    return with_full_stop(f"A note{about}: “{event.text}”{f', and one{secret}' if event.secret else ''}")


def described(event: fact.Described, names: Names) -> str:
    """Render the keys that change, if the reader of the event may see them."""
    whose = "the encounter" if event.of is None else named(names, event.of)
    new = [as_words(key) for key, value in event.metadata.items() if value is not None]
    gone = [as_words(key) for key, value in event.metadata.items() if value is None]
    changes = [f"has a new {listed(new)}"] if new else []
    changes += [f"no longer has a {listed(gone)}"] if gone else []
    return sentence(f"{whose} {' and '.join(changes)}." if changes else f"the metadata of {whose} changes.")


def ruled(event: fact.Ruled, names: Names) -> str:
    about = f" for {all_named(names, event.about)}" if event.about else ""
    words = f": “{event.text}”" if event.text else ""
    return with_full_stop(f"The narrator rules{about}{words}{f' ({event.rule})' if event.rule else ''}")


def rewound(event: fact.Rewound, moment: str) -> str:
    """Render a rewind; ``moment`` says when in the fight the state is that it restores."""
    return with_full_stop(f"The fight goes back to {moment}{_because(event.reason)}")


def imported(event: fact.Imported, names: Names) -> str:
    return f"The fight played as “{event.of}” continues here as “{event.encounter}”."


def branched(event: fact.Branched, moment: str) -> str:
    """Render a branch; ``moment`` says when in the fight the state is that it begins with."""
    continues = (
        "This fight continues another one" if event.name == UNNAMED else f"“{event.name}” continues another fight"
    )
    return f"{continues} from {moment}; {CHANCES[event.chance]}."


def encounter_closed(event: fact.EncounterClosed, names: Names) -> str:
    seeds = "; its seeds are revealed" if event.seeds else ""
    return with_full_stop(f"The encounter is over{_because(event.reason)}{seeds}")


def _recipient(names: Names, prompt: str) -> str | None:
    """Return the name of the recipient of a prompt, or None if it is unknown."""
    who = names.get(recipient_key(prompt))
    return None if who is None else named(names, who)


def _because(reason: str) -> str:
    """Return a reason in quotation marks, after a colon."""
    return f": “{reason}”" if reason else ""


CORE_SENTENCES: Mapping[type[Event], RenderEvent] = {
    fact.Commanded: render_commanded(CORE_COMMAND_TEMPLATES, {}, {}),
    fact.EncounterOpened: encounter_opened,
    fact.CombatantJoined: combatant_joined,
    fact.PromptLapsed: prompt_lapsed,
    fact.Resumed: resumed,
    fact.Noted: noted,
    fact.Described: described,
    fact.Ruled: ruled,
    fact.Imported: imported,
    fact.EncounterClosed: encounter_closed,
}
