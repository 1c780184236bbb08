"""``GET /v1/encounters/{id}/story``: what happened, in levels, as JSON pages or as a document to take away."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from domain.model.integers import MAX_INTEGER
from service.encounters.reading.story_queries import JSON, PAGE, StoryPart
from service.http.requests.dependencies import AppServices, At, CurrentCaller, Known
from service.http.responses.encoded import REVALIDATED, encounter_headers, read_response, unchanged_response
from service.http.responses.story_documents import FORMATS, document
from service.http.routes.events import ACCEPTS_JSON, VARY
from service.problems.problem import Problem

WEIGHT: Final = re.compile(r"[01](?:\.\d{0,3})?")
HTML_HEADERS: Final[Mapping[str, str]] = {"content-security-policy": "default-src 'none'"}
router = APIRouter(prefix="/v1/encounters/{encounter}", tags=["projections"])


@router.get("/story")
async def read_story(
    request: Request,
    encounter: str,
    services: AppServices,
    caller: CurrentCaller,
    known: Known,
    after: Annotated[int, Query(ge=0, le=MAX_INTEGER, description="return what happened after this version")] = 0,
    limit: Annotated[
        int | None,
        Query(
            ge=1,
            le=1000,
            description="number of events to cover; a batch is never divided, and at least one is covered. By default "
            "200 in a page, and all in a document",
        ),
    ] = None,
    level: Annotated[
        int,
        Query(
            ge=1,
            le=3,
            description="return entries up to this level: 1 what a table says aloud, 2 how it came about, "
            "3 bookkeeping",
        ),
    ] = 2,
    at: At = None,
    wanted: Annotated[
        Literal["json", "markdown", "html", "text"] | None,
        Query(alias="format", description="format of the answer; overrides `Accept`"),
    ] = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """Read the story of an encounter, up to now or to an earlier version, as the speaker may see it.

    An entry of level 1 tells an exchange, or a part of it, and the entries of levels 2 and 3 that belong to it come
    after it. With `Accept: text/markdown`, `text/html` or `text/plain`, or the same as `format`, the story is a
    document, in which each line links to the table at its version; plain text has `[4]` in the line and the address
    at its foot.
    """
    part = StoryPart(after, level, at)
    shape = wanted or _negotiated(accept)
    if shape == JSON:
        return read_response(
            await services.story.page(encounter, caller, part, limit or PAGE, known), known, headers=VARY
        )
    written = FORMATS[shape]
    content, name, pieces = await services.story.pieces(encounter, caller, part, limit, shape)
    table = request.url_for("read_table", encounter=encounter)
    headers = {
        **encounter_headers(content),
        **REVALIDATED,
        **VARY,
        **(HTML_HEADERS if shape == "html" else {}),
        "content-disposition": f'inline; filename="{encounter}.{written.suffix}"',
    }
    return unchanged_response(content, known, headers=VARY) or StreamingResponse(
        document(written, name, pieces, lambda version: f"{table}?at={version}"),
        media_type=f"{written.media_type}; charset=utf-8",
        headers=headers,
    )


def _negotiated(accept: str) -> str:
    """Return the format that a header Accept asks for, JSON unless it prefers another. Raises Problem."""
    weights = dict(_weighed(accept))
    best = {JSON: max((weights.get(one, 0.0) for one in ACCEPTS_JSON), default=0.0)}
    best |= {shape: weights.get(written.media_type, 0.0) for shape, written in FORMATS.items()}
    shape = max(best, key=lambda one: best[one])
    if best[shape] > 0:
        return shape
    if accept:
        known = ", ".join(["application/json", *[written.media_type for written in FORMATS.values()]])
        raise Problem("not_acceptable", f"The story is available as {known}.")
    return JSON


def _weighed(accept: str) -> Iterator[tuple[str, float]]:
    """Yield the media types of a header Accept with their weights; one that cannot be read counts in full."""
    for one in accept.lower().split(","):
        media_type, *parameters = [part.strip() for part in one.split(";")]
        weight = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        yield media_type, float(weight) if WEIGHT.fullmatch(weight) else 1.0
