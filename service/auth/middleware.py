"""The gate: what anybody may read, and who is let in to all the rest, counted."""

from typing import Final

from starlette.types import Scope

from service.auth.access import Access, Caller
from service.auth.local_only import require_own

WELL: Final = frozenset({"/healthz", "/readyz"})
"""What a supervisor asks as often as it likes."""
METRICS: Final = "/metrics"
DOCUMENTED: Final = frozenset({"/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json"})
REFERENCE: Final = "/v1/rulesets"
SIGNING_KEY: Final = "/v1/signing-key"


def is_open(path: str) -> bool:
    """Whether a path tells nothing of any encounter, so that it needs no token: whatever is not listed here does."""
    return path in WELL | DOCUMENTED | {REFERENCE, SIGNING_KEY} or path.startswith(f"{REFERENCE}/")


def admit(access: Access, scope: Scope) -> None:
    """Let a request in. Raises Problem ``unauthorized``, ``not_yours``, ``malformed`` or ``too_many_requests``."""
    path: str = scope["path"]
    if path in WELL or (path == METRICS and access.open_metrics):
        return
    if not access.by_token:
        if not is_open(path):
            require_own(scope["headers"])
        return
    if is_open(path):
        access.count(address_of(scope))
        return
    caller = admitted(access, scope)
    if path == METRICS:
        access.require_operator(caller, "The measures are of all encounters of all tenants")


def admitted(access: Access, scope: Scope) -> Caller:
    """Who asks, counted. Raises Problem as ``admit`` does."""
    return access.admit(scope["headers"], address_of(scope))


def address_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""
