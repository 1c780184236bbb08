"""Chance: the only source of randomness in the domain.

A draw is seeded (computed from a secret seed whose hash was published before), supplied (read off a real table), or
recorded (repeated from the stream by an audit). ``docs/explanation/chance.md`` specifies the algorithm of seeded draws.
"""

import hashlib
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Sized
from functools import cache
from typing import Literal, NoReturn, Protocol

import msgspec

from domain.model.cards import CARD_SHAPE, is_card, sort_cards
from domain.model.refusal import NeededThrow, Refusal, Refused
from domain.text.phrases import counted

Source = Literal["seeded", "supplied"]
SentFaces = str | Sequence[int | str]
"""The faces of one draw in a request: coins as a string, dice as numbers, cards as strings such as KH."""

COMMITMENT_PREFIX = b"yarrow-seed-1:"
BLOCK_BYTES = 64
MAX_SIDES = 256  # a die is computed from one byte
FACES_OF_BYTE = tuple(f"{byte:08b}".replace("1", "H").replace("0", "T") for byte in range(256))
COINS_OF_BYTE = 8
pack_place = struct.Struct(">IQII").pack  # epoch, version, index, block


class Draw(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One use of Chance: the faces drawn, in order, and their source.

    Coins are a string of H and T. Dice are numbers from 1 to ``sides``; ``sides`` is 0 for coins and cards. Cards are
    strings of rank and suit (``KH``, ``10S``), or ``WHITE`` and ``COLOURED`` for the jokers; the event that records
    them has a field ``pack`` with the cards that they were drawn from.
    """

    faces: str | tuple[int | str, ...]
    source: Source = "seeded"
    sides: int = 0

    @property
    def coins(self) -> str:
        """The faces as coins; empty for dice and cards."""
        return self.faces if isinstance(self.faces, str) else ""

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces as dice; empty for coins and cards."""
        return tuple([face for face in self.faces if isinstance(face, int)])

    @property
    def cards(self) -> tuple[str, ...]:
        """The faces as cards; empty for coins and dice."""
        return () if isinstance(self.faces, str) else tuple([face for face in self.faces if isinstance(face, str)])


PERCENT = 100
"""The sides of a percentile die. A supplied 00 may be sent as 0 and is recorded as 100."""
NOTHING_DRAWN = Draw(())
"""The recorded draw of zero dice or zero cards, for which Chance is not called."""
FEW_COINS = tuple(tuple(Draw(faces[:count]) for faces in FACES_OF_BYTE) for count in range(COINS_OF_BYTE + 1))
"""All draws of up to 8 coins, by count and by the byte that they are read from."""


class Chance(Protocol):
    """The source of a decision's draws.

    A draw is made for the purpose ``what`` of the combatant ``whom``. It is number ``index`` of the event at
    ``version``.
    """

    @property
    def hidden(self) -> "Chance":
        """The source of draws for events that are not visible to every speaker."""
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
        """Draw ``count`` cards, at least one, from ``pack`` without replacement.

        Raises ValueError for more cards than the pack has.
        """
        ...

    def finish(self) -> None:
        """End the decision. Refuses if supplied faces are left over."""
        ...


def commitment(seed: bytes) -> str:
    """Return the hash that is published before a seed is used, in hex: SHA-256 of a prefix and the 32 bytes."""
    return hashlib.sha256(COMMITMENT_PREFIX + seed).hexdigest()


def draw_key(seed: bytes, entropy: str) -> bytes:
    """Return the key of an epoch's draws, 64 bytes: BLAKE2b of the clients' entropy, keyed with the seed."""
    return hashlib.blake2b(entropy.encode(), key=seed).digest()


@cache
def reading_of(sides: int) -> tuple[bytes, bytes]:
    """Return how a byte becomes a die: the table of its remainders by the sides, and the bytes to skip.

    The highest bytes are skipped, so that every remainder is equally likely. Raises ValueError unless the die has 2 to
    256 sides.
    """
    if not 2 <= sides <= MAX_SIDES:
        raise ValueError(f"a die has 2 to {MAX_SIDES} sides, not {sides}")
    return bytes(byte % sides for byte in range(256)), bytes(range(256 - 256 % sides, 256))


class Seeded:
    """Draws computed from the key of an epoch; hidden draws use ``hidden_key`` if the epoch has a hidden seed.

    Reuse one instance for an encounter: hashing the keys is done once.
    """

    __slots__ = ("_hidden", "_keyed")

    def __init__(self, key: bytes, hidden_key: bytes | None = None) -> None:
        self._keyed = hashlib.blake2b(key=key)
        self._hidden = None if hidden_key is None else Seeded(hidden_key)

    @property
    def hidden(self) -> "Seeded":
        return self if self._hidden is None else self._hidden

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        """Toss coins by the published algorithm: bits of the draw's blocks, most significant first; 1 is a head."""
        if count <= COINS_OF_BYTE:  # most throws: a precomputed draw, without the call of _block
            hashed = self._keyed.copy()
            hashed.update(pack_place(epoch, version, index, 0))
            return FEW_COINS[count][hashed.digest()[0]]
        read = self._block(epoch, version, index, 0)
        while len(read) * COINS_OF_BYTE < count:
            read += self._block(epoch, version, index, len(read) // BLOCK_BYTES)
        return Draw("".join([FACES_OF_BYTE[byte] for byte in read[: -(-count // COINS_OF_BYTE)]])[:count])

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        """Roll dice by the published algorithm: bytes of the draw's blocks, without those that favour low faces."""
        table, skipped = reading_of(sides)
        fallen, number = b"", 0
        while len(fallen) < count:
            fallen += self._block(epoch, version, index, number).translate(table, skipped)
            number += 1
        return Draw(tuple([1 + remainder for remainder in fallen[:count]]), "seeded", sides)

    def cards(
        self, whom: str, what: str, count: int, pack: tuple[str, ...], epoch: int, version: int, index: int
    ) -> Draw:
        """Draw cards by the published algorithm: each unbiased byte removes one of the cards left, in deck order."""
        _require_enough(count, pack)
        left, fallen, number = list(sort_cards(pack)), list[str](), 0
        while len(fallen) < count:
            for byte in self._block(epoch, version, index, number):
                if byte < 256 - 256 % len(left):
                    fallen.append(left.pop(byte % len(left)))
                    if len(fallen) == count:
                        break
            number += 1
        return Draw(tuple(fallen))

    def finish(self) -> None:
        """Do nothing; a seed has no faces that could be left over."""

    def _block(self, epoch: int, version: int, index: int, number: int) -> bytes:
        """Return block ``number`` of a draw, 64 bytes."""
        hashed = self._keyed.copy()
        hashed.update(pack_place(epoch, version, index, number))
        return hashed.digest()


class Supplied:
    """Draws read off a real table: the faces of every throw of at least one coin, die or card, in order."""

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Sequence[SentFaces]) -> None:
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
            self._reject(needed, faces, "H or T")
        self._next += 1
        return Draw(faces, "supplied")

    def dice(self, whom: str, what: str, count: int, sides: int, epoch: int, version: int, index: int) -> Draw:
        needed = NeededThrow(whom, what, count, f"d{sides}")
        faces = self._sent(needed)
        read = [PERCENT if face == 0 and sides == PERCENT else face for face in faces]
        dice = [face for face in read if isinstance(face, int) and 1 <= face <= sides]
        if len(dice) != count or len(faces) != count:
            self._reject(needed, faces, f"1 to {sides}")
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
            self._reject(needed, faces, CARD_SHAPE)
        for card in Counter(cards) - Counter(pack):
            there = counted(pack.count(card), "time")
            gone = f"{card} is not, or no longer, in the deck; supply another card."
            detail = f"{card} is in the deck only {there}; supply another card." if card in pack else gone
            _refuse_faces("faces_wrong", detail, self._field, needed)
        self._next += 1
        return Draw(cards, "supplied")

    def finish(self) -> None:
        sent, used = len(self._faces), self._next
        if used < sent:
            last = "the last" if sent - used == 1 else f"the last {sent - used}"
            detail = f"The command uses only {used} of the {sent} supplied throws; leave out {last}."
            none = "The command uses no supplied throws; send it without faces."
            _refuse_faces("faces_left_over", detail if used else none, self._field)

    @property
    def _field(self) -> str:
        return f"faces[{self._next}]"

    def _sent(self, needed: NeededThrow) -> SentFaces:
        """Return the next faces. Refuses if all are used up."""
        if self._next >= len(self._faces):
            _refuse_faces("faces_missing", f"The next throw needs faces: {needed}.", self._field, needed)
        return self._faces[self._next]

    def _reject(self, needed: NeededThrow, faces: SentFaces, each: str) -> NoReturn:
        text, coins = isinstance(faces, str), needed.of == "coins"
        listed = ", ".join([f"“{face}”" if isinstance(face, str) else str(face) for face in faces])
        shown = f"“{faces}”" if text else f"[{listed}]"
        shape = "" if text == coins else ", which is not a string" if coins else ", which is not a list"
        small = "; write capital letters" if shown != shown.upper() else ""
        detail = f"The throw needs {needed}, each {each}; {shown} was supplied{shape}{small}."
        _refuse_faces("faces_wrong", detail, self._field, needed)


class Repeated:
    """Draws repeated in order from recorded events, for an audit that replays a command."""

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
        """Return the next recorded draw. Refuses unless it has the needed number of faces, as ``read`` finds them."""
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
