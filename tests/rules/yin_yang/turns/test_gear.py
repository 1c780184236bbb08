"""Weapons and armour: their scores, soak, hands, taking up and putting on (YY-WPN, YY-ARM, YY-SOAK)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent
from domain.rulesets.yin_yang.chapters.harm.damage import ArmourDestroyed, DamageDrawn
from domain.rulesets.yin_yang.chapters.narrator.attributes import SetAttribute
from domain.rulesets.yin_yang.chapters.turns.gear import (
    GripSheet,
    ItemPlaced,
    ItemTaken,
    PlaceItem,
    Wear,
    Wield,
    Wielded,
    Worn,
)
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn
from domain.rulesets.yin_yang.items import Grip, Scores
from domain.rulesets.yin_yang.parts import ArmourSheet, WeaponSheet
from domain.rulesets.yin_yang.said import side
from tests.rules.yin_yang.builders import adjust, attempted, attempts, bearer, damage, struck, tracks
from tests.rules.yin_yang.specification import (
    Specification,
    attack,
    attempt,
    fight,
    given,
    in_turn,
    newcomer,
    person,
    plain,
)
from yarrow_client.options.phrases import sentence


def armed(*weapons: str, hands: int = 1, name: str = "one", **sheet: Any) -> Join:
    """Somebody of threes who holds these weapons."""
    held = [{"weapon": weapon, "hands": hands} for weapon in weapons]
    return plain(name, weapons=[{"id": weapon} for weapon in weapons], wielded=held, **sheet)


def clad(*armour: str, name: str = "one", **sheet: Any) -> Join:
    """Somebody of threes who wears these pieces."""
    return plain(name, armour=[{"id": piece} for piece in armour], worn=list(armour), **sheet)


def wield(actor: str, **hands: int) -> Wield:
    """Somebody takes weapons in so many hands each."""
    return Wield(actor=actor, items=tuple(GripSheet(weapon=weapon, hands=count) for weapon, count in hands.items()))


def soaks(spec: Specification, combatant: str) -> tuple[int, int, int]:
    """Somebody's Soaking Score, that against Piercing, and that against Mental weapons."""
    derived = person(spec, combatant).derived
    return derived.soaking_score, derived.soaking_against_piercing, derived.mental_soaking


def scores(newcomer_: Join) -> dict[str, Scores]:
    """The scores of all weapons at hand."""
    return given(fight(newcomer_)).fight.people[newcomer_.id or ""].derived.weapons


# Scores of weapons


def own(reach: str, *edges: str, **weapon: Any) -> Join:
    """Somebody of Strength 4, and of a higher combat value, with a weapon of the group's own."""
    made = {"id": "thing", "name": "Thing", "reach": reach, "edges": list(edges), **weapon}
    return plain("one", strength=4, intellect=6, weapons=[made], wielded=[{"weapon": "thing"}])


@pytest.mark.rule("YY-WPN-2", "YY-WPN-3", "YY-WPN-4", "YY-WPN-7", "YY-WPN-8", "YY-WPN-9", "YY-WPN-11", "YY-WPN-12")
@pytest.mark.rule("YY-WPN-32", "YY-RUL-38", "YY-RUL-39", "YY-RUL-63")
@pytest.mark.parametrize(
    ("reach", "base"), [("melee", 4), ("projectile", 4), ("energy", 5), ("ranged", 5), ("long_ranged", 5)]
)
def test_the_base_of_a_damage_score_is_strength_or_5_and_the_value_has_none(reach: str, base: int) -> None:
    assert scores(own(reach))["thing"] == Scores(base + 1, 1)


@pytest.mark.rule("YY-RUL-48")
@pytest.mark.parametrize(
    ("reach", "base", "reached"),
    [("melee", 4, False), ("projectile", 4, True), ("energy", 5, False), ("ranged", 5, True)],
)
def test_a_mental_weapon_has_the_base_and_the_range_of_its_reach(reach: str, base: int, reached: bool) -> None:
    spec = given(fight(own(reach, "mental"), bearer(), movement="action"), in_turn())
    assert person(spec, "one").derived.weapons["thing"] == Scores(base + 1, 1)
    spec.when(attack("one", "victim", weapon="thing"))
    if reached:
        spec.asks("match", "victim")
    else:
        spec.refused("YY-MOVE-3")


@pytest.mark.rule("YY-WPN-18", "YY-WPN-19", "YY-WPN-20", "YY-WPN-21", "YY-WPN-29", "YY-RUL-38", "YY-RUL-39")
@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        (("precise",), Scores(6, 1)),
        (("very_precise",), Scores(7, 1)),
        (("precise", "very_precise"), Scores(7, 1)),
        (("powerful",), Scores(5, 2)),
        (("very_powerful",), Scores(5, 3)),
        (("very_powerful", "powerful"), Scores(5, 3)),
    ],
)
def test_edges_stand_in_place_of_1_and_of_two_the_higher_counts(edges: tuple[str, ...], expected: Scores) -> None:
    assert scores(own("melee", *edges))["thing"] == expected


@pytest.mark.rule("YY-WPN-6")
def test_an_adjustment_of_the_sheet_overrides_what_the_edges_give() -> None:
    assert scores(own("melee", "precise", damage_score_adjustment=0))["thing"] == Scores(4, 1)


@pytest.mark.rule("YY-WPN-14", "YY-WPN-2", "YY-WPN-3")
def test_the_second_hand_adds_1_to_the_score_of_a_multihanded_weapon_and_to_precise() -> None:
    thing = {"id": "thing", "name": "Thing", "reach": "melee", "edges": ["multihanded", "very_precise"]}
    for hands, score in ((1, 6), (2, 7)):
        one = plain("one", weapons=[thing], wielded=[{"weapon": "thing", "hands": hands}])
        assert scores(one)["thing"] == Scores(score, 1)


@pytest.mark.rule("YY-WPN-1", "YY-WPN-32")
def test_a_weapon_has_exactly_one_reach_and_energetic_is_no_other_than_energy() -> None:
    thing = {"id": "thing", "name": "Thing"}
    spec = given().when(fight(plain("one", weapons=[thing]))).refused("YY-WPN-1", "invalid")
    for reach in (["melee", "ranged"], "arm", "energetic"):
        spec.when(fight(plain("one", weapons=[{**thing, "reach": reach}]))).refused("YY-WPN-1", "invalid")
    spec.when(fight(plain("one", weapons=[{**thing, "reach": "melee"}]))).then()


@pytest.mark.rule("YY-WPN-5", "YY-RUL-76", "YY-DERIV-7")
def test_scores_are_computed_anew_when_strength_gear_or_grip_changes() -> None:
    spec = given(fight(armed("two_handed_sword"), "bill"))
    assert person(spec, "one").derived.weapons["two_handed_sword"] == Scores(4, 3)
    spec.given(wield("one", two_handed_sword=2))
    assert person(spec, "one").derived.weapons["two_handed_sword"] == Scores(5, 3)
    spec.given(SetAttribute(combatant="one", attribute="strength", score=6))
    assert person(spec, "one").derived.weapons["two_handed_sword"] == Scores(8, 3)
    spec.given(wield("one"))
    assert person(spec, "one").derived.weapons == {"bare_hands": Scores(6, 1)}


# Hands


@pytest.mark.rule("YY-WPN-10", "YY-RUL-47", "YY-RUL-75")
@pytest.mark.parametrize(
    "hands",
    [{"sword": 1, "jacknife": 1, "axe": 1}, {"sword": 2}, {"daicho": 2, "sword": 1}, {"sword": 0}, {"daicho": 0}],
)
def test_two_hands_hold_no_more_and_only_multihanded_weapons_with_both(hands: dict[str, int]) -> None:
    spec = given(fight(plain("one", weapons=[{"id": key} for key in ("sword", "jacknife", "axe", "daicho")])))
    spec.when(wield("one", **hands)).refused("YY-WPN-10")
    assert spec.refusal is not None
    assert (spec.refusal.field or "").startswith("command.items")
    spec.when(wield("one", sword=1, daicho=1)).then(
        Wielded(combatant="one", grips=(Grip("sword", 1), Grip("daicho", 1)))
    )
    spec.when(wield("one", daicho=2)).then(Wielded(combatant="one", grips=(Grip("daicho", 2),)))


@pytest.mark.rule("YY-WPN-10", "YY-RUL-75")
def test_only_a_multihanded_weapon_is_held_with_both_hands_whatever_the_sheet_says() -> None:
    spec = given(fight(plain("one", weapons=[{"id": "sword", "hands": 2}, {"id": "daicho"}])))
    spec.when(wield("one", sword=2)).refused("YY-WPN-10")
    spec.when(wield("one", daicho=2)).then(Wielded)


@pytest.mark.rule("YY-WPN-10", "YY-ARM-12", "YY-RUL-47", "YY-AROW-2")
def test_a_worn_shield_takes_a_hand_unless_the_sheet_says_otherwise_or_it_is_destroyed() -> None:
    gear = {"weapons": [{"id": "daicho"}, {"id": "sword"}], "worn": ["shield"]}
    spec = given(fight(plain("one", armour=[{"id": "shield"}], **gear)))
    spec.when(wield("one", daicho=2)).refused("YY-WPN-10")
    spec.when(wield("one", daicho=1, sword=1)).refused("YY-WPN-10")
    spec.when(wield("one", daicho=1)).then(Wielded)
    for piece in ({"id": "shield", "hands": 0}, {"id": "shield", "destroyed": True}):
        given(fight(plain("one", armour=[piece], **gear))).when(wield("one", daicho=2)).then(Wielded)


@pytest.mark.rule("YY-WPN-10", "YY-ARM-12")
def test_no_shield_is_put_on_where_both_hands_are_full() -> None:
    spec = given(fight(armed("daicho", hands=2, armour=[{"id": "shield"}])))
    spec.when(Wear(actor="one", armour=("shield",))).refused("YY-WPN-10")
    spec.given(wield("one", daicho=1)).when(Wear(actor="one", armour=("shield",))).then(Worn)


@pytest.mark.rule("YY-WPN-6", "YY-WPN-10", "YY-RUL-46")
def test_natural_weapons_need_no_hands_and_are_always_at_hand() -> None:
    claws = {"id": "claws", "name": "Claws", "reach": "melee", "edges": ["precise"], "natural": True}
    one = plain("one", weapons=[claws, {"id": "daicho"}], wielded=[{"weapon": "daicho", "hands": 2}])
    assert scores(one)["claws"] == Scores(5, 1)


@pytest.mark.rule("YY-WPN-31", "YY-ACT-9", "YY-EX-19")
def test_weapons_are_taken_up_changed_and_dropped_freely_also_from_what_lies_about() -> None:
    spec = given(fight(newcomer("gabrielle", weapons=[{"id": "jacknife"}]), "vassili"))
    spec.when(PlaceItem.model_validate({"weapon": {"id": "two_handed_sword"}})).then(ItemPlaced)
    spec.given(in_turn()).when(wield("gabrielle", two_handed_sword=2)).then(
        ItemTaken(combatant="gabrielle", item="two_handed_sword"),
        Wielded(combatant="gabrielle", grips=(Grip("two_handed_sword", 2),)),
    )
    spec.never(ActionsSpent)
    assert person(spec, "gabrielle").derived.weapons["two_handed_sword"] == Scores(5, 3)
    assert person(spec, "gabrielle").hand == 3
    assert spec.fight.scene_weapons == {}
    spec.when(wield("gabrielle", two_handed_sword=2)).then(
        Wielded(combatant="gabrielle", grips=(Grip("two_handed_sword", 2),), unchanged=True)
    )
    spec.when(wield("gabrielle")).then(Wielded(combatant="gabrielle", grips=()))
    spec.when(wield("gabrielle", two_handed_sword=1)).then(Wielded).never(ItemTaken)
    spec.when(wield("gabrielle", jacknife=1)).then(Wielded(combatant="gabrielle", grips=(Grip("jacknife"),))).never(
        ActionsSpent
    )
    spec.when(wield("vassili", two_handed_sword=1)).refused(None, "invalid")


def test_a_secret_sheet_does_not_say_that_its_weapons_stay_the_same() -> None:
    armed = newcomer("gabrielle", weapons=[{"id": "jacknife"}], wielded=[{"weapon": "jacknife"}])
    secret = armed.model_copy(update={"secret": True})
    grips = (Grip("jacknife"),)
    for join, unchanged in ((armed, True), (secret, False)):
        spec = given(fight(join, "vassili")).when(wield("gabrielle", jacknife=1))
        spec.then(Wielded(combatant="gabrielle", grips=grips, unchanged=unchanged))


@pytest.mark.rule("YY-WPN-31", "YY-ACT-9")
def test_nothing_is_wielded_within_an_exchange() -> None:
    spec = given(fight("bishop", "wedge"), in_turn(), attack("bishop", "wedge"))
    spec.when(wield("wedge")).refused("YY-PROM-14")


def test_things_that_lie_about_have_different_names_and_are_of_one_kind() -> None:
    spec = given(fight("gabrielle"), PlaceItem.model_validate({"weapon": {"id": "sword"}}))
    spec.when(PlaceItem.model_validate({"weapon": {"id": "sword"}})).refused(None, "invalid")
    spec.when(PlaceItem.model_validate({"armour": {"id": "sword", "kind": "shield"}})).refused(None, "invalid")
    spec.when(PlaceItem.model_validate({"weapon": {"id": "sword-2", "kind": "sword"}})).then(ItemPlaced)
    both = {"weapon": {"id": "axe"}, "armour": {"id": "shield"}}
    spec.when(PlaceItem.model_validate(both)).refused(None, "invalid")
    spec.when(PlaceItem()).refused(None, "invalid")
    spec.when(PlaceItem.model_validate({"weapon": {"id": "thing"}})).refused("YY-WPN-1")
    spec.when(PlaceItem.model_validate({"armour": {"id": "thing"}})).refused("YY-ARM-1")
    placing = PlaceItem.model_validate({"armour": {"id": "shield"}})
    spec.when(placing, speaker=Speaker("player", ("gabrielle",))).refused(None, "not_yours")


# Soak


@pytest.mark.rule("YY-SOAK-1", "YY-SOAK-4", "YY-SOAK-5", "YY-WPN-16", "YY-WPN-17", "YY-WPN-25", "YY-ARM-6", "YY-ARM-7")
@pytest.mark.rule("YY-EX-38", "YY-RUL-45")
@pytest.mark.parametrize(
    ("who", "plain_soak", "piercing", "mental"),
    [
        ("cryptos", 6, 3, 3),
        ("trooper", 6, 6, 2),
        ("bishop", 5, 5, 3),
        ("da_hook", 4, 3, 2),
        ("wedge", 4, 4, 2),
        ("hei", 2, 2, 3),
        ("thug", 0, 0, 1),
        ("mentalist", 3, 2, 6),
    ],
)
def test_the_soak_of_everybody(who: str, plain_soak: int, piercing: int, mental: int) -> None:
    assert soaks(given(fight(who)), who) == (plain_soak, piercing, mental)


@pytest.mark.rule("YY-SOAK-1", "YY-SOAK-4", "YY-ARM-2", "YY-ARM-5", "YY-EX-38")
def test_stackable_pieces_count_on_top_of_one_other() -> None:
    spec = given(fight(clad("full_plate", "shield", "energy_field", intellect=2)))
    assert soaks(spec, "one") == (8, 4, 2)


@pytest.mark.rule("YY-SOAK-1", "YY-ARM-12", "YY-DERIV-7")
def test_armour_that_is_not_worn_protects_nobody() -> None:
    spec = given(fight(plain("one", armour=[{"id": "full_plate"}])))
    for worn, soak in (((), 3), (("full_plate",), 6), ((), 3)):
        spec.given(Wear(actor="one", armour=worn))
        assert soaks(spec, "one")[0] == soak


@pytest.mark.rule("YY-SOAK-1", "YY-WPN-16", "YY-WPN-25", "YY-WPN-30", "YY-EX-68", "YY-RUL-45")
def test_soak_is_never_below_0_and_of_several_weapons_the_highest_counts() -> None:
    assert soaks(given(fight(armed("mace", endurance=1))), "one")[0] == 0
    shielded = armed("mace", endurance=1, armour=[{"id": "shield"}], worn=["shield"])
    assert soaks(given(fight(shielded)), "one")[0] == 0
    assert soaks(given(fight(armed("wrist_blade", "duelling_rapier"))), "one")[0] == 6
    heavy = {"id": "maul", "name": "Maul", "reach": "melee", "edges": ["very_powerful"], "flaws": ["unfit_to_parry"]}
    both = plain("one", weapons=[{"id": "axe"}, heavy], wielded=[{"weapon": "axe"}, {"weapon": "maul"}], endurance=6)
    assert soaks(given(fight(both)), "one")[0] == 3
    mixed = given(fight(armed("axe", "wrist_blade")))
    assert soaks(mixed, "one") == (3, 3, 3)


@pytest.mark.rule("YY-WPN-16", "YY-WPN-14")
def test_the_second_hand_does_not_help_to_parry() -> None:
    assert soaks(given(fight(armed("daicho", hands=2))), "one")[0] == 4


@pytest.mark.rule("YY-WPN-16", "YY-WPN-25")
def test_a_weapon_that_is_not_wielded_neither_parries_nor_hinders() -> None:
    spec = given(fight(plain("one", weapons=[{"id": "wrist_blade"}, {"id": "axe"}])))
    assert soaks(spec, "one")[0] == 3
    spec.given(wield("one", wrist_blade=1))
    assert soaks(spec, "one")[0] == 5
    spec.given(wield("one", axe=1))
    assert soaks(spec, "one")[0] == 1


@pytest.mark.rule("YY-SOAK-7", "YY-RUL-45", "YY-EX-38")
def test_out_of_action_one_neither_parries_nor_is_hindered() -> None:
    spec = given(fight("da_hook", "hei"), adjust("da_hook", "stamina", -3), adjust("hei", "stamina", -5))
    assert soaks(spec, "da_hook") == (3, 2, 2)
    assert soaks(spec, "hei") == (4, 4, 3)
    spec.given(adjust("da_hook", "stamina", 1))
    assert soaks(spec, "da_hook") == (4, 3, 2)


@pytest.mark.rule("YY-SOAK-4", "YY-WPN-17", "YY-ARM-6", "YY-RUL-45")
def test_a_piercing_weapon_passes_by_armour_that_is_not_hardened_but_not_a_parry() -> None:
    spec = given(fight(armed("phaser", name="shooter", deck="shooter"), "da_hook", "bishop"))
    struck(spec, "shooter", "da_hook", "shooter: 2H")
    assert [drawn.soak for drawn in damage(spec)] == [3]
    struck(spec, "shooter", "bishop", "shooter: 2S")
    assert [drawn.soak for drawn in damage(spec)] == [5]


@pytest.mark.rule("YY-RUL-66", "YY-WROW-17", "YY-DMG-17")
@pytest.mark.parametrize(("card", "stamina"), [("6H", 0), ("QH", 1)])
def test_piercing_makes_no_difference_to_a_weapon_that_is_not_lethal(card: str, stamina: int) -> None:
    for armour in ("full_plate", "stormtrooper_armor"):
        target = clad(armour, name="target", endurance=1)
        spec = given(fight(armed("stun_blaster", name="guard", deck="guard"), target))
        assert "piercing" in person(spec, "guard").weapons["stun_blaster"].edges
        struck(spec, "guard", "target", f"guard: {card}")
        assert [(drawn.soak, drawn.points, drawn.stamina) for drawn in damage(spec)] == [(None, 0, stamina)]


@pytest.mark.rule("YY-RUL-42", "YY-AROW-8")
def test_the_boxer_has_his_soak_by_armour_or_by_endurance_with_stamina_spent() -> None:
    spec = given(fight("vassili", newcomer("vassili_2", endurance=4, worn=[], stamina=2)))
    boxers = ("vassili", "vassili_2")
    assert [(soaks(spec, who)[0], tracks(spec, who)[2]) for who in boxers] == [(4, 2), (4, 2)]
    assert [soaks(spec, who)[1] for who in boxers] == [2, 4]


@pytest.mark.rule("YY-SOAK-6", "YY-WROW-29", "YY-EX-38")
def test_against_mental_and_piercing_only_mental_and_hardened_armour_counts() -> None:
    helm = {"id": "crown", "name": "Crown", "edges": ["mental", "hardened", "stackable"]}
    others = [{"id": "psi_helm"}, {"id": "energy_field"}]
    guarded = plain("guarded", armour=[helm, *others], worn=["crown", "psi_helm", "energy_field"])
    spec = given(fight(armed("mind_storm", name="psi", deck="psi"), "mentalist", guarded))
    struck(spec, "psi", "mentalist", "psi: 2H")
    assert [drawn.soak for drawn in damage(spec)] == [5]
    struck(spec, "psi", "guarded", "psi: 2S")
    assert [drawn.soak for drawn in damage(spec)] == [4]


@pytest.mark.rule("YY-SOAK-2", "YY-SOAK-3", "YY-EX-35")
def test_the_victim_draws_nothing_and_has_its_full_soak_against_unmatched_attacks_too() -> None:
    spec = given(fight("thug", armed("wrist_blade", armour=[{"id": "leather_jacket"}], worn=["leather_jacket"])))
    throws = ["narrator: AC", "narrator: 3C"]
    spec.given(in_turn()).when(attack("thug", "one"), "one: let_pass", throws=throws).then(DamageDrawn)
    assert [(drawn.soak, drawn.points) for drawn in damage(spec)] == [(6, 1)]
    assert tracks(spec, "one")[0] == 5


# Armour


@pytest.mark.rule("YY-ARM-1", "YY-ARM-3", "YY-ARM-4", "YY-ARM-6", "YY-ARM-7")
@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([], (4, 3, 3)),
        (["medium"], (5, 3, 3)),
        (["heavy"], (6, 3, 3)),
        (["medium", "heavy"], (6, 3, 3)),
        (["hardened"], (4, 4, 3)),
        (["mental"], (4, 3, 4)),
        (["heavy", "mental", "hardened"], (6, 6, 6)),
    ],
)
def test_a_piece_adds_1_or_what_its_edges_say(edges: list[str], expected: tuple[int, int, int]) -> None:
    coat = {"id": "coat", "name": "Coat", "edges": edges}
    assert soaks(given(fight(plain("one", armour=[coat], worn=["coat"]))), "one") == expected


@pytest.mark.rule("YY-ARM-2", "YY-ARM-5", "YY-EX-38")
def test_of_pieces_that_are_not_stackable_only_one_is_worn() -> None:
    kept = [{"id": piece} for piece in ("chainmail", "full_plate", "shield", "energy_field", "psi_helm")]
    spec = given(fight(plain("one", armour=kept)))
    spec.when(Wear(actor="one", armour=("chainmail", "full_plate"))).refused("YY-ARM-2")
    spec.when(Wear(actor="one", armour=("shield", "shield"))).refused("YY-ARM-2")
    spec.when(Wear(actor="one", armour=("chainmail", "shield", "energy_field"))).then(Worn)
    assert soaks(spec, "one") == (7, 4, 3)
    spec.when(Wear(actor="one", armour=("shield", "energy_field", "psi_helm"))).then(Worn)
    assert soaks(spec, "one") == (6, 4, 4)
    spec.when(Wear(actor="one")).then(Worn(combatant="one", armour=()))
    assert soaks(spec, "one") == (3, 3, 3)


@pytest.mark.rule("YY-ARM-12", "YY-ACT-5", "YY-RUL-47")
def test_armour_is_put_on_between_turns_also_from_what_lies_about() -> None:
    spec = given(fight("gabrielle"), PlaceItem.model_validate({"armour": {"id": "shield"}}))
    on = Wear(actor="gabrielle", armour=("shield",))
    spec.when(on).then(ItemTaken(combatant="gabrielle", item="shield"), Worn(combatant="gabrielle", armour=("shield",)))
    assert (spec.fight.scene_armour, soaks(spec, "gabrielle")[0]) == ({}, 4)
    spec.when(on).then(Worn(combatant="gabrielle", armour=("shield",), unchanged=True))
    spec.when(Wear(actor="gabrielle")).then(Worn).never(ItemTaken)
    spec.given(in_turn()).when(on).refused("YY-ACT-5")
    spec.given(EndTurn()).when(Wear(actor="gabrielle", armour=("helmet",))).refused(None, "invalid")


@pytest.mark.rule("YY-ARM-8", "YY-DMG-21", "YY-RUL-50", "YY-EX-39")
def test_two_kings_in_a_row_break_what_is_destroyable_at_once() -> None:
    glass = newcomer("gabrielle", armour=[{"id": "glass_plate"}], worn=["glass_plate"])
    spec = given(fight("bishop", glass))
    struck(spec, "bishop", "gabrielle", "bishop: KS", "bishop: KC", "bishop: 4S")
    spec.then(DamageDrawn, DamageDrawn, ArmourDestroyed(combatant="gabrielle", armour="glass_plate"), DamageDrawn)
    spec.follows(ArmourDestroyed, DamageDrawn)
    assert [drawn.soak for drawn in damage(spec)] == [6, 6, 3]
    assert tracks(spec, "gabrielle") == (6 - 9, 3, 1)


@pytest.mark.rule("YY-ARM-8", "YY-RUL-50", "YY-EX-62")
@pytest.mark.parametrize(
    "chain", ["KS 4S", "KS QS", "WHITE KS 4S 2S", "WHITE KS QS KD JS", "WHITE KS WHITE 2S 3S 4S", "QS"]
)
def test_one_king_kings_apart_and_a_white_joker_spare_it(chain: str) -> None:
    glass = clad("glass_plate", name="victim", endurance=4, will=4)
    spec = given(fight("thug", glass, narrator_decks=2))
    struck(spec, "thug", "victim", *(f"narrator: {card}" for card in chain.split())).never(ArmourDestroyed)


@pytest.mark.rule("YY-ARM-8")
def test_every_destroyable_piece_breaks_once_and_no_other() -> None:
    spec = given(fight("bishop", clad("full_plate", "wooden_shield", "energy_field", name="victim")))
    struck(spec, "bishop", "victim", "bishop: KS", "bishop: KC", "bishop: KD", "bishop: 4S")
    broken = [event for event in spec.events if isinstance(event, ArmourDestroyed)]
    assert broken == [ArmourDestroyed(combatant="victim", armour="wooden_shield")]
    both = given(fight("bishop", clad("glass_plate", "wooden_shield", name="victim")))
    struck(both, "bishop", "victim", "bishop: KS", "bishop: KC", "bishop: 4S")
    assert [event.armour for event in both.events if isinstance(event, ArmourDestroyed)] == [
        "glass_plate",
        "wooden_shield",
    ]


@pytest.mark.rule("YY-ARM-8", "YY-EX-62")
def test_what_a_mental_weapon_passes_by_is_spared_and_what_is_pierced_is_not() -> None:
    veil = {"id": "veil", "name": "Veil", "edges": ["mental", "stackable"], "flaws": ["destroyable"]}
    victim = bearer(armour=[{"id": "glass_plate"}, veil], worn=["glass_plate", "veil"])
    kings = ("KS", "KC", "2S")
    spec = given(fight("mentalist", victim))
    struck(spec, "mentalist", "victim", *(f"mentalist: {card}" for card in kings))
    assert [event.armour for event in spec.events if isinstance(event, ArmourDestroyed)] == ["veil"]
    pierced = given(fight("bill", victim))
    struck(pierced, "bill", "victim", *(f"bill: {card}" for card in kings)).then(
        ArmourDestroyed(combatant="victim", armour="glass_plate")
    )


@pytest.mark.rule("YY-ARM-9", "YY-ARM-10", "YY-ARM-11", "YY-RUL-51", "YY-EX-45")
def test_cumbersome_armour_is_a_penalty_card_on_speed_and_on_precision_once() -> None:
    suit = [{"id": "chainmail"}, {"id": "boots", "name": "Boots", "edges": ["stackable"], "flaws": ["cumbersome"]}]
    spec = given(fight(plain("one", deck="one", armour=suit, worn=["chainmail", "boots"])))
    burdened = (("cumbersome", 1),)
    spec.when(attempt("one", "speed"), throws=["one: 3C 2C"])
    assert attempted(spec).penalty == burdened
    spec.when(attempt("one", "speed", "strength"), throws=["one: 3C 2C"])
    assert attempted(spec).penalty == burdened
    spec.when(attempt("one", "strength", "speed"), throws=["one: 3C 2C"])
    assert attempted(spec).penalty == burdened
    spec.when(attempt("one", "strength", precision=True), throws=["one: 3C 2C"])
    assert attempted(spec).penalty == burdened
    spec.when(attempt("one", "speed", precision=True), throws=["one: 3C 2C"])
    assert attempted(spec).penalty == burdened
    spec.when(attempt("one", "strength"), throws=["one: 3C"])
    assert attempted(spec).penalty == ()
    spec.given(Wear(actor="one")).when(attempt("one", "speed"), throws=["one: 3C"])
    assert attempted(spec).penalty == ()


@pytest.mark.rule("YY-ARM-10", "YY-CALLED-4", "YY-RUL-51", "YY-EX-45")
def test_cumbersome_armour_hinders_called_shots_and_no_ordinary_attack() -> None:
    spec = given(fight("cryptos", "thug"), in_turn())
    shot = attack("cryptos", "thug", called_shot={"aim": "limb", "text": "drop it"})
    spec.when(shot, "narrator: called_shot 1", "thug: let_pass", throws=["cryptos: 4S 2S 7S"])
    assert (attempted(spec).kept, attempted(spec).penalty) == ("7S", (("cumbersome", 1), ("called_shot", 1)))
    spec.when(attack("cryptos", "thug"), "thug: let_pass", throws=["cryptos: 9S"])
    assert attempted(spec).penalty == ()


@pytest.mark.rule("YY-WPN-15", "YY-WALK-1", "YY-EX-67")
def test_a_multiple_weapon_may_follow_up_at_another_opponent() -> None:
    spec = given(fight("trooper", "bishop", "bill"), in_turn())
    throws = ["narrator: KC", "narrator: 4S"]
    spec.when(attack("trooper", "bishop"), "bishop: let_pass", throws=throws).asks("follow_up", "trooper")
    spec.answer({"target": "bill"}, "bill: let_pass", throws=["narrator: 9S"])
    assert [test.combatant for test in attempts(spec)] == ["trooper"]
    magnum = newcomer("trooper", weapons=[{"id": "large_magnum"}], wielded=[{"weapon": "large_magnum"}])
    single = given(fight(_with_default(magnum), "bishop", "bill"), in_turn())
    single.when(attack("trooper", "bishop"), "bishop: let_pass", throws=throws).asks("follow_up", "trooper")
    single.answer({"target": "bill"}).refused("YY-KING-5")


def _with_default(joining: Join) -> Join:
    """Somebody whose default attack is with the Large Magnum."""
    return joining.model_copy(update={"sheet": {**joining.sheet, "default_attack": {"weapon": "large_magnum"}}})


@pytest.mark.parametrize(
    ("command", "filled", "said"),
    [
        ("wield/free_hands", {}, "Free the hands"),
        ("wield/change", {"items": [{"weapon": "mace", "hands": 1}]}, "Hold only mace (1 hand)"),
        ("wear/take_off", {}, "Take all armour off"),
        ("wear/change", {"armour": ["chainmail", "shield"]}, "Wear only Chainmail and Shield"),
    ],
)
def test_a_menu_says_what_the_hands_hold_and_what_is_worn(command: str, filled: dict[str, Any], said: str) -> None:
    menu = given(fight("cryptos")).menu()
    [form] = [form for form in menu.forms if form.name == f"yin_yang.{command}"]
    assert sentence(menu, form, {"actor": "cryptos", **filled}) == said


@pytest.mark.rule("YY-ATK-12", "YY-DMG-19")
@pytest.mark.parametrize(
    ("command", "filled", "said"),
    [
        ("attack", {}, "Attack Bishop with Mace"),
        ("attack", {"stake": "flee"}, "Attack Bishop with Mace, to get away"),
        ("attack", {"stake": "goal", "goal": "the door"}, "Attack Bishop with Mace, to reach the goal: “the door”"),
        ("attack", {"pull_punches": True}, "Attack Bishop with bare hands, pulling punches"),
        ("act/plain", {"attributes": ["will"], "goal": "the door"}, "Act against Bishop with Will: “the door”"),
    ],
)
def test_a_menu_says_what_is_at_stake_and_that_a_weapon_is_set_aside(
    command: str, filled: dict[str, Any], said: str
) -> None:
    one = plain("one", weapons=[{"id": "mace"}], wielded=[{"weapon": "mace"}], default_attack={"weapon": "mace"})
    menu = given(fight(one, "bishop"), in_turn()).menu()
    form = next(form for form in menu.forms if form.name == f"yin_yang.{command}")
    assert sentence(menu, form, {"actor": "one", "target": "bishop", **filled}) == said


@pytest.mark.rule("YY-BONUS-6")
@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"bonus": 1}, "Give Bishop 1 bonus card for the next test"),
        ({"penalty": 2, "lasting": "encounter"}, "Give Bishop 2 penalty cards for tests until the end of the fight"),
        ({"bonus": 1, "on": "damage"}, "Give Bishop 1 bonus card for the next Damage Draw"),
        (
            {"bonus": 2, "on": "damage", "lasting": "this_turn"},
            "Give Bishop 2 bonus cards for Damage Draws of this turn",
        ),
    ],
)
def test_a_menu_says_what_cards_are_granted_for(filled: dict[str, Any], said: str) -> None:
    menu = given(fight("bishop"), in_turn()).menu()
    form = next(form for form in menu.forms if form.name == "yin_yang.give_cards")
    assert sentence(menu, form, {"combatant": "bishop", **filled}) == said


@pytest.mark.rule("YY-EDGE-3")
@pytest.mark.parametrize(
    ("key", "said"), [("a", "side A"), ("red", "the red side"), ("guards", "the guards"), ("2", "side 2")]
)
def test_a_menu_and_a_sentence_have_one_name_for_a_side(key: str, said: str) -> None:
    menu = given(fight(plain("one", side=key), "bishop", initiative="edge")).menu()
    form = next(form for form in menu.forms if form.name == "yin_yang.give_edge")
    assert sentence(menu, form, {"side": key}) == f"Take the Edge away and give it to {said}"
    assert side(key, {}) == said


# What a menu offers


@pytest.mark.rule("YY-WPN-10", "YY-WPN-31")
def test_only_who_holds_something_or_finds_a_weapon_is_offered_to_change_weapons() -> None:
    spec = given(fight(plain("one"), armed("jacknife", name="two"), clad("shield", name="three")))
    assert gear_offered(spec, "yin_yang.wield") == {
        "change": ["two"],
        "free_hands": ["two"],
        "stay_empty_handed": ["one", "three"],
    }
    for who in ("one", "two", "three"):
        assert spec.offers(Wield(actor=who))
    spec.given(PlaceItem(weapon=WeaponSheet(id="old_knife", kind="jacknife")))
    assert gear_offered(spec, "yin_yang.wield")["change"] == ["one", "two", "three"]
    assert spec.offers(wield("one", old_knife=1))


@pytest.mark.rule("YY-ARM-12")
def test_only_who_wears_something_or_finds_armour_is_offered_to_change_armour() -> None:
    spec = given(fight(plain("one"), clad("chainmail", name="two")))
    assert gear_offered(spec, "yin_yang.wear") == {
        "change": ["two"],
        "take_off": ["two"],
        "stay_unarmoured": ["one"],
    }
    for who in ("one", "two"):
        assert spec.offers(Wear(actor=who))
    spec.given(PlaceItem(armour=ArmourSheet(id="old_mail", kind="chainmail")))
    assert gear_offered(spec, "yin_yang.wear")["change"] == ["one", "two"]
    assert spec.offers(Wear(actor="one", armour=("old_mail",)))


def gear_offered(spec: Specification, command: str) -> dict[str, list[str]]:
    """Who is offered each form of a command."""
    menu = spec.menu()
    found = {}
    for form in menu.forms:
        if form.command == command:
            values = menu.values(form.fields[0], {})
            found[form.name.partition("/")[2]] = [] if values is None else [value for value, _ in values.listed]
    return found
