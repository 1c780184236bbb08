"""Chance: the one door through which randomness enters.

A draw is seeded (computed from a secret seed whose hash was published before), supplied (read off a real table), or
recorded (repeated from the stream by an audit). ``docs/chance.md`` publishes the algorithm of the seeded draws.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Literal, NoReturn, Protocol

import msgspec

from domain.refusal import refuse

ChanceMode = Literal["seeded", "supplied", "either"]
Source = Literal["seeded", "supplied"]

COMMITMENT_PREFIX = b"yarrow-seed-1:"
KEY_PREFIX = b"yarrow-key-1:"
BLOCK_BITS = 256


class Draw(msgspec.Struct, frozen=True, omit_defaults=True):
    """One use of Chance: the faces that fell, in order, and where they came from. Coins are a text of H and T."""

    faces: str
    source: Source = "seeded"


class Need(msgspec.Struct, frozen=True):
    """What a draw is for: enough to tell a table which coins to throw next."""

    whom: str
    what: str
    count: int


class Chance(Protocol):
    """Where a decision's faces come from, and the fresh seed that a new epoch would use."""

    def coins(self, need: Need, epoch: int, version: int, index: int) -> Draw:
        """Toss ``need.count`` coins for the draw number ``index`` of the event at ``version``."""
        ...

    def finish(self) -> None:
        """Say that the decision is over; refuses where supplied faces are left."""
        ...


def commitment(seed: bytes) -> str:
    """The hash that is published before a seed is used, in hex: SHA-256 of a prefix and the 32 bytes."""
    return hashlib.sha256(COMMITMENT_PREFIX + seed).hexdigest()


def draw_key(seed: bytes, entropy: str) -> bytes:
    """The key of an epoch's draws: the secret seed mixed with what clients contributed when it was opened."""
    return hmac.digest(seed, KEY_PREFIX + entropy.encode(), "sha256")


def seeded_coins(key: bytes, epoch: int, version: int, index: int, count: int) -> str:
    """The published algorithm: bits of HMAC-SHA-256 blocks, most significant first; 1 is a head, 0 a tail."""
    faces = ""
    block = 0
    while len(faces) < count:
        bits = hmac.digest(key, b"%d:%d:%d:%d" % (epoch, version, index, block), "sha256")
        faces += f"{int.from_bytes(bits, 'big'):0{BLOCK_BITS}b}"
        block += 1
    return faces[:count].translate(_FACE_OF_BIT)


_FACE_OF_BIT = str.maketrans("10", "HT")


class Seeded:
    """Draws computed from a seed."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def coins(self, need: Need, epoch: int, version: int, index: int) -> Draw:
        return Draw(seeded_coins(self._key, epoch, version, index, need.count))

    def finish(self) -> None:
        """Nothing is ever left of a seed."""


class Supplied:
    """Draws read off a real table: one text of H and T for each throw of at least one coin, used up exactly."""

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Sequence[str]) -> None:
        self._faces = faces
        self._next = 0

    def coins(self, need: Need, epoch: int, version: int, index: int) -> Draw:
        if need.count == 0:
            return Draw("", "supplied")
        field = f"faces[{self._next}]"
        if self._next >= len(self._faces):
            _refuse_faces(
                "faces_missing", f"The next throw needs faces: {need.count} for {need.what} of {need.whom}.", field
            )
        faces = self._faces[self._next]
        if len(faces) != need.count or not set(faces) <= {"H", "T"}:
            _refuse_faces(
                "faces_wrong",
                f"{need.what} of {need.whom} throws {need.count} coins, each H or T; {faces!r} was supplied.",
                field,
            )
        self._next += 1
        return Draw(faces, "supplied")

    def finish(self) -> None:
        left = len(self._faces) - self._next
        if left:
            _refuse_faces(
                "faces_left_over",
                f"The command uses {self._next} of the supplied throws; {left} would be left over.",
                f"faces[{self._next}]",
            )


class Repeated:
    """Draws repeated in order from recorded events, for an audit that decides a command again."""

    __slots__ = ("_draws",)

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._draws = iter(draws)

    def coins(self, need: Need, epoch: int, version: int, index: int) -> Draw:
        draw = next(self._draws, None)
        if draw is None or len(draw.faces) != need.count:
            _refuse_faces(
                "faces_wrong", f"The record holds no throw of {need.count} coins for {need.what} of {need.whom}.", None
            )
        return draw

    def finish(self) -> None:
        if next(self._draws, None) is not None:
            _refuse_faces("faces_left_over", "The record holds more throws than the rules call for.", None)


def _refuse_faces(
    code: Literal["faces_missing", "faces_wrong", "faces_left_over"], detail: str, field: str | None
) -> NoReturn:
    refuse(None, detail, code=code, field=field)
