"""Compare the API description with that of the last release, and report what would break a client.

``python -m docs.compatibility`` lists the breaking changes and fails if there are any. ``--release`` keeps the present
description as that of a release, after which later ones are compared with it.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from docs.openapi import FILE

RELEASED: Final = Path("docs") / "released" / "openapi.yaml.gz"
Schema = Mapping[str, Any]
ROOT: Final = "#/components/schemas/"
UNIONS: Final = ("anyOf", "oneOf", "allOf")
UPPER: Final = ("maximum", "maxLength", "maxItems")
LOWER: Final = ("minimum", "minLength", "minItems")


class Use(NamedTuple):
    """The use of a schema: in requests, in responses, or in both."""

    requests: bool
    responses: bool


def breaking(old: Schema, new: Schema) -> Iterator[str]:
    """Yield a sentence for each change of a description that breaks a client of the old one."""
    for path, methods in old["paths"].items():
        for method, operation in methods.items():
            name = f"{method.upper()} {path}"
            present = new["paths"].get(path, {}).get(method)
            if present is None:
                yield f"{name} was removed."
            else:
                yield from _operation(name, operation, present, old, new)
    in_requests, in_responses = _reached(old, "requestBody"), _reached(old, "responses")
    schemas = new["components"]["schemas"]
    for name, schema in old["components"]["schemas"].items():
        if name not in schemas:
            yield f"The schema {name} was removed."
        else:
            yield from _schema(
                name, schema, schemas[name], Use(name in in_requests, name not in in_requests or name in in_responses)
            )


def _operation(name: str, old: Schema, new: Schema, before: Schema, after: Schema) -> Iterator[str]:
    if old["operationId"] != new["operationId"]:
        yield f"{name} is named {new['operationId']} instead of {old['operationId']}."
    known = {_key(one): one for one in (_resolved(one, before) for one in old.get("parameters", ()))}
    present = {_key(one): one for one in (_resolved(one, after) for one in new.get("parameters", ()))}
    for place, parameter in known.items():
        if place not in present:
            yield f"{name}: the parameter {parameter['name']} was removed."
        else:
            if present[place].get("required") and not parameter.get("required"):
                yield f"{name}: the parameter {parameter['name']} is required."
            where = f"{name}: {parameter['name']}"
            yield from _schema(
                where, parameter["schema"], present[place]["schema"], Use(requests=True, responses=False)
            )
    for place, parameter in present.items():
        if place not in known and parameter.get("required"):
            yield f"{name}: the new parameter {parameter['name']} is required."
    if "requestBody" not in old and new.get("requestBody", {}).get("required"):
        yield f"{name} requires a body."
    body, now = old.get("requestBody", {}).get("content", {}), new.get("requestBody", {}).get("content", {})
    yield from _content(f"{name}, request", body, now, Use(requests=True, responses=False))
    for status, response in old["responses"].items():
        if not status.startswith("2"):
            continue
        if status not in new["responses"]:
            yield f"{name} is no longer answered {status}."
            continue
        shown, kept = _resolved(response, before), _resolved(new["responses"][status], after)
        use = Use(requests=False, responses=True)
        yield from _content(f"{name}, {status}", shown.get("content", {}), kept.get("content", {}), use)


def _content(place: str, old: Schema, new: Schema, use: Use) -> Iterator[str]:
    for media, one in old.items():
        if media not in new:
            yield f"{place}: {media} was removed."
        else:
            yield from _schema(place, one["schema"], new[media]["schema"], use)


def _schema(place: str, old: Any, new: Any, use: Use) -> Iterator[str]:
    """Yield the breaking changes of a schema; references are compared by name."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        if old != new:
            yield f"{place} has another type."
        return
    if (old.get("type"), old.get("$ref"), old.get("const")) != (new.get("type"), new.get("$ref"), new.get("const")):
        yield f"{place} has another type."
        return
    gone = [value for value in old.get("enum", ()) if "enum" in new and value not in new["enum"]]
    if gone:
        yield f"{place} has no longer the value {', '.join(map(str, gone))}."
    if use.requests and _is_narrower(old, new):
        yield f"{place} accepts less."
    yield from _properties(place, old, new, use)
    for key in ("items", "additionalProperties"):
        if isinstance(old.get(key), Mapping) and key in new:
            yield from _schema(f"{place}[]", old[key], new[key], use)
    for key in UNIONS:
        kept = {_identity(one): one for one in new.get(key, ())}
        for one in old.get(key, ()):
            if _identity(one) not in kept:
                yield f"{place} has no longer the form {_identity(one)}."
            else:
                yield from _schema(place, one, kept[_identity(one)], use)


def _properties(place: str, old: Schema, new: Schema, use: Use) -> Iterator[str]:
    known, present = old.get("properties", {}), new.get("properties", {})
    needed, still = set(old.get("required", ())), set(new.get("required", ()))
    for name, one in known.items():
        if name not in present:
            yield f"{place}.{name} was removed."
            continue
        if use.requests and name in still - needed:
            yield f"{place}.{name} is required."
        if use.responses and name in needed - still:
            yield f"{place}.{name} may be left out."
        yield from _schema(f"{place}.{name}", one, present[name], use)
    for name in present:
        if use.requests and name not in known and name in still:
            yield f"{place}.{name} is new and required."


def _is_narrower(old: Schema, new: Schema) -> bool:
    upper = any(key in new and (key not in old or new[key] < old[key]) for key in UPPER)
    lower = any(key in new and (key not in old or new[key] > old[key]) for key in LOWER)
    limited = "enum" in new and "enum" not in old
    patterned = "pattern" in new and new["pattern"] != old.get("pattern")
    closed = "type" in old and new.get("additionalProperties") is False and old.get("additionalProperties") is not False
    return upper or lower or limited or patterned or closed


def _identity(schema: Schema) -> str:
    """Return the name or the type of an alternative of a union, which no other alternative has."""
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(ROOT))
    kind = str(schema.get("type", "any"))
    if isinstance(schema.get("items"), dict):
        return f"{kind} of {_identity(schema['items'])}"
    return f"{kind} {schema['const']}" if "const" in schema else kind


def _key(parameter: Schema) -> tuple[str, str]:
    return parameter["in"], parameter["name"].lower()


def _resolved(part: Schema, document: Schema) -> Schema:
    """Return a parameter or a response, which may be a reference to a shared one."""
    if "$ref" not in part:
        return part
    _, components, kind, name = part["$ref"].split("/")
    found: Schema = document[components][kind][name]
    return found


def _reached(document: Schema, part: str) -> set[str]:
    """Return the names of the schemas that requests or responses contain."""
    found: set[str] = set()
    waiting = [json.dumps(one.get(part, {})) for methods in document["paths"].values() for one in methods.values()]
    while waiting:
        text = waiting.pop()
        for name in {one.partition('"')[0] for one in text.split(f'"{ROOT}')[1:]} - found:
            found.add(name)
            waiting.append(json.dumps(document["components"]["schemas"][name]))
    return found


def read(path: Path) -> Schema:
    """Return a description that is kept in a file, compressed or not."""
    content = path.read_bytes()
    found: Schema = yaml.load(gzip.decompress(content) if path.suffix == ".gz" else content, yaml.CSafeLoader)
    return found


def main(words: list[str]) -> int:
    """Compare, or keep a release. Return the exit status: 1 if a change breaks clients, 2 for a usage error."""
    if words == ["--release"]:
        RELEASED.parent.mkdir(exist_ok=True)
        RELEASED.write_bytes(gzip.compress(FILE.read_bytes(), 9, mtime=0))
        return 0
    if words:
        print("Usage: python -m docs.compatibility [--release]", file=sys.stderr)
        return 2
    found = list(breaking(read(RELEASED), read(FILE)))
    print("\n".join(found) or "Clients of the last release still work.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
