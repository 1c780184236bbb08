"""Tests that requests beyond the limits of ``docs/reference/limits.md`` are refused with the codes that it names."""

import json
from typing import Any

import pytest

from docs.pages.limits import limits
from domain.registry import rulesets
from domain.ruleset.scene import UnfitScene, scene
from domain.ruleset.staging import staged
from tests.http.conftest import Api, api, settings

__all__ = ["api", "settings"]
NOTE = "core.note"
NEEDED = {"compare": {"with": "other"}, "tallies": {"by": "ruleset"}}
"""The parameters that these operations need."""
CODES = {limit.what: limit.code for limit in limits()}


def _command(**fields: Any) -> bytes:
    return json.dumps({"command": {"type": NOTE, **fields}}).encode()


TOO_MUCH: dict[str, bytes] = {
    "body of a request": _command(text="x" * 256 * 1024),
    "entries in all lists and objects of a body": _command(about=[0] * 10_001),
    "levels of lists and objects in a body": _command(about=json.loads("[" * 32 + "]" * 32)),
    "integers": _command(text=2**53),
    "text of a note or ruling": _command(text="x" * 501),
    "answers sent with a command": _command(answers=[{"kind": "oppose", "answer": {}}] * 65),
    "draws in `faces`": json.dumps({"command": {"type": NOTE}, "faces": ["H"] * 501}).encode(),
    "faces of a draw": json.dumps({"command": {"type": NOTE}, "faces": ["H" * 201]}).encode(),
}


@pytest.mark.parametrize("what", TOO_MUCH)
async def test_a_command_beyond_a_limit_is_refused_with_its_code(api: Api, what: str) -> None:
    await api.open()
    headers = {"content-type": "application/json"}
    answer = await api.client.post("/v1/encounters/duel/commands", content=TOO_MUCH[what], headers=headers)
    assert answer.json()["code"] == CODES[what]


async def test_an_opening_beyond_a_limit_is_refused_with_its_code(api: Api) -> None:
    crowd = [{"template": "guard", "id": f"guard_{number}"} for number in range(201)]
    for what, fields in (
        ("combatants that join when an encounter is opened", {"combatants": crowd}),
        ("name of an encounter", {"name": "x" * 81}),
        (
            "keys of the metadata of an encounter or a combatant",
            {"metadata": {f"key{number}": number for number in range(17)}},
        ),
        ("text in metadata", {"metadata": {"picture": "x" * 501}}),
        (
            "all keys and texts of such metadata together",
            {"metadata": {f"picture{number}": "x" * 500 for number in range(4)}},
        ),
    ):
        answer = await api.client.post("/v1/encounters", json={"ruleset": "s3", **fields})
        assert answer.json()["code"] == CODES[what]
    long_key = {"Idempotency-Key": "k" * 201}
    answer = await api.client.post("/v1/encounters", json={"ruleset": "s3"}, headers=long_key)
    assert answer.json()["code"] == CODES["`Idempotency-Key`"]


async def test_a_ticket_for_more_encounters_is_refused_with_its_code(api: Api) -> None:
    answer = await api.client.post("/v1/tickets", json={"encounters": ["duel"] * 1001})
    assert answer.json()["code"] == CODES["encounters that a ticket names"]


def test_a_scene_beyond_a_limit_does_not_fit() -> None:
    most = {limit.what: int(limit.value) for limit in limits() if limit.what.endswith("of a scene")}
    commands, events = most["commands of a scene"], most["events of a scene"]
    note = {"type": "core.note", "text": "hm"}
    crowd = [{"template": "guard", "id": f"guard_{number}"} for number in range(199)]
    fight = {"name": "Crowd", "description": "A crowd.", "ruleset": "s3", "combatants": crowd}
    fitting = scene("crowd", {**fight, "commands": [note] * (commands - 1)})
    assert len(staged(rulesets()["s3"], fitting).commands) == commands - 1
    with pytest.raises(UnfitScene, match="commands"):
        scene("crowd", {**fight, "commands": [note] * (commands + 1)})
    with pytest.raises(UnfitScene, match=f"at most {events} "):
        staged(rulesets()["s3"], scene("crowd", {**fight, "commands": [note] * commands}))


async def test_a_page_beyond_a_limit_is_refused_with_its_code(api: Api) -> None:
    await api.open()
    await api.open("other")
    pages = [limit for limit in limits() if limit.what.startswith("`limit` of")]
    assert len(pages) == 8
    for page in pages:
        path = page.what.removeprefix("`limit` of `GET ").removesuffix("`").format(encounter="duel")
        most = int(page.value.replace(",", ""))
        more = {"with": "other", "by": "ruleset"}
        parameters = {
            name: value for name, value in more.items() if path.endswith({"with": "compare", "by": "tallies"}[name])
        }
        allowed = await api.client.get(path, params={**parameters, "limit": most})
        assert allowed.json().get("code") in (None, "unrelated"), allowed.text
        answer = await api.client.get(path, params={**parameters, "limit": most + 1})
        assert answer.json()["code"] == page.code
    answer = await api.client.get("/v1/encounters", params={"after": "x" * 2001})
    assert answer.json()["code"] == CODES["cursor of a page"]
