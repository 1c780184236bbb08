"""The document: the application's paths as the framework knows them, with what each of them takes and answers."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi.openapi.utils import get_openapi
from starlette.routing import BaseRoute

from domain.registry import rulesets
from service.auth.middleware import is_open
from service.http.routes.events import NDJSON
from service.openapi.components import Schema, components, ref
from service.openapi.operations import HEADERS, JSON, OPERATIONS, PARAMETERS, Operation, responses
from service.problems.strict_json import DEEPEST, MOST_BYTES, MOST_ENTRIES

ABOUT: Final = """Combat for tabletop games: commands decide, events record, projections show.

Every problem is `application/problem+json` with a stable `code`. A token says who asks and as
whom it may speak; the header `Yarrow-As` says who speaks."""
SCHEME: Final = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "A token that `yarrow token` makes. A service without a secret asks for none.",
}
BODY: Final = (
    f"At most {MOST_BYTES // 1024} KiB, nested at most {DEEPEST} deep, its lists and objects of at most {MOST_ENTRIES} "
    "entries in all."
)
TAGS: Final = {
    "encounters": "Open encounters, list them, read their states.",
    "commands": "Ask what is legal, and do it.",
    "events": "Read the stream itself.",
    "live": "Watch what happens, as it happens.",
    "projections": "Read what the stream shows: story, numbers, causes, proof.",
    "rulesets": "Read what can be played, and how.",
    "access": "End tokens before their time.",
    "operators": "See whether the service is well.",
}


def document(title: str, version: str, routes: list[BaseRoute]) -> Schema:
    """The description of the API; ValueError for a path that ``OPERATIONS`` does not tell of, and for one too many."""
    found: Schema = get_openapi(title=title, version=version, routes=routes, description=ABOUT)
    paths: dict[str, dict[str, Schema]] = found["paths"]
    known = {(method, path) for path, methods in paths.items() for method in methods}
    if known != OPERATIONS.keys():
        raise ValueError(f"The paths and their descriptions differ: {sorted(known ^ OPERATIONS.keys())}.")
    found["paths"] = {
        path: {method: _described(path, operation, OPERATIONS[method, path]) for method, operation in methods.items()}
        for path, methods in sorted(paths.items())
    }
    found["components"] = {
        "schemas": components(rulesets()),
        "headers": dict(HEADERS),
        "parameters": {name: {"name": name, **parameter} for name, parameter in PARAMETERS.items()},
        "securitySchemes": {"token": SCHEME},
    }
    found["security"] = [{"token": []}, {}]
    found["tags"] = [{"name": name, "description": said} for name, said in TAGS.items()]
    return found


def _described(path: str, framework: Schema, operation: Operation) -> Schema:
    """An operation with what the framework does not know of it."""
    described: Schema = {
        "operationId": framework["summary"].lower().replace(" ", "_"),
        **{name: framework[name] for name in ("tags", "summary", "description")},
    }
    if is_open(path):
        described["security"] = []
    parameters = [*_parameters(framework), *operation.parameters]
    if parameters:
        described["parameters"] = [
            parameter if isinstance(parameter, dict) else {"$ref": f"#/components/parameters/{parameter}"}
            for parameter in parameters
        ]
    if operation.takes:
        content = {JSON: {"schema": ref(operation.takes)}}
        described["requestBody"] = {"required": True, "description": BODY, "content": content}
    if operation.brings:
        described["requestBody"] = {"required": True, "content": {NDJSON: {"schema": operation.brings}}}
    return {**described, "responses": responses(path, operation)}


def _parameters(framework: Schema) -> Iterator[Any]:
    """The parameters that the framework reads; what several paths share is a name."""
    for parameter in framework.get("parameters", ()):
        shared = next((name for name in PARAMETERS if name.lower() == parameter["name"].lower()), None)
        if shared is None:
            schema = {key: part for key, part in parameter["schema"].items() if key not in ("title", "description")}
            yield {**parameter, "schema": schema}
        else:
            yield shared
