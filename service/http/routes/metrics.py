"""``/metrics``: what Prometheus reads."""

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service.http.requests.dependencies import Asked

router = APIRouter(tags=["operators"])


@router.get("/metrics")
async def metrics(encounters: Asked) -> Response:
    """Read the measures of this process in the text format of Prometheus."""
    return Response(encounters.metrics.exposition(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
