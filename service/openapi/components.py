"""Schemas of all requests and responses, by name.

Requests are pydantic models and responses are msgspec structs; both libraries generate schemas. This module adds the
unions that are discriminated by ``type``: every command, and every event in its envelope.
"""

from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Any, Final

import msgspec
from pydantic import TypeAdapter

from domain.chance.draws import Draw
from domain.core.commands import CORE_COMMANDS, OPENING_COMMANDS, Command, type_of
from domain.core.events import CORE_EVENTS
from domain.model.event import Event
from domain.options.packing import PLACE
from domain.options.shapes import Declarations
from domain.ruleset.rule_reference import Rule
from domain.ruleset.ruleset import Ruleset
from events.audit.auditor import Audit
from events.format.bundle import Header, Proof
from events.format.envelope import Envelope, PrivatePart
from events.format.signing import SigningKey
from events.projections.tally import Tally
from service.encounters.branches.comparison import Comparison
from service.encounters.bundles.importing import ImportAnswer
from service.encounters.command_handler import CheckAnswer, CommandAnswer
from service.encounters.commands import BranchRequest, OpenRequest
from service.encounters.projection_queries import Causes, TimelinePage
from service.encounters.queries import EventPage, OptionsAnswer
from service.http.responses.event_stream import Dropped
from service.http.routes.tokens import Revoked, RevokeRequest
from service.live.batches import LiveBatch
from service.problems.problem import CODES, TYPE_PREFIX, Details
from service.read_models.listing import Listing
from service.read_models.progress import Progress, ProjectionList
from service.read_models.tenant_tallies import TallyPage
from service.rulesets.runtime import CommandRequest

Schema = dict[str, Any]
Rulesets = Mapping[str, Ruleset[Any]]

ROOT: Final = "#/components/schemas/"
RESPONSE_SCHEMAS: Final[Mapping[str, Any]] = {
    **{answer.__name__: answer for answer in (CommandAnswer, CheckAnswer, EventPage, OptionsAnswer, Listing)},
    **{answer.__name__: answer for answer in (Tally, Audit, Rule, Header, Proof, PrivatePart, Revoked, SigningKey)},
    **{answer.__name__: answer for answer in (LiveBatch, Dropped, ImportAnswer, Comparison, TimelinePage, Causes)},
    **{answer.__name__: answer for answer in (TallyPage, ProjectionList, Progress)},
    "Problem": Details,
    "Declarations": Declarations,
    "Envelope": Envelope[msgspec.Raw],
}
"""Types of the responses, by the name of their schema."""
PACKED_FIELD: Final[Schema] = {
    "type": "object",
    "description": f'A FieldShape; in it, or in its place, `{{"{PLACE}": n}}` is the n-th part of `shared`.',
}
UNIONS: Final = ("State", "Event", "Command", "CommandRequest", "OpenRequest", "Newcomer", "PromptAnswer")
VALUE_KEYS: Final = frozenset({"default", "enum", "const", "examples", "example"})
"""Keywords of a schema whose content is a value, not a schema."""


def ref(name: str) -> Schema:
    """Return a reference to a schema."""
    return {"$ref": ROOT + name}


def components(rulesets: Rulesets) -> dict[str, Schema]:
    """Return all schemas, ordered by name."""
    responses, requests = _responses(rulesets), _requests(rulesets)
    clash = responses.keys() & requests.keys()
    if clash:
        raise ValueError(f"Two schemas have one name: {', '.join(sorted(clash))}.")
    return dict(sorted({**responses, **requests, **_written_by_hand()}.items()))


def _requests(rulesets: Rulesets) -> dict[str, Schema]:
    """Return the schemas of requests: opening and branching, every command, the answers to prompts."""
    requests: dict[str, TypeAdapter[Any]] = {
        "OpenRequest": TypeAdapter(OpenRequest),
        "BranchRequest": TypeAdapter(BranchRequest),
        "CommandRequest": TypeAdapter(CommandRequest),
        "RevokeRequest": TypeAdapter(RevokeRequest),
    }
    schemas, shared = _request_parts({**_commands(CORE_COMMANDS), **requests}, {})
    schemas.pop("sent.Command")  # a placeholder in CommandRequest, which the union replaces
    prompts: list[str] = []
    for ruleset in rulesets.values():
        answers = {f"answer.{ruleset.key}.{kind}": prompt.answer for kind, prompt in ruleset.prompts.items()}
        own = (command for command in ruleset.commands if command not in CORE_COMMANDS)
        schemas |= _request_parts({**_commands(own), **answers}, shared, ruleset.key)[0]
        prompts += answers
    commands = {type_of(command): command for ruleset in rulesets.values() for command in ruleset.commands}
    examples = _examples(rulesets, "commands")
    for name in commands:
        schema = schemas[name]
        schema["required"] = ["type", *schema.get("required", ())]
        schema["properties"]["type"].pop("default", None)
        schema["examples"] = examples.get(name, [])
    schemas["Newcomer"] = {**schemas["core.join"], "required": []}
    for name in ("core.open", "OpenRequest"):
        schemas[name]["properties"]["combatants"]["items"] = ref("Newcomer")
    sendable = [name for name, command in commands.items() if command not in OPENING_COMMANDS]
    schemas["Command"] = {
        "description": "A command, identified by its `type`.",
        **_discriminated(sendable),
    }
    schemas["CommandRequest"]["properties"]["command"] = ref("Command")
    schemas["PromptAnswer"] = {
        "description": "The answer to a prompt; its form follows from the kind of the prompt.",
        "anyOf": [ref(name) for name in sorted(prompts)],
    }
    for name in ("sent.SentAnswer", "core.answer"):
        schemas[name]["properties"]["answer"] = ref("PromptAnswer")
    return schemas


def _commands(commands: Iterable[type[Command]]) -> dict[str, TypeAdapter[Any]]:
    """Return type adapters of commands by type."""
    return {type_of(command): TypeAdapter(command) for command in commands}


def _request_parts(
    adapters: Mapping[str, TypeAdapter[Any]], shared: Mapping[str, Schema], key: str | None = None
) -> tuple[dict[str, Schema], Mapping[str, Schema]]:
    """Return the schemas of requests with the parts that they refer to, and these parts as pydantic generates them.

    Parts are named ``sent.Part``; those of one ruleset ``key.sent.Part``, so that rulesets cannot affect each other's
    names.
    """
    found, definitions = TypeAdapter.json_schemas(
        [(name, "validation", adapter) for name, adapter in adapters.items()], ref_template=ROOT + "{model}"
    )
    parts: dict[str, Schema] = definitions.get("$defs", {})
    tops = {name: schema for (name, _), schema in found.items()}
    names = {schema["$ref"].removeprefix(ROOT): name for name, schema in tops.items() if "$ref" in schema}
    for part, schema in parts.items():
        prefix = "" if key is None or shared.get(part) == schema else f"{key}."
        names.setdefault(part, f"{prefix}sent.{part}")
    renamed = {ROOT + part: ROOT + name for part, name in names.items()}
    named = {names[part]: schema for part, schema in parts.items()}
    named |= {name: schema for name, schema in tops.items() if "$ref" not in schema}
    return {name: _clean(schema, renamed) for name, schema in named.items()}, parts


def _responses(rulesets: Rulesets) -> dict[str, Schema]:
    """Return the schemas of responses: states, events in their envelopes, pages, problems."""
    generated, data, shared = _response_parts([*RESPONSE_SCHEMAS.values(), *CORE_EVENTS, Draw], {})
    names = dict(zip((schema["$ref"].removeprefix(ROOT) for schema in data), RESPONSE_SCHEMAS, strict=False))
    renamed = {ROOT + old: ROOT + new for old, new in names.items()}
    schemas = {names.get(name, name): _clean(schema, renamed) for name, schema in generated.items()}
    events = dict(
        zip(CORE_EVENTS, (_clean(schema, renamed) for schema in data[len(RESPONSE_SCHEMAS) : -1]), strict=True)
    )
    states = []
    for ruleset in rulesets.values():
        own = [event for event in ruleset.events if event not in CORE_EVENTS]
        parts, (state, *facts), _ = _response_parts([ruleset.state, *own], shared, ruleset.key)
        schemas |= {name: _clean(schema, renamed) for name, schema in parts.items()}
        named = {
            "enum": [ruleset.key, ""],
            "description": "empty only at version 1, before the encounter has a ruleset",
        }
        discriminator = {"type": "object", "properties": {"ruleset": named}, "required": ["ruleset"]}
        states.append({"allOf": [_clean(state, renamed), discriminator]})
        events |= dict(zip(own, (_clean(fact, renamed) for fact in facts), strict=True))
    for page in ("CommandAnswer", "EventPage", "LiveBatch"):
        schemas[page]["properties"]["events"]["items"] = ref("Event")
        schemas[page]["properties"]["private"]["additionalProperties"] = ref("PrivatePart")
    schemas["FormShape"]["properties"]["fields"]["items"] = PACKED_FIELD
    schemas["Problem"]["properties"]["code"]["enum"] = list(CODES)
    schemas["Problem"]["examples"] = [PROBLEM]
    schemas["State"] = {"description": "The state of an encounter; its fields depend on the ruleset.", "anyOf": states}
    examples = _examples(rulesets, "events")
    for event, fact in events.items():
        schemas[event.type] = _event(event, fact, examples.get(event.type, []))
    schemas["Event"] = {
        "description": "A stored event: its data, encounter, version, time, speaker and cause.",
        **_discriminated([event.type for event in events]),
    }
    return schemas


def _response_parts(
    types: Iterable[Any], shared: Mapping[str, Schema], key: str | None = None
) -> tuple[dict[str, Schema], list[Schema], Mapping[str, Schema]]:
    """Return the parts of responses, a reference to each type, and the parts as msgspec generates them.

    Parts of one ruleset are named ``key.Part``, so that rulesets cannot affect each other's names.
    """
    found, parts = msgspec.json.schema_components(types, ref_template=ROOT + "{name}")
    own = {} if key is None else {part: f"{key}.{part}" for part in parts if shared.get(part) != parts[part]}
    renamed = {ROOT + old: ROOT + new for old, new in own.items()}
    named = {own.get(part, part): _clean(schema, renamed) for part, schema in parts.items()}
    return (
        {name: schema for name, schema in named.items() if key is None or name in own.values()},
        [_clean(schema, renamed) for schema in found],
        parts,
    )


def _event(event: type[Event], data: Schema, examples: list[Any]) -> Schema:
    """Return the schema of an event in its envelope. Events of older schemas may lack fields of its data."""
    own = {"type": {"const": event.type}, "data": {**data, "examples": examples}}
    return {
        "description": _text(event.__doc__ or ""),
        "allOf": [ref("Envelope"), {"type": "object", "properties": own, "required": list(own)}],
    }


def _discriminated(names: Iterable[str]) -> Schema:
    return {
        "oneOf": [ref(name) for name in names],
        "discriminator": {"propertyName": "type", "mapping": {name: ROOT + name for name in names}},
    }


def _examples(rulesets: Rulesets, of: str) -> dict[str, list[Any]]:
    """Return the examples of the shared types and of the rulesets by type."""
    shared: dict[str, dict[str, Any]] = {
        "commands": {type_of(one): {"type": type_of(one), **one.example} for one in CORE_COMMANDS},
        "events": {one.type: one.example for one in CORE_EVENTS},
    }
    found: dict[str, list[Any]] = {name: [example] for name, example in shared[of].items()}
    for ruleset in rulesets.values():
        for name, example in ruleset.examples.get(of, {}).items():
            found.setdefault(name, []).append(example)
    return found


def _clean(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema without titles, which only repeat names, with Markdown descriptions and renamed references."""
    if isinstance(schema, Mapping):
        return {
            key: part
            if key in VALUE_KEYS
            else _text(part)
            if key == "description" and isinstance(part, str)
            else _clean(part, names)
            for key, part in schema.items()
            if not (key == "title" and isinstance(part, str))
        }
    if isinstance(schema, list | tuple):
        return [_clean(part, names) for part in schema]
    return names.get(schema, schema) if isinstance(schema, str) else schema


def _text(docstring: str) -> str:
    """Return a docstring as Markdown."""
    return cleandoc(docstring).replace("``", "`")


PROBLEM: Final = {
    "type": TYPE_PREFIX + "refused",
    "title": CODES["refused"].title,
    "status": CODES["refused"].status,
    "detail": "Iron Claw is pinned and may only try to break free. Legal now: Break free, End the turn.",
    "code": "refused",
    "rule": "S3-PIN-3",
    "rule_url": "/v1/rulesets/s3/rules/S3-PIN-3",
    "legal": ["s3.break_free", "s3.end_turn"],
    "legal_labels": ["Break free", "End the turn"],
}


def _written_by_hand() -> dict[str, Schema]:
    """Return the schemas of responses that have no type: rulesets and health checks."""
    text, schema = {"type": "string"}, {"type": "object"}
    by_name = {"type": "object", "additionalProperties": schema}
    names = {"key": text, "title": text, "version": text}
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
    }
    return {
        "RulesetList": _object({"rulesets": {"type": "array", "items": _object(names)}}),
        "RulesetReference": _object({**names, **parts}),
        "RuleList": _object({"rules": {"type": "array", "items": ref("Rule")}}),
        "TemplateList": _object({"templates": {**by_name, "description": "sheets by template key"}}),
        "Alive": _object({"status": {"const": "alive"}}),
        "Ready": _object({"status": {"const": "ready"}}),
    }


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}
