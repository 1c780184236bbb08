"""The story of an encounter, as a speaker sees it: entries with levels, told in whole batches."""

from collections.abc import AsyncIterator
from typing import Final, NamedTuple

import msgspec

from domain.model.encounter import Encounter
from domain.story.shapes import Entry
from domain.text.phrases import Names
from events.projections.story import NEAR, LineBefore, Story, batch_of
from service.auth.access import Caller
from service.encounters.encoding import NO_TAGS, EncodedBody, KnownTags, encode, is_known
from service.encounters.reading.projection_queries import names_before
from service.encounters.state_loader import RECORDS_PER_READ
from service.encounters.visibility import view_each
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.work.slices import in_slice, in_slices

PAGE: Final = 200
"""Events on a page, unless a request asks for another number."""


class StoryPage(msgspec.Struct, frozen=True):
    """A page of the story: the encounter's version, the version to continue after, and the entries."""

    version: int
    after: int
    entries: list[Entry]


class StoryPart(NamedTuple):
    """What a request asks for: the entries after a version, up to a level, and as of a version if not as of now."""

    after: int
    level: int
    at: int | None = None


class _Batches(NamedTuple):
    """Records of whole batches: those after version ``start``, up to ``end``."""

    start: int
    end: int
    records: list[bytes]


def things_in(names: Names) -> dict[str, str]:
    """Return the names of things alone: not every event that brings one names it.

    Names of combatants are learned from the events, so that what was told before they came does not change.
    """
    return {key: name for key, name in names.items() if "/" in key}


class StoryQueries:
    """Tells encounters, each from the events that the speaker may see."""

    def __init__(self, viewer: EncounterViewer) -> None:
        self._viewer = viewer

    async def page(
        self, encounter: str, caller: Caller, part: StoryPart, limit: int, known: KnownTags = NO_TAGS
    ) -> EncodedBody:
        """Return a page of the story, of about ``limit`` events; the body is empty if the client has it."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, state = await self._viewer.state_at(view, part.at)
            unchanged = view.encoded(b"", (version, linked))
            if is_known(unchanged.tag, known):
                return unchanged
            batches = await self._batches(view, part.after, limit, version)
            entries = await self._told(view, state, batches, part)
            return view.encoded(encode(StoryPage(version, max(part.after, batches.end), entries)), (version, linked))

    async def pieces(
        self, encounter: str, caller: Caller, part: StoryPart, limit: int | None
    ) -> tuple[EncodedBody, str, AsyncIterator[list[Entry]]]:
        """Return the position of the story, the name of the encounter, and the entries in pieces.

        Without a limit these are all entries after the version.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, state = await self._viewer.state_at(view, part.at)
            name = state.name or encounter
            return view.encoded(b"", (version, linked)), name, self._pieces(view, state, part, limit)

    async def _pieces(
        self, view: VisibleEncounter, state: Encounter, part: StoryPart, limit: int | None
    ) -> AsyncIterator[list[Entry]]:
        after, end = part.after, state.version
        while after < end:
            batches = await self._batches(view, after, limit or RECORDS_PER_READ, end)
            yield await self._told(view, state, batches, part._replace(after=after))
            after = batches.end if limit is None else end

    async def _told(self, view: VisibleEncounter, state: Encounter, batches: _Batches, part: StoryPart) -> list[Entry]:
        """Return the entries of batches after a version and up to a level."""
        if not batches.records:
            return []
        runtime = view.cached.runtime
        names = await names_before(self._viewer, view, batches.start + 1)
        names = {**things_in(runtime.ruleset.names(state, view.speaker)), **names}
        line = await self._line_before(view, batches.start) if part.level > 1 else None
        records = await in_slice(view_each, batches.records, view.speaker)
        entries = await in_slices(Story(runtime.ruleset, runtime.codec, names, line).steps(records), over=records)
        return [entry for entry in entries if entry.version > part.after and entry.level <= part.level]

    async def _line_before(self, view: VisibleEncounter, end: int) -> LineBefore | None:
        """Return the last line in the batches before the end of one, if there is one near."""
        start = max(0, end - NEAR)
        found = await self._viewer.records(view, start, end) if start < end else []
        whole = [record for record in found if batch_of(record) > start]
        runtime = view.cached.runtime
        story = Story(runtime.ruleset, runtime.codec)
        records = await in_slice(view_each, whole, view.speaker)
        await in_slices(story.steps(records), over=records)
        return story.line

    async def _batches(self, view: VisibleEncounter, after: int, limit: int, version: int) -> _Batches:
        """Return the batches after a version and up to another: as many as have ``limit`` events, but at least one.

        A batch within which they begin is read from its first event.
        """
        if after >= version:
            return _Batches(after, after, [])
        records = await self._viewer.records(view, after, min(after + limit, version))
        start = batch_of(records[0]) - 1
        if start < after:
            records = [*await self._viewer.records(view, start, after), *records]
        end = start + len(records)
        if end < version:
            end, records = await self._whole(view, start, records, version)
        return _Batches(start, end, records)

    async def _whole(
        self, view: VisibleEncounter, start: int, records: list[bytes], version: int
    ) -> tuple[int, list[bytes]]:
        """Return records without the last batch if that is not whole; if there is no other, with the rest of it."""
        last, end = batch_of(records[-1]), start + len(records)
        [following] = await self._viewer.records(view, end, end + 1)
        if batch_of(following) != last:
            return end, records
        if last - 1 > start:
            return last - 1, records[: last - 1 - start]
        while end < version:
            more = await self._viewer.records(view, end, min(end + RECORDS_PER_READ, version))
            rest = [record for record in more if batch_of(record) == last]
            records, end = [*records, *rest], end + len(rest)
            if len(rest) < len(more):
                break
        return end, records
