"""Attacks: who may be struck with what (S3-ATK). The module ``blows`` decides what a hit does.

On vehicles they are as on foot (S3-MOUNT-8). An attack on one end of a hold strikes that combatant alone (S3-ATK-16).
"""

from functools import cache
from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import Field

from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.fields.field import among, looked_up
from domain.fields.sets import ABSENT_KEY, ANY_KEY, Node, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.blows import Strike, aim_of, hit, miss
from domain.rulesets.s3.chapters.attack.close_actions import (
    Spending,
    attack_effort,
    begin_close_action,
    open_defences,
    spend,
)
from domain.rulesets.s3.chapters.attack.fast_melee import Offer, goes_fast, may_decline, offer
from domain.rulesets.s3.chapters.attack.reach import needs_step, require_reach, sees_zone
from domain.rulesets.s3.chapters.attack.targets import target_person
from domain.rulesets.s3.chapters.legality import free_actor
from domain.rulesets.s3.chapters.throws.contests import FAST, Contest, Outcome, Rival, oppose
from domain.rulesets.s3.chapters.throws.defences import DEFENCES
from domain.rulesets.s3.chapters.throws.stunt_fields import (
    BESIDE_WEAPONS,
    USABLE,
    WEAPON_SKILL,
    by_leap,
    stunt_in,
    used_in,
)
from domain.rulesets.s3.chapters.throws.stunt_sets import PrimaryThrow, PrimaryThrows, SharedThrows, kind_of
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt, ready_all, weapon_refs
from domain.rulesets.s3.chapters.throws.weapons import (
    Wielded,
    as_option,
    check_weapon,
    find_weapon,
    require_hand,
    wielded,
)
from domain.rulesets.s3.chapters.turns.actions import require_action, require_step
from domain.rulesets.s3.chapters.vocabularies import (
    AT_HAND,
    INTENT,
    LEAPS,
    LIMBS_LEFT,
    TARGETS,
    approaches,
    filled,
    of_acting,
)
from domain.rulesets.s3.parts import Close, Weapon
from domain.rulesets.s3.state import Fight, Hold, Person
from domain.rulesets.s3.tables import SNEAK_BONUS
from domain.rulesets.s3.words import LIMBS, UNARMED, YES_NO, Intent, Limb
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Variant, Words


class ExtraAttackOpened(Event, frozen=True, kw_only=True):
    """A talent allows one further attack in this turn (S3-TAL-1, S3-TAL-2)."""

    type: ClassVar[str] = "s3.extra_attack_opened"
    words = "Extra attack possible"
    told = Told(brief=AS_SAID)
    says = "{actor} may attack once more, thanks to {talent}."
    example = {"actor": "one_eyed_ogre", "talent": "double_strike"}
    actor: str
    talent: Annotated[str, Spoken(said.talent)]

    def evolve(self, fight: Fight) -> None:
        if fight.turn is not None:
            fight.turn = replace(fight.turn, extra=self.talent)


def extra_talent(actor: Person, weapon: Wielded) -> str | None:
    """Return the talent that may make an attack with this weapon an extra one (S3-TAL-1, S3-TAL-2)."""
    mode = weapon.mode
    if "gunslinger" in actor.talents and "firearm" in mode.flags and mode.hands == 1:
        return "gunslinger"
    if "double_strike" in actor.talents and mode.reach == "close" and mode.skill in ("melee", "hand_to_hand"):
        return "double_strike"
    return None


def _weapons(view: View[Fight]) -> list[Wielded]:
    """Return the weapons that the actor has a hand and an attack for, those in hand first (S3-ATK-9, S3-TAL-7)."""
    fight, actor = view.state, free_actor(view, Attack, extra=True)
    turn = fight.turn
    if actor is None or turn is None:
        return []
    usable = [weapon for weapon in view[USABLE] if turn.attack or turn.extra == extra_talent(actor, weapon)]
    return sorted(usable, key=lambda weapon: weapon.item is None or not actor.hands.hands_with(weapon.item.id))


def _attackers(view: View[Fight]) -> tuple[str, ...]:
    actor = free_actor(view, Attack, extra=True)
    return () if actor is None else (actor.id,)


def _targets_of_weapons(view: View[Fight], actor: Person) -> Node:
    """Return the targets by whether to step to them, and by weapon (S3-RANGE-1 to S3-RANGE-4)."""
    fight = view.state
    targets = [fight.people[one] for one in view[TARGETS]]
    here = tuple([target.id for target in targets if target.zone == actor.zone])
    visible = tuple([target.id for target in targets if sees_zone(fight, actor.zone, target.zone)])
    weapons = view[_WEAPONS]
    rows = {}
    for approach in ("true", "false"):
        reached = {"close": view[AT_HAND].get(approach, ()), "medium": here, "long": visible}
        rows[approach] = filled({weapon.ref: reached[weapon.mode.reach] for weapon in weapons})
    return filled(rows)


def _weapons_to_choose(view: View[Fight], actor: Person) -> Node:
    """Return the weapons that reach a target, by whether to step to it."""
    return {
        approach: tuple([as_option(weapon) for weapon in view[_WEAPONS] if weapon.ref in row])
        for approach, row in view[TARGETS_OF_WEAPONS].items()
    }


def _close_weapons(view: View[Fight], actor: Person) -> Node:
    return tuple([as_option(weapon) for weapon in view[_WEAPONS] if weapon.mode.reach == "close"])


def _aims(view: View[Fight], actor: Person) -> Node:
    """Return the limbs to aim at, by weapon and target (S3-CALL-13, S3-CALL-17)."""
    left = view[LIMBS_LEFT]
    return {w.ref: left if w.mode.effect is None else (w.mode.effect,) for w in view[_WEAPONS]}


def _fast(view: View[Fight]) -> tuple[bool, ...]:
    return _NEVER if view.state.options.fast_melee == "off" else YES_NO


_NEVER: Final = (False,)
_FAST: Final = Vocabulary("fast melee", _fast)
_WEAPONS: Final = Vocabulary("weapons of the actor", _weapons)
TARGETS_OF_WEAPONS: Final = of_acting("targets of weapons", _targets_of_weapons)
CALLED: Final = looked_up(of_acting("limbs to aim at", _aims), "weapon", "target", seldom=True, mark="guess")


def _throws(view: View[Fight], actor: Person) -> PrimaryThrows:
    """Return the throws by weapon, target, whether a fast attack is asked for, and limb."""
    fight, pairing, weapons = view.state, view.state.pairing, view[_WEAPONS]
    pair = () if pairing is None or view[_FAST] == _NEVER else (pairing.pc, pairing.npc)
    paired = [fight.people[one] for one in view[TARGETS] if one in pair]
    return {
        weapon.ref: {
            **{target.id: _exchanges(fight, actor, target, weapon) for target in paired},
            ANY_KEY: {ANY_KEY: _aimed(weapon, fast=False, declining=False)},
        }
        for weapon in weapons
    }


def _exchanges(fight: Fight, actor: Person, target: Person, weapon: Wielded) -> PrimaryThrows:
    """Return the throws at one target, by whether a fast attack is asked for, and limb."""
    declining = may_decline(fight)
    return {
        key_of(asked): _aimed(weapon, fast=goes_fast(fight, actor, target, weapon, asked=asked), declining=declining)
        for asked in YES_NO
    }


def _aimed(weapon: Wielded, *, fast: bool, declining: bool) -> PrimaryThrows:
    """Return the throws with a weapon by limb; a fast attack that may be declined is thrown for both tasks."""
    return _by_limb(weapon.mode.skill, kind_of(weapon), weapon.mode.effect, fast=fast, declining=declining)


@cache  # few kinds of weapons are thrown in few ways
def _by_limb(skill: str, kind: str | None, own: str | None, *, fast: bool, declining: bool) -> SharedThrows:
    def at(limb: str | None) -> PrimaryThrow:
        plain = _task(limb)
        return PrimaryThrow(skill, kind, (plain, FAST) if fast and declining else (FAST,) if fast else (plain,))

    return SharedThrows({ANY_KEY: at(own)} if own else {limb or ABSENT_KEY: at(limb) for limb in (None, *LIMBS)})


STUNT: Final = stunt_in(WEAPON_SKILL, BESIDE_WEAPONS, used_in("attack", _throws, "weapon", "target", "fast", "called"))


class Attack(Close):
    """Strike, shoot or throw at a combatant (S3-ATK-1). A hit deals damage (S3-ATK-8)."""

    form = {
        "actor": among(Vocabulary("attackers", _attackers)),
        "fast": among(_FAST, seldom=True),
    }
    variants = {
        "reach": {
            "approach": among(approaches("approaches of attacks", TARGETS_OF_WEAPONS), seldom=True),
            "weapon": looked_up(of_acting("weapons in reach", _weapons_to_choose), "approach"),
            "target": looked_up(TARGETS_OF_WEAPONS, "approach", "weapon"),
            "called": CALLED,
            "intent": INTENT,
            "stunt": STUNT,
        },
        "leap": {
            "weapon": among(of_acting("close weapons of attacks", _close_weapons)),
            "target": among(LEAPS),
            "called": CALLED,
            "intent": INTENT,
            "stunt": by_leap(STUNT),
        },
    }
    barred_while = frozenset({"pinned", "dragged"})
    says = (
        "{actor} attacks {target} with {weapon}, aiming at the {called}.",
        "{actor} attacks {target} with {weapon}.",
    )
    example = {
        "actor": "ogre",
        "target": "bell",
        "weapon": "pistol",
        "called": "main_arm",
        "stunt": {"with": ["bravado"], "tactic": "with a roar"},
        "answers": [{"kind": "oppose", "to": "bell", "answer": {"skill": "evasion"}}],
    }
    words = Words(
        "Attack",
        "Attack {target} with {weapon}[ in fast melee{fast?}][, called shot: {called}], {intent}"
        "[, stunt: {stunt}][, may be parried{parry?}][, {modifier}]",
        group="attack",
        prominence="main",
        costs="the attack action",
        variants={"leap": Variant("Attack beyond reach (stunt)"), "reach": Variant("Attack")},
    )
    told = Told(brief=AS_SAID, unless=("s3.attack_hit", "s3.attack_missed"), last=True)
    type: Literal["s3.attack"] = "s3.attack"
    weapon: Weapon
    called: Limb | None = Field(default=None, description="The limb to aim at, instead of stunning the target.")
    intent: Intent = Field(default="subdue", description="Decides the fate of a foe disabled by it.")
    fast: bool = Field(
        default=False, description="One throw of each decides who hits; the target uses up its attack action, too."
    )

    def armed_with(self) -> tuple[str, ...]:
        """Return its weapon and those of its stunt."""
        return (self.weapon, *super().armed_with())

    def keeps(self, hold: Hold) -> bool:
        """Return whether it is an unarmed attack on the combatant pinned (S3-PIN-9)."""
        return hold.kind == "pin" and hold.held == self.target and self.weapon == UNARMED

    def decide(self, decision: Decision[Fight]) -> None:
        """Attack value against a dodge or a parry (S3-ATK-1, S3-ATK-3), or both at once (S3-FAST)."""
        fight = decision.state
        allowed = fight.options.fast_melee != "off" or not self.fast
        require(allowed, "S3-FAST-1", "Fast melee is not played here.", field="command.fast")
        actor = fight.people[self.actor]
        target = target_person(fight, actor, self.target)
        weapon = find_weapon(actor, self.weapon)
        check_weapon(fight, actor, weapon)
        aim = aim_of(target, weapon, self.called)
        require_hand(actor, weapon)
        sneak = SNEAK_BONUS if target.id in actor.unseen_by and "sneak_attack" in actor.talents else 0
        effort = attack_effort(self, weapon, talent=sneak)
        close = weapon.mode.reach == "close"
        step = False
        if close:
            step = needs_step(fight, actor, target, approach=self.approach, stunt=effort.stunt)
        else:
            require_reach(fight, actor, target, weapon.mode.reach)
        talent = extra_talent(actor, weapon)
        require_action(fight, "attack", extra=talent)
        if step:
            require_step(fight)
        fast = goes_fast(fight, actor, target, weapon, asked=self.fast)
        plain = _task(aim)
        if not fast or may_decline(fight):
            check_stunt(fight, effort, plain)
        if fast:
            check_stunt(fight, effort, FAST)

        declare_stunt(decision, effort, FAST if fast else plain)
        begin_close_action(decision, actor, target, self, step=step, close=close, extra=talent)
        ready_all(decision, effort)
        strike = Strike(actor.id, target.id, effort.weapon, self.intent, aim, target.zone)
        decision.next(spend, Spending(actor.id, weapon_refs(effort), target.zone))
        decision.next(exchange_over, strike)
        dodged_only = not close or "gas" in weapon.mode.flags  # S3-POIS-8
        skills = ("evasion",) if dodged_only and not self.parry else DEFENCES
        rival = Rival(target.id, open_defences(fight, actor, target, skills))
        contest = Contest("attack", effort, (rival,), settled.continuation(strike), attack=True, parry=True, aimed=True)
        if fast:
            offer(decision, Offer(strike, contest, plain))
        else:
            oppose(decision, contest)


def _task(aim: str | None) -> str:
    """Return the task under which the memory stores an attack (S3-STUNT-18)."""
    return f"attack/{aim}" if aim else "attack"


@reply("s3.attack.settled", Strike)
def settled(decision: Decision[Fight], strike: Strike, outcome: Outcome) -> None:
    """Record a hit if the attack has more successes than the defence, or wins the flip (S3-ATK-7)."""
    if outcome.verdict.won:
        hit(decision, strike, outcome)
    else:
        miss(decision, strike, outcome.verdict.version)


@stage("s3.attack.over", Strike)
def exchange_over(decision: Decision[Fight], strike: Strike) -> None:
    """Open one more attack by a talent (S3-TAL-7), unless a fast reply has ended the turn."""
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


ATTACKS: Chapter[Fight] = Chapter(commands=(Attack,), events=(ExtraAttackOpened,), stages=(settled, exchange_over))
