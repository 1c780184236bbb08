"""Answers as they go out: JSON that is encoded already, with the version as its entity tag, and problems."""

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from service.encounters import Answered
from service.problems import MEDIA_TYPE, Problem, place_headers

_encode = msgspec.json.Encoder().encode


def json_answer(answered: Answered, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer about an encounter."""
    return Response(answered.body, status, {**headers_of(answered), **(headers or {})}, media_type="application/json")


def headers_of(answered: Answered) -> dict[str, str]:
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
