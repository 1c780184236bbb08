"""Double taps, bursts, full auto and sprays (CE-DTAP, CE-BURST, CE-AUTO)."""

from typing import Any

import pytest

from domain.core.events import Prompted
from domain.rulesets.century.chapters.attack.attack_terms import AttackWithdrawn
from domain.rulesets.century.chapters.attack.attacks import Attack, TargetFaced
from domain.rulesets.century.chapters.attack.called_shots import SprayJudged
from domain.rulesets.century.chapters.attack.cover import CoverSet
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled
from domain.rulesets.century.chapters.attack.shots import CoverRolled, RoundsFired, ShotHit, ShotMissed
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.items.jams import WeaponFailed
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.state import Condition, Cover, Covered
from tests.rules.century.attack.test_to_hit import DESK
from tests.rules.century.builders import FATE, found, lost, paid, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, policy, stub

MISS = ["d100: 93"]
BEHIND_DESK = CoverSet(combatant="b", cover=Cover((Covered("desk", 50),)))
JACKET: dict[str, Any] = {"armour": [{"id": "flak_jacket"}], "worn": "flak_jacket"}


def gunner(weapon: str = "ko911", loaded: int | None = None, **fields: Any) -> Any:
    """a with a weapon that has so many rounds loaded."""
    rounds = {} if loaded is None else {"loaded": loaded}
    return stub("a", weapons=[{"id": weapon, **rounds}], held={"right": weapon}, **fields)


def firing(weapon: str = "ko911", loaded: int | None = None, *people: Any, **options: Any) -> Specification:
    """a with a weapon against b and c, who are never asked unless options say so."""
    return skirmish(gunner(weapon, loaded), *(people or ("b", "c")), **options)


def fire(mode: str, **fields: Any) -> Attack:
    """An attack of a on b at short range."""
    return attack("a", "b", **{"fire": mode, "range": "short", **fields})


def spray(**rounds: int) -> Attack:
    """a sprays so many bullets over each."""
    allotted = [{"target": name, "rounds": number} for name, number in rounds.items()]
    return attack("a", None, fire="full_auto", spray=allotted, range="short")


def loaded(spec: Specification, weapon: str = "ko911") -> int:
    """The rounds that are left in a's weapon."""
    return spec.fight.people["a"].weapons[weapon].loaded


# Double tap


@pytest.mark.rule("CE-DTAP-1", "CE-MOD-7", "CE-DTAP-4")
def test_a_double_tap_is_two_shots_of_which_the_second_is_worse() -> None:
    spec = firing("avenger_9mm").when(fire("double_tap"), throws=["d100: 55", "d100: 55", "1d6: 5"])
    spec.then(ShotHit, ShotMissed, RoundsFired(combatant="a", weapon="avenger_9mm", rounds=2, loaded=13))
    assert (targets(spec), paid(spec), lost(spec)) == ([60, 50], [("a", 4)], [("b", 5)])
    assert parts(spec) == {"base": 60, "second_shot": -10}


@pytest.mark.rule("CE-DTAP-2", "CE-RUL-82")
def test_only_some_weapons_with_two_rounds_double_tap() -> None:
    for weapon in ("magnum_357", "ko911", "kaufman", "sword"):
        near = "melee" if weapon == "sword" else "short"
        refused(firing(weapon).when(fire("double_tap", range=near)), "CE-DTAP-2", "command.fire")
    refused(firing("avenger_9mm", 1).when(fire("double_tap")), "CE-DTAP-2", "command.fire")
    firing("pistol_22", 2).when(fire("double_tap"), throws=MISS * 2).then(ShotMissed)


@pytest.mark.rule("CE-DTAP-3", "CE-FATE-2")
def test_fate_is_spent_shot_by_shot() -> None:
    spec = skirmish(stub("a", "avenger_9mm", **FATE), "b").given(policy("a", "fate_before", "ask"))
    spec.given(policy("a", "fate_after", "ask"))
    answers = ("a: fate_before 0", "a: fate_after 1", "a: fate_before 1")
    spec.when(fire("double_tap"), *answers, throws=["d100: 70", "d100: 75", "1d6: 1", "1d6: 1"])
    assert (targets(spec), spec.fight.people["a"].fp) == ([60, 75], 0)


@pytest.mark.rule("CE-DTAP-4")
def test_each_hit_of_a_double_tap_has_its_cover_its_dice_and_its_armour() -> None:
    spec = firing("avenger_9mm", None, stub("b", **JACKET), things=(DESK,), after=(BEHIND_DESK,))
    throws = ["d100: 20", "d100: 20", "d100: 51", "d100: 50", "1d6: 6", "1d6: 6"]
    spec.when(fire("double_tap"), throws=throws)
    assert (lost(spec), spec.fight.people["b"].armour["flak_jacket"].hp) == ([("b", 1), ("b", 0)], 9)
    assert spec.fight.people["desk"].hp == 10


@pytest.mark.rule("CE-DTAP-5", "CE-LOAD-6")
@pytest.mark.parametrize(("number", "left"), [(94, 15), (98, 15)])
def test_a_weapon_that_fails_at_the_first_shot_fires_no_second(number: int, left: int) -> None:
    spec = firing("avenger_9mm", critical_effects="standard").when(fire("double_tap"), throws=[f"d100: {number}"])
    assert [shot.kept for shot in found(spec.then(WeaponFailed), ShotMissed)] == [True, True]
    assert (loaded(spec, "avenger_9mm"), paid(spec)) == (left, [("a", 4)])


@pytest.mark.rule("CE-DTAP-5", "CE-SCAT-7")
def test_a_weapon_that_is_dropped_has_fired_its_first_shot() -> None:
    spec = firing("avenger_9mm").when(fire("double_tap"), throws=["d100: 94"]).asks("choose_critical", "narrator")
    spec.answer({"effect": "drop_weapon"}).then(RoundsFired(combatant="a", weapon="avenger_9mm", rounds=1, loaded=14))
    assert spec.fight.ground["avenger_9mm"].weapon.loaded == 14


# Burst


@pytest.mark.rule("CE-BURST-1")
def test_a_burst_is_one_roll_with_three_bullets_at_the_weapons_cost() -> None:
    spec = firing("kaufman").when(fire("burst"), throws=["d100: 20", "2d10: 4 6"])
    assert (targets(spec), paid(spec), lost(spec), loaded(spec, "kaufman")) == ([60], [("a", 4)], [("b", 10)], 27)
    refused(firing("avenger_9mm").when(fire("burst")), "CE-BURST-1", "command.fire")
    refused(firing("kaufman").when(fire("burst", rounds=3)), "CE-AUTO-1", "command.rounds")


@pytest.mark.rule("CE-BURST-3", "CE-RUL-83")
def test_a_burst_takes_three_bullets() -> None:
    refused(firing("kaufman", 2).when(fire("burst")), "CE-BURST-3", "command.fire")
    assert loaded(firing("kaufman", 3).when(fire("burst"), throws=MISS), "kaufman") == 0


# Full auto


@pytest.mark.rule("CE-AUTO-1", "CE-AUTO-2", "CE-AUTO-3", "CE-AUTO-4", "CE-AUTO-6")
def test_full_auto_throws_the_dice_once_for_each_five_bullets() -> None:
    spec = firing(loaded=17).when(fire("full_auto", rounds=17), throws=["d100: 25", "3d6: 2 3 4"])
    assert (targets(spec), paid(spec), lost(spec), loaded(spec)) == ([60], [("a", 3)], [("b", 9)], 0)


@pytest.mark.rule("CE-AUTO-3", "CE-AUTO-4")
def test_a_flat_part_is_multiplied_too() -> None:
    gun = {"id": "ko911", "damage": "1d6+2"}
    spec = skirmish(stub("a", weapons=[gun], held={"right": "ko911"}), stub("b", hp_max=40))
    spec.when(fire("full_auto", rounds=14), throws=["d100: 25", "2d6: 1 1"])
    assert lost(spec) == [("b", 6)]


@pytest.mark.rule("CE-AUTO-1")
def test_full_auto_declares_up_to_what_is_loaded() -> None:
    refused(firing(loaded=9).when(fire("full_auto", rounds=10)), "CE-AUTO-1", "command.rounds")
    refused(firing().when(fire("full_auto")), "CE-AUTO-1", "command.rounds", "invalid")
    refused(firing("avenger_9mm").when(fire("full_auto", rounds=5)), "CE-AUTO-1", "command.fire")
    kick = attack("a", "b", natural="kick", rounds=5, range="melee")
    refused(firing().when(kick), "CE-AUTO-1", "command.rounds")


@pytest.mark.rule("CE-AUTO-6")
def test_a_volley_on_one_target_is_one_hit() -> None:
    spec = firing("ko911", None, stub("b", **JACKET), things=(DESK,), after=(BEHIND_DESK,))
    spec.when(fire("full_auto", rounds=10), throws=["d100: 25", "d100: 51", "2d6: 4 6"])
    assert (len(found(spec, CoverRolled)), len(found(spec, DamageThrown)), lost(spec)) == (1, 1, [("b", 5)])


@pytest.mark.rule("CE-AUTO-5", "CE-RUL-84")
def test_fewer_than_five_bullets_are_refused_or_by_option_count_once() -> None:
    refused(firing(loaded=4).when(fire("full_auto", rounds=4)), "CE-AUTO-5", "command.rounds")
    refused(firing().when(spray(b=13, c=4)), "CE-AUTO-5", "command.spray")
    for number in (1, 4, 9):
        spec = firing(loaded=number, auto_min_multiplier=1)
        spec.when(fire("full_auto", rounds=number), throws=["d100: 30", "1d6: 3"])
        assert (lost(spec), loaded(spec)) == ([("b", 3)], 0)


@pytest.mark.rule("CE-AUTO-5")
def test_just_five_bullets_are_enough() -> None:
    spec = firing(loaded=5).when(fire("full_auto", rounds=5), throws=["d100: 30", "1d6: 3"])
    assert (lost(spec), loaded(spec)) == ([("b", 3)], 0)
    firing(loaded=10).when(spray(b=5, c=5), throws=MISS * 2).then(ShotMissed)


# Spray


@pytest.mark.rule("CE-AUTO-7", "CE-AUTO-8", "CE-AUTO-2", "CE-RUL-85")
def test_a_spray_runs_from_target_to_target_each_with_its_roll_and_damage() -> None:
    spec = firing(loaded=20).when(spray(b=10, c=7), throws=["d100: 50", "2d6: 3 4", "d100: 61"])
    spec.then(TargetFaced, ShotHit, DamageThrown, TargetFaced, ShotMissed)
    assert (lost(spec), loaded(spec), paid(spec)) == ([("b", 7)], 3, [("a", 3)])
    assert [(one.target, one.rounds) for one in found(spec, TargetFaced)] == [("b", 10), ("c", 7)]
    assert spec.fight.people["a"].attacks == 1


@pytest.mark.rule("CE-AUTO-8")
def test_each_target_has_its_own_parts_in_the_order_given() -> None:
    c = stub("c", str=5, **JACKET)
    spec = firing("ko911", None, "b", c).when(spray(c=5, b=5), throws=MISS * 2)
    assert targets(spec) == [90, 60]


@pytest.mark.rule("CE-AUTO-8")
def test_each_target_has_its_own_range_and_no_penalty_for_the_spraying() -> None:
    said = [{"target": "b", "rounds": 5, "range": "medium"}, {"target": "c", "rounds": 5}]
    spec = firing().when(attack("a", None, fire="full_auto", spray=said, range="short"), throws=MISS * 2)
    assert (targets(spec), parts(spec)) == ([40, 60], {"base": 60})
    people = [stub(name, position={"x": 0, "y": metres}) for name, metres in (("b", 5), ("c", 40))]
    a = stub("a", "ko911", position={"x": 0, "y": 0})
    volley = attack("a", None, fire="full_auto", spray=[{"target": name, "rounds": 5} for name in ("b", "c")])
    assert targets(skirmish(a, *people).when(volley, throws=MISS * 2)) == [60, 20]


@pytest.mark.rule("CE-AUTO-7")
def test_a_spray_names_each_once_and_allots_what_is_loaded() -> None:
    twice = [{"target": "b", "rounds": 5}, {"target": "b", "rounds": 5}]
    spec = firing().when(attack("a", None, fire="full_auto", spray=twice, range="short"))
    refused(spec, "CE-AUTO-7", "command.spray")
    refused(firing(loaded=17).when(spray(b=10, c=8)), "CE-AUTO-7", "command.spray")
    both = [{"target": "b", "rounds": 5}]
    refused(
        firing().when(attack("a", None, fire="full_auto", rounds=5, spray=both, range="short")),
        "CE-AUTO-7",
        "command.rounds",
    )
    refused(firing().when(attack("a", None, fire="burst", spray=both, range="short")), "CE-AUTO-7", "command.spray")


@pytest.mark.rule("CE-AUTO-9", "CE-RUL-85")
def test_a_spray_is_approved_unless_the_option_has_the_narrator_asked() -> None:
    firing().when(spray(b=5, c=5), throws=MISS * 2).never(Prompted, SprayJudged)
    spec = firing(narrator_approves_spray=True).when(spray(b=5, c=5)).asks("spray_approval", "narrator")
    refusal = spec.answer({"refused": "not in the chapel"})
    refusal.then(SprayJudged, AttackWithdrawn).never(PointsSpent, RoundsFired)
    (judged,) = found(refusal, SprayJudged)
    assert (judged.approved, judged.reason, loaded(spec), spec.fight.people["a"].pool) == (
        False,
        "not in the chapel",
        30,
        10,
    )
    spec.when(spray(b=5, c=5)).answer("yes", throws=MISS * 2).then(SprayJudged, PointsSpent, ShotMissed)
    single = firing(narrator_approves_spray=True)
    single.when(fire("full_auto", rounds=5), throws=MISS).never(Prompted)


@pytest.mark.rule("CE-AUTO-10", "CE-CRIT-24")
def test_a_weapon_that_fails_ends_the_volley() -> None:
    spec = firing(critical_effects="standard").when(spray(b=5, c=5), throws=["d100: 94"]).then(WeaponFailed)
    assert ([one.target for one in found(spec, TargetFaced)], loaded(spec)) == (["b"], 30)
    second = firing(critical_effects="standard")
    second.when(spray(b=5, c=5), throws=["d100: 93", "d100: 94"]).then(WeaponFailed)
    assert loaded(second) == 25


@pytest.mark.rule("CE-AUTO-10", "CE-CRIT-24")
@pytest.mark.parametrize(
    ("effect", "state", "left"),
    [("jam", "jammed", 30), ("break_weapon", "broken", 30), ("explode_weapon", "destroyed", 0)],
)
def test_so_do_a_jam_a_break_and_an_explosion_by_the_narrators_choice(effect: str, state: str, left: int) -> None:
    spec = firing().when(spray(b=5, c=5), throws=["d100: 94"])
    spec.answer({"effect": effect}, throws=["1d6: 1"] if effect == "explode_weapon" else [])
    assert (found(spec, TargetFaced), loaded(spec)) == ([], left)
    assert spec.fight.people["a"].weapons["ko911"].state == state


@pytest.mark.rule("CE-AUTO-10", "CE-CRIT-24")
def test_so_does_the_loss_of_the_weapon_whose_bullets_at_the_others_stay_loaded() -> None:
    spec = firing().when(spray(b=5, c=5), throws=["d100: 94"]).asks("choose_critical", "narrator")
    spec.answer({"effect": "drop_weapon"}).then(ShotMissed).never(TargetFaced)
    assert spec.fight.ground["ko911"].weapon.loaded == 25


@pytest.mark.rule("CE-AUTO-10")
def test_a_critical_failure_that_leaves_the_weapon_alone_does_not() -> None:
    spec = firing(critical_effects="none").when(spray(b=5, c=5), throws=["d100: 94", "d100: 93"])
    assert (len(found(spec, TargetFaced)), loaded(spec)) == (2, 20)


@pytest.mark.rule("CE-HIT-12", "CE-AUTO-10")
def test_an_attacker_who_falls_at_the_first_target_turns_to_no_other() -> None:
    spec = skirmish(gunner(), "b", "c", asked=("b", "c")).when(spray(b=5, c=5)).asks("defence", "b")
    spec.given(ConditionSet(combatant="a", condition=Condition("stunned")))
    spec.answer("none").then(ShotMissed).never(RollCalled)
    assert len(found(spec, TargetFaced)) == 0
    assert not spec.fight.prompts


@pytest.mark.rule("CE-AUTO-11")
@pytest.mark.parametrize("fields", [{"fire": "burst"}, {"fire": "full_auto", "rounds": 10}])
def test_bursts_and_volleys_are_halves_of_a_pair(fields: dict[str, Any]) -> None:
    spec = skirmish(stub("a", "pistol_22", "ko911"), "b").when(
        attack("a", "b", range="short", paired=True), throws=MISS
    )
    spec.when(attack("a", "b", weapon="ko911", paired=True, range="short", **fields), throws=MISS).then(AttackCalled)
    assert (parts(spec), paid(spec)) == ({"base": 60, "two_hands_off": -30}, [("a", 2)])
