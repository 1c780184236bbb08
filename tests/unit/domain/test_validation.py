"""Faults in what was sent are told so that one knows what to send instead."""

import pytest
from pydantic import ValidationError

from domain.decision.core_handlers import option_sheet
from domain.model.event import Json
from domain.model.refusal import Refused
from domain.rulesets.black_dice.commands import Declare
from domain.rulesets.black_dice.prompts import BLACK_DICE_PROMPTS
from domain.rulesets.century.combatant_sheets import AnySheet
from domain.rulesets.century.sheet import SHEETS
from domain.rulesets.ticks.prompts import TICKS_PROMPTS
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.prompts import YIN_YANG_PROMPTS
from domain.text.validation import faults, nearest, place

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
    assert {place(fault.where): fault.said for fault in faults(caught.value, body, Declare).told} == told


@pytest.mark.parametrize(
    ("kind", "answer", "told"),
    [
        ("response", "flee", "It has to be an object with named fields, or one of attack_back, dodge, easy_target."),
        ("response", "doge", "There is no 'doge' here; did you mean dodge?"),
        ("reroll", 3, "It has to be an object with named fields, or no."),
        ("reduce_damage", "all", "It has to be a whole number."),
        ("avoid_injury", True, "It has to be one of yes, no."),
        ("avoid_injury", {"yes": None}, "It has to be one of yes, no."),
        ("keep", "both", "There is no 'both' here; it is one of first, second, better."),
    ],
)
def test_a_policy_of_several_shapes_is_told_all_of_them(kind: str, answer: Json, told: str) -> None:
    with pytest.raises(Refused) as caught:
        BLACK_DICE_PROMPTS[kind].check_policy(answer, "command.answer")
    refusal = caught.value.refusal
    assert refusal.detail == f"This is neither `ask` nor a standing answer to prompts {kind!r}: {told}"
    assert (refusal.code, refusal.field) == ("invalid", "command.answer")


@pytest.mark.parametrize("kind", ["declare", "act", "commit", "set_difficulty", "judge_condition"])
def test_where_there_are_no_standing_answers_nothing_but_asking_is_one(kind: str) -> None:
    prompts = TICKS_PROMPTS[kind]
    prompts.check_policy("ask", "command.answer")
    with pytest.raises(Refused) as caught:
        prompts.check_policy("hold", "command.answer")
    refusal = caught.value.refusal
    assert refusal.detail == f"Prompts {kind!r} have no standing answers; answer each as it comes."
    assert (refusal.code, refusal.field) == ("invalid", "command.answer")


@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        ("care_within_turns", 0, "It is at least 1, or none."),
        ("care_within_turns", 21, "It is at most 20, or none."),
        ("care_within_turns", "nonne", "There is no 'nonne' here; did you mean none?"),
        ("hand", None, "It has to be one of blind, open."),
        ("hand", "closed", "There is no 'closed' here; it is one of blind, open."),
    ],
)
def test_an_option_is_told_all_that_it_may_be(option: str, given: Json, told: str) -> None:
    with pytest.raises(ValidationError) as caught:
        option_sheet(Options).validate_python({option: given})
    assert [fault.said for fault in faults(caught.value, {option: given}, Options).told] == [told]


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ({"kind": "person", "hp_max": 9, "armor": []}, {"armor": "armour"}),
        ({"kind": "object", "hp_max": 9, "hide": 50, "damage_capacity": 2}, {"hide": "hides"}),
    ],
)
def test_what_was_meant_is_told_of_sheets_of_several_kinds_too(sheet: dict[str, Json], told: dict[str, str]) -> None:
    sheet = {"name": "Sheet", **sheet}
    with pytest.raises(ValidationError) as caught:
        SHEETS.validate_python(sheet)
    found = {place(fault.where): fault.said for fault in faults(caught.value, sheet, AnySheet).told}
    slips = {name: f"There is no such field; did you mean {meant}?" for name, meant in told.items()}
    assert {name: found[name] for name in told} == slips


def test_a_card_is_told_by_what_one_looks_like() -> None:
    with pytest.raises(Refused) as caught:
        YIN_YANG_PROMPTS["match"].parse({"hand_card": "kh"}, "command.answer")
    assert caught.value.refusal.detail.endswith("hand_card: It has to be a card such as KH, 10S or WHITE.")


@pytest.mark.parametrize(("kind", "word"), [("response", "dodge"), ("keep", "better"), ("choose", "ask")])
def test_a_word_of_a_policy_is_no_answer(kind: str, word: str) -> None:
    BLACK_DICE_PROMPTS[kind].check_policy(word, "command.answer")
    with pytest.raises(Refused, match=f"This is no answer to a prompt '{kind}'"):
        BLACK_DICE_PROMPTS[kind].parse(word, "command.answer")


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
