"""Movement: going, climbing, dropping, falling, running away and after, getting up (S3-MOVE).

Every check of it may be a stunt (S3-MOVE-17).
"""

import msgspec

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import Chase, Climb, DropDown, Flee, Move, StandUp
from domain.rulesets.s3.decide.checks import skill_effort, throw_check
from domain.rulesets.s3.decide.consequences import forget_climb, leave_fight
from domain.rulesets.s3.decide.contest import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.decide.damage import Harm, cost_of_wound, suffer
from domain.rulesets.s3.decide.holds import take_movement
from domain.rulesets.s3.decide.legality import require_action
from domain.rulesets.s3.decide.reach import engage, engaged_with, require_able_others, sees_zone, target_person
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.decide.throws import Effort
from domain.rulesets.s3.events.places import Climbed, Disengaged, Fell, FellProne, Moved, StoodUp
from domain.rulesets.s3.state import Fight, LinkPlan, Person
from domain.rulesets.s3.words import Intent

WALKABLE = ("walk", "check")
FEET_A_SUCCESS = 5  # with Spider Climb
SUCCESSES_A_STOREY_UP = 3
SUCCESSES_A_STOREY_DOWN = 2
FEET_A_STOREY = 10


def move(decision: Decision[Fight], command: Move) -> None:
    """Go to a zone, to somebody, or away from everybody (S3-MOVE-1 to S3-MOVE-4)."""
    fight = decision.state
    actor = fight.people[command.actor]
    zone = command.zone or actor.zone
    _require_one_way(command, actor)
    link = None if zone == actor.zone else walkable_link(fight, actor.zone, zone)
    require_place_beside(fight, actor, command.engage, zone)
    require_action(fight, "movement")
    if link is None or link.kind == "walk":
        require(command.stunt is None, "S3-STUNT-1", "This way throws no skill, so there is no stunt in it.")
        require(command.modifier is None, "S3-THROW-9", "This way throws no skill, so there is nothing to modify.")
        take_movement(decision, command)
        if command.leave:
            leave_engagements(decision, actor)
        else:
            arrive(decision, actor, zone, command.engage)
        return
    effort = skill_effort(command, link.skill or "athletics")
    check_stunt(fight, effort, "move")

    declare_stunt(decision, effort, "move")
    take_movement(decision, command)
    need = link.need or 0
    if throw_check(decision, effort, need) >= need:
        arrive(decision, actor, zone, command.engage)


def _require_one_way(command: Move, actor: Person) -> None:
    """A move leads to another zone, to somebody, or just away."""
    elsewhere = command.zone not in (None, actor.zone)
    require(
        elsewhere or command.engage is not None or command.leave,
        "S3-MOVE-1",
        "A move needs another zone, a combatant to engage, or leave.",
    )
    if command.leave:
        stays_apart = not elsewhere and command.engage is None
        require(stays_apart, "S3-MOVE-1", "To leave is a move of its own, inside the zone.", field="command.leave")


def walkable_link(fight: Fight, origin: str, to: str) -> LinkPlan:
    """The link that leads from one zone to the other on foot, a plain way before one with a check (S3-MOVE-2)."""
    joining = [link for link in fight.links.values() if {link.origin, link.to} == {origin, to}]
    ways = sorted((link for link in joining if link.kind in WALKABLE), key=lambda link: WALKABLE.index(link.kind))
    if not ways:
        others = ", ".join(f"{link.key} ({link.kind})" for link in joining) or "none"
        refuse("S3-MOVE-2", f"No way on foot leads from {origin} to {to}; links: {others}.", field="command.zone")
    return ways[0]


def require_place_beside(fight: Fight, actor: Person, other: str | None, zone: str) -> None:
    """Whoever the actor ends beside stands on foot in the zone that it reaches (S3-MOVE-4)."""
    if other is None:
        return
    field = "command.engage"
    person = target_person(fight, actor, other, field)
    require(person.zone == zone, "S3-MOVE-4", f"{person.name} is in {person.zone}, not in {zone}.", field=field)
    require(person.vehicle is None, "S3-MOUNT-7", f"{person.name} is on a vehicle.", field=field)


def leave_engagements(decision: Decision[Fight], person: Person) -> None:
    """Get out of everybody's reach without leaving the zone (S3-MOVE-16)."""
    forget_climb(decision, person)
    others = engaged_with(decision.state, person.id)
    if others:
        decision.record(Disengaged(combatant=person.id, others=others))


def arrive(decision: Decision[Fight], person: Person, zone: str, beside: str | None = None) -> None:
    """Be in a zone, engaged with nobody but whoever is named (S3-MOVE-4, S3-MOVE-16).

    The attack of the turn is left for what is there (S3-MOVE-19).
    """
    if person.zone != zone:
        forget_climb(decision, person)
        decision.record(Moved(combatant=person.id, zone=zone))
    if beside is not None:
        engage(decision, person.id, beside, leaving=True)


def climb(decision: Decision[Fight], command: Climb) -> None:
    """Climb a link by Acrobatics, as far as the successes carry; the rest next turn (S3-MOVE-5 to S3-MOVE-8)."""
    fight = decision.state
    actor = fight.people[command.actor]
    link = find_link(fight, command.link)
    foot_of_it = link.kind == "climb" and link.origin == actor.zone
    require(foot_of_it, "S3-MOVE-5", f"{link.key} cannot be climbed from {actor.zone}.", field="command.link")
    require_place_beside(fight, actor, command.engage, link.to)
    require_action(fight, "movement")
    effort = skill_effort(command, "acrobatics")
    check_stunt(fight, effort, "climb")

    declare_stunt(decision, effort, "climb")
    take_movement(decision, command)
    result = throw_check(decision, effort)
    before = actor.climb.feet if actor.climb is not None and actor.climb.link == link.key else 0
    gained = feet_climbed(actor, result)
    arrived = before + gained >= link.height_in_feet
    if not arrived:
        others = engaged_with(fight, actor.id)
        if others:
            decision.record(Disengaged(combatant=actor.id, others=others))
    height = min(before + gained, link.height_in_feet)
    decision.cause = decision.record(
        Climbed(combatant=actor.id, link=link.key, gained=gained, feet=height, arrived=arrived)
    )
    if arrived:
        arrive(decision, actor, link.to, command.engage)


def feet_climbed(climber: Person, result: int) -> int:
    """Feet for the successes of a climb (S3-MOVE-5, S3-MOVE-6), more for a spider (S3-TAL-3)."""
    if "spider_climb" in climber.talents:
        return FEET_A_SUCCESS * result
    return FEET_A_STOREY * (result // SUCCESSES_A_STOREY_UP)


def find_link(fight: Fight, key: str) -> LinkPlan:
    """The link of that key; refuses one that is not there."""
    link = fight.links.get(key)
    if link is None:
        known = ", ".join(fight.links) or "none"
        refuse("S3-MOVE-2", f"There is no link {key!r}; links: {known}.", field="command.link")
    return link


class Fall(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A fall of so many storeys; ``intent`` is that of the trip which caused it (S3-DIS-13)."""

    combatant: str
    storeys: int
    intent: Intent | None = None
    beside: str | None = None


def drop_down(decision: Decision[Fight], command: DropDown) -> None:
    """Drop down a link, or so many storeys on the spot: two successes make one storey harmless (S3-MOVE-9)."""
    fight = decision.state
    actor = fight.people[command.actor]
    zone, storeys = _way_down(fight, actor, command)
    require_place_beside(fight, actor, command.engage, zone)
    require_action(fight, "movement")
    effort = skill_effort(command, "acrobatics")
    check_stunt(fight, effort, "drop_down")

    declare_stunt(decision, effort, "drop_down")
    take_movement(decision, command)
    result = throw_check(decision, effort)
    forget_climb(decision, actor)
    arrive(decision, actor, zone)
    land(decision, Fall(actor.id, storeys, beside=command.engage), result)


def _way_down(fight: Fight, actor: Person, command: DropDown) -> tuple[str, int]:
    """Where a drop leads, and how many storeys deep; a climb link leads down again by its height (S3-MOVE-2)."""
    one = (command.link is None) != (command.storeys is None)
    require(one, "S3-MOVE-9", "A drop names a link or a number of storeys.", field="command.storeys")
    if command.link is None:
        return actor.zone, command.storeys or 0
    link = find_link(fight, command.link)
    top, bottom = (link.to, link.origin) if link.kind == "climb" else (link.origin, link.to)
    leads_down = link.kind in ("climb", "drop") and top == actor.zone
    require(leads_down, "S3-MOVE-9", f"{link.key} does not lead down from {actor.zone}.", field="command.link")
    return bottom, link.height_in_storeys


@stages.stage("s3.movement.falls", Fall)
def involuntary_fall(decision: Decision[Fight], fall: Fall) -> None:
    """Somebody is made to fall: the same check at once, without action and without stunt (S3-MOVE-12)."""
    person = decision.state.people[fall.combatant]
    if person.able:
        forget_climb(decision, person)
        land(decision, fall, throw_check(decision, Effort(person.id, "acrobatics")))


def land(decision: Decision[Fight], fall: Fall, result: int) -> None:
    """Storeys that the check does not cover hurt, ``fall_coins`` damage coins for each (S3-MOVE-11)."""
    covered = min(fall.storeys, result // SUCCESSES_A_STOREY_DOWN)
    fell = decision.record(Fell(combatant=fall.combatant, storeys=fall.storeys, covered=covered))
    decision.next(back_on_its_feet, fall, cause=fell)
    if covered < fall.storeys:
        options = decision.state.options
        harm = Harm(
            fall.combatant,
            "fall",
            (("fall", options.fall_coins * (fall.storeys - covered)),),
            intent=fall.intent,
            flat=options.damage_throw == "flat",
            then=hurt_by_fall.continuation(fall),
        )
        decision.next(suffer, harm, cause=fell)


@stages.reply("s3.movement.hurt", Fall)
def hurt_by_fall(decision: Decision[Fight], fall: Fall, points: int) -> None:
    """Whoever took a wound from a fall lies prone (S3-MOVE-11)."""
    if cost_of_wound(decision.state, points) and not decision.state.people[fall.combatant].prone:
        decision.record(FellProne(combatant=fall.combatant))


@stages.stage("s3.movement.landed", Fall)
def back_on_its_feet(decision: Decision[Fight], fall: Fall) -> None:
    """Whoever dropped beside somebody is engaged with it, if both still can (S3-MOVE-4)."""
    fight = decision.state
    if fall.beside is not None and fight.people[fall.combatant].able and fight.people[fall.beside].able:
        engage(decision, fall.combatant, fall.beside, leaving=True)


class Flight(msgspec.Struct, frozen=True, gc=False):
    """Somebody runs, out of the fight or to a zone."""

    combatant: str
    zone: str | None


def flee(decision: Decision[Fight], command: Flee) -> None:
    """Run from pursuers: Athletics against the Athletics of each (S3-MOVE-13, S3-MOVE-14)."""
    fight = decision.state
    actor = fight.people[command.actor]
    pursuers = _pursuers(fight, actor, command.from_)
    if command.zone is not None:
        elsewhere = command.zone != actor.zone
        require(elsewhere, "S3-MOVE-14", f"{actor.name} is in {command.zone} already.", field="command.zone")
        walkable_link(fight, actor.zone, command.zone)
    require_action(fight, "movement")
    effort = skill_effort(command, "athletics")
    check_stunt(fight, effort, "flee")

    declare_stunt(decision, effort, "flee")
    take_movement(decision, command)
    rivals = tuple(Rival(pursuer, ("athletics",)) for pursuer in pursuers)
    oppose(decision, Contest("flee", effort, rivals, ran.continuation(Flight(actor.id, command.zone))))


def _pursuers(fight: Fight, actor: Person, named: tuple[str, ...] | None) -> tuple[str, ...]:
    """Those named, among them every able foe that the actor is engaged with."""
    at_hand = [fight.people[other] for other in engaged_with(fight, actor.id)]
    foes = [foe for foe in at_hand if foe.able and foe.pc != actor.pc]
    if named is None:
        return tuple(foe.id for foe in foes)
    require_able_others(fight, actor, named, "S3-MOVE-14")
    missing = [foe.name for foe in foes if foe.id not in named]
    require(not missing, "S3-MOVE-14", f"Engaged foes pursue too: {', '.join(missing)}.", field="command.from")
    return tuple(dict.fromkeys(named))


@stages.reply("s3.movement.ran", Flight)
def ran(decision: Decision[Fight], flight: Flight, outcome: Outcome) -> None:
    """All beaten: away. Otherwise the actor stays, engaged with those who were not beaten (S3-MOVE-14)."""
    fight = decision.state
    runner = fight.people[flight.combatant]
    if outcome.won:
        if flight.zone is None:
            leave_fight(decision, runner, "escaped")
        else:
            arrive(decision, runner, flight.zone)
        return
    caught_by = [verdict.combatant for verdict in outcome.verdicts if not verdict.won]
    shaken = tuple(other for other in engaged_with(fight, runner.id) if other not in caught_by)
    if shaken:
        decision.record(Disengaged(combatant=runner.id, others=shaken))
    for pursuer in map(fight.people.__getitem__, caught_by):
        if pursuer.able and pursuer.vehicle is None and pursuer.zone == runner.zone:
            engage(decision, runner.id, pursuer.id, leaving=False)


class Pursuit(msgspec.Struct, frozen=True, gc=False):
    """Somebody runs after somebody."""

    combatant: str
    target: str


def chase(decision: Decision[Fight], command: Chase) -> None:
    """Run after somebody in sight: Athletics against Athletics (S3-MOVE-13, S3-MOVE-15)."""
    fight = decision.state
    actor = fight.people[command.actor]
    target = target_person(fight, actor, command.target)
    field = "command.target"
    seen = sees_zone(fight, actor.zone, target.zone)
    require(seen, "S3-MOVE-15", f"{target.name} is in a zone that is not seen from here.", field=field)
    require(target.vehicle is None, "S3-MOUNT-7", f"{target.name} is on a vehicle.", field=field)
    require_action(fight, "movement")
    effort = skill_effort(command, "athletics")
    check_stunt(fight, effort, "chase")

    declare_stunt(decision, effort, "chase")
    take_movement(decision, command)
    pursuit = Pursuit(actor.id, target.id)
    then = caught_up.continuation(pursuit)
    oppose(decision, Contest("chase", effort, (Rival(target.id, ("athletics",)),), then, aimed=True))


@stages.reply("s3.movement.caught_up", Pursuit)
def caught_up(decision: Decision[Fight], pursuit: Pursuit, outcome: Outcome) -> None:
    """Won: in the target's zone, engaged with it; lost: nothing changes (S3-MOVE-15)."""
    fight = decision.state
    if outcome.won:
        arrive(decision, fight.people[pursuit.combatant], fight.people[pursuit.target].zone, pursuit.target)


def stand_up(decision: Decision[Fight], command: StandUp) -> None:
    """Get up from the ground (S3-MOVE-18)."""
    fight = decision.state
    actor = fight.people[command.actor]
    require(actor.prone, "S3-MOVE-18", f"{actor.name} is standing already.")
    require_action(fight, "movement")
    take_movement(decision, command)
    decision.record(StoodUp(combatant=actor.id))
