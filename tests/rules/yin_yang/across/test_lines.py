"""The lines of the story of Yin-Yang that a table hears most, word for word."""

from typing import Any

import pytest

from domain.rulesets.yin_yang.chapters.turns.gear import Wield
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from domain.rulesets.yin_yang.parts import CalledShotSheet
from tests.rules.yin_yang.builders import bout
from tests.rules.yin_yang.specification import attack, newcomer, plain
from yarrow_client.options.phrases import sentence

LONG_RUN = "Take 1 point of Stamina from Bishop (“a long run”)"
SHOT = CalledShotSheet(aim="head", text="stun him")


def test_the_end_of_a_turn_is_told_by_the_beginning_of_the_next_one() -> None:
    spec = bout("bishop", "da_hook").when(EndTurn())
    assert spec.lines() == []
    assert spec.when(StartTurn()).lines() == ["Turn 2 begins."]


@pytest.mark.rule("YY-CALLED-2")
def test_what_a_called_shot_costs_is_told_as_soon_as_it_is_known() -> None:
    spec = bout("bishop", "da_hook").when(attack("bishop", "da_hook", called_shot=SHOT)).answer(2)
    assert spec.lines() == ["Bishop's called shot costs 2 penalty cards."]


@pytest.mark.rule("YY-CALLED-2")
def test_the_prices_of_called_shots_are_labelled_with_what_they_are() -> None:
    menu = bout("bishop", "da_hook").when(attack("bishop", "da_hook", called_shot=SHOT)).menu()
    [field] = menu.prompts[0]["answers"]
    values = menu.values(field, {})
    assert values is not None
    assert [*values.listed][:2] == [(1, "1 penalty card"), (2, "2 penalty cards")]


@pytest.mark.rule("YY-JOKER-8")
def test_a_coloured_joker_is_named_once() -> None:
    spec = bout("bishop", "da_hook").when(
        attack("bishop", "da_hook", weapon="bare_hands"), "da_hook: let_pass", throws=["bishop: COLOURED"]
    )
    [line] = spec.lines()
    assert line.endswith("Bishop fails, can do nothing more this turn (Coloured Joker) and loses 2 actions.")


@pytest.mark.rule("YY-KING-2")
def test_a_king_earns_nothing_that_is_told_against_who_has_fallen() -> None:
    faces = ["bishop: KS", "bishop: QS"]
    spec = bout("bishop", "da_hook").when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=faces)
    assert spec.lines()[-1].endswith("Bishop's King earns another attack on Da Hook.")
    frail = newcomer("da_hook", vitality=0)
    spec = bout("bishop", frail).when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=faces)
    assert "falls dying" in " ".join(spec.lines())
    assert "King earns" not in " ".join(spec.lines())


def test_who_holds_nothing_and_takes_nothing_stays_empty_handed() -> None:
    spec = bout("bishop", "da_hook").given(Wield(actor="bishop"))
    assert spec.when(Wield(actor="bishop")).lines() == ["Bishop stays empty-handed."]


@pytest.mark.rule("YY-CONF-1")
def test_a_tie_of_figures_is_told_while_the_narrator_decides_about_a_confrontation() -> None:
    mook = plain("mook", side="black", colour="black", deck="mook", mook=True)
    spec = bout("bishop", mook).when(
        attack("bishop", "mook", weapon="bare_hands"),
        "mook: match attack weapon=bare_hands",
        throws=["bishop: QH", "mook: QS"],
    )
    assert spec.asks("confront", "narrator").lines()[0].endswith("; both Bishop and mook keep a Queen.")


@pytest.mark.rule("YY-CHAL-1")
@pytest.mark.parametrize(
    ("command", "filled", "said"),
    [
        ("challenge", {"text": "unfair"}, "Challenge the narrator: “unfair”"),
        ("challenge", {"text": "unfair", "about": 1}, "Challenge the narrator about an earlier moment: “unfair”"),
        ("adjust/loss", {"track": "stamina", "points": -1, "reason": "a long run"}, LONG_RUN),
        ("split_fight", {"subfights": {"bishop": "roof"}}, "Split the fight: Bishop (roof)"),
        ("pass_time", {"hours": 2, "mentally_resting": ["bishop"]}, "Let 2 hours pass; resting the mind: Bishop"),
        ("adjust/loss", {"track": "vitality", "points": -2}, "Take 2 points of Vitality from Bishop"),
        (
            "attack",
            {"target": "da_hook", "called_shot": {"aim": "head", "text": "a scar"}},
            "Attack Da Hook with Large Magnum (Corporate Bodyguard), aiming at the head to achieve “a scar”",
        ),
        (
            "place_item/own_armour",
            {"armour": {"id": "cap", "name": "Cap", "hands": 0}},
            "Place Cap",
        ),
    ],
)
def test_a_menu_says_what_a_table_does(command: str, filled: dict[str, Any], said: str) -> None:
    spec = bout("bishop", "da_hook")
    menu = (spec.given(EndTurn()) if command == "pass_time" else spec).menu()
    [form] = [form for form in menu.forms if form.name == f"yin_yang.{command}"]
    whose = "actor" if command in ("attack", "challenge") else "combatant"
    assert sentence(menu, form, {whose: "bishop", **filled}) == said


@pytest.mark.rule("YY-TEST-11")
def test_a_menu_says_that_a_test_costs_an_action_only_in_a_turn() -> None:
    menu = bout("bishop", "da_hook").given(EndTurn()).menu()
    costs = {form.costs for form in menu.forms if form.name.startswith("yin_yang.test/costing")}
    assert costs == {"an action in a turn"}
