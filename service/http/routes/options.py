"""``GET /v1/encounters/{id}/options``: the legal commands."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from service.http.requests.dependencies import AppServices, BatchEnd, CurrentCaller
from service.http.responses.encoded import encounter_response

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["commands"])


@router.get("/options")
async def options(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    combatant: Annotated[
        str | None, Query(max_length=64, description="return only the commands of this combatant")
    ] = None,
    at: BatchEnd = None,
) -> Response:
    """List the commands that are legal for the speaker, now or at the end of an earlier batch.

    Each command has the fields whose values are fixed, and for each open field the values to choose from. The commands
    that are legal at an earlier version are those that a branch from there starts with.
    """
    return encounter_response(await services.queries.options(encounter, caller, combatant, at))
