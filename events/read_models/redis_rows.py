"""Read models in Redis: the rows and orders of a generation, and how they are updated, read and removed.

All keys of a partition carry its hash tag, and are thus in the slot of its feed.

| key                                                   | type       | holds                                         |
| ----------------------------------------------------- | ---------- | --------------------------------------------- |
| ``yarrow:projections``                                | hash       | which generation of each projection is live   |
| ``yarrow:{p}:projection:<name>:<g>``                  | hash       | ``checkpoint``, and a row for each field      |
| ``yarrow:{p}:projection:<name>:<g>:orders``           | set        | the keys of its orders                        |
| ``yarrow:{p}:projection:<name>:<g>:by:<order>:<t>``   | sorted set | members of a tenant's order, all with score 0 |
"""

import hashlib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

from redis.exceptions import NoScriptError

from events.store.connection import REPLY_TIMEOUT, Link, pack, store_error
from events.store.protocol import StoreDamaged, StoreUnavailable

CHECKPOINT: Final = b"checkpoint"
APPLY: Final = files("events.read_models").joinpath("apply.lua").read_text(encoding="utf-8")


class ReadModel(NamedTuple):
    """The part of a generation in one partition."""

    name: str
    generation: int
    partition: int

    @property
    def rows(self) -> str:
        """The key of its rows and checkpoint, which are one hash so that neither can be lost without the other."""
        return f"yarrow:{{{self.partition}}}:projection:{self.name}:{self.generation}"

    @property
    def orders(self) -> str:
        """The key of the set of its orders' keys."""
        return f"{self.rows}:orders"

    def order(self, order: str, tenant: str) -> str:
        """Return the key of one order of a tenant."""
        return f"{self.rows}:by:{order}:{tenant}"


class OrderChange(NamedTuple):
    """A member to add to an order, or to remove from it."""

    order: str
    add: bool
    member: str


class Move(NamedTuple):
    """An update of a model from one checkpoint to a later one: the new rows and the changes of its orders."""

    model: ReadModel
    expected: int
    checkpoint: int
    rows: dict[str, bytes]
    changes: list[OrderChange]


class MoveResult(NamedTuple):
    """The result of a move: whether the model was updated, and its checkpoint now."""

    moved: bool
    checkpoint: int


class Contents(NamedTuple):
    """Everything that a model contains at one moment; the checkpoint is None if its rows cannot be read."""

    checkpoint: int | None
    rows: dict[bytes, bytes]
    orders: dict[bytes, list[bytes]]

    def digest(self) -> bytes:
        """A hash of all that it holds; equal contents have equal digests, whatever generation they are of."""
        found = hashlib.sha256()
        for field, row in sorted(self.rows.items()):
            found.update(b"%d %d " % (len(field), len(row)) + field + row)
        for order, members in sorted(self.orders.items()):
            found.update(order + b"\n" + b"\n".join(members) + b"\n")
        return found.digest()


class ReadModelStore:
    """Read models on a link of their own, for one task at a time."""

    def __init__(self, connection: Link) -> None:
        self._connection = connection
        self._sha = hashlib.sha1(APPLY.encode(), usedforsecurity=False).hexdigest()

    async def execute(self, commands: Sequence[bytes], *, extra_time: float = 0.0) -> list[Any]:
        """Return the replies to packed commands; raises the first error reply as StoreUnavailable or StoreDamaged."""
        replies = await self._connection.exchange(commands, extra_time=extra_time) if commands else []
        for reply in replies:
            if isinstance(reply, Exception):
                raise store_error(reply) from reply
        return replies

    async def checkpoints(self, name: str, generation: int, partitions: Iterable[int]) -> dict[int, int | StoreDamaged]:
        """Return the checkpoint of a generation in each partition, or the error if it cannot be read."""
        numbers = list(partitions)
        commands = [pack("HGET", ReadModel(name, generation, number).rows, CHECKPOINT) for number in numbers]
        found = await self._each(commands)
        return {
            number: reply if isinstance(reply, StoreDamaged) else int(reply or 0)
            for number, reply in zip(numbers, found, strict=True)
        }

    async def rows(self, wanted: Sequence[tuple[ReadModel, Sequence[str]]]) -> list[list[bytes | None] | StoreDamaged]:
        """Return the rows of fields, None for missing rows, or the error if they cannot be read."""
        return await self._each([pack("HMGET", model.rows, *fields) for model, fields in wanted])

    async def _each(self, commands: Sequence[bytes]) -> list[Any]:
        """Return the replies to packed commands; StoreDamaged is returned in place of a reply, StoreUnavailable is
        raised.
        """
        return _store_replies(await self._connection.exchange(commands) if commands else [])

    async def apply(self, moves: Sequence[Move]) -> list[MoveResult | StoreDamaged]:
        """Execute moves. Returns the result of each, or the error that prevented it."""
        replies = await self._connection.exchange([self._applied(move) for move in moves]) if moves else []
        unknown = [place for place, reply in enumerate(replies) if isinstance(reply, NoScriptError)]
        if unknown:  # the script itself, which its server then knows
            again = await self._connection.exchange([self._applied(moves[place], "EVAL", APPLY) for place in unknown])
            for place, reply in zip(unknown, again, strict=True):
                replies[place] = reply
        return [
            reply if isinstance(reply, StoreDamaged) else MoveResult(bool(reply[0]), reply[1])
            for reply in _store_replies(replies)
        ]

    def _applied(self, move: Move, *script: str) -> bytes:
        places = {order: place for place, order in enumerate(dict.fromkeys(change.order for change in move.changes), 1)}
        keys = [move.model.rows, move.model.orders, *places]
        words: list[bytes | str | int] = [move.expected, move.checkpoint, len(move.rows)]
        for field, row in move.rows.items():
            words += [field, row]
        # Additions come first, so that no order is empty in between: while a slot moves, a node does not let a script
        # write a key that has just vanished.
        for change in sorted(move.changes, key=lambda change: not change.add):
            words += [places[change.order], "add" if change.add else "remove", change.member]
        return pack(*(script or ("EVALSHA", self._sha)), len(keys), *keys, *words)

    async def contents(self, models: Sequence[ReadModel]) -> list[Contents] | None:
        """Return the contents of models of one partition at one moment; None if their orders change meanwhile."""
        sets = [sorted(found) for found in await self.execute([pack("SMEMBERS", model.orders) for model in models])]
        commands = [pack("MULTI")]
        for model, orders in zip(models, sets, strict=True):
            commands += [pack("HGETALL", model.rows), pack("SMEMBERS", model.orders)]
            commands += [pack("ZRANGE", order, 0, -1) for order in orders]
        replies = (await self.execute([*commands, pack("EXEC")], extra_time=REPLY_TIMEOUT))[-1]
        found = []
        for model, orders in zip(models, sets, strict=True):
            (fields, known, *members), replies = replies[: 2 + len(orders)], replies[2 + len(orders) :]
            if sorted(known) != orders:
                return None
            readable = not isinstance(fields, Exception)
            rows = dict(zip(fields[::2], fields[1::2], strict=True)) if readable else {}
            names = [order.removeprefix(model.rows.encode()) for order in orders]
            sorted_members = {
                name: list(one) for name, one in zip(names, members, strict=True) if isinstance(one, list)
            }
            found.append(Contents(int(rows.pop(CHECKPOINT, 0)) if readable else None, rows, sorted_members))
        return found

    async def remove(self, name: str, generation: int, partitions: Iterable[int]) -> None:
        """Remove a generation."""
        for number in partitions:
            model = ReadModel(name, generation, number)
            [orders] = await self.execute([pack("SMEMBERS", model.orders)])
            await self.execute([pack("UNLINK", model.rows, model.orders, *orders)])

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()


def _store_replies(replies: Iterable[Any]) -> list[Any]:
    """Return replies with errors translated into StoreDamaged. Raises StoreUnavailable."""
    found = [store_error(reply) if isinstance(reply, Exception) else reply for reply in replies]
    for reply in found:
        if isinstance(reply, StoreUnavailable):
            raise reply
    return found
