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
from starlette.routing import Match

from domain.text.validation import with_period
from service.encounters.encoding import encode
from service.http.requests.strict_query import strict_get_parameters
from service.http.responses.encoded import json_response, problem_response
from service.http.routes import (
    branches,
    bundles,
    encounters,
    events,
    health,
    live,
    metrics,
    options,
    signing,
    tallies,
    tokens,
)
from service.http.routes import encounter_projections as projections
from service.http.routes import projections as across_paths
from service.http.routes import rulesets as ruleset_paths
from service.http.routes.commands import CommandRoute, Shortcut
from service.http.routes.socket import NoSocketRoute, SocketRoute
from service.openapi.document import document
from service.problems.problem import Problem, internal_error
from service.problems.validation import invalid_parameters
from service.rulesets.reference import encode_declarations, references
from service.services import running
from service.settings import Settings
from service.work.slices import in_slice, in_slices

OPERATORS = (health.router, metrics.router)
"""Routers that ignore unknown query parameters, because monitoring systems add their own."""
ROUTERS = (
    options.router,
    events.router,
    live.router,
    encounters.router,
    branches.router,
    projections.router,
    tallies.router,
    across_paths.router,
    bundles.router,
    signing.router,
    ruleset_paths.router,
    tokens.router,
    *OPERATORS,
)
CODE_OF_STATUS = {404: "not_found", 405: "method_not_allowed", 406: "not_acceptable", 413: "too_large"}


class Yarrow(Shortcut):
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
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        references()  # encoded now, so that no request has to wait for it
        async with running(settings, signer) as services:
            app.state.services = services
            encoding = asyncio.create_task(in_slices(encode_declarations()))  # while the service answers
            yield
            await encoding

    app = Yarrow(title="Yarrow", version=version("yarrow"), lifespan=lifespan, redirect_slashes=False)
    app.add_exception_handler(Problem, answer_problem)
    app.add_exception_handler(HTTPException, answer_http_error)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(Exception, answer_bug)
    app.router.routes.extend((CommandRoute(), SocketRoute(), NoSocketRoute()))
    for router in ROUTERS:
        strict = [] if router in OPERATORS else [Depends(strict_get_parameters)]
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
    detail = {
        "not_found": f"There is nothing at {request.url.path}; /docs lists the paths.",
        "method_not_allowed": f"{request.method} is not allowed here; see /docs.",
    }.get(code, with_period(str(error.detail)))
    headers = dict(error.headers or {})
    if code == "method_not_allowed":
        headers["Allow"] = ", ".join(methods_at(request)) or headers["Allow"]
    return problem_response(Problem(code, detail), headers)


def methods_at(request: Request) -> list[str]:
    """Return the methods of a path; the framework's error names those of its first route only."""
    routes = (route for router in ROUTERS for route in router.routes)
    here = (route for route in routes if route.matches(request.scope)[0] is not Match.NONE)
    methods = {method for route in here for method in getattr(route, "methods", None) or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


async def answer_invalid(request: Request, error: Exception) -> Response:
    """Respond to invalid parameters."""
    assert isinstance(error, RequestValidationError)
    return problem_response(invalid_parameters(error.errors()))


async def answer_bug(request: Request, error: Exception) -> Response:
    """Respond to an unexpected error. The server closes the connection afterwards, and the response says so."""
    return problem_response(internal_error(), {"connection": "close"})
