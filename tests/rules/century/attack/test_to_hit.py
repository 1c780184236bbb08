"""To-Hit Rolls (CE-HIT): the one throw of an attack, its order, whom and what one attacks with."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import Answered
from domain.rulesets.century.chapters.attack.attacks import AttackEnded, AttackLaunched
from domain.rulesets.century.chapters.attack.cover import CoverSet
from domain.rulesets.century.chapters.attack.defences import Defended
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled
from domain.rulesets.century.chapters.attack.shots import CoverRolled, MissForced, RoundsFired, ShotHit, ShotMissed
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import Died, Downed, HpLost, SetDowned
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.items.jams import WeaponFailed
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent
from domain.rulesets.century.chapters.rolls.judging import RollJudged
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown, TargetFixed
from domain.rulesets.century.chapters.round.ending import LeaveField
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.parts import ModifierSheet, PointSheet
from domain.rulesets.century.state import Condition, Cover, Covered, Place
from tests.rules.century.builders import FATE, found, last_parts, lost, paid, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, policy, stub

DESK = Join(template="desk")
BEHIND_DESK = CoverSet(combatant="b", cover=Cover((Covered("desk", 50),)))


def skill(name: str, level: int) -> dict[str, Any]:
    """A Skill of a sheet."""
    return {"name": name, "level": level}


def pair(*weapons: str, **options: Any) -> Specification:
    """a with weapons in its hands against b, who has none and defends itself never."""
    return skirmish(stub("a", *weapons), "b", **options)


# The throw


@pytest.mark.rule("CE-HIT-1", "CE-HIT-5", "CE-HIT-7")
def test_a_throw_equal_to_its_target_number_or_under_it_hits() -> None:
    hit = pair("sword").when(attack("a", "b", range="melee"), throws=["a d100: 60", "a 1d8: 3"])
    hit.then(RollCalled, TargetFixed, PercentThrown, RollJudged, ShotHit, DamageThrown, HpLost)
    (called,) = found(hit, RollCalled)
    assert (called.kind, called.combatant, called.target_of) == ("to_hit", "a", "b")
    missed = pair("sword").when(attack("a", "b", range="melee"), throws=["a d100: 61"])
    (judged,) = found(missed.then(ShotMissed).never(ShotHit), RollJudged)
    assert (judged.success, judged.target, judged.number, judged.degree) == (False, 60, 61, -1)


@pytest.mark.rule("CE-HIT-1")
def test_fate_moves_a_to_hit_roll_before_and_after_its_throw() -> None:
    spec = skirmish(stub("a", "sword", **FATE), "b", after=(policy("a", "fate_before", "ask"),))
    spec.given(policy("a", "fate_after", "ask"))
    spec.when(attack("a", "b", range="melee"), "a: fate_before 1", "a: fate_after 1", throws=["d100: 95", "1d8: 1"])
    spec.then(FateSpent, TargetFixed, PercentThrown, FateSpent, ShotHit)
    assert targets(spec) == [85]


@pytest.mark.rule("CE-HIT-2", "CE-HIT-3", "CE-HIT-4", "CE-RUL-67")
def test_base_ability_and_skill_make_the_target_number() -> None:
    plain = pair("sword").when(attack("a", "b", range="melee"), throws=["d100: 90"])
    assert [(part.key, part.amount, part.rule) for part in last_parts(plain)] == [
        ("base", 60, "CE-HIT-4"),
        ("ability", 0, "CE-ABIL-3"),
        ("skill", 0, "CE-ABIL-4"),
    ]
    fencer = stub("a", "sword", agl=11, skills=[skill("Hand to Hand: Melee Weapon", 2)])
    able = skirmish(fencer, "b").when(attack("a", "b", range="melee"), throws=["d100: 90"])
    assert (parts(able), targets(able)) == ({"base": 60, "ability": 6, "skill": 6}, [72])


@pytest.mark.rule("CE-HIT-2")
@pytest.mark.parametrize(("amount", "number"), [(60, 120), (-90, -30)])
def test_a_target_number_may_lie_over_a_hundred_and_under_nought(amount: int, number: int) -> None:
    help_or_hindrance = ModifierSheet(key="custom", label="fortune", amount=amount)
    swing = attack("a", "b", range="melee", modifiers=[help_or_hindrance])
    spec = pair("sword").when(swing, throws=["d100: 90", *(["1d8: 1"] if number > 100 else [])])
    assert targets(spec) == [number]


@pytest.mark.rule("CE-HIT-3")
@pytest.mark.parametrize(
    ("weapon", "name"),
    [
        ("sword", "Hand to Hand: Melee Weapon"),
        ("avenger_9mm", "Ranged Combat: Small"),
        ("sawed_off_shotgun", "Ranged Combat: Large"),
        (None, "Hand to Hand: Unarmed"),
    ],
)
def test_the_skill_is_that_of_the_weapon(weapon: str | None, name: str) -> None:
    armed = () if weapon is None else (weapon,)
    near = "short" if weapon in ("avenger_9mm", "sawed_off_shotgun") else "melee"
    for known, number in ((name, 69), ("Ranged Combat: Bow", 60)):
        somebody = stub("a", *armed, skills=[skill(known, 3)])
        spec = skirmish(somebody, "b").when(attack("a", "b", range=near), throws=["d100: 90"])
        assert targets(spec) == [number]


@pytest.mark.rule("CE-HIT-6", "CE-RUL-67")
def test_the_ability_is_that_of_the_weapon_and_agility_of_a_natural_attack() -> None:
    club = {"id": "club", "kind": "baseball_bat", "ability": "str"}
    strong = stub("a", str=12, agl=10, weapons=[club], held={"right": "club"})
    for chosen, ability, number in ((None, "str", 69), ("kick", "agl", 63)):
        spec = skirmish(strong, "b").when(attack("a", "b", range="melee", natural=chosen), throws=["d100: 90"])
        assert (last_parts(spec)[1].label, targets(spec)) == (ability, [number])


@pytest.mark.rule("CE-HIT-8")
@pytest.mark.parametrize(
    ("weapon", "fields", "cost"),
    [
        ("sword", {"range": "melee"}, 3),
        ("knife", {"range": "melee"}, 2),
        ("avenger_9mm", {"range": "short"}, 3),
        ("avenger_9mm", {"range": "short", "fire": "double_tap"}, 4),
        ("sawed_off_shotgun", {"range": "short"}, 4),
        (None, {"range": "melee", "natural": "punch"}, 2),
        (None, {"range": "melee", "natural": "kick"}, 3),
    ],
)
def test_an_attack_is_paid_hit_or_miss(weapon: str | None, fields: dict[str, Any], cost: int) -> None:
    armed = () if weapon is None else (weapon,)
    shots = 2 if "fire" in fields else 1
    spec = pair(*armed).when(attack("a", "b", **fields), throws=["d100: 90"] * shots).never(HpLost)
    assert paid(spec) == [("a", cost)]
    assert spec.fight.people["a"].pool == 10 - cost


@pytest.mark.rule("CE-HIT-15")
def test_a_miss_has_no_effect_besides_its_costs() -> None:
    spec = pair("avenger_9mm", things=(DESK,), after=(BEHIND_DESK,))
    spec.when(attack("a", "b", range="short"), throws=["d100: 61"]).never(CoverRolled, DamageThrown, HpLost)
    assert (paid(spec), spec.fight.people["a"].weapons["avenger_9mm"].loaded) == ([("a", 3)], 14)


# Its order


@pytest.mark.rule("CE-HIT-9", "CE-HIT-13", "CE-DTAP-4")
def test_an_attack_has_its_stages_in_their_order() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), stub("b", **FATE), asked=("b",), things=(DESK,), after=(BEHIND_DESK,))
    tap = attack("a", "b", range="short", fire="double_tap", called="the leg")
    spec.when(tap).asks("called_terms", "narrator").never(PointsSpent)
    spec.answer({"base": 60}).asks("defence", "b").never(TargetFixed)
    assert paid(spec) == [("a", 5)]
    spec.answer({"defence": "dodge"}, throws=["a d100: 45", "a d100: 35", "a d100: 50", "a d100: 51"])
    spec.then(PointsSpent, Defended, PercentThrown, PercentThrown, RoundsFired, CoverRolled, CoverRolled)
    spec.never(DamageThrown).asks("fate_miss", "b")
    spec.answer(False, throws=["a 1d6: 6", "a 1d6: 5"])
    spec.then(DamageThrown, DamageThrown, HpLost, HpLost, AttackEnded)
    assert lost(spec) == [("b", 1), ("b", 5)]


@pytest.mark.rule("CE-HIT-13")
def test_the_second_shot_is_thrown_before_the_first_does_damage() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), stub("b", hp_max=1))
    throws = ["d100: 10", "d100: 10", "1d6: 1", "1d6: 5"]
    spec.when(attack("a", "b", range="short", fire="double_tap"), throws=throws)
    spec.then(
        HpLost(combatant="b", points=1, hp=0, source="Avenger 9mm"),
        Downed,
        HpLost(combatant="b", points=5, hp=-5, source="Avenger 9mm"),
        Died,
    )


@pytest.mark.rule("CE-HIT-16", "CE-FATE-6")
def test_the_attacker_knows_the_defence_and_the_defender_has_the_last_word() -> None:
    spec = skirmish(stub("a", "sword", **FATE), stub("b", **FATE), asked=("b",), things=(DESK,), after=(BEHIND_DESK,))
    spec.given(policy("a", "fate_before", "ask"), policy("a", "fate_after", "ask"))
    spec.when(attack("a", "b", range="melee")).asks("defence", "b").never(FateSpent)
    spec.answer({"defence": "dodge"}).asks("fate_before", "a")
    spec.answer(0, throws=["a d100: 55"]).asks("fate_after", "a").never(CoverRolled)
    spec.answer(1, throws=["a d100: 80"]).then(ShotHit, CoverRolled).asks("fate_miss", "b")
    spec.answer(True).then(MissForced, AttackEnded).never(HpLost)
    assert not spec.fight.prompts
    assert spec.fight.people["a"].fp == 1


@pytest.mark.rule("CE-HIT-12")
def test_an_attacker_who_falls_in_its_attack_throws_no_more_but_what_has_hit_counts() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), "b", criticals="narrator", critical_effects="none")
    spec.when(attack("a", "b", range="short", fire="double_tap"), throws=["a d100: 5"]).asks(
        "award_critical", "narrator"
    )
    spec.given(SetDowned(combatant="a", status="dying"))
    spec.answer(False, throws=["a 1d6: 4"]).then(ShotHit, ShotMissed, HpLost)
    assert [shot.kept for shot in found(spec, ShotMissed)] == [True]
    (lying,) = spec.fight.ground.values()
    assert (lying.weapon.loaded, lost(spec)) == (14, [("b", 4)])


@pytest.mark.rule("CE-HIT-12")
def test_an_attacker_who_falls_before_its_throw_throws_nothing() -> None:
    spec = skirmish(stub("a", "avenger_9mm"), "b", asked=("b",)).when(attack("a", "b", range="short"))
    spec.given(SetDowned(combatant="a", status="dying"))
    spec.answer("none").then(ShotMissed).never(TargetFixed, ShotHit, RoundsFired)


# Whom


@pytest.mark.rule("CE-HIT-10")
def test_nobody_attacks_itself_the_dead_the_destroyed_or_the_hidden() -> None:
    gone = (
        ("a", (), "CE-HIT-10"),
        ("b", (Died(combatant="b"),), "CE-HIT-10"),
        ("b", (LeaveField(combatant="b"),), "CE-HIT-10"),
        ("desk", (InflictDamage(combatant="desk", amount=99),), "CE-HIT-10"),
        ("b", (ConditionSet(combatant="b", condition=Condition("hidden")),), "CE-ACT-49"),
    )
    for target, after, rule in gone:
        spec = pair("sword", things=(DESK,), after=after)
        refused(spec.when(attack("a", target, range="melee")), rule, "command.target")


@pytest.mark.rule("CE-HIT-10")
def test_friends_things_and_the_downed_are_targets() -> None:
    friend = stub("b", side="opposition")
    for target, after in (("b", ()), ("b", (Downed(combatant="b", dies_in_round=2),)), ("desk", ())):
        spec = skirmish(stub("a", "sword"), friend, things=(DESK,), after=after)
        spec.when(attack("a", target, range="melee"), throws=["d100: 60", "1d8: 2"]).then(HpLost)
        assert lost(spec) == [(target, 2)]


@pytest.mark.rule("CE-HIT-11", "CE-DODGE-16")
def test_against_the_helpless_the_roll_is_the_same_and_they_do_not_react() -> None:
    spec = skirmish(
        stub("a", "sword"), stub("b", **FATE), asked=("b",), after=(Downed(combatant="b", dies_in_round=2),)
    )
    spec.when(attack("a", "b", range="melee"), throws=["d100: 60", "1d8: 1"]).then(ShotHit)
    assert targets(spec) == [60]
    eased = skirmish(stub("a", "sword"), "b", after=(Downed(combatant="b", dies_in_round=2),))
    helpless = ModifierSheet(key="custom", label="helpless", amount=20)
    eased.when(attack("a", "b", range="melee", modifiers=[helpless]), throws=["d100: 90"])
    assert targets(eased) == [80]


# With what


@pytest.mark.rule("CE-HIT-14", "CE-SHEET-12")
def test_a_weapon_is_held_works_and_is_loaded() -> None:
    carried = stub("a", weapons=[{"id": "sword"}, {"id": "avenger_9mm", "loaded": 0}], held={"right": "avenger_9mm"})
    spec = skirmish(carried, "b")
    refused(spec.when(attack("a", "b", weapon="sword", range="melee")), "CE-HIT-14", "command.weapon")
    refused(spec.when(attack("a", "b", weapon="axe", range="melee")), "CE-HIT-14", "command.weapon")
    refused(spec.when(attack("a", "b", range="short")), "CE-LOAD-5", "command.fire")
    for state in ("jammed", "broken", "destroyed"):
        failed = pair("avenger_9mm", after=(WeaponFailed(combatant="a", weapon="avenger_9mm", state=state, rounds=1),))
        refused(failed.when(attack("a", "b", range="short")), "CE-HIT-14", "command.weapon")


@pytest.mark.rule("CE-HIT-14")
def test_a_punch_needs_an_empty_hand_and_a_kick_does_not() -> None:
    for full in (("sword", "knife"), ("chainsaw",)):
        spec = skirmish(stub("a", *full, str=12), "b")
        refused(spec.when(attack("a", "b", natural="punch", range="melee")), "CE-HIT-14", "command.natural")
        spec.when(attack("a", "b", natural="kick", range="melee"), throws=["d100: 90"]).then(ShotMissed)
    pair("sword").when(attack("a", "b", natural="punch", range="melee"), throws=["d100: 90"]).then(ShotMissed)


@pytest.mark.rule("CE-HIT-14")
def test_without_a_word_it_is_what_the_dominant_hand_holds() -> None:
    for dominant, item in (("right", "sword"), ("left", "knife")):
        armed = stub("a", "sword", "knife", dominant=dominant)
        spec = skirmish(armed, "b").when(attack("a", "b", range="melee"), throws=["d100: 90"]).then(AttackLaunched)
        (called,) = [event.attack for event in found(spec, AttackCalled)]
        assert (called.weapon, called.hand) == (item, dominant)
    bare = pair().when(attack("a", "b", range="melee"), throws=["d100: 90"])
    (called,) = [event.attack for event in found(bare, AttackCalled)]
    assert (called.natural, called.weapon) == ("punch", None)


@pytest.mark.rule("CE-HIT-14")
def test_an_attack_has_one_weapon_and_one_goal() -> None:
    spec = pair("sword")
    both = attack("a", "b", weapon="sword", natural="kick", range="melee")
    refused(spec.when(both), None, "command.natural", "invalid")
    refused(spec.when(attack("a", None, range="melee")), None, "command.target", "invalid")
    point = PointSheet(x=1, y=1)
    refused(spec.when(attack("a", "b", point=point, range="melee")), None, "command.target", "invalid")
    refused(spec.when(attack("a", None, point=point, range="melee")), "CE-AREA-2", "command.point")


@pytest.mark.rule("CE-HIT-10")
def test_an_area_weapon_is_aimed_at_a_point() -> None:
    spec = skirmish(stub("a", "grenade", position={"x": 0, "y": 0}), stub("b", position={"x": 0, "y": 9}))
    throws = ["a d100: 60", "a 3d6: 1 1 1"]
    spec.when(attack("a", None, point=PointSheet(x=0, y=8)), throws=throws).then(ShotHit)
    assert "defence" not in [answered.kind for answered in found(spec, Answered)]
    assert (lost(spec), spec.fight.people["a"].place) == ([("b", 3)], Place(0, 0))
