"""``GET /v1/signing-key``: the public key for the signatures of bundles."""

from fastapi import APIRouter, Response

from service.encounters.encoding import encode
from service.http.requests.dependencies import AppServices
from service.http.responses.encoded import json_response

router = APIRouter(prefix="/v1/signing-key", tags=["encounters"])


@router.get("")
async def read_signing_key(services: AppServices) -> Response:
    """Read the public key that verifies the signatures of this service's bundles."""
    return json_response(encode(services.projections.signing_key()))
