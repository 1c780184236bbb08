"""Tests that a store grows from the embedded Redis to a server of its own and to a cluster without losing anything.

The steps are those of docs/howto/operating.md.
"""

import json
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from bench.fights.scripts import SCRIPTS
from domain.core.commands import Command
from tests.chaos.test_kill import service
from tests.chaos.writers import TRY_AGAIN
from tests.http.access.seats.table import EXCHANGE, INVITATIONS, OGRE, TOKENS, authorized
from tests.http.access.tokens import SECRET, bearer, token
from tests.program import ROOT, yarrow
from tests.servers import free_ports
from tests.topologies.nodes import SLOTS, ClusterNodes, Node
from tests.waiting import PATIENCE, until

FILES = "appendonlydir"
COMMANDS = 30
TOMORROW = int(time.time()) + 86400
NARRATOR = token("main", exp=TOMORROW)
GUARDED = {"secret": SECRET, "rate": "100000", "burst": "100000"}
"""The settings of a service that requires tokens, and limits none of them."""
REVOKED = bearer("main", "spectator", exp=TOMORROW, jti="lost")


class Fight(NamedTuple):
    """An encounter in play and its next commands."""

    name: str
    commands: Iterator[Command]


class Club:
    """What people have at a service: fights, a closed one, a branch, an imported one, tokens and invitations."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.versions: dict[str, int] = {}
        """The last acknowledged version of each fight in play."""
        self._keys = count()
        self._answers: dict[str, tuple[str, dict[str, Any], bytes]] = {}
        self._fights = [self._opened(number) for number in range(2 * len(SCRIPTS))]
        self.play(COMMANDS)
        closed = self._fights.pop()
        del self.versions[closed.name]
        self.post(f"/v1/encounters/{closed.name}/commands", {"command": {"type": "core.close"}})
        self.post("/v1/encounters/fight-0/branches", {"at": self.versions["fight-0"], "id": "branch"})
        bundle = client.get("/v1/encounters/fight-1/bundle").content
        imported = client.post(
            "/v1/bundles?as=imported", content=bundle, headers={"Content-Type": "application/x-ndjson"}
        )
        assert imported.status_code == 201, imported.text
        seat = {**OGRE, "encounters": ["fight-0"]}
        self.player = authorized(self.post(TOKENS, {**seat, "name": "anna"})["token"])
        self.invitation = self.post(INVITATIONS, seat)["invitation"]
        ended = self.post(INVITATIONS, seat)
        self.ended = ended["invitation"]
        assert client.delete(f"{INVITATIONS}/{ended['id']}").status_code == 204
        self.post("/v1/tokens/revoke", {"token": "lost"})

    def _opened(self, number: int) -> Fight:
        script = SCRIPTS[number % len(SCRIPTS)]
        opening = script.opening.model_dump(mode="json", exclude_defaults=True, by_alias=True)
        fight = Fight(f"fight-{number}", script.commands())
        opened = self.post("/v1/encounters", {**opening, "ruleset": script.ruleset.key, "id": fight.name})
        self.versions[fight.name] = opened["version"]
        return fight

    def post(self, path: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        """Send a body; return the answer."""
        answer = self.client.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, rounds: int) -> None:
        """Send the next commands of each fight; each continues exactly where the last has ended."""
        for _ in range(rounds):
            for fight in self._fights:
                command = next(fight.commands)
                fields = command.model_dump(mode="json", exclude_defaults=True, by_alias=True)
                self._send(fight.name, {"command": {"type": command.type, **fields}})

    def _send(self, fight: str, body: dict[str, Any]) -> None:
        key = f"key-{next(self._keys)}"
        sent: list[httpx.Response] = []

        def accepted() -> bool:
            sent.append(self._command(fight, body, key))
            assert sent[-1].is_success or sent[-1].json()["code"] in TRY_AGAIN, sent[-1].text
            return sent[-1].is_success

        until(accepted, "a command is accepted")
        answer = sent[-1].json()
        assert answer["first"] == self.versions[fight] + 1
        self.versions[fight] = answer["version"]
        self._answers[fight] = key, body, sent[-1].content

    def _command(self, fight: str, body: dict[str, Any], key: str) -> httpx.Response:
        return self.client.post(f"/v1/encounters/{fight}/commands", json=body, headers={"Idempotency-Key": key})

    def picture(self) -> dict[str, Any]:
        """Return everything that a service with this store must answer in the same way."""
        path = "/v1/encounters?limit=100&sort=id"
        until(lambda: self._read(path)["current"], "the list has everything")
        listed = self._read(path)["encounters"]
        verified = yarrow(
            *("projections", "verify", "--json", "--url", str(self.client.base_url)),
            variables={"YARROW_TOKEN": NARRATOR},
        )
        assert verified.returncode == 0, verified.stderr
        outcomes = [step["outcome"] for step in map(json.loads, verified.stdout.splitlines()) if "outcome" in step]
        assert len(outcomes) == 2
        assert all(outcome["differing"] == 0 for outcome in outcomes)
        return {
            "list": listed,
            "encounters": {one["id"]: self._encounter(one["id"]) for one in listed},
            "tallies": self._read("/v1/tallies?by=ruleset"),
            "digests": sorted(outcome["digest"] for outcome in outcomes),
            "tokens": self._read(TOKENS),
            "invitations": self._read(INVITATIONS),
        }

    def _read(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.is_success, answer.text
        return answer.json()

    def _encounter(self, name: str) -> dict[str, Any]:
        path = f"/v1/encounters/{name}"
        state = self.client.get(path)
        audit = self._read(f"{path}/audit")
        assert [audit[part]["verdict"] for part in ("chain", "legality")] == ["proven", "proven"]
        return {
            "state": state.json(),
            "chain": state.headers["yarrow-chain"],
            "audit": audit,
            "bundle": self.client.get(f"{path}/bundle").content,
        }

    def check_promises(self) -> None:
        """Check that a command is repeated, and that tokens and invitations are worth what they were."""
        for fight, (key, body, content) in self._answers.items():
            assert self._command(fight, body, key).content == content
        assert self.client.get("/v1/encounters/fight-0", headers=self.player).is_success
        assert self.client.get("/v1/encounters/fight-1", headers=self.player).status_code == 404
        assert self.client.get("/v1/encounters", headers=REVOKED).status_code == 401
        assert self.client.post(EXCHANGE, json={"invitation": self.ended}).status_code == 401
        self.post(EXCHANGE, {"invitation": self.invitation})


@contextmanager
def stopped(node: Node) -> Iterator[None]:
    """Stop a server within the context, and start it again after it."""
    node.stop()
    yield
    node.start()


def slots_with_keys(node: Node) -> list[int]:
    """Return the slots in which a node has keys."""
    with node.client() as client:
        pipeline = client.pipeline(transaction=False)
        for slot in range(SLOTS):
            pipeline.execute_command("CLUSTER COUNTKEYSINSLOT", slot)
        return [slot for slot, keys in enumerate(pipeline.execute()) if keys]


@pytest.mark.long
def test_a_store_grows_from_embedded_to_its_own_server_to_a_cluster(redis_program: Path, tmp_path: Path) -> None:
    [port] = free_ports(1)
    embedded, data = tmp_path / "yarrow-data", tmp_path / "none"
    server = Node(redis_program, tmp_path / "server", str(ROOT / "deploy" / "redis.conf"))
    nodes = ClusterNodes(redis_program, tmp_path / "nodes")
    first, primaries = nodes.nodes[0], nodes.nodes[:3]
    try:
        with httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers=authorized(NARRATOR), timeout=PATIENCE
        ) as client:
            with service(embedded, port, **GUARDED):
                club = Club(client)
                kept = club.picture()

            # From the embedded Redis to one of its own: its files move.
            shutil.copytree(embedded / FILES, server.directory / FILES)
            server.start()
            with service(data, port, **GUARDED, redis_url=server.url):
                assert club.picture() == kept
                club.check_promises()
                club.play(COMMANDS)
                kept = club.picture()
            server.stop()

            # From there to a cluster: a node that has all slots takes over the files.
            first.start()
            first.do("CLUSTER ADDSLOTSRANGE", 0, SLOTS - 1)
            with stopped(first):
                shutil.rmtree(first.directory / FILES)
                shutil.copytree(server.directory / FILES, first.directory / FILES)
            until(lambda: first.info("cluster_state") == "ok", "the node serves")
            with service(data, port, **GUARDED, redis_url=first.url):
                assert club.picture() == kept
                club.check_promises()

                # Two more primaries get their share of the slots during play, then each primary gets a replica.
                for node in primaries[1:]:
                    node.start()
                nodes.meet(primaries[1:])
                with ThreadPoolExecutor(1) as pool:
                    moving = pool.submit(share, nodes, primaries)
                    while not moving.done():
                        club.play(1)
                    assert moving.result() > 0
                for node in nodes.nodes[3:]:
                    node.start()
                nodes.meet(nodes.nodes[3:])
                nodes.replicate()
                club.play(1)
                kept = club.picture()
            assert all(slots_with_keys(node) for node in primaries)
            with service(data, port, **GUARDED, redis_url=nodes.url, acknowledge="replicas"):
                assert club.picture() == kept
                club.check_promises()
                club.play(COMMANDS)
                encounters = club.picture()["encounters"]
                assert {name: encounters[name]["state"]["version"] for name in club.versions} == club.versions
    finally:
        server.kill()
        nodes.kill()


def share(nodes: ClusterNodes, primaries: list[Node]) -> int:
    """Move slots from the first primary to the others, until each has a third of them; return how many have moved."""
    moved = 0
    for slot in slots_with_keys(primaries[0]):
        target = primaries[slot * len(primaries) // SLOTS]
        if target is not primaries[0]:
            nodes.move(slot, primaries[0], target, replicas=0)
            moved += 1
    return moved
