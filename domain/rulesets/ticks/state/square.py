"""Squares: where everybody stands on an unbounded plane (TK-POS-1)."""

from typing import Self

import msgspec


class Square(msgspec.Struct, frozen=True, omit_defaults=True):
    """A square by its coordinates; the unit of movement and of distance is one step (TK-SHEET-12)."""

    x: int = 0
    y: int = 0

    def distance(self, other: Self) -> int:
        """Steps from one to the other: the larger difference, diagonals count as one (TK-POS-2, TK-RUL-16)."""
        return max(abs(self.x - other.x), abs(self.y - other.y))

    def toward(self, other: Self) -> "Square":
        """The neighbour one step nearer (TK-PLAN-2)."""
        return Square(self.x + _sign(other.x - self.x), self.y + _sign(other.y - self.y))

    def away(self, other: Self) -> "Square":
        """The neighbour one step farther; from the same square to the west (TK-PLAN-3)."""
        if self == other:
            return Square(self.x - 1, self.y)
        return Square(self.x - _sign(other.x - self.x), self.y - _sign(other.y - self.y))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
