"""Contests between two, as the tests of duels play them: Bishop is red, the Knight black, and both draw three cards."""

from typing import Any

from domain.rulesets.yin_yang.commands import Contest, Contestant
from tests.rules.yin_yang.specification import Specification, fight, given, in_turn, newcomer

KNIGHT = newcomer("knight", side="foes", colour="black")
RED_WINS = ["bishop: 2H 3H 4C", "knight: 2H 3H 4D"]
"""Bishop counts 2, the Knight nothing."""
BLACK_WINS = ["bishop: 2C 3C 4C", "knight: 2C 3H 4D"]
"""Bishop counts nothing, the Knight 1."""
STAKE = "the seat at the window"


def contest(first: str = "bishop", second: str = "knight", **fields: Any) -> Contest:
    """An opposed test on Will."""
    one, other = (Contestant(combatant=combatant, attributes=("will",)) for combatant in (first, second))
    return Contest(first=one, second=other, stake=STAKE, **fields)


def duel(kept: str, *more: str, turn: bool = False, **options: Any) -> Specification:
    """A contest in which Bishop and the Knight keep these two cards, and then draw these flurries."""
    one, other = kept.split()
    steps = (in_turn(),) if turn else ()
    cards = [f"bishop: {one}", f"knight: {other}", *more]
    return given(fight("bishop", KNIGHT, **options), *steps).when(contest(), throws=cards)


def actions(spec: Specification, combatant: str) -> tuple[int, int]:
    """What somebody has in hand, and beside it."""
    assert spec.refusal is None, spec.refusal
    person = spec.fight.people[combatant]
    return person.hand, person.extra
