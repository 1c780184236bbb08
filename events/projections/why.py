"""Causes: the chain of events that led to an event, from the command that began it."""

from collections.abc import Awaitable, Callable, Sequence

from events.projections.told_events import ToldEvent

Read = Callable[[int, int], Awaitable[Sequence[ToldEvent]]]
"""Returns the events from one version to another, both included, with their sentences."""


async def why(version: int, read: Read) -> list[ToldEvent]:
    """Return the events that led to the event at ``version``: a command, its consequences in order, and the event
    itself.

    A command that answers a prompt follows from the prompt, so the chain reaches back to the command that asked. Only
    the batches on the way are read.
    """
    known: dict[int, ToldEvent] = {}
    causes: list[ToldEvent] = []
    wanted: int | None = version
    while wanted is not None:
        if wanted not in known:
            (entry,) = await read(wanted, wanted)
            known = {found.version: found for found in await read(entry.batch, wanted)}
        causes.append(known[wanted])
        wanted = known[wanted].cause
    return causes[::-1]
