"""The keys in Redis; every key of an encounter carries the hash tag of its partition.

``{q}`` is the hash tag of the partition of a tenant, in which the tenant's grants are: tokens and invitations.

| key                                 | type       | holds                                                        |
| ----------------------------------- | ---------- | ------------------------------------------------------------ |
| ``yarrow:partitions``               | string     | the number of partitions, which never changes                |
| ``yarrow:revoked``                  | sorted set | ``<t>:<token>`` of each revoked token, scored by its expiry  |
| ``yarrow:lent:<digest>``            | string     | a value that is taken once, such as a ticket; expires        |
| ``yarrow:kept:<digest>``            | string     | the grant of an invitation or an opaque token; expires       |
| ``yarrow:{q}:grant:<t>:<grant>``    | string     | a token or an invitation made over the API; expires          |
| ``yarrow:{q}:grants:<t>:<index>``   | sorted set | the IDs of some of them, each scored by its expiry           |
| ``yarrow:{p}:presence:<t>:<id>``    | hash       | process: its live connections, and until when; expires       |
| ``yarrow:{p}:events:<t>:<id>``      | stream     | entry ``<version>-0`` for each event, field ``e`` its record |
| ``yarrow:{p}:head:<t>:<id>``        | hash       | version, hash, status, commitment                            |
| ``yarrow:{p}:commands:<t>:<id>``    | hash       | command ID: first version, last version, fingerprint         |
| ``yarrow:{p}:seed:<t>:<id>``        | hash       | epoch: seed, until it is revealed                            |
| ``yarrow:{p}:snapshot:<t>:<id>``    | string     | the newest snapshot, disposable                              |
| ``yarrow:{p}:checkpoints:<t>:<id>`` | hash       | version: state at that version, disposable                   |
| ``yarrow:{p}:import:<t>:<id>``      | stream     | staged events of an import in progress; expires in an hour   |
| ``yarrow:{p}:importing:<t>:<id>``   | string     | the token of that import; expires in an hour                 |
| ``yarrow:{p}:feed``                 | stream     | entry ``<n>-0`` for each batch, field ``e`` its location     |
| ``yarrow:{p}:directory:<t>``        | sorted set | the tenant's encounters; the feed's batches from 1 on        |
| ``yarrow:{p}:ready``                | string     | written to find out whether a write is possible              |
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from events.store.protocol import StreamId

PARTITIONS: Final = "yarrow:partitions"
REVOKED: Final = "yarrow:revoked"
TENANT_PATTERN: Final = "[a-z0-9][a-z0-9_-]{0,31}"
ENCOUNTER_PATTERN: Final = "[A-Za-z0-9][A-Za-z0-9._~-]{0,63}"
_TENANT = re.compile(TENANT_PATTERN)
_ENCOUNTER = re.compile(ENCOUNTER_PATTERN)


class Keys(NamedTuple):
    """The keys of one stream and of its partition."""

    partition: int
    events: str
    head: str
    commands: str
    seed: str
    snapshot: str
    checkpoints: str
    feed: str
    directory: str
    staging: str
    marker: str


@lru_cache(maxsize=4096)
def keys_of(stream: StreamId, partitions: int) -> Keys:
    """Return the keys of a stream; ValueError if the tenant or the encounter cannot be part of a key."""
    tenant, encounter = stream
    if not _TENANT.fullmatch(tenant):
        raise ValueError(f"{tenant!r} is not a valid tenant; it must match {TENANT_PATTERN}")
    if not _ENCOUNTER.fullmatch(encounter):
        raise ValueError(f"{encounter!r} is not a valid encounter ID; it must match {ENCOUNTER_PATTERN}")
    partition = crc32(f"{tenant}:{encounter}".encode()) % partitions
    tag, name = f"yarrow:{{{partition}}}", f"{tenant}:{encounter}"
    return Keys(
        partition,
        f"{tag}:events:{name}",
        f"{tag}:head:{name}",
        f"{tag}:commands:{name}",
        f"{tag}:seed:{name}",
        f"{tag}:snapshot:{name}",
        f"{tag}:checkpoints:{name}",
        feed_key(partition),
        directory_key(partition, tenant),
        f"{tag}:import:{name}",
        f"{tag}:importing:{name}",
    )


def lent_key(digest: str) -> str:
    """Return the key of a value that is taken once."""
    return f"yarrow:lent:{digest}"


def kept_key(digest: str) -> str:
    """Return the key of a value that can be read until it expires."""
    return f"yarrow:kept:{digest}"


def grant_key(tenant: str, grant: str, partitions: int) -> str:
    """Return the key of a token or an invitation that was made over the API."""
    return f"yarrow:{{{_partition_of(tenant, partitions)}}}:grant:{tenant}:{grant}"


def grants_key(tenant: str, index: str, partitions: int) -> str:
    """Return the key of an index of a tenant's grants."""
    return f"yarrow:{{{_partition_of(tenant, partitions)}}}:grants:{tenant}:{index}"


def presence_key(stream: StreamId, partitions: int) -> str:
    """Return the key of the live connections of an encounter."""
    partition = keys_of(stream, partitions).partition
    return f"yarrow:{{{partition}}}:presence:{stream.tenant}:{stream.encounter}"


def _partition_of(tenant: str, partitions: int) -> int:
    return crc32(tenant.encode()) % partitions


def feed_key(partition: int) -> str:
    """Return the key of a partition's feed."""
    return f"yarrow:{{{partition}}}:feed"


def ready_key(partition: int) -> str:
    """Return the key that is written to find out whether a write is possible."""
    return f"yarrow:{{{partition}}}:ready"


def directory_key(partition: int, tenant: str) -> str:
    """Return the key of the set of a tenant's encounters in one partition."""
    return f"yarrow:{{{partition}}}:directory:{tenant}"
