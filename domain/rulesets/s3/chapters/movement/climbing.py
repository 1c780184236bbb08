"""Climbing a link, as far as the successes carry (S3-MOVE-5 to S3-MOVE-8)."""

from typing import Annotated, ClassVar, Literal

from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.fields.field import among, looked_up
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.reach import Disengaged, engaged_with
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.walking import arrive, require_place_beside
from domain.rulesets.s3.chapters.throws.checks import skill_effort, throw_check
from domain.rulesets.s3.chapters.throws.stunt_fields import plain_stunt
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.chapters.turns.actions import require_action, take_movement
from domain.rulesets.s3.chapters.vocabularies import BESIDE, of_acting
from domain.rulesets.s3.parts import Key, Walking
from domain.rulesets.s3.state import Fight, Hanging, LinkPlan, Person
from domain.story.told import AS_SAID, Told
from domain.text.phrases import as_words
from domain.text.words import Words

FEET_A_SUCCESS = 5  # with Spider Climb
SUCCESSES_A_STOREY_UP = 3
FEET_A_STOREY = 10


class Climbed(Event, frozen=True, kw_only=True):
    """A climb continued: the feet gained on the link; at its height the climber arrives (S3-MOVE-7, S3-MOVE-8)."""

    type: ClassVar[str] = "s3.climbed"
    words = "Climbed"
    told = Told(brief=AS_SAID)
    example = {"combatant": "doctor_hu", "link": "rope_ladder", "gained": 12, "feet": 12, "arrived": False}
    combatant: str
    link: Annotated[str, said.AS_WORDS]
    gained: int
    feet: int
    arrived: bool

    def says(self) -> str:
        if self.arrived:
            return "{combatant} climbs the {link} to the top."
        if not self.gained:
            return "{combatant} makes no headway on the {link}."
        if self.gained == self.feet:
            return "{combatant} climbs {feet:foot|feet} up the {link} and has not reached the top."
        return "{combatant} climbs another {gained:foot|feet} up the {link}, {feet:foot|feet} in all."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].climb = None if self.arrived else Hanging(self.link, self.feet)


def _climbs(view: View[Fight], actor: Person) -> Node:
    return tuple([link_option(link) for link in view.state.links.values() if leads_up(link, actor.zone)])


def _atop(view: View[Fight], actor: Person) -> Node:
    """Return those at the top, by the link."""
    beside = view[BESIDE]
    climbs = [link for link in view.state.links.values() if leads_up(link, actor.zone)]
    return {link.key: beside[link.to] for link in climbs if link.to in beside}


def link_option(link: LinkPlan) -> Labelled:
    """Return a link as options list it."""
    return Labelled(link.key, as_words(link.key))


def leads_up(link: LinkPlan, zone: str) -> bool:
    """Return whether a link is climbed from a zone (S3-MOVE-5)."""
    return link.kind == "climb" and link.origin == zone


class Climb(Walking):
    """Climb up with an Acrobatics check; a long way takes several turns (S3-MOVE-5, S3-MOVE-8)."""

    form = {
        "actor": among(actors("climbing", lambda: Climb)),
        "link": among(of_acting("climbs", _climbs)),
        "engage": looked_up(of_acting("on foot atop", _atop), "link"),
        "stunt": plain_stunt("acrobatics", "climb"),
    }
    says = ("{actor} starts up {link} to close in on {engage}.", "{actor} starts up {link}.")
    example = {"actor": "ogre", "link": "rope_ladder"}
    words = Words(
        "Climb",
        "Climb: {link}[, close in on {engage}][, stunt: {stunt}][, {modifier}]",
        group="move",
        prominence="main",
        costs="the movement action",
    )
    told = Told(brief=AS_SAID, unless=("s3.climbed",))
    type: Literal["s3.climb"] = "s3.climb"
    link: Key
    engage: CombatantId | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """It goes as far as the successes carry; the rest follows next turn (S3-MOVE-5 to S3-MOVE-8)."""
        fight = decision.state
        actor = fight.people[self.actor]
        link = find_link(fight, self.link)
        require(
            leads_up(link, actor.zone),
            "S3-MOVE-5",
            f"{link.key} cannot be climbed from {actor.zone}.",
            field="command.link",
        )
        require_place_beside(fight, actor, self.engage, link.to)
        require_action(fight, "movement")
        effort = skill_effort(self, "acrobatics")
        check_stunt(fight, effort, "climb")

        declare_stunt(decision, effort, "climb")
        take_movement(decision, self)
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
            arrive(decision, actor, link.to, self.engage)


def feet_climbed(climber: Person, result: int) -> int:
    """Return the feet for the successes of a climb (S3-MOVE-5, S3-MOVE-6), more for Spider Climb (S3-TAL-3)."""
    if "spider_climb" in climber.talents:
        return FEET_A_SUCCESS * result
    return FEET_A_STOREY * (result // SUCCESSES_A_STOREY_UP)


def find_link(fight: Fight, key: str) -> LinkPlan:
    """Return the link of that key; refuses an unknown one."""
    link = fight.links.get(key)
    if link is None:
        said = unknown(f"There is no link “{key}”", key, fight.links, "There are no links here.")
        refuse("S3-MOVE-2", said, field="command.link")
    return link


CLIMBING: Chapter[Fight] = Chapter(commands=(Climb,), events=(Climbed,))
