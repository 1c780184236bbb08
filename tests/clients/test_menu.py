"""Tests that the example of a menu plays every ruleset by its options alone, and reads as people speak."""

import asyncio
import re
import sys

import pytest

from domain.registry import rulesets
from tests.program import ROOT
from tests.tiers import long
from yarrow_client import Yarrow

COMMANDS = 12


@pytest.mark.parametrize("commands", [COMMANDS, long(120)])
@pytest.mark.parametrize("key", list(rulesets()))
async def test_the_menu_of_any_ruleset_is_played_without_a_refusal(url: str, key: str, commands: int) -> None:
    templates = [key for key, sheet in rulesets()[key].templates.items() if "driver" not in sheet][:3]
    newcomers = [{"template": template, "id": f"zq{place}"} for place, template in enumerate(templates)]
    async with Yarrow(url) as yarrow:
        fight = await yarrow.open(key, combatants=newcomers)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, ROOT / "clients" / "python" / "menu.py", url, fight.id, str(commands)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, failed = await process.communicate()
    assert (process.returncode, failed.decode()) == (0, "")
    assert re.findall(r".*(?:_|zq|\w\.[^\W\d]).*", said.decode()) == []
