"""Attacks on vehicles: halting, being left behind, and crashes (S3-MOUNT-19 to S3-MOUNT-23)."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.encounter import Prompt, Question
from domain.model.event import Json
from domain.model.refusal import require
from domain.rulesets.s3.commands import CrashVerdict, DamageVehicle
from domain.rulesets.s3.decide.actions import Whose, require_action, take_attack
from domain.rulesets.s3.decide.checks import skill_effort
from domain.rulesets.s3.decide.contest import Contest, Outcome, oppose
from domain.rulesets.s3.decide.damage import Harm, suffer
from domain.rulesets.s3.decide.leaving import leave_fight
from domain.rulesets.s3.decide.mounted import find_vehicle, handling_rival
from domain.rulesets.s3.decide.reach import require_reach, together
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.strikes import Strike
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt, ready_all, use_up_all
from domain.rulesets.s3.decide.weapons import check_weapon, find_weapon, require_hand
from domain.rulesets.s3.events.harm import AttackHit, AttackMissed
from domain.rulesets.s3.events.places import VehicleHalting, VehicleWrecked
from domain.rulesets.s3.state import Fight, Person, Vehicle
from domain.rulesets.s3.words import Reach

TASK = "damage_vehicle"


def damage_vehicle(decision: Decision[Fight], command: DamageVehicle) -> None:
    """Attack a vehicle with any weapon in reach; its driver opposes with handling (S3-MOUNT-19)."""
    fight = decision.state
    actor = fight.people[command.actor]
    vehicle = find_vehicle(fight, command.vehicle)
    own = f"{actor.name} drives {vehicle.name} and cannot attack it."
    require(vehicle.driver != actor.id, "S3-ATK-14", own, field="command.vehicle")
    weapon = find_weapon(actor, command.weapon)
    check_weapon(fight, actor, weapon)
    require_hand(actor, weapon)
    _require_reach(fight, actor, vehicle, weapon.mode.reach)
    require_action(fight, "attack")
    effort = replace(skill_effort(command, weapon.mode.skill), use="attack", weapon=weapon.ref)
    check_stunt(fight, effort, TASK)

    declare_stunt(decision, effort, TASK)
    take_attack(decision, command)
    ready_all(decision, effort)
    strike = Strike(actor.id, vehicle.id, weapon.ref, "subdue", zone=vehicle.zone)
    oppose(
        decision, Contest(TASK, effort, (handling_rival(fight, vehicle),), settled.continuation(strike), attack=True)
    )


def _require_reach(fight: Fight, actor: Person, vehicle: Vehicle, reach: Reach) -> None:
    """Close weapons reach the vehicle one sits on, or one alongside it (S3-MOUNT-7)."""
    if reach != "close":
        require_reach(fight, actor, vehicle, reach, "command.vehicle")
        return
    require(
        together(fight, actor.vehicle, vehicle.id),
        "S3-MOUNT-7",
        f"{vehicle.name} is not alongside; close actions need the same vehicle or one alongside.",
        field="command.vehicle",
    )


class Wreck(msgspec.Struct, frozen=True, gc=False):
    """The vehicle that may crash."""

    vehicle: str


@stages.reply("s3.vehicle.settled", Strike)
def settled(decision: Decision[Fight], strike: Strike, outcome: Outcome) -> None:
    """Won: no damage throw; the vehicle is halting, and the narrator says whether it crashes (S3-MOUNT-20)."""
    vehicle = decision.state.vehicles[strike.target]
    verdict = outcome.verdict
    use_up_all(decision, strike.attacker, tuple(throw.weapon for throw in outcome.throws), strike.zone)
    if not verdict.won:
        decision.record(
            AttackMissed(attacker=strike.attacker, target=vehicle.id, weapon=strike.weapon), cause=verdict.version
        )
        return
    hit = AttackHit(
        attacker=strike.attacker, target=vehicle.id, weapon=strike.weapon, result=outcome.result, margin=verdict.margin
    )
    decision.cause = decision.record(hit, cause=verdict.version)
    if vehicle.halting_cause != "damage":
        decision.cause = decision.record(VehicleHalting(vehicle=vehicle.id, cause="damage"))
    about = {"vehicle": vehicle.id, "attacker": strike.attacker}
    decision.ask(Question("crash", "narrator", about, policy_of=strike.attacker), crash, Wreck(vehicle.id))


@stages.reply("s3.vehicle.crash", Wreck)
def crash(decision: Decision[Fight], wreck: Wreck, verdict: CrashVerdict | None) -> None:
    """A spectacular crash: driver, then riders take its damage and are out at once (S3-MOUNT-23, S3-DIS-13)."""
    if verdict is None or not verdict.spectacular:
        return
    fight = decision.state
    wrecked = decision.record(VehicleWrecked(vehicle=wreck.vehicle))
    flat = fight.options.damage_throw == "flat"
    for combatant in reversed(fight.vehicles[wreck.vehicle].aboard):
        harm = Harm(combatant, "crash", (("crash", verdict.coins),), flat=flat)
        decision.steps((suffer, harm), (flung_off, Whose(combatant)), cause=wrecked)


@stages.stage("s3.vehicle.flung_off", Whose)
def flung_off(decision: Decision[Fight], whose: Whose) -> None:
    """Whoever was on a wreck is out; the disabled are disabled, and not out besides."""
    person = decision.state.people[whose.combatant]
    if person.able:
        leave_fight(decision, person, "left_behind")


def crash_forms(fight: Fight, prompt: Prompt) -> Iterable[Json]:
    """Return the least of both answers: whether it crashes is the narrator's choice (S3-MOUNT-23)."""
    return ({"spectacular": False}, {"spectacular": True, "coins": 0})


@stages.stage("s3.effect.left_behind", Whose)
def left_behind(decision: Decision[Fight], whose: Whose) -> None:
    """Whoever is still on a halting vehicle after a turn that began later is out (S3-MOUNT-22)."""
    fight = decision.state
    person = fight.people[whose.combatant]
    vehicle = fight.vehicles.get(person.vehicle or "")
    turn = fight.turn
    if not person.able or turn is None or vehicle is None or vehicle.status != "halting":
        return
    if turn.since > vehicle.halting_since:
        leave_fight(decision, person, "left_behind")


@stages.stage("s3.effect.idle_riders", NoData)
def idle_riders(decision: Decision[Fight], _: NoData) -> None:
    """Riders of halting vehicles who got no turn are left behind at the end of the round after (S3-MOUNT-22)."""
    fight = decision.state
    for person in fight.able():
        vehicle = fight.vehicles.get(person.vehicle or "")
        if vehicle is not None and vehicle.status == "halting" and vehicle.halting_round < fight.round_number:
            leave_fight(decision, person, "left_behind")
