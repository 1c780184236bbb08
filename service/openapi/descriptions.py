"""Descriptions of fields: their own, or those of the glossary, or their labels in the ruleset.

``glossary.toml`` describes a field by its name in all schemas, in those of a ruleset, or in one. A command's field that
the ruleset labels for this command in other words than its name is described by its label, and so is any field that the
glossary does not know, such as those of an external ruleset.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from domain.text.words import NO_LABELS, Labels
from service.openapi.schemas import Rulesets, Schema, pascal, rebuilt

FIELDS: Final = "fields"
"""The part of the glossary that holds for all schemas."""
OF_COMMANDS: Final = {"type": "type of the command"}
OF_EVENTS: Final = {"type": "type of the event", "data": "facts of the event"}


@cache
def glossary() -> Mapping[str, Mapping[str, str]]:
    """Return the descriptions of the glossary by schema, ruleset, or under ``fields``, and by name of the field."""
    return tomllib.loads(files(__package__).joinpath("glossary.toml").read_text(encoding="utf-8"))


def described(schemas: Mapping[str, Schema], rulesets: Rulesets) -> dict[str, Schema]:
    """Return schemas of which every property has a description."""
    whole: dict[str, Schema] = {}
    for name, schema in schemas.items():
        key = next((key for key in rulesets if name.startswith(pascal(key))), "")
        labels = rulesets[key].labels if key else NO_LABELS
        usual = OF_EVENTS if name.endswith("Event") else OF_COMMANDS
        of_ruleset, of_schema = (glossary().get(one, {}) for one in (pascal(key), name))
        known = {**usual, **glossary()[FIELDS], **of_ruleset, **_of_command(schema, labels), **of_schema}

        def describe(part: Schema, known: Mapping[str, str] = known, labels: Labels = labels) -> Schema:
            if not isinstance(part.get("properties"), Mapping):
                return part
            properties = {
                field: one if "description" in one else {"description": known.get(field) or labels.of(field), **one}
                for field, one in part["properties"].items()
            }
            return {**part, "properties": properties}

        whole[name] = rebuilt(schema, describe)
    return whole


def _of_command(schema: Schema, labels: Labels) -> dict[str, str]:
    """Return the labels of fields that a ruleset declares for one command alone."""
    properties: Schema = schema.get("properties", {})
    command = properties.get("type", {}).get("const")
    contexts = {field: labels.table.get(f"{command}.{field}") for field in properties}
    return {
        field: _in_a_sentence(label)
        for field, label in contexts.items()
        if label is not None and label.lower() != field.replace("_", " ")
    }


def _in_a_sentence(label: str) -> str:
    """Return a label as it begins in the middle of a sentence; a word in capitals remains."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]
