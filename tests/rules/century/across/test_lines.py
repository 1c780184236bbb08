"""Laws of the lines of Century's story over random fights: no coordinates, and nothing said twice."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from domain.model.speaker import NARRATOR, SPECTATOR
from events.projections.story import Story
from service.encounters.visibility import view_record
from tests.laws.fights import RandomFight
from tests.rules.century.bot_config import CENTURY_FIGHTS
from tests.rules.century.scenarios import SITUATIONS
from tests.tiers import long

MOST_COMMANDS = 60
PLACED = "century.placed"
QUOTED = re.compile("“[^”]*”")
GOAL = re.compile(r" to \d+ (?:east|west), \d+ (?:north|south)(?:, \d+ (?:up|down))?")
"""Where a move leads, which nothing but coordinates can say."""
COORDINATES = re.compile(r"\d (?:east|west|north|south)\b|\(\d+, ?−?\d+\)")
SHORT = ("bombs", "cover", "driving", "volleys")


def lines(name: str, seed: int) -> list[tuple[str, str]]:
    """The types and sentences of the lines of a fight, as the narrator and as a spectator read them."""
    played = RandomFight(CENTURY_FIGHTS, name, seed)
    for _ in played.play(MOST_COMMANDS):
        pass
    found = []
    for speaker in (NARRATOR, SPECTATOR):
        records = [view_record(record, speaker) for record in played.recording.records]
        entries = Story(played.ruleset, played.recording.codec, deepest=1).entries(records)
        found += [(entry.type, QUOTED.sub("“…”", entry.sentence)) for entry in entries]
    return found


@pytest.mark.parametrize("seeds", [pytest.param(range(1), id="0"), long(range(1, 6), name="1-5")])
@pytest.mark.parametrize("name", [one if one in SHORT else long(one) for one in SITUATIONS])
def test_lines_have_neither_coordinates_nor_repetitions(name: str, seeds: range) -> None:
    for seed in seeds:
        for kind, sentence in lines(name, seed):
            assert kind == PLACED or not COORDINATES.search(GOAL.sub("", sentence, 1)), sentence
            clauses = Counter(re.split("; ", sentence.rstrip(".")))
            assert max(clauses.values()) == 1, sentence
            assert [one for one, other in pairwise(sentence.split()) if one == other and "“" not in one] == [], sentence
