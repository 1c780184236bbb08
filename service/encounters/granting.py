"""Granting: tokens and invitations for encounters, whose rights are checked against them, and handing over a seat.

A seat of an encounter is the narrator's or a combatant's; its holders are the players whose rights include it.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from domain.model.speaker import MAX_COMBATANTS, Speaker
from domain.model.suggestions import instead, not_joined
from service.auth.access import Caller, Unauthorized
from service.auth.expiry import parse_expiry
from service.auth.grants import MAX_NAME, Grant, Grants, Kind, Made, Origin, may_end
from service.auth.rights import GrantRights, Rights, restricted
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.problems.problem import Problem

MAX_CHECKED: Final = 100
"""The most encounters in which the combatants of a player are looked for."""


class Granting:
    """Makes tokens and invitations for callers, and hands over seats."""

    def __init__(self, grants: Grants, viewer: EncounterViewer) -> None:
        self._grants, self._viewer = grants, viewer
        self._handing_over = asyncio.Lock()

    async def make(self, kind: Kind, caller: Caller, rights: GrantRights) -> Made:
        """Make a token or an invitation with rights no wider than the caller's.

        Each encounter that the rights name has to exist and, for a player, to be open; a player's combatants have to
        have joined. Raises Problem with the field at fault.
        """
        granted = restricted(caller, rights)
        expires = None if rights.expires is None else expiry(rights.expires)
        named = rights.encounters if isinstance(rights.encounters, tuple) else ()
        seen = [await self._existing(one, caller) for one in dict.fromkeys(named)]
        if granted.speaker.role == "player":
            for one in seen:
                _require_open(one, "encounters")
            if not named and granted.encounters is not None and len(granted.encounters) <= MAX_CHECKED:
                present = [await self._if_present(one, caller) for one in granted.encounters]
                seen = [one for one in present if one is not None]
            _require_joined(granted.speaker, seen)
        return await self._grants.make(kind, caller, granted, name=rights.name, expires=expires)

    async def require_players(self, caller: Caller, rights: Rights) -> None:
        """Raise Problem ``invalid`` if a player of these rights has no combatant in the encounters that they name.

        Each combatant that the rights name has to have joined, and of a caller's own one. An encounter that does not
        exist is not looked at: what connects to it hears so.
        """
        granted = restricted(caller, rights)
        named = granted.encounters or ()
        if granted.speaker.role != "player" or not 0 < len(named) <= MAX_CHECKED:
            return
        present = [await self._if_present(one, caller) for one in named]
        seen = [one for one in present if one is not None]
        if rights.combatants or not any(one in view.state.joined for view in seen for one in caller.speaker.combatants):
            _require_joined(granted.speaker, seen)

    async def hand_over(
        self, encounter: str, seat: str, caller: Caller, name: str | None = None, expires: str | None = None
    ) -> Made:
        """Return an invitation to a combatant's seat, whose tokens and invitations of today end.

        A player hands over its own seat: its token ends, with all of the same invitation. A narrator hands over any
        seat. The invitation has the rights of what ends. Raises Problem.
        """
        async with self._viewer.visible_encounter(encounter, caller) as view:
            if not caller.speaker.speaks_for(seat):
                detail = f"You speak as {caller.speaker}; only the narrator and those who hold a seat hand it over."
                raise Problem("not_yours", detail, field="seat")
            there = {one: view.state.name_of(one) for one in view.present}
            if seat not in there:
                detail = f"There is no seat “{seat[:64]}” of a combatant; {instead(seat, there)}"
                raise Problem("not_found", detail, field="seat")
            _require_open(view, "encounter")
            until = None if expires is None else expiry(expires)
            async with self._handing_over:  # of two at once, the later one has to find what the earlier one has made
                if caller.speaker.is_narrator:
                    return await self._pass_on(encounter, seat, caller, name, until)
                return await self._pass_on_own(encounter, caller, name, until)

    async def _pass_on(self, encounter: str, seat: str, caller: Caller, name: str | None, expires: int | None) -> Made:
        """Hand over a seat as the narrator."""
        known = await self._grants.for_encounter(caller.tenant, encounter)
        held = [one for one in known if one.role == "player" and seat in one.combatants]
        wider = next((one for one in held if not may_end(caller, one)), None)
        if wider is not None:
            detail = f"{wider.name} holds the seat in other encounters too; only a narrator of them all hands it over."
            raise Problem("not_yours", detail, field="seat")
        granted = caller._replace(speaker=_seats_of(seat, held), encounters=_encounters_of(encounter, held), delay=None)
        made = await self._grants.make("invitation", caller, granted, name=name, expires=expires)
        for one in held:
            await self._grants.end(caller.tenant, one.id)
        return made

    async def _pass_on_own(self, encounter: str, caller: Caller, name: str | None, expires: int | None) -> Made:
        """Hand over the caller's own seat: all that its token is for, and without a token that of the encounter.

        The invitation comes from where the caller's token came from, because what the token made ends with it.
        """
        if caller.is_restricted:
            detail = "Your token is for more than this seat, and would end: leave the header out, or use another token."
            raise Problem("not_yours", detail, field="Yarrow-As")
        if not caller.token:
            granted = caller._replace(encounters=frozenset([encounter]))
            return await self._grants.make("invitation", caller, granted, name=name, expires=expires)
        if name is not None:
            raise Problem("not_yours", "Only a narrator names the holder; leave the name out.", field="name")
        own = await self._grants.read(caller.tenant, caller.token)
        first = own
        if own is not None and own.invitation is not None:
            first = await self._grants.read(caller.tenant, own.invitation)
            if first is None:
                raise Unauthorized("The invitation of your token has ended.", sent=True)
        granted, origin = caller, await self._grants.origin(caller)
        if first is not None:
            granted = first.caller(caller.tenant)
            origin = Origin(first.maker, first.owner, first.expires, lesser=True)
        else:
            origin = origin._replace(maker=f"as {caller.speaker}")
        made = await self._grants.make_from(
            "invitation", origin, granted, name=str(granted.speaker)[:MAX_NAME], expires=expires
        )
        await self._grants.confirmed(caller, made)
        await self._grants.end(caller.tenant, caller.token)
        if first is not None:
            await self._grants.end(caller.tenant, first.id)
        return made

    async def _existing(self, encounter: str, caller: Caller) -> VisibleEncounter:
        try:
            return await self._viewer.find(encounter, caller)
        except Problem as problem:
            if problem.details.code != "not_found":
                raise
            raise Problem("not_found", problem.details.detail, field="encounters") from None

    async def _if_present(self, encounter: str, caller: Caller) -> VisibleEncounter | None:
        try:
            return await self._viewer.find(encounter, caller)
        except Problem as problem:
            if problem.details.code != "not_found":
                raise
            return None


def expiry(text: str) -> int:
    """Return the second since 1970 of an expiry. Raises Problem ``invalid``."""
    try:
        return parse_expiry(text)
    except ValueError as error:
        raise Problem("invalid", f"{error}.", field="expires") from None


def _require_open(view: VisibleEncounter, field: str) -> None:
    if view.state.status != "open":
        name = view.cached.stream.encounter
        raise Problem("closed", f"The encounter {name} is closed; no one can play in it any more.", field=field)


def _require_joined(speaker: Speaker, seen: Sequence[VisibleEncounter]) -> None:
    """Raise Problem ``invalid`` if a combatant is in none of the encounters; without any, nothing is known."""
    known = {one: view.state.name_of(one) for view in seen for one in view.present}
    missing = next((one for one in speaker.combatants if one not in known), None)
    if seen and missing is not None:
        raise Problem("invalid", not_joined(missing, known), field="combatants")


def _seats_of(seat: str, held: Iterable[Grant]) -> Speaker:
    """Return the player who speaks for a seat, and for all others that its holders have."""
    combatants = tuple(dict.fromkeys([seat, *(one for grant in held for one in grant.combatants)]))
    return Speaker("player", combatants[:MAX_COMBATANTS])


def _encounters_of(encounter: str, held: Sequence[Grant]) -> frozenset[str] | None:
    """Return the encounters of those who hold a seat in one of them; None if one of them is for all."""
    if any(grant.encounters is None for grant in held):
        return None
    return frozenset([encounter, *(one for grant in held for one in grant.encounters or ())])
