"""Attacks: who may be struck with what, and what a hit brings (S3-ATK, S3-DMG-2, S3-STUNT-12)."""

from typing import NamedTuple

import msgspec

from domain.refusal import refuse, require
from domain.rulesets.s3.commands import Attack, Close
from domain.rulesets.s3.decide.contest import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.decide.damage import Harm, suffer
from domain.rulesets.s3.decide.defences import DEFENCES
from domain.rulesets.s3.decide.effects import poison_harm
from domain.rulesets.s3.decide.fire import ignite
from domain.rulesets.s3.decide.holds import let_go_to_attack, let_go_to_move
from domain.rulesets.s3.decide.legality import require_action, take_action
from domain.rulesets.s3.decide.poison import coating_dose, give_dose
from domain.rulesets.s3.decide.reach import engage, needs_step, require_reach, target_person
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt, plan, ready_all, use_up_all
from domain.rulesets.s3.decide.throws import Effort, SkillThrow
from domain.rulesets.s3.decide.weapons import SMOKE_BOMB, Wielded, damage_bonus, find_weapon, require_hand, wielded
from domain.rulesets.s3.events.harm import AttackHit, AttackMissed
from domain.rulesets.s3.events.turns import ActionTaken, ExtraAttackOpened
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.tables import SNEAK_BONUS
from domain.rulesets.s3.words import Intent, Limb
from domain.table import Table


class Strike(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack on its way: who strikes whom with what, where and meant how."""

    attacker: str
    target: str
    weapon: str
    intent: Intent
    called: Limb | None = None
    zone: str = ""


class Behind(NamedTuple):
    """The weapon whose damage a hit deals, and its effective bonus D* (S3-STUNT-12)."""

    weapon: Wielded
    bonus: int


def attack(table: Table[Fight], command: Attack) -> None:
    """Strike at somebody: Attack value against a dodge or a parry (S3-ATK-1, S3-ATK-3)."""
    fight = table.state
    actor = fight.people[command.actor]
    target = target_person(fight, actor, command.target)
    weapon = find_weapon(actor, command.weapon)
    check_weapon(fight, actor, weapon)
    check_called(target, command.called)
    require_hand(actor, weapon)
    unseen = target.id in actor.unseen_by
    sneak = SNEAK_BONUS if unseen and "sneak_attack" in actor.talents else 0
    effort = attack_effort(actor, weapon, command, talent=sneak)
    step = False
    if weapon.mode.reach == "close":
        step = needs_step(fight, actor, target, approach=command.approach, stunt=effort.stunt)
    else:
        require_reach(fight, actor, target, weapon.mode.reach)
    talent = extra_talent(actor, weapon)
    require_action(fight, "attack", extra=talent)
    task = f"attack/{command.called}" if command.called else "attack"
    check_stunt(fight, effort, task)

    declare_stunt(table, effort, task)
    begin_close_action(table, actor, target, command, step=step, close=weapon.mode.reach == "close", extra=talent)
    ready_all(table, effort)
    aim = weapon.mode.effect or command.called
    strike = Strike(actor.id, target.id, weapon.ref, command.intent, aim, target.zone)
    defences = defences_against(fight, weapon, unseen=unseen, parry=command.parry)
    table.next(exchange_over, strike)
    oppose(
        table,
        Contest("attack", effort, (Rival(target.id, defences),), settled.later(strike), attack=True, parry=True),
    )


def attack_effort(actor: Person, weapon: Wielded, command: Close, *, talent: int = 0) -> Effort:
    """The Attack value as an effort: skill, finesse and offense of the weapon, talent, the narrator's modifier."""
    modifier = command.modifier.coins if command.modifier is not None else 0
    return Effort(
        actor.id,
        weapon.mode.skill,
        "attack",
        weapon.ref,
        stunt=plan(command.stunt),
        talent=talent,
        modifier=modifier,
    )


def check_weapon(fight: Fight, actor: Person, weapon: Wielded) -> None:
    """Refuse what is no weapon now: a smoke bomb, an empty stock, a weapon that drags somebody (S3-MOUNT-33)."""
    if weapon.item is None:
        return
    require(weapon.item.kind != SMOKE_BOMB, "S3-EQUIP-16", "A smoke bomb serves smoke and hide only.")
    require(weapon.item.quantity > 0, "S3-ATK-11", f"No {weapon.item.name} is left.")
    bound = any(drag.dragger == actor.id and drag.weapon == weapon.item.id for drag in fight.drags)
    require(not bound, "S3-MOUNT-33", f"{weapon.item.name} drags somebody along and is bound.")


def check_called(target: Person, limb: Limb | None) -> None:
    """A limb already lost cannot be aimed at again (S3-CALL-13)."""
    if limb is not None and limb in target.limbs:
        refuse("S3-CALL-13", f"{target.name} has lost that limb already.", field="command.called")


def defences_against(fight: Fight, weapon: Wielded, *, unseen: bool, parry: bool) -> tuple[str, ...]:
    """A close attack is dodged or parried, a ranged one only dodged (S3-ATK-3); the unaware may have none (S3-HIDE-10)."""
    if unseen and fight.options.unaware_defence == "none":
        return ()
    return DEFENCES if weapon.mode.reach == "close" or parry else ("evasion",)


def begin_close_action(
    table: Table[Fight],
    actor: Person,
    target: Person,
    command: Close,
    *,
    step: bool,
    close: bool = True,
    extra: str | None = None,
) -> None:
    """Use the attack action, let go of holds, make the step (S3-ORDER-1, S3-RANGE-4)."""
    taken = take_action(table, "attack", command, extra=extra)
    if step:
        stepped = table.record(ActionTaken(actor.id, "movement", command.type), cause=taken)
        let_go_to_move(table, actor.id, cause=stepped)
    let_go_to_attack(table, actor.id, command, cause=taken)
    if close and actor.vehicle is None and target.vehicle is None:
        engage(table, actor.id, target.id, leaving=step, cause=taken)


@stages.reply("s3.attack.settled", Strike)
def settled(table: Table[Fight], strike: Strike, outcome: Outcome) -> None:
    """More successes than the defence, or the won flip: a hit, and its damage (S3-ATK-7, S3-ATK-8)."""
    fight = table.state
    verdict = outcome.verdict
    attacker = fight.people[strike.attacker]
    behind = weapon_behind(attacker, outcome.throws)
    lasts = wielded(attacker, strike.weapon).mode.lasts
    spend_weapons(table, strike, outcome.throws)
    if not verdict.won:
        table.record(AttackMissed(strike.attacker, strike.target, strike.weapon), cause=verdict.version)
        return
    hit = AttackHit(
        strike.attacker, strike.target, strike.weapon, outcome.result, verdict.margin, strike.intent, strike.called
    )
    table.cause = table.record(hit, cause=verdict.version)
    table.next(suffer, hit_harm(fight, strike, outcome, behind, lasts))


def spend_weapons(table: Table[Fight], strike: Strike, throws: tuple[SkillThrow, ...]) -> None:
    """Use up what was consumed or thrown, hit or miss (S3-ATK-11)."""
    attacker = strike.attacker
    for ref in dict.fromkeys([strike.weapon, *(throw.weapon for throw in throws)]):
        use_up_all(table, Effort(attacker, "", weapon=ref), strike.zone)


def weapon_behind(attacker: Person, throws: tuple[SkillThrow, ...]) -> Behind:
    """The weapon with the greatest sum of its skill's result and its damage bonus, first listed on equality."""
    best, sums = throws[0], []
    for throw in throws:
        sums.append(throw.result + damage_bonus(attacker, wielded(attacker, throw.weapon)))
        if sums[-1] > max(sums[:-1], default=-1):
            best = throw
    return Behind(wielded(attacker, best.weapon), max(sums) - max(throw.result for throw in throws))


def damage_terms(fight: Fight, outcome: Outcome, behind: Behind) -> tuple[tuple[str, int], ...]:
    """What the damage coins are made of (S3-DMG-2)."""
    if fight.options.damage_base == "weapon":
        return (("rating", behind.weapon.mode.damage_rating),)
    if fight.options.damage_base == "margin":
        return (("margin", outcome.verdict.margin), ("damage_bonus", behind.bonus))
    return (("attack_result", outcome.result), ("damage_bonus", behind.bonus))


def hit_harm(fight: Fight, strike: Strike, outcome: Outcome, behind: Behind, lasts: int | None) -> Harm:
    """The damage of a hit: of the weapon behind it, at the limb that was aimed at (S3-DMG-2 to S3-DMG-4).

    ``lasts`` is for how many rounds the primary's weapon takes a limb, None for good.
    """
    mode = behind.weapon.mode
    item = behind.weapon.item
    effect = Effect(strike, item.id if item is not None else None, "incendiary" in mode.flags, mode.flags)
    return Harm(
        strike.target,
        "damage",
        damage_terms(fight, outcome, behind),
        source=strike.attacker,
        intent=strike.intent,
        stun=mode.stun_bonus,
        wound=mode.wound_bonus,
        flat=fight.options.damage_throw == "flat",
        fire="incendiary" in mode.flags,
        aim=strike.called,
        lasts=lasts,
        weapon=strike.weapon,
        then=struck.later(effect),
    )


class Effect(msgspec.Struct, frozen=True):
    """What else a hit may bring: fire, poison of the item."""

    strike: Strike
    item: str | None
    incendiary: bool
    flags: tuple[str, ...]


@stages.reply("s3.attack.struck", Effect)
def struck(table: Table[Fight], effect: Effect, points: int) -> None:
    """An incendiary hit ignites, a blade's poison goes in, a needle's strikes (S3-DMG-11, S3-DMG-12)."""
    strike = effect.strike
    target = table.state.people[strike.target]
    if not target.able:
        return
    if effect.incendiary and points:
        ignite(table, target, points, strike.attacker, strike.intent)
    if effect.item is not None:
        poison(table, effect, target, points)


def poison(table: Table[Fight], effect: Effect, target: Person, points: int) -> None:
    """A blade's dose with at least one point of damage, a needle's or a thrown gas's with any hit (S3-POIS-5)."""
    strike = effect.strike
    sure = "needle" in effect.flags or "gas" in effect.flags
    if not (points or sure):
        return
    dose = coating_dose(table, strike.attacker, effect.item or "", strike.intent)
    if dose is None:
        return
    if dose.route == "needle":
        table.next(suffer, poison_harm(table.state, target, dose))
    else:
        give_dose(table, target, dose)


def extra_talent(actor: Person, weapon: Wielded) -> str | None:
    """The talent by which an attack with this weapon may be an extra one (S3-TAL-1, S3-TAL-2)."""
    mode = weapon.mode
    if "gunslinger" in actor.talents and "firearm" in mode.flags and mode.hands == 1:
        return "gunslinger"
    if "double_strike" in actor.talents and mode.reach == "close" and mode.skill in ("melee", "hand_to_hand"):
        return "double_strike"
    return None


@stages.stage("s3.attack.over", Strike)
def exchange_over(table: Table[Fight], strike: Strike) -> None:
    """The exchange is settled: a talent may allow one more attack (S3-TAL-7)."""
    fight = table.state
    attacker = fight.people[strike.attacker]
    turn = fight.turn
    talent = extra_talent(attacker, wielded(attacker, strike.weapon))
    if turn is None or turn.actor != attacker.id or turn.bought or talent is None:
        return
    if talent not in turn.extras_used and turn.extra is None:
        table.record(ExtraAttackOpened(attacker.id, talent))
