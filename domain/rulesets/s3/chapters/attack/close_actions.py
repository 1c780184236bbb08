"""Close attack actions: the step, the holds given up, the throw against a defence (S3-RANGE-4, S3-ORDER-1)."""

import msgspec

from domain.decision.decision import Decision
from domain.decision.stages import Continuation, stage
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.reach import engage, engaged, needs_step
from domain.rulesets.s3.chapters.throws.contests import Contest, Rival, oppose
from domain.rulesets.s3.chapters.throws.stunts import (
    check_stunt,
    declare_stunt,
    plan,
    ready_all,
    use_up_all,
    weapon_refs,
)
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.throws.weapons import Wielded
from domain.rulesets.s3.chapters.turns.actions import (
    ActionTaken,
    let_go_to_attack,
    let_go_to_move,
    require_action,
    require_step,
    take_action,
)
from domain.rulesets.s3.parts import Close, Throwing
from domain.rulesets.s3.state import Fight, Person


class Spending(msgspec.Struct, frozen=True, gc=False):
    """What an action uses up when it is over, and the zone in which thrown items land."""

    combatant: str
    weapons: tuple[str, ...]
    zone: str


def attack_effort(command: Throwing, weapon: Wielded, *, talent: int = 0) -> Effort:
    """Return the Attack value: skill, finesse and offense of the weapon, talent, the narrator's modifier.

    An attack throw may be a stunt (S3-ATK-15).
    """
    return Effort(
        command.actor,
        weapon.mode.skill,
        "attack",
        weapon.ref,
        stunt=plan(command.stunt),
        talent=talent,
        modifier=modifier_of(command),
    )


def grapple_effort(command: Throwing) -> Effort:
    """Return the Grappling value (S3-SKILL-5)."""
    return Effort(command.actor, "hand_to_hand", "grapple", stunt=plan(command.stunt), modifier=modifier_of(command))


def modifier_of(command: Throwing) -> int:
    """Return the coins of the narrator's modifier (S3-THROW-9)."""
    return command.modifier.coins if command.modifier is not None else 0


def open_defences(fight: Fight, actor: Person, target: Person, skills: tuple[str, ...]) -> tuple[str, ...]:
    """Return the skills that a target may oppose with; an unaware target may have none (S3-HIDE-10)."""
    unaware = target.id in actor.unseen_by and fight.options.unaware_defence == "none"
    return () if unaware else skills


def attempt(
    decision: Decision[Fight],
    command: Close,
    target: Person,
    effort: Effort,
    skills: tuple[str, ...],
    then: Continuation,
    *,
    outcome: str = "",
    parry: bool = True,
) -> None:
    """Attempt a close action other than a blow: the last checks, then S3-ORDER-1 up to the contest.

    ``skills`` are the defences. ``outcome`` distinguishes tasks that the memory of stunts distinguishes (S3-STUNT-18).
    """
    fight = decision.state
    actor = fight.people[command.actor]
    name = command.type.removeprefix("s3.")
    task = f"{name}/{outcome}" if outcome else name
    step = needs_step(fight, actor, target, approach=command.approach, stunt=effort.stunt)
    require_action(fight, "attack")
    if step:
        require_step(fight)
    check_stunt(fight, effort, task)

    declare_stunt(decision, effort, task)
    begin_close_action(decision, actor, target, command, step=step)
    ready_all(decision, effort)
    decision.next(spend, Spending(actor.id, weapon_refs(effort), target.zone))
    rival = Rival(target.id, open_defences(fight, actor, target, skills))
    oppose(decision, Contest(name, effort, (rival,), then, attack=True, parry=parry, aimed=True))


def begin_close_action(
    decision: Decision[Fight],
    actor: Person,
    target: Person,
    command: Close,
    *,
    step: bool,
    close: bool = True,
    extra: str | None = None,
) -> None:
    """Use the attack action, make the step, let go of holds (S3-ORDER-1, S3-RANGE-4); ``close=False`` for a shot."""
    taken = take_action(decision, "attack", command, extra=extra)
    if step:
        stepped = decision.record(ActionTaken(actor=actor.id, action="movement", command=command.type), cause=taken)
        let_go_to_move(decision, actor.id, cause=stepped)
    let_go_to_attack(decision, actor.id, command, cause=taken)
    if close and not engaged(decision.state, actor.id, target.id):
        engage(decision, actor.id, target.id, leaving=True, cause=taken)


@stage("s3.action.spend", Spending)
def spend(decision: Decision[Fight], spending: Spending) -> None:
    """Use up what was consumed or thrown, hit or miss (S3-ATK-11, S3-STUNT-28)."""
    use_up_all(decision, spending.combatant, spending.weapons, spending.zone)


CLOSE_ACTIONS: Chapter[Fight] = Chapter(stages=(spend,))
