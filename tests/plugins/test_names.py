"""Tests that an external ruleset may choose any class names, which the API description keeps distinct."""

import json
import re
from pathlib import Path

import pytest

from domain.registry import BUILT_IN, collect
from service.openapi.components import components
from service.openapi.responses import RESPONSE_SCHEMAS
from tests.plugins.packages import loaded


@pytest.mark.parametrize("name", ["Details", "Tally", "Envelope", "Wounded", "Command", "Ready"])
def test_a_class_that_has_the_name_of_another_does_not_take_its_place(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    entry = loaded(tmp_path, {"Pulled": name, "Rope": "State"})
    before = components({ruleset.key: ruleset for ruleset in BUILT_IN})
    schemas = components(collect(BUILT_IN, [entry]))
    assert all(schemas[answer] == before[answer] for answer in RESPONSE_SCHEMAS)
    places = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schemas)))
    assert places <= schemas.keys()
    assert len(schemas["State"]["oneOf"]) == len(BUILT_IN) + 1
    rope = schemas["State"]["discriminator"]["mapping"]["tug"].rpartition("/")[2]
    assert {"options", "people"} <= schemas[rope]["properties"].keys()
    pulled = schemas["Event"]["discriminator"]["mapping"]["tug.pulled"].rpartition("/")[2]
    assert "draw" in schemas[pulled]["allOf"][1]["properties"]["data"]["properties"]
