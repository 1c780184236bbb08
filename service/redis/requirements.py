"""What Yarrow requires of a Redis: a version that can wait for the disk, no eviction, and an append-only file.

A server that may drop a key, or that forgets what it acknowledged, would lose history without a word. The service asks
before its first command and does not start on such a server. Of a setting that matters only after two crashes in a row
it warns in its log.
"""

import logging
from collections.abc import Mapping
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.exceptions import ResponseError

from events.store.protocol import Acknowledge

OLDEST = {"Redis": (7, 2), "Valkey": (8, 0)}

HIDDEN = "hidden"
"""Stands for a setting that the server does not let us read."""

_log = logging.getLogger(__name__)


class UnfitRedis(Exception):
    """A server does not meet the requirements: ``faults`` holds a sentence for each, which says what to change."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


async def require_fit(client: Redis | RedisCluster, acknowledge: Acknowledge) -> None:
    """Raise :class:`UnfitRedis` with every fault of the server, or of any primary of a cluster."""
    if isinstance(client, RedisCluster):
        await client.initialize()
        faults = [
            f"{node.name}: {fault}" for node in client.get_primaries() for fault in await faults_of(node, acknowledge)
        ]
    else:
        faults = await faults_of(client, acknowledge)
    if faults:
        raise UnfitRedis(tuple(faults))


async def faults_of(server: Redis | ClusterNode, acknowledge: Acknowledge) -> list[str]:
    """Say what one server lacks, a sentence for each fault."""
    facts: dict[str, Any] = await server.execute_command("INFO", "server")
    found = [version_fault(facts), eviction_fault(await setting(server, "maxmemory-policy"))]
    if acknowledge == "fsync":
        found.append(disk_fault(await setting(server, "appendonly"), await setting(server, "appendfsync")))
        if await setting(server, "aof-load-truncated") == "yes":
            _log.warning(
                "aof-load-truncated is yes: Redis keeps the beginning of a transaction that a crash cut off, and may "
                "lose what is acknowledged after that at its next start. Set it with CONFIG SET aof-load-truncated no "
                "and in the server's configuration file."
            )
    return [fault for fault in found if fault]


async def setting(server: Redis | ClusterNode, name: str) -> str:
    """Read a setting, from INFO where the server forbids CONFIG, or :data:`HIDDEN` where INFO does not tell either."""
    try:
        answer: dict[str | bytes, str | bytes] = await server.execute_command("CONFIG GET", name)
    except ResponseError:
        memory: dict[str, Any] = await server.execute_command("INFO", "memory")
        persistence: dict[str, Any] = await server.execute_command("INFO", "persistence")
        told = {
            "maxmemory-policy": memory["maxmemory_policy"],
            "appendonly": "yes" if persistence["aof_enabled"] else "no",
        }
        return str(told.get(name, HIDDEN))
    (value,) = answer.values()
    return value.decode() if isinstance(value, bytes) else value


def version_fault(facts: Mapping[str, Any]) -> str | None:
    """Refuse a server that cannot wait for its disk (WAITAOF): Redis before 7.2, Valkey before 8."""
    product, version = (
        ("Valkey", facts["valkey_version"]) if "valkey_version" in facts else ("Redis", facts["redis_version"])
    )
    major, minor = (int(part) for part in str(version).split(".")[:2])
    if (major, minor) >= OLDEST[product]:
        return None
    return f"The server is {product} {version}: Yarrow needs Redis 7.2 or newer, or Valkey 8.0 or newer."


def eviction_fault(policy: str) -> str | None:
    """Refuse a server that drops keys when its memory is full."""
    if policy == "noeviction":
        return None
    return (
        f"maxmemory-policy is {policy}, and a full server would drop history: set it with "
        "CONFIG SET maxmemory-policy noeviction and in the server's configuration file."
    )


def disk_fault(appendonly: str, appendfsync: str) -> str | None:
    """Refuse a server whose readers could see what a power cut erases, where answers promise the disk."""
    if appendonly == "yes" and appendfsync == "always":
        return None
    if appendonly == "yes" and appendfsync == HIDDEN:
        return (
            "acknowledge=fsync needs appendfsync always, and the server does not let us read the setting: permit it "
            "with ACL SETUSER ... +config|get, or choose acknowledge=memory."
        )
    return (
        f"acknowledge=fsync needs appendonly yes and appendfsync always, and the server has appendonly {appendonly} "
        f"and appendfsync {appendfsync}: set both with CONFIG SET and in the server's configuration file, or choose "
        "acknowledge=memory."
    )
