"""Loading: units, revolvers, what a step fills, what shots take out (CE-LOAD, CE-SHEET-22)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.attack.shots import RoundsFired
from domain.rulesets.century.chapters.items.hands import ItemDropped, ItemUsedUp
from domain.rulesets.century.chapters.items.loading import LoadWeapon, WeaponLoaded
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.state import Place
from tests.rules.century.builders import at, at_turn, cost, end, person, refused
from tests.rules.century.specification import Specification, attack, stub


def armed(kind: str, **weapon: Any) -> Specification:
    """``a`` with one weapon, as its sheet says."""
    return at_turn(stub("a", weapons=[{"id": kind, **weapon}], held={"right": kind}, str=13), "b")


def load(kind: str, with_: str = "reload") -> LoadWeapon:
    """``a`` loads."""
    return LoadWeapon.model_validate({"actor": "a", "item": kind, "with": with_})


def weapon(spec: Specification, kind: str) -> Weapon:
    """The weapon as it is now."""
    assert spec.refusal is None, spec.refusal
    return person(spec, "a").weapons[kind]


@pytest.mark.rule("CE-LOAD-1", "CE-ACT-30")
@pytest.mark.parametrize(
    ("kind", "points"),
    [("avenger_9mm", 3), ("sawed_off_shotgun", 4), ("bow", 2), ("machine_gun", 5), ("bazooka", 5)],
)
def test_loading_costs_what_the_weapon_says(kind: str, points: int) -> None:
    armed(kind, loaded=0, reloads=1).when(load(kind)).then(
        PointsSpent(combatant="a", points=points, what="load_weapon"), WeaponLoaded
    )


@pytest.mark.rule("CE-LOAD-1")
def test_what_is_in_the_pack_is_not_loaded() -> None:
    packed = at_turn(stub("a", weapons=[{"id": "bow", "loaded": 0, "reloads": 1}], str=13), "b")
    refused(packed.when(load("bow")), "CE-LOAD-1", "command.item")


@pytest.mark.rule("CE-ACT-30")
def test_it_is_the_reload_and_not_the_shot_that_has_to_be_borne() -> None:
    archer = stub("a", weapons=[{"id": "bow", "loaded": 0, "reloads": 1}], held={"right": "bow"})
    at_turn(archer, pools={"a": 2}).when(load("bow")).then(
        PointsSpent(combatant="a", points=2, what="load_weapon"), WeaponLoaded
    )
    at_turn(archer, pools={"a": 1}).when(load("bow")).refused("CE-MP-5")


@pytest.mark.rule("CE-LOAD-1")
def test_loading_is_one_indivisible_step() -> None:
    spec = armed("sawed_off_shotgun", loaded=3, reloads=4)
    spec.when(attack("a", "b", range="short"), "b: defence none", throws=["d100: 80"])
    spec.when(load("sawed_off_shotgun")).refused("CE-STAG-10")
    assert (weapon(spec.when(end("a")), "sawed_off_shotgun").loaded, person(spec, "a").pool) == (2, 6)


@pytest.mark.rule("CE-LOAD-2", "CE-SHEET-22", "CE-DATA-73", "CE-RUL-94")
@pytest.mark.parametrize(
    ("kind", "loaded", "capacity"),
    [("avenger_9mm", 4, 15), ("machine_gun", 7, 100), ("magnum_357", 1, 6), ("bow", 0, 1), ("bazooka", 0, 1)],
)
def test_one_reload_fills_the_weapon(kind: str, loaded: int, capacity: int) -> None:
    spec = (
        armed(kind, loaded=loaded, reloads=2)
        .when(load(kind))
        .then(WeaponLoaded(combatant="a", weapon=kind, loaded=capacity, reloads=1))
    )
    assert (weapon(spec, kind).loaded, weapon(spec, kind).reloads) == (capacity, 1)


@pytest.mark.rule("CE-LOAD-2", "CE-RUL-94", "CE-DATA-73")
@pytest.mark.parametrize(
    ("kind", "loaded", "reloads", "after", "left"),
    [
        ("pump_shotgun", 1, 8, 6, 3),
        ("pump_shotgun", 0, 6, 6, 0),
        ("pump_shotgun", 1, 3, 4, 0),
        ("pump_shotgun", 5, 1, 6, 0),
        ("sawed_off_shotgun", 1, 8, 4, 5),
    ],
)
def test_shells_fill_up_one_by_one(kind: str, loaded: int, reloads: int, after: int, left: int) -> None:
    spec = armed(kind, loaded=loaded, reloads=reloads).when(load(kind))
    assert (weapon(spec, kind).loaded, weapon(spec, kind).reloads) == (after, left)
    assert cost(spec) == 4


@pytest.mark.rule("CE-LOAD-2")
@pytest.mark.parametrize("kind", ["bow", "bazooka"])
def test_arrows_and_rockets_are_loaded_one_at_a_time(kind: str) -> None:
    spec = armed(kind, ammo=3, loaded=0, reloads=2).when(load(kind))
    assert (weapon(spec, kind).loaded, weapon(spec, kind).reloads) == (1, 1)
    spec.when(load(kind)).refused("CE-LOAD-4" if kind != "bazooka" else "CE-STAG-1")


@pytest.mark.rule("CE-LOAD-2", "CE-SHEET-22")
@pytest.mark.parametrize("kind", ["avenger_9mm", "pump_shotgun", "magnum_357"])
def test_without_a_reload_nothing_is_loaded(kind: str) -> None:
    armed(kind, loaded=0).when(load(kind)).refused("CE-LOAD-2")


@pytest.mark.rule("CE-LOAD-2", "CE-LOAD-5")
def test_what_uses_no_rounds_is_not_loaded() -> None:
    armed("sword").when(load("sword")).refused("CE-LOAD-2")
    armed("knife").when(load("pistol_22")).refused("CE-LOAD-1", "invalid")


@pytest.mark.rule("CE-LOAD-3", "CE-SHEET-22", "CE-DATA-73")
def test_a_revolver_takes_a_bullet_or_a_speed_loader() -> None:
    spec = armed("magnum_357", loaded=0, reloads=1, loose_rounds=2)
    spec.when(load("magnum_357", "loose_round")).then(
        WeaponLoaded(combatant="a", weapon="magnum_357", loaded=1, reloads=1, loose_rounds=1)
    )
    assert cost(spec) == 3
    spec.given(end("a"), FinishRound(actor="b"))
    spec.when(load("magnum_357")).then(
        WeaponLoaded(combatant="a", weapon="magnum_357", loaded=6, reloads=0, loose_rounds=1)
    )
    assert cost(spec) == 3
    spec.given(end("a"))
    spec.when(load("magnum_357")).refused("CE-LOAD-4")
    assert person(spec, "a").pool == 4


@pytest.mark.rule("CE-LOAD-3")
def test_single_bullets_are_for_revolvers_that_have_some() -> None:
    armed("magnum_357", loaded=0, reloads=1).when(load("magnum_357", "loose_round")).refused("CE-LOAD-3")
    clip = armed("avenger_9mm", loaded=0, reloads=1).when(load("avenger_9mm", "loose_round")).refused("CE-LOAD-3")
    assert clip.refusal is not None
    assert clip.refusal.detail == "Avenger 9mm is no revolver; it takes a reload."


@pytest.mark.rule("CE-LOAD-4")
@pytest.mark.parametrize("with_", ["reload", "loose_round"])
def test_a_full_weapon_is_not_loaded(with_: str) -> None:
    armed("magnum_357", reloads=1, loose_rounds=1).when(load("magnum_357", with_)).refused("CE-LOAD-4")


# What shots take out


@pytest.mark.rule("CE-LOAD-5")
def test_too_few_rounds_fire_nothing() -> None:
    armed("avenger_9mm", loaded=0).when(attack("a", "b", range="short")).refused("CE-LOAD-5")
    armed("avenger_9mm", loaded=1).when(attack("a", "b", range="short"), "b: defence none", throws=["d100: 90"])
    armed("ko911", loaded=2).when(attack("a", "b", fire="burst", range="short")).refused("CE-BURST-3")
    sword = armed("sword").when(attack("a", "b", range="melee"), "b: defence none", throws=["d100: 90"])
    sword.never(RoundsFired)


@pytest.mark.rule("CE-LOAD-5")
def test_what_is_thrown_leaves_the_hand() -> None:
    def thrower(**weapon: Any) -> Specification:
        gun = {"held": {"right": weapon["id"]}, "weapons": [weapon], "position": at(0, 0)}
        return at_turn(stub("a", **gun), stub("b", position=at(0, 5)))

    grenade = thrower(id="grenade").when(
        attack("a", "b"), "b: defence none", "narrator: half_check_terms none", throws=["d100: 20", "3d6: 1 1 1"]
    )
    grenade.then(ItemUsedUp(combatant="a", item="grenade"))
    assert (person(grenade, "a").weapons, grenade.fight.ground) == ({}, {})
    star = thrower(
        id="star", name="Star", skill="Ranged Combat: Thrown", mode="thrown", mp=2, damage="1d3", range=[5, 9, 12]
    )
    star.when(attack("a", "b"), "b: defence none", throws=["d100: 90"])
    star.then(ItemDropped(combatant="a", item="star", lying="star", reason="thrown", place=Place(0, 5)))


@pytest.mark.rule("CE-LOAD-6")
@pytest.mark.parametrize(
    ("fire", "rounds", "fired", "throws"),
    [
        ("single", None, 1, ["d100: 90"]),
        ("single", None, 1, ["d100: 20", "1d6: 1"]),
        ("double_tap", None, 2, ["d100: 90", "d100: 90"]),
        ("burst", None, 3, ["d100: 90"]),
        ("full_auto", 17, 17, ["d100: 90"]),
    ],
)
def test_rounds_are_spent_hit_or_miss(fire: str, rounds: int | None, fired: int, throws: list[str]) -> None:
    spec = armed("ko911", double_tap=True)
    spec.when(attack("a", "b", fire=fire, rounds=rounds, range="short"), "b: defence none", throws=throws)
    spec.then(RoundsFired(combatant="a", weapon="ko911", rounds=fired, loaded=30 - fired))
    assert weapon(spec, "ko911").loaded == 30 - fired
