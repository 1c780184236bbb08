"""The page of a ruleset's events: what each says, its fields and the objects in them, an example and its rules.

The descriptions of events and fields are those of the API description.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, Final

from docs.pages.reference import GENERATED, anchor, code, linked, page_of, table
from domain.core.events import CORE_EVENTS
from domain.model.event import Event
from domain.registry import BUILT_IN
from domain.ruleset.ruleset import Ruleset
from domain.text.words import as_label, rules_in, without_citations
from service.openapi.components import components
from service.openapi.schemas import Schema, as_markdown, pascal

HEAD: Final = ("field", "values", "default", "meaning")
INTRODUCTION = """\
Every event of {title}, in the order of its chapters; the [shared events](core.md) are in the streams of every \
ruleset. The [commands]({commands}) that cause them have a page of their own. {reading}"""
SHARED = """\
The events that every ruleset has: commands, joining, prompts and their answers, notes, rewinds, and the beginning \
and the end of an encounter. The [commands](../commands/core.md) that every ruleset has are on a page of their own. \
{reading}"""
READING = """\
The fields of an event are its `data`, beside those that \
[all events](../../explanation/architecture.md#an-event) have: its version, its cause, \
its speaker and others. Fields marked * are always there; any other is omitted while it has its default. \
Fields that may be private are omitted if the `audience` of the event is not `all`; for speakers who may see them, \
they are in `private` ([speakers](../requests.md#speakers-and-views)). An event is returned in the schema in which it \
was stored; one of an earlier schema may lack fields."""
PLURALS: Final = {"text": "texts", "a number": "numbers", "an object": "objects", "any value": "values"}
_CLASS: Final = re.compile(r"`([A-Z][A-Za-z]+)`")


@cache
def schemas() -> Mapping[str, Schema]:
    """Return the schemas of the API description by name, in which every field has its description."""
    return components({ruleset.key: ruleset for ruleset in BUILT_IN})


def data_of(event: type[Event]) -> Schema:
    """Return the schema of the data of an event."""
    name = _name(schemas()["Event"]["discriminator"]["mapping"][event.type])
    data: Schema = schemas()[name]["allOf"][1]["properties"]["data"]
    return data


def events_page(ruleset: Ruleset[Any]) -> str:
    """Return the page of the events of a ruleset."""
    events = [event for event in ruleset.events if event not in CORE_EVENTS]
    parts = [
        GENERATED,
        f"# Events of {ruleset.title}",
        INTRODUCTION.format(title=ruleset.title, commands=page_of(ruleset, "../commands/"), reading=READING),
    ]
    for chapter, group in groupby(events, key=_chapter):
        parts += [f"## {as_label(chapter)}", *(_event(ruleset, event) for event in group)]
    own = [name for name in _objects(events) if _is_of(ruleset, name)]
    return "\n\n".join((*parts, *_object_sections(ruleset, own))) + "\n"


def shared_events_page(rulesets: Collection[Ruleset[Any]]) -> str:
    """Return the page of the events that every ruleset has, and of the objects that events of several may have."""
    ruleset = next(iter(rulesets))
    found = _objects(event for one in rulesets for event in one.events)
    shared = [name for name in found if not any(_is_of(one, name) for one in rulesets)]
    parts = (GENERATED, "# Shared events", SHARED.format(reading=READING), "## Events")
    events = (_event(ruleset, event) for event in CORE_EVENTS)
    return "\n\n".join((*parts, *events, *_object_sections(ruleset, shared))) + "\n"


def _chapter(event: type[Event]) -> str:
    """Return the name of the folder of chapters that declares an event, or of its module if that is no chapter."""
    before, _, chapter = event.__module__.partition(".chapters.")
    return chapter.partition(".")[0] or before.rpartition(".")[2]


def _event(ruleset: Ruleset[Any], event: type[Event]) -> str:
    cited = ", ".join(rules_in(event.__doc__, ruleset.rules))
    return "\n\n".join(
        part
        for part in (
            f'<a id="{anchor(event.type)}"></a>\n\n### {ruleset.labels.of(event.type, "event")}',
            f"`{event.type}`, schema {event.schema}",
            _statement(ruleset, without_citations(as_markdown(event.__doc__ or ""))),
            _fields(ruleset, data_of(event)) or "No fields.",
            _private(event),
            f"```json\n{json.dumps({'type': event.type, 'data': event.example}, ensure_ascii=False)}\n```",
            f"Rules: {linked(cited, page_of(ruleset, '../rules/'))}." if cited else "",
        )
        if part
    )


def _statement(ruleset: Ruleset[Any], description: str) -> str:
    """Return a description with links to the rules that it names, and to the events whose classes it names."""
    classes = {event.__name__: event for event in ruleset.events}

    def link(found: re.Match[str]) -> str:
        event = classes.get(found[1])
        if event is None:
            return found[0]
        page = "core.md" if event in CORE_EVENTS else ""
        return f"[{ruleset.labels.of(event.type, 'event')}]({page}#{anchor(event.type)})"

    return linked(_CLASS.sub(link, description), page_of(ruleset, "../rules/"))


def _private(event: type[Event]) -> str:
    """Return which fields may be private, and when, if that depends on a sheet."""
    names = code(name for name in event.__struct_fields__ if name in event.private)
    where = f", if the sheet of `{event.sheet_of}` is secret" if event.sheet_of else ""
    return f"May be private: {names}{where}." if names else ""


def _objects(events: Iterable[type[Event]]) -> list[str]:
    """Return the names of the schemas of all objects that events have in their data, sorted."""
    found: set[str] = set()
    waiting: list[Any] = [data_of(event) for event in events]
    while waiting:
        match waiting.pop():
            case {"$ref": str(reference)}:
                if _name(reference) not in found:
                    found.add(_name(reference))
                    waiting.append(schemas()[_name(reference)])
            case dict(parts):
                waiting += parts.values()
            case list(parts):
                waiting += parts
    return sorted(name for name in found if "properties" in schemas()[name])


def _object_sections(ruleset: Ruleset[Any], names: Collection[str]) -> Iterator[str]:
    """Yield the section of objects: what each is, and its fields."""
    if names:
        yield "## Objects"
    for name in names:
        yield f'<a id="{name.lower()}"></a>\n\n### {name}'
        yield _statement(ruleset, schemas()[name]["description"])
        yield _fields(ruleset, schemas()[name])


def _fields(ruleset: Ruleset[Any], schema: Schema) -> str:
    """Return the table of the fields of an object; nothing if it has none."""
    rows = [
        (
            f"`{name}`{'*' if name in schema['required'] else ''}",
            _values(ruleset, field),
            "" if name in schema["required"] else _default(field),
            linked(field["description"], page_of(ruleset, "../rules/")).replace("|", "\\|"),
        )
        for name, field in schema["properties"].items()
    ]
    return table(HEAD, rows) if rows else ""


def _default(field: Schema) -> str:
    """Return the default of a field: null if the schema has none, except for a list, whose description has it."""
    known = "default" in field or field.get("type") != "array"
    return f"`{json.dumps(field.get('default'))}`" if known else ""


def _values(ruleset: Ruleset[Any], schema: Schema) -> str:
    """Return in words which values a schema admits; an object of its own is a link to its fields."""
    match schema:
        case {"$ref": str(reference)}:
            name = _name(reference)
            page = "" if _is_of(ruleset, name) else "core.md"
            part = schemas()[name]
            return f"[{name}]({page}#{name.lower()})" if "properties" in part else _values(ruleset, part)
        case {"const": value}:
            return code([value if isinstance(value, str) else json.dumps(value)])
        case {"enum": values}:
            return code(one if isinstance(one, str) else json.dumps(one) for one in values)
        case {"anyOf": several} | {"oneOf": several}:
            return " or ".join(dict.fromkeys(_values(ruleset, one) for one in several))
        case {"prefixItems": [*items]}:
            *before, last = (_values(ruleset, one) for one in items)
            return f"a list with {', '.join(before)} and {last}"
        case {"type": "array"}:
            return f"a list of {_plural(_values(ruleset, schema['items']))}"
        case {"additionalProperties": dict(values)}:
            return f"{_plural(_values(ruleset, values))} by key"
    simple = {
        "null": "null",
        "boolean": "`true` or `false`",
        "integer": "a number",
        "string": "text",
        "object": "an object",
    }
    return simple.get(schema.get("type", ""), "any value")


def _plural(values: str) -> str:
    """Return in words that several of some values are meant."""
    return " or ".join(PLURALS.get(one, re.sub("^a list", "lists", one)) for one in values.split(" or "))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _is_of(ruleset: Ruleset[Any], name: str) -> bool:
    """Return whether a schema is one of a ruleset, and not shared."""
    return name.startswith(pascal(ruleset.key))
