"""Tests of the distributions of seeded throws: counts over many places against exact odds from another library."""

import math
from collections.abc import Callable, Hashable, Iterable

import icepool
import pytest

from domain.chance.draws import Seeded, draw_key
from domain.model.cards import PACK, remove_cards, sort_cards
from tests.fairness import RARELY, assert_fair, chance_of_more, exactly, fit

SEED = Seeded(draw_key(bytes(range(32)), "distributions"))


def evenly(outcomes: Iterable[Hashable]) -> dict[Hashable, float]:
    alike = list(outcomes)
    return dict.fromkeys(alike, 1 / len(alike))


def rolls(many: int, sides: int, places: int = 20_000) -> list[tuple[int, ...]]:
    """Return a throw of ``many`` dice at each of ``places`` places."""
    return [SEED.dice("", "", many, sides, 1, version, 0).dice for version in range(1, places + 1)]


@pytest.mark.parametrize("coins", [1, 2, 3, 7, 8, 9, 16, 40, 520])
def test_heads_are_as_many_as_their_chances_say(coins: int) -> None:
    heads = [SEED.coins("", "", coins, 1, version, 0).coins.count("H") for version in range(1, 10_001)]
    assert_fair(heads, exactly(coins @ icepool.coin(1, 2)))


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 100, 129, 255, 256])
def test_every_face_falls_as_often(sides: int) -> None:
    assert_fair((face for dice in rolls(10, sides) for face in dice), evenly(range(1, sides + 1)))


def test_every_face_falls_as_often_wherever_a_die_lies_in_its_throw() -> None:
    thrown = rolls(80, 6, places=4_000)
    for place in range(0, 80, 13):
        assert_fair((dice[place] for dice in thrown), evenly(range(1, 7)))


@pytest.mark.parametrize(
    ("many", "sides", "read", "exact"),
    [
        (4, 6, sum, 4 @ icepool.d6),
        (2, 10, sum, 2 @ icepool.d10),
        (3, 20, max, icepool.d20.highest(3)),
        (4, 6, lambda dice: sum(sorted(dice)[1:]), icepool.d6.highest(4, 3)),
        (8, 6, lambda dice: dice.count(1) + dice.count(6), 8 @ icepool.Die([1, 0, 0, 0, 0, 1])),
        (5, 6, lambda dice: len(set(dice)), icepool.d6.pool(5).unique().size()),
        (
            9,
            6,
            lambda dice: dice[:6].count(6) - dice[6:].count(6),
            6 @ (icepool.d6 == 6) - 3 @ (icepool.d6 == 6),
        ),
    ],
)
def test_what_is_read_off_several_dice_falls_as_its_chances_say(
    many: int, sides: int, read: Callable[[tuple[int, ...]], int], exact: icepool.Die[int]
) -> None:
    assert_fair(map(read, rolls(many, sides)), exactly(exact))


@pytest.mark.parametrize(("epoch", "version", "index"), [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_neighbouring_draws_know_nothing_of_one_another(epoch: int, version: int, index: int) -> None:
    pairs = [
        (SEED.dice("", "", 1, 6, 1, place, 0).faces, SEED.dice("", "", 1, 6, 1 + epoch, place + version, index).faces)
        for place in range(1, 20_001)
    ]
    assert_fair(pairs, evenly(((one,), (other,)) for one in range(1, 7) for other in range(1, 7)))


def test_dice_of_one_throw_know_nothing_of_one_another() -> None:
    assert_fair(rolls(3, 6), evenly((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)))


def test_coins_and_dice_of_one_event_know_nothing_of_one_another() -> None:
    pairs = [
        (SEED.coins("", "", 1, 1, place, 0).coins, SEED.dice("", "", 1, 6, 1, place, 1).dice[0])
        for place in range(1, 20_001)
    ]
    assert_fair(pairs, evenly((coin, face) for coin in "HT" for face in range(1, 7)))


def draws(many: int, pack: tuple[str, ...] = PACK, places: int = 10_000) -> list[tuple[str, ...]]:
    """Return a draw of ``many`` cards at each of ``places`` places."""
    return [SEED.cards("", "", many, pack, 1, version, 0).cards for version in range(1, places + 1)]


def of_kind(kind: int, pack: int, many: int) -> dict[Hashable, float]:
    """Return the exact odds of each number of hits among ``many`` cards from a pack with ``kind`` hits."""
    ways = {hit: math.comb(kind, hit) * math.comb(pack - kind, many - hit) for hit in range(min(kind, many) + 1)}
    return {hit: number / math.comb(pack, many) for hit, number in ways.items() if number}


@pytest.mark.parametrize("place", [0, 1, 4])
def test_every_card_falls_as_often_wherever_it_lies_in_its_draw(place: int) -> None:
    assert_fair((cards[place] for cards in draws(5)), evenly(PACK))


@pytest.mark.parametrize(("kind", "many"), [("H", 5), ("S", 13), ("C", 40)])
def test_cards_of_a_suit_are_as_many_as_their_chances_say(kind: str, many: int) -> None:
    exact = exactly(icepool.Deck({True: 13, False: 41}).deal(many).keep_outcomes([True]).size())
    assert exact == pytest.approx(of_kind(13, 54, many))
    suit = {card for card in PACK[:52] if card.endswith(kind)}
    assert_fair((len(suit.intersection(cards)) for cards in draws(many)), exact)


@pytest.mark.parametrize("packs", [2, 4])
def test_copies_of_a_card_in_several_packs_fall_as_their_chances_say(packs: int) -> None:
    pack = sort_cards(PACK * packs)
    assert_fair((cards.count("KH") for cards in draws(30, pack, 4_000)), of_kind(packs, 54 * packs, 30))


def test_one_card_knows_of_the_one_before_only_that_it_is_out() -> None:
    few = remove_cards(PACK, PACK[:46])
    assert_fair(draws(2, few, 20_000), evenly((a, b) for a in few for b in few if a != b))


def test_cards_drawn_without_skipping_bytes_would_be_found_out() -> None:
    bytes_read = (byte - 1 for (byte,) in rolls(1, 256))
    assert fit((PACK[byte % 54] for byte in bytes_read), evenly(PACK)) < RARELY


@pytest.mark.parametrize(("sides", "places"), [(6, 25_000), (100, 500)])
def test_dice_read_without_skipping_bytes_would_be_found_out(sides: int, places: int) -> None:
    bytes_read = (byte - 1 for dice in rolls(40, 256, places) for byte in dice)
    assert fit((1 + byte % sides for byte in bytes_read), evenly(range(1, sides + 1))) < RARELY


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10])
def test_the_tail_of_chi_square_is_the_published_one(freedom: int) -> None:
    one_in_twenty = {1: 3.841, 2: 5.991, 3: 7.815, 5: 11.070, 10: 18.307}
    assert chance_of_more(one_in_twenty[freedom], freedom) == pytest.approx(0.05, abs=1e-4)
