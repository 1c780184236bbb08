"""The example of a menu as a program, and what no line of it may have."""

import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from tests.program import ROOT

MENU: Final = ROOT / "clients" / "python" / "menu.py"
ID: Final = "zq"
"""How the IDs of all combatants begin, unlike any word."""
_CODE: Final = re.compile(rf"_|{ID}|\w\.[^\W\d]")


def play(url: str, encounter: str, commands: int) -> list[str]:
    """Give a number of commands of the menu, and return the lines that it printed; fail if one is refused."""
    played = subprocess.run(
        [sys.executable, MENU, url, encounter, str(commands)], capture_output=True, text=True, check=False
    )
    assert (played.returncode, played.stderr) == (0, "")
    return played.stdout.splitlines()


def code_in(lines: Sequence[str]) -> list[str]:
    """Return the lines that contain an identifier or the ID of a combatant."""
    return [line for line in lines if _CODE.search(line)]
