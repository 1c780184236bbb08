"""Disarm and backstab (CE-DISARM, CE-BACK)."""

from typing import Any

import pytest

from domain.core.events import Prompted
from domain.model.speaker import parse_speaker
from domain.rulesets.century.chapters.attack.attack_terms import AttackWithdrawn
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.attack.cover import CoverSet
from domain.rulesets.century.chapters.attack.shots import CoverRolled, MissForced, ShotHit, ShotMissed
from domain.rulesets.century.chapters.conditions.conditions import ConditionEnded, ConditionSet
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.state import Condition, Cover, Covered, Place
from tests.rules.century.attack.test_to_hit import DESK
from tests.rules.century.builders import FATE, lost, paid, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, stub

MISS = ["d100: 93"]
JACKET: dict[str, Any] = {"armour": [{"id": "flak_jacket"}], "worn": "flak_jacket"}
DART: dict[str, Any] = {"id": "dart", "kind": "knife", "mode": "thrown", "range": [3, 6, 9]}
HIDDEN = ConditionSet(combatant="a", condition=Condition("hidden"))
PLAYER = parse_speaker("player:a")


def disarm(item: str | None = "knife", **fields: Any) -> Attack:
    """a tries to knock an item out of b's hand."""
    return attack("a", "b", **{"maneuver": "disarm", "disarm_item": item, "range": "melee", **fields})


def backstab(**fields: Any) -> Attack:
    """a stabs b in the back."""
    return attack(
        "a", "b", **{"maneuver": "backstab", "from_behind": True, "unaware": True, "range": "melee", **fields}
    )


def against(b: Any = None, *arms: str, **options: Any) -> Specification:
    """a with a baseball bat, or other arms, against b with a knife."""
    return skirmish(stub("a", *(arms or ("baseball_bat",))), b or stub("b", "knife"), **options)


# Disarm


@pytest.mark.rule("CE-DISARM-1", "CE-DISARM-2", "CE-MOD-10", "CE-RUL-77", "CE-HIT-8")
def test_a_disarm_costs_five_and_twenty_and_the_item_falls_without_damage() -> None:
    spec = against(stub("b", "knife", position={"x": 1, "y": 2})).when(disarm(), throws=["d100: 40"])
    spec.then(
        ShotHit, ItemDropped(combatant="b", item="knife", lying="knife", reason="disarmed", place=Place(1, 2))
    ).never(DamageThrown, HpLost)
    assert (parts(spec), paid(spec)) == ({"base": 60, "disarm": -20}, [("a", 5)])
    assert (spec.fight.people["b"].held, spec.fight.turn_of("a")) == ({}, None)


@pytest.mark.rule("CE-DISARM-2")
def test_an_item_for_two_hands_falls_too() -> None:
    spec = against(stub("b", "chainsaw", str=11)).when(disarm("chainsaw"), throws=["d100: 40"]).then(ItemDropped)
    assert spec.fight.people["b"].held == {}


@pytest.mark.rule("CE-DISARM-3")
def test_it_is_as_any_melee_attack_with_weapon_or_bare_hands() -> None:
    skilled: dict[str, Any] = {"skills": [{"name": "Hand to Hand: Unarmed", "level": 2}]}
    spec = skirmish(stub("a", agl=10, **skilled), stub("b", "knife", **FATE), asked=("b",))
    spec.when(disarm(natural="punch", from_behind=True)).asks("defence", "b")
    spec.answer({"defence": "dodge"}, throws=["d100: 60"]).asks("fate_miss", "b")
    assert parts(spec) == {"base": 60, "ability": 3, "skill": 6, "from_behind": 30, "disarm": -20, "dodge": -15}
    spec.answer(True).then(MissForced).never(ItemDropped)


@pytest.mark.rule("CE-DISARM-3")
def test_a_weapon_that_is_too_heavy_disarms_worse() -> None:
    spec = skirmish(stub("a", "axe", str=6), stub("b", "knife")).when(disarm(), throws=MISS)
    assert parts(spec) == {"base": 60, "disarm": -20, "heavy_weapon": -40}


@pytest.mark.rule("CE-DISARM-4")
@pytest.mark.parametrize(("number", "falls"), [(50, False), (51, True)])
def test_if_the_cover_is_struck_nothing_happens(number: int, falls: bool) -> None:
    behind = CoverSet(combatant="b", cover=Cover((Covered("desk", 50),)))
    spec = against(things=(DESK,), after=(behind,)).when(disarm(), throws=["d100: 40", f"d100: {number}"])
    spec.then(CoverRolled).never(DamageThrown)
    assert bool(spec.fight.ground) is falls
    assert spec.fight.people["desk"].hp == 15


@pytest.mark.rule("CE-DISARM-4")
def test_what_is_no_longer_held_does_not_fall() -> None:
    spec = skirmish(stub("a", "baseball_bat"), stub("b", "knife"), asked=("b",)).when(disarm())
    spec.given(ItemDropped(combatant="b", item="knife", lying="knife", reason="lost")).answer(
        "none", throws=["d100: 40"]
    ).then(ShotHit)
    spec.never(ItemDropped)


@pytest.mark.rule("CE-DISARM-1", "CE-DISARM-5")
def test_an_item_is_named_that_the_target_holds() -> None:
    b = stub("b", weapons=[{"id": "knife"}, {"id": "sword"}], held={"right": "knife"}, **JACKET)
    for item, rule in (
        (None, "CE-DISARM-1"),
        ("sword", "CE-DISARM-1"),
        ("punch", "CE-DISARM-5"),
        ("flak_jacket", "CE-DISARM-5"),
    ):
        refused(against(b).when(disarm(item)), rule, "command.disarm_item")
    plain = attack("a", "b", disarm_item="knife", range="melee")
    refused(against(b).when(plain), "CE-DISARM-1", "command.disarm_item")


@pytest.mark.rule("CE-DISARM-5", "CE-RUL-77")
def test_nobody_disarms_at_a_distance() -> None:
    for weapon in ("avenger_9mm", "kaufman"):
        refused(against(None, weapon).when(disarm(range="short")), "CE-DISARM-5", "command.weapon")
    thrower = stub("a", weapons=[DART], held={"right": "dart"})
    refused(skirmish(thrower, stub("b", "knife")).when(disarm(range="short")), "CE-DISARM-5", "command.weapon")


# Backstab


@pytest.mark.rule("CE-BACK-1", "CE-BACK-2", "CE-BACK-5", "CE-MOD-1", "CE-RUL-78", "CE-HIT-8")
def test_a_backstab_costs_three_and_has_the_bonus_from_behind_and_no_other() -> None:
    spec = against(None, "axe").when(backstab(), throws=["d100: 90", "1d8: 3"]).then(ShotHit)
    assert (parts(spec), paid(spec), lost(spec)) == ({"base": 60, "from_behind": 30}, [("a", 3)], [("b", 3)])
    knife = against(None, "knife").when(backstab(), throws=MISS)
    assert paid(knife) == [("a", 3)]


@pytest.mark.rule("CE-BACK-1", "CE-RUL-78")
@pytest.mark.parametrize("fields", [{"from_behind": None}, {"from_behind": False}, {"unaware": False}])
def test_it_comes_from_behind_at_an_unaware_target(fields: dict[str, Any]) -> None:
    refused(against().when(backstab(**fields)), "CE-BACK-1", "command.maneuver")


@pytest.mark.rule("CE-BACK-1", "CE-RUL-78")
def test_it_takes_a_melee_weapon() -> None:
    for fields in ({"natural": "kick"}, {"range": "short"}):
        spec = against(None, "avenger_9mm").when(backstab(**fields))
        refused(spec, "CE-BACK-1", "command.weapon")
    thrower = stub("a", weapons=[DART], held={"right": "dart"})
    refused(skirmish(thrower, stub("b", "knife")).when(backstab(range="short")), "CE-BACK-1", "command.weapon")


@pytest.mark.rule("CE-BACK-3")
def test_its_target_cannot_defend_itself_but_may_force_a_miss() -> None:
    spec = skirmish(stub("a", "knife"), stub("b", "sword", **FATE), asked=("b",))
    spec.when(backstab(), throws=["d100: 90"]).asks("fate_miss", "b")
    assert [prompt.kind for prompt in spec.fight.prompts] == ["fate_miss"]
    spec.answer(True).then(MissForced).never(HpLost)


@pytest.mark.rule("CE-BACK-4", "CE-MOD-1", "CE-RUL-78")
@pytest.mark.parametrize(("weapon", "near", "cost"), [("knife", "melee", 2), ("kaufman", "short", 4)])
def test_from_behind_on_an_aware_target_is_an_ordinary_attack(weapon: str, near: str, cost: int) -> None:
    spec = skirmish(stub("a", weapon), "b", asked=("b",))
    spec.when(attack("a", "b", range=near, from_behind=True)).asks("defence", "b")
    spec.answer({"defence": "dodge"}, throws=MISS).then(ShotMissed)
    assert (targets(spec), spec.fight.people["a"].pool) == ([75], 10 - cost)


@pytest.mark.rule("CE-BACK-5", "CE-ACT-49", "CE-BACK-1")
def test_the_target_of_somebody_hidden_is_unaware_also_at_a_players_word() -> None:
    b = stub("b", position={"x": 0, "y": 0}, heading=0)
    a = stub("a", "knife", position={"x": 0, "y": -2})
    spec = skirmish(a, b, asked=("b",), after=(HIDDEN,))
    stab = attack("a", "b", maneuver="backstab")
    spec.when(stab, throws=["d100: 91"], speaker=PLAYER).then(ShotMissed, ConditionEnded).never(Prompted)
    assert "hidden" not in spec.fight.people["a"].conditions
    seen = skirmish(a, b, asked=("b",))
    refused(seen.when(stab, speaker=PLAYER), "CE-BACK-1", "command.maneuver")


@pytest.mark.rule("CE-BACK-5")
def test_only_the_narrator_says_that_somebody_is_unaware() -> None:
    refused(
        against().when(attack("a", "b", range="melee", unaware=True), speaker=PLAYER), "CE-BACK-5", "command.unaware"
    )


@pytest.mark.rule("CE-BACK-1", "CE-MOD-24")
def test_where_the_narrators_terms_are_asked_they_say_whether_it_is_one() -> None:
    stab = attack("a", "b", maneuver="backstab", range="melee")
    spec = against(None, "knife", attack_terms="ask").when(stab, speaker=PLAYER).asks("attack_terms", "narrator")
    spec.answer({"from_behind": True}).then(AttackWithdrawn).never(PointsSpent)
    again = spec.when(stab, speaker=PLAYER).answer({"from_behind": True, "unaware": True}, throws=["d100: 91"])
    assert (paid(again), targets(again)) == ([("a", 3)], [90])
