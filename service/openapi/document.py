"""The OpenAPI document: the routes as FastAPI describes them, completed by the table of operations."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from fastapi.openapi.utils import get_openapi
from starlette.routing import BaseRoute

from domain.registry import rulesets
from service.auth.middleware import is_open
from service.http.routes.events import NDJSON
from service.openapi.components import components
from service.openapi.examples import with_examples
from service.openapi.operations import HEADERS, JSON, OPERATIONS, PARAMETERS, Operation, responses
from service.openapi.schemas import Schema, as_markdown, ref, unique
from service.problems.strict_json import MAX_BODY_BYTES, MAX_DEPTH, MAX_ENTRIES

ABOUT: Final = """Event-sourced combat simulation for tabletop games.

A client opens an encounter and sends commands. The service decides each by the rules of the encounter's ruleset and
appends the events that it causes. Projections show what has happened.

Every error is an `application/problem+json` body with a stable `code`. The token identifies the caller and limits the
speakers that it may act as; the header `Yarrow-As` names the speaker of a request. Every response has the header
`X-Request-ID`: the ID that the request had in this header, or a new one. Where requests are limited, `RateLimit` and
`RateLimit-Policy` say what is left."""
SCHEME: Final = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "A token made by `yarrow token` or over the API. A service without a secret needs none; the tokens "
    "that it makes are opaque.",
}
BODY: Final = (
    f"At most {MAX_BODY_BYTES // 1024} KiB, nested at most {MAX_DEPTH} levels deep, with at most {MAX_ENTRIES} entries "
    "in all of its lists and objects."
)
TAGS: Final = {
    "encounters": "Open, list, read, import and verify encounters.",
    "branches": "Continue an encounter from an earlier version, and compare what happened in two.",
    "commands": "List the legal commands, and send commands.",
    "events": "Read the event stream.",
    "live": "Receive events as they are appended, or replay past ones.",
    "projections": "Read the story of an encounter, its counts, the causes of its events and its audit.",
    "rulesets": "Read the installed rulesets, with their rules and schemas, and ready fights.",
    "access": "Make tokens, invitations and tickets, seat players, and end what was made.",
    "operators": "Monitor the service, and rebuild projections.",
}


def document(title: str, version: str, routes: list[BaseRoute]) -> Schema:
    """Return the OpenAPI document. Raises ValueError if the routes and the keys of ``OPERATIONS`` differ."""
    found: Schema = get_openapi(title=title, version=version, routes=routes, description=ABOUT)
    paths: dict[str, dict[str, Schema]] = found["paths"]
    known = {(method, path) for path, methods in paths.items() for method in methods}
    if known != OPERATIONS.keys():
        raise ValueError(f"The routes and OPERATIONS differ: {sorted(known ^ OPERATIONS.keys())}.")
    found["paths"] = {
        path: {method: _described(path, operation, OPERATIONS[method, path]) for method, operation in methods.items()}
        for path, methods in sorted(paths.items())
    }
    shared = _share_problems(found["paths"])
    found["components"] = {
        "schemas": components(rulesets()),
        "responses": shared,
        "headers": dict(HEADERS),
        "parameters": {name: {"name": name, **parameter} for name, parameter in PARAMETERS.items()},
        "securitySchemes": {"token": SCHEME},
    }
    found["security"] = [{"token": []}, {}]
    found["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    return found


def _share_problems(paths: dict[str, dict[str, Schema]]) -> Schema:
    """Replace the problems that several operations have by references; return these responses by name.

    They are named after their status and numbered: ``Problem422n``, ``Problem422n2``.
    """
    places = [
        (operation["responses"], status)
        for methods in paths.values()
        for operation in methods.values()
        for status in operation["responses"]
        if not status.startswith(("2", "3"))
    ]
    times = Counter(repr(by_status[status]) for by_status, status in places)
    shared: Schema = {}
    for by_status, status in places:
        response = by_status[status]
        if times[repr(response)] > 1:
            known = next((name for name, one in shared.items() if one == response), None)
            name = known or unique(f"Problem{status}n", shared)
            shared[name] = response
            by_status[status] = {"$ref": f"#/components/responses/{name}"}
    return dict(sorted(shared.items()))


def _described(path: str, framework: Schema, operation: Operation) -> Schema:
    """Return an operation as FastAPI describes it, completed by its row in the table."""
    described: Schema = {
        "operationId": framework["summary"].lower().replace(" ", "_"),
        "tags": framework["tags"],
        "summary": framework["summary"].capitalize(),
        "description": as_markdown(framework["description"]),
    }
    if is_open(path):
        described["security"] = []
    parameters = [*_parameters(framework), *operation.parameters]
    if parameters:
        described["parameters"] = [
            parameter if isinstance(parameter, dict) else {"$ref": f"#/components/parameters/{parameter}"}
            for parameter in parameters
        ]
    if operation.json_body:
        content = {JSON: {"schema": ref(operation.json_body)}}
        described["requestBody"] = {"required": True, "description": BODY, "content": content}
    if operation.lines_body:
        described["requestBody"] = {"required": True, "content": {NDJSON: {"schema": operation.lines_body}}}
    return with_examples({**described, "responses": responses(path, operation)})


def _parameters(framework: Schema) -> Iterator[Any]:
    """Yield the parameters of a route: the name of a shared one, or the schema of another."""
    for parameter in framework.get("parameters", ()):
        named = parameter["in"], parameter["name"].lower()
        shared = next((name for name, one in PARAMETERS.items() if (one["in"], name.lower()) == named), None)
        if shared is None:
            schema = {key: part for key, part in parameter["schema"].items() if key not in ("title", "description")}
            yield {**parameter, "schema": schema}
        else:
            yield shared
