"""Opposed tests: two tests are compared (YY-OPP)."""

from typing import Annotated, ClassVar, Final

import msgspec

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang import said
from domain.rulesets.yin_yang.chapters.decks.drawing import Result
from domain.rulesets.yin_yang.chapters.decks.ranking import Rank, rank
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import Grade
from domain.story.told import Told
from domain.text.sentences import Spoken

WHY_DECIDED: Final = {
    "success": "only one of them succeeds",
    "better": "the better card wins",
    "ability": "the cards are equal, and the better ability wins",
    "caller": "cards and abilities are equal, and the caller has the advantage",
}


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """One party's part in an opposed test: the version of its test, and what it comes to."""

    combatant: str
    test: int
    grade: Grade
    success: bool
    number: int | None = None
    rating: int = 0


class OppositionDecided(Event, frozen=True, kw_only=True):
    """Two tests were compared (YY-OPP): who wins, if one does, and why; a Confrontation may follow instead."""

    type: ClassVar[str] = "yin_yang.opposition_decided"
    words = "Opposed test decided"
    example = {
        "first": {"combatant": "hei", "test": 717, "grade": "king", "success": True},
        "second": {"combatant": "trooper", "test": 720, "grade": "king", "success": True},
        "winner": "hei",
        "reason": "caller",
    }
    first: Annotated[Side, Spoken(said.party)]
    second: Annotated[Side, Spoken(said.party)]
    winner: str | None
    reason: Annotated[str, Spoken(WHY_DECIDED)]

    @property
    def loser(self) -> str:
        first, second = self.first.combatant, self.second.combatant
        return second if self.winner == first else first

    @property
    def figure(self) -> Annotated[str, Spoken(said.FIGURES)]:
        """The figure that both keep; two Jokers may be of different kinds (YY-RUL-28)."""
        return self.first.grade if self.first.grade == self.second.grade else "joker"

    def says(self) -> str:
        """The exchange or the contest tells that both fail."""
        if self.winner is None:
            return "" if self.reason == "both_fail" else "{first} and {second} both keep {figure}."
        return "{winner} is ahead of {loser}: {reason}."

    def brief(self) -> str:
        """Tell a tie, after which the narrator may have to say whether there is a Confrontation."""
        return "both {first} and {second} keep {figure}" if self.winner is None and self.says() else ""

    def explains(self) -> bool:
        return self.winner is not None

    told = Told(brief=brief, explains=explains, source="winner", target="loser")


SAME_FIGURE: frozenset[Grade] = frozenset({"queen", "king", "white_joker", "coloured_joker"})
"""Figures that make a Confrontation where both keep them (YY-CONF-1); Jacks do where the option says so."""
JOKERS: frozenset[Grade] = frozenset({"white_joker", "coloured_joker"})


class Verdict(msgspec.Struct, frozen=True):
    """Who wins an opposed test, if anybody does, and why; with ``figure`` a Confrontation decides (YY-OPP-4)."""

    winner: str | None
    reason: str
    figure: bool = False


def compare(options: Options, first: Result, second: Result, *, deny: bool = False) -> Verdict:
    """Compare two tests, ``first`` being the caller's (YY-OPP-2 to YY-OPP-6, YY-RUL-24).

    ``deny`` says that there is no Confrontation: then the same figures tie like the same numbers (YY-CONF-14).
    """
    if not deny and is_confrontation(options, first.grade, second.grade):
        return Verdict(None, "confrontation", figure=True)
    if not first.success and not second.success:
        return Verdict(None, "both_fail")
    if first.success != second.success:
        return Verdict(first.combatant if first.success else second.combatant, "success")
    one, other = _worth(first), _worth(second)
    if one != other:
        return Verdict(first.combatant if one > other else second.combatant, "better")
    if first.rating != second.rating:
        return Verdict(first.combatant if first.rating > second.rating else second.combatant, "ability")
    return Verdict(first.combatant, "caller")


def is_confrontation(options: Options, one: Grade, other: Grade) -> bool:
    """Whether two kept cards are the same figure (YY-CONF-1 to YY-CONF-3)."""
    if one != other:
        return options.joker_confrontation == "any" and {one, other} == JOKERS  # YY-RUL-28
    return one in SAME_FIGURE or (one == "jack" and options.jack_confrontation)  # YY-RUL-27


def oppose(decision: Decision[Fight], first: Result, second: Result, *, deny: bool = False) -> Verdict:
    """Compare two tests and put on record how they compare."""
    verdict = compare(decision.state.options, first, second, deny=deny)
    decided = OppositionDecided(first=_side(first), second=_side(second), winner=verdict.winner, reason=verdict.reason)
    decision.cause = decision.record(decided, cause=second.test)
    return verdict


def _worth(result: Result) -> Rank:
    """Of successes only the card counts, not how far below its target value it lies (YY-OPP-3)."""
    return (0, 0) if result.kept is None else rank(result.kept, result.target)


def _side(result: Result) -> Side:
    return Side(result.combatant, result.test, result.grade, result.success, result.number, result.rating)


OPPOSED: Chapter[Fight] = Chapter(events=(OppositionDecided,))
