"""``…/branches`` and ``…/compare``: what if, and what came of it."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from service.http.requests.dependencies import Asked, At, Calling, Compares, Lists
from service.http.requests.parsing import asking, read_body
from service.http.responses.encoded import json_answer
from service.read_models.cursors import LONGEST

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
    return json_answer(await listings.branches(encounter, caller, after, limit))


@router.get("/compare")
async def compare(
    encounter: str,
    comparing: Compares,
    caller: Calling,
    other: Annotated[str, Query(alias="with", max_length=64, description="ID of the encounter to compare with")],
    at: At = None,
    with_at: At = None,
    limit: Annotated[int, Query(ge=0, le=500, description="the most events to tell of each side")] = 50,
) -> Response:
    """Compare two branches: where they part, what has happened in each since, and how their states differ.

    Both are taken as they stand, or as they stood at the versions `at` and `with_at`; `with` may name the same
    encounter, to compare two of its versions.
    """
    return json_answer(await comparing.compare(encounter, other, caller, at=at, with_at=with_at, limit=limit))
