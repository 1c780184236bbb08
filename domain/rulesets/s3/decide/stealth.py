"""Stealth: getting out of sight, looking for the hidden, smoke (S3-HIDE, S3-EQUIP-16)."""

import msgspec

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.model.speaker import Speaker
from domain.rulesets.s3.commands import Hide, Search, Smoke
from domain.rulesets.s3.decide.actions import require_action, take_attack, take_movement
from domain.rulesets.s3.decide.checks import skill_effort
from domain.rulesets.s3.decide.contest import Contest, Outcome, Rival, oppose
from domain.rulesets.s3.decide.leaving import leave_fight
from domain.rulesets.s3.decide.movement import arrive, require_place_beside
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.decide.targets import require_able_others, target_anybody
from domain.rulesets.s3.decide.throws import Effort
from domain.rulesets.s3.decide.weapons import SMOKE_BOMB, find_weapon, ready, require_hand, use_up, wielded
from domain.rulesets.s3.events.places import DistractionSet, Hidden, Spotted
from domain.rulesets.s3.state import Fight, Person


class Vanishing(msgspec.Struct, frozen=True, gc=False):
    """Somebody tries to get out of sight; ``effort`` holds the smoke bomb, if there is one."""

    combatant: str
    escape: bool
    beside: str | None
    effort: Effort
    smoke: bool


def hide(decision: Decision[Fight], command: Hide) -> None:
    """Get out of sight: Stealth against the Awareness of each observer (S3-HIDE-1 to S3-HIDE-5)."""
    fight = decision.state
    actor = fight.people[command.actor]
    effort = skill_effort(command, "stealth")
    smoke = _smoke_in(actor, effort)
    _require_cover(fight, actor, smoke=smoke)
    observers = _observers(fight, actor, command, decision.speaker)
    if command.engage is not None:
        field = "command.engage"
        sneaks = command.mode == "sneak"
        require(sneaks, "S3-HIDE-5", f"{actor.name} escapes, and so cannot end up beside an observer.", field=field)
        require_place_beside(fight, actor, command.engage, actor.zone)
        require(command.engage in observers, "S3-HIDE-4", f"{actor.name} can only sneak up to observers.", field=field)
    require_action(fight, "movement")
    check_stunt(fight, effort, "hide")

    declare_stunt(decision, effort, "hide")
    take_movement(decision, command)
    vanishing = Vanishing(actor.id, command.mode == "escape", command.engage, effort, smoke)
    rivals = tuple(Rival(observer, ("awareness",)) for observer in observers)
    oppose(decision, Contest("hide", effort, rivals, vanished.continuation(vanishing)))


def _smoke_in(actor: Person, effort: Effort) -> bool:
    """Whether the stunt uses a smoke bomb by secondary Explosives: it is the distraction itself (S3-STUNT-24)."""
    stunt = effort.stunt
    if stunt is None or "explosives" not in stunt.secondaries or "explosives" not in stunt.weapons:
        return False
    return wielded(actor, stunt.weapons["explosives"]).kind == SMOKE_BOMB


def _require_cover(fight: Fight, actor: Person, *, smoke: bool) -> None:
    """Hiding needs a distraction in the zone, or the talent for it (S3-HIDE-1, S3-TAL-4)."""
    distracted = any(distraction.zone == actor.zone for distraction in fight.distractions)
    require(
        distracted or smoke or "fleeting_shadow" in actor.talents,
        "S3-HIDE-1",
        f"Nothing distracts from {actor.name}: hiding needs a distraction in the zone, or Fleeting Shadow.",
    )


def _observers(fight: Fight, actor: Person, command: Hide, speaker: Speaker) -> tuple[str, ...]:
    """Every able enemy in the zone, unless the narrator shortens the list; from an escape all of them keep watch."""
    enemies = tuple(p.id for p in fight.able() if p.pc != actor.pc and p.zone == actor.zone)
    if command.from_ is None:
        return enemies
    require_able_others(fight, actor, command.from_, "S3-HIDE-3")
    unnamed = [fight.name_of(enemy) for enemy in enemies if enemy not in command.from_]
    if unnamed:
        watching = f"Every able enemy in the zone observes; {', '.join(unnamed)} too."
        require(command.mode != "escape", "S3-HIDE-5", watching, field="command.from")
        require(speaker.is_narrator, "S3-HIDE-3", watching, field="command.from")
    return tuple(dict.fromkeys(command.from_))


@stages.reply("s3.stealth.vanished", Vanishing)
def vanished(decision: Decision[Fight], vanishing: Vanishing, outcome: Outcome) -> None:
    """Observers beaten lose sight; then the actor is beside one of them, or away (S3-HIDE-3 to S3-HIDE-5)."""
    fight = decision.state
    actor = fight.people[vanishing.combatant]
    if vanishing.smoke:
        lay_smoke(decision, actor.zone)
    won = [verdict for verdict in outcome.verdicts if verdict.won]
    beaten = tuple(verdict.combatant for verdict in won)
    if won:
        decision.cause = decision.record(Hidden(combatant=actor.id, observers=beaten), cause=won[-1].version)
    if vanishing.escape and outcome.won:
        leave_fight(decision, actor, "escaped")
    elif vanishing.beside in beaten:
        arrive(decision, actor, actor.zone, vanishing.beside)


def search(decision: Decision[Fight], command: Search) -> None:
    """Look for somebody hidden: Awareness against its Stealth (S3-HIDE-8)."""
    fight = decision.state
    actor = fight.people[command.actor]
    target = target_anybody(fight, actor, command.target)
    hidden = actor.id in target.unseen_by
    require(hidden, "S3-HIDE-8", f"{actor.name} sees {target.name} already.", field="command.target")
    require_action(fight, "movement")
    effort = skill_effort(command, "awareness")
    check_stunt(fight, effort, "search")

    declare_stunt(decision, effort, "search")
    take_movement(decision, command)
    hunt = Hunt(actor.id, target.id)
    oppose(decision, Contest("search", effort, (Rival(target.id, ("stealth",)),), searched.continuation(hunt)))


class Hunt(msgspec.Struct, frozen=True, gc=False):
    """Somebody looks for somebody."""

    combatant: str
    target: str


@stages.reply("s3.stealth.searched", Hunt)
def searched(decision: Decision[Fight], hunt: Hunt, outcome: Outcome) -> None:
    """Won: the searcher sees the hidden one again (S3-HIDE-8)."""
    if outcome.won:
        decision.record(Spotted(combatant=hunt.target, observers=(hunt.combatant,)))


def smoke(decision: Decision[Fight], command: Smoke) -> None:
    """Throw a smoke bomb: a distraction in the zone through the end of the next round (S3-EQUIP-16)."""
    fight = decision.state
    actor = fight.people[command.actor]
    bomb = find_weapon(actor, command.item, "S3-EQUIP-16")
    if bomb.item is None or bomb.item.kind != SMOKE_BOMB:
        refuse("S3-EQUIP-16", f"{command.item} is no smoke bomb.", field="command.item")
    require(bomb.item.quantity > 0, "S3-ATK-11", f"No {bomb.item.name} is left.", field="command.item")
    require_hand(actor, bomb)
    require_action(fight, "attack")
    take_attack(decision, command)
    ready(decision, actor, bomb)
    use_up(decision, actor, bomb, actor.zone)
    lay_smoke(decision, actor.zone)


def lay_smoke(decision: Decision[Fight], zone: str) -> None:
    """Smoke stays through the end of the next round."""
    decision.record(DistractionSet(zone=zone, until_round=decision.state.round_number + 1))
