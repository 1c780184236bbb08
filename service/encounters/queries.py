"""Queries on one encounter: its state, legal commands and events, as a speaker sees them."""

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec

from domain.core.commands import type_of
from domain.model.encounter import Encounter
from domain.model.speaker import SPECTATOR, Speaker
from domain.model.suggestions import meant_by, not_joined
from domain.options.shapes import Declarations, StatePart
from domain.ruleset.offering import groups_of, options
from domain.text.validation import closest_match
from domain.text.words import GROUPS
from events.store.protocol import SEALED_STATUS
from service.auth.access import Caller
from service.encounters.encoding import NO_TAGS, EncodedBody, KnownTags, NegotiatedBody, encode, is_known
from service.encounters.state_loader import RECORDS_PER_READ, StateLoader
from service.encounters.visibility import view_each, view_records, view_state
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.problem import Problem
from service.rulesets.negotiation import preferred
from service.rulesets.reference import reference, with_english
from service.work.slices import in_slice

FEW_COMBATANTS: Final = 10
"""Combatants up to which options are listed in the event loop, which takes a few milliseconds at most."""
OPTIONS: Final = "options"
EVENTS: Final = "events"
MOST_NAMED: Final = 20
"""How many names a problem lists."""


class EventPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of events: the encounter's version, the version to continue after, and the lines as after a command."""

    version: int
    after: int
    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw] = {}


class OptionsAnswer(StatePart, frozen=True, omit_defaults=True):
    """The state part of the options, with the address of the declarations of its forms, or with them.

    The address contains the hash of the declarations, so that they can be cached permanently. ``unknown`` has a
    sentence for each combatant for which the speaker speaks and which has not joined.
    """

    declarations: str = ""
    declared: Declarations | msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    unknown: dict[str, str] = {}


class Wanted(NamedTuple):
    """Which options a request asks for: of one combatant, command or group, at a version, with their declarations.

    ``languages`` is the header Accept-Language, and ``known`` has the entity tags of the options that the client has.
    """

    combatant: str | None = None
    command: str | None = None
    group: str | None = None
    at: int | None = None
    declarations: bool = False
    languages: str = ""
    known: KnownTags = NO_TAGS


class EncounterQueries:
    """Reads encounters as callers see them."""

    def __init__(self, loader: StateLoader, viewer: EncounterViewer) -> None:
        self._loader = loader
        self._viewer = viewer

    async def state(
        self, encounter: str, caller: Caller, at: int | None = None, known: KnownTags = NO_TAGS
    ) -> EncodedBody:
        """Return the state now or at a past version; an empty body if the client has it."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, state = await self._viewer.state_at(view, at)
            unchanged = view.encoded(b"", "state", at=(version, linked))
            if is_known(unchanged.tag, known):
                return unchanged
            seen = view_state(view.cached.runtime.ruleset, state, caller.speaker)
            if view.cached.sealed and view.over and version == view.version:
                seen = seen.fork()
                seen.status = SEALED_STATUS
            if not seen.ruleset:  # the command that opens an encounter is recorded before the event that names it
                seen = seen.fork()
                seen.ruleset = view.cached.runtime.ruleset.key
            return unchanged._replace(body=encode(seen))

    async def options(self, encounter: str, caller: Caller, wanted: Wanted) -> NegotiatedBody:
        """Return what the speaker may do, now or after a past batch; an empty body if the client has it."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            known = reference(view.cached.runtime.ruleset)
            language = preferred(wanted.languages, known.languages)
            asked = (language, wanted.combatant, wanted.command, wanted.group, wanted.declarations)
            unchanged = view.encoded(b"", OPTIONS, *asked)
            if wanted.at is None and is_known(unchanged.tag, wanted.known):
                return NegotiatedBody(unchanged, "")
            version, linked, state = await self._viewer.state_at_batch_end(view, wanted.at, "Options are available for")
            ruleset = view.cached.runtime.ruleset
            _require_known("combatant", wanted.combatant, {one: state.name_of(one) for one in state.joined})
            _require_known("command", wanted.command, tuple(map(type_of, ruleset.commands)))
            _require_group(wanted.group, groups_of(ruleset))
            actor = SPECTATOR if view.cached.sealed else caller.speaker
            answering = partial(_options, view, state, actor, wanted, language)
            most = max(len(state.joined), len(view.state.joined))
            at_once = most <= FEW_COMBATANTS and known.is_declared
            body, languages = answering() if at_once else await in_slice(answering)
            content = view.encoded(body, OPTIONS, *asked, at=(version, linked))
            if wanted.at is not None and view.unknown:
                content = content.by_content()  # who is unknown depends on the newest version
            return NegotiatedBody(content, languages)

    async def events(self, encounter: str, caller: Caller, after: int, limit: int) -> EncodedBody:
        """Return a page of the events after a version."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            records = await self._viewer.records(view, after, min(after + limit, view.version))
            lines = view_records(records, after + 1, caller.speaker)
            page = EventPage(view.version, after + len(records), lines.events, lines.private)
            return view.encoded(encode(page), EVENTS, "json", after, limit)

    async def lines(
        self, encounter: str, caller: Caller, after: int, limit: int | None
    ) -> tuple[EncodedBody, AsyncIterator[bytes]]:
        """Return the encounter's position, as an empty body, and its records after a version as lines, in pieces."""
        view = await self._viewer.find(encounter, caller)
        last = view.version if limit is None else min(view.version, after + limit)
        return view.encoded(b"", EVENTS, "lines", after, limit), self._lines(view, after, last)

    async def _lines(self, view: VisibleEncounter, after: int, last: int) -> AsyncIterator[bytes]:
        while after < last:  # the response has begun, so a StoreError is not reported as a Problem
            records = await self._loader.records(view.cached.stream, after, min(after + RECORDS_PER_READ, last))
            after += len(records)
            yield await in_slice(_as_lines, records, view.speaker)


def _options(
    view: VisibleEncounter, state: Encounter, actor: Speaker, wanted: Wanted, language: str
) -> tuple[bytes, str]:
    """Return the options of an actor, encoded, and their languages: the sentences of prompts are always in English.

    They have the address of the declarations of the narrator's forms or of a player's.
    """
    ruleset = view.cached.runtime.ruleset
    found = options(
        ruleset,
        state,
        actor,
        combatants=None if wanted.combatant is None else (wanted.combatant,),
        commands=None if wanted.command is None else (wanted.command,),
        groups=None if wanted.group is None else (wanted.group,),
        language=language,
    )
    declared = reference(ruleset).declarations(narrator=view.speaker.is_narrator, language=language)
    known = {one: view.state.name_of(one) for one in view.state.joined} if view.unknown else {}
    answer = OptionsAnswer(
        **{name: getattr(found, name) for name in StatePart.__struct_fields__},
        declarations=declared.address,
        declared=msgspec.Raw(declared.body) if wanted.declarations else msgspec.UNSET,
        unknown={one: not_joined(one, known) for one in view.unknown},
    )
    return encode(answer), with_english(language) if found.prompts or view.unknown else declared.languages


def _as_lines(records: Sequence[bytes], speaker: Speaker) -> bytes:
    return b"".join(record + b"\n" for record in view_each(records, speaker))


def _require_group(given: str | None, used: tuple[str, ...]) -> None:
    """Raise Problem ``invalid`` for a group that menus do not have; one that only other rulesets use has no forms."""
    if given is not None and given not in {*GROUPS, *used}:
        meant = closest_match(given, used)
        hint = f"there are {', '.join(used)}." if meant is None else f"did you mean {meant}?"
        raise Problem("invalid", f"There is no group “{given}”; {hint}", field="group")


def _require_known(name: str, given: str | None, known: Mapping[str, str] | tuple[str, ...]) -> None:
    """Raise Problem ``not_found`` for a filter that names nothing."""
    if given is not None and given not in known:
        meant = meant_by(given, known) or closest_match(given, known)
        some = ", ".join([*known][:MOST_NAMED]) or f"no {name}s yet"
        more = f" and {len(known) - MOST_NAMED} more" if len(known) > MOST_NAMED else ""
        hint = f"there are {some}{more}." if meant is None else f"did you mean {meant}?"
        raise Problem("not_found", f"There is no {name} “{given}”; {hint}", field=name)
