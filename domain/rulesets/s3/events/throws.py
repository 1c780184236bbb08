"""Facts of throwing: coins, flips, and how the results compare (S3-THROW, S3-OPP)."""

from typing import Annotated, ClassVar, Final

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.s3 import said
from domain.rulesets.s3.words import Call
from domain.text.sentences import Spoken

WON: Final = {True: "wins", False: "loses"}
NONE: Final = {0: "none"}
PASSED: Final = {True: "passes", False: "fails", None: "fails"}


class CoinsThrown(Event, frozen=True, kw_only=True):
    """A throw (S3-THROW-10): whose, of what, the terms that its coins are made of, the faces, the result.

    ``successes`` are heads that are added without a throw (``equipment_bonus=successes``).
    """

    type: ClassVar[str] = "s3.coins_thrown"
    combatant: Annotated[str, Spoken(said.thrower)]
    label: Annotated[str, Spoken(said.THROWN_FOR)]
    terms: Annotated[tuple[tuple[str, int], ...], Spoken(said.terms_of)]
    draw: Annotated[Draw, Spoken(said.fallen)]
    result: int
    thrower: str
    successes: int = 0

    def says(self) -> str:
        if self.successes and not self.terms:
            return "{combatant} gets {successes:head} for equipment."
        if not self.draw.coins:
            more = ", but {successes:head} for equipment" if self.successes else ""
            return f"{{combatant}} has no coins to throw for {{label}}{{terms}}{more}."
        more = " and {successes} more for equipment" if self.successes else ""
        return f"{{combatant}} throws for {{label}}: {{draw.faces:coin}}{{terms}}{{draw}}{more}."


class CoinFlipped(Event, frozen=True, kw_only=True):
    """A tie was settled by one coin (S3-OPP-4). Nobody calls where no PC is in the check (S3-OPP-6)."""

    type: ClassVar[str] = "s3.coin_flipped"
    actor: Annotated[str, Spoken(said.side_of)]
    opponent: Annotated[str, Spoken(said.side_of)]
    draw: Annotated[Draw, Spoken(said.flipped)]
    winner: str
    caller: str | None = None
    called: Call | None = None

    def says(self) -> str:
        winner, loser = ("actor", "opponent") if self.winner == self.actor else ("opponent", "actor")
        return f"The coin lands {{draw}}: {{{winner}}} wins the tie with {{{loser}}}."


class ContestSettled(Event, frozen=True, kw_only=True):
    """Two results were compared (S3-OPP-1): the task, both results, the margin, who won."""

    type: ClassVar[str] = "s3.contest_settled"
    task: Annotated[str, Spoken(said.task)]
    actor: str
    opponent: Annotated[str, Spoken(said.anybody)]
    actor_result: int
    opponent_result: int
    won: Annotated[bool, Spoken(WON)]
    margin: int

    def says(self) -> str:
        """Tell the comparison; how a tie ends is told by its coin."""
        if self.actor_result == self.opponent_result:
            return ""
        if self.task == "initiative" and not self.won:
            return "{opponent} wins {task} against {actor}, {opponent_result} to {actor_result}."
        return "{actor} {won} {task} against {opponent}, {actor_result} to {opponent_result}."


class CheckSettled(Event, frozen=True, kw_only=True):
    """An unopposed check was read off (S3-THROW-11); without need only its result counts."""

    type: ClassVar[str] = "s3.check_settled"
    combatant: str
    skill: Annotated[str, said.AS_WORDS]
    result: int
    need: Annotated[int | None, Spoken(NONE)] = None
    passed: Annotated[bool | None, Spoken(PASSED)] = None

    def says(self) -> str:
        if self.need is None:
            return "{combatant} gets {result:head} at {skill}."
        return "{combatant} {passed} the {skill} check: {result:head}, {need} needed."


THROW_EVENTS: tuple[type[Event], ...] = (CoinsThrown, CoinFlipped, ContestSettled, CheckSettled)
