"""The plane of Ticks: squares a step wide, areas that have names, and what lies on the ground (TK-POS, TK-DEFER-2)."""

from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.table.words import key
from domain.table.look import Look
from domain.table.shapes import Board, Feature, Lying, Place


def board(look: Look[Fight]) -> Board:
    """Return the plane; diagonals count as one step (TK-POS-2), and north is up."""
    fight = look.state
    return Board(
        kind="squares",
        unit=look.label("steps", "unit"),
        metric="diagonal_1",
        features={
            name: Feature(
                look.label("area", "text"), key(look, name), squares=tuple([(one.x, one.y) for one in squares])
            )
            for name, squares in fight.areas.items()
        },
        lying={
            item: Lying(lying.thing.name, Place(x=lying.square.x, y=lying.square.y))
            for item, lying in fight.ground.items()
        },
    )
