"""Tests of the card deck: its order, how records name the cards of a draw, and which cards remain after draws."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.model.cards import (
    MAX_PACKS,
    PACK,
    cards_of,
    is_card,
    is_red,
    mask_of,
    remove_cards,
    return_cards,
    sort_cards,
)

PACKS = st.lists(st.sampled_from(PACK), min_size=1, max_size=60).filter(lambda cards: max_copies(cards) <= MAX_PACKS)


def max_copies(cards: list[str]) -> int:
    return max(Counter(cards).values())


def test_the_pack_has_four_suits_of_thirteen_and_two_jokers() -> None:
    assert len(set(PACK)) == len(PACK) == 54
    assert PACK[:13] == ("AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH")
    assert (PACK[13], PACK[25], PACK[26], PACK[38], PACK[39], PACK[51]) == ("AD", "KD", "AC", "KC", "AS", "KS")
    assert PACK[52:] == ("WHITE", "COLOURED")
    assert all(map(is_card, PACK))
    assert not any(map(is_card, ("", "1H", "11H", "H", "ah", "AX", "RED", "AH ")))


def test_hearts_and_diamonds_are_red_and_no_joker_is() -> None:
    assert [card for card in PACK if is_red(card)] == list(PACK[:26])


@given(cards=PACKS)
def test_the_cards_of_a_mask_are_those_that_it_was_made_of_in_their_order(cards: list[str]) -> None:
    deck = cards_of(mask_of(cards))
    assert Counter(deck) == Counter(cards)
    assert deck == sort_cards(cards) == sort_cards(deck)
    assert mask_of(deck) == mask_of(cards)


@pytest.mark.parametrize(
    ("cards", "mask"),
    [
        (["AH"], "1"),
        (["COLOURED"], "20000000000000"),
        (["2H", "AH"], "3"),
        (["AH", "AH"], "40000000000001"),
        (PACK, "3fffffffffffff"),
        (PACK * 2, "f" * 27),
        (PACK * 4, "f" * 54),
        ((), "0"),
    ],
)
def test_the_bits_of_a_mask_say_which_cards_there_are(cards: list[str], mask: str) -> None:
    assert mask_of(cards) == mask


def test_a_deck_of_several_packs_has_one_pack_before_the_next() -> None:
    assert sort_cards(["KS", "AH", "AH", "WHITE"]) == ("AH", "KS", "WHITE", "AH")
    assert sort_cards(PACK * 2) == PACK + PACK


@pytest.mark.parametrize("mask", ["", "0", "00", "0x1", "03", "F", "1_0", " 1", "-1", "g", "1" + "0" * 54, "1\n"])
def test_a_mask_of_no_cards_and_what_is_none_is_refused(mask: str) -> None:
    with pytest.raises(ValueError, match="is not a mask of cards from at most 4 packs"):
        cards_of(mask)


def test_what_is_no_card_and_a_fifth_copy_are_in_no_deck() -> None:
    with pytest.raises(ValueError, match="'1H' is not a card"):
        mask_of(["1H"])
    with pytest.raises(ValueError, match="a card has more than 4 copies"):
        sort_cards(["KS"] * 5)


@given(cards=PACKS, data=st.data())
def test_cards_that_were_taken_out_and_put_back_leave_the_deck_as_it_was(cards: list[str], data: st.DataObject) -> None:
    deck = sort_cards(cards)
    drawn = data.draw(st.permutations(deck))[: data.draw(st.integers(0, len(deck)))]
    left = remove_cards(deck, drawn)
    assert Counter(left) + Counter(drawn) == Counter(deck)
    assert left == sort_cards(left)
    assert return_cards(left, drawn) == deck


def test_of_two_copies_one_is_taken_out_and_the_other_stands_in_the_first_pack() -> None:
    assert remove_cards(sort_cards(["AH", "AH", "KS"]), ["AH"]) == ("AH", "KS")


def test_a_card_that_is_not_there_cannot_be_taken_out() -> None:
    with pytest.raises(ValueError, match="KS is not in the deck"):
        remove_cards(("AH", "KS"), ["KS", "KS"])
