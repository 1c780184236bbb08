"""An S3 encounter: its combatants, the ground, the round."""

from typing import Self

import msgspec
from msgspec.structs import replace

from domain.model.encounter import Encounter
from domain.rulesets.s3.items import Item
from domain.rulesets.s3.options import Options
from domain.rulesets.s3.state.ground import Distraction, HazardPlan, LinkPlan, Vehicle, ZonePlan
from domain.rulesets.s3.state.person import Person
from domain.rulesets.s3.state.turns import Drag, Hold, Memory, Pairing, Round, Turn
from domain.rulesets.s3.words import HERE, Relation, Side


class Fight(Encounter):
    """An S3 encounter."""

    options: Options = Options()
    people: dict[str, Person] = {}
    vehicles: dict[str, Vehicle] = {}
    scene: int = 1
    scene_name: str = ""
    zones: dict[str, ZonePlan] = msgspec.field(default_factory=lambda: {HERE: ZonePlan(HERE, "here")})
    links: dict[str, LinkPlan] = {}
    hazards: dict[str, HazardPlan] = {}
    distractions: tuple[Distraction, ...] = ()
    round_number: int = 0
    round: Round | None = None
    pairing: Pairing | None = None
    turn: Turn | None = None
    engaged: tuple[tuple[str, str], ...] = ()
    relations: dict[str, Relation] = {}
    holds: tuple[Hold, ...] = ()
    drags: tuple[Drag, ...] = ()
    ground: dict[str, tuple[Item, ...]] = {}
    memory: dict[str, tuple[Memory, ...]] = {}
    decided: bool = False
    outcome: Side | None = None

    def fork(self) -> Self:
        people = {}
        for key, person in self.people.items():
            people[key] = replace(person)
        vehicles = {key: replace(vehicle) for key, vehicle in self.vehicles.items()} if self.vehicles else {}
        return replace(self, people=people, vehicles=vehicles)

    def name_of(self, combatant: str) -> str:
        one = self.people.get(combatant) or self.vehicles.get(combatant)
        return one.name if one else combatant

    def able(self, side: Side | None = None) -> list[Person]:
        """Return the able combatants of one side or both, in the order of joining."""
        return [p for p in self.people.values() if p.able and (side is None or p.side == side)]

    def loses_turn(self, person: Person) -> bool:
        """Return whether a stun takes the next turn of a combatant, or all of this round (S3-STUN-4, S3-STUN-13)."""
        return person.stunned or (self.round is not None and person.stun_round == self.round_number)

    def may_finish(self, hold: Hold) -> bool:
        """S3-STRAN-6: a later round and a turn of the victim since, or two rounds begun since."""
        later_round = self.round_number > hold.round or self.options.strangle_gap == "turn"
        return (later_round and hold.victim_turns > 0) or self.round_number >= hold.round + 2

    def disengage(self, combatant: str) -> None:
        """End every engagement of a combatant."""
        if any(combatant in pair for pair in self.engaged):
            self.engaged = tuple(pair for pair in self.engaged if combatant not in pair)

    def unseat(self, person: Person) -> None:
        """Take a combatant off its vehicle, if it is on one."""
        if person.vehicle is not None:
            vehicle = self.vehicles[person.vehicle]
            vehicle.driver = None if vehicle.driver == person.id else vehicle.driver
            vehicle.riders = tuple(rider for rider in vehicle.riders if rider != person.id)
        person.vehicle = None
        person.seat = None

    def lay_down(self, zone: str, item: Item) -> None:
        """Add an item to those on the ground of a zone."""
        self.ground = {**self.ground, zone: (*self.ground.get(zone, ()), item)}

    def keep_hold(self, hold: Hold) -> None:
        """Add a hold; one that is renewed keeps its place among them, which is its age (S3-PIN-9)."""
        if any(known.id == hold.id for known in self.holds):
            self.holds = tuple(hold if known.id == hold.id else known for known in self.holds)
        else:
            self.holds = (*self.holds, hold)

    def remember(self, combatant: str, memory: Memory) -> None:
        """Add a stunt to the memory of a combatant."""
        self.memory = {**self.memory, combatant: (*self.memory.get(combatant, ()), memory)}


def relation_key(vehicle: str, other: str) -> str:
    """Return the key of the position of one vehicle to another."""
    return f"{vehicle}/{other}"
