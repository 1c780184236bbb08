"""Tests of the examples of operations: each has one of its request and of its response, as the service sends it."""

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from service.openapi.examples import examples
from tests.http.description.record_examples import recorded, service
from tests.http.description.test_openapi import described

JSON = "application/json"


def operations() -> Iterator[dict[str, Any]]:
    for methods in described()["paths"].values():
        yield from methods.values()


def test_every_operation_has_examples_that_match_their_schemas() -> None:
    tried = 0
    for operation in operations():
        bodies = [operation["requestBody"]] if "requestBody" in operation else []
        answers = [one for status, one in operation["responses"].items() if status.startswith("2") and "content" in one]
        shown = [one["content"] for one in bodies + answers]
        found = [media for content in shown for media in content.values()]
        assert not found or any("example" in media for media in found), operation["operationId"]
        for content in shown:
            for media in content.values():
                if "example" in media:
                    schema = {**media["schema"], "components": described()["components"]}
                    Draft202012Validator(schema).validate(media["example"])
                    tried += 1
        for parameter in operation.get("parameters", ()):
            assert parameter.get("in") != "path" or "example" in parameter
    assert tried >= 38


def test_every_request_has_an_example() -> None:
    asked = {one["operationId"] for one in operations() if "requestBody" in one}
    assert asked == {name for name, example in examples().items() if "request" in example}


def shape(body: Any) -> Any:
    """Return a body with the type of each value in its place."""
    if isinstance(body, dict):
        return {name: shape(part) for name, part in body.items()}
    if isinstance(body, list):
        return [shape(part) for part in body]
    return type(body).__name__


def test_the_service_answers_as_in_the_examples() -> None:
    with service() as http:
        now = recorded(http)
    assert shape(now) == shape(dict(examples()))


def test_the_example_of_options_has_forms_of_several_variants_with_their_lookups_and_a_prompt() -> None:
    shown = examples()["list_options"]["responses"][JSON]
    variants = [name.partition("/")[0] for name in shown["forms"]]
    assert max(map(variants.count, variants)) > 1
    assert shown["lookups"]
    (prompt,) = shown["prompts"]
    assert {*prompt["commands"]} <= {*shown["forms"]}
    (form,) = examples()["read_forms"]["responses"][JSON]["forms"]
    assert form in shown["forms"]


@pytest.mark.parametrize("operation", ["open_encounter", "give_command"])
def test_the_examples_are_of_one_fight(operation: str) -> None:
    assert examples()[operation]["responses"][JSON]["encounter"] == "alley"
