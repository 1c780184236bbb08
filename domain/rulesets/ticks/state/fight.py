"""A Ticks encounter: the phase and the count, sight, areas, the ground, and everybody in it."""

from typing import Any, Self

import msgspec
from msgspec.structs import replace

from domain.model.encounter import Encounter
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.state.person import Person
from domain.rulesets.ticks.state.square import Square
from domain.rulesets.ticks.words import Phase


class Lying(msgspec.Struct, frozen=True):
    """A thing on the ground, which belongs to nobody (TK-SHEET-6)."""

    thing: Thing
    square: Square


class Scheduled(msgspec.Struct, frozen=True):
    """A change of the narrator's that waits for a tick of this round (TK-POS-6, TK-SIGHT-2): the command as it was."""

    tick: int
    command: dict[str, Any]


class Fight(Encounter):
    """A Ticks encounter.

    ``tick`` is the one that is open, or with ``closed`` the last that was; 0 between rounds. ``awaited`` is the tick
    to which the narrator is to count on, where nobody is asked (TK-RES-8, TK-RES-13). ``clock`` has the seconds since
    the beginning; ``blind`` the pairs of which the first does not see the second, as ``first>second``. ``opening`` says
    that an attack has been settled before round 1 (TK-COMBAT-5).
    """

    options: Options = Options()
    people: dict[str, Person] = {}
    phase: Phase = "calm"
    round: int = 0
    tick: int = 0
    awaited: int | None = None
    closed: bool = False
    clock: int = 0
    blind: tuple[str, ...] = ()
    areas: dict[str, tuple[Square, ...]] = {}
    ground: dict[str, Lying] = {}
    scheduled: tuple[Scheduled, ...] = ()
    opening: bool = False

    def fork(self) -> Self:
        return replace(self, people={key: replace(person) for key, person in self.people.items()})

    def name_of(self, combatant: str) -> str:
        return self.people[combatant].name if combatant in self.people else combatant

    @property
    def in_combat(self) -> bool:
        return self.phase != "calm"

    @property
    def in_round(self) -> bool:
        return self.phase in ("declaration", "resolution")

    @property
    def participants(self) -> tuple[Person, ...]:
        """Those whom the cry of combat has reached, in the order of joining (TK-COMBAT-2).

        Whoever has declared is one of them.
        """
        return tuple([person for person in self.people.values() if person.since is not None])

    def thing(self, name: str) -> Thing | None:
        """A thing by its ID, whoever has it, or on the ground (TK-SHEET-6)."""
        owner = next((person for person in self.people.values() if name in person.things), None)
        if owner is not None:
            return owner.things[name]
        return self.ground[name].thing if name in self.ground else None

    def sees(self, observer: str, target: str) -> bool:
        """Everybody sees everybody unless the narrator says otherwise (TK-SIGHT-1, TK-RUL-17).

        Shots, throws, aims and the condition `enters_sight` ask for it, and nothing else (TK-SIGHT-3).
        """
        return f"{observer}>{target}" not in self.blind

    def distance(self, one: str, other: str) -> int:
        return self.people[one].square.distance(self.people[other].square)
