"""Finding out what is at an address: a single Redis, the primary that sentinels name, or a node of a cluster."""

from contextlib import AsyncExitStack

from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import AuthenticationError, InvalidResponse, RedisError, ResponseError

from events.store.address import Address, endpoint_of
from events.store.cluster import SLOTS, Cluster
from events.store.connection import REPLY_TIMEOUT, connect, store_errors
from events.store.protocol import StoreDamaged, StoreMisconfigured, StoreUnavailable
from events.store.servers import Servers, SingleServer, single_server


async def servers_at(url: str, *, reply_timeout: float = REPLY_TIMEOUT) -> Servers:
    """Return the servers at a URL. One address that answers is enough.

    Raises StoreUnavailable, StoreMisconfigured.
    """
    address = Address.of(url)
    async with AsyncExitStack() as opened:
        if address.name is not None:
            server = single_server(address, timeout=reply_timeout)
            opened.push_async_callback(server.close)
            await _require_primary(server, address.name, encrypted=address.urls[0].startswith("rediss:"))
            opened.pop_all()
            return server
        first = await _first_that_answers(address)
        mode = await _mode_of(first)
        if mode != "cluster":
            if len(address.urls) > 1 and mode != "sentinel":  # a sentinel is reported when its facts are checked
                host, port = endpoint_of(first)
                raise StoreMisconfigured(
                    f"Several addresses are those of a cluster, and {host}:{port} is none. Name one server, or its "
                    "sentinels."
                )
            return SingleServer(connect(first, timeout=reply_timeout))
        cluster = Cluster(address)
        opened.push_async_callback(cluster.close)
        await cluster.refresh()
        if cluster.served < SLOTS:
            raise StoreMisconfigured(_missing(cluster.served))
        opened.pop_all()
        return cluster


def _missing(served: int) -> str:
    """Return what to do about a cluster that serves too few slots."""
    if served == 0:
        return (
            "The node is in no cluster that serves slots. Name a node of the cluster, or make one with "
            "redis-cli --cluster create."
        )
    return (
        f"The cluster serves only {served} of {SLOTS} slots. Give the others to a node, for example with "
        "redis-cli --cluster fix, then start again."
    )


async def _first_that_answers(address: Address) -> str:
    """Return the URL of a server that answers. Raises what is wrong with the last one, if none does."""
    *others, last = address.urls
    for url in others:
        try:
            await _mode_of(url)
        except StoreUnavailable:
            continue
        return url
    return last


async def _mode_of(url: str) -> str:
    """Return the mode of a server: cluster, sentinel or standalone. Raises StoreUnavailable, StoreMisconfigured."""
    client = connect(url)
    try:
        with store_errors():
            found = await client.info("server")
    except StoreUnavailable as error:
        if isinstance(error.__cause__, AuthenticationError):
            raise refused() from error
        if error.__cause__ is not None and isinstance(error.__cause__.__context__, ResponseError):
            raise StoreMisconfigured(_misfit(error.__cause__.__context__)) from error
        encrypted = url.startswith("rediss:")
        hint = "If the port does not use TLS, begin" if encrypted else "If the port uses TLS, begin"
        if encrypted or "closed" in str(error):
            reason = str(error).rstrip(".")
            raise StoreUnavailable(f"{reason}. {hint} the URL with redis{'' if encrypted else 's'}://.") from error
        raise
    except StoreDamaged as error:
        raise StoreMisconfigured(_misfit(error.__cause__)) from error
    finally:
        await client.aclose()
    return str(found.get("redis_mode", found.get("server_mode")))


def _misfit(error: BaseException | None) -> str:
    """Return what is wrong with a server that does not report its mode, and what to do."""
    if isinstance(error, InvalidResponse):
        return f"The server at the address is not a Redis ({error}). Check host and port of the URL."
    return f"The server refuses the database of the URL ({error}). Leave its number out, or choose one that exists."


def refused() -> StoreMisconfigured:
    """Return the error that a server refuses the credentials in the URL."""
    return StoreMisconfigured(
        "The server refuses the user name or the password of the URL, or requires one. Check both, as in "
        "redis://user:password@host:port."
    )


async def _require_primary(server: SingleServer, name: str, *, encrypted: bool) -> None:
    """Raise StoreMisconfigured if no sentinel knows the name, StoreUnavailable if none answers or names a primary."""
    assert server.sentinel is not None
    try:
        await server.sentinel.discover_master(name)
    except MasterNotFoundError:
        watched: set[str] = set()
        failures: list[Exception] = []
        for sentinel in server.sentinel.sentinels:
            try:
                watched |= set(map(str, await sentinel.sentinel_masters()))
            except (RedisError, OSError) as error:
                failures.append(error)
        if len(failures) == len(server.sentinel.sentinels):
            if any(isinstance(one, AuthenticationError) for one in failures):
                raise StoreMisconfigured(
                    "The sentinels refuse their user name or password, or require one. Add theirs to the URL, as in "
                    "?sentinel_username=user&sentinel_password=password; those before the @ are the server's."
                ) from None
            if isinstance(failures[0], (ResponseError, InvalidResponse)):
                raise StoreMisconfigured(
                    f"The addresses of the URL are no sentinels: {str(failures[0]).rstrip('.')}. Check hosts and ports "
                    "(usually 26379), or begin the URL with redis:// for a server."
                ) from None
            hint = " If they do not use TLS, begin the URL with redis+sentinel://." if encrypted else ""
            raise StoreUnavailable(f"No sentinel answers at the addresses of the URL.{hint}") from None
        if name not in watched:
            known = f"watch {', '.join(sorted(watched))}" if watched else "watch nothing"
            raise StoreMisconfigured(
                f"The sentinels {known}, and no {name}. Put the name of the server that they watch at the end of the "
                "URL, as in redis+sentinel://host:port,host:port/name."
            ) from None
        raise StoreUnavailable(f"The sentinels name no primary of {name} at the moment.") from None
