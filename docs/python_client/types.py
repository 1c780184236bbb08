"""Python types for schemas of the API description, and structs for those that are objects."""

import keyword
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

WIDTH: Final = 112
PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
RESERVED: Final = {*keyword.kwlist, "type"}

Schema = Mapping[str, Any]


def name_in(reference: str) -> str:
    """Return the name of the schema that a ``$ref`` refers to."""
    return reference.rpartition("/")[2]


def references(schema: Any) -> Iterator[str]:
    """Yield the names of the schemas that a schema refers to, at any depth."""
    if isinstance(schema, Mapping):
        for key, part in schema.items():
            if key == "$ref":
                yield name_in(part)
            else:
                yield from references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from references(part)


class Types:
    """Writes the types of schemas.

    ``named`` returns the name that a module has for a struct. In a request an enumeration is a ``Literal``, so that a
    type checker finds a wrong value; in a response it is plain, because a newer service may have further values.
    """

    def __init__(self, schemas: Mapping[str, Schema], named: Callable[[str], str], *, request: bool) -> None:
        self._schemas = schemas
        self._named = named
        self._request = request
        self._list, self._object = ("Sequence[{}]", "Mapping") if request else ("tuple[{}, ...]", "dict")

    def of(self, schema: Schema) -> str:
        """Return the type of a schema."""
        if "$ref" in schema:
            name = name_in(schema["$ref"])
            return self._named(name) if "properties" in self._schemas[name] else self.of(self._schemas[name])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema and self._request:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self._union(schema[key])
        match schema.get("type"):
            case "array" if "prefixItems" in schema:
                return f"tuple[{', '.join(map(self.of, schema['prefixItems']))}]"
            case "array":
                return self._list.format(self.of(schema["items"]))
            case "object":
                return f"{self._object}[str, {self._values(schema)}]"
            case None:
                return "Any"
            case kind:
                return PLAIN[kind]

    def _values(self, schema: Schema) -> str:
        """Return the type of the values of an object with keys."""
        patterns = schema.get("patternProperties", {})
        if patterns:
            return self._union(patterns.values())
        values = schema.get("additionalProperties")
        return self.of(values) if isinstance(values, Mapping) else "Any"

    def _union(self, schemas: Any) -> str:
        """Return the union of schemas; one of texts that has ``str`` is ``str``."""
        types = dict.fromkeys(part for schema in schemas for part in _parts(self.of(schema)))
        if "Any" in types:
            return "Any"
        if "str" in types:
            types = {one: None for one in types if not one.startswith("Literal['")}
        return " | ".join(sorted(types, key=lambda one: one == "None"))

    def field(self, name: str, schema: Schema, *, required: bool | None) -> Iterator[str]:
        """Yield the lines that declare a field, with its description; without ``required`` it is unset by default."""
        own = f"{name}_" if name in RESERVED else name
        kind, default = self.of(schema), None
        if required is None:
            kind, default = f"{kind} | UnsetType", "UNSET"
        elif not required:
            kind, default = self._default(schema, kind)
        if own != name:
            default = f"msgspec.field({'' if default is None else f'default={default}, '}name={name!r})"
        yield f"    {own}: {kind}{'' if default is None else f' = {default}'}"
        if schema.get("description"):
            yield from docstring(schema["description"], "    ")

    def _default(self, schema: Schema, kind: str) -> tuple[str, str]:
        """Return the type and the default of a field that may be left out."""
        if "default" in schema:
            return kind, self._value(schema["default"], kind)
        if "None" in _parts(kind):
            return kind, "None"
        if schema.get("type") == "object":
            return kind, "{}"
        return f"{kind} | UnsetType", "UNSET"

    def _value(self, value: Any, kind: str) -> str:
        """Return a default as it is written."""
        if isinstance(value, list):
            return repr(tuple(value))
        if value and isinstance(value, dict):
            return f"{kind}({', '.join(f'{name}={part!r}' for name, part in value.items())})"
        return repr(value)

    def struct(
        self, name: str, schema: Schema, base: str, *, tag: str | None = None, skip: frozenset[str] = frozenset()
    ) -> str:
        """Return the class of an object, named ``name``, of a base class and, if it is a command, with its type.

        Without ``required`` in the schema, each field may be left out and is not sent then.
        """
        required = schema.get("required")
        tagged = f", tag={tag!r}" if tag else ""
        fields = [
            line
            for field, part in schema["properties"].items()
            if field not in skip
            for line in self.field(field, part, required=None if required is None else field in required)
        ]
        described = docstring(schema.get("description") or f"{name}.", "    ")
        gap = [""] if fields else []
        return "\n".join([f"class {name}({base}, frozen=True, kw_only=True{tagged}):", *described, *gap, *fields])


def _parts(union: str) -> list[str]:
    """Return the types of a union as it is written; those in brackets are not split."""
    parts, depth, last = [], 0, 0
    for place, letter in enumerate(union):
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and not depth:
            parts.append(union[last : place - 1])
            last = place + 2
    return [*parts, union[last:]]


def docstring(text: str, indentation: str) -> list[str]:
    """Return the lines of a docstring: sentences that begin with a capital and end with a full stop."""
    paragraphs = [paragraph.replace("\n", " ") for paragraph in text.strip().split("\n\n")]
    first = paragraphs[0]
    paragraphs[0] = first[0].upper() + first[1:] if first[0].isalpha() else first
    if paragraphs[-1][-1] not in ".!?:":
        paragraphs[-1] += "."
    lines = [line for paragraph in paragraphs for line in ("", *textwrap.wrap(paragraph, WIDTH))][1:]
    if len(lines) == 1:
        return [f'{indentation}"""{lines[0]}"""']
    return [indentation + line if line else "" for line in (f'"""{lines[0]}', *lines[1:], '"""')]
