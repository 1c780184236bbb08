"""Strangling: a chokehold, and in a later round its end (S3-STRAN)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import FinishStrangle, Strangle, Throwing
from domain.rulesets.s3.decide.actions import Whose, require_action, take_attack
from domain.rulesets.s3.decide.bonds import end_hold, holds_by
from domain.rulesets.s3.decide.close import attack_effort, attempt, grapple_effort
from domain.rulesets.s3.decide.contest import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.decide.defences import DEFENCES
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt, hands_left
from domain.rulesets.s3.decide.targets import target_person
from domain.rulesets.s3.decide.throws import Effort
from domain.rulesets.s3.decide.weapons import (
    BARE_HANDS,
    Wielded,
    can_hold,
    check_weapon,
    find_weapon,
    require_hand,
)
from domain.rulesets.s3.decide.wounds import disable, fate_of
from domain.rulesets.s3.events.harm import Choked
from domain.rulesets.s3.state import Fight, Hold, Person
from domain.rulesets.s3.words import UNARMED, Intent


class Noose(msgspec.Struct, frozen=True, gc=False):
    """Who tries to choke whom with what, and meant how."""

    holder: str
    held: str
    means: str
    intent: Intent


class Squeeze(msgspec.Struct, frozen=True, gc=False):
    """A chokehold that is being finished."""

    hold: str


def strangle(decision: Decision[Fight], command: Strangle) -> None:
    """Lay a chokehold on somebody, against a dodge or a parry (S3-STRAN-2 to S3-STRAN-4)."""
    fight = decision.state
    actor = fight.people[command.actor]
    target = target_person(fight, actor, command.target)
    weapon = find_weapon(actor, command.weapon)
    effort = choke_effort(command, weapon)
    check_means(fight, actor, weapon, effort)
    means = weapon.item.id if weapon.item is not None else UNARMED
    then = strangle_settled.continuation(Noose(actor.id, target.id, means, command.intent))
    attempt(decision, command, target, effort, DEFENCES, then)


def check_means(fight: Fight, actor: Person, weapon: Wielded, effort: Effort) -> None:
    """A flexible weapon, or a hand that stays free beside all weapons of the effort (S3-STRAN-2)."""
    if weapon.item is None:
        require(hands_left(actor, effort), "S3-STRAN-2", f"{actor.name} has no working hand free to choke with.")
        return
    flexible = "flexible" in weapon.mode.flags
    require(
        flexible,
        "S3-STRAN-2",
        f"{weapon.item.name} is not flexible; bare hands will do.",
        field="command.weapon",
    )
    check_weapon(fight, actor, weapon)
    require_hand(actor, weapon)


def choke_effort(command: Throwing, weapon: Wielded) -> Effort:
    """Grappling value if unarmed, else the Attack value of the flexible weapon, at both checks (S3-STRAN-3)."""
    return grapple_effort(command) if weapon.item is None else attack_effort(command, weapon)


@stages.reply("s3.strangle.settled", Noose)
def strangle_settled(decision: Decision[Fight], noose: Noose, outcome: Outcome) -> None:
    """Won: the target is choked, the result is frozen; nothing else happens to it yet (S3-STRAN-1, S3-STRAN-4).

    Neither of the two defends the worse for it (S3-STRAN-9).
    """
    if outcome.won and can_hold(decision.state.people[noose.holder], noose.means):
        version, round_ = decision.next_lineage_version, decision.state.round_number
        name = f"choke-{version}-1"
        hold = Hold(name, "choke", noose.holder, noose.held, outcome.result, noose.means, round_, version, noose.intent)
        decision.record(Choked(hold=hold), cause=outcome.verdict.version)


def finish_strangle(decision: Decision[Fight], command: FinishStrangle) -> None:
    """The second check, in a later round, against the victim's Fortitude without armour (S3-STRAN-6, -7, -13)."""
    fight = decision.state
    actor = fight.people[command.actor]
    hold = choke_on(fight, actor, command.target)
    target_person(fight, actor, hold.held)
    require(
        fight.may_finish(hold),
        "S3-STRAN-6",
        f"It is too early: {fight.name_of(hold.held)} has a turn first, and a later round begins.",
    )
    weapon = means_of(actor, hold)
    effort = choke_effort(command, weapon)
    check_means(fight, actor, weapon, effort)
    require_action(fight, "attack")
    check_stunt(fight, effort, "finish_strangle")

    declare_stunt(decision, effort, "finish_strangle")
    take_attack(decision, command)
    victim = Rival(hold.held, effort=Effort(hold.held, "fortitude"))
    then = finish_settled.continuation(Squeeze(hold.id))
    oppose(decision, Contest("finish_strangle", effort, (victim,), then, aimed=True))


def choke_on(fight: Fight, actor: Person, victim: str) -> Hold:
    """The actor's choke on the victim; refuses where there is none."""
    own = holds_by(fight, actor.id)
    choke = next((hold for hold in own if hold.kind == "choke" and hold.held == victim), None)
    if choke is None:
        refuse("S3-STRAN-6", f"{actor.name} has no chokehold on {fight.name_of(victim)}.", field="command.target")
    return choke


def means_of(actor: Person, hold: Hold) -> Wielded:
    """What the choke is made with, in its flexible mode."""
    if hold.means == UNARMED:
        return BARE_HANDS
    item = actor.items[hold.means]
    return Wielded(item, next(mode for mode in item.modes if "flexible" in mode.flags))


@stages.reply("s3.strangle.finished", Squeeze)
def finish_settled(decision: Decision[Fight], squeeze: Squeeze, outcome: Outcome) -> None:
    """Won: disabled at once, without damage or wound. Lost: the hold ends (S3-STRAN-7, S3-STRAN-8).

    Nothing follows where a ruling has ended the hold meanwhile.
    """
    fight = decision.state
    decision.cause = outcome.verdict.version
    hold = next((hold for hold in fight.holds if hold.id == squeeze.hold), None)
    if hold is None:
        return
    if outcome.won:
        victim = fight.people[hold.held]
        disable(decision, victim, ("strangled",), fate_of(fight, victim, hold.intent, strangled=True))
    else:
        end_hold(decision, hold, "failed")


@stages.stage("s3.effect.choke_lapses", Whose)
def choke_lapses(decision: Decision[Fight], whose: Whose) -> None:
    """A choke that could have been finished in this turn and was not is over (S3-STRAN-12)."""
    turn = decision.state.turn
    if turn is not None and decision.state.people[whose.combatant].able:
        for hold in decision.state.holds:
            if hold.id in turn.finishable:
                end_hold(decision, hold, "not_finished")
