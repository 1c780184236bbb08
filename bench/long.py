"""Measures ``growth``, ``any_version`` and ``cold``: the cost of an encounter of 100,000 events over a short one."""

import asyncio
import gc
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from bench.fights.s3 import OPENING, script
from bench.measure import Measure, of_pairs
from domain.core.commands import Command
from domain.registry import rulesets
from events.store.keys import keys_of
from events.store.protocol import StreamId
from events.store.redis_store import RedisStore
from service.auth.access import Caller
from service.encounters.cache import EncounterCache
from service.encounters.command_handler import CommandHandler
from service.encounters.commands import EncounterCommands
from service.encounters.queries import EncounterQueries
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import EncounterViewer
from service.metrics import Metrics
from service.rulesets.runtime import runtimes_of
from service.rulesets.scenes import Scenes
from service.services import connect
from service.settings import Settings
from tests.unit.events.clients import client_of

GROWTH_TARGET = 1.2
ANY_VERSION_TARGET = 1.5
COLD_TARGET = 3
LONG = 100_000
SHORT = 100
MEDIUM = 1_000
SAMPLES = 600
READS = 300
COLD_STARTS = 40
OPERATOR = Caller("main")


class Measured(NamedTuple):
    """The measures of one long encounter."""

    growth: Measure
    any_version: Measure
    cold: Measure


@cache
def measured() -> Measured:
    """Return all measures of one long encounter, which is played once."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


def growth() -> Measure:
    """Measure the p95 of a command at version 100,000 over the p95 of the same commands at version 100."""
    return measured().growth


def any_version() -> Measure:
    """Measure reading the state at a random version of 100,000 over the same of 1,000."""
    return measured().any_version


def cold() -> Measure:
    """Measure the first response for an uncached encounter of 100,000 events over reading its snapshot and tail."""
    return measured().cold


async def _measured(folder: Path) -> Measured:
    settings = Settings(data_dir=folder, acknowledge="memory")
    async with AsyncExitStack() as stack:
        store = await connect(settings, stack)
        commands, queries = _encounters(store, settings, stack)
        long = await Player.open(commands, "long")
        while long.version < LONG:
            await long.give()
        medium = await Player.open(commands, "medium", MEDIUM)
        growth = await _growth(commands, long)
        return Measured(growth, await _any_version(queries, long, medium), await _cold(store, settings))


def _encounters(
    store: RedisStore, settings: Settings, stack: AsyncExitStack
) -> tuple[EncounterCommands, EncounterQueries]:
    """Return the commands and queries of a process that has just started, without its read models and live feeds."""
    runtimes = runtimes_of(rulesets(), store, settings)
    loader = StateLoader(store, runtimes)
    cache = EncounterCache(loader, settings.warm)
    metrics = Metrics(lambda: len(cache))
    viewer = EncounterViewer(loader, cache)
    handler = CommandHandler(store, loader, cache, metrics)
    stack.push_async_callback(handler.close)
    commands = EncounterCommands(handler, cache, viewer, runtimes, Scenes(rulesets()), metrics)
    return commands, EncounterQueries(loader, viewer)


class Player:
    """Plays the endless duel in one encounter of the service."""

    def __init__(self, commands: EncounterCommands, name: str) -> None:
        self.commands = commands
        self.name = name
        self.version = 0
        self._script: Iterator[Command] = script()

    @classmethod
    async def open(cls, commands: EncounterCommands, name: str, events: int = SHORT) -> "Player":
        """Open the encounter and play it until it has at least ``events`` events."""
        player = cls(commands, name)
        body = {**OPENING.model_dump(mode="json", exclude={"type", "answers"}), "id": name}
        body["combatants"] = [join.model_dump(mode="json", exclude={"answers"}) for join in OPENING.combatants]
        await commands.open(msgspec.json.encode(body), OPERATOR, None)
        while player.version < events:
            await player.give()
        return player

    async def give(self) -> tuple[str, float]:
        """Send the next command. Returns its type, and the seconds that it took."""
        command = next(self._script)
        fields = {"type": command.type, **command.model_dump(mode="json", exclude_defaults=True)}
        body = msgspec.json.encode({"command": fields})
        began = time.perf_counter()
        answered = await self.commands.command(self.name, body, OPERATOR)
        spent = time.perf_counter() - began
        self.version = answered.version
        return command.type, spent


async def _growth(commands: EncounterCommands, long: Player) -> Measure:
    """Alternate between both, so that drift affects both; a new short encounter replaces one that has grown."""
    spent: dict[str, list[float]] = {"long": [], "short": []}
    rounds = 0
    while len(spent["long"]) < SAMPLES:
        short = await Player.open(commands, f"short-{rounds}")
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


async def _any_version(queries: EncounterQueries, long: Player, medium: Player) -> Measure:
    """Read the state of both, alternating, at a random version, from a service that has cached both."""
    chance = random.Random(7)
    spent: dict[str, list[float]] = {long.name: [], medium.name: []}
    for _ in range(READS):
        for player in (long, medium):
            version = chance.randint(1, player.version)
            began = time.perf_counter()
            await queries.state(player.name, OPERATOR, at=version)
            spent[player.name].append(time.perf_counter() - began)
    value, floor = (statistics.fmean(spent[player.name]) * 1000 for player in (long, medium))
    return Measure(
        value=value, floor=floor, ratio=value / floor, target=ANY_VERSION_TARGET, at_most=True, unit="ms, mean"
    )


async def _cold(store: RedisStore, settings: Settings) -> Measure:
    """Read the state from a service that has not cached the encounter; the floor reads the same bytes."""
    keys = keys_of(StreamId(settings.tenant, "long"), store.partitions)
    version = (await store.head(StreamId(settings.tenant, "long"))).version
    pairs = []
    for _ in range(COLD_STARTS):
        async with AsyncExitStack() as stack:
            _, fresh = _encounters(store, settings, stack)
            gc.collect()
            gc.freeze()  # as the service does once it has started
            began = time.perf_counter()
            await fresh.state("long", OPERATOR)
            answer = time.perf_counter() - began
        began = time.perf_counter()
        snapshot = await client_of(store).get(keys.snapshot)
        tail = version - version % settings.snapshot_every + 1
        await client_of(store).xrange(keys.events, min=f"{tail}-0")
        pairs.append((answer * 1000, (time.perf_counter() - began) * 1000))
        assert snapshot
    return Measure(**of_pairs(pairs), target=COLD_TARGET, at_most=True, unit="ms")
