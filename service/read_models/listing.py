"""The list of encounters, read from the directory: what is there when it is asked for is in it.

A page is a walk through one order of the directory. In the order of the IDs none is left out and none comes twice,
whatever happens meanwhile. In the order of the newest events none comes twice either; one in which something happens
between two pages moves to the front, where whoever begins again finds it.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from domain.model.encounter import BranchPoint
from events.read_models.directory import Directory, DirectoryRow, field_of
from events.store.keys import keys_of
from events.store.protocol import SEALED, StoreError, StreamId
from service.auth.access import Caller
from service.encounters.ancestry import come_from, seen
from service.encounters.service import EncodedBody, Encounters, encode, store_problems
from service.problems.problem import Problem
from service.read_models.cursors import Cursors
from service.read_models.projection_runner import ProjectionRunner

MOST_READ: Final = 2000
"""Encounters that one page looks at, however few of them it may show."""
Sort = Literal["id", "active"]
Order = Literal["id", "active", "branches"]
ORDERS: Final[Mapping[Order, str]] = {"id": "ids", "active": "active", "branches": "branches"}
"""The orders of the directory that pages walk through."""
_read: Final = Directory().decode


class Origin(msgspec.Struct, frozen=True):
    """Of which encounter another one is a branch, and from which of its versions on."""

    encounter: str
    version: int


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the list tells of an encounter.

    ``opened`` and ``active`` are the times of its first and of its newest event. ``combatants`` are those that have
    joined, in their order. ``damaged`` says that the store has lost events of it, so that the rest may be wrong.
    """

    id: str
    name: str
    ruleset: str
    status: str
    version: int
    opened: str
    active: str
    combatants: tuple[str, ...]
    branch_of: Origin | None = None
    damaged: bool = False


class Listing(msgspec.Struct, frozen=True):
    """A page of the list; ``next`` is the cursor of the page behind it, or null at the end.

    A page may hold fewer than were asked for, or none, and still have a next one, where filters leave much out.
    ``current`` says whether everything is in that was there when the page was asked for.
    """

    encounters: list[Listed]
    next: str | None
    current: bool


class Filters(NamedTuple):
    """What the encounters of a list have in common; None where it does not matter.

    ``name`` is a part of their names, in capitals or not; ``since`` and ``before`` bound the time at which they were
    opened; ``combatant`` has joined them; ``branch_of`` is the encounter whose branches they are, by the hash of its
    chain where it is here for whoever asks, and else by their own word.
    """

    status: str | None = None
    ruleset: str | None = None
    name: str | None = None
    since: str | None = None
    before: str | None = None
    combatant: str | None = None
    branch_of: str | None = None

    def admit(self, one: Listed) -> bool:
        """Whether an encounter is one of those."""
        return (
            self.status in (None, one.status)
            and self.ruleset in (None, one.ruleset)
            and (self.name is None or self.name.casefold() in one.name.casefold())
            and (self.since is None or one.opened >= self.since)
            and (self.before is None or one.opened < self.before)
            and (self.combatant is None or self.combatant in one.combatants)
            and (self.branch_of is None or (one.branch_of is not None and one.branch_of.encounter == self.branch_of))
        )


class Listings:
    """Lists the encounters that a caller may see."""

    def __init__(self, encounters: Encounters, across: ProjectionRunner, cursors: Cursors) -> None:
        self._encounters = encounters
        self._across = across
        self._cursors = cursors

    async def page(self, caller: Caller, filters: Filters, sort: Sort, after: str, limit: int) -> bytes:
        """A page of the list behind a cursor. Raises Problem ``invalid``."""
        if caller.delay is not None and sort == "active":
            raise Problem(
                "invalid", "Who watches with a delay lists by ID: the newest event is not in view yet.", field="sort"
            )
        if filters.ruleset is not None:
            self._encounters.ruleset(filters.ruleset, field="ruleset")
        order = _order(filters, sort, caller)
        position = self._cursors.behind(caller.tenant, after, order)
        found: list[tuple[bytes, Listed]] = []
        read, more = 0, True
        with store_problems():
            generation, current = await self._across.current(Directory.name)
            while more and len(found) < limit and read < MOST_READ:
                members, more = await self._members(generation, caller, order, filters, position, limit)
                if not members:
                    break
                shown = await self._shown(generation, caller, members)
                fit = [(member, *one) for member, one in zip(members, shown, strict=True) if one]
                fit = [one for one in fit if filters.admit(_listed(*one[1:]))]
                if filters.branch_of is not None:
                    fit = await self._come_from(filters.branch_of, caller, fit)
                found += [(member, _listed(name, row)) for member, name, row in fit]
                read, position = read + len(members), members[-1]
        if len(found) > limit:
            more, position = True, found[limit - 1][0]
        listed = [one for _, one in found[:limit]]
        cursor = self._cursors.cursor(caller.tenant, order, position) if more else None
        return encode(Listing(listed, cursor, current))

    async def branches(self, encounter: str, caller: Caller, after: str, limit: int) -> EncodedBody:
        """A page of the branches of an encounter, by ID. Raises Problem ``not_found`` and ``invalid``."""
        async with self._encounters.visible_encounter(encounter, caller) as sight:
            return sight.answered(await self.page(caller, Filters(branch_of=encounter), "id", after, limit))

    async def _members(
        self, generation: int, caller: Caller, order: Order, filters: Filters, position: bytes, limit: int
    ) -> tuple[list[bytes], bool]:
        """Where some encounters stand in the order behind a position, and whether there may be more."""
        if caller.encounters is not None:
            every = await self._named(generation, caller, order)
            rest = [one for one in every if not position or (one < position if order == "active" else one > position)]
            return rest[:limit], len(rest) > limit
        page = await self._across.orders.page(
            *(Directory.name, generation, ORDERS[order], caller.tenant),
            count=limit,
            behind=position,
            prefix=f"{filters.branch_of} ".encode() if order == "branches" else b"",
            backwards=order == "active",
        )
        return [one.member for one in page.members], page.more and bool(page.members)

    async def _named(self, generation: int, caller: Caller, order: Order) -> list[bytes]:
        """Where the encounters stand that the caller's token names, in their order."""
        names = sorted(caller.encounters or ())
        if order != "active":
            return [name.encode() for name in names]
        rows = await self._rows(generation, caller, names)
        found = [f"{row.active} {name}".encode() for name, row in zip(names, rows, strict=True) if row is not None]
        return sorted(found, reverse=True)

    async def _shown(
        self, generation: int, caller: Caller, members: Iterable[bytes]
    ) -> list[tuple[str, DirectoryRow] | None]:
        """Encounters as the caller may know of them; None for those of which it may not."""
        names = [member.rpartition(b" ")[2].decode() for member in members]
        rows = await self._rows(generation, caller, names)
        if caller.delay is not None:
            rows = [row and await self._held_back(caller, name, row) for name, row in zip(names, rows, strict=True)]
        await self._mark_sealed(caller, names, rows)
        return [None if row is None else (name, row) for name, row in zip(names, rows, strict=True)]

    async def _mark_sealed(self, caller: Caller, names: Iterable[str], rows: Iterable[DirectoryRow | None]) -> None:
        """Say of open encounters which are sealed: no event tells it, but their heads do."""
        open_rows = {
            StreamId(caller.tenant, name): row
            for name, row in zip(names, rows, strict=True)
            if row is not None and row.status == "open"
        }
        for stream in await self._encounters.store.sealed(tuple(open_rows)):
            open_rows[stream].status = SEALED

    async def _held_back(self, caller: Caller, encounter: str, row: DirectoryRow) -> DirectoryRow | None:
        """An encounter as it stands in view of somebody who watches with a delay; None where nothing is in view."""
        try:
            sight = await self._encounters.sight(encounter, caller)
            if sight.version >= row.version:
                return row
            state = (await self._encounters.state_at(sight)).state
            (newest,) = await self._encounters.history.records(sight.warm.stream, sight.version - 1, sight.version)
        except (Problem, StoreError):
            return None
        row.version, row.status, row.combatants = sight.version, state.status, tuple(state.joined)
        row.active = sight.warm.prepared.codec.decode_envelope(newest).time
        return row

    async def _come_from(
        self, encounter: str, caller: Caller, rows: list[tuple[bytes, str, DirectoryRow]]
    ) -> list[tuple[bytes, str, DirectoryRow]]:
        """The branches that come from an encounter, and not from another one of its ID; all where it is not here."""
        sight = await seen(self._encounters, encounter, caller) if rows else None
        if sight is None:
            return rows
        left = [BranchPoint(encounter, row.at or 0, row.chain or "") for _, _, row in rows]
        own = await come_from(self._encounters, sight, left)
        return [one for one, point in zip(rows, left, strict=True) if point in own]

    async def _rows(self, generation: int, caller: Caller, names: Iterable[str]) -> list[DirectoryRow | None]:
        streams = [StreamId(caller.tenant, encounter) for encounter in names]
        orders = self._across.orders
        wanted = [(keys_of(stream, orders.partitions).partition, field_of(stream)) for stream in streams]
        rows = await orders.rows(Directory.name, generation, wanted)
        return [None if row is None else _read(row) for row in rows]


def _order(filters: Filters, sort: Sort, caller: Caller) -> Order:
    """The order to walk through: the branches of one encounter by ID stand together in one of their own."""
    if filters.branch_of is not None and sort == "id" and caller.encounters is None:
        return "branches"
    return sort


def _listed(encounter: str, row: DirectoryRow) -> Listed:
    return Listed(
        encounter,
        row.name,
        row.ruleset,
        row.status,
        row.version,
        row.opened,
        row.active,
        row.combatants,
        None if row.of is None else Origin(row.of, row.at or 0),
        row.damaged,
    )
