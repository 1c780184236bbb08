"""Forms: a value is in a domain only if it is the same on the wire."""

import pytest

from domain.forms import Choice


@pytest.mark.parametrize(("known", "given"), [(1, True), (0, False), (True, 1), (False, 0)])
def test_numbers_are_not_yes_or_no(known: int, given: int) -> None:
    assert not Choice((known,)).admits(given)
    assert Choice((known,)).admits(known)
