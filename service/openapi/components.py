"""The schemas of everything that goes in and comes out, by name.

What goes in are models of pydantic, what comes out are structs of msgspec: both tell their own schemas. Added here are
the unions that a program tells apart by ``type``: every command, and every event in its envelope.
"""

from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Any, Final

import msgspec
from pydantic import TypeAdapter

from domain.core_commands import Open, type_of
from domain.event import Event
from domain.rule_reference import Rule
from domain.ruleset import Ruleset
from events.bundle import Header, Proof
from events.envelope import Envelope, PrivatePart
from events.projections.tally import Tally
from events.verify import Audit
from service.encounters import CommandAnswer, EventPage, LegalForms, Listing, OpenRequest
from service.prepared import CommandRequest
from service.problems import CODES, TYPE_PREFIX, Details
from service.projecting import Causes, TimelinePage

Schema = dict[str, Any]
Rulesets = Mapping[str, Ruleset[Any]]

ROOT: Final = "#/components/schemas/"
ANSWERS: Final[Mapping[str, Any]] = {
    **{answer.__name__: answer for answer in (CommandAnswer, EventPage, LegalForms, Listing, TimelinePage, Causes)},
    **{answer.__name__: answer for answer in (Tally, Audit, Rule, Header, Proof, PrivatePart)},
    "Problem": Details,
    "Envelope": Envelope[msgspec.Raw],
}
"""What the service answers, by the names that clients know."""
UNIONS: Final = ("State", "Event", "Command", "CommandRequest", "OpenRequest", "Newcomer", "PromptAnswer")
VALUES: Final = frozenset({"default", "enum", "const", "examples", "example"})
"""Where a schema holds values, in which nothing is a schema."""


def ref(name: str) -> Schema:
    """A reference to one of the schemas."""
    return {"$ref": ROOT + name}


def components(rulesets: Rulesets) -> dict[str, Schema]:
    """All schemas, in the order of their names."""
    given, taken = _told(rulesets), _asked(rulesets)
    clash = given.keys() & taken.keys()
    if clash:
        raise ValueError(f"Two schemas have one name: {', '.join(sorted(clash))}.")
    return dict(sorted({**given, **taken, **_written_by_hand()}.items()))


def _asked(rulesets: Rulesets) -> dict[str, Schema]:
    """What a client sends: the opening, every command, the answers to prompts."""
    commands = {type_of(command): command for ruleset in rulesets.values() for command in ruleset.commands}
    prompts = {
        f"{ruleset.key}.{kind}": prompt for ruleset in rulesets.values() for kind, prompt in ruleset.prompts.items()
    }
    adapters: list[tuple[str, Any, TypeAdapter[Any]]] = [
        *((name, "validation", TypeAdapter(command)) for name, command in commands.items()),
        *((f"answer.{name}", "validation", prompt.answer) for name, prompt in prompts.items()),
        ("OpenRequest", "validation", TypeAdapter(OpenRequest)),
        ("CommandRequest", "validation", TypeAdapter(CommandRequest)),
    ]
    found, definitions = TypeAdapter.json_schemas(adapters, ref_template=ROOT + "{model}")
    parts: dict[str, Schema] = definitions.get("$defs", {})
    parts.pop("Command")  # what stands for any command in CommandRequest; the union takes its place
    tops = {name: schema for (name, _), schema in found.items()}
    names = {schema["$ref"]: ROOT + name for name, schema in tops.items() if "$ref" in schema}
    named = {name.removeprefix(ROOT): parts.pop(old.removeprefix(ROOT)) for old, name in names.items()}
    names |= {ROOT + part: f"{ROOT}sent.{part}" for part in parts}
    named |= {f"sent.{part}": schema for part, schema in parts.items()}
    named |= {name: schema for name, schema in tops.items() if "$ref" not in schema}
    schemas = {name: _clean(schema, names) for name, schema in named.items()}
    examples = _examples(rulesets, "commands")
    for name in commands:
        schema = schemas[name]
        schema["required"] = ["type", *schema.get("required", ())]
        schema["properties"]["type"].pop("default", None)
        schema["examples"] = examples.get(name, [])
    schemas["Newcomer"] = {**schemas["core.join"], "required": []}
    for name in ("core.open", "OpenRequest"):
        schemas[name]["properties"]["combatants"]["items"] = ref("Newcomer")
    told_apart = [name for name, command in commands.items() if command is not Open]
    schemas["Command"] = {
        "description": "What a client asks: one of the commands, told by its `type`.",
        **_told_apart_by_type(told_apart),
    }
    schemas["CommandRequest"]["properties"]["command"] = ref("Command")
    schemas["PromptAnswer"] = {
        "description": "An answer to a prompt, as the prompt's kind has it.",
        "anyOf": [ref(f"answer.{name}") for name in sorted(prompts)],
    }
    for name in ("sent.SentAnswer", "core.answer"):
        schemas[name]["properties"]["answer"] = ref("PromptAnswer")
    return schemas


def _told(rulesets: Rulesets) -> dict[str, Schema]:
    """What the service answers: states, events in their envelopes, pages, problems."""
    events = {event.type: event for ruleset in rulesets.values() for event in ruleset.events}
    states = [ruleset.state for ruleset in rulesets.values()]
    every = [*ANSWERS.values(), *states, *events.values()]
    found, parts = msgspec.json.schema_components(every, ref_template=ROOT + "{name}")
    names = {schema["$ref"]: ROOT + name for name, schema in zip(ANSWERS, found, strict=False)}
    taken = {*ANSWERS, *UNIONS, *_written_by_hand()}  # a ruleset's class of the same name makes way
    names |= {ROOT + part: f"{ROOT}told.{part}" for part in parts if part in taken and ROOT + part not in names}
    schemas = {names.get(ROOT + name, name).removeprefix(ROOT): _clean(schema, names) for name, schema in parts.items()}
    for page in ("CommandAnswer", "EventPage"):
        schemas[page]["properties"]["events"]["items"] = ref("Event")
        schemas[page]["properties"]["private"]["additionalProperties"] = ref("PrivatePart")
    schemas["Problem"]["properties"]["code"]["enum"] = list(CODES)
    schemas["Problem"]["examples"] = [PROBLEM]
    schemas["State"] = {
        "description": "The state of an encounter, as its ruleset keeps it.",
        "anyOf": [_clean(found[len(ANSWERS) + number], names) for number in range(len(states))],
    }
    examples = _examples(rulesets, "events")
    data = dict(zip(events, found[len(ANSWERS) + len(states) :], strict=True))
    for name, event in events.items():
        schemas[name] = _event(event, _clean(data[name], names), examples.get(name, []))
    schemas["Event"] = {
        "description": "An event as it is stored: what happened where, when, by whom and why.",
        **_told_apart_by_type(list(events)),
    }
    return schemas


def _event(event: type[Event], data: Schema, examples: list[Any]) -> Schema:
    """An event in its envelope. Older schemas of it may lack fields that its data have now."""
    own = {"type": {"const": event.type}, "data": {**data, "examples": examples}}
    return {
        "description": _text(event.__doc__ or ""),
        "allOf": [ref("Envelope"), {"type": "object", "properties": own}],
    }


def _told_apart_by_type(names: Iterable[str]) -> Schema:
    return {
        "oneOf": [ref(name) for name in names],
        "discriminator": {"propertyName": "type", "mapping": {name: ROOT + name for name in names}},
    }


def _examples(rulesets: Rulesets, of: str) -> dict[str, list[Any]]:
    """The examples of the rulesets by type; what several share has one from each."""
    found: dict[str, list[Any]] = {}
    for ruleset in rulesets.values():
        for name, example in ruleset.examples.get(of, {}).items():
            found.setdefault(name, []).append(example)
    return found


def _clean(schema: Any, names: Mapping[str, str]) -> Any:
    """The schema without the titles that only repeat names, its sentences as they are meant, its references renamed."""
    if isinstance(schema, Mapping):
        return {
            key: part
            if key in VALUES
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
    """A docstring as Markdown."""
    return cleandoc(docstring).replace("``", "`")


PROBLEM: Final = {
    "type": TYPE_PREFIX + "refused",
    "title": CODES["refused"].title,
    "status": CODES["refused"].status,
    "detail": "Iron Claw is pinned and may only try to break free.",
    "code": "refused",
    "rule": "S3-PIN-3",
    "legal": ["s3.break_free", "s3.end_turn"],
}


def _written_by_hand() -> dict[str, Schema]:
    """What the reference of a ruleset and the operators' paths answer."""
    text, schema = {"type": "string"}, {"type": "object"}
    by_name = {"type": "object", "additionalProperties": schema}
    about = {"key": text, "title": text, "version": text}
    parts = {
        "options": {**schema, "description": "JSON schema of the options that an encounter may be opened with"},
        "sheet": {**schema, "description": "JSON schema of a combatant's sheet"},
        "commands": {**by_name, "description": "JSON schema of each command, by its type"},
        "prompts": {**by_name, "description": "JSON schema of the answer to each kind of prompt"},
        "events": {**by_name, "description": "JSON schema of the data of each event, by its type"},
        "$defs": {**by_name, "description": "the parts that the schemas refer to"},
        "tables": {**schema, "description": "the tables of the rules"},
    }
    return {
        "RulesetList": _whole({"rulesets": {"type": "array", "items": _whole(about)}}),
        "RulesetReference": _whole({**about, **parts}),
        "RuleList": _whole({"rules": {"type": "array", "items": ref("Rule")}}),
        "TemplateList": _whole({"templates": {**by_name, "description": "sheets by the keys of their templates"}}),
        "Alive": _whole({"status": {"const": "alive"}}),
        "Ready": _whole({"status": {"const": "ready"}}),
    }


def _whole(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}
