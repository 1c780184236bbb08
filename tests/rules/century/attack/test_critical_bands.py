"""Where critical failures begin for revolvers and autoloaders (CE-REVOL)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.attack.shots import ShotHit, ShotMissed
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown
from tests.rules.century.builders import found, skirmish
from tests.rules.century.specification import Specification, attack, roll, stub


def shot(weapon: str | None, number: int, *, agl: int = 9, **options: Any) -> Specification:
    """a attacks b with this throw; what critical throws do is left out."""
    arms = () if weapon is None else (weapon,)
    near = "short" if weapon not in (None, "sword") else "melee"
    spec = skirmish(stub("a", *arms, agl=agl, str=12), "b", critical_effects="none", **options)
    hits = ["1d8: 1"] if number <= 60 + 3 * (agl - 9) and number < 99 else []
    return spec.when(attack("a", "b", range=near), throws=[f"d100: {number}", *hits])


def critical(spec: Specification) -> tuple[str | None, int]:
    """Whether the throw was critical, and how much."""
    (thrown,) = found(spec, PercentThrown)
    return thrown.critical, thrown.severity


@pytest.mark.rule("CE-REVOL-1", "CE-REVOL-2", "CE-REVOL-3", "CE-RUL-95")
@pytest.mark.parametrize(
    ("weapon", "begins"),
    [
        ("magnum_357", 99),
        ("avenger_9mm", 94),
        ("pistol_22", 94),
        ("ko911", 94),
        ("kaufman", 96),
        ("sawed_off_shotgun", 96),
        ("sword", 96),
        (None, 96),
    ],
)
def test_critical_failures_begin_where_the_weapons_class_says(weapon: str | None, begins: int) -> None:
    assert critical(shot(weapon, begins - 1)) == (None, 0)
    assert critical(shot(weapon, begins)) == ("failure", 1)
    assert critical(shot(weapon, 100)) == ("failure", 101 - begins)


@pytest.mark.rule("CE-REVOL-1", "CE-REVOL-2")
@pytest.mark.parametrize("weapon", ["magnum_357", "avenger_9mm"])
def test_by_option_they_all_begin_at_ninety_six(weapon: str) -> None:
    assert critical(shot(weapon, 95, revolver_criticals=False)) == (None, 0)
    assert critical(shot(weapon, 96, revolver_criticals=False)) == ("failure", 1)


@pytest.mark.rule("CE-REVOL-1")
def test_without_criticals_there_are_none() -> None:
    assert critical(shot("magnum_357", 99, criticals="off")) == (None, 0)


@pytest.mark.rule("CE-REVOL-2")
def test_other_rolls_of_whoever_holds_such_a_weapon_keep_theirs() -> None:
    for weapon, number, expected in (("magnum_357", 96, "failure"), ("avenger_9mm", 95, None)):
        spec = skirmish(stub("a", weapon), "b", critical_effects="none").when(roll("a"), throws=[f"d100: {number}"])
        assert critical(spec)[0] == expected
    kicked = skirmish(stub("a", "avenger_9mm"), "b", critical_effects="none")
    kicked.when(attack("a", "b", natural="kick", range="melee"), throws=["d100: 95"])
    assert critical(kicked) == (None, 0)


@pytest.mark.rule("CE-REVOL-3")
@pytest.mark.parametrize("weapon", ["magnum_357", "avenger_9mm"])
def test_critical_successes_stay_where_they_are(weapon: str) -> None:
    dice = {"magnum_357": "1d8: 1", "avenger_9mm": "1d6: 1"}[weapon]
    for number, severity in ((1, 5), (5, 1)):
        spec = skirmish(stub("a", weapon), "b", critical_effects="none")
        spec.when(attack("a", "b", range="short"), throws=[f"d100: {number}", dice])
        assert critical(spec) == ("success", severity)
    plain = skirmish(stub("a", weapon), "b").when(attack("a", "b", range="short"), throws=["d100: 6", dice])
    assert critical(plain) == (None, 0)


@pytest.mark.rule("CE-REVOL-4")
def test_between_the_bands_a_revolver_hits_or_misses_by_its_target_number() -> None:
    for number, hits in ((96, True), (97, False), (98, False)):
        spec = shot("magnum_357", number, agl=21)
        assert critical(spec) == (None, 0)
        spec.then(ShotHit if hits else ShotMissed)
