"""Fields that follow from the schema of a command, where the command declares nothing else."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from domain.core.commands import ID_PATTERN, Command
from domain.fields.field import UNSET, Field, Many, among, listed, record, span, text
from domain.fields.sets import AnyJson
from domain.fields.vocabulary import EVERYBODY
from domain.model.free_text import LINE_CHARACTER, TEXT_CHARACTER
from domain.text.words import help_of

FREE_TEXT: Final = tuple(f"^{character}{times}$" for character in (TEXT_CHARACTER, LINE_CHARACTER) for times in "*+")
YES_NO: Final = (True, False)


@cache
def schema_fields(model: type[BaseModel]) -> Mapping[str, Field]:
    """Return the fields of a model, each as its schema describes it, by the names that clients send."""
    schema = model.model_json_schema()
    definitions = schema.get("$defs", {})
    required = set(schema.get("required", ()))
    return {
        name: _of(one, definitions, model.__name__).but(
            help=help_of(one.get("description")),
            required=name in required,
            default=UNSET if name in required else _default(one),
        )
        for name, one in schema.get("properties", {}).items()
    }


def _of(schema: Mapping[str, Any], definitions: Mapping[str, Any], model: str) -> Field:
    """Return a field for a schema; what no set describes is any value that the schema allows, by trial."""
    schema = _resolved(schema, definitions)
    kinds = [one for one in schema.get("anyOf", (schema,)) if one.get("type") != "null"]
    match _resolved(kinds[0], definitions) if len(kinds) == 1 else {}:
        case {"enum": values}:
            return listed(*values)
        case {"const": value}:
            return listed(value)
        case {"type": "boolean"}:
            return listed(*YES_NO)
        case {"type": "integer", "minimum": low, "maximum": high}:
            return span(low, high)
        case {"type": "string", "pattern": pattern} if pattern == ID_PATTERN:
            return among(EVERYBODY)
        case {"type": "string", "maxLength": longest, **rest} if rest.get("pattern", FREE_TEXT[0]) in FREE_TEXT:
            return text(longest, rest.get("minLength", 0))
        case {"type": "string", "pattern": pattern, **rest}:
            return text(rest.get("maxLength", 500), 1, pattern)
        case {"type": "array", "items": items, **rest} if _is_known(inner := _of(items, definitions, model)):
            return inner.but(many=Many(rest.get("minItems", 0), rest.get("maxItems")))
        case {"type": "object", "properties": properties, **rest}:
            needed = rest.get("required", ())
            parts = {
                name: _of(one, definitions, model).but(
                    help=help_of(one.get("description")),
                    required=name in needed,
                    default=UNSET if name in needed else _default(one),
                )
                for name, one in properties.items()
            }
            return record(parts)
    return among(AnyJson(model), mark="check")


def _default(schema: Mapping[str, Any]) -> Any:
    """Return the default of a field that need not be given; a schema leaves out that of an object, which is empty."""
    return schema.get("default", {} if schema.get("type") == "object" else None)


def _resolved(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    if "$ref" in schema:
        return {**definitions[schema["$ref"].rpartition("/")[2]], **{k: v for k, v in schema.items() if k != "$ref"}}
    whole = schema.get("allOf", ())
    return _resolved(whole[0], definitions) if len(whole) == 1 else schema


def _is_known(field: Field) -> bool:
    """Return whether a list of such fields can be described: its values are no lists themselves."""
    return field.many is None and not isinstance(field.source, AnyJson)


def combatants_in(command: Command) -> Iterator[tuple[str, str]]:
    """Yield the IDs of combatants in a command's own fields, each with its path."""
    given_by_name = command.model_dump(by_alias=True)
    for name, field in schema_fields(type(command)).items():
        given = given_by_name.get(name)
        if field.source is EVERYBODY and given is not None:
            yield from (
                ((f"{name}[{place}]", one) for place, one in enumerate(given)) if field.many else ((name, given),)
            )
