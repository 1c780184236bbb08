"""Tests of the schemas of the API description: their names, what is required, and what describes their fields."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs import openapi as writer
from domain.registry import BUILT_IN
from domain.ruleset.ruleset import Ruleset
from domain.text.phrases import as_words
from service.openapi.descriptions import FIELDS, glossary
from service.openapi.schemas import VALUE_KEYS, pascal, typed, unique, without_tuples
from tests.http.description.test_openapi import described, validator

Json = dict[str, Any]
LARGEST = 140_000
"""Bytes that the description may have, compressed."""
FIXTURES = Path(__file__).parents[2] / "unit" / "events" / "fixtures"
ANNOTATIONS = frozenset({"description", "examples"})


def schemas() -> dict[str, Json]:
    whole: dict[str, Json] = described()["components"]["schemas"]
    return whole


def parts(schema: Any) -> Iterator[Json]:
    """Yield a schema and every schema in it."""
    if isinstance(schema, list):
        for one in schema:
            yield from parts(one)
    if isinstance(schema, dict):
        yield schema
        for key, part in schema.items():
            if key == "properties":
                for one in part.values():
                    yield from parts(one)
            elif key not in VALUE_KEYS:
                yield from parts(part)


def bare(schema: Any) -> Any:
    """Return a schema without descriptions and examples."""
    if isinstance(schema, list):
        return [bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: bare(one) for name, one in part.items()} if key == "properties" else bare(part)
        for key, part in schema.items()
        if key not in ANNOTATIONS
    }


def test_no_two_schemas_say_the_same() -> None:
    known = Counter(json.dumps(bare(schema), sort_keys=True) for schema in schemas().values())
    assert len(known) == len(schemas()) > 900


def test_names_are_those_of_types_in_most_languages() -> None:
    assert [name for name in schemas() if not (name.isidentifier() and name.isascii() and name[0].isupper())] == []
    assert {"S3AttackCommand", "S3AttackHitEvent", "S3Hold", "S3StuntInput", "S3OpposeAnswer"} <= schemas().keys()


def test_every_field_has_a_description() -> None:
    missing = [
        f"{name}.{field}"
        for name, schema in schemas().items()
        for part in parts(schema)
        for field, one in part.get("properties", {}).items()
        if not one.get("description")
    ]
    assert missing == []
    fields = sum(len(part.get("properties", ())) for schema in schemas().values() for part in parts(schema))
    assert fields > 5000


def test_the_glossary_describes_only_fields_that_exist() -> None:
    fields = {
        name: {field for part in parts(schema) for field in part.get("properties", ())}
        for name, schema in schemas().items()
    }
    every = set().union(*fields.values())
    for own in (pascal(ruleset.key) for ruleset in BUILT_IN):
        fields[own] = set().union(*[found for name, found in fields.items() if name.startswith(own)])
    assert [field for field in glossary()[FIELDS] if field not in every] == []
    rest = {name: set(known) - fields.get(name, set()) for name, known in glossary().items() if name != FIELDS}
    assert {name: missing for name, missing in rest.items() if missing} == {}


def test_the_fields_of_bodies_are_described_for_their_schema() -> None:
    usual = glossary()[FIELDS]
    own = tuple(pascal(ruleset.key) for ruleset in BUILT_IN)
    borrowed = [
        f"{name}.{field}"
        for name, schema in schemas().items()
        if not name.startswith((*own, "Core"))
        for part in parts(schema)
        for field, one in part.get("properties", {}).items()
        if one["description"] == usual.get(field) and field not in glossary().get(name, {})
    ]
    assert borrowed == []


def test_no_field_of_a_built_in_ruleset_is_described_by_its_name_alone() -> None:
    bare_names = [
        f"{name}.{field}"
        for name, schema in schemas().items()
        for part in parts(schema)
        for field, one in part.get("properties", {}).items()
        if re.sub(r"^(the|an?) ", "", one["description"].lower().rstrip(".")) == as_words(field)
    ]
    assert bare_names == []


def test_every_list_has_items_and_every_constant_a_type() -> None:
    for name, schema in schemas().items():
        for part in parts(schema):
            assert part.get("type") != "array" or part.keys() & {"items", "prefixItems"}, name
            assert not part.keys() & {"enum", "const"} or isinstance(part.get("type"), str), name


def test_it_is_small() -> None:
    served = json.dumps(described(), separators=(",", ":"), ensure_ascii=False).encode()
    for document in (served, writer.written().encode()):
        assert len(gzip.compress(document, 9, mtime=0)) <= LARGEST


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda ruleset: ruleset.key)
def test_every_stored_event_matches_its_schema(ruleset: Ruleset[Any]) -> None:
    """What is required of an event is in every event that was ever stored, also in older schemas."""
    names = schemas()["Event"]["discriminator"]["mapping"]
    for line in (FIXTURES / f"{ruleset.key}.ndjson").read_text(encoding="utf-8").splitlines():
        stored = json.loads(line)
        public, _, private = stored["record"].partition("\n")
        validator(names[stored["type"]].rpartition("/")[2]).validate(json.loads(public))
        if private:
            validator("PrivatePart").validate(json.loads(private))


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"const": 3}, {"type": "integer", "const": 3}),
        ({"enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
        (
            {"enum": [True, False, "narrator"], "default": False},
            {"default": False, "anyOf": [{"type": "boolean"}, {"type": "string", "enum": ["narrator"]}]},
        ),
        ({"enum": [True, None]}, {"anyOf": [{"type": "boolean", "enum": [True]}, {"type": "null"}]}),
        ({"type": "array"}, {"type": "array", "items": {}}),
    ],
)
def test_constants_and_lists_are_typed(given: Json, made: Json) -> None:
    assert typed(given) == made


def test_lists_of_fixed_length_are_schemas_of_their_own() -> None:
    pair: Json = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False}
    found = without_tuples({"Way": {"properties": {"to": {**pair, "description": "whereto"}, "from": pair}}})
    reference = {"$ref": "#/components/schemas/StringIntegerTuple"}
    assert found["Way"]["properties"] == {"to": {**reference, "description": "whereto"}, "from": reference}
    assert found["StringIntegerTuple"]["maxItems"] == 2


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert [unique("Way", taken) for taken in ((), ("Way",), ("Way", "Way2"))] == ["Way", "Way2", "Way3"]
