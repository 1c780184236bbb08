"""``/v1/tokens/revoke``: revoke a token before it expires."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from events.format.envelope import format_time
from service.encounters.encoding import encode
from service.http.requests.body import read_model
from service.http.requests.dependencies import AppServices, CurrentCaller
from service.http.responses.encoded import json_response
from service.problems.store_problems import store_problems

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


@router.post("/revoke")
async def revoke_token(request: Request, services: AppServices, caller: CurrentCaller) -> Response:
    """Revoke a token: at once in this process, and within a second in all others."""
    services.access.require_host(caller, "Tokens are for all encounters")
    revocation = await read_model(request, RevokeRequest)
    with store_problems():
        until = await services.access.revoke(caller, revocation.token)
    return json_response(encode(Revoked(revocation.token, format_time(datetime.fromtimestamp(until, UTC)))))
