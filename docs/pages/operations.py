"""The page of the API: every operation of the description with its parameters, and every problem code."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from docs.pages.reference import GENERATED, table
from service.app import create_app
from service.problems.problem import CODES
from service.settings import Settings

INTRODUCTION: Final = """\
Every operation of the API, in the groups of the [description](../../openapi.yaml), which has all schemas; a running \
service shows it at `/docs`. [Requests and responses](requests.md) says what holds for all operations. Parameters \
marked * are required."""
CODES_INTRODUCTION: Final = """\
The `code` of a [problem](requests.md#problems) is one of these. A response with a time has the header `Retry-After`."""
SHARED: Final = ("encounter", "Yarrow-As")
"""Parameters that most operations have, which are described once."""

Part = Mapping[str, Any]


def operations_page() -> str:
    """Return the page."""
    described = create_app(Settings()).openapi()
    shared = described["components"]["parameters"]
    parts = [
        GENERATED,
        "# The API",
        INTRODUCTION,
        "Most operations have these parameters:",
        _parameters(shared, SHARED),
    ]
    for tag in described["tags"]:
        parts += [f"## {tag['name'].capitalize()}", tag["description"]]
        for path, method, operation in _operations(described["paths"]):
            if tag["name"] in operation["tags"]:
                parts += _operation(path, method, operation, shared)
    return "\n\n".join([*parts, "## Problem codes", CODES_INTRODUCTION, _codes()]) + "\n"


def _operations(paths: Part) -> Iterator[tuple[str, str, Part]]:
    """Yield the path, the method and the description of each operation."""
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield path, method.upper(), operation


def _operation(path: str, method: str, operation: Part, shared: Part) -> Iterator[str]:
    """Yield the paragraphs of an operation."""
    yield f"### {operation['summary']}"
    yield f"`{method} {path}`"
    yield operation["description"]
    named = {_name(parameter): parameter for parameter in operation.get("parameters", ())}
    own = {
        name: shared[name] if "$ref" in parameter else parameter
        for name, parameter in named.items()
        if "$ref" not in parameter or name not in SHARED
    }
    if own:
        yield _parameters(own, own)
    for media_type, body in operation.get("requestBody", {}).get("content", {}).items():
        example = (
            body["example"] if isinstance(body["example"], str) else json.dumps(body["example"], ensure_ascii=False)
        )
        yield f"A body, in `{media_type}`:"
        yield f"```json\n{example.strip()}\n```"
    answers = [status for status in operation["responses"] if status < "300"]
    refusals = [status for status in operation["responses"] if status >= "400"]
    yield f"Success: {', '.join(answers)}. Problems: {', '.join(refusals)}."


def _name(parameter: Part) -> str:
    """Return the name of a parameter, or of the shared one to which it refers."""
    name: str = parameter["$ref"].rpartition("/")[2] if "$ref" in parameter else parameter["name"]
    return name


def _parameters(described: Part, names: Iterable[str]) -> str:
    """Return the table of some parameters."""
    rows = (
        (
            f"`{described[name]['name']}`{'*' if described[name].get('required') else ''}",
            described[name]["in"],
            " ".join(described[name]["description"].split()),
        )
        for name in names
    )
    return table(("parameter", "in", "meaning"), rows)


def _codes() -> str:
    """Return the table of the problem codes, in the order of their statuses."""
    ordered = sorted(CODES.items(), key=lambda item: item[1].status)
    rows = (
        (f"`{code}`", kind.status, f"{kind.title}.", f"{kind.retry_after} s" if kind.retry_after else None)
        for code, kind in ordered
    )
    return table(("code", "status", "meaning", "retry after"), rows)
