"""What a card is worth: the total orders of tests (YY-TEST-7) and of Damage Draws (YY-DMG-14)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from domain.model.cards import PACK
from domain.rulesets.yin_yang.words import Grade

Rank = tuple[int, int]
"""The higher, the better the card; cards of equal rank differ in suit alone."""

FIGURES: Final[Mapping[str, Grade]] = {
    "WHITE": "white_joker",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "COLOURED": "coloured_joker",
}
_FIGURE_OF: Final = {card: FIGURES.get(card) or FIGURES.get(card[:-1]) for card in PACK}
_NUMBER_OF: Final = {
    card: 0 if figure is not None else 1 if card[0] == "A" else int(card[:-1]) for card, figure in _FIGURE_OF.items()
}
SUCCESSES: Final[tuple[Grade, ...]] = ("number", "queen", "king", "white_joker", "automatic")
"""The grades that succeed; a Jack, a Coloured Joker and a number above the target value do not (YY-JACK-1).

Queens succeed (YY-QUEEN-1), Kings (YY-KING-1) and White Jokers (YY-JOKER-1); Coloured Jokers fail (YY-JOKER-7).
"""

_IN_TESTS: Final[tuple[Grade, ...]] = ("coloured_joker", "jack", "over", "number", "queen", "king", "white_joker")
"""From worst to best (YY-TEST-7): a Queen beats every number (YY-QUEEN-1), a King a Queen (YY-KING-1).

A White Joker beats them all (YY-JOKER-1, YY-RUL-19), and nothing is worse than a Coloured Joker (YY-JOKER-7).
"""
_IN_DAMAGE: Final[tuple[str, ...]] = (*_IN_TESTS[:3], "soaked", *_IN_TESTS[3:])
"""The same for a Damage Draw, where a number that the soak swallows is worth less (YY-DMG-14)."""


def figure_of(card: str) -> Grade | None:
    """The grade of a figure, a joker included; None for a number card."""
    return _FIGURE_OF[card]


def number_of(card: str) -> int:
    """The number of a card, the ace being 1 (YY-TEST-4); figures have none, which is 0."""
    return _NUMBER_OF[card]


def grade_of(card: str, target: int) -> Grade:
    """What a kept card comes to: a number succeeds up to the target value, equal included (YY-TEST-5, YY-TEST-6).

    With a target value of 0 or below none does (YY-TEST-9). So four cards of a whole deck succeed for each point, and
    of the rest the Queens, the Kings and the White Joker (YY-TEST-12).
    """
    return _FIGURE_OF[card] or ("number" if _NUMBER_OF[card] <= target else "over")


def rank(card: str, target: int) -> Rank:
    """The place of a card in a test against a target value (YY-TEST-7)."""
    grade = grade_of(card, target)
    return _IN_TESTS.index(grade), _within(card, over=grade == "over")


def damage_rank(card: str, score: int, soak: int) -> Rank:
    """The place of a card in a Damage Draw against a Damage Score and a Soaking Score (YY-DMG-14)."""
    grade = grade_of(card, score)
    soaked = grade == "number" and number_of(card) <= soak
    return _IN_DAMAGE.index("soaked" if soaked else grade), _within(card, over=grade == "over")


def best(cards: Iterable[str], key: Callable[[str], Rank]) -> str:
    """The best of cards; of equal ones the first drawn (YY-TEST-8)."""
    return max(cards, key=key)


def worst(cards: Iterable[str], key: Callable[[str], Rank]) -> str:
    """The worst of cards; of equal ones the first drawn (YY-TEST-8)."""
    return min(cards, key=key)


def kept_of(cards: tuple[str, ...], net: int, key: Callable[[str], Rank]) -> str | None:
    """The card that counts, the best or with penalty cards the worst (YY-BONUS-1, YY-BONUS-2); None without cards."""
    if len(cards) < 2:
        return cards[0] if cards else None
    return worst(cards, key) if net < 0 else best(cards, key)


def _within(card: str, *, over: bool) -> int:
    """The place among cards of one grade: above the target value the lower number is the better one (YY-RUL-20)."""
    return -_NUMBER_OF[card] if over else _NUMBER_OF[card]
