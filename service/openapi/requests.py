"""Schemas of requests: opening and branching, every command, and the answers to prompts."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from domain.core.commands import CORE_COMMANDS, OPENING_COMMANDS, Command, type_of
from domain.decision.prompts import PromptKind
from service.encounters.commands import BranchRequest, OpenRequest
from service.http.routes.access.grants import GrantRequest
from service.http.routes.access.invitations import ExchangeRequest
from service.http.routes.access.seats import HandoverRequest
from service.http.routes.access.tickets import TicketRequest
from service.http.routes.access.tokens import RevokeRequest
from service.openapi.schemas import ROOT, Rulesets, Schema, cleaned, discriminated, pascal, ref, unique
from service.rulesets.runtime import CommandRequest

REQUESTS: Final[Mapping[str, TypeAdapter[Any]]] = {
    one.__name__: TypeAdapter(one)
    for one in (
        *(OpenRequest, BranchRequest, CommandRequest, RevokeRequest, TicketRequest, GrantRequest),
        *(ExchangeRequest, HandoverRequest),
    )
}
ANSWER: Final[Schema] = {
    "description": "The answer to a prompt, which is any JSON; its form follows from the ruleset and the kind of the "
    "prompt. The schema of the answers of a ruleset, such as S3Answers, has a property for each kind."
}
NEWCOMER: Final = "A combatant that joins at the start: the fields of `core.join`, of which `type` is optional."


def requests(rulesets: Rulesets, taken: Collection[str]) -> dict[str, Schema]:
    """Return the schemas of requests by name; ``taken`` are the names of other schemas."""
    names = {type_of(command): command_name(type_of(command)) for command in CORE_COMMANDS}
    found = _Parts({**_commands(CORE_COMMANDS), **REQUESTS}, names, {}, taken)
    schemas, shared = found.schemas, found.generated
    del schemas["CommandInput"]  # a placeholder in CommandRequest, which the union replaces
    for ruleset in rulesets.values():
        own = [command for command in ruleset.commands if command not in CORE_COMMANDS]
        known = {*taken, *schemas}
        for name in map(type_of, own):
            names[name] = unique(command_name(name), known)
            known.add(names[name])
        answers = {pascal(ruleset.key, kind, "answer"): prompt for kind, prompt in ruleset.prompts.items()}
        adapters = {**_commands(own), **{name: prompt.answer for name, prompt in answers.items()}}
        found = _Parts(adapters, names, shared, known, ruleset.key)
        schemas |= found.schemas
        if answers:
            table = unique(pascal(ruleset.key, "answers"), {*known, *schemas})
            forms = [_as_one_object(name, found.tops[name], schemas) for name in answers]
            schemas[table] = _answers(ruleset.title, answers.values(), forms)
    commands = {type_of(command): command for ruleset in rulesets.values() for command in ruleset.commands}
    for name in commands:
        schema = schemas[names[name]]
        schema["required"] = ["type", *schema.get("required", ())]
        schema["properties"]["type"].pop("default", None)
    newcomer = {**schemas[command_name("core.join")], "description": NEWCOMER}
    schemas["Newcomer"] = {key: part for key, part in newcomer.items() if key != "required"}
    for name in (command_name("core.open"), "OpenRequest"):
        schemas[name]["properties"]["combatants"]["items"] = ref("Newcomer")
    sendable = {name: names[name] for name, command in commands.items() if command not in OPENING_COMMANDS}
    schemas["Command"] = {"description": "A command, identified by its `type`.", **discriminated(sendable, "type")}
    schemas["CommandRequest"]["properties"]["command"] = ref("Command")
    schemas["PromptAnswer"] = dict(ANSWER)
    for name in ("SentAnswer", command_name("core.answer")):
        schemas[name]["properties"]["answer"] = ref("PromptAnswer")
    return schemas


def command_name(command: str) -> str:
    """Return the name of the schema of a command: ``S3AttackCommand`` for ``s3.attack``."""
    return pascal(command, "command")


def _commands(commands: Iterable[type[Command]]) -> dict[str, TypeAdapter[Any]]:
    """Return type adapters of commands by type."""
    return {type_of(command): TypeAdapter(command) for command in commands}


def _as_one_object(name: str, schema: Schema, schemas: dict[str, Schema]) -> Schema:
    """Return the schema of an answer; of several objects it makes one of this name, with the fields of each.

    Such objects differ only in their fields, so that most generators cannot tell them apart.
    """
    kinds = [one["$ref"].removeprefix(ROOT) for one in schema.get("anyOf", ()) if "$ref" in one]
    if len(kinds) < 2:
        return schema
    about = "\n\n".join(["Either of these:", *[f"- {schemas[kind]['description']}" for kind in kinds]])
    properties = {field: part for kind in kinds for field, part in schemas.pop(kind)["properties"].items()}
    schemas[name] = {"description": about, "type": "object", "additionalProperties": False, "properties": properties}
    return {"anyOf": [ref(name), *[one for one in schema["anyOf"] if "$ref" not in one]]}


def _answers(title: str, prompts: Iterable[PromptKind[Any]], schemas: Iterable[Schema]) -> Schema:
    """Return a table of the answers of a ruleset by kind of prompt, as the properties of an object."""
    properties = {
        prompt.name: {**schema, "description": f"answer to `{prompt.name}`: {prompt.words or prompt.question}"}
        for prompt, schema in zip(prompts, schemas, strict=True)
    }
    about = f"The answers to the prompts of {title}, by kind. No request has it as a whole: it is a table of schemas."
    return {"description": about, "type": "object", "properties": properties}


class _Parts:
    """The schemas of requests: the parts that they refer to by name, and the tops, each a reference if it has a name.

    ``names`` has the names of tops, if not their own. Parts are named *PartInput*, because responses have parts of the
    same names; those of one ruleset *KeyPartInput*, so that rulesets cannot affect each other's names. ``generated``
    has the parts as pydantic generates them; those that equal the ``shared`` ones keep their names.
    """

    def __init__(
        self,
        adapters: Mapping[str, TypeAdapter[Any]],
        names: Mapping[str, str],
        shared: Mapping[str, Schema],
        taken: Collection[str],
        key: str = "",
    ) -> None:
        found, definitions = TypeAdapter.json_schemas(
            [(name, "validation", adapter) for name, adapter in adapters.items()], ref_template=ROOT + "{model}"
        )
        self.generated: Final[dict[str, Schema]] = definitions.get("$defs", {})
        tops = {name: schema for (name, _), schema in found.items()}
        named = {
            schema["$ref"].removeprefix(ROOT): names.get(name, name)
            for name, schema in tops.items()
            if "$ref" in schema
        }
        used = {*taken, *named.values()}
        for part, schema in self.generated.items():
            if part not in named:
                own = _input_name(part) if shared.get(part) == schema else unique(_input_name(part, key), used)
                named[part] = own
                used.add(own)
        renamed = {ROOT + part: ROOT + name for part, name in named.items()}
        self.schemas: Final[dict[str, Schema]] = {
            named[part]: cleaned(schema, renamed) for part, schema in self.generated.items()
        }
        self.tops: Final[dict[str, Schema]] = {name: cleaned(schema, renamed) for name, schema in tops.items()}


def _input_name(part: str, key: str = "") -> str:
    return pascal(key, part) if part.startswith("Sent") else pascal(key, part.removesuffix("Sheet"), "input")
