"""Every sentence of the timeline is on record, with fillings out of real fights."""

from pathlib import Path

import pytest

from tests.rules.recording.record_sentences import sentences
from tests.rules.rulesets import EXAMPLES, FIGHTS


@pytest.mark.parametrize("key", [fights.ruleset.key for fights in FIGHTS])
def test_what_happens_is_told_as_the_files_of_sentences_show(key: str) -> None:
    """After a change: ``python -m tests.rules.recording.record_sentences``, and read the difference."""
    [(fights, examples)] = [pair for pair in zip(FIGHTS, EXAMPLES, strict=True) if pair[0].ruleset.key == key]
    told: dict[Path, str] = sentences(fights, examples)
    assert {path: path.read_text("utf-8") for path in told} == told
