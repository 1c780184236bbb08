"""Watch a fight, its story and who is to act: ``python watch.py http://127.0.0.1:8000 <encounter>``."""

import asyncio
import sys

from yarrow_client import Table, Yarrow, patched


def to_act(table: Table) -> str:
    """Return who is to act, or how the fight has ended."""
    if table.over is not None:
        return table.over.sentence
    asked = [one.to for one in table.awaits.values() if not one.answered]
    cast = {"narrator": "the narrator", **{key: one.name for key, one in table.combatants.items()}}
    names = [cast.get(one, "anyone") for one in asked or table.to_act.who]
    return f"It is up to {' and '.join(dict.fromkeys(names)) or 'anyone'}."


async def watch(url: str, encounter: str) -> None:
    """Print the story up to now, and then each line as it comes, until the encounter is closed."""
    async with Yarrow(url, speaker="spectator") as yarrow:
        fight = yarrow.encounter(encounter)
        table = await fight.table()
        async for entry in fight.story(at=table.version, level=1):
            print(entry.sentence)
        print(f"({to_act(table)})", flush=True)
        async for batch in fight.watch(table.version, table=True, story=True):
            table = patched(table, batch.table)
            print(
                *[entry.sentence for entry in batch.story if entry.level == 1],
                f"({to_act(table)})",
                sep="\n",
                flush=True,
            )


if __name__ == "__main__":
    asyncio.run(watch(*sys.argv[1:])) if len(sys.argv) == 3 else sys.exit(__doc__)
