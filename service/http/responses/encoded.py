"""Encoded responses: JSON bodies with the version of the encounter as entity tag, and problems."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import Send

from service.encounters.encoding import EncodedBody, KnownTags, NegotiatedBody, digest_of, is_known
from service.http.responses.reply import Reply, raw_headers
from service.problems.problem import MEDIA_TYPE, Problem, version_headers

CHECK_APPLIED: Final[Mapping[str, str]] = {"preference-applied": "check"}
"""The header of the response to a command that was checked, and not executed."""
STORY_APPLIED: Final[Mapping[str, str]] = {"preference-applied": "story"}
"""The header of the response to a command that has the story of its batch."""

REVALIDATED: Final[Mapping[str, str]] = {
    "cache-control": "private, no-cache",
    "vary": "Authorization, Yarrow-As",
}
"""The headers of reads: a cache asks again each time, and keeps the views of different speakers apart."""
SECRET_RESPONSE: Final[Mapping[str, str]] = {"cache-control": "no-store"}
"""The headers of a response that contains a secret."""

_encode = msgspec.json.Encoder().encode


def encounter_response(
    content: EncodedBody, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a JSON response about an encounter, with its version headers."""
    return Response(
        content.body, status, {**encounter_headers(content), **(headers or {})}, media_type="application/json"
    )


def negotiated_response(found: NegotiatedBody, known: KnownTags) -> Response:
    """Return the response to a read whose labels are in a language, or 304 if the client has it."""
    return read_response(found.content, known, headers=language_headers(found.languages))


def language_headers(languages: str) -> dict[str, str]:
    """Return the headers of a read whose labels are in a language; ``languages`` is the header Content-Language."""
    content = {"content-language": languages} if languages else {}
    return {"vary": f"{REVALIDATED['vary']}, Accept-Language", **content}


def read_response(content: EncodedBody, known: KnownTags, *, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response to a read of an encounter, or 304 if the client has it."""
    return unchanged_response(content, known, headers=headers) or encounter_response(
        content, headers={**REVALIDATED, **(headers or {})}
    )


def unchanged_response(
    content: EncodedBody, known: KnownTags, *, headers: Mapping[str, str] | None = None
) -> Response | None:
    """Return a 304 if the client has the response that this content is of, else None."""
    if not is_known(content.tag, known):
        return None
    return Response(status_code=304, headers={**encounter_headers(content), **REVALIDATED, **(headers or {})})


async def send_encounter_response(content: EncodedBody, send: Send) -> None:
    """Send a JSON response about an encounter, in less time than ``encounter_response`` takes."""
    headers = {
        "content-type": "application/json",
        "content-length": str(len(content.body)),
        **encounter_headers(content),
    }
    if isinstance(send, Reply) and send.at_once(headers, content.body):
        return
    await send({"type": "http.response.start", "status": 200, "headers": raw_headers(headers)})
    await send({"type": "http.response.body", "body": content.body})


def encounter_headers(content: EncodedBody) -> dict[str, str]:
    """Return the headers that every response about an encounter has: its version, and the chain's hash there.

    A player is also told which of its combatants the encounter does not have.
    """
    versions = version_headers(content.tag, content.hash)
    return {**versions, **unknown_header(content.unknown)} if content.unknown else versions


def unknown_header(unknown: Sequence[str]) -> dict[str, str]:
    """Return the header with the combatants for which the speaker speaks and which the encounter does not have."""
    return {"yarrow-unknown": ", ".join(unknown)} if unknown else {}


def json_response(body: bytes, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response that is not about one encounter; ``body`` is encoded JSON."""
    return Response(body, status, headers, media_type="application/json")


def tagged_response(body: bytes, known: KnownTags) -> Response:
    """Return a read that is not about one encounter, with a digest as entity tag, or 304 if the client has it."""
    tag = digest_of(body)
    headers = {**REVALIDATED, "etag": f'"{tag}"'}
    return Response(status_code=304, headers=headers) if is_known(tag, known) else json_response(body, headers=headers)


def problem_response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """Return a problem as an RFC 9457 response."""
    return Response(
        _encode(problem.occurrence()), problem.status, {**problem.headers, **(headers or {})}, media_type=MEDIA_TYPE
    )
