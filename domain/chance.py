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


class Draw(msgspec.Struct, frozen=True, omit_defaults=True):
    """One use of Chance: the faces that fell, in order, and where they came from. Coins are a text of H and T."""

    faces: str
    source: Source = "seeded"


class Chance(Protocol):
    """Where a decision's faces come from, and the fresh seed that a new epoch would use."""

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        """Toss ``count`` coins for ``what`` of ``whom``: draw number ``index`` of the event at ``version``."""
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


class Seeded:
    """Draws computed from the key of an epoch. Keep one per encounter: the two halves of HMAC are prepared once."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(SHA256_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))

    def faces(self, epoch: int, version: int, index: int, count: int) -> str:
        """The published algorithm: bits of HMAC-SHA-256 blocks, most significant first; 1 is a head, 0 a tail."""
        faces = ""
        block = 0
        while len(faces) < count:
            bits = self._hmac(b"%d:%d:%d:%d" % (epoch, version, index, block))
            missing = min(count - len(faces), BLOCK_COINS)
            faces += "".join([FACES_OF_BYTE[byte] for byte in bits[: (missing + 7) // 8]])[:missing]
            block += 1
        return faces

    def _hmac(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        return Draw(self.faces(epoch, version, index, count))

    def finish(self) -> None:
        """Nothing is ever left of a seed."""


SHA256_BLOCK = 64
BLOCK_COINS = 256
FACES_OF_BYTE = tuple(f"{byte:08b}".replace("1", "H").replace("0", "T") for byte in range(256))


class Supplied:
    """Draws read off a real table: one text of H and T for each throw of at least one coin, used up exactly."""

    __slots__ = ("_faces", "_next")

    def __init__(self, faces: Sequence[str]) -> None:
        self._faces = faces
        self._next = 0

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        if count == 0:
            return Draw("", "supplied")
        field = f"faces[{self._next}]"
        if self._next >= len(self._faces):
            _refuse_faces(
                "faces_missing", f"The next throw needs faces: {count} for {what} of {whom}.", field
            )
        faces = self._faces[self._next]
        if len(faces) != count or not set(faces) <= {"H", "T"}:
            _refuse_faces(
                "faces_wrong",
                f"{what} of {whom} throws {count} coins, each H or T; {faces!r} was supplied.",
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

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        draw = next(self._draws, None)
        if draw is None or len(draw.faces) != count:
            _refuse_faces(
                "faces_wrong", f"The record holds no throw of {count} coins for {what} of {whom}.", None
            )
        return draw

    def finish(self) -> None:
        if next(self._draws, None) is not None:
            _refuse_faces("faces_left_over", "The record holds more throws than the rules call for.", None)


def _refuse_faces(
    code: Literal["faces_missing", "faces_wrong", "faces_left_over"], detail: str, field: str | None
) -> NoReturn:
    refuse(None, detail, code=code, field=field)
