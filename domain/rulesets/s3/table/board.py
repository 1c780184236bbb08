"""The ground: zones, the ways between them, hazards, and what lies about (S3-NARR-2, S3-MOVE-2, S3-TRIP-6)."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.rulesets.s3.items import Item
from domain.rulesets.s3.state import Fight, HazardPlan, LinkPlan, ZonePlan
from domain.rulesets.s3.table.saying import listed
from domain.table.look import Look
from domain.table.shapes import Board, BoardPlace, Feature, Link, Lying, Place
from domain.text.words import as_label

OWN_NAMES: Final = frozenset({"edge_of_airship"})
"""The hazards whose names are not made from their keys."""
RISES: Final[Mapping[str, int]] = {"climb": 1, "drop": -1}
"""The ways that lead up or down."""


def board(look: Look[Fight]) -> Board:
    """Return the zones of the scene."""
    fight = look.state
    storeys = _storeys(fight)
    return Board(
        kind="zones",
        places={key: _place(look, plan, storeys[key]) for key, plan in fight.zones.items()},
        links={key: _link(look, plan) for key, plan in fight.links.items()},
        features={key: _hazard(look, plan) for key, plan in fight.hazards.items()},
        lying={
            f"{zone}/{item}": Lying(_stack(look, things), Place(at=zone))
            for zone, items in fight.ground.items()
            for item, things in _alike(items).items()
        },
    )


def name_of_zone(look: Look[Fight], key: str) -> str:
    """Return the name of a zone, which begins with a capital."""
    plan = look.state.zones.get(key)
    name = plan.name if plan is not None and plan.name else as_label(key)
    return name[:1].upper() + name[1:]


def _place(look: Look[Fight], plan: ZonePlan, storey: int) -> BoardPlace:
    return BoardPlace(name_of_zone(look, plan.key), plan.sees, storey, note=_distraction(look, plan.key))


def _storeys(fight: Fight) -> dict[str, int]:
    """Return the storey of each zone by the climbs and drops between zones; the lowest of connected zones is at 0."""
    steps: dict[str, list[tuple[str, int]]] = {key: [] for key in fight.zones}
    for link in sorted(fight.links.values(), key=lambda one: one.kind in RISES):
        height = RISES.get(link.kind, 0) * link.height_in_storeys
        steps[link.origin].append((link.to, height))
        steps[link.to].append((link.origin, -height))
    storeys: dict[str, int] = {}
    for start in steps:
        if start in storeys:
            continue
        connected = {start: 0}
        for zone in (reached := [start]):
            new = {to: connected[zone] + height for to, height in steps[zone] if to not in connected}
            connected |= new
            reached += new
        lowest = min(connected.values())
        storeys |= {zone: storey - lowest for zone, storey in connected.items()}
    return storeys


def _distraction(look: Look[Fight], zone: str) -> str:
    """Return how long a distraction lasts that one can hide behind (S3-HIDE-2)."""
    found = [one.until_round for one in look.state.distractions if one.zone == zone]
    if not found:
        return ""
    until = [last for last in found if last is not None]
    return look.said("distracted_until", round=max(until)) if len(until) == len(found) else look.said("distracted")


def _link(look: Look[Fight], link: LinkPlan) -> Link:
    """Return a way: walked, or with what it takes (S3-MOVE-2, S3-MOVE-3)."""
    note = way = as_label(link.key)
    if link.skill is not None and link.need is not None:
        note = look.said("way_need", way=way, skill=look.label(link.skill, "skill"), need=link.need)
    elif link.height_in_feet:
        note = look.said("way_feet", way=way, feet=link.height_in_feet)
    return Link(link.origin, link.to, look.said(f"by_{link.kind}"), note)


def _hazard(look: Look[Fight], hazard: HazardPlan) -> Feature:
    """Return a place that a trip may throw a combatant into, with what it does (S3-TRIP-6)."""
    key = hazard.key
    name = look.said(f"hazard_{key}") if key in OWN_NAMES else as_label(key)
    effects = listed(look, _effects(look, hazard))
    whole = look.said("with_effects", name=name, effects=effects) if effects else name
    return Feature(look.said("hazard"), whole, hazard.zone)


def _effects(look: Look[Fight], hazard: HazardPlan) -> Iterator[str]:
    if hazard.coins:
        yield look.said("hazard_coins", coins=hazard.coins)
    zone = name_of_zone(look, hazard.to_zone) if hazard.to_zone else ""
    if hazard.storeys:
        yield look.said("hazard_storeys_to" if zone else "hazard_storeys", storeys=hazard.storeys, zone=zone)
    elif zone:
        yield look.said("hazard_zone", zone=zone)
    if hazard.out:
        yield look.said("hazard_out")


def _alike(items: tuple[Item, ...]) -> Mapping[str, list[Item]]:
    """Return things by their IDs, which things of different owners may share."""
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.id, []).append(item)
    return found


def _stack(look: Look[Fight], things: list[Item]) -> str:
    """Return the name of things of one ID, with how many there are."""
    counts: dict[str, int] = {}
    for thing in things:
        counts[thing.name] = counts.get(thing.name, 0) + max(1, thing.quantity)
    return listed(
        look, [look.said("several", name=name, count=count) if count > 1 else name for name, count in counts.items()]
    )
