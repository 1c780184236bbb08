"""With what in which hand an attack is made (CE-HIT-14, CE-DUAL, CE-TWOH), as the fields of forms."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from domain.fields.field import Field, Lookup, among, looked_up
from domain.fields.sets import ABSENT_KEY, Node, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.century.chapters.attack.rounds_fired import fires_of
from domain.rulesets.century.chapters.attack.two_weapons import cost_of, has_attack_left, why_no_pair
from domain.rulesets.century.chapters.items.armament import (
    Armament,
    armed_with,
    default_item,
    why_no_natural,
    why_no_weapon,
)
from domain.rulesets.century.chapters.items.grasping import held_weapons
from domain.rulesets.century.chapters.round.move_points import affordable
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Fight, Person, Turn
from domain.rulesets.century.tables import COSTS
from domain.rulesets.century.vocabularies import ACTING, YES_NO, labelled, natural_attacks, sharing_rows
from domain.rulesets.century.words import Fire, Maneuver

GRIP: Final = ("actor", "paired", "weapon")


class Way(NamedTuple):
    """One way to attack: with a weapon or a natural attack, alone or as one of a pair, with one hand or as held.

    ``fires`` is how it may be fired that the attacker can pay; ``cost`` what it costs plainly.
    """

    paired: bool
    natural: str
    weapon: str
    one_handed: bool
    arms: Armament
    cost: int
    fires: tuple[Fire, ...]


class Attacker(NamedTuple):
    """Who may attack now, what that may cost, whether it is the second attack of a pair, and all ways to attack."""

    person: Person
    budget: int
    second: bool
    ways: tuple[Way, ...]

    def can_pay(self, arms: Armament, maneuver: Maneuver) -> bool:
        """Return whether the attacker can pay a maneuver, which a second attack cannot be (CE-DUAL-9)."""
        return not self.second and cost_of(self.person, arms, maneuver, second=False) <= self.budget


def _attackers(view: View[Fight]) -> dict[str, Attacker]:
    fight = view.state
    found = {}
    for name in view[ACTING]:
        person, turn = fight.people[name], fight.turn_of(name)
        if turn is not None and has_attack_left(turn):
            budget = affordable(fight, person)
            found[name] = Attacker(
                person, budget, bool(turn.attacks), tuple(_ways(fight.options, person, turn, budget))
            )
    return found


def _ways(options: Options, person: Person, turn: Turn, budget: int) -> Iterable[Way]:
    arms: list[tuple[str, str, bool, Armament]] = [
        (ABSENT_KEY, weapon.id, one_handed, armed_with(person, weapon, one_handed=one_handed))
        for weapon in held_weapons(person)
        for one_handed in (YES_NO[::-1] if weapon.hands > 1 else (False,))
        if why_no_weapon(options, person, weapon.id, one_handed=one_handed) is None
    ]
    arms += [
        (name, ABSENT_KEY, False, Armament(None, natural))
        for name, natural in person.natural.items()
        if why_no_natural(person, name) is None
    ]
    second = bool(turn.attacks)
    for one in arms:
        cost = cost_of(person, one[-1], "none", second=second)
        fires = fires_within(options, one[-1], budget - cost)
        for paired in (True,) if second else YES_NO[::-1]:
            if not paired or why_no_pair(person, one[-1], turn, second=second) is None:
                yield Way(paired, *one, cost, fires)


def fires_within(options: Options, arms: Armament, left: int) -> tuple[Fire, ...]:
    """Return how arms may be fired for so many Move Points beside their cost; what has an area fires plainly."""
    if left < 0:
        return ()
    dear = left < COSTS["double_tap"]
    fires = fires_of(options, arms.weapon)
    return tuple([one for one in fires if not (one == "double_tap" and dear) and (one == "single" or not arms.area)])


ATTACKERS: Final[Vocabulary[Fight]] = Vocabulary("attackers with their ways to attack", _attackers)
Fits = Callable[[View[Fight], Attacker, Way], bool]
OfWays = Callable[[View[Fight], Attacker, tuple[Way, ...]], Node | None]


class Grip:
    """The vocabularies of those ways to attack that fit a kind of attack: who, and with what in which hand.

    They are all with a weapon, or ``unarmed``.
    """

    def __init__(self, name: str, fits: Fits, *, unarmed: bool = False) -> None:
        self._name = name
        self._unarmed = unarmed
        self.arms: Final = ("actor", "natural" if unarmed else "weapon")
        self.table: Vocabulary[Fight] = Vocabulary(f"ways to {name}", lambda view: self._fitting(view, fits))

    def _fitting(self, view: View[Fight], fits: Fits) -> dict[str, tuple[Attacker, tuple[Way, ...]]]:
        found = {
            name: (
                attacker,
                tuple(
                    [way for way in attacker.ways if bool(way.natural) == self._unarmed and fits(view, attacker, way)]
                ),
            )
            for name, attacker in view[ATTACKERS].items()
        }
        return {name: pair for name, pair in found.items() if pair[1]}

    def _with_such_arms(self, attacker: Attacker) -> list[Way]:
        return [way for way in attacker.ways if bool(way.natural) == self._unarmed]

    def lookup(self, name: str, of: OfWays) -> Vocabulary[Fight]:
        """Return the lookup by actor of what follows from its ways; equal rows are one object."""

        def found(view: View[Fight]) -> dict[str, Node]:
            nodes = {one: of(view, attacker, ways) for one, (attacker, ways) in view[self.table].items()}
            return sharing_rows({one: node for one, node in nodes.items() if node is not None})

        return Vocabulary(f"{name} to {self._name}", found)

    def by_arms(self, name: str, of: Callable[[View[Fight], Attacker, Way], Node | None]) -> Vocabulary[Fight]:
        """Return the lookup of something by actor and weapon, or natural attack."""

        def found(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
            nodes = {way.weapon or way.natural: of(view, attacker, way) for way in ways}
            return {arms: node for arms, node in nodes.items() if node is not None} or None

        return self.lookup(name, found)

    def fields(self) -> dict[str, Field | None]:
        """Return the fields that say who attacks, and with what."""
        actor = among(Vocabulary[Fight](f"who can {self._name}", lambda view: tuple(view[self.table])))
        if self._unarmed:
            return {"actor": actor, "natural": self._natural(), **dict.fromkeys(("weapon", "paired", "one_handed"))}
        return {
            "actor": actor,
            "natural": None,
            "paired": looked_up(self.lookup("pairs of weapons", _pairs), "actor", required=True, seldom=True),
            "weapon": looked_up(
                self.lookup("weapons", lambda view, attacker, ways: _by_pair(ways, _weapons)),
                *GRIP[:2],
                default=Lookup(self.lookup("the usual weapon", _usual_weapon), GRIP[:2]),
                required=True,
            ),
            "one_handed": looked_up(
                self.lookup("weapons for one hand", lambda view, attacker, ways: _by_pair(ways, _hands)),
                *GRIP,
                required=True,
                seldom=True,
            ),
        }

    def _natural(self) -> Field:
        return looked_up(
            self.lookup("natural attacks", lambda view, attacker, ways: natural_attacks([way.natural for way in ways])),
            "actor",
            default=Lookup(self.lookup("the usual natural attack", _usual_natural), ("actor",)),
            required=True,
        )


def _by_pair(ways: tuple[Way, ...], of: Callable[[list[Way]], Node | None]) -> Node | None:
    rows: dict[str, Node] = {}
    for paired in YES_NO:
        some = [way for way in ways if way.paired == paired]
        node = of(some) if some else None
        if node is not None:
            rows[key_of(paired)] = node
    return rows or None


def _pairs(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
    values = tuple(dict.fromkeys([way.paired for way in ways]))
    return values if True in values else None


def _weapons(ways: list[Way]) -> Node | None:
    return labelled({way.weapon: weapon for way in ways if (weapon := way.arms.weapon) is not None}.values())


def _usual_natural(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
    """Return the first natural attack of whoever holds nothing (CE-HIT-14)."""
    usual = "" if attacker.person.held else next(iter(attacker.person.natural), "")
    return natural_attacks((usual,)) if usual and any(way.natural == usual for way in ways) else None


def _usual_weapon(view: View[Fight], attacker: Attacker, ways: tuple[Way, ...]) -> Node | None:
    """Return what the dominant hand holds, else the other."""
    usual = default_item(attacker.person)

    def of(some: list[Way]) -> Node | None:
        return (
            labelled([attacker.person.weapons[usual]]) if usual and any(way.weapon == usual for way in some) else None
        )

    return _by_pair(ways, of)


def _hands(ways: list[Way]) -> Node | None:
    """Return by weapon whether it may be used with one hand, where that is a question."""
    hands: dict[str, tuple[bool, ...]] = {}
    for way in ways:
        hands[way.weapon] = (*hands.get(way.weapon, ()), way.one_handed)
    return {weapon: values for weapon, values in hands.items() if True in values} or None
