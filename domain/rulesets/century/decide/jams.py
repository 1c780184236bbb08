"""Clearing jams (CE-CRIT-17)."""

from domain.rulesets.century.state import Fight
from domain.table import Table


def clear_jams(table: Table[Fight]) -> None:
    """At the end of a round the jams that were worked on all of it are cleared (CE-END-2)."""
