"""Clients of stores, with which tests read and break what is stored."""

from redis.asyncio import Redis

from events.store.redis_store import RedisStore
from events.store.servers import SingleServer


def client_of(store: RedisStore) -> Redis:
    """Return the client of a store on one server."""
    assert isinstance(store.servers, SingleServer)
    return store.servers.client
