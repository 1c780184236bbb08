"""``POST /v1/tickets``: a ticket for one live connection."""

from datetime import UTC, datetime
from typing import Literal

import msgspec
from fastapi import APIRouter, Request, Response

from events.format.envelope import format_time
from service.auth.rights import Rights
from service.encounters.encoding import encode
from service.http.requests.body import read_model
from service.http.requests.dependencies import AppServices, CurrentCaller
from service.http.responses.encoded import SECRET_RESPONSE, json_response

router = APIRouter(prefix="/v1/tickets", tags=["access"])


class TicketRequest(Rights):
    """A request for a ticket, with rights no wider than the caller's; what is left out is as the caller has it."""


class TicketAnswer(msgspec.Struct, frozen=True):
    """A ticket: the value of the parameter ``ticket`` of one live connection, which it admits until it ``expires``.

    ``speaker`` and ``encounters`` are what the connection may see.
    """

    ticket: str
    expires: str
    speaker: str
    encounters: tuple[str, ...] | Literal["all"]


@router.post("", status_code=201)
async def make_ticket(request: Request, services: AppServices, caller: CurrentCaller) -> Response:
    """Make a ticket for one live connection, for a browser, which cannot send headers with it.

    Connect within a minute with `?ticket=` in place of a token. Every connection needs a ticket of its own.
    """
    rights = await read_model(request, TicketRequest)
    await services.granting.require_players(caller, rights)
    ticket = await services.tickets.make(caller, rights)
    encounters = ticket.caller.encounters
    answer = TicketAnswer(
        ticket.text,
        format_time(datetime.fromtimestamp(ticket.expires, UTC)),
        str(ticket.caller.speaker),
        "all" if encounters is None else tuple(sorted(encounters)),
    )
    return json_response(encode(answer), status=201, headers=SECRET_RESPONSE)
