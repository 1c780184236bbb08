"""Vehicles (CE-CLASS): who drives, when a fast turn takes a roll of the driver, what losing control does."""

from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.commands import CombatantId, Narrating, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind
from domain.decision.stages import reply
from domain.fields.field import among, listed, looked_up, record, span
from domain.fields.sets import ANY_KEY
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.damage_dice import throw_damage
from domain.rulesets.century.chapters.conditions.wounds import land
from domain.rulesets.century.chapters.rolls.calls import new_roll_id
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled, why_unable
from domain.rulesets.century.chapters.rolls.opening import open_roll
from domain.rulesets.century.parts import Base, DiceText
from domain.rulesets.century.said import out_of
from domain.rulesets.century.state import Candidate, Craft, Fight, Modifier, Person, RollOutcome, Wound
from domain.rulesets.century.state.changes import change_craft
from domain.rulesets.century.tables import CUSTOM, usual_abilities
from domain.rulesets.century.vocabularies import DICE, YES_NO, ids
from domain.rulesets.century.words import Ability, ControlOutcome
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, named, number
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words

CONTROL: Final = {"skid": "skids", "stall": "stalls", "crash": "crashes"}
PILOTING: tuple[Ability, ...] = ("agl",)
"""What counts in driving where nothing else is said of the Skill (CE-CLASS-7)."""


class ControlTerms(StrictModel):
    """The narrator's terms of a mandatory roll of a driver (CE-CLASS-7)."""

    base: Base
    outcome: ControlOutcome = "skid"
    damage: DiceText | None = Field(default=None, description="damage of the crash")


class ControlDue(Event, frozen=True, kw_only=True):
    """A driver has to roll to keep its vehicle under control (CE-CLASS-3, CE-CLASS-9).

    ``degrees`` are those counted against the Turn Class; ``asked`` says that the narrator has asked for it.
    """

    type: ClassVar[str] = "century.control_due"
    words = "Control roll due"
    told = Told(brief=AS_SAID, unless=("century.roll_called",))
    example = {"vehicle": "libretta_rapier", "combatant": "eva", "degrees": 0, "penalty": 0, "asked": True}
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
    words = "Control lost"
    told = Told(brief=AS_SAID)
    says = "{combatant} loses control: {vehicle} {outcome}."
    example = {"vehicle": "libretta_rapier", "combatant": "sam", "outcome": "skid", "heading": 0}
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
    """A combatant sits in a vehicle, drives it, or has got out (CE-SHEET-42)."""

    type: ClassVar[str] = "century.seat_taken"
    words = "Seat changed"
    told = Told(brief=AS_SAID)
    example = {"combatant": "eva", "vehicle": "libretta_rapier", "driving": True}
    combatant: str
    vehicle: str | None = None
    driving: bool = False

    def says(self) -> str:
        if self.vehicle is None:
            return "{combatant} gets out{left}."
        return "{combatant} takes the wheel of {vehicle}." if self.driving else "{combatant} takes a seat in {vehicle}."

    @property
    def left(self) -> Annotated[str, Spoken(out_of)]:
        """The vehicle that one gets out of."""
        return self.combatant

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


def driven(fight: Fight, actor: Person, name: str | None) -> Person | None:
    """Return the vehicle that a step is made with, None where the actor uses its own legs (CE-CLASS-10)."""
    if name is None:
        return None
    vehicle = find_combatant(fight, name, "command.vehicle")
    drives = vehicle.craft is not None and vehicle.craft.driver == actor.id
    require(drives, "CE-CLASS-10", f"{actor.name} does not drive {vehicle.name}.", field="command.vehicle")
    _require_going(vehicle)
    return vehicle


def going(vehicle: Person | None) -> Person | None:
    """Return a vehicle if it can still move."""
    return vehicle if vehicle is not None and not vehicle.destroyed and vehicle.present else None


def _require_going(vehicle: Person) -> None:
    require(going(vehicle) is not None, "CE-DOWN-11", f"{vehicle.name} can no longer move.", field="command.vehicle")


def heading_after(turner: Person, degrees: int) -> int | None:
    """Return where a combatant looks after a turn, None where it has no heading (CE-TURN-7)."""
    return None if turner.heading is None else (turner.heading + degrees) % 360


# The Turn Class


def degrees_counted(fight: Fight, craft: Craft) -> int:
    """Return the degrees that are held against the Turn Class: of the round, or of its longest turn (CE-CLASS-5).

    The reading is that of CE-RUL-62.
    """
    return craft.longest if fight.options.turn_class_scope == "single_turn" else craft.degrees


def skidding_to(fight: Fight, vehicle: Person, degrees: int) -> int | None:
    """Return the heading that a skid leaves of a turn about to be made: what fits under the Turn Class (CE-CLASS-8)."""
    craft = vehicle.craft or Craft()
    most = craft.turn_class or 0
    used = craft.degrees
    if fight.options.turn_class_scope == "single_turn":
        used = max(craft.turning, craft.longest if craft.longest > most else 0)
    fitting = min(abs(degrees), max(0, most - used))
    return heading_after(vehicle, fitting if degrees > 0 else -fitting)


def is_due(fight: Fight, vehicle: Person, *, turned: bool) -> bool:
    """Return whether the step just made takes a roll of the driver (CE-CLASS-1 to CE-CLASS-6).

    Half of the full Move Points are used, and more degrees turned than the Turn Class; once rolled, only a further turn
    takes another.
    """
    craft = vehicle.craft
    if craft is None or not craft.powered or craft.turn_class is None:
        return False
    fast = craft.used >= vehicle.mp_max // 2  # CE-CLASS-2; below it no turn takes a roll (CE-CLASS-4)
    return fast and degrees_counted(fight, craft) > craft.turn_class and (turned or craft.checked is None)


class Steering(msgspec.Struct, frozen=True, gc=False):
    """A roll of a driver: what it loses, where a skid leaves the vehicle headed, what comes of a failure."""

    vehicle: str
    driver: str
    penalty: int
    skids_to: int | None = None
    outcome: ControlOutcome = "skid"
    damage: str = ""


def check_control(decision: Decision[Fight], name: str, *, turned: bool, skids_to: int | None) -> None:
    """After a step of a vehicle: where the roll is due, the narrator names its base and its risk (CE-CLASS-7)."""
    fight = decision.state
    vehicle = fight.people[name]
    craft = vehicle.craft or Craft()
    if not is_due(fight, vehicle, turned=turned) or craft.driver is None:
        return
    degrees, most = degrees_counted(fight, craft), craft.turn_class or 0
    steering = Steering(name, craft.driver, degrees - most, skids_to)
    decision.cause = decision.record(
        ControlDue(vehicle=name, combatant=craft.driver, degrees=degrees, penalty=steering.penalty)
    )
    about = {"vehicle": name, "driver": craft.driver, "degrees": degrees, "turn_class": most}
    decision.ask(Question("control_terms", NARRATOR_ID, {**about, "penalty": steering.penalty}), terms_given, steering)


def check_terms(fight: Fight, prompt: Prompt, answer: ControlTerms) -> None:
    """A crash throws dice, nothing else does (CE-CLASS-8)."""
    _require_damage(answer.outcome, answer.damage, "answer.damage")


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the prompt is moot: the driver can no longer keep control."""
    driver = fight.people[str(prompt.about["driver"])]
    return None if driver.up else f"{driver.name} drives no more"


@reply("century.vehicles.terms_given", Steering)
def terms_given(decision: Decision[Fight], steering: Steering, answer: ControlTerms | None) -> None:
    """The mandatory roll belongs to the driver's own action (CE-SKILL-17)."""
    if answer is not None:
        risk = replace(steering, outcome=answer.outcome, damage=answer.damage or "")
        steer(decision, risk, answer.base, "turn_class", own=True)


def steer(decision: Decision[Fight], risk: Steering, base: int, label: str, *, own: bool) -> None:
    """The driver rolls with the vehicle's Skill and its ability (CE-CLASS-7)."""
    fight = decision.state
    driver, craft = fight.people[risk.driver], fight.people[risk.vehicle].craft or Craft()
    skill = driver.skills.get(craft.pilot_skill)
    abilities = skill.abilities if skill is not None else usual_abilities(craft.pilot_skill)
    call = RollCalled(
        roll=new_roll_id(fight, None),
        combatant=driver.id,
        kind="skill",
        what="control",
        candidates=(Candidate("main", base, craft.pilot_skill, abilities or PILOTING),),
        modifiers=(Modifier(CUSTOM, -risk.penalty, label),) if risk.penalty else (),
        own_action=own,
    )
    open_roll(decision, call, then=steered.continuation(risk))


@reply("century.vehicles.steered", Steering, draws=True)
def steered(decision: Decision[Fight], risk: Steering, outcome: RollOutcome) -> None:
    """Success changes nothing; failure skids, stalls or crashes (CE-CLASS-8, CE-RUL-63)."""
    if outcome.success or outcome.void:
        return
    vehicle = decision.state.people[risk.vehicle]
    heading = risk.skids_to if risk.outcome == "skid" else vehicle.heading
    lost = decision.record(
        ControlLost(vehicle=vehicle.id, combatant=risk.driver, outcome=risk.outcome, heading=heading)
    )
    if risk.outcome == "crash":
        for one in (vehicle, *decision.state.aboard(vehicle)):
            decision.cause = lost
            total = throw_damage(decision, None, risk.damage, "crash", target=one.id)
            land(decision, Wound(one.id, total, "crash"))


def _require_damage(outcome: ControlOutcome, damage: str | None, field: str) -> None:
    said = "A crash takes damage dice; a skid and a stall take none."
    require((outcome == "crash") == (damage is not None), "CE-CLASS-8", said, field=field)


# The narrator's word


def _driving(view: View[Fight]) -> dict[str, Person]:
    vehicles = [one for one in view.state.people.values() if one.craft is not None]
    return {one.craft.driver: one for one in reversed(vehicles) if one.craft is not None and one.craft.driver}


def _aboard(view: View[Fight]) -> dict[str, Person]:
    vehicles = [one for one in view.state.people.values() if one.craft is not None]
    return {
        name: one
        for one in reversed(vehicles)
        if one.craft is not None
        for name in (one.craft.driver, *one.craft.passengers)
        if name is not None
    }


DRIVING: Final[Vocabulary[Fight]] = Vocabulary("vehicles by their drivers", _driving)
ABOARD: Final[Vocabulary[Fight]] = Vocabulary("vehicles by those aboard", _aboard)


def _steered(view: View[Fight]) -> tuple[str, ...]:
    people = view.state.people
    return ids(
        vehicle
        for vehicle in people.values()
        if going(vehicle) is not None
        and vehicle.craft is not None
        and vehicle.craft.driver is not None
        and why_unable(people[vehicle.craft.driver], "skill", Candidate("main", 0)) is None
    )


def _seats(view: View[Fight]) -> dict[str, tuple[str, ...]]:
    """Return the vehicles with a seat for each combatant; its own has one always."""
    fight = view.state
    vehicles = [one for one in fight.people.values() if one.craft is not None and one.present]
    free = ids(one for one in vehicles if one.craft is not None and len(fight.aboard(one)) < one.craft.seats)
    own = {one: vehicle.id for one, vehicle in view[ABOARD].items() if vehicle.present}
    seats: dict[str, tuple[str, ...]] = {one: (*free, seat) for one, seat in own.items() if seat not in free}
    return {**seats, ANY_KEY: free}


def _wheels(view: View[Fight]) -> dict[str, Any]:
    """Return by vehicle and combatant whether it may drive: whoever drives already, or anybody if nobody does."""
    drivers = {one.id: one.craft.driver for one in view.state.people.values() if one.craft is not None}
    return {one: YES_NO if driver is None else {driver: YES_NO} for one, driver in drivers.items()}


def _sitters(view: View[Fight]) -> tuple[str, ...]:
    seats = view[SEATS]
    there = [one for one in view.state.people.values() if one.throws and one.present]
    return ids(one for one in there if seats.get(one.id, seats[ANY_KEY]))


STEERED: Final[Vocabulary[Fight]] = Vocabulary("vehicles that are driven", _steered)
SEATS: Final[Vocabulary[Fight]] = Vocabulary("vehicles with a seat", _seats)
RIDERS: Final[Vocabulary[Fight]] = Vocabulary(
    "who can get out",
    lambda view: ids(
        one for one in view.state.people.values() if one.throws and one.present and one.id in view[ABOARD]
    ),
)
WHEELS: Final[Vocabulary[Fight]] = Vocabulary("who may drive", _wheels)
SITTERS: Final[Vocabulary[Fight]] = Vocabulary("who can take a seat", _sitters)


class ControlCheck(Narrating):
    """Call a driver for a roll to keep the vehicle under control (CE-CLASS-9)."""

    form = {
        "vehicle": among(STEERED),
        "base": span(0, 100),
        "outcome": listed(*CONTROL),
        "damage": among(DICE, when={"outcome": ("crash",)}, required=True),
    }
    says = ()
    example = {"vehicle": "libretta_rapier", "base": 60, "penalty": 20, "outcome": "crash", "damage": "2d6"}
    words = Words(
        "Call for a control roll",
        "Call for a roll to keep {vehicle} under control, base {base}[, penalty {penalty}]; if it fails: {outcome}[,"
        " {damage} damage]",
        group="vehicles",
        fields={"damage": "Damage of the crash", "outcome": "If it fails"},
    )
    type: Literal["century.control_check"] = "century.control_check"
    vehicle: CombatantId
    base: Base
    penalty: int = Field(default=0, ge=0, le=200)
    outcome: ControlOutcome = "skid"
    damage: DiceText | None = Field(default=None, description="damage of the crash")

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator asks for a roll in any circumstances; it does not count as the mandatory one (CE-CLASS-9)."""
        fight = decision.state
        vehicle = find_combatant(fight, self.vehicle, "command.vehicle")
        craft = vehicle.craft
        if craft is None or craft.driver is None:
            refuse("CE-CLASS-10", f"No one drives {vehicle.name}.", field="command.vehicle")
        _require_going(vehicle)
        driver = fight.people[craft.driver]
        why = why_unable(driver, "skill", Candidate("main", self.base))
        require(why is None, "CE-ROLL-17", f"{driver.name} {why}.", field="command.vehicle")
        _require_damage(self.outcome, self.damage, "command.damage")
        risk = Steering(vehicle.id, driver.id, self.penalty, vehicle.heading, self.outcome, self.damage or "")
        due = ControlDue(
            vehicle=vehicle.id,
            combatant=driver.id,
            degrees=degrees_counted(fight, craft),
            penalty=self.penalty,
            asked=True,
        )
        decision.cause = decision.record(due)
        steer(decision, risk, self.base, "control", own=False)


class TakeSeat(Narrating):
    """Put a combatant at the wheel or on a seat of a vehicle, or, without `vehicle`, let them get out (CE-SHEET-42)."""

    variants = {
        "in": {
            "combatant": among(SITTERS),
            "vehicle": looked_up(SEATS, "combatant", required=True),
            "driving": looked_up(WHEELS, "vehicle", "combatant"),
        },
        "out": {"combatant": among(RIDERS), **dict.fromkeys(("vehicle", "driving"))},
    }
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "getaway_driver", "vehicle": "libretta_rapier", "driving": True}
    words = Words(
        "Change a seat",
        "Change the seat of {combatant}",
        group="vehicles",
        variants={
            "in": Variant(
                "Take a seat",
                "Seat {combatant} in {vehicle}[, at the wheel{driving?}]",
                help="Put a combatant at the wheel or on a seat of a vehicle.",
            ),
            "out": Variant(
                "Get out of a vehicle", "Let {combatant} get out", help="Let a combatant get out of their vehicle."
            ),
        },
        fields={"driving": "At the wheel"},
    )
    type: Literal["century.take_seat"] = "century.take_seat"
    combatant: CombatantId
    vehicle: CombatantId | None = Field(default=None, description="the vehicle to sit in")
    driving: bool = False

    def decide(self, decision: Decision[Fight]) -> None:
        """The narrator puts a combatant at the wheel, on a seat, or out of its vehicle (CE-SHEET-42)."""
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        there = person.throws and person.present
        require(there, "CE-SHEET-42", f"{person.name} cannot take a seat.", field="command.combatant")
        if self.vehicle is None:
            aboard_of = fight.vehicle_of(person.id)
            said = f"{person.name} is in no vehicle; name one."
            require(aboard_of is not None, "CE-SHEET-42", said, field="command.vehicle")
            said = "Getting out takes no wheel; leave driving out."
            require(not self.driving, "CE-SHEET-42", said, field="command.driving")
        else:
            _require_seat(fight, person, find_combatant(fight, self.vehicle, "command.vehicle"), self.driving)
        decision.record(SeatTaken(combatant=person.id, vehicle=self.vehicle, driving=self.driving))


def _require_seat(fight: Fight, person: Person, vehicle: Person, driving: bool) -> None:
    """One driver for each vehicle, and no more aboard than it has seats (CE-CLASS-10, CE-SHEET-15)."""
    craft = vehicle.craft
    if craft is None:
        refuse("CE-SHEET-42", f"{vehicle.name} has no seats.", field="command.vehicle")
    require(vehicle.present, "CE-END-8", f"{vehicle.name} has left the field.", field="command.vehicle")
    at_wheel = craft.driver
    free = at_wheel in (None, person.id)
    who = fight.name_of(at_wheel or "")
    require(free or not driving, "CE-CLASS-10", f"{who} drives {vehicle.name}.", field="command.driving")
    others = [one for one in fight.aboard(vehicle) if one.id != person.id]
    said = f"All {craft.seats} seats of {vehicle.name} are taken."
    require(len(others) < craft.seats, "CE-SHEET-15", said, field="command.vehicle")


def asks_control(event: Prompted, names: Names) -> str:
    """Who has to keep control."""
    return f"has to say how hard it is for {named(names, event.visible_about['driver'])} to keep control"


def tells_control(event: Answered, names: Names) -> str | None:
    """How hard it is."""
    match event.given:
        case {"base": base}:
            return f"gives a base of {base} to keep control"
    return None


CONTROL_TERMS: PromptKind[Fight] = PromptKind(
    "control_terms",
    TypeAdapter(ControlTerms),
    check_terms,
    moot=is_over,
    narrator_only=True,
    question="how hard it is to keep control",
    words="Terms of a control roll",
    asks=asks_control,
    tells=tells_control,
    fields=lambda fight, prompt: (
        record(
            {
                "base": span(0, 100, required=True),
                "outcome": listed(*CONTROL, default="skid"),
                "damage": among(DICE, when={"outcome": ("crash",)}, required=True),
            },
            phrase="Base {base}; if it fails: {outcome}[, {damage} damage]",
        ),
    ),
)


VEHICLES: Chapter[Fight] = Chapter(
    commands=(ControlCheck, TakeSeat),
    events=(ControlDue, ControlLost, SeatTaken),
    prompts=(CONTROL_TERMS,),
    stages=(terms_given, steered),
    labels={"skid": "It skids", "stall": "It stalls", "crash": "It crashes", "answer.outcome": "If it fails"},
)
