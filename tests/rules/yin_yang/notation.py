"""The draws of Yin-Yang as its tests write them: ``bill: KH 9C`` is one draw from the deck ``bill``.

The cards are supplied, one entry for each draw, and the record of the draw is compared with deck and cards. Cards that
are dealt to an open hand are a draw too; ``bill: 4 1 2 3 3 4`` are the dice of thrown attributes.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.model.event import Event
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn, HandDealt
from domain.rulesets.yin_yang.chapters.narrator.attributes import AttributesGenerated


class CardDraw(NamedTuple):
    """What fell at once, and from which deck, or for whom where it is dice."""

    deck: str
    faces: tuple[int | str, ...]


def read_draw(text: str) -> CardDraw:
    """Read one draw; raises ValueError for anything else."""
    deck, colon, faces = text.partition(": ")
    if not colon or not faces:
        raise ValueError(f"no draw: {text!r}")
    return CardDraw(deck, tuple([int(face) if face.isdecimal() else face for face in faces.split()]))


def faces_of(draws: Iterable[str]) -> list[list[int | str]]:
    """The faces to supply, an entry for each draw."""
    return [list(read_draw(text).faces) for text in draws]


def drawn(events: Iterable[Event]) -> Iterator[CardDraw]:
    """The draws among the events, in the order in which they fell."""
    for event in events:
        if isinstance(event, CardsDrawn | HandDealt):
            if event.draw is not None:
                yield CardDraw(event.deck, event.draw.cards)
        elif isinstance(event, AttributesGenerated):
            yield CardDraw(event.combatant, event.dice.dice)


def assert_draws(events: Iterable[Event], expected: Iterable[str]) -> None:
    """The events hold exactly these draws, in this order."""
    assert list(drawn(events)) == [read_draw(text) for text in expected]
