"""Fixtures: stores on every kind of server that Yarrow supports."""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import redis

from events.store.protocol import StreamId
from events.store.redis_store import RedisStore
from tests.servers import SAFE, running, valkey_program

PASSWORD = "a password: with @ and / in it"

OpenStore = Callable[..., Coroutine[Any, Any, RedisStore]]


@pytest.fixture(scope="session")
def password_url(redis_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the URL of a Redis over TCP that requires a password."""
    with running(redis_program, tmp_path_factory.mktemp("password"), **SAFE) as url:
        with redis.Redis.from_url(url) as client:
            client.config_set("requirepass", PASSWORD)
        yield url.replace("redis://", "redis://:a%20password%3A%20with%20%40%20and%20%2F%20in%20it@")


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the URL of a Valkey over TCP."""
    with running(valkey_program(), tmp_path_factory.mktemp("valkey"), **SAFE) as url:
        yield url


@pytest.fixture(params=["redis_url", "password_url", "valkey_url"])
def any_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of each kind of server in turn."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture(params=["redis_url", "password_url", "valkey_url", "sentinel_url", "cluster_url"])
def store_url(request: pytest.FixtureRequest) -> str:
    """Return the URL of each topology and kind of server in turn."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture
async def open_store() -> AsyncIterator[OpenStore]:
    """Yield a function that opens stores; they are closed after the test."""
    async with AsyncExitStack() as stack:

        async def opened(url: str, **options: Any) -> RedisStore:
            store = await RedisStore.open(url, **options)
            stack.push_async_callback(store.close)
            return store

        yield opened


@pytest.fixture
async def store(store_url: str, open_store: OpenStore) -> RedisStore:
    """Return a store on each topology and kind of server in turn."""
    return await open_store(store_url)


@pytest.fixture
def duel(tenant: str) -> StreamId:
    """Return a stream that no other test writes to."""
    return StreamId(tenant, "duel")
