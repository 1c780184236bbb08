"""Fire: catching it and putting it out (S3-FIRE). That it burns on is an effect of the turn's end."""

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.refusal import refuse
from domain.rulesets.s3.commands import Extinguish
from domain.rulesets.s3.decide.checks import skill_effort, throw_check
from domain.rulesets.s3.decide.holds import take_movement
from domain.rulesets.s3.decide.legality import require_action
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.events.harm import FireOut, FireSmothered, Ignited
from domain.rulesets.s3.state import Fight, Fire, Person
from domain.rulesets.s3.words import Intent


def ignite(decision: Decision[Fight], target: Person, points: int, source: str | None, intent: Intent | None) -> None:
    """Set somebody on fire; a second fire makes the first no smaller (S3-FIRE-1, S3-FIRE-11)."""
    fire = Fire(points, points, source, intent)
    old = target.fire
    if old is not None:
        hotter = fire if points > old.intensity else old
        fire = Fire(max(points, old.intensity), max(points, old.flame), hotter.source, hotter.intent, old.ticked_round)
    decision.record(Ignited(combatant=target.id, fire=fire))


def extinguish(decision: Decision[Fight], command: Extinguish) -> None:
    """Stop, drop and roll: Evasion against the flame (S3-FIRE-7)."""
    fight = decision.state
    actor = fight.people[command.actor]
    fire = actor.fire
    if fire is None:
        refuse("S3-FIRE-7", f"{actor.name} is not on fire.")
    require_action(fight, "movement")
    effort = skill_effort(command, "evasion")
    check_stunt(fight, effort, "extinguish")

    declare_stunt(decision, effort, "extinguish")
    take_movement(decision, command)
    left = smothered(fight, fire, throw_check(decision, effort))
    if left is None:
        decision.record(FireOut(combatant=actor.id))
    elif left != fire:
        decision.record(FireSmothered(combatant=actor.id, intensity=left.intensity, flame=left.flame))


def smothered(fight: Fight, fire: Fire, successes: int) -> Fire | None:
    """What is left of a fire after so many successes; None when it is out (S3-FIRE-8, S3-FIRE-9, S3-FIRE-13)."""
    if fight.options.fire_smother == "intensity":
        left = fire.intensity - successes
        return replace(fire, intensity=left) if left > 0 else None
    left = fire.flame - successes
    if left <= 0:
        return None
    return replace(fire, intensity=left, flame=left) if successes else fire
