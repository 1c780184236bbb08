"""A fight on a service that requires tokens, and everything that a caller can read of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import redis
from websockets.sync.client import connect

from tests.http.access.callers import PATH, TENANT
from tests.http.access.secrecy.secrets import NARRATOR, Scene
from tests.http.access.tokens import bearer
from tests.http.conftest import tagged_version
from tests.waiting import PATIENCE

READ: Final = (
    "",
    "/options",
    "/table",
    "/events",
    "/story",
    "/tally",
    "/audit",
    "/bundle",
    "/branches",
    "/compare?with={id}&with_at=5",
)
AT_A_VERSION: Final = ("", "/options", "/story", "/tally")
LINES: Final = {"Accept": "application/x-ndjson"}
PROBES: Final[tuple[dict[str, Any], ...]] = (
    {"type": "core.rewind", "to": 3},
    {"type": "core.close"},
    {"type": "core.answer", "prompt": "prompt-1-1", "answer": "heads"},
    {"type": "core.set_policy", "of": "narrator", "kind": "oppose", "answer": "x"},
    {"type": "core.dance"},
)
"""Commands that are refused to outsiders; a refusal lists the legal options."""


class Stage:
    """A fight full of secrets on a service that requires tokens, and everything that a caller reads of it."""

    def __init__(
        self, client: httpx.Client, store: redis.Redis, ruleset: str, scene: Scene, name: str | None = None
    ) -> None:
        self.client, self.store, self.scene = client, store, scene
        self.id = name or ruleset.replace("_", "-")
        self.path = f"{PATH}/{self.id}"
        opened = client.post(
            PATH, json={"ruleset": ruleset, "id": self.id, **scene.opening}, headers=self.headers(NARRATOR)
        )
        assert opened.is_success, opened.text
        for told in scene.told:
            self.give(told.command, told.by, told.faces)
        for text in ("The lantern swings.", "The wind turns."):  # a delayed spectator then sees the whole fight
            self.give({"type": "core.note", "text": text}, NARRATOR)
        self.version = tagged_version(client.get(self.path, headers=self.headers(NARRATOR)))

    @property
    def readers(self) -> tuple[str, ...]:
        return (NARRATOR, *self.scene.players, "spectator", "delayed")

    def headers(self, reader: str) -> dict[str, str]:
        if reader in self.scene.players:
            return bearer(TENANT, "player", jti=reader, combatants=[reader])
        if reader == "delayed":
            return bearer(TENANT, "spectator", jti="delayed", delay={"events": 1})
        return bearer(TENANT, reader, jti=reader)

    def give(self, command: dict[str, Any], reader: str, faces: Any = None) -> Any:
        body = {"command": command} if faces is None else {"command": command, "faces": faces}
        given = self.client.post(f"{self.path}/commands", json=body, headers=self.headers(reader))
        assert given.is_success, (command, given.text)
        return given.json()

    def read(self, reader: str) -> Iterator[tuple[str, str]]:
        """Yield everything that a reader can see of the fight, with the place where it was read."""
        headers = self.headers(reader)
        asked = [(path, headers) for path in READ]
        asked += [(f"{path}?at={at}", headers) for path in AT_A_VERSION for at in (1, self.version - 1)]
        asked += [(f"/events/{version}/why", headers) for version in range(1, self.version)]
        asked += [("/events", {**headers, **LINES}), ("?at=100000", headers), ("/dance", headers)]
        for path, sent in asked:
            yield path, _whole(self.client.get(self.path + path.format(id=self.id), headers=sent))
        yield "the list", _whole(self.client.get(PATH, headers=headers))
        yield "live", self.live(headers)
        yield "a socket", self.socket(headers)
        if reader != NARRATOR:
            for command in PROBES:
                body = {"command": command}
                refused = self.client.post(f"{self.path}/commands", json=body, headers=headers)
                assert refused.is_error, refused.text
                yield f"the refusal of {command}", _whole(refused)

    def live(self, headers: dict[str, str]) -> str:
        """Return the frames up to the newest version in view."""
        newest = tagged_version(self.client.get(self.path, headers=headers))
        seen: list[str] = []
        with self.client.stream("GET", f"{self.path}/live?after=0", headers=headers) as answer:
            for line in answer.iter_lines():
                seen.append(line)
                if line == "" and f"id: {newest}" in seen:
                    break
        return "\n".join(seen)

    def socket(self, headers: dict[str, str]) -> str:
        """Return the messages of a socket up to the newest version in view."""
        newest = tagged_version(self.client.get(self.path, headers=headers))
        url = str(self.client.base_url.join(f"{self.path}/ws?after=0")).replace("http", "ws", 1)
        seen: list[str] = []
        with connect(url, additional_headers=headers, max_size=None) as socket:
            while not seen or f'"version":{newest},' not in seen[-1]:
                seen.append(str(socket.recv(PATIENCE)))
        return "\n".join(seen)

    def seeds(self) -> list[str]:
        """Return the seeds that the service keeps secret, in hexadecimal, half a seed each."""
        [key] = self.store.keys(f"yarrow:*:seed:{TENANT}:{self.id}")
        kept = [value.hex() for value in self.store.hgetall(key).values()]  # type: ignore[union-attr]
        return [seed[place : place + 64] for seed in kept for place in range(0, len(seed), 64)]

    def private(self) -> dict[int, tuple[str, str]]:
        """Return the audience and the salt of each private part, by version."""
        page = self.client.get(f"{self.path}/events?limit=1000", headers=self.headers(NARRATOR)).json()
        audiences = {event["version"]: event["audience"] for event in page["events"]}
        parts = page.get("private", {})
        return {int(version): (audiences[int(version)], part["salt"]) for version, part in parts.items()}


def _whole(answer: httpx.Response) -> str:
    """Return the headers and the text of a response, without what is left of the rate limit."""
    headers = {name: value for name, value in answer.headers.items() if name != "ratelimit"}
    return f"{headers}\n{answer.text}"


def found_socket(directory: Path) -> Path:
    """Return the socket of the Redis that a service runs in this directory."""
    [found] = directory.rglob("*.sock")
    return found
