"""Schemas of all requests and responses, by name.

Requests are pydantic models and responses are msgspec structs; both libraries generate schemas. This package adds the
unions that are discriminated by ``type``: every command, and every event in its envelope.
"""

from typing import Final

from domain.text.words import without_citations
from service.openapi.descriptions import described, glossary
from service.openapi.requests import requests
from service.openapi.responses import responses
from service.openapi.schemas import (
    Rulesets,
    Schema,
    as_object,
    merged,
    ordered,
    pascal,
    rebuilt,
    ref,
    typed,
    without_needless_defaults,
    without_tuples,
)

KINDS: Final = ("Event", "Command")
"""The ends of the names of schemas that are not parts of others."""


def components(rulesets: Rulesets) -> dict[str, Schema]:
    """Return all schemas: the shared ones, then those of each ruleset; of these, parts before events and commands.

    A generator names the parts of a schema after it only if it knows already what the schema extends.
    """
    answered = {**responses(rulesets), **_written_by_hand()}
    whole = described(merged((answered, requests(rulesets, answered))), rulesets)
    plain = without_tuples({name: rebuilt(schema, typed) for name, schema in whole.items()})
    prefixes = tuple(pascal(key) for key in rulesets)
    plain = {name: _short(name, schema, of_ruleset=name.startswith(prefixes)) for name, schema in plain.items()}

    def place(name: str) -> tuple[int, int, str]:
        owner = next((place for place, prefix in enumerate(prefixes) if name.startswith(prefix)), -1)
        return owner, next((place for place, kind in enumerate(KINDS) if name.endswith(kind)), -1), name

    return {
        name: rebuilt(rebuilt(plain[name], without_needless_defaults), ordered) for name in sorted(plain, key=place)
    }


def _short(name: str, schema: Schema, *, of_ruleset: bool) -> Schema:
    """Return a schema with shorter descriptions, to keep the document small.

    None cites rules: the references of commands and events do. A schema of a ruleset, and one that the glossary
    describes by itself, has the first paragraph of its description: its fields have their own.
    """

    def shorten(part: Schema) -> Schema:
        return {**part, "description": without_citations(part["description"])} if "description" in part else part

    short: Schema = rebuilt(schema, shorten)
    if (of_ruleset or name in glossary()) and "description" in short:
        short["description"] = short["description"].partition("\n\n")[0]
    return short


def _written_by_hand() -> dict[str, Schema]:
    """Return the schemas of responses that have no type: rulesets and health checks."""
    text, schema = {"type": "string"}, {"type": "object"}
    by_name = {"type": "object", "additionalProperties": schema}
    languages = {
        "type": "array",
        "items": text,
        "description": "the languages of its words, as tags for `Accept-Language`",
        "examples": [["de", "en"]],
    }
    names = {"key": text, "title": text, "version": text, "languages": languages}
    parts = {
        "options": {**schema, "description": "JSON schema of the options of an encounter"},
        "sheet": {**schema, "description": "JSON schema of a combatant's sheet"},
        "commands": {**by_name, "description": "JSON schema of each command, by its type"},
        "prompts": {**by_name, "description": "JSON schema of the answer to each kind of prompt"},
        "events": {**by_name, "description": "JSON schema of the data of each event, by its type"},
        "$defs": {
            **by_name,
            "description": "the parts that the schemas of commands (`sent.…`) and events refer to; "
            "the schemas of options, sheet and prompts contain their own",
        },
        "tables": {**schema, "description": "the tables of the rules"},
        "words": {
            "type": "object",
            "additionalProperties": text,
            "description": "labels by identifier, or by `context.identifier` for one context alone",
        },
    }
    return {
        "RulesetEntry": as_object(names, "An installed ruleset."),
        "RulesetList": as_object(
            {"rulesets": {"type": "array", "items": ref("RulesetEntry")}}, "The installed rulesets."
        ),
        "RulesetReference": as_object({**names, **parts}, "A ruleset, with its schemas, tables and labels."),
        "RuleList": as_object({"rules": {"type": "array", "items": ref("Rule")}}, "The rules of a ruleset."),
        "TemplateList": as_object(
            {"templates": {**by_name, "description": "sheets by template key"}}, "The predefined sheets of a ruleset."
        ),
        "Alive": as_object({"status": {"const": "alive"}}, "The process runs."),
        "Started": as_object({"status": {"const": "started"}}, "The service has started."),
        "Ready": as_object({"status": {"const": "ready"}}, "A command could be recorded."),
    }
