"""``POST /v1/encounters/{id}/commands``: the one path that a fight spends its time on."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from service.encounters import Encounters
from service.http.answers import json_answer
from service.http.request import asking, read_body


class CommandRoute(APIRoute):
    """Reads the body as it comes: who validates it is the ruleset of the encounter, which only its state tells."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        return command


async def command(request: Request) -> Response:
    """Decide a command and append its batch.

    With `If-Match: "<version>"` it is decided at that version or not at all. With an `Idempotency-Key` it may be sent
    again, and is answered as it was the first time.
    """
    encounters: Encounters = request.app.state.encounters
    asked = asking(request.scope["headers"])
    body = await read_body(request.receive)
    return json_answer(
        await encounters.command(
            request.path_params["encounter"], body, asked.speaker, key=asked.key, expected=asked.expected
        )
    )


router = APIRouter(route_class=CommandRoute)
router.add_api_route("/v1/encounters/{encounter}/commands", command, methods=["POST"], tags=["commands"])
