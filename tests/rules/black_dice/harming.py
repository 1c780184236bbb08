"""Harm as tests inflict it: hits in an exchange, perils that nobody avoids, marks that are there already."""

from collections.abc import Iterable
from typing import Any

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.events.harm import BeganDying, DamageCounted, FellUnconscious, HealthLost
from domain.rulesets.black_dice.events.rounds import AgendaSet
from domain.rulesets.black_dice.events.throws import DiceThrown, Terms
from domain.rulesets.black_dice.tables import INTENSITIES
from domain.rulesets.black_dice.words import Mark
from tests.rules.black_dice.clashes import agenda, clash, duel, fell
from tests.rules.black_dice.specification import Specification, Step, fight, given, round_of

RESOLVE = ask.Resolve()
END = ask.EndRound()


def struck(
    one: str | Join = "vane", other: str | Join = "pryce", *steps: Step, weapon: str = "cutlass", **options: Any
) -> Specification:
    """One is about to hit the other, an easy target whom nothing injures for good unless it is a player's."""
    names = [join.id if isinstance(join, Join) else join for join in (one, other)]
    return duel(
        one,
        other,
        agenda(clash(f"{names[0]} {weapon}", f"{names[1]} easy_target")),
        *steps,
        **{"injury_for": "players", **options},
    )


def peril(victim: str, dice: int, **changes: Any) -> ask.Peril:
    """A peril of so many dice that cannot be avoided."""
    intensity = next(key for key, row in INTENSITIES.items() if dice <= row.most)
    return ask.Peril(victims=(victim,), intensity=intensity, dice=dice, avoidance="none", **changes)


def hurts(points: int, dice: int | None = None) -> str:
    """The throw of a peril that does so many points."""
    return fell("world", f"{dice or points}/{points}")


def at_end(*joins: str | Join, steps: Iterable[Step] = (), number: int = 1, **options: Any) -> Specification:
    """A round in which everybody takes part, with nothing left to resolve, before these steps."""
    names = [join.id or "" if isinstance(join, Join) else join for join in joins]
    return given(fight(*joins, **options), *round_of(*names, number=number), AgendaSet((), ()), *steps)


def knocked_out(name: str) -> Event:
    """Somebody lies unconscious by wounds."""
    return FellUnconscious(name, "wounds")


def dying(name: str, rounds: int, *, track: int) -> tuple[Event, ...]:
    """Somebody is dying, with so many rounds left."""
    lost = HealthLost(name, track, "normal", track, 0, -8)
    return lost, FellUnconscious(name, "wounds"), BeganDying(name, rounds)


def counted(spec: Specification, combatant: str | None = None) -> list[tuple[Terms, int, Mark]]:
    """What the damage of the last command comes to: its terms, points and mark."""
    return [
        (event.terms, event.points, event.mark)
        for event in spec.events
        if isinstance(event, DamageCounted) and combatant in (None, event.combatant)
    ]


def labels(spec: Specification) -> list[str]:
    """What was thrown for by the last command, in this order."""
    return [event.label for event in spec.events if isinstance(event, DiceThrown)]
