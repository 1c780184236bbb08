"""``POST /v1/encounters/{id}/commands``: decide and append a command, on the busiest path of the API.

The route is an ASGI application of its own: FastAPI cannot validate the body, because its ruleset depends on the state
of the encounter, and the response is already encoded. ``Entry`` calls it before any routing.
"""

import logging
from functools import partial
from typing import Any, Final

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.types import Receive, Scope, Send

from service.auth.access import Caller
from service.auth.middleware import address_of
from service.encounters.encoding import EncodedBody
from service.http.requests.parsing import command_headers, read_body
from service.http.responses.encoded import (
    CHECK_APPLIED,
    STORY_APPLIED,
    encounter_response,
    problem_response,
    send_encounter_response,
)
from service.http.responses.reply import reply_headers
from service.problems.problem import Problem, internal_error
from service.problems.sent_headers import headers_of
from service.services import Services, services_of
from service.work.call import Call

PATH: Final = "/v1/encounters/{encounter}/commands"
PREFIX: Final = "/v1/encounters/"
SUFFIX: Final = "/commands"
_log = logging.getLogger(__name__)


async def give_command(request: Request) -> None:
    """Decide a command and append its batch.

    With `If-Match: "<version>"` the command is rejected unless the encounter is at that version. A retry with the same
    `Idempotency-Key` returns the original response. With `Prefer: check` the command is only checked: nothing is
    recorded or thrown, and the response says what it would cause first. With `Prefer: story` the response has the
    entries of the story that tell its batch, up to level 2, under `story`.
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
        sent = headers_of(scope)
        opaque = await services.grants.opaque_caller(sent) if services.grants.may_be_opaque(sent) else None
        caller = opaque or access.admit(sent, address_of(scope))
        account = access.account(caller)
        if account.rate is not None:
            reply_headers(scope).quota = partial(access.quota, account)
        headers = command_headers(sent)
        body = await read_body(receive)
        with Call(services.places, account, access.charge, urgent=True):
            content = await services.commands.command(
                encounter, body, caller, key=headers.key, expected=headers.expected, check=headers.check
            )
            wants_story = headers.story and not headers.check
            told = await _with_story(services, encounter, caller, content) if wants_story else None
    except Problem as problem:
        await problem_response(problem)(scope, receive, send)
        return
    except Exception:
        _log.exception("A command on %s failed", encounter)
        await problem_response(internal_error())(scope, receive, send)
        return
    if headers.check:
        await encounter_response(content, headers=CHECK_APPLIED)(scope, receive, send)
    elif told is not None:
        await encounter_response(told, headers=STORY_APPLIED)(scope, receive, send)
    else:
        await send_encounter_response(content, send)


async def _with_story(services: Services, encounter: str, caller: Caller, content: EncodedBody) -> EncodedBody | None:
    """Return the response with the story of its batch; None if that fails, because the batch is recorded already."""
    try:
        return await services.story.beside(encounter, caller, content)
    except Problem:
        _log.warning("Reading the story of a batch of %s failed", encounter)
        return None
