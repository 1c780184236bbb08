"""Rendering the story of whole batches of an encounter for a speaker."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.model.speaker import Speaker
from domain.story.shapes import Entry
from domain.text.phrases import Names
from events.projections.story import NEAR, LineBefore, Story, batch_of
from events.store.protocol import StreamId
from service.encounters.state_loader import StateLoader
from service.encounters.visibility import view_each
from service.rulesets.runtime import RulesetRuntime
from service.work.slices import in_slice, in_slices

USUAL_LEVEL: Final = 2
"""The level up to which stories go unless a request asks for another."""


class Audience(NamedTuple):
    """The encounter of a story, and its reader."""

    runtime: RulesetRuntime[Any]
    stream: StreamId
    speaker: Speaker


class StoryTeller:
    """Renders batches from their records."""

    def __init__(self, loader: StateLoader) -> None:
        self._loader = loader

    async def told(
        self, audience: Audience, start: int, records: Sequence[bytes], names: Names, level: int = USUAL_LEVEL
    ) -> list[Entry]:
        """Return the entries, up to a level, of the whole batches that follow version ``start``. Raises StoreError.

        ``names`` are those known before them.
        """
        runtime = audience.runtime
        line = await self._line_before(audience, start) if level > 1 else None
        seen = await in_slice(view_each, records, audience.speaker)
        entries = await in_slices(Story(runtime.ruleset, runtime.codec, names, line).steps(seen), over=seen)
        return [entry for entry in entries if entry.level <= level]

    async def _line_before(self, audience: Audience, end: int) -> LineBefore | None:
        """Return the last line in the batches before the end of one, if there is one near."""
        start = max(0, end - NEAR)
        found = await self._loader.records(audience.stream, start, end) if start < end else []
        whole = [record for record in found if batch_of(record) > start]
        story = Story(audience.runtime.ruleset, audience.runtime.codec)
        seen = await in_slice(view_each, whole, audience.speaker)
        await in_slices(story.steps(seen), over=seen)
        return story.line


def names_for(audience: Audience, before: Any, after: Any) -> dict[str, str]:
    """Return the names for the events between two states: those known before, and the things after.

    Not every event that brings a thing names it. Names of combatants are learned from the events, so that older entries
    do not change when they come. ``before`` is None at the beginning.
    """
    ruleset, speaker = audience.runtime.ruleset, audience.speaker
    things = {key: name for key, name in ruleset.names(after, speaker).items() if "/" in key}
    return things if before is None else {**things, **ruleset.names(before, speaker)}
