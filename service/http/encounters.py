"""``/v1/encounters``: open, list, read."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from service.http.answers import json_answer, raw_answer
from service.http.asked import Asked, At, Calling, Read
from service.http.request import asking, read_body
from service.listing import listed

router = APIRouter(prefix="/v1/encounters", tags=["encounters"])


@router.post("", status_code=201)
async def open_encounter(request: Request, encounters: Asked, caller: Calling) -> Response:
    """Open an encounter. Sent again with the same `Idempotency-Key`, it is answered as it was the first time."""
    asked = asking(request.scope["headers"])
    body = await read_body(request.receive)
    encounter, answered = await encounters.open(body, caller, asked.key)
    return json_answer(answered, status=201, headers={"location": f"/v1/encounters/{encounter}"})


@router.get("")
async def list_encounters(
    encounters: Asked,
    caller: Calling,
    after: Annotated[str, Query(max_length=64, description="the ID that the page before ended with: its `next`")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    status: Annotated[Literal["open", "closed"] | None, Query()] = None,
    ruleset: Annotated[str | None, Query(max_length=40, description="key of a ruleset")] = None,
) -> Response:
    """List the encounters in the order of their IDs."""
    return raw_answer(await listed(encounters, caller, after=after, limit=limit, status=status, ruleset=ruleset))


@router.get("/{encounter}")
async def read_encounter(
    encounter: str,
    reading: Read,
    caller: Calling,
    at: At = None,
) -> Response:
    """The state of an encounter, now or at any version."""
    return json_answer(await reading.state(encounter, caller, at))
