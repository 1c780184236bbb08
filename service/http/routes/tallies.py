"""``/v1/tallies``: what is counted over all encounters."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from events.read_models.tallies import By
from service.http.requests.dependencies import Calling, Counted
from service.http.responses.encoded import raw_answer
from service.read_models.cursors import LONGEST

router = APIRouter(prefix="/v1/tallies", tags=["encounters"])


@router.get("")
async def tallies(
    counted: Counted,
    caller: Calling,
    by: Annotated[By, Query(description="whose numbers: of combatants, of rulesets, of who gave the commands")],
    ruleset: Annotated[str | None, Query(max_length=40, description="key of a ruleset")] = None,
    of: Annotated[str | None, Query(max_length=500, description="one combatant's ID, or one principal")] = None,
    after: Annotated[str, Query(max_length=LONGEST, description="the `next` of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Read how often what happened in all encounters, by combatant, by ruleset or by principal."""
    return raw_answer(await counted.page(caller, by, ruleset=ruleset, of=of, after=after, limit=limit))
