"""``/healthz`` and ``/readyz``: whether the process lives, and whether it can serve."""

from fastapi import APIRouter, Response

from service.http.requests.dependencies import Asked
from service.http.responses.encoded import raw_answer

router = APIRouter(tags=["operators"])


@router.get("/healthz")
async def alive() -> Response:
    """Say that the process answers."""
    return raw_answer(b'{"status":"alive"}')


@router.get("/readyz")
async def ready(encounters: Asked) -> Response:
    """Say that the store answers too; otherwise the problem `store_away`."""
    await encounters.ready()
    return raw_answer(b'{"status":"ready"}')
