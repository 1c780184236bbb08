"""Ties of initiative: who acts before whom, and who acts together (CE-TIE)."""

from collections.abc import Mapping
from itertools import groupby

from domain.rulesets.century.decide.abilities import AVERAGE
from domain.rulesets.century.events.rounds import TieBroken
from domain.rulesets.century.state import Fight
from domain.table import Table

Group = tuple[str, ...]


def groups_of(table: Table[Fight], scores: Mapping[str, int]) -> tuple[Group, ...]:
    """The groups of the round, the highest score first; FP users go before others of their score (CE-TIE-1, -2).

    With an option, Agility and dice break what is tied, and no group has more than one member (CE-TIE-10).
    """
    fight = table.state
    option = fight.options.tie_break

    def rank(name: str) -> tuple[int, bool]:
        return -scores[name], option != "agl_all" and not fight.people[name].fp_user

    tied = [tuple(group) for _, group in groupby(sorted(scores, key=rank), key=rank)]
    if option == "simultaneous":
        return tuple(tied)
    return tuple([(name,) for group in tied for name in _by_agility(table, group)])


def _by_agility(table: Table[Fight], group: Group) -> Group:
    """The higher Agility goes first; equal ones throw for it (CE-TIE-10)."""
    people = table.state.people

    def agility(name: str) -> int:
        return -people[name].scores.get("agl", AVERAGE)

    equal = [tuple(part) for _, part in groupby(sorted(group, key=agility), key=agility)]
    return tuple([name for part in equal for name in _by_dice(table, part)])


def _by_dice(table: Table[Fight], tied: Group) -> Group:
    """One die each, in the order of joining, the higher first; equal faces throw again (CE-TIE-10, CE-TIE-11)."""
    if len(tied) == 1:
        return tied
    faces: dict[str, int] = {}
    for name in tied:
        die = table.roll(name, "tie break", 1)
        table.record(TieBroken(name, die))
        faces[name] = die.dice[0]

    def face(name: str) -> int:
        return -faces[name]

    again = [tuple(part) for _, part in groupby(sorted(tied, key=face), key=face)]
    return tuple([name for part in again for name in _by_dice(table, part)])
