"""Whom one could attack now and with what, as sets: the places in reach, the weapons, the targets (BD-WHO, BD-COVER-7).

What ``may_attack`` refuses one by one, for all.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.black_dice.chapters.attacks.cover import is_shielded
from domain.rulesets.black_dice.chapters.attacks.may_attack import can_use
from domain.rulesets.black_dice.chapters.vocabularies import CLOSE_TO, listed_weapons
from domain.rulesets.black_dice.state import BARE_HANDS, Fight, Person, Thing, Weapon

Strikable = dict[str, tuple[str | Labelled, ...]]
"""The weapons with which each target could be attacked."""


class Armed:
    """A combatant with the weapons that it can use, and the zones in which it could strike hand to hand."""

    def __init__(self, view: View[Fight], person: Person, *, missiles: bool = False) -> None:
        """With ``missiles`` only ranged weapons count."""
        self._view = view
        self._missiles = missiles
        self.person = person

    @cached_property
    def usable(self) -> list[Weapon]:
        """The weapons that it can use, bare hands last (BD-SKILL-6)."""
        fight, found = self._view.state, weapons_of(self.person)
        return [weapon for weapon in found if can_use(fight, self.person, weapon)]

    @cached_property
    def every(self) -> tuple[str | Labelled, ...]:
        return listed_weapons([weapon.id for weapon in self.usable])

    @cached_property
    def ranged(self) -> tuple[str | Labelled, ...]:
        return listed_weapons([weapon.id for weapon in self.usable if not weapon.melee])

    @cached_property
    def near(self) -> frozenset[str]:
        """The zones whose occupants are near enough for a melee attack (BD-WHO-1)."""
        fight, person = self._view.state, self.person
        close = [fight.people[other] for other in self._view[CLOSE_TO].get(person.id, ())]
        if any(other.able and other.side != person.side for other in close):
            return frozenset({person.zone})
        return frozenset([zone for zone in fight.zones if fight.feet(person.zone, zone) <= person.move])

    def against(self, target: Person | Thing) -> tuple[str | Labelled, ...]:
        """The weapons with which it could attack a target now."""
        if target.id == self.person.id or is_shielded(target, self.person.id):
            return ()
        in_melee = not self._missiles and target.zone in self.near and target.id not in self._view.state.disengaged
        return self.every if in_melee else self.ranged


def weapons_of(person: Person) -> Iterator[Weapon]:
    """Return all weapons of a combatant, bare hands last (BD-DATA-2)."""
    bare = (person.weapon(key) for key in BARE_HANDS)
    yield from person.weapons.values()
    yield from (weapon for weapon in bare if weapon is not None)


def strikable(armed: Armed, targets: Iterable[Person | Thing]) -> Strikable:
    """Return the targets that a combatant could attack now, with the weapons for each."""
    return {target.id: weapons for target in targets if (weapons := armed.against(target))}


def at_each(weapons: Strikable) -> Node:
    """Return the weapons by target, or the one set that goes for all targets."""
    different = {id(one): one for one in weapons.values()}
    return next(iter(different.values())) if len(different) == 1 else {**weapons}


def everything(fight: Fight) -> list[Person | Thing]:
    """Return everybody who is alive and every object that is whole (BD-WHO-12, BD-OBJ-5)."""
    return [
        *(person for person in fight.people.values() if person.alive),
        *(thing for thing in fight.things.values() if thing.whole),
    ]


TARGETS: Final = Vocabulary[Fight]("targets", lambda view: tuple(one.id for one in everything(view.state)))
