"""Pins, breaking free, letting go (S3-PIN, S3-MOUNT-13)."""

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import BreakFree, Pin, Release
from domain.rulesets.s3.decide.actions import require_action, take_attack
from domain.rulesets.s3.decide.bonds import drag_on, drags_by, end_hold, holds_by, holds_on
from domain.rulesets.s3.decide.close import attempt, grapple_effort
from domain.rulesets.s3.decide.contest import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.decide.dragging import let_go
from domain.rulesets.s3.decide.leaving import end_drag
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt, hands_left
from domain.rulesets.s3.decide.targets import target_person
from domain.rulesets.s3.decide.weapons import can_hold
from domain.rulesets.s3.events.harm import Pinned
from domain.rulesets.s3.state import Drag, Fight, Hold, Person
from domain.rulesets.s3.words import UNARMED

DEFENCES_AGAINST_PIN = ("evasion", "hand_to_hand")


class Grip(msgspec.Struct, frozen=True, gc=False):
    """Who tries to get hold of whom."""

    holder: str
    held: str


class Struggle(msgspec.Struct, frozen=True, gc=False):
    """Who tries to get out of everything that holds it."""

    combatant: str


def pin(decision: Decision[Fight], command: Pin) -> None:
    """Hold somebody: Grappling value against Evasion or Hand to Hand (S3-PIN-1)."""
    fight = decision.state
    actor = fight.people[command.actor]
    target = target_person(fight, actor, command.target)
    effort = grapple_effort(command)
    require(hands_left(actor, effort), "S3-PIN-1", f"{actor.name} has no working hand free to hold with.")
    then = pin_settled.continuation(Grip(actor.id, target.id))
    attempt(decision, command, target, effort, DEFENCES_AGAINST_PIN, then, parry=False)


@stages.reply("s3.pin.settled", Grip)
def pin_settled(decision: Decision[Fight], grip: Grip, outcome: Outcome) -> None:
    """A won pin freezes its successes: what breaking free has to beat, what defences lose (S3-PIN-2, S3-PIN-5).

    It does no damage (S3-PIN-11) and costs its holder no defence (S3-PIN-12).

    A new pin on the same victim replaces the successes only if they are more (S3-PIN-9).
    """
    fight = decision.state
    if not outcome.won or not can_hold(fight.people[grip.holder], UNARMED):
        return
    held = fight.people[grip.held]
    old = next((hold for hold in holds_on(fight, held.id) if (hold.kind, hold.holder) == ("pin", grip.holder)), None)
    if old is not None:
        if outcome.result > old.successes:
            decision.record(Pinned(hold=replace(old, successes=outcome.result)), cause=outcome.verdict.version)
        return
    version = decision.next_lineage_version
    name = f"pin-{version}-1"
    hold = Hold(name, "pin", grip.holder, held.id, outcome.result, UNARMED, fight.round_number, version)
    pinned = decision.record(Pinned(hold=hold), cause=outcome.verdict.version)
    for own in holds_by(fight, held.id):
        end_hold(decision, own, "pinned", cause=pinned)


def break_free(decision: Decision[Fight], command: BreakFree) -> None:
    """One Grappling throw against the frozen successes of every pin, choke and drag on the actor (S3-PIN-4).

    Whoever is free of all has the rest of its turn (S3-PIN-8).
    """
    fight = decision.state
    actor = fight.people[command.actor]
    bonds = bonds_on(fight, actor)
    require(bonds, "S3-PIN-4", f"{actor.name} is not held.")
    require_action(fight, "attack")
    effort = grapple_effort(command)
    check_stunt(fight, effort, "break_free")

    declare_stunt(decision, effort, "break_free")
    take_attack(decision, command)
    rivals = tuple(
        Rival(bond.dragger if isinstance(bond, Drag) else bond.holder, frozen=bond.successes, hold=bond.id)
        for bond in bonds
    )
    oppose(decision, Contest("break_free", effort, rivals, break_settled.continuation(Struggle(actor.id))))


def bonds_on(fight: Fight, person: Person) -> list[Hold | Drag]:
    """Everything that holds somebody, oldest first (S3-ORDER-10)."""
    drag = drag_on(fight, person.id)
    bonds: list[Hold | Drag] = [*holds_on(fight, person.id), *([drag] if drag is not None else [])]
    return sorted(bonds, key=lambda bond: bond.since)


@stages.reply("s3.break_free.settled", Struggle)
def break_settled(decision: Decision[Fight], struggle: Struggle, outcome: Outcome) -> None:
    """Each hold that was beaten ends; out of a drag, one is left behind (S3-PIN-4, S3-MOUNT-17)."""
    fight = decision.state
    beaten = {verdict.hold: verdict.version for verdict in outcome.verdicts if verdict.won}
    for bond in bonds_on(fight, fight.people[struggle.combatant]):
        if bond.id in beaten:
            if isinstance(bond, Drag):
                end_drag(decision, bond, "broken_free", cause=beaten[bond.id])
            else:
                end_hold(decision, bond, "broken_free", cause=beaten[bond.id])


def release(decision: Decision[Fight], command: Release) -> None:
    """Let go of a pin, a choke or a drag, without an action (S3-TURN-13, S3-PIN-9, S3-STRAN-11, S3-MOUNT-18)."""
    fight = decision.state
    actor = fight.people[command.actor]
    for hold in holds_by(fight, actor.id):
        if hold.id == command.hold:
            end_hold(decision, hold, "released")
            return
    for drag in drags_by(fight, actor.id):
        if drag.id == command.hold:
            let_go(decision, drag)
            return
    names = [*(hold.id for hold in holds_by(fight, actor.id)), *(drag.id for drag in drags_by(fight, actor.id))]
    there = ", ".join(names) or "nothing"
    refuse("S3-PIN-9", f"{actor.name} has no hold {command.hold!r}; there is {there}.", field="command.hold")
