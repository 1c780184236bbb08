"""Playing cards: the pack that draws are made from, and how a record names the cards that were in it.

A card is its face as on the wire: rank and suit, ``AH``, ``10S``, ``KD``, or a joker, ``WHITE`` or ``COLOURED``. A deck
is a tuple of the cards that can be drawn, in one order and never shuffled: which of them fall is for ``Chance`` to say.
Of several packs shuffled together, the order has a whole pack before the next copies of the same faces.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

import msgspec

SUITS: Final = "HDCS"
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
JOKERS: Final = ("WHITE", "COLOURED")
PACK: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS)
"""The 54 faces in their order: hearts from the ace to the King, diamonds, clubs, spades, the jokers."""
CARD_PATTERN: Final = r"^((A|[2-9]|10|J|Q|K)[HDCS]|WHITE|COLOURED)$"
CARD_SHAPE: Final = "a card such as KH, 10S or WHITE"
"""What the face of a card looks like, as a pattern and in words."""
Card = Annotated[str, msgspec.Meta(pattern=CARD_PATTERN)]
"""A card where a state that comes from elsewhere is read."""
MOST_PACKS: Final = 4
"""So many packs may be shuffled together."""


class _OfFaces(dict[str, int]):
    """A number for each face; what is no card has none, and raises ValueError."""

    def __missing__(self, card: str) -> int:
        raise ValueError(f"{card!r} is no card")


_PLACES: Final = _OfFaces((card, place) for place, card in enumerate(PACK))
_BITS: Final = _OfFaces((card, 1 << place) for place, card in enumerate(PACK))
_RED: Final = frozenset(PACK[:26])
_is_mask = re.compile("[1-9a-f][0-9a-f]*").fullmatch


def is_card(face: str) -> bool:
    """Whether this is the face of a card."""
    return face in _PLACES


def is_red(card: str) -> bool:
    """Whether the card is of hearts or diamonds; a joker has no colour."""
    return card in _RED


def mask_of(cards: Sequence[str]) -> str:
    """The cards as they stand on record: a number in hex whose bits say which cards are there.

    Bit i, the least significant being 0, is the card ``PACK[i % 54]`` of pack i // 54; the copies of a face fill the
    first packs. Raises ValueError for what is no card and for more copies than there are packs.
    """
    packs = enumerate(_packs_of(cards))
    return f"{sum([sum(map(_BITS.__getitem__, among)) << pack * len(PACK) for pack, among in packs]):x}"


def cards_of(mask: str) -> tuple[str, ...]:
    """The cards of a mask, in the order of its bits. Raises ValueError for one of no cards or of too many packs."""
    if not _is_mask(mask) or int(mask, 16) >> MOST_PACKS * len(PACK):
        raise ValueError(f"{mask[:80]!r} names no cards of {MOST_PACKS} packs or fewer")
    bits = int(mask, 16)
    return tuple([PACK[place % len(PACK)] for place in range(bits.bit_length()) if bits >> place & 1])


def in_order(cards: Sequence[str]) -> tuple[str, ...]:
    """The cards as a deck has them. Raises ValueError as ``mask_of`` does."""
    places = [*map(_PLACES.__getitem__, cards)]
    if places == sorted(set(places)):  # as nearly always: a deck is kept in its order
        return tuple(cards)
    ordered: list[str] = []
    for pack in _packs_of(cards):
        ordered += sorted(pack, key=_PLACES.__getitem__)
    return tuple(ordered)


def without(deck: Sequence[str], drawn: Iterable[str]) -> tuple[str, ...]:
    """The deck that is left when each of the drawn cards is taken out once. Raises ValueError for others.

    Of several copies the last goes, so that a deck in its order stays in it.
    """
    left = list(deck)
    left.reverse()
    for card in drawn:
        try:
            left.remove(card)
        except ValueError:
            raise ValueError(f"{card} is not in the deck") from None
    left.reverse()
    return tuple(left)


def with_back(cards: Sequence[str], returned: Iterable[str]) -> tuple[str, ...]:
    """The deck with the returned cards in it again. Raises ValueError as ``mask_of`` does."""
    return in_order((*cards, *returned))


def _packs_of(cards: Sequence[str]) -> list[Sequence[str]]:
    """The cards as packs in which no face is there twice; the copies of a face fill the first ones."""
    if len(set(cards)) == len(cards):  # as nearly always, and it takes half the time
        return [cards]
    copies = Counter(cards)
    packs = max(copies.values())
    if packs > MOST_PACKS:
        raise ValueError(f"there are more copies of a card than {MOST_PACKS} packs have")
    return [[card for card, number in copies.items() if number > pack] for pack in range(packs)]
