"""Ash is busy with something under the action Other, while every tick from 20 on is open."""

from typing import Any

from domain.core.commands import Join
from tests.rules.ticks.playing import EVADE, Declared, Play
from tests.rules.ticks.specification import newcomer

THINGS: tuple[dict[str, Any], ...] = (
    {"key": "knife"},
    {"key": "hatchet", "place": "carried"},
    {"key": "pistol", "loaded": 2, "spare": 9, "place": "carried"},
)


def other(kind: str, **details: Any) -> dict[str, Any]:
    return {"action": "other", "kind": kind, **details}


def ash(**sheet: Any) -> Join:
    return newcomer("ash", **{"QUI": 12, "things": THINGS, **sheet})


def busy(declared: Declared, *others: Join, first: tuple[Any, ...] = (), plans: Any = None, **sheet: Any) -> Play:
    """Ash, of quickness 12, does this; Sable evades, so that every tick from 20 on is open."""
    play = Play(ash(**sheet), newcomer("birch", at=(0, 1)), *others, newcomer("sable", at=(0, 50))).send(*first)
    return play.round(plans, ash=declared, sable=EVADE)
