"""Tests of what a reader of forms makes of lists of objects, of lists in lookups and of fields that lookups require."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.fields.field import (
    Field,
    Fields,
    Folded,
    Lookup,
    Many,
    among,
    listed,
    looked_up,
    record,
    several,
    span,
    text,
)
from domain.fields.sets import ABSENT_KEY, ANY_KEY, Node, Span, Without
from domain.fields.vocabulary import View
from domain.model.encounter import Encounter
from domain.model.speaker import NARRATOR
from domain.options.declared import completed
from domain.options.encoding import Encoder, field_shape
from tests.laws.menus import as_json
from yarrow_client.options.forms import Menu

OPTIONAL = Field(required=False, default=None)


def admits(form: Fields, **given: Any) -> bool:
    """Return whether a reader of the JSON of a form admits a filling."""
    encoder = Encoder(View(Encounter(), NARRATOR))
    fields = [completed(field, OPTIONAL) for field in form.values() if field is not None]
    shapes = [field_shape(name, field, encoder) for name, field in zip(form, fields, strict=True)]
    options = {"version": 1, "names": {}, "prompts": [], "sets": {}, "lookups": {}, "forms": ["x.form"]}
    declared = {"forms": {"x.form": {"command": "x.form", "label": "Form", "fields": as_json(shapes)}}}
    return Menu(options, declared).admits({"type": "x.form", **given})


def modifiers(*keys: str) -> list[Mapping[str, Any]]:
    return [{"key": key} for key in keys]


KEYS: Fields = {
    "modifiers": record(
        {"key": listed("dusk", "night", "rain", "other", required=True), "label": listed("mud", "ice")},
        many=Many(0, 4),
        differ=("key", "label"),
        apart={"key": (("dusk", "night"),)},
    )
}


def test_no_two_objects_of_a_list_agree_in_all_parts_that_differ() -> None:
    mud, ice = {"key": "other", "label": "mud"}, {"key": "other", "label": "ice"}
    assert admits(KEYS, modifiers=[mud, ice])
    assert not admits(KEYS, modifiers=[mud, ice, mud])


def test_a_list_has_one_of_the_values_that_are_kept_apart() -> None:
    assert admits(KEYS, modifiers=modifiers("dusk", "rain"))
    assert not admits(KEYS, modifiers=modifiers("dusk", "rain", "night"))


@pytest.mark.parametrize(("rounds", "within"), [((4, 6), True), ((5, 6), False)])
def test_shared_numbers_of_objects_add_up_to_the_highest_of_them_at_most(rounds: tuple[int, ...], within: bool) -> None:
    volley: Fields = {"spray": record({"rounds": span(1, 10, shared=True, required=True)}, many=Many(1, 5))}
    assert admits(volley, spray=[{"rounds": one} for one in rounds]) == within


@pytest.mark.parametrize(
    ("without", "key", "fits"),
    [
        ([], "rain", False),
        (["rain"], "rain", True),
        (["rain", "light"], "dusk", True),
        (["wind"], "rain", False),
        (["wind"], "mud", True),
    ],
)
def test_a_lookup_by_a_list_has_what_each_of_its_values_brings(without: list[str], key: str, fits: bool) -> None:
    table: Node = {ABSENT_KEY: ("mud",), ANY_KEY: ("mud",), "rain": ("mud", "rain"), "light": ("mud", "dusk")}
    form: Fields = {
        "without": several(("rain", "light", "wind")),
        "key": looked_up(table, "without"),
    }
    assert admits(form, without=without, key=key) == fits


@pytest.mark.parametrize("tactic", ["*", " * ", "**", "x*"])
def test_a_text_that_looks_like_all_others_is_one_of_its_own(tactic: str) -> None:
    known: Node = {tactic.strip(): ("again",), ANY_KEY: ("new",)}
    form: Fields = {"tactic": text(), "it": looked_up(known, Folded("tactic"))}
    assert admits(form, tactic=tactic, it="again")
    assert not admits(form, tactic=tactic, it="new")
    assert admits(form, tactic="x", it="new")
    assert not admits(form, tactic="x", it="again")
    assert admits(form, tactic=f"{tactic}*", it="new")


def test_a_field_is_required_where_a_lookup_has_something() -> None:
    form: Fields = {
        "target": listed("near", "far", required=True),
        "range": listed("short", "long", required=Lookup({"far": (True,)}, ("target",))),
    }
    assert admits(form, target="near")
    assert not admits(form, target="far")
    assert admits(form, target="far", range="long")


@pytest.mark.parametrize(("degrees", "fits"), [(-30, True), (0, False), (30, True), (31, False)])
def test_a_span_may_have_holes(degrees: int, fits: bool) -> None:
    assert admits({"degrees": among(Without(Span(-30, 30), (0,)))}, degrees=degrees) == fits
