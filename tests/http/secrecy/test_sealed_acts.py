"""Sealed acts of Ticks: until the tick closes, other players cannot distinguish an action from waiting."""

import re
from typing import Any

import pytest

from tests.http.conftest import Api

MOVE: dict[str, Any] = {"action": "other", "kind": "move"}
OTHERS = ("spectator", "player:tor")
READ = ("/events", "/story")


async def on_a_tick(api: Api, encounter: str = "duel") -> None:
    """Begin a tick on which Iris and Tor, equally quick, are both prompted to act."""
    equals = [{"template": name, "id": name, "sheet": {"statistics": {"quickness": 10}}} for name in ("iris", "tor")]
    assert (await api.open(encounter, ruleset="ticks", combatants=equals)).is_success
    assert (await api.command("ticks.call_combat", encounter=encounter, actor="iris", against="tor")).is_success
    assert (await api.command("ticks.start_round", encounter=encounter)).is_success
    for name in ("iris", "tor"):
        assert (await api.command("ticks.declare", encounter=encounter, actor=name, **MOVE)).is_success


@pytest.mark.rule("TK-RES-7")
@pytest.mark.parametrize(
    ("command", "fields"),
    [("ticks.hold", {}), ("ticks.hold", {"until": 3}), ("ticks.act", {"step": {"to": {"x": 1, "y": 0}}})],
)
async def test_others_see_that_an_answer_is_given_and_not_whether_it_waits(
    api: Api, command: str, fields: dict[str, Any]
) -> None:
    await on_a_tick(api)
    given = await api.command(command, actor="iris", headers={"Yarrow-As": "player:iris"}, **fields)
    assert given.is_success
    assert given.json()["events"][0]["data"]["command"]["type"] == "core.answer"
    for speaker in OTHERS:
        for path in READ:
            text = (await api.get(path, headers={"Yarrow-As": speaker})).text
            assert not [word for word in ("ticks.hold", "ticks.act", "wants to hold", "(1, 0)") if word in text]
    whole = (await api.get("/story")).json()["entries"]
    assert any("Iris Vane wants to hold" in one["sentence"] for one in whole) == (command == "ticks.hold")
    closed = (await api.command("ticks.hold", actor="tor", until=0)).json()
    assert closed["events"], "the tick closes, and the fight goes on"
    audit = (await api.get("/audit")).json()
    assert {audit[claim]["verdict"] for claim in ("chain", "throws", "legality")} <= {"proven", "open"}, audit


PLANS: tuple[dict[str, Any], ...] = ({"steps": "stay", "strike": "never"}, {"steps": "away", "target": "tor"})
POLICIES: tuple[dict[str, Any], ...] = ({"answer": None}, {"answer": "best"})
REACTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"without_abilities": True, "modifiers": [{"key": "custom", "label": "lies", "amount": 7}]},
)


async def read_by(api: Api, encounter: str, speaker: str) -> list[str]:
    """Return everything that others read of an encounter, without the values that always differ."""
    found = []
    for path in ("", *READ, "/audit", "/bundle", "/options"):
        text = (await api.get(path, encounter=encounter, headers={"Yarrow-As": speaker})).text
        text = re.sub(r"\b[0-9a-f]{64}\b", "<digest>", text.replace(encounter, "<encounter>"))
        found.append(re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+Z", "<time>", text))
    return found


@pytest.mark.rule("TK-PLAN-1")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("ticks.plan", [{"actor": "iris", **plan} for plan in PLANS]),
        ("core.set_policy", [{"of": "iris", "kind": "oppose", **policy} for policy in POLICIES]),
    ],
)
async def test_what_is_left_at_its_defaults_is_as_secret_as_anything_else(
    api: Api, command: str, said: list[dict[str, Any]]
) -> None:
    others: dict[str, list[list[str]]] = {speaker: [] for speaker in OTHERS}
    for number, fields in enumerate(said):
        encounter = f"duel-{number}"
        await on_a_tick(api, encounter)
        hers = {"Yarrow-As": "player:iris"}
        before: dict[str, Any] = {"of": "iris", "kind": "oppose", "answer": "ask"}
        assert (await api.command("core.set_policy", encounter=encounter, headers=hers, **before)).is_success
        assert (await api.command(command, encounter=encounter, headers=hers, **fields)).is_success
        for speaker, read in others.items():
            read.append(await read_by(api, encounter, speaker))
        audit = (await api.get("/audit", encounter=encounter)).json()
        assert {audit[claim]["verdict"] for claim in ("chain", "throws", "legality")} <= {"proven", "open"}, audit
    for one, other in others.values():
        assert one == other


@pytest.mark.rule("CE-NPC-5")
async def test_whether_a_hidden_reaction_is_adjusted_is_not_told(api: Api) -> None:
    read = []
    for number, fields in enumerate(REACTIONS):
        encounter = f"meeting-{number}"
        combatants = [{"template": name, "id": name} for name in ("mulan", "medic")]
        opened = await api.open(encounter, ruleset="century", combatants=combatants)
        assert opened.is_success, opened.text
        thrown = {"npc": "medic", "toward": ["mulan"], "hidden": True, **fields}
        reacted = await api.command("century.npc_reaction", encounter=encounter, **thrown)
        assert reacted.is_success, reacted.text
        read.append(await read_by(api, encounter, "spectator"))
    assert read[0] == read[1]
