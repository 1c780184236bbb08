"""Where a story has to begin so that it reads the same: before the exchanges that are open at a version."""

from typing import Any, NamedTuple

from domain.model.encounter import Encounter, asked_at
from domain.story.exchanges import stretch_of
from events.projections.story import batch_of, settled_in
from events.store.protocol import StreamId
from service.encounters.state_loader import StateLoader
from service.rulesets.runtime import RulesetRuntime
from service.work.slices import in_slice


class Beginning(NamedTuple):
    """The end of a batch after which a story begins, and the state there."""

    version: int
    state: Encounter


class OpenExchanges:
    """Finds the beginning of the exchanges of an encounter that are open at ``start``, the end of a batch.

    It goes back from a question to the batch that asked it, from there to the questions that this batch answers, and
    then to those which were open there and are over at ``start``, because the last line may be theirs. It goes back
    neither before a rewind nor to another stretch of the story.
    """

    def __init__(self, loader: StateLoader, runtime: RulesetRuntime[Any], stream: StreamId, start: int) -> None:
        self._loader, self._runtime, self._stream = loader, runtime, stream
        self._begins = self._start = start
        self._over: set[str] = set()

    async def beginning(self, state: Encounter) -> Beginning:
        """Return the beginning, given the state at ``start``. Raises StoreError."""
        before, asking = state.before, self._asking(state)
        while asking:
            begins = self._begins
            await self._go_back(asking, before)
            if self._begins == begins:
                break
            state = await state_at(self._loader, self._runtime, self._stream, self._begins)
            asking = self._asking(state) & self._over
        return Beginning(self._begins, state)

    def _asking(self, state: Encounter) -> set[str]:
        """Return the prompts of the groups that are open, without those whose answers are deeds."""
        deeds = self._runtime.ruleset.tellings.deeds
        asked = (item for group in state.waiting for item in group.questions.items())
        return {prompt for prompt, question in asked if question.veiled or question.kind not in deeds}

    async def _go_back(self, asking: set[str], before: int) -> None:
        """Go back to the batches that asked prompts, and to those that asked what these answer.

        ``before`` is the number of versions by which those in the IDs of prompts are too high.
        """
        stretch = stretch_of(batch_of(await self._record(self._start)))
        while asking:
            asked = asked_at(asking.pop()) - before
            if not 0 < asked <= self._begins:
                continue
            first = batch_of(await self._record(asked))
            if stretch_of(first) != stretch:
                continue
            records = await self._loader.records(self._stream, first - 1, self._begins)
            settled = await in_slice(settled_in, self._runtime.codec, self._runtime.ruleset.tellings.deeds, records)
            self._over |= settled.over
            asking |= settled.answered
            self._begins = first - 1
            if settled.rewound is not None:
                self._begins, self._over = settled.rewound - 1, set()
                return

    async def _record(self, version: int) -> bytes:
        [record] = await self._loader.records(self._stream, version - 1, version)
        return record


async def state_at(loader: StateLoader, runtime: RulesetRuntime[Any], stream: StreamId, version: int) -> Encounter:
    """Return the state of an encounter at a version. Raises StoreError."""
    found = await (loader.at(runtime, stream, version) if version else loader.beginning(runtime, stream))
    state: Encounter = found.state
    return state
