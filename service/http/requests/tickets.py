"""The parameter ``ticket`` of live connections, which is taken out of the address before anything can log it."""

from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from starlette.types import Scope

from service.auth.access import Caller
from service.http.requests.strict_query import repeated_parameters

PARAMETER: Final = "ticket"
PLACES: Final = {"http": ("/live", "/replay"), "websocket": ("/ws",)}
"""The ends of the paths that take tickets."""
_TICKETS: Final = "yarrow.tickets"
_CALLER: Final = "yarrow.caller"


def take_tickets(scope: Scope) -> bool:
    """Take the tickets out of the address of a live connection, and return whether there are any."""
    query: bytes = scope["query_string"]
    if not query or not scope["path"].endswith(PLACES[scope["type"]]):
        return False
    sent = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    tickets = [value for name, value in sent if name == PARAMETER]
    if tickets:
        scope[_TICKETS] = tickets
        rest = [(name, value) for name, value in sent if name != PARAMETER]
        scope["query_string"] = urlencode(rest, encoding="utf-8").encode("ascii")
    return bool(tickets)


def ticket_of(scope: Scope) -> str | None:
    """Return the ticket of a connection, or None. Raises Problem ``invalid`` if there are several."""
    tickets: list[str] | None = scope.get(_TICKETS)
    if tickets is not None and len(tickets) > 1:
        raise repeated_parameters([PARAMETER])
    return tickets[0] if tickets else None


def keep_caller(scope: Scope, caller: Caller) -> None:
    """Remember the caller of a ticket or an opaque token, which was read from Redis."""
    scope[_CALLER] = caller


def kept_caller(scope: Scope) -> Caller | None:
    """Return the caller of the ticket or the opaque token of a request."""
    caller: Any = scope.get(_CALLER)
    assert caller is None or isinstance(caller, Caller)
    return caller
