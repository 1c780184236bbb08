"""What menus say of numbers in forms and answers of Century, as a player would say it."""

from typing import Any

import pytest

from domain.model.speaker import NARRATOR
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from tests.laws.menus import menu_of
from tests.rules.century.specification import Specification, fight, given, in_action, stub
from yarrow_client.options.phrases import sentence, text_of


def said(spec: Specification, form: str, **command: Any) -> str:
    """Return what the narrator's menu says of a form that is filled in."""
    menu = menu_of(CENTURY, spec.fight, NARRATOR)
    return sentence(menu, next(one for one in menu.forms if one.name == form), command)


@pytest.mark.parametrize(
    ("form", "command", "expected"),
    [
        ("century.inflict_damage", {"combatant": "sam", "amount": 0}, "Deal no damage to Sam: Armour counts"),
        ("century.inflict_damage", {"combatant": "sam", "amount": 7}, "Deal 7 damage to Sam: Armour counts"),
        ("century.set_position/heading", {"combatant": "sam", "heading": 0}, "Turn Sam to face north, 0 degrees"),
        ("century.set_position/heading", {"combatant": "sam", "heading": 29}, "Turn Sam to face 29 degrees"),
        (
            "century.set_position/position",
            {"combatant": "sam", "position": {"x": 3, "y": -2}, "heading": 270},
            "Place Sam at 3 east, 2 south, facing west, 270 degrees",
        ),
        (
            "century.begin_round",
            {"modifiers": [{"combatant": "sam", "value": -2, "reason": "asleep"}]},
            "Begin a round, initiative: Sam 2 slower for “asleep”",
        ),
        (
            "century.begin_round",
            {"mp_modifiers": [{"combatant": "sam", "value": 1, "reason": "downhill"}]},
            "Begin a round, Move Points: Sam 1 more for “downhill”",
        ),
    ],
)
def test_a_number_in_a_form_is_said_with_what_it_counts(form: str, command: dict[str, Any], expected: str) -> None:
    assert said(given(fight(stub("sam", role="character", fp=2), stub("vera"))), form, **command) == expected


@pytest.mark.parametrize(
    ("form", "command", "expected"),
    [
        ("core.note/open", {"text": "It burns"}, "Note: “It burns”"),
        (
            "core.note/open",
            {"about": ["sam", "vera"], "text": "It burns"},
            "Note on Sam and Vera: “It burns”",
        ),
        ("core.note/secret", {"about": ["sam"], "secret": "Sam lit it"}, "Secret note on Sam: “Sam lit it”"),
        (
            "core.rule",
            {"about": ["sam"], "text": "No light", "rule": "CE-MOD-1"},
            "Ruling for Sam: “No light” (CE-MOD-1)",
        ),
        ("core.rewind", {"to": 2, "reason": "Vera was away"}, "Rewind to version 2: “Vera was away”"),
        (
            "century.grant_fate/take",
            {"combatant": "sam", "amount": -1, "reason": "a lie"},
            "Take 1 Fate Point from Sam: “a lie”",
        ),
    ],
)
def test_a_note_and_a_ruling_are_said_with_all_that_is_given(form: str, command: dict[str, Any], expected: str) -> None:
    assert said(given(fight(stub("sam", role="character", fp=2), stub("vera"))), form, **command) == expected


def test_the_cost_of_an_action_is_answered_in_move_points() -> None:
    spec = given(fight(stub("sam"), stub("vera")), *in_action("sam", "vera"))
    spec.when(OtherAction(actor="sam", what="jump the fence"))
    menu = menu_of(CENTURY, spec.fight, NARRATOR)
    (prompt,) = menu.prompts
    (field,) = prompt["answers"]
    assert [text_of(menu, field, points) for points in (1, 4)] == ["1 Move Point", "4 Move Points"]
