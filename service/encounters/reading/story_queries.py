"""The story of an encounter, as a speaker sees it: entries with levels, of whole batches."""

from collections.abc import AsyncIterator
from typing import Final, NamedTuple

import msgspec

from domain.story.shapes import Entry
from events.projections.story import batch_of
from service.auth.access import Caller
from service.encounters.encoding import NO_TAGS, EncodedBody, KnownTags, encode, is_known
from service.encounters.reading.story_teller import USUAL_LEVEL, Audience, StoryTeller
from service.encounters.state_loader import RECORDS_PER_READ
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.store_problems import store_problems

STORY: Final = "story"
JSON: Final = "json"
PAGE: Final = 200
"""Events on a page, unless a request asks for another number."""


class StoryPage(msgspec.Struct, frozen=True):
    """A page of the story: the encounter's version, the version to continue after, and the entries."""

    version: int
    after: int
    entries: list[Entry]


class StoryPart(NamedTuple):
    """The part of a story that a request wants: after a version, up to a level, as of a version or of now."""

    after: int
    level: int
    at: int | None = None


class _Answered(msgspec.Struct):
    """The first and the last version of the batch in the answer to a command."""

    first: int
    version: int


_batch_in: Final = msgspec.json.Decoder(_Answered).decode


class _Batches(NamedTuple):
    """Records of whole batches: those after version ``start``, up to ``end``."""

    start: int
    end: int
    records: list[bytes]


class StoryQueries:
    """Renders the story of encounters, each from the events that the speaker may see."""

    def __init__(self, viewer: EncounterViewer, teller: StoryTeller) -> None:
        self._viewer = viewer
        self._teller = teller

    async def page(
        self, encounter: str, caller: Caller, part: StoryPart, limit: int, known: KnownTags = NO_TAGS
    ) -> EncodedBody:
        """Return a page of the story, of about ``limit`` events; the body is empty if the client has it."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, _ = await self._viewer.state_at(view, part.at)
            wanted = (JSON, part.after, limit, part.level)
            unchanged = view.encoded(b"", STORY, *wanted, at=(version, linked))
            if is_known(unchanged.tag, known):
                return unchanged
            batches = await self._batches(view, part.after, limit, version)
            entries = await self._told(view, batches, part)
            page = StoryPage(version, max(part.after, batches.end), entries)
            return view.encoded(encode(page), STORY, *wanted, at=(version, linked))

    async def beside(self, encounter: str, caller: Caller, answer: EncodedBody) -> EncodedBody:
        """Return the answer to a command with its part of the story under ``story``."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            batch = _batch_in(answer.body)
            records = await self._viewer.records(view, batch.first - 1, batch.version)
            batches = _Batches(batch.first - 1, batch.version, records)
            entries = await self._told(view, batches, StoryPart(batch.first - 1, USUAL_LEVEL))
            return answer._replace(body=answer.body[:-1] + b',"story":' + encode(entries) + b"}")

    async def pieces(
        self, encounter: str, caller: Caller, part: StoryPart, limit: int | None, shape: str
    ) -> tuple[EncodedBody, str, AsyncIterator[list[Entry]]]:
        """Return the position of the story, the name of the encounter, and the entries in pieces.

        Without a limit these are all entries after the version. ``shape`` is the format that they will have.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            version, linked, state = await self._viewer.state_at(view, part.at)
            name = state.name or encounter
            content = view.encoded(b"", STORY, shape, part.after, limit, part.level, at=(version, linked))
            return content, name, self._pieces(view, version, part, limit)

    async def _pieces(
        self, view: VisibleEncounter, end: int, part: StoryPart, limit: int | None
    ) -> AsyncIterator[list[Entry]]:
        after = part.after
        while after < end:
            batches = await self._batches(view, after, limit or RECORDS_PER_READ, end)
            yield await self._told(view, batches, part._replace(after=after))
            after = batches.end if limit is None else end

    async def _told(self, view: VisibleEncounter, batches: _Batches, part: StoryPart) -> list[Entry]:
        """Return the entries of batches after a version and up to a level."""
        if not batches.records:
            return []
        audience = Audience(view.cached.runtime, view.cached.stream, view.speaker)
        with store_problems():
            entries = await self._teller.told(audience, batches.start, batches.records, part.level)
        return [entry for entry in entries if entry.version > part.after]

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
