"""Fixtures for all tests: a real Redis for each worker, and the check that no test is skipped in CI."""

import itertools
import os
import signal
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from hypothesis import HealthCheck, settings

import service.server  # noqa: F401  # sets a limit of the WebSocket library before that is imported
from service.redis.embedded import EmbeddedRedis, server_program
from tests.topologies.nodes import cluster, watched

# Examples run against real servers on machines that may be busy, so none has a deadline. In CI they are the same in
# each run; elsewhere they are random, and a failure found that way is added as an example.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("patient")

DATABASES = itertools.cycle(range(1, 16))


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the embedded server, one for each worker of a run; each test uses its own tenant."""
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.fixture
def tenant() -> str:
    """A tenant that no other test uses."""
    return f"t-{uuid.uuid4().hex[:12]}"


@pytest.fixture
def empty_redis_url(redis_url: str) -> str:
    """The URL of an empty database of the shared server, for a test that counts keys or reads whole feeds."""
    url = f"{redis_url}?db={next(DATABASES)}"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


@pytest.fixture(scope="session")
def redis_program() -> Path:
    """The redis-server executable, for tests that run one with their own settings."""
    return server_program()


@pytest.fixture(scope="session")
def sentinel_url(redis_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis with a replica, through the sentinels that watch it."""
    with watched(redis_program, tmp_path_factory.mktemp("watched")) as servers:
        yield servers.url


@pytest.fixture(scope="session")
def cluster_url(redis_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a cluster of three primaries with a replica each."""
    with cluster(redis_program, tmp_path_factory.mktemp("cluster")) as servers:
        yield servers.url


def pytest_configure() -> None:
    """Let programs that tests start receive Ctrl-C, which a shell makes its background jobs ignore."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Explain why a run without a failed test fails."""
    if skipped_in_ci(terminalreporter):
        terminalreporter.section("A skipped test is a failure here", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in CI that skipped a test, because a test that did not run has not passed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and skipped_in_ci(reporter) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def skipped_in_ci(reporter: pytest.TerminalReporter) -> bool:
    """Return whether this is a run in CI that skipped a test."""
    return bool(os.environ.get("CI") and reporter.stats.get("skipped"))
