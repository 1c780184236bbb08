"""Climbing a link, as far as the successes carry (S3-MOVE-5 to S3-MOVE-8)."""

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import Climb
from domain.rulesets.s3.decide.actions import require_action, take_movement
from domain.rulesets.s3.decide.checks import skill_effort, throw_check
from domain.rulesets.s3.decide.movement import arrive, require_place_beside
from domain.rulesets.s3.decide.reach import engaged_with
from domain.rulesets.s3.decide.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.events.places import Climbed, Disengaged
from domain.rulesets.s3.state import Fight, LinkPlan, Person

FEET_A_SUCCESS = 5  # with Spider Climb


SUCCESSES_A_STOREY_UP = 3


FEET_A_STOREY = 10


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
