"""``/v1/invitations``: make, list and end invitations, and exchange one for a token."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from service.auth.middleware import address_of
from service.encounters.encoding import encode
from service.http.requests.body import read_model
from service.http.requests.dependencies import AppServices, CurrentCaller
from service.http.responses.encoded import SECRET_RESPONSE, json_response
from service.http.routes.access.grants import (
    AfterGrant,
    Granted,
    GrantLimit,
    GrantRequest,
    OfEncounter,
    granted,
    made_response,
)

InvitationId = Annotated[str, Path(description="ID of the invitation")]
router = APIRouter(prefix="/v1/invitations", tags=["access"])


class ExchangeRequest(BaseModel):
    """A request to exchange an invitation for a token."""

    model_config = ConfigDict(extra="forbid")

    invitation: str = Field(min_length=1, max_length=2000, description="the invitation, as it was made")


class InvitationPage(msgspec.Struct, frozen=True):
    """A page of invitations, in the order in which they were made; ``next`` is the ``after`` of the next page."""

    invitations: list[Granted]
    next: str | None


@router.post("", status_code=201)
async def make_invitation(request: Request, services: AppServices, caller: CurrentCaller) -> Response:
    """Make an invitation to a seat or to watch, with rights no wider than the caller's."""
    rights = await read_model(request, GrantRequest)
    return made_response(await services.granting.make("invitation", caller, rights))


@router.get("")
async def list_invitations(
    services: AppServices,
    caller: CurrentCaller,
    encounter: OfEncounter = None,
    after: AfterGrant = "",
    limit: GrantLimit = 50,
) -> Response:
    """List the invitations that are valid: a narrator's of its encounters, or those that the caller has made.

    The invitations themselves are not shown.
    """
    found, following = await services.grants.page("invitation", caller, encounter, after, limit)
    return json_response(encode(InvitationPage(list(map(granted, found)), following)), headers=SECRET_RESPONSE)


@router.delete("/{invitation:grant}", status_code=204)
async def end_invitation(services: AppServices, caller: CurrentCaller, invitation: InvitationId) -> Response:
    """End an invitation that is listed, by its ID, and the tokens that it was exchanged for."""
    await services.grants.remove("invitation", caller, invitation)
    return Response(status_code=204)


@router.post("/exchange", status_code=201)
async def exchange_invitation(request: Request, services: AppServices) -> Response:
    """Exchange an invitation for a token with its rights. This needs no other token.

    An invitation can be exchanged again, on every device of its holder, until it expires.
    """
    sent = await read_model(request, ExchangeRequest)
    return made_response(await services.exchange.exchange(sent.invitation, address_of(request.scope)))
