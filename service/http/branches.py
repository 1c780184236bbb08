"""``…/branches`` and ``…/compare``: what if, and what came of it."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from service.cursors import LONGEST
from service.http.answers import json_answer, raw_answer
from service.http.asked import Asked, Calling, Lists
from service.http.request import asking, read_body

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["branches"])


@router.post("/branches", status_code=201)
async def branch(encounter: str, request: Request, encounters: Asked, caller: Calling) -> Response:
    """Ask what if: open an encounter that goes on from where this one stands, or stood at the end of a batch.

    It carries all of the state there, what was asked and not yet answered included, and is seeded afresh. Only the
    narrator may ask. Sent again with the same `Idempotency-Key`, it is answered as it was the first time.
    """
    asked = asking(request.scope["headers"])
    body = await read_body(request.receive)
    opened, answered = await encounters.branch(encounter, body, caller, asked.key)
    return json_answer(answered, status=201, headers={"location": f"/v1/encounters/{opened}"})


@router.get("/branches")
async def list_branches(
    encounter: str,
    listings: Lists,
    caller: Calling,
    after: Annotated[str, Query(max_length=LONGEST, description="the `next` of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """List the branches of an encounter, in the order of their IDs."""
    return raw_answer(await listings.branches(encounter, caller, after, limit))
