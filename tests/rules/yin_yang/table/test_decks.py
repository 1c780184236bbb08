"""The decks of a table."""

import pytest

from domain.core.commands import Join
from domain.model.speaker import NARRATOR, SPECTATOR
from domain.rulesets.yin_yang.chapters.decks.decks import HandOver
from domain.rulesets.yin_yang.chapters.turns.turns import StartTurn
from tests.rules.yin_yang.builders import bout, drawn, open_bout
from tests.rules.yin_yang.specification import attack, attempt, fight, given

DEALT = ["bishop: 9C KD 2H", "narrator: 4S JC"]


@pytest.mark.rule("YY-DECK-3", "YY-DECK-4", "YY-DECK-5")
def test_decks_show_what_was_played_last_and_who_draws_from_them() -> None:
    spec = bout("bishop", "da_hook", "wedge")
    spec.when(attempt("bishop", "speed", bonus=3), throws=["bishop: 5D 9C KH 2S"])
    assert drawn(spec, SPECTATOR)["decks"] == {
        "bishop": {
            "name": "Deck of Bishop",
            "left": 50,
            "played": 4,
            "top": ["2 of spades", "King of hearts", "9 of clubs"],
            "of": ["bishop"],
        },
        "narrator": {"name": "Narrator's deck", "left": 54, "played": 0, "of": ["da_hook", "wedge"]},
    }


@pytest.mark.rule("YY-DECK-16")
def test_a_deck_that_is_nobodys_own_is_called_by_its_key() -> None:
    spec = given(fight("bishop", "wedge"), HandOver(combatant="wedge", deck="old_pack"))
    decks = drawn(spec)["decks"]
    assert decks["old_pack"] == {"name": "Deck “old pack”", "left": 54, "played": 0, "of": ["wedge"]}
    assert "of" not in decks["narrator"]


@pytest.mark.rule("YY-DECK-14")
def test_cards_in_open_hands_are_in_no_deck() -> None:
    spec = open_bout("bishop", "wedge", dealt=DEALT)
    spec.when(attempt("bishop", "speed", hand_card="2H"))
    deck = drawn(spec, SPECTATOR)["decks"]["bishop"]
    assert deck == {"name": "Deck of Bishop", "left": 51, "played": 1, "top": ["2 of hearts"], "of": ["bishop"]}


@pytest.mark.rule("YY-DECK-14")
def test_the_deck_of_a_secret_sheet_is_not_told_by_what_is_missing_in_another() -> None:
    lurker = Join(template="wedge", id="lurker", sheet={}, secret=True)
    spec = given(fight("bishop", "da_hook", lurker, hand="open"), StartTurn())
    decks = {speaker: drawn(spec, speaker)["decks"] for speaker in (NARRATOR, SPECTATOR)}
    left = {"narrator": 50, "bishop": 51}
    assert {key: deck["left"] for key, deck in decks[NARRATOR].items()} == left
    assert decks[SPECTATOR] == {
        "bishop": {"name": "Deck of Bishop", "played": 0, "of": ["bishop"]},
        "narrator": {"name": "Narrator's deck", "played": 0, "of": ["da_hook"]},
    }


@pytest.mark.rule("YY-DECK-14")
def test_nor_by_a_last_card_that_lies_face_down() -> None:
    lurker = Join(template="wedge", id="lurker", sheet={"speed": 1}, secret=True)
    spec = given(fight("bishop", "da_hook", lurker, hand="open"))
    spec.when(StartTurn(), throws=[*DEALT, "narrator: 5S"]).when(attack("lurker", "bishop", hand_card="5S"))
    assert spec.fight.people["lurker"].cards == ()
    assert not any("left" in deck for deck in drawn(spec, SPECTATOR)["decks"].values())
