"""Tickets: each admits one live connection, for a browser that can send no headers with it.

Redis keeps a ticket for a minute, under a digest, so that no one can read tickets there. The connection that uses it
removes it. Its holder has the rights of the caller that made it, or fewer, for as long as that caller's token is valid.
"""

import time
from secrets import token_urlsafe
from typing import Final

import msgspec

from events.store.protocol import Store
from service.auth.access import Access, Caller, Unauthorized, restrict
from service.auth.rights import Rights, restricted
from service.auth.speaker_header import speaker_of
from service.problems.problem import Problem
from service.problems.sent_headers import SentHeaders
from service.problems.store_problems import store_problems

TICKET_SECONDS: Final = 60
NO_TICKET: Final = (
    f"The ticket is not valid: it admits one connection, within {TICKET_SECONDS} seconds. Make another one: "
    "POST /v1/tickets."
)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Caller).decode


class Ticket(msgspec.Struct, frozen=True):
    """A ticket for one live connection: the text to connect with, and the caller that it admits until a time."""

    text: str
    caller: Caller
    expires: float


class Tickets:
    """Makes tickets, and admits the connections that use them, in whichever process they arrive."""

    def __init__(self, store: Store, access: Access) -> None:
        self._store, self._access = store, access

    async def make(self, caller: Caller, rights: Rights) -> Ticket:
        """Make a ticket with rights no wider than the caller's. Raises Problem ``not_yours``, ``invalid``."""
        ticket = Ticket(token_urlsafe(24), restricted(caller, rights), time.time() + TICKET_SECONDS)
        with store_problems():
            await self._store.lend(self._access.digests(ticket.text)[0], _encode(ticket.caller), TICKET_SECONDS)
        return ticket

    async def admit(self, ticket: str, headers: SentHeaders, address: str) -> Caller:
        """Return the caller that a ticket admits, and count its request, as ``Access.admit`` does.

        The header Yarrow-As can restrict the speaker further; a token beside the ticket is refused.
        """
        self._access.require_local(headers)
        try:
            caller = await self._redeemed(ticket, headers)
        except Problem:
            self._access.count(address)
            raise
        self._access.admit_again(caller)
        return caller

    async def _redeemed(self, ticket: str, headers: SentHeaders) -> Caller:
        bearer, named = self._access.identifying(headers)
        if bearer is not None:
            raise Problem("malformed", "Send either a ticket or a token, not both.", field="ticket")
        wanted = None if named is None else speaker_of(named)
        with store_problems():
            kept = await self._taken(ticket)
        if kept is None:
            raise Unauthorized(NO_TICKET, sent=True)
        caller = _decode(kept)
        return caller if wanted is None else caller._replace(speaker=restrict(caller.speaker, wanted))

    async def _taken(self, ticket: str) -> bytes | None:
        """Take the caller of a ticket; None for an unknown one."""
        for digest in self._access.digests(ticket):
            if kept := await self._store.take(digest):
                return kept
        return None
