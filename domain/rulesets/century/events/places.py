"""Facts about places and things: moves, turns, vehicles, cover, what hands hold, loading."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.said import (
    circumstance_over,
    circumstance_said,
    cover_said,
    in_hands,
    item_in,
    spot,
    thing_in,
    turn_said,
)
from domain.rulesets.century.state import Circumstance, Cover, Craft, Dropped, Fight, Place
from domain.rulesets.century.state.changes import change_craft, change_weapon, leave_covers, leave_order, let_go
from domain.rulesets.century.words import ControlOutcome, Hand, Way
from domain.text.phrases import number
from domain.text.sentences import AS_WRITTEN, QUOTED, Spoken

MODES: Final = {
    "legs2": "walks",
    "legs4": "trots",
    "slither": "slithers",
    "wheels": "drives",
    "hover": "hovers",
    "flight": "flies",
    "swim": "swims",
    "row": "rows",
    "sail": "sails",
    "water_motor": "speeds over the water",
    "climb": "climbs",
}
CONTROL: Final = {"skid": "skids", "stall": "stalls", "crash": "crashes"}
DROPPED: Final = {
    "discarded": "drops {item}",
    "fell": "lets go of {item}",
    "disarmed": "has {item} knocked out of {combatant:their} hand",
    "shot": "has {item} shot out of {combatant:their} hand",
    "thrown": "has thrown {item}",
    "lost": "loses hold of {item}",
}
"""How items leave the hand of a combatant, as it is said."""
STATES: Final = {"jammed": "jams", "broken": "breaks", "destroyed": "explodes"}


class Moved(Event, frozen=True, kw_only=True):
    """Somebody or a vehicle has moved (CE-ACT-40); ``place`` where it is now, if that is known."""

    type: ClassVar[str] = "century.moved"
    says = "{combatant} {mode} {metres:metre}[ in {vehicle}][ {stealthy}][, and is now at {place}]."
    combatant: str
    mode: Annotated[Way, Spoken(MODES)]
    metres: int
    place: Annotated[Place | None, Spoken(spot)] = None
    stealthy: Annotated[bool, Spoken({True: "stealthily"})] = False
    vehicle: str | None = None

    def evolve(self, fight: Fight) -> None:
        """Passengers move with the vehicle (CE-CLASS-12); a move breaks a turn that continues (CE-CLASS-5)."""
        mover = fight.people[self.vehicle or self.combatant]
        mover.metres += self.metres
        change_craft(mover, turning=0)
        if self.place is not None:
            mover.place = self.place
            for person in fight.aboard(mover):
                person.place = self.place


class Turned(Event, frozen=True, kw_only=True):
    """Somebody or a vehicle has turned (CE-TURN-1); ``heading`` where it looks now, if that is known."""

    type: ClassVar[str] = "century.turned"
    says = "{combatant} turns[ {vehicle}] {degrees}[, and faces {heading} degrees]."
    combatant: str
    degrees: Annotated[int, Spoken(turn_said)]
    heading: int | None = None
    vehicle: str | None = None

    def evolve(self, fight: Fight) -> None:
        """Degrees count without their sign (CE-CLASS-5)."""
        turner = fight.people[self.vehicle or self.combatant]
        turner.heading = self.heading
        if turner.craft is not None:
            craft, degrees = turner.craft, abs(self.degrees)
            turning = craft.turning + degrees
            change_craft(turner, degrees=craft.degrees + degrees, turning=turning, longest=max(craft.longest, turning))


class Placed(Event, frozen=True, kw_only=True):
    """The narrator says where somebody is and where it looks (CE-RANGE-11)."""

    type: ClassVar[str] = "century.placed"
    combatant: str
    place: Annotated[Place | None, Spoken(spot)] = None
    heading: int | None = None

    def says(self) -> str:
        where = "has no set position" if self.place is None else "is at {place}"
        return f"{{combatant}} {where}[, facing {{heading}} degrees]."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.place, person.heading = self.place, self.heading
        for one in fight.aboard(person):
            one.place = self.place


class ControlDue(Event, frozen=True, kw_only=True):
    """A driver has to roll to keep its vehicle under control (CE-CLASS-3, CE-CLASS-9).

    ``degrees`` are those counted against the Turn Class; ``asked`` says that the narrator has asked for it.
    """

    type: ClassVar[str] = "century.control_due"
    vehicle: str
    combatant: str
    degrees: int
    penalty: Annotated[int, Spoken(lambda penalty, names: number(-penalty))]
    asked: bool = False

    def says(self) -> str:
        why = "the narrator asks for it" if self.asked else "a turn of {degrees:degree}"
        penalty = "; {penalty}" if self.penalty else ""
        return f"{{combatant}} has to keep {{vehicle}} under control ({why}{penalty})."

    def evolve(self, fight: Fight) -> None:
        """A roll that the narrator asks for does not count as the mandatory one (CE-CLASS-9)."""
        if not self.asked:
            change_craft(fight.people[self.vehicle], checked=self.degrees)


class ControlLost(Event, frozen=True, kw_only=True):
    """A vehicle is out of control (CE-CLASS-8); ``heading`` where it looks then, if that is known."""

    type: ClassVar[str] = "century.control_lost"
    says = "{combatant} loses control: {vehicle} {outcome}."
    vehicle: str
    combatant: str
    outcome: Annotated[ControlOutcome, Spoken(CONTROL)]
    heading: int | None = None

    def evolve(self, fight: Fight) -> None:
        """The pool is lost (CE-CLASS-8); what halves the next one is not undone by losing control again."""
        vehicle = fight.people[self.vehicle]
        vehicle.heading, vehicle.pool = self.heading, 0
        halved = self.outcome == "stall" or (vehicle.craft is not None and vehicle.craft.half_pool)
        change_craft(vehicle, out_of_control=True, half_pool=halved)


class SeatTaken(Event, frozen=True, kw_only=True):
    """Somebody sits in a vehicle, drives it, or has got out (CE-SHEET-42)."""

    type: ClassVar[str] = "century.seat_taken"
    combatant: str
    vehicle: str | None = None
    driving: bool = False

    def says(self) -> str:
        if self.vehicle is None:
            return "{combatant} gets out."
        return "{combatant} takes the wheel of {vehicle}." if self.driving else "{combatant} gets into {vehicle}."

    def evolve(self, fight: Fight) -> None:
        """A combatant that takes a seat leaves the one it had, and is where the vehicle is."""
        for vehicle in fight.people.values():
            craft = vehicle.craft
            if craft is not None and self.combatant in (craft.driver, *craft.passengers):
                driver = None if craft.driver == self.combatant else craft.driver
                change_craft(
                    vehicle, driver=driver, passengers=tuple([one for one in craft.passengers if one != self.combatant])
                )
        if self.vehicle is not None:
            vehicle = fight.people[self.vehicle]
            craft = vehicle.craft or Craft()
            if self.driving:
                change_craft(vehicle, driver=self.combatant)
            else:
                change_craft(vehicle, passengers=(*craft.passengers, self.combatant))
            fight.people[self.combatant].place = vehicle.place


class CoverSet(Event, frozen=True, kw_only=True):
    """What somebody stands behind from now on (CE-COVER-1)."""

    type: ClassVar[str] = "century.cover_set"
    says = "{combatant} {cover}."
    combatant: str
    cover: Annotated[Cover, Spoken(cover_said)]

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].cover = self.cover


class CoverLost(Event, frozen=True, kw_only=True):
    """Somebody stands behind nothing any more, because it has moved (CE-COVER-14)."""

    type: ClassVar[str] = "century.cover_lost"
    says = "{combatant} leaves cover."
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].cover = Cover()


class CircumstanceSet(Event, frozen=True, kw_only=True):
    """A standing modifier of To-Hit Rolls (CE-MOD-25)."""

    type: ClassVar[str] = "century.circumstance_set"
    says = "{circumstance}."
    circumstance: Annotated[Circumstance, Spoken(circumstance_said)]

    def evolve(self, fight: Fight) -> None:
        fight.circumstances = {**fight.circumstances, self.circumstance.key: self.circumstance}


class CircumstanceEnded(Event, frozen=True, kw_only=True):
    """A standing modifier counts no more."""

    type: ClassVar[str] = "century.circumstance_ended"
    says = "{circumstance}."
    circumstance: Annotated[Circumstance, Spoken(circumstance_over)]

    def evolve(self, fight: Fight) -> None:
        over = self.circumstance.key
        fight.circumstances = {key: one for key, one in fight.circumstances.items() if key != over}


class ItemDrawn(Event, frozen=True, kw_only=True):
    """A carried item is in hand now (CE-ACT-44)."""

    type: ClassVar[str] = "century.item_drawn"
    says = "{combatant} draws {item} with {hands}."
    combatant: str
    item: Annotated[str, item_in("item")]
    hands: Annotated[tuple[Hand, ...], Spoken(in_hands)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.held = {**person.held, **dict.fromkeys(self.hands, self.item)}


class ItemStowed(Event, frozen=True, kw_only=True):
    """A held item is put away (CE-ACT-46)."""

    type: ClassVar[str] = "century.item_stowed"
    says = "{combatant} puts {item} away."
    combatant: str
    item: Annotated[str, item_in("item")]

    def evolve(self, fight: Fight) -> None:
        let_go(fight.people[self.combatant], self.item)


class ItemDropped(Event, frozen=True, kw_only=True):
    """An item has left somebody's hand and lies on the ground (CE-ACT-45, CE-SHEET-40).

    ``lying`` is what it is called there. ``reason``: ``discarded``, ``fell``, ``disarmed``, ``shot``, ``thrown``,
    ``lost``.
    """

    type: ClassVar[str] = "century.item_dropped"
    combatant: str
    item: Annotated[str, item_in("item")]
    lying: str
    reason: str
    place: Annotated[Place | None, Spoken(spot)] = None

    def says(self) -> str:
        return f"{{combatant}} {DROPPED[self.reason]}; it lies on the ground[ at {{place}}]."

    def evolve(self, fight: Fight) -> None:
        """It keeps its ammunition and its state (CE-SHEET-40)."""
        person = fight.people[self.combatant]
        let_go(person, self.item)
        fight.ground = {**fight.ground, self.lying: Dropped(person.weapons[self.item], person.id, self.place)}
        person.weapons = {key: weapon for key, weapon in person.weapons.items() if key != self.item}


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """Something on the ground is in hand now (CE-ACT-47); ``item`` is what it is called there, ``as_item`` here."""

    type: ClassVar[str] = "century.item_picked_up"
    says = "{combatant} picks up {as_item} with {hands}."
    combatant: str
    item: str
    as_item: Annotated[str, item_in("as_item")]
    weapon: Weapon
    hands: Annotated[tuple[Hand, ...], Spoken(in_hands)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.weapons = {**person.weapons, self.as_item: self.weapon}
        person.held = {**person.held, **dict.fromkeys(self.hands, self.as_item)}
        fight.ground = {key: lying for key, lying in fight.ground.items() if key != self.item}


class ItemUsedUp(Event, frozen=True, kw_only=True):
    """A thrown explosive is used up, or a weapon has gone to pieces (CE-LOAD-5)."""

    type: ClassVar[str] = "century.item_used_up"
    says = "{combatant's} {item} is used up."
    combatant: str
    item: Annotated[str, thing_in("item")]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        let_go(person, self.item)
        person.weapons = {key: weapon for key, weapon in person.weapons.items() if key != self.item}


class WeaponLoaded(Event, frozen=True, kw_only=True):
    """A weapon is loaded (CE-LOAD-2): what is in it now, and what is left to load."""

    type: ClassVar[str] = "century.weapon_loaded"
    private: ClassVar[frozenset[str]] = frozenset({"loaded", "reloads", "loose_rounds"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    weapon: Annotated[str, item_in("weapon")]
    loaded: int | None = None
    reloads: int | None = None
    loose_rounds: int = 0

    def says(self) -> str:
        loose = " and {loose_rounds:loose round}" if self.loose_rounds else ""
        left = f"{{reloads:reload}}{loose} left"
        return f"{{combatant}} loads {{weapon}}[, which now has {{loaded:round}} in it; {left}]."

    def evolve(self, fight: Fight) -> None:
        change_weapon(
            fight.people[self.combatant],
            self.weapon,
            loaded=self.loaded,
            reloads=self.reloads,
            loose_rounds=self.loose_rounds,
        )


class RoundsFired(Event, frozen=True, kw_only=True):
    """Rounds have left a weapon (CE-LOAD-6); ``weapon`` is what it is called in hand, or on the ground by then."""

    type: ClassVar[str] = "century.rounds_fired"
    says = "{combatant} has fired {rounds:round} from {weapon}[; {loaded:round} left]."
    private: ClassVar[frozenset[str]] = frozenset({"loaded"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    weapon: Annotated[str, item_in("weapon")]
    rounds: int
    loaded: int | None = None

    def evolve(self, fight: Fight) -> None:
        """A weapon that has fallen out of the hand by its own shot lies on the ground (CE-SCAT-7)."""
        person = fight.people[self.combatant]
        if self.weapon in person.weapons:
            change_weapon(person, self.weapon, loaded=self.loaded)
        elif self.weapon in fight.ground:
            lying = fight.ground[self.weapon]
            emptier = replace(lying, weapon=replace(lying.weapon, loaded=self.loaded))
            fight.ground = {**fight.ground, self.weapon: emptier}


class WeaponFailed(Event, frozen=True, kw_only=True):
    """A weapon is jammed, broken or destroyed (CE-CRIT-16 to CE-CRIT-19); ``rounds`` that clearing the jam takes."""

    type: ClassVar[str] = "century.weapon_failed"
    combatant: str
    weapon: Annotated[str, thing_in("weapon")]
    state: Annotated[str, Spoken(STATES)]
    rounds: int = 0

    def says(self) -> str:
        clearing = "; clearing it takes {rounds:round}" if self.rounds else ""
        return f"{{combatant's}} {{weapon}} {{state}}{clearing}."

    def evolve(self, fight: Fight) -> None:
        """What was loaded in a weapon that explodes is lost (CE-CRIT-19)."""
        person = fight.people[self.combatant]
        if self.state == "destroyed":
            change_weapon(person, self.weapon, state=self.state, jam_rounds=0, loaded=0)
        else:
            change_weapon(person, self.weapon, state=self.state, jam_rounds=self.rounds)


class JamCleared(Event, frozen=True, kw_only=True):
    """A round of clearing is over (CE-CRIT-17): the rounds that it still takes, none when the weapon works again."""

    type: ClassVar[str] = "century.jam_cleared"
    combatant: str
    weapon: Annotated[str, thing_in("weapon")]
    rounds: int = 0

    def says(self) -> str:
        how = "takes {rounds:more round} to clear" if self.rounds else "works again"
        return f"{{combatant's}} {{weapon}} {how}."

    def evolve(self, fight: Fight) -> None:
        state = "jammed" if self.rounds else "working"
        change_weapon(fight.people[self.combatant], self.weapon, state=state, jam_rounds=self.rounds)


class ArmourWorn(Event, frozen=True, kw_only=True):
    """Somebody wears this piece of its armour from now on, or none (CE-ARMOR-9)."""

    type: ClassVar[str] = "century.armour_worn"
    combatant: str
    armour: Annotated[str | None, item_in("armour")] = None

    def says(self) -> str:
        return "{combatant} no longer wears armour." if self.armour is None else "{combatant} now wears {armour}."

    def evolve(self, fight: Fight) -> None:
        """What was worn before is carried again, as worn as it is (CE-ARMOR-9)."""
        fight.people[self.combatant].worn = self.armour


class ActionTaken(Event, frozen=True, kw_only=True):
    """Somebody does something that is no fighting (CE-ACT-51)."""

    type: ClassVar[str] = "century.action_taken"
    says = "{combatant} does this: {what}."
    combatant: str
    what: Annotated[str, QUOTED]


class ActionForgone(Event, frozen=True, kw_only=True):
    """Something is not done after all, because slot or pool cannot bear its cost (CE-ACT-51); nothing is paid.

    ``mp`` is the cost that the narrator has named, if he has.
    """

    type: ClassVar[str] = "century.action_forgone"
    says = "{combatant} cannot afford {what} after all[: it costs {mp:Move Point}]."
    combatant: str
    what: Annotated[str, QUOTED]
    mp: int | None = None


class LeftField(Event, frozen=True, kw_only=True):
    """Somebody has left the field (CE-END-8)."""

    type: ClassVar[str] = "century.left_field"
    says = "{combatant} leaves the fight[: {reason}]."
    combatant: str
    reason: Annotated[str, AS_WRITTEN] = ""

    def evolve(self, fight: Fight) -> None:
        """A combatant that has left takes no seat, hides nobody and has no move points (CE-END-8)."""
        person = fight.people[self.combatant]
        person.gone, person.pool = True, 0
        leave_order(fight, self.combatant)
        leave_covers(fight, self.combatant)


PLACE_EVENTS: tuple[type[Event], ...] = (
    Moved,
    Turned,
    Placed,
    ControlDue,
    ControlLost,
    SeatTaken,
    CoverSet,
    CoverLost,
    CircumstanceSet,
    CircumstanceEnded,
    ItemDrawn,
    ItemStowed,
    ItemDropped,
    ItemPickedUp,
    ItemUsedUp,
    WeaponLoaded,
    RoundsFired,
    WeaponFailed,
    JamCleared,
    ArmourWorn,
    ActionTaken,
    ActionForgone,
    LeftField,
)
