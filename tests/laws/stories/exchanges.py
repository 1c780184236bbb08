"""The exchanges of a fight, read off its events: a command with the answers to what it asks.

An answer that is a deed begins another one.
"""

from collections import defaultdict
from typing import NamedTuple

from domain.core.events import Answered, EncounterClosed, Prompted, PromptLapsed, Resumed, Rewound
from domain.story.exchanges import stretch_of
from domain.story.shapes import Entry
from tests.recording import Recording


class Exchanges(NamedTuple):
    """The first batch of the exchange of each batch, those that begin within a batch, and those that are not over."""

    first: dict[int, int]
    within: set[int]
    open: set[int]


def exchanges_of(recording: Recording) -> Exchanges:
    """Return the exchanges of a fight."""
    deeds = {name for name, kind in recording.ruleset.prompts.items() if kind.deed}
    first: dict[int, int] = {}
    begins: dict[int, int] = {}
    asked: dict[str, int] = {}
    for record in recording.records:
        envelope, event = recording.codec.decode(record)
        batch = envelope.batch
        if stretch_of(batch) != stretch_of(max(first, default=batch)):
            asked.clear()
        first.setdefault(batch, batch)
        match event:
            case Answered() if event.visible_kind in deeds:
                begins[batch] = batch
            case Answered(prompt=str() as prompt) if prompt in asked and first[batch] == batch:
                first[batch] = asked[prompt]
            case Prompted() if event.visible_kind not in deeds:
                asked[event.id] = begins.get(batch, first[batch])
            case PromptLapsed():
                asked.pop(event.prompt, None)
            case Resumed():
                for prompt in event.prompts:
                    asked.pop(prompt, None)
            case Rewound() | EncounterClosed():
                asked.clear()
    within = {batch for batch in begins if first[batch] != batch}
    return Exchanges(first, within, set(asked.values()))


def lines_by_exchange(recording: Recording, entries: list[Entry]) -> dict[int, list[Entry]]:
    """Return the lines of each exchange by its first batch."""
    exchanges = exchanges_of(recording)
    lines = [entry for entry in entries if entry.level == 1]
    last = {entry.batch: entry for entry in lines}
    found = defaultdict[int, list[Entry]](list)
    for entry in lines:
        opens = entry.batch in exchanges.within and entry is last[entry.batch]
        found[entry.batch if opens else exchanges.first[entry.batch]].append(entry)
    return found
