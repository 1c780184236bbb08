"""Both commitments of the current epoch are in the state, for every reader and at any version."""

import json
from typing import Any

import pytest

from domain.chance.draws import commitment
from tests.http.conftest import Api

SPEAKERS = ("narrator", "player:ogre", "spectator")
BOTH = ("commitment", "hidden_commitment")


async def promised(api: Api, encounter: str, speaker: str = "narrator", **params: Any) -> tuple[str, str]:
    """Return the commitments in the state of a speaker."""
    state = (await api.get(encounter=encounter, headers={"Yarrow-As": speaker}, params=params)).json()
    return state["commitment"], state["hidden_commitment"]


async def published(api: Api, encounter: str, kind: str) -> tuple[str, str]:
    """Return the commitments that the last event of a type published."""
    events = (await api.get("/events", encounter=encounter, params={"limit": 1000})).json()["events"]
    data = next(event["data"] for event in reversed(events) if event["type"] == kind)
    return data["commitment"], data["hidden_commitment"]


async def at_the_opening(api: Api) -> str:
    return "duel"


async def behind_a_rewind(api: Api) -> str:
    assert (await api.command("core.note", text="Once.")).is_success
    assert (await api.command("core.rewind", to=4)).is_success
    return "duel"


async def in_a_branch(api: Api) -> str:
    assert (await api.client.post("/v1/encounters/duel/branches", json={"id": "if"})).is_success
    return "if"


async def behind_an_import(api: Api) -> str:
    bundle = (await api.get("/bundle")).content
    headers = {"Content-Type": "application/x-ndjson"}
    brought = await api.client.post("/v1/bundles", content=bundle, params={"as": "rematch"}, headers=headers)
    assert brought.is_success, brought.text
    return "rematch"


@pytest.mark.parametrize(
    ("begun", "kind"),
    [
        (at_the_opening, "core.encounter_opened"),
        (behind_a_rewind, "core.rewound"),
        (in_a_branch, "core.branched"),
        (behind_an_import, "core.imported"),
    ],
)
async def test_the_state_has_what_was_published_last_and_the_close_keeps_it(api: Api, begun: Any, kind: str) -> None:
    assert (await api.open()).is_success
    opened = await promised(api, "duel")
    encounter = await begun(api)
    both = await promised(api, encounter)
    assert both == await published(api, encounter, kind)
    assert len({*both, *opened}) == (2 if kind == "core.encounter_opened" else 4)
    for speaker in SPEAKERS:
        assert await promised(api, encounter, speaker) == both
    if encounter == "duel":
        assert await promised(api, encounter, at=4) == opened
    closed = (await api.command("core.close", encounter=encounter)).json()
    last = closed["events"][-1]
    hidden = closed["private"][str(last["version"])]["data"]["hidden_seeds"]
    revealed = tuple(commitment(bytes.fromhex(seeds[-1]["seed"])) for seeds in (last["data"]["seeds"], hidden))
    assert revealed == both == await promised(api, encounter, "spectator")


async def test_the_state_names_both_wherever_it_is_described(api: Api) -> None:
    described = (await api.client.get("/openapi.json")).json()["components"]["schemas"]
    states = [
        schema for schema in described.values() if {"commitment", "lineage"} <= schema.get("properties", {}).keys()
    ]
    assert states
    assert all(set(BOTH) <= state["properties"].keys() for state in states), json.dumps(states)[:500]
