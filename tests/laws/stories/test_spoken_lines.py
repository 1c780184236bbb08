"""Laws of what a table says aloud: the lines of level 1 of random fights, as the narrator and a spectator read them."""

import re
from collections import Counter
from typing import Any, Final

import pytest

from tests.laws.fights import Fights, RandomFight
from tests.laws.stories.test_stories import MOST_COMMANDS, told, views
from tests.rules.rulesets import FIGHTS
from tests.tiers import long

LONGEST: Final = 240
QUOTED: Final = re.compile("“[^”]*”")
COORDINATES: Final = re.compile(r"\([−-]?\d+, ?[−-]?\d+\)")
ONE_OF_MANY: Final = re.compile(
    r"(?<![\w.,−-])1 (?:\w+ )?(?:actions|cards|dice|marks|pips|points|rounds|successes|turns|yards)\b"
)
TWICE: Final = re.compile(r"\b(\w+(?: \w+){2,}),?(?: and)? \1\b|\b(the|a|an|of|with) \2\b")
"""The same three words or more, or the same small word, one after the other."""
READ: Final = ("black_dice", "yin_yang")
"""The rulesets whose stories were read line by line until nothing was left to mend."""
read_situations = pytest.mark.parametrize(
    ("fights", "name"),
    [
        pytest.param(fights, name, id=f"{fights.ruleset.key}-{name}")
        for fights in FIGHTS
        if fights.ruleset.key in READ
        for name in fights.situations
    ],
)


def faults(sentence: str) -> list[str]:
    """Return what a player would not say, in one line."""
    bare = QUOTED.sub("“…”", sentence)
    clauses = Counter(bare.removesuffix(".").lower().split("; "))
    found = [clause for clause, times in clauses.items() if times > 1]
    found += [match[0] for pattern in (COORDINATES, ONE_OF_MANY, TWICE) for match in pattern.finditer(bare)]
    return found + (["too long"] if len(bare) > LONGEST else [])


@pytest.mark.parametrize("seeds", [pytest.param(range(1), id="0"), long(range(1, 6), name="1-5")])
@read_situations
def test_a_line_is_short_and_says_nothing_twice_and_counts_as_one_does(
    fights: Fights[Any], name: str, seeds: range
) -> None:
    for seed in seeds:
        played = RandomFight(fights, name, seed)
        for _ in played.play(MOST_COMMANDS):
            pass
        for records in views(played):
            lines = [entry.sentence for entry in told(played.recording, records) if entry.level == 1]
            assert {line: faults(line) for line in lines if faults(line)} == {}


@pytest.mark.parametrize(
    "sentence",
    [
        "Bell falls; bell falls.",
        "Bell goes to (1, 2).",
        "Bell loses 1 points of Vitality.",
        "Bell takes the the axe.",
        "Bell hits Ogre with the axe with the axe.",
        f"Bell falls {'very ' * 50}hard.",
    ],
)
def test_each_law_finds_what_breaks_it(sentence: str) -> None:
    assert faults(sentence)
    assert not faults(f"“{sentence}”")
