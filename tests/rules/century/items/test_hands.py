"""Hands: the off hand, a weapon in each (CE-DUAL), one hand for two (CE-TWOH)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.attack.defences import Defended
from domain.rulesets.century.chapters.attack.shots import ShotHit, ShotMissed
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.movement.moving import Move, Moved
from domain.rulesets.century.chapters.round.slots import AllowLongAction, EndAction, FinishRound
from tests.rules.century.builders import last_parts, lost, paid, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, stub

MISS = ["d100: 90"]
LONG = AllowLongAction(combatant="a", mp_limit=10)
GUNS = ("avenger_9mm", "pistol_22")


def shoot(weapon: str, target: str = "b", **fields: Any) -> Attack:
    """A shot at short range."""
    return attack("a", target, weapon=weapon, range="short", **fields)


def pairing(*weapons: str, sheet: dict[str, Any] | None = None, **options: Any) -> Specification:
    """a with two weapons, the first in its dominant hand, against b and c."""
    return skirmish(stub("a", *(weapons or GUNS), **(sheet or {})), "b", "c", **options)


# The off hand alone


@pytest.mark.rule("CE-DUAL-1", "CE-MOD-5")
def test_the_off_hand_alone_costs_twenty() -> None:
    spec = pairing().when(shoot("pistol_22"), throws=MISS)
    assert parts(spec) == {"base": 60, "off_hand": -20}
    assert parts(pairing().when(shoot("avenger_9mm"), throws=MISS)) == {"base": 60}


@pytest.mark.rule("CE-DUAL-1", "CE-MOD-5")
def test_the_off_hand_is_the_one_that_is_not_dominant() -> None:
    lefty = {"dominant": "left"}
    assert parts(pairing(sheet=lefty).when(shoot("avenger_9mm"), throws=MISS)) == {"base": 60, "off_hand": -20}
    assert parts(pairing(sheet=lefty).when(shoot("pistol_22"), throws=MISS)) == {"base": 60}


@pytest.mark.rule("CE-DUAL-1", "CE-RUL-81")
def test_the_ambidextrous_have_no_off_hand() -> None:
    spec = pairing(sheet={"ambidextrous": True}).when(shoot("pistol_22"), throws=MISS)
    assert ([part.key for part in last_parts(spec)], targets(spec)) == (["base", "ability", "skill"], [60])


@pytest.mark.rule("CE-MOD-5")
def test_a_weapon_for_two_hands_knows_no_off_hand() -> None:
    for held in ({"right": "chainsaw", "left": "chainsaw"}, {"left": "chainsaw"}):
        saw = stub("a", str=11, weapons=[{"id": "chainsaw"}], held=held)
        spec = skirmish(saw, "b").when(attack("a", "b", range="melee"), throws=MISS)
        assert parts(spec) == {"base": 60}


# A weapon in each hand


@pytest.mark.rule("CE-DUAL-2", "CE-DUAL-3", "CE-MOD-6", "CE-DUAL-7", "CE-RUL-81")
@pytest.mark.parametrize(
    ("sheet", "second_cost"), [({}, 2), ({"ambidextrous": True}, 1)], ids=["human", "ambidextrous"]
)
def test_a_pair_of_attacks_is_worse_and_its_second_cheap(sheet: dict[str, Any], second_cost: int) -> None:
    spec = pairing(sheet=sheet).when(shoot("avenger_9mm", paired=True), throws=["d100: 45", "1d6: 2"]).then(ShotHit)
    assert (parts(spec), paid(spec), lost(spec)) == ({"base": 60, "two_hands_dominant": -15}, [("a", 3)], [("b", 2)])
    spec.when(shoot("pistol_22", paired=True), throws=["d100: 31"]).then(ShotMissed)
    assert (parts(spec), paid(spec)) == ({"base": 60, "two_hands_off": -30}, [("a", second_cost)])


@pytest.mark.rule("CE-DUAL-2", "CE-DUAL-3", "CE-DUAL-6")
def test_the_off_hand_may_be_first_and_each_attack_has_its_own_target_rounds_and_defence() -> None:
    spec = pairing(asked=("b", "c"), scores={"a": 9, "b": 8, "c": 7})
    spec.when(shoot("pistol_22", paired=True), "b: defence dodge", throws=["d100: 15", "1d4: 1"]).then(Defended)
    assert parts(spec) == {"base": 60, "two_hands_off": -30, "dodge": -15}
    spec.when(shoot("avenger_9mm", "c", paired=True), "c: defence dodge", throws=["d100: 31"]).then(Defended)
    assert parts(spec) == {"base": 60, "two_hands_dominant": -15, "dodge": -15}
    assert paid(spec) == [("a", 2), ("c", 4)]
    assert [one.loaded for one in spec.fight.people["a"].weapons.values()] == [14, 9]


@pytest.mark.rule("CE-DUAL-2", "CE-UNARM-13")
@pytest.mark.parametrize(
    "weapons", [("avenger_9mm",), (), ("chainsaw",)], ids=["one weapon", "fists", "one for both hands"]
)
def test_a_pair_takes_a_weapon_in_each_hand(weapons: tuple[str, ...]) -> None:
    spec = skirmish(stub("a", *weapons, str=12), "b")
    near: Any = "short" if weapons == ("avenger_9mm",) else "melee"
    refused(spec.when(attack("a", "b", paired=True, range=near)), "CE-DUAL-2", "command.paired")


@pytest.mark.rule("CE-DUAL-2")
def test_one_weapon_in_both_hands_is_no_pair_though_one_of_them_would_do() -> None:
    spec = skirmish(stub("a", "chainsaw", str=14), "b")
    single = attack("a", "b", paired=True, one_handed=True, range="melee")
    refused(spec.when(single), "CE-DUAL-2", "command.paired")


@pytest.mark.rule("CE-DUAL-2")
def test_natural_attacks_are_no_half_of_a_pair() -> None:
    kick = attack("a", "b", natural="kick", paired=True, range="melee")
    refused(pairing().when(kick), "CE-DUAL-2", "command.paired")


@pytest.mark.rule("CE-DUAL-3", "CE-ACT-50")
def test_calls_and_double_taps_come_on_top_of_the_second() -> None:
    spec = pairing("knife", "pistol_22").when(attack("a", "b", weapon="knife", range="melee", paired=True), throws=MISS)
    tap = shoot("pistol_22", fire="double_tap", paired=True)
    assert paid(spec.when(tap, throws=[*MISS, *MISS])) == [("a", 3)]
    called = pairing("knife", "pistol_22")
    called.when(attack("a", "b", weapon="knife", range="melee", paired=True), throws=MISS)
    called.when(shoot("pistol_22", called="leg", paired=True), 'narrator: called_terms {"base": 50}', throws=MISS)
    assert (paid(called), parts(called)) == ([("a", 3)], {"base": 50, "two_hands_off": -30})


@pytest.mark.rule("CE-DUAL-4", "CE-STAG-7")
def test_a_second_attack_is_announced_and_made_with_the_other_hand() -> None:
    plain = pairing("knife", "pistol_22").when(attack("a", "b", weapon="knife", range="melee"), throws=MISS)
    refused(plain.when(shoot("pistol_22", paired=True)), "CE-DUAL-4", "command.paired")
    refused(plain.when(shoot("pistol_22")), "CE-STAG-7", "command.paired")
    spec = pairing(after=(LONG,)).when(shoot("avenger_9mm", paired=True), throws=MISS)
    refused(spec.when(shoot("avenger_9mm", paired=True)), "CE-DUAL-4", "command.weapon")
    refused(spec.when(shoot("pistol_22")), "CE-STAG-7", "command.paired")
    spec.when(shoot("pistol_22", paired=True), throws=MISS).then(ShotMissed)
    refused(spec.when(shoot("avenger_9mm", paired=True)), "CE-STAG-7", "command.paired")


@pytest.mark.rule("CE-DUAL-4")
def test_the_second_attack_fits_into_the_slot_and_belongs_to_it() -> None:
    blades = pairing("axe", "sword").when(attack("a", "b", weapon="axe", range="melee", paired=True), throws=MISS)
    dear = attack("a", "b", weapon="sword", range="melee", paired=True, called="leg")
    refused(blades.when(dear), "CE-STAG-10", None)
    spec = pairing().when(shoot("avenger_9mm", paired=True), throws=MISS).when(EndAction(actor="a"))
    spec.given(FinishRound(actor="b"), FinishRound(actor="c"))
    spec.when(shoot("pistol_22", paired=True), throws=MISS).then(ShotMissed)
    assert paid(spec) == [("a", 3)]


@pytest.mark.rule("CE-DUAL-4")
def test_other_steps_may_stand_between_the_two() -> None:
    spec = pairing("knife", "pistol_22").when(attack("a", "b", weapon="knife", range="melee", paired=True), throws=MISS)
    spec.when(Move(actor="a", mode="legs2", distance_m=1)).then(Moved)
    spec.when(shoot("pistol_22", paired=True), throws=MISS).then(ShotMissed)
    assert paid(spec) == [("a", 2)]


@pytest.mark.rule("CE-DUAL-5")
def test_the_penalty_stands_though_the_second_is_never_made() -> None:
    spec = pairing().when(shoot("avenger_9mm", paired=True), throws=["d100: 46"]).then(ShotMissed)
    spec.when(EndAction(actor="a")).then()
    assert spec.fight.turn_of("b")


@pytest.mark.rule("CE-DUAL-2", "CE-DUAL-4", "CE-LOAD-5")
def test_two_thrown_weapons_are_a_pair_though_the_first_has_left_the_hand() -> None:
    dart = {"kind": "knife", "mode": "thrown", "range": [3, 6, 9]}
    darts = [{"id": "dart", **dart}, {"id": "other_dart", **dart}]
    spec = skirmish(stub("a", weapons=darts, held={"right": "dart", "left": "other_dart"}), "b")
    spec.when(shoot("dart", paired=True), throws=MISS).then(ItemDropped)
    spec.when(shoot("other_dart", paired=True), throws=MISS).then(ItemDropped)
    assert parts(spec) == {"base": 60, "two_hands_off": -30}


@pytest.mark.rule("CE-DUAL-7", "CE-RUL-8")
def test_by_option_the_off_hand_of_a_pair_has_its_own_penalty_too() -> None:
    spec = pairing(two_hands_with_off_hand="add").when(shoot("pistol_22", paired=True), throws=MISS)
    assert parts(spec) == {"base": 60, "two_hands_off": -50}
    spec = pairing(two_hands_with_off_hand="add").when(shoot("avenger_9mm", paired=True), throws=MISS)
    assert parts(spec) == {"base": 60, "two_hands_dominant": -15}
    both = pairing(two_hands_with_off_hand="add", sheet={"ambidextrous": True})
    assert parts(both.when(shoot("pistol_22", paired=True), throws=MISS)) == {"base": 60, "two_hands_off": -30}


@pytest.mark.rule("CE-DUAL-8", "CE-RUL-81")
def test_in_a_pair_the_ambidextrous_suffer_as_printed_or_by_option_as_with_the_dominant_hand() -> None:
    for option, amount in ((None, 30), ("both_dominant", 15)):
        options = {} if option is None else {"ambidextrous_pair": option}
        spec = pairing(sheet={"ambidextrous": True}, **options).when(shoot("pistol_22", paired=True), throws=MISS)
        assert targets(spec) == [60 - amount]
    assert targets(pairing(ambidextrous_pair="both_dominant").when(shoot("pistol_22", paired=True), throws=MISS)) == [
        30
    ]


@pytest.mark.rule("CE-DUAL-9")
def test_backstab_and_disarm_are_a_paired_first_but_never_a_second() -> None:
    unseen: dict[str, Any] = {"maneuver": "backstab", "from_behind": True, "unaware": True}
    spec = pairing("sword", "knife", after=(LONG,))
    spec.when(attack("a", "b", weapon="sword", range="melee", paired=True, **unseen), throws=["d100: 91"])
    assert (parts(spec), paid(spec)) == ({"base": 60, "from_behind": 30, "two_hands_dominant": -15}, [("a", 3)])
    second = attack("a", "b", weapon="knife", range="melee", paired=True, **unseen)
    refused(spec.when(second), "CE-DUAL-9", "command.maneuver")
    disarm = attack("a", "b", weapon="knife", range="melee", paired=True, maneuver="disarm", disarm_item="sword")
    refused(spec.when(disarm), "CE-DUAL-9", "command.maneuver")
    first = skirmish(stub("a", "sword", "knife"), stub("b", "sword"))
    first.when(attack("a", "b", range="melee", paired=True, maneuver="disarm", disarm_item="sword"), throws=MISS)
    assert paid(first) == [("a", 5)]
    assert first.fight.turn_of("a") is None


# One hand for two


def saw(held: dict[str, str], strength: int = 13, **fields: Any) -> Specification:
    """a attacks with the chainsaw, for which it takes a Strength of 11, and holds it so."""
    weapons = [{"id": "chainsaw"}, {"id": "knife"}]
    one = stub("a", str=strength, weapons=weapons, held=held)
    return skirmish(one, "b").when(attack("a", "b", weapon="chainsaw", range="melee", **fields), throws=MISS)


@pytest.mark.rule("CE-TWOH-1", "CE-RUL-80")
@pytest.mark.parametrize(("strength", "penalty"), [(10, -80), (12, -40), (13, -20), (14, None)])
def test_with_one_hand_strength_counts_three_lower(strength: int, penalty: int | None) -> None:
    assert parts(saw({"right": "chainsaw"}, strength, one_handed=True)).get("heavy_weapon") == penalty


@pytest.mark.rule("CE-TWOH-1", "CE-STR-3", "CE-RUL-80")
def test_the_three_points_count_toward_what_cannot_be_lifted() -> None:
    weak = stub("a", "chainsaw", str=9)
    spec = skirmish(weak, "b")
    refused(spec.when(attack("a", "b", range="melee", one_handed=True)), "CE-STR-3", "command.weapon")
    assert targets(spec.when(attack("a", "b", range="melee"), throws=MISS)) == [20]


@pytest.mark.rule("CE-TWOH-1")
def test_only_weapons_for_two_hands_are_used_with_one() -> None:
    spec = skirmish(stub("a", "sword"), "b")
    for chosen in ({}, {"natural": "kick"}):
        one_handed = attack("a", "b", range="melee", one_handed=True, **chosen)
        refused(spec.when(one_handed), "CE-TWOH-1", "command.one_handed")


@pytest.mark.rule("CE-TWOH-2")
def test_without_the_option_such_a_weapon_needs_both_hands() -> None:
    spec = skirmish(stub("a", "chainsaw", str=14), "b", one_handed_use=False)
    refused(spec.when(attack("a", "b", range="melee", one_handed=True)), "CE-TWOH-2", "command.one_handed")
    spec.when(attack("a", "b", range="melee"), throws=MISS).then(ShotMissed)


@pytest.mark.rule("CE-TWOH-3")
def test_the_other_hand_may_use_another_weapon_and_all_penalties_add_up() -> None:
    held = {"right": "knife", "left": "chainsaw"}
    assert parts(saw(held)) == {"base": 60, "off_hand": -20, "heavy_weapon": -20}
    assert parts(saw(held, paired=True)) == {"base": 60, "two_hands_off": -30, "heavy_weapon": -20}


@pytest.mark.rule("CE-TWOH-4")
def test_whoever_has_the_other_hand_full_uses_it_with_one_said_or_not() -> None:
    assert parts(saw({"right": "chainsaw", "left": "knife"})) == {"base": 60, "heavy_weapon": -20}
    assert parts(saw({"right": "chainsaw", "left": "knife"}, one_handed=True)) == {"base": 60, "heavy_weapon": -20}


@pytest.mark.rule("CE-TWOH-4")
def test_with_the_other_hand_free_it_is_used_with_both_unless_one_is_said() -> None:
    assert parts(saw({"right": "chainsaw"})) == {"base": 60}
    assert parts(saw({"right": "chainsaw"}, one_handed=True)) == {"base": 60, "heavy_weapon": -20}
    dropped = skirmish(stub("a", "chainsaw", "knife", str=13), "b")
    dropped.given(ItemDropped(combatant="a", item="knife", lying="knife", reason="discarded"))
    assert parts(dropped.when(attack("a", "b", range="melee"), throws=MISS)) == {"base": 60}
