"""Area effects: who is inside, one damage for all, whom the narrator shields, checks that halve (CE-AREA, CE-HALF)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import NARRATOR, Speaker, parse_speaker
from domain.rulesets.century.chapters.attack.areas import BlastOpened, DamageHalved
from domain.rulesets.century.chapters.attack.attacks import AttackEnded
from domain.rulesets.century.chapters.attack.shots import CoverRolled
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.outcomes.criticals import CriticalChosen
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown, TargetFixed
from domain.rulesets.century.parts import PointSheet
from tests.rules.century.builders import FLAK, at, behind, damage, hp, in_slot, losses
from tests.rules.century.specification import (
    Specification,
    attack,
    fight,
    given,
    in_action,
    newcomer,
    policy,
    stub,
    unasked,
)

HIT = "a d100: 40"
SIX = "a 3d6: 1 2 3"
THROWN_AT_MOST = 30


def at_place(name: str, x: int, y: int, *weapons: str, elevation: int = 0, **sheet: Any) -> Join:
    """A stub at a place."""
    return stub(name, *weapons, position=at(x, y, elevation), **sheet)


def thrower(**sheet: Any) -> Join:
    """Somebody at (0, 0) with a grenade: 3d6, radius 3."""
    return at_place("a", 0, 0, "grenade", **sheet)


def bombed(*people: str | Join, asked: tuple[str, ...] = (), **options: Any) -> Specification:
    """A thrower and these, in the slot of the thrower."""
    return in_slot(thrower(), *people, asked=asked, **options)


def thrown(spec: Specification, *throws: str, answers: tuple[str, ...] = (), **fields: Any) -> Specification:
    """The grenade flies at t, with these faces."""
    return spec.when(attack("a", "t", **fields), *answers, throws=list(throws))


def inside(spec: Specification) -> tuple[str, ...]:
    """Who was inside the area of the last command."""
    return next(event.inside for event in spec.events if isinstance(event, BlastOpened))


# Where it opens, and who is inside


@pytest.mark.rule("CE-AREA-1", "CE-AREA-3", "CE-AREA-4", "CE-AREA-6", "CE-AREA-7", "CE-RUL-87")
def test_everyone_up_to_the_radius_from_the_target_takes_one_damage_each_less_its_own_armour() -> None:
    people = [at_place("t", 0, 8), at_place("u", 2, 9), at_place("v", 0, 11, **FLAK), at_place("w", 0, 12)]
    spec = thrown(bombed(*people), HIT, SIX).follows(HpLost, DamageThrown)
    assert inside(spec) == ("t", "u", "v")
    assert losses(spec) == [("t", 6, 4), ("u", 6, 4), ("v", 1, 9)]
    absorbed = [(event.combatant, event.points) for event in spec.events if isinstance(event, DamageAbsorbed)]
    assert absorbed == [("v", 5)]


@pytest.mark.rule("CE-AREA-4", "CE-TIE-13")
def test_a_blast_among_a_crowd_stops_after_400_facts_and_the_narrator_continues_it() -> None:
    crowd = [at_place(f"t{place}", 0, 8, hp_max=2, **FLAK) for place in range(180)]
    spec = bombed(at_place("t", 0, 8), *crowd).when(attack("a", "t"), throws=[HIT, SIX]).asks("go_on", "narrator")
    assert 400 <= len(spec.events) < 410
    spec.answer("go_on").then(HpLost, AttackEnded)
    assert {hp(spec, str(one.id)) for one in crowd} == {1}


@pytest.mark.rule("CE-AREA-1", "CE-AREA-3")
def test_a_miss_may_harm_somebody_too() -> None:
    gunner = at_place("a", 0, 0, "bazooka", str=10)
    spec = in_slot(gunner, at_place("t", 0, 20), at_place("b", 3, 21))
    thrown(spec, "a d100: 70", "a 1d6: 2", "a 1d6: 4", "a 4d6: 2 2 2 2")
    assert losses(spec) == [("b", 8, 2)]


@pytest.mark.rule("CE-AREA-2", "CE-AREA-3")
@pytest.mark.parametrize(("y", "target"), [(10, 60), (15, 40), (21, 20)])
def test_a_point_is_aimed_at_by_its_range_and_has_no_defence(y: int, target: int) -> None:
    spec = bombed(at_place("t", 0, y), asked=("t",))
    point = attack("a", None, point=PointSheet(x=0, y=y))
    spec.when(point, throws=["a d100: 20", SIX])
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [target]
    assert next(event.centre for event in spec.events if isinstance(event, BlastOpened)) is not None
    assert losses(spec) == [("t", 6, 4)]


@pytest.mark.rule("CE-AREA-2")
def test_only_area_weapons_are_aimed_at_a_point() -> None:
    spec = in_slot(at_place("a", 0, 0, "avenger_9mm"), stub("t"))
    spec.when(attack("a", None, point=PointSheet(x=0, y=5))).refused("CE-AREA-2")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.point"


@pytest.mark.rule("CE-RANGE-5")
def test_a_player_is_offered_points_within_range_and_the_narrator_all() -> None:
    spec = bombed("b")
    spec.when(attack("a", None, point=PointSheet(x=THROWN_AT_MOST + 1, y=0))).refused("CE-RANGE-5")
    assert offered_x(spec, parse_speaker("player:a")) == (-THROWN_AT_MOST, THROWN_AT_MOST)
    assert offered_x(spec, NARRATOR) == (-100_000, 100_000)


def offered_x(spec: Specification, speaker: Speaker) -> tuple[int, int] | None:
    """The columns of the points that are offered for the weapon in hand."""
    menu = spec.menu(speaker)
    (form,) = [form for form in menu.forms if form.name == "century.attack/at_a_point"]
    (point,) = [field for field in form.fields if field["name"] == "point"]
    values = menu.values(point["fields"][0], {}, {"actor": "a", "weapon": "grenade"})
    return None if values is None else values.span


@pytest.mark.rule("CE-AREA-4")
def test_attacker_friends_hidden_and_downed_are_inside_too_but_not_the_dead() -> None:
    people = [
        at_place("t", 0, 2),
        at_place("friend", 1, 2, side="ours"),
        at_place("lurker", 0, 1),
        at_place("downed", 0, 3, hp=0),
        at_place("dead", 0, 2, hp=-5),
    ]
    spec = bombed(*people).given(SetCondition(combatant="lurker", condition="hidden"))
    assert inside(thrown(spec, HIT, SIX)) == ("a", "t", "friend", "lurker", "downed")


@pytest.mark.rule("CE-AREA-4", "CE-RUL-87")
@pytest.mark.parametrize(
    ("x", "y", "elevation", "caught"),
    [(3, 8, 0, True), (4, 8, 0, False), (1, 11, 0, True), (2, 11, 0, False), (0, 8, 3, True), (0, 8, 4, False)],
)
def test_a_distance_equal_to_the_radius_is_inside_and_height_counts(
    x: int, y: int, elevation: int, caught: bool
) -> None:
    spec = thrown(bombed(at_place("t", 0, 8), at_place("u", x, y, elevation=elevation)), HIT, SIX)
    assert ("u" in inside(spec)) is caught


@pytest.mark.rule("CE-AREA-4")
def test_an_area_without_anybody_throws_no_damage() -> None:
    spec = bombed(at_place("t", 0, 9), at_place("u", 0, 30))
    spec.when(attack("a", None, point=PointSheet(x=10, y=0)), throws=[HIT]).never(DamageThrown)
    assert inside(spec) == ()


# The narrator's list


@pytest.mark.rule("CE-AREA-5", "CE-RUL-65")
def test_the_narrator_is_asked_only_about_those_who_cannot_be_measured() -> None:
    spec = thrown(bombed(at_place("t", 0, 8), stub("u")), HIT).asks("blast_list", "narrator").never(BlastOpened)
    assert spec.fight.prompts[0].about["candidates"] == ["u"]
    spec.answer({"inside": ["t"]}).refused("CE-AREA-5")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answer.inside[0]"
    spec.answer({"inside": ["u"]}, throws=[SIX])
    assert inside(spec) == ("t", "u")


@pytest.mark.rule("CE-AREA-8")
def test_only_somebody_who_is_in_the_encounter_is_shielded() -> None:
    spec = in_slot(stub("a", "grenade"), stub("t"), stub("u"))
    thrown(spec, HIT, range="short").answer({"inside": ["u"], "shielded": ["nobody"]})
    assert spec.refusal is not None
    assert spec.refusal.field == "command.answer.shielded[0]"


@pytest.mark.rule("CE-AREA-5")
def test_nothing_is_asked_where_everybody_is_measured() -> None:
    spec = thrown(bombed(at_place("t", 0, 8)), HIT, SIX)
    assert (spec.fight.prompts, inside(spec)) == ((), ("t",))


@pytest.mark.rule("CE-AREA-5")
def test_where_the_centre_has_no_place_anybody_may_be_named() -> None:
    spec = in_slot(stub("a", "grenade"), stub("t"), at_place("u", 5, 5))
    thrown(spec, HIT, range="short").asks("blast_list", "narrator")
    assert spec.fight.prompts[0].about["candidates"] == ["a", "t", "u"]
    spec.answer({"inside": ["u", "a"]}, throws=[SIX])
    assert losses(spec) == [("a", 6, 4), ("u", 6, 4)]


@pytest.mark.rule("CE-AREA-5")
@pytest.mark.parametrize(
    ("number", "scatter", "caught"), [(60, (), ("t",)), (61, ("a 1d6: 1", "a 1d6: 1"), ())], ids=["hit", "miss"]
)
def test_an_answer_without_a_list_means_the_target_on_a_hit_and_nobody_on_a_miss(
    number: int, scatter: tuple[str, ...], caught: tuple[str, ...]
) -> None:
    spec = in_slot(stub("a", "grenade"), stub("t"), stub("u"))
    faces = [f"a d100: {number}", *scatter, *([SIX] if caught else [])]
    thrown(spec, *faces, answers=("narrator: blast_list {}",), range="short")
    assert inside(spec) == caught


@pytest.mark.rule("CE-AREA-5")
def test_a_target_that_is_measured_needs_no_list() -> None:
    spec = thrown(bombed(at_place("t", 0, 8), stub("u")), HIT, SIX, answers=("narrator: blast_list {}",))
    assert inside(spec) == ("t",)


@pytest.mark.rule("CE-AREA-8", "CE-RUL-87")
def test_no_cover_roll_is_made_and_the_narrator_shields_whom_he_will() -> None:
    people = [at_place("t", 0, 8), at_place("u", 1, 8), stub("v")]
    covered = bombed(*people[:2]).given(behind("t", ("u", 60)))
    spec = thrown(covered, HIT, SIX, shielded=("u",)).never(CoverRolled)
    assert losses(spec) == [("t", 6, 4)]
    answer = 'narrator: blast_list {"inside": ["v"], "shielded": ["t"]}'
    spec = thrown(bombed(*people), HIT, SIX, answers=(answer,))
    assert losses(spec) == [("u", 6, 4), ("v", 6, 4)]


# One attack


@pytest.mark.rule("CE-AREA-6", "CE-RUL-87")
def test_by_option_each_inside_has_a_throw_of_its_own_in_the_order_of_joining() -> None:
    people = [at_place("u", 1, 8), at_place("t", 0, 8)]
    spec = thrown(bombed(*people, area_damage="each"), HIT, SIX, "a 3d6: 1 1 1")
    assert [thrown.target for thrown in damage(spec)] == ["u", "t"]
    assert losses(spec) == [("u", 6, 4), ("t", 3, 7)]


@pytest.mark.rule("CE-AREA-7")
def test_losses_come_in_the_order_of_joining() -> None:
    people = [at_place("u", 1, 8), at_place("t", 0, 8), at_place("s", 2, 8)]
    assert [name for name, *_ in losses(thrown(bombed(*people), HIT, SIX))] == ["u", "t", "s"]


@pytest.mark.rule("CE-AREA-9")
def test_only_the_named_target_may_defend_and_only_against_the_to_hit_roll() -> None:
    people = [at_place("t", 0, 8), at_place("u", 1, 8)]
    spec = bombed(*people, asked=("t", "u"))
    thrown(spec).asks("defence", "t")
    assert [prompt.to for prompt in spec.fight.prompts] == ["t"]
    spec.answer({"defence": "dodge"}, throws=["a d100: 45", SIX])
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [45]
    assert losses(spec) == [("t", 6, 4), ("u", 6, 4)]


@pytest.mark.rule("CE-AREA-10")
@pytest.mark.parametrize(
    ("vehicle", "dr", "caught"),
    [("libretta_rapier", 4, ("t", "libretta_rapier")), ("motorboat", 3, ("t", "d", "motorboat"))],
)
def test_those_aboard_a_closed_vehicle_are_not_inside_and_the_vehicle_is(
    vehicle: str, dr: int, caught: tuple[str, ...]
) -> None:
    craft = newcomer(vehicle, driver="d", position=at(0, 9))
    spec = thrown(bombed(at_place("t", 0, 8), at_place("d", 0, 9), craft), HIT, SIX)
    assert inside(spec) == caught
    assert hp(spec, vehicle) == 40 - 6 + dr


@pytest.mark.rule("CE-AREA-11")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("fire", "burst"),
        ("fire", "double_tap"),
        ("fire", "full_auto"),
        ("called", "head"),
        ("maneuver", "backstab"),
        ("maneuver", "disarm"),
    ],
)
def test_an_area_weapon_attacks_plainly(field: str, value: str) -> None:
    spec = bombed(at_place("t", 0, 2)).when(attack("a", "t", **{field: value})).refused("CE-AREA-11")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.{field}"


@pytest.mark.rule("CE-AREA-12")
@pytest.mark.parametrize(("options", "more"), [({}, ()), ({"area_damage": "each"}, ("a 3d6: 1 1 1",))])
def test_a_critical_success_doubles_the_damage_for_all_inside(options: dict[str, Any], more: tuple[str, ...]) -> None:
    people = [at_place("t", 0, 8, hp_max=20), at_place("u", 1, 8, hp_max=20)]
    spec = thrown(bombed(*people, **options), "a d100: 2", SIX, *more).then(CriticalChosen)
    assert losses(spec) == [("t", 12, 8), ("u", 6 if more else 12, 14 if more else 8)]


# Checks that halve the damage


def checked(*people: Join, answer: str = '{"base": 40}', throws: tuple[str, ...] = (), **options: Any) -> Specification:
    """Seven points for all inside, and the narrator's check."""
    faces = (HIT, "a 3d6: 2 2 3", *throws)
    return thrown(bombed(*people, **options), *faces, answers=(f"narrator: half_check_terms {answer}",))


@pytest.mark.rule("CE-HALF-1", "CE-HALF-2")
def test_a_check_passed_halves_the_damage_rounded_down_and_one_failed_leaves_all() -> None:
    spec = checked(at_place("t", 0, 8), at_place("u", 1, 8), throws=("t d100: 40", "u d100: 41"))
    spec.then(DamageThrown, PercentThrown, DamageHalved(combatant="t", total=3), PercentThrown, HpLost).follows(
        HpLost, DamageHalved
    )
    assert losses(spec) == [("t", 3, 7), ("u", 7, 3)]
    assert spec.fight.prompts == ()


@pytest.mark.rule("CE-HALF-2")
def test_half_of_1_is_0() -> None:
    dud = {"weapons": [{"id": "grenade", "damage": "1"}], "held": {"right": "grenade"}}
    spec = in_slot(stub("a", position=at(0, 0), **dud), at_place("t", 0, 8))
    thrown(spec, HIT, "t d100: 40", answers=('narrator: half_check_terms {"base": 40}',))
    assert losses(spec) == [("t", 0, 10)]


@pytest.mark.rule("CE-HALF-1")
def test_the_narrator_is_asked_by_default_and_may_allow_none() -> None:
    spec = bombed(at_place("t", 0, 8)).given(policy("narrator", "half_check_terms", "ask"))
    thrown(spec, HIT).asks("half_check_terms", "narrator").never(DamageThrown)
    spec.answer("none", throws=[SIX]).never(DamageHalved)
    assert losses(spec) == [("t", 6, 4)]


@pytest.mark.rule("CE-HALF-1")
def test_without_a_policy_the_narrator_is_asked() -> None:
    people = [thrower(), at_place("t", 0, 8)]
    spec = given(fight(*people), *unasked("a", "t"), *in_action("a", "t"))
    assert spec.fight.policy("narrator", "half_check_terms") is None
    thrown(spec, HIT).asks("half_check_terms", "narrator").never(DamageThrown)


@pytest.mark.rule("CE-HALF-1")
def test_with_the_option_off_nobody_is_asked() -> None:
    spec = bombed(at_place("t", 0, 8), area_half_check=False).given(policy("narrator", "half_check_terms", "ask"))
    assert losses(thrown(spec, HIT, SIX)) == [("t", 6, 4)]


@pytest.mark.rule("CE-HALF-1")
@pytest.mark.parametrize(
    ("answer", "target"),
    [('{"base": 40}', 52), ('{"base": 40, "abilities": ["con"]}', 37), ('{"base": 0, "abilities": ["agl", "con"]}', 9)],
)
def test_the_check_is_on_agility_unless_the_narrator_names_other_abilities(answer: str, target: int) -> None:
    nimble = at_place("t", 0, 8, agl=13, con=8)
    spec = checked(nimble, answer=answer, throws=(f"t d100: {target}",)).then(DamageHalved)
    checks = [event for event in spec.events if isinstance(event, TargetFixed) and event.combatant == "t"]
    assert [event.target for event in checks] == [target]


@pytest.mark.rule("CE-HALF-1")
@pytest.mark.parametrize(("standing", "checks"), [("none", 0), (40, 1)])
def test_a_standing_answer_allows_none_or_a_base(standing: str | int, checks: int) -> None:
    spec = bombed(at_place("t", 0, 8)).given(policy("narrator", "half_check_terms", standing))
    thrown(spec, HIT, SIX, *["t d100: 40"] * checks)
    assert losses(spec) == [("t", 3, 7) if checks else ("t", 6, 4)]


@pytest.mark.rule("CE-HALF-3")
def test_halving_comes_after_the_doubling_and_before_armour() -> None:
    spec = bombed(at_place("t", 0, 8, **FLAK))
    terms = ('narrator: half_check_terms {"base": 40}',)
    thrown(spec, "a d100: 2", "a 3d6: 2 2 3", "t d100: 40", answers=terms).then(DamageHalved(combatant="t", total=7))
    assert losses(spec) == [("t", 2, 8)]


@pytest.mark.rule("CE-HALF-4")
def test_the_unconscious_and_vehicles_and_things_make_no_check() -> None:
    things = [newcomer("desk", position=at(0, 9)), newcomer("suv", position=at(0, 9))]
    spec = checked(at_place("t", 0, 8), at_place("u", 0, 8, hp=0), *things, throws=("t d100: 40",))
    assert losses(spec) == [("t", 3, 7), ("u", 7, -7), ("desk", 7, 8), ("suv", 2, 58)]


@pytest.mark.rule("CE-HALF-1", "CE-HALF-4")
def test_nothing_is_asked_where_nobody_inside_can_make_the_check() -> None:
    spec = bombed(at_place("t", 0, 8, hp=0), newcomer("suv", position=at(0, 9)))
    spec.given(policy("narrator", "half_check_terms", "ask"))
    assert losses(thrown(spec, HIT, SIX)) == [("t", 6, -6), ("suv", 1, 59)]


@pytest.mark.rule("CE-HALF-4")
def test_the_unconscious_make_no_check_though_they_are_not_dying() -> None:
    spec = bombed(at_place("t", 0, 8)).given(SetCondition(combatant="t", condition="unconscious"))
    spec.given(policy("narrator", "half_check_terms", "ask"))
    assert losses(thrown(spec, HIT, SIX)) == [("t", 6, 4)]


@pytest.mark.rule("CE-HALF-4")
def test_the_stunned_make_the_check() -> None:
    spec = bombed(at_place("t", 0, 8)).given(SetCondition(combatant="t", condition="stunned"))
    thrown(spec, HIT, SIX, "t d100: 40", answers=('narrator: half_check_terms {"base": 40}',)).then(DamageHalved)
