"""Measures ``growth`` and ``cold``: what an encounter of 100,000 events costs beside a short one."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from pathlib import Path

import msgspec

from bench.measure import Measure
from bench.s3_duel import OPENING, script
from domain.core_commands import Command
from domain.registry import rulesets
from events.keys import keys_of
from events.redis_store import RedisStore
from events.store import StreamId
from service.access import Caller
from service.app import connect
from service.encounters import Encounters
from service.reading import Reading
from service.settings import Settings

GROWTH_TARGET = 1.2
COLD_TARGET = 3
LONG = 100_000
SHORT = 100
SAMPLES = 600
COLD_STARTS = 40
OPERATOR = Caller("main")


@cache
def measured() -> tuple[Measure, Measure]:
    """Both measures, of one long encounter."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


def growth() -> Measure:
    """The p95 of a command at version 100,000 over the p95 of the same commands at version 100."""
    return measured()[0]


def cold() -> Measure:
    """The first answer for a cold encounter of 100,000 events over reading its snapshot and tail, not decoded."""
    return measured()[1]


async def _measured(folder: Path) -> tuple[Measure, Measure]:
    async with _encounters(Settings(data_dir=folder, acknowledge="memory")) as (encounters, settings):
        long = await Player.open(encounters, "long")
        while long.version < LONG:
            await long.give()
        return await _growth(encounters, long), await _cold(encounters, settings)


@asynccontextmanager
async def _encounters(settings: Settings) -> AsyncIterator[tuple[Encounters, Settings]]:
    async with AsyncExitStack() as stack:
        yield await connect(settings, stack), settings


class Player:
    """Plays the endless duel on one encounter of the service."""

    def __init__(self, encounters: Encounters, name: str) -> None:
        self.encounters = encounters
        self.name = name
        self.version = 0
        self._commands: Iterator[Command] = script()

    @classmethod
    async def open(cls, encounters: Encounters, name: str) -> "Player":
        """Open the encounter and play it to where measuring begins."""
        player = cls(encounters, name)
        body = {**OPENING.model_dump(mode="json", exclude={"type", "answers"}), "id": name}
        body["combatants"] = [join.model_dump(mode="json", exclude={"answers"}) for join in OPENING.combatants]
        await encounters.open(msgspec.json.encode(body), OPERATOR, None)
        while player.version < SHORT:
            await player.give()
        return player

    async def give(self) -> tuple[str, float]:
        """Give the next command; its type, and the seconds that it took."""
        command = next(self._commands)
        fields = {"type": command.type, **command.model_dump(mode="json", exclude_defaults=True)}
        body = msgspec.json.encode({"command": fields})
        began = time.perf_counter()
        answered = await self.encounters.command(self.name, body, OPERATOR)
        spent = time.perf_counter() - began
        self.version = answered.version
        return command.type, spent


async def _growth(encounters: Encounters, long: Player) -> Measure:
    """Both play in turn, so that a drift of the machine meets both; a new short encounter keeps its place short."""
    spent: dict[str, list[float]] = {"long": [], "short": []}
    rounds = 0
    while len(spent["long"]) < SAMPLES:
        short = await Player.open(encounters, f"short-{rounds}")
        rounds += 1
        for _ in range(40):
            for player, key in ((long, "long"), (short, "short")):
                kind, seconds = await player.give()
                if kind == "s3.attack":
                    spent[key].append(seconds)
    value, floor = (statistics.quantiles(spent[key], n=20)[-1] * 1e6 for key in ("long", "short"))
    return Measure(
        value=value, floor=floor, ratio=value / floor, target=GROWTH_TARGET, at_most=True, unit="µs, p95 of an exchange"
    )


async def _cold(encounters: Encounters, settings: Settings) -> Measure:
    """A service that has never seen the encounter answers for its state; the floor reads the same bytes."""
    store = encounters.store
    assert isinstance(store, RedisStore)
    keys = keys_of(StreamId(settings.tenant, "long"), store.partitions)
    version = (await store.head(StreamId(settings.tenant, "long"))).version
    answers, reads = [], []
    for _ in range(COLD_STARTS):
        fresh = Encounters(store, rulesets(), settings)
        began = time.perf_counter()
        await Reading(fresh).state("long", OPERATOR)
        answers.append(time.perf_counter() - began)
        began = time.perf_counter()
        snapshot = await store.client.get(keys.snapshot)
        tail = version - version % settings.snapshot_every + 1
        await store.client.xrange(keys.events, min=f"{tail}-0")
        reads.append(time.perf_counter() - began)
        assert snapshot
        await fresh.close()
    value, floor = statistics.median(answers) * 1000, statistics.median(reads) * 1000
    return Measure(value=value, floor=floor, ratio=value / floor, target=COLD_TARGET, at_most=True, unit="ms")
