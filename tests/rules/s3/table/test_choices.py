"""Tests that the choices of prompts, which the table takes as they are, are legal answers."""

import pytest

from tests.laws.fights import RandomFight
from tests.rules.s3.bot_config import S3_FIGHTS
from tests.rules.s3.table.drawn import table_of_s3

MOST_COMMANDS = 60
OF_KINDS = {"oppose", "call_flip", "fast_reply", "act_stunned"}


@pytest.mark.rule("S3-OPP-2", "S3-FAST-4", "S3-ORDER-13")
def test_every_choice_of_a_prompt_is_accepted() -> None:
    kinds = S3_FIGHTS.ruleset.prompts
    met = set()
    for seed in range(4):
        played = RandomFight(S3_FIGHTS, "duel", seed)
        for _ in played.play(MOST_COMMANDS):
            for name, asked in table_of_s3(played.fight)["awaits"].items():
                kind, prompt = kinds[asked["kind"]], played.fight.prompt(name)
                assert prompt is not None
                assert asked["choices"]
                for choice in asked["choices"]:
                    kind.check(played.fight, prompt, kind.parse(choice["answer"], None))
                met.add(kind.name)
    assert met >= OF_KINDS
