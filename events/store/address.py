"""Addresses of a store: URLs of one server, of nodes of a cluster, or of the sentinels that watch a server."""

from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qsl, unquote, urlencode

from redis.asyncio.connection import SSLConnection, parse_url

SENTINEL: Final = "+sentinel"
SCHEMES: Final = ("redis", "rediss", "unix", f"redis{SENTINEL}", f"rediss{SENTINEL}")
SENTINEL_PORT: Final = 26379
SENTINEL_OPTIONS: Final = ("sentinel_username", "sentinel_password")


class Address(NamedTuple):
    """Where a store is: one URL for each server, or for each sentinel that knows it under a ``name``.

    ``sentinel_options`` are the credentials of the sentinels; those in the URLs are the server's.
    """

    urls: tuple[str, ...]
    name: str | None = None
    sentinel_options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, url: str) -> Self:
        """Parse ``redis://host:port``, with further hosts separated by commas, ``rediss://``, ``unix://path``, or
        ``redis+sentinel://host:port,host:port/name``. Raises ValueError.
        """
        scheme, _, rest = url.partition("://")
        if scheme not in SCHEMES:
            raise ValueError(f"{scheme} is no scheme of a Redis.")
        if scheme == "unix":
            if not rest.partition("?")[0].startswith("/"):
                raise ValueError(
                    "The path of the socket is missing; it begins with a slash, as in unix:///run/redis.sock."
                )
            return cls((url,))
        name = None
        sentinel_options: tuple[tuple[str, str], ...] = ()
        authority, path, query = _split(rest)
        user, at, hosts = authority.rpartition("@")
        if not all(hosts.split(",")) and (scheme.endswith(SENTINEL) or "," in hosts):
            raise ValueError("A host is missing.")
        if scheme.endswith(SENTINEL):
            name = unquote(path.strip("/"))
            if not name or "/" in name:
                raise ValueError("The name of the server that the sentinels watch is missing.")
            options = parse_qsl(query)
            sentinel_options = tuple(one for one in options if one[0] in SENTINEL_OPTIONS)
            query, path = urlencode([one for one in options if one[0] not in SENTINEL_OPTIONS]), ""
            hosts = ",".join(_with_port(host) for host in hosts.split(","))
        elif not (path.strip("/") or "0").isdecimal():
            raise ValueError("The database must be a number.")
        plain = scheme.removesuffix(SENTINEL)
        urls = tuple(f"{plain}://{user}{at}{host}{path}{'?' if query else ''}{query}" for host in hosts.split(","))
        for one in urls:
            parse_url(one)
        return cls(urls, name, sentinel_options)


def _split(rest: str) -> tuple[str, str, str]:
    """Split what follows ``//`` into authority, path and query.

    ``urlsplit`` refuses an authority with several hosts if one is an IPv6 address in brackets.
    """
    place, _, query = rest.partition("#")[0].partition("?")
    authority, slash, path = place.partition("/")
    return authority, slash + path, query


def _with_port(host: str) -> str:
    """Return the address of a sentinel, with the usual port if it has none."""
    return host if host.rpartition("]")[2].count(":") else f"{host}:{SENTINEL_PORT}"


def options_of(url: str) -> dict[str, Any]:
    """Return the client's options for a URL of a TCP server, except host and port; ``ssl`` says whether TLS is used."""
    options: dict[str, Any] = dict(parse_url(url))
    options.pop("host", None)
    options.pop("port", None)
    if options.pop("connection_class", None) is SSLConnection:
        options["ssl"] = True
    return options


def endpoint_of(url: str) -> tuple[str, int]:
    """Return host and port of a URL."""
    options: dict[str, Any] = dict(parse_url(url))
    return options.get("host", "localhost"), int(options.get("port", 6379))


def at_endpoint(url: str, host: str, port: int) -> str:
    """Return the URL of another server that is reached by the same options."""
    scheme, _, rest = url.partition("://")
    authority, _, query = _split(rest)
    user, at, _ = authority.rpartition("@")
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{user}{at}{shown}:{port}{'?' if query else ''}{query}"
