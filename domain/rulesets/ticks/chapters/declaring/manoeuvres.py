"""The manoeuvres as a table: what they go with, who tests what against what, and what they add (TK-MAN)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.model.event import Json
from domain.rulesets.ticks.chapters.narrator.totals import part_of
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.state import Person
from domain.rulesets.ticks.words import EVADE, UNARMED, Family, Manoeuvre, Mode

MELEE_MODE: Final[frozenset[Mode]] = frozenset({"melee"})
AT_A_DISTANCE: Final[frozenset[Mode]] = frozenset({"ranged", "thrown"})
ANY_MODE = MELEE_MODE | AT_A_DISTANCE


class Row(NamedTuple):
    """A manoeuvre: its family and modes, the attacker's statistics, those of the target, the skill it requires.

    ``lacking`` is the rule that refuses it without the required skill; ``extra`` says what success adds.
    """

    family: Family
    modes: frozenset[Mode]
    attacker: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    required: int = 0
    lacking: str = ""
    extra: str = ""


# Above a row: the rules of its contest, and of what its success adds. Failures stand in blows.damage_of and
# effects.take_effect.
MANOEUVRES: Final[Mapping[Manoeuvre, Row]] = {
    "quick_draw_melee": Row("set_up", MELEE_MODE, required=3, lacking="TK-QD-1"),
    "quick_draw_ranged": Row("set_up", AT_A_DISTANCE, required=3, lacking="TK-QD-3"),
    "run_and_gun": Row("set_up", AT_A_DISTANCE, required=4, lacking="TK-RG-1"),
    "trick_shot": Row("trick", ANY_MODE, ("dexterity",)),
    # TK-DISARM-2, TK-DISARM-3
    "disarm": Row("control", MELEE_MODE, ("strength", "dexterity"), ("strength", "dexterity")),
    # TK-TRIP-1
    "trip": Row("control", MELEE_MODE, ("dexterity",), ("dexterity",)),
    # TK-GRAP-1
    "grapple": Row("control", MELEE_MODE, ("strength",), ("strength",)),
    # TK-MIGHTY-1, TK-MIGHTY-2
    "mighty_blow": Row("force", MELEE_MODE, ("strength",), ("strength", "dexterity"), extra="quarter"),
    # TK-RAPID-1, TK-RAPID-2
    "rapid_attack": Row("force", MELEE_MODE, ("dexterity",), ("strength", "dexterity"), extra="quarter"),
    # TK-FOLLOW-1, TK-FOLLOW-2
    "follow_up": Row("force", MELEE_MODE, ("strength",), ("dexterity",), extra="base"),
    # TK-ACC-1, TK-ACC-2
    "accurate_strike": Row("force", MELEE_MODE, ("dexterity",), ("strength",), extra="skill"),
    # TK-DTAP-1, TK-DTAP-2
    "double_tap": Row("force", AT_A_DISTANCE, ("dexterity",), ("quickness",), extra="base"),
    # TK-MARKS-1, TK-MARKS-2
    "marksman": Row("force", AT_A_DISTANCE, ("dexterity",), ("quickness",), extra="skill"),
}
REQUIRED: Final[Mapping[Manoeuvre, int]] = {one: row.required for one, row in MANOEUVRES.items() if row.required}
"""The level of skill that a manoeuvre requires, of those that do (TK-MAN-5)."""
UNITS_OF_DOUBLE_TAP = 2
"""Ammunition of a double tap (TK-DTAP-4)."""


def is_tested(manoeuvre: Manoeuvre) -> bool:
    """Set-ups have no test (TK-MAN-6)."""
    return MANOEUVRES[manoeuvre].family != "set_up"


def family_of(manoeuvres: tuple[Manoeuvre, ...], family: Family) -> tuple[Manoeuvre, ...]:
    """Those of one family, in the order in which they were declared."""
    return tuple([one for one in manoeuvres if MANOEUVRES[one].family == family])


def extra_of(options: Options, manoeuvre: Manoeuvre, attacker: Person, base: int, skill: int) -> int:
    """What the success of a force adds to base and skill (TK-MAN-10), which are those without luck (TK-ACC-2)."""
    row = MANOEUVRES[manoeuvre]
    if row.extra == "quarter":
        return part_of(options, attacker.statistics[row.attacker[0]], 4)
    return base if row.extra == "base" else skill


def pairs_of(options: Options, manoeuvre: Manoeuvre, target: Person, at_stake: Thing | None) -> list[Json]:
    """With what the target may oppose a manoeuvre, statistic by statistic (TK-MAN-9, TK-DISARM-3, TK-DTAP-1).

    The skill to evade is among them in every round, whatever the action (TK-EVADE-6). The readings are those of
    TK-RUL-25 and TK-RUL-26.
    """
    row = MANOEUVRES[manoeuvre]
    if at_stake is not None and manoeuvre == "disarm":
        return [{"statistic": statistic, "skill": at_stake.skill} for statistic in row.target]
    if row.modes == AT_A_DISTANCE:
        return [{"statistic": statistic, "skill": EVADE} for statistic in row.target]
    in_hand = [thing.skill for thing in target.things.values() if thing.kind == "melee" and thing.ready]
    listed = options.evade_statistic == "listed"
    skills = dict.fromkeys((*in_hand, UNARMED, *((EVADE,) if listed else ())))
    pairs: list[Json] = [{"statistic": statistic, "skill": skill} for statistic in row.target for skill in skills]
    return pairs if listed else [*pairs, {"statistic": "quickness", "skill": EVADE}]
