"""Tests that the example of a menu plays a ruleset from another package."""

import httpx

from tests.clients.menus import ID, code_in, play

COMMANDS = 12


def test_the_menu_plays_a_ruleset_of_another_package_without_a_refusal(url: str) -> None:
    cast = [{"template": "ox", "id": f"{ID}0"}, {"template": "mouse", "id": f"{ID}1"}]
    opened = httpx.post(f"{url}/v1/encounters", json={"ruleset": "tug", "combatants": cast}).json()
    said = play(url, opened["encounter"], COMMANDS)
    assert code_in(said) == []
    assert {"Attack", "Turn", "Table"} <= {line for line in said if not line.startswith(" ")}
