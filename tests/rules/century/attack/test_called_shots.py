"""Called shots (CE-CALLED): the narrator's base and effect, and the way back."""

from typing import Any

import pytest

from domain.model.speaker import parse_speaker
from domain.rulesets.century.chapters.attack.attack_terms import AttackWithdrawn
from domain.rulesets.century.chapters.attack.called_shots import CalledTermsGiven
from domain.rulesets.century.chapters.attack.cover import CoverSet
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled
from domain.rulesets.century.chapters.attack.shots import CoverRolled, RoundsFired, ShotHit, ShotMissed
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.state import Cover, Covered
from tests.rules.century.attack.test_to_hit import DESK
from tests.rules.century.builders import found, lost, paid, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, policy, stub

JACKET: dict[str, Any] = {"armour": [{"id": "flak_jacket"}], "worn": "flak_jacket"}
BEHIND_DESK = CoverSet(combatant="b", cover=Cover((Covered("desk", 50),)))


def duel(*weapons: str, **options: Any) -> Specification:
    """a with an Avenger, or with other weapons, against b, who holds a .357 Magnum and wears a Flak Jacket."""
    return skirmish(stub("a", *(weapons or ("avenger_9mm",))), stub("b", "magnum_357", **JACKET), **options)


def call(**fields: Any) -> Any:
    """A shot at the Magnum at medium range."""
    return attack("a", "b", **{"range": "medium", "called": "the Magnum", **fields})


def terms(**fields: Any) -> str:
    """The narrator's answer, sent along."""
    said = ", ".join(f'"{key}": {value}' for key, value in {"base": "10", **fields}.items())
    return f"narrator: called_terms {{{said}}}"


DROP = {"effect": '"drop_item"', "item": '"magnum_357"'}


@pytest.mark.rule("CE-CALLED-1", "CE-CALLED-2", "CE-CALLED-3", "CE-RUL-79", "CE-HIT-8")
def test_the_narrators_base_replaces_that_of_the_range_and_a_hit_does_what_it_says() -> None:
    spec = duel().when(call()).asks("called_terms", "narrator").never(PointsSpent)
    spec.answer({"base": 10, "effect": "drop_item", "item": "magnum_357", "reason": "tiny"}, throws=["d100: 10"])
    spec.then(
        CalledTermsGiven, ShotHit, ItemDropped(combatant="b", item="magnum_357", lying="magnum_357", reason="shot")
    ).never(DamageThrown)
    assert (targets(spec), paid(spec), spec.fight.people["b"].held) == ([10], [("a", 4)], {})
    assert [said.terms.reason for said in found(spec, CalledTermsGiven)] == ["tiny"]


@pytest.mark.rule("CE-CALLED-1")
def test_by_option_nobody_calls_shots() -> None:
    refused(duel(called_shots=False).when(call()), "CE-CALLED-1", "command.called")


@pytest.mark.rule("CE-CALLED-2")
def test_all_other_parts_of_the_target_number_stay() -> None:
    spec = duel("sword", "avenger_9mm").when(call(weapon="avenger_9mm", from_behind=True), terms(), throws=["d100: 93"])
    assert parts(spec) == {"base": 10, "from_behind": 30, "off_hand": -20}
    expert = stub("a", "avenger_9mm", agl=11, skills=[{"name": "Ranged Combat: Small", "level": 2}])
    able = skirmish(expert, stub("b", "magnum_357")).when(call(), terms(), throws=["d100: 93"])
    assert parts(able) == {"base": 10, "ability": 6, "skill": 6}
    for faulty in ({"base": -1}, {"base": 101}, {"effect": "none"}):
        duel().when(call()).answer(faulty).refused(None, "invalid")
    assert targets(duel().when(call(), terms(base="0"), throws=["d100: 6"])) == [0]


@pytest.mark.rule("CE-CALLED-3")
def test_by_default_it_does_normal_damage_and_armour_and_cover_count() -> None:
    spec = duel(things=(DESK,), after=(BEHIND_DESK,))
    spec.when(call(), terms(), throws=["d100: 10", "d100: 51", "1d6: 6"]).then(CoverRolled, DamageAbsorbed)
    assert lost(spec) == [("b", 1)]


@pytest.mark.rule("CE-CALLED-3", "CE-RUL-79", "CE-ARMOR-8")
def test_the_narrator_may_say_that_armour_or_cover_is_bypassed() -> None:
    bare = duel(things=(DESK,), after=(BEHIND_DESK,))
    bare.when(call(), terms(ignores_armor="true", ignores_cover="true"), throws=["d100: 10", "1d6: 6"])
    assert lost(bare.never(CoverRolled, DamageAbsorbed)) == [("b", 6)]
    armoured = duel(things=(DESK,), after=(BEHIND_DESK,))
    armoured.when(call(), terms(ignores_cover="true"), throws=["d100: 10", "1d6: 6"]).never(CoverRolled)
    assert lost(armoured) == [("b", 1)]
    behind = duel(things=(DESK,), after=(BEHIND_DESK,))
    behind.when(call(), terms(ignores_armor="true"), throws=["d100: 10", "d100: 50", "1d6: 6"])
    assert lost(behind.then(DamageAbsorbed(combatant="b", by="desk", points=5, rest=1, left=10, cover=True))) == [
        ("b", 1)
    ]


@pytest.mark.rule("CE-CALLED-3")
def test_an_effect_of_none_is_narrated() -> None:
    spec = duel().when(call(), terms(effect='"none"'), throws=["d100: 10"])
    spec.then(ShotHit).never(DamageThrown, ItemDropped)


@pytest.mark.rule("CE-CALLED-3")
def test_if_the_cover_is_struck_nothing_falls() -> None:
    spec = duel(things=(DESK,), after=(BEHIND_DESK,))
    spec.when(call(), terms(**DROP), throws=["d100: 10", "d100: 50"]).then(CoverRolled).never(ItemDropped)
    over = duel(things=(DESK,), after=(BEHIND_DESK,))
    over.when(call(), terms(**DROP), throws=["d100: 10", "d100: 51"]).then(CoverRolled, ItemDropped)
    second = duel(things=(DESK,), after=(BEHIND_DESK,))
    throws = ["d100: 30", "d100: 20", "d100: 50", "d100: 51"]
    second.when(call(fire="double_tap"), terms(base="30", **DROP), throws=throws).then(ItemDropped)


@pytest.mark.rule("CE-CALLED-3")
def test_the_item_is_one_that_the_target_holds() -> None:
    spec = duel().when(call())
    refused(spec.answer({"base": 10, "effect": "drop_item"}), "CE-CALLED-3", "command.answer.item")
    refused(
        spec.answer({"base": 10, "effect": "drop_item", "item": "avenger_9mm"}), "CE-CALLED-3", "command.answer.item"
    )
    refused(spec.answer({"base": 10, "item": "magnum_357"}), "CE-CALLED-3", "command.answer.item")


@pytest.mark.rule("CE-CALLED-4", "CE-RUL-79")
def test_having_heard_the_base_the_attacker_may_withdraw() -> None:
    spec = duel(after=(policy("a", "called_confirm", "ask"),)).when(call(), terms()).asks("called_confirm", "a")
    assert spec.fight.prompts[0].about["base"] == 10
    spec.answer("withdraw").then(AttackWithdrawn).never(PointsSpent, RoundsFired)
    turn = spec.fight.turn_of("a")
    assert turn is not None
    assert (turn.attacks, turn.touched, spec.fight.attack, spec.fight.people["a"].pool) == (0, False, None, 10)
    again = spec.when(call(called="the head"), terms()).asks("called_confirm", "a")
    again.answer("go_on", throws=["d100: 11"]).then(ShotMissed)


@pytest.mark.rule("CE-CALLED-4")
def test_it_goes_on_unless_the_attacker_wants_to_be_asked_or_withdraws_at_once() -> None:
    duel().when(call(), terms(), throws=["d100: 11"]).then(ShotMissed)
    duel().when(call(), terms(), "a: called_confirm withdraw").then(AttackWithdrawn).never(PointsSpent)
    duel(after=(policy("a", "called_confirm", "go_on"),)).when(call(), terms(), throws=["d100: 11"]).then(ShotMissed)


@pytest.mark.rule("CE-CALLED-5", "CE-AUTO-11", "CE-RUL-79")
def test_called_shots_go_with_melee_single_shots_and_double_taps() -> None:
    tap = duel().when(call(fire="double_tap"), terms(base="30"), throws=["d100: 31", "d100: 21"])
    assert (targets(tap), paid(tap)) == ([30, 20], [("a", 5)])
    blade = duel("sword").when(call(range="melee"), terms(base="30"), throws=["d100: 31"])
    assert (targets(blade), paid(blade)) == ([30], [("a", 4)])
    for fields in ({"fire": "burst"}, {"fire": "full_auto", "rounds": 10}):
        refused(duel("ko911").when(call(**fields)), "CE-CALLED-5", "command.called")
    spray = [{"target": "b", "rounds": 5}]
    volley = attack("a", None, fire="full_auto", spray=spray, called="all", range="short")
    refused(duel("ko911").when(volley), "CE-CALLED-5", "command.called")
    disarm = call(maneuver="disarm", disarm_item="magnum_357", range="melee")
    refused(duel("sword").when(disarm), "CE-CALLED-5", "command.called")
    refused(duel("grenade").when(call(range="short")), "CE-AREA-11", "command.called")


@pytest.mark.rule("CE-CALLED-2", "CE-CALLED-4")
def test_terms_are_the_narrators_and_confirming_is_the_attackers() -> None:
    spec = duel(after=(policy("a", "called_confirm", "ask"),)).when(call())
    spec.answer({"base": 90}, speaker=parse_speaker("player:a")).refused(None, "not_yours")
    spec.answer({"base": 90}).asks("called_confirm", "a")
    spec.answer("go_on", speaker=parse_speaker("player:b")).refused(None, "not_yours")
    assert not found(duel().when(call()), AttackWithdrawn)
    assert len(found(duel().when(call()), AttackCalled)) == 1
