"""Attacks: who may be struck with what (S3-ATK). What a hit brings stands in ``strikes``.

On vehicles they are as on foot (S3-MOUNT-8). Whoever strikes at one end of a hold strikes that one alone (S3-ATK-16).
"""

from domain.decision.decision import Decision
from domain.model.refusal import require
from domain.rulesets.s3.commands import Attack
from domain.rulesets.s3.decide.actions import require_action, require_step
from domain.rulesets.s3.decide.close import Spending, attack_effort, begin_close_action, open_defences, spend
from domain.rulesets.s3.decide.contest import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.decide.defences import DEFENCES
from domain.rulesets.s3.decide.fast import FAST, Offer, goes_fast, may_decline, offer
from domain.rulesets.s3.decide.reach import needs_step, require_reach
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.strikes import Strike, aim_of, hit, miss
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt, ready_all, weapon_refs
from domain.rulesets.s3.decide.targets import target_person
from domain.rulesets.s3.decide.weapons import Wielded, check_weapon, find_weapon, require_hand, wielded
from domain.rulesets.s3.events.turns import ExtraAttackOpened
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.tables import SNEAK_BONUS


def attack(decision: Decision[Fight], command: Attack) -> None:
    """Strike at somebody: Attack value against a dodge or a parry (S3-ATK-1, S3-ATK-3), or both at once (S3-FAST)."""
    fight = decision.state
    allowed = fight.options.fast_melee != "off" or not command.fast
    require(allowed, "S3-FAST-1", "Fast melee is not played here.", field="command.fast")
    actor = fight.people[command.actor]
    target = target_person(fight, actor, command.target)
    weapon = find_weapon(actor, command.weapon)
    check_weapon(fight, actor, weapon)
    aim = aim_of(target, weapon, command.called)
    require_hand(actor, weapon)
    sneak = SNEAK_BONUS if target.id in actor.unseen_by and "sneak_attack" in actor.talents else 0
    effort = attack_effort(command, weapon, talent=sneak)
    close = weapon.mode.reach == "close"
    step = False
    if close:
        step = needs_step(fight, actor, target, approach=command.approach, stunt=effort.stunt)
    else:
        require_reach(fight, actor, target, weapon.mode.reach)
    talent = extra_talent(actor, weapon)
    require_action(fight, "attack", extra=talent)
    if step:
        require_step(fight)
    fast = goes_fast(fight, actor, target, weapon, asked=command.fast)
    plain = f"attack/{aim}" if aim else "attack"
    if not fast or may_decline(fight):
        check_stunt(fight, effort, plain)
    if fast:
        check_stunt(fight, effort, FAST)

    declare_stunt(decision, effort, FAST if fast else plain)
    begin_close_action(decision, actor, target, command, step=step, close=close, extra=talent)
    ready_all(decision, effort)
    strike = Strike(actor.id, target.id, effort.weapon, command.intent, aim, target.zone)
    decision.next(spend, Spending(actor.id, weapon_refs(effort), target.zone))
    decision.next(exchange_over, strike)
    dodged_only = not close or "gas" in weapon.mode.flags  # S3-POIS-8
    skills = ("evasion",) if dodged_only and not command.parry else DEFENCES
    rival = Rival(target.id, open_defences(fight, actor, target, skills))
    contest = Contest("attack", effort, (rival,), settled.continuation(strike), attack=True, parry=True, aimed=True)
    if fast:
        offer(decision, Offer(strike, contest, plain))
    else:
        oppose(decision, contest)


@stages.reply("s3.attack.settled", Strike)
def settled(decision: Decision[Fight], strike: Strike, outcome: Outcome) -> None:
    """More successes than the defence, or the won flip: a hit (S3-ATK-7)."""
    if outcome.verdict.won:
        hit(decision, strike, outcome)
    else:
        miss(decision, strike, outcome.verdict.version)


def extra_talent(actor: Person, weapon: Wielded) -> str | None:
    """The talent by which an attack with this weapon may be an extra one (S3-TAL-1, S3-TAL-2)."""
    mode = weapon.mode
    if "gunslinger" in actor.talents and "firearm" in mode.flags and mode.hands == 1:
        return "gunslinger"
    if "double_strike" in actor.talents and mode.reach == "close" and mode.skill in ("melee", "hand_to_hand"):
        return "double_strike"
    return None


@stages.stage("s3.attack.over", Strike)
def exchange_over(decision: Decision[Fight], strike: Strike) -> None:
    """The exchange is settled: a talent may allow one more attack (S3-TAL-7), unless a fast reply ended the turn."""
    fight = decision.state
    attacker = fight.people[strike.attacker]
    turn = fight.turn
    if turn is None or turn.actor != attacker.id or turn.bought or turn.extra is not None:
        return
    if attacker.stunned or not attacker.able:
        return
    talent = extra_talent(attacker, wielded(attacker, strike.weapon))
    if talent is not None and talent not in turn.extras_used:
        decision.record(ExtraAttackOpened(actor=attacker.id, talent=talent))
