"""A combatant: the sheet, and what the encounter remembers of it."""

from typing import Final

import msgspec

from domain.rulesets.century.items import Armour, Gear, Natural, Weapon
from domain.rulesets.century.state.place import Place
from domain.rulesets.century.words import (
    Ability,
    ConditionName,
    Hand,
    Kind,
    Lasting,
    Role,
    Way,
)

OUT: Final = frozenset({"unconscious", "dying", "stunned", "dead"})
"""The conditions in which a combatant is unable to act."""


class Skill(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A Skill with its level; its group is part of the name, as in `Ranged Combat: Small` (CE-SHEET-5).

    ``abilities`` usually go with it; those that count in a roll are the narrator's to name (CE-ABIL-6).
    """

    name: str
    level: int
    abilities: tuple[Ability, ...] = ()


class Overrides(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Numbers of a sheet that win over those of the table of abilities (CE-SHEET-4)."""

    skill_bonus: int | None = None
    reaction_adjustment: int | None = None
    initiative_bonus: int | None = None


class Condition(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A condition (CE-SHEET-18), with what it takes off rolls.

    ``lasts`` says what ends it; with ``round`` it is the end of round ``until``. A penalty on the next action that came
    after the bearer's own slot had its first step outlives that slot (CE-DODGE-20): it is ``fresh`` where it does not
    count in it yet, ``renewed`` where one from before counts in it as well.
    """

    name: ConditionName
    amount: int = 0
    label: str = ""
    initiative: int = 0
    skill: int = 0
    reaction: int = 0
    weapon: str | None = None
    lasts: Lasting = "narrator"
    until: int | None = None
    fresh: bool = False
    renewed: bool = False

    @property
    def key(self) -> str:
        """Where it stands among its bearer's conditions; hindrances are kept apart by their labels."""
        return f"hindered:{self.label}" if self.name == "hindered" else self.name


class Covered(msgspec.Struct, frozen=True, gc=False):
    """An object, or a combatant, that hides another, and the percentage that it hides (CE-COVER-1)."""

    object: str
    percent: int


class Cover(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What hides a combatant, in the order of the cover roll; ``against`` are the attackers, None for all."""

    objects: tuple[Covered, ...] = ()
    against: tuple[str, ...] | None = None


class Initiative(msgspec.Struct, frozen=True, gc=False):
    """The initiative of a round with its parts (CE-INIT-3), as it is kept for its length (CE-SHEET-33)."""

    dice: int
    bonus: int
    modifiers: int
    fate_before: int
    fate_after: int
    score: int


class Craft(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What makes a vehicle (CE-SHEET-15), and its round: MP used, degrees turned, the turn that goes on.

    ``turning`` are the degrees of the turn that no move has broken yet, ``longest`` those of the longest of the round;
    ``checked`` the degrees at which the mandatory roll was last made (CE-CLASS-6). ``out_of_control`` and ``half_pool``
    say that it is in trouble (CE-SHEET-46).
    """

    turn_class: int | None = None
    seats: int = 1
    driver: str | None = None
    passengers: tuple[str, ...] = ()
    pilot_skill: str = "Driving"
    powered: bool = True
    open: bool = False
    used: int = 0
    degrees: int = 0
    turning: int = 0
    longest: int = 0
    checked: int | None = None
    out_of_control: bool = False
    half_pool: bool = False


class Person(msgspec.Struct):
    """A combatant: person, animal, vehicle or object (CE-SHEET-1).

    ``pool`` are the Move Points left in the round; ``outpaced_by`` who has made a too fast attack on it (CE-DODGE-7);
    ``spent`` are those that it has spent in it, a vehicle's too that it drives (CE-CRIT-17);
    ``finished`` says that it forgoes the rest of the round. ``dies_in_round`` is set while it is dying (CE-SHEET-41).
    ``mp_limit`` is what the narrator allows for its next slot (CE-STAG-11). Weapons, armour and gear are all that it
    has on it, by their IDs; ``held`` says what each hand holds.
    """

    id: str
    name: str
    side: str
    kind: Kind
    role: Role | None = None
    scores: dict[Ability, int] = {}
    overrides: dict[Ability, Overrides] = {}
    skills: dict[str, Skill] = {}
    hp_max: int = 1
    hp: int = 1
    mp_base: int = 0
    mp_modifier: int = 0
    fp: int = 0
    initiative_modifier: int = 0
    modes: tuple[Way, ...] = ()
    turn_rate: int = 1
    hands: int = 0
    dominant: Hand = "right"
    ambidextrous: bool = False
    held: dict[Hand, str] = {}
    weapons: dict[str, Weapon] = {}
    natural: dict[str, Natural] = {}
    armour: dict[str, Armour] = {}
    worn: str | None = None
    gear: dict[str, Gear] = {}
    stimpaks: int = 0
    dr: int = 0
    craft: Craft | None = None
    damage_capacity: int = 0
    hides: int = 0
    place: Place | None = None
    heading: int | None = None
    conditions: dict[str, Condition] = {}
    cover: Cover = Cover()
    destroyed: bool = False
    gone: bool = False
    dies_in_round: int | None = None
    pool: int = 0
    initiative: Initiative | None = None
    finished: bool = False
    outpaced_by: tuple[str, ...] = ()
    attacks: int = 0
    metres: int = 0
    spent: int = 0
    mp_limit: int | None = None

    @property
    def throws(self) -> bool:
        """Whether it throws dice of its own (CE-SHEET-1)."""
        return self.kind in ("person", "animal")

    @property
    def fp_user(self) -> bool:
        """Whether it may own and spend Fate Points (CE-SHEET-2), though it has none left (CE-RUL-51)."""
        return self.role in ("character", "major")

    @property
    def mp_max(self) -> int:
        """Move Points of a round (CE-SHEET-7)."""
        return max(0, self.mp_base + self.mp_modifier)

    @property
    def dead(self) -> bool:
        return "dead" in self.conditions

    @property
    def up(self) -> bool:
        """Whether it is able to act: neither unconscious (dying or not), stunned, dead, destroyed nor gone."""
        return not (self.destroyed or self.gone) and OUT.isdisjoint(self.conditions)

    @property
    def present(self) -> bool:
        """Whether it is on the field at all, dead or alive (CE-END-8)."""
        return not self.gone

    def holding(self, item: str) -> tuple[Hand, ...]:
        """Return the hands that hold an item, the dominant one first."""
        other: Hand = "left" if self.dominant == "right" else "right"
        return tuple([hand for hand in (self.dominant, other) if self.held.get(hand) == item])

    def level(self, skill: str | None) -> int:
        """Return the level of a Skill; 0 without it (CE-SKILL-6)."""
        return self.skills[skill].level if skill in self.skills else 0
