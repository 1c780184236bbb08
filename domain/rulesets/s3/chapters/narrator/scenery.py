"""The ground of a scene, and distractions on it (S3-NARR-2, S3-HIDE-2)."""

from typing import Annotated, ClassVar, Final, Literal, Self

from pydantic import Field, model_validator

from domain.core import commands as core
from domain.core.commands import Name, StrictModel
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.fields.sets import AnyJson, Labelled, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.model.suggestions import instead, unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.movement.hiding import DistractionSet
from domain.rulesets.s3.chapters.movement.leaving import ClimbForgotten
from domain.rulesets.s3.chapters.movement.walking import zone_option
from domain.rulesets.s3.parts import Key
from domain.rulesets.s3.state import Fight, HazardPlan, LinkPlan, ZonePlan
from domain.rulesets.s3.words import LinkKind, Skill
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

MOST_ROUNDS: Final = 100_000
RoundNumber = Annotated[int, Field(ge=0, le=MOST_ROUNDS)]


def _zones(view: View[Fight]) -> tuple[Labelled, ...]:
    return tuple([zone_option(view.state, zone) for zone in view.state.zones])


ZONES: Final = Vocabulary("zones", _zones)


class Zone(StrictModel):
    """A part of the scene and the zones that are seen from it; by default all."""

    key: Key
    name: Name | None = None
    sees: tuple[Key, ...] | None = Field(default=None, max_length=100)


class Link(StrictModel):
    """A way from one zone to another (S3-MOVE-2)."""

    key: Key
    from_: Key = Field(alias="from")
    to: Key
    kind: LinkKind = "walk"
    feet: int | None = Field(default=None, ge=1, le=1000)
    storeys: int | None = Field(default=None, ge=1, le=100)
    skill: Skill | None = None
    need: int | None = Field(default=None, ge=0, le=60)

    @model_validator(mode="after")
    def says_what_it_takes(self) -> Self:
        """Require skill and need of a check, and the height of a climb or drop (S3-MOVE-2, S3-MOVE-3)."""
        if self.kind == "check" and (self.skill is None or self.need is None):
            raise ValueError("a link of kind check needs skill and need (S3-MOVE-3)")
        if self.kind in ("climb", "drop") and self.feet is None and self.storeys is None:
            raise ValueError(f"a link of kind {self.kind} needs feet or storeys (S3-MOVE-2)")
        return self


class SceneHazard(StrictModel):
    """A place that a trip may throw a combatant into (S3-TRIP-6)."""

    key: Key
    zone: Key
    storeys: int | None = Field(default=None, ge=1, le=100)
    coins: int | None = Field(default=None, ge=1, le=60)
    to_zone: Key | None = None
    out: bool = False


class SceneSet(Event, frozen=True, kw_only=True):
    """The ground was drawn (S3-NARR-2)."""

    type: ClassVar[str] = "s3.scene_set"
    words = "Scene set"
    told = Told(brief=AS_SAID)
    example = {
        "zones": [{"key": "upper_deck", "name": "upper deck"}, {"key": "engine_room", "sees": []}],
        "links": [{"key": "rope_ladder", "origin": "engine_room", "to": "upper_deck", "kind": "climb", "feet": 20}],
        "hazards": [{"key": "boiler", "zone": "engine_room", "coins": 5}],
    }
    zones: Annotated[tuple[ZonePlan, ...], Spoken(said.zones)]
    links: Annotated[tuple[LinkPlan, ...], Spoken(said.ground)] = ()
    hazards: Annotated[tuple[HazardPlan, ...], Spoken(said.ground)] = ()

    def says(self) -> str:
        ways = ", joined by {links}" if self.links else ""
        return f"The scene is set: {{zones}}{ways}{'; beware of {hazards}' if self.hazards else ''}."

    def evolve(self, fight: Fight) -> None:
        fight.zones = {zone.key: zone for zone in self.zones}
        fight.links = {link.key: link for link in self.links}
        fight.hazards = {hazard.key: hazard for hazard in self.hazards}


class SetScene(core.Narrating):
    """Draw or change the ground: its zones, the ways between them, and its hazards (S3-NARR-2)."""

    form = {
        "zones": among(AnyJson("Zone"), mark="check"),
        "links": among(AnyJson("Link"), mark="check"),
        "hazards": among(AnyJson("SceneHazard"), mark="check"),
    }
    says = ()
    example = {
        "zones": [{"key": "upper_deck", "name": "Upper deck"}, {"key": "engine_room"}],
        "links": [{"key": "rope_ladder", "from": "engine_room", "to": "upper_deck", "kind": "climb", "feet": 20}],
        "hazards": [],
    }
    words = Words("Set the scene", "Set the scene", group="scene", prominence="seldom", fields={"links": "Ways"})
    type: Literal["s3.set_scene"] = "s3.set_scene"
    zones: tuple[Zone, ...] = Field(min_length=1, max_length=100)
    links: tuple[Link, ...] = Field(default=(), max_length=200)
    hazards: tuple[SceneHazard, ...] = Field(default=(), max_length=100)

    def decide(self, decision: Decision[Fight]) -> None:
        """Zones, links and hazards replace the old ones (S3-NARR-2)."""
        fight = decision.state
        zones = [zone.key for zone in self.zones]
        links, hazards = [link.key for link in self.links], [hazard.key for hazard in self.hazards]
        repeated = (_repeated("Zones", zones), _repeated("Links", links), _repeated("Hazards", hazards))
        for faults in (*repeated, _unknown_sights(self)):
            require(not faults, "S3-NARR-2", faults, field="command")
        for link in self.links:
            for zone in (link.from_, link.to):
                said = f"Link {link.key}: {_no_zone(zone, zones)}"
                require(zone in zones, "S3-NARR-2", said, field="command.links")
        for hazard in self.hazards:
            for zone in (hazard.zone, hazard.to_zone or hazard.zone):
                said = f"Hazard {hazard.key}: {_no_zone(zone, zones)}"
                require(zone in zones, "S3-NARR-2", said, field="command.hazards")
        held = {person.zone: person.name for person in fight.people.values() if person.out is None}
        held |= {vehicle.zone: vehicle.name for vehicle in fight.vehicles.values()}
        for zone, name in held.items():
            require(
                zone in zones, "S3-NARR-2", f"{name} is in zone “{zone}”, which has to stay.", field="command.zones"
            )
        decision.record(
            SceneSet(
                zones=tuple(ZonePlan(zone.key, zone.name or "", zone.sees) for zone in self.zones),
                links=tuple(_link_plan(link) for link in self.links),
                hazards=tuple(_hazard_plan(hazard) for hazard in self.hazards),
            )
        )
        for person in fight.people.values():
            if person.climb is not None and person.climb.link not in fight.links:
                decision.record(ClimbForgotten(combatant=person.id))


def _repeated(what: str, keys: list[str]) -> str:
    twice = sorted({key for key in keys if keys.count(key) > 1})
    return f"{what} named twice: {', '.join(twice)}." if twice else ""


def _no_zone(zone: str, zones: list[str]) -> str:
    return unknown(f"there is no zone “{zone}” among those of the scene", zone, zones, "the scene has no zones.")


def _unknown_sights(command: SetScene) -> str:
    zones = {zone.key for zone in command.zones}
    unseen = sorted({seen for zone in command.zones for seen in zone.sees or () if seen not in zones})
    return f"There are no zones {', '.join(unseen)} to be seen; {instead(unseen[0], zones)}" if unseen else ""


def _link_plan(link: Link) -> LinkPlan:
    return LinkPlan(link.key, link.from_, link.to, link.kind, link.feet, link.storeys, link.skill, link.need)


def _hazard_plan(hazard: SceneHazard) -> HazardPlan:
    return HazardPlan(hazard.key, hazard.zone, hazard.storeys, hazard.coins, hazard.to_zone, hazard.out)


def first_round(fight: Fight) -> int:
    """Return the first round through which a distraction may last."""
    return fight.round_number + (fight.round is None)


class Distract(core.Narrating):
    """Put a distraction into a zone, so that combatants can hide there (S3-HIDE-2)."""

    form = {
        "zone": among(ZONES),
        "until_round": among(Vocabulary("rounds to come", lambda view: Span(first_round(view.state), MOST_ROUNDS))),
    }
    says = ()
    example = {"zone": "upper_deck", "until_round": 3}
    words = Words(
        "Create a distraction", "Create a distraction: {zone}[, until the end of round {until_round}]", group="scene"
    )
    type: Literal["s3.distract"] = "s3.distract"
    zone: Key
    until_round: RoundNumber | None = Field(default=None, description="Without one, until the scene ends.")

    def decide(self, decision: Decision[Fight]) -> None:
        """It lasts through a round, or until the scene ends (S3-HIDE-2)."""
        fight = decision.state
        require_zone(fight, self.zone, "S3-HIDE-2")
        require(
            self.until_round is None or self.until_round >= first_round(fight),
            "S3-HIDE-2",
            f"Round {self.until_round} is over.",
            field="command.until_round",
        )
        decision.record(DistractionSet(zone=self.zone, until_round=self.until_round))


def require_zone(fight: Fight, zone: str, rule: str) -> None:
    """Refuse a zone that the scene does not have."""
    if zone not in fight.zones:
        said = unknown(f"There is no zone “{zone}”", zone, fight.zones, "There are no zones here.")
        refuse(rule, said, field="command.zone")


SCENERY: Chapter[Fight] = Chapter(commands=(SetScene, Distract), events=(SceneSet,))
