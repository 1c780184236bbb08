"""Which numbers are critical, who says what they do, and the standard effects (CE-CRIT-1 to CE-CRIT-9, CE-CRIT-22)."""

import pytest

from domain.core.events import Prompted
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.attack.shots import RoundsFired
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.items.hands import ItemDropped, ItemUsedUp
from domain.rulesets.century.chapters.items.jams import WeaponFailed
from domain.rulesets.century.chapters.outcomes.consequences import ConsequenceChosen
from domain.rulesets.century.chapters.outcomes.criticals import CriticalChosen
from domain.rulesets.century.chapters.rolls.judging import RollJudged
from domain.rulesets.century.chapters.rolls.throwing import CriticalAwarded, PercentThrown
from domain.rulesets.century.parts import SprayPart
from domain.rulesets.century.state import CriticalChoice
from tests.rules.century.builders import lost, skirmish
from tests.rules.century.specification import Specification, attack, check, fight, given, policy, roll, stub

STANDARD = policy("narrator", "choose_critical", "standard")


def thrown(number: int, base: int = 50, **options: object) -> Specification:
    """A Skill Roll of somebody without fate, with this number thrown; the narrator has no policy."""
    return given(fight("a", **options)).when(roll("a", base, roll_id="r"), throws=[f"a d100: {number}"])


def judged(spec: Specification) -> tuple[bool | None, int]:
    """Success and degree, as the last command left them."""
    event = [one for one in spec.events if isinstance(one, RollJudged)][-1]
    chosen = [one.degree for one in spec.events if isinstance(one, CriticalChosen)]
    return event.success, chosen[-1] if chosen and chosen[-1] is not None else event.degree


def band(spec: Specification) -> tuple[str | None, int]:
    """What kind of critical the last number thrown is, and how severe."""
    event = [one for one in spec.events if isinstance(one, PercentThrown)][-1]
    return event.critical, event.severity


# Bands


@pytest.mark.rule("CE-CRIT-1", "CE-RUL-2")
def test_every_number_of_a_band_is_critical_unless_the_option_says_otherwise() -> None:
    thrown(5).never(CriticalAwarded).asks("choose_critical", "narrator")
    assert band(thrown(5, criticals="off")) == (None, 0)
    assert judged(thrown(97, 114 - 14, criticals="off")) == (True, 1)
    assert judged(thrown(4, 0, criticals="off")) == (False, -1)


@pytest.mark.rule("CE-CRIT-1", "CE-RUL-2")
def test_by_option_the_narrator_awards_a_critical_or_has_it_judged_plainly() -> None:
    spec = thrown(97, 100, criticals="narrator").asks("award_critical", "narrator")
    assert judged(spec.answer(False).never(Prompted)) == (True, 1)
    spec = thrown(97, 100, criticals="narrator").answer(True).asks("choose_critical", "narrator")
    assert judged(spec)[0] is False
    thrown(50, criticals="narrator").never(Prompted)


@pytest.mark.rule("CE-CRIT-1", "CE-SHEET-20")
def test_the_narrators_policy_awards_criticals_without_a_prompt() -> None:
    start = given(fight("a", criticals="narrator"), policy("narrator", "award_critical", "standard"))
    spec = start.when(roll("a", 100), throws=["d100: 97"]).then(CriticalAwarded).asks("choose_critical", "narrator")
    assert judged(spec)[0] is False


@pytest.mark.rule("CE-CRIT-2")
@pytest.mark.parametrize(("number", "base", "critical"), [(1, 0, "success"), (5, 0, "success"), (6, 0, None)])
def test_up_to_05_a_throw_succeeds_whatever_the_target_number(number: int, base: int, critical: str | None) -> None:
    spec = thrown(number, base)
    assert band(spec)[0] == critical
    assert judged(spec)[0] is (critical == "success")


@pytest.mark.rule("CE-CRIT-3")
@pytest.mark.parametrize(("number", "critical"), [(95, None), (96, "failure"), (100, "failure")])
def test_from_96_a_throw_fails_whatever_the_target_number(number: int, critical: str | None) -> None:
    spec = thrown(number, 100)
    assert band(spec)[0] == critical
    assert judged(spec)[0] is (critical is None)


@pytest.mark.rule("CE-CRIT-4")
@pytest.mark.parametrize(
    ("weapon", "number", "critical"),
    [
        ("magnum_357", 98, None),
        ("magnum_357", 99, "failure"),
        ("avenger_9mm", 93, None),
        ("avenger_9mm", 94, "failure"),
        ("sword", 95, None),
        ("sword", 96, "failure"),
    ],
)
def test_the_band_of_failures_is_the_weapons(weapon: str, number: int, critical: str | None) -> None:
    spec = skirmish(stub("a", weapon), "b", after=(STANDARD,), critical_effects="none")
    reach = "melee" if weapon == "sword" else "short"
    spec.when(attack("a", "b", range=reach), throws=[f"a d100: {number}"])
    assert band(spec)[0] == critical


@pytest.mark.rule("CE-CRIT-5", "CE-CRIT-6")
@pytest.mark.parametrize(
    ("number", "severity"), [(5, 1), (4, 2), (1, 5), (96, 1), (97, 2), (98, 3), (99, 4), (100, 5), (50, 0)]
)
def test_severity_is_counted_from_the_inner_edge_of_the_band(number: int, severity: int) -> None:
    assert band(thrown(number))[1] == severity


@pytest.mark.rule("CE-CRIT-6")
@pytest.mark.parametrize(("weapon", "number", "severity"), [("avenger_9mm", 100, 7), ("magnum_357", 100, 2)])
def test_severity_follows_a_weapons_own_band(weapon: str, number: int, severity: int) -> None:
    spec = skirmish(stub("a", weapon), "b", critical_effects="none")
    assert band(spec.when(attack("a", "b", range="short"), throws=[f"a d100: {number}"]))[1] == severity


@pytest.mark.rule("CE-CRIT-7")
def test_a_critical_failure_is_not_bought_off() -> None:
    rich = given(fight(stub("a", role="character", fp=9)), policy("a", "fate_before", 0))
    assert not [one for one in rich.when(roll("a"), throws=["d100: 96"]).fight.prompts if one.kind == "fate_after"]
    rich = given(fight(stub("a", role="character", fp=9)), policy("a", "fate_before", 0))
    rich.when(roll("a"), throws=["d100: 95"]).asks("fate_after", "a")


@pytest.mark.rule("CE-CRIT-8")
def test_a_reaction_check_failed_critically_has_an_effect_and_a_consequence() -> None:
    spec = given(fight("a")).when(check("a", "stun"), throws=["d100: 98"])
    spec.asks("choose_critical", "narrator").answer({"effect": "none"}).asks("consequence", "narrator")
    spec.answer([{"effect": "none"}]).then(ConsequenceChosen)
    passed = given(fight("a")).when(check("a", "stun", 0), throws=["d100: 4"])
    assert judged(passed)[0] is True
    passed.answer({"effect": "none"}).never(Prompted, ConsequenceChosen)


# Who chooses


@pytest.mark.rule("CE-CRIT-9")
def test_the_narrator_chooses_the_effect_and_the_standard_one_is_offered_first() -> None:
    spec = thrown(3).asks("choose_critical", "narrator")
    assert spec.listed_answers() == ["standard"]
    spec.answer("standard").then(CriticalChosen(roll="r", combatant="a", choice=CriticalChoice("none"), degree=5))


@pytest.mark.rule("CE-CRIT-9")
def test_by_option_or_policy_the_standard_effect_comes_at_once() -> None:
    thrown(3, critical_effects="standard").then(
        CriticalChosen(roll="r", combatant="a", choice=CriticalChoice("none"), degree=5)
    ).never(Prompted)
    given(fight("a"), STANDARD).when(roll("a"), throws=["d100: 3"]).then(CriticalChosen).never(Prompted)


@pytest.mark.rule("CE-CRIT-9")
def test_by_option_a_critical_is_success_or_failure_and_nothing_more() -> None:
    spec = thrown(3, 40, critical_effects="none").never(Prompted, CriticalChosen)
    assert judged(spec) == (True, 4)


# Standard effects


@pytest.mark.rule("CE-CRIT-22", "CE-CRIT-11", "CE-CRIT-12")
@pytest.mark.parametrize(
    ("number", "effect", "loss"),
    [(1, "double_damage", 10), (2, "double_damage", 10), (3, "automatic_hit", 5), (5, "automatic_hit", 5)],
)
def test_an_attack_hits_for_certain_or_does_double_damage(number: int, effect: str, loss: int) -> None:
    spec = skirmish(stub("a", "sword"), stub("b", hp_max=30), after=(STANDARD,))
    spec.when(attack("a", "b", range="melee", base=0), throws=[f"a d100: {number}", "a d8: 5"])
    assert [one.choice.effect for one in spec.events if isinstance(one, CriticalChosen) and one.choice] == [effect]
    assert lost(spec) == [("b", loss)]


@pytest.mark.rule("CE-CRIT-12", "CE-RUL-4")
def test_doubling_takes_the_total_of_the_dice_of_that_hit_alone() -> None:
    spec = skirmish(stub("a", "kaufman", str=18), stub("b", hp_max=50), after=(STANDARD,))
    spec.when(attack("a", "b", fire="burst", range="short"), throws=["a d100: 2", "a 2d10: 4 6"])
    assert lost(spec.then(DamageThrown)) == [("b", 20)]
    spec = skirmish(stub("a", "avenger_9mm"), "b", after=(STANDARD,))
    shots = ["a d100: 2", "a d100: 50", "a d6: 3", "a d6: 1"]
    spec.when(attack("a", "b", fire="double_tap", range="short"), throws=shots)
    assert lost(spec) == [("b", 6), ("b", 1)]


@pytest.mark.rule("CE-CRIT-12")
def test_doubling_comes_before_armour() -> None:
    armoured = stub("b", str=9, armour=[{"id": "flak_jacket"}], worn="flak_jacket")
    spec = skirmish(stub("a", "sword"), armoured, after=(STANDARD,))
    spec.when(attack("a", "b", range="melee"), throws=["a d100: 2", "a d8: 4"])
    assert lost(spec) == [("b", 3)]


@pytest.mark.rule("CE-CRIT-11")
def test_an_automatic_hit_still_strikes_cover() -> None:
    desk = stub("desk", kind="object", damage_capacity=5, hp_max=15)
    spec = skirmish(stub("a", "sword"), "b", things=(desk,), after=(STANDARD,))
    spec.given(SetCover(combatant="b", objects=(CoveringSheet(object="desk", percent=100),)))
    spec.when(attack("a", "b", range="melee"), throws=["a d100: 4", "a d100: 50", "a d8: 4"])
    assert lost(spec) == []


@pytest.mark.rule("CE-CRIT-22", "CE-RUL-35")
@pytest.mark.parametrize(
    ("number", "effect"),
    [
        (96, "jam"),
        (97, "jam"),
        (98, "break_weapon"),
        (99, "break_weapon"),
        (100, "explode_weapon"),
    ],
)
def test_a_firearm_jams_breaks_or_explodes_by_the_number_thrown(number: int, effect: str) -> None:
    spec = skirmish(stub("a", "kaufman", str=18), "b", after=(STANDARD,))
    throws = [f"a d100: {number}", *(["a d10: 1"] if number == 100 else [])]
    spec.when(attack("a", "b", range="short"), throws=throws).then(WeaponFailed)
    assert [one.choice.effect for one in spec.events if isinstance(one, CriticalChosen) and one.choice] == [effect]


@pytest.mark.rule("CE-CRIT-22")
@pytest.mark.parametrize("weapon", ["sword", "bow"])
def test_another_weapon_is_dropped_and_breaks_at_100(weapon: str) -> None:
    reach = "melee" if weapon == "sword" else "short"
    spec = skirmish(stub("a", weapon, str=18), "b", after=(STANDARD,))
    spec.when(attack("a", "b", range=reach), throws=["a d100: 99"]).then(ItemDropped)
    spec = skirmish(stub("a", weapon, str=18), "b", after=(STANDARD,))
    spec.when(attack("a", "b", range=reach), throws=["a d100: 100"])
    spec.then(WeaponFailed(combatant="a", weapon=weapon, state="broken")).never(ItemDropped)


@pytest.mark.rule("CE-CRIT-22")
def test_a_grenade_is_dropped_or_goes_off_in_the_hand() -> None:
    spec = skirmish(stub("a", "grenade"), "b", after=(STANDARD,))
    spec.when(attack("a", "b", range="short"), throws=["a d100: 99"]).then(ItemDropped).never(HpLost)
    spec = skirmish(stub("a", "grenade"), "b", after=(STANDARD,))
    spec.when(attack("a", "b", range="short"), throws=["a d100: 100", "a 3d6: 1 2 3"])
    spec.then(
        WeaponFailed(combatant="a", weapon="grenade", state="destroyed"),
        ItemUsedUp(combatant="a", item="grenade"),
        HpLost,
    )
    assert lost(spec) == [("a", 6)]


@pytest.mark.rule("CE-CRIT-22")
def test_bare_hands_fail_without_more() -> None:
    spec = skirmish("a", "b", after=(STANDARD,)).when(attack("a", "b", range="melee"), throws=["a d100: 100"])
    spec.then(CriticalChosen).never(WeaponFailed, ItemDropped, HpLost, ConditionSet)


@pytest.mark.rule("CE-CRIT-22", "CE-RUL-27")
@pytest.mark.parametrize(("number", "base", "by_margin", "degree"), [(3, 40, 4, 5), (99, 90, -1, -5)])
def test_of_another_roll_the_degree_is_the_best_or_the_worst(
    number: int, base: int, by_margin: int, degree: int
) -> None:
    assert judged(thrown(number, base, critical_effects="none"))[1] == by_margin
    assert judged(thrown(number, base, critical_effects="standard"))[1] == degree
    plain = thrown(number, base, critical_effects="standard", degrees=False)
    assert judged(plain)[1] == (1 if degree > 0 else -1)


@pytest.mark.rule("CE-CRIT-22")
def test_the_best_degree_is_the_length_of_a_longer_ladder() -> None:
    ladder = tuple(f"text {number}" for number in range(7))
    spec = given(fight("a", critical_effects="standard")).when(roll("a", 40, ladder=ladder), throws=["d100: 5"])
    assert judged(spec)[1] == 7


@pytest.mark.rule("CE-CRIT-24", "CE-CRIT-16")
def test_a_weapon_that_fails_in_a_volley_fails_once_and_ends_it() -> None:
    parts = tuple(SprayPart(target=name, rounds=5) for name in ("b", "c", "d"))
    spec = skirmish(stub("a", "ko911", str=18), "b", "c", "d", after=(STANDARD,))
    spray = Attack(actor="a", fire="full_auto", spray=parts, range="short")
    spec.when(spray, throws=["a d100: 60", "a d6: 1", "a d100: 96"]).then(WeaponFailed)
    assert lost(spec) == [("b", 1)]
    assert [one.rounds for one in spec.events if isinstance(one, RoundsFired)] == [5]
