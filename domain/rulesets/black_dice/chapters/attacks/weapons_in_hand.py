"""Weapons in hand: which count as readied, and what readies them (BD-MOD-2, BD-MOD-3, BD-INIT-11)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import lose_aim
from domain.rulesets.black_dice.said import (
    Who,
    armed,
)
from domain.rulesets.black_dice.state import Fight, Person, Weapon
from domain.rulesets.black_dice.tables import HANDS
from domain.rulesets.black_dice.words import FISTS, MARTIAL_STRIKE
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

BARE_HANDS_READY: Mapping[str, tuple[str, ...]] = {
    "martial_artists": (MARTIAL_STRIKE,),
    "everyone": (MARTIAL_STRIKE, FISTS),
    "nobody": (),
}
"""Which bare hands count as readied, by the option (BD-MOD-3, BD-RUL-22)."""


class Readied(Event, frozen=True, kw_only=True):
    """The weapons that a combatant has in hand from now on, in the order of readying (BD-MOD-2)."""

    type: ClassVar[str] = "black_dice.readied"
    words = "Weapons readied"
    told = Told(brief=AS_SAID, unless=("black_dice.exchange_decided",))
    says = "{combatant} has {weapons} in hand."
    example = {"combatant": "pryce", "weapons": ["truncheon", "derringer"]}
    combatant: Who
    weapons: Annotated[tuple[str, ...], Spoken(armed)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].ready = self.weapons


def is_ready(fight: Fight, person: Person, weapon: Weapon) -> bool:
    """Return whether a weapon counts as readied: in hand, as natural ones always are, or bare hands (BD-MOD-3)."""
    return weapon.id in person.ready or weapon.id in BARE_HANDS_READY[fight.options.fists_ready]


def ready_weapons(fight: Fight, person: Person) -> list[Weapon]:
    """All weapons that count as readied, in the order of readying, bare hands last (BD-MOD-3)."""
    carried = [person.weapons[weapon] for weapon in person.ready]
    bare = [person.weapon(weapon) for weapon in BARE_HANDS_READY[fight.options.fists_ready]]
    return [*carried, *[weapon for weapon in bare if weapon is not None]]


def ready_weapon(decision: Decision[Fight], person: Person, weapon: str) -> None:
    """An attack readies its weapon; others are put away as the two hands need it, the oldest first (BD-MOD-2)."""
    if weapon not in person.weapons or weapon in person.ready:
        return
    in_hand = list(person.ready)
    room = HANDS - person.weapons[weapon].hands
    for other in person.ready:
        if hands_of(person, in_hand) > room and not person.weapons[other].natural:
            in_hand.remove(other)
    decision.record(Readied(combatant=person.id, weapons=(*in_hand, weapon)))


def ready_only(decision: Decision[Fight], person: Person, weapons: tuple[str, ...]) -> None:
    """The named weapons are ready, others put away; natural ones always stay (BD-INIT-11)."""
    stays = [other for other in person.ready if other in weapons or person.weapons[other].natural]
    decision.record(Readied(combatant=person.id, weapons=tuple(dict.fromkeys([*stays, *weapons]))))
    lose_aim(decision, person, "readied")


def hands_of(person: Person, weapons: list[str] | tuple[str, ...]) -> int:
    """How many hands some of its weapons need together; natural ones need none."""
    return sum([person.weapons[weapon].hands for weapon in weapons if not person.weapons[weapon].natural])


WEAPONS_IN_HAND: Chapter[Fight] = Chapter(events=(Readied,))
