"""Handlers of the shared commands."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter, ValidationError

from domain.core.commands import (
    Answer,
    Branch,
    Close,
    Command,
    Describe,
    Import,
    Join,
    Note,
    Open,
    Rewind,
    Rule,
    SetPolicy,
)
from domain.core.events import (
    Branched,
    CombatantJoined,
    Described,
    EncounterClosed,
    EncounterOpened,
    Imported,
    Noted,
    PolicySet,
    Rewound,
    Ruled,
)
from domain.core.metadata import require_small
from domain.decision.agenda import Rules
from domain.decision.decision import Decision
from domain.decision.prompts import ALWAYS_ASKED
from domain.decision.strict_validation import validate_strictly
from domain.model.encounter import BRANCHED_AT, NARRATOR_ID, NEVER_CARRIED, Encounter
from domain.model.event import Event, as_stored
from domain.model.refusal import FieldError, Refusal, Refused, at_field, refuse
from domain.model.speaker import MAX_COMBATANTS, RESERVED_SPEAKER_IDS, SPECTATOR
from domain.model.suggestions import instead, no_one_called, some_of
from domain.text.validation import and_more, format_path, validation_messages


def options_adapter(model: type[Any]) -> TypeAdapter[Any]:
    """Return the validator for a ruleset's options, given their class."""
    return TypeAdapter(model)


def open_encounter(decision: Decision[Any], command: Open) -> None:
    """Open the encounter with the values of all options, and add its initial combatants."""
    if decision.state.version != 1:
        refuse(None, "This encounter already exists; choose another ID.", code="invalid")
    try:
        model = options_adapter(decision.ruleset.option_model)
        options = model.dump_python(validate_strictly(model, command.options), mode="json")
    except ValidationError as error:
        found = validation_messages(error, command.options, decision.ruleset.option_model)
        errors = tuple([FieldError(format_path(("command", "options", *one.path)), one.message) for one in found.shown])
        shown = f"{errors[0].field.removeprefix('command.')}: {errors[0].detail}"
        detail = f"{shown}{and_more(len(errors), found.more)}"
        raise Refused(Refusal("invalid", detail, field=errors[0].field, errors=errors)) from None
    decision.record(
        EncounterOpened(
            ruleset=command.ruleset,
            name=command.name,
            options=options,
            chance=command.chance,
            commitment=decision.secrets.fresh_commitment,
            entropy=command.entropy,
            hidden_commitment=decision.secrets.hidden_commitment,
            metadata=command.metadata,
        )
    )
    for number, newcomer in enumerate(command.combatants):
        with at_field("command", f"command.combatants[{number}]"):
            join(decision, newcomer)


def join(decision: Decision[Any], command: Join) -> None:
    """Add a combatant with a complete and valid sheet of the ruleset. IDs are never reused.

    Everyone who ever joined counts toward the limit, because an event for every combatant must fit into one batch.
    """
    if len(decision.state.joined) >= MAX_COMBATANTS:
        detail = f"This encounter has reached the limit of {MAX_COMBATANTS} combatants; open another encounter."
        refuse(None, detail, code="invalid", field="command.type")
    if command.secret and not set(decision.ruleset.sheets) <= set(decision.state.__struct_fields__):
        detail = (
            f"The ruleset {decision.ruleset.key} does not support secret sheets, because it does not declare where its "
            "state keeps them; join without `secret`."
        )
        refuse(None, detail, code="invalid", field="command.secret")
    try:
        name, facts = decision.ruleset.join(decision.state, command)
    except Refused as refused:
        if command.template is None and not command.sheet and (refused.refusal.field or "").startswith("command.sheet"):
            templates = some_of(decision.ruleset.templates)
            which = f"Name a `template`, one of {templates}, or give a `sheet`." if templates else "Give a `sheet`."
            refuse(refused.refusal.rule, which, code="invalid", field="command.template")
        raise
    if name in (RESERVED_IDS if decision.replayed else RESERVED_SPEAKER_IDS):
        detail = f"The ID “{name}” is reserved: no combatant is called all, narrator or world; send another `id`."
        refuse(None, detail, code="invalid", field="command.id")
    if name in decision.state.joined:
        detail = f"The ID “{name}” is taken, and IDs are never reused; send another `id`, beside any `template`."
        refuse(None, detail, code="invalid", field="command.id")
    if command.metadata:
        facts = [(_with_metadata(event, command), audience) for event, audience in facts]
    for event, audience in seal_sheet_facts(name, facts) if command.secret else facts:
        decision.record(event, audience=audience)


def _with_metadata(event: Event, command: Join) -> Event:
    return replace(event, metadata=command.metadata) if isinstance(event, CombatantJoined) else event


def seal_sheet_facts(name: str, facts: Iterable[tuple[Event, str]]) -> Iterator[tuple[Event, str]]:
    """Yield the events of a combatant who joins with a secret sheet, with the private ones folded into the first.

    Events with private fields follow from the sheet alone: they become ``policies`` and ``remarks`` of
    ``CombatantJoined``. Events that affect others stay public.
    """
    private = [event for event, _ in facts if event.private and not isinstance(event, CombatantJoined)]
    policies = {event.kind: event.answer for event in private if isinstance(event, PolicySet)}
    remarks = tuple([_remark(event) for event in private if not isinstance(event, PolicySet)])
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
        open_ones = [one for one in decision.state.prompts if decision.speaker.speaks_for(one.to)]
        mine = [one.id for one in open_ones if one.kind == command.prompt] or [one.id for one in open_ones]
        what = f"No prompt “{command.prompt}” is open now"
        if not open_ones:
            refuse(None, f"{what}, and nothing awaits an answer of yours.", field="command.prompt")
        detail = f"{what}; those that you may answer: {some_of(mine)}."
        refuse(None, detail, code="invalid", field="command.prompt")
    decision.answer(prompt, command.answer)


def set_policy(decision: Decision[Any], command: SetPolicy) -> None:
    """Set a standing answer or the policy ``ask``, or remove it with null."""
    kind = decision.ruleset.prompts.get(command.kind)
    if kind is None:
        refuse(
            None,
            f"There is no kind of prompt “{command.kind}”; {instead(command.kind, sorted(decision.ruleset.prompts))}",
            code="invalid",
            field="command.kind",
        )
    if command.of != NARRATOR_ID:
        _require_present(decision, {"command.of": command.of}, also_gone=decision.replayed)
    if kind.narrator_only and command.of != NARRATOR_ID:
        detail = f"Only the narrator is asked {kind.question}; set it with `of` as narrator."
        refuse(None, detail, code="invalid", field="command.kind")
    if kind.policy_of_narrator and not decision.speaker.is_narrator and not decision.replayed:
        detail = f"Only the narrator decides in advance {kind.question}; ask the narrator to set it."
        refuse(None, detail, code="not_yours", field="command.kind")
    if kind.policy_type is ALWAYS_ASKED:
        detail = f"The question {kind.question} has no standing answers; answer it each time it is asked."
        refuse(None, detail, code="invalid", field="command.kind")
    if command.answer is not None:
        kind.check_policy(command.answer, "command.answer")
    elif decision.state.policy(command.of, command.kind) is None and not decision.replayed:
        whose = "The narrator" if command.of == NARRATOR_ID else decision.state.name_of(command.of)
        detail = f"{whose} has no standing answer to the question {kind.question}, so there is none to remove."
        refuse(None, detail, field="command.kind")
    decision.record(PolicySet(of=command.of, kind=command.kind, answer=command.answer), audience=command.of)


def note(decision: Decision[Any], command: Note) -> None:
    """Record a note, which says something."""
    if not command.text and not command.secret:
        detail = "A note needs a `text`, or a `secret` that only the narrator reads; write one of them."
        refuse(None, detail, code="invalid", field="command.text")
    _require_present(decision, {f"command.about[{number}]": one for number, one in enumerate(command.about)})
    decision.record(
        Noted(text=command.text, about=command.about, secret=command.secret),
        audience="narrator" if command.secret else "all",
    )


def describe(decision: Decision[Any], command: Describe) -> None:
    """Change the metadata of a combatant who is there; only the narrator changes that of the encounter."""
    if command.of is None and not decision.speaker.is_narrator:
        detail = "Only the narrator changes the metadata of the encounter; name a combatant of yours in `of`."
        refuse(None, detail, code="not_yours", field="command.of")
    if command.of is not None:
        _require_present(decision, {"command.of": command.of})
    event = Described(of=command.of, metadata=command.metadata)
    require_small(event.changed(decision.state))
    decision.record(event)


def rule(decision: Decision[Any], command: Rule) -> None:
    """Record a ruling as text."""
    _require_present(decision, {f"command.about[{number}]": one for number, one in enumerate(command.about)})
    decision.record(Ruled(text=command.text, about=command.about, rule=command.rule))


def _require_present(decision: Decision[Any], combatants: Mapping[str, str], *, also_gone: bool = False) -> None:
    """Refuse IDs that no combatant has who is there, or also that was; ``combatants`` has them by their fields."""
    state = decision.state
    there = state.joined if also_gone else state.present(decision.ruleset.sheets)
    known = {one: state.name_of(one) for one in there}
    for field, one in combatants.items():
        if one not in known:
            refuse(None, no_one_called(one, known), code="invalid", field=field)


def rewind(decision: Decision[Any], command: Rewind) -> None:
    """Record an event that carries the state at the end of an earlier batch, and begin a new epoch with new seeds.

    Only the narrator sees the private part of the state.
    """
    past = decision.past
    if past is None or past.version != command.to or past.version >= decision.state.version - 1:
        refuse(None, f"Version {command.to} is not the end of an earlier batch.", code="invalid", field="command.to")
    carried, hidden = carry(decision.ruleset, past, NEVER_CARRIED | {"policies", "entrants"})
    decision.record(
        Rewound(
            to=command.to,
            epoch=decision.state.epoch + 1,
            commitment=decision.secrets.fresh_commitment,
            state=carried,
            reason=command.reason,
            hidden=hidden,
            state_schema=past.schema,
            hidden_commitment=decision.secrets.hidden_commitment,
        ),
        audience="narrator",
    )


def import_encounter(decision: Decision[Any], command: Import) -> None:
    """Continue a complete history from elsewhere under another ID, and begin a new epoch with new seeds."""
    events = decision.state.version - 1
    if (command.of, command.events) != (decision.state.id, events):
        detail = f"The history has {events} events of {decision.state.id}, not {command.events} of {command.of}."
        refuse(None, detail, code="invalid", field="command.of")
    if command.encounter == command.of:
        detail = f"The encounter already has the ID {command.of}; choose another."
        refuse(None, detail, code="invalid", field="command.encounter")
    decision.record(
        Imported(
            of=command.of,
            encounter=command.encounter,
            events=command.events,
            chain=command.chain,
            epoch=decision.state.epoch + 1,
            commitment=decision.secrets.fresh_commitment,
            sha256=command.sha256,
            hidden_commitment=decision.secrets.hidden_commitment,
        )
    )


def branch(decision: Decision[Any], command: Branch) -> None:
    """Begin with the state of another encounter, under new seeds."""
    if decision.state.version != 1:
        refuse(
            None,
            "This encounter already exists; choose another ID for the branch.",
            code="invalid",
            field="command.type",
        )
    past = decision.past
    if past is None or past.version != command.at:
        detail = f"Version {command.at} of {command.of} is not the end of a batch."
        refuse(None, detail, code="invalid", field="command.at")
    opened = {"ruleset", "name", "chance"}
    carried, hidden = carry(decision.ruleset, past, NEVER_CARRIED | opened, narrators=("policies",))
    decision.record(
        Branched(
            ruleset=decision.ruleset.key,
            name=command.name,
            of=command.of,
            at=command.at,
            chain=command.chain,
            before=past.lineage_version - BRANCHED_AT,
            epoch=1,
            chance=command.chance,
            commitment=decision.secrets.fresh_commitment,
            state=carried,
            entropy=command.entropy,
            ancestors=past.lineage,
            hidden=hidden,
            state_schema=past.schema,
            hidden_commitment=decision.secrets.hidden_commitment,
        ),
        audience="narrator",
    )


def carry(
    ruleset: Rules[Any], past: Encounter, without: Iterable[str], narrators: tuple[str, ...] = ()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the public and the private fields of a state to carry, both ``without`` some fields.

    Only the narrator sees the private fields: those that differ for a spectator, pending decisions and answers, and
    those that ``narrators`` names. If any sheet is secret, also carry privately every field whose public presence or
    absence would reveal something about it.
    """
    carried = msgspec.to_builtins(past)
    for name in without:
        carried.pop(name)
    for name in LATER_FIELDS:
        if not getattr(past, name):
            carried.pop(name, None)
    seen_by_all = msgspec.to_builtins(ruleset.seen_by(past, SPECTATOR))
    by_combatant = {"pronouns", "combatant_metadata", *ruleset.sheets, *ruleset.redacted_fields}
    redacted = by_combatant if past.secret_sheets else set()
    secret = [name for name, value in carried.items() if value != seen_by_all[name] or name in redacted]
    hidden = {name: carried.pop(name) for name in dict.fromkeys(("waiting", "answers", *narrators, *secret))}
    return carried, hidden


def close(decision: Decision[Any], command: Close) -> None:
    """Close the encounter permanently, withdraw its prompts and reveal its seeds; hidden seeds to the narrator only.

    No event follows the close.
    """
    decision.record_unused_answers()
    withdrawn = tuple(prompt.id for prompt in decision.state.prompts)
    seeds, hidden = decision.secrets.seeds, decision.secrets.hidden_seeds
    closed = EncounterClosed(seeds=seeds, withdrawn=withdrawn, reason=command.reason, hidden_seeds=hidden or ())
    decision.record(closed, audience="all" if hidden is None else NARRATOR_ID)


LATER_FIELDS = ("secret_sheets", "pronouns", "entrants", "metadata", "combatant_metadata")
"""Fields of a state that older records lack; they are absent if they are empty."""
RESERVED_IDS = RESERVED_SPEAKER_IDS - {"all"}
"""The IDs that no combatant ever had; histories from before all were reserved may have one called `all`."""
CORE_HANDLERS: Mapping[type[Command], Callable[[Decision[Any], Any], None]] = {
    Open: open_encounter,
    Join: join,
    Answer: answer,
    SetPolicy: set_policy,
    Note: note,
    Describe: describe,
    Rule: rule,
    Rewind: rewind,
    Import: import_encounter,
    Close: close,
    Branch: branch,
}
