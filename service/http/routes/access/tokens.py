"""``/v1/tokens``: make, list and end tokens, and revoke those of other origin before they expire."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from events.format.envelope import format_time
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

TokenId = Annotated[str, Path(description="ID of the token")]
router = APIRouter(prefix="/v1/tokens", tags=["access"])


ID: Final = "[!-~]{1,100}"


def _as_id(text: str) -> str:
    if not re.fullmatch(ID, text):
        raise PydanticCustomError(
            "token_id",
            "Send the ID of a token, its claim jti (1 to 100 visible ASCII characters), not the token itself",
        )
    return text


class RevokeRequest(BaseModel):
    """A request to revoke a token of the tenant by its ID, which may be before the first use of the token."""

    model_config = ConfigDict(extra="forbid")

    token: Annotated[str, AfterValidator(_as_id)] = Field(
        description="the token's ID, its claim `jti`; not the token itself", json_schema_extra={"pattern": f"^{ID}$"}
    )


class Revoked(msgspec.Struct, frozen=True):
    """A revoked token. The revocation is kept ``until`` a time after which the token has certainly expired."""

    token: str
    until: str


class TokenPage(msgspec.Struct, frozen=True):
    """A page of tokens, in the order in which they were made; ``next`` is the ``after`` of the next page."""

    tokens: list[Granted]
    next: str | None


@router.post("", status_code=201)
async def make_token(request: Request, services: AppServices, caller: CurrentCaller) -> Response:
    """Make a token for another player or a watcher, with rights no wider than the caller's."""
    return made_response(await services.granting.make("token", caller, await read_model(request, GrantRequest)))


@router.get("")
async def list_tokens(
    services: AppServices,
    caller: CurrentCaller,
    encounter: OfEncounter = None,
    after: AfterGrant = "",
    limit: GrantLimit = 50,
) -> Response:
    """List the tokens that were made over the API and are valid: a narrator's of its encounters, or the caller's own.

    The tokens themselves are not shown.
    """
    found, following = await services.grants.page("token", caller, encounter, after, limit)
    return json_response(encode(TokenPage(list(map(granted, found)), following)), headers=SECRET_RESPONSE)


@router.delete("/{token:grant}", status_code=204)
async def end_token(services: AppServices, caller: CurrentCaller, token: TokenId) -> Response:
    """End a token that is listed, or the caller's own, and what was made by it."""
    await services.grants.remove("token", caller, token)
    return Response(status_code=204)


@router.post("/revoke")
async def revoke_token(request: Request, services: AppServices, caller: CurrentCaller) -> Response:
    """Revoke a token of any origin, and end what was made by it: at once here, within a second in all processes."""
    services.access.require_host(caller, "Tokens are for all encounters")
    revocation = await read_model(request, RevokeRequest)
    services.access.require_tokens()
    until = await services.grants.end(caller.tenant, revocation.token)
    return json_response(encode(Revoked(revocation.token, format_time(datetime.fromtimestamp(until, UTC)))))
