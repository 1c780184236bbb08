"""Playing cards: the pack, decks as tuples of cards, and the masks by which records name the cards of a deck.

A card is the text of its face on the wire: rank and suit (``AH``, ``10S``, ``KD``) or a joker (``WHITE``,
``COLOURED``). A deck is a tuple of the cards that can be drawn. It is always sorted and never shuffled, because
``Chance`` selects the cards that are drawn. A deck of several packs has one whole pack before the next copies of the
same faces.
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
"""The 54 faces in deck order: hearts from ace to King, diamonds, clubs, spades, the jokers."""
CARD_PATTERN: Final = r"^((A|[2-9]|10|J|Q|K)[HDCS]|WHITE|COLOURED)$"
CARD_SHAPE: Final = "a card such as KH, 10S or WHITE"
"""The format of a face, in words. ``CARD_PATTERN`` is the same as a regular expression."""
Card = Annotated[str, msgspec.Meta(pattern=CARD_PATTERN)]
"""A card that is validated when a state is decoded."""
MAX_PACKS: Final = 4
"""Maximum number of packs in one deck."""


class _ByFace(dict[str, int]):
    """Maps each face to a number. A lookup of anything else raises ValueError."""

    def __missing__(self, card: str) -> int:
        raise ValueError(f"{card!r} is not a card")


_POSITIONS: Final = _ByFace((card, place) for place, card in enumerate(PACK))
_BITS: Final = _ByFace((card, 1 << place) for place, card in enumerate(PACK))
_RED: Final = frozenset(PACK[:26])
_is_mask = re.compile("[1-9a-f][0-9a-f]*").fullmatch


def is_card(face: str) -> bool:
    """Return whether the text is the face of a card."""
    return face in _POSITIONS


def is_red(card: str) -> bool:
    """Return whether the card is a heart or a diamond. Jokers are not red."""
    return card in _RED


def mask_of(cards: Sequence[str]) -> str:
    """Return the recorded form of a set of cards: a hexadecimal number with one bit for each card.

    Bit i, counted from the least significant bit 0, is the card ``PACK[i % 54]`` of pack i // 54. Copies of a face fill
    the first packs. Raises ValueError for a text that is not a card, and for more than ``MAX_PACKS`` copies of a card.
    """
    packs = enumerate(_packs_of(cards))
    return f"{sum([sum(map(_BITS.__getitem__, among)) << pack * len(PACK) for pack, among in packs]):x}"


def cards_of(mask: str) -> tuple[str, ...]:
    """Return the cards of a mask, in bit order. Raises ValueError for a mask of no cards or of too many packs."""
    if not _is_mask(mask) or int(mask, 16) >> MAX_PACKS * len(PACK):
        raise ValueError(f"{mask[:80]!r} is not a mask of cards from at most {MAX_PACKS} packs")
    bits = int(mask, 16)
    return tuple([PACK[place % len(PACK)] for place in range(bits.bit_length()) if bits >> place & 1])


def sort_cards(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the cards in deck order. Raises ValueError as ``mask_of`` does."""
    places = [*map(_POSITIONS.__getitem__, cards)]
    if places == sorted(set(places)):  # the usual case: decks are kept sorted
        return tuple(cards)
    ordered: list[str] = []
    for pack in _packs_of(cards):
        ordered += sorted(pack, key=_POSITIONS.__getitem__)
    return tuple(ordered)


def remove_cards(deck: Sequence[str], drawn: Iterable[str]) -> tuple[str, ...]:
    """Return the deck without the drawn cards. Raises ValueError if the deck lacks one of them.

    The last of several copies is removed, so that a sorted deck stays sorted.
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


def return_cards(cards: Sequence[str], returned: Iterable[str]) -> tuple[str, ...]:
    """Return the deck, sorted, with the returned cards added. Raises ValueError as ``mask_of`` does."""
    return sort_cards((*cards, *returned))


def _packs_of(cards: Sequence[str]) -> list[Sequence[str]]:
    """Split the cards into packs without duplicates; copies of a face fill the first packs."""
    if len(set(cards)) == len(cards):  # the usual case, in half the time
        return [cards]
    copies = Counter(cards)
    packs = max(copies.values())
    if packs > MAX_PACKS:
        raise ValueError(f"a card has more than {MAX_PACKS} copies, the maximum number of packs")
    return [[card for card, number in copies.items() if number > pack] for pack in range(packs)]
