"""Redis servers that tests kill and start again, alone, watched by sentinels, or as the nodes of a cluster."""

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import redis
from redis.backoff import ConstantBackoff, NoBackoff
from redis.retry import Retry

from service.redis.embedded import MANIFEST, remove_torn_write
from tests.servers import SAFE, free_ports
from tests.waiting import until

NODE_TIMEOUT = 2000
"""Milliseconds after which a node of a cluster, or a sentinel, replaces a primary that does not answer."""
NAME = "history"
"""The name under which the sentinels know the server."""
KEYS_AT_ONCE = 1
SLOTS = 16384
"""The slots of a cluster."""


class Node:
    """A server on a port of its own, in a directory of its own, that keeps every acknowledged write."""

    def __init__(self, program: Path, directory: Path, *mode: str, **settings: str) -> None:
        [self.port] = free_ports(1)
        self.directory = directory
        self._program = program
        self._command: list[str | Path] = [program, *mode, "--port", str(self.port), "--bind", "127.0.0.1"]
        for name, value in settings.items():
            self._command += [f"--{name.replace('_', '-')}", value]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server, and wait until it answers; remove an incomplete last write from its files first."""
        self.directory.mkdir(parents=True, exist_ok=True)
        if (self.directory / MANIFEST).exists():
            remove_torn_write(self._program, self.directory)
        self.process = subprocess.Popen(self._command, cwd=self.directory, stdout=subprocess.DEVNULL)
        with redis.Redis(port=self.port, retry=Retry(ConstantBackoff(0.05), 1000)) as client:
            client.ping()

    def kill(self) -> None:
        """End the server abruptly, as a power failure would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """End the server as an operator does."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def client(self) -> redis.Redis:
        """Return a client that does not retry."""
        return redis.Redis(port=self.port, retry=Retry(NoBackoff(), 0))

    def do(self, *command: str | int) -> object:
        """Execute one command."""
        with self.client() as client:
            return client.execute_command(*command)

    def info(self, name: str) -> object:
        """Return a field of INFO, or of CLUSTER INFO; None while the server does not answer."""
        try:
            with self.client() as client:
                found = client.info()
                return found[name] if name in found else client.execute_command("CLUSTER INFO")[name]
        except (redis.RedisError, OSError, KeyError):
            return None


def data_node(program: Path, directory: Path, **settings: str) -> Node:
    """Return a server that keeps every acknowledged write."""
    return Node(program, directory, save="", repl_diskless_sync_delay="0", **{**SAFE, **settings})


class Watched:
    """A primary and its replica, and three sentinels that watch them."""

    def __init__(self, program: Path, directory: Path) -> None:
        self.data = [data_node(program, directory / f"data-{number}") for number in range(2)]
        self.sentinels = []
        for number in range(3):
            file = directory / f"sentinel-{number}" / "sentinel.conf"
            file.parent.mkdir(parents=True)
            file.write_text(
                f"sentinel monitor {NAME} 127.0.0.1 {self.data[0].port} 2\n"
                f"sentinel down-after-milliseconds {NAME} {NODE_TIMEOUT}\n"
                f"sentinel failover-timeout {NAME} 5000\n"
            )
            self.sentinels.append(Node(program, file.parent, "sentinel.conf", "--sentinel"))

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels)
        return f"redis+sentinel://{hosts}/{NAME}"

    @property
    def primary(self) -> Node:
        """The server that takes writes."""
        until(lambda: any(one.info("role") == "master" for one in self.data), "there is a primary")
        return next(one for one in self.data if one.info("role") == "master")

    def start(self) -> None:
        """Start all of them, and wait until the sentinels know one another and the replica follows."""
        for node in self.data:
            node.start()
        self.data[1].do("REPLICAOF", "127.0.0.1", self.data[0].port)
        until(lambda: self.data[1].info("master_link_status") == "up", "the replica follows")
        for node in self.sentinels:
            node.start()
        until(self._acquainted, "the sentinels know one another, and the replica")

    def _acquainted(self) -> bool:
        for node in self.sentinels:
            with node.client() as client:
                found = client.sentinel_master(NAME)
                if found["num-other-sentinels"] != 2 or found["num-slaves"] != 1:
                    return False
        return True

    def replaced(self, victim: Node) -> Node:
        """Return the server that the sentinels have put in the place of one that was killed."""
        (other,) = (one for one in self.data if one is not victim)
        until(lambda: other.info("role") == "master", "the replica has taken over")
        return other

    def kill(self) -> None:
        for node in (*self.sentinels, *self.data):
            node.kill()


class ClusterNodes:
    """Three primaries that share the slots, and a replica of each."""

    def __init__(self, program: Path, directory: Path) -> None:
        settings = {
            "cluster_enabled": "yes",
            "cluster_node_timeout": str(NODE_TIMEOUT),
            "cluster_replica_validity_factor": "0",
        }
        self.nodes = []
        for number in range(6):
            [bus] = free_ports(1)
            self.nodes.append(data_node(program, directory / f"node-{number}", cluster_port=str(bus), **settings))

    @property
    def url(self) -> str:
        return ",".join([self.nodes[0].url, *(f"127.0.0.1:{one.port}" for one in self.nodes[1:])])

    @property
    def primaries(self) -> list[Node]:
        """The nodes that are primaries and have slots."""
        return [one for one in self.nodes if one.info("role") == "master"]

    def start(self) -> None:
        """Start the nodes, let them meet, and share out the slots."""
        for node in self.nodes:
            node.start()
        for number, node in enumerate(self.nodes[:3]):
            node.do("CLUSTER ADDSLOTSRANGE", SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1)
        self.meet(self.nodes)
        self.replicate()

    def meet(self, nodes: Sequence[Node]) -> None:
        """Let nodes that are running join the first one."""
        first = self.nodes[0]
        with first.client() as client:
            bus = client.config_get("cluster-port")["cluster-port"]
        for node in nodes:
            node.do("CLUSTER SET-CONFIG-EPOCH", self.nodes.index(node) + 1)
            node.do("CLUSTER MEET", "127.0.0.1", first.port, bus)
        known = str(sum(node.process is not None for node in self.nodes))
        until(lambda: all(one.info("cluster_known_nodes") == known for one in nodes), "the nodes have met")

    def replicate(self) -> None:
        """Make the last three nodes replicas of the first three."""
        for primary, replica in zip(self.nodes[:3], self.nodes[3:], strict=True):
            name = self.name(primary)
            until(lambda: replicates(replica, name), "a replica knows its primary")  # noqa: B023 - called here
        self.await_health()

    def await_health(self) -> None:
        """Wait until every node serves, and every replica follows its primary."""
        until(lambda: all(one.info("cluster_state") == "ok" for one in self.nodes), "the cluster serves")
        until(lambda: len(self.primaries) == 3, "there are three primaries")
        until(
            lambda: all(one.info("role") == "master" or one.info("master_link_status") == "up" for one in self.nodes),
            "the replicas follow",
        )

    def name(self, node: Node) -> str:
        """Return the ID of a node."""
        return str(text(node.do("CLUSTER MYID")))

    def owners(self) -> dict[int, Node]:
        """Return the primary of each slot."""
        by_port = {one.port: one for one in self.nodes}
        until(lambda: any(one.info("cluster_state") == "ok" for one in self.nodes), "a node serves")
        node = next(one for one in self.nodes if one.info("cluster_state") == "ok")
        with redis.Redis(port=node.port) as client:
            client.response_callbacks.clear()
            found = client.execute_command("CLUSTER SLOTS")
        return {slot: by_port[shard[2][1]] for shard in found for slot in range(int(shard[0]), int(shard[1]) + 1)}

    def move(self, slot: int, source: Node, target: Node, pause: float = 0.0, replicas: int = 1) -> None:
        """Move a slot with its keys, one after another, while clients use them; the target has replicas to wait for."""
        target.do("CLUSTER SETSLOT", slot, "IMPORTING", self.name(source))
        source.do("CLUSTER SETSLOT", slot, "MIGRATING", self.name(target))
        with source.client() as origin, target.client() as destination:
            while keys := origin.execute_command("CLUSTER GETKEYSINSLOT", slot, KEYS_AT_ONCE):
                words = ("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
                try:
                    origin.execute_command(*words)
                except redis.ResponseError as error:  # neither node serves anything while a primary is replaced
                    if not isinstance(error, redis.exceptions.ClusterDownError) and "CLUSTERDOWN" not in str(error):
                        raise
                time.sleep(pause)
            # MIGRATE does not wait for replicas: the target could lose the keys with its memory.
            destination.execute_command("WAIT", replicas, 5000)
        for node in (target, source):
            node.do("CLUSTER SETSLOT", slot, "NODE", self.name(target))

    def hand_over(self, replica: Node, *how: str) -> None:
        """Let a replica take the place of its primary, which becomes its replica, as an operator does."""
        primary = next(one for one in self.nodes if one.port == replica.info("master_port"))
        # A primary ignores the request of a node that it does not know as its replica yet.
        until(lambda: self._has_replica(primary, replica), "the primary knows its replica")
        replica.do("CLUSTER FAILOVER", *how)
        until(lambda: replica.info("role") == "master", "the replica has taken over")

    def _has_replica(self, primary: Node, replica: Node) -> bool:
        with primary.client() as client:
            known = client.execute_command("CLUSTER NODES")
        return bool(known[f"127.0.0.1:{replica.port}"]["master_id"] == self.name(primary))

    def kill(self) -> None:
        for node in self.nodes:
            node.kill()


def replicates(replica: Node, primary: str) -> bool:
    """Make a node the replica of a primary; return whether it knew it."""
    try:
        replica.do("CLUSTER REPLICATE", primary)
    except redis.ResponseError:
        return False
    return True


def text(value: object) -> object:
    return value.decode() if isinstance(value, bytes) else value


@contextmanager
def running(servers: Watched | ClusterNodes) -> Iterator[None]:
    """Run servers; they are killed at the end."""
    with ExitStack() as stack:
        stack.callback(servers.kill)
        servers.start()
        yield


@contextmanager
def watched(program: Path, directory: Path) -> Iterator[Watched]:
    """Run a primary, its replica and three sentinels."""
    found = Watched(program, directory)
    with running(found):
        yield found


@contextmanager
def cluster(program: Path, directory: Path) -> Iterator[ClusterNodes]:
    """Run a cluster of six nodes."""
    found = ClusterNodes(program, directory)
    with running(found):
        yield found
