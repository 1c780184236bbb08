"""Of a secret sheet others learn what play shows, and nothing else: whatever the sheet says, they read the same."""

from typing import get_type_hints

import pytest

from domain.chance import Draw
from tests.access.noninterference import leaks
from tests.access.secret_sheets import CASES
from tests.rules.rulesets import FIGHTS

OF_RULESET = {fights.ruleset.key: fights for fights in FIGHTS}


@pytest.mark.parametrize("late", [False, True], ids=["from_the_start", "joining_later"])
@pytest.mark.parametrize("name", CASES)
def test_a_secret_sheet_changes_nothing_that_others_read(name: str, late: bool) -> None:
    case = CASES[name]
    assert leaks(case, OF_RULESET[case.ruleset], late=late) == []


def test_what_is_kept_of_a_secret_sheet_keeps_no_throws_from_others() -> None:
    """The throws of an event with a sealed part come from the hidden seed, which others cannot check."""
    kept = [event for fights in FIGHTS for event in fights.ruleset.events if event.sheet_of is not None]
    assert kept
    for event in kept:
        assert event.private
        assert Draw.__name__ not in str([*get_type_hints(event).values()]), event.type
