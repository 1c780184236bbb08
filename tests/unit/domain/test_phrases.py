"""Tests of the wording of throws: dice, coins and cards are shown as they fell."""

import pytest

from domain.text.phrases import card_name, cards_shown, coins_shown, dice_shown, render_value, sentence


def test_coins_show_their_heads_and_tails() -> None:
    assert coins_shown("HHT") == "●●○"
    assert coins_shown("") == ""


@pytest.mark.parametrize(
    ("faces", "sides", "shown"),
    [
        ((1, 2, 3, 4, 5, 6), 6, "⚀⚁⚂⚃⚄⚅"),
        ((6, 6, 1), 6, "⚅⚅⚀"),
        ((17, 4), 20, "17, 4"),
        ((1, 2), 2, "1, 2"),
        ((), 6, ""),
    ],
)
def test_dice_of_six_sides_show_their_pips_and_others_their_numbers(
    faces: tuple[int, ...], sides: int, shown: str
) -> None:
    assert dice_shown(faces, sides) == shown


def test_cards_show_their_rank_and_suit() -> None:
    assert cards_shown(("KH", "10S", "WHITE")) == "K♥ 10♠ White Joker"
    assert cards_shown(("AD", "2C", "COLOURED")) == "A♦ 2♣ Coloured Joker"
    assert cards_shown(()) == ""


@pytest.mark.parametrize(
    ("card", "said_so"),
    [
        ("AH", "ace of hearts"),
        ("10S", "10 of spades"),
        ("JD", "Jack of diamonds"),
        ("QC", "Queen of clubs"),
        ("KH", "King of hearts"),
        ("WHITE", "White Joker"),
        ("COLOURED", "Coloured Joker"),
    ],
)
def test_a_card_is_called_by_its_name(card: str, said_so: str) -> None:
    assert card_name(card) == said_so


@pytest.mark.parametrize("value", [None, {}, [], ()])
def test_what_is_empty_is_said_to_be_nothing(value: object) -> None:
    assert render_value(value, {}) == "nothing"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("he says “now”.", "He says “now”."),
        ("he says “now.”.", "He says “now.”"),
        ("he says “now?”.", "He says “now?”"),
        ("he leaves: why?.", "He leaves: why?"),
        ("he leaves: at last..", "He leaves: at last."),
        ("he leaves: at last....", "He leaves: at last...."),
    ],
)
def test_a_sentence_has_no_full_stop_after_the_end_of_its_last_words(text: str, said: str) -> None:
    assert sentence(text) == said
    assert sentence(said) == said
