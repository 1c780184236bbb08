"""Rendering the story of whole batches of an encounter for a speaker."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from domain.model.encounter import Encounter
from domain.model.speaker import Speaker
from domain.story.shapes import Entry
from domain.text.phrases import Names
from events.format.folding import fold_steps
from events.format.steps import MAX_STEP_BYTES, Steps, finished, is_one_part
from events.projections.story import NEAR, Story, batch_of, by_batch
from events.store.protocol import StreamId
from service.encounters.reading.open_exchanges import OpenExchanges, state_at
from service.encounters.state_loader import StateLoader
from service.encounters.visibility import view_each
from service.rulesets.runtime import RulesetRuntime
from service.work.slices import in_slice, in_slices

T = TypeVar("T")
USUAL_LEVEL: Final = 2
"""The level up to which stories go unless a request asks for another."""
TOLD_AT_ONCE: Final = 25
"""The most events of several batches whose story is one step, which takes a few milliseconds."""


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
        self,
        audience: Audience,
        start: int,
        records: Sequence[bytes],
        level: int = USUAL_LEVEL,
        before: Encounter | None = None,
        story: Story | None = None,
    ) -> list[Entry]:
        """Return the entries, up to a level, of the whole batches that follow version ``start``. Raises StoreError.

        ``before`` is the state at ``start``, which is loaded unless it is given. A ``story`` has told the batches up to
        ``start`` to this audience and up to this level, or nothing yet, and tells these too.
        """
        runtime, stream = audience.runtime, audience.stream
        if before is None:
            before = await state_at(self._loader, runtime, stream, start)
        story = story or Story(runtime.ruleset, runtime.codec, deepest=level)
        if not story.has_begun:
            begins, before = await OpenExchanges(self._loader, runtime, stream, start).beginning(before)
            records = [*await self._loader.records(stream, begins, start), *records]
        seen = await in_slice(view_each, records, audience.speaker)
        told = await in_slices(_entries(audience, before, records, seen, story), over=seen)
        entries = [entry for entry in told if entry.version > start]
        if any(entry.of is None for entry in entries if entry.level > 1):
            line = await self._line_before(audience, start)
            return entries if line is None else [_of(entry, line) for entry in entries]
        return entries

    async def _line_before(self, audience: Audience, end: int) -> Entry | None:
        """Return the last line in the batches before the end of one, if there is one near."""
        start = max(0, end - NEAR)
        found = await self._loader.records(audience.stream, start, end)
        whole = [record for record in found if batch_of(record) > start]
        if not whole:
            return None
        told = await self.told(audience, end - len(whole), whole, level=1)
        return max(told, key=attrgetter("version"), default=None)


def _entries(
    audience: Audience, before: Encounter, records: Sequence[bytes], seen: Sequence[bytes], story: Story
) -> Steps[list[Entry]]:
    """Return the entries that a story has of batches, in steps, each batch with the names of things at its end.

    ``seen`` are the records as the speaker may see them. Small batches share a step, since a caller pays for each.
    """
    ruleset, state = audience.runtime.ruleset, before.fork()
    entries: list[Entry] = []
    names = ruleset.names(state, audience.speaker)
    count = size = 0
    for (first, whole), (_, shown) in zip(by_batch(records), by_batch(seen), strict=True):
        of_batch = sum(map(len, whole))
        count, size = count + len(whole), size + of_batch
        if count > TOLD_AT_ONCE or size > MAX_STEP_BYTES:
            yield
            count, size = len(whole), of_batch
        known = names
        yield from _shared(fold_steps(ruleset, audience.runtime.codec, state, whole), whole)
        names = ruleset.names(state, audience.speaker)
        story.names = names if state.lineage and first == 1 else {**_things(names), **known}
        entries += yield from _shared(story.steps(shown), whole)
    return entries


def _shared(steps: Steps[T], batch: Sequence[bytes]) -> Steps[T]:
    """Do all steps of a small batch in one that others share, those of a larger one as they are."""
    is_small = len(batch) <= TOLD_AT_ONCE and is_one_part(batch)
    return finished(steps) if is_small else (yield from steps)


def _things(names: Names) -> dict[str, str]:
    """Return the names of things alone.

    An event that lets a thing fall does not name it, and a reader who may not see the sheet of its bearer learns its
    name there. Names of combatants are learned from the events, so that no sentence uses a name that its bearer got
    later in the batch.
    """
    return {key: name for key, name in names.items() if "/" in key}


def _of(entry: Entry, line: Entry) -> Entry:
    """Return an entry as one of a line in an earlier batch, if it belongs to none yet and the line is near."""
    if entry.level == 1 or entry.of is not None or line.batch < entry.batch - NEAR:
        return entry
    return replace(entry, of=line.version)
