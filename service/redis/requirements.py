"""Requirements of an external Redis: a version with WAITAOF, no eviction, and an append-only file.

A server that evicts keys, or loses acknowledged writes, would lose history silently. The service checks the settings
before its first command, and does not start on such a server, a replica or a sentinel. A setting that matters only
after two consecutive crashes, or only for how long a failover takes, causes a warning in the log.
"""

import logging
from collections.abc import Mapping
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from events.store.protocol import Acknowledge

OLDEST = {"Redis": (7, 2), "Valkey": (8, 0)}

LONGEST_NODE_TIMEOUT = 2000
"""Milliseconds after which the nodes of a cluster should replace a primary that does not answer."""

HIDDEN = "hidden"
"""The value of a setting that the server does not permit to read."""

_log = logging.getLogger(__name__)


class UnfitRedis(Exception):
    """A server does not meet the requirements; ``faults`` has one sentence for each, which says what to change."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


async def require_fit(clients: Mapping[str, Redis], acknowledge: Acknowledge) -> None:
    """Raise :class:`UnfitRedis` with every fault of the servers: one, without a name, or the primaries of a cluster."""
    faults = [
        f"{name}: {fault}" if name else fault
        for name, client in clients.items()
        for fault in await faults_of(client, acknowledge)
    ]
    if faults:
        raise UnfitRedis(tuple(faults))


async def faults_of(server: Redis, acknowledge: Acknowledge) -> list[str]:
    """Return the faults of one server, one sentence each; warn of lesser ones in the log."""
    facts: dict[str, Any] = await server.info()
    role = role_fault(facts) or await sentinel_fault(server, facts)
    if role:
        return [role]
    found = [version_fault(facts), eviction_fault(await setting(server, "maxmemory-policy"))]
    if acknowledge == "fsync":
        found.append(disk_fault(await setting(server, "appendonly"), await setting(server, "appendfsync")))
        if await setting(server, "aof-load-truncated") == "yes":
            _log.warning(
                "aof-load-truncated is yes: after a crash, Redis keeps the beginning of an incomplete transaction, and "
                "may lose later acknowledged writes at its next start. Set it with CONFIG SET aof-load-truncated no "
                "and in the server's configuration file."
            )
    if facts.get("cluster_enabled"):
        timeout = await setting(server, "cluster-node-timeout")
        if timeout.isdecimal() and int(timeout) > LONGEST_NODE_TIMEOUT:
            _log.warning(
                "cluster-node-timeout is %s milliseconds: after a primary dies, its encounters cannot be played for "
                "longer than that. Set it with CONFIG SET cluster-node-timeout %d on every node, and in its "
                "configuration file.",
                *(timeout, LONGEST_NODE_TIMEOUT),
            )
    return [fault for fault in found if fault]


def role_fault(facts: Mapping[str, Any]) -> str | None:
    """Return the fault of a replica, which takes no writes, or None."""
    if facts.get("role") != "slave":
        return None
    primary = f"{facts['master_host']}:{facts['master_port']}"
    return (
        f"The server is a replica of {primary} and takes no writes. Set YARROW_REDIS_URL to its primary, or to the "
        "sentinels that watch it, as redis+sentinel://host:port,host:port/name."
    )


async def sentinel_fault(server: Redis, facts: Mapping[str, Any]) -> str | None:
    """Return the fault of a sentinel, which holds no data, or None."""
    if facts.get("redis_mode", facts.get("server_mode")) != "sentinel":
        return None
    names = sorted(map(str, await server.sentinel_masters()))
    known = f"It watches {', '.join(names)}." if names else "It watches none."
    return (
        f"The server is a sentinel. {known} Set YARROW_REDIS_URL to redis+sentinel://host:port,host:port/name, with "
        "every sentinel and the name of the server that they watch."
    )


async def setting(server: Redis, name: str) -> str:
    """Return a setting; if CONFIG is forbidden, as INFO reports it, or :data:`HIDDEN` if INFO does not have it."""
    try:
        answer: dict[str | bytes, str | bytes] = await server.execute_command("CONFIG GET", name)  # type: ignore[no-untyped-call]
    except ResponseError:
        memory: dict[str, Any] = await server.execute_command("INFO", "memory")  # type: ignore[no-untyped-call]
        persistence: dict[str, Any] = await server.execute_command("INFO", "persistence")  # type: ignore[no-untyped-call]
        reported = {
            "maxmemory-policy": memory["maxmemory_policy"],
            "appendonly": "yes" if persistence["aof_enabled"] else "no",
        }
        return str(reported.get(name, HIDDEN))
    (value,) = answer.values()
    return value.decode() if isinstance(value, bytes) else value


def version_fault(facts: Mapping[str, Any]) -> str | None:
    """Return the fault of a server without WAITAOF: Redis before 7.2, Valkey before 8; None if it is new enough."""
    product, version = (
        ("Valkey", facts["valkey_version"]) if "valkey_version" in facts else ("Redis", facts["redis_version"])
    )
    major, minor = (int(part) for part in str(version).split(".")[:2])
    if (major, minor) >= OLDEST[product]:
        return None
    return f"The server is {product} {version}; Yarrow requires Redis 7.2 or newer, or Valkey 8.0 or newer."


def eviction_fault(policy: str) -> str | None:
    """Return the fault of a server that evicts keys when its memory is full, or None."""
    if policy == "noeviction":
        return None
    return (
        f"maxmemory-policy is {policy}, so a full server would delete history. Set it with "
        "CONFIG SET maxmemory-policy noeviction and in the server's configuration file."
    )


def disk_fault(appendonly: str, appendfsync: str) -> str | None:
    """Return the fault of a server that acknowledges writes before they are on disk, or None; for ``fsync`` only."""
    if appendonly == "yes" and appendfsync == "always":
        return None
    if appendonly == "yes" and appendfsync == HIDDEN:
        return (
            "YARROW_ACKNOWLEDGE=fsync requires appendfsync always, and the server does not permit to read it. Permit "
            "it with ACL SETUSER ... +config|get, or choose YARROW_ACKNOWLEDGE=memory."
        )
    return (
        f"YARROW_ACKNOWLEDGE=fsync requires appendonly yes and appendfsync always, and the server has appendonly "
        f"{appendonly} and appendfsync {appendfsync}. Set both with CONFIG SET and in the server's configuration "
        "file, or choose YARROW_ACKNOWLEDGE=memory."
    )
