"""``GET …/live``: what happens, as it happens, as server-sent events."""

import re
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request, Response

from service.http.requests.dependencies import Calling
from service.http.responses.event_stream import EventStream
from service.live.hub import Hub
from service.live.watch import NothingLeft, Watch
from service.problems.problem import FieldError, Problem, place_headers
from service.problems.validation import invalid

LAST_EVENT_ID: Final = "Last-Event-ID"
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

    The stream ends when the encounter is closed or sealed and all of it was sent; asked again there, the answer is 204.
    """
    hub: Hub = request.app.state.hub
    position = after if last_event_id is None else version_of(last_event_id)
    return answered(request, await hub.watch(encounter, caller, position))


@router.get("/live")
async def watch_everything(
    request: Request,
    caller: Calling,
    after: Annotated[str | None, Query(description="the position to go on behind; without it, from now")] = None,
    last_event_id: Annotated[
        str | None, Header(description="the `id` of the last event received; stands above `after`")
    ] = None,
    ruleset: Annotated[str | None, Query(max_length=40, description="key of a ruleset; without it, of all")] = None,
) -> Response:
    """Watch all encounters that the caller may see: each batch as it is appended, as the speaker sees it.

    Within an encounter batches come in order; between encounters no order is promised.
    """
    hub: Hub = request.app.state.hub
    position, field = (after, "after") if last_event_id is None else (last_event_id, LAST_EVENT_ID)
    return answered(request, await hub.watch_all(caller, position, ruleset, field=field))


@router.get("/encounters/{encounter}/replay")
async def replay_encounter(
    request: Request,
    encounter: str,
    caller: Calling,
    first: Annotated[int, Query(alias="from", ge=1, le=2**53, description="the version to begin with")] = 1,
    to: Annotated[int | None, Query(ge=1, le=2**53, description="the last version; without it the newest")] = None,
    speed: Annotated[float, Query(ge=0, le=1e6, description="how many times as fast; 0 waits nowhere")] = 1.0,
    most_pause: Annotated[
        float | None,
        Query(ge=0, le=86400, description="seconds that a pause takes at most; without it each is whole"),
    ] = None,
    last_event_id: Annotated[
        str | None, Header(description="the `id` of the last event received; stands above `from`")
    ] = None,
) -> Response:
    """Watch the past: the batches as they came, with the pauses that were between them.

    The stream ends behind the last; asked again there, the answer is 204.
    """
    if to is not None and to < first:
        said = f"A replay that begins with version {first} cannot end with {to}: name a later end, or none."
        raise invalid([FieldError("to", said)])
    hub: Hub = request.app.state.hub
    after = first - 1 if last_event_id is None else version_of(last_event_id)
    watch = await hub.replay(encounter, caller, after=after, to=to, speed=speed, most_pause=most_pause)
    return answered(request, watch)


def version_of(last_event_id: str) -> int:
    """The version that a position in one encounter is. Raises Problem ``malformed``."""
    if not _version(last_event_id):
        raise Problem(
            "malformed",
            "The position is the version that the last event received had as its id, as Last-Event-ID: 12.",
            field=LAST_EVENT_ID,
        )
    return int(last_event_id)


def answered(request: Request, watch: Watch | NothingLeft) -> Response:
    """The stream of a watch, or that there is nothing left to wait for."""
    if isinstance(watch, NothingLeft):
        return Response(status_code=204, headers=place_headers(*watch))
    state = request.app.state
    return EventStream(watch, state.pace, state.hub.measures)
