"""Reading a generation: pages of its orders, merged over all partitions, and rows."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from redis.asyncio import Redis

from events.read_models.redis_rows import ReadModel
from events.store.connection import store_errors

SPARE_MEMBERS: Final = 8


class OrderMember(NamedTuple):
    """A member of an order, and the partitions that have it."""

    member: bytes
    partitions: list[int]


class Page(NamedTuple):
    """Members that follow one another in an order; where there may be ``more``, the next page is behind the last."""

    members: list[OrderMember]
    more: bool


class Orders:
    """Reads generations in a store of so many partitions."""

    def __init__(self, client: Redis, partitions: int) -> None:
        self._client = client
        self.partitions = partitions

    async def page(
        self,
        name: str,
        generation: int,
        order: str,
        tenant: str,
        *,
        count: int,
        behind: bytes = b"",
        prefix: bytes = b"",
        backwards: bool = False,
    ) -> Page:
        """Some members of an order behind one of them, at least one where there is one, and at most ``count``.

        They come in the order of their bytes, or backwards; only those that begin with ``prefix``.
        """
        share = min(count, 2 * count // self.partitions + SPARE_MEMBERS)
        first = b"[" + prefix if prefix else b"-"
        last = b"(" + prefix[:-1] + bytes([prefix[-1] + 1]) if prefix else b"+"
        bounds = [b"(" + behind if behind and not backwards else first, b"(" + behind if behind and backwards else last]
        how = ["BYLEX", "REV"] if backwards else ["BYLEX"]
        pipeline = self._client.pipeline(transaction=False)
        for partition in range(self.partitions):
            key = ReadModel(name, generation, partition).order(order, tenant)
            pipeline.execute_command("ZRANGE", key, *(bounds[::-1] if backwards else bounds), *how, "LIMIT", 0, share)
        with store_errors():
            shares: list[list[bytes]] = await pipeline.execute()
        return _merged(shares, share, count, backwards=backwards)

    async def rows(self, name: str, generation: int, wanted: Sequence[tuple[int, str]]) -> list[bytes | None]:
        """The rows of fields in partitions, None for those that are not there."""
        if not wanted:
            return []
        by_partition: dict[int, list[str]] = {}
        for partition, field in wanted:
            by_partition.setdefault(partition, []).append(field)
        pipeline = self._client.pipeline(transaction=False)
        for partition, fields in by_partition.items():
            pipeline.execute_command("HMGET", ReadModel(name, generation, partition).rows, *fields)
        with store_errors():
            replies: list[Any] = await pipeline.execute()
        found = {partition: iter(rows) for partition, rows in zip(by_partition, replies, strict=True)}
        return [next(found[partition]) for partition, _ in wanted]


def _merged(shares: Sequence[Sequence[bytes]], share: int, count: int, *, backwards: bool) -> Page:
    """The members of all partitions in one order, as far as no partition could have one in between."""
    partitions: dict[bytes, list[int]] = {}
    for partition, members in enumerate(shares):
        for member in members:
            partitions.setdefault(member, []).append(partition)
    full = [members[-1] for members in shares if len(members) == share]
    known = sorted(partitions, reverse=backwards)
    if full:
        bound = max(full) if backwards else min(full)
        known = [member for member in known if (member >= bound if backwards else member <= bound)]
    page = known[:count]
    return Page([OrderMember(member, partitions[member]) for member in page], bool(full) or len(known) > count)
