"""Tests of what ``/v1`` promises: no client of the last release breaks, and a change that breaks one is reported."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs import compatibility
from docs.compatibility import RELEASED, breaking, read
from docs.openapi import FILE
from tests.program import ROOT

Document = dict[str, Any]
COMMANDS = "/v1/encounters/{encounter}/commands"


def test_no_client_of_the_last_release_breaks() -> None:
    assert list(breaking(read(ROOT / RELEASED), read(ROOT / FILE))) == []


def _command(name: str, **fields: Any) -> Document:
    return {"type": "object", "additionalProperties": False, "properties": {"type": {"const": name}, **fields}}


@pytest.fixture
def old() -> Document:
    """A small description."""
    way = {"type": "string", "enum": ["road", "river"]}
    schemas = {
        "Go": {**_command("go", way=way, feet={"type": "integer", "maximum": 90}), "required": ["way"]},
        "Rest": _command("rest"),
        "Command": {"oneOf": [{"$ref": "#/components/schemas/Go"}, {"$ref": "#/components/schemas/Rest"}]},
        "State": {"type": "object", "properties": {"place": {"type": "string"}, "way": way}, "required": ["place"]},
    }
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Command"}}}
    answer = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/State"}}}}}
    place = {"in": "path", "name": "encounter", "required": True, "schema": {"type": "string"}}
    wait = {"in": "query", "name": "wait", "schema": {"type": "integer"}}
    give = {
        "operationId": "give_command",
        "parameters": [{"$ref": "#/components/parameters/place"}, wait],
        "requestBody": {"required": True, "content": content},
        "responses": answer,
    }
    return {
        "paths": {COMMANDS: {"post": give}},
        "components": {"schemas": schemas, "parameters": {"place": place}},
    }


def _operation(new: Document) -> Document:
    found: Document = new["paths"][COMMANDS]["post"]
    return found


def _schema(new: Document, name: str) -> Document:
    found: Document = new["components"]["schemas"][name]
    return found


BREAKS: list[tuple[Callable[[Document], Any], list[str]]] = [
    (lambda new: new["paths"].pop(COMMANDS), [f"POST {COMMANDS} was removed."]),
    (
        lambda new: _operation(new).update(operationId="command"),
        [f"POST {COMMANDS} is named command instead of give_command."],
    ),
    (lambda new: _operation(new)["parameters"].pop(), [f"POST {COMMANDS}: the parameter wait was removed."]),
    (
        lambda new: _operation(new)["parameters"][1].update(required=True),
        [f"POST {COMMANDS}: the parameter wait is required."],
    ),
    (
        lambda new: _operation(new)["parameters"].append({"in": "query", "name": "by", "required": True, "schema": {}}),
        [f"POST {COMMANDS}: the new parameter by is required."],
    ),
    (
        lambda new: _operation(new)["parameters"][1].update(schema={"type": "string"}),
        [f"POST {COMMANDS}: wait has another type."],
    ),
    (lambda new: _operation(new)["responses"].clear(), [f"POST {COMMANDS} is no longer answered 200."]),
    (lambda new: _schema(new, "Go")["properties"].pop("feet"), ["Go.feet was removed."]),
    (lambda new: _schema(new, "Go")["properties"]["feet"].update(type="string"), ["Go.feet has another type."]),
    (lambda new: _schema(new, "Go")["properties"]["feet"].update(maximum=60), ["Go.feet accepts less."]),
    (lambda new: _schema(new, "Go")["required"].append("feet"), ["Go.feet is required."]),
    (
        lambda new: _schema(new, "Go").update(
            properties={**_schema(new, "Go")["properties"], "by": {}}, required=["way", "by"]
        ),
        ["Go.by is new and required."],
    ),
    (
        lambda new: _schema(new, "Go")["properties"].update(way={"type": "string", "enum": ["road"]}),
        ["Go.way has no longer the value river."],
    ),
    (lambda new: _schema(new, "Command")["oneOf"].pop(), ["Command has no longer the form Rest."]),
    (lambda new: _schema(new, "State")["required"].clear(), ["State.place may be left out."]),
    (lambda new: _schema(new, "State")["properties"].pop("place"), ["State.place was removed."]),
    (lambda new: new["components"]["schemas"].pop("State"), ["The schema State was removed."]),
]


@pytest.mark.parametrize(("change", "found"), BREAKS, ids=[found[0] for _, found in BREAKS])
def test_a_change_that_breaks_clients_is_reported(
    old: Document, change: Callable[[Document], Any], found: list[str]
) -> None:
    new = copy.deepcopy(old)
    change(new)
    assert list(breaking(old, new)) == found


def test_an_addition_breaks_nothing(old: Document) -> None:
    new = copy.deepcopy(old)
    _operation(new)["parameters"].append({"in": "query", "name": "by", "schema": {"type": "string"}})
    _operation(new)["responses"]["202"] = {}
    _schema(new, "Go")["properties"]["by"] = {"type": "string"}
    _schema(new, "Go")["properties"]["feet"]["maximum"] = 120
    _schema(new, "Go")["properties"]["way"]["enum"].append("bridge")
    _schema(new, "State")["properties"]["since"] = {"type": "integer"}
    _schema(new, "State")["required"].append("since")
    new["components"]["schemas"]["Ride"] = _command("ride")
    _schema(new, "Command")["oneOf"].append({"$ref": "#/components/schemas/Ride"})
    new["paths"]["/v1/horses"] = {"get": {"operationId": "list_horses", "responses": {}}}
    assert list(breaking(old, new)) == []


def test_a_release_is_kept_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    FILE.write_text("paths: {/v1/x: {get: {operationId: read_x, responses: {}}}}\ncomponents: {schemas: {}}\n")
    assert compatibility.main(["--release"]) == 0
    assert compatibility.main([]) == 0
    FILE.write_text("paths: {}\ncomponents: {schemas: {}}\n")
    assert compatibility.main([]) == 1
    assert "GET /v1/x was removed." in capsys.readouterr().out
    assert compatibility.main(["--help"]) == 2
