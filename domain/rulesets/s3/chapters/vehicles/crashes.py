"""Attacks on vehicles: halting, being left behind, and crashes (S3-MOUNT-19 to S3-MOUNT-23)."""

from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import CombatantId, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import PromptKind, any_answer
from domain.decision.stages import NoData, reply, stage
from domain.fields.field import Field, among, listed, looked_up, record, span
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed, Strike
from domain.rulesets.s3.chapters.attack.reach import require_reach, sees_zone, together
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.leaving import leave_fight
from domain.rulesets.s3.chapters.throws.checks import skill_effort
from domain.rulesets.s3.chapters.throws.contests import Contest, Outcome, oppose
from domain.rulesets.s3.chapters.throws.stunt_fields import USABLE, armed_stunt
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt, ready_all, use_up_all
from domain.rulesets.s3.chapters.throws.weapons import (
    as_option,
    check_weapon,
    find_weapon,
    require_hand,
)
from domain.rulesets.s3.chapters.turns.actions import Whose, require_action, take_attack
from domain.rulesets.s3.chapters.vehicles.halting import VehicleHalting
from domain.rulesets.s3.chapters.vehicles.riding import find_vehicle, handling_rival, in_the_chase
from domain.rulesets.s3.chapters.vocabularies import filled, of_acting
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.parts import Coins, Throwing, Weapon
from domain.rulesets.s3.state import Fight, Person, Vehicle
from domain.rulesets.s3.words import Reach
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted, named
from domain.text.words import Label, Words

TASK = "damage_vehicle"


class CrashVerdict(StrictModel):
    """The narrator's answer to `crash` (S3-MOUNT-23)."""

    spectacular: bool = False
    coins: Coins = 0


class VehicleWrecked(Event, frozen=True, kw_only=True):
    """A vehicle crashed (S3-MOUNT-23)."""

    type: ClassVar[str] = "s3.vehicle_wrecked"
    words = "Vehicle wrecked"
    told = Told(brief=AS_SAID)
    says = "{vehicle} crashes and is wrecked."
    example = {"vehicle": "auto_cycle"}
    vehicle: str

    def evolve(self, fight: Fight) -> None:
        fight.vehicles[self.vehicle].status = "wrecked"


def _struck(view: View[Fight], actor: Person) -> Node:
    """Return the vehicles in reach, by weapon (S3-MOUNT-7, S3-MOUNT-19)."""
    fight = view.state
    there = [vehicle for vehicle in in_the_chase(fight) if vehicle.driver != actor.id]
    close = tuple([vehicle.id for vehicle in there if together(fight, actor.vehicle, vehicle.id)])
    here = tuple([vehicle.id for vehicle in there if vehicle.zone == actor.zone])
    visible = tuple([vehicle.id for vehicle in there if sees_zone(fight, actor.zone, vehicle.zone)])
    reached = {"close": close, "medium": here, "long": visible}
    return filled({weapon.ref: reached[weapon.mode.reach] for weapon in view[USABLE]})


def _striking(view: View[Fight], actor: Person) -> Node:
    return tuple([as_option(weapon) for weapon in view[USABLE] if weapon.ref in view[STRUCK]])


STRUCK: Final = of_acting("vehicles in reach", _struck)


class DamageVehicle(Throwing):
    """Attack a vehicle so that it halts and falls out of the chase (S3-MOUNT-19, S3-MOUNT-20)."""

    form = {
        "actor": among(actors("attacking vehicles", lambda: DamageVehicle)),
        "weapon": among(of_acting("weapons against vehicles", _striking)),
        "vehicle": looked_up(STRUCK, "weapon"),
        "stunt": armed_stunt(TASK),
    }
    takes = "attack"
    needs_vehicle = True
    says = ("{actor} attacks {vehicle} with {weapon}.",)
    example = {"actor": "ogre", "vehicle": "autocycle", "weapon": "pistol"}
    words = Words(
        "Attack a vehicle",
        "Attack {vehicle} with {weapon}[, stunt: {stunt}][, {modifier}]",
        group="vehicles",
        prominence="main",
        costs="the attack action",
    )
    told = Told(brief=AS_SAID, unless=("s3.attack_hit", "s3.attack_missed"), last=True)
    type: Literal["s3.damage_vehicle"] = "s3.damage_vehicle"
    vehicle: CombatantId
    weapon: Weapon

    def armed_with(self) -> tuple[str, ...]:
        """Return its weapon and those of its stunt."""
        return (self.weapon, *super().armed_with())

    def decide(self, decision: Decision[Fight]) -> None:
        """Any weapon in reach will do; the driver opposes with handling (S3-MOUNT-19)."""
        fight = decision.state
        actor = fight.people[self.actor]
        vehicle = find_vehicle(fight, self.vehicle)
        own = f"{actor.name} drives {vehicle.name} and cannot attack it."
        require(vehicle.driver != actor.id, "S3-ATK-14", own, field="command.vehicle")
        weapon = find_weapon(actor, self.weapon)
        check_weapon(fight, actor, weapon)
        require_hand(actor, weapon)
        _require_reach(fight, actor, vehicle, weapon.mode.reach)
        require_action(fight, "attack")
        effort = replace(skill_effort(self, weapon.mode.skill), use="attack", weapon=weapon.ref)
        check_stunt(fight, effort, TASK)

        declare_stunt(decision, effort, TASK)
        take_attack(decision, self)
        ready_all(decision, effort)
        strike = Strike(actor.id, vehicle.id, weapon.ref, "subdue", zone=vehicle.zone)
        oppose(
            decision,
            Contest(TASK, effort, (handling_rival(fight, vehicle),), settled.continuation(strike), attack=True),
        )


def _require_reach(fight: Fight, actor: Person, vehicle: Vehicle, reach: Reach) -> None:
    """Require a close weapon to reach the vehicle of the actor, or one alongside it (S3-MOUNT-7)."""
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


@reply("s3.vehicle.settled", Strike)
def settled(decision: Decision[Fight], strike: Strike, outcome: Outcome) -> None:
    """Halt the vehicle without damage, and ask the narrator whether it crashes (S3-MOUNT-20)."""
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


@reply("s3.vehicle.crash", Wreck)
def crash(decision: Decision[Fight], wreck: Wreck, verdict: CrashVerdict | None) -> None:
    """Deal the damage of a spectacular crash to driver and riders, who are out at once (S3-MOUNT-23, S3-DIS-13)."""
    if verdict is None or not verdict.spectacular:
        return
    fight = decision.state
    wrecked = decision.record(VehicleWrecked(vehicle=wreck.vehicle))
    flat = fight.options.damage_throw == "flat"
    for combatant in reversed(fight.vehicles[wreck.vehicle].aboard):
        harm = Harm(combatant, "crash", (("crash", verdict.coins),), flat=flat)
        decision.steps((suffer, harm), (flung_off, Whose(combatant)), cause=wrecked)


@stage("s3.vehicle.flung_off", Whose)
def flung_off(decision: Decision[Fight], whose: Whose) -> None:
    """Take a combatant out of the fight that was on the wreck and is not disabled."""
    person = decision.state.people[whose.combatant]
    if person.able:
        leave_fight(decision, person, "left_behind")


def crash_fields(fight: Fight, prompt: Prompt) -> tuple[Field, ...]:
    """Return the verdict with its damage."""
    verdicts = (Labelled(True, Label("crash")), Labelled(False, Label("no_crash")))
    crashes = listed(*verdicts, required=False, default=False)
    parts = {"spectacular": crashes, "coins": span(0, 60, required=False, default=0)}
    return (record(parts, phrase="{spectacular}[, {coins:damage coin|damage coins}]"),)


def plain_verdicts(fight: Fight, prompt: Prompt) -> tuple[Json, ...]:
    """Return that there is no crash, and a crash without damage."""
    return {"spectacular": False}, {"spectacular": True}


@stage("s3.effect.left_behind", Whose)
def left_behind(decision: Decision[Fight], whose: Whose) -> None:
    """Take a combatant out that is still on a halting vehicle after a turn that began later (S3-MOUNT-22)."""
    fight = decision.state
    person = fight.people[whose.combatant]
    vehicle = fight.vehicles.get(person.vehicle or "")
    turn = fight.turn
    if not person.able or turn is None or vehicle is None or vehicle.status != "halting":
        return
    if turn.since > vehicle.halting_since:
        leave_fight(decision, person, "left_behind")


@stage("s3.effect.idle_riders", NoData)
def idle_riders(decision: Decision[Fight], _: NoData) -> None:
    """Take riders of halting vehicles out who had no turn, at the end of the next round (S3-MOUNT-22)."""
    fight = decision.state
    for person in fight.able():
        vehicle = fight.vehicles.get(person.vehicle or "")
        if vehicle is not None and vehicle.status == "halting" and vehicle.halting_round < fight.round_number:
            leave_fight(decision, person, "left_behind")


def asks_crash(event: Prompted, names: Names) -> str:
    """Which vehicle was hit."""
    return f"has to decide whether {named(names, str(event.about.get('vehicle', '')))} crashes"


def tells_crash(event: Answered, names: Names) -> str:
    """Whether there is a crash, and of how many coins."""
    match event.given:
        case {"spectacular": True, "coins": int(coins)} if coins:
            return f"decides that there is a crash of {counted(coins, 'coin')}"
        case {"spectacular": True}:
            return "decides that there is a harmless crash"
    return "decides that there is no crash"


CRASH: PromptKind[Fight] = PromptKind(
    "crash",
    TypeAdapter(CrashVerdict),
    any_answer,
    plain_verdicts,
    policy_of_narrator=True,
    question="whether there is a crash",
    words="Crash of a vehicle",
    asks=asks_crash,
    tells=tells_crash,
    aloud=("answer",),
    fields=crash_fields,
)

CRASHES: Chapter[Fight] = Chapter(
    commands=(DamageVehicle,),
    events=(VehicleWrecked,),
    prompts=(CRASH,),
    stages=(settled, crash, flung_off, left_behind, idle_riders),
    labels={
        "text.crash": "A crash",
        "text.no_crash": "No crash",
    },
)
