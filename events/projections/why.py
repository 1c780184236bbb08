"""Why something came about: the chain of causes, from the command that began it."""

from collections.abc import Awaitable, Callable, Sequence

from events.projections.timeline import Entry

Read = Callable[[int, int], Awaitable[Sequence[Entry]]]
"""Gives the entries of a timeline from one version to another, both included."""


async def why(version: int, read: Read) -> list[Entry]:
    """What led to the event at ``version``: a command, what followed from it in turn, and last the event itself.

    A command that answers a prompt follows from the prompt, so that the chain goes back to the command that asked.
    Only the batches on the way are read.
    """
    known: dict[int, Entry] = {}
    causes: list[Entry] = []
    wanted: int | None = version
    while wanted is not None:
        if wanted not in known:
            (entry,) = await read(wanted, wanted)
            known = {found.version: found for found in await read(entry.batch, wanted)}
        causes.append(known[wanted])
        wanted = known[wanted].cause
    return causes[::-1]
