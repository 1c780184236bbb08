"""The areas of the open attack: a blast around where it comes down (CE-AREA-1), and the targets of a spray."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from domain.rulesets.century.chapters.attack.areas import Blast, checked, half_check_set, listed
from domain.rulesets.century.chapters.attack.scatter import aimed_at
from domain.rulesets.century.chapters.items.armament import armament_of
from domain.rulesets.century.chapters.movement.distances import distance_of
from domain.rulesets.century.state import Attack, Fight, Place
from domain.table.look import Look
from domain.table.shapes import Feature

WIDEST: Final = 10
"""The radius up to which the squares of an area are listed; of a wider one there are too many."""

OF_BLASTS: Final = frozenset({listed.name, half_check_set.name, checked.name})
"""The replies to prompts about a blast."""


def areas(look: Look[Fight]) -> dict[str, Feature]:
    """Return the area of the open attack, by its ID."""
    attack = look.state.attack
    if attack is None or attack.attacker not in look.state.people:
        return {}
    if attack.spray:
        return _spray(look, attack)
    return _blast(look, attack)


def _spray(look: Look[Fight], attack: Attack) -> dict[str, Feature]:
    """Return where the targets of a spray are, as far as their places are known (CE-AUTO-7)."""
    people = look.state.people
    spots = [people[one.target].place for one in attack.spray if one.target in people]
    squares = dict.fromkeys([(spot.x, spot.y) for spot in spots if spot is not None])
    if not squares:
        return {}
    name = look.said("area_spray", weapon=armament_of(look.state, attack).name)
    return {attack.id: Feature(look.said("area"), name, squares=tuple(squares))}


def _blast(look: Look[Fight], attack: Attack) -> dict[str, Feature]:
    """Return the area of a blast around the place that is aimed at, or around the impact once that is known."""
    arms = armament_of(look.state, attack)
    centre = _centre(look, attack) if arms.area else None
    if centre is None:
        return {}
    name = look.said("area_blast", weapon=arms.name, metres=arms.area)
    squares = tuple(_around(centre, arms.area)) if arms.area <= WIDEST else ()
    return {attack.id: Feature(look.said("area"), name, squares=squares)}


def _centre(look: Look[Fight], attack: Attack) -> Place | None:
    """Return the centre as far as it is told: a hit on a target whose place is secret is, when the area opens."""
    blast = next(_blasts(look.state), None)
    hidden = attack.target is not None and attack.target not in look.state.people
    if blast is not None:
        return blast.centre if blast.inside or not (hidden and blast.hit) else None
    return None if hidden or (attack.shots and not attack.hits) else aimed_at(look.state, attack)


def _blasts(fight: Fight) -> Iterator[Blast]:
    """Yield what is known of the blast that waits for answers."""
    for group in reversed(fight.waiting):
        for frame in (group.reply, *group.agenda):
            yield from _blasts_in(frame.stage, frame.data)


def _blasts_in(stage: str, data: Any) -> Iterator[Blast]:
    """Yield the blast of a stage, or of what follows a roll for half the damage."""
    if stage in OF_BLASTS:
        yield msgspec.convert(data, Blast)
    elif data.get("then"):
        yield from _blasts_in(data["then"]["stage"], data["then"]["data"])


def _around(centre: Place, radius: int) -> Iterator[tuple[int, int]]:
    """Yield the places on the ground within a radius (CE-AREA-4)."""
    for x in range(centre.x - radius, centre.x + radius + 1):
        for y in range(centre.y - radius, centre.y + radius + 1):
            if distance_of(centre, Place(x, y, centre.elevation)) <= radius:
                yield x, y
