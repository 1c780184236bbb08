"""Trips, throws and pushes, which move a combatant instead of hurting it (S3-TRIP)."""

from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import Field, StringConstraints

from domain.decision.decision import Decision
from domain.decision.stages import Stage, reply, stage
from domain.fields.field import among, looked_up
from domain.fields.sets import ANY_KEY, Labelled, Node
from domain.fields.vocabulary import View
from domain.model.refusal import require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.blows import Strike
from domain.rulesets.s3.chapters.attack.close_actions import attack_effort, attempt
from domain.rulesets.s3.chapters.attack.reach import Disengaged, engaged_with
from domain.rulesets.s3.chapters.attack.targets import target_person
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.falling import Fall, involuntary_fall
from domain.rulesets.s3.chapters.movement.leaving import FellProne, leave_fight, moved_away
from domain.rulesets.s3.chapters.movement.walking import Moved
from domain.rulesets.s3.chapters.throws.contests import Outcome
from domain.rulesets.s3.chapters.throws.defences import DEFENCES
from domain.rulesets.s3.chapters.throws.stunt_fields import (
    BESIDE_WEAPONS,
    USABLE,
    WEAPON_SKILL,
    close_forms,
    stunt_in,
    used_in,
)
from domain.rulesets.s3.chapters.throws.stunt_sets import PrimaryThrow, PrimaryThrows, kind_of
from domain.rulesets.s3.chapters.throws.weapons import (
    Wielded,
    as_option,
    check_weapon,
    find_weapon,
    require_hand,
)
from domain.rulesets.s3.chapters.vehicles.dragging import dismount
from domain.rulesets.s3.chapters.vocabularies import CLOSE, INTENT, of_acting
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.chapters.wounds.wounds import disable, fate_of
from domain.rulesets.s3.parts import Close, Weapon
from domain.rulesets.s3.said import DANGERS, ZONES
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import HERE, Intent
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, as_words, thing_key, thing_named
from domain.text.words import Label, Variant, Words

TripOutcome = Annotated[
    str,
    StringConstraints(pattern=r"^(ground|dismount|(zone|hazard):[a-z0-9][a-z0-9_-]{0,39})$"),
    Field(
        description="The ground, off the vehicle, another zone, or a hazard of the zone.",
        examples=["ground", "dismount", "zone:upper_deck", "hazard:boiler"],
    ),
]
TRIPS = frozenset({"hand_to_hand", "melee"})
"""The skills that a trip may throw (S3-TRIP-1)."""


class Throw(msgspec.Struct, frozen=True, gc=False):
    """A trip in progress: the strike, and the outcome to which it leads."""

    strike: Strike
    outcome: str


class Landing(msgspec.Struct, frozen=True, gc=False):
    """A combatant thrown into a zone."""

    combatant: str
    zone: str


class Plunge(msgspec.Struct, frozen=True, gc=False):
    """A combatant thrown out of the fight."""

    combatant: str
    intent: Intent


def _tripping(view: View[Fight], actor: Person) -> Node:
    return tuple([as_option(weapon) for weapon in view[USABLE] if may_trip(weapon)])


def _outcomes(view: View[Fight], actor: Person) -> Node:
    """Return the outcomes by target: those of its zone, or for the mounted being pulled off (S3-TRIP-3)."""
    fight = view.state
    zones: dict[str, tuple[Labelled, ...]] = {}
    found: dict[str, Node] = {}
    for target in map(fight.people.__getitem__, (*view[CLOSE].engaged, *view[CLOSE].a_step_away)):
        if target.vehicle is not None:
            found[target.id] = MOUNTED
        else:
            if target.zone not in zones:
                zones[target.zone] = _outcomes_in(fight, target.zone)
            found[target.id] = zones[target.zone]
    return found


def _outcomes_in(fight: Fight, zone: str) -> tuple[Labelled, ...]:
    names = {thing_key(ZONES, key): plan.name for key, plan in fight.zones.items() if plan.name}
    into = [f"zone:{key}" for key in linked(fight, zone)]
    hazards = [f"hazard:{key}" for key in hazards_in(fight, zone)]
    return tuple([_outcome(outcome, names) for outcome in ("ground", *into, *hazards)])


def _outcome(outcome: str, names: Names) -> Labelled:
    """Return an outcome as options list it: to the ground, to another zone, towards a hazard, off the vehicle."""
    kind, _, key = outcome.partition(":")
    if kind == "zone":
        zone = thing_named(names, key, ZONES)
        there = Label.filled("to_zone", zone=zone.removeprefix("the "))
        return Labelled(outcome, Label("over_here") if zone == HERE else there)
    if kind == "hazard":
        hazard = Label(key) if key in DANGERS else as_words(key)
        return Labelled(outcome, Label.filled("towards_hazard", hazard=hazard))
    return Labelled(outcome, Label(f"to_{kind}"))


def _throws(view: View[Fight], actor: Person) -> PrimaryThrows:
    """Return the throws by weapon and outcome, as far as the outcome is known from other stunts."""
    fight = view.state
    tasks = {memory.task for memory in fight.memory.get(actor.id, ())}
    outcomes = {task.removeprefix(TASK): task for task in sorted(tasks) if task.startswith(TASK)}
    every = [(weapon, kind_of(weapon)) for weapon in view[USABLE] if may_trip(weapon)]
    return {
        weapon.ref: {
            **{outcome: PrimaryThrow(weapon.mode.skill, kind, (task,)) for outcome, task in outcomes.items()},
            ANY_KEY: PrimaryThrow(weapon.mode.skill, kind, ()),
        }
        for weapon, kind in every
    }


TASK: Final = "trip/"
MOUNTED: Final = (_outcome("dismount", {}),)
OUTCOME: Final = looked_up(of_acting("outcomes", _outcomes), "target")


class Trip(Close):
    """Trip, throw or push a combatant, or pull it off a vehicle (S3-TRIP-1, S3-MOUNT-9)."""

    form = {
        "actor": among(actors("tripping", lambda: Trip)),
        "weapon": among(of_acting("weapons that trip", _tripping)),
    }
    variants = close_forms(
        stunt_in(WEAPON_SKILL, BESIDE_WEAPONS, used_in("trip", _throws, "weapon", "outcome")),
        {"outcome": OUTCOME, "intent": INTENT},
    )
    barred_while = frozenset({"pinned", "dragged"})
    says = ("{actor} tries to throw {target} {outcome}.",)
    example = {"actor": "ogre", "target": "bell", "outcome": "hazard:balcony"}
    words = Words(
        "Trip or throw",
        "Trip or throw {target} with {weapon}: {outcome}, {intent}[, stunt: {stunt}][, {modifier}]",
        group="grapple",
        prominence="main",
        costs="the attack action",
        variants={"leap": Variant("Trip or throw beyond reach (stunt)"), "reach": Variant("Trip or throw")},
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.trip"] = "s3.trip"
    weapon: Weapon = "unarmed"
    outcome: TripOutcome
    intent: Intent = Field(default="subdue", description="Decides the fate of a foe disabled by it.")

    def armed_with(self) -> tuple[str, ...]:
        """Return its weapon and those of its stunt."""
        return (self.weapon, *super().armed_with())

    def decide(self, decision: Decision[Fight]) -> None:
        """Hand to Hand, or Melee with a weapon that trips, against a dodge or a parry (S3-TRIP-1, S3-TRIP-2)."""
        fight = decision.state
        actor = fight.people[self.actor]
        target = target_person(fight, actor, self.target)
        check_outcome(fight, target, self.outcome)
        weapon = find_weapon(actor, self.weapon)
        check_tripping(fight, actor, weapon)
        strike = Strike(actor.id, target.id, weapon.ref, self.intent, zone=target.zone)
        effort = attack_effort(self, weapon)
        then = tripped.continuation(Throw(strike, self.outcome))
        attempt(decision, self, target, effort, DEFENCES, then, outcome=self.outcome)


def check_outcome(fight: Fight, target: Person, outcome: str) -> None:
    """Refuse a zone or hazard that does not exist there; only the mounted are pulled off (S3-TRIP-3)."""
    field = "command.outcome"
    if target.vehicle is not None:
        mounted = f"{target.name} is mounted; the outcome can only be dismount."
        require(outcome == "dismount", "S3-TRIP-3", mounted, field=field)
        return
    require(outcome != "dismount", "S3-TRIP-3", f"{target.name} is on foot.", field=field)
    kind, _, key = outcome.partition(":")
    if kind == "zone":
        ways = linked(fight, target.zone)
        said = unknown(f"No link leads to “{key}” from there", key, ways, "No link leads away from there.")
        require(key in ways, "S3-TRIP-3", said, field=field)
    elif kind == "hazard":
        here = hazards_in(fight, target.zone)
        said = unknown(f"No hazard “{key}” is there", key, here, "There are no hazards there.")
        require(key in here, "S3-TRIP-3", said, field=field)


def linked(fight: Fight, zone: str) -> list[str]:
    """Return the zones to which a link leads from a zone."""
    ends = [{link.origin, link.to} for link in fight.links.values()]
    return sorted(set[str]().union(*(pair for pair in ends if zone in pair)) - {zone})


def hazards_in(fight: Fight, zone: str) -> list[str]:
    """Return the hazards of a zone."""
    return [hazard.key for hazard in fight.hazards.values() if hazard.zone == zone]


def may_trip(weapon: Wielded) -> bool:
    """Return whether a weapon trips; bare hands do (S3-TRIP-1)."""
    return weapon.item is None or ("trips" in weapon.mode.flags and weapon.mode.skill in TRIPS)


def check_tripping(fight: Fight, actor: Person, weapon: Wielded) -> None:
    """Refuse weapons other than bare hands and those that trip (S3-TRIP-1)."""
    if weapon.item is not None:
        require(
            may_trip(weapon), "S3-TRIP-1", f"{weapon.item.name} cannot trip; bare hands can.", field="command.weapon"
        )
        check_weapon(fight, actor, weapon)
        require_hand(actor, weapon)


@reply("s3.trip.settled", Throw)
def tripped(decision: Decision[Fight], throw: Throw, outcome: Outcome) -> None:
    """Move the target to the outcome named (S3-TRIP-4 to S3-TRIP-6); only an attack hurts (S3-TRIP-7)."""
    if not outcome.won:
        return
    fight = decision.state
    strike = throw.strike
    target = fight.people[strike.target]
    decision.cause = outcome.verdict.version
    kind, _, key = throw.outcome.partition(":")
    if kind == "dismount":
        dismount(decision, strike, outcome)
    elif kind == "zone":
        landed.run(decision, Landing(target.id, key))
    elif kind == "hazard":
        into_hazard(decision, target, key, strike.intent)
    elif not target.prone:
        decision.record(FellProne(combatant=target.id))


def into_hazard(decision: Decision[Fight], target: Person, key: str, intent: Intent) -> None:
    """Apply a hazard: fall, damage, landing, leaving, in this order, as far as it has them (S3-TRIP-6, S3-TRIP-8)."""
    fight = decision.state
    hazard = fight.hazards[key]
    torn_away(decision, target)
    steps: list[tuple[Stage[Any], Any]] = []
    if hazard.storeys is not None:
        steps.append((involuntary_fall, Fall(target.id, hazard.storeys, intent)))
    if hazard.coins is not None:
        flat = fight.options.damage_throw == "flat"
        steps.append((suffer, Harm(target.id, "damage", (("hazard", hazard.coins),), intent=intent, flat=flat)))
    if hazard.to_zone is not None:
        steps.append((landed, Landing(target.id, hazard.to_zone)))
    if hazard.out:
        steps.append((plunged, Plunge(target.id, intent)))
    decision.steps(*steps)


def torn_away(decision: Decision[Fight], target: Person) -> None:
    """End every engagement and hold of a combatant that is thrown (S3-TRIP-8)."""
    moved_away(decision, target)
    others = engaged_with(decision.state, target.id)
    if others:
        decision.record(Disengaged(combatant=target.id, others=others))


@stage("s3.trip.landed", Landing)
def landed(decision: Decision[Fight], landing: Landing) -> None:
    """Put the target into another zone, prone and engaged with no one (S3-TRIP-5)."""
    target = decision.state.people[landing.combatant]
    if target.able:
        torn_away(decision, target)
        decision.cause = decision.record(Moved(combatant=target.id, zone=landing.zone))
        if not target.prone:
            decision.record(FellProne(combatant=target.id))


@stage("s3.trip.plunged", Plunge)
def plunged(decision: Decision[Fight], plunge: Plunge) -> None:
    """Take the target out of the fight; with the intent to kill, an NPC is slain (S3-TRIP-6, S3-TRIP-9)."""
    fight = decision.state
    target = fight.people[plunge.combatant]
    if not target.able:
        return
    fate = fate_of(fight, target, plunge.intent)
    if fate == "slain":
        disable(decision, target, ("ruling",), fate)
    else:
        leave_fight(decision, target, "thrown_out")


TRIPS_CHAPTER: Chapter[Fight] = Chapter(
    commands=(Trip,),
    stages=(tripped, landed, plunged),
    labels={
        "text.to_ground": "To the ground",
        "text.to_dismount": "Off the vehicle",
        "text.over_here": "Over here",
        "text.to_zone": "To the {zone}",
        "text.towards_hazard": "Towards the {hazard}",
    },
)
