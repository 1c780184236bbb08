"""Visible encounters: an encounter as far as one caller may see it, and its states up to there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from domain.model.encounter import Encounter
from domain.model.speaker import Speaker
from events.store.protocol import EncounterMissing, StreamId
from events.store.snapshots import StateAt
from service.auth.access import Caller
from service.encounters.cache import EncounterCache
from service.encounters.delayed_view import DelayedViews
from service.encounters.encoding import EncodedBody, view_tag
from service.encounters.ids import stream_of
from service.encounters.state_loader import CachedEncounter, StateLoader
from service.encounters.visibility import unknown_combatants
from service.problems.problem import Problem, from_store_error, not_batch_end
from service.problems.store_problems import store_problems


class VisibleEncounter(NamedTuple):
    """An encounter as one caller sees it: ``version`` is the newest version in view, with its chain hash and state.

    Readers take no event and no state after ``version``: ``cached`` may hold newer ones. ``state`` is not redacted.
    """

    cached: CachedEncounter
    speaker: Speaker
    version: int
    hash: bytes
    state: Encounter

    @property
    def over(self) -> bool:
        """True if nothing follows the version in view; a branch's delayed events may still come into view."""
        current = self.cached.current
        whole = self.version == current.version
        if self.cached.sealed:
            return whole or not current.state.lineage
        return whole and current.state.status == "closed"

    @property
    def present(self) -> tuple[str, ...]:
        """The combatants that are there: those who have joined and were not removed by a rewind."""
        return self.state.present(self.cached.runtime.ruleset.sheets)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The combatants for which the speaker speaks and which have not joined at the version in view."""
        return unknown_combatants(self.state, self.speaker)

    def encoded(
        self, body: bytes, resource: str, *view: str | int | None, at: tuple[int, bytes] | None = None
    ) -> EncodedBody:
        """Return a response body that describes the encounter at a version and its hash, by default that in view.

        The ``resource`` and ``view`` that its entity tag names are those of ``view_tag``.
        """
        version, chain = at or (self.version, self.hash)
        return EncodedBody(body, version, chain, view_tag(chain, self.speaker, resource, *view), self.unknown)


class EncounterViewer:
    """Finds encounters for callers and reads as much of them as each caller may see."""

    def __init__(self, loader: StateLoader, cache: EncounterCache) -> None:
        self._loader = loader
        self._cache = cache
        self._delayed = DelayedViews(loader, self._current_if_present)

    async def find(self, encounter: str, caller: Caller) -> VisibleEncounter:
        """Return the encounter as it is in the store now, as far as the caller may see it.

        A caller with a delay sees it at the end of the delay. Raises Problem ``not_found`` if it did not exist then.
        """
        with store_problems():
            cached = await self._current(stream_of(encounter, caller))
            if caller.delay is None:
                return VisibleEncounter(cached, caller.speaker, *cached.current)
            delayed = await self._delayed.view(cached, caller.delay)
        if delayed is None:
            raise from_store_error(EncounterMissing(cached.stream))
        return VisibleEncounter(cached, caller.speaker, *delayed)

    @asynccontextmanager
    async def visible_encounter(self, encounter: str, caller: Caller) -> AsyncIterator[VisibleEncounter]:
        """Like ``find``, but any Problem raised in the block carries this encounter's version and hash."""
        view = await self.find(encounter, caller)
        try:
            yield view
        except Problem as problem:
            problem.about(view.version, view.hash)
            raise

    async def state_at(self, view: VisibleEncounter, at: int | None = None, *, field: str = "at") -> StateAt[Encounter]:
        """Return the state at a version in view, by default the newest.

        Raises Problem ``not_found`` for a version out of view; ``field`` is where the request names it.
        """
        version = view.version if at is None else at
        if not 1 <= version <= view.version:
            name = view.cached.stream.encounter
            detail = f"The encounter {name} has versions 1 to {view.version}; there is no version {at}."
            raise Problem("not_found", detail, field=field, version=view.version)
        if version == view.version:
            return StateAt(version, view.hash, view.state)
        with store_problems():
            return await self._loader.at(view.cached.runtime, view.cached.stream, version)

    async def state_at_batch_end(self, view: VisibleEncounter, at: int | None, subject: str) -> StateAt[Encounter]:
        """Return the state at the end of a batch; ``subject`` begins the sentence of the problem for another version.

        Raises Problem ``not_found`` as ``state_at`` does, and ``not_batch_end`` for a version within a batch.
        """
        found = await self.state_at(view, at)
        with store_problems():
            nearest = await self._loader.batch_end(view.cached.stream, found.version, view.version)
        if nearest != found.version:
            raise not_batch_end(subject, found.version, nearest=nearest, current=view.version, field="at")
        return found

    async def records(self, view: VisibleEncounter, after: int, last: int) -> list[bytes]:
        """Return the stored records of versions ``after + 1`` to ``last``, which have to be in view."""
        with store_problems():
            return await self._loader.records(view.cached.stream, after, last)

    async def _current(self, stream: StreamId) -> CachedEncounter:
        """Return the encounter, not older than this call."""
        cached = self._cache.peek(stream)
        if cached is None and not self._cache.is_loading(stream):
            return await self._cache.load(stream)  # loaded for this call, so nothing can be newer
        cached = cached or await self._cache.load(stream)
        async with cached.lock:
            await self._loader.catch_up(cached)
        return cached

    async def _current_if_present(self, stream: StreamId) -> CachedEncounter | None:
        """Return the encounter, or None if it does not exist or its ruleset is not installed."""
        try:
            return await self._current(stream)
        except EncounterMissing:
            return None
        except Problem as problem:
            if problem.details.code != "ruleset_missing":
                raise
            return None
