"""``…/tally``, ``…/events/{version}/why``, ``…/audit``, ``…/bundle``: projections of one encounter."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import StreamingResponse

from events.audit.auditor import KNOWN_PATTERN, KnownHash
from service.http.requests.dependencies import AppServices, At, CurrentCaller, Known
from service.http.responses.encoded import REVALIDATED, encounter_headers, read_response, unchanged_response
from service.http.routes.events import NDJSON

router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["projections"])


@router.get("/tally")
async def read_tally(
    encounter: str, services: AppServices, caller: CurrentCaller, known: Known, at: At = None
) -> Response:
    """Read the counts of an encounter, up to now or to an earlier version.

    Counts throws, hits, damage, wounds and rulings, by combatant.
    """
    return read_response(await services.projections.tally(encounter, caller, at, known), known)


@router.get("/events/{version}/why")
async def explain_event(
    encounter: str,
    version: Annotated[int, Path(description="version of the event")],
    services: AppServices,
    caller: CurrentCaller,
    known: Known,
) -> Response:
    """Read why an event happened: the chain of its causes, starting with the command."""
    return read_response(await services.projections.causes(encounter, caller, version), known)


@router.get("/audit")
async def audit_encounter(
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    has: Known,
    known: Annotated[
        str | None,
        Query(
            pattern=f"^{KNOWN_PATTERN}$",
            description="a version and the chain's hash there, from an earlier response, as `12:` and 64 hex digits",
        ),
    ] = None,
) -> Response:
    """Audit an encounter: its chain, its throws and its legality, each with a verdict and the first fault.

    With `known`, the audit also checks that the chain had that hash at that version. If so, the history that you saw
    then is the start of the history now: no event of it was changed, removed or inserted. For a branch, the audit also
    checks that it starts with the state of its parent.
    """
    remembered = None if known is None else KnownHash.read(known)
    return read_response(await services.projections.audit(encounter, caller, remembered), has)


@router.get("/bundle")
async def export_bundle(encounter: str, services: AppServices, caller: CurrentCaller, known: Known) -> Response:
    """Export an encounter as a bundle: one file of JSON lines that can be verified on its own.

    The narrator's bundle is complete. In the bundles of other speakers, the private parts that they may not see are
    replaced by digests.
    """
    content, lines = await services.projections.bundle(encounter, caller)
    name = f'attachment; filename="{encounter}.ndjson"'
    return unchanged_response(content, known) or StreamingResponse(
        lines, media_type=NDJSON, headers={**encounter_headers(content), **REVALIDATED, "content-disposition": name}
    )
