"""What is for some alone is read by nobody else: not in states, events or sentences, not in refusals, not live."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import httpx
import pytest
import redis
from websockets.sync.client import connect

from tests.access.callers import PATH, TENANT
from tests.access.secrets import NARRATOR, SCENES, Scene
from tests.access.tokens import SECRET, bearer
from tests.program import PATIENCE, serving

READ: Final = (
    "",
    "/options",
    "/events",
    "/timeline",
    "/tally",
    "/audit",
    "/bundle",
    "/branches",
    "/compare?with={id}&with_at=5",
)
AT_A_VERSION: Final = ("", "/options", "/timeline", "/tally")
LINES: Final = {"Accept": "application/x-ndjson"}
PROBES: Final[tuple[dict[str, Any], ...]] = (
    {"type": "core.rewind", "to": 3},
    {"type": "core.close"},
    {"type": "core.answer", "prompt": "prompt-1-1", "answer": "heads"},
    {"type": "core.set_policy", "of": "narrator", "kind": "oppose", "answer": "x"},
    {"type": "core.dance"},
)
"""Commands that outsiders are refused; a refusal tells what would be legal."""
rulesets = pytest.mark.parametrize("ruleset", SCENES)


class Stage:
    """A fight full of secrets on a service that asks for tokens, and everything that somebody reads of it."""

    def __init__(self, client: httpx.Client, store: redis.Redis, ruleset: str, scene: Scene) -> None:
        self.client, self.store, self.scene = client, store, scene
        self.id = ruleset.replace("_", "-")
        self.path = f"{PATH}/{self.id}"
        opened = client.post(
            PATH, json={"ruleset": ruleset, "id": self.id, **scene.opening}, headers=self.headers(NARRATOR)
        )
        assert opened.is_success, opened.text
        for told in scene.told:
            self.give(told.command, told.by, told.faces)
        for text in ("The lantern swings.", "The wind turns."):  # so that all of it is in view of who watches behind
            self.give({"type": "core.note", "text": text}, NARRATOR)
        self.version = int(client.get(self.path, headers=self.headers(NARRATOR)).headers["etag"].strip('"'))

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
        """All that somebody is told of the fight, with where it was read."""
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
        """The frames up to the newest version in view."""
        newest = self.client.get(self.path, headers=headers).headers["etag"].strip('"')
        seen: list[str] = []
        with self.client.stream("GET", f"{self.path}/live?after=0", headers=headers) as answer:
            for line in answer.iter_lines():
                seen.append(line)
                if line == "" and f"id: {newest}" in seen:
                    break
        return "\n".join(seen)

    def socket(self, headers: dict[str, str]) -> str:
        """What is said over a socket, up to the newest version in view."""
        newest = self.client.get(self.path, headers=headers).headers["etag"].strip('"')
        url = str(self.client.base_url.join(f"{self.path}/ws?after=0")).replace("http", "ws", 1)
        seen: list[str] = []
        with connect(url, additional_headers=headers, max_size=None) as socket:
            while not seen or f'"version":{newest},' not in seen[-1]:
                seen.append(str(socket.recv(PATIENCE)))
        return "\n".join(seen)

    def seeds(self) -> list[str]:
        """What the service keeps of chance for itself, in hex, a half at a time."""
        [key] = self.store.keys(f"yarrow:*:seed:{TENANT}:{self.id}")
        kept = [value.hex() for value in self.store.hgetall(key).values()]  # type: ignore[union-attr]
        return [seed[place : place + 64] for seed in kept for place in range(0, len(seed), 64)]

    def private(self) -> dict[int, tuple[str, str]]:
        """The private parts: by version their audience and their salt."""
        page = self.client.get(f"{self.path}/events?limit=1000", headers=self.headers(NARRATOR)).json()
        audiences = {event["version"]: event["audience"] for event in page["events"]}
        parts = page.get("private", {})
        return {int(version): (audiences[int(version)], part["salt"]) for version, part in parts.items()}


def _whole(answer: httpx.Response) -> str:
    return f"{answer.headers}\n{answer.text}"


def holds(text: str, mark: str) -> bool:
    """Whether a mark stands in a text, as a word of its own."""
    return re.search(rf"\b{mark}\b", text) is not None


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Stage]]:
    directory = tmp_path_factory.mktemp("secrets")
    variables = {"YARROW_SECRET": SECRET, "YARROW_TENANT": TENANT, "YARROW_BURST": "100000"}
    with (
        serving(directory, variables=variables) as url,
        httpx.Client(base_url=url, timeout=60) as client,
        redis.Redis(unix_socket_path=str(socket_in(directory))) as store,
    ):
        yield {key: Stage(client, store, key, scene) for key, scene in SCENES.items()}


def socket_in(directory: Any) -> Any:
    [found] = directory.rglob("*.sock")
    return found


def found_by(stage: Stage, reader: str, marks: Iterable[str]) -> list[tuple[str, str]]:
    """The marks that somebody comes upon, with where."""
    wanted = list(marks)
    return [(mark, place) for place, text in stage.read(reader) for mark in wanted if holds(text, mark)]


@rulesets
def test_marks_are_read_by_those_whom_they_are_for_alone(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    marked = [told for told in stage.scene.told if told.mark]
    assert marked
    for reader in stage.readers:
        inside = [told.mark for told in marked if reader == NARRATOR or reader in told.to]
        assert {mark for mark, _ in found_by(stage, reader, inside)} == set(inside)
        outside = [told.mark for told in marked if told.mark not in inside]
        assert found_by(stage, reader, outside) == []


@rulesets
def test_private_parts_are_read_by_their_audience_alone(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    private = stage.private()
    assert private
    for reader in stage.readers:
        own = {
            salt for audience, salt in private.values() if reader == NARRATOR or reader in (*audience.split(","), "all")
        }
        others = {salt for _, salt in private.values()} - own
        assert {salt for salt, _ in found_by(stage, reader, own)} == own
        assert found_by(stage, reader, others) == []


@rulesets
def test_nobody_reads_the_seeds_before_the_close(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    seeds = stage.seeds()
    assert seeds
    assert all(len(seed) == 64 for seed in seeds)
    for reader in stage.readers:
        assert found_by(stage, reader, seeds) == []


@rulesets
def test_standing_answers_and_what_waits_are_left_out_of_states(stages: dict[str, Stage], ruleset: str) -> None:
    stage = stages[ruleset]
    for reader in stage.readers[1:]:
        for at in range(1, stage.version):
            state = stage.client.get(f"{stage.path}?at={at}", headers=stage.headers(reader)).json()
            assert {name.partition("/")[0] for name in state.get("policies", {})} <= {reader}
            assert not state.get("waiting")
            assert not state.get("answers")


@rulesets
def test_the_close_reveals_nothing_but_the_seed(stages: dict[str, Stage], ruleset: str) -> None:
    """Last of all: what was hidden during the fight stays hidden, also from who watched behind."""
    stage = stages[ruleset]
    told_apart = stage.seeds()
    stage.give({"type": "core.close"}, NARRATOR)
    stage.version += 1
    marks = [told.mark for told in stage.scene.told if told.mark and not told.to]
    for reader in stage.readers[1:]:
        assert found_by(stage, reader, marks) == []
    revealed = {reader: {seed for seed, _ in found_by(stage, reader, told_apart)} for reader in stage.readers}
    assert len(revealed[NARRATOR]) >= 1
    assert revealed["spectator"] == revealed["delayed"] == revealed[stage.scene.players[0]]
    assert revealed["spectator"] <= revealed[NARRATOR]
    page = stage.client.get(f"{stage.path}/events?limit=1000", headers=stage.headers("spectator")).json()
    assert json.dumps(page).count("core.encounter_closed") == 1
