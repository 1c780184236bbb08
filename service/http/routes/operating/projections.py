"""``/v1/projections``: the state of the projections across encounters, and rebuilding them."""

from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import StreamingResponse

from service.encounters.encoding import encode
from service.http.requests.dependencies import AppServices, CurrentCaller
from service.http.requests.strict_query import strict_parameters
from service.http.responses.encoded import json_response
from service.http.routes.events import NDJSON
from service.problems.store_problems import store_problems
from service.read_models.progress import Progress
from service.read_models.projection_runner import ProjectionRunner

Only = Annotated[
    Literal["directory", "tallies"] | None, Query(description="name of one projection; without it, all of them")
]


async def projection_runner(services: AppServices, caller: CurrentCaller) -> ProjectionRunner:
    """Return the projection runner, for operators only. Raises Problem ``not_yours``."""
    services.access.require_operator(caller, "Projections are kept for all encounters of all tenants")
    return services.projection_runner


Runner = Annotated[ProjectionRunner, Depends(projection_runner)]
router = APIRouter(prefix="/v1/projections", tags=["operators"])


@router.get("")
async def list_projections(runner: Runner) -> Response:
    """Read the state of the projections across encounters: the live generation of each, and its progress."""
    with store_problems():
        return json_response(encode(await runner.states()))


@router.post("/rebuild", dependencies=[Depends(strict_parameters)])
async def rebuild_projections(runner: Runner, only: Only = None) -> Response:
    """Rebuild projections from the streams, then replace the live ones. Commands continue meanwhile.

    The response has a line for each step. The rebuild continues if the client disconnects.
    """
    return await _build(runner, only, "replace")


@router.post("/verify", dependencies=[Depends(strict_parameters)])
async def verify_projections(runner: Runner, only: Only = None) -> Response:
    """Rebuild projections from the streams, compare them with the live ones, then delete the rebuilt ones."""
    return await _build(runner, only, "verify")


async def _build(runner: ProjectionRunner, only: str | None, purpose: Literal["replace", "verify"]) -> Response:
    names = runner.names if only is None else (only,)
    with store_problems():
        started = await runner.start(names, purpose)
    return StreamingResponse(_lines(runner.progress(started)), media_type=NDJSON)


async def _lines(progress: AsyncIterator[Progress]) -> AsyncIterator[bytes]:
    async for step in progress:
        yield encode(step) + b"\n"
