"""Watching: batches as they happen, over connections that break, without one lost or doubled."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final, TypeVar

import httpx
import msgspec

from yarrow_client.problems import Details, HistoryDiffers, NotYarrow, Problem, Unavailable
from yarrow_client.shapes import Batch
from yarrow_client.sse import Frame, frames_of
from yarrow_client.wire import Patience, Wire, again_after
from yarrow_client.witness import Witness

SILENCE: Final = httpx.Timeout(10.0, read=60.0)
"""A stream that is silent for longer than several heartbeats is broken."""
ENDED: Final = httpx.RemoteProtocolError("the stream ended")


T = TypeVar("T")


FINAL: Final = frozenset({"history_lost", "store_damaged"})
"""Why a watcher is dropped for good: what is no longer there cannot be read on."""


class _Dropped(msgspec.Struct):
    resume: str
    code: str = ""
    detail: str = ""


async def feed(wire: Wire, path: str, position: str | None, **parameters: Any) -> AsyncIterator[Batch]:
    """The batches of a live feed behind a position, or from now on, until the service says that nothing follows.

    Raises Problem, and Unreachable where no connection comes about for as long as the wire is patient.
    """
    patient = Patience(wire.patience)
    while True:
        why: Exception = ENDED
        went_well = False
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": position} if position else {})
        try:
            async with aclosing(await wire.send("GET", path, headers=headers, timeout=SILENCE, **parameters)) as answer:
                if answer.status_code == httpx.codes.NO_CONTENT:
                    return
                async for frame in frames_of(answer.aiter_bytes()):
                    patient.alive()
                    if frame is None or frame.event != "message":
                        went_well = True
                        patient.well()
                    if frame is None:
                        continue
                    if frame.event == "batch":
                        batch = _batch(frame)
                        position = frame.id
                        yield batch
                    elif frame.event == "dropped":
                        dropped = _read(frame, _Dropped)
                        if dropped.code in FINAL:
                            raise Unavailable(Details(dropped.detail, dropped.code, status=503))
                        position, went_well = dropped.resume, dropped.code == "slow"
                        break
                    else:
                        position = frame.id or position
        except (httpx.TransportError, Problem) as error:
            why, went_well = error, False
        if not went_well:
            await patient.wait(why, again_after(why))


async def follow(batches: AsyncIterator[Batch], after: int) -> AsyncIterator[Batch]:
    """The batches of one encounter behind a version, in order. Raises HistoryDiffers where something is missing."""
    seen = after
    async for batch in batches:
        if batch.version <= seen:
            continue
        if batch.first > seen + 1:
            raise HistoryDiffers(f"The events {seen + 1} to {batch.first - 1} of {batch.encounter} did not come.")
        seen = batch.version
        yield batch


async def witnessed(
    batches: AsyncIterator[Batch], witness: Witness, encounter: str, stood: int
) -> AsyncIterator[Batch]:
    """The batches, each of which a witness has seen before anybody else.

    What was imported bears the ID that it had elsewhere: from ``stood`` on, where the encounter was already when the
    watch began, it has to be of the encounter. Raises HistoryDiffers where the witness objects.
    """
    async for batch in batches:
        witness.see_batch(batch)
        if batch.version >= stood:
            witness.require_of(encounter)
        yield batch
    witness.require_of(encounter)


def _batch(frame: Frame) -> Batch:
    return msgspec.structs.replace(_read(frame, Batch), position=frame.id)


def _read(frame: Frame, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(frame.data, type=kind)
    except msgspec.DecodeError as error:
        raise NotYarrow(f"A frame {frame.event!r} has another shape: {error}.") from error
