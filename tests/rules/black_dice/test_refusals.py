"""What a refusal offers instead: the commands that phase and prompts leave to whoever was refused."""

import pytest

from domain.rulesets.black_dice import commands as ask
from domain.speaker import NARRATOR, Speaker
from tests.rules.black_dice.specification import fight, given, round_of

VANE = Speaker("player", ("vane",))


def test_outside_rounds_a_combatant_is_offered_what_can_be_done_there() -> None:
    refused = given(fight("vane", "pryce")).when(ask.Declare(actor="vane", wait=True)).refused("BD-ROUND-1").refusal
    assert refused is not None
    offered = {"black_dice.treat", "black_dice.feat", "black_dice.drink", "black_dice.surprise_attack"}
    assert offered <= set(refused.legal)
    assert "black_dice.declare" not in refused.legal
    assert not any(name.endswith(("round", "resolve", "place")) for name in refused.legal)


def test_the_narrator_is_offered_what_carries_the_fight_on() -> None:
    idle = given(fight("vane", "pryce")).when(ask.EndRound()).refused("BD-ROUND-1").refusal
    assert idle is not None
    assert set(idle.legal) == {"black_dice.begin_round", "black_dice.pass_time"}


@pytest.mark.parametrize(("speaker", "offered"), [(NARRATOR, ("core.answer",)), (Speaker("player", ("pryce",)), ())])
def test_while_somebody_is_asked_only_the_answer_is_offered(speaker: Speaker, offered: tuple[str, ...]) -> None:
    asked = given(
        fight("vane", "pryce"),
        *round_of("vane", "pryce"),
        ask.Declare(actor="vane", wait=True),
        ask.Declare(actor="pryce", attack=(ask.StrikeSheet(target="vane", weapon="truncheon"),)),
    )
    refused = asked.when(ask.Resolve(), speaker=speaker).refused(None).refusal
    assert refused is not None
    assert refused.legal == offered


def test_nobody_is_offered_what_another_may_do() -> None:
    refused = given(fight("vane", "pryce")).when(ask.Declare(actor="pryce", wait=True), speaker=VANE).refusal
    assert refused is not None
    assert refused.code == "not_yours"
    assert refused.legal == ()


def test_whoever_is_asked_to_act_is_offered_what_fits_the_act() -> None:
    due = given(
        fight("vane", "pryce"),
        *round_of("vane", "pryce"),
        ask.Declare(actor="vane", act="drink"),
        ask.Declare(actor="pryce", wait=True),
        ask.Resolve(),
    )
    refused = due.when(ask.Feat(actor="vane", feat="lift", row=0)).refusal
    assert refused is not None
    assert refused.legal == ("core.answer", "black_dice.drink")
