"""What was thrown is shown as it lies on the table."""

import pytest

from domain.telling import coins_shown, dice_shown, said


def test_coins_show_their_heads_and_tails() -> None:
    assert coins_shown("HHT") == "●●○"
    assert coins_shown("") == ""


@pytest.mark.parametrize(
    ("faces", "sides", "shown"),
    [
        ((1, 2, 3, 4, 5, 6), 6, "⚀⚁⚂⚃⚄⚅"),
        ((6, 6, 1), 6, "⚅⚅⚀"),
        ((17, 4), 20, "17, 4"),
        ((1, 2), 2, "1, 2"),
        ((), 6, ""),
    ],
)
def test_dice_of_six_sides_show_their_pips_and_others_their_numbers(
    faces: tuple[int, ...], sides: int, shown: str
) -> None:
    assert dice_shown(faces, sides) == shown


@pytest.mark.parametrize("value", [None, {}, [], ()])
def test_what_is_empty_is_said_to_be_nothing(value: object) -> None:
    assert said(value, {}) == "nothing"
