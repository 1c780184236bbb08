"""When somebody declares and from when it may act: declaration ticks, starts, quick draws (TK-DECL, TK-RES, TK-QD)."""

from collections.abc import Mapping
from typing import Final

from domain.rulesets.ticks.state import Person
from domain.rulesets.ticks.words import EVADE, Manoeuvre

FIRST_TICK, LAST_TICK = 5, 20
"""The count up (TK-DECL-1)."""
DELAYS: Final[Mapping[Manoeuvre, int]] = {"quick_draw_melee": 5, "quick_draw_ranged": 10}
"""How far below the start a quick draw comes (TK-QD-2, TK-QD-4, TK-RUL-37)."""
QUICK_DRAWS: Final = frozenset(DELAYS)


def declaration_tick(person: Person) -> int:
    """The tick on which somebody declares: its plain quickness, or the nearest end of the count (TK-DECL-2, TK-DECL-3).

    Neither luck nor the skill to evade moves it (TK-DECL-4). The reading is that of TK-RUL-11.
    """
    return min(LAST_TICK, max(FIRST_TICK, person.quickness))


def start_of(person: Person) -> int:
    """The tick from which somebody may act in this round; 0 for who has declared nothing.

    It is one's quickness with the luck on it (TK-RES-2); an evade begins earlier by its skill (TK-EVADE-1).
    """
    turn = person.turn
    declared = turn.declared
    if declared is None:
        return 0
    start = person.statistics["quickness"] + declared.luck.quickness + turn.hurried
    return start + person.level(EVADE) if declared.action == "evade" else start


def attack_from(person: Person) -> int:
    """The tick from which the strike may be made: a quick draw comes first (TK-RES-3), steps before it (TK-QD-5)."""
    declared = person.turn.declared
    if declared is None or QUICK_DRAWS.isdisjoint(declared.manoeuvres):
        return start_of(person)
    return start_of(person) - max([DELAYS[one] for one in declared.manoeuvres if one in DELAYS])
