"""A Century encounter: the clock, the order of action, the scene, and everybody in it."""

from typing import Self

import msgspec
from msgspec.structs import replace

from domain.model.encounter import Encounter
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.options import Options
from domain.rulesets.century.state.attack import Attack, Held
from domain.rulesets.century.state.person import Person
from domain.rulesets.century.state.place import Place
from domain.rulesets.century.state.roll import Roll
from domain.rulesets.century.words import Attitude, CircumstanceOn, Hand, Light, Step


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Light and weather (CE-SHEET-32)."""

    light: Light = "day"
    rain: bool = False
    wind: bool = False
    notes: str = ""


class Towards(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an NPC feels about a combatant (CE-SHEET-39); ``initial`` until it is set otherwise (CE-NPC-7).

    ``hidden`` says that the throw was: the number is the narrator's secret, and the attitude while it is initial.
    """

    attitude: Attitude
    number: int | None = None
    initial: bool = True
    reason: str = ""
    hidden: bool = False


class Circumstance(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A standing modifier of To-Hit Rolls (CE-MOD-25, CE-SHEET-44); ``until`` is the round at whose end it lapses."""

    label: str
    amount: int
    on: CircumstanceOn
    combatant: str | None = None
    until: int | None = None

    @property
    def key(self) -> str:
        """A newer one with the same label and scope replaces it."""
        return f"{self.label}/{self.on}/{self.combatant or ''}"


class Dropped(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something on the ground (CE-SHEET-40): the weapon as it was, whose it was, and where it lies."""

    weapon: Weapon
    owner: str
    place: Place | None = None


class Turn(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one member has done in the present slot.

    ``limit`` is what its steps may cost. ``paired`` is the hand of the first half of an announced pair, of which
    ``pair_done`` is the second. ``touched`` says that it has taken a step, ``rolled`` that it has made a roll of its
    own. ``hp`` are its HP when the slot opened (CE-HC-8), None for a speaker who may not see them.
    """

    limit: int
    hp: int | None
    open: bool = True
    spent: int = 0
    attacks: int = 0
    paired: Hand | None = None
    pair_done: bool = False
    touched: bool = False
    rolled: bool = False


class Slot(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A place in the order whose turn it is (CE-TIE-3): each member with what it has done in it.

    ``hps`` are the HP of everybody when it opened, where it is common (CE-SHEET-43): they make health (CE-HC-8).
    ``since`` is when it opened, counted along the lineage; 0 in states of before it was kept.
    """

    members: dict[str, Turn]
    hps: dict[str, int] = {}
    since: int = 0

    @property
    def common(self) -> bool:
        """Whether several act simultaneously, so that effects are held back (CE-TIE-5)."""
        return len(self.members) > 1


class Fight(Encounter):
    """A Century encounter.

    ``order`` has the groups of the round, highest score first; who has left it is in none of them (CE-STAG-5). ``due``
    is the index of the group whose slot comes next in the run ``run`` down the order; ``run_spent`` says that someone
    has spent a Move Point in it (CE-STAG-9), and ``slot`` whose slot is open, with what each has done (CE-SHEET-34).
    ``held`` are the effects of a common slot (CE-SHEET-45).
    """

    options: Options = Options()
    people: dict[str, Person] = {}
    round: int = 0
    step: Step = "story"
    scene: Scene = Scene()
    order: tuple[tuple[str, ...], ...] = ()
    run: int = 0
    due: int = 0
    run_spent: bool = False
    slot: Slot | None = None
    held: tuple[Held, ...] = ()
    rolls: dict[str, Roll] = {}
    attack: Attack | None = None
    attitudes: dict[str, Towards] = {}
    circumstances: dict[str, Circumstance] = {}
    ground: dict[str, Dropped] = {}

    def fork(self) -> Self:
        return replace(self, people={key: replace(person) for key, person in self.people.items()})

    def name_of(self, combatant: str) -> str:
        return self.people[combatant].name if combatant in self.people else combatant

    @property
    def in_combat(self) -> bool:
        """Whether rounds are being fought (CE-SHEET-31)."""
        return self.step != "story"

    @property
    def first_to_end(self) -> int:
        """The first round that has not ended yet."""
        return self.round if self.step in ("initiative", "actions") else self.round + 1

    def part_of(self, combatant: str) -> Turn | None:
        """Return what a combatant has done in the present slot, whether its part is open or not.

        None if it is no member.
        """
        return self.slot.members.get(combatant) if self.slot is not None else None

    def turn_of(self, combatant: str) -> Turn | None:
        """Return the open part of the present slot that is a combatant's, or None."""
        part = self.slot.members.get(combatant) if self.slot is not None else None
        return part if part is not None and part.open else None

    def roll_of(self, combatant: str) -> Roll | None:
        """Return the open roll of a combatant, of which there is at most one (CE-SHEET-37)."""
        return next((roll for roll in self.rolls.values() if roll.combatant == combatant), None)

    def towards(self, npc: str, somebody: str) -> Towards | None:
        return self.attitudes.get(f"{npc}/{somebody}")

    def vehicle_driven_by(self, combatant: str) -> Person | None:
        """Return the vehicle whose driver a combatant is."""
        return next(
            (one for one in self.people.values() if one.craft is not None and one.craft.driver == combatant), None
        )

    def vehicle_of(self, combatant: str) -> Person | None:
        """Return the vehicle that a combatant drives or rides in."""
        return next(
            (
                one
                for one in self.people.values()
                if one.craft is not None and combatant in (one.craft.driver, *one.craft.passengers)
            ),
            None,
        )

    def aboard(self, vehicle: Person) -> tuple[Person, ...]:
        """Return those who drive or ride in a vehicle, in the order of joining."""
        craft = vehicle.craft
        names = () if craft is None else (craft.driver, *craft.passengers)
        return tuple([person for person in self.people.values() if person.id in names])

    def sides_standing(self) -> tuple[str, ...]:
        """Return the sides that still have a combatant able to act, in the order of joining."""
        able = (person for person in self.people.values() if person.throws and person.up)
        return tuple(dict.fromkeys(person.side for person in able))
