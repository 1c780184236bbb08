"""A law of words: a thing has one name in menus, in prompts, on the table and in the story.

For each ruleset, words that a menu or the story once had beside another name of the same thing, each with that name.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from domain.ruleset.offering import declarations
from tests.laws.fights import Fights
from tests.laws.menus import as_json
from tests.laws.stories.test_spoken_lines import QUOTED, sentences_in
from tests.rules.recording.record_stories import path_of
from tests.rules.rulesets import FIGHTS

OTHERWISE: Final[Mapping[str, Mapping[str, str]]] = {
    "black_dice": {
        r"another throw|throws? again|(?:first|second|better|the) throw\b": "roll",
        r"into (?:a|the) throw\b": "roll",
        r"\bprone\b": "on the ground",
        r"every weapon away": "all weapons away",
        r"\bdie fewer|\bdice fewer|more dice? on": "penalty die, bonus die",
        r"story changes so": "as asked",
        r"meets? a peril": "gets into danger",
        r"something light|\bdrinks wine(?! or)": "light alcohol, wine or liqueur",
        r"\ba collapse\b": "a collapsing building",
    },
    "s3": {
        r"\bprone\b": "on the ground",
        r"\bsuccess(?:es)?\b": "heads",
        r"\bengaged with\b": "beside",
        r"\bunseen by\b|out of sight of": "hidden from",
        r"\bgrapple\b against": "pins, fails to pin",
        r"\btussle\b": "throws, fails to throw",
        r"hide-and-seek": "hides from",
        r"gets? away from|get away\b": "flee",
        r"\bthroat of\b|\bchokes?\b": "strangle",
        r"\blooks for\b": "searches for",
    },
    "yin_yang": {
        r"\bnobody\b": "no one",
        r"\bescapes?\b": "gets away",
        r"^deny$": "do not allow",
        r"something worse than": "an adverse effect",
    },
}
SLOT: Final = re.compile(r"\{\w+\??:?([^}]*)\}")
"""A slot, whose nouns are said and whose name is not."""
BLAND: Final = ("Yes", "No")
"""Labels that do not say what is chosen."""
PLAIN: Final = ("true", "false")
"""The values that have such labels in every ruleset, for a field that is asked as a question."""


def menus(fights: Fights[Any]) -> Iterator[str]:
    """Yield the labels of a ruleset, its questions, and the phrases of its forms."""
    ruleset = fights.ruleset
    yield from ruleset.labels.table.values()
    yield from (kind.question for kind in ruleset.prompts.values())
    for form in as_json(declarations(ruleset, narrator=True))["forms"].values():
        yield from (form["label"], form.get("phrase", ""))


@pytest.mark.parametrize(
    "fights", [one for one in FIGHTS if one.ruleset.key in OTHERWISE], ids=lambda fights: fights.ruleset.key
)
def test_menus_and_the_story_have_the_same_words(fights: Fights[Any]) -> None:
    stories = path_of(fights)
    recorded = [*stories.read_text("utf-8").splitlines(), *sentences_in(stories.with_name("sentences.txt"))]
    texts = [*[SLOT.sub(r"\1", text) for text in menus(fights)], *[QUOTED.sub("“…”", line) for line in recorded]]
    found = {
        (word, text) for word in OTHERWISE[fights.ruleset.key] for text in texts if re.search(word, text, re.IGNORECASE)
    }
    assert found == set()
    assert [key for key, label in fights.ruleset.labels.table.items() if label in BLAND and key not in PLAIN] == []
