"""Laws of the lines of the story over random fights: each can be read aloud in a breath, and says nothing twice."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import pytest

from domain.model.speaker import NARRATOR, SPECTATOR
from domain.story.lines import LONGEST
from domain.story.shapes import Entry
from events.projections.story import Story
from service.encounters.visibility import view_record
from tests.laws.fights import Fights, RandomFight
from tests.rules.rulesets import FIGHTS
from tests.tiers import long

MOST_COMMANDS: Final = 70
MOST_LETTERS: Final = 240
"""The length of a line that tells several events; what one event says is not divided."""
MOST_LINES: Final = 3
SLIPS: Final = re.compile(r" [,;]| \.(?!\d)|[,;]{2}|  |\(\)|, and ,|; and |\ba [aeio]|\bthe the\b")
"""What no sentence has, outside of quotation marks."""
READ: Final = ("s3", "ticks")
"""The rulesets whose stories were read line by line until nothing was left to mend."""
DISAGREEING: Final = re.compile(r"\bare\b[^;]*,? and (?:gets|has|is|takes)\b")
"""Several subjects with a verb of one."""

read_situations = pytest.mark.parametrize(
    ("fights", "name"),
    [
        pytest.param(fights, name, id=f"{fights.ruleset.key}-{name}", marks=[pytest.mark.long] if place % 4 else [])
        for fights in FIGHTS
        if fights.ruleset.key in READ
        for place, name in enumerate(fights.situations)
    ],
)


def lines_of(played: RandomFight[Any]) -> Iterator[list[Entry]]:
    """Yield the lines of a fight as the narrator and as a spectator read them."""
    recording = played.recording
    for speaker in (NARRATOR, SPECTATOR):
        records = [view_record(record, speaker) for record in recording.records]
        entries = Story(recording.ruleset, recording.codec).entries(records)
        yield [entry for entry in entries if entry.level == 1]


def spoken(sentence: str) -> str:
    """Return a sentence without what is quoted in it."""
    return re.sub("“[^”]*”", "“”", sentence)


def assert_is_spoken(line: Entry) -> None:
    text = spoken(line.sentence)
    assert line.since is None or len(text) <= MOST_LETTERS, line.sentence
    assert not SLIPS.search(text), line.sentence
    assert not DISAGREEING.search(text), line.sentence
    clauses = text.removesuffix(".").split("; ")
    assert len(clauses) == len({*clauses}), line.sentence


@pytest.mark.parametrize("seeds", [pytest.param(range(40, 41), id="40"), long(range(41, 46), name="41-45")])
@read_situations
def test_lines_can_be_read_aloud(fights: Fights[Any], name: str, seeds: range) -> None:
    for seed in seeds:
        played = RandomFight(fights, name, seed)
        for _ in played.play(MOST_COMMANDS):
            pass
        for lines in lines_of(played):
            for line in lines:
                assert_is_spoken(line)
            for _, batch in groupby(lines, lambda line: line.batch):
                sentences = [line.sentence for line in batch]
                assert len(sentences) <= MOST_LINES or len(" ".join(sentences)) > MOST_LINES * LONGEST / 2, sentences
