"""Local access: without a secret every program on this machine is the narrator, and no unnamed origin may use that.

A browser on this machine lets any page send requests to any address. Its requests carry the page's origin (``Origin``)
and the name that it resolved (``Host``): a foreign host name is a page that has pointed its own name here (DNS
rebinding).
"""

import ipaddress
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

from service.problems.problem import Problem
from service.problems.sent_headers import SentHeaders


def on_loopback(host: str) -> bool:
    """Return whether an address can be reached from this machine only."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_own(headers: SentHeaders, origins: Collection[bytes] = ()) -> None:
    """Raise Problem ``not_yours`` for a request to a foreign host name, or from a page of another origin.

    Pages of the named ``origins`` may use the service. Every value of a repeated header counts.
    """
    hosts = headers.get(b"host", ())
    for host in hosts:
        if not _is_own(host):
            raise Problem(
                "not_yours",
                f"Without a secret the service answers only as localhost or 127.0.0.1, not as {_shown(host)}; its "
                "operator can set YARROW_SECRET and issue tokens.",
            )
    for origin in headers.get(b"origin", ()):
        if origin.rpartition(b"//")[2] not in hosts and origin not in origins:
            raise foreign_page(origin.decode("latin-1"))


def foreign_page(origin: str) -> Problem:
    """Return the problem with a request of a page whose origin the operator has not named."""
    detail = f"A page from {origin[:100]} cannot use this service; its operator can name that origin in YARROW_ORIGINS."
    return Problem("not_yours", detail)


@lru_cache(maxsize=256)
def _is_own(host: bytes) -> bool:
    try:
        name = urlsplit(f"//{host.decode('ascii')}").hostname or ""
    except ValueError:
        return False
    return on_loopback(name) or name.endswith(".localhost")


def _shown(header: bytes) -> str:
    return header[:100].decode("latin-1")
