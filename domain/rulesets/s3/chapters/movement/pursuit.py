"""Running away from pursuers, and after a target (S3-MOVE-13 to S3-MOVE-15)."""

from typing import Literal

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, several
from domain.fields.sets import Node
from domain.fields.vocabulary import View
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.reach import Disengaged, engage, engaged_with, sees_zone
from domain.rulesets.s3.chapters.attack.targets import in_sight, require_able_others, target_person
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.leaving import leave_fight
from domain.rulesets.s3.chapters.movement.walking import CHECKED, WALKED, arrive, walkable_link
from domain.rulesets.s3.chapters.throws.checks import skill_effort
from domain.rulesets.s3.chapters.throws.contests import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.chapters.throws.stunt_fields import plain_stunt
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.chapters.turns.actions import require_action, take_movement
from domain.rulesets.s3.chapters.vocabularies import ABLE, of_acting
from domain.rulesets.s3.parts import Key, Walking
from domain.rulesets.s3.state import Fight, Person
from domain.story.told import AS_SAID, Told
from domain.text.words import Words


class Flight(msgspec.Struct, frozen=True, gc=False):
    """A combatant that runs out of the fight or to a zone."""

    combatant: str
    zone: str | None


def _exits(view: View[Fight], actor: Person) -> Node:
    return (*view[WALKED], *view[CHECKED])


class Flee(Walking):
    """Run from pursuers, to another zone or out of the fight (S3-MOVE-13, S3-MOVE-14)."""

    form = {
        "actor": among(actors("fleeing", lambda: Flee)),
        "from": several(ABLE, 0, 50, bars=("actor",), seldom=True, mark="check"),
        "zone": among(of_acting("zones to flee to", _exits)),
        "stunt": plain_stunt("athletics", "flee"),
    }
    says = ("{actor} tries to flee from {from}.", "{actor} tries to flee.")
    example = {"actor": "bell"}
    words = Words(
        "Flee",
        "Flee[ from {from}][ to {zone}][, stunt: {stunt}][, {modifier}]",
        group="move",
        prominence="main",
        costs="the movement action",
        fields={"from": "Pursuers"},
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped", "s3.left_fight"), last=True)
    type: Literal["s3.flee"] = "s3.flee"
    from_: tuple[CombatantId, ...] | None = Field(
        alias="from",
        default=None,
        max_length=50,
        description="By default every able foe engaged with the actor.",
    )
    zone: Key | None = Field(default=None, description="Without one, out of the fight.")

    def decide(self, decision: Decision[Fight]) -> None:
        """Athletics against the Athletics of each pursuer (S3-MOVE-13, S3-MOVE-14)."""
        fight = decision.state
        actor = fight.people[self.actor]
        pursuers = _pursuers(fight, actor, self.from_)
        if self.zone is not None:
            elsewhere = self.zone != actor.zone
            require(elsewhere, "S3-MOVE-14", f"{actor.name} is in {self.zone} already.", field="command.zone")
            walkable_link(fight, actor.zone, self.zone)
        require_action(fight, "movement")
        effort = skill_effort(self, "athletics")
        check_stunt(fight, effort, "flee")

        declare_stunt(decision, effort, "flee")
        take_movement(decision, self)
        rivals = tuple(Rival(pursuer, ("athletics",)) for pursuer in pursuers)
        oppose(decision, Contest("flee", effort, rivals, ran.continuation(Flight(actor.id, self.zone))))


def _pursuers(fight: Fight, actor: Person, named: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the pursuers named, or by default every able foe engaged with; refuses a list without one of these."""
    at_hand = [fight.people[other] for other in engaged_with(fight, actor.id)]
    foes = [foe for foe in at_hand if foe.able and foe.pc != actor.pc]
    if named is None:
        return tuple(foe.id for foe in foes)
    require_able_others(fight, actor, named, "S3-MOVE-14")
    missing = [foe.name for foe in foes if foe.id not in named]
    require(not missing, "S3-MOVE-14", f"Engaged foes pursue too: {', '.join(missing)}.", field="command.from")
    return tuple(dict.fromkeys(named))


@reply("s3.movement.ran", Flight)
def ran(decision: Decision[Fight], flight: Flight, outcome: Outcome) -> None:
    """Leave if all are beaten; otherwise stay, engaged with the pursuers that were not (S3-MOVE-14)."""
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
    """A combatant that runs after another."""

    combatant: str
    target: str


def may_chase(fight: Fight, actor: Person, target: Person) -> bool:
    """Return whether a target in sight can be run after: on foot, in a zone seen from here (S3-MOVE-15)."""
    return target.vehicle is None and sees_zone(fight, actor.zone, target.zone)


def _chased(view: View[Fight], actor: Person) -> Node:
    fight = view.state
    return tuple([other.id for other in in_sight(fight, actor) if may_chase(fight, actor, other)])


class Chase(Walking):
    """Run after a combatant to close in on it (S3-MOVE-13, S3-MOVE-15)."""

    form = {
        "actor": among(actors("chasing", lambda: Chase)),
        "target": among(of_acting("to be chased", _chased)),
        "stunt": plain_stunt("athletics", "chase"),
    }
    says = ("{actor} runs after {target}.",)
    example = {"actor": "ogre", "target": "bell"}
    words = Words(
        "Chase",
        "Chase {target}[, stunt: {stunt}][, {modifier}]",
        group="move",
        prominence="main",
        costs="the movement action",
    )
    told = Told(brief=AS_SAID, unless=("s3.contest_settled", "s3.coin_flipped"), last=True)
    type: Literal["s3.chase"] = "s3.chase"
    target: CombatantId

    def decide(self, decision: Decision[Fight]) -> None:
        """Athletics against the Athletics of a target in sight (S3-MOVE-13, S3-MOVE-15)."""
        fight = decision.state
        actor = fight.people[self.actor]
        target = target_person(fight, actor, self.target)
        field = "command.target"
        seen = sees_zone(fight, actor.zone, target.zone)
        require(seen, "S3-MOVE-15", f"{target.name} is in a zone that is not seen from here.", field=field)
        require(target.vehicle is None, "S3-MOUNT-7", f"{target.name} is on a vehicle.", field=field)
        require_action(fight, "movement")
        effort = skill_effort(self, "athletics")
        check_stunt(fight, effort, "chase")

        declare_stunt(decision, effort, "chase")
        take_movement(decision, self)
        pursuit = Pursuit(actor.id, target.id)
        then = caught_up.continuation(pursuit)
        oppose(decision, Contest("chase", effort, (Rival(target.id, ("athletics",)),), then, aimed=True))


@reply("s3.movement.caught_up", Pursuit)
def caught_up(decision: Decision[Fight], pursuit: Pursuit, outcome: Outcome) -> None:
    """Arrive in the target's zone, engaged with it; if lost, nothing changes (S3-MOVE-15)."""
    fight = decision.state
    if outcome.won:
        arrive(decision, fight.people[pursuit.combatant], fight.people[pursuit.target].zone, pursuit.target)


PURSUIT: Chapter[Fight] = Chapter(commands=(Flee, Chase), stages=(ran, caught_up))
