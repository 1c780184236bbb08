"""Seats: tokens and invitations that callers make for others, and who is connected for which seat."""

from collections.abc import Sequence
from typing import Literal, TypedDict

import msgspec


class Delay(msgspec.Struct, frozen=True):
    """The delay of a spectator: a number of events, or of rounds."""

    events: int = 0
    rounds: int = 0


class GrantTerms(TypedDict, total=False):
    """The rights and the holder of a token or an invitation that is to be made.

    ``delay`` is that of a spectator, as ``{"rounds": 1}`` or ``{"events": 20}``. ``name`` is the holder's, which only a
    narrator chooses. ``expires`` is ``90m``, ``12h`` or ``7d`` from now, or a time with its zone.
    """

    role: Literal["narrator", "player", "spectator"] | None
    combatants: Sequence[str] | None
    encounters: Sequence[str] | Literal["all"] | None
    delay: dict[str, int] | None
    name: str | None
    expires: str | None


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
