"""Seats: tokens and invitations that callers make for others, and who is connected for which seat."""

from collections.abc import AsyncIterator
from typing import Any, Literal

import msgspec

from yarrow_client.asking import JSON
from yarrow_client.wire import Wire, decoded


class Delay(msgspec.Struct, frozen=True):
    """The delay of a spectator: a number of events, or of rounds."""

    events: int = 0
    rounds: int = 0


class Granted(msgspec.Struct, frozen=True):
    """A token or an invitation: its ID, its holder's name, its rights and its expiry.

    ``token`` or ``invitation`` is its secret, which is None unless it was just made. ``invitation_id`` is the ID of the
    invitation that a token was exchanged for.
    """

    id: str
    name: str
    role: Literal["narrator", "player", "spectator"]
    encounters: tuple[str, ...] | Literal["all"]
    created: str
    expires: str
    combatants: tuple[str, ...] = ()
    delay: Delay | None = None
    invitation_id: str | None = None
    token: str | None = None
    invitation: str | None = None


class TokenPage(msgspec.Struct, frozen=True):
    """A page of tokens, and the ``after`` of the next one."""

    tokens: list[Granted]
    next: str | None


class InvitationPage(msgspec.Struct, frozen=True):
    """A page of invitations, and the ``after`` of the next one."""

    invitations: list[Granted]
    next: str | None


class Seat(msgspec.Struct, frozen=True):
    """The seat of the narrator or of a combatant: its state, its live connections and the names of its holders."""

    seat: str
    label: str
    state: Literal["free", "invited", "held", "connected"]
    connections: int
    names: tuple[str, ...]


class Seats(msgspec.Struct, frozen=True):
    """The seats of an encounter, and the number of live connections of spectators."""

    encounter: str
    seats: tuple[Seat, ...]
    watchers: int


async def made(wire: Wire, path: str, **fields: Any) -> Granted:
    """Make a token or an invitation at a path, from the fields that are not None."""
    body = msgspec.json.encode({name: one for name, one in fields.items() if one is not None})
    return decoded(await wire.ask("POST", path, headers=JSON, body=body), Granted)


async def tokens_of(wire: Wire, encounter: str | None) -> AsyncIterator[Granted]:
    """Yield the tokens of all pages."""
    after: str | None = None
    while True:
        page = await wire.read(TokenPage, "tokens", encounter=encounter, after=after, limit=100)
        for found in page.tokens:
            yield found
        after = page.next
        if after is None:
            return


async def invitations_of(wire: Wire, encounter: str | None) -> AsyncIterator[Granted]:
    """Yield the invitations of all pages."""
    after: str | None = None
    while True:
        page = await wire.read(InvitationPage, "invitations", encounter=encounter, after=after, limit=100)
        for found in page.invitations:
            yield found
        after = page.next
        if after is None:
            return
