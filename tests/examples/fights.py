"""Examples as programs that play, and what no line of theirs may have."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Final

import httpx

from tests.program import ROOT, environment
from tests.waiting import PATIENCE

EXAMPLES: Final = ROOT / "examples"
PLAY: Final = EXAMPLES / "play.py"
ID: Final = "zq"
"""How the IDs of all combatants begin, unlike any word."""
SCENES: Final = {
    "s3": "bridge_duel",
    "black_dice": "two_knives",
    "yin_yang": "boxing_match",
    "century": "sheriffs_desk",
    "ticks": "through_the_door",
}
"""A scene of each ruleset that random players bring to an end."""
_CODE: Final = re.compile(rf"_|{ID}|\w\.[^\W\d]")


def opened(url: str, scene: str) -> str:
    """Open a scene, whose combatants have IDs unlike any word; return the ID of the encounter."""
    with httpx.Client(base_url=f"{url}/v1/", timeout=PATIENCE) as client:
        scene_of = client.get(f"scenes/{scene}").raise_for_status().json()
        cast = [{**one, "id": one.get("id") or one["template"]} for one in scene_of["combatants"]]
        text = json.dumps({"commands": scene_of["commands"], "combatants": cast})
        for place, one in enumerate(cast):
            text = re.sub(rf'"{one["id"]}(?=["./])', f'"{ID}{place}', text)
        found = json.loads(text)
        newcomers = [
            {**new, **{key: old[key] for key in ("template",) if key in old}}
            for new, old in zip(found["combatants"], cast, strict=True)
        ]
        body = {"ruleset": scene_of["ruleset"], "options": scene_of["options"], "combatants": newcomers}
        encounter: str = client.post("encounters", json=body).raise_for_status().json()["encounter"]
        for command in found["commands"]:
            client.post(f"encounters/{encounter}/commands", json={"command": command}).raise_for_status()
    return encounter


def run(program: str, *arguments: str, patience: float = 6 * PATIENCE) -> list[str]:
    """Run an example to its end, and return the lines that it prints; fail if it fails."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / program, *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.splitlines()


def code_in(lines: Sequence[str]) -> list[str]:
    """Return the lines that contain an identifier or the ID of a combatant."""
    return [line for line in lines if _CODE.search(line)]


def ended(url: str, encounter: str) -> dict[str, Any]:
    """Return the table of an encounter that has been closed."""
    table: dict[str, Any] = httpx.get(f"{url}/v1/encounters/{encounter}/table", timeout=PATIENCE).json()
    assert table["status"] == "closed"
    return table
