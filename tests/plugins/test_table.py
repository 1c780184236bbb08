"""Tests that the table of an external ruleset, which declares no drawing, has names, sides, prompts and numbers."""

from typing import Any

import httpx

from tests.plugins.test_playing import Yard

SHADOW: dict[str, Any] = {"template": "ox", "id": "shadow", "sheet": {"name": "Shadow"}, "secret": True}


def test_people_have_their_numbers_and_flags_and_anybody_may_act(client: httpx.Client) -> None:
    yard = Yard(client)
    yard.give("tug.spit", actor="mouse")
    table = yard.get("/table")
    assert table["to_act"] == {"now": True, "who": ["anybody"], "has": "to act"}
    assert table["order"] == ["ox", "mouse"]
    assert table["combatants"]["mouse"] == {
        "name": "Mighty Mouse",
        "kind": "person",
        "state": "able",
        "meters": {"strength": {"now": 1}, "slid": {"now": 0}},
        "conditions": {"wet": {"label": "Wet"}},
    }
    assert table["legend"] == {
        "strength": {"label": "Strength", "tone": "resource"},
        "slid": {"label": "Slid", "tone": "resource"},
    }
    assert "over" not in table


def test_a_prompt_is_a_question_with_labelled_choices(client: httpx.Client) -> None:
    yard = Yard(client)
    [prompt] = yard.give("tug.pull", actor="ox", target="mouse")["prompts"]
    table = yard.get("/table")
    assert table["to_act"]["now"] is False
    assert table["awaits"] == {
        prompt["id"]: {
            "to": "mouse",
            "kind": "grip",
            "question": "Mighty Mouse may hold the rope or let go.",
            "since": prompt["version"],
            "choices": [{"answer": "hold", "label": "Hold the rope"}, {"answer": "let_go", "label": "Let go"}],
            "standing": True,
        }
    }


def test_a_secret_sheet_shows_its_name_alone(client: httpx.Client) -> None:
    yard = Yard(client)
    joined = yard.give("core.join", **SHADOW)
    assert "events" in joined, joined
    answer = yard.client.get(f"encounters/{yard.id}/table", headers={"Yarrow-As": "player:ox"})
    card = answer.raise_for_status().json()["combatants"]["shadow"]
    assert card == {"name": "Shadow", "kind": "unknown", "state": "able", "secret": True}
