"""``/v1/tokens/revoke``: end a token before its time."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from events.format.envelope import format_time
from service.auth.access import Access
from service.encounters.service import encode, store_problems
from service.http.requests.dependencies import Calling
from service.http.requests.parsing import asking, read_body
from service.http.responses.encoded import raw_answer
from service.problems import strict_json
from service.problems.validation import unvalidated

router = APIRouter(prefix="/v1/tokens", tags=["access"])


ID: Final = "[!-~]{1,100}"


def _as_id(text: str) -> str:
    if not re.fullmatch(ID, text):
        said = (
            "It has to be the ID of a token, its claim jti, of 1 to 100 visible ASCII characters; not the token itself"
        )
        raise PydanticCustomError("token_id", said)
    return text


class RevokeRequest(BaseModel):
    """Revoke a token of the tenant by its ID, also one that nobody has used yet."""

    model_config = ConfigDict(extra="forbid")

    token: Annotated[str, AfterValidator(_as_id)] = Field(
        description="the token's ID, its claim `jti`; not the token itself", json_schema_extra={"pattern": f"^{ID}$"}
    )


class Revoked(msgspec.Struct, frozen=True):
    """A revoked token, and until when that is remembered: no token lives longer."""

    token: str
    until: str


@router.post("/revoke")
async def revoke_token(request: Request, caller: Calling) -> Response:
    """Revoke a token. It holds no longer in this process at once, in all others within a second."""
    access: Access = request.app.state.access
    access.require_host(caller, "Tokens are for all encounters")
    asking(request.scope["headers"])
    body = await read_body(request.receive)
    value = strict_json.check(body)
    try:
        asked = RevokeRequest.model_validate_json(body, strict=True)
    except ValidationError as error:
        raise unvalidated(error, value, RevokeRequest) from None
    with store_problems():
        until = await access.revoke(caller, asked.token)
    return raw_answer(encode(Revoked(asked.token, format_time(datetime.fromtimestamp(until, UTC)))))
