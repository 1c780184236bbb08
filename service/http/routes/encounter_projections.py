"""``…/timeline``, ``…/tally``, ``…/events/{version}/why``, ``…/audit``, ``…/bundle``: what an encounter shows."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from events.audit.auditor import KNOWN_PATTERN, Known
from service.http.requests.dependencies import At, Calling, Shown
from service.http.responses.encoded import headers_of, json_answer
from service.http.routes.events import NDJSON

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["projections"])


@router.get("/timeline")
async def timeline(
    encounter: str,
    shown: Shown,
    caller: Calling,
    after: Annotated[int, Query(ge=0, le=2**53, description="the version to read on behind")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    at: At = None,
) -> Response:
    """Read the story of an encounter, as it stands or as it stood at a version: a sentence for each event."""
    return json_answer(await shown.timeline(encounter, caller, after, limit, at))


@router.get("/tally")
async def tally(encounter: str, shown: Shown, caller: Calling, at: At = None) -> Response:
    """Read how often what happened up to now, or to a version: throws, hits, damage, wounds, rulings, by combatant."""
    return json_answer(await shown.tally(encounter, caller, at))


@router.get("/events/{version}/why")
async def why(encounter: str, version: int, shown: Shown, caller: Calling) -> Response:
    """Read why an event came about: the chain of its causes, from the command that began it."""
    return json_answer(await shown.causes(encounter, caller, version))


@router.get("/audit")
async def audit(
    encounter: str,
    shown: Shown,
    caller: Calling,
    known: Annotated[
        str | None,
        Query(
            pattern=f"^{KNOWN_PATTERN}$",
            description="a version and the chain's hash there, `12:` and 64 digits, as an answer told them once",
        ),
    ] = None,
) -> Response:
    """Audit an encounter: its chain, its throws and its legality, each with a verdict and the first fault.

    With `known` the chain has to have had that hash at that version: then what you saw is the beginning of what is
    there now, and nothing of it was changed, left out or put in. Of a branch it also tells whether it begins as its
    parent stood.
    """
    return json_answer(await shown.audit(encounter, caller, None if known is None else Known.read(known)))


@router.get("/bundle")
async def bundle(encounter: str, shown: Shown, caller: Calling) -> Response:
    """Export an encounter as one file of JSON lines that proves itself whole.

    The narrator's bundle holds everything; what others may not see is left out of theirs, and its digest stays.
    """
    stands, lines = await shown.bundle(encounter, caller)
    name = f'attachment; filename="{encounter}.ndjson"'
    return StreamingResponse(lines, media_type=NDJSON, headers={**headers_of(stands), "content-disposition": name})
