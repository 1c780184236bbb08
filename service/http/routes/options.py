"""``GET /v1/encounters/{id}/options``: what the speaker may do now, as forms."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from service.encounters.queries import Wanted
from service.http.requests.dependencies import AcceptedLanguages, AppServices, BatchEnd, CurrentCaller, Known
from service.http.responses.encoded import negotiated_response

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["commands"])


@router.get("/options")
async def list_options(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    accept_language: AcceptedLanguages,
    known: Known,
    combatant: Annotated[
        str | None, Query(max_length=64, description="list no other combatant as an actor, and only its prompts")
    ] = None,
    command: Annotated[str | None, Query(max_length=64, description="return only the forms of this command")] = None,
    group: Annotated[str | None, Query(max_length=40, description="return only the forms of this group")] = None,
    declarations: Annotated[bool, Query(description="return the declarations of the forms, too")] = False,
    at: BatchEnd = None,
) -> Response:
    """List what the speaker may do, now or at the end of an earlier batch.

    The answer names the forms that apply, with the sets and lookups from which their fields take their values, and has
    an entry for each open prompt that the speaker may answer. `declarations` is the address of the declarations of all
    forms, which depend on ruleset, role and language alone. `docs/reference/options.md` defines the answer. Labels are
    in the preferred language, and those that it lacks in English. A branch from an earlier version starts with the
    options of that version.
    """
    wanted = Wanted(combatant, command, group, at, declarations, accept_language, known)
    found = await services.queries.options(encounter, caller, wanted)
    return negotiated_response(found, known)
