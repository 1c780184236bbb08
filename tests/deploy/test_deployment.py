"""Tests that the files in deploy/ configure what the service requires."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis.asyncio import Redis

from service.redis.requirements import require_fit
from service.settings import Settings
from tests.servers import running

DEPLOY = Path(__file__).parent.parent.parent / "deploy"


def environment_of(service: dict[str, Any], **given: str) -> Settings:
    """Return the settings of a service as compose sets them from the given environment."""

    def filled(found: re.Match[str]) -> str:
        return given.get(found[1], found[2])

    variables = {name: re.sub(r"\$\{(\w+):-([^}]*)\}", filled, value) for name, value in service["environment"].items()}
    return Settings.from_environment(variables)


def test_compose_takes_a_secret_from_the_environment_and_listens_where_it_is_told() -> None:
    yarrow = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["yarrow"]
    settings = environment_of(yarrow, YARROW_SECRET="s" * 32, YARROW_HOST="0.0.0.0")
    assert (settings.secrets, settings.host) == ((b"s" * 32,), "0.0.0.0")


async def test_the_redis_of_the_deployment_is_fit(
    redis_program: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(redis_program, tmp_path, DEPLOY / "redis.conf") as url:
        async with Redis.from_url(url) as client:
            await require_fit({"": client}, "fsync")
    assert not caplog.messages


def test_compose_runs_redis_with_that_configuration() -> None:
    redis = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["redis"]
    assert redis["command"] == ["redis-server", "/etc/redis/redis.conf"]
    assert "./redis.conf:/etc/redis/redis.conf:ro" in redis["volumes"]


def test_compose_lets_the_service_be_reached_where_it_listens() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services["yarrow"]["network_mode"] == "host", "the service listens on this machine's loopback alone"
    settings = environment_of(services["yarrow"])
    assert (settings.secrets, settings.host) == ((), "127.0.0.1")
    assert settings.redis_url is not None
    assert settings.redis_url.get_secret_value() == "redis://127.0.0.1:6379"
    assert services["redis"]["ports"] == ["127.0.0.1:6379:6379"]
    assert services["yarrow"]["environment"].keys() <= {f"YARROW_{name.upper()}" for name in Settings.model_fields}
