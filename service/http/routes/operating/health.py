"""``/livez``, ``/startupz`` and ``/readyz``: checks of the service; ``/healthz`` is the former name of the first."""

from fastapi import APIRouter, Response

from service.http.requests.dependencies import AppServices
from service.http.responses.encoded import json_response

router = APIRouter(tags=["operators"])


@router.get("/healthz")
async def check_alive() -> Response:
    """Check that the process is alive, as `/livez` does."""
    return json_response(b'{"status":"alive"}')


@router.get("/livez")
async def check_live() -> Response:
    """Check that the process is alive. It is, whatever its store does; restart a process that does not answer."""
    return json_response(b'{"status":"alive"}')


@router.get("/startupz")
async def check_started() -> Response:
    """Check that the service has started. Until then, it answers no request."""
    return json_response(b'{"status":"started"}')


@router.get("/readyz")
async def check_ready(services: AppServices) -> Response:
    """Check that a command could be recorded: the store confirms a write within a second. Otherwise the response is the
    problem `store_away`.
    """
    await services.require_ready()
    return json_response(b'{"status":"ready"}')
