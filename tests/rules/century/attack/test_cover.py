"""Cover: what hides a target, the second d100 of a hit, and what objects keep off (CE-COVER, CE-SHEET-19)."""

from typing import Any

import pytest

from domain.model.speaker import Speaker
from domain.rulesets.century.chapters.attack.cover import CoverSet, SetCover
from domain.rulesets.century.chapters.attack.shots import CoverRolled, ShotMissed
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import Destroyed, HpLost
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.movement.moving import CoverLost, Move
from domain.rulesets.century.chapters.outcomes.criticals import CriticalChosen
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown, TargetFixed
from domain.rulesets.century.chapters.round.slots import EndAction, FinishRound
from domain.rulesets.century.parts import ModifierSheet
from domain.rulesets.century.state import Cover
from tests.rules.century.builders import FLAK, at, behind, hp, in_slot, losses, person
from tests.rules.century.specification import Specification, attack, newcomer, policy, stub

SPEAR: dict[str, Any] = {
    "id": "javelin",
    "name": "Javelin",
    "skill": "Ranged Combat: Thrown",
    "mode": "thrown",
    "mp": 3,
    "damage": "1d6",
    "range": (10, 20, 30),
}


def desk_and_computer(*people: Any, **options: Any) -> Specification:
    """Thurston's shot at Steinbrenner behind a desk (50) and a computer (5)."""
    cast = people or (stub("a", "avenger_9mm"), stub("t"))
    return in_slot(*cast, "desk", "computer", **options).given(behind("t", "desk", "computer"))


def shot(spec: Specification, *throws: str, target: str = "t", reach: str = "short", **fields: Any) -> Specification:
    """The attack of a, with what it holds."""
    return spec.when(attack("a", target, range=reach, **fields), throws=list(throws))


def struck(spec: Specification) -> list[str | None]:
    """What the cover rolls of the last command named."""
    return [event.struck for event in spec.events if isinstance(event, CoverRolled)]


# What hides


@pytest.mark.rule("CE-COVER-1", "CE-SHEET-19")
def test_percentages_of_several_objects_add_up_in_the_order_of_the_list() -> None:
    spec = desk_and_computer()
    assert [(one.object, one.percent) for one in person(spec, "t").cover.objects] == [("desk", 50), ("computer", 5)]
    spec.when(behind("t", ("computer", 20), ("desk", 80))).then(CoverSet)
    assert [(one.object, one.percent) for one in person(spec, "t").cover.objects] == [("computer", 20), ("desk", 80)]


@pytest.mark.rule("CE-SHEET-19")
def test_an_object_has_capacity_and_hp_and_hides_each_by_a_percentage_of_its_own() -> None:
    crate = newcomer("crate")
    crate = crate.model_copy(update={"sheet": {"name": "Crate", "kind": "object", "damage_capacity": 4, "hp_max": 9}})
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), stub("u"), crate)
    assert (person(spec, "crate").damage_capacity, person(spec, "crate").hp_max, hp(spec, "crate")) == (4, 9, 9)
    spec.when(behind("t", "crate")).refused("CE-COVER-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.objects[0].percent"
    spec.given(behind("t", ("crate", 30)), behind("u", ("crate", 70)))
    assert [person(spec, name).cover.objects[0].percent for name in ("t", "u")] == [30, 70]


@pytest.mark.rule("CE-COVER-1", "CE-SHEET-19")
@pytest.mark.parametrize(
    ("things", "field"),
    [
        ((("desk", 60), ("wall", 41)), "command.objects"),
        (("desk", "t"), "command.objects[1].object"),
        (("ruin",), "command.objects[0].object"),
    ],
)
def test_a_list_above_100_is_refused_and_nothing_hides_itself_or_when_destroyed(
    things: tuple[Any, ...], field: str
) -> None:
    ruin = newcomer("desk", hp=0).model_copy(update={"id": "ruin"})
    named = tuple((one, 10) if one in ("t", "ruin") else one for one in things)
    spec = in_slot(stub("a"), stub("t"), "desk", "wall", ruin).when(behind("t", *named)).refused("CE-COVER-1")
    assert spec.refusal is not None
    assert spec.refusal.field == field


@pytest.mark.rule("CE-COVER-1")
def test_cover_is_removed_from_those_who_have_some_and_against_all() -> None:
    spec = desk_and_computer()
    spec.when(SetCover(combatant="t", against=("a",))).refused("CE-COVER-1")
    spec.when(SetCover(combatant="t")).then(CoverSet(combatant="t", cover=Cover()))
    spec.when(SetCover(combatant="t")).refused("CE-COVER-1")


@pytest.mark.rule("CE-COVER-1")
def test_a_list_of_just_100_is_taken() -> None:
    in_slot(stub("a"), stub("t"), "desk", "wall").when(behind("t", ("desk", 60), ("wall", 40))).then(CoverSet)


# The cover roll


@pytest.mark.rule("CE-COVER-4", "CE-COVER-5", "CE-RUL-89")
@pytest.mark.parametrize(
    ("number", "named"),
    [(1, "desk"), (50, "desk"), (51, "computer"), (53, "computer"), (55, "computer"), (56, None), (100, None)],
)
def test_objects_take_consecutive_numbers_from_1_and_what_is_above_hits_the_target(
    number: int, named: str | None
) -> None:
    spec = shot(desk_and_computer(), "a d100: 40", f"a d100: {number}", "a 1d6: 6")
    assert struck(spec) == [named]


@pytest.mark.rule("CE-COVER-2")
def test_without_cover_no_second_die_falls() -> None:
    shot(in_slot(stub("a", "avenger_9mm"), stub("t"), "desk"), "a d100: 40", "a 1d6: 2").never(CoverRolled)


@pytest.mark.rule("CE-COVER-2")
@pytest.mark.parametrize("number", [2, 50, 98])
def test_the_cover_roll_is_no_roll_under_a_target_number(number: int) -> None:
    hero = stub("a", "avenger_9mm", role="character", fp=3)
    spec = desk_and_computer(hero, stub("t")).given(policy("a", "fate_after", "ask"))
    shot(spec, "a d100: 40", f"a d100: {number}", "a 1d6: 6").never(CriticalChosen)
    assert len([event for event in spec.events if isinstance(event, PercentThrown)]) == 1
    assert not spec.fight.prompts


@pytest.mark.rule("CE-COVER-15")
def test_a_miss_strikes_nothing() -> None:
    spec = shot(desk_and_computer(), "a d100: 61").then(ShotMissed).never(CoverRolled, DamageThrown)
    assert (hp(spec, "desk"), hp(spec, "computer"), hp(spec, "t")) == (15, 2, 10)


@pytest.mark.rule("CE-COVER-3")
@pytest.mark.parametrize(
    ("options", "number", "cover", "desk", "left"),
    [
        ({}, 60, ["a d100: 50"], 10, 9),
        ({"cover_mode": "penalty"}, 10, [], 15, 4),
        ({"cover_mode": "both"}, 10, ["a d100: 50"], 10, 9),
    ],
)
def test_cover_is_a_second_roll_or_by_option_a_penalty_or_both(
    options: dict[str, Any], number: int, cover: list[str], desk: int, left: int
) -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), "desk", **options).given(behind("t", "desk"))
    shot(spec, f"a d100: {number}", *cover, "a 1d6: 6")
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [number]
    assert (hp(spec, "desk"), hp(spec, "t")) == (desk, left)


@pytest.mark.rule("CE-COVER-1", "CE-COVER-3")
def test_the_penalty_is_that_of_all_objects_together() -> None:
    spec = shot(desk_and_computer(cover_mode="penalty"), "a d100: 6")
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [60 - 55]


@pytest.mark.rule("CE-COVER-3")
@pytest.mark.parametrize("mode", ["location", "penalty", "both"])
def test_an_attack_is_refused_the_modifier_cover_in_every_mode(mode: str) -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), "desk", cover_mode=mode).given(behind("t", "desk"))
    sheet = ModifierSheet(key="cover", amount=50)
    spec.when(attack("a", "t", range="short", modifiers=(sheet,))).refused("CE-RUL-9")


@pytest.mark.rule("CE-COVER-12")
def test_each_hit_of_a_double_tap_has_its_own_cover_roll() -> None:
    shots = ("a d100: 40", "a d100: 40", "a d100: 80", "a d100: 20", "a 1d6: 3", "a 1d6: 4")
    spec = shot(desk_and_computer(), *shots, fire="double_tap")
    assert struck(spec) == [None, "desk"]
    assert (losses(spec), hp(spec, "desk")) == ([("t", 3, 7)], 11)


# What objects absorb


@pytest.mark.rule("CE-COVER-6", "CE-RUL-98")
@pytest.mark.parametrize(
    ("number", "face", "desk", "computer", "left"),
    [(20, 4, 11, 2, 10), (20, 6, 10, 2, 9), (53, 2, 15, 0, 10), (53, 5, 15, 0, 7)],
)
def test_an_object_absorbs_up_to_its_capacity_and_its_hp_and_the_rest_goes_through(
    number: int, face: int, desk: int, computer: int, left: int
) -> None:
    spec = shot(desk_and_computer(), "a d100: 40", f"a d100: {number}", f"a 1d6: {face}")
    assert (hp(spec, "desk"), hp(spec, "computer"), hp(spec, "t")) == (desk, computer, left)


@pytest.mark.rule("CE-COVER-6")
def test_an_object_absorbs_no_more_than_the_hp_that_it_has_left() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), newcomer("desk", hp=3)).given(behind("t", "desk"))
    shot(spec, "a d100: 40", "a d100: 1", "a 1d6: 6").then(Destroyed(combatant="desk"))
    assert losses(spec) == [("t", 3, 7)]


@pytest.mark.rule("CE-COVER-7")
def test_what_goes_through_meets_the_targets_armour() -> None:
    spec = desk_and_computer(stub("a", "avenger_9mm"), stub("t", **FLAK))
    shot(spec, "a d100: 40", "a d100: 51", "a 1d6: 6")
    assert (person(spec, "t").armour["flak_jacket"].hp, hp(spec, "t")) == (11, 10)


@pytest.mark.rule("CE-COVER-8", "CE-RUL-89")
def test_a_destroyed_object_leaves_every_list_and_the_others_close_up() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), stub("u"), "desk", "computer")
    spec.given(behind("t", "computer", "desk"), behind("u", ("computer", 30)))
    shot(spec, "a d100: 40", "a d100: 5", "a 1d6: 2").then(Destroyed(combatant="computer"))
    assert [one.object for one in person(spec, "t").cover.objects] == ["desk"]
    assert person(spec, "u").cover.objects == ()
    spec.given(EndAction(actor="a"), FinishRound(actor="t"), FinishRound(actor="u"))
    assert struck(shot(spec, "a d100: 40", "a d100: 50", "a 1d6: 2")) == ["desk"]
    spec.given(EndAction(actor="a"))
    assert struck(shot(spec, "a d100: 40", "a d100: 51", "a 1d6: 2")) == [None]


@pytest.mark.rule("CE-COVER-8")
def test_a_second_hit_that_named_the_destroyed_object_passes_through_it_whole() -> None:
    shots = ("a d100: 40", "a d100: 40", "a d100: 53", "a d100: 53", "a 1d6: 5", "a 1d6: 4")
    spec = shot(desk_and_computer(), *shots, fire="double_tap")
    assert losses(spec) == [("t", 3, 7), ("t", 4, 3)]
    assert len([event for event in spec.events if isinstance(event, Destroyed)]) == 1


@pytest.mark.rule("CE-COVER-9")
def test_an_object_is_one_thing_for_all_behind_it() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), stub("u"), newcomer("desk", hp=6))
    spec.given(behind("t", "desk"), behind("u", ("desk", 90)))
    shot(spec, "a d100: 40", "a d100: 1", "a 1d6: 5")
    spec.given(EndAction(actor="a"), FinishRound(actor="t"), FinishRound(actor="u"))
    shot(spec, "a d100: 40", "a d100: 90", "a 1d6: 5", target="u").then(Destroyed(combatant="desk"))
    assert (losses(spec), hp(spec, "desk")) == ([("u", 4, 6)], 0)


# Which attacks


@pytest.mark.rule("CE-COVER-10")
@pytest.mark.parametrize(("weapon", "reach"), [("sword", "melee"), ("avenger_9mm", "short"), ("javelin", "short")])
def test_cover_counts_for_melee_ranged_and_thrown_attacks(weapon: str, reach: str) -> None:
    arms = {"weapons": [SPEAR if weapon == "javelin" else {"id": weapon}], "held": {"right": weapon}}
    spec = in_slot(stub("a", **arms), stub("t"), "desk").given(behind("t", "desk"))
    die = "a 1d8: 5" if weapon == "sword" else "a 1d6: 5"
    shot(spec, "a d100: 40", "a d100: 50", die, reach=reach)
    assert (struck(spec), hp(spec, "desk")) == (["desk"], 10)


@pytest.mark.rule("CE-COVER-10", "CE-AREA-8")
@pytest.mark.parametrize("mode", ["location", "penalty", "both"])
def test_cover_does_nothing_against_area_weapons(mode: str) -> None:
    spec = in_slot(stub("a", "grenade", position=at(0, 0)), stub("t", position=at(0, 9)), "desk", cover_mode=mode)
    spec.given(behind("t", "desk"))
    spec.when(attack("a", "t"), "narrator: blast_list {}", throws=["a d100: 60", "a 3d6: 1 2 1"])
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [60]
    assert (hp(spec, "t"), hp(spec, "desk")) == (6, 15)


@pytest.mark.rule("CE-COVER-1", "CE-COVER-10", "CE-SHEET-42")
@pytest.mark.parametrize(("against", "rolls"), [(("a",), 1), (("u",), 0), (None, 1)])
def test_cover_may_be_against_some_attackers_only(against: tuple[str, ...] | None, rolls: int) -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), stub("u"), "desk").given(behind("t", "desk", against=against))
    shot(spec, "a d100: 40", *["a d100: 60"] * rolls, "a 1d6: 5")
    assert len(struck(spec)) == rolls


@pytest.mark.rule("CE-COVER-11")
@pytest.mark.parametrize("number", [1, 100])
def test_whole_cover_may_be_shot_at_and_is_always_struck(number: int) -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"), "wall").given(behind("t", ("wall", 100)))
    shot(spec, "a d100: 40", f"a d100: {number}", "a 1d6: 5")
    assert (struck(spec), hp(spec, "wall"), hp(spec, "t")) == (["wall"], 95, 10)


# Hostages


@pytest.mark.rule("CE-COVER-13")
def test_a_hostage_in_the_list_is_hit_itself_with_its_own_armour_and_nothing_goes_through() -> None:
    spec = in_slot(stub("a", "magnum_357"), stub("t"), stub("h", **FLAK)).given(behind("t", ("h", 40)))
    shot(spec, "a d100: 40", "a d100: 40", "a 1d8: 8")
    assert (struck(spec), losses(spec)) == (["h"], [("h", 3, 7)])
    assert [(event.combatant, event.by) for event in spec.events if isinstance(event, DamageAbsorbed)] == [
        ("h", "armour")
    ]


@pytest.mark.rule("CE-COVER-6")
def test_a_thing_absorbs_whatever_it_is_called() -> None:
    desk = newcomer("desk").model_copy(update={"id": "armour"})
    spec = in_slot(stub("a", "magnum_357"), stub("t", **FLAK), desk).given(behind("t", ("armour", 100)))
    shot(spec, "a d100: 40", "a d100: 40", "a 1d8: 8")
    assert (hp(spec, "armour"), losses(spec)) == (10, [("t", 0, 10)])


@pytest.mark.rule("CE-COVER-13")
def test_a_hostage_has_neither_defence_nor_forced_miss() -> None:
    hostage = stub("h", role="major", fp=4)
    spec = in_slot(stub("a", "magnum_357"), stub("t"), hostage, asked=("h",)).given(behind("t", ("h", 100)))
    shot(spec, "a d100: 40", "a d100: 1", "a 1d8: 4").then(HpLost)
    assert (hp(spec, "h"), not spec.fight.prompts) == (6, True)


@pytest.mark.rule("CE-COVER-13", "CE-COVER-1")
def test_nobody_strikes_itself_where_its_target_hides_behind_it() -> None:
    spec = in_slot(stub("a", "magnum_357"), stub("t"), "desk").given(behind("t", ("a", 60), ("desk", 40)))
    shot(spec, "a d100: 40", "a d100: 41", "a 1d8: 4")
    assert (struck(spec), losses(spec)) == ([None], [("t", 4, 6)])


@pytest.mark.rule("CE-COVER-13")
def test_a_vehicle_in_the_list_is_hit_itself() -> None:
    spec = in_slot(stub("a", "magnum_357"), stub("t"), "libretta_rapier").given(behind("t", ("libretta_rapier", 80)))
    shot(spec, "a d100: 40", "a d100: 80", "a 1d8: 7")
    assert losses(spec) == [("libretta_rapier", 3, 37)]


@pytest.mark.rule("CE-COVER-5")
@pytest.mark.parametrize(
    ("cover", "falls"), [(("a d100: 50", "a d100: 56"), True), (("a d100: 50", "a d100: 9"), False)]
)
def test_an_item_falls_by_a_called_double_tap_if_one_of_its_shots_passes_the_cover(
    cover: tuple[str, str], falls: bool
) -> None:
    spec = desk_and_computer(stub("a", "avenger_9mm"), stub("t", "knife"))
    terms = 'narrator: called_terms {"base": 60, "effect": "drop_item", "item": "knife"}'
    spec.when(
        attack("a", "t", range="short", fire="double_tap", called="hand"),
        terms,
        throws=["a d100: 40", "a d100: 40", *cover],
    )
    assert any(isinstance(event, ItemDropped) for event in spec.events) is falls


# Leaving it


@pytest.mark.rule("CE-COVER-14")
def test_whoever_moves_loses_its_cover() -> None:
    spec = in_slot(stub("a"), stub("t"), "desk").given(behind("a", "desk"))
    spec.when(Move(actor="a", mode="legs2", distance_m=1), speaker=Speaker("player", ("a",))).then(
        CoverLost(combatant="a")
    )
    assert person(spec, "a").cover.objects == ()


@pytest.mark.rule("CE-COVER-14")
def test_the_narrator_may_let_it_keep_its_cover_and_nobody_else() -> None:
    spec = in_slot(stub("a"), stub("t"), "desk").given(behind("a", "desk"))
    move = Move(actor="a", mode="legs2", distance_m=1, keeps_cover=True)
    spec.when(move).never(CoverLost)
    assert [one.object for one in person(spec, "a").cover.objects] == ["desk"]
    spec.when(move, speaker=Speaker("player", ("a",))).refused("CE-COVER-14")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.keeps_cover"
