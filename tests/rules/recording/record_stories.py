"""Record the stories of each ruleset: ``python -m tests.rules.recording.record_stories [RULESET...]``.

``tests/rules/<key>/story.txt`` has the lines of level 1 of the demonstration and of a fight of bots in each situation,
as the narrator reads them. Read them as a player would: whatever makes one stumble is to be mended, and the file
recorded again.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from domain.story.shapes import Entry
from events.projections.story import Story
from tests.laws.fights import Fights, RandomFight
from tests.recording import Recording
from tests.rules.demonstrations import demonstration
from tests.rules.rulesets import FIGHTS

FOLDER: Final = Path(__file__).parents[1]
MOST_COMMANDS: Final = 60
SEED: Final = 3


def path_of(fights: Fights[Any]) -> Path:
    """The file of a ruleset's stories."""
    return FOLDER / fights.ruleset.key / "story.txt"


def stories(fights: Fights[Any]) -> str:
    """The stories of a ruleset as one text."""
    lines = ["# The demonstration", "", *_lines(demonstration(fights.ruleset.key))]
    for name in fights.situations:
        played = RandomFight(fights, name, SEED)
        for _ in played.play(MOST_COMMANDS):
            pass
        lines += ["", f"# {name}", "", *_lines(played.recording)]
    return "\n".join(lines) + "\n"


def _lines(recording: Recording) -> Iterator[str]:
    for entry in Story(recording.ruleset, recording.codec).entries(recording.records):
        if entry.level == 1:
            yield _line(entry)


def _line(entry: Entry) -> str:
    """A line, with what begins with it and its big moment in front."""
    marks = [one for one in (entry.opens.label if entry.opens else "", entry.moment or "") if one]
    return f"[{', '.join(marks)}] {entry.sentence}" if marks else entry.sentence


def main() -> None:
    """Write the files of the rulesets that are named, or of all."""
    for fights in FIGHTS:
        if fights.ruleset.key in sys.argv[1:] or not sys.argv[1:]:
            path_of(fights).write_text(stories(fights), "utf-8")
            print(path_of(fights).relative_to(FOLDER))


if __name__ == "__main__":
    main()
