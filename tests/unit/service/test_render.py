"""What was thrown stands out in a line of the timeline."""

import pytest
from rich.text import Text

from service.cli.render import Thrown


def shining(line: str) -> list[tuple[str, str]]:
    """The parts of a line that stand out, with their style, from left to right."""
    told = Text(line)
    Thrown().highlight(told)
    return [(line[span.start : span.end], str(span.style)) for span in sorted(told.spans)]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Vane throws ●●○.", [("●●", "thrown.head"), ("○", "thrown.tail")]),
        ("Vane rolls ⚅⚀.", [("⚅⚀", "thrown.dice")]),
        (
            "Bell draws K♥ 10♠ 2♦ A♣.",
            [("K♥", "thrown.red"), ("10♠", "thrown.black"), ("2♦", "thrown.red"), ("A♣", "thrown.black")],
        ),
        ("Bell draws White Joker and has 10 cards, 2 of them Kings.", []),
        ("♥ JACK♠ 100♦", []),
    ],
)
def test_heads_dice_and_suits_stand_out(line: str, parts: list[tuple[str, str]]) -> None:
    assert shining(line) == parts
