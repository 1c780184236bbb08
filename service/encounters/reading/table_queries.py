"""Tables: the status of an encounter at a version, as a speaker sees it."""

from functools import partial
from typing import Any, Final, NamedTuple

from cachetools import LRUCache

from domain.model.encounter import Encounter
from domain.model.speaker import Speaker
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table import table
from events.store.protocol import SEALED_STATUS, StreamId
from service.auth.access import Caller
from service.encounters.encoding import KnownTags, NegotiatedBody, encode, is_known
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.store_problems import store_problems
from service.rulesets.negotiation import preferred
from service.rulesets.reference import reference
from service.work.slices import in_slice

MAX_TABLES: Final = 256
"""Encoded tables that are cached, for all encounters."""
FEW_COMBATANTS: Final = 20
"""Combatants up to which a table is made in the event loop, in less than a millisecond."""


class _Key(NamedTuple):
    """The key of a table: the history up to a version, and the view of it."""

    stream: StreamId
    version: int
    hash: bytes
    speaker: Speaker
    language: str
    sealed: bool


class TableQueries:
    """Draws the tables of encounters as callers see them; each is made once for all who see the same."""

    def __init__(self, loader: StateLoader, viewer: EncounterViewer) -> None:
        self._loader = loader
        self._viewer = viewer
        self._tables: LRUCache[_Key, bytes] = LRUCache(MAX_TABLES)

    async def table(
        self, encounter: str, caller: Caller, at: int | None, languages: str, known: KnownTags
    ) -> NegotiatedBody:
        """Return the table now or at a past version; an empty body if the client has it.

        ``languages`` is the header Accept-Language.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            ruleset = view.cached.runtime.ruleset
            language = preferred(languages, reference(ruleset).languages)
            version, linked, state = await self._viewer.state_at(view, at)
            unchanged = view.encoded(b"", "table", language, at=(version, linked))
            if is_known(unchanged.tag, known):
                return NegotiatedBody(unchanged, "")
            sealed = view.cached.sealed and view.over and version == view.version
            key = _Key(view.cached.stream, version, linked, caller.speaker, language, sealed)
            body = self._tables.get(key)
            if body is None:
                settled = await self._is_settled(view, version)
                drawing = partial(_table, ruleset, state, key, settled=settled)
                few = len(state.joined) <= FEW_COMBATANTS
                body = self._tables[key] = drawing() if few else await in_slice(drawing)
            return NegotiatedBody(unchanged._replace(body=body), language)

    async def _is_settled(self, view: VisibleEncounter, version: int) -> bool:
        with store_problems():
            return await self._loader.batch_end(view.cached.stream, version, view.version) == version


def _table(ruleset: Ruleset[Any], state: Encounter, key: _Key, *, settled: bool) -> bytes:
    """Return an encoded table."""
    if key.sealed:
        state = state.fork()
        state.status = SEALED_STATUS
    return encode(table(ruleset, state, key.speaker, settled=settled, language=key.language))
