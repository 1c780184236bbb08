"""The areas of attacks in flight: blasts around where they come down, and sprays over their targets."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import SPECTATOR
from tests.rules.century.builders import at, in_slot
from tests.rules.century.specification import Specification, attack, policy, stub
from tests.rules.century.table.drawn import drawn

FATED = {"role": "character", "fp": 3}
BEFORE_THROW = policy("a", "fate_before", "ask")


def at_place(name: str, x: int, y: int, *weapons: str, **sheet: Any) -> Join:
    """A stub at a place."""
    return stub(name, *weapons, position=at(x, y), **sheet)


def areas(spec: Specification, **whom: Any) -> Any:
    """Return the areas on the board."""
    return drawn(spec, "board", **whom).get("features")


def squares_within(x: int, y: int, radius: int) -> list[list[int]]:
    """Return the squares whose distance, rounded to the nearest, is at most the radius."""
    around = range(-radius, radius + 1)
    return [
        [x + east, y + north] for east in around for north in around if round((east**2 + north**2) ** 0.5) <= radius
    ]


@pytest.mark.rule("CE-AREA-1", "CE-AREA-4")
def test_a_blast_is_an_area_around_its_target_until_it_is_over() -> None:
    people = [at_place("a", 0, 0, "grenade", **FATED), at_place("t", 0, 8)]
    spec = in_slot(*people).given(BEFORE_THROW).when(attack("a", "t"))
    area = {"kind": "area", "name": "Blast of Grenade, 3 metres around", "squares": squares_within(0, 8, 3)}
    assert [*areas(spec).values()] == [area]
    (key,) = areas(spec)
    assert key in drawn(spec, "pending")
    assert areas(spec, speaker=SPECTATOR) == areas(spec)
    spec.answer(0, throws=["a d100: 40", "a 3d6: 1 2 3"])
    assert areas(spec) is None


@pytest.mark.rule("CE-AREA-3", "CE-SCAT-1", "CE-HALF-1")
def test_a_blast_that_has_scattered_is_around_its_impact() -> None:
    people = [at_place("a", 0, 0, "grenade"), at_place("t", 0, 8), at_place("b", 0, 12)]
    spec = in_slot(*people).given(policy("narrator", "half_check_terms", "ask"))
    spec.when(attack("a", "t"), throws=["a d100: 95", "a 1d6: 1", "a 1d6: 4"])
    (area,) = areas(spec).values()
    assert area["squares"] == squares_within(0, 12, 3)


def test_a_blast_of_a_hidden_place_has_no_area_for_those_who_do_not_see_it() -> None:
    lurker = Join(
        id="t", secret=True, sheet={"name": "Lurker", "hp_max": 10, "mp_base": 4, "position": {"x": 0, "y": 8}}
    )
    spec = in_slot(at_place("a", 0, 0, "grenade", **FATED), lurker).given(BEFORE_THROW).when(attack("a", "t"))
    assert areas(spec) is not None
    assert areas(spec, speaker=SPECTATOR) is None


def test_of_an_area_that_is_too_wide_the_name_says_how_far_it_reaches() -> None:
    bomb = {"weapons": [{"id": "grenade", "area": 40}], "held": {"right": "grenade"}}
    spec = in_slot(at_place("a", 0, 0, **bomb, **FATED), at_place("t", 0, 8)).given(BEFORE_THROW).when(attack("a", "t"))
    assert [*areas(spec).values()] == [{"kind": "area", "name": "Blast of Grenade, 40 metres around"}]


@pytest.mark.rule("CE-AUTO-7")
def test_a_spray_is_an_area_of_the_places_of_its_targets() -> None:
    gunner = at_place("a", 0, 0, **FATED, weapons=[{"id": "ko911"}], held={"right": "ko911"})
    spec = in_slot(gunner, at_place("b", 1, 5), at_place("c", 3, 5)).given(BEFORE_THROW)
    allotted = [{"target": "b", "rounds": 5}, {"target": "c", "rounds": 5}]
    spec.when(attack("a", None, fire="full_auto", spray=allotted))
    assert spec.refusal is None
    (area,) = areas(spec).values()
    assert (area["name"], area["squares"]) == ("Spray of KO911", [[1, 5], [3, 5]])
