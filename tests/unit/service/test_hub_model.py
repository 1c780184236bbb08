"""Model test of live feeds: every watcher receives all that it may see, once and in order, for any sequence of steps.

The hub is the real one on a real Redis, with small caches, so that a few batches overflow them. The steps are random:
two processes write batches of several encounters and two tenants, and watchers of one encounter or of a whole tenant
connect, stall, lose the connection, leave, and resume after the last frame that they received.
"""

import asyncio
import uuid
from collections import Counter
from contextlib import AsyncExitStack, suppress
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry

from domain.model.speaker import NARRATOR, Speaker
from domain.registry import rulesets
from events.format import chain
from events.format.envelope import redact
from events.store.keys import keys_of
from events.store.protocol import StreamId
from events.store.redis_store import RedisStore
from service.auth.access import Access, Caller
from service.auth.grants import Grants
from service.auth.revocations import Revocations
from service.encounters.cache import EncounterCache
from service.encounters.command_handler import CommandHandler
from service.encounters.commands import EncounterCommands
from service.encounters.state_loader import StateLoader
from service.encounters.visible_encounter import EncounterViewer
from service.live import batch_cache, batches, encounter_watch, tenant_watch
from service.live.batches import LiveBatch, LiveFrame
from service.live.hub import Hub
from service.live.positions import Positions
from service.live.presence import Presence
from service.live.seats import SeatsReader
from service.live.watch import NothingLeft, Watch, WatchEnded
from service.metrics import Metrics
from service.problems.problem import Problem
from service.read_models.encrypted_cursor import CursorCipher
from service.rulesets.runtime import RulesetRuntime, runtimes_of
from service.rulesets.scenes import Scenes
from service.settings import Settings
from tests.tiers import long, soak
from tests.waiting import PATIENCE

BACKLOG: Final = 2
LONG: Final = 600.0
"""Seconds for which a watch waits for news: long enough that polling delivers nothing, and only a wake-up does."""
ENCOUNTERS: Final = 4
"""The number of encounters; the last belongs to the other tenant."""
SPECTATOR: Final = Speaker("spectator")
RULESET: Final = "ticks"
POSITIONS: Final = Positions(CursorCipher(()))


class Play(msgspec.Struct, frozen=True):
    """One of two processes adds ``times`` batches to an encounter; the first of all opens it."""

    place: int
    times: int
    elsewhere: bool


class Close(msgspec.Struct, frozen=True):
    """The last batch of an encounter."""

    place: int


class Come(msgspec.Struct, frozen=True):
    """A watcher resumes, or a new one starts ``back`` events before the current version."""

    watcher: int
    back: int | None


class Leave(msgspec.Struct, frozen=True):
    """A watcher closes its connection."""

    watcher: int


class LeaveAll(msgspec.Struct, frozen=True):
    """All watchers close their connections."""


class Doze(msgspec.Struct, frozen=True):
    """A watcher stops reading for a while, or starts again."""

    watcher: int
    asleep: bool


class Cut(msgspec.Struct, frozen=True):
    """A watcher's connection breaks after ``frames`` more frames."""

    watcher: int
    frames: int


class Pause(msgspec.Struct, frozen=True):
    """Time passes, in milliseconds."""

    time: int


class Restart(msgspec.Struct, frozen=True):
    """The service stops and starts again."""


Step = Play | Close | Come | Leave | LeaveAll | Doze | Cut | Pause | Restart


class Seat(msgspec.Struct, frozen=True):
    """The subject, tenant and speaker of a watcher; without a place it watches the whole tenant."""

    place: int | None
    tenant: int = 0
    speaker: Speaker = NARRATOR
    named: tuple[int, ...] | None = None


SEATS: Final = (
    *(Seat(0), Seat(0, speaker=SPECTATOR), Seat(0), Seat(1), Seat(2), Seat(3, tenant=1)),
    *(Seat(None), Seat(None, speaker=SPECTATOR), Seat(None, named=(1, 2)), Seat(None, tenant=1)),
)
watchers = st.integers(0, len(SEATS) - 1)
places = st.integers(0, ENCOUNTERS - 1)
plays = st.builds(Play, places | st.just(0), st.integers(1, 6), st.booleans())
dozing = st.builds(Doze, watchers, st.sampled_from((True, True, False)))
coming = st.builds(Come, watchers, st.sampled_from((None, None, 0, 1, 1, 9)))
pausing = st.builds(Pause, st.sampled_from((0, 1, 5, 30)))
leaving = st.builds(Leave, watchers) | st.builds(Cut, watchers, st.integers(0, 3))
rarely = st.builds(LeaveAll) | st.builds(Restart) | st.builds(Close, places)
kinds = (plays,) * 6 + (dozing,) * 4 + (coming, coming, pausing, pausing, leaving, leaving, rarely)
steps = st.sampled_from(kinds).flatmap(lambda kind: kind)
BEGINNING: Final[tuple[Step, ...]] = (
    *(Play(0, 2, elsewhere=False), Play(3, 1, elsewhere=False)),
    *(Come(watcher, 3) for watcher in range(len(SEATS))),
    Pause(30),
)
EACH_END: Final[list[Step]] = [
    *(Doze(0, asleep=True), Cut(1, 0), Play(0, 6, elsewhere=False), Play(0, 6, elsewhere=False), Pause(30)),
    *(Doze(0, asleep=False), Pause(30), Restart(), Pause(30), Close(0), Pause(30)),
]
"""Steps that end connections in every possible way, whatever other steps are drawn."""
_frame: Final = msgspec.json.Decoder(LiveBatch).decode


class _Cut(Exception):
    """The connection broke."""


class Watcher:
    """Watches over any number of connections, each of which resumes after the last frame received."""

    def __init__(self, seat: Seat, caller: Caller, encounter: str | None, met: Counter[str]) -> None:
        self.seat, self.caller, self.encounter, self.met = seat, caller, encounter, met
        self.begun: str | None = None
        self.position: str | None = None
        self.seen: list[LiveBatch] = []
        self.awake = asyncio.Event()
        self.awake.set()
        self.cut: int | None = None
        self.complete = False
        self.watching: asyncio.Task[None] | None = None

    async def watch(self, service: "Service") -> None:
        """Watch until the feed is complete."""
        while not self.complete:
            try:
                watch = await self._connected(service.hub)
            except Problem as problem:
                if problem.details.code not in ("not_found", "stopping"):
                    raise
                await asyncio.sleep(0.001)
                continue
            if watch is None:
                self.complete = True
                return
            self.met["connected"] += 1
            self.position = watch.position
            self.begun = self.begun or self.position
            try:
                await self._take(watch)
            except WatchEnded as ended:
                self.met[ended.code] += 1
                if ended.code not in ("slow", "stopping", "complete"):
                    raise
                self.complete = ended.code == "complete"
            except _Cut:
                self.met["cut"] += 1
            finally:
                watch.close()

    async def leave(self) -> None:
        """Stop watching for now."""
        watching, self.watching = self.watching, None
        while watching is not None and not watching.done():
            watching.cancel()  # repeated: before Python 3.12 a cancellation during a send may be lost
            await asyncio.wait([watching], timeout=0.1)

    async def _connected(self, hub: Hub) -> Watch | None:
        if self.encounter is None:
            return await hub.watch_all(self.caller, self.position, None)
        watch = await hub.watch(self.encounter, self.caller, None if self.position is None else int(self.position))
        return None if isinstance(watch, NothingLeft) else watch

    async def _take(self, watch: Watch) -> None:
        while True:
            await self.awake.wait()
            for frame in await watch.next(LONG):
                if self.cut is not None:
                    if self.cut == 0:
                        self.cut = None
                        raise _Cut
                    self.cut -= 1
                self._receive(frame)

    def _receive(self, frame: LiveFrame) -> None:
        self.seen.append(_frame(frame.body))
        self.position = frame.position


class Process(NamedTuple):
    """The parts of a process that watchers depend on."""

    store: RedisStore
    runtimes: dict[str, RulesetRuntime[Any]]
    loader: StateLoader
    cache: EncounterCache
    viewer: EncounterViewer
    commands: EncounterCommands

    def hub(self) -> Hub:
        """Return a hub like that of a newly started process, with its own metrics."""
        presence = Presence(self.store.presence, 15.0)
        revocations = Revocations(self.store)
        grants = Grants(self.store.grants, Access(Settings(), revocations), revocations)
        return Hub(
            store=self.store,
            loader=self.loader,
            cache=self.cache,
            viewer=self.viewer,
            runtimes=self.runtimes,
            positions=POSITIONS,
            registry=CollectorRegistry(),
            backlog=BACKLOG,
            presence=presence,
            seats=SeatsReader(grants, presence, self.viewer),
        )


class Service:
    """Two processes on one store; the watchers are connected to the first."""

    def __init__(self, here: Process, elsewhere: Process) -> None:
        self.here, self.elsewhere, self.store = here, elsewhere, here.store
        self.hub = here.hub()
        own = uuid.uuid4().hex[:12]
        self.tenants = tuple(f"t-{own}-{number}" for number in range(2))
        self.versions = dict.fromkeys(range(ENCOUNTERS), 0)
        self.closed: set[int] = set()
        self.met: Counter[str] = Counter()
        self.watchers = [self._watcher(seat) for seat in SEATS]

    def stream(self, place: int) -> StreamId:
        return StreamId(self.tenants[place == ENCOUNTERS - 1], f"fight-{place}")

    def _watcher(self, seat: Seat) -> Watcher:
        named = None if seat.named is None else frozenset(self.stream(place).encounter for place in seat.named)
        caller = Caller(self.tenants[seat.tenant], seat.speaker, named)
        return Watcher(seat, caller, None if seat.place is None else self.stream(seat.place).encounter, self.met)

    async def take(self, step: Step) -> None:
        """Execute one step."""
        match step:
            case Play(place, times, elsewhere):
                for _ in range(times):
                    await self._play(place, self.elsewhere if elsewhere else self.here)
            case Close(place) if self.versions[place] and place not in self.closed:
                self.closed.add(place)
                await self._command(place, self.here, {"type": "core.close"})
            case Pause(time):
                await asyncio.sleep(time / 1000)
            case Restart():
                stopped, self.hub = self.hub, self.here.hub()
                for watcher in self.watchers:
                    watcher.awake.set()
                await stopped.close()
            case LeaveAll():
                await self.leave()
            case Come() | Leave() | Doze() | Cut():
                await self._move(step)

    async def _move(self, step: Come | Leave | Doze | Cut) -> None:
        """Execute a step of one watcher."""
        watcher = self.watchers[step.watcher]
        match step:
            case Come(number, int(back)):
                await self.sit_down(number, back)
                self.come(self.watchers[number])
            case Come():
                self.come(watcher)
            case Leave():
                await watcher.leave()
            case Doze(_, True):
                watcher.awake.clear()
            case Doze():
                watcher.awake.set()
            case Cut(_, frames):
                watcher.cut = frames

    def come(self, watcher: Watcher) -> None:
        """Start watching from the end of the last connection."""
        if watcher.watching is None:
            watcher.watching = asyncio.create_task(watcher.watch(self))

    async def sit_down(self, number: int, back: int) -> None:
        """Replace a watcher by a new one that has received nothing, after checking the frames of the old one."""
        before = self.watchers[number]
        await before.leave()
        if before.begun is not None:
            self.compare(before, await self.due(before), whole=False)
        found = self.watchers[number] = self._watcher(before.seat)
        if found.seat.place is not None:
            found.position = str(max(0, self.versions[found.seat.place] - back))

    async def _play(self, place: int, by: Process) -> None:
        if place in self.closed:
            return
        if not self.versions[place]:
            stream = self.stream(place)
            opening = msgspec.json.encode({"ruleset": RULESET, "id": stream.encounter})
            _, answered = await by.commands.open(opening, Caller(stream.tenant), None)
            self.versions[place] = answered.version
        else:
            await self._command(place, by, {"type": "core.note", "text": "hm", "secret": "under the seal"})

    async def _command(self, place: int, by: Process, command: dict[str, str]) -> None:
        stream, body = self.stream(place), msgspec.json.encode({"command": command})
        self.versions[place] = (await by.commands.command(stream.encounter, body, Caller(stream.tenant))).version

    async def settle(self) -> None:
        """Let every watcher that ever connected reach the end, and compare its frames."""
        began = [watcher for watcher in self.watchers if watcher.begun is not None]
        for watcher in began:
            watcher.cut = None
            watcher.awake.set()
            self.come(watcher)
        told = {id(watcher): await self.due(watcher) for watcher in began}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not all(self.at_the_end(watcher, told[id(watcher)]) for watcher in began):
                    for watcher in began:
                        if watcher.watching is not None and watcher.watching.done():
                            watcher.watching.result()
                    await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        for watcher in began:
            self.compare(watcher, told[id(watcher)], whole=True)
            assert watcher.complete == (watcher.seat.place in self.closed)

    def at_the_end(self, watcher: Watcher, due: list[LiveBatch]) -> bool:
        """Return whether a watcher has received all frames due, and its connection has ended if it should."""
        return len(watcher.seen) >= len(due) and (watcher.complete or watcher.seat.place not in self.closed)

    @staticmethod
    def compare(watcher: Watcher, due: list[LiveBatch], *, whole: bool) -> None:
        """Assert that the frames seen are those due, in order per encounter; there is no order across encounters."""
        for encounter in {frame.encounter for frame in due}:
            seen, told = ([frame for frame in frames if frame.encounter == encounter] for frames in (watcher.seen, due))
            assert seen == (told if whole else told[: len(seen)])
        assert {frame.encounter for frame in watcher.seen} <= {frame.encounter for frame in due}

    async def leave(self) -> None:
        """Stop all watchers."""
        for watcher in self.watchers:
            await watcher.leave()

    async def due(self, watcher: Watcher) -> list[LiveBatch]:
        """Return the frames that a watcher must receive, read from the streams themselves."""
        assert watcher.begun is not None
        told = {stream: await self._told(stream, watcher.seat.speaker) for stream in self._in_view(watcher)}
        if watcher.encounter is not None:
            [frames] = told.values()
            after = int(watcher.begun)
            return [_behind(frame, after) for frame in frames if frame.version > after]
        begun = POSITIONS.decode(watcher.caller.tenant, watcher.begun, self.store.partitions)
        partitions = {keys_of(stream, self.store.partitions).partition for stream in told}
        entries = [
            entry
            for partition in partitions
            for entry in await self.store.read_feed(partition, after=begun[partition], limit=1000)
            if entry.stream in told
        ]
        return [frame for entry in entries for frame in told[entry.stream] if frame.first == entry.first]

    def _in_view(self, watcher: Watcher) -> list[StreamId]:
        """Return the streams that a watcher may see."""
        if watcher.seat.place is not None:
            return [self.stream(watcher.seat.place)]
        streams = {self.stream(place) for place in range(ENCOUNTERS)}
        caller = watcher.caller
        return [one for one in streams if one.tenant == caller.tenant and caller.may_access(one.encounter)]

    async def _told(self, stream: StreamId, speaker: Speaker) -> list[LiveBatch]:
        """Return all frames of a stream in the speaker's view."""
        records = await self.store.read(stream, limit=10_000)
        found, hash_ = [], chain.genesis(stream.encounter)
        for first, last in _batches(records):
            own = records[first - 1 : last]
            hash_ = chain.extend(hash_, own)
            lines = {version: record.partition(b"\n") for version, record in enumerate(own, first)}
            private = {str(version): msgspec.Raw(line[2]) for version, line in lines.items() if line[2]}
            events = [msgspec.Raw(line[0]) for line in lines.values()]
            shown = private if speaker.is_narrator else {}
            found.append(LiveBatch(stream.encounter, last, first, hash_.hex(), events, shown))
        return found


def _behind(frame: LiveBatch, version: int) -> LiveBatch:
    """Return the part of a batch after a version."""
    first = max(frame.first, version + 1)
    private = {at: line for at, line in frame.private.items() if int(at) >= first}
    return msgspec.structs.replace(frame, first=first, events=frame.events[first - frame.first :], private=private)


def _batches(records: list[bytes]) -> list[tuple[int, int]]:
    """Return the first and the last version of each batch."""
    begins = [msgspec.json.decode(redact(record))["batch"] for record in records]
    if not records:
        return []
    firsts = sorted(set(begins))
    return list(zip(firsts, [*(first - 1 for first in firsts[1:]), len(records)], strict=True))


async def watched(service: Service, taken: list[Step]) -> None:
    """Execute the steps and check that every watcher receives all its frames."""
    try:
        for step in (*BEGINNING, *taken):
            await service.take(step)
        await service.settle()
    finally:
        await service.leave()
        await service.hub.close()


async def processes(url: str, stack: AsyncExitStack) -> list[Process]:
    """Return two processes on one store; ``stack`` closes them."""
    found = []
    for _ in range(2):
        store = await RedisStore.open(url, acknowledge="memory")
        stack.push_async_callback(store.close)
        runtimes = runtimes_of({RULESET: rulesets()[RULESET]}, store, Settings())
        loader = StateLoader(store, runtimes)
        cache, metrics = EncounterCache(loader, 10), Metrics(lambda: 0)
        viewer, handler = EncounterViewer(loader, cache), CommandHandler(store, loader, cache, metrics)
        stack.push_async_callback(handler.close)
        commands = EncounterCommands(handler, cache, viewer, runtimes, Scenes(rulesets()), metrics)
        found.append(Process(store, runtimes, loader, cache, viewer, commands))
    return found


@pytest.mark.parametrize("examples", [10, long(30), soak(300)])
def test_every_watcher_is_told_everything_once_and_in_order(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, examples: int
) -> None:
    monkeypatch.setattr(batches, "READ_SIZE", 5)
    monkeypatch.setattr(encounter_watch, "MAX_FRAMES", 2)
    monkeypatch.setattr(tenant_watch, "MAX_FRAMES", 3)
    monkeypatch.setattr(tenant_watch, "MAX_ENTRIES", 4)
    monkeypatch.setattr(batch_cache, "MAX_BATCHES", 3)
    met: Counter[str] = Counter()
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        here, elsewhere = runner.run(processes(redis_url, stack))

        @settings(max_examples=examples)
        @example(taken=[Play(0, 1, elsewhere=False), Pause(30), Come(1, 1), Pause(30)])  # starts inside a cached batch
        @example(taken=EACH_END)
        @given(taken=st.lists(steps, min_size=20, max_size=40))
        def played(taken: list[Step]) -> None:
            service = Service(here, elsewhere)
            runner.run(watched(service, taken))
            met.update(service.met)

        try:
            played()
        finally:
            runner.run(stack.aclose())
    assert all(met[kind] >= examples / 10 for kind in ("connected", "slow", "stopping", "cut", "complete")), met
