"""Admission of requests: which paths are open to anyone, and the identification and rate limit on all others."""

from typing import Final

from starlette.types import Scope

from service.auth.access import UNLIMITED, Access, Caller
from service.auth.rate_limit import Account
from service.problems.sent_headers import headers_of

HEALTH_PATHS: Final = frozenset({"/healthz", "/livez", "/startupz", "/readyz"})
"""Paths that are never rate-limited, for a supervisor's checks."""
METRICS: Final = "/metrics"
ALL_METRICS: Final = "The metrics cover all encounters of all tenants"
EXCHANGE: Final = "/v1/invitations/exchange"
"""The path that needs no token because an invitation takes its place."""
DOCUMENTED: Final = frozenset({"/docs", "/openapi.json"})
PAGE: Final = frozenset({"/", "/embed.js"})
PARTS: Final = ("/docs/", "/page/")
"""Folders of scripts and styles."""
REFERENCE: Final = "/v1/rulesets"
SIGNING_KEY: Final = "/v1/signing-key"


def is_open(path: str) -> bool:
    """Return whether a path needs no token: it reveals nothing of any encounter, or takes an invitation.

    Unlisted paths need one.
    """
    exact = HEALTH_PATHS | DOCUMENTED | PAGE | {REFERENCE, SIGNING_KEY, EXCHANGE}
    return path in exact or path.startswith((f"{REFERENCE}/", *PARTS))


def admit(access: Access, scope: Scope) -> Account:
    """Admit a request; return the account that pays for it.

    Raises Problem ``unauthorized``, ``not_yours``, ``malformed`` or ``too_many_requests``.
    """
    path: str = scope["path"]
    if path in HEALTH_PATHS or (path == METRICS and access.open_metrics):
        return UNLIMITED
    if not access.uses_tokens:
        if not is_open(path) or path == EXCHANGE:
            access.require_local(headers_of(scope))
        return UNLIMITED
    if is_open(path):
        return access.count(address_of(scope))
    caller = admit_caller(access, scope)
    if path == METRICS:
        access.require_operator(caller, ALL_METRICS)
    return access.account(caller)


def admit_caller(access: Access, scope: Scope) -> Caller:
    """Return the caller of a request, and count it. Raises Problem as ``admit`` does."""
    return access.admit(headers_of(scope), address_of(scope))


def address_of(scope: Scope) -> str:
    """Return the address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""
