"""The application: the routes of the API, its lifespan, and its error handlers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Route

from domain.text.phrases import listed
from domain.text.validation import closest_match, with_period
from service.encounters.encoding import encode
from service.http.middleware.entry import Entry
from service.http.requests.strict_query import strict_get_parameters
from service.http.responses.encoded import json_response, problem_response
from service.http.routes import (
    branches,
    bundles,
    documentation,
    encounters,
    events,
    live,
    options,
    signing,
    story,
    table,
    tallies,
)
from service.http.routes import encounter_projections as projections
from service.http.routes import rulesets as ruleset_paths
from service.http.routes.access import invitations, seats, tickets, tokens
from service.http.routes.commands import PATH as COMMANDS
from service.http.routes.commands import PREFIX, CommandRoute
from service.http.routes.operating import health, metrics
from service.http.routes.operating import projections as across_paths
from service.http.routes.socket import NoSocketRoute, SocketRoute
from service.openapi.document import document
from service.page import routes as page
from service.problems.problem import Problem, internal_error
from service.problems.validation import invalid_parameters
from service.rulesets.reference import encode_declarations, references
from service.services import running
from service.settings import Settings
from service.work.slices import in_slice, in_slices

LENIENT = (health.router, metrics.router, page.router)
"""Routers that ignore unknown query parameters, because monitoring systems and links to the page add their own."""
ROUTERS = (
    options.router,
    events.router,
    live.router,
    encounters.router,
    branches.router,
    table.router,
    story.router,
    projections.router,
    tallies.router,
    across_paths.router,
    bundles.router,
    signing.router,
    ruleset_paths.router,
    ruleset_paths.scenes_router,
    documentation.router,
    tokens.router,
    tickets.router,
    invitations.router,
    seats.router,
    *LENIENT,
)
MAX_SHOWN_PATH = 200
"""The number of characters of an unknown path that are shown, and that are compared with the known ones."""
FORMER_PARTS = {"timeline": "story"}
"""The parts of paths of earlier versions, and what they are called now."""
CODE_OF_STATUS = {404: "not_found", 405: "method_not_allowed", 406: "not_acceptable", 413: "too_large"}


class Yarrow(Entry):
    """The application, whose OpenAPI document describes every command and every event."""

    _encoded_openapi: bytes | None = None

    def setup(self) -> None:
        """Add the routes of the framework, and before them the document's own, which encodes it once."""
        self.add_route("/openapi.json", self._answer_openapi, include_in_schema=False)
        super().setup()

    async def _answer_openapi(self, request: Request) -> Response:
        if self._encoded_openapi is None:
            self._encoded_openapi = await in_slice(lambda: encode(self.openapi()))
        return json_response(self._encoded_openapi)

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document, built on first use."""
        if self.openapi_schema is None:
            self.openapi_schema = document(self.title, self.version, self.routes)
        return self.openapi_schema


def create_app(settings: Settings) -> FastAPI:
    """Return the application, which connects to Redis, or starts an embedded one, when its lifespan begins.

    Raises BadSettings for an invalid signing key.
    """
    signer = settings.signer()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        references()  # encoded now, so that no request has to wait for it
        async with running(settings, signer) as services:
            app.services = services
            encoding = asyncio.create_task(in_slices(encode_declarations()))  # while the service answers
            yield
            await encoding

    app = Yarrow(
        title="Yarrow",
        version=version("yarrow"),
        lifespan=lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
    )
    app.allow_origins(settings.allowed_origins)
    app.add_exception_handler(Problem, answer_problem)
    app.add_exception_handler(HTTPException, answer_http_error)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(Exception, answer_bug)
    app.router.routes.extend((CommandRoute(), SocketRoute(), NoSocketRoute()))
    for router in ROUTERS:
        strict = [] if router in LENIENT else [Depends(strict_get_parameters)]
        app.include_router(router, dependencies=strict)
    return app


async def answer_problem(request: Request, error: Exception) -> Response:
    """Respond to a Problem raised by the service."""
    assert isinstance(error, Problem)
    return problem_response(error)


async def answer_http_error(request: Request, error: Exception) -> Response:
    """Respond to an HTTP error raised by the framework."""
    assert isinstance(error, HTTPException)
    code = CODE_OF_STATUS.get(error.status_code, "malformed")
    detail = with_period(str(error.detail))
    headers = dict(error.headers or {})
    if code == "not_found":
        path = request.url.path
        meant = path_meant(path)
        hint = paths_beside(path) or "/docs lists the paths." if meant in (None, path) else f"did you mean {meant}?"
        detail = f"There is nothing at {path[:MAX_SHOWN_PATH]}; {hint}"
    elif code == "method_not_allowed":
        headers["Allow"] = ", ".join(methods_at(request)) or headers["Allow"]
        detail = f"{request.method} is not allowed here; send {' or '.join(headers['Allow'].split(', '))}."
        if request.method == "DELETE" and request.url.path.startswith(PREFIX):
            detail += " An encounter is permanent; the narrator's core.close ends it."
    return problem_response(Problem(code, detail), headers)


def known_paths() -> list[list[str]]:
    """Return the parts of every path."""
    known = [route.path_format for router in ROUTERS for route in router.routes if isinstance(route, Route)]
    return [path.strip("/").split("/") for path in (*known, COMMANDS)]


def path_meant(path: str) -> str | None:
    """Return the path that an unknown one resembles part by part, with or without ``/v1``; None if there is none.

    The name that a path had in an earlier version counts as its name.
    """
    if len(path) > MAX_SHOWN_PATH:
        return None
    given = [FORMER_PARTS.get(part, part) for part in path.strip("/").split("/")]
    for asked in (given, ["v1", *given]):
        for parts in known_paths():
            if len(parts) == len(asked) and all(map(_is_like, parts, asked)):
                return "/" + "/".join(
                    one if part.startswith("{") else part for part, one in zip(parts, asked, strict=True)
                )
    return None


def paths_beside(path: str) -> str | None:
    """Return the end of a sentence that lists what there is below the part of a path that is right; None without one.

    A parameter is anything, so what it names need not exist.
    """
    if len(path) > MAX_SHOWN_PATH:
        return None
    given = path.strip("/").split("/")
    for right in range(len(given) - 1, 0, -1):
        begun = [parts for parts in known_paths() if len(parts) > right and all(map(_is_part, parts, given[:right]))]
        below = sorted({"/".join(parts[right:]) if parts[right].startswith("{") else parts[right] for parts in begun})
        if below:
            there = listed(below)
            return f"below /{'/'.join(given[:right])} there {'is' if len(below) == 1 else 'are'} {there}."
    return None


def _is_part(part: str, given: str) -> bool:
    return part.startswith("{") or part == given


def _is_like(part: str, given: str) -> bool:
    """Return whether a part of a path resembles the known one; a parameter is anything."""
    return part.startswith("{") or closest_match(given, (part,)) is not None


def methods_at(request: Request) -> list[str]:
    """Return the methods of a path; the framework's error names those of its first route only."""
    routes = (route for router in ROUTERS for route in router.routes)
    here = (route for route in routes if route.matches(request.scope)[0] is not Match.NONE)
    methods = {method for route in here for method in getattr(route, "methods", None) or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


async def answer_invalid(request: Request, error: Exception) -> Response:
    """Respond to invalid parameters; what a missing one is for says the route."""
    assert isinstance(error, RequestValidationError)
    declared = request.scope["route"].dependant.query_params
    purposes = {one.alias: one.field_info.description for one in declared if one.field_info.description}
    return problem_response(invalid_parameters(error.errors(), purposes))


async def answer_bug(request: Request, error: Exception) -> Response:
    """Respond to an unexpected error. The server closes the connection afterwards, and the response says so."""
    return problem_response(internal_error(), {"connection": "close"})
