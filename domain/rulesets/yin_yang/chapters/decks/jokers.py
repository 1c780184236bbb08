"""Jokers that are kept in tests: two extra actions, or the end of one's turn (YY-JOKER).

That a White Joker beats everything and a Coloured Joker is the worst of cards is said in ``ranking``; whose take
effect, in ``verdicts``, ``stakes``, ``tests`` and ``contests``, where the cards have fallen.
"""

from typing import ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.decks.grants import COLOURED, WHITE, CardsGranted
from domain.rulesets.yin_yang.chapters.decks.hands import discard, gain_extra
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.tables import ACTIONS_OF_WHITE_JOKER
from domain.story.told import Told


class TurnCancelled(Event, frozen=True, kw_only=True):
    """A Coloured Joker has ended somebody's turn (YY-JOKER-8)."""

    type: ClassVar[str] = "yin_yang.turn_cancelled"
    words = "Turn cancelled"
    told = Told(brief="{combatant} | can do nothing more this turn (Coloured Joker)", last=True)
    says = "{combatant} can do nothing more this turn."
    example = {"combatant": "hei"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].cancelled = True


def reward(decision: Decision[Fight], combatant: str, reason: str = WHITE) -> None:
    """A White Joker that has won, or a Confrontation won as with one, gives two extra actions (YY-JOKER-2).

    Bonus cards for the whole next turn come with them where the option says how many (YY-JOKER-6). Between turns there
    is neither (YY-JOKER-5). The reading is that of YY-RUL-35.
    """
    fight = decision.state
    if fight.phase == "turn":
        gain_extra(decision, combatant, ACTIONS_OF_WHITE_JOKER, reason)
        _give_next_turn(decision, combatant, fight.options.white_joker_cards, reason)


def cancel(decision: Decision[Fight], combatant: str) -> None:
    """A Coloured Joker cancels all that is left of somebody's turn (YY-JOKER-8), whatever it was kept in (YY-JOKER-9).

    Penalty cards for the whole next turn come with it where the option says how many (YY-JOKER-11). Between turns only
    the failure counts (YY-JOKER-10).
    """
    fight, entered = decision.state, decision.cause
    if fight.phase == "turn":
        decision.cause = decision.record(TurnCancelled(combatant=combatant))
        discard(decision, combatant, COLOURED)
        _give_next_turn(decision, combatant, -fight.options.coloured_joker_cards, COLOURED)
    decision.cause = entered


def _give_next_turn(decision: Decision[Fight], combatant: str, cards: int, reason: str) -> None:
    """Bonus cards, or below 0 penalty cards, on every test of the whole next turn."""
    if cards:
        decision.record(CardsGranted(combatant=combatant, cards=cards, on="tests", lasting="next_turn", reason=reason))


JOKERS: Chapter[Fight] = Chapter(events=(TurnCancelled,))
