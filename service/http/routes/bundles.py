"""``POST /v1/bundles``: an encounter comes in as a file."""

from tempfile import SpooledTemporaryFile
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.requests import ClientDisconnect

from service.encounters.bundle_upload import MEBIBYTE
from service.encounters.importing import require_narrator
from service.encounters.service import ENCOUNTER_ID
from service.http.requests.dependencies import Calling, Imports
from service.http.requests.parsing import asking, cut_short
from service.http.requests.strict_query import no_other_parameters
from service.http.responses.encoded import json_answer
from service.http.routes.events import NDJSON

router = APIRouter(prefix="/v1/bundles", tags=["encounters"])


@router.post("", status_code=201, dependencies=[Depends(no_other_parameters)])
async def import_bundle(
    request: Request,
    imports: Imports,
    caller: Calling,
    under: Annotated[
        str | None,
        Query(
            alias="as",
            pattern=f"^{ENCOUNTER_ID}$",
            description="the ID under which an open encounter goes on; without it, it is restored under its own",
        ),
    ] = None,
) -> Response:
    """Bring in an encounter that was exported as a bundle, after checking all of it.

    Without `as` it is restored as it was; one that was open can then be read, but not commanded. Under another ID an
    open one is played on, with a fresh seed. Where anything is wrong with the bundle, nothing is brought in.
    """
    require_narrator(caller)
    key = asking(request.scope["headers"], NDJSON).key
    with SpooledTemporaryFile(max_size=MEBIBYTE) as file:
        try:
            delivery = await imports.receive(request.stream(), file, under, key, caller)
        except ClientDisconnect:
            raise cut_short() from None
        encounter, answered = await imports.bring_in(delivery, caller)
    return json_answer(answered, status=201, headers={"location": f"/v1/encounters/{encounter}"})
