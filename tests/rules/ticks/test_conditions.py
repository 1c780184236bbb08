"""What a deferred attack may wait for."""

from typing import Any

import pytest

from domain.rulesets.ticks import commands as ask
from tests.rules.ticks.playing import Play, attack, defer
from tests.rules.ticks.specification import declare, newcomer


def waiting_for_others(**condition: Any) -> Play:
    """Pell, who has to declare; Tor is about to strike at Lena, who is beside him."""
    people = (newcomer("tor", at=(8, 0)), newcomer("lena", at=(9, 0)))
    play = Play("pell", *people)
    plans = {"tor": {"strike": "first_chance"}}
    return play.round(plans, tor=attack("lena", "baseball_bat"), pell=defer("rifle", "attacks", **condition))


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize("condition", [{}, {"victims": ["lena"]}])
def test_whoever_attacks_these(condition: dict[str, Any]) -> None:
    assert waiting_for_others(**condition).strikes("pell") == [(8, 9)]


@pytest.mark.rule("TK-DEFER-2")
def test_attacks_on_others_do_not_count() -> None:
    assert waiting_for_others(victims=["pell"]).strikes("pell") == []


@pytest.mark.rule("TK-DEFER-2")
def test_victims_that_are_nobody() -> None:
    play = Play("pell", newcomer("tor", QUI=20)).send(ask.StartRound()).declare_on(13)
    play.spec.when(declare("pell", **defer("rifle", "attacks", victims=["nobody"]))).refused(None, "invalid")
    refusal = play.spec.refusal
    assert refusal is not None
    assert refusal.field == "command.condition.victims[0]"
