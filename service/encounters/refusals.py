"""Refusals of commands as problems, with what is possible instead."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.core.commands import Answer, Command
from domain.model.refusal import Refusal
from domain.model.speaker import Speaker
from domain.ruleset.table.awaiting import listed_choices
from domain.ruleset.table.waiting import waits_for
from domain.text.phrases import names_in
from events.store.protocol import StreamId
from service.encounters.state_loader import CachedEncounter
from service.problems.next_steps import CHOOSE_OR_CONTINUE
from service.problems.problem import Problem, from_refusal, with_choices, with_legal
from service.rulesets.runtime import RulesetRuntime


def opening_refused(refusal: Refusal, runtime: RulesetRuntime[Any]) -> Problem:
    """Return the refusal of a command that begins an encounter, whose fields are those of the body."""
    return from_refusal(replace(refusal.moved("command.", ""), legal=()), runtime.ruleset)


def scene_refused(refusal: Refusal, runtime: RulesetRuntime[Any], place: int, command: Command) -> Problem:
    """Return the refusal of a command of a scene, because of what was given with the scene."""
    detail = (
        f"The scene does not go with what was given: its command {place} ({command.type}) is refused. {refusal.detail}"
    )
    return from_refusal(replace(refusal, detail=detail, field="scene", legal=()), runtime.ruleset)


def command_refused(refusal: Refusal, cached: CachedEncounter, command: Command, speaker: Speaker) -> Problem:
    """Return the refusal of a command on an encounter; that of an answer to a prompt lists others."""
    state, ruleset = cached.current.state, cached.runtime.ruleset
    prompt = state.prompt(command.prompt) if isinstance(command, Answer) else None
    if prompt is not None and (refusal.field or "").startswith("command.answer"):
        labels, more = listed_choices(ruleset, state, speaker, prompt)
        refusal = with_choices(refusal, labels, more=more)
    return refused_now(refusal, cached, command.speaks_as(), speaker)


def refused_now(refusal: Refusal, cached: CachedEncounter, whose: str | None, speaker: Speaker) -> Problem:
    """Return the refusal of a command that was given in the name of ``whose``, with what is legal instead."""
    state, ruleset = cached.current.state, cached.runtime.ruleset
    name = names_in(state).get(whose) if whose is not None else None
    awaited = partial(waits_for, ruleset, state, speaker, whose)
    return from_refusal(with_legal(refusal, ruleset, name, awaited), ruleset)


def encounter_exists(stream: StreamId, version: int, linked: bytes) -> Problem:
    """Return the problem that an ID is taken, by an encounter at this version with this hash."""
    detail = f"The encounter {stream.encounter} already exists; {CHOOSE_OR_CONTINUE}"
    return Problem("encounter_exists", detail, version=version).about(version, linked)
