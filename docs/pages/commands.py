"""The page of a ruleset's commands: their fields, rules and examples, and what refuses them."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from docs.answers import Schema, examples, shapes_of
from docs.pages.reference import GENERATED, anchor, code, command_link, linked, page_of, table
from docs.refusals import refusals, refusals_of_answers, refused_before_all
from domain.core.commands import CORE_COMMANDS, ID_PATTERN, OPENING_COMMANDS, Command, type_of
from domain.decision.prompts import PromptKind
from domain.ruleset.ruleset import Ruleset
from domain.text.words import GROUPS, help_of, rules_in
from service.encounters.advice import ROUTES

HEAD = ("field", "label", "values", "default", "meaning")
INTRODUCTION = """\
Every command of {title}, in the groups of a menu; the [shared commands](core.md) belong to every ruleset, and the \
[events]({events}) have a page of their own. A client sends one with `POST /v1/encounters/{{id}}/commands`; `GET \
…/options` says which are legal now, and with what in each field ([options](../options.md)). Fields marked * are \
required. The fields of an object follow its own, with a dot; `[]` is each part of a list. {words} Every command \
also takes `answers` ([prompts](../requests.md#prompts-and-answers)).

{before}"""
WORDS = """\
An *ID* names a combatant: 1 to 32 small letters, digits, `_` and `-`, with a letter or a digit first. A *key* is a \
text that names anything else in the ruleset or the encounter, such as a weapon, a skill or a zone."""

ANSWERS = """\
`core.answer` answers a prompt by its ID, with one of these as its `answer`; an entry of `answers` has it with the \
kind of the prompt, and some kinds have commands of their own ([prompts](../requests.md#prompts-and-answers)). The \
examples have each shape that an answer may have."""

BEFORE = "Before its own conditions, a command may be refused by"
SHARED = """\
The commands that belong to every ruleset: notes, rulings, standing answers, and what concerns the encounter itself. \
The table is read as on the page of a ruleset. The [events](../events/core.md) that every ruleset has are on a page of \
their own. """
NOT_SENT = """\
## Recorded, not sent

These commands are in the stream of an encounter, but `POST /v1/encounters/{id}/commands` refuses them: each \
is recorded for another request."""


def commands_page(ruleset: Ruleset[Any]) -> str:
    """Return the page of the commands of a ruleset."""
    before = linked(", ".join(refused_before_all(ruleset)), page_of(ruleset, "../rules/"))
    parts = [
        GENERATED,
        f"# Commands of {ruleset.title}",
        INTRODUCTION.format(
            title=ruleset.title,
            events=page_of(ruleset, "../events/"),
            words=WORDS,
            before=f"{BEFORE} {before}." if before else "",
        ),
    ]
    parts += _grouped(ruleset, [command for command in ruleset.commands if command not in CORE_COMMANDS])
    if ruleset.prompts:
        parts += ["## Prompts", ANSWERS, *(_prompt(ruleset, prompt) for prompt in ruleset.prompts.values())]
    return "\n\n".join(part for part in parts if part) + "\n"


def shared_commands_page(ruleset: Ruleset[Any]) -> str:
    """Return the page of the commands that every ruleset has, as one of them has them."""
    sent = [command for command in CORE_COMMANDS if command not in OPENING_COMMANDS]
    recorded = [_command(ruleset, command) for command in CORE_COMMANDS if command in OPENING_COMMANDS]
    parts = (GENERATED, "# Shared commands", SHARED + WORDS, *_grouped(ruleset, sent), NOT_SENT, *recorded)
    return "\n\n".join(parts) + "\n"


def _grouped(ruleset: Ruleset[Any], commands: Collection[type[Command]]) -> Iterator[str]:
    """Yield the sections of commands, under the headings of their groups."""
    for group in ("", *GROUPS):
        found = [command for command in commands if _group(command) == group]
        if found:
            yield f"## {ruleset.labels.of(group, 'group') if group else 'Other'}"
            yield from (_command(ruleset, command) for command in found)


def _group(command: type[Command]) -> str:
    return command.words.group if command.words is not None else ""


def _command(ruleset: Ruleset[Any], command: type[Command]) -> str:
    kind = type_of(command)
    page = page_of(ruleset, "../rules/")
    heading = f'<a id="{anchor(kind)}"></a>\n\n### {ruleset.labels.of(kind)}\n\n`{kind}`'
    schema = command.model_json_schema()
    rows = list(_rows(schema, schema.get("$defs", {}), ruleset, kind))
    cited = tuple(rules_in(command.__doc__, ruleset.rules))
    return "\n\n".join(
        part
        for part in (
            heading,
            linked(_sentences(command), page),
            table(HEAD, rows) if rows else "No fields.",
            f"```json\n{json.dumps({'type': kind, **command.example})}\n```",
            f"Rules: {linked(', '.join(cited), page)}." if cited else "",
            _refused_by(refusals(ruleset, command), page),
        )
        if part
    )


def _sentences(command: type[Command]) -> str:
    """Return the help of a command, who gives it, and what it costs and answers."""
    words, kind = command.words, type_of(command)
    said = [help_of(command.__doc__)]
    if kind in ROUTES:
        said.append(f"It is recorded for `{ROUTES[kind]}`, which only the narrator may send.")
    else:
        said.append("Only the narrator gives this command." if command.narrator_only else "")
    said.append(f"It costs {words.costs}." if words is not None and words.costs else "")
    said.append(f"It answers the prompt `{command.answers_to}`." if command.answers_to else "")
    return " ".join(one for one in said if one)


def _refused_by(rules: Iterable[str], page: str) -> str:
    found = ", ".join(rules)
    return f"Refused by: {linked(found, page)}." if found else ""


def _prompt(ruleset: Ruleset[Any], prompt: PromptKind[Any]) -> str:
    page = page_of(ruleset, "../rules/")
    schema = prompt.answer.json_schema()
    answered = [command for command in ruleset.commands if command.answers_to == prompt.name]
    lines = "\n".join(json.dumps(answer, ensure_ascii=False) for answer in examples(ruleset, prompt))
    return "\n\n".join(
        part
        for part in (
            f"### {ruleset.labels.of(prompt.name, 'prompt')}\n\n`{prompt.name}`",
            f"Decide {prompt.question}." + (" Only the narrator is asked." if prompt.narrator_only else ""),
            f"Answer: {_values(schema, schema.get('$defs', {}))}.",
            *(_shape(shape, ruleset) for shape in shapes_of(prompt)),
            f"```json\n{lines}\n```",
            f"Commands: {', '.join(command_link(ruleset, command, '') for command in answered)}." if answered else "",
            _refused_by(refusals_of_answers(ruleset, prompt), page),
        )
        if part
    )


def _shape(shape: Schema, ruleset: Ruleset[Any]) -> str:
    """Return what one shape of an answer says, and the table of its fields; nothing if it has none."""
    parts = shape.get("$defs", {})
    inner, where = (shape, "") if "properties" in shape else _inner(shape, parts)
    rows = [
        row._replace(name=f"`{where}.{row.name[1:]}" if where else row.name)
        for row in _rows(inner, parts, ruleset, "answer")
    ]
    about = linked(help_of(inner.get("description")), page_of(ruleset, "../rules/"))
    return f"{about}\n\n{table(HEAD, rows)}" if rows else ""


class Row(NamedTuple):
    """A field in the table of a command."""

    name: str
    label: str
    values: str
    default: str
    meaning: str


def _rows(schema: Schema, parts: Mapping[str, Schema], ruleset: Ruleset[Any], context: str) -> Iterator[Row]:
    """Yield a row for each field of an object, and for each field of the objects within it."""
    fields = schema.get("properties", {})
    for name in sorted(fields.keys() - {"type", "answers"}, key=lambda name: (name != "actor", [*fields].index(name))):
        field, required = fields[name], name in schema.get("required", ())
        yield Row(
            f"`{name}`{'*' if required else ''}",
            ruleset.labels.of(name, context),
            _values(field, parts),
            "" if required or field.get("default") is None else f"`{json.dumps(field['default'])}`",
            field.get("description", "").replace("|", "\\|").replace("\n", " "),
        )
        inner, where = _inner(field, parts)
        for row in _rows(inner, parts, ruleset, name) if inner else ():
            yield row._replace(name=f"`{name}{where}.{row.name[1:]}")


def _inner(schema: Schema, parts: Mapping[str, Schema]) -> tuple[Schema, str]:
    """Return the object that a field has, or its list, and how to write its place."""
    for one in (schema, *schema.get("anyOf", ())):
        if "$ref" in one:
            return _inner_of(parts[one["$ref"].rpartition("/")[2]]), ""
        if one.get("type") == "array" and "$ref" in one.get("items", {}):
            return _inner_of(parts[one["items"]["$ref"].rpartition("/")[2]]), "[]"
    return {}, ""


def _inner_of(schema: Schema) -> Schema:
    return schema if "properties" in schema else {}


def _values(schema: Schema, parts: Mapping[str, Schema]) -> str:
    """Return in words which values a schema admits."""
    match schema:
        case {"$ref": str(name)}:
            part = parts[name.rpartition("/")[2]]
            return "an object" if "properties" in part else _values(part, parts)
        case {"const": value}:
            return code([json.dumps(value) if not isinstance(value, str) else value])
        case {"enum": values}:
            return code(one if isinstance(one, str) else json.dumps(one) for one in values)
        case {"anyOf": several} | {"oneOf": several}:
            return " or ".join(dict.fromkeys(_values(one, parts) for one in several if one.get("type") != "null"))
        case {"type": "array"}:
            return f"a list of {_plural(_values(schema.get('items', {}), parts))}"
        case {"type": "boolean"}:
            return "`true` or `false`"
        case {"type": "integer" | "number"}:
            return _bounds(schema)
        case {"type": "string", "pattern": pattern} if pattern == ID_PATTERN:
            return "an ID"
        case {"type": "string", "maxLength": longest}:
            return f"text, up to {longest} characters"
        case {"type": "string"}:
            return "a key"
        case {"type": "object"}:
            return "an object"
    return "any value"


def _plural(values: str) -> str:
    """Return in words that several of some values are meant."""
    return {"an ID": "IDs", "an object": "objects", "a key": "keys"}.get(values, values)


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least} to {most}"
    return f"{least} or more" if least is not None else f"up to {most}" if most is not None else "a number"
