"""``/v1/projections``: how the projections across encounters stand, and building them anew."""

from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from service.auth.access import Access
from service.encounters.service import encode, store_problems
from service.http.requests.dependencies import Calling
from service.http.requests.strict_query import no_other_parameters
from service.http.responses.encoded import raw_answer
from service.http.routes.events import NDJSON
from service.read_models.progress import Progress
from service.read_models.projection_runner import ProjectionRunner

Only = Annotated[Literal["directory", "tallies"] | None, Query(description="one of the projections; without it all")]


def across(request: Request, caller: Calling) -> ProjectionRunner:
    """The projections, for whoever runs the service."""
    access: Access = request.app.state.access
    access.require_operator(caller, "Projections are kept for all encounters of all tenants")
    found: ProjectionRunner = request.app.state.across
    return found


Kept = Annotated[ProjectionRunner, Depends(across)]
router = APIRouter(prefix="/v1/projections", tags=["operators"])


@router.get("")
async def projections(kept: Kept) -> Response:
    """Read how the projections across encounters stand: which generation is live, and how far each has come."""
    with store_problems():
        return raw_answer(encode(await kept.standings()))


@router.post("/rebuild", dependencies=[Depends(no_other_parameters)])
async def rebuild(kept: Kept, only: Only = None) -> Response:
    """Build projections anew from the streams, while commands go on; then put them in the place of the live ones.

    The answer is a line for each step. It may be left: what was begun goes on.
    """
    return await _built(kept, only, "replace")


@router.post("/verify", dependencies=[Depends(no_other_parameters)])
async def verify(kept: Kept, only: Only = None) -> Response:
    """Build projections anew from the streams, compare them with the live ones, and remove them."""
    return await _built(kept, only, "verify")


async def _built(kept: ProjectionRunner, only: str | None, purpose: Literal["replace", "verify"]) -> Response:
    names = kept.names if only is None else (only,)
    with store_problems():
        started = await kept.start(names, purpose)
    return StreamingResponse(_lines(kept.progress(started)), media_type=NDJSON)


async def _lines(progress: AsyncIterator[Progress]) -> AsyncIterator[bytes]:
    async for step in progress:
        yield encode(step) + b"\n"
