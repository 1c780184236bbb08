"""``GET /v1/encounters/{id}/options``: what is legal now."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from service.http.requests.dependencies import BatchEnd, Calling, Read
from service.http.responses.encoded import json_answer

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["commands"])


@router.get("/options")
async def options(
    encounter: str,
    reading: Read,
    caller: Calling,
    combatant: Annotated[str | None, Query(max_length=64, description="only what is its to do")] = None,
    at: BatchEnd = None,
) -> Response:
    """List what the speaker may command, now or then: commands with settled fields, and open ones with their domains.

    What was legal at the end of a batch of the past is what a branch from there begins with.
    """
    return json_answer(await reading.options(encounter, caller, combatant, at))
