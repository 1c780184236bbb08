"""The clock of Ticks: the round, the count of its phase, and the seconds since the beginning (TK-COMBAT, TK-OPT-8)."""

from domain.rulesets.ticks.chapters.declaring.starts import FIRST_TICK, LAST_TICK, start_of
from domain.rulesets.ticks.state import Fight
from domain.table.look import Look
from domain.table.shapes import Clock, Count


def clock(look: Look[Fight]) -> Clock:
    """Return the round with its tick, or what is between rounds; the seconds stand still in a round (TK-DYING-6)."""
    fight = look.state
    return Clock(
        label=_label(look),
        phase=look.label(fight.phase, "phase"),
        round=fight.round,
        count=_count(look) if fight.in_round else None,
        seconds=fight.clock,
    )


def _label(look: Look[Fight]) -> str:
    fight = look.state
    if not fight.in_combat:
        return look.label("no_combat", "text")
    if not fight.in_round:
        return look.said("after_round", round=fight.round) if fight.round else look.label("before_round", "text")
    if not fight.tick:
        return look.said("in_round", round=fight.round)
    return look.said("on_tick", round=fight.round, tick=fight.tick)


def _count(look: Look[Fight]) -> Count:
    """Return the count up of declarations (TK-DECL-1), or the count down from the highest start (TK-RES-1).

    The highest start is that of all, secret sheets among them, since the story tells it.
    """
    fight, label = look.state, look.label("tick", "text")
    if fight.phase == "declaration":
        return Count(label, fight.tick, FIRST_TICK, LAST_TICK, "up")
    highest = max([fight.tick, *map(start_of, look.whole.people.values())])
    return Count(label, fight.tick, highest, 1, "down", fight.closed)
