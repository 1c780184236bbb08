"""The generated modules with types: the table, the shared commands, and one module for each ruleset."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from docs.python_client.types import Schema, Types, references

WRITTEN: Final = "# Written by `python -m docs.python_client` from openapi.yaml; change it there."
IMPORTS: Final = """
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

import msgspec
from msgspec import UNSET, UnsetType
"""
BASES: Final = "from yarrow_client.rulesets.base import Command, Part, SentAnswer"
COMMAND: Final = "Command"
CORE: Final = "Core"
SENT_ALONG: Final = frozenset({"type", "answers"})
"""The fields that every command has, which the base class declares."""
TYPE: Final = frozenset({"type"})
"""The field of a newcomer that says that it joins, which need not be sent."""
BASE: Final = frozenset({"SentAnswer", "PromptAnswer"})
"""Schemas that the base module declares."""


def table_module(schemas: Mapping[str, Schema]) -> str:
    """Return the module of the table, which has one shape for every ruleset."""
    names = closure(schemas, ["Table"])
    types = Types(schemas, lambda name: name, request=False)
    classes = [types.struct(name, {"required": (), **schemas[name]}, "Shown") for name in names]
    shown = 'class Shown(msgspec.Struct, frozen=True, kw_only=True):\n    """A part of the table."""'
    return _module(
        "The table: the status of a fight at a version, in one shape for every ruleset.",
        "A member that the service leaves out has its default. ``patched`` brings a table up to date.",
        [shown, *classes],
    )


def core_module(schemas: Mapping[str, Schema]) -> str:
    """Return the module of the commands that every encounter has."""
    commands = [name for name in _commands(schemas) if name.startswith(CORE)]
    names = [name for name in closure(schemas, ["Newcomer", *commands]) if name not in BASE]
    types = Types(schemas, _core_name, request=True)
    classes = [_class(types, name, _core_name(name), schemas[name]) for name in names]
    return _module(
        "The commands that every encounter has, and combatants that join.",
        "",
        [BASES, *classes, *_union(map(_core_name, commands), "")],
    )


def ruleset_module(schemas: Mapping[str, Schema], key: str, prefix: str, title: str) -> str:
    """Return the module of a ruleset: its commands, the answers to its prompts, and its options."""

    def named(name: str) -> str:
        own = name.removeprefix(prefix)
        return own.removesuffix(COMMAND) if name in commands else own

    commands = [name for name in _commands(schemas) if name.startswith(prefix)]
    answers = schemas[f"{prefix}Answers"]["properties"]
    roots = [f"{prefix}Options", *references(answers), *commands]
    names = [name for name in closure(schemas, roots) if name not in BASE]
    known = [*map(named, names)]
    assert len({*known}) == len(known), f"Two schemas of {key} have one name."
    assert all(name.startswith(prefix) for name in names if "properties" in schemas[name])
    types = Types(schemas, named, request=True)
    classes = [_class(types, name, named(name), schemas[name]) for name in names if not name.endswith("Options")]
    options = {**schemas[f"{prefix}Options"], "required": None}
    kinds = {kind: types.of(schema) for kind, schema in answers.items()}
    return _module(
        f"{title}: its commands, the answers to its prompts, and its options, as structs.",
        "",
        [
            f"from yarrow_client.rulesets import core\n{BASES}",
            types.struct("Options", options, "Part"),
            *classes,
            *_union(map(named, commands), "core.AnyCommand | "),
            *_answers(kinds),
        ],
    )


def closure(schemas: Mapping[str, Schema], roots: Iterable[str]) -> list[str]:
    """Return the schemas of objects that the roots refer to, and the roots, each after what it refers to."""
    found: dict[str, None] = {}

    def visit(name: str, above: frozenset[str]) -> None:
        if name in found or name in above:
            return
        for part in references(schemas[name]):
            visit(part, above | {name})
        if "properties" in schemas[name]:
            found[name] = None

    for root in roots:
        visit(root, frozenset())
    return [*found]


def _commands(schemas: Mapping[str, Schema]) -> list[str]:
    """Return the names of the schemas of all commands."""
    return [*references(schemas[COMMAND]["oneOf"])]


def _core_name(name: str) -> str:
    return name.removeprefix(CORE).removesuffix(COMMAND)


def _class(types: Types, name: str, own: str, schema: Schema) -> str:
    """Return the class of a schema of a request: a command, or a part of one."""
    schema = {"required": (), **schema}
    if name.endswith(COMMAND):
        assert schema["properties"].keys() >= SENT_ALONG
        tag: str = schema["properties"]["type"]["const"]
        return types.struct(own, schema, "Command", tag=tag, skip=SENT_ALONG)
    return types.struct(own, schema, "Part", skip=TYPE if "type" in schema["properties"] else frozenset())


def _union(commands: Iterable[str], before: str) -> Iterator[str]:
    """Yield the union of the commands, and the function that reads one."""
    yield f'AnyCommand = {before}{" | ".join(commands)}\n"""A command of such an encounter."""'
    yield '''
def read_command(given: Mapping[str, Any]) -> AnyCommand:
    """Return a command as its struct, such as one that ``fill`` returns. Raises msgspec.ValidationError."""
    found: AnyCommand = msgspec.convert(given, AnyCommand)
    return found
'''


def _answers(kinds: Mapping[str, str]) -> Iterator[str]:
    """Yield the table of answers by kind of prompt, and the functions that send and read one."""
    rows = [f"    {kind}: {answer}" for kind, answer in kinds.items()]
    table = 'class Answers(TypedDict, total=False):\n    """The answers to prompts, by the kind of the prompt."""\n\n'
    yield table + "\n".join(rows)
    for kind, answer in kinds.items():
        parameters = f"kind: Literal[{kind!r}], answer: {answer}, *, to: str | None = ..."
        yield f"@overload\ndef sent({parameters}) -> SentAnswer: ..."
    yield '''
def sent(kind: str, answer: Any, *, to: str | None = None) -> SentAnswer:
    """Return an answer for ``answers`` of a command: to the prompt of a kind that the command will open.

    ``to`` is the combatant that is asked, or ``narrator``; without it the first prompt of the kind is answered.
    """
    return SentAnswer(kind=kind, answer=answer, to=to)
'''


def _module(title: str, more: str, parts: Iterable[str]) -> str:
    documented = f'"""{title}\n\n{more}\n"""' if more else f'"""{title}"""'
    return "\n\n\n".join([f"{documented}\n{WRITTEN}\n{IMPORTS}", *parts])
