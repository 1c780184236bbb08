"""Tools for all schemas: references, the names of components, and the forms that generators understand."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from inspect import cleandoc
from itertools import count
from typing import Any, Final

from domain.ruleset.ruleset import Ruleset

Schema = dict[str, Any]
Rulesets = Mapping[str, Ruleset[Any]]

ROOT: Final = "#/components/schemas/"
VALUE_KEYS: Final = frozenset({"default", "enum", "const", "examples", "example"})
"""Keywords of a schema whose content is a value, not a schema."""
TYPES: Final[Mapping[type, str]] = {bool: "boolean", int: "integer", str: "string", type(None): "null"}
KEPT_BESIDE_REFERENCES: Final = ("description", "default", "examples")
KEYWORDS: Final = (
    *("description", "type", "enum", "const", "$ref", "format", "pattern", "minLength", "maxLength", "minimum"),
    *("maximum", "items", "minItems", "maxItems", "anyOf", "oneOf", "allOf", "discriminator", "properties"),
    *("required", "additionalProperties", "default", "examples"),
)
"""The order of the keywords of a schema, the same everywhere: a document of equal parts compresses better."""
_WRAPPED: Final = re.compile(r"(?<!\n)\n(?!\n|- )")
_SEPARATORS: Final = re.compile(r"[^A-Za-z0-9]+")


def ref(name: str) -> Schema:
    """Return a reference to a schema."""
    return {"$ref": ROOT + name}


def pascal(*identifiers: str) -> str:
    """Return the name of a component for identifiers: ``s3.stood_up`` becomes *S3StoodUp*."""
    words = (word for one in identifiers for word in _SEPARATORS.split(one) if word)
    return "".join(word[0].upper() + word[1:] for word in words)


def unique(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: the name itself, or with the first free number from 2 on."""
    return name if name not in taken else next(f"{name}{n}" for n in count(2) if f"{name}{n}" not in taken)


def as_object(properties: Schema, description: str) -> Schema:
    """Return the schema of an object that always has all of its properties."""
    return {"description": description, "type": "object", "properties": properties, "required": list(properties)}


def as_markdown(docstring: str) -> str:
    """Return a docstring as Markdown, with a line for each paragraph and for each entry of a list."""
    return _WRAPPED.sub(" ", cleandoc(docstring).replace("``", "`"))


def discriminated(names: Mapping[str, str], by: str) -> Schema:
    """Return the union of the schemas whose property ``by`` has these values, by value."""
    mapping = {value: ROOT + name for value, name in names.items()}
    return {
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": by, "mapping": mapping},
    }


def rebuilt(schema: Any, change: Callable[[Schema], Schema]) -> Any:
    """Return a copy of a schema in which ``change`` was applied to each schema, inner ones first."""
    if isinstance(schema, list | tuple):
        return [rebuilt(part, change) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    parts = {
        key: part
        if key in VALUE_KEYS
        else {name: rebuilt(one, change) for name, one in part.items()}
        if key == "properties"
        else rebuilt(part, change)
        for key, part in schema.items()
    }
    return change(parts)


def cleaned(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema with renamed references, Markdown descriptions, and without titles, which only repeat names."""

    def clean(part: Schema) -> Schema:
        kept = {key: value for key, value in part.items() if key != "title"}
        if isinstance(kept.get("description"), str):
            kept["description"] = as_markdown(kept["description"])
        if "$ref" in kept:
            kept["$ref"] = names.get(kept["$ref"], kept["$ref"])
        return kept

    return rebuilt(schema, clean)


def typed(part: Schema) -> Schema:
    """Return a schema that says the type of its constants, and that a list without a type of its items has any items.

    Constants of several types become alternatives of one type each.
    """
    if part.get("type") == "array" and not part.keys() & {"items", "prefixItems"}:
        return {**part, "items": {}}
    if "const" in part:
        return {"type": TYPES[type(part["const"])], **part}
    if "enum" not in part:
        return part
    by_type: dict[str, list[Any]] = {}
    for value in part["enum"]:
        by_type.setdefault(TYPES[type(value)], []).append(value)
    if len(by_type) == 1:
        return {"type": next(iter(by_type)), **part}
    rest = {key: value for key, value in part.items() if key not in ("enum", "type")}
    return {**rest, "anyOf": [_one_of(kind, values) for kind, values in by_type.items()]}


def _one_of(kind: str, values: list[Any]) -> Schema:
    whole = kind == "null" or set(values) == {True, False}
    return {"type": kind} if whole else {"type": kind, "enum": values}


def without_needless_defaults(part: Schema) -> Schema:
    """Return a schema without a default of null, and with the default of a list in its description.

    A field without value is null anyway, and generated types do not allow for lists with a default.
    """
    if "default" not in part or (part["default"] is not None and not (part.get("type") == "array" and part["default"])):
        return part
    rest = {key: value for key, value in part.items() if key != "default"}
    usual = ", ".join(f"`{one}`" for one in part["default"] or ())
    return {**rest, "description": f"{part['description']}; by default {usual}"} if usual else rest


def ordered(part: Schema) -> Schema:
    """Return a schema with its keywords in their usual order."""
    known: Schema = {key: part[key] for key in KEYWORDS if key in part}
    return {**known, **part}


def without_tuples(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return schemas in which each list of fixed length with a type for each place is a component of its own.

    Generators know such a list only as a component; ``unevaluatedItems`` says the same as ``items: false``, which some
    of them cannot read.
    """
    found: dict[str, Schema] = {}

    def hoist(part: Schema) -> Schema:
        if "prefixItems" not in part:
            return part
        items = part["prefixItems"]
        size = len(items)
        own = {"type": "array", "prefixItems": items, "minItems": size, "maxItems": size, "unevaluatedItems": False}
        kinds = [one.get("type") or one["$ref"].removeprefix(ROOT) for one in items]
        own["description"] = f"A list of {size}: {', '.join(kinds)}."
        known = next((name for name, schema in found.items() if schema == own), None)
        name = known or unique(pascal(*kinds, "tuple"), {*schemas, *found})
        found[name] = own
        return {**ref(name), **{key: part[key] for key in KEPT_BESIDE_REFERENCES if key in part}}

    rest = {name: rebuilt(schema, hoist) for name, schema in schemas.items()}
    return {**rest, **found}


def merged(groups: Iterable[Mapping[str, Schema]]) -> dict[str, Schema]:
    """Return several groups of schemas as one. Raises ValueError if two schemas have one name."""
    whole: dict[str, Schema] = {}
    for group in groups:
        clash = whole.keys() & group.keys()
        if clash:
            raise ValueError(f"Two schemas have one name: {', '.join(sorted(clash))}.")
        whole.update(group)
    return whole
