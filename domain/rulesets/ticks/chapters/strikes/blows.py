"""What a strike comes to: its tests, and what it would do (TK-MAN-8, TK-MAN-10, TK-AIM-5)."""

import msgspec

from domain.rulesets.ticks.chapters.declaring.manoeuvres import MANOEUVRES, extra_of, family_of
from domain.rulesets.ticks.chapters.narrator.totals import effective, total
from domain.rulesets.ticks.chapters.strikes.strike import Strike, weapon_of
from domain.rulesets.ticks.items import BARE_HANDS
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Manoeuvre

BARE_HANDED = 2
"""So much higher counts the skill of whoever is to be disarmed by bare hands (TK-DISARM-4)."""


class Try(msgspec.Struct, frozen=True, omit_defaults=True):
    """A manoeuvre as the attacker tries it: the total, and whether it succeeds once that is known.

    ``item`` is the weapon at stake in a disarm.
    """

    manoeuvre: Manoeuvre
    statistic: str
    skill: str
    level: int
    total: int
    item: str | None = None
    success: bool | None = None


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A strike that is being made: its tries, and its damage before anything is taken off."""

    strike: Strike
    tries: tuple[Try, ...] = ()
    gross: int = 0
    waited: int | None = None

    def succeeds(self, manoeuvre: Manoeuvre) -> bool:
        return any(one.manoeuvre == manoeuvre and one.success for one in self.tries)


def try_of(fight: Fight, strike: Strike, manoeuvre: Manoeuvre, item: str | None) -> Try:
    """The attacker's total: plain level and luck for this test (TK-MAN-8).

    Neither help nor role-play counts (TK-OPP-6, TK-RUL-56), nor luck that went into a requirement (TK-LCOMB-6).
    """
    attacker, weapon = fight.people[strike.attacker], weapon_of(fight, strike)
    skill = (weapon or BARE_HANDS).skill_in(strike.mode)
    statistic = _statistic(attacker, strike, manoeuvre)
    level = effective(attacker.level(skill), luck=strike.luck.get(manoeuvre, 0))
    reached = total(fight.options, attacker.statistics[statistic], level)
    return Try(manoeuvre, statistic, skill, level, reached, item)


def _statistic(attacker: Person, strike: Strike, manoeuvre: Manoeuvre) -> str:
    """The one that the manoeuvre names; in a disarm the one chosen, else the higher, or strength (TK-DISARM-2)."""
    row = MANOEUVRES[manoeuvre]
    if manoeuvre == "disarm":
        return strike.statistic or max(row.attacker, key=lambda name: attacker.statistics[name])
    return row.attacker[0]


def level_against(target: Person, skill: str, strike: Strike, manoeuvre: Manoeuvre, luck: int) -> int:
    """The skill with which somebody opposes a manoeuvre (TK-MAN-9, TK-DISARM-4); no defence point counts (TK-DEF-7)."""
    extra = BARE_HANDED if manoeuvre == "disarm" and strike.weapon == BARE_HANDS.id else 0
    return effective(target.level(skill), luck=luck, extra=extra)


Parts = tuple[tuple[str, int], ...]
"""What a number is the sum of, each part by its name."""


def damage_of(fight: Fight, blow: Blow) -> Parts:
    """The damage before reductions, part by part (TK-ATK-4, TK-MAN-10, TK-AIM-5, TK-RUL-31, TK-OPT-4).

    A force that fails misses: TK-MIGHTY-3, TK-RAPID-3, TK-FOLLOW-3, TK-ACC-3, TK-DTAP-3, TK-MARKS-3.
    """
    strike = blow.strike
    if "trick_shot" in strike.manoeuvres:
        return ()  # a feat wounds nobody (TK-TRICK-2)
    attacker, weapon = fight.people[strike.attacker], weapon_of(fight, strike) or BARE_HANDS
    skill = weapon.skill_in(strike.mode)
    base, level = weapon.base, attacker.level(skill)  # plain, whatever luck did in a test (TK-LUCK-6, TK-RUL-39)
    plain: Parts = (("base", base), (skill, level))
    if blow.waited is not None:
        return (("aim", blow.waited),) if blow.waited > base + level else plain
    forces = family_of(strike.manoeuvres, "force")
    if forces:
        extras = [(force, extra_of(fight.options, force, attacker, base, level)) for force in forces]
        return (*plain, *extras) if all(map(blow.succeeds, forces)) else ()
    return _with_controls(fight, blow, plain)


def _with_controls(fight: Fight, blow: Blow, plain: Parts) -> Parts:
    """Controls stand in place of damage, unless the option says otherwise (TK-OPT-4, TK-DISARM-6, TK-TRIP-5).

    The reading is that of TK-RUL-34.
    """
    controls = family_of(blow.strike.manoeuvres, "control")
    if not controls:
        return plain  # untested, it hits (TK-ATK-3)
    damaging = fight.options.control_damage == "on_success" and "disarm" not in controls
    return plain if damaging and any(map(blow.succeeds, controls)) else ()
