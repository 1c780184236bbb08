"""Reading a generation: pages of its orders, merged over all partitions, and rows."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from events.read_models.redis_rows import ReadModel
from events.store.connection import answered
from events.store.servers import Servers, Words

SPARE_MEMBERS: Final = 8
"""Members read from each partition beyond its expected share of a page."""


class OrderMember(NamedTuple):
    """A member of an order, and the partitions that contain it."""

    member: bytes
    partitions: list[int]


class Page(NamedTuple):
    """Consecutive members of an order; if there may be ``more``, the next page starts after the last member."""

    members: list[OrderMember]
    more: bool


class Orders:
    """Reads generations in a store with ``partitions`` partitions."""

    def __init__(self, servers: Servers, partitions: int) -> None:
        self._servers = servers
        self.partitions = partitions

    async def page(
        self,
        name: str,
        generation: int,
        order: str,
        tenant: str,
        *,
        count: int,
        after: bytes = b"",
        prefix: bytes = b"",
        reverse: bool = False,
    ) -> Page:
        """Return up to ``count`` members of an order after a given one, and at least one if any follow.

        Members are in the order of their bytes, or in reverse; only those that start with ``prefix`` are returned.
        """
        share = min(count, 2 * count // self.partitions + SPARE_MEMBERS)
        first = b"[" + prefix if prefix else b"-"
        last = b"(" + prefix[:-1] + bytes([prefix[-1] + 1]) if prefix else b"+"
        bounds = [b"(" + after if after and not reverse else first, b"(" + after if after and reverse else last]
        how = ["BYLEX", "REV"] if reverse else ["BYLEX"]
        keys = (ReadModel(name, generation, partition).order(order, tenant) for partition in range(self.partitions))
        commands: list[Words] = [
            ("ZRANGE", key, *(bounds[::-1] if reverse else bounds), *how, "LIMIT", 0, share) for key in keys
        ]
        shares: list[list[bytes]] = await answered(self._servers.execute_all(commands))
        return _merged(shares, share, count, reverse=reverse)

    async def rows(self, name: str, generation: int, wanted: Sequence[tuple[int, str]]) -> list[bytes | None]:
        """Return the rows of fields in partitions, None for missing rows."""
        if not wanted:
            return []
        by_partition: dict[int, list[str]] = {}
        for partition, field in wanted:
            by_partition.setdefault(partition, []).append(field)
        commands: list[Words] = [
            ("HMGET", ReadModel(name, generation, partition).rows, *fields)
            for partition, fields in by_partition.items()
        ]
        replies: list[Any] = await answered(self._servers.execute_all(commands))
        found = {partition: iter(rows) for partition, rows in zip(by_partition, replies, strict=True)}
        return [next(found[partition]) for partition, _ in wanted]


def _merged(shares: Sequence[Sequence[bytes]], share: int, count: int, *, reverse: bool) -> Page:
    """Merge the members of all partitions, up to where a partition could have further members in between."""
    partitions: dict[bytes, list[int]] = {}
    for partition, members in enumerate(shares):
        for member in members:
            partitions.setdefault(member, []).append(partition)
    full = [members[-1] for members in shares if len(members) == share]
    known = sorted(partitions, reverse=reverse)
    if full:
        bound = max(full) if reverse else min(full)
        known = [member for member in known if (member >= bound if reverse else member <= bound)]
    page = known[:count]
    return Page([OrderMember(member, partitions[member]) for member in page], bool(full) or len(known) > count)
