"""``POST /v1/bundles``: import an encounter from a file."""

from tempfile import SpooledTemporaryFile
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.requests import ClientDisconnect

from service.auth.tokens import ENCOUNTER_ID
from service.encounters.bundles.importing import require_narrator
from service.encounters.bundles.upload import MEBIBYTE
from service.http.requests.dependencies import AppServices, CurrentCaller
from service.http.requests.parsing import command_headers, truncated_body
from service.http.requests.strict_query import strict_parameters
from service.http.responses.encoded import encounter_response
from service.http.routes.events import NDJSON
from service.problems.problem import Problem
from service.problems.sent_headers import headers_of

router = APIRouter(prefix="/v1/bundles", tags=["encounters"])


@router.post("", status_code=201, dependencies=[Depends(strict_parameters)])
async def import_bundle(
    request: Request,
    services: AppServices,
    caller: CurrentCaller,
    under: Annotated[
        str | None,
        Query(
            alias="as",
            pattern=f"^{ENCOUNTER_ID}$",
            description="new ID under which an open encounter continues; without it, the encounter keeps its own",
        ),
    ] = None,
) -> Response:
    """Import an encounter from a bundle, after verifying all of it.

    Without `as` the encounter is restored under its own ID; if it was open when it was exported, it is read-only. With
    `as` an open encounter continues under the new ID, with a new seed. A bundle with any fault is rejected as a whole.
    """
    require_narrator(caller)
    headers = command_headers(headers_of(request.scope), NDJSON.encode())
    if headers.check:
        raise Problem("malformed", "An import cannot be checked; send it without Prefer: check.", field="Prefer")
    with SpooledTemporaryFile(max_size=MEBIBYTE) as file:
        try:
            delivery = await services.imports.receive(request.stream(), file, under, headers.key, caller)
        except ClientDisconnect:
            raise truncated_body() from None
        encounter, content = await services.imports.bring_in(delivery, caller)
    return encounter_response(content, status=201, headers={"location": f"/v1/encounters/{encounter}"})
