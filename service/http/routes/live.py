"""``GET …/live`` and ``GET …/replay``: events of the present and the past, as server-sent events."""

import re
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Response

from domain.model.integers import MAX_INTEGER
from domain.model.refusal import FieldError
from service.http.requests.dependencies import AcceptedLanguages, AppServices, CurrentCaller
from service.http.responses.event_stream import EventStream
from service.live.frames.frame_feed import Wanted
from service.live.watch import NothingLeft, Watch
from service.problems.problem import Problem, version_headers
from service.problems.validation import invalid
from service.services import Services

LAST_EVENT_ID: Final = "Last-Event-ID"
router = APIRouter(prefix="/v1", tags=["live"])
_version = re.compile("[0-9]{1,15}").fullmatch


@router.get("/encounters/{encounter}/live")
async def watch_encounter(
    services: AppServices,
    encounter: str,
    caller: CurrentCaller,
    accept_language: AcceptedLanguages,
    after: Annotated[
        int | None, Query(ge=0, le=MAX_INTEGER, description="resume after this version; without it, start from now")
    ] = None,
    seats: Annotated[bool, Query(description="also receive the seats, first and whenever they change")] = False,
    table: Annotated[
        bool, Query(description="send how each batch changes the table, too, as operations of RFC 6902")
    ] = False,
    story: Annotated[
        bool, Query(description="send the entries of the story of each batch, too, up to level 2")
    ] = False,
    last_event_id: Annotated[
        str | None, Header(description="the `id` of the last event received; overrides `after`")
    ] = None,
) -> Response:
    """Watch an encounter: receive each batch when it is appended, as the speaker sees it.

    With `table`, each batch has a `table`: how its events change the table that the speaker reads at the version
    before. A client reads the table once, watches after its version, and applies the operations. With `story`, each
    batch has a `story`: its entries of the story.

    The stream ends when the encounter is closed or sealed and all of its events were sent. Reconnecting from there
    returns 204.
    """
    position = after if last_event_id is None else parse_version(last_event_id)
    wanted = Wanted(accept_language if table else None, story)
    watch = await services.hub.watch(encounter, caller, position, wanted, seats=seats)
    return stream_response(services, watch)


@router.get("/live")
async def watch_everything(
    services: AppServices,
    caller: CurrentCaller,
    after: Annotated[str | None, Query(description="resume after this position; without it, start from now")] = None,
    last_event_id: Annotated[
        str | None, Header(description="the `id` of the last event received; overrides `after`")
    ] = None,
    ruleset: Annotated[
        str | None, Query(max_length=40, description="key of a ruleset; without it, encounters of all rulesets")
    ] = None,
) -> Response:
    """Watch all encounters that the caller may access: receive each batch when it is appended, as the speaker sees it.

    The batches of one encounter arrive in order. The order between encounters is not defined.
    """
    position, field = (after, "after") if last_event_id is None else (last_event_id, LAST_EVENT_ID)
    return stream_response(services, await services.hub.watch_all(caller, position, ruleset, field=field))


@router.get("/encounters/{encounter}/replay")
async def replay_encounter(
    services: AppServices,
    encounter: str,
    caller: CurrentCaller,
    first: Annotated[int, Query(alias="from", ge=1, le=MAX_INTEGER, description="the first version to replay")] = 1,
    to: Annotated[
        int | None, Query(ge=1, le=MAX_INTEGER, description="the last version to replay; without it, the newest")
    ] = None,
    speed: Annotated[
        float, Query(ge=0, le=1e6, description="factor by which the replay is faster; 0 leaves out all pauses")
    ] = 1.0,
    most_pause: Annotated[
        float | None,
        Query(ge=0, le=86400, description="maximum length of a pause, in seconds; without it, there is no maximum"),
    ] = None,
    last_event_id: Annotated[
        str | None, Header(description="the `id` of the last event received; overrides `from`")
    ] = None,
) -> Response:
    """Replay an encounter: receive its past batches, with the pauses that were between them.

    The stream ends after the last batch. Reconnecting from there returns 204.
    """
    if to is not None and to < first:
        detail = f"A replay from version {first} cannot end at {to}; send a later version, or leave the parameter out."
        raise invalid([FieldError("to", detail)])
    after = first - 1 if last_event_id is None else parse_version(last_event_id)
    watch = await services.hub.replay(encounter, caller, after=after, to=to, speed=speed, most_pause=most_pause)
    return stream_response(services, watch)


def parse_version(last_event_id: str) -> int:
    """Return the version that a Last-Event-ID of one encounter holds. Raises Problem ``malformed``."""
    if not _version(last_event_id):
        raise Problem(
            "malformed",
            "Send the id of the last event received, which is a version, as Last-Event-ID: 12.",
            field=LAST_EVENT_ID,
        )
    return int(last_event_id)


def stream_response(services: Services, watch: Watch | NothingLeft) -> Response:
    """Return the stream of a watch, or 204 if no event can follow."""
    if isinstance(watch, NothingLeft):
        return Response(status_code=204, headers=version_headers(*watch))
    return EventStream(watch, services.timeouts, services.hub.metrics)
