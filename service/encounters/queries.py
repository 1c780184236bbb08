"""Queries on one encounter: its state, legal commands and events, as a speaker sees them."""

from collections.abc import AsyncIterator

import msgspec

from domain.forms.model import Form
from domain.model.encounter import Encounter
from domain.ruleset.membership import legal_forms
from events.store.protocol import SEALED_STATUS
from service.auth.access import Caller
from service.encounters.encoding import EncodedBody, encode
from service.encounters.state_loader import RECORDS_PER_READ, StateLoader
from service.encounters.visibility import view_record, view_records, view_state
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.problem import Problem


class EventPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of events: the encounter's version, the version to continue after, and the lines as after a command."""

    version: int
    after: int
    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw] = {}


class LegalForms(msgspec.Struct, frozen=True):
    """The legal commands at a version, as forms."""

    version: int
    forms: list[Form]


class EncounterQueries:
    """Reads encounters as callers see them."""

    def __init__(self, loader: StateLoader, viewer: EncounterViewer) -> None:
        self._loader = loader
        self._viewer = viewer

    async def state(self, encounter: str, caller: Caller, at: int | None = None) -> EncodedBody:
        """Return the state now or at a past version."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, state = await self._viewer.state_at(view, at)
            seen = view_state(view.cached.runtime.ruleset, state, caller.speaker)
            if view.cached.sealed and view.over and version == view.version:
                seen = seen.fork()
                seen.status = SEALED_STATUS
            return EncodedBody(encode(seen), version, linked)

    async def options(
        self, encounter: str, caller: Caller, combatant: str | None = None, at: int | None = None
    ) -> EncodedBody:
        """Return the commands that the speaker may send, as forms, now or after a past batch.

        With ``combatant`` only that combatant's forms are returned.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, state = await self._viewer.state_at_batch_end(view, at, "Options are available for")
            if combatant is not None and combatant not in state.joined:
                known = ", ".join(state.joined) or "no combatants yet"
                raise Problem(
                    "not_found", f"There is no combatant {combatant!r}; there are {known}.", field="combatant"
                )
            forms = [] if view.cached.sealed else legal_forms(view.cached.runtime.ruleset, state, caller.speaker)
            if combatant is not None:
                forms = [form for form in forms if combatant in _combatants_of(form, state)]
            return EncodedBody(encode(LegalForms(version, forms)), version, linked)

    async def events(self, encounter: str, caller: Caller, after: int, limit: int) -> EncodedBody:
        """Return a page of the events after a version."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            records = await self._viewer.records(view, after, min(after + limit, view.version))
            lines = view_records(records, after + 1, caller.speaker)
            return view.encoded(encode(EventPage(view.version, after + len(records), lines.events, lines.private)))

    async def lines(
        self, encounter: str, caller: Caller, after: int, limit: int | None
    ) -> tuple[EncodedBody, AsyncIterator[bytes]]:
        """Return the encounter's position, as an empty body, and its records after a version as lines, in pieces."""
        view = await self._viewer.find(encounter, caller)
        last = view.version if limit is None else min(view.version, after + limit)
        return view.encoded(b""), self._lines(view, after, last)

    async def _lines(self, view: VisibleEncounter, after: int, last: int) -> AsyncIterator[bytes]:
        while after < last:  # the response has begun, so a StoreError is not reported as a Problem
            records = await self._loader.records(view.cached.stream, after, min(after + RECORDS_PER_READ, last))
            after += len(records)
            yield b"".join(view_record(record, view.speaker) + b"\n" for record in records)


def _combatants_of(form: Form, state: Encounter) -> tuple[object, ...]:
    """Return the combatants that a form concerns: its actor, its answerer, and the recipient of its prompt."""
    prompt = state.prompt(str(form.settled.get("prompt")))
    return form.settled.get("actor"), form.settled.get("of"), prompt and prompt.to
