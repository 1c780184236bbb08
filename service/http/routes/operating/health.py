"""``/healthz`` and ``/readyz``: liveness and readiness checks."""

from fastapi import APIRouter, Response

from service.http.requests.dependencies import AppServices
from service.http.responses.encoded import json_response

router = APIRouter(tags=["operators"])


@router.get("/healthz")
async def check_alive() -> Response:
    """Check that the process is alive."""
    return json_response(b'{"status":"alive"}')


@router.get("/readyz")
async def check_ready(services: AppServices) -> Response:
    """Check that the service can reach its store. Otherwise the response is the problem `store_away`."""
    await services.require_ready()
    return json_response(b'{"status":"ready"}')
