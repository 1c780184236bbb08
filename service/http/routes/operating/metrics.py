"""``/metrics``: metrics for Prometheus."""

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service.http.requests.dependencies import AppServices

router = APIRouter(tags=["operators"])


@router.get("/metrics")
async def read_metrics(services: AppServices) -> Response:
    """Read the metrics of this process, in the Prometheus text format."""
    return Response(services.metrics.exposition(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
