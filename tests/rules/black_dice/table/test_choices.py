"""Tests that the choices of prompts, which the table takes as they are, are legal answers."""

import pytest

from tests.laws.fights import RandomFight
from tests.rules.black_dice.bot_config import BLACK_DICE_FIGHTS
from tests.rules.black_dice.table.drawn import table_of_black_dice

MOST_COMMANDS = 80
OF_KINDS = {"response", "choose", "reduce_damage", "approve", "reroll", "ensure_success"}


@pytest.mark.rule("BD-WHO-7", "BD-SKILL-15", "BD-FATE-5", "BD-SCRIPT-2", "BD-SCRIPT-4", "BD-FATE-6")
def test_every_choice_of_a_prompt_is_accepted() -> None:
    kinds = BLACK_DICE_FIGHTS.ruleset.prompts
    met = set()
    for situation in BLACK_DICE_FIGHTS.situations:
        played = RandomFight(BLACK_DICE_FIGHTS, situation, 1)
        for _ in played.play(MOST_COMMANDS):
            for name, asked in table_of_black_dice(played.fight)["awaits"].items():
                kind, prompt = kinds[asked["kind"]], played.fight.prompt(name)
                assert prompt is not None
                for choice in asked.get("choices", ()):
                    kind.check(played.fight, prompt, kind.parse(choice["answer"], None))
                    met.add(kind.name)
    assert met >= OF_KINDS
