"""Tests of suggestions: an unknown word is taken for the one that is meant, or hears what there is."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pytest

from domain.model.suggestions import FEW, as_id, instead, meant_by, no_one_called, some_of, unknown

HERE = {"fox": "Flying Fox", "guard": "Guard", "guard_2": "Guard", "bell": "Golden Bell member", "dr-hu": "Doctor Hu"}


class Named(NamedTuple):
    name: str


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("guard", "guard"),
        ("GUARD", "guard"),
        (" Fox ", "fox"),
        ("Flying Fox", "fox"),
        ("flying_fox", "fox"),
        ("Flying Fxo", "fox"),
        ("Golden Bell", "bell"),
        ("gaurd", "guard"),
        ("Dr-Hu", "dr-hu"),
        ("doctor hu", "dr-hu"),
        ("ghost", None),
        ("G", None),
        ("", None),
        ("…", None),
        ("x" * 10_000, None),
    ],
)
def test_a_word_is_meant_for_the_id_that_it_resembles_by_itself_or_by_its_name(word: str, meant: str | None) -> None:
    assert meant_by(word, HERE) == meant


def test_a_name_that_two_have_is_meant_for_neither() -> None:
    assert meant_by("Sentry", {"one": "Sentry", "two": "Sentry"}) is None


@pytest.mark.parametrize(
    "known",
    [["sabre", "pistol"], {"sabre": Named("Curved sabre"), "pistol": Named("Pistol")}, {"sabre": {}, "pistol": {}}],
)
def test_things_are_known_by_their_ids_whatever_they_are(known: Iterable[str] | Mapping[str, object]) -> None:
    assert instead("saber", known) == "did you mean sabre?"
    assert instead("spoon", known) == "there are sabre, pistol."


def test_what_has_no_likeness_hears_the_first_things_and_how_many_more_there_are() -> None:
    many = [f"n{number}" for number in range(FEW + 3)]
    assert instead("spoon", ["axe"]) == "there is axe."
    assert some_of(many) == f"{', '.join(many[:FEW])} and 3 more"
    assert instead("spoon", many) == f"there are {some_of(many)}."


def test_where_nobody_has_joined_somebody_has_to() -> None:
    assert no_one_called("fox", {}).endswith("add combatants with core.join.")
    assert no_one_called("foxx", HERE) == "No one here is called “foxx”; did you mean fox?"


@pytest.mark.parametrize(("name", "one"), [("Flying Fox", "flying_fox"), ("  O'Brien! ", "o_brien"), ("…", "")])
def test_a_name_becomes_an_id(name: str, one: str) -> None:
    assert as_id(name) == one


def test_an_unknown_word_where_there_is_nothing_hears_only_that() -> None:
    said, none = "There is no link “ladder”", "There are no links here."
    assert unknown(said, "ladder", {}, none) == none
    assert unknown(said, "ladder", ["rope"], none) == f"{said}; there is rope."
    assert unknown(said, "roof", {"roofs": "Roofs"}, none) == f"{said}; did you mean roofs?"
