"""Facts of throwing: coins, flips, and how the results compare (S3-THROW, S3-OPP)."""

from typing import ClassVar

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.s3.words import Call


class CoinsThrown(Event, frozen=True):
    """A throw (S3-THROW-10): whose, of what, the terms that its coins are made of, the faces, the result.

    ``successes`` are heads that are added without a throw (``equipment_bonus=successes``).
    """

    type: ClassVar[str] = "s3.coins_thrown"
    combatant: str
    label: str
    terms: tuple[tuple[str, int], ...]
    draw: Draw
    result: int
    thrower: str
    successes: int = 0


class CoinFlipped(Event, frozen=True):
    """A tie was settled by one coin (S3-OPP-4). Nobody calls where no PC is in the check (S3-OPP-6)."""

    type: ClassVar[str] = "s3.coin_flipped"
    actor: str
    opponent: str
    draw: Draw
    winner: str
    caller: str | None = None
    called: Call | None = None


class ContestSettled(Event, frozen=True):
    """Two results were compared (S3-OPP-1): the task, both results, the margin, who won."""

    type: ClassVar[str] = "s3.contest_settled"
    task: str
    actor: str
    opponent: str
    actor_result: int
    opponent_result: int
    won: bool
    margin: int


class CheckSettled(Event, frozen=True):
    """An unopposed check was read off (S3-THROW-11); without need only its result counts."""

    type: ClassVar[str] = "s3.check_settled"
    combatant: str
    skill: str
    result: int
    need: int | None = None
    passed: bool | None = None


THROW_EVENTS: tuple[type[Event], ...] = (CoinsThrown, CoinFlipped, ContestSettled, CheckSettled)
