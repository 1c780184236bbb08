"""Tests that the choices of prompts, which the table takes as they are, are legal answers."""

import pytest

from domain.rulesets.century import CENTURY
from tests.laws.fights import RandomFight
from tests.laws.tables.laws import table_of
from tests.rules.century.bot_config import CENTURY_FIGHTS

MOST_COMMANDS = 50
BARE = {"attack_terms", "blast_list", "control_terms"}
"""The kinds of prompts whose answers only the narrator's own commands, or numbers of his own, give."""


@pytest.mark.rule("CE-CALLED-2", "CE-DODGE-2", "CE-FATE-3", "CE-FATE-7", "CE-INIT-7")
@pytest.mark.parametrize("name", ["gunfight", "brawl", "two_guns"])
def test_every_choice_of_a_prompt_is_accepted(name: str) -> None:
    kinds = CENTURY.prompts
    met = set()
    for seed in range(3):
        played = RandomFight(CENTURY_FIGHTS, name, seed)
        for _ in played.play(MOST_COMMANDS):
            for asked_by, asked in table_of(CENTURY, played.fight)["awaits"].items():
                kind, prompt = kinds[asked["kind"]], played.fight.prompt(asked_by)
                assert prompt is not None
                assert kind.name in BARE or asked["choices"]
                for choice in asked.get("choices", ()):
                    kind.check(played.fight, prompt, kind.parse(choice["answer"], None))
                met.add(kind.name)
    assert met >= {"defence", "initiative_before"}
