"""Forced misses (CE-DODGE-9 to -12): two Fate Points turn a hit into a miss."""

from typing import Any

import pytest

from domain.core.events import Prompted, Resumed
from domain.rulesets.century.chapters.attack.cover import CoverSet
from domain.rulesets.century.chapters.attack.defences import Defended
from domain.rulesets.century.chapters.attack.scatter import Scattered
from domain.rulesets.century.chapters.attack.shots import CoverRolled, MissForced, ShotHit
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent
from domain.rulesets.century.state import Condition, Cover, Covered
from tests.rules.century.attack.test_to_hit import DESK
from tests.rules.century.builders import FATE, found, lost, refused, skirmish
from tests.rules.century.specification import Specification, attack, policy, stub

GUN = "avenger_9mm"
HIT = ["d100: 30"]


def shot_at(
    *, weapon: str = GUN, fate: int = 2, role: str = "major", fields: Any = None, **options: Any
) -> Specification:
    """a hits b, who has so many Fate Points and too few Move Points for a defence; the damage is still to fall."""
    b = stub("b", role=role, fp=fate)
    spec = skirmish(stub("a", weapon), b, asked=("b",), **{"pools": {"b": 3}, **options})
    return spec.when(attack("a", "b", **{"range": "short", **(fields or {})}), throws=HIT)


@pytest.mark.rule("CE-DODGE-9", "CE-DODGE-10", "CE-DODGE-15", "CE-RUL-71", "CE-FATE-11")
def test_two_points_make_a_hit_miss_without_move_points() -> None:
    spec = shot_at().asks("fate_miss", "b").never(DamageThrown)
    spec.answer(True).then(MissForced(combatant="b", attacker="a")).never(DamageThrown, HpLost)
    b = spec.fight.people["b"]
    assert (b.fp, b.pool, b.conditions["dodge_penalty"].amount) == (0, 3, 25)


@pytest.mark.rule("CE-SHEET-8", "CE-DODGE-9")
def test_a_forced_miss_is_paid_with_the_answer() -> None:
    shot_at().answer(True).then(FateSpent(combatant="b", points=2, use="forced_miss"), MissForced, Resumed)


@pytest.mark.rule("CE-DODGE-9")
def test_declined_the_hit_stands() -> None:
    spec = shot_at().answer(False, throws=["1d6: 4"]).never(MissForced)
    assert (lost(spec), spec.fight.people["b"].fp, spec.fight.people["b"].conditions) == ([("b", 4)], 2, {})


@pytest.mark.rule("CE-DODGE-9")
def test_a_miss_asks_for_nothing() -> None:
    spec = skirmish(stub("a", GUN), stub("b", **FATE), asked=("b",), pools={"b": 3})
    spec.when(attack("a", "b", range="short"), throws=["d100: 61"]).never(Prompted)


@pytest.mark.rule("CE-DODGE-9", "CE-DTAP-3")
def test_one_payment_turns_all_hits_of_an_attack_after_their_cover_rolls() -> None:
    behind = CoverSet(combatant="b", cover=Cover((Covered("desk", 50),)))
    spec = skirmish(stub("a", GUN), stub("b", **FATE), asked=("b",), pools={"b": 3}, things=(DESK,), after=(behind,))
    tap = attack("a", "b", range="short", fire="double_tap")
    spec.when(tap, throws=["d100: 30", "d100: 30", "d100: 90", "d100: 10"]).then(CoverRolled, CoverRolled)
    assert len(found(spec.asks("fate_miss", "b"), Prompted)) == 1
    spec.answer(True).then(MissForced).never(DamageThrown, HpLost, Prompted)
    assert spec.fight.people["b"].fp == 0


@pytest.mark.rule("CE-DODGE-10", "CE-RUL-71")
@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"pools": {"b": 0}}, {}),
        ({"pools": {"b": 10}, "scores": {"a": 30, "b": 5}, "after": (policy("b", "defence", "never"),)}, {}),
        ({"pools": {"b": 10}}, {"unaware": True}),
    ],
    ids=["empty pool", "too slow", "unaware"],
)
def test_it_is_there_for_whoever_cannot_dodge(options: dict[str, Any], fields: dict[str, Any]) -> None:
    spec = shot_at(fields=fields, **options).asks("fate_miss", "b").answer(True).then(MissForced)
    assert spec.fight.people["b"].fp == 0


@pytest.mark.rule("CE-DODGE-10", "CE-RUL-71")
def test_after_a_dodge_that_has_failed_it_costs_two_points_more() -> None:
    spec = skirmish(stub("a", GUN), stub("b", role="major", fp=4), asked=("b",), scores={"a": 12, "b": 7})
    spec.when(attack("a", "b", range="short")).answer({"defence": "dodge", "fate": True}, throws=HIT).then(Defended)
    assert spec.fight.people["b"].fp == 2
    spec.asks("fate_miss", "b").answer(True).then(MissForced)
    assert spec.fight.people["b"].fp == 0


@pytest.mark.rule("CE-DODGE-11")
def test_it_beats_a_critical_success() -> None:
    spec = skirmish(stub("a", GUN), stub("b", **FATE), asked=("b",), pools={"b": 3}, critical_effects="standard")
    spec.when(attack("a", "b", range="short"), throws=["d100: 1"]).then(ShotHit).asks("fate_miss", "b")
    spec.answer(True).then(MissForced).never(DamageThrown)


@pytest.mark.rule("CE-DODGE-12")
def test_what_the_narrator_marks_is_neither_dodged_nor_missed_but_blocked() -> None:
    spec = skirmish(stub("a", GUN), stub("b", **FATE), asked=("b",))
    sure = attack("a", "b", range="short", undodgeable=True)
    spec.when(sure, throws=["d100: 30", "1d6: 1"]).never(Prompted)
    melee = skirmish("a", stub("b", "sword", **FATE), asked=("b",))
    melee.when(attack("a", "b", range="melee", undodgeable=True)).asks("defence", "b")
    refused(melee.answer({"defence": "dodge"}), "CE-DODGE-12", "command.answer.defence")
    for defence in ("block", "parry"):
        again = skirmish("a", stub("b", "sword", **FATE), asked=("b",))
        again.when(attack("a", "b", range="melee", undodgeable=True))
        again.answer({"defence": defence}, throws=["d100: 93"]).then(Defended)


@pytest.mark.rule("CE-DODGE-12", "CE-SCAT-1")
def test_a_forced_miss_of_an_area_scatters() -> None:
    a = stub("a", "bazooka", str=10, position={"x": 0, "y": 0})
    b = stub("b", position={"x": 0, "y": 20}, **FATE)
    spec = skirmish(a, b, asked=("b",), pools={"b": 3}).when(attack("a", "b"), throws=HIT)
    spec.answer(True, throws=["d6: 4", "d6: 3", "4d6: 1 1 1 1"]).then(MissForced, Scattered)
    assert lost(spec) == [("b", 4)]


@pytest.mark.rule("CE-DODGE-16", "CE-DODGE-17", "CE-DODGE-18")
@pytest.mark.parametrize(("role", "fate"), [("minor", 0), ("major", 1), ("character", 1)])
def test_only_fp_users_with_two_points_are_asked(role: str, fate: int) -> None:
    spec = skirmish(stub("a", GUN), stub("b", role=role, fp=fate), asked=("b",), pools={"b": 3})
    spec.when(attack("a", "b", range="short"), throws=["d100: 30", "1d6: 1"]).never(Prompted)


@pytest.mark.rule("CE-DODGE-16")
def test_the_stunned_force_no_miss() -> None:
    stunned = ConditionSet(combatant="b", condition=Condition("stunned"))
    spec = skirmish(stub("a", GUN), stub("b", **FATE), asked=("b",), after=(stunned,))
    spec.when(attack("a", "b", range="short"), throws=["d100: 30", "1d6: 1"]).never(Prompted)


@pytest.mark.rule("CE-DODGE-22")
def test_policies_force_it_always_or_never() -> None:
    always = shot_at(after=(policy("b", "fate_miss", "always"),)).then(MissForced).never(Prompted)
    assert always.fight.people["b"].fp == 0
    spec = skirmish(stub("a", GUN), stub("b", **FATE), after=(policy("b", "fate_miss", "never"),))
    spec.when(attack("a", "b", range="short"), throws=["d100: 30", "1d6: 1"]).never(Prompted, MissForced)


@pytest.mark.rule("CE-DODGE-22")
def test_without_a_policy_one_is_asked() -> None:
    spec = shot_at()
    assert spec.fight.policy("b", "fate_miss") is None
    assert [prompt.kind for prompt in spec.fight.prompts] == ["fate_miss"]
