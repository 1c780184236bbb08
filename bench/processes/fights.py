"""Encounters as the generator knows them: their commands, acknowledged batches and watchers."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

import msgspec

from bench.fights.duel import Script
from bench.processes.calls import EventStream
from domain.core.commands import Command

ARRIVAL_LIMIT: Final = 60.0
"""Seconds within which a watcher has to receive what has been acknowledged."""


class Acknowledged(msgspec.Struct):
    """The response to a command: the versions of its batch."""

    first: int
    version: int


class Watcher:
    """A watcher of an encounter through one process: the batches that it has received, and when."""

    def __init__(self, process: int) -> None:
        self.process = process
        self.received: list[tuple[Acknowledged, float]] = []
        self.stream: EventStream | None = None
        self._news = asyncio.Event()

    def take(self, data: bytes, moment: float) -> None:
        """Take note of a batch."""
        self.received.append((acknowledged(data), moment))
        self._news.set()

    @property
    def versions(self) -> list[tuple[int, int]]:
        """The first and last version of each batch that it has received, in that order."""
        return [(batch.first, batch.version) for batch, _ in self.received]

    @property
    def version(self) -> int:
        """The last version that it has received."""
        return self.received[-1][0].version if self.received else 0

    def close(self) -> None:
        """Stop watching."""
        if self.stream is not None:
            self.stream.close()

    async def reach(self, version: int) -> None:
        """Return once it has received a version; raises TimeoutError if that takes longer than any stall explains."""
        async with asyncio.timeout(ARRIVAL_LIMIT):
            while self.version < version:
                self._news.clear()
                await self._news.wait()


class Fight:
    """An encounter that is played by a script, one command after another, through all processes in turn."""

    def __init__(self, name: str, script: Script) -> None:
        self.name = name
        self.ruleset = script.ruleset
        self.opening = script.opening
        self.combatants = [join.id for join in script.opening.combatants if join.id]
        self.commands: Iterator[Command] = script.commands()
        self.turns = count()
        """The numbers of its commands, of which each goes to the next process."""
        self.sent: dict[int, tuple[int, float]] = {}
        """By the first version of each acknowledged batch: the process, and the time at which it was sent."""
        self.batches: list[Acknowledged] = []
        self.watchers: list[Watcher] = []

    @property
    def version(self) -> int:
        """The greatest acknowledged version."""
        return max((batch.version for batch in self.batches), default=0)

    def keep(self, answer: Acknowledged, process: int, sent: float) -> None:
        """Keep an acknowledgement."""
        self.batches.append(answer)
        self.sent[answer.first] = process, sent

    def delays(self) -> Iterator[float]:
        """Yield the times from sending a command to a process until a watcher of another process received its batch.

        The opening does not count, because it is recorded before anyone can watch.
        """
        for watcher in self.watchers:
            for batch, moment in watcher.received[1:]:
                process, sent = self.sent.get(batch.first, (watcher.process, moment))
                if process != watcher.process:
                    yield moment - sent

    def faults(self) -> Iterator[str]:
        """Yield where the acknowledged batches, or those that a watcher received, are not the stream once and whole."""
        stream = sorted((batch.first, batch.version) for batch in self.batches)
        if not follow_on(stream, after=0):
            yield f"{self.name}: the acknowledged batches have gaps or overlap: {stream}"
        for watcher in self.watchers:
            if watcher.versions != stream:
                yield f"{self.name}: process {watcher.process} showed {watcher.versions} to a watcher, not {stream}"


acknowledged: Final = msgspec.json.Decoder(Acknowledged).decode


def follow_on(batches: Sequence[tuple[int, int]], *, after: int) -> bool:
    """Return whether batches, as their first and last versions, follow a version and one another without a gap."""
    ends = [after, *(last for _, last in batches)]
    return [first for first, _ in batches] == [end + 1 for end in ends[:-1]]
