"""Plays fights at several tables through four processes, by requests that are due at given times."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any, Final

import msgspec

from bench.fights.scripts import SCRIPTS
from bench.http.load import post
from bench.processes.arrivals import PER_HOUR, Arrival, arrivals
from bench.processes.calls import OK, Answer, Caller, EventStream, get
from bench.processes.fights import Fight, Watcher, acknowledged, follow_on
from bench.processes.services import PROCESSES, Memory, Services, StoreServers, memory_of
from domain.core.commands import Close, Command, Note
from service.problems.problem import CODES

TRIES: Final = 30
TO_RETRY: Final = {code for code, kind in CODES.items() if kind.retry_after is not None}
"""The problems after which a client repeats its request, as the documentation says."""
SAMPLES: Final = 90
"""How often memory is measured."""
_object: Final = msgspec.json.Decoder(dict[str, Any]).decode


class Fault(Exception):
    """A response that the documentation does not provide for."""


class Session:
    """Several tables at play for some time.

    Its result, by kind of request: the ``latencies``, the ``problems`` that were answered and the ``faults`` found.
    """

    def __init__(self, services: Services, store: StoreServers, tables: int, seconds: float) -> None:
        self.seconds = seconds
        self.latencies: dict[str, list[float]] = {kind: [] for kind in PER_HOUR}
        self.problems: Counter[tuple[str, str]] = Counter()
        self.faults: list[str] = []
        self.memory: list[Memory] = []
        self.fights: list[Fight] = []
        self._services, self._store = services, store
        self._callers = [Caller(port) for port in services.ports]
        self._chance = random.Random(31)
        self._tables: list[Fight] = []
        self._locks = [asyncio.Lock() for _ in range(tables)]
        self._numbers = count()
        self._kinds: dict[str, Callable[[int], Awaitable[None]]] = {
            "open": self._next_fight,
            "play": self._play,
            "together": self._together,
            "options": self._options,
            "table": self._table,
            "watch": self._watch,
            "replay": self._replay,
            "list": self._list,
            "export": self._export,
        }

    async def run(self) -> None:
        """Play, wait until all watchers have received everything, and compare what the processes have."""
        try:
            await self._run()
            await self._finish()
            await self._compare()
        finally:
            for fight in self.fights:
                for watcher in fight.watchers:
                    watcher.close()
            for caller in self._callers:
                caller.close()

    async def _run(self) -> None:
        """Open a fight at each table, and send each request when it is due."""
        self._tables = [await self._open() for _ in self._locks]
        sampling = asyncio.create_task(self._sample(self.seconds / SAMPLES))
        running = []
        due = arrivals(len(self._locks), self.seconds, self._chance)
        began = time.perf_counter()
        for arrival in due:
            await asyncio.sleep(max(0.0, began + arrival.due - time.perf_counter()))
            running.append(asyncio.create_task(self._arrive(arrival, began + arrival.due)))
        await asyncio.gather(*running)
        self.seconds = time.perf_counter() - began
        sampling.cancel()
        with suppress(asyncio.CancelledError):
            await sampling

    async def _sample(self, interval: float) -> None:
        while True:
            self.memory.append(await asyncio.to_thread(memory_of, self._services, self._store))
            await asyncio.sleep(interval)

    async def _arrive(self, arrival: Arrival, due: float) -> None:
        try:
            await self._kinds[arrival.kind](arrival.table)
        except (Fault, OSError, TimeoutError) as error:
            self.faults.append(f"{arrival.kind}: {error!r}")
        else:
            self.latencies[arrival.kind].append(time.perf_counter() - due)

    async def _finish(self) -> None:
        for fight in self.fights:
            for watcher in fight.watchers:
                try:
                    await watcher.reach(fight.version)
                except TimeoutError:
                    self.faults.append(f"{fight.name}: a watcher of process {watcher.process} is at {watcher.version}")
            self.faults += fight.faults()

    async def _compare(self) -> None:
        """Check that all processes export the same bundle of each fight, and that one of them finds it proven."""
        for number, fight in enumerate(self.fights):
            path = f"/v1/encounters/{fight.name}"
            request = get(f"{path}/bundle")
            bundles = {(await self._request("export", process, request)).body for process in range(PROCESSES)}
            if len(bundles) > 1:
                self.faults.append(f"{fight.name}: the processes export different bundles")
            elif (events := _object(bundles.pop().partition(b"\n")[0]).get("events")) != fight.version:
                self.faults.append(f"{fight.name}: {events} events, of which {fight.version} were acknowledged")
            audit = _object((await self._request("audit", number % PROCESSES, get(f"{path}/audit"))).body)
            verdicts = {part: audit[part]["verdict"] for part in ("chain", "legality")}
            if set(verdicts.values()) != {"proven"}:
                self.faults.append(f"{fight.name}: {verdicts}")

    async def _open(self) -> Fight:
        number = next(self._numbers)
        fight = Fight(f"fight-{number}", SCRIPTS[number % len(SCRIPTS)])
        fields = fight.opening.model_dump(mode="json", exclude_defaults=True, by_alias=True)
        body = {**fields, "ruleset": fight.ruleset.key, "id": fight.name}
        process, sent = next(fight.turns) % PROCESSES, time.perf_counter()
        answer = await self._request("open", process, post("/v1/encounters", body, Idempotency_Key=fight.name))
        fight.keep(acknowledged(answer.body), process, sent)
        self.fights.append(fight)
        for each in range(PROCESSES):
            fight.watchers.append(await self._watcher("open", fight, each, table=each % 2 == 1))
        return fight

    async def _next_fight(self, table: int) -> None:
        async with self._locks[table]:
            fight = self._tables[table]
            await self._command("open", fight, next(fight.turns) % PROCESSES, Close())
            self._tables[table] = await self._open()

    async def _play(self, table: int) -> None:
        async with self._locks[table]:
            fight = self._tables[table]
            await self._command("play", fight, next(fight.turns) % PROCESSES, next(fight.commands))

    async def _together(self, table: int) -> None:
        async with self._locks[table]:
            fight = self._tables[table]
            commands = [next(fight.commands), *[Note(text="It gets dark.")] * (PROCESSES - 1)]
            first = next(fight.turns)
            await asyncio.gather(
                *(
                    self._command("together", fight, (first + place) % PROCESSES, command)
                    for place, command in enumerate(commands)
                )
            )

    async def _options(self, table: int) -> None:
        fight = self._tables[table]
        combatant = self._chance.choice(fight.combatants)
        await self._read("options", fight, f"/options?combatant={combatant}", f"player:{combatant}")

    async def _table(self, table: int) -> None:
        await self._read("table", self._tables[table], "/table", "spectator")

    async def _export(self, table: int) -> None:
        await self._read("export", self._tables[table], "/bundle")

    async def _list(self, table: int) -> None:
        process = self._chance.randrange(PROCESSES)
        await self._request("list", process, get("/v1/encounters?sort=active&limit=20"))

    async def _watch(self, table: int) -> None:
        fight = self._tables[table]
        version = fight.version
        watcher = await self._watcher("watch", fight, self._chance.randrange(PROCESSES), table=False)
        try:
            await watcher.reach(version)
        finally:
            watcher.close()
        if not follow_on(watcher.versions, after=0):
            raise Fault(f"the watcher received {watcher.versions}")

    async def _replay(self, table: int) -> None:
        fight = self._tables[table]
        version, first = fight.version, self._chance.choice(fight.batches).first
        watcher = Watcher(self._chance.randrange(PROCESSES))
        for _ in range(TRIES):
            start = watcher.version + 1 if watcher.received else first
            stream = await self._stream("replay", watcher, f"/v1/encounters/{fight.name}/replay?speed=0&from={start}")
            try:
                dropped = await stream.ended
            finally:
                stream.close()
            if not dropped:
                break
            await self._pause("replay", Answer(OK, dropped))
        if watcher.version < version or not follow_on(watcher.versions, after=first - 1):
            raise Fault(f"the replay from {first} to {version} was {watcher.versions}")

    async def _watcher(self, kind: str, fight: Fight, process: int, *, table: bool) -> Watcher:
        """Watch a fight from its first event."""
        watcher = Watcher(process)
        path = f"/v1/encounters/{fight.name}/live?after=0&table={str(table).lower()}"
        watcher.stream = await self._stream(kind, watcher, path)
        return watcher

    async def _stream(self, kind: str, watcher: Watcher, path: str) -> EventStream:
        for _ in range(TRIES):
            stream = await EventStream.open(self._services.ports[watcher.process], path, watcher.take)
            status = await stream.begun
            if status == OK:
                return stream
            await self._pause(kind, Answer(status, await stream.ended))
        raise Fault(f"no stream after {TRIES} tries")

    async def _read(self, kind: str, fight: Fight, path: str, speaker: str = "narrator") -> None:
        process = self._chance.randrange(PROCESSES)
        await self._request(kind, process, get(f"/v1/encounters/{fight.name}{path}", speaker))

    async def _command(self, kind: str, fight: Fight, process: int, command: Command) -> None:
        fields = command.model_dump(mode="json", exclude_defaults=True, by_alias=True)
        path, key = f"/v1/encounters/{fight.name}/commands", f"key-{next(self._numbers)}"
        request = post(path, {"command": {"type": command.type, **fields}}, Idempotency_Key=key)
        sent = time.perf_counter()
        fight.keep(acknowledged((await self._request(kind, process, request)).body), process, sent)

    async def _request(self, kind: str, process: int, request: bytes) -> Answer:
        """Send a request to a process, and again if the service asks for that."""
        for _ in range(TRIES):
            answer = await self._callers[process].exchange(request)
            if answer.status in (OK, 201):
                return answer
            await self._pause(kind, answer)
        raise Fault(f"no answer after {TRIES} tries")

    async def _pause(self, kind: str, answer: Answer) -> None:
        """Count a problem, and wait for as long as it says; raises Fault if it is not one to retry after."""
        problem = _object(answer.body)
        code = problem["code"]
        self.problems[kind, code] += 1
        if code not in TO_RETRY:
            raise Fault(f"{answer.status} {code}: {problem['detail']}")
        await asyncio.sleep(CODES[code].retry_after or 0)
