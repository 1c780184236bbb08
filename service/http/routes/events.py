"""``GET /v1/encounters/{id}/events``: the event stream, as JSON pages or as JSON lines."""

from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Response
from fastapi.responses import StreamingResponse

from domain.model.integers import MAX_INTEGER
from service.http.requests.dependencies import AppServices, CurrentCaller, Known
from service.http.responses.encoded import REVALIDATED, encounter_headers, read_response, unchanged_response
from service.problems.problem import Problem

NDJSON: Final = "application/x-ndjson"
VARY: Final[Mapping[str, str]] = {"vary": f"{REVALIDATED['vary']}, Accept"}
ACCEPTS_JSON: Final = ("application/json", "application/*", "*/*")
router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["events"])


@router.get("/events")
async def list_events(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    known: Known,
    after: Annotated[int, Query(ge=0, le=MAX_INTEGER, description="return the events after this version")] = 0,
    limit: Annotated[
        int | None,
        Query(
            ge=1, le=1000, description="maximum number of events to return; by default 200 in a page, and all as lines"
        ),
    ] = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """Read events in order, as a JSON page or, with `Accept: application/x-ndjson`, as lines.

    Lines are the stored bytes, which the chain hashes: for each event its public line, followed by its private line
    if there is one that the speaker may see. A private line starts with `{"salt":`.
    """
    if NDJSON not in accept:
        if accept and not any(media_type in accept for media_type in ACCEPTS_JSON):
            raise Problem("not_acceptable", f"Events are available as application/json or {NDJSON}.")
        return read_response(await services.queries.events(encounter, caller, after, limit or 200), known, headers=VARY)
    content, lines = await services.queries.lines(encounter, caller, after, limit)
    return unchanged_response(content, known, headers=VARY) or StreamingResponse(
        lines, media_type=NDJSON, headers={**encounter_headers(content), **REVALIDATED, **VARY}
    )
