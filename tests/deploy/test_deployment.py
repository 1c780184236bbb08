"""What deploy/ sets up is what the service asks for."""

from pathlib import Path

import yaml
from redis.asyncio import Redis

from service.redis_requirements import require_fit
from service.settings import Settings
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


def test_compose_lets_the_service_be_reached_where_it_listens() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services["yarrow"]["network_mode"] == "host", "the service listens on this machine's loopback alone"
    settings = Settings.from_environment(services["yarrow"]["environment"])
    assert settings.redis_url is not None
    assert settings.redis_url.get_secret_value() == "redis://127.0.0.1:6379"
    assert services["redis"]["ports"] == ["127.0.0.1:6379:6379"]
    assert services["yarrow"]["environment"].keys() <= {f"YARROW_{name.upper()}" for name in Settings.model_fields}
