"""What deploy/ sets up is what the service asks for."""

from pathlib import Path

import yaml
from redis.asyncio import Redis

from service.redis_requirements import require_fit
from tests.servers import running

DEPLOY = Path(__file__).parent.parent.parent / "deploy"


async def test_the_redis_of_the_deployment_is_fit(redis_program: Path, tmp_path: Path) -> None:
    with running(redis_program, tmp_path, DEPLOY / "redis.conf") as url:
        async with Redis.from_url(url) as client:
            await require_fit(client, "fsync")


def test_compose_runs_redis_with_that_configuration() -> None:
    redis = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["redis"]
    assert redis["command"] == ["redis-server", "/etc/redis/redis.conf"]
    assert "./redis.conf:/etc/redis/redis.conf:ro" in redis["volumes"]
