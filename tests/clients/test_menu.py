"""Tests that the example of a menu plays every ruleset by its options alone, and prints nothing but words."""

import asyncio

import pytest

from domain.registry import rulesets
from tests.clients.menus import ID, MENU, code_in, play
from tests.tiers import long
from yarrow_client import Yarrow

COMMANDS = 12


def test_the_example_has_at_most_sixty_lines() -> None:
    """Blank lines do not count."""
    assert sum(bool(line.strip()) for line in MENU.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("commands", [COMMANDS, long(120)])
@pytest.mark.parametrize("key", list(rulesets()))
async def test_the_menu_of_any_ruleset_is_played_without_a_refusal(url: str, key: str, commands: int) -> None:
    templates = [key for key, sheet in rulesets()[key].templates.items() if "driver" not in sheet][:3]
    newcomers = [{"template": template, "id": f"{ID}{place}"} for place, template in enumerate(templates)]
    async with Yarrow(url) as yarrow:
        fight = await yarrow.open(key, combatants=newcomers)
        started = await fight.version()
        said = await asyncio.to_thread(play, url, fight.id, commands)
        assert code_in(said) == []
        assert await fight.version() >= started + commands
    groups = [line for line in said if not line.startswith(" ")]
    assert groups.count("Table") == commands
