"""Tests of suggestions: an unknown word is taken for the one that is meant, or hears what there is."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pytest

from domain.core.commands import type_of
from domain.model.suggestions import FEW, as_id, instead, meant_by, no_one_called, some_of, unknown
from domain.registry import rulesets
from domain.text.meant import command_meant

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


COMMANDS = (
    ("s3.begin_round", "begin a round"),
    ("s3.end_turn", "end the turn"),
    ("s3.attack", "attack"),
    ("s3.extinguish", "put out a fire"),
    ("black_dice.end_round", "end the round"),
    ("black_dice.surprise_attack", "make a surprise attack"),
    ("ticks.award", "reward role-play"),
    ("ticks.trigger", "spring a trap"),
    ("ticks.prepare", "get ready"),
    ("century.use_stimpak", "use a stimpak"),
    ("core.close", "close the encounter"),
    ("core.join", "add a combatant"),
    ("yin_yang.join_fight", "join"),
    ("s3.stow", "put an item away"),
    ("century.set_cover", "remove cover"),
    ("core.note", "make a note"),
)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("start_round", "s3.begin_round"),
        ("Begin a round", "s3.begin_round"),
        ("beginRound", "s3.begin_round"),
        ("begin_rond", "s3.begin_round"),
        ("s3.end-turn", "s3.end_turn"),
        ("finish_turn", "s3.end_turn"),
        ("strike", "s3.attack"),
        ("attakc", "s3.attack"),
        ("stop_round", "black_dice.end_round"),
        ("get_ready", "ticks.prepare"),
        ("stimpak", None),
        ("use", "century.use_stimpak"),
        ("guard", None),
        ("trike", None),
        ("fire", None),
        ("end", None),
        ("surprise", "black_dice.surprise_attack"),
        ("open_round", None),
        ("stop", None),
        ("remove", None),
        ("join", "core.join"),
        ("", None),
        ("…", None),
    ],
)
def test_a_command_is_meant_by_its_words_or_their_synonyms_and_never_by_others(word: str, meant: str | None) -> None:
    assert command_meant(word, COMMANDS) == meant


def test_the_prefix_of_a_type_tells_commands_apart_in_capital_letters_too() -> None:
    assert command_meant("S3.Attack", (("century.attack", "attack"), ("s3.attack", "attack"))) == "s3.attack"


def test_a_word_that_may_mean_several_commands_means_none() -> None:
    assert command_meant("attack", (("s3.attack_first", "strike first"), ("s3.attack_last", "strike last"))) is None


def test_no_ruleset_has_words_by_which_one_command_is_taken_for_another() -> None:
    for ruleset in rulesets().values():
        labels = [(type_of(one), ruleset.labels.of(type_of(one))) for one in ruleset.commands]
        assert [kind for kind, _ in labels if command_meant(kind, labels) != kind] == []
