"""The ground of a scene, and distractions on it (S3-NARR-2, S3-HIDE-2)."""

from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import Distract, Link, SceneHazard, SetScene
from domain.rulesets.s3.events.places import (
    ClimbForgotten,
    DistractionSet,
)
from domain.rulesets.s3.events.turns import SceneSet
from domain.rulesets.s3.state import Fight, HazardPlan, LinkPlan, ZonePlan


def set_scene(decision: Decision[Fight], command: SetScene) -> None:
    """Draw the ground anew: zones, links and hazards replace the old ones (S3-NARR-2)."""
    fight = decision.state
    zones = [zone.key for zone in command.zones]
    links, hazards = [link.key for link in command.links], [hazard.key for hazard in command.hazards]
    repeated = (_repeated("Zones", zones), _repeated("Links", links), _repeated("Hazards", hazards))
    for faults in (*repeated, _unknown_sights(command)):
        require(not faults, "S3-NARR-2", faults, field="command")
    for link in command.links:
        for zone in (link.from_, link.to):
            require(zone in zones, "S3-NARR-2", f"Link {link.key}: there is no zone {zone!r}.", field="command.links")
    for hazard in command.hazards:
        for zone in (hazard.zone, hazard.to_zone or hazard.zone):
            known = zone in zones
            require(known, "S3-NARR-2", f"Hazard {hazard.key}: there is no zone {zone!r}.", field="command.hazards")
    held = {person.zone: person.name for person in fight.people.values() if person.out is None}
    held |= {vehicle.zone: vehicle.name for vehicle in fight.vehicles.values()}
    for zone, name in held.items():
        require(zone in zones, "S3-NARR-2", f"{name} is in zone {zone!r}, which has to stay.", field="command.zones")
    decision.record(
        SceneSet(
            zones=tuple(ZonePlan(zone.key, zone.name or "", zone.sees) for zone in command.zones),
            links=tuple(_link_plan(link) for link in command.links),
            hazards=tuple(_hazard_plan(hazard) for hazard in command.hazards),
        )
    )
    for person in fight.people.values():
        if person.climb is not None and person.climb.link not in fight.links:
            decision.record(ClimbForgotten(combatant=person.id))


def _repeated(what: str, keys: list[str]) -> str:
    twice = sorted({key for key in keys if keys.count(key) > 1})
    return f"{what} named twice: {', '.join(twice)}." if twice else ""


def _unknown_sights(command: SetScene) -> str:
    zones = {zone.key for zone in command.zones}
    unknown = sorted({seen for zone in command.zones for seen in zone.sees or () if seen not in zones})
    return f"There are no zones {', '.join(unknown)} to be seen." if unknown else ""


def _link_plan(link: Link) -> LinkPlan:
    return LinkPlan(link.key, link.from_, link.to, link.kind, link.feet, link.storeys, link.skill, link.need)


def _hazard_plan(hazard: SceneHazard) -> HazardPlan:
    return HazardPlan(hazard.key, hazard.zone, hazard.storeys, hazard.coins, hazard.to_zone, hazard.out)


def distract(decision: Decision[Fight], command: Distract) -> None:
    """Something in a zone has an enemy's eye (S3-HIDE-2): through a round, or until the scene ends."""
    fight = decision.state
    require_zone(fight, command.zone, "S3-HIDE-2")
    first = fight.round_number + (fight.round is None)
    require(
        command.until_round is None or command.until_round >= first,
        "S3-HIDE-2",
        f"Round {command.until_round} is over.",
        field="command.until_round",
    )
    decision.record(DistractionSet(zone=command.zone, until_round=command.until_round))


def require_zone(fight: Fight, zone: str, rule: str) -> None:
    """Refuse a zone that the scene does not have."""
    if zone not in fight.zones:
        refuse(rule, f"There is no zone {zone!r}; there are {', '.join(fight.zones)}.", field="command.zone")
