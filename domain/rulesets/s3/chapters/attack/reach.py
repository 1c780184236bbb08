"""Reach, sight of zones, and the step to a target (S3-RANGE, S3-MOUNT-7)."""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.movement.leaving import forget_climb
from domain.rulesets.s3.chapters.throws.throws import StuntPlan
from domain.rulesets.s3.state import Fight, Person, Vehicle, relation_key
from domain.rulesets.s3.words import LEGS, Reach

CLOSING_SKILLS = frozenset({"acrobatics", "athletics", "stealth", "piloting", "animal_handling"})


class Engaged(Event, frozen=True, kw_only=True):
    """Two combatants are in immediate reach of each other (S3-RANGE-5)."""

    type: ClassVar[str] = "s3.engaged"
    words = "Engaged"
    says = "{combatant} and {other} are at close quarters."
    example = {"combatant": "one_eyed_ogre", "other": "bell_1"}
    combatant: str
    other: str

    def evolve(self, fight: Fight) -> None:
        first, second = sorted((self.combatant, self.other))
        if (first, second) not in fight.engaged:
            fight.engaged = (*fight.engaged, (first, second))


class Disengaged(Event, frozen=True, kw_only=True):
    """A combatant ended its engagements with the combatants named (S3-MOVE-16)."""

    type: ClassVar[str] = "s3.disengaged"
    words = "No longer engaged"
    says = "{combatant} is out of reach of {others}."
    example = {"combatant": "one_eyed_ogre", "others": ["bell_1", "iron_claw"]}
    combatant: str
    others: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        gone = {tuple(sorted((self.combatant, other))) for other in self.others}
        fight.engaged = tuple(pair for pair in fight.engaged if pair not in gone)


def engaged(fight: Fight, one: str, other: str) -> bool:
    """Return whether two combatants are in immediate reach, also by vehicles (S3-RANGE-5, S3-RANGE-6)."""
    if tuple(sorted((one, other))) in fight.engaged:
        return True
    second = fight.people[other].vehicle
    return second is not None and together(fight, fight.people[one].vehicle, second)


def together(fight: Fight, vehicle: str | None, other: str) -> bool:
    """Return whether it is one vehicle, or two alongside, as close actions require (S3-MOUNT-7)."""
    return vehicle == other or alongside(fight, vehicle, other)


def alongside(fight: Fight, vehicle: str | None, other: str) -> bool:
    """Return whether two vehicles of one zone are alongside; a pair without entry is not (S3-MOUNT-3)."""
    if vehicle is None or fight.relations.get(relation_key(vehicle, other)) != "alongside":
        return False
    return fight.vehicles[vehicle].zone == fight.vehicles[other].zone


def engaged_with(fight: Fight, combatant: str) -> tuple[str, ...]:
    """Return the combatants that a combatant is engaged with on foot."""
    return tuple(a if b == combatant else b for a, b in fight.engaged if combatant in (a, b))


def sees_zone(fight: Fight, zone: str, other: str) -> bool:
    """Return whether a zone is seen from another (S3-NARR-2)."""
    plan = fight.zones.get(zone)
    return zone == other or plan is None or plan.sees is None or other in plan.sees


def require_reach(
    fight: Fight, actor: Person, target: Person | Vehicle, reach: Reach, field: str = "command.target"
) -> None:
    """Refuse a ranged target out of reach: medium the same zone, long a visible one (S3-RANGE-1 to S3-RANGE-3)."""
    if reach == "medium" and actor.zone != target.zone:
        refuse("S3-RANGE-1", f"{target.name} is in another zone; medium reach ends at one's own.", field=field)
    if reach == "long" and not sees_zone(fight, actor.zone, target.zone):
        refuse("S3-RANGE-1", f"{target.name} is in a zone that is not seen from here.", field=field)


def closes_by_stunt(actor: Person, stunt: StuntPlan | None, fight: Fight) -> bool:
    """Return whether a movement skill in the stunt brings the actor to the target without an action (S3-STUNT-25)."""
    return stunt is not None and bool(CLOSING_SKILLS & set(stunt.secondaries)) and may_step(fight, actor)


def may_step(fight: Fight, actor: Person) -> bool:
    """Return whether the actor can step at all (S3-LEGAL-5, S3-LEGAL-7, S3-LEGAL-10)."""
    held = any(hold.held == actor.id for hold in fight.holds)
    return not (actor.prone or held or actor.limbs.keys() >= LEGS)


def needs_step(fight: Fight, actor: Person, target: Person, *, approach: bool, stunt: StuntPlan | None) -> bool:
    """Return whether a close action needs a step; refuses if no step reaches the target (S3-RANGE-4, S3-MOUNT-7).

    ``require_step`` checks that the turn has the step left.
    """
    if engaged(fight, actor.id, target.id):
        return False
    if actor.vehicle is not None or target.vehicle is not None:
        refuse(
            "S3-MOUNT-7",
            f"{target.name} is not alongside; close actions need the same vehicle or one alongside.",
            field="command.target",
        )
    require(actor.zone == target.zone, "S3-RANGE-1", f"{target.name} is in another zone.", field="command.target")
    if closes_by_stunt(actor, stunt, fight):
        return False
    if not may_step(fight, actor):
        held = any(hold.held == actor.id for hold in fight.holds)
        rule = "S3-LEGAL-5" if held else "S3-LEGAL-10" if actor.limbs.keys() >= LEGS else "S3-LEGAL-7"
        refuse(rule, f"{actor.name} cannot step to {target.name}.", field="command.target")
    require(
        approach, "S3-RANGE-4", f"{target.name} is not engaged, and no step is to be made.", field="command.approach"
    )
    return True


class CloseQuarters(NamedTuple):
    """Those engaged with an actor, and those to whom a step leads; ``needs_step`` refuses all others."""

    engaged: tuple[str, ...]
    a_step_away: tuple[str, ...]


def close_quarters(fight: Fight, actor: Person, targets: Iterable[Person]) -> CloseQuarters:
    """Return those of the targets that a close action reaches (S3-RANGE-4, S3-MOUNT-7)."""
    on_foot = set(engaged_with(fight, actor.id))
    steps = actor.vehicle is None and may_step(fight, actor)
    near, far = [], []
    for target in targets:
        vehicle = target.vehicle
        if target.id in on_foot or (vehicle is not None and together(fight, actor.vehicle, vehicle)):
            near.append(target.id)
        elif steps and vehicle is None and target.zone == actor.zone:
            far.append(target.id)
    return CloseQuarters(tuple(near), tuple(far))


def engage(decision: Decision[Fight], actor: str, target: str, *, leaving: bool, cause: int | None = None) -> None:
    """Bring two combatants into immediate reach; moving there ends the mover's other engagements (S3-MOVE-16)."""
    fight = decision.state
    if leaving:
        forget_climb(decision, fight.people[actor], cause=cause)
        others = tuple(other for other in engaged_with(fight, actor) if other != target)
        if others:
            decision.record(Disengaged(combatant=actor, others=others), cause=cause)
    if not engaged(fight, actor, target):
        decision.record(Engaged(combatant=actor, other=target), cause=cause)


REACH: Chapter[Fight] = Chapter(events=(Engaged, Disengaged))
