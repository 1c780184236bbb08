"""Moving to a zone, to a combatant or away from all, and getting up (S3-MOVE-1 to S3-MOVE-4, S3-MOVE-16, S3-MOVE-18).

Every check of a movement may be a stunt (S3-MOVE-17).
"""

from typing import Annotated, ClassVar, Final, Literal

from domain.core.commands import CombatantId
from domain.decision.decision import Decision
from domain.fields.field import Fields, among, listed, looked_up
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.attack.reach import Disengaged, engage, engaged_with
from domain.rulesets.s3.chapters.attack.targets import target_person
from domain.rulesets.s3.chapters.legality import actors
from domain.rulesets.s3.chapters.movement.leaving import forget_climb
from domain.rulesets.s3.chapters.throws.checks import skill_effort, throw_check
from domain.rulesets.s3.chapters.throws.stunt_fields import BESIDE_BARE_HANDS, skill_by, stunt_in, used_in
from domain.rulesets.s3.chapters.throws.stunt_sets import PrimaryThrow, PrimaryThrows
from domain.rulesets.s3.chapters.throws.stunts import check_stunt, declare_stunt
from domain.rulesets.s3.chapters.turns.actions import require_action, take_movement
from domain.rulesets.s3.chapters.vocabularies import BESIDE, of_acting
from domain.rulesets.s3.parts import HELD, Acting, Key, Walking
from domain.rulesets.s3.state import Fight, LinkPlan, Person
from domain.rulesets.s3.words import HERE
from domain.story.told import AS_SAID, Told
from domain.text.phrases import as_words
from domain.text.sentences import Spoken
from domain.text.words import Label, Variant, Words

WALKABLE = ("walk", "check")
THIS_PLACE: Final = Label("this_place")


class Moved(Event, frozen=True, kw_only=True):
    """A combatant is in another zone, engaged with no one (S3-MOVE-2, S3-MOVE-16)."""

    type: ClassVar[str] = "s3.moved"
    words = "Moved"
    told = Told(
        brief=AS_SAID,
        unless=("s3.move", "s3.place", "s3.fell"),
        lends="{combatant} | , {zone}",
        lends_to=("s3.fell",),
        goes_to="{place}",
    )
    says = "{combatant} moves {zone}."
    example = {"combatant": "one_eyed_ogre", "zone": "upper_deck"}
    combatant: str
    zone: Annotated[str, Spoken(said.to_zone)]

    @property
    def place(self) -> Annotated[str, Spoken(said.place)]:
        """Where the way ends, as a label."""
        return self.zone

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.zone = self.zone
        fight.disengage(self.combatant)


class StoodUp(Event, frozen=True, kw_only=True):
    """A combatant is on its feet again (S3-MOVE-18)."""

    type: ClassVar[str] = "s3.stood_up"
    words = "Stood up"
    told = Told(brief=AS_SAID)
    says = "{combatant} is back on {combatant:their} feet."
    example = {"combatant": "bell_1"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = False


def _ways(view: View[Fight], actor: Person) -> Node:
    """Return the zones that the actor reaches, by the kind of the link, as ``walkable_link`` takes it (S3-MOVE-2)."""
    fight = view.state
    ways: dict[str, str] = {}
    for link in fight.links.values():
        if link.kind in WALKABLE and actor.zone in (link.origin, link.to) and link.origin != link.to:
            zone = link.to if link.origin == actor.zone else link.origin
            ways[zone] = min(link.kind, ways.get(zone, link.kind), key=WALKABLE.index)
    return {kind: tuple([zone_option(fight, zone) for zone in ways if ways[zone] == kind]) for kind in WALKABLE}


def zone_option(fight: Fight, zone: str) -> Labelled:
    """Return a zone as options list it: *Upper deck*, *this place*."""
    plan = fight.zones.get(zone)
    label = (plan.name if plan is not None else "") or as_words(zone)
    return Labelled(zone, THIS_PLACE if label == HERE else label)


def _own_zone(view: View[Fight], actor: Person) -> Node:
    return (zone_option(view.state, actor.zone),)


def _beside(view: View[Fight], actor: Person) -> Node:
    beside: dict[str, Node] = view[BESIDE]
    return beside.get(actor.zone, ())


def _skills_of_ways(view: View[Fight], actor: Person) -> dict[str, str]:
    fight = view.state
    return {one.value: walkable_link(fight, actor.zone, one.value).skill or "athletics" for one in view[CHECKED]}


def _throws_of_ways(view: View[Fight], actor: Person) -> PrimaryThrows:
    return {zone: PrimaryThrow(skill, None, ("move",)) for zone, skill in _skills_of_ways(view, actor).items()}


def _has_something_to_leave(fight: Fight, actor: Person) -> bool:
    return actor.climb is not None or bool(engaged_with(fight, actor.id))


def _who_steps_away(name: str, *, engaged: bool) -> Vocabulary[Fight]:
    def who(view: View[Fight]) -> tuple[str, ...]:
        fight = view.state
        return tuple([one for one in view[MOVING] if _has_something_to_leave(fight, fight.people[one]) == engaged])

    return Vocabulary(name, who)


MOVING: Final = actors("moving", lambda: Move)
LEAVING: Final = _who_steps_away("stepping away", engaged=True)
ALONE: Final = _who_steps_away("stepping away from no one", engaged=False)
_WAYS: Final = of_acting("ways", _ways)
OWN_ZONE: Final = of_acting("own zone", _own_zone)
BESIDE_HERE: Final = of_acting("on foot here", _beside)
WALKED: Final = of_acting("zones on foot", lambda view, actor: view[_WAYS]["walk"])
CHECKED: Final = of_acting("zones by a check", lambda view, actor: view[_WAYS]["check"])
NO_THROW: Final[Fields] = {"stunt": None, "modifier": None}
"""A way without a throw has no stunt and no modifier (S3-STUNT-1, S3-THROW-9)."""
AWAY: Final[Fields] = {
    **NO_THROW,
    "leave": listed(True, required=True),
    "zone": among(OWN_ZONE, seldom=True),
    "engage": None,
}


class Move(Walking):
    """Go to another zone, close in, or step away (S3-MOVE-1, S3-MOVE-2, S3-MOVE-3, S3-MOVE-4)."""

    form = {"actor": among(MOVING)}
    variants = {
        "walk": {
            **NO_THROW,
            "zone": among(WALKED, required=True),
            "engage": looked_up(BESIDE, "zone"),
            "leave": listed(False),
        },
        "check": {
            "zone": among(CHECKED, required=True),
            "engage": looked_up(BESIDE, "zone"),
            "leave": listed(False),
            "stunt": stunt_in(
                skill_by("zone", "ways", _skills_of_ways), BESIDE_BARE_HANDS, used_in("move", _throws_of_ways, "zone")
            ),
        },
        "beside": {
            **NO_THROW,
            "engage": among(BESIDE_HERE, required=True),
            "zone": among(OWN_ZONE, seldom=True),
            "leave": listed(False),
        },
        "away": {**AWAY, "actor": among(LEAVING)},
        "away_from_no_one": {**AWAY, "actor": among(ALONE)},
    }
    says = (
        "{actor} steps {leave}.",
        "{actor} closes in on {engage} {zone:at}.",
        "{actor} heads {zone}.",
        "{actor} closes in on {engage}.",
    )
    example = {"actor": "ogre", "zone": "upper_deck"}
    words = Words(
        "Move",
        group="move",
        prominence="main",
        costs="the movement action",
        variants={
            "walk": Variant("Go to a zone", "Go to {zone}[, close in on {engage}]"),
            "check": Variant(
                "Go to a zone with a check",
                "Go to {zone} with a check[, close in on {engage}][, stunt: {stunt}][, {modifier}]",
            ),
            "beside": Variant("Close in on a combatant", "Close in on {engage}"),
            "away": Variant("Step away from everyone", "Step away from everyone"),
            "away_from_no_one": Variant(
                "Step away from no one",
                "Step away, though no one is close",
                help="Spend the movement action while engaged with no one: nothing changes.",
                prominence="seldom",
            ),
        },
    )
    told = Told(brief=AS_SAID, last=True)
    type: Literal["s3.move"] = "s3.move"
    zone: Key | None = None
    engage: CombatantId | None = None
    leave: bool = False

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        actor = fight.people[self.actor]
        zone = self.zone or actor.zone
        _require_one_way(self, actor)
        link = None if zone == actor.zone else walkable_link(fight, actor.zone, zone)
        require_place_beside(fight, actor, self.engage, zone)
        require_action(fight, "movement")
        if link is None or link.kind == "walk":
            require(self.stunt is None, "S3-STUNT-1", "This way throws no skill, so there is no stunt in it.")
            require(self.modifier is None, "S3-THROW-9", "This way throws no skill, so there is nothing to modify.")
            take_movement(decision, self)
            if self.leave:
                leave_engagements(decision, actor)
            else:
                arrive(decision, actor, zone, self.engage)
            return
        effort = skill_effort(self, link.skill or "athletics")
        check_stunt(fight, effort, "move")

        declare_stunt(decision, effort, "move")
        take_movement(decision, self)
        need = link.need or 0
        if throw_check(decision, effort, need) >= need:
            arrive(decision, actor, zone, self.engage)


def _require_one_way(command: Move, actor: Person) -> None:
    """Refuse a move that does not lead to another zone, to a combatant, or away."""
    elsewhere = command.zone not in (None, actor.zone)
    require(
        elsewhere or command.engage is not None or command.leave,
        "S3-MOVE-1",
        "A move needs another zone, a combatant to engage, or leave.",
    )
    if command.leave:
        stays_apart = not elsewhere and command.engage is None
        require(stays_apart, "S3-MOVE-1", "To leave is a move of its own, inside the zone.", field="command.leave")


def walkable_link(fight: Fight, origin: str, to: str) -> LinkPlan:
    """Return the link from one zone to the other on foot, a plain way before one with a check (S3-MOVE-2)."""
    joining = [link for link in fight.links.values() if {link.origin, link.to} == {origin, to}]
    ways = sorted((link for link in joining if link.kind in WALKABLE), key=lambda link: WALKABLE.index(link.kind))
    if not ways:
        if to not in fight.zones:
            said = unknown(f"There is no zone “{to}”", to, fight.zones, "There are no zones here.")
        elif joining:
            others = ", ".join(f"{link.key} ({as_words(link.kind)})" for link in joining)
            said = f"No way on foot leads from {origin} to {to}, only {others}."
        else:
            ends = [(link.origin, link.to) for link in fight.links.values() if origin in (link.origin, link.to)]
            near = sorted({end for way in ends for end in way} - {origin})
            there = f"; from here ways lead to {', '.join(near)}" if near else ", and none leads from here"
            said = f"No way leads from {origin} to {to}{there}."
        refuse("S3-MOVE-2", said, field="command.zone")
    return ways[0]


def require_place_beside(fight: Fight, actor: Person, other: str | None, zone: str) -> None:
    """Refuse a combatant to stop beside that is not on foot in the zone reached (S3-MOVE-4)."""
    if other is None:
        return
    field = "command.engage"
    person = target_person(fight, actor, other, field)
    require(person.zone == zone, "S3-MOVE-4", f"{person.name} is in {person.zone}, not in {zone}.", field=field)
    require(person.vehicle is None, "S3-MOUNT-7", f"{person.name} is on a vehicle.", field=field)


def leave_engagements(decision: Decision[Fight], person: Person) -> None:
    """End every engagement without leaving the zone (S3-MOVE-16)."""
    forget_climb(decision, person)
    others = engaged_with(decision.state, person.id)
    if others:
        decision.record(Disengaged(combatant=person.id, others=others))


def arrive(decision: Decision[Fight], person: Person, zone: str, beside: str | None = None) -> None:
    """Move to a zone, and engage only the combatant named (S3-MOVE-4, S3-MOVE-16).

    The attack of the turn is left (S3-MOVE-19).
    """
    if person.zone != zone:
        forget_climb(decision, person)
        decision.record(Moved(combatant=person.id, zone=zone))
    if beside is not None:
        engage(decision, person.id, beside, leaving=True)


class StandUp(Acting):
    """Get up from the ground (S3-MOVE-18)."""

    form = {"actor": among(actors("getting up", lambda: StandUp, lambda fight, actor: actor.prone))}
    takes = "movement"
    barred_while = HELD | {"legless", "mounted"}
    says = ()
    example = {"actor": "bell"}
    words = Words("Stand up", group="move", prominence="main", costs="the movement action")
    type: Literal["s3.stand_up"] = "s3.stand_up"

    def decide(self, decision: Decision[Fight]) -> None:
        fight = decision.state
        actor = fight.people[self.actor]
        require(actor.prone, "S3-MOVE-18", f"{actor.name} is standing already.")
        require_action(fight, "movement")
        take_movement(decision, self)
        decision.record(StoodUp(combatant=actor.id))


WALKING: Chapter[Fight] = Chapter(commands=(Move, StandUp), events=(Moved, StoodUp))
