"""Other players learn only what play reveals of a secret sheet: they read the same whatever the sheet contains."""

from typing import get_type_hints

import pytest

from domain.chance.draws import Draw
from domain.model.speaker import NARRATOR
from tests.http.access.secrecy.noninterference import Json, Play, Step, leaks
from tests.http.access.secrecy.secret_sheets import CASES
from tests.rules.rulesets import FIGHTS
from tests.tiers import long

OF_RULESET = {fights.ruleset.key: fights for fights in FIGHTS}


@pytest.mark.parametrize("late", [pytest.param(False, id="from_the_start"), long(True, name="joining_later")])
@pytest.mark.parametrize("name", CASES)
def test_a_secret_sheet_changes_nothing_that_others_read(name: str, late: bool) -> None:
    case = CASES[name]
    assert leaks(case, OF_RULESET[case.ruleset], late=late) == []


CHANGES: tuple[tuple[str, str, tuple[Json, Json]], ...] = (
    (
        "century-fate",
        "rich",
        (
            {"type": "century.set_score", "combatant": "lurker", "ability": "iq", "score": 17, "reason": "a book"},
            {"type": "century.set_score", "combatant": "lurker", "ability": "agl", "score": 4},
        ),
    ),
    (
        "ticks-struck",
        "guard",
        (
            {"type": "ticks.restock", "combatant": "lurker", "weapon": "pistol", "spare": 3},
            {"type": "ticks.restock", "combatant": "lurker", "weapon": "lurker.pistol", "spare": 90},
        ),
    ),
)
"""Cases, one of the sheets of each, and two changes of it."""


@pytest.mark.parametrize(("name", "sheet", "changes"), CHANGES, ids=[name for name, _, _ in CHANGES])
def test_what_the_narrator_changes_of_a_secret_sheet_is_not_told(
    name: str, sheet: str, changes: tuple[Json, Json]
) -> None:
    case = CASES[name]
    ruleset = OF_RULESET[case.ruleset].ruleset
    one, other = (Play(case, ruleset, case.sheets[sheet], late=False) for _ in changes)
    for play, change in zip((one, other), changes, strict=True):
        play.give(Step(change))
    for reader in case.readers:
        assert one.read(reader) == other.read(reader)
    assert one.read(NARRATOR) != other.read(NARRATOR)


def test_what_is_kept_of_a_secret_sheet_keeps_no_throws_from_others() -> None:
    """The throws of an event with a sealed part use the hidden seed, so other readers cannot verify them."""
    kept = [event for fights in FIGHTS for event in fights.ruleset.events if event.sheet_of is not None]
    assert kept
    for event in kept:
        assert event.private
        assert Draw.__name__ not in str([*get_type_hints(event).values()]), event.type
