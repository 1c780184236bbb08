"""Live feeds that resume after a broken connection, without lost or repeated batches."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Any, Final, TypeVar

import httpx
import msgspec

from yarrow_client.problems import Details, HistoryDiffers, Problem, Unauthorized, Unavailable, read_json
from yarrow_client.seating import Seats
from yarrow_client.shapes import Batch
from yarrow_client.sse import Frame, frames_of
from yarrow_client.wire import Wire, again_after
from yarrow_client.witness import Witness

STREAM_TIMEOUT: Final = httpx.Timeout(10.0, read=60.0)
"""A stream that sends nothing for several heartbeats is broken."""
ENDED: Final = httpx.RemoteProtocolError("the stream ended")


T = TypeVar("T")


FINAL: Final = frozenset({"history_lost", "store_damaged"})
"""Codes with which the service drops a feed that cannot be resumed, because its history is lost."""
NOT_ALLOWED: Final = "not_allowed"
"""The code with which it drops one whose token has ended."""


class _Dropped(msgspec.Struct):
    resume: str
    code: str = ""
    detail: str = ""


def feed(wire: Wire, path: str, position: str | None, **parameters: Any) -> AsyncIterator[Batch]:
    """Yield the batches of a live feed after a position, or new ones only, until the service ends it.

    Raises Problem, and Unreachable if no connection succeeds within the patience of the client.
    """
    return _read_from(wire, path, position, "batch", _batch, parameters)


def seats_feed(wire: Wire, path: str, position: str) -> AsyncIterator[Seats]:
    """Yield the seats from a live feed of one encounter, first and whenever they change. Raises as ``feed`` does."""
    return _read_from(wire, path, position, "seats", _seats, {"seats": "true"})


async def _read_from(
    wire: Wire, path: str, position: str | None, event: str, read: Callable[[Frame], T], parameters: Mapping[str, Any]
) -> AsyncIterator[T]:
    """Yield what is read from the events of one kind."""
    patient = wire.patience()
    while True:
        why: Exception = ENDED
        healthy = False
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": position} if position else {})
        try:
            async with aclosing(
                await wire.send("GET", path, headers=headers, timeout=STREAM_TIMEOUT, **parameters)
            ) as answer:
                if answer.status_code == httpx.codes.NO_CONTENT:
                    return
                async for frame in frames_of(answer.aiter_bytes()):
                    patient.alive()
                    if frame is None or frame.event != "message":
                        healthy = True
                        patient.well()
                    if frame is None:
                        continue
                    if frame.event == event:
                        found = read(frame)
                        position = frame.id or position
                        yield found
                    elif frame.event == "dropped":
                        dropped = _read(frame, _Dropped)
                        if dropped.code in FINAL:
                            raise Unavailable(Details(dropped.detail, dropped.code, status=503))
                        if dropped.code == NOT_ALLOWED:
                            raise Unauthorized(Details(dropped.detail, dropped.code, status=401))
                        position, healthy = dropped.resume, dropped.code == "slow"
                        break
                    else:
                        position = frame.id or position
        except (httpx.TransportError, Problem) as error:
            why, healthy = error, False
        if not healthy:
            await patient.wait(why, again_after(why))


async def follow(batches: AsyncIterator[Batch], after: int) -> AsyncIterator[Batch]:
    """Yield the batches of one encounter after a version, in order. Raises HistoryDiffers if events are missing."""
    seen = after
    async for batch in batches:
        if batch.version <= seen:
            continue
        if batch.first > seen + 1:
            raise HistoryDiffers(
                f"Events {seen + 1} to {batch.first - 1} of {batch.encounter} are missing from the feed."
            )
        seen = batch.version
        yield batch


async def witnessed(
    batches: AsyncIterator[Batch], witness: Witness, encounter: str, newest: int
) -> AsyncIterator[Batch]:
    """Show each batch to a witness, and then yield it.

    Imported events have the ID of the encounter that they come from. From ``newest`` on, the version when the watch
    began, they must be of this encounter. Raises HistoryDiffers if the witness has seen another history.
    """
    async for batch in batches:
        witness.see_batch(batch)
        if batch.version >= newest:
            witness.require_of(encounter)
        yield batch
    witness.require_of(encounter)


def _batch(frame: Frame) -> Batch:
    return msgspec.structs.replace(_read(frame, Batch), position=frame.id)


def _seats(frame: Frame) -> Seats:
    return _read(frame, Seats)


def _read(frame: Frame, kind: type[T]) -> T:
    return read_json(frame.data, kind, f"The data of the event {frame.event!r}")
