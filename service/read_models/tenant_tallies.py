"""Tallies across encounters: counts of events by combatant, by ruleset, or by principal.

They include private throws and facts that only a narrator has seen, so only hosts may read them: narrators of all
encounters of their tenant.
"""

from typing import Final

import msgspec

from events.read_models.tallies import By, TalliesProjection, Totals, field_of
from service.auth.access import Caller
from service.encounters.encoding import encode
from service.problems.problem import Problem
from service.problems.store_problems import store_problems
from service.read_models.cursors import Cursors
from service.read_models.projection_runner import ProjectionRunner

_read: Final = TalliesProjection({}).decode


class Tallied(msgspec.Struct, frozen=True, omit_defaults=True):
    """The totals under one ruleset: of the combatant or principal that ``of`` names, or of all."""

    ruleset: str
    totals: Totals
    of: str | None = None


class TallyPage(msgspec.Struct, frozen=True):
    """A page of tallies; ``next`` is the cursor of the next page, or null on the last one.

    ``current`` is true if the tallies are complete as of the time of the request.
    """

    by: By
    tallies: list[Tallied]
    next: str | None
    current: bool


class TenantTallies:
    """Reads the tallies across encounters."""

    def __init__(self, across: ProjectionRunner, cursors: Cursors) -> None:
        self._across = across
        self._cursors = cursors

    async def page(
        self, caller: Caller, by: By, *, ruleset: str | None, of: str | None, after: str, limit: int
    ) -> bytes:
        """Return a page of tallies, ordered by ruleset and name. Raises Problem ``not_yours`` or ``invalid``."""
        if not caller.is_host:
            raise Problem(
                "not_yours", "Tallies across encounters need the token of a narrator of all encounters of the tenant."
            )
        position = self._cursors.member(caller.tenant, after, by)
        if of is not None and by == "ruleset":
            raise Problem(
                "invalid", "By ruleset, filter with `ruleset`; `of` names a combatant or a principal.", field="of"
            )
        if ruleset is not None and ruleset not in self._across.rulesets:
            known = tuple(self._across.rulesets)
            detail = f"There is no ruleset “{ruleset}”. Choose one of {', '.join(known)}."
            raise Problem("invalid", detail, field="ruleset", rulesets=known)
        orders = self._across.orders
        with store_problems():
            generation, current = await self._across.current(TalliesProjection.name)
            if of is not None:
                keys = [ruleset] if ruleset is not None else self._across.rulesets
                members = [f"{key} {of}".encode() for key in keys]
                found = [(member, list(range(orders.partitions))) for member in members if member > position]
                more = False
            else:
                prefix = b"" if ruleset is None else f"{ruleset} ".encode()
                page = await orders.page(
                    *(TalliesProjection.name, generation, by, caller.tenant),
                    count=limit,
                    after=position,
                    prefix=prefix,
                )
                found = [(one.member, one.partitions) for one in page.members]
                more = page.more and bool(found)
            tallies = await self._joined(generation, caller.tenant, by, found)
        last = self._cursors.cursor(caller.tenant, by, found[-1][0]) if more else None
        return encode(TallyPage(by, tallies, last, current))

    async def _joined(
        self, generation: int, tenant: str, by: By, found: list[tuple[bytes, list[int]]]
    ) -> list[Tallied]:
        """Return the tallies of members, each summed over the partitions that have counts of it."""
        keys = [member.decode().partition(" ")[::2] for member, _ in found]
        wanted = [
            (partition, field_of(tenant, by, ruleset, of))
            for (ruleset, of), (_, partitions) in zip(keys, found, strict=True)
            for partition in partitions
        ]
        rows = iter(await self._across.orders.rows(TalliesProjection.name, generation, wanted))
        tallies = []
        for (ruleset, of), (_, partitions) in zip(keys, found, strict=True):
            counted = [_read(row) for _, row in zip(partitions, rows, strict=False) if row is not None]
            if not counted:
                continue
            totals = Totals()
            for part in counted:
                totals.join(part)
            tallies.append(Tallied(ruleset, totals, of or None))
        return tallies
