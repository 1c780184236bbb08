"""Vehicles (CE-CLASS): who drives, when a fast turn takes a roll of the driver, what losing control does."""

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century import commands as ask
from domain.rulesets.century.decide.calls import new_roll_id
from domain.rulesets.century.decide.damage import throw_damage
from domain.rulesets.century.decide.rolling import why_unable
from domain.rulesets.century.decide.rolls import open_roll
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.decide.wounds import land
from domain.rulesets.century.events.places import ControlDue, ControlLost, SeatTaken
from domain.rulesets.century.events.rolls import RollCalled
from domain.rulesets.century.state import Candidate, Craft, Fight, Modifier, Person, RollOutcome, Wound
from domain.rulesets.century.tables import CUSTOM, usual_abilities
from domain.rulesets.century.words import Ability, ControlOutcome

PILOTING: tuple[Ability, ...] = ("agl",)
"""What counts in driving where nothing else is said of the Skill (CE-CLASS-7)."""


def driven(fight: Fight, actor: Person, name: str | None) -> Person | None:
    """The vehicle that a step is made with, None where the actor uses its own legs (CE-CLASS-10)."""
    if name is None:
        return None
    vehicle = find_combatant(fight, name, "command.vehicle")
    drives = vehicle.craft is not None and vehicle.craft.driver == actor.id
    require(drives, "CE-CLASS-10", f"{actor.name} does not drive {vehicle.name}.", field="command.vehicle")
    _require_going(vehicle)
    return vehicle


def _require_going(vehicle: Person) -> None:
    goes = not vehicle.destroyed and vehicle.present
    require(goes, "CE-DOWN-11", f"{vehicle.name} can no longer move.", field="command.vehicle")


def heading_after(turner: Person, degrees: int) -> int | None:
    """Where somebody looks after a turn, None where it has no heading (CE-TURN-7)."""
    return None if turner.heading is None else (turner.heading + degrees) % 360


# The Turn Class


def degrees_counted(fight: Fight, craft: Craft) -> int:
    """The degrees that are held against the Turn Class: of the round, or of its longest turn (CE-CLASS-5).

    The reading is that of CE-RUL-62.
    """
    return craft.longest if fight.options.turn_class_scope == "single_turn" else craft.degrees


def skidding_to(fight: Fight, vehicle: Person, degrees: int) -> int | None:
    """The heading that a skid leaves of a turn about to be made: what fits under the Turn Class (CE-CLASS-8)."""
    craft = vehicle.craft or Craft()
    most = craft.turn_class or 0
    used = craft.degrees
    if fight.options.turn_class_scope == "single_turn":
        used = max(craft.turning, craft.longest if craft.longest > most else 0)
    fitting = min(abs(degrees), max(0, most - used))
    return heading_after(vehicle, fitting if degrees > 0 else -fitting)


def is_due(fight: Fight, vehicle: Person, *, turned: bool) -> bool:
    """Whether the step just made takes a roll of the driver (CE-CLASS-1 to CE-CLASS-6).

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


def check_terms(fight: Fight, prompt: Prompt, answer: ask.ControlTerms) -> None:
    """A crash throws dice, nothing else does (CE-CLASS-8)."""
    _require_damage(answer.outcome, answer.damage, "answer.damage")


def is_over(fight: Fight, prompt: Prompt) -> str | None:
    """Whoever can drive no more keeps nothing under control."""
    driver = fight.people[str(prompt.about["driver"])]
    return None if driver.up else f"{driver.name} drives no more"


@stages.reply("century.vehicles.terms_given", Steering)
def terms_given(decision: Decision[Fight], steering: Steering, answer: ask.ControlTerms | None) -> None:
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


@stages.reply("century.vehicles.steered", Steering)
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


def control_check(decision: Decision[Fight], command: ask.ControlCheck) -> None:
    """The narrator asks for a roll in any circumstances; it does not count as the mandatory one (CE-CLASS-9)."""
    fight = decision.state
    vehicle = find_combatant(fight, command.vehicle, "command.vehicle")
    craft = vehicle.craft
    if craft is None or craft.driver is None:
        refuse("CE-CLASS-10", f"No one drives {vehicle.name}.", field="command.vehicle")
    _require_going(vehicle)
    driver = fight.people[craft.driver]
    why = why_unable(driver, "skill", Candidate("main", command.base))
    require(why is None, "CE-ROLL-17", f"{driver.name} {why}.", field="command.vehicle")
    _require_damage(command.outcome, command.damage, "command.damage")
    risk = Steering(vehicle.id, driver.id, command.penalty, vehicle.heading, command.outcome, command.damage or "")
    due = ControlDue(
        vehicle=vehicle.id,
        combatant=driver.id,
        degrees=degrees_counted(fight, craft),
        penalty=command.penalty,
        asked=True,
    )
    decision.cause = decision.record(due)
    steer(decision, risk, command.base, "control", own=False)


def take_seat(decision: Decision[Fight], command: ask.TakeSeat) -> None:
    """The narrator puts somebody at the wheel, on a seat, or out of its vehicle (CE-SHEET-42)."""
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    there = person.throws and person.present
    require(there, "CE-SHEET-42", f"{person.name} cannot take a seat.", field="command.combatant")
    if command.vehicle is None:
        aboard_of = fight.vehicle_of(person.id)
        said = f"{person.name} is in no vehicle; name one."
        require(aboard_of is not None, "CE-SHEET-42", said, field="command.vehicle")
        said = "Getting out takes no wheel; leave driving out."
        require(not command.driving, "CE-SHEET-42", said, field="command.driving")
    else:
        _require_seat(fight, person, find_combatant(fight, command.vehicle, "command.vehicle"), command.driving)
    decision.record(SeatTaken(combatant=person.id, vehicle=command.vehicle, driving=command.driving))


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
