"""Faults in what was sent are told so that one knows what to send instead."""

import pytest
from pydantic import ValidationError

from domain.event import Json
from domain.faults import faults, nearest, place
from domain.refusal import Refused
from domain.rulesets.black_dice.commands import Declare
from domain.rulesets.black_dice.prompts import BLACK_DICE_PROMPTS

TYPES = ("black_dice.feat", "black_dice.declare", "core.join")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"wait": "yes"}, {"wait": "It has to be true."}),
        ({"attack": []}, {"attack": "It takes at least 1 entry."}),
        ({"attack": [{"target": "pryce"}]}, {"attack[0].weapon": "It is missing; give it."}),
        (
            {"act": "sing"},
            {"act": "There is no 'sing' here; it is one of feat, drink, stabilise, check, assist, other."},
        ),
    ],
)
def test_each_fault_is_told_once_by_its_field(fields: dict[str, Json], told: dict[str, str]) -> None:
    body = {"actor": "vane", **fields}
    with pytest.raises(ValidationError) as caught:
        Declare.model_validate(body)
    assert {place(fault.where): fault.said for fault in faults(caught.value, body, Declare)} == told


@pytest.mark.parametrize(
    ("kind", "answer", "told"),
    [
        (
            "response",
            "flee",
            "It has to be an object with named fields, or one of attack_back, dodge, easy_target, ask.",
        ),
        ("response", "doge", "There is no 'doge' here; did you mean dodge?"),
        ("choose", 3, "It has to be an object with named fields, or ask."),
        ("reduce_damage", "all", "It has to be a whole number, or ask."),
        ("avoid_injury", True, "There is no 'True' here; it is one of yes, no, ask."),
    ],
)
def test_an_answer_of_several_shapes_is_told_all_of_them(kind: str, answer: Json, told: str) -> None:
    with pytest.raises(Refused) as caught:
        BLACK_DICE_PROMPTS[kind].parse(answer, "command.answer")
    assert caught.value.refusal.detail == f"This is no answer to a prompt {kind!r}: {told}"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("black_dice.declar", "black_dice.declare"),
        ("declare", "black_dice.declare"),
        ("core.joni", "core.join"),
        ("black_dice.attack", None),
        ("", None),
    ],
)
def test_a_type_is_meant_where_its_end_is_like_it(word: str, meant: str | None) -> None:
    assert nearest(word, TYPES) == meant
