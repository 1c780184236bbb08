"""The limits that a campaign level sets to heroes: points and highest scores (YY-ATTR-3 to -5, YY-SKILL-3 to -5)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.state import Ability, Person
from domain.rulesets.yin_yang.tables import COST_OF_SCOPE, LEVELS


class Limit(NamedTuple):
    """A limit that a sheet breaks: by which rule, what it is about, what is allowed and what was given."""

    rule: str
    name: str
    allowed: int
    given: int

    @property
    def said(self) -> str:
        return f"{SAID[self.name].format(self.given)}; the campaign level allows {self.allowed}."


SAID: Final[Mapping[str, str]] = {
    "attribute_points": "The attributes cost {} points",
    "highest_attribute": "The highest attribute is {}",
    "ability_points": "The abilities cost {} points",
    "highest_rating": "The highest rating is {}",
}
"""What is said of each limit, with what was given."""


def attribute_cost(scores: Iterable[int]) -> int:
    """Points for attributes: a score costs as many as its number (YY-ATTR-3)."""
    return sum(scores)


def ability_cost(abilities: Iterable[Ability]) -> int:
    """Points for abilities: by scope so many for each point of rating (YY-SKILL-3)."""
    return sum(COST_OF_SCOPE[ability.scope] * ability.rating for ability in abilities)


def broken_limits(options: Options, person: Person) -> Iterator[Limit]:
    """The limits that a hero breaks. Attributes are checked under the method ``points`` only (YY-ATTR-5, YY-RUL-4)."""
    level, scores, abilities = LEVELS[options.campaign_level], person.attributes.values(), person.abilities.values()
    if options.attribute_method == "points":
        yield from _above("YY-ATTR-4", "attribute_points", level.attribute_points, attribute_cost(scores))
        yield from _above("YY-ATTR-4", "highest_attribute", level.attribute_top, max(scores))
    highest = max([ability.rating for ability in abilities], default=0)
    yield from _above("YY-SKILL-4", "ability_points", level.ability_points, ability_cost(abilities))
    yield from _above("YY-SKILL-5", "highest_rating", level.ability_top, highest)


def _above(rule: str, name: str, allowed: int | None, given: int) -> Iterator[Limit]:
    if allowed is not None and given > allowed:
        yield Limit(rule, name, allowed, given)
