"""Turns: their beginning and end, who may call, and holding back (YY-ACT, YY-ORD-2, YY-ORD-3)."""

from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.state import Fight, Person
from domain.table import Table


def start_turn(table: Table[Fight], command: ask.StartTurn) -> None:
    """Start a turn (YY-ORD-2)."""
    raise NotImplementedError


def end_turn(table: Table[Fight], command: ask.EndTurn) -> None:
    """End the turn (YY-ORD-3)."""
    raise NotImplementedError


def hold(table: Table[Fight], command: ask.Hold) -> None:
    """Call nothing for now (YY-ACT-6)."""
    raise NotImplementedError


def require_call(fight: Fight, person: Person) -> None:
    """Refuse a call that needs a turn, or that others have to let pass first.

    Calls that also go between turns (a test, a tend, acting together) ask this in a turn only.
    """
    raise NotImplementedError


def note_standoff(table: Table[Fight]) -> None:
    """Record that all who could call hold back (YY-ACT-7)."""
    raise NotImplementedError
