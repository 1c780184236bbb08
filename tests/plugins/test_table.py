"""Tests that the table of an external ruleset, which declares no drawing, has names, sides, prompts and numbers."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.core.commands import Answer, Open
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.ruleset import Ruleset
from domain.table.differences import differences
from tests.laws.tables.laws import broken, patched, table_of, unexplained
from tests.plugins.packages import loaded
from tests.plugins.test_playing import Yard
from tests.recording import Recording

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


@pytest.fixture
def ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset[Any]:
    """The ruleset of the page, in this process."""
    monkeypatch.syspath_prepend(str(tmp_path))
    found: Ruleset[Any] = loaded(tmp_path, {}).load()
    return found


def pulling(ruleset: Ruleset[Any]) -> Recording:
    """A fight of the tug of war, with a prompt open in its midst."""
    spit, pull = ruleset.chapters[0].commands
    pullers = ({"template": "ox"}, {"template": "mouse"}, {"template": "ox", "id": "ox_2"})
    played = Recording("yard", ruleset).play(Open.model_validate({"ruleset": "tug", "combatants": pullers}))
    for command in (
        spit.model_validate({"actor": "mouse"}),
        pull.model_validate({"actor": "ox", "target": "mouse"}),
        Answer(prompt="prompt-9-1", answer="hold"),
        pull.model_validate({"actor": "mouse", "target": "ox"}),
    ):
        played.play(command)
    return played


@pytest.mark.parametrize("speaker", [NARRATOR, SPECTATOR], ids=str)
def test_the_laws_of_tables_hold_for_it(ruleset: Ruleset[Any], speaker: Speaker) -> None:
    played = pulling(ruleset)
    tables = {version: table_of(ruleset, state, speaker) for version, state in played.states.items() if version}
    for version, shown in tables.items():
        assert speaker != NARRATOR or [*broken(ruleset, played.states[version], shown)] == []
    for (last, before), (version, after) in pairwise(tables.items()):
        assert patched(before, differences(before, after)) == after
        events = played.codec.decode_events(played.records[last:version])
        assert [*unexplained(before, after, events)] == []
    assert [card["name"] for card in after["combatants"].values()] == ["Ox", "Mouse", "Ox 2"]
    assert len(tables) == len(played.states) - 1
