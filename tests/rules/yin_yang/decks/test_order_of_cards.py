"""What cards are worth in a test (YY-TEST-4 to YY-TEST-9, YY-JACK-1, YY-QUEEN-1, YY-KING-1, YY-JOKER-12)."""

import random

import pytest

from domain.model.cards import JOKERS, PACK
from domain.rulesets.yin_yang.chapters.decks.hands import ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.decks.ranking import SUCCESSES, grade_of, rank
from tests.rules.yin_yang.builders import attempted
from tests.rules.yin_yang.specification import attempt, fight, given, in_turn, plain

BEST_TO_WORST = ["WHITE", "KS", "QD", "6H", "2S", "AH", "7C", "10C", "JD", "COLOURED"]
"""Against a target value of 6."""


@pytest.mark.rule("YY-TEST-7", "YY-RUL-19", "YY-RUL-20")
def test_cards_have_a_total_order_for_a_target_value() -> None:
    shuffled = random.Random(7).sample(BEST_TO_WORST, len(BEST_TO_WORST))
    assert sorted(shuffled, key=lambda card: rank(card, 6), reverse=True) == BEST_TO_WORST
    for place, better in enumerate(BEST_TO_WORST):
        for worse in BEST_TO_WORST[place + 1 :]:
            assert rank(better, 6) > rank(worse, 6)


@pytest.mark.rule("YY-TEST-7", "YY-RUL-20")
@pytest.mark.parametrize(
    ("cards", "bonus", "kept"),
    [
        ("7C JD", 1, "7C"),
        ("7C JD", -1, "JD"),
        ("QD 2S", -1, "2S"),
        ("7C 10C", 1, "7C"),
        ("7C 10C", -1, "10C"),
        ("WHITE AH", -1, "AH"),
        ("JD COLOURED", 1, "JD"),
        ("JD COLOURED", -1, "COLOURED"),
    ],
)
def test_the_best_of_bonus_cards_is_kept_and_the_worst_of_penalty_cards(cards: str, bonus: int, kept: str) -> None:
    command = attempt("bill", "combat_value", ability="Brawling", bonus=max(0, bonus), penalty=max(0, -bonus))
    spec = given(fight("bill")).when(command, throws=[f"bill: {cards}"])
    assert (attempted(spec).value, attempted(spec).kept) == (6, kept)


@pytest.mark.rule("YY-TEST-7")
@pytest.mark.parametrize("target", range(11))
def test_the_order_of_any_two_cards_follows_grade_and_number(target: int) -> None:
    grades = ["coloured_joker", "jack", "over", "number", "queen", "king", "white_joker"]
    for one in PACK:
        for other in PACK:
            places = [grades.index(grade_of(card, target)) for card in (one, other)]
            if places[0] != places[1]:
                assert (rank(one, target) > rank(other, target)) == (places[0] > places[1])


@pytest.mark.rule("YY-TEST-8")
@pytest.mark.parametrize(("cards", "bonus", "penalty"), [("KS KH", 1, 0), ("9S 9H", 0, 1), ("4S 9C 4H", 2, 0)])
def test_of_equal_cards_the_first_drawn_is_kept(cards: str, bonus: int, penalty: int) -> None:
    command = attempt("bill", "strength", ability="Brawling", bonus=bonus, penalty=penalty)
    spec = given(fight("bill")).when(command, throws=[f"bill: {cards}"])
    assert attempted(spec).kept == cards.partition(" ")[0]


@pytest.mark.rule("YY-TEST-4")
@pytest.mark.parametrize(("card", "number"), [("AH", 1), ("2C", 2), ("9D", 9), ("10S", 10)])
def test_number_cards_count_their_number_and_the_ace_one(card: str, number: int) -> None:
    spec = given(fight(plain("one", strength=10))).when(attempt("one", "strength"), throws=[f"narrator: {card}"])
    assert (attempted(spec).grade, attempted(spec).number) == ("number", number)


@pytest.mark.rule("YY-TEST-5")
@pytest.mark.parametrize(("card", "success"), [("4H", True), ("5H", True), ("6H", False), ("10H", False)])
def test_a_number_succeeds_up_to_the_target_value(card: str, success: bool) -> None:
    spec = given(fight("bill")).when(attempt("bill", "strength", ability="Brawling"), throws=[f"bill: {card}"])
    test = attempted(spec)
    assert (test.target, test.success, test.grade) == (5, success, "number" if success else "over")


@pytest.mark.rule("YY-TEST-6")
def test_among_successes_the_higher_number_is_the_better_one() -> None:
    spec = given(fight("bill")).when(
        attempt("bill", "strength", ability="Brawling", bonus=2), throws=["bill: 3H 5H 4H"]
    )
    assert (attempted(spec).kept, attempted(spec).number) == ("5H", 5)


@pytest.mark.rule("YY-TEST-6")
@pytest.mark.parametrize(
    ("card", "grade"),
    [
        ("WHITE", "white_joker"),
        ("KS", "king"),
        ("QC", "queen"),
        ("3H", "number"),
        ("9H", "over"),
        ("JD", "jack"),
        ("COLOURED", "coloured_joker"),
    ],
)
def test_the_result_has_a_grade_and_only_number_cards_have_a_number(card: str, grade: str) -> None:
    spec = given(fight("bill")).when(attempt("bill", "strength"), throws=[f"bill: {card}"])
    test = attempted(spec)
    assert (test.grade, test.number) == (grade, int(card[0]) if card[0].isdecimal() else None)


@pytest.mark.rule("YY-TEST-9")
@pytest.mark.parametrize("target", [0, -3])
def test_with_no_target_value_only_figures_succeed(target: int) -> None:
    succeed = {card for card in PACK if grade_of(card, target) in SUCCESSES}
    assert succeed == {f"{figure}{suit}" for figure in "QK" for suit in "HDCS"} | {"WHITE"}


@pytest.mark.rule("YY-TEST-12")
@pytest.mark.parametrize("target", range(1, 14))
def test_how_many_cards_of_a_whole_deck_succeed(target: int) -> None:
    good = [card for card in PACK if grade_of(card, min(target, 10)) in SUCCESSES]
    assert len(good) == 4 * min(target, 10) + 9
    assert len([card for card in good if card not in JOKERS]) == 4 * min(target, 10) + 8


@pytest.mark.rule("YY-JACK-1", "YY-QUEEN-1", "YY-KING-1")
@pytest.mark.parametrize(("card", "success"), [("JH", False), ("QH", True), ("KH", True)])
@pytest.mark.parametrize("strength", [1, 10])
def test_jacks_fail_and_queens_and_kings_succeed_whatever_the_target_value(
    card: str, success: bool, strength: int
) -> None:
    spec = given(fight(plain("one", strength=strength))).when(attempt("one", "strength"), throws=[f"narrator: {card}"])
    assert (attempted(spec).success, attempted(spec).number) == (success, None)


@pytest.mark.rule("YY-QUEEN-1", "YY-KING-1")
@pytest.mark.parametrize(("cards", "kept"), [("10H QH", "QH"), ("QH KH", "KH"), ("10H KH", "KH")])
def test_a_queen_beats_every_number_and_a_king_a_queen(cards: str, kept: str) -> None:
    spec = given(fight(plain("one", strength=10))).when(
        attempt("one", "strength", bonus=1), throws=[f"narrator: {cards}"]
    )
    assert attempted(spec).kept == kept


@pytest.mark.rule("YY-JOKER-12")
def test_a_bonus_card_undoes_a_coloured_joker() -> None:
    spec = given(fight("bishop"), in_turn()).when(attempt("bishop", "speed", bonus=1), throws=["bishop: COLOURED 4C"])
    assert attempted(spec).kept == "4C"
    spec.never(TurnCancelled)
    assert spec.fight.people["bishop"].hand == 2


@pytest.mark.rule("YY-JOKER-12")
def test_a_penalty_card_undoes_a_white_joker() -> None:
    spec = given(fight("bishop"), in_turn()).when(attempt("bishop", "speed", penalty=1), throws=["bishop: WHITE 5C"])
    assert attempted(spec).kept == "5C"
    spec.never(ExtraActionsGained)


@pytest.mark.rule("YY-RUL-21")
def test_two_coloured_jokers_of_a_double_deck_are_not_undone_by_one_bonus_card() -> None:
    spec = given(fight("thug", narrator_decks=2), in_turn()).when(
        attempt("thug", "speed", bonus=1), throws=["narrator: COLOURED COLOURED"]
    )
    assert attempted(spec).grade == "coloured_joker"
    spec.then(TurnCancelled)
