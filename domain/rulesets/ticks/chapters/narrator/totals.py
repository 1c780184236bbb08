"""Totals: a statistic times a skill, and what raises it (TK-TEST-1 to TK-TEST-7, TK-HELP)."""

from collections.abc import Iterable

from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import MOST_SKILL

HELP_WITHOUT_SKILL = 3
"""What a helper without the skill adds (TK-HELP-2)."""


def part_of(options: Options, number: int, divisor: int) -> int:
    """A half or a quarter, rounded as the option says (TK-TEST-9, TK-RUL-2)."""
    return -(-number // divisor) if options.fractions == "up" else number // divisor


def effective(level: int, *, role_play: bool = False, luck: int = 0, extra: int = 0) -> int:
    """The skill in effect: role-play does not lift it above the highest, luck and the rest do (TK-TEST-7, TK-RUL-4).

    TK-ROLE-3 and TK-LUCK-2 say so of each.
    """
    lifted = role_play and level < MOST_SKILL
    return level + lifted + luck + extra


def total(options: Options, statistic: int, level: int | None) -> int:
    """Statistic times skill; without the skill its half (TK-TEST-4); with no skill at all the statistic (TK-TEST-3).

    The unskilled who spend luck have a level above 0, and no half is taken (TK-LUCK-3, TK-RUL-3).
    """
    if level is None:
        return statistic
    return statistic * level if level else part_of(options, statistic, 2)


def help_of(fight: Fight, helpers: Iterable[str], statistic: str, skill: str) -> int:
    """What helpers add to a total (TK-HELP-1 to TK-HELP-4)."""
    return sum(_help(fight.options, fight.people[name], statistic, skill) for name in helpers)


def _help(options: Options, helper: Person, statistic: str, skill: str) -> int:
    """What one of them adds; neither luck nor role-play raises it (TK-HELP-8)."""
    own = helper.statistics.get(statistic)
    return HELP_WITHOUT_SKILL if own is None or not helper.level(skill) else part_of(options, own, 2)
