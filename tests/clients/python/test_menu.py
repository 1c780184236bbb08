"""Tests that every ruleset is played by its options alone, whose words have no identifiers."""

import pytest

from domain.registry import rulesets
from tests.clients.python.menus import play
from tests.examples.fights import ID, code_in
from tests.tiers import long
from yarrow_client import Yarrow

COMMANDS = 12


@pytest.mark.parametrize("commands", [COMMANDS, long(120)])
@pytest.mark.parametrize("key", list(rulesets()))
async def test_the_menu_of_any_ruleset_is_played_without_a_refusal(url: str, key: str, commands: int) -> None:
    templates = [key for key, sheet in rulesets()[key].templates.items() if "driver" not in sheet][:3]
    newcomers = [{"template": template, "id": f"{ID}{place}"} for place, template in enumerate(templates)]
    async with Yarrow(url) as yarrow:
        fight = await yarrow.open(key, combatants=newcomers)
        started = await fight.version()
        said = await play(fight, commands)
        assert code_in(said) == []
        assert await fight.version() >= started + commands
    groups = [line for line in said if not line.startswith(" ")]
    assert groups.count("Table") == commands
