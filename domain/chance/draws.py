"""Chance: the one door through which randomness enters.

A draw is seeded (computed from a secret seed whose hash was published before), supplied (read off a real table), or
recorded (repeated from the stream by an audit). ``docs/chance.md`` publishes the algorithm of the seeded draws.
"""

import hashlib
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Sized
from functools import cache
from typing import Literal, NoReturn, Protocol

import msgspec

from domain.model.cards import CARD_SHAPE, in_order, is_card
from domain.model.refusal import NeededThrow, Refusal, Refused
from domain.text.phrases import counted

Source = Literal["seeded", "supplied"]
Sent = str | Sequence[int | str]
"""The faces of one draw as a table sends them: coins as a text, dice as numbers, cards as texts such as KH."""

COMMITMENT_PREFIX = b"yarrow-seed-1:"
BLOCK_BYTES = 64
MOST_SIDES = 256  # a die is read off a byte
FACES_OF_BYTE = tuple(f"{byte:08b}".replace("1", "H").replace("0", "T") for byte in range(256))
COINS_OF_BYTE = 8
pack_place = struct.Struct(">IQII").pack  # epoch, version, index, block


class Draw(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One use of Chance: the faces that fell, in order, and where they came from.

    Coins are a text of H and T. Dice are numbers from 1 to ``sides``; ``sides`` is 0 for coins and cards. Cards are
    texts of rank and suit, ``KH``, ``10S``, or ``WHITE`` and ``COLOURED`` for the jokers; the event that records them
    says in ``pack`` what they were drawn from.
    """

    faces: str | tuple[int | str, ...]
    source: Source = "seeded"
    sides: int = 0

    @property
    def coins(self) -> str:
        """The faces as coins; none where something else fell."""
        return self.faces if isinstance(self.faces, str) else ""

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces as dice; none where something else fell."""
        return tuple([face for face in self.faces if isinstance(face, int)])

    @property
    def cards(self) -> tuple[str, ...]:
        """The faces as cards; none where something else fell."""
        return () if isinstance(self.faces, str) else tuple([face for face in self.faces if isinstance(face, str)])


PERCENT = 100
"""Sides of a percentile die; read off a table its 00 may be sent as 0, and is 100 on record."""
NOTHING_DRAWN = Draw(())
"""What stands on record where a roll comes down to no dice, or a draw to no cards: chance is not asked."""
FEW_COINS = tuple(tuple(Draw(faces[:count]) for faces in FACES_OF_BYTE) for count in range(COINS_OF_BYTE + 1))
"""The draws of so many coins that one byte has them all, by their count and that byte."""


class Chance(Protocol):
    """Where a decision's faces come from.

    A draw is for ``what`` of ``whom``, and is number ``index`` of the event at ``version``.
    """

    @property
    def hidden(self) -> "Chance":
        """Where the faces of events come from that keep something for an audience."""
        ...

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        """Toss ``count`` coins."""
        ...

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        """Roll ``count`` dice, at least one, of ``sides`` sides, 2 to 256. Raises ValueError for other sides."""
        ...

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        """Draw ``count`` cards, at least one, from ``pack``, none of them put back before the next is drawn.

        Raises ValueError for more cards than the pack has.
        """
        ...

    def finish(self) -> None:
        """Say that the decision is over; refuses where supplied faces are left."""
        ...


def commitment(seed: bytes) -> str:
    """The hash that is published before a seed is used, in hex: SHA-256 of a prefix and the 32 bytes."""
    return hashlib.sha256(COMMITMENT_PREFIX + seed).hexdigest()


def draw_key(seed: bytes, entropy: str) -> bytes:
    """The key of an epoch's draws, 64 bytes: BLAKE2b of the entropy that clients mixed in, keyed with the seed."""
    return hashlib.blake2b(entropy.encode(), key=seed).digest()


@cache
def reading_of(sides: int) -> tuple[bytes, bytes]:
    """How a byte is read as a die: the table of its remainder by the sides, and the bytes that do not count.

    The highest bytes are left out, so that all remainders are equally many. Raises ValueError unless sides are 2..256.
    """
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"a die has 2 to {MOST_SIDES} sides, not {sides}")
    return bytes(byte % sides for byte in range(256)), bytes(range(256 - 256 % sides, 256))


class Seeded:
    """Draws computed from the key of an epoch, hidden ones from ``hidden_key`` where the epoch has a hidden seed.

    Keep one for an encounter: the keys are taken in once.
    """

    __slots__ = ("_hidden", "_keyed")

    def __init__(self, key: bytes, hidden_key: bytes | None = None) -> None:
        self._keyed = hashlib.blake2b(key=key)
        self._hidden = None if hidden_key is None else Seeded(hidden_key)

    @property
    def hidden(self) -> "Seeded":
        return self if self._hidden is None else self._hidden

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        """The published algorithm: bits of the draw's blocks, most significant first; 1 is a head, 0 a tail."""
        if count <= COINS_OF_BYTE:  # most throws: one of few draws, and without the call of _block
            hashed = self._keyed.copy()
            hashed.update(pack_place(epoch, version, index, 0))
            return FEW_COINS[count][hashed.digest()[0]]
        read = self._block(epoch, version, index, 0)
        while len(read) * COINS_OF_BYTE < count:
            read += self._block(epoch, version, index, len(read) // BLOCK_BYTES)
        return Draw("".join([FACES_OF_BYTE[byte] for byte in read[: -(-count // COINS_OF_BYTE)]])[:count])

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        """The published algorithm: bytes of the draw's blocks, those skipped that would favour low faces."""
        table, skipped = reading_of(sides)
        fallen, number = b"", 0
        while len(fallen) < count:
            fallen += self._block(epoch, version, index, number).translate(table, skipped)
            number += 1
        return Draw(tuple([1 + remainder for remainder in fallen[:count]]), "seeded", sides)

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        """The published algorithm: each byte that counts takes one out of the cards that are left, in their order."""
        _require_enough(count, pack)
        left, fallen, number = list(in_order(pack)), list[str](), 0
        while len(fallen) < count:
            for byte in self._block(epoch, version, index, number):
                if byte < 256 - 256 % len(left):
                    fallen.append(left.pop(byte % len(left)))
                    if len(fallen) == count:
                        break
            number += 1
        return Draw(tuple(fallen))

    def finish(self) -> None:
        """Nothing is ever left of a seed."""

    def _block(self, epoch: int, version: int, index: int, number: int) -> bytes:
        """One of the blocks of a draw, 64 bytes, of which as many are taken as it needs."""
        hashed = self._keyed.copy()
        hashed.update(pack_place(epoch, version, index, number))
        return hashed.digest()


class Supplied:
    """Draws read off a real table: for each throw of at least one coin, die or card its faces, used up exactly."""

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Sequence[Sent]) -> None:
        self._faces = faces
        self._next = 0

    @property
    def hidden(self) -> "Supplied":
        return self

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        if count == 0:
            return Draw("", "supplied")
        needed = NeededThrow(whom, what, count, "coins")
        faces = self._sent(needed)
        if not isinstance(faces, str) or len(faces) != count or not set(faces) <= {"H", "T"}:
            self._misfit(needed, faces, "H or T")
        self._next += 1
        return Draw(faces, "supplied")

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        needed = NeededThrow(whom, what, count, f"d{sides}")
        faces = self._sent(needed)
        read = [PERCENT if face == 0 and sides == PERCENT else face for face in faces]
        dice = [face for face in read if isinstance(face, int) and 1 <= face <= sides]
        if len(dice) != count or len(faces) != count:
            self._misfit(needed, faces, f"1 to {sides}")
        self._next += 1
        return Draw(tuple(dice), "supplied", sides)

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        _require_enough(count, pack)
        needed = NeededThrow(whom, what, count, "cards")
        faces = self._sent(needed)
        cards = () if isinstance(faces, str) else tuple([face for face in faces if isinstance(face, str)])
        if len(cards) != count or len(faces) != count or not all(map(is_card, cards)):
            self._misfit(needed, faces, CARD_SHAPE)
        for card in Counter(cards) - Counter(pack):
            there = counted(pack.count(card), "time")
            gone = f"{card} is not, or no longer, in the deck that is drawn from."
            detail = f"{card} is in the deck only {there}." if card in pack else gone
            _refuse_faces("faces_wrong", detail, self._field, needed)
        self._next += 1
        return Draw(cards, "supplied")

    def finish(self) -> None:
        left = len(self._faces) - self._next
        if left:
            _refuse_faces(
                "faces_left_over",
                f"The command uses {self._next} of the supplied throws; {left} would be left over.",
                self._field,
            )

    @property
    def _field(self) -> str:
        return f"faces[{self._next}]"

    def _sent(self, needed: NeededThrow) -> Sent:
        """The faces that come next; refuses where all are used up."""
        if self._next >= len(self._faces):
            _refuse_faces("faces_missing", f"The next throw needs faces: {needed}.", self._field, needed)
        return self._faces[self._next]

    def _misfit(self, needed: NeededThrow, faces: Sent, each: str) -> NoReturn:
        text, coins = isinstance(faces, str), needed.of == "coins"
        shown = repr(faces) if text else str(list(faces))
        shape = "" if text == coins else ", which is no text" if coins else ", which is no list"
        detail = f"The throw is of {needed}, each {each}; {shown} was supplied{shape}."
        _refuse_faces("faces_wrong", detail, self._field, needed)


class Repeated:
    """Draws repeated in order from recorded events, for an audit that decides a command again."""

    __slots__ = ("_draws",)

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._draws = iter(draws)

    @property
    def hidden(self) -> "Repeated":
        return self

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        return self._next(NeededThrow(whom, what, count, "coins"), lambda draw: draw.coins)

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        return self._next(NeededThrow(whom, what, count, f"d{sides}"), lambda draw: draw.dice, sides)

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        return self._next(NeededThrow(whom, what, count, "cards"), lambda draw: draw.cards)

    def _next(self, needed: NeededThrow, read: Callable[[Draw], Sized], sides: int = 0) -> Draw:
        """The draw that comes next, if it is of that many faces of the kind that ``read`` reads off it."""
        draw = next(self._draws, None)
        if draw is None or not len(read(draw)) == len(draw.faces) == needed.count or draw.sides != sides:
            _refuse_faces("faces_wrong", f"The record holds no throw of {needed}.", None)
        return draw

    def finish(self) -> None:
        if next(self._draws, None) is not None:
            _refuse_faces("faces_left_over", "The record holds more throws than the rules call for.", None)


def _require_enough(count: int, pack: tuple[str, ...]) -> None:
    if not 1 <= count <= len(pack):
        raise ValueError(f"{count} cards cannot be drawn from {len(pack)}")


def _refuse_faces(
    code: Literal["faces_missing", "faces_wrong", "faces_left_over"],
    detail: str,
    field: str | None,
    needed: NeededThrow | None = None,
) -> NoReturn:
    raise Refused(Refusal(code, detail, field=field, needed=needed))
