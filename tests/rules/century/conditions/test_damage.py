"""Damage: what a hit throws, what is lost by it, and the narrator's own harm (CE-DMG, CE-BURST-2, CE-BURST-4)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.attack.shots import CoverRolled
from domain.rulesets.century.chapters.conditions.care import UseStimpak
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import Downed, HpGained, HpLost, SetDowned
from domain.rulesets.century.chapters.conditions.health_categories import HealthChanged
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.outcomes.criticals import CriticalChosen
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.parts import ConsequenceSheet
from tests.rules.century.builders import FLAK, behind, damage, hp, hurt, in_slot, losses, person
from tests.rules.century.specification import Specification, attack, check, fight, given, newcomer, roll, stub

DUD: dict[str, Any] = {"id": "dud", "name": "Dud", "skill": "Hand to Hand: Melee Weapon", "mode": "melee", "mp": 2}


def armed(damage: str, **sheet: Any) -> Any:
    """Somebody with a hand weapon of this damage."""
    return stub("a", weapons=[{**DUD, "damage": damage}], held={"right": "dud"}, **sheet)


def struck(spec: Specification, *throws: str, target: str = "t", reach: str = "short", **fields: Any) -> Specification:
    """The attack of a with what it holds."""
    return spec.when(attack("a", target, range=reach, **fields), throws=list(throws))


# What a hit does


@pytest.mark.rule("CE-DMG-1", "CE-DMG-10")
def test_a_hit_throws_the_weapons_dice_and_takes_their_total_off_the_targets_hp() -> None:
    spec = in_slot(stub("a", "pump_shotgun"), newcomer("eva"))
    struck(spec, "a d100: 30", "a 2d6: 3 4", target="eva")
    spec.then(
        HpLost(combatant="eva", points=7, hp=6, source="Pump Shotgun"),
        HealthChanged(combatant="eva", before="fresh", now="half"),
    )
    spec.follows(HpLost, DamageThrown)
    assert hp(spec, "eva") == 13 - 7


@pytest.mark.rule("CE-DMG-10")
@pytest.mark.parametrize(
    ("weapon", "dice"),
    [("magnum_357", "a 1d8: 5"), ("pistol_22", "a 1d4: 3"), ("sword", "a 1d8: 6"), ("whiskey_bottle", "a 1d3: 2")],
)
def test_armed_attacks_throw_the_dice_of_the_weapons_entry(weapon: str, dice: str) -> None:
    reach = "melee" if weapon in ("sword", "whiskey_bottle") else "short"
    spec = struck(in_slot(stub("a", weapon), stub("t")), "a d100: 40", dice, reach=reach)
    assert hp(spec, "t") == 10 - int(dice[-1])


@pytest.mark.rule("CE-DMG-2")
@pytest.mark.parametrize(("face", "total"), [(2, 0), (4, 1)])
def test_a_total_below_0_counts_as_0_and_a_loss_of_0_is_told_and_changes_nothing(face: int, total: int) -> None:
    spec = struck(in_slot(armed("1d4-3"), stub("t", hp=1)), "a d100: 30", f"a 1d4: {face}", reach="melee")
    assert [thrown.total for thrown in damage(spec)] == [total]
    assert losses(spec) == [("t", total, 1 - total)]
    if not total:
        spec.never(HealthChanged, Downed)


@pytest.mark.rule("CE-DMG-2")
def test_a_loss_of_0_fells_nobody_again() -> None:
    spec = in_slot(stub("a"), stub("t", hp=0)).given(SetDowned(combatant="t", status="stabilized"))
    spec.when(hurt("t", 0)).then(HpLost(combatant="t", points=0, hp=0, source="the narrator's word")).never(Downed)
    assert "stabilized" in person(spec, "t").conditions


@pytest.mark.rule("CE-DMG-3")
def test_hp_have_no_lower_bound() -> None:
    spec = in_slot(stub("a"), stub("t", hp=2)).when(hurt("t", 40))
    assert hp(spec, "t") == -38


@pytest.mark.rule("CE-DMG-4")
@pytest.mark.parametrize("strength", [3, 30])
@pytest.mark.parametrize("number", [6, 60])
def test_neither_strength_nor_margin_nor_degree_changes_damage(strength: int, number: int) -> None:
    spec = struck(in_slot(armed("1d6", str=strength), stub("t")), f"a d100: {number}", "a 1d6: 4", reach="melee")
    assert losses(spec) == [("t", 4, 6)]


@pytest.mark.rule("CE-DMG-4")
def test_a_critical_success_doubles_the_total_before_cover_and_armour() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t", **FLAK), "desk").given(behind("t", "desk"))
    struck(spec, "a d100: 2", "a d100: 50", "a 1d6: 6").then(CriticalChosen)
    assert [(thrown.total, thrown.doubled) for thrown in damage(spec)] == [(12, True)]
    assert (hp(spec, "desk"), person(spec, "t").armour["flak_jacket"].hp, hp(spec, "t")) == (10, 10, 8)


@pytest.mark.rule("CE-DMG-5")
def test_every_hit_is_thrown_absorbed_and_subtracted_by_itself_in_the_order_of_the_hits() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t", **FLAK))
    struck(spec, "a d100: 30", "a d100: 40", "a 1d6: 6", "a 1d6: 2", fire="double_tap")
    kinds = [type(event) for event in spec.events if isinstance(event, DamageThrown | DamageAbsorbed | HpLost)]
    assert kinds == [DamageThrown, DamageThrown, DamageAbsorbed, HpLost, DamageAbsorbed, HpLost]
    assert losses(spec) == [("t", 1, 9), ("t", 0, 9)]
    named = [spec.causes[place] for place, event in enumerate(spec.events) if isinstance(event, DamageAbsorbed)]
    before = spec.fight.version - len(spec.events)
    assert [spec.events[cause - before - 1] for cause in named if cause is not None] == damage(spec)


@pytest.mark.rule("CE-DMG-5")
def test_only_the_hit_of_the_critical_roll_is_doubled() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), stub("t"))
    struck(spec, "a d100: 2", "a d100: 50", "a 1d6: 3", "a 1d6: 1", fire="double_tap")
    assert losses(spec) == [("t", 6, 4), ("t", 1, 3)]


@pytest.mark.rule("CE-DMG-6")
def test_lost_hp_stay_lost_and_healing_never_goes_above_the_maximum() -> None:
    spec = in_slot(stub("a", stimpaks=2), stub("t", hp=3))
    spec.given(FinishRound(actor="a"), FinishRound(actor="t"), BeginRound())
    assert hp(spec, "t") == 3
    spec = in_slot(stub("a", stimpaks=2), stub("t", hp=8))
    spec.when(UseStimpak(actor="a", patient="t"), throws=["1d6: 5"]).then(HpGained)
    assert hp(spec, "t") == 10
    too_many = SetDowned(combatant="t", status="up", hp=11)
    spec = spec.when(too_many).refused("CE-SHEET-6")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.hp"


# Vehicles, animals, things


@pytest.mark.rule("CE-DMG-8")
def test_the_resistance_of_vehicles_comes_off_every_hit_and_never_wears_out() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), "libretta_rapier")
    struck(spec, "a d100: 30", "a d100: 30", "a 1d6: 6", "a 1d6: 5", target="libretta_rapier", fire="double_tap")
    assert losses(spec) == [("libretta_rapier", 2, 38), ("libretta_rapier", 1, 37)]
    assert person(spec, "libretta_rapier").dr == 4


@pytest.mark.rule("CE-DMG-8", "CE-ARMOR-7")
def test_the_resistance_of_animals_counts_after_worn_armour_and_leaves_0_at_least() -> None:
    bear = newcomer("bear", **FLAK)
    spec = in_slot(stub("a"), bear).when(hurt("bear", 8, armor=True))
    absorbed = [(event.by, event.points, event.left) for event in spec.events if isinstance(event, DamageAbsorbed)]
    assert absorbed == [("armour", 5, 10), ("hide", 1, None)]
    assert losses(spec) == [("bear", 2, 23)]
    spec = in_slot(stub("a"), "scorpion").when(hurt("scorpion", 1, armor=True))
    assert losses(spec) == [("scorpion", 0, 5)]


def test_a_first_record_of_an_object_that_absorbs_tells_it_by_the_id_alone() -> None:
    spec = in_slot(stub("a"), stub("t", **FLAK), "desk").given(
        DamageAbsorbed(combatant="t", by="desk", points=5, rest=1, left=10)
    )
    assert (hp(spec, "desk"), person(spec, "t").armour["flak_jacket"].hp) == (10, 15)


@pytest.mark.rule("CE-DMG-8", "CE-REACT-36")
@pytest.mark.parametrize("armour", [False, True])
def test_harm_for_which_armour_does_not_count_passes_natural_resistance_too(armour: bool) -> None:
    lost = 2 if armour else 8
    spec = in_slot(stub("a"), newcomer("bear", **FLAK)).when(hurt("bear", 8, armor=armour))
    assert losses(spec) == [("bear", lost, 25 - lost)]
    spec = in_slot(stub("a"), newcomer("bear", **FLAK))
    poison = check("bear", "poison", on_failure=({"effect": "lose_hp", "amount": 8, "armour": armour},))
    assert losses(spec.when(poison, throws=["bear d100: 90"])) == [("bear", lost, 25 - lost)]


@pytest.mark.rule("CE-ARMOR-8", "CE-DMG-8")
def test_a_called_shot_past_armour_meets_natural_resistance() -> None:
    spec = in_slot(stub("a", "avenger_9mm"), newcomer("bear", **FLAK))
    past = 'narrator: called_terms {"base": 40, "ignores_armor": true}'
    spec.when(attack("a", "bear", range="short", called="eye"), past, throws=["a d100: 40", "a 1d6: 6"])
    assert losses(spec) == [("bear", 5, 20)]


@pytest.mark.rule("CE-DMG-8")
def test_things_attacked_for_themselves_lose_the_whole_damage() -> None:
    spec = struck(in_slot(stub("a", "avenger_9mm"), "desk"), "a d100: 30", "a 1d6: 6", target="desk")
    spec.never(DamageAbsorbed)
    assert losses(spec) == [("desk", 6, 9)]


# The narrator's harm


@pytest.mark.rule("CE-DMG-9")
def test_the_narrator_inflicts_dice_or_an_amount_with_a_reason() -> None:
    spec = in_slot(stub("a"), stub("t", **FLAK))
    spec.when(InflictDamage(combatant="t", dice="2d6+1", armor=False, reason="fall"), throws=["2d6: 1 2"])
    assert losses(spec) == [("t", 4, 6)]
    spec.then(HpLost(combatant="t", points=4, hp=6, source="fall"))
    spec.when(InflictDamage(combatant="t", amount=3, armor=False)).never(DamageThrown)
    assert losses(spec) == [("t", 3, 3)]


@pytest.mark.rule("CE-DMG-9")
def test_armour_counts_against_it_unless_the_narrator_says_no_and_cover_never_does() -> None:
    spec = in_slot(stub("a"), stub("t", **FLAK), "wall").given(behind("t", ("wall", 100)))
    spec.when(InflictDamage(combatant="t", amount=7)).never(CoverRolled)
    assert (losses(spec), hp(spec, "wall")) == ([("t", 2, 8)], 100)
    spec.when(InflictDamage(combatant="t", amount=7, armor=False)).never(DamageAbsorbed)
    assert losses(spec) == [("t", 7, 1)]


@pytest.mark.rule("CE-DMG-9")
@pytest.mark.parametrize("given_both", [{}, {"dice": "1d6", "amount": 2}])
def test_it_takes_dice_or_an_amount_one_of_both(given_both: dict[str, Any]) -> None:
    spec = in_slot(stub("a"), stub("t")).when(InflictDamage(combatant="t", **given_both))
    spec.refused("CE-DMG-9", "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.dice"


@pytest.mark.rule("CE-DMG-9")
@pytest.mark.parametrize("whom", ["t", "desk"])
def test_the_dead_and_the_destroyed_are_past_all_harm(whom: str) -> None:
    spec = in_slot(stub("a"), stub("t", hp=-5), newcomer("desk", hp=0)).when(hurt(whom, 1)).refused("CE-HIT-10")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.combatant"


@pytest.mark.rule("CE-DMG-9")
@pytest.mark.parametrize(("armour", "lost"), [(None, 7), (True, 2)])
def test_hp_lost_as_a_consequence_go_the_same_way_without_armour_unless_it_is_said(
    armour: bool | None, lost: int
) -> None:
    spec = given(fight(stub("t", **FLAK)))
    says: dict[str, Any] = {} if armour is None else {"armour": armour}
    fall = ConsequenceSheet(effect="lose_hp", dice="2d6", **says)
    spec.when(roll("t", on_failure=(fall,)), throws=["t d100: 60", "2d6: 3 4"])
    assert losses(spec) == [("t", lost, 10 - lost)]


# Bursts


@pytest.mark.rule("CE-BURST-2", "CE-RUL-83")
def test_a_burst_throws_twice_as_many_dice() -> None:
    spec = in_slot(stub("a", "kaufman"), stub("t"))
    struck(spec, "a d100: 20", "a 2d10: 4 6", fire="burst").then(Downed)
    assert [(thrown.factor, thrown.total) for thrown in damage(spec)] == [(2, 10)]
    assert (hp(spec, "t"), person(spec, "a").weapons["kaufman"].loaded) == (0, 27)


@pytest.mark.rule("CE-BURST-2", "CE-RUL-83", "CE-CRIT-12", "CE-RUL-4")
def test_a_flat_part_doubles_too_and_a_critical_doubles_the_whole_total() -> None:
    kaufman = {"weapons": [{"id": "kaufman", "damage": "1d10+1"}], "held": {"right": "kaufman"}}
    spec = struck(in_slot(stub("a", **kaufman), stub("t", hp_max=40)), "a d100: 20", "a 2d10: 4 6", fire="burst")
    assert losses(spec) == [("t", 12, 28)]
    spec = struck(in_slot(stub("a", **kaufman), stub("t", hp_max=40)), "a d100: 2", "a 2d10: 4 6", fire="burst")
    assert losses(spec) == [("t", 24, 16)]


@pytest.mark.rule("CE-BURST-4", "CE-COVER-12", "CE-ARMOR-5", "CE-RUL-88")
def test_a_burst_is_one_hit_with_one_cover_roll_absorbed_once() -> None:
    spec = in_slot(stub("a", "kaufman"), stub("t", **FLAK), "desk").given(behind("t", "desk"))
    struck(spec, "a d100: 20", "a d100: 30", "a 2d10: 7 6", fire="burst")
    assert [event.points for event in spec.events if isinstance(event, DamageAbsorbed)] == [5, 5]
    assert losses(spec) == [("t", 3, 7)]


@pytest.mark.rule("CE-ARMOR-1")
def test_armour_does_not_change_the_chance_to_be_hit() -> None:
    spec = struck(in_slot(stub("a", "avenger_9mm"), stub("t", **FLAK)), "a d100: 61")
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [60]
