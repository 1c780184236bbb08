"""Of what the damage of a strike is the sum, as whoever asks why is told it."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.rules.ticks.builders import Play, ash, birch, on_birch, struck

FORCES = ("mighty_blow", "accurate_strike")
Parts = list[tuple[str, int]]
AIMED = {"action": "aim", "target": "birch", "weapon": "pistol"}


def parts_of(play: Play) -> Parts:
    """The parts of the one strike that Ash has made, which come to its damage."""
    [fact] = [event for _, event in play.log if isinstance(event, Struck)]
    assert sum(points for _, points in fact.parts) == fact.gross
    return list(fact.parts)


@pytest.mark.parametrize(
    ("weapon", "manoeuvres", "successes", "parts"),
    [
        ("sword", (), (), [("base", 4), ("melee", 3)]),
        ("sword", FORCES, (True, True), [("base", 4), ("melee", 3), ("mighty_blow", 5), ("accurate_strike", 3)]),
        ("sword", FORCES, (True, False), []),
        ("sword", ("trip",), (True,), []),
    ],
)
def test_base_and_skill_and_what_each_manoeuvre_adds(
    weapon: str, manoeuvres: tuple[str, ...], successes: tuple[bool, ...], parts: Parts
) -> None:
    assert parts_of(struck(ash(weapon), birch(), on_birch(weapon, *manoeuvres), *successes)) == parts


@pytest.mark.parametrize(("tick", "parts"), [(7, [("base", 3), ("handgun", 5)]), (6, [("aim", 9)])])
def test_a_long_aim_stands_in_place_of_base_and_skill(tick: int, parts: Parts) -> None:
    plan: dict[str, Any] = {"strike": "from", "tick": tick}
    assert parts_of(struck(ash("pistol"), birch(), AIMED, plan=plan)) == parts
