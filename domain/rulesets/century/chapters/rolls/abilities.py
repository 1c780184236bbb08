"""What ability scores and levels of Skills give (CE-ABIL): percentages for rolls, points for initiative."""

from collections.abc import Sequence

from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Overrides, Person
from domain.rulesets.century.words import Ability

AVERAGE = 9
"""The score that gives nothing; one that a sheet leaves out is of that height (CE-SHEET-3)."""
NO_OVERRIDES = Overrides()
PERCENT_OF_POINT = 3
PERCENT_OF_LEVEL = 3
"""What each level of a Skill gives (CE-ABIL-4, CE-RUL-36)."""


def percentage(score: int) -> int:
    """Return what a score gives to Skill Rolls and to Reaction Checks (CE-ABIL-2, CE-RUL-5)."""
    return PERCENT_OF_POINT * (score - AVERAGE)


def skill_bonus(person: Person, ability: Ability) -> int:
    """Return what an ability gives to Skill Rolls; the sheet's own number wins (CE-ABIL-3, CE-SHEET-4)."""
    own = _overrides(person, ability).skill_bonus
    return percentage(_score(person, ability)) if own is None else own


def reaction_adjustment(person: Person, ability: Ability) -> int:
    """Return what an ability gives to Reaction Checks; that of Agility counts in a dodge too (CE-ABIL-3)."""
    own = _overrides(person, ability).reaction_adjustment
    return percentage(_score(person, ability)) if own is None else own


def initiative_bonus(person: Person) -> int:
    """Return what Agility gives to initiative, rounded down (CE-ABIL-2)."""
    own = _overrides(person, "agl").initiative_bonus
    return (_score(person, "agl") - 8) // 2 if own is None else own


def shared(options: Options, numbers: Sequence[int]) -> int:
    """Return what several abilities of one roll come to (CE-RUL-6): their sum, the best, or the mean rounded down."""
    if not numbers:
        return 0
    if options.shared_adjustment == "best":
        return max(numbers)
    return sum(numbers) if options.shared_adjustment == "sum" else sum(numbers) // len(numbers)


def _score(person: Person, ability: Ability) -> int:
    return person.scores.get(ability, AVERAGE)


def _overrides(person: Person, ability: Ability) -> Overrides:
    return person.overrides.get(ability, NO_OVERRIDES)
