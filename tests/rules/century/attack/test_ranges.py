"""Ranges and places of attacks (CE-RANGE): bands, reach, from behind, facing."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.attack.shots import CoverRolled, ShotHit, ShotMissed
from domain.rulesets.century.chapters.movement.moving import Move, Moved
from domain.rulesets.century.parts import GoalSheet, PointSheet, SprayPart
from domain.rulesets.century.state import Place
from tests.rules.century.builders import last_parts, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, stub

MISS = ["d100: 93"]


def at(name: str, x: int, y: int, *weapons: str, **sheet: Any) -> Join:
    """A stub at a place."""
    return stub(name, *weapons, position={"x": x, "y": y}, **sheet)


def shot(metres: int, weapon: str = "kaufman", **fields: Any) -> Specification:
    """a fires at b, so many metres to the north."""
    return skirmish(at("a", 0, 0, weapon, str=12), at("b", 0, metres)).when(attack("a", "b", **fields), throws=MISS)


@pytest.mark.rule("CE-RANGE-1", "CE-RANGE-2", "CE-RANGE-3", "CE-RANGE-7")
@pytest.mark.parametrize(
    ("said", "base", "rule"),
    [("short", 60, "CE-RANGE-1"), ("medium", 40, "CE-RANGE-2"), ("long", 20, "CE-RANGE-3")],
)
def test_the_base_of_a_ranged_attack_falls_with_its_range(said: Any, base: int, rule: str) -> None:
    for weapon in ("kaufman", "grenade"):
        spec = skirmish(stub("a", weapon), "b")
        throws = [*MISS, "d6: 1", "d6: 1"] if weapon == "grenade" else MISS
        narrator = ('narrator: blast_list {"inside": []}',) if weapon == "grenade" else ()
        spec.when(attack("a", "b", range=said), *narrator, throws=throws)
        first = last_parts(spec)[0]
        assert (first.key, first.amount, first.rule) == ("base", base, rule)


@pytest.mark.rule("CE-RANGE-4", "CE-RUL-68", "CE-RUL-65")
@pytest.mark.parametrize(("metres", "base"), [(1, 60), (6, 60), (7, 40), (20, 40), (21, 20), (50, 20)])
def test_places_say_the_range_and_bounds_belong_to_their_band(metres: int, base: int) -> None:
    assert targets(shot(metres, "avenger_9mm")) == [base]


@pytest.mark.rule("CE-RANGE-5", "CE-RUL-68")
def test_beyond_the_long_bound_only_the_narrators_base_lets_one_fire() -> None:
    far = skirmish(at("a", 0, 0, "avenger_9mm"), at("b", 0, 51))
    refused(far.when(attack("a", "b")), "CE-RANGE-5", "command.target")
    far.when(attack("a", "b", base=5), throws=MISS).then(ShotMissed)
    assert targets(far) == [5]


@pytest.mark.rule("CE-RANGE-6")
def test_what_the_command_says_may_not_contradict_the_places() -> None:
    spec = skirmish(at("a", 0, 0, "avenger_9mm"), at("b", 0, 7))
    refused(spec.when(attack("a", "b", range="short")), "CE-RANGE-6", "command.range")
    assert targets(spec.when(attack("a", "b", range="medium"), throws=MISS)) == [40]


@pytest.mark.rule("CE-RANGE-7", "CE-RUL-65")
def test_without_both_places_the_command_says_the_range() -> None:
    for people in (("a", "b"), (at("a", 0, 0), "b"), ("a", at("b", 0, 0))):
        spec = skirmish(*people)
        refused(spec.when(attack("a", "b")), "CE-RANGE-7", "command.range", "invalid")
        spec.when(attack("a", "b", range="melee"), throws=MISS).then(ShotMissed)


@pytest.mark.rule("CE-RANGE-7", "CE-AUTO-8")
def test_each_target_of_a_spray_has_its_range() -> None:
    near, far = at("b", 0, 5), "c"
    spray = [SprayPart(target="b", rounds=5), SprayPart(target="c", rounds=5)]
    spec = skirmish(at("a", 0, 0, "ko911"), near, far)
    volley = attack("a", None, fire="full_auto", spray=spray)
    refused(spec.when(volley), "CE-RANGE-7", "command.spray[1].range", "invalid")
    spray[1] = SprayPart(target="c", rounds=5, range="long")
    spec.when(attack("a", None, fire="full_auto", spray=spray), throws=[*MISS, *MISS])
    assert targets(spec) == [60, 20]
    away = skirmish(at("a", 0, 0, "ko911"), near, at("c", 0, 41))
    refused(away.when(volley), "CE-RANGE-5", "command.spray[1].target")


@pytest.mark.rule("CE-RANGE-8", "CE-HIT-4")
def test_hands_and_hand_weapons_reach_three_metres() -> None:
    for arms in ((), ("sword",)):
        reach = skirmish(at("a", 0, 0, *arms), at("b", 0, 3)).when(attack("a", "b"), throws=["d100: 61"])
        assert (targets(reach), last_parts(reach)[0].rule) == ([60], "CE-HIT-4")
        spec = skirmish(at("a", 0, 0, *arms), at("b", 0, 4))
        refused(spec.when(attack("a", "b")), "CE-RANGE-8", "command.target")
        refused(spec.when(attack("a", "b", base=60)), "CE-RANGE-8", "command.target")
        said = skirmish(stub("a", *arms), "b")
        refused(said.when(attack("a", "b", range="short")), "CE-RANGE-8", "command.range")


@pytest.mark.rule("CE-RANGE-9")
def test_a_shot_within_three_metres_is_at_short_range() -> None:
    for spec in (shot(3, range="melee"), shot(3, range="short"), shot(3)):
        assert (parts(spec), last_parts(spec)[0].rule) == ({"base": 60}, "CE-RANGE-1")
    said = skirmish(stub("a", "kaufman"), "b").when(attack("a", "b", range="melee"), throws=MISS)
    assert last_parts(said)[0].rule == "CE-RANGE-1"
    four = skirmish(at("a", 0, 0, "kaufman"), at("b", 0, 4)).when(attack("a", "b", range="melee"))
    refused(four, "CE-RANGE-6", "command.range")


@pytest.mark.rule("CE-RANGE-10", "CE-RUL-66", "CE-MOD-1")
@pytest.mark.parametrize(
    ("heading", "x", "y", "behind"),
    [
        (0, 0, -100, True),
        (0, 0, 100, False),
        (119, 0, 100, False),
        (120, 0, 100, True),
        (240, 0, 100, True),
        (241, 0, 100, False),
        (300, 100, 0, True),
        (331, 100, 0, False),
        (120, 1, 120, True),
        (120, 1, 100, False),
        (180, 0, 0, False),
    ],
)
def test_behind_is_the_rear_third_of_a_targets_view(heading: int, x: int, y: int, behind: bool) -> None:
    """Bearings are rounded to whole degrees, halves up: (1, 120) lies at 0.48, so 0, and (1, 100) at 0.57, so 1."""
    spec = skirmish(at("a", x, y, "kaufman"), at("b", 0, 0, heading=heading))
    spec.when(attack("a", "b", from_behind=not behind), throws=MISS)
    assert parts(spec).get("from_behind") == (30 if behind else None)


@pytest.mark.rule("CE-RANGE-10", "CE-RUL-66", "CE-MOD-1")
def test_without_places_or_heading_the_narrator_says_what_is_behind() -> None:
    for b in (stub("b", heading=0), at("b", 0, 0)):
        for said, bonus in ((True, 30), (False, None), (None, None)):
            spec = skirmish(at("a", 0, -5, "avenger_9mm"), b)
            near: Any = None if b.sheet.get("position") else "short"
            spec.when(attack("a", "b", range=near, from_behind=said), throws=MISS)
            assert parts(spec).get("from_behind") == bonus


@pytest.mark.rule("CE-RANGE-12", "CE-RUL-66")
def test_nobody_has_to_face_its_target_but_by_option() -> None:
    people = (at("a", 0, 0, "avenger_9mm", heading=0), at("b", 0, -5))
    skirmish(*people).when(attack("a", "b"), throws=MISS).then(ShotMissed)
    for said in (None, "short"):
        turned_away = skirmish(*people, must_face=True).when(attack("a", "b", range=said))
        refused(turned_away, "CE-RANGE-12", "command.target")


@pytest.mark.rule("CE-RANGE-12")
@pytest.mark.parametrize(("heading", "faces"), [(0, True), (90, True), (91, False), (270, True), (269, False)])
def test_facing_means_within_ninety_degrees(heading: int, faces: bool) -> None:
    spec = skirmish(at("a", 0, 0, "avenger_9mm", heading=heading), at("b", 0, 5), must_face=True)
    if faces:
        spec.when(attack("a", "b"), throws=MISS).then(ShotMissed)
    else:
        refused(spec.when(attack("a", "b")), "CE-RANGE-12", "command.target")


@pytest.mark.rule("CE-RANGE-12")
def test_whoever_has_no_heading_or_stands_on_the_spot_faces_everything() -> None:
    for a, b in ((at("a", 0, 0, "knife"), at("b", 0, -2)), (at("a", 0, 0, "knife", heading=0), at("b", 0, 0))):
        skirmish(a, b, must_face=True).when(attack("a", "b"), throws=MISS).then(ShotMissed)


@pytest.mark.rule("CE-RANGE-12")
def test_points_and_all_targets_of_a_spray_are_faced() -> None:
    gunner = at("a", 0, 0, "ko911", "grenade", heading=0)
    spec = skirmish(gunner, at("b", 0, 5), at("c", 0, -5), must_face=True)
    spray = [SprayPart(target="b", rounds=5), SprayPart(target="c", rounds=5)]
    refused(spec.when(attack("a", None, fire="full_auto", spray=spray)), "CE-RANGE-12", "command.spray[1].target")
    throw = attack("a", None, weapon="grenade", point=PointSheet(x=0, y=-9))
    refused(spec.when(throw), "CE-RANGE-12", "command.point")


@pytest.mark.rule("CE-RANGE-13")
def test_whoever_stands_between_is_in_nobodys_way() -> None:
    spec = skirmish(at("a", 0, 0, "kaufman"), at("c", 0, 2), at("b", 0, 4))
    spec.when(attack("a", "b"), throws=["d100: 60", "1d10: 1"]).then(ShotHit).never(CoverRolled)
    assert parts(spec) == {"base": 60}
    close = skirmish(at("a", 0, 0), at("c", 0, 2), at("b", 0, 4))
    for goal in (2, 4):
        step = Move(actor="a", mode="legs2", to=GoalSheet(x=0, y=goal))
        close.when(step).then(Moved(combatant="a", mode="legs2", metres=2, place=Place(0, goal)))
