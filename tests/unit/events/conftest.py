"""Stores on every kind of server that Yarrow runs on."""

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
    """A Redis over TCP that asks for a password."""
    with running(redis_program, tmp_path_factory.mktemp("password"), **SAFE) as url:
        with redis.Redis.from_url(url) as client:
            client.config_set("requirepass", PASSWORD)
        yield url.replace("redis://", "redis://:a%20password%3A%20with%20%40%20and%20%2F%20in%20it@")


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Valkey over TCP."""
    with running(valkey_program(), tmp_path_factory.mktemp("valkey"), **SAFE) as url:
        yield url


@pytest.fixture(params=["redis_url", "password_url", "valkey_url"])
def any_url(request: pytest.FixtureRequest) -> str:
    """Every way in which a Redis is reached, one after the other."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture
async def open_store() -> AsyncIterator[OpenStore]:
    """Opens stores and closes them when the test is over."""
    async with AsyncExitStack() as stack:

        async def opened(url: str, **options: Any) -> RedisStore:
            store = await RedisStore.open(url, **options)
            stack.push_async_callback(store.close)
            return store

        yield opened


@pytest.fixture
async def store(any_url: str, open_store: OpenStore) -> RedisStore:
    """A store on each kind of server."""
    return await open_store(any_url)


@pytest.fixture
def duel(tenant: str) -> StreamId:
    """A stream that nobody else writes to."""
    return StreamId(tenant, "duel")
