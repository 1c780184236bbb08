"""Answers as they go out: JSON that is encoded already, with the version as its entity tag, and problems."""

from collections.abc import Mapping
from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.encounters.service import EncodedBody
from service.problems.problem import MEDIA_TYPE, Problem, place_headers

WHOLE: Final = "yarrow.whole"
"""The extension of a request by which an answer with status 200 is written in one piece, its head included."""

_encode = msgspec.json.Encoder().encode


def json_answer(answered: EncodedBody, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer about an encounter."""
    return Response(answered.body, status, {**headers_of(answered), **(headers or {})}, media_type="application/json")


async def send_answer(answered: EncodedBody, scope: Scope, receive: Receive, send: Send) -> None:
    """Send an answer about an encounter, in one piece where the server can do that."""
    whole = scope.get("extensions", {}).get(WHOLE)
    if whole is None or not whole["write"](_head_of(answered), answered.body):
        await json_answer(answered)(scope, receive, send)


def _head_of(answered: EncodedBody) -> bytes:
    """The head of an answer, without its status and the empty line at its end."""
    headers = headers_of(answered)
    place = "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
    return f"content-type: application/json\r\ncontent-length: {len(answered.body)}\r\n{place}".encode()


def headers_of(answered: EncodedBody) -> dict[str, str]:
    """The headers of an answer: where the encounter stands."""
    return place_headers(answered.version, answered.hash)


def raw_answer(body: bytes) -> Response:
    """An answer about anything else, encoded already."""
    return Response(body, media_type="application/json")


def problem_answer(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """A problem as RFC 9457 has it."""
    return Response(
        _encode(problem.details), problem.status, {**problem.headers, **(headers or {})}, media_type=MEDIA_TYPE
    )
