"""Strength and what one carries (CE-STR): too heavy weapons, too heavy armour."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from tests.rules.century.builders import lost, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, stub

MISS = ["d100: 93"]


def saw(strength: int, **options: Any) -> Specification:
    """a of this Strength attacks with the chainsaw, for which it takes 11."""
    spec = skirmish(stub("a", "chainsaw", str=strength), "b", **options)
    return spec.when(attack("a", "b", range="melee"), throws=MISS)


def wearer(strength: int, worn: str | None = "flak_jacket", hp: int = 15, **options: Any) -> Specification:
    """b of this Strength wears a Flak Jacket, for which it takes 7, and is punched."""
    dressed = stub("b", str=strength, armour=[{"id": "flak_jacket", "hp": hp}], worn=worn)
    return skirmish("a", dressed, **options).when(attack("a", "b", range="melee"), throws=MISS)


@pytest.mark.rule("CE-STR-1", "CE-STR-2", "CE-ABIL-5")
@pytest.mark.parametrize(("strength", "number"), [(7, -20), (9, 20), (10, 40), (11, 60), (15, 60)])
def test_each_missing_point_costs_a_weapons_user_twenty(strength: int, number: int) -> None:
    assert targets(saw(strength)) == [number]


@pytest.mark.rule("CE-STR-1", "CE-STR-7")
def test_without_requirement_nothing_is_missing() -> None:
    club = {"id": "club", "kind": "baseball_bat", "str_req": 0}
    weak = stub("a", str=1, weapons=[club], held={"right": "club"})
    for chosen in (None, "kick"):
        spec = skirmish(weak, "b").when(attack("a", "b", natural=chosen, range="melee"), throws=MISS)
        assert parts(spec) == {"base": 60}


@pytest.mark.rule("CE-STR-1")
def test_without_the_option_strength_does_not_count() -> None:
    off: dict[str, Any] = {"strength_penalty": False, "one_handed_use": False}
    assert parts(saw(1, **off)) == {"base": 60}
    assert parts(wearer(1, **off)) == {"base": 60}


@pytest.mark.rule("CE-STR-3")
def test_five_missing_points_are_too_many_to_lift_a_weapon() -> None:
    spec = skirmish(stub("a", "chainsaw", str=6), "b").when(attack("a", "b", range="melee"))
    refused(spec, "CE-STR-3", "command.weapon")


@pytest.mark.rule("CE-STR-4", "CE-ABIL-5")
@pytest.mark.parametrize(("strength", "bonus"), [(1, 90), (5, 30), (6, 15), (7, None), (9, None)])
def test_each_missing_point_of_a_wearer_gives_its_attackers_fifteen(strength: int, bonus: int | None) -> None:
    assert parts(wearer(strength) if strength > 1 else throw_at_the_weakest()).get("heavy_armour") == bonus


def throw_at_the_weakest() -> Specification:
    """A punch at somebody of Strength 1 in that jacket: nothing but a critical failure misses."""
    dressed = stub("b", str=1, armour=[{"id": "flak_jacket"}], worn="flak_jacket")
    return skirmish("a", dressed).when(attack("a", "b", range="melee"), throws=["d100: 93"])


@pytest.mark.rule("CE-STR-4")
def test_the_jacket_absorbs_what_the_bonus_lets_through() -> None:
    dressed = stub("b", str=5, armour=[{"id": "flak_jacket"}], worn="flak_jacket")
    spec = skirmish("a", dressed).when(attack("a", "b", range="melee"), throws=["d100: 90"])
    assert lost(spec.then(DamageAbsorbed(combatant="b", by="armour", points=1, rest=0, left=14))) == [("b", 0)]


@pytest.mark.rule("CE-STR-6")
def test_armour_hinders_its_wearer_also_when_it_is_used_up_but_not_when_it_is_carried() -> None:
    assert parts(wearer(6, hp=0)) == {"base": 60, "heavy_armour": 15}
    assert parts(wearer(6, worn=None)) == {"base": 60}


@pytest.mark.rule("CE-STR-7")
def test_animals_have_no_requirement() -> None:
    beast: dict[str, Any] = {
        "kind": "animal",
        "str": 2,
        "agl": 9,
        "con": 9,
        "iq": 2,
        "mp_base": 10,
        "modes": ["legs2"],
        "turn_rate": 1,
    }
    armed = skirmish(stub("a", "chainsaw", hands=2, **beast), "b")
    assert parts(armed.when(attack("a", "b", range="melee"), throws=MISS)) == {"base": 60}
    jacket: dict[str, Any] = {"armour": [{"id": "flak_jacket"}], "worn": "flak_jacket"}
    clad = skirmish("a", stub("b", hands=0, **jacket, **beast))
    assert parts(clad.when(attack("a", "b", range="melee"), throws=MISS)) == {"base": 60}
