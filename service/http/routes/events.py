"""``GET /v1/encounters/{id}/events``: the stream itself, as pages or as lines."""

from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Response
from fastapi.responses import StreamingResponse

from service.http.requests.dependencies import Calling, Read
from service.http.responses.encoded import headers_of, json_answer
from service.problems.problem import Problem

NDJSON: Final = "application/x-ndjson"
JSON_TAKERS: Final = ("application/json", "application/*", "*/*")
router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["events"])


@router.get("/events")
async def events(
    encounter: str,
    reading: Read,
    caller: Calling,
    after: Annotated[int, Query(ge=0, le=2**53, description="the version to read on behind")] = 0,
    limit: Annotated[int | None, Query(ge=1, le=1000, description="200 for a page; all of them as lines")] = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """Read events in order, as a JSON page or, with `Accept: application/x-ndjson`, as lines.

    As lines each event is as it is stored and hashed: its public line, and where the speaker may see it the private
    line behind that, which begins with `{"salt":`.
    """
    if NDJSON not in accept:
        if accept and not any(taken in accept for taken in JSON_TAKERS):
            raise Problem("not_acceptable", f"Events are to be had as application/json or as {NDJSON}.")
        return json_answer(await reading.events(encounter, caller, after, limit or 200))
    stands, lines = await reading.lines(encounter, caller, after, limit)
    return StreamingResponse(lines, media_type=NDJSON, headers=headers_of(stands))
