"""``GET /v1/encounters/{id}/table``: the status of a fight, in one shape for every ruleset."""

from fastapi import APIRouter, Response

from service.http.requests.dependencies import AcceptedLanguages, AppServices, At, CurrentCaller, Known
from service.http.responses.encoded import negotiated_response

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["projections"])


@router.get("/table")
async def read_table(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    accept_language: AcceptedLanguages,
    known: Known,
    at: At = None,
) -> Response:
    """Read the status of an encounter, now or at an earlier version, as the speaker may see it.

    The table has the same shape for every ruleset: the time in the fight, which combatants may act, the open prompts
    with their choices, the combatants with their meters and conditions, the board, and what binds whom. Its texts are
    ready to show, in the preferred language. The table of a version never changes.
    """
    found = await services.table.table(encounter, caller, at, accept_language, known)
    return negotiated_response(found, known)
