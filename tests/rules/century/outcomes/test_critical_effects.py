"""What the narrator may choose for a critical throw, and what each effect does (CE-CRIT-10 to CE-CRIT-23)."""

from typing import Any

import pytest

from domain.core.commands import SentAnswer
from domain.core.events import Prompted
from domain.rulesets.century.chapters.attack.shots import RoundsFired
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.items.hands import ItemDropped, ItemUsedUp
from domain.rulesets.century.chapters.items.jams import ClearJam, WeaponFailed
from domain.rulesets.century.chapters.narrator.attitudes import AttitudeSet, SetAttitude, SideTaken
from domain.rulesets.century.chapters.outcomes.criticals import ChooseCritical, Confessed, CriticalChosen
from domain.rulesets.century.chapters.rolls.judging import RollClosed, RollJudged
from domain.rulesets.century.chapters.round.deferred_effects import EffectHeld, EffectsReleased
from domain.rulesets.century.chapters.round.slots import EndAction, FinishRound
from domain.rulesets.century.said import side_said
from domain.rulesets.century.state import Condition, CriticalChoice
from tests.rules.century.builders import lost, refused, result, skirmish
from tests.rules.century.specification import Specification, attack, fight, given, policy, roll, stub


def lucky(**fields: Any) -> Specification:
    """A critical success of ``a`` that is no attack; the narrator is asked."""
    there = [stub("a"), stub("npc", side="others"), stub("hero", role="character")]
    return given(fight(*there)).when(roll("a", **fields), throws=["a d100: 3"])


def clumsy(*weapons: str, carried: tuple[str, ...] = (), **fields: Any) -> Specification:
    """A critical failure of ``a`` that is no attack, with these weapons in hand and others carried."""
    sheet = {"weapons": [{"id": weapon} for weapon in (*weapons, *carried)]}
    there = [stub("a", *weapons, str=18, **sheet), stub("npc"), stub("other", side="others")]
    return given(fight(*there)).when(roll("a", **fields), throws=["a d100: 98"])


def fumbled(weapon: str, number: int = 98, **sheet: Any) -> Specification:
    """An attack of ``a`` that fails critically; the narrator is asked."""
    reach = "melee" if weapon in ("sword", "knife") else "short"
    spec = skirmish(stub("a", weapon, str=18, **sheet), "b", "c")
    return spec.when(attack("a", "b", range=reach), throws=[f"a d100: {number}"])


@pytest.mark.rule("CE-CRIT-10")
def test_none_does_nothing_more_and_leaves_the_degree() -> None:
    spec = (
        lucky(roll_id="r")
        .answer({"effect": "none"})
        .then(CriticalChosen(roll="r", combatant="a", choice=CriticalChoice("none")))
    )
    spec.never(AttitudeSet, ConditionSet, Prompted)
    clumsy().answer({"effect": "none"}).then(CriticalChosen)


# Fitting effects


@pytest.mark.rule("CE-CRIT-23")
@pytest.mark.parametrize("effect", ["drop_weapon", "jam", "break_weapon", "explode_weapon", "instant_enemy"])
def test_a_failures_effect_does_not_fit_a_success(effect: str) -> None:
    spec = lucky(target="npc")
    refused(spec.answer({"effect": effect}), "CE-CRIT-23", "command.answer.effect")
    spec.answer({"effect": "none"}).then(CriticalChosen)


@pytest.mark.rule("CE-CRIT-23")
@pytest.mark.parametrize("effect", ["automatic_hit", "double_damage", "instant_ally", "confession"])
def test_a_successs_effect_does_not_fit_a_failure(effect: str) -> None:
    refused(fumbled("sword").answer({"effect": effect}), "CE-CRIT-23", "command.answer.effect")


@pytest.mark.rule("CE-CRIT-11", "CE-CRIT-12")
@pytest.mark.parametrize("effect", ["automatic_hit", "double_damage"])
def test_what_hits_or_hurts_is_for_attacks(effect: str) -> None:
    refused(lucky().answer({"effect": effect}), "CE-CRIT-23", "command.answer.effect")


@pytest.mark.rule("CE-CRIT-23")
def test_one_critical_has_one_effect() -> None:
    spec = lucky().answer({"effect": "none"})
    spec.when(ChooseCritical(effect="none")).refused("CE-ROLL-13")


@pytest.mark.rule("CE-CRIT-23")
def test_parameters_of_another_effect_are_refused() -> None:
    refused(fumbled("sword").answer({"effect": "drop_weapon", "rounds": 2}), "CE-CRIT-15", "command.answer.rounds")
    refused(lucky().answer({"effect": "none", "npc": "npc"}), "CE-CRIT-10", "command.answer.npc")


@pytest.mark.rule("CE-CRIT-23")
def test_the_weapon_of_the_attack_fails_and_no_other() -> None:
    spec = skirmish(stub("a", "avenger_9mm", "knife"), "b")
    spec.when(attack("a", "b", range="short"), throws=["a d100: 98"])
    refused(spec.answer({"effect": "drop_weapon", "weapon": "knife"}), "CE-CRIT-23", "command.answer.weapon")
    spec.answer({"effect": "drop_weapon", "weapon": "avenger_9mm"}).then(ItemDropped)


@pytest.mark.rule("CE-CRIT-23")
def test_in_another_roll_an_item_in_hand_is_named_or_the_only_one() -> None:
    clumsy("knife").answer({"effect": "break_weapon"}).then(WeaponFailed(combatant="a", weapon="knife", state="broken"))
    spec = clumsy("knife", "pistol_22")
    refused(spec.answer({"effect": "break_weapon"}), "CE-CRIT-23", "command.answer.weapon")
    refused(spec.answer({"effect": "break_weapon", "weapon": "sword"}), "CE-CRIT-23", "command.answer.weapon")
    named = {"effect": "break_weapon", "weapon": "pistol_22"}
    spec.answer(named).then(WeaponFailed(combatant="a", weapon="pistol_22", state="broken"))


# Weapons


@pytest.mark.rule("CE-CRIT-15")
def test_a_dropped_weapon_lies_at_the_rollers_place() -> None:
    spec = fumbled("sword", position={"x": 3, "y": 4}).answer({"effect": "drop_weapon"}).then(ItemDropped)
    assert not spec.fight.people["a"].held
    assert "sword" in spec.fight.ground
    assert spec.fight.ground["sword"].place == spec.fight.people["a"].place
    refused(clumsy().answer({"effect": "drop_weapon"}), "CE-CRIT-23", "command.answer.weapon")
    bare = skirmish("a", "b").when(attack("a", "b", range="melee"), throws=["d100: 98"])
    refused(bare.answer({"effect": "drop_weapon"}), "CE-CRIT-23", "command.answer.weapon")
    carried = clumsy("knife", carried=("sword",))
    refused(carried.answer({"effect": "drop_weapon", "weapon": "sword"}), "CE-CRIT-23", "command.answer.weapon")


@pytest.mark.rule("CE-CRIT-16", "CE-LOAD-6", "CE-RUL-35", "CE-RUL-15")
def test_a_jam_keeps_the_shot_in_the_weapon_and_says_how_long_it_takes() -> None:
    spec = fumbled("avenger_9mm").answer({"effect": "jam", "rounds": 3})
    spec.then(WeaponFailed(combatant="a", weapon="avenger_9mm", state="jammed", rounds=3)).never(RoundsFired, HpLost)
    weapon = spec.fight.people["a"].weapons["avenger_9mm"]
    assert (weapon.state, weapon.jam_rounds, weapon.loaded) == ("jammed", 3, 15)
    fumbled("avenger_9mm").answer({"effect": "jam"}).then(
        WeaponFailed(combatant="a", weapon="avenger_9mm", state="jammed", rounds=1)
    )
    spec.when(EndAction(actor="a")).when(FinishRound(actor="b")).when(FinishRound(actor="c"))
    spec.when(attack("a", "b", range="short")).refused("CE-HIT-14")


@pytest.mark.rule("CE-CRIT-16", "CE-RUL-15")
def test_a_jam_takes_one_to_ten_rounds() -> None:
    fumbled("avenger_9mm").answer({"effect": "jam", "rounds": 10}).then(
        WeaponFailed(combatant="a", weapon="avenger_9mm", state="jammed", rounds=10)
    )
    for rounds in (0, 11):
        fumbled("avenger_9mm").answer({"effect": "jam", "rounds": rounds}).refused(None, "invalid")


@pytest.mark.rule("CE-CRIT-16")
def test_only_firearms_jam_and_only_once() -> None:
    refused(fumbled("sword").answer({"effect": "jam"}), "CE-CRIT-16", "command.answer.effect")
    refused(fumbled("bow").answer({"effect": "jam"}), "CE-CRIT-16", "command.answer.effect")
    spec = clumsy("avenger_9mm").answer({"effect": "jam"}).when(roll("a"), throws=["a d100: 98"])
    refused(spec.answer({"effect": "jam"}), "CE-CRIT-16", "command.answer.effect")


@pytest.mark.rule("CE-CRIT-16")
def test_the_second_shot_of_a_double_tap_is_not_fired_after_a_jam() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), "b", critical_effects="standard")
    spec.when(attack("a", "b", fire="double_tap", range="short"), throws=["a d100: 95"]).never(RoundsFired)
    assert spec.fight.people["a"].weapons["avenger_9mm"].loaded == 15
    assert spec.fight.people["a"].pool == 6


@pytest.mark.rule("CE-CRIT-18", "CE-RUL-35")
def test_a_broken_weapon_is_useless_and_keeps_what_is_loaded() -> None:
    spec = fumbled("avenger_9mm").answer({"effect": "break_weapon"})
    weapon = spec.fight.people["a"].weapons["avenger_9mm"]
    assert (weapon.state, weapon.loaded) == ("broken", 15)
    spec.when(ClearJam(actor="a", weapon="avenger_9mm")).refused("CE-CRIT-17")
    once = clumsy("knife").answer({"effect": "break_weapon"}).when(roll("a"), throws=["a d100: 98"])
    refused(once.answer({"effect": "break_weapon"}), "CE-CRIT-18", "command.answer.effect")


@pytest.mark.rule("CE-CRIT-19", "CE-RUL-35")
def test_an_exploding_weapon_is_destroyed_and_hurts_its_wielder_through_armour() -> None:
    spec = skirmish(stub("a", "magnum_357", armour=[{"id": "flak_jacket"}], worn="flak_jacket"), "b")
    spec.when(attack("a", "b", range="short"), throws=["a d100: 100"])
    spec.answer({"effect": "explode_weapon"}, throws=["a d8: 7"])
    spec.then(WeaponFailed(combatant="a", weapon="magnum_357", state="destroyed"), DamageThrown, HpLost)
    assert lost(spec) == [("a", 2)]
    weapon = spec.fight.people["a"].weapons["magnum_357"]
    assert (weapon.state, weapon.loaded) == ("destroyed", 0)


@pytest.mark.rule("CE-CRIT-19")
def test_the_narrator_gives_an_explosion_damage_and_radius() -> None:
    here, near, edge, far = ({"x": 0, "y": y} for y in (0, 1, 2, 3))
    people = [
        stub("c", position=edge),
        stub("a", "avenger_9mm", position=here),
        stub("b", position=near),
        stub("d", position=far),
        stub("e"),
    ]
    spec = given(fight(*people)).when(roll("a"), throws=["a d100: 98"])
    spec.answer({"effect": "explode_weapon", "damage": "2d6", "radius": 2}, throws=["a 2d6: 1 3"])
    assert lost(spec) == [("a", 4), ("c", 4), ("b", 4)]
    spec = given(fight(*people)).when(roll("a"), throws=["a d100: 98"])
    assert lost(spec.answer({"effect": "explode_weapon"}, throws=["a d6: 2"])) == [("a", 2)]


@pytest.mark.rule("CE-CRIT-19")
def test_a_weapon_with_an_area_explodes_in_it() -> None:
    people = [stub("a", "bazooka", str=18, position={"x": 0, "y": 0}), stub("b", position={"x": 0, "y": 3})]
    spec = given(fight(*people)).when(roll("a"), throws=["a d100: 98"])
    spec.answer({"effect": "explode_weapon"}, throws=["a 4d6: 1 1 1 1"])
    assert lost(spec) == [("a", 4), ("b", 4)]
    held = clumsy("grenade").answer({"effect": "explode_weapon"}, throws=["a 3d6: 1 2 2"])
    assert lost(held.then(WeaponFailed(combatant="a", weapon="grenade", state="destroyed"), ItemUsedUp)) == [("a", 5)]
    refused(fumbled("sword").answer({"effect": "explode_weapon"}), "CE-CRIT-19", "command.answer.effect")


@pytest.mark.rule("CE-CRIT-19")
def test_in_a_common_slot_an_explosion_hurts_later_but_destroys_at_once() -> None:
    spec = skirmish(stub("a", "magnum_357", str=18), "b", scores={"a": 7, "b": 7}, critical_effects="standard")
    spec.when(attack("a", "b", range="short"), throws=["a d100: 100", "a d8: 5"])
    spec.then(WeaponFailed, DamageThrown, EffectHeld).never(HpLost)
    spec.when(FinishRound(actor="a")).when(FinishRound(actor="b")).then(EffectsReleased, HpLost)
    assert lost(spec) == [("a", 5)]


# People


@pytest.mark.rule("CE-CRIT-13", "CE-RUL-34")
def test_an_instant_ally_feels_goodwill_or_better_and_stays_on_its_side() -> None:
    spec = lucky(target="npc").answer({"effect": "instant_ally"}).never(SideTaken)
    assert [one.attitude for one in spec.events if isinstance(one, AttitudeSet)] == ["goodwill"]
    spec = lucky().answer({"effect": "instant_ally", "npc": "npc", "attitude": "adoration", "join": True})
    spec.then(AttitudeSet, SideTaken(combatant="npc", side=spec.fight.people["a"].side))
    assert spec.fight.attitudes["npc/a"].attitude == "adoration"
    worse = lucky().answer({"effect": "instant_ally", "npc": "npc", "attitude": "affection"})
    refused(worse, "CE-CRIT-13", "command.answer.attitude")


@pytest.mark.rule("CE-CRIT-13")
def test_an_ally_who_feels_better_already_goes_on_so() -> None:
    start = given(fight("a", "npc"), SetAttitude(npc="npc", toward="a", attitude="admiration"))
    spec = start.when(roll("a", target="npc"), throws=["d100: 3"]).answer({"effect": "instant_ally"})
    spec.never(AttitudeSet)
    assert spec.fight.attitudes["npc/a"].attitude == "admiration"


@pytest.mark.rule("CE-CRIT-13")
def test_an_ally_is_named_and_is_no_character() -> None:
    refused(lucky().answer({"effect": "instant_ally"}), "CE-CRIT-13", "command.answer.npc")
    led = lucky().answer({"effect": "instant_ally", "npc": "hero"})
    refused(led, "CE-NPC-9", "command.answer.npc")


@pytest.mark.rule("CE-CRIT-14")
def test_a_confession_is_on_record() -> None:
    spec = lucky(target="npc").answer({"effect": "confession", "text": "The sheriff did it."})
    spec.then(Confessed(combatant="npc", to="a", text="The sheriff did it."))
    refused(lucky(target="npc").answer({"effect": "confession"}), "CE-CRIT-14", "command.answer.text")
    nobody = lucky().answer({"effect": "confession", "text": "x"})
    refused(nobody, "CE-CRIT-14", "command.answer.npc")


@pytest.mark.rule("CE-CRIT-14")
@pytest.mark.parametrize("npc", [None, "npc"])
def test_a_confession_without_a_name_is_an_option_where_the_roll_has_a_target(npc: str | None) -> None:
    command = ChooseCritical(effect="confession", npc=npc, text="The sheriff did it.")
    assert lucky(target="npc").offers(command)


@pytest.mark.rule("CE-CRIT-20", "CE-RUL-34")
def test_an_instant_enemy_feels_enmity_or_worse_and_may_turn_against_the_roller() -> None:
    spec = clumsy(target="npc").answer({"effect": "instant_enemy"}).never(SideTaken)
    assert spec.fight.attitudes["npc/a"].attitude == "enmity"
    spec = clumsy().answer({"effect": "instant_enemy", "npc": "npc", "attitude": "deathwish", "join": True})
    spec.then(AttitudeSet, SideTaken(combatant="npc", side="others"))
    better = clumsy().answer({"effect": "instant_enemy", "npc": "npc", "attitude": "caution"})
    refused(better, "CE-CRIT-20", "command.answer.attitude")
    refused(clumsy().answer({"effect": "instant_enemy"}), "CE-CRIT-20", "command.answer.npc")


@pytest.mark.rule("CE-CRIT-20")
def test_an_enemy_who_feels_worse_already_goes_on_so_and_keeps_a_side_of_its_own() -> None:
    start = given(
        fight("a", stub("npc", side="third"), stub("c", side="others")),
        SetAttitude(npc="npc", toward="a", attitude="hatred"),
    )
    spec = start.when(roll("a", target="npc"), throws=["d100: 97"])
    spec.answer({"effect": "instant_enemy", "join": True}).never(AttitudeSet, SideTaken)


@pytest.mark.rule("CE-CRIT-20")
def test_an_enemy_takes_the_side_of_people_and_not_that_of_things() -> None:
    spec = given(fight(stub("a", side="us"), stub("npc", side="us"), "desk", stub("c", side="others")))
    spec.when(roll("a", target="npc"), throws=["d100: 97"]).answer({"effect": "instant_enemy", "join": True})
    spec.then(SideTaken(combatant="npc", side="others"))


@pytest.mark.rule("CE-CRIT-20")
def test_an_enemy_without_another_side_takes_one_of_its_own() -> None:
    start = given(fight(stub("a", side="us"), stub("npc", side="us"))).when(
        roll("a", target="npc"), throws=["d100: 97"]
    )
    start.answer({"effect": "instant_enemy", "join": True}).then(SideTaken(combatant="npc", side="npc"))
    because = "Npc now feels enmity towards A, because of a critical throw"
    assert start.lines() == [f"{because}, and is now on a side of their own."]
    assert side_said("npc", {"npc": "Npc"}) == "Npc's side"
    assert side_said("red", {"npc": "Npc"}) == "the red side"


@pytest.mark.rule("CE-CRIT-21")
def test_another_effect_has_a_text_and_sets_conditions_on_roller_and_target() -> None:
    modifiers = [
        {"combatant": "a", "condition": {"effect": "hindered", "label": "sprained", "amount": 15}},
        {"combatant": "npc", "condition": {"effect": "stunned", "rounds": 2}},
    ]
    spec = clumsy(target="npc").answer({"effect": "other", "text": "They collide.", "modifiers": modifiers})
    spec.then(
        ConditionSet(combatant="a", condition=Condition("hindered", 15, "sprained")),
        ConditionSet(combatant="npc", condition=Condition("stunned", lasts="round", until=2)),
    )
    spec.follows(ConditionSet, CriticalChosen)
    refused(clumsy().answer({"effect": "other"}), "CE-CRIT-21", "command.answer.text")


@pytest.mark.rule("CE-CRIT-21")
def test_another_effect_sets_conditions_on_nobody_else_and_nothing_else() -> None:
    stunned = {"combatant": "other", "condition": {"effect": "stunned"}}
    spec = clumsy(target="npc").answer({"effect": "other", "text": "x", "modifiers": [stunned]})
    refused(spec, "CE-CRIT-21", "command.answer.modifiers[0].combatant")
    hurt = {"combatant": "a", "condition": {"effect": "lose_hp", "amount": 1}}
    spec.answer({"effect": "other", "text": "x", "modifiers": [hurt]})
    refused(spec, "CE-CRIT-21", "command.answer.modifiers[0].condition.effect")
    kicked = given(fight("a", "desk")).when(roll("a", target="desk"), throws=["a d100: 98"])
    kicked.answer({"effect": "other", "text": "x", "modifiers": [{**stunned, "combatant": "desk"}]})
    refused(kicked, "CE-CRIT-21", "command.answer.modifiers[0].combatant")


@pytest.mark.rule("CE-CRIT-21", "CE-SHEET-45")
def test_in_a_common_slot_conditions_of_an_attack_wait_and_others_do_not() -> None:
    stunned = {"effect": "other", "text": "x", "modifiers": [{"combatant": "b", "condition": {"effect": "stunned"}}]}
    common = {"a": 7, "b": 7}
    spec = skirmish("a", "b", scores=common).when(attack("a", "b", range="melee"), throws=["d100: 97"])
    spec.answer(stunned).then(EffectHeld).never(ConditionSet)
    spec = skirmish("a", "b", scores=common).when(roll("a", target="b"), throws=["d100: 97"])
    spec.answer(stunned).then(ConditionSet).never(EffectHeld)


@pytest.mark.rule("CE-CRIT-9", "CE-ROLL-16")
def test_of_a_hidden_roll_no_effect_is_asked_for_or_recorded() -> None:
    lucky().then(RollJudged).asks("choose_critical", "narrator")
    lucky(hidden=True).then(RollJudged, RollClosed).never(Prompted, CriticalChosen)
    standard = given(fight("a", critical_effects="standard"))
    standard.when(roll("a", hidden=True), throws=["a d100: 3"]).then(RollClosed).never(CriticalChosen)
    sent = SentAnswer(kind="choose_critical", answer="standard")
    given(fight("a")).when(roll("a", hidden=True, answers=(sent,))).refused("CE-ROLL-13")


@pytest.mark.rule("CE-CRIT-9", "CE-CRIT-22", "CE-ROLL-16")
@pytest.mark.parametrize(
    ("options", "standing", "degrees"),
    [
        ({"critical_effects": "standard"}, None, (5, -5)),
        ({}, "standard", (5, -5)),
        ({}, None, (1, -1)),
        ({}, "ask", (1, -1)),
        ({"critical_effects": "none"}, None, (1, -1)),
        ({"critical_effects": "none"}, "standard", (1, -1)),
        ({"critical_effects": "standard", "degrees": False}, None, (1, -1)),
    ],
)
def test_the_standard_effect_of_a_hidden_roll_is_in_its_degree(
    options: dict[str, Any], standing: str | None, degrees: tuple[int, int]
) -> None:
    policies = [policy("narrator", "choose_critical", standing)] if standing else []
    for (number, base), degree in zip(((5, 1), (96, 95)), degrees, strict=True):
        spec = given(fight("a", **options), *policies).when(roll("a", base, hidden=True), throws=[f"a d100: {number}"])
        assert result(spec).degree == degree
