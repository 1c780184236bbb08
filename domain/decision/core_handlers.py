"""Deciding the shared commands."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter, ValidationError

from domain.core.commands import Answer, Branch, Close, Command, Import, Join, Note, Open, Rewind, Rule, SetPolicy
from domain.core.events import (
    Branched,
    CombatantJoined,
    EncounterClosed,
    EncounterOpened,
    Imported,
    Noted,
    PolicySet,
    Rewound,
    Ruled,
)
from domain.core.evolve import NEVER_CARRIED
from domain.decision.agenda import Rules
from domain.decision.decision import Decision
from domain.decision.strict_validation import strictly
from domain.model.encounter import BRANCHED_AT, NARRATOR_ID, Encounter
from domain.model.event import Event, as_stored
from domain.model.refusal import at_field, refuse
from domain.model.speaker import MAX_COMBATANTS, SPECTATOR
from domain.text.validation import faults, place


def option_sheet(model: type[Any]) -> TypeAdapter[Any]:
    """What checks the options of a ruleset, given their class, which keeps its checks."""
    return TypeAdapter(model)


def open_encounter(decision: Decision[Any], command: Open) -> None:
    """Open the encounter with all options at their values, and let its first combatants join."""
    if decision.state.version != 1:
        refuse(None, "This encounter has been opened already; choose another ID.", code="invalid")
    try:
        model = option_sheet(decision.ruleset.option_model)
        options = model.dump_python(strictly(model, command.options), mode="json")
    except ValidationError as error:
        first = faults(error, command.options, decision.ruleset.option_model).told[0]
        where = place(("options", *first.where))
        refuse(None, f"{where}: {first.said}", code="invalid", field=f"command.{where}")
    decision.record(
        EncounterOpened(
            command.ruleset,
            command.name,
            options,
            command.chance,
            decision.secrets.fresh_commitment,
            command.entropy,
            decision.secrets.hidden_commitment,
        )
    )
    for number, newcomer in enumerate(command.combatants):
        with at_field("command", f"command.combatants[{number}]"):
            join(decision, newcomer)


def join(decision: Decision[Any], command: Join) -> None:
    """Let somebody join with a sheet of the ruleset, whole and without faults; IDs are never used twice.

    All who have ever joined count toward the limit: what concerns everybody at once has to fit into one batch.
    """
    if len(decision.state.joined) >= MAX_COMBATANTS:
        detail = f"An encounter takes at most {MAX_COMBATANTS} combatants, and so many have joined; open another."
        refuse(None, detail, code="invalid", field="command.type")
    if command.secret and not set(decision.ruleset.sheets) <= set(decision.state.__struct_fields__):
        detail = (
            f"{decision.ruleset.key} does not say where it keeps its sheets, so that none of them can be kept secret."
        )
        refuse(None, detail, code="invalid", field="command.secret")
    name, facts = decision.ruleset.join(decision.state, command)
    if name in RESERVED_IDS or name in decision.state.joined:
        detail = f"The ID {name!r} is taken for ever; give another as id, which may stand beside template."
        refuse(None, detail, code="invalid", field="command.id")
    for event, audience in in_secret(name, facts) if command.secret else facts:
        decision.record(event, audience=audience)


def in_secret(name: str, facts: Iterable[tuple[Event, str]]) -> Iterator[tuple[Event, str]]:
    """The facts of a joining whose sheet is secret: what follows from the sheet alone stands within the first of them.

    That is whatever the ruleset says is not for everybody. What is done to others on this occasion is seen.
    """
    kept = [event for event, _ in facts if event.private and not isinstance(event, CombatantJoined)]
    policies = {event.kind: event.answer for event in kept if isinstance(event, PolicySet)}
    remarks = tuple([_remark(event) for event in kept if not isinstance(event, PolicySet)])
    for event, audience in facts:
        if isinstance(event, CombatantJoined):
            yield replace(event, secret=True, policies=policies, remarks=remarks), name
        elif not event.private:
            yield event, audience


def _remark(event: Event) -> dict[str, Any]:
    return {"type": event.type, **as_stored(event)}


def answer(decision: Decision[Any], command: Answer) -> None:
    """Answer an open prompt."""
    prompt = decision.state.prompt(command.prompt)
    if prompt is None:
        open_ids = ", ".join(p.id for p in decision.state.prompts) or "none"
        refuse(
            None,
            f"No prompt {command.prompt!r} is open; open: {open_ids}.",
            code="invalid",
            field="command.prompt",
        )
    decision.answer(prompt, command.answer)


def set_policy(decision: Decision[Any], command: SetPolicy) -> None:
    """Set a standing answer, ask to be asked, or take either back with null."""
    kind = decision.ruleset.prompts.get(command.kind)
    if kind is None:
        kinds = ", ".join(sorted(decision.ruleset.prompts))
        refuse(
            None,
            f"There is no prompt {command.kind!r}; the kinds are {kinds}.",
            code="invalid",
            field="command.kind",
        )
    if command.of not in decision.state.joined and command.of != NARRATOR_ID:
        refuse(None, f"Nobody is called {command.of!r} here.", code="invalid", field="command.of")
    if kind.narrators and command.of != NARRATOR_ID:
        detail = f"Only the narrator is asked {kind.name!r}; nobody else has a standing answer to it."
        refuse(None, detail, code="invalid", field="command.kind")
    if command.answer is not None:
        kind.check_policy(command.answer, "command.answer")
    decision.record(PolicySet(command.of, command.kind, command.answer), audience=command.of)


def note(decision: Decision[Any], command: Note) -> None:
    """Write a note down."""
    decision.record(
        Noted(command.text, command.about, command.secret), audience="narrator" if command.secret else "all"
    )


def rule(decision: Decision[Any], command: Rule) -> None:
    """Record a ruling in words."""
    decision.record(Ruled(command.text, command.about, command.rule))


def rewind(decision: Decision[Any], command: Rewind) -> None:
    """Return to an earlier batch's end by an event that carries its state; a new epoch begins under new seeds.

    What of the state not everybody may see is for the narrator alone.
    """
    past = decision.past
    if past is None or past.version != command.to or past.version >= decision.state.version - 1:
        refuse(None, f"Version {command.to} is not the end of an earlier batch.", code="invalid", field="command.to")
    carried, hidden = carry(decision.ruleset, past, NEVER_CARRIED | {"policies"})
    decision.record(
        Rewound(
            command.to,
            decision.state.epoch + 1,
            decision.secrets.fresh_commitment,
            carried,
            command.reason,
            hidden,
            past.schema,
            decision.secrets.hidden_commitment,
        ),
        audience="narrator",
    )


def import_encounter(decision: Decision[Any], command: Import) -> None:
    """Go on under another ID with what was played elsewhere, all of it; a new epoch begins under a new seed."""
    events = decision.state.version - 1
    if (command.of, command.events) != (decision.state.id, events):
        detail = f"What was played are {events} events of {decision.state.id}, not {command.events} of {command.of}."
        refuse(None, detail, code="invalid", field="command.of")
    if command.encounter == command.of:
        detail = f"{command.of} would go on under the name that it has; give it another."
        refuse(None, detail, code="invalid", field="command.encounter")
    decision.record(
        Imported(
            command.of,
            command.encounter,
            command.events,
            command.chain,
            decision.state.epoch + 1,
            decision.secrets.fresh_commitment,
            command.sha256,
            decision.secrets.hidden_commitment,
        )
    )


def branch(decision: Decision[Any], command: Branch) -> None:
    """Begin where another encounter stood, under a seed of its own; all that it carries is its parent's."""
    if decision.state.version != 1:
        refuse(None, "This encounter has begun already; branch off another one.", code="invalid", field="command.type")
    past = decision.past
    if past is None or past.version != command.at:
        detail = f"Version {command.at} of {command.of} is not the end of a batch."
        refuse(None, detail, code="invalid", field="command.at")
    opened = {"ruleset", "name", "chance"}
    carried, hidden = carry(decision.ruleset, past, NEVER_CARRIED | opened, narrators=("policies",))
    decision.record(
        Branched(
            decision.ruleset.key,
            command.name,
            command.of,
            command.at,
            command.chain,
            past.moment - BRANCHED_AT,
            1,
            command.chance,
            decision.secrets.fresh_commitment,
            carried,
            command.entropy,
            past.lineage,
            hidden,
            past.schema,
            decision.secrets.hidden_commitment,
        ),
        audience="narrator",
    )


def carry(
    ruleset: Rules[Any], past: Encounter, without: Iterable[str], narrators: tuple[str, ...] = ()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The state to carry, ``without`` some fields, and apart from it the fields that are for the narrator alone.

    These are what not everybody may see, what waits, and those that ``narrators`` names; where sheets are secret also
    whatever might tell of them, since that it is carried openly would tell that it does not.
    """
    carried = msgspec.to_builtins(past)
    for name in without:
        carried.pop(name)
    if not past.secret_sheets:
        carried.pop("secret_sheets")  # as it was recorded before there were any
    seen_by_all = msgspec.to_builtins(ruleset.seen_by(past, SPECTATOR))
    veiled = {*ruleset.sheets, *ruleset.veiled} if past.secret_sheets else set()
    secret = [name for name, value in carried.items() if value != seen_by_all[name] or name in veiled]
    hidden = {name: carried.pop(name) for name in dict.fromkeys(("waiting", "answers", *narrators, *secret))}
    return carried, hidden


def close(decision: Decision[Any], command: Close) -> None:
    """Close the encounter for good, withdraw its prompts and reveal its seeds, hidden ones to the narrator alone.

    Nothing follows on the close.
    """
    decision.record_unused_answers()
    withdrawn = tuple(prompt.id for prompt in decision.state.prompts)
    seeds, hidden = decision.secrets.seeds, decision.secrets.hidden_seeds
    closed = EncounterClosed(seeds, withdrawn, command.reason, hidden or ())
    decision.record(closed, audience="all" if hidden is None else NARRATOR_ID)


RESERVED_IDS = frozenset({NARRATOR_ID, "world"})
CORE_HANDLERS: Mapping[type[Command], Callable[[Decision[Any], Any], None]] = {
    Open: open_encounter,
    Join: join,
    Answer: answer,
    SetPolicy: set_policy,
    Note: note,
    Rule: rule,
    Rewind: rewind,
    Import: import_encounter,
    Close: close,
    Branch: branch,
}
