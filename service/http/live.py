"""``GET …/live``: what happens, as it happens, as server-sent events."""

import re
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response

from service.http.asked import Calling
from service.http.event_stream import EventStream
from service.live.hub import Hub
from service.live.watch import Watch
from service.problems import Problem

router = APIRouter(prefix="/v1", tags=["live"])
_version = re.compile("[0-9]{1,15}").fullmatch


@router.get("/encounters/{encounter}/live")
async def watch_encounter(
    request: Request,
    encounter: str,
    caller: Calling,
    after: Annotated[
        int | None, Query(ge=0, le=2**53, description="the version to go on behind; without it, from now")
    ] = None,
    last_event_id: Annotated[
        str | None, Header(description="the `id` of the last event received; stands above `after`")
    ] = None,
) -> Response:
    """Watch an encounter: each batch as it is appended, as the speaker sees it.

    The stream ends when the encounter is closed and all of it was sent; asked again there, the answer is 204.
    """
    hub: Hub = request.app.state.hub
    position = after if last_event_id is None else version_of(last_event_id)
    return answered(request, await hub.watch(encounter, caller, position))


def version_of(last_event_id: str) -> int:
    """The version that a position in one encounter is. Raises Problem ``malformed``."""
    if not _version(last_event_id):
        raise Problem(
            "malformed",
            "The position is the version that the last event received had as its id, as Last-Event-ID: 12.",
            field="Last-Event-ID",
        )
    return int(last_event_id)


def answered(request: Request, watch: Watch | None) -> Response:
    """The stream of a watch, or that there is nothing left to wait for."""
    if watch is None:
        return Response(status_code=204)
    state = request.app.state
    return EventStream(watch, state.pace, state.hub.measures)
