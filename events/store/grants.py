"""Grants: tokens and invitations that were made over the API, kept until they expire.

A grant is a record under its ID, which is also in indexes: sorted sets by which grants are listed and counted. All keys
of a tenant's grants are in one slot. A value that belongs to a secret has a key of its own, by a digest of the secret.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Final, NamedTuple

from events.store.connection import Execute
from events.store.keys import grant_key, grants_key, kept_key

_GRANT: Final = files("events.store").joinpath("grant.lua").read_text(encoding="utf-8")


class GrantRecord(NamedTuple):
    """A grant to be kept until it ``expires``, in seconds since 1970.

    ``limits`` has its indexes, with the greatest number of grants in each. ``depends_on`` is the ID of a grant without
    which it cannot be made, or empty.
    """

    id: str
    record: bytes
    expires: int
    limits: Mapping[str, int]
    depends_on: str = ""


class GrantsFull(Exception):
    """An index has as many grants as it may have."""

    def __init__(self, index: str) -> None:
        super().__init__(index)
        self.index = index


class GrantEnded(Exception):
    """The grant on which another depends has expired or was ended."""


class GrantStore:
    """The grants of all tenants; every method may raise StoreError."""

    def __init__(self, execute: Execute, partitions: int) -> None:
        self._execute, self._partitions = execute, partitions

    async def add(self, tenant: str, grant: GrantRecord) -> None:
        """Keep a grant. Raises GrantsFull or GrantEnded."""
        indexes = list(grant.limits)
        keys = [
            grant_key(tenant, grant.id, self._partitions),
            grant_key(tenant, grant.depends_on or grant.id, self._partitions),
            *(grants_key(tenant, index, self._partitions) for index in indexes),
        ]
        depends = int(bool(grant.depends_on))
        limits = grant.limits.values()
        reply = await self._execute(
            "EVAL", _GRANT, len(keys), *keys, grant.record, grant.expires, depends, grant.id, *limits
        )
        match reply:
            case [b"ended"]:
                raise GrantEnded
            case [b"full", place]:
                raise GrantsFull(indexes[place])

    async def end(self, tenant: str, grant: str, indexes: Iterable[str]) -> bool:
        """Remove a grant, also from these indexes; return False if it had ended."""
        ended: int = await self._execute("DEL", grant_key(tenant, grant, self._partitions))
        for index in indexes:
            await self._execute("ZREM", grants_key(tenant, index, self._partitions), grant)
        return bool(ended)

    async def ids(self, tenant: str, index: str) -> list[str]:
        """Return the IDs in an index that have not expired, in the order of their expiry."""
        key = grants_key(tenant, index, self._partitions)
        found = await self._execute("ZRANGE", key, f"({time.time()}", "+inf", "BYSCORE")
        return [one.decode() for one in found]

    async def records(self, tenant: str, grants: Sequence[str]) -> dict[str, bytes]:
        """Return the records of the grants that have neither expired nor ended, by ID."""
        if not grants:
            return {}
        found = await self._execute("MGET", *(grant_key(tenant, one, self._partitions) for one in grants))
        return {one: record for one, record in zip(grants, found, strict=True) if record is not None}

    async def keep(self, digest: str, value: bytes, expires: int) -> None:
        """Keep a value until it expires, to be read by the digest of a secret."""
        await self._execute("SET", kept_key(digest), value, "EXAT", expires)

    async def kept(self, digest: str) -> bytes | None:
        """Return the value that is kept under the digest of a secret, or None."""
        found: bytes | None = await self._execute("GET", kept_key(digest))
        return found
