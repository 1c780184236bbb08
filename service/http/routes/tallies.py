"""``/v1/tallies``: counts across all encounters."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from events.read_models.tallies import By
from service.http.requests.dependencies import AppServices, CurrentCaller
from service.http.responses.encoded import json_response
from service.read_models.cursors import MAX_CURSOR_LENGTH

router = APIRouter(prefix="/v1/tallies", tags=["encounters"])


@router.get("")
async def list_tallies(
    services: AppServices,
    caller: CurrentCaller,
    by: Annotated[
        By, Query(description="group the counts by combatant, ruleset or principal (the caller that sent the commands)")
    ],
    ruleset: Annotated[str | None, Query(max_length=40, description="key of a ruleset")] = None,
    of: Annotated[
        str | None, Query(max_length=500, description="return only this combatant, by ID, or this principal")
    ] = None,
    after: Annotated[
        str, Query(max_length=MAX_CURSOR_LENGTH, description="cursor: the `next` of the previous page")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=100, description="maximum number of tallies to return")] = 50,
) -> Response:
    """Read the counts of all encounters, by combatant, ruleset or principal."""
    return json_response(await services.tallies.page(caller, by, ruleset=ruleset, of=of, after=after, limit=limit))
