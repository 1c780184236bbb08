"""Who is to act, and which side has won."""

import pytest

from domain.core.commands import Join
from domain.model.speaker import SPECTATOR
from domain.rulesets.yin_yang.chapters.challenges.challenges import Challenge, JudgeChallenge
from domain.rulesets.yin_yang.chapters.decks.hands import ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.turns.edge import GiveEdge
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, Hold, StartTurn
from tests.rules.yin_yang.builders import adjust, bout, condition, drawn
from tests.rules.yin_yang.specification import attack, fight, given, newcomer

ENDS = {"now": True, "who": ["narrator"], "has": "the turn to end"}


def test_between_turns_the_narrator_starts_the_next() -> None:
    spec = given(fight("bishop", "wedge"))
    assert drawn(spec)["to_act"] == {"now": True, "who": ["narrator"], "has": "the next turn to start"}


@pytest.mark.rule("YY-ACT-2", "YY-JOKER-8")
def test_in_a_turn_all_may_call_who_have_actions_left() -> None:
    spec = bout("bishop", "da_hook", "wedge").given(TurnCancelled(combatant="wedge"))
    acting = {"now": True, "who": ["bishop", "da_hook"], "has": "actions left", "optional": ["narrator"]}
    assert drawn(spec)["to_act"] == acting
    spec.when(attack("bishop", "da_hook"))
    assert drawn(spec)["to_act"] == {**acting, "now": False}


@pytest.mark.rule("YY-EDGE-2", "YY-JOKER-3")
def test_without_the_edge_only_extra_actions_are_called() -> None:
    spec = bout("bishop", "da_hook", "wedge", initiative="edge").given(GiveEdge(side="red"))
    assert drawn(spec)["to_act"]["who"] == ["bishop"]
    spec.given(ExtraActionsGained(combatant="wedge", actions=1, reason="white_joker"))
    assert drawn(spec)["to_act"]["who"] == ["bishop", "wedge"]


@pytest.mark.rule("YY-ACT-6", "YY-ACT-7")
def test_those_who_hold_back_are_not_asked_and_in_a_standoff_the_narrator_goes_on() -> None:
    spec = bout("bishop", "wedge").given(Hold(actor="bishop"))
    holding = {"now": True, "who": ["wedge"], "has": "actions left", "optional": ["bishop", "narrator"]}
    assert drawn(spec)["to_act"] == holding
    assert drawn(spec.given(Hold(actor="wedge")))["to_act"] == {**ENDS, "optional": ["bishop", "wedge"]}


def test_when_nobody_has_an_action_left_the_narrator_ends_the_turn() -> None:
    spec = bout("bishop", "wedge").given(TurnCancelled(combatant="wedge"), TurnCancelled(combatant="bishop"))
    assert drawn(spec)["to_act"] == ENDS


@pytest.mark.rule("YY-MB-5")
def test_for_the_mad_the_narrator_acts() -> None:
    spec = given(fight("bishop", "wedge"), adjust("wedge", "mental_balance", -2), condition("wedge", "mad"))
    spec.given(StartTurn())
    assert drawn(spec)["to_act"] == {"now": True, "who": ["bishop", "narrator"], "has": "actions left"}
    assert drawn(spec.given(Hold(actor="bishop"), Hold(actor="wedge")))["to_act"] == {**ENDS, "optional": ["bishop"]}


@pytest.mark.rule("YY-MB-5", "YY-ACT-6")
def test_the_narrator_is_asked_while_one_of_the_mad_does_not_hold_back() -> None:
    spec = given(fight("bishop", "wedge", "da_hook"))
    for mad in ("wedge", "da_hook"):
        spec.given(adjust(mad, "mental_balance", -3), condition(mad, "mad"))
    spec.given(StartTurn(), Hold(actor="da_hook"))
    assert drawn(spec)["to_act"] == {"now": True, "who": ["bishop", "narrator"], "has": "actions left"}


@pytest.mark.rule("YY-CHAL-1", "YY-CHAL-5")
def test_while_a_challenge_is_held_only_the_narrator_acts() -> None:
    spec = bout("architect", "bishop").given(Challenge(actor="architect", text="That was fair"))
    assert drawn(spec)["to_act"]["now"] is False
    spec.answer({"contest": "riddle"})
    assert drawn(spec)["to_act"] == {"now": True, "who": ["narrator"], "has": "the challenge to judge"}
    assert drawn(spec.given(JudgeChallenge(impressed=False)))["to_act"]["who"] == ["architect", "bishop"]


@pytest.mark.rule("YY-COND-9", "YY-BYST-1")
def test_the_fight_is_over_when_one_side_is_able_and_bystanders_do_not_count() -> None:
    spec = bout("bishop", "wedge", newcomer("schoolgirl", side="bystanders"))
    assert drawn(spec)["over"] is None
    spec.given(FellOut(combatant="wedge", reason="dying"))
    assert drawn(spec)["over"] == {
        "for": ["red"],
        "by": "all others are out of action",
        "sentence": "Only one side can still fight: Red.",
        "dying": ["wedge"],
    }
    spec.given(condition("wedge", "stabilised"))
    assert "dying" not in drawn(spec)["over"]
    spec.given(FellOut(combatant="bishop", reason="fled"))
    assert drawn(spec)["over"]["for"] == []
    assert drawn(spec)["over"]["sentence"] == "No one is left in the fight."


@pytest.mark.rule("YY-BYST-1")
def test_one_side_alone_with_bystanders_has_won_nothing() -> None:
    spec = bout("bishop", newcomer("schoolgirl", side="bystanders"))
    assert drawn(spec.given(FellOut(combatant="schoolgirl", reason="exhausted")))["over"] is None


def test_whoever_is_secret_is_in_the_fight_until_play_shows_otherwise() -> None:
    lurker = Join(template="wedge", id="lurker", sheet={"vitality": -1}, secret=True)
    spec = given(fight("bishop", lurker), StartTurn())
    assert drawn(spec)["over"]["for"] == ["heroes"]
    assert drawn(spec, SPECTATOR)["over"] is None
    spec.given(EndTurn(), FellOut(combatant="lurker", reason="dead"))
    assert drawn(spec, SPECTATOR)["over"]["for"] == ["heroes"]
