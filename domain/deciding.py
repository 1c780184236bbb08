"""Deciding: one command, one decision, one batch.

``decide`` is pure: the state that it is given stays as it was, whatever comes of it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from pydantic import ValidationError

from domain.chance import Chance, Draw
from domain.core_commands import Answer, Close, Command, Join, Note, Open, Rewind, Rule, SetPolicy
from domain.core_events import (
    Commanded,
    EncounterClosed,
    EncounterOpened,
    Noted,
    PolicySet,
    Rewound,
    Ruled,
)
from domain.encounter import NARRATOR_ID, Encounter
from domain.event import Recorded
from domain.refusal import Refusal, Refused, refuse
from domain.ruleset import Ruleset
from domain.speaker import Speaker
from domain.table import Secrets, Table

S = TypeVar("S", bound=Encounter)


class Decision(Generic[S]):
    """An accepted command: its batch of events and the state behind them."""

    __slots__ = ("events", "state")

    def __init__(self, events: tuple[Recorded, ...], state: S) -> None:
        self.events = events
        self.state = state


def decide(
    ruleset: Ruleset[S],
    state: S,
    command: Command,
    speaker: Speaker,
    chance: Chance,
    *,
    supplied: bool = False,
    secrets: Secrets | None = None,
    past: S | None = None,
) -> Decision[S] | Refusal:
    """Decide a command: the batch of events that follows, or the refusal.

    ``supplied`` says whether ``chance`` reads faces that came with the command; ``secrets`` is needed to open, rewind
    and close; ``past`` is the state to rewind to.
    """
    table = Table(ruleset, state, speaker, chance, secrets=secrets, past=past)
    try:
        _play(table, command, _commanded(ruleset, state, command, supplied))
    except Refused as refused:
        legal = ruleset.legal(state, speaker) if refused.refusal.code == "refused" else ()
        return msgspec.structs.replace(refused.refusal, legal=legal)
    return Decision(tuple(table.recorded), table.state)


def _play(table: Table[S], command: Command, commanded: tuple[Commanded, str]) -> None:
    """Decide the command at the table, to its end or to the first refusal."""
    _admit(table, command)
    event, audience = commanded
    table.cause = table.record(event, cause=_asked_by(table.state, command), audience=audience)
    table.take_along(command.answers)
    table.ruleset.guard(table, command)
    table.ruleset.decide[type(command)](table, command)
    table.run()
    table.finish()


class _CoinsFall(Exception):
    """A probe has come to its first draw."""


class _Untossed:
    """Chance that never speaks: the first draw ends the decision."""

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        raise _CoinsFall

    def finish(self) -> None:
        """Nothing was supplied."""


def objection(
    ruleset: Ruleset[S], state: S, command: Command, speaker: Speaker, *, past: S | None = None
) -> Refusal | None:
    """What the rules have against the command now, apart from the faces that may come with it; None if nothing.

    No refusal depends on a draw, so the answer is known as soon as the first coins would fall. ``past`` is the state
    that a rewind would go back to.
    """
    try:
        table = Table(ruleset, state, speaker, _Untossed(), past=past)
        _play(table, command, _commanded(ruleset, state, command, False))
    except _CoinsFall:
        return None
    except Refused as refused:
        return refused.refusal
    return None


def _admit(table: Table[S], command: Command) -> None:
    """What no ruleset has to say: a closed encounter takes nothing, and nobody speaks for others."""
    speaker = table.speaker
    if table.state.status == "closed":
        refuse(None, "The encounter is closed; open a new one, or a branch of this one.", code="closed")
    if speaker.role == "spectator":
        refuse(None, "A spectator watches; speak as the narrator or as a player to command.", code="not_yours")
    if command.narrators and not speaker.is_narrator:
        refuse(None, f"Only the narrator may give {command.type}.", code="not_yours", field="type")
    combatant = command.speaks_as()
    if combatant is not None and not speaker.speaks_for(combatant):
        refuse(None, f"{speaker} may not speak for {combatant}.", code="not_yours")


def _commanded(ruleset: Ruleset[Any], state: Encounter, command: Command, supplied: bool) -> tuple[Commanded, str]:
    """The command as it is recorded, and who may read its secret part: sealed answers are secret too."""
    body = command.model_dump(mode="json", exclude_defaults=True)
    body["type"] = command.type
    secrets, whose = set(command.secrets), command.speaks_as()
    prompt = state.prompt(command.prompt) if isinstance(command, Answer) else None
    if prompt is not None and prompt.sealed:
        secrets.add("answer")
        whose = prompt.to
    if any(ruleset.prompts[sent.kind].sealed for sent in command.answers if sent.kind in ruleset.prompts):
        secrets.add("answers")
    secret = {name: body.pop(name) for name in sorted(secrets) if name in body}
    recorded = Commanded(body, command.schema_version, ruleset.key, ruleset.version, supplied, secret)
    return recorded, (whose or NARRATOR_ID) if secret else "all"


def _asked_by(state: Encounter, command: Command) -> int | None:
    """A command follows from nothing but, where it is an answer, from the prompt that it answers."""
    if isinstance(command, Answer) and (prompt := state.prompt(command.prompt)) is not None:
        return prompt.version
    return None


# The handlers of the shared commands


def open_encounter(table: Table[Any], command: Open) -> None:
    """Open the encounter with all options at their values, and let its first combatants join."""
    if table.state.version != 1:
        refuse(None, "This encounter has been opened already; choose another ID.", code="invalid")
    try:
        options = table.ruleset.option_model.model_validate(command.options)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in ("command", "options", *first["loc"]))
        refuse(None, f"{where}: {first['msg']}.", code="invalid", field=where)
    table.record(
        EncounterOpened(
            command.ruleset,
            command.name,
            options.model_dump(mode="json"),
            command.chance,
            table.secrets.fresh_commitment,
            command.entropy,
        )
    )
    for newcomer in command.combatants:
        join(table, newcomer)


def join(table: Table[Any], command: Join) -> None:
    """Let somebody join with a sheet of the ruleset, whole and without faults; IDs are never used twice."""
    name, facts = table.ruleset.join(table.state, command)
    if name in RESERVED_IDS or name in table.state.joined:
        refuse(None, f"The ID {name!r} is taken for ever; choose another.", code="invalid", field="command.id")
    for event, audience in facts:
        table.record(event, audience=audience)


def answer(table: Table[Any], command: Answer) -> None:
    """Answer an open prompt."""
    prompt = table.state.prompt(command.prompt)
    if prompt is None:
        open_ids = ", ".join(p.id for p in table.state.prompts) or "none"
        refuse(
            None,
            f"No prompt {command.prompt!r} is open; open: {open_ids}.",
            code="invalid",
            field="command.prompt",
        )
    table.answer(prompt, command.answer)


def set_policy(table: Table[Any], command: SetPolicy) -> None:
    """Set a standing answer, or take it back with null."""
    kind = table.ruleset.prompts.get(command.kind)
    if kind is None:
        kinds = ", ".join(sorted(table.ruleset.prompts))
        refuse(
            None,
            f"There is no prompt {command.kind!r}; the kinds are {kinds}.",
            code="invalid",
            field="command.kind",
        )
    if command.of not in table.state.joined and command.of != "narrator":
        refuse(None, f"Nobody is called {command.of!r} here.", code="invalid", field="command.of")
    if command.answer is not None:
        kind.parse(command.answer, "command.answer")
    table.record(PolicySet(command.of, command.kind, command.answer), audience=command.of)


def note(table: Table[Any], command: Note) -> None:
    """Write a note down."""
    table.record(Noted(command.text, command.about, command.secret), audience="narrator" if command.secret else "all")


def rule(table: Table[Any], command: Rule) -> None:
    """Record a ruling in words."""
    table.record(Ruled(command.text, command.about, command.rule))


def rewind(table: Table[Any], command: Rewind) -> None:
    """Return to an earlier batch's end by an event that carries its state; a new epoch begins under a new seed."""
    past = table.past
    if past is None or past.version != command.to or past.version >= table.state.version - 1:
        refuse(None, f"Version {command.to} is not the end of an earlier batch.", code="invalid", field="command.to")
    carried = msgspec.to_builtins(past)
    hidden = {name: carried.pop(name) for name in ("waiting", "answers")}
    for name in ("policies", "id", "version", "status", "epoch", "commitment", "entropy"):
        carried.pop(name)
    table.record(
        Rewound(
            command.to,
            table.state.epoch + 1,
            table.secrets.fresh_commitment,
            carried,
            command.reason,
            hidden,
        ),
        audience="narrator",
    )


def close(table: Table[Any], command: Close) -> None:
    """Close the encounter for good, withdraw its prompts and reveal its seeds."""
    withdrawn = tuple(prompt.id for prompt in table.state.prompts)
    table.record(EncounterClosed(table.secrets.seeds, withdrawn, command.reason))


RESERVED_IDS = frozenset({"narrator", "world"})
CORE_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {
    Open: open_encounter,
    Join: join,
    Answer: answer,
    SetPolicy: set_policy,
    Note: note,
    Rule: rule,
    Rewind: rewind,
    Close: close,
}
