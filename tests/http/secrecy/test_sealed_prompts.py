"""The narrator's prompts about a sealed declaration of Ticks: no request of another player reveals their content."""

import json
from typing import Any

import httpx
import pytest

from tests.http.conftest import Api

CONDITION = {
    "action": "defer",
    "weapon": "sword",
    "condition": {"event": "narrated", "who": "newcomers", "text": "somebody whistles"},
}
TRICK = {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"], "trick": "somebody whistles"}
TELLING = (
    *("whistles", '"who":"newcomers"', '"simple"', "simple enough: ", ":937", " 937"),
    *("judge_condition", "set_difficulty", "how hard"),
)
"""Words of the declaration, and of what is said about it."""
OTHERS = ("spectator", "player:tor")
READ = ("", "/options", "/table", "/events", "/story", "/tally", "/audit", "/bundle")


async def declared(api: Api, declaration: dict[str, Any], encounter: str = "duel") -> httpx.Response:
    """Open a fight between Iris and Tor, equally quick, and send a declaration of Iris."""
    equals = [{"template": name, "id": name, "sheet": {"statistics": {"quickness": 10}}} for name in ("iris", "tor")]
    opened = await api.open(encounter, ruleset="ticks", chance="supplied", combatants=equals)
    assert opened.is_success, opened.text
    assert (await api.command("ticks.call_combat", encounter=encounter, actor="iris", against="tor")).is_success
    assert (await api.command("ticks.start_round", encounter=encounter)).is_success
    hers = {"Yarrow-As": "player:iris"}
    return await api.command("ticks.declare", encounter=encounter, actor="iris", headers=hers, **declaration)


def without_kinds(options: str) -> str:
    """Return options without the kinds of prompts, which those of every player list for standing answers."""
    found = json.loads(options)
    kinds = found["sets"].pop("kinds of prompts", None)
    assert kinds is None or [kind for kind, _ in kinds] == ["oppose", "soak", "hold_back"]
    return json.dumps(found, separators=(",", ":"))


async def read_by_others(api: Api) -> dict[str, str]:
    """Return every response that other players can request."""
    found = {}
    for speaker in OTHERS:
        for path in READ:
            answer = await api.get(path, headers={"Yarrow-As": speaker})
            if answer.status_code != 403:
                assert answer.is_success, answer.text
                text = answer.content.decode("utf-8", "replace")
                found[f"{speaker} {path}"] = without_kinds(text) if path == "/options" else text
    assert len(found) >= len(OTHERS) * 5
    return found


@pytest.mark.rule("TK-DECL-5")
@pytest.mark.parametrize(
    ("declaration", "kind", "judged"),
    [(CONDITION, "judge_condition", {"simple": True}), (TRICK, "set_difficulty", {"difficulty": 937})],
)
async def test_what_the_narrator_is_asked_about_a_sealed_declaration(
    api: Api, declaration: dict[str, Any], kind: str, judged: dict[str, Any]
) -> None:
    said = (await declared(api, declaration)).json()
    [asked] = [prompt for prompt in said["prompts"] if prompt["to"] == "narrator"]
    assert (asked["kind"], asked.get("about")) == ("untold", None), "not even its maker reads more of it"
    whole = (await api.get()).json()["prompts"]
    [asked] = [prompt for prompt in whole if prompt["to"] == "narrator"]
    assert asked["kind"] == kind
    assert "somebody whistles" in asked["about"].values()
    for where, text in (await read_by_others(api)).items():
        assert not [word for word in TELLING if word in text], where
    assert (await api.command(f"ticks.{kind}", **judged)).is_success
    for where, text in (await read_by_others(api)).items():
        assert not [word for word in TELLING if word in text], where
    seen = await api.command("ticks.declare", actor="tor", action="evade", headers={"Yarrow-As": "player:tor"})
    assert "somebody whistles" in seen.text


@pytest.mark.rule("TK-DECL-5")
async def test_a_test_that_is_called_meanwhile_does_not_tell_how_much_luck_is_left(api: Api) -> None:
    """Only her own options show how much she may commit; the prompt is the same whatever she has staked."""
    prompts, options = [], []
    for staked in (0, 1, 2):
        luck: dict[str, Any] = {"luck": {"quickness": staked}} if staked else {}
        said = await declared(api, {"action": "attack", "target": "tor", "weapon": "sword", **luck}, f"staked-{staked}")
        assert said.is_success, said.text
        test: dict[str, Any] = {"combatant": "iris", "statistic": "dexterity", "skill": "medicine", "difficulty": 5}
        called = await api.command("ticks.call_test", encounter=f"staked-{staked}", **test)
        [prompt] = [prompt for prompt in called.json()["prompts"] if prompt["kind"] == "commit"]
        prompts.append({name: part for name, part in prompt.items() if name not in ("id", "version")})
        hers = {"Yarrow-As": "player:iris"}
        menu = await api.menu(encounter=f"staked-{staked}", headers=hers)
        [asked] = [asked for asked in menu.prompts if asked["id"] == prompt["id"]]
        options.append([value for field in asked["answers"] for value, _ in field["in"]])
        most = await api.command("ticks.commit", encounter=f"staked-{staked}", actor="iris", luck=2 - staked)
        assert most.is_success, most.text
    assert prompts[0] == prompts[1] == prompts[2]
    assert options == [[0, 1, 2], [0, 1], [0]]
