"""Who waits for what: Hanna or Pell defers, others do what may be waited for, and every tick from 20 on is open."""

from collections.abc import Mapping
from typing import Any

from domain.core.commands import Command, Join
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.strikes import ConditionMet
from tests.rules.ticks.playing import EVADE, Declared, Play
from tests.rules.ticks.specification import newcomer

WATCH = newcomer("sable", at=(0, 50))
"""Evades far away, so that every tick is open; nobody waits for her."""
DOOR = ask.DefineArea(name="door", squares=(ask.SquareSheet(x=6, y=0), ask.SquareSheet(x=6, y=1)))


def walker(name: str = "ash", **sheet: Any) -> Join:
    """Somebody plain who walks."""
    return newcomer(name, **{"QUI": 12, "at": (5, 0), **sheet})


def waiting(
    deferrer: Join | str,
    declared: Declared,
    *others: Join,
    plans: dict[str, Any] | None = None,
    first: tuple[Command, ...] = (),
    doing: dict[str, Any] | None = None,
    asks: Mapping[str, tuple[str, ...]] | None = None,
    **options: Any,
) -> Play:
    """A round in which somebody defers; others do what is said, or nothing. ``first`` is said before it begins."""
    play = Play(deferrer, *others, WATCH, asks=asks, **options).send(*first)
    name = deferrer if isinstance(deferrer, str) else str(deferrer.id)
    return play.round(plans, **{name: declared, "sable": EVADE, **(doing or {})})


def put(name: str, x: int, y: int = 0, at: int | None = None) -> ask.PlaceCombatant:
    return ask.PlaceCombatant(combatant=name, to=ask.SquareSheet(x=x, y=y), at=at)


def sight(target: str, visible: bool, at: int | None = None, observer: str = "pell") -> ask.SetSight:
    return ask.SetSight(observer=observer, target=target, visible=visible, both=False, at=at)


def met(play: Play) -> list[tuple[int, str, str]]:
    """On which ticks, in which stages and by whom conditions were met."""
    return [(tick, event.stage, event.by) for tick, event in play.log if isinstance(event, ConditionMet)]
