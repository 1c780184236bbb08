"""Watch an encounter live: ``python watch.py http://127.0.0.1:8000 <encounter>``."""

import asyncio
import sys

from yarrow_client import Yarrow


async def watch(url: str, encounter: str) -> None:
    """Print the events of an encounter from the first, then live, until it is closed."""
    async with Yarrow(url, speaker="spectator") as yarrow:
        fight = yarrow.encounter(encounter)
        async for batch in fight.watch(after=0):
            async for entry in fight.story(after=batch.first - 1, at=batch.version, level=1):
                print(entry.version, entry.sentence)


asyncio.run(watch(*sys.argv[1:]))
