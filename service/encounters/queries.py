"""Reading an encounter: its state, what is legal, its events; now or at any version. Each is a speaker's view."""

from collections.abc import AsyncIterator

import msgspec

from domain.forms.model import Form
from domain.model.encounter import Encounter
from domain.ruleset.membership import legal_forms
from events.store.protocol import SEALED_STATUS
from service.auth.access import Caller
from service.encounters.service import EncodedBody, Encounters, VisibleEncounter, encode, store_problems
from service.encounters.state_loader import PIECE
from service.encounters.visibility import view_record, view_records, view_state
from service.problems.problem import Problem


class EventPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of events: where the encounter stands, the version to read on behind, and the lines as in an answer."""

    version: int
    after: int
    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw] = {}


class LegalForms(msgspec.Struct, frozen=True):
    """What is legal at a version, as forms."""

    version: int
    forms: list[Form]


class EncounterQueries:
    """Reads encounters as callers see them."""

    def __init__(self, encounters: Encounters) -> None:
        self._encounters = encounters

    async def state(self, encounter: str, caller: Caller, at: int | None = None) -> EncodedBody:
        """The state now, or as it was at a version."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            version, linked, state = await self._encounters.state_at(sight, at)
            seen = view_state(sight.warm.prepared.ruleset, state, caller.speaker)
            if sight.warm.sealed and sight.over and version == sight.version:
                seen = seen.fork()
                seen.status = SEALED_STATUS
            return EncodedBody(encode(seen), version, linked)

    async def options(
        self, encounter: str, caller: Caller, combatant: str | None = None, at: int | None = None
    ) -> EncodedBody:
        """What the speaker may command, as forms, now or behind a batch of the past; for one combatant where named."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            version, linked, state = await self._encounters.state_at_batch_end(sight, at, "Options are told for")
            if combatant is not None and combatant not in state.joined:
                said = f"Nobody is called {combatant!r} here; there are {', '.join(state.joined) or 'nobody yet'}."
                raise Problem("not_found", said, field="combatant")
            forms = [] if sight.warm.sealed else legal_forms(sight.warm.prepared.ruleset, state, caller.speaker)
            if combatant is not None:
                forms = [form for form in forms if combatant in _whose(form, state)]
            return EncodedBody(encode(LegalForms(version, forms)), version, linked)

    async def events(self, encounter: str, caller: Caller, after: int, limit: int) -> EncodedBody:
        """A page of events behind a version."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            with store_problems():
                records = await self._encounters.history.records(
                    sight.warm.stream, after, min(after + limit, sight.version)
                )
            lines = view_records(records, after + 1, caller.speaker)
            return sight.answered(encode(EventPage(sight.version, after + len(records), lines.events, lines.private)))

    async def lines(
        self, encounter: str, caller: Caller, after: int, limit: int | None
    ) -> tuple[EncodedBody, AsyncIterator[bytes]]:
        """Where the encounter stands, and its records behind ``after`` as lines, read piece by piece."""
        sight = await self._encounters.sight(encounter, caller)
        last = sight.version if limit is None else min(sight.version, after + limit)
        return sight.answered(b""), self._lines(sight, after, last)

    async def _lines(self, sight: VisibleEncounter, after: int, last: int) -> AsyncIterator[bytes]:
        while after < last:
            records = await self._encounters.history.records(sight.warm.stream, after, min(after + PIECE, last))
            after += len(records)
            yield b"".join(view_record(record, sight.speaker) + b"\n" for record in records)


def _whose(form: Form, state: Encounter) -> tuple[object, ...]:
    """The combatants whom a form is of: who acts, who answers, whose prompt it is."""
    asked = state.prompt(str(form.settled.get("prompt")))
    return form.settled.get("actor"), form.settled.get("of"), asked and asked.to
