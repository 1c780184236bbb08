"""A real service shared by all tests of the command line, and a fight that the demonstration played on it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import redis

from tests.program import serving, yarrow


class Fight(NamedTuple):
    """A closed encounter on the service: the output of the demonstration, and the bundle."""

    id: str
    said: dict[str, Any]
    bundle: Path


@pytest.fixture(scope="session")
def service_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of the service."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="session")
def service_url(service_directory: Path) -> Iterator[str]:
    with serving(service_directory) as url:
        yield url


@pytest.fixture
def service_redis(service_url: str, service_directory: Path) -> Iterator[redis.Redis]:
    """A direct connection to the Redis of the service."""
    with redis.Redis(unix_socket_path=str(service_directory / "redis.sock")) as client:
        yield client


@pytest.fixture(scope="session")
def fight(service_url: str, tmp_path_factory: pytest.TempPathFactory) -> Fight:
    bundle = tmp_path_factory.mktemp("fight") / "fight.ndjson"
    done = yarrow("demo", "--url", service_url, "--output", bundle, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    return Fight(said["encounter"], said, bundle)
