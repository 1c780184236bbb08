"""Laws of what a menu says of forms that are filled in, of every system: what a player would not say is in none."""

import random
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from domain.model.speaker import NARRATOR, Speaker
from tests.laws.fights import Fights, RandomFight
from tests.laws.menus import Filler, Offer, menu_of, offers
from tests.laws.stories.test_spoken_lines import ONE_OF_MANY, QUOTED, SLIPS
from tests.rules.rulesets import some_situations
from tests.tiers import long
from yarrow_client.options.forms import Menu
from yarrow_client.options.phrases import sentence, text_of

MOST_COMMANDS: Final = 12
HYPHENS: Final = re.compile(r"(?<![\w.-])-\d")
"""A hyphen in the place of a minus sign."""
UNFILLED: Final = re.compile(r"[{}\[\]]")


def faults(said: str) -> list[str]:
    """Return what no menu says, such as two blanks, or *1 points*."""
    bare = QUOTED.sub("“…”", said)
    return [match[0] for pattern in (SLIPS, ONE_OF_MANY, HYPHENS, UNFILLED) for match in pattern.finditer(bare)]


def said_of(menu: Menu, offer: Offer, wire: dict[str, Any]) -> str:
    """Return what a menu says of an offer that is filled in: the sentence of a form, or the text of an answer."""
    if offer.form is not None:
        return sentence(menu, offer.form, wire)
    return text_of(menu, offer.answer or {}, wire["answer"])


def all_said(fights: Fights[Any], played: RandomFight[Any], chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield what menus say in one state, of forms filled in without free text, each with the name of the offer."""
    acting = fights.acting(played.fight) or next(iter(fights.persons(played.fight)))
    for speaker in (NARRATOR, Speaker("player", (acting,))):
        menu = menu_of(fights.ruleset, played.fight, speaker)
        filler = Filler(menu, chance)
        for offer in offers(menu):
            wire = filler.fill(offer)
            if wire is not None:
                yield offer.name, said_of(menu, offer, wire)


@pytest.mark.parametrize("seeds", [pytest.param(range(50, 51), id="50"), long(range(51, 55), name="51-54")])
@some_situations
def test_a_menu_says_what_a_player_would(fights: Fights[Any], name: str, seeds: range) -> None:
    for seed in seeds:
        played, chance = RandomFight(fights, name, seed), random.Random(seed)
        for _ in played.play(MOST_COMMANDS):
            said = list(all_said(fights, played, chance))
            assert [(offer, text) for offer, text in said if faults(text)] == []


@pytest.mark.parametrize(
    "said", ["Turn -2 degrees.", "Wait  here", "Spend 1 points of luck", "Go to {place}", "Go , now"]
)
def test_the_law_finds_what_breaks_it(said: str) -> None:
    assert faults(said)
