"""``…/branches`` and ``…/compare``: branch an encounter, and compare two of them."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from service.http.requests.dependencies import AppServices, At, CurrentCaller, Known
from service.http.requests.parsing import command_headers, read_body
from service.http.responses.encoded import CHECK_APPLIED, encounter_response, json_response, read_response
from service.problems.sent_headers import headers_of
from service.read_models.cursors import MAX_CURSOR_LENGTH

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["branches"])


@router.post("/branches", status_code=201)
async def open_branch(encounter: str, request: Request, services: AppServices, caller: CurrentCaller) -> Response:
    """Open a branch: a new encounter that continues from this one, now or at the end of an earlier batch.

    The branch copies the whole state, including open prompts, and has a new seed. Only the narrator may open one. A
    retry with the same `Idempotency-Key` returns the original response. With `Prefer: check` it is only checked:
    nothing is recorded.
    """
    headers = command_headers(headers_of(request.scope))
    body = await read_body(request.receive)
    opened, content = await services.commands.branch(encounter, body, caller, headers.key, check=headers.check)
    if headers.check:
        return json_response(content.body, headers=CHECK_APPLIED)
    return encounter_response(content, status=201, headers={"location": f"/v1/encounters/{opened}"})


@router.get("/branches")
async def list_branches(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    known: Known,
    after: Annotated[
        str, Query(max_length=MAX_CURSOR_LENGTH, description="cursor: the `next` of the previous page")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=100, description="maximum number of branches to return")] = 50,
) -> Response:
    """List the branches of an encounter, ordered by ID."""
    return read_response(await services.listings.branches(encounter, caller, after, limit), known)


@router.get("/compare")
async def compare_encounters(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    other: Annotated[str, Query(alias="with", max_length=64, description="ID of the encounter to compare with")],
    known: Known,
    at: At = None,
    with_at: At = None,
    limit: Annotated[int, Query(ge=0, le=500, description="maximum number of events to return of each side")] = 50,
) -> Response:
    """Compare two branches: where they diverge, the events of each since then, and how their states differ.

    Compares the newest versions, or the versions `at` and `with_at`. `with` may be the same encounter, to compare two
    of its versions.
    """
    return read_response(
        await services.comparison.compare(encounter, other, caller, at=at, with_at=with_at, limit=limit), known
    )
