"""Tests that the notation of dice is parsed as written, and that a record that differs from it is detected."""

import pytest

from tests.rules.black_dice.throws import DiceDraw, assert_draws, faces_of, read_draws

THROW = "vane perception W4[6,1,3,2]=2 B3[1,4,5]=1"
WHITE = DiceDraw("vane", "perception", "W", (6, 1, 3, 2), 2)
BLACK = DiceDraw("vane", "perception", "B", (1, 4, 5), 1)


def test_a_throw_is_read_draw_by_draw() -> None:
    assert read_draws(THROW) == [WHITE, BLACK]
    assert read_draws("vane B1[6]=1") == [DiceDraw("vane", None, "B", (6,), 1)]
    assert read_draws("W1[4]=0") == [DiceDraw(None, None, "W", (4,), 0)]
    assert faces_of([THROW, "W1[4]=0"]) == [[6, 1, 3, 2], [1, 4, 5], [4]]


@pytest.mark.parametrize(
    "text", ["", "vane", "W3[1,2]=1", "W2[1,2]", "W2[1 ,2]=1", "W1[1]=1 vane", "a fine throw W1[1]=1", "R1[1]=1"]
)
def test_what_is_no_throw_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"no throw|shows 2 faces"):
        read_draws(text)


def test_the_record_is_held_against_every_part_that_is_written() -> None:
    diceless = DiceDraw("vane", "might", "W", (), 0)
    assert_draws([WHITE, BLACK, diceless], [THROW])
    assert_draws([WHITE, BLACK], ["vane W4[6,1,3,2]=2", "B3[1,4,5]=1"])


@pytest.mark.parametrize(
    "changed",
    [{"who": "pryce"}, {"label": "sneak"}, {"colour": "B"}, {"faces": (6, 1, 2, 3)}, {"successes": 1}],
    ids=lambda changed: next(iter(changed)),
)
def test_a_record_that_differs_is_found(changed: dict[str, object]) -> None:
    with pytest.raises(AssertionError):
        assert_draws([WHITE._replace(**changed), BLACK], [THROW])  # type: ignore[arg-type]


def test_a_draw_too_many_or_too_few_is_found() -> None:
    with pytest.raises(AssertionError):
        assert_draws([WHITE], [THROW])
    with pytest.raises(AssertionError):
        assert_draws([WHITE, BLACK, WHITE], [THROW])
