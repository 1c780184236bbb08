"""``POST /v1/encounters/{id}/commands``: decide and append a command, on the busiest path of the API.

The route is an ASGI application of its own: FastAPI cannot validate the body, because its ruleset depends on the state
of the encounter, and the response is already encoded. ``Shortcut`` calls it before any routing or middleware.
"""

import logging
from functools import partial
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from service.auth.middleware import admit, admit_caller
from service.http.requests.head_requests import as_get
from service.http.requests.parsing import command_headers, read_body
from service.http.responses.encoded import (
    CHECK_APPLIED,
    encounter_response,
    problem_response,
    send_encounter_response,
)
from service.http.responses.reply import ReplyHeaders, reply_headers, with_headers
from service.problems.problem import Problem, internal_error
from service.problems.request_id import current_request, request_id_of
from service.services import Services, services_of
from service.work.call import Call

PATH: Final = "/v1/encounters/{encounter}/commands"
_PREFIX: Final = "/v1/encounters/"
_SUFFIX: Final = "/commands"
_log = logging.getLogger(__name__)


class Shortcut(FastAPI):
    """FastAPI application that admits each request first, and serves commands without routing or middleware.

    It names each request for its response, its problem and the log. The name is not reset afterwards: each request has
    a task of its own, in which the server logs an error after the application has failed.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            request_id = request_id_of(scope["headers"])
            current_request.set(request_id)
            send = with_headers(scope, send, ReplyHeaders(request_id))
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope, send = as_get(scope, send)
        elif scope["type"] == "http" and scope["method"] == "POST":
            path: str = scope["path"]
            if path.startswith(_PREFIX) and path.endswith(_SUFFIX):
                await handle_command(services_of(self), path[len(_PREFIX) : -len(_SUFFIX)], scope, receive, send)
                return
        if scope["type"] == "http":
            services = services_of(self)
            try:
                account = admit(services.access, scope)
            except Problem as problem:
                await problem_response(problem)(scope, receive, send)
                return
            reply_headers(scope).quota = partial(services.access.quota, account)
            with Call(services.places, account, services.access.charge) as call:
                await super().__call__(scope, call.watch(receive, scope["method"]), send)
            return
        await super().__call__(scope, receive, send)


async def give_command(request: Request) -> None:
    """Decide a command and append its batch.

    With `If-Match: "<version>"` the command is rejected unless the encounter is at that version. A retry with the same
    `Idempotency-Key` returns the original response. With `Prefer: check` the command is only checked: nothing is
    recorded or thrown, and the response says what it would cause first.
    """


class CommandRoute(APIRoute):
    """The route as FastAPI knows it, for the API description and to reject other methods."""

    def __init__(self, **options: Any) -> None:
        super().__init__(PATH, give_command, methods=["POST"], tags=["commands"], **options)
        self.app = _handle_route


async def _handle_route(scope: Scope, receive: Receive, send: Send) -> None:
    await handle_command(services_of(scope["app"]), scope["path_params"]["encounter"], scope, receive, send)


async def handle_command(services: Services, encounter: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Handle a command on an encounter, and send the response or the problem."""
    try:
        access = services.access
        caller = admit_caller(access, scope)
        account = access.account(caller)
        reply_headers(scope).quota = partial(access.quota, account)
        headers = command_headers(scope["headers"])
        body = await read_body(receive)
        with Call(services.places, account, access.charge, urgent=True):
            content = await services.commands.command(
                encounter, body, caller, key=headers.key, expected=headers.expected, check=headers.check
            )
    except Problem as problem:
        await problem_response(problem)(scope, receive, send)
        return
    except Exception:
        _log.exception("A command on %s failed", encounter)
        await problem_response(internal_error())(scope, receive, send)
        return
    if headers.check:
        await encounter_response(content, headers=CHECK_APPLIED)(scope, receive, send)
    else:
        await send_encounter_response(content, scope, receive, send)
