"""The notation of throws in tests: ``ogre sharpshooting 7c→5``, ``damage 5+2=7c→2``, ``flip H``.

A throw of n coins that shows k heads is supplied heads first, and the record of the throw is compared with every part
of the notation: who threw, what, the terms, the number of coins, the heads.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from domain.model.event import Event
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown

NOTATION = re.compile(r"^(?:(?P<who>\S+) )?(?P<label>[a-z_]+) (?:(?P<terms>[\d+-]+)=)?(?P<coins>\d+)c→(?P<heads>\d+)$")
LABELS_OF_NOBODY = {"damage", "stun_damage", "wound_damage", "burn", "poison", "drag", "fall", "crash", "equipment"}


class Throw(NamedTuple):
    """A throw as written down."""

    who: str | None
    label: str
    terms: tuple[int, ...] | None
    coins: int
    heads: int
    face: str | None = None

    @property
    def faces(self) -> str:
        return self.face or "H" * self.heads + "T" * (self.coins - self.heads)


def read_throw(text: str) -> Throw:
    """Read one throw; raises ValueError for anything else."""
    if text in ("flip H", "flip T"):
        return Throw(None, "flip", None, 1, int(text == "flip H"), text[-1])
    found = NOTATION.match(text)
    if found is None:
        raise ValueError(f"no throw: {text!r}")
    terms = found["terms"]
    signed = tuple(int(term) for term in re.findall(r"[+-]?\d+", terms) if int(term)) if terms else None
    return Throw(found["who"], found["label"], signed, int(found["coins"]), int(found["heads"]))


def faces_of(throws: Iterable[str]) -> list[str]:
    """The faces to supply; a throw of no coins needs none."""
    return [throw.faces for throw in map(read_throw, throws) if throw.coins]


def thrown(events: Iterable[Event]) -> list[Throw]:
    """The throws among the events, as the notation would write them."""
    found = []
    for event in events:
        if isinstance(event, CoinsThrown):
            terms = tuple(coins for _, coins in event.terms)
            faces = event.draw.faces
            found.append(Throw(event.combatant, event.label, terms, len(faces), faces.count("H")))
        elif isinstance(event, CoinFlipped):
            found.append(Throw(None, "flip", None, 1, int(event.draw.coins == "H"), event.draw.coins))
    return found


def assert_throws(events: Iterable[Event], expected: Iterable[str]) -> None:
    """The events hold exactly these throws, in this order, made of these terms."""
    seen = thrown(events)
    wanted = [read_throw(text) for text in expected]
    assert len(seen) == len(wanted), f"threw {seen}, expected {wanted}"
    for actual, throw in zip(seen, wanted, strict=True):
        assert (actual.label, actual.coins, actual.heads) == (throw.label, throw.coins, throw.heads), (actual, throw)
        if throw.who is not None:
            assert actual.who == throw.who, (actual, throw)
        if throw.terms is not None:
            assert actual.terms == throw.terms, (actual, throw)
