"""``…/seats``: who is connected for which seat of an encounter, and handing a seat over."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from service.auth.rights import EXPIRES, Expiry, HolderName
from service.http.requests.body import read_model
from service.http.requests.dependencies import AppServices, CurrentCaller, Known
from service.http.responses.encoded import read_response
from service.http.routes.access.grants import made_response

Seat = Annotated[str, Path(description="ID of the combatant whose seat it is")]
router = APIRouter(prefix="/v1/encounters/{encounter}/seats", tags=["access"])


class HandoverRequest(BaseModel):
    """A request to hand over a seat."""

    model_config = ConfigDict(extra="forbid")

    name: HolderName | None = Field(None, description="the new holder's name; only a narrator chooses it")
    expires: Expiry | None = Field(None, description=EXPIRES)


@router.get("")
async def list_seats(encounter: str, services: AppServices, caller: CurrentCaller, known: Known) -> Response:
    """List the seats of an encounter: who is connected, which are given away, and which are free."""
    return read_response(await services.seats.read(encounter, caller), known)


@router.post("/{seat}/handover", status_code=201)
async def hand_over_seat(
    encounter: str, seat: Seat, request: Request, services: AppServices, caller: CurrentCaller
) -> Response:
    """Hand over the seat of a combatant: the tokens and invitations for it end, and a new invitation is made.

    A player hands over its own seat, a narrator any.
    """
    sent = await read_model(request, HandoverRequest)
    return made_response(await services.granting.hand_over(encounter, seat, caller, sent.name, sent.expires))
