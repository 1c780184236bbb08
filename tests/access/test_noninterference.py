"""Of a secret sheet others learn what play shows, and nothing else: whatever the sheet says, they read the same."""

import pytest

from tests.access.noninterference import leaks
from tests.access.secret_sheets import CASES
from tests.rules.rulesets import FIGHTS

OF_RULESET = {fights.ruleset.key: fights for fights in FIGHTS}


@pytest.mark.parametrize("late", [False, True], ids=["from_the_start", "joining_later"])
@pytest.mark.parametrize("name", CASES)
def test_a_secret_sheet_changes_nothing_that_others_read(name: str, late: bool) -> None:
    case = CASES[name]
    assert leaks(case, OF_RULESET[case.ruleset], late=late) == []
