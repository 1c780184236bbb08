"""``POST /v1/encounters/{id}/commands``: the one path that a fight spends its time on.

It is an ASGI application of its own: it reads the body as it comes, because only the encounter's state tells which
ruleset validates it, and sends an answer that is encoded already. ``Shortcut`` finds it before any other path.
"""

import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from starlette.datastructures import State
from starlette.types import Receive, Scope, Send

from service.auth.middleware import admit, admitted
from service.encounters.service import Encounters
from service.http.requests.head_requests import as_get
from service.http.requests.parsing import asking, read_body
from service.http.responses.encoded import problem_answer, send_answer
from service.problems.problem import Problem, broken

PATH: Final = "/v1/encounters/{encounter}/commands"
_BEFORE: Final = "/v1/encounters/"
_BEHIND: Final = "/commands"
_log = logging.getLogger(__name__)


class Shortcut(FastAPI):
    """The application behind its gate, with a way to the commands that no other path or middleware stands in."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope, send = as_get(scope, send)
        elif scope["type"] == "http" and scope["method"] == "POST":
            path: str = scope["path"]
            if path.startswith(_BEFORE) and path.endswith(_BEHIND):
                await answer(self.state, path[len(_BEFORE) : -len(_BEHIND)], scope, receive, send)
                return
        if scope["type"] == "http":
            try:
                admit(self.state.access, scope)
            except Problem as problem:
                await problem_answer(problem)(scope, receive, send)
                return
        await super().__call__(scope, receive, send)


async def command(request: Request) -> None:
    """Decide a command and append its batch.

    With `If-Match: "<version>"` it is decided at that version or not at all. With an `Idempotency-Key` it may be sent
    again, and is answered as it was the first time.
    """


class CommandRoute(APIRoute):
    """The path as the framework knows it: for the description of the API, and for other methods."""

    def __init__(self, **options: Any) -> None:
        super().__init__(PATH, command, methods=["POST"], tags=["commands"], **options)
        self.app = _answer_route


async def _answer_route(scope: Scope, receive: Receive, send: Send) -> None:
    await answer(scope["app"].state, scope["path_params"]["encounter"], scope, receive, send)


async def answer(state: State, encounter: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer the request for a command on an encounter, whatever comes of it."""
    try:
        caller = admitted(state.access, scope)
        asked = asking(scope["headers"])
        body = await read_body(receive)
        encounters: Encounters = state.encounters
        answered = await encounters.command(encounter, body, caller, key=asked.key, expected=asked.expected)
    except Problem as problem:
        await problem_answer(problem)(scope, receive, send)
        return
    except Exception:
        _log.exception("A command on %s failed", encounter)
        await problem_answer(broken())(scope, receive, send)
        return
    await send_answer(answered, scope, receive, send)
