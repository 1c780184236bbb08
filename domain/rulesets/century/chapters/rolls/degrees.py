"""Success and its degrees (CE-ROLL-6, CE-DEG), and the chance of success (CE-ROLL-15)."""

from domain.rulesets.century.options import Options
from domain.rulesets.century.words import Critical, RollKind

MOST = 5
"""Degrees of a roll without a longer ladder (CE-DEG-3)."""
CRITICAL_SUCCESS = 5
"""The highest number that is a critical success (CE-CRIT-2)."""
CRITICAL_FAILURE = 96
"""Where critical failures begin, unless a weapon says otherwise (CE-CRIT-3, CE-CRIT-4)."""


def strictly_under(options: Options, kind: RollKind) -> bool:
    """Return whether a roll of this kind has to be under its target number, not only equal (CE-RUL-1)."""
    return kind == "reaction" and options.roll_under == "under_for_checks"


def succeeds(options: Options, kind: RollKind, number: int, target: int) -> bool:
    """Return whether a number that is not critical succeeds (CE-ROLL-6, CE-REACT-3)."""
    return number < target if strictly_under(options, kind) else number <= target


def degree_of(options: Options, number: int, target: int, success: bool, ladder: int = 0) -> int:
    """The degree: 1 to 5, or as many as a longer ladder has, of a success (CE-DEG-3); -1 to -5 of a failure (CE-DEG-4).

    A critical result that the target number does not bear out has the first degree (CE-DEG-5). No number of the rules
    depends on the degree (CE-DEG-7). The readings are those of CE-RUL-3 and CE-RUL-28.
    """
    if not options.degrees:
        return 1 if success else -1
    margin = target - number  # CE-DEG-2
    if success:
        return min(max(MOST, ladder), 1 + (max(margin, 1) - 1) // 10)
    return -min(MOST, 1 + (max(-margin, 1) - 1) // 10)


def critical_of(options: Options, number: int, band: int) -> tuple[Critical | None, int]:
    """Return whether a number is critical, and how far it lies inside its band (CE-CRIT-2 to CE-CRIT-6, CE-RUL-2).

    A band that begins elsewhere leaves successes as they are (CE-REVOL-3), and numbers below it are plain (CE-REVOL-4).
    """
    if options.criticals == "off":
        return None, 0
    if number <= CRITICAL_SUCCESS:
        return "success", CRITICAL_SUCCESS + 1 - number  # CE-CRIT-5
    return ("failure", number - band + 1) if number >= band else (None, 0)  # CE-CRIT-6


def to_save(options: Options, kind: RollKind, number: int, target: int) -> int:
    """Return the smallest number of Fate Points that save a failed roll afterwards (CE-FATE-8, CE-RUL-1)."""
    short = number - target
    if strictly_under(options, kind):
        return max(1, short // 10 + 1)
    return max(1, -(-short // 10))


def chance_of(options: Options, kind: RollKind, target: int, band: int = CRITICAL_FAILURE) -> int | None:
    """Return the chance of success in percent, before fate spent afterwards (CE-ROLL-15).

    None where the narrator says which throws are critical, since that has no chance (CE-CRIT-1).
    """
    if options.criticals == "narrator":
        return None
    needed = target - 1 if strictly_under(options, kind) else target
    if options.criticals == "off":
        return max(0, min(100, needed))
    return max(CRITICAL_SUCCESS, min(band - 1, needed))
