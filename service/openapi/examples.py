"""Examples of requests and responses, recorded from a running service (``tests.http.description.record_examples``)."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

Example = Mapping[str, Any]
PATHS: Final[Mapping[str, Any]] = {
    "key": "s3",
    "rule": "S3-PIN-3",
    "scene": "bridge_duel",
    "digest": "2b1f0c9a8d7e6f50",
    "version": 5,
    "token": "tok_0197a2b4-5d3e-7c11-9b6a-2f4e8d1c7a90",
    "invitation": "inv_0197a2b4-5d3e-7c11-9b6a-2f4e8d1c7a90",
    "seat": "ogre",
}
"""Examples of the parts of paths that are not IDs of encounters."""


@cache
def examples() -> Mapping[str, Example]:
    """Return by operation the body of a ``request``, if it has one, and those of ``responses`` by media type."""
    found: Mapping[str, Example] = json.loads(files(__package__).joinpath("examples.json").read_text(encoding="utf-8"))
    return found


def with_examples(operation: dict[str, Any]) -> dict[str, Any]:
    """Return an operation with its examples: in its body, its successful response, and its path."""
    example = examples()[operation["operationId"]]
    responses = {
        status: _in_content(response, example["responses"]) if status.startswith("2") else response
        for status, response in operation["responses"].items()
    }
    whole = {**operation, "responses": responses}
    if "parameters" in operation:
        whole["parameters"] = [
            {**one, "example": PATHS[one["name"]]} if one.get("in") == "path" else one
            for one in operation["parameters"]
        ]
    if "request" in example:
        body = operation["requestBody"]
        media = next(iter(body["content"]))
        whole["requestBody"] = _in_content(body, {media: example["request"]})
    return whole


def _in_content(part: dict[str, Any], bodies: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body or a response with the example of each media type; that of a check has none of its own."""
    if "content" not in part or ("Preference-Applied" in part.get("headers", {}) and "ETag" not in part["headers"]):
        return part
    content = {
        media: {**one, "example": bodies[media]} if media in bodies else one for media, one in part["content"].items()
    }
    return {**part, "content": content}
