"""The entry of the application: names and admits each request, and passes it to its route."""

from collections.abc import Collection, Coroutine
from functools import partial
from typing import Any, Final

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from service.auth.middleware import ALL_METRICS, METRICS, address_of, admit, is_open
from service.auth.rate_limit import Account
from service.http.middleware.compression import compressing
from service.http.middleware.cross_origin import CrossOrigin
from service.http.requests.head_requests import as_get
from service.http.requests.tickets import keep_caller, take_tickets, ticket_of
from service.http.responses.encoded import problem_response
from service.http.responses.reply import Reply, ReplyHeaders, reply_headers
from service.http.routes.commands import PREFIX, SUFFIX, handle_command
from service.problems.problem import Problem
from service.problems.request_id import current_request, request_id_of
from service.problems.sent_headers import headers_of
from service.services import Services
from service.work.call import Call

NO_REFERRER: Final = {"referrer-policy": "no-referrer"}
"""The header of responses to addresses with a ticket, which no link may pass on."""


class Entry(FastAPI):
    """FastAPI application that names and admits each request first, and serves commands without routing.

    The name of a request is not reset afterwards: each request has a task of its own, in which the server logs an error
    after the application has failed.
    """

    services: Services
    """The services that the lifespan of the application has started."""
    _cross_origin: ASGIApp | None = None

    def allow_origins(self, origins: Collection[str]) -> None:
        """Let pages of these origins use the API; without any, preflights are requests like others."""
        if origins:
            self._cross_origin = CrossOrigin(self._admitted, origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await super().__call__(scope, receive, send)
            return
        request_id = request_id_of(headers_of(scope))
        current_request.set(request_id)
        headers = ReplyHeaders(request_id)
        send = Reply(scope, send, headers)
        if take_tickets(scope):
            headers.fixed = NO_REFERRER
        if scope["type"] == "http":
            await (self._cross_origin or self._admitted)(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def _admitted(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        """Return the coroutine that admits an HTTP request and answers it: a layer less for every command."""
        if scope["method"] == "HEAD":
            scope, send = as_get(scope, send)
        send = compressing(scope, send)
        path: str = scope["path"]
        if scope["method"] == "POST" and path.startswith(PREFIX) and path.endswith(SUFFIX):
            return handle_command(self.services, path[len(PREFIX) : -len(SUFFIX)], scope, receive, send)
        return self._routed(scope, receive, send)

    async def _routed(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit an HTTP request other than a command, and answer it by its route."""
        services = self.services
        try:
            account = await self._account(scope)
        except Problem as problem:
            await problem_response(problem)(scope, receive, send)
            return
        reply_headers(scope).quota = partial(services.access.quota, account)
        with Call(services.places, account, services.access.charge) as call:
            await super().__call__(scope, call.watch(receive, scope["method"]), send)

    async def _account(self, scope: Scope) -> Account:
        """Admit a request by its ticket or its headers, and return the account that pays for it."""
        services = self.services
        ticket = ticket_of(scope)
        if ticket is None:
            account = admit(services.access, scope)
            caller = None if is_open(scope["path"]) else await services.grants.opaque_caller(headers_of(scope))
            if caller is not None:
                keep_caller(scope, caller)
                if scope["path"] == METRICS:
                    services.access.require_operator(caller, ALL_METRICS)
            return account
        caller = await services.tickets.admit(ticket, headers_of(scope), address_of(scope))
        keep_caller(scope, caller)
        return services.access.account(caller)
