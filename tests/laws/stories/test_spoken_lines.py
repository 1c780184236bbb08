"""Laws of what a table says aloud: the lines of level 1 of random fights, as the narrator and a spectator read them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from domain.story.exchanges import MOST_LINES
from domain.story.lines import LONGEST, LONGEST_IN_FEW
from domain.story.shapes import Entry
from tests.laws.fights import Fights, RandomFight
from tests.laws.stories.exchanges import lines_by_exchange
from tests.laws.stories.test_stories import MOST_COMMANDS, told, views
from tests.rules.recording.record_stories import FOLDER, path_of
from tests.rules.rulesets import every_ruleset, some_situations
from tests.tiers import long

INDENT: Final = " " * 4
RECORDED_FOR_ALL: Final = FOLDER / "core_sentences.txt"
QUOTED: Final = re.compile("“[^”]*”")
OPENS: Final = re.compile(r"^\[[^\]]*\] ")
"""What a recorded line opens, before it: the name of a scene stands there by itself."""
ONE_OF_MANY: Final = re.compile(
    r"(?<![\w.,−-])1 (?:\w+ )?(?:actions|cards|days|degrees|dice|marks|metres|pips|points|rounds|seconds|shots|steps"
    r"|successes|ticks|turns|wounds|yards)\b"
)
TWICE: Final = re.compile(r"\b(\w+(?: \w+){2,}),?(?: and)? \1\b(?! \d)|\b(the|a|an|of|with) \2\b")
"""The same three words or more, or the same small word, one after the other; namesakes have numbers."""
SLIPS: Final = re.compile(r" [,;]| \.(?!\d)|[,;]{2}|  |\(\)|, and ,|; and ")
"""What no sentence of any level has."""
ARTICLE: Final = re.compile(r"\ba [aeio]")
AGAIN: Final = re.compile(r"(?<!\d )\b([a-z]+s (?:[\w'-]+ )+[\w'-]+)\b[^;]*,? and \1\b")
"""A predicate of three words or more that its clause has already."""
DISAGREEING: Final = re.compile(r"\bare\b[^;]*,? and (?:gets|has|is|takes)\b")
"""Several subjects with a verb of one."""
QUOTING: Final = ("black_dice", "s3", "ticks", "yin_yang")
"""The rulesets that quote all that somebody has written; in Century a reason is also a part of a sum."""


def entries_as_read(played: RandomFight[Any]) -> Iterator[list[Entry]]:
    """Yield the entries of a fight on every level, as each reads them."""
    for records in views(played):
        yield told(played.recording, records)


def slips(sentence: str) -> list[str]:
    """Return what no sentence on any level has, such as two blanks."""
    return [match[0] for match in SLIPS.finditer(QUOTED.sub("“…”", sentence))]


def sentences_in(path: Path) -> list[str]:
    """Return the recorded sentences of a file, without the types of their events in front."""
    return [line.removeprefix(INDENT) for line in path.read_text("utf-8").splitlines() if line.startswith(INDENT)]


def faults(sentence: str) -> list[str]:
    """Return what a player would not say, in one line."""
    bare = QUOTED.sub("“…”", sentence)
    clauses = Counter(bare.removesuffix(".").lower().split("; "))
    found = [clause for clause, times in clauses.items() if times > 1]
    patterns = (ONE_OF_MANY, TWICE, AGAIN, SLIPS, ARTICLE, DISAGREEING)
    return found + [match[0] for pattern in patterns for match in pattern.finditer(bare)]


def too_long(lines: Sequence[Entry]) -> list[str]:
    """Return the lines of an exchange that are too long; one that tells a single event cannot be divided.

    What has to be told in one batch of several, or in the last of few lines, may be longer.
    """
    is_short = len(lines) < MOST_LINES and len({line.batch for line in lines}) == 1
    most = LONGEST if is_short else LONGEST_IN_FEW
    return [line.sentence for line in lines if line.since and len(QUOTED.sub("“…”", line.sentence)) > most]


@pytest.mark.parametrize("seeds", [pytest.param(range(40, 41), id="40"), long(range(41, 43), name="41-42")])
@some_situations
def test_a_line_is_short_and_says_nothing_twice_and_counts_as_one_does(
    fights: Fights[Any], name: str, seeds: range
) -> None:
    for seed in seeds:
        played = RandomFight(fights, name, seed)
        for _ in played.play(MOST_COMMANDS):
            pass
        for entries in entries_as_read(played):
            assert {entry.sentence: slips(entry.sentence) for entry in entries if slips(entry.sentence)} == {}
            lines = [entry for entry in entries if entry.level == 1]
            assert {line.sentence: faults(line.sentence) for line in lines if faults(line.sentence)} == {}
            for exchange in lines_by_exchange(played.recording, entries).values():
                assert too_long(exchange) == []
                assert len(exchange) <= MOST_LINES, [line.sentence for line in exchange]


@every_ruleset
def test_what_somebody_has_written_is_quoted_in_each_line_and_sentence(fights: Fights[Any]) -> None:
    if fights.ruleset.key not in QUOTING:
        return
    stories = path_of(fights)
    recorded = [*stories.read_text("utf-8").splitlines(), *sentences_in(stories.with_name("sentences.txt"))]
    quoted = {words[1:-1].rstrip(".") for line in recorded for words in QUOTED.findall(line)}
    bare = [OPENS.sub("", QUOTED.sub("“…”", line)) for line in recorded if not line.startswith("#")]
    assert {line for line in bare for words in quoted if " " in words and words in line} == set()


@every_ruleset
def test_the_recorded_lines_and_sentences_have_no_slips(fights: Fights[Any]) -> None:
    stories = path_of(fights)
    recorded = [*stories.read_text("utf-8").splitlines(), *sentences_in(stories.with_name("sentences.txt"))]
    assert {line: slips(line) for line in recorded if slips(line)} == {}


def test_the_recorded_sentences_of_all_systems_have_no_slips() -> None:
    recorded = sentences_in(RECORDED_FOR_ALL)
    assert {line: slips(line) for line in recorded if slips(line)} == {}


@pytest.mark.parametrize(
    "sentence",
    [
        "Bell lets go of  the axe.",
        "Bell , who falls, dies.",
        "Bell drops the axe,, for 1 point.",
    ],
)
def test_each_law_of_all_levels_finds_what_breaks_it(sentence: str) -> None:
    assert slips(sentence)
    assert not slips(f"“{sentence}”")


@pytest.mark.parametrize(
    "sentence",
    [
        "Bell falls; bell falls.",
        "Bell loses 1 points of Vitality.",
        "The narrator lets 1 seconds go by.",
        "Bell takes the the axe.",
        "Bell hits Ogre with the axe with the axe.",
        "Bell falls; and dies.",
        "Bell breaks free of Ogre, 3 to 2, and breaks free of Ogre.",
        "Bell and Ogre are hit, and takes 2 points of damage.",
    ],
)
def test_each_law_finds_what_breaks_it(sentence: str) -> None:
    assert faults(sentence)
    assert not faults(f"“{sentence}”")
