"""The list of encounters, read from the directory and complete as of the time of the request.

A page is a range of one order of the directory. In the order of IDs, no encounter is missing or repeated, even if
encounters open or change between two pages. In the order of the newest event, no encounter is repeated; one that gets
an event between two pages moves to the front, and appears in the next listing from the start.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

import msgspec

from domain.model.encounter import BranchPoint
from events.read_models.directory import DirectoryProjection, DirectoryRow, field_of
from events.store.keys import keys_of
from events.store.protocol import SEALED_STATUS, Store, StoreError, StreamId
from service.auth.access import Caller
from service.encounters.branches.ancestry import find_if_visible, own_branch_points
from service.encounters.encoding import EncodedBody, encode
from service.encounters.visible_encounter import EncounterViewer
from service.problems.problem import Problem
from service.problems.store_problems import store_problems
from service.read_models.cursors import Cursors
from service.read_models.projection_runner import ProjectionRunner
from service.rulesets.runtime import RulesetRuntime, require_ruleset
from service.work.slices import in_slice, slice_here

MAX_SCANNED: Final = 2000
"""Encounters that one page reads at most, even if the filters leave out most of them."""
DELAYED_PER_SLICE: Final = 10
"""Encounters of a delayed caller's list that count as one slice: each is read from the store, unlike other rows."""
Sort = Literal["id", "active"]
Order = Literal["id", "active", "branches"]
ORDERS: Final[Mapping[Order, str]] = {"id": "ids", "active": "active", "branches": "branches"}
"""The order of the directory that each sort order of a list reads."""
_read: Final = DirectoryProjection().decode


class Origin(msgspec.Struct, frozen=True):
    """The encounter that another one is a branch of, and the version at which it branched."""

    encounter: str
    version: int


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """An encounter of the list.

    ``opened`` and ``active`` are the times of its first and newest event. ``combatants`` are those that have joined, in
    order. ``damaged`` is true if the store has lost events of it, so that the other fields may be wrong.
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
    """A page of the list; ``next`` is the cursor of the next page, or null on the last one.

    If filters leave out many encounters, a page may have fewer than the limit, or none, and still have a next page.
    ``current`` is true if the list is complete as of the time of the request.
    """

    encounters: list[Listed]
    next: str | None
    current: bool


class Filters(NamedTuple):
    """The filters of a list; None does not filter.

    ``name`` is a part of the name, in any case; ``since`` and ``before`` bound the time of opening; ``combatant`` has
    joined the encounter. ``branch_of`` is the encounter that it is a branch of: checked by the hash of that one's chain
    if the caller may see it, and otherwise as the branch itself states.
    """

    status: str | None = None
    ruleset: str | None = None
    name: str | None = None
    since: str | None = None
    before: str | None = None
    combatant: str | None = None
    branch_of: str | None = None

    def match(self, one: Listed) -> bool:
        """Return whether an encounter passes the filters."""
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

    def __init__(
        self,
        store: Store,
        viewer: EncounterViewer,
        runtimes: Mapping[str, RulesetRuntime[Any]],
        across: ProjectionRunner,
        cursors: Cursors,
    ) -> None:
        self._store, self._viewer, self._runtimes = store, viewer, runtimes
        self._across = across
        self._cursors = cursors

    async def page(self, caller: Caller, filters: Filters, sort: Sort, after: str, limit: int) -> bytes:
        """Return the page of the list after a cursor, encoded. Raises Problem ``invalid``."""
        if caller.delay is not None and sort == "active":
            raise Problem(
                "invalid", "With a delayed token, sort by id: the newest events are not visible yet.", field="sort"
            )
        if filters.ruleset is not None:
            require_ruleset(self._runtimes, filters.ruleset)
        order = _order(filters, sort, caller)
        position = self._cursors.member(caller.tenant, after, order)
        found: list[tuple[bytes, Listed]] = []
        read, more = 0, True
        with store_problems():
            generation, current = await self._across.current(DirectoryProjection.name)
            while more and len(found) < limit and read < MAX_SCANNED:
                members, more = await self._members(generation, caller, order, filters, position, limit)
                if not members:
                    break
                visible = await self._visible(generation, caller, members)
                choosing = partial(_matching, filters, members, visible)
                matching = await in_slice(choosing) if read else choosing()  # most lists need one page only
                if filters.branch_of is not None:
                    matching = await self._verified_branches(filters.branch_of, caller, matching)
                found += [(member, _listed(name, row)) for member, name, row in matching]
                read, position = read + len(members), members[-1]
        if len(found) > limit:
            more, position = True, found[limit - 1][0]
        listed = [one for _, one in found[:limit]]
        cursor = self._cursors.cursor(caller.tenant, order, position) if more else None
        return encode(Listing(listed, cursor, current))

    async def branches(self, encounter: str, caller: Caller, after: str, limit: int) -> EncodedBody:
        """Return a page of the branches of an encounter, by ID. Raises Problem ``not_found`` and ``invalid``."""
        async with self._viewer.visible_encounter(encounter, caller) as sight:
            page = await self.page(caller, Filters(branch_of=encounter), "id", after, limit)
            return sight.encoded(page, "branches").by_content()

    async def _members(
        self, generation: int, caller: Caller, order: Order, filters: Filters, position: bytes, limit: int
    ) -> tuple[list[bytes], bool]:
        """Return the members of an order after a position, and whether there may be more."""
        if caller.encounters is not None:
            members = await self._granted_members(generation, caller, order)
            rest = [one for one in members if not position or (one < position if order == "active" else one > position)]
            return rest[:limit], len(rest) > limit
        page = await self._across.orders.page(
            *(DirectoryProjection.name, generation, ORDERS[order], caller.tenant),
            count=limit,
            after=position,
            prefix=f"{filters.branch_of} ".encode() if order == "branches" else b"",
            reverse=order == "active",
        )
        return [one.member for one in page.members], page.more and bool(page.members)

    async def _granted_members(self, generation: int, caller: Caller, order: Order) -> list[bytes]:
        """Return the members of an order for the encounters that the caller's token names, sorted."""
        names = sorted(caller.encounters or ())
        if order != "active":
            return [name.encode() for name in names]
        rows = await self._rows(generation, caller, names)
        found = [f"{row.active} {name}".encode() for name, row in zip(names, rows, strict=True) if row is not None]
        return sorted(found, reverse=True)

    async def _visible(
        self, generation: int, caller: Caller, members: Iterable[bytes]
    ) -> list[tuple[str, DirectoryRow] | None]:
        """Return the name and row of each member as the caller may see it; None for one that it may not see."""
        names = [member.rpartition(b" ")[2].decode() for member in members]
        rows = await self._rows(generation, caller, names)
        if caller.delay is not None:
            rows = await self._all_delayed(caller, names, rows)
        await self._mark_sealed(caller, names, rows)
        return [None if row is None else (name, row) for name, row in zip(names, rows, strict=True)]

    async def _mark_sealed(self, caller: Caller, names: Iterable[str], rows: Iterable[DirectoryRow | None]) -> None:
        """Mark the open encounters that are sealed: their heads record it, and no event does."""
        open_rows = {
            StreamId(caller.tenant, name): row
            for name, row in zip(names, rows, strict=True)
            if row is not None and row.status == "open"
        }
        for stream in await self._store.sealed(tuple(open_rows)):
            open_rows[stream].status = SEALED_STATUS

    async def _all_delayed(
        self, caller: Caller, names: Sequence[str], rows: Sequence[DirectoryRow | None]
    ) -> list[DirectoryRow | None]:
        """Return rows as a delayed caller may see them. Each is looked up in its encounter, and some are a slice."""
        seen: list[DirectoryRow | None] = []
        for place, (name, row) in enumerate(zip(names, rows, strict=True)):
            if place % DELAYED_PER_SLICE == 0:
                await slice_here()
            seen.append(row and await self._delayed(caller, name, row))
        return seen

    async def _delayed(self, caller: Caller, encounter: str, row: DirectoryRow) -> DirectoryRow | None:
        """Return an encounter's row as a delayed caller may see it; None if nothing of it is visible yet."""
        try:
            sight = await self._viewer.find(encounter, caller)
            if sight.version >= row.version:
                return row
            state = (await self._viewer.state_at(sight)).state
            (newest,) = await self._viewer.records(sight, sight.version - 1, sight.version)
        except (Problem, StoreError):
            return None
        row.version, row.status, row.combatants = sight.version, state.status, tuple(state.joined)
        row.active = sight.cached.runtime.codec.decode_envelope(newest).time
        return row

    async def _verified_branches(
        self, encounter: str, caller: Caller, rows: list[tuple[bytes, str, DirectoryRow]]
    ) -> list[tuple[bytes, str, DirectoryRow]]:
        """Return the rows that branch from this encounter and not from another of its ID; all if it is not visible."""
        sight = await find_if_visible(self._viewer, encounter, caller) if rows else None
        if sight is None:
            return rows
        left = [BranchPoint(encounter, row.at or 0, row.chain or "") for _, _, row in rows]
        own = await own_branch_points(self._viewer, sight, left)
        return [one for one, point in zip(rows, left, strict=True) if point in own]

    async def _rows(self, generation: int, caller: Caller, names: Iterable[str]) -> list[DirectoryRow | None]:
        streams = [StreamId(caller.tenant, encounter) for encounter in names]
        orders = self._across.orders
        wanted = [(keys_of(stream, orders.partitions).partition, field_of(stream)) for stream in streams]
        rows = await orders.rows(DirectoryProjection.name, generation, wanted)
        return [None if row is None else _read(row) for row in rows]


def _matching(
    filters: Filters, members: Iterable[bytes], visible: Iterable[tuple[str, DirectoryRow] | None]
) -> list[tuple[bytes, str, DirectoryRow]]:
    """Return the visible rows that pass the filters, with their members."""
    rows = [(member, *one) for member, one in zip(members, visible, strict=True) if one]
    return [row for row in rows if filters.match(_listed(*row[1:]))]


def _order(filters: Filters, sort: Sort, caller: Caller) -> Order:
    """Return the order to read: branches of one encounter, sorted by ID, have an order of their own."""
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
