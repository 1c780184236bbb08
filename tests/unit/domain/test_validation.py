"""Tests of validation errors: each says what to send instead."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from domain.core.commands import SetPolicy
from domain.decision.core_handlers import options_adapter
from domain.model.event import Json
from domain.model.refusal import Refused
from domain.model.speaker import NARRATOR
from domain.registry import rulesets
from domain.ruleset.decider import refusal_for
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare
from domain.rulesets.century.combatant_sheets import AnySheet
from domain.rulesets.century.gear_sheets import WeaponSheet
from domain.rulesets.century.sheet import SHEETS
from domain.rulesets.ticks import TICKS
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.options import Options
from domain.text.validation import closest_match, format_path, validation_messages
from service.rulesets.runtime import request_model

TYPES = ("black_dice.feat", "black_dice.declare", "core.join")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"wait": "yes"}, {"wait": "Must be true."}),
        ({"attack": []}, {"attack": "Must have at least 1 entry."}),
        ({"attack": [{"target": "pryce"}]}, {"attack[0].weapon": "This field is required."}),
        (
            {"act": "sing"},
            {"act": "Unknown value “sing”; must be one of feat, drink, stabilise, check, assist, other."},
        ),
    ],
)
def test_each_fault_is_told_once_by_its_field(fields: dict[str, Json], told: dict[str, str]) -> None:
    body = {"actor": "vane", **fields}
    with pytest.raises(ValidationError) as caught:
        Declare.model_validate(body)
    assert {
        format_path(fault.path): fault.message for fault in validation_messages(caught.value, body, Declare).shown
    } == told


@pytest.mark.parametrize(
    ("kind", "answer", "told"),
    [
        ("response", "flee", "Must be an object (required: replies), or one of attack_back, dodge, easy_target."),
        ("response", "doge", "Unknown value “doge”; did you mean dodge?"),
        ("reroll", 3, "Must be an object (required: description), or no."),
        ("save_from_death", 3, "Must be an object (optional: extend, description), or no."),
        ("reduce_damage", "all", "Must be a whole number."),
        ("avoid_injury", True, "Must be one of yes, no."),
        ("avoid_injury", {"yes": None}, "Must be one of yes, no."),
        ("keep", "both", "Unknown value “both”; must be one of first, second, better."),
    ],
)
def test_a_policy_of_several_shapes_is_told_all_of_them(kind: str, answer: Json, told: str) -> None:
    with pytest.raises(Refused) as caught:
        BLACK_DICE.prompts[kind].check_policy(answer, "command.answer")
    refusal = caught.value.refusal
    question = BLACK_DICE.prompts[kind].question
    assert refusal.detail == f"This is neither `ask` nor a valid standing answer to the question {question}: {told}"
    assert (refusal.code, refusal.field) == ("invalid", "command.answer")


class Part(BaseModel):
    """A part of the bodies below."""

    name: str
    side: str = ""


class Crowded(BaseModel):
    """A part with more fields than a sentence lists."""

    name: str
    a: int = 1
    b: int = 2
    c: int = 3
    d: int = 4
    e: int = 5
    f: int = 6
    g: int = 7
    h: int = 8


class Whole(BaseModel):
    """A body whose parts are objects."""

    part: Part | None = None
    crowded: Crowded | None = None
    either: Part | Crowded | None = None
    parts: tuple[Part, ...] = ()
    named: dict[str, Part] = Field(default_factory=dict)
    numbers: dict[str, int] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ([], {"": "Must be an object (optional: part, crowded, either, parts, named, numbers)."}),
        ({"part": "bell"}, {"part": "Must be an object (required: name; optional: side)."}),
        ({"crowded": "bell"}, {"crowded": "Must be an object (required: name)."}),
        ({"parts": [3]}, {"parts[0]": "Must be an object (required: name; optional: side)."}),
        ({"named": {"x": 3}}, {"named.x": "Must be an object (required: name; optional: side)."}),
        ({"named": "bell"}, {"named": "Must be an object."}),
        ({"numbers": "bell"}, {"numbers": "Must be an object."}),
    ],
)
def test_what_is_no_object_is_told_the_fields_of_one(body: Json, told: dict[str, str]) -> None:
    for model, shape in ((Whole, TypeAdapter(Whole)), (TypeAdapter(Whole | None), TypeAdapter(Whole))):
        with pytest.raises(ValidationError) as caught:
            shape.validate_python(body)
        found = validation_messages(caught.value, body, model).shown
        assert {format_path(fault.path): fault.message for fault in found} == told


def test_each_object_that_may_be_sent_is_told() -> None:
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate({"either": 3})
    [fault] = validation_messages(caught.value, {"either": 3}, Whole).shown
    told = "Must be an object (required: name; optional: side). Or: Must be an object (required: name)."
    assert fault.message == told


def test_a_command_that_is_no_object_is_told_to_have_a_type() -> None:
    model = request_model(TICKS)
    body = {"command": "ticks.count"}
    with pytest.raises(ValidationError) as caught:
        model.model_validate_json(json.dumps(body))
    [fault] = validation_messages(caught.value, body, model).shown
    assert fault.message == "Must be an object (required: type)."


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("declare", ["Must be an object (required: action)."]),
        (
            "act",
            [
                "Must be an object (required: until), or hold.",
                "Must be an object (optional: step, stand, strike, deed).",
            ],
        ),
    ],
)
def test_an_answer_that_is_no_object_is_told_the_fields_of_one(kind: str, told: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        TICKS.prompts[kind].parse(3, "command.answer")
    question = TICKS.prompts[kind].question
    assert caught.value.refusal.detail == f"This is not a valid answer to the question {question}: {' Or: '.join(told)}"


@pytest.mark.parametrize("answer", ["ask", "hold", None])
@pytest.mark.parametrize("kind", ["declare", "act", "commit", "set_difficulty", "judge_condition"])
def test_where_there_are_no_standing_answers_none_is_set(kind: str, answer: Json) -> None:
    refusal = refusal_for(TICKS, TICKS.state(), SetPolicy(of="narrator", kind=kind, answer=answer), NARRATOR)
    assert refusal is not None
    question = TICKS.prompts[kind].question
    assert refusal.detail == f"The question {question} has no standing answers; answer it each time it is asked."
    assert (refusal.code, refusal.field) == ("invalid", "command.kind")


@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        ("care_within_turns", 0, "Must be at least 1, or none."),
        ("care_within_turns", 21, "Must be at most 20, or none."),
        ("care_within_turns", "nonne", "Unknown value “nonne”; did you mean none?"),
        ("hand", None, "Must be one of blind, open."),
        ("hand", "closed", "Unknown value “closed”; must be one of blind, open."),
    ],
)
def test_an_option_is_told_all_that_it_may_be(option: str, given: Json, told: str) -> None:
    with pytest.raises(ValidationError) as caught:
        options_adapter(Options).validate_python({option: given})
    assert [fault.message for fault in validation_messages(caught.value, {option: given}, Options).shown] == [told]


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
    found = {
        format_path(fault.path): fault.message for fault in validation_messages(caught.value, sheet, AnySheet).shown
    }
    slips = {name: f"Unknown field; did you mean {meant}?" for name, meant in told.items()}
    assert {name: found[name] for name in told} == slips


def test_a_card_is_told_by_what_one_looks_like() -> None:
    with pytest.raises(Refused) as caught:
        YIN_YANG.prompts["match"].parse({"hand_card": "kh"}, "command.answer")
    assert caught.value.refusal.detail.endswith("hand_card: Must be a card such as KH, 10S or WHITE.")


@pytest.mark.parametrize(("kind", "word"), [("response", "dodge"), ("keep", "better"), ("choose", "ask")])
def test_a_word_of_a_policy_is_no_answer(kind: str, word: str) -> None:
    BLACK_DICE.prompts[kind].check_policy(word, "command.answer")
    with pytest.raises(Refused, match=f"not a valid answer to the question {BLACK_DICE.prompts[kind].question}:"):
        BLACK_DICE.prompts[kind].parse(word, "command.answer")


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
    assert closest_match(word, TYPES) == meant


def literals(schema: Any, *, guarded: bool = False) -> Iterator[list[Any]]:
    """Yield the literals of numbers or truth values in a schema of Pydantic that no validator precedes."""
    if isinstance(schema, dict):
        if schema.get("type") == "literal" and not guarded:
            yield [one for one in schema["expected"] if not isinstance(one, str)]
        for name, part in schema.items():
            yield from literals(part, guarded=schema.get("type") == "function-before" and name == "schema")
    elif isinstance(schema, list | tuple):
        for part in schema:
            yield from literals(part)


@pytest.mark.parametrize("ruleset", rulesets().values(), ids=lambda ruleset: ruleset.key)
def test_no_literal_takes_1_for_true_or_true_for_1(ruleset: Ruleset[Any]) -> None:
    """To Pydantic they are the same there, even where it is strict."""
    answers = [shape for kind in ruleset.prompts.values() for shape in (kind.answer, kind.policy_type) if shape]
    shapes = [*answers, ruleset.sheet_model, TypeAdapter(ruleset.option_model), *map(TypeAdapter, ruleset.commands)]
    assert [found for shape in shapes for found in literals(shape.core_schema) if found] == []


@pytest.mark.parametrize("given", ["1", "1.0", "false"])
def test_only_true_is_true(given: str) -> None:
    with pytest.raises(ValidationError, match="Input should be True"):
        Declare.model_validate_json(f'{{"actor": "vane", "wait": {given}}}', strict=True)
    assert Declare.model_validate_json('{"actor": "vane", "wait": true}', strict=True).wait


@pytest.mark.parametrize("given", ["true", "1.0"])
def test_a_choice_of_numbers_takes_nothing_else(given: str) -> None:
    with pytest.raises(ValidationError) as caught:
        WeaponSheet.model_validate_json(f'{{"hands": {given}}}', strict=True)
    assert [fault["type"] for fault in caught.value.errors() if fault["loc"] == ("hands",)] == ["int_type"]
