"""A Black Dice encounter: everyone and everything in it, the ground, the round."""

from typing import Self

import msgspec
from msgspec.structs import replace

from domain.model.encounter import Encounter
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.state.person import Person
from domain.rulesets.black_dice.state.rounds import Declaration, Exchange, Item, OwedMarks, Reply
from domain.rulesets.black_dice.state.things import Thing
from domain.rulesets.black_dice.tables import COMMON_SKILLS, UNKNOWN_FEET
from domain.rulesets.black_dice.words import HERE, HealingPlace, Phase


class Foul(msgspec.Struct, frozen=True, omit_defaults=True):
    """A foul failure of which the narrator may still make something (BD-FOUL-3), by the version of its throw."""

    throw: int
    combatant: str
    weapon: str | None = None


class Fight(Encounter):
    """A Black Dice encounter.

    ``order`` is the order of the round, empty outside rounds; ``standing`` the order that stays where initiative is
    thrown once (BD-INIT-1), ``initiative`` the successes. ``divisors`` are what the rolls of each are divided
    by, fixed when the responses are in (BD-WHO-5, BD-RNG-4). ``aimed``, ``aim_broken``, ``strenuous`` and
    ``disengaged`` and ``assisted`` are about this round; ``surprised`` are those who have had their surprise attack
    (BD-RNG-7). ``rerolled`` are those whose last throw was made twice (BD-SCRIPT-7). ``batch`` is the version at which
    the present decision began. ``equipped`` has the places of healing that a zone holds (BD-HEAL-17).
    """

    options: Options = Options()
    people: dict[str, Person] = {}
    things: dict[str, Thing] = {}
    zones: tuple[str, ...] = (HERE,)
    distances: dict[str, int] = {}
    close: tuple[tuple[str, str], ...] = ()
    minutes: int = 0
    phase: Phase = "idle"
    round_number: int = 0
    order: tuple[str, ...] = ()
    initiative: dict[str, int] = {}
    standing: tuple[str, ...] = ()
    declarations: dict[str, Declaration] = {}
    replies: dict[str, dict[str, Reply]] = {}
    divisors: dict[str, int] = {}
    dodge_divisors: dict[str, int] = {}
    exchanges: dict[str, Exchange] = {}
    agenda: tuple[Item, ...] = ()
    owed: tuple[OwedMarks, ...] = ()
    aim_broken: tuple[str, ...] = ()
    aimed: tuple[str, ...] = ()
    strenuous: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()
    disengaged: tuple[str, ...] = ()
    assisted: tuple[str, ...] = ()
    fouled: tuple[Foul, ...] = ()
    rerolled: tuple[str, ...] = ()
    batch: int = 0
    equipped: dict[str, tuple[HealingPlace, ...]] = {}

    def fork(self) -> Self:
        return replace(
            self,
            people={key: replace(person) for key, person in self.people.items()},
            things={key: replace(thing) for key, thing in self.things.items()},
        )

    def name_of(self, combatant: str) -> str:
        one = self.people.get(combatant) or self.things.get(combatant)
        return one.name if one else combatant

    def able(self) -> list[Person]:
        """Everyone able, in the order of joining."""
        return [person for person in self.people.values() if person.able]

    def in_order(self) -> list[Person]:
        """Everyone: the participants in order of the round, then the others in order of joining (BD-ROUND-8)."""
        participants = [self.people[key] for key in self.order]
        if len(participants) == len(self.people):
            return participants
        return participants + [person for key, person in self.people.items() if key not in self.order]

    def earlier(self, one: str, other: str) -> bool:
        """Return whether one is earlier in the order of the round; the winner of initiative between two (BD-INIT-8)."""
        if one in self.order and other in self.order:
            return self.order.index(one) < self.order.index(other)
        return one in self.order

    def next_to_declare(self) -> Person | None:
        """Return whose turn it is to declare; those who are not able any more are passed over (BD-INIT-7)."""
        order = self.order if self.options.declare_order == "highest_first" else reversed(self.order)
        for name in order:
            if name not in self.declarations and self.people[name].able:
                return self.people[name]
        return None

    def are_close(self, one: str, other: str) -> bool:
        """Return whether two are less than five feet apart."""
        return close_pair(one, other) in self.close

    def close_to(self, combatant: str) -> list[str]:
        """Everyone less than five feet away."""
        return [b if a == combatant else a for a, b in self.close if combatant in (a, b)]

    def feet(self, zone: str, other: str) -> int:
        """The distance between two zones; 60 feet by default (BD-WHO-2)."""
        return 0 if zone == other else self.distances.get(zone_pair(zone, other), UNKNOWN_FEET)

    def skills(self) -> tuple[str, ...]:
        """Every skill that there is here: those of the table, and those that sheets name (BD-DATA-1)."""
        named = (skill for person in self.people.values() for skill in person.skills)
        return tuple(dict.fromkeys([*COMMON_SKILLS, *named]))

    def add_zone(self, zone: str) -> None:
        """Add a zone, unless it is known."""
        if zone not in self.zones:
            self.zones = (*self.zones, zone)

    def part_from_all(self, combatant: str) -> None:
        """Leave a combatant close to no one."""
        self.close = tuple([pair for pair in self.close if combatant not in pair])

    def exert(self, combatant: str) -> None:
        """Count the round as strenuous for a combatant (BD-DROWN-5)."""
        if self.phase != "idle" and combatant not in self.strenuous:
            self.strenuous = (*self.strenuous, combatant)

    def disturb(self, combatant: str) -> None:
        """Break an aim that a combatant may still declare in this round (BD-MOD-6)."""
        if self.phase == "declare" and combatant not in self.declarations:
            self.aim_broken = (*self.aim_broken, combatant)

    def opponents(self, one: str, other: str) -> bool:
        """Return whether the two stand on different sides."""
        return self.people[one].side != self.people[other].side


def close_pair(one: str, other: str) -> tuple[str, str]:
    """Two combatants in the order of the alphabet: a pair has one name."""
    return (one, other) if one < other else (other, one)


def zone_pair(zone: str, other: str) -> str:
    """The key of the distance between two zones."""
    return "/".join(sorted((zone, other)))
