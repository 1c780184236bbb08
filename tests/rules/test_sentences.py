"""Every sentence of the story is on record, with fillings out of real fights."""

from pathlib import Path
from typing import Any

import pytest

from tests.laws.fights import Fights
from tests.rules.recording.record_sentences import sentences
from tests.rules.recording.record_stories import path_of, stories
from tests.rules.rulesets import EXAMPLES, FIGHTS


@pytest.mark.parametrize("key", [fights.ruleset.key for fights in FIGHTS])
def test_what_happens_is_told_as_the_files_of_sentences_show(key: str) -> None:
    """After a change: ``python -m tests.rules.recording.record_sentences``, and read the difference."""
    [(fights, examples)] = [pair for pair in zip(FIGHTS, EXAMPLES, strict=True) if pair[0].ruleset.key == key]
    told: dict[Path, str] = sentences(fights, examples)
    assert {path: path.read_text("utf-8") for path in told} == told


@pytest.mark.parametrize("fights", [one for one in FIGHTS if one.aloud], ids=lambda fights: fights.ruleset.key)
def test_fights_are_told_in_the_lines_that_are_on_record(fights: Fights[Any]) -> None:
    """After a change: ``python -m tests.rules.recording.record_stories``, and read the difference."""
    assert path_of(fights).read_text("utf-8") == stories(fights)
