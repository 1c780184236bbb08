"""Tests that the example of a menu plays a ruleset from another package."""

import subprocess
import sys

import httpx

from tests.program import ROOT

COMMANDS = 12


def test_the_menu_plays_a_ruleset_of_another_package_without_a_refusal(url: str) -> None:
    cast = [{"template": "ox", "id": "zq0"}, {"template": "mouse", "id": "zq1"}]
    opened = httpx.post(f"{url}/v1/encounters", json={"ruleset": "tug", "combatants": cast}).json()
    menu = ROOT / "clients" / "python" / "menu.py"
    played = subprocess.run(
        [sys.executable, menu, url, opened["encounter"], str(COMMANDS)], capture_output=True, text=True, check=False
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "zq" not in played.stdout
