"""Chance: the one door through which randomness enters.

A draw is seeded (computed from a secret seed whose hash was published before), supplied (read off a real table), or
recorded (repeated from the stream by an audit). ``docs/chance.md`` publishes the algorithm of the seeded draws.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from typing import Literal, NoReturn, Protocol

import msgspec

from domain.refusal import NeededThrow, Refusal, Refused

ChanceMode = Literal["seeded", "supplied", "either"]
Source = Literal["seeded", "supplied"]

COMMITMENT_PREFIX = b"yarrow-seed-1:"
BLOCK_COINS = 512
FACES_OF_BYTE = tuple(f"{byte:08b}".replace("1", "H").replace("0", "T") for byte in range(256))
pack_place = struct.Struct(">IQII").pack  # epoch, version, index, block


class Draw(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
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
    """The key of an epoch's draws, 64 bytes: BLAKE2b of the entropy that clients mixed in, keyed with the seed."""
    return hashlib.blake2b(entropy.encode(), key=seed).digest()


class Seeded:
    """Draws computed from the key of an epoch. Keep one for an encounter: the key is taken in once."""

    __slots__ = ("_keyed",)

    def __init__(self, key: bytes) -> None:
        self._keyed = hashlib.blake2b(key=key)

    def coins(self, whom: str, what: str, count: int, epoch: int, version: int, index: int) -> Draw:
        """The published algorithm: bits of keyed BLAKE2b blocks, most significant first; 1 is a head, 0 a tail."""
        block = self._keyed.copy()
        block.update(pack_place(epoch, version, index, 0))
        if count <= 8:
            return Draw(FACES_OF_BYTE[block.digest()[0]][:count])
        faces = "".join([FACES_OF_BYTE[byte] for byte in block.digest()[: -(-count // 8)]])
        while len(faces) < count:
            block = self._keyed.copy()
            block.update(pack_place(epoch, version, index, len(faces) // BLOCK_COINS))
            faces += "".join([FACES_OF_BYTE[byte] for byte in block.digest()])
        return Draw(faces[:count])

    def finish(self) -> None:
        """Nothing is ever left of a seed."""


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
            detail = f"The next throw needs faces: {count} for {what} of {whom}."
            _refuse_faces("faces_missing", detail, field, NeededThrow(whom, what, count))
        faces = self._faces[self._next]
        if len(faces) != count or not set(faces) <= {"H", "T"}:
            _refuse_faces(
                "faces_wrong",
                f"{what} of {whom} throws {count} coins, each H or T; {faces!r} was supplied.",
                field,
                NeededThrow(whom, what, count),
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
            _refuse_faces("faces_wrong", f"The record holds no throw of {count} coins for {what} of {whom}.", None)
        return draw

    def finish(self) -> None:
        if next(self._draws, None) is not None:
            _refuse_faces("faces_left_over", "The record holds more throws than the rules call for.", None)


def _refuse_faces(
    code: Literal["faces_missing", "faces_wrong", "faces_left_over"],
    detail: str,
    field: str | None,
    needed: NeededThrow | None = None,
) -> NoReturn:
    raise Refused(Refusal(code, detail, field=field, needed=needed))
