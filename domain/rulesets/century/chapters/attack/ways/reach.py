"""Whom attackers reach (CE-HIT-10, CE-RANGE): by their places, or as it is said where places are not known."""

from collections.abc import Collection
from functools import cache
from typing import Any, Final, NamedTuple

from domain.fields.sets import ANY_KEY
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.century.chapters.attack.attack_terms import is_target
from domain.rulesets.century.chapters.attack.maneuvers import to_knock_away
from domain.rulesets.century.chapters.attack.ranges import Goal, bands_said, faces, is_from_behind
from domain.rulesets.century.chapters.items.armament import Armament
from domain.rulesets.century.chapters.movement.distances import distance_of
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.vocabularies import ACTING, ids

IN_MELEE: Final = Armament(None, None)
"""Arms that reach as far as all do in melee (CE-RANGE-8)."""
TARGETS: Final[Vocabulary[Fight]] = Vocabulary(
    "who can be attacked",
    lambda view: tuple(
        [one for one in view.state.people.values() if is_target(one) and "hidden" not in one.conditions]
    ),
)
TARGET_IDS: Final[Vocabulary[Fight]] = Vocabulary("targets", lambda view: ids(view[TARGETS]))
HOLDERS: Final[Vocabulary[Fight]] = Vocabulary(
    "who may hold something",
    lambda view: frozenset(
        [one.id for one in view[TARGETS] if not view.shows(one.id) or to_knock_away(view.state, one)]
    ),
)
"""Whoever can be disarmed; of those whose sheet is secret anybody may hold something (CE-DISARM-1)."""


class Reach(NamedTuple):
    """Whom an attacker reaches with some arms: the words for the range of each, and who is beyond all ranges.

    The distance of the ``unknown`` is not known, so that their range has to be said. An attacker may be among them.
    """

    bands: dict[str, Any]
    within: tuple[str, ...]
    beyond: tuple[str, ...]
    unknown: tuple[str, ...]

    def reaches_another(self, attacker: str) -> bool:
        """Return whether somebody else is within reach."""
        return self.within not in ((), (attacker,))


class Reaches:
    """Whom an attacker reaches; arms of the same ranges share the answer, and so do attackers without a place.

    ``others`` is the number of targets besides the attacker, who need not be one.
    """

    def __init__(self, fight: Fight, attacker: Person | None, targets: tuple[Person, ...]) -> None:
        self._fight, self._attacker, self._targets = fight, attacker, targets
        self.others = len(targets) - any(one is attacker for one in targets)
        self._known: dict[Any, Reach] = {}
        self._chosen: dict[Any, tuple[str, ...]] = {}
        self._far: list[tuple[str, int | None]] | None = None

    def __getitem__(self, arms: Armament) -> Reach:
        """Return whom the attacker reaches with these arms."""
        key = "melee" if arms.mode == "melee" else arms.weapon and arms.weapon.range
        if key not in self._known:
            self._known[key] = self._everybody(arms) if self._attacker is None else self._measured(arms, self._attacker)
        return self._known[key]

    def _everybody(self, arms: Armament) -> Reach:
        everybody = ids(self._targets)
        return Reach({ANY_KEY: bands_said(arms, None)}, everybody, (), everybody)

    def _measured(self, arms: Armament, attacker: Person) -> Reach:
        bands: dict[str, Any] = {}
        beyond = []
        said = cache(lambda metres: bands_said(arms, metres))
        for name, metres in self._metres(attacker):
            found = said(metres)
            if found:
                bands[name] = found
            elif arms.mode != "melee":
                beyond.append(name)
        unknown = tuple([name for name, metres in self._metres(attacker) if metres is None])
        return Reach(bands, tuple(bands), tuple(beyond), unknown)

    def _metres(self, attacker: Person) -> list[tuple[str, int | None]]:
        """Return how far away the targets are that the attacker faces (CE-RANGE-12); None where that is not known."""
        if self._far is None:
            options, place = self._fight.options, attacker.place
            faced = [
                one
                for one in self._targets
                if one is not attacker
                and (not options.must_face or faces(options, attacker, Goal(one.place, None, "")))
            ]
            self._far = [
                (one.id, None if place is None or one.place is None else distance_of(place, one.place)) for one in faced
            ]
        return self._far

    def among(self, chosen: Collection[str]) -> tuple[str, ...]:
        """Return those of some combatants who are within reach in melee."""
        if id(chosen) not in self._chosen:
            self._chosen[id(chosen)] = tuple([one for one in self[IN_MELEE].within if one in chosen])
        return self._chosen[id(chosen)]

    def from_behind(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return who within reach in melee is attacked from behind, and of whom places do not tell (CE-RANGE-10)."""
        within = self[IN_MELEE].within
        if self._attacker is None:
            return (), within
        told = {one: is_from_behind(self._attacker, self._fight.people[one]) for one in within}
        return tuple([one for one in within if told[one]]), tuple([one for one in within if told[one] is None])


def _reaches(view: View[Fight]) -> dict[str, Reaches]:
    fight, targets = view.state, view[TARGETS]
    nowhere = Reaches(fight, None, targets)
    attackers = [fight.people[name] for name in view[ACTING]]
    return {one.id: nowhere if one.place is None else Reaches(fight, one, targets) for one in attackers}


REACHES: Final[Vocabulary[Fight]] = Vocabulary("whom attackers reach", _reaches)


def reaches_of(view: View[Fight], attacker: Person) -> Reaches:
    """Return whom an attacker reaches who acts now."""
    found: Reaches = view[REACHES][attacker.id]
    return found
