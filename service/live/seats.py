"""Seats of an encounter: who is connected for which seat, which are given away, and which are free."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextvars import Context
from typing import Final, Literal

import msgspec

from domain.model.speaker import NARRATOR, Speaker, parse_speaker
from events.store.protocol import StoreError, StreamId
from service.auth.access import Caller
from service.auth.grants import MAX_NAME, Grant, Grants
from service.auth.spectator_delay import Delay
from service.encounters.encoding import EncodedBody, encode
from service.encounters.visibility import view_state
from service.encounters.visible_encounter import EncounterViewer, VisibleEncounter
from service.live.presence import Connected, Presence
from service.problems.problem import Problem
from service.problems.store_problems import store_problems

POLL_INTERVAL: Final = 1.0
"""Seconds between two looks at the seats of an encounter that is watched with them."""
SeatState = Literal["free", "invited", "held", "connected"]
_log = logging.getLogger(__name__)


class Seat(msgspec.Struct, frozen=True):
    """The seat of the narrator or of a combatant, by its ID, with its label.

    It is ``connected`` while its holder has live connections, else ``held`` if there is a token for it, else
    ``invited`` if there is an invitation, else ``free``. ``names`` are those of its holders, or of the invited. Tokens
    that were not made over the API count only while they are connected.
    """

    seat: str
    label: str
    state: SeatState
    connections: int
    names: tuple[str, ...]


class SeatsAnswer(msgspec.Struct, frozen=True):
    """The seats of an encounter, and the number of live connections of spectators."""

    encounter: str
    seats: tuple[Seat, ...]
    watchers: int


class SeatsReader:
    """Reads the seats of encounters as callers see them: of the combatants that are there in their view.

    A rewind takes combatants away with their seats, other than those that somebody holds or is invited to.
    """

    def __init__(self, grants: Grants, presence: Presence, viewer: EncounterViewer) -> None:
        self._grants, self._presence, self._viewer = grants, presence, viewer

    async def read(self, encounter: str, caller: Caller) -> EncodedBody:
        """Return the seats. Raises Problem."""
        async with self._viewer.visible_encounter(encounter, caller) as view:
            stream = view.cached.stream
            with store_problems():
                connected = await self._presence.everywhere(stream)
            grants = await self._grants.for_encounter(stream.tenant, encounter)
            return view.encoded(encode(_answer(view, connected, grants)), "seats").by_content()

    async def trace(self, stream: StreamId) -> object:
        """Return what differs whenever the connections or the grants of an encounter do. Raises StoreError, Problem."""
        connected = await self._presence.everywhere(stream)
        return connected, await self._grants.ids_for_encounter(stream.tenant, stream.encounter)


class SeatsFeed:
    """The seats of one encounter while it is watched with them: read once for all watches of one view.

    ``version`` returns the newest version of the encounter, and ``wake`` wakes its watches.
    """

    def __init__(
        self, stream: StreamId, reader: SeatsReader, version: Callable[[], int], wake: Callable[[], None]
    ) -> None:
        self._stream, self._reader, self._version, self._wake = stream, reader, version, wake
        self._trace: object = None
        self._bodies: dict[tuple[Speaker, Delay | None], asyncio.Future[bytes]] = {}
        self._watches = 0
        self._polling: asyncio.Task[None] | None = None

    def join(self) -> None:
        """Count a watch; the first one begins to poll."""
        self._watches += 1
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll(), context=Context())  # of no request

    def leave(self) -> None:
        """Stop counting a watch; the last one ends the polling."""
        self._watches -= 1
        if not self._watches and self._polling is not None:
            self._polling.cancel()
            self._polling = None

    async def body(self, caller: Caller) -> bytes:
        """Return the seats as a caller sees them, as one line of JSON. Raises Problem."""
        view = caller.speaker, caller.delay
        known = self._bodies.get(view)
        if known is None:
            known = self._bodies[view] = asyncio.create_task(self._read(caller), context=Context())
        try:
            return await asyncio.shield(known)
        except Problem:
            if self._bodies.get(view) is known:
                del self._bodies[view]
            raise

    async def _read(self, caller: Caller) -> bytes:
        return (await self._reader.read(self._stream.encounter, caller)).body

    async def _poll(self) -> None:
        while True:
            try:
                trace = self._version(), await self._reader.trace(self._stream)
            except (StoreError, Problem) as error:
                _log.warning(
                    "The seats of %s cannot be read at the moment: %s",
                    self._stream.encounter,
                    error,
                    extra={"seldom": True},
                )
            else:
                if trace != self._trace:
                    self._trace = trace
                    self._bodies = {}
                    self._wake()
            await asyncio.sleep(POLL_INTERVAL)


def _answer(view: VisibleEncounter, connected: Iterable[Connected], grants: Iterable[Grant]) -> SeatsAnswer:
    attending = [(parse_speaker(one.speaker), one) for one in connected]
    ruleset = view.cached.runtime.ruleset
    names = ruleset.names_seen(view.state, view_state(ruleset, view.state, view.speaker))
    here = {NARRATOR.role: "Narrator", **{one: names.get(one, one) for one in view.present}}
    gone = {one: entrant.name for one, entrant in view.state.entrants.items() if one not in here}
    granted = [(one.speaker, one) for one in grants]
    seats = [
        _seat(
            seat,
            label,
            [one for speaker, one in attending if _holds(speaker, seat)],
            [one for speaker, one in granted if _holds(speaker, seat)],
        )
        for seat, label in {**here, **gone}.items()
    ]
    return SeatsAnswer(
        view.cached.stream.encounter,
        tuple([one for one in seats if one.seat in here or one.state != "free"]),
        sum(one.connections for speaker, one in attending if speaker.role == "spectator"),
    )


def _seat(seat: str, label: str, connected: list[Connected], grants: list[Grant]) -> Seat:
    if connected:
        return Seat(seat, label, "connected", sum(one.connections for one in connected), _names(connected))
    tokens = [one for one in grants if one.kind == "token"]
    if tokens:
        return Seat(seat, label, "held", 0, _names(tokens))
    return Seat(seat, label, "invited" if grants else "free", 0, _names(grants))


def _holds(speaker: Speaker, seat: str) -> bool:
    """Return whether a speaker holds a seat; the narrator speaks for all, but sits in one seat."""
    return seat == NARRATOR.role if speaker.is_narrator else seat in speaker.combatants


def _names(holders: Iterable[Connected | Grant]) -> tuple[str, ...]:
    """Return the names of holders; one to whom no name was given is called after its seat."""
    return tuple(sorted({one.name for one in holders if one.name not in ("", str(one.speaker)[:MAX_NAME])}))
