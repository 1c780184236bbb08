"""This machine alone: without a secret whoever is on it is the narrator, and nobody else may speak in its name.

A browser on it lets any page send requests to any address. It says from where the page is (``Origin``), and to which
name it believes to speak (``Host``): another one than this machine's is a page that has led its own name here.
"""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

from service.problems.problem import Problem


def on_loopback(host: str) -> bool:
    """Whether only programs on this machine reach an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_own(headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Raise Problem ``not_yours`` for a request to another name than this machine's, or from a page from elsewhere."""
    sent = {name: value for name, value in headers if name in (b"host", b"origin")}
    host, origin = sent.get(b"host"), sent.get(b"origin")
    if host is not None and not _is_own(host):
        raise Problem(
            "not_yours",
            f"Without a secret only this machine is answered, as localhost or 127.0.0.1, and not as {_shown(host)}; "
            "whoever runs this service can set YARROW_SECRET and give out tokens.",
        )
    if origin is not None and origin.rpartition(b"//")[2] != host:
        said = f"A page from {_shown(origin)} may not speak here: without tokens only this service's own may."
        raise Problem("not_yours", said)


@lru_cache(maxsize=256)
def _is_own(host: bytes) -> bool:
    try:
        name = urlsplit(f"//{host.decode('ascii')}").hostname or ""
    except ValueError:
        return False
    return on_loopback(name) or name.endswith(".localhost")


def _shown(header: bytes) -> str:
    return header[:100].decode("latin-1")
