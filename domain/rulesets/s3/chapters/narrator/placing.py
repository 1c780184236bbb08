"""Placing people and vehicles by the narrator, whatever the rules of movement say (S3-NARR-3)."""

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from domain.core import commands as core
from domain.core.commands import CombatantId, StrictModel
from domain.decision.decision import Decision
from domain.fields.field import Field as FormField
from domain.fields.field import Fields, Lookup, Many, among, listed, looked_up, record, several
from domain.fields.sets import ANY_KEY, Node, Set
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.reach import Disengaged, Engaged, engaged_with
from domain.rulesets.s3.chapters.grapple.bonds import drag_on, drags_by
from domain.rulesets.s3.chapters.movement.hiding import Hidden
from domain.rulesets.s3.chapters.movement.leaving import DragEnded, end_drag, forget_climb, leave_vehicle
from domain.rulesets.s3.chapters.movement.walking import Moved, zone_option
from domain.rulesets.s3.chapters.narrator.scenery import ZONES, require_zone
from domain.rulesets.s3.chapters.turns.actions import Spotted
from domain.rulesets.s3.chapters.vehicles.halting import check_vehicle
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet, may_drive, sever, take_seat
from domain.rulesets.s3.chapters.vocabularies import IN_THE_FIGHT, PEOPLE
from domain.rulesets.s3.parts import Key
from domain.rulesets.s3.state import Fight, Person, Vehicle
from domain.rulesets.s3.words import Relation, Seat, VehicleType
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words


class VehicleRelation(StrictModel):
    """The position of a vehicle, seen from another."""

    vehicle: CombatantId
    is_: Relation = Field(alias="is")


class CameBack(Event, frozen=True, kw_only=True):
    """The narrator brought a combatant back into the fight (S3-NARR-8)."""

    type: ClassVar[str] = "s3.came_back"
    words = "Back in the fight"
    told = Told(brief=AS_SAID)
    says = "{combatant} is back in the fight."
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].out = None


class VehicleMoved(Event, frozen=True, kw_only=True):
    """The narrator moved a vehicle to another zone, with all aboard."""

    type: ClassVar[str] = "s3.vehicle_moved"
    words = "Vehicle moved"
    told = Told(brief=AS_SAID, unless=("s3.place",))
    says = "{vehicle} moves {zone} with everyone aboard."
    example = {"vehicle": "steam_truck", "zone": "engine_room"}
    vehicle: str
    zone: Annotated[str, Spoken(said.to_zone)]

    def evolve(self, fight: Fight) -> None:
        vehicle = fight.vehicles[self.vehicle]
        vehicle.zone = self.zone
        for combatant in vehicle.aboard:
            fight.people[combatant].zone = self.zone


def _placed_vehicles(view: View[Fight]) -> tuple[str, ...]:
    return tuple(view.state.vehicles)


def _vehicles_among_others(view: View[Fight]) -> tuple[str, ...]:
    return tuple(view.state.vehicles) if len(view.state.vehicles) > 1 else ()


def _vehicles_in_zones(view: View[Fight]) -> tuple[str, ...]:
    """Return the vehicles to sit on: those in a zone of the scene."""
    return tuple([vehicle.id for vehicle in view.state.vehicles.values() if vehicle.zone in view.state.zones])


def _in_zones(view: View[Fight]) -> tuple[str, ...]:
    """Return those who may be left in their zone, because the scene has it."""
    return tuple([person.id for person in view.state.people.values() if person.zone in view.state.zones])


def _aboard(view: View[Fight]) -> tuple[str, ...]:
    vehicles = set(view[VEHICLES_IN_ZONES])
    return tuple([person.id for person in view.state.people.values() if person.vehicle in vehicles])


def _people_by_zone(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    """Return those in the fight, by zone; in a zone of the scene there may be none."""
    zones: dict[str, list[str]] = {zone: [] for zone in view.state.zones}
    for person in view.state.people.values():
        if person.out is None:
            zones.setdefault(person.zone, []).append(person.id)
    return {zone: tuple(people) for zone, people in zones.items()}


def _people_by_vehicle(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    """Return those in the zone of a vehicle."""
    zones: dict[str, tuple[str, ...]] = view[PEOPLE_BY_ZONE]
    vehicles = view.state.vehicles
    return {one: zones[vehicles[one].zone] for one in view[VEHICLES_IN_ZONES]}


def _people_by_seat(view: View[Fight]) -> Node:
    """Return those in the zone of a combatant who sits on a vehicle."""
    people, by_vehicle = view.state.people, view[PEOPLE_BY_VEHICLE]
    return {one: by_vehicle[people[one].vehicle] for one in view[ABOARD]}


def _zone_of_vehicle(view: View[Fight]) -> Node:
    vehicles = view.state.vehicles
    return {one: (zone_option(view.state, vehicles[one].zone),) for one in view[VEHICLES_IN_ZONES]}


def _zone_of_seat(view: View[Fight]) -> Node:
    people, zones = view.state.people, view[ZONE_OF_VEHICLE]
    return {one: zones[people[one].vehicle] for one in view[ABOARD]}


def _seats(view: View[Fight]) -> Node:
    """Return the seats by vehicle and combatant (S3-SHEET-9, S3-MOUNT-29)."""
    fight = view.state
    free: dict[str, Node] = {}
    found: dict[str, Node] = {}
    for vehicle in map(fight.vehicles.__getitem__, view[VEHICLES_IN_ZONES]):
        if vehicle.driver is not None:
            driver = fight.people[vehicle.driver]
            found[vehicle.id] = {ANY_KEY: RIDER_ONLY, driver.id: _seats_for(driver, vehicle)}
        else:
            if vehicle.kind not in free:
                free[vehicle.kind] = _seats_without_driver(fight, vehicle.kind)
            found[vehicle.id] = free[vehicle.kind]
    return found


def _seats_without_driver(fight: Fight, kind: VehicleType) -> Node:
    unfit = [person.id for person in fight.people.values() if not may_drive(person, kind)]
    return {ANY_KEY: SEATS, **dict.fromkeys(unfit, RIDER_ONLY)}


def _seats_for(person: Person, vehicle: Vehicle) -> tuple[str, ...]:
    return SEATS if may_drive(person, vehicle.kind) else RIDER_ONLY


def _own_seats(view: View[Fight]) -> Node:
    """Return the seats on the vehicle of each combatant aboard."""
    fight = view.state
    found: dict[str, Node] = {}
    for one in view[ABOARD]:
        person = fight.people[one]
        vehicle = fight.vehicles[person.vehicle or ""]
        found[one] = _seats_for(person, vehicle) if vehicle.driver in (None, one) else RIDER_ONLY
    return found


SEATS: Final = ("driver", "rider")
RIDER_ONLY: Final = ("rider",)
VEHICLES: Final = Vocabulary("vehicles", _placed_vehicles)
SEVERAL_VEHICLES: Final = Vocabulary("vehicles among others", _vehicles_among_others)
VEHICLES_IN_ZONES: Final = Vocabulary("vehicles in the scene", _vehicles_in_zones)
ABOARD: Final = Vocabulary("aboard", _aboard)
PEOPLE_BY_ZONE: Final = Vocabulary("in a zone", _people_by_zone)
PEOPLE_BY_VEHICLE: Final = Vocabulary("in the zone of a vehicle", _people_by_vehicle)
ZONE_OF_VEHICLE: Final = Vocabulary("zone of a vehicle", _zone_of_vehicle)


def _engaged_with(source: Set | Lookup, least: int = 0, **more: Any) -> FormField:
    return several(source, least, 50, distinct=True, bars=("combatant",), **more)


UNSEEN_BY: Final = several(PEOPLE, 0, 100, distinct=True, bars=("combatant",))
RELATIVE: Final = record(
    {
        "vehicle": among(VEHICLES, bars=("combatant",), required=True),
        "is": listed("ahead", "behind", "alongside", required=True),
    },
    many=Many(1, 50),
    phrase="{is} {vehicle}",
)
OUT_OF_SIGHT: Final = "[, hidden from {unseen_by}]"
AMONG_PEOPLE: Final = f"[, beside {{engaged_with}}]{OUT_OF_SIGHT}"
OF_VEHICLE: Final[Fields] = {
    "engaged_with": None,
    "vehicle": None,
    "seat": None,
    "unseen_by": None,
    "zone": among(ZONES),
}
ON_FOOT: Final[Fields] = {"vehicle": None, "seat": None, "relative": None}


PUTS: Final = (
    "seats {combatant} on {vehicle} as {seat}",
    "seats {combatant} on {vehicle}",
    "seats {combatant} as {seat}",
    "places {combatant} {zone:at}",
)
"""Where a combatant or a vehicle is put, as the story says it: the first of which all fields are given."""
NEAR: Final = (", beside {engaged_with}", ", {relative}", "")
UNSEEN: Final = (", hidden from {unseen_by}", "")


class Place(core.Narrating):
    """Put a combatant or a vehicle somewhere, whatever the rules of movement say (S3-NARR-3)."""

    variants = {
        "in_zone": {
            **ON_FOOT,
            "combatant": among(PEOPLE),
            "zone": among(ZONES, required=True),
            "engaged_with": _engaged_with(Lookup(PEOPLE_BY_ZONE, ("zone",))),
            "unseen_by": UNSEEN_BY,
        },
        "beside": {
            **ON_FOOT,
            "combatant": among(PEOPLE),
            "zone": None,
            "engaged_with": _engaged_with(IN_THE_FIGHT, least=1, required=True, mark="check"),
            "unseen_by": UNSEEN_BY,
        },
        "apart": {
            **ON_FOOT,
            "combatant": among(Vocabulary("in a zone of the scene", _in_zones)),
            "zone": None,
            "engaged_with": several((), 0, 0, required=True),
            "unseen_by": UNSEEN_BY,
        },
        "where_it_is": {
            **ON_FOOT,
            "combatant": among(Vocabulary("in a zone of the scene", _in_zones)),
            "zone": None,
            "engaged_with": None,
            "unseen_by": UNSEEN_BY,
        },
        "on_vehicle": {
            "combatant": among(PEOPLE),
            "vehicle": among(VEHICLES_IN_ZONES, required=True),
            "seat": looked_up(Vocabulary("seats", _seats), "vehicle", "combatant"),
            "zone": looked_up(ZONE_OF_VEHICLE, "vehicle"),
            "engaged_with": _engaged_with(Lookup(PEOPLE_BY_VEHICLE, ("vehicle",))),
            "unseen_by": UNSEEN_BY,
            "relative": None,
        },
        "on_own_vehicle": {
            "combatant": among(ABOARD),
            "vehicle": None,
            "seat": looked_up(Vocabulary("seats on the own vehicle", _own_seats), "combatant", required=True),
            "zone": looked_up(Vocabulary("zone of the own vehicle", _zone_of_seat), "combatant"),
            "engaged_with": _engaged_with(
                Lookup(Vocabulary("around the own vehicle", _people_by_seat), ("combatant",))
            ),
            "unseen_by": UNSEEN_BY,
            "relative": None,
        },
        "vehicle": {**OF_VEHICLE, "combatant": among(VEHICLES), "relative": None},
        "vehicle_among_others": {**OF_VEHICLE, "combatant": among(SEVERAL_VEHICLES), "relative": RELATIVE},
    }
    says = (
        *[f"The narrator {puts}{near}{unseen}." for puts in PUTS for near in NEAR for unseen in UNSEEN],
        *[f"The narrator places {{combatant}} beside {{engaged_with}}{unseen}." for unseen in UNSEEN],
        *[f"The narrator places {{combatant}} away from everyone{{engaged_with:none}}{unseen}." for unseen in UNSEEN],
        "The narrator hides {combatant} from {unseen_by}.",
        "The narrator places {combatant} {relative}.",
        "The narrator leaves {combatant} in place.",
    )
    example = {"combatant": "ogre", "zone": "upper_deck", "engaged_with": ["bell"]}
    ruling = True
    words = Words(
        "Place",
        group="scene",
        variants={
            "in_zone": Variant("Place in a zone", f"Place {{combatant}}: {{zone}}{AMONG_PEOPLE}"),
            "beside": Variant("Place beside others", f"Place {{combatant}} beside {{engaged_with}}{OUT_OF_SIGHT}"),
            "apart": Variant(
                "Place away from everyone",
                f"Place {{combatant}} away from everyone{OUT_OF_SIGHT}",
                help="Break off all close combat of a combatant where it is.",
            ),
            "where_it_is": Variant("Leave in place", f"Leave {{combatant}} in place{OUT_OF_SIGHT}"),
            "on_vehicle": Variant(
                "Place on a vehicle", f"Place {{combatant}} on {{vehicle}}[ ({{seat}})]{AMONG_PEOPLE}"
            ),
            "on_own_vehicle": Variant("Change the seat", f"Change the seat of {{combatant}}: {{seat}}{AMONG_PEOPLE}"),
            "vehicle": Variant("Place a vehicle", "Place {combatant}[: {zone}]"),
            "vehicle_among_others": Variant(
                "Place a vehicle among others", "Place {combatant}[: {zone}][, {relative}]"
            ),
        },
        fields={"combatant": "Who or what"},
    )
    told = Told(brief=AS_SAID)
    type: Literal["s3.place"] = "s3.place"
    combatant: CombatantId
    zone: Key | None = None
    engaged_with: tuple[CombatantId, ...] | None = Field(default=None, max_length=50)
    vehicle: CombatantId | None = None
    seat: Seat | None = None
    relative: tuple[VehicleRelation, ...] = Field(default=(), max_length=50)
    unseen_by: tuple[CombatantId, ...] | None = Field(default=None, max_length=100)

    def decide(self, decision: Decision[Fight]) -> None:
        """A vehicle takes all aboard with it (S3-NARR-3)."""
        vehicle = decision.state.vehicles.get(self.combatant)
        if vehicle is not None:
            _place_vehicle(decision, vehicle, self)
        else:
            _place_person(decision, find_combatant(decision.state, self.combatant, "command.combatant"), self)


def _place_vehicle(decision: Decision[Fight], vehicle: Vehicle, command: Place) -> None:
    """Move a vehicle to a zone, and put it ahead of, behind or alongside others (S3-MOUNT-3)."""
    fight = decision.state
    persons_only = command.engaged_with, command.vehicle, command.seat, command.unseen_by
    if any(field is not None for field in persons_only):
        refuse("S3-SHEET-10", f"{vehicle.name} is a vehicle; it has a zone and relations only.", field="command")
    for entry in command.relative:
        known = entry.vehicle in fight.vehicles and entry.vehicle != vehicle.id
        others = {key: one for key, one in fight.vehicles.items() if one is not vehicle}
        none = f"There is no other vehicle than {vehicle.name}."
        said = unknown(f"“{entry.vehicle}” is no other vehicle", entry.vehicle, others, none)
        require(known, "S3-MOUNT-3", said, field="command.relative")
    if command.zone is not None:
        require_zone(fight, command.zone, "S3-NARR-3")
        if command.zone != vehicle.zone:
            _drive_away(decision, vehicle, command.zone)
    for entry in command.relative:
        decision.record(RelationSet(vehicle=vehicle.id, other=entry.vehicle, relation=entry.is_))
    sever(decision, vehicle.aboard)


def _drive_away(decision: Decision[Fight], vehicle: Vehicle, zone: str) -> None:
    """Move a vehicle with all aboard and those dragged; engagements and holds with all others end."""
    fight = decision.state
    moved = decision.record(VehicleMoved(vehicle=vehicle.id, zone=zone))
    for person in [fight.people[combatant] for combatant in vehicle.aboard]:
        left = tuple(other for other in engaged_with(fight, person.id) if other not in vehicle.aboard)
        if left:
            decision.record(Disengaged(combatant=person.id, others=left), cause=moved)
        for drag in drags_by(fight, person.id):
            decision.record(Moved(combatant=drag.dragged, zone=zone), cause=moved)
    sever(decision, vehicle.aboard, cause=moved)


def _place_person(decision: Decision[Fight], person: Person, command: Place) -> None:
    fight = decision.state
    zone = _destination(fight, person, command)
    if command.relative:
        refuse("S3-MOUNT-2", "Only vehicles stand ahead, behind or alongside.", field="command.relative")
    require_distinct(command.unseen_by or (), "command.unseen_by")
    require_distinct(command.engaged_with or (), "command.engaged_with")
    for other in command.unseen_by or ():
        _require_other(fight, person, other, "command.unseen_by")
    if person.out is not None:
        decision.record(CameBack(combatant=person.id))
    moved = _seat(decision, person, command) if command.vehicle or command.seat else _walk(decision, person, zone)
    if command.engaged_with is not None:
        moved = _set_engagements(decision, person, command.engaged_with) or moved
    if moved:
        version = decision.state.lineage_version
        sever(decision, (person.id,), cause=version)
        for drag in drags_by(fight, person.id):
            end_drag(decision, drag, "moved_away", cause=version)
    if command.unseen_by is not None:
        _set_unseen(decision, person, command.unseen_by)


def _destination(fight: Fight, person: Person, command: Place) -> str | None:
    """Return the zone to put the combatant in on foot, or None to leave it there; refuses a contradiction."""
    if command.vehicle is not None or command.seat is not None:
        vehicle = fight.vehicles.get(command.vehicle or person.vehicle or "")
        if vehicle is None:
            none = f"There is no vehicle for {person.name} to sit on."
            named = command.vehicle or ""
            said = unknown(f"No vehicle is called “{named}”", named, fight.vehicles, none) if named else none
            refuse("S3-SHEET-9", said, field="command.vehicle")
        fits = command.zone in (None, vehicle.zone)
        require(fits, "S3-NARR-3", f"{vehicle.name} is in zone “{vehicle.zone}”.", field="command.zone")
        if command.seat == "driver":
            _check_driver(fight, person, vehicle)
        zone: str | None = vehicle.zone
    else:
        zone = command.zone
    others = [_require_other(fight, person, other, "command.engaged_with") for other in command.engaged_with or ()]
    if others and zone is None and others[0].zone != person.zone:
        zone = others[0].zone
    for there in others:
        require(there.out is None, "S3-NARR-8", f"{there.name} is out of the fight.", field="command.engaged_with")
        together = there.zone == (zone or person.zone)
        require(together, "S3-RANGE-5", f"{there.name} is in zone “{there.zone}”.", field="command.engaged_with")
    require_zone(fight, zone or person.zone, "S3-NARR-3")
    return zone


def _check_driver(fight: Fight, person: Person, vehicle: Vehicle) -> None:
    """Refuse a second driver, and one who cannot drive the vehicle (S3-SHEET-9, S3-MOUNT-29)."""
    taken = vehicle.driver not in (None, person.id)
    require(not taken, "S3-SHEET-9", f"{fight.name_of(vehicle.driver or '')} drives {vehicle.name}.")
    require(may_drive(person, vehicle.kind), "S3-MOUNT-29", f"{person.name} cannot drive {vehicle.name}.")


def _require_other(fight: Fight, person: Person, other: str, field: str) -> Person:
    found = find_combatant(fight, other, field)
    require(
        found.id != person.id,
        "S3-NARR-3",
        f"{person.name} is the one being placed.",
        field=field,
    )
    return found


def _seat(decision: Decision[Fight], person: Person, command: Place) -> bool:
    """Put the combatant on a vehicle, by default as a rider; return whether anything changed."""
    fight = decision.state
    vehicle, seat = command.vehicle or person.vehicle or "", command.seat or "rider"
    old = person.vehicle
    if (old, person.seat) == (vehicle, seat):
        return False
    if old != vehicle:
        _free_from_drag(decision, person)
        _leave_engagements(decision, person)
        forget_climb(decision, person)
    take_seat(decision, person, vehicle, seat)
    if old is not None and old != vehicle:
        check_vehicle(decision, old, cause=fight.lineage_version)
    return True


def _walk(decision: Decision[Fight], person: Person, zone: str | None) -> bool:
    """Put the combatant into a zone on foot; return whether it moved."""
    if zone is None or (zone == person.zone and person.vehicle is None):
        return False
    _free_from_drag(decision, person)
    leave_vehicle(decision, person)
    forget_climb(decision, person)
    decision.record(Moved(combatant=person.id, zone=zone))
    return True


def _free_from_drag(decision: Decision[Fight], person: Person) -> None:
    """End the drag on a combatant that is placed elsewhere; it is not left behind by that."""
    drag = drag_on(decision.state, person.id)
    if drag is not None:
        decision.record(DragEnded(drag=drag.id, dragger=drag.dragger, dragged=drag.dragged, reason="moved_away"))


def _leave_engagements(decision: Decision[Fight], person: Person) -> None:
    others = engaged_with(decision.state, person.id)
    if others:
        decision.record(Disengaged(combatant=person.id, others=others))


def _set_engagements(decision: Decision[Fight], person: Person, others: tuple[str, ...]) -> bool:
    """Engage the combatant with exactly those named (S3-RANGE-5); return whether it left any."""
    before = engaged_with(decision.state, person.id)
    left = tuple(other for other in before if other not in others)
    if left:
        decision.record(Disengaged(combatant=person.id, others=left))
    for other in others:
        if other not in before:
            decision.record(Engaged(combatant=person.id, other=other))
    return bool(left)


def _set_unseen(decision: Decision[Fight], person: Person, observers: tuple[str, ...]) -> None:
    """Hide the combatant from exactly these observers (S3-HIDE-7)."""
    seen_again = tuple(observer for observer in person.unseen_by if observer not in observers)
    if seen_again:
        decision.record(Spotted(combatant=person.id, observers=seen_again))
    lost = tuple(observer for observer in observers if observer not in person.unseen_by)
    if lost:
        decision.record(Hidden(combatant=person.id, observers=lost))


PLACING: Chapter[Fight] = Chapter(commands=(Place,), events=(CameBack, VehicleMoved))
