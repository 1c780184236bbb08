"""The application: the paths of the API on the encounters of one store."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Any

import anyio.to_thread
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from domain.registry import rulesets
from domain.text.validation import sentence
from events.store.redis_store import RedisStore
from service.auth.access import Access
from service.auth.revocations import Revocations
from service.encounters.compare import EncounterComparison
from service.encounters.importing import BundleImport
from service.encounters.projection_queries import ProjectionQueries
from service.encounters.queries import EncounterQueries
from service.encounters.service import Encounters
from service.http.requests.strict_query import strict_get_parameters
from service.http.responses.encoded import problem_response
from service.http.responses.event_stream import StreamTimeouts
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
from service.live.connection_quota import ConnectionQuota
from service.live.hub import Hub
from service.live.positions import Positions
from service.openapi.document import document
from service.problems.problem import Problem, internal_error
from service.problems.validation import invalid_parameters
from service.read_models.cursors import Cursors
from service.read_models.encrypted_cursor import CursorCipher
from service.read_models.listing import Listings
from service.read_models.metrics import ProjectionMetrics
from service.read_models.projection_runner import ProjectionRunner
from service.read_models.tenant_tallies import TenantTallies
from service.redis.embedded import EmbeddedRedis
from service.redis.requirements import require_fit
from service.redis.supervisor import supervised
from service.rulesets.reference import references
from service.settings import Settings

OPERATORS = (health.router, metrics.router)
"""What watches a service adds parameters of its own to these paths."""
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
    """The application with a description that tells every command and every event."""

    def openapi(self) -> dict[str, Any]:
        """The description of the API, made when it is first asked for."""
        if self.openapi_schema is None:
            self.openapi_schema = document(self.title, self.version, self.routes)
        return self.openapi_schema


def create_app(settings: Settings) -> FastAPI:
    """The application; it reaches its Redis, or starts one of its own, when its lifespan begins.

    Raises BadSettings for a key to sign with that is none.
    """
    signer = settings.signer()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            references()  # made now, so that no request has to wait for it
            app.state.encounters = await connect(settings, stack)
            app.state.access = await access_to(app.state.encounters, settings, stack)
            app.state.reading = EncounterQueries(app.state.encounters)
            app.state.projecting = ProjectionQueries(app.state.encounters, signer)
            app.state.comparing = EncounterComparison(app.state.encounters, app.state.projecting)
            app.state.importing = BundleImport(app.state.encounters, settings)
            across = await stack.enter_async_context(
                ProjectionRunner.running(store_of(app.state.encounters), app.state.encounters.prepared)
            )
            app.state.across = across
            app.state.encounters.metrics.registry.register(ProjectionMetrics(across))
            opaque = CursorCipher(settings.secrets)
            cursors = Cursors(opaque)
            app.state.tallies = TenantTallies(across, cursors)
            app.state.listings = Listings(app.state.encounters, across, cursors)
            quota = ConnectionQuota(settings.streams, app.state.access.is_valid)
            app.state.access.on_poll(quota.drop_invalid)
            app.state.hub = Hub(app.state.encounters, Positions(opaque), backlog=settings.watch_backlog, quota=quota)
            stack.push_async_callback(app.state.hub.close)
            app.state.pace = StreamTimeouts(settings.heartbeat, settings.watch_patience)
            yield

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


async def connect(settings: Settings, stack: AsyncExitStack) -> Encounters:
    """Reach the store and make the rulesets ready; ``stack`` undoes it in order."""
    if settings.redis_url is None:
        server = EmbeddedRedis(settings.data_dir)
        await anyio.to_thread.run_sync(server.start)
        stack.push_async_callback(anyio.to_thread.run_sync, server.stop)
        await stack.enter_async_context(supervised(server))
        url = server.url
    else:
        url = settings.redis_url.get_secret_value()
    store = await RedisStore.open(
        url,
        partitions=settings.partitions,
        acknowledge=settings.acknowledge,
        replicas=settings.replicas,
        wait=settings.wait,
        admit=lambda client: require_fit(client, settings.acknowledge),
    )
    stack.push_async_callback(store.close)
    found = Encounters(store, rulesets(), settings)
    stack.push_async_callback(found.close)
    return found


async def access_to(encounters: Encounters, settings: Settings, stack: AsyncExitStack) -> Access:
    """What tells callers apart; it goes on learning which tokens are revoked."""
    if not settings.secrets:
        return Access(settings)
    revocations = Revocations(encounters.store)
    await stack.enter_async_context(revocations.polling())
    return Access(settings, revocations)


def store_of(found: Encounters) -> RedisStore:
    """The store as what it is, which gives further connections."""
    assert isinstance(found.store, RedisStore)
    return found.store


async def answer_problem(request: Request, error: Exception) -> Response:
    """What the service itself says no to."""
    assert isinstance(error, Problem)
    return problem_response(error)


async def answer_http_error(request: Request, error: Exception) -> Response:
    """What the framework says no to."""
    assert isinstance(error, HTTPException)
    code = CODE_OF_STATUS.get(error.status_code, "malformed")
    detail = {
        "not_found": f"There is nothing at {request.url.path}; /docs lists the paths.",
        "method_not_allowed": f"{request.method} is not possible here; see /docs.",
    }.get(code, sentence(str(error.detail)))
    headers = dict(error.headers or {})
    if code == "method_not_allowed":
        headers["Allow"] = ", ".join(methods_at(request)) or headers["Allow"]
    return problem_response(Problem(code, detail), headers)


def methods_at(request: Request) -> list[str]:
    """The methods that a path has; the framework tells of the first of its routes alone."""
    routes = (route for router in ROUTERS for route in router.routes)
    here = (route for route in routes if route.matches(request.scope)[0] is not Match.NONE)
    methods = {method for route in here for method in getattr(route, "methods", None) or ()}
    return sorted(methods | {"HEAD"} if "GET" in methods else methods)


async def answer_invalid(request: Request, error: Exception) -> Response:
    """Parameters that do not have the shape they should."""
    assert isinstance(error, RequestValidationError)
    return problem_response(invalid_parameters(error.errors()))


async def answer_bug(request: Request, error: Exception) -> Response:
    """What should not have happened. The server closes the connection behind it, and so the answer says."""
    return problem_response(internal_error(), {"connection": "close"})
