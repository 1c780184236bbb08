"""Dropping down and falling (S3-MOVE-9 to S3-MOVE-12)."""

from typing import ClassVar, Literal, NamedTuple

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.decision.stages import reply, stage
from domain.fields.field import among, looked_up, span
from domain.fields.sets import ABSENT_KEY, Node
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.attack.reach import engage
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.climbing import find_link, link_option
from domain.rulesets.s3.chapters.movement.leaving import FellProne, forget_climb
from domain.rulesets.s3.chapters.movement.walking import arrive, require_place_beside
from domain.rulesets.s3.chapters.throws.checks import skill_effort, throw_check
from domain.rulesets.s3.chapters.throws.stunt_fields import plain_stunt
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.chapters.throws.throws import Effort
from domain.rulesets.s3.chapters.turns.actions import require_action, take_movement
from domain.rulesets.s3.chapters.vocabularies import BESIDE, of_acting
from domain.rulesets.s3.chapters.wounds.damage import Harm, suffer
from domain.rulesets.s3.chapters.wounds.wounds import cost_of_wound
from domain.rulesets.s3.parts import HELD, Key, Throwing
from domain.rulesets.s3.state import Fight, LinkPlan, Person
from domain.rulesets.s3.words import Intent
from domain.story.told import AS_SAID, Moment, Told
from domain.text.words import Words

SUCCESSES_A_STOREY_DOWN = 2


class Fell(Event, frozen=True, kw_only=True):
    """A combatant dropped or fell a number of storeys, some covered by the check (S3-MOVE-9, S3-MOVE-12)."""

    type: ClassVar[str] = "s3.fell"
    words = "Fall"
    example = {"combatant": "doctor_hu", "storeys": 3, "covered": 2}
    combatant: str
    storeys: int
    covered: int

    def says(self) -> str:
        if not self.covered:
            return "{combatant} falls {storeys:storey}."
        if self.covered == self.storeys:
            return "{combatant} comes down {storeys:storey} safely."
        return "{combatant} drops {storeys:storey}, {covered} of them safely."

    def dropped(self) -> str:
        """Tell a fall that was chosen."""
        return AS_SAID if self.covered else "{combatant} | drops {storeys:storey}"

    def moment(self) -> Moment | None:
        """Return no moment for a safe landing."""
        return "fall" if self.covered < self.storeys else None

    told = Told(brief=AS_SAID, unless=("s3.drop_down",), short=dropped, moment=moment)

    def evolve(self, fight: Fight) -> None:
        """Change nothing: the damage, and lying prone, are separate events."""


class Fall(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A fall of a number of storeys; ``intent`` is that of the trip that caused it (S3-DIS-13)."""

    combatant: str
    storeys: int
    intent: Intent | None = None
    beside: str | None = None


def _drops(view: View[Fight], actor: Person) -> Node:
    return tuple([link_option(link) for link in view.state.links.values() if leads_down(link, actor.zone)])


def _below(view: View[Fight], actor: Person) -> Node:
    """Return those at the bottom, by the link; without one, those here."""
    links = view.state.links.values()
    bottoms = {link.key: ends_of_drop(link).bottom for link in links if leads_down(link, actor.zone)}
    beside = view[BESIDE]
    return {key: beside[zone] for key, zone in {ABSENT_KEY: actor.zone, **bottoms}.items() if zone in beside}


class Ends(NamedTuple):
    """The zones at both ends of a way down."""

    top: str
    bottom: str


def ends_of_drop(link: LinkPlan) -> Ends:
    """Return where a drop begins and ends; a climb link also leads down (S3-MOVE-2)."""
    return Ends(link.to, link.origin) if link.kind == "climb" else Ends(link.origin, link.to)


def leads_down(link: LinkPlan, zone: str) -> bool:
    """Return whether a link leads down from a zone (S3-MOVE-9)."""
    return link.kind in ("climb", "drop") and ends_of_drop(link).top == zone


class DropDown(Throwing):
    """Drop to a lower zone or some storeys, with an Acrobatics check (S3-MOVE-9, S3-MOVE-11)."""

    form = {
        "actor": among(actors("dropping down", lambda: DropDown)),
        "link": among(of_acting("ways down", _drops)),
        "storeys": span(1, 30, required=True, when={"link": (None,)}),
        "engage": looked_up(of_acting("on foot below", _below), "link"),
        "stunt": plain_stunt("acrobatics", "drop_down"),
    }
    takes = "movement"
    barred_while = HELD | {"prone", "mounted"}
    says = ("{actor} drops down {link}.", "{actor} drops down {storeys}.")
    example = {"actor": "ogre", "storeys": 2}
    words = Words(
        "Drop down",
        "Drop down[: {link}][ {storeys:storey|storeys}][, close in on {engage}][, stunt: {stunt}][, {modifier}]",
        group="move",
        prominence="main",
        costs="the movement action",
    )
    told = Told(brief=AS_SAID, unless=("s3.fell",), lends="{actor} | , closing in on {engage}", lends_to=("s3.fell",))
    type: Literal["s3.drop_down"] = "s3.drop_down"
    link: Key | None = Field(default=None, description="Without one, the zone stays the same.")
    storeys: int | None = Field(default=None, ge=1, le=30)
    engage: CombatantId | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Two successes make one storey harmless (S3-MOVE-9)."""
        fight = decision.state
        actor = fight.people[self.actor]
        zone, storeys = _way_down(fight, actor, self)
        require_place_beside(fight, actor, self.engage, zone)
        require_action(fight, "movement")
        effort = skill_effort(self, "acrobatics")
        check_stunt(fight, effort, "drop_down")

        declare_stunt(decision, effort, "drop_down")
        take_movement(decision, self)
        result = throw_check(decision, effort)
        forget_climb(decision, actor)
        arrive(decision, actor, zone)
        land(decision, Fall(actor.id, storeys, beside=self.engage), result)


def _way_down(fight: Fight, actor: Person, command: DropDown) -> tuple[str, int]:
    """Return where a drop leads, and how many storeys deep."""
    one = (command.link is None) != (command.storeys is None)
    require(one, "S3-MOVE-9", "A drop names a link or a number of storeys.", field="command.storeys")
    if command.link is None:
        return actor.zone, command.storeys or 0
    link = find_link(fight, command.link)
    down = leads_down(link, actor.zone)
    require(down, "S3-MOVE-9", f"{link.key} does not lead down from {actor.zone}.", field="command.link")
    return ends_of_drop(link).bottom, link.height_in_storeys


@stage("s3.movement.falls", Fall, draws=True)
def involuntary_fall(decision: Decision[Fight], fall: Fall) -> None:
    """Throw the check of a fall at once, without action and without stunt (S3-MOVE-12)."""
    person = decision.state.people[fall.combatant]
    if person.able:
        forget_climb(decision, person)
        land(decision, fall, throw_check(decision, Effort(person.id, "acrobatics")))


def land(decision: Decision[Fight], fall: Fall, result: int) -> None:
    """Record the fall; each storey that the check does not cover deals ``fall_coins`` damage coins (S3-MOVE-11)."""
    covered = min(fall.storeys, result // SUCCESSES_A_STOREY_DOWN)
    fell = decision.record(Fell(combatant=fall.combatant, storeys=fall.storeys, covered=covered))
    decision.next(back_on_its_feet, fall, cause=fell)
    if covered < fall.storeys:
        options = decision.state.options
        harm = Harm(
            fall.combatant,
            "fall",
            (("fall", options.fall_coins * (fall.storeys - covered)),),
            intent=fall.intent,
            flat=options.damage_throw == "flat",
            then=hurt_by_fall.continuation(fall),
        )
        decision.next(suffer, harm, cause=fell)


@reply("s3.movement.hurt", Fall)
def hurt_by_fall(decision: Decision[Fight], fall: Fall, points: int) -> None:
    """Leave a combatant prone that took a wound from a fall (S3-MOVE-11)."""
    if cost_of_wound(decision.state, points) and not decision.state.people[fall.combatant].prone:
        decision.record(FellProne(combatant=fall.combatant))


@stage("s3.movement.landed", Fall)
def back_on_its_feet(decision: Decision[Fight], fall: Fall) -> None:
    """Engage a combatant with the one it dropped beside, if both are able (S3-MOVE-4)."""
    fight = decision.state
    if fall.beside is not None and fight.people[fall.combatant].able and fight.people[fall.beside].able:
        engage(decision, fall.combatant, fall.beside, leaving=True)


FALLING: Chapter[Fight] = Chapter(
    commands=(DropDown,), events=(Fell,), stages=(involuntary_fall, hurt_by_fall, back_on_its_feet)
)
