"""Measure ``stall``: how long the service keeps everybody waiting while it answers the largest calls.

Each call runs alone, and the heaviest reads also four at once, on a fight of thousands of events and on crowds of 200
combatants. A probe in the service's event loop notes the longest time, in CPU time of the process, between two of its
turns.
"""

import http.client
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.calibration import REFERENCE, loop_seconds
from bench.fights.crowds import CROWDS, Crowd
from bench.fights.s3 import OPENING, script
from bench.http.command import running
from bench.measure import Measure
from domain.core.commands import Command
from service.problems.strict_json import MAX_BODY_BYTES
from service.redis.embedded import EmbeddedRedis
from tests.servers import free_ports

LIMIT: Final = 0.05
"""CPU seconds for which one call may keep the loop from others."""
EVENTS: Final = 10_000
SIZE: Final = 200
ENCOUNTERS: Final = 2_000
READERS: Final = 4
PATIENCE: Final = 600
LONG: Final = "/v1/encounters/long"


def stall() -> Measure:
    """Measure the longest stall over all calls."""
    scale = loop_seconds() / REFERENCE
    found = {name: seconds / scale for name, seconds in stalls().items()}
    worst = max(found, key=found.__getitem__)
    return Measure(
        value=found[worst] * 1000,
        floor=LIMIT * 1000,
        ratio=found[worst] / LIMIT,
        target=1,
        at_most=True,
        unit="ms of CPU",
        note=f"longest of {len(found)} calls: {worst}; times scaled by {1 / scale:.2f}",
    )


def stalls() -> dict[str, float]:
    """Return the longest stall, in CPU seconds, during each call, in the order of the calls."""
    [port] = free_ports(1)
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as redis:
        environment = {"YARROW_REDIS_URL": redis.url, "YARROW_ACKNOWLEDGE": "memory"}
        with running([sys.executable, "-m", "bench.http.probed", str(port)], environment):
            return dict(Client(port).stalls())


class Client:
    """Makes the calls, and reads the probe after each."""

    def __init__(self, port: int) -> None:
        self._port = port

    def stalls(self) -> Iterator[tuple[str, float]]:
        """Yield the name of each call, and the stall that it caused."""
        self._wait_until_served()
        yield "first options", self._stall(self._first_options)
        yield "openapi.json", self._stall(self._get, "/openapi.json")
        yield "openapi.json, compressed", self._stall(self._get, "/openapi.json", accept_encoding="gzip")
        for key, crowd in CROWDS.items():
            yield from self._crowd(key, crowd(SIZE))
        yield "opening many encounters", self._stall(self._open_many)
        yield "playing a long fight", self._stall(self._play)
        yield from self._reads()
        for name, body in bodies().items():
            yield name, self._stall(self._refused, body)
        yield "projections/verify", self._stall(self._send, "POST", "/v1/projections/verify")

    def _reads(self) -> Iterator[tuple[str, float]]:
        paths = {
            "state at a version": f"{LONG}?at={EVENTS // 2 + 999}",
            "events": f"{LONG}/events?limit=1000",
            "story": f"{LONG}/story?limit=1000&after=8000",
            "tally": f"{LONG}/tally",
            "tally of a spectator at a version": f"{LONG}/tally?at={EVENTS - 500}",
            "why": f"{LONG}/events/{EVENTS - 1}/why",
            "compare": f"{LONG}/compare?with=long&with_at=1&limit=500",
            "compare crowds": "/v1/encounters/ticks-crowd/compare?with=ticks-crowd&with_at=200&limit=500",
            "replay": f"{LONG}/replay?speed=0",
            "bundle": f"{LONG}/bundle",
            "audit": f"{LONG}/audit",
            "scenes": "/v1/scenes",
            "list": "/v1/encounters?limit=100&name=nowhere",
            "tallies": "/v1/tallies?by=combatant&limit=100",
            "metrics": "/metrics",
        }
        for name, path in paths.items():
            yield name, self._stall(self._get, path)
        for name in ("state at a version", "events", "story", "bundle", "audit", "scenes"):
            for encoding in ("gzip", "zstd"):
                yield f"{name}, {encoding}", self._stall(self._get, paths[name], accept_encoding=encoding)
        yield "events as lines", self._stall(self._get, f"{LONG}/events", accept="application/x-ndjson")
        for format_ in ("html", "text"):
            yield f"story as {format_}", self._stall(self._get, f"{LONG}/story?format={format_}")
        watched = f"{LONG}/live?after={EVENTS - 1000}&table=true&story=true"
        yield "live with table and story", self._stall(self._watch, watched, self._version("long"))
        bundle = self._get(f"{LONG}/bundle")
        yield "import", self._stall(self._import, bundle, "copy")
        for name in ("story", "audit", "bundle"):
            yield f"{READERS} of {name}", self._stall(self._read_at_once, paths[name])
            yield f"{READERS} of {name}, compressed", self._stall(self._read_at_once, paths[name], "gzip")
        crowd = "/v1/encounters/century-crowd/options"
        yield f"{READERS} of options", self._stall(self._read_at_once, crowd)

    def _crowd(self, key: str, crowd: Crowd) -> Iterator[tuple[str, float]]:
        name = f"{key}-crowd"
        yield f"opening {name}", self._stall(self._open, name, crowd)
        opened = self._version(name)
        yield f"commands of {name}", self._stall(self._play_crowd, name, crowd)
        here = f"/v1/encounters/{name}"
        watched = f"{here}/live?after={opened}&table=true&story=true"
        yield f"live with table and story of {name}", self._stall(self._watch, watched, self._version(name))
        for what in ("", "/table", "/options", "/options?declarations=true", "/story?limit=1000", "/audit"):
            yield f"{name}{what}", self._stall(self._get, here + what)
        for what in ("", "/table", "/options?declarations=true", "/audit"):
            yield f"{name}{what}, compressed", self._stall(self._get, here + what, accept_encoding="gzip")
        for speaker in ("player:c0", "spectator"):
            yield f"{name} of {speaker}", self._stall(self._get, here, yarrow_as=speaker)
        yield (
            f"options of {name} of player:c0",
            self._stall(self._get, f"{here}/options", yarrow_as="player:c0"),
        )

        yield f"branch of {name}", self._stall(self._json, f"{here}/branches", {"id": f"{name}-branch"})
        rewind = {"command": {"type": "core.rewind", "to": opened}}
        yield f"rewind of {name}", self._stall(self._json, f"{here}/commands", rewind)

    def _stall(self, call: Callable[..., object], *arguments: object, **named: object) -> float:
        self._get("/stall")
        call(*arguments, **named)
        return float(self._get("/stall"))

    def _read_at_once(self, path: str, encoding: str = "identity") -> None:
        with ThreadPoolExecutor(READERS) as threads:
            for done in [threads.submit(self._get, path, accept_encoding=encoding) for _ in range(READERS)]:
                done.result()

    def _first_options(self) -> None:
        self._json("/v1/encounters", {"ruleset": "century", "id": "first"})
        self._get("/v1/encounters/first/options")

    def _open_many(self) -> None:
        for number in range(ENCOUNTERS):
            self._json("/v1/encounters", {"ruleset": "s3", "id": f"many-{number}"})

    def _open(self, name: str, crowd: Crowd) -> None:
        self._json("/v1/encounters", {**fields(crowd.opening), "id": name})

    def _play_crowd(self, name: str, crowd: Crowd) -> None:
        for command in crowd.commands:
            answered = self._command(name, command)
            while answered["prompts"] and (kind := answered["prompts"][0]["kind"]) in crowd.answers:
                answer = {"type": "core.answer", "prompt": answered["prompts"][0]["id"], "answer": crowd.answers[kind]}
                answered = self._json(f"/v1/encounters/{name}/commands", {"command": answer})

    def _version(self, name: str) -> int:
        return int(msgspec.json.decode(self._get(f"/v1/encounters/{name}"))["version"])

    def _play(self) -> None:
        self._json("/v1/encounters", {**fields(OPENING), "id": "long"})
        commands, version = script(), 0
        while version < EVENTS:
            version = self._command("long", next(commands))["version"]

    def _command(self, name: str, command: Command) -> Any:
        return self._json(f"/v1/encounters/{name}/commands", {"command": fields(command)}, prefer="story")

    def _watch(self, path: str, last: int) -> None:
        """Follow a live feed until the frame of a version."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            frames = connection.getresponse()
            while frames.readline().strip() != f"id: {last}".encode():
                pass
        finally:
            connection.close()

    def _refused(self, body: bytes) -> None:
        self._send("POST", f"{LONG}/commands", body, "application/json", refused=True)

    def _import(self, bundle: bytes, name: str) -> None:
        self._send("POST", f"/v1/bundles?as={name}", bundle, "application/x-ndjson")

    def _json(self, path: str, body: Mapping[str, Any], prefer: str = "") -> Any:
        encoded = msgspec.json.encode(body)
        return msgspec.json.decode(self._send("POST", path, encoded, "application/json", prefer=prefer))

    def _get(
        self, path: str, *, accept: str = "*/*", yarrow_as: str = "narrator", accept_encoding: str = "identity"
    ) -> bytes:
        return self._send("GET", path, accept=accept, yarrow_as=yarrow_as, accept_encoding=accept_encoding)

    def _send(
        self, method: str, path: str, body: bytes | None = None, kind: str = "", *, refused: bool = False, **more: str
    ) -> bytes:
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {**headers, **({"Content-Type": kind} if kind else {})})
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        if (response.status >= http.client.BAD_REQUEST) is not refused:
            raise RuntimeError(f"{method} {path}: {response.status} {content[:500]!r}")
        return content

    def _wait_until_served(self) -> None:
        for _ in range(600):
            try:
                self._get("/healthz")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("the service does not start")


def fields(command: Command) -> dict[str, Any]:
    """Return a command as a client sends it."""
    return {"type": command.type, **command.model_dump(mode="json", exclude_defaults=True, by_alias=True)}


def bodies() -> dict[str, bytes]:
    """Return the largest bodies, all of them invalid in another way."""
    turn = {"type": "s3.end_turn", "actor": "ogre"}
    found: dict[str, Any] = {
        "unknown fields": {"command": {**turn, **{f"acto{number:x}": 1 for number in range(9_980)}}},
        "faces that are none": {"command": turn, "faces": [{}] * 4_990},
        "a sheet of wrong items": {
            "command": {"type": "core.join", "template": "one_eyed_ogre", "sheet": {"items": [{"kin": 1}] * 4_990}}
        },
        "a long text": {"command": {**turn, "actor": "x" * 200_000}},
    }
    return {name: msgspec.json.encode(body)[:MAX_BODY_BYTES] for name, body in found.items()}
