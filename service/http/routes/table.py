"""``GET /v1/encounters/{id}/table``: the status of a fight, in one shape for every ruleset."""

from typing import Annotated

from fastapi import APIRouter, Header, Response

from service.http.requests.dependencies import AcceptedLanguages, AppServices, At, CurrentCaller
from service.http.requests.parsing import tags_in
from service.http.responses.encoded import negotiated_response

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["projections"])


@router.get("/table")
async def read_table(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    accept_language: AcceptedLanguages,
    at: At = None,
    if_none_match: Annotated[str, Header(max_length=200, description="the versions whose tables the client has")] = "",
) -> Response:
    """Read the status of an encounter, now or at an earlier version, as the speaker may see it.

    The table has the same shape for every ruleset: the time in the fight, which combatants may act, the open prompts
    with their choices, the combatants with their meters and conditions, the board, and what binds whom. Its texts are
    ready to show, in the preferred language. The table of a version never changes.
    """
    found = await services.table.table(encounter, caller, at, accept_language, tags_in(if_none_match))
    return negotiated_response(found)
