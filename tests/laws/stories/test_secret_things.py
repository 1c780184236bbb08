"""A law of secret sheets: what others read names nothing that is on them, neither by its name nor by its key."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.model.speaker import NARRATOR, SPECTATOR
from domain.text.phrases import as_words
from events.format.envelope import redact
from service.encounters.visibility import view_record
from tests.laws.fights import Fights, RandomFight
from tests.laws.stories.test_spoken_lines import QUOTED
from tests.laws.stories.test_stories import told
from tests.rules.rulesets import some_situations
from tests.tiers import long

MOST_COMMANDS = 60
NAMELESS = ("s3", "yin_yang")
"""The rulesets that tell what is used of a secret sheet without its name; in Ticks a weapon that strikes is shown."""


def words_for(names: dict[str, str]) -> Iterator[str]:
    """Yield the words for things among names: their names, and their keys as words."""
    for key, name in names.items():
        owner, slash, thing = key.rpartition("/")
        if slash and not owner.startswith("prompt-"):
            yield name
            yield as_words(thing.rpartition(":")[2])


def skills_in(value: Any) -> Iterator[str]:
    """Yield the skills and abilities that records show, which may have the names of weapons."""
    if isinstance(value, dict):
        yield from [one for key, one in value.items() if key in ("ability", "skill") and isinstance(one, str)]
        value = [*value.values()]
    if isinstance(value, list):
        for one in value:
            yield from skills_in(one)


def words_of(words: set[str]) -> re.Pattern[str]:
    """Return the pattern of any of the words; what is shown as a throwing knife does not name a knife."""
    found = [re.escape(word) for word in sorted(words) if len(word) > 2]
    return re.compile(rf"\b({'|'.join(found)})\b") if found else re.compile("(?!)")


@pytest.mark.parametrize("seed", [pytest.param(16, id="16"), *[long(one, name=str(one)) for one in (1, 6, 11)]])
@some_situations
def test_a_spectator_reads_of_no_thing_on_a_secret_sheet(fights: Fights[Any], name: str, seed: int) -> None:
    if fights.ruleset.key not in NAMELESS:
        return
    played, hidden, shown = RandomFight(fights, name, seed), set[str](), set[str]()
    assert played.masked
    for _ in played.play(MOST_COMMANDS):
        whole, seen = (fights.ruleset.names(played.fight, one) for one in (NARRATOR, SPECTATOR))
        hidden |= {*words_for({key: whole[key] for key in whole.keys() - seen.keys()})}
        shown |= {*words_for(seen), *seen.values()}
    records = [view_record(record, SPECTATOR) for record in played.recording.records]
    shown |= {
        word for skill in skills_in([json.loads(redact(one)) for one in records]) for word in (skill, as_words(skill))
    }
    texts = [text for entry in told(played.recording, records) for text in (entry.sentence, entry.why)]
    secret, longer = words_of(hidden - shown), words_of({word for word in shown if " " in word})
    assert [text for text in texts if secret.search(longer.sub("", QUOTED.sub("", text)))] == []
