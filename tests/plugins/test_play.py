"""Tests that the client that knows no ruleset plays one from another package to its end."""

import httpx
import pytest

from tests.examples.fights import ID, code_in, ended, run


@pytest.mark.parametrize("speaker", [(), ("narrator",)])
def test_a_fight_of_a_ruleset_of_another_package_is_played_to_its_end(url: str, speaker: tuple[str, ...]) -> None:
    cast = [{"template": "ox", "id": f"{ID}0"}, {"template": "mouse", "id": f"{ID}1"}]
    opened = httpx.post(f"{url}/v1/encounters", json={"ruleset": "tug", "combatants": cast}).json()
    said = run("play.py", url, opened["encounter"], *speaker)
    assert code_in(said) == []
    assert any("slides a step towards the line." in line for line in said)
    assert "No one can do more." in said
    slid = [one["meters"]["slid"]["now"] for one in ended(url, opened["encounter"])["combatants"].values()]
    assert max(slid) == 3
