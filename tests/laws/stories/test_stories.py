"""Laws of the story of every ruleset over random fights, as the narrator and as a spectator read it, and over the
demonstrations.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest

from domain.model.speaker import NARRATOR, SPECTATOR
from domain.story.exchanges import MOST_LINES
from domain.story.shapes import Entry
from events.projections.story import Story, by_batch
from events.projections.told_events import EventTeller
from service.encounters.visibility import view_record
from tests.laws.fights import Fights, RandomFight
from tests.laws.invariants import RAW, SENTENCE
from tests.laws.stories.exchanges import exchanges_of, lines_by_exchange
from tests.recording import Recording
from tests.rules.demonstrations import demonstration
from tests.rules.rulesets import FIGHTS, some_situations
from tests.tiers import long

MOST_COMMANDS = 90
SHARE = 4
"""The lines of level 1 of a demonstration are at most this part of the events that have a sentence."""
with_levels = pytest.mark.parametrize(
    "fights", [one for one in FIGHTS if one.aloud], ids=lambda fights: fights.ruleset.key
)


def told(recording: Recording, records: Sequence[bytes]) -> list[Entry]:
    return list(Story(recording.ruleset, recording.codec).entries(records))


def views(played: RandomFight[Any]) -> Iterator[list[bytes]]:
    for speaker in (NARRATOR, SPECTATOR):
        yield [view_record(record, speaker) for record in played.recording.records]


def assert_in_plain_words(entry: Entry, key: str) -> None:
    assert "".join(part.text for part in entry.parts) == entry.sentence
    texts = [entry.sentence, entry.why, *[throw.purpose for throw in entry.throws]]
    for text in texts:
        assert not re.search(rf"{RAW}|\b(core|{key})\.", re.sub("“[^”]*”", "", text)), entry
    assert SENTENCE.fullmatch(entry.sentence), entry


def assert_everything_is_told_once(recording: Recording, records: Sequence[bytes], entries: Sequence[Entry]) -> None:
    """Assert that each sentence is a line, or a detail of a line of the same or an earlier batch."""
    lines = {entry.version: entry for entry in entries if entry.level == 1}
    details = {entry.version: entry for entry in entries if entry.level > 1}
    assert len(lines) + len(details) == len(entries)
    for told_flat in EventTeller(recording.ruleset).told_all(recording.codec, records):
        version = told_flat.version
        if told_flat.sentence is None:
            assert version not in details
        elif version in details:
            assert details[version].sentence == told_flat.sentence
            of = details[version].of
            assert of is None or lines[of].batch <= details[version].batch
        else:
            assert lines[version].since is None
            assert lines[version].sentence == told_flat.sentence
    if lines:
        first = min(lines)
        assert all(entry.of is not None for entry in details.values() if entry.batch >= lines[first].batch)


def assert_batches_stand_by_themselves(recording: Recording, records: Sequence[bytes], entries: list[Entry]) -> None:
    """Assert that what is told of a batch does not depend on what comes after it."""
    ends = [batch for batch, _ in groupby(recording.codec.decode(record)[0].batch for record in records)]
    for end in ends[1::3]:
        assert told(recording, records[: end - 1]) == [entry for entry in entries if entry.batch < end]


def assert_nothing_is_told_of_earlier_batches(
    recording: Recording, records: Sequence[bytes], entries: list[Entry]
) -> None:
    """Assert that each batch adds its own entries, which tell up to one of its versions."""
    story, found = Story(recording.ruleset, recording.codec), list[Entry]()
    for first, batch in by_batch(records):
        new = story.entries(batch)
        assert all(first == entry.batch <= entry.version < first + len(batch) for entry in new), new
        found += new
    assert found == entries


def assert_each_level_is_told_without_the_others(
    recording: Recording, records: Sequence[bytes], entries: list[Entry]
) -> None:
    for deepest in (1, 2):
        found = Story(recording.ruleset, recording.codec, deepest=deepest).entries(records)
        assert found == [entry for entry in entries if entry.level <= deepest]


def assert_the_big_facts_are_lines(
    played: RandomFight[Any], records: Sequence[bytes], entries: Sequence[Entry]
) -> None:
    """Assert that each is told in a line, unless its exchange still asks something at the end."""
    exchanges = exchanges_of(played.recording)
    spans = [(entry.since or entry.version, entry.version) for entry in entries if entry.level == 1]
    sentences = list(EventTeller(played.ruleset).told_all(played.recording.codec, records))
    for flat, record in zip(sentences, records, strict=True):
        event = played.recording.codec.decode(record)[1]
        is_over = exchanges.first[flat.batch] not in exchanges.open
        if type(event) in played.fights.aloud and flat.sentence and is_over:
            assert any(first <= flat.version <= last for first, last in spans), flat


@pytest.mark.parametrize("seeds", [pytest.param(range(1), id="0"), long(range(1, 6), name="1-5")])
@some_situations
def test_the_laws_of_the_story_hold_in_random_fights(fights: Fights[Any], name: str, seeds: range) -> None:
    for seed in seeds:
        played = RandomFight(fights, name, seed)
        for _ in played.play(MOST_COMMANDS):
            pass
        for records in views(played):
            entries = told(played.recording, records)
            for entry in entries:
                assert_in_plain_words(entry, fights.ruleset.key)
            assert_everything_is_told_once(played.recording, records, entries)
            assert_nothing_is_told_of_earlier_batches(played.recording, records, entries)
            assert_batches_stand_by_themselves(played.recording, records, entries)
            assert_each_level_is_told_without_the_others(played.recording, records, entries)
            assert_the_big_facts_are_lines(played, records, entries)


@with_levels
def test_a_demonstration_is_told_in_a_quarter_of_its_sentences_and_three_lines_an_exchange(fights: Fights[Any]) -> None:
    recording = demonstration(fights.ruleset.key)
    lines = [entry for entry in told(recording, recording.records) if entry.level == 1]
    flat = EventTeller(recording.ruleset).told_all(recording.codec, recording.records)
    assert len(lines) * SHARE <= sum(1 for entry in flat if entry.sentence)
    exchanges = lines_by_exchange(recording, lines)
    assert {first: told for first, told in exchanges.items() if len(told) > MOST_LINES} == {}
