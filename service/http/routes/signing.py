"""``GET /v1/signing-key``: what the signatures of bundles are to be held against."""

from fastapi import APIRouter, Response

from service.encounters.service import encode
from service.http.requests.dependencies import Shown
from service.http.responses.encoded import raw_answer

router = APIRouter(prefix="/v1/signing-key", tags=["encounters"])


@router.get("")
async def signing_key(shown: Shown) -> Response:
    """Read the public key that this service signs bundles with."""
    return raw_answer(encode(shown.signing_key()))
