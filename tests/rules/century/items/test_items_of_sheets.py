"""What a sheet brings along: weapons, natural attacks, armour, gear, and what hands hold (CE-SHEET-11 to -22)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.items import Armour, Gear, Natural, Weapon
from domain.rulesets.century.parts import ModifierSheet
from domain.rulesets.century.words import UNARMED
from tests.rules.century.builders import joined, refused_to_join
from tests.rules.century.specification import Specification, fight, given, roll, stub

CLUB = {
    "id": "club",
    "name": "Club",
    "skill": "Hand to Hand: Melee Weapon",
    "mode": "melee",
    "mp": 2,
    "damage": "1d6",
}
"""A weapon with all that it needs, of no chart."""
RIFLE = {**CLUB, "id": "rifle", "name": "Rifle", "mode": "ranged", "range": [10, 20, 30], "ammo": 5}


def with_weapon(**weapon: Any) -> Join:
    """Somebody with one weapon: of the chart by its id, or a whole one."""
    return stub("a", weapons=[weapon])


def weapon_of(newcomer: Join) -> Weapon:
    """The one weapon of somebody."""
    (weapon,) = joined(newcomer).weapons.values()
    return weapon


# CE-SHEET-11: hands


@pytest.mark.rule("CE-SHEET-11")
def test_a_person_has_two_hands_and_an_animal_none() -> None:
    somebody = joined(stub("a"))
    assert (somebody.hands, somebody.dominant, somebody.ambidextrous, somebody.held) == (2, "right", False, {})
    assert joined(Join(template="horse")).hands == 0
    assert joined(stub("a", dominant="left", ambidextrous=True)).dominant == "left"
    assert joined(stub("a", dominant="left", ambidextrous=True)).ambidextrous
    refused_to_join(stub("a", hands=3), "CE-SHEET-11", "hands")
    refused_to_join(stub("a", dominant="both"), "CE-SHEET-11", "dominant")


@pytest.mark.rule("CE-SHEET-11", "CE-SHEET-23")
def test_nobody_holds_more_than_its_hands() -> None:
    two = {"weapons": [{"id": "knife"}, {"id": "axe"}], "held": {"right": "knife", "left": "axe"}}
    assert joined(stub("a", **two)).held == {"right": "knife", "left": "axe"}
    refused_to_join(stub("a", hands=1, **two), "CE-SHEET-11", "held")
    assert joined(stub("a", "knife", hands=1)).held == {"right": "knife"}
    refused_to_join(stub("a", "knife", hands=0), "CE-SHEET-11", "held")


@pytest.mark.rule("CE-SHEET-11", "CE-SHEET-23")
def test_hands_hold_what_the_sheet_carries() -> None:
    refused_to_join(stub("a", "knife", held={"left": "axe"}), "CE-SHEET-11", "held.left")
    refused_to_join(stub("a", "knife", held={"tail": "knife"}), "CE-SHEET-11", "held.tail")


@pytest.mark.rule("CE-SHEET-11")
@pytest.mark.parametrize("hand", ["right", "left"])
def test_a_two_handed_item_occupies_both_hands(hand: str) -> None:
    somebody = joined(stub("a", weapons=[{"id": "kaufman"}, {"id": "knife"}], held={hand: "kaufman"}))
    assert somebody.held == {"right": "kaufman", "left": "kaufman"}
    assert somebody.holding("kaufman") == ("right", "left")


@pytest.mark.rule("CE-SHEET-11")
def test_a_one_handed_item_is_in_one_hand() -> None:
    refused_to_join(stub("a", "knife", held={"right": "knife", "left": "knife"}), "CE-SHEET-11", "held.right")


@pytest.mark.rule("CE-SHEET-11", "CE-TWOH-2", "CE-TWOH-3")
def test_beside_another_item_a_two_handed_one_is_held_where_one_hand_may_use_it() -> None:
    held = {"right": "kaufman", "left": "knife"}
    somebody = stub("a", weapons=[{"id": "kaufman"}, {"id": "knife"}], held=held)
    assert joined(somebody).held == held
    refused_to_join(somebody, "CE-SHEET-11", "held.right", one_handed_use=False)
    one_hand = stub("a", "kaufman", hands=1)
    assert joined(one_hand).held == {"right": "kaufman"}
    refused_to_join(one_hand, "CE-SHEET-11", "held.right", one_handed_use=False)
    assert joined(stub("a", "kaufman"), one_handed_use=False).held == {"right": "kaufman", "left": "kaufman"}


# CE-SHEET-12: weapons


@pytest.mark.rule("CE-SHEET-12")
def test_a_weapon_may_be_a_row_of_the_chart_that_is_changed() -> None:
    weapon = weapon_of(with_weapon(id="betsy", kind="magnum_357", name="Betsy", damage="1d10", loaded=2))
    assert (weapon.id, weapon.name, weapon.damage, weapon.loaded, weapon.ammo) == ("betsy", "Betsy", "1d10", 2, 6)
    assert (weapon.weapon_class, weapon.range, weapon.mp) == ("revolver", (8, 25, 60), 3)
    refused_to_join(with_weapon(id="betsy", kind="blaster"), "CE-SHEET-12", "weapons[0].kind")


@pytest.mark.rule("CE-SHEET-12")
def test_two_of_a_kind_have_ids_of_their_own() -> None:
    two = [{"id": "left_gun", "kind": "pistol_22"}, {"id": "right_gun", "kind": "pistol_22"}]
    assert list(joined(stub("a", weapons=two)).weapons) == ["left_gun", "right_gun"]
    refused_to_join(stub("a", weapons=[two[0], two[0]]), "CE-SHEET-12", "weapons")


@pytest.mark.rule("CE-SHEET-12")
@pytest.mark.parametrize("field", ["name", "skill", "mode", "mp", "damage"])
def test_a_weapon_of_no_chart_brings_all_that_it_needs(field: str) -> None:
    refused_to_join(stub("a", weapons=[{**CLUB, field: None}]), "CE-SHEET-12", f"weapons[0].{field}")
    assert weapon_of(with_weapon(**CLUB)) == Weapon(
        "club", "Club", "Hand to Hand: Melee Weapon", "melee", 2, "1d6", ability="agl", weapon_class="other"
    )


@pytest.mark.rule("CE-SHEET-12")
def test_a_weapon_may_bring_everything() -> None:
    whole = {
        **RIFLE, "ability": "iq", "class": "autoloader", "reload_mp": 4, "loaded": 1, "str_req": 30, "hands": 2,
        "fire": ["burst", "full_auto"], "area": 7, "double_tap": True, "reload_unit": "belt", "state": "broken",
        "reloads": 3,
    }  # fmt: skip
    assert weapon_of(with_weapon(**whole)) == Weapon(
        id="rifle", name="Rifle", skill="Hand to Hand: Melee Weapon", mode="ranged", mp=2, damage="1d6", ability="iq",
        weapon_class="autoloader", reload_mp=4, ammo=5, loaded=1, range=(10, 20, 30), str_req=30, hands=2,
        fire=("burst", "full_auto"), area=7, double_tap=True, reload_unit="belt", state="broken", reloads=3,
    )  # fmt: skip


@pytest.mark.rule("CE-SHEET-12")
@pytest.mark.parametrize(
    ("field", "wrong", "right"),
    [
        ("mp", (0, 11), (1, 10)),
        ("reload_mp", (-1, 11), (0, 10)),
        ("loaded", (-1, 6), (0, 5)),
        ("hands", (0, 3), (1, 2)),
        ("area", (-1, 1001), (0, 1000)),
        ("str_req", (-1, 31), (0, 30)),
        ("ability", ("luck",), ("str", "prs")),
        ("mode", ("laser",), ("thrown", "ranged")),
        ("class", ("rifle",), ("revolver", "other")),
        ("reload_unit", ("bag",), ("none", "shells")),
        ("state", ("lost",), ("working", "jammed", "broken", "destroyed")),
    ],
)
def test_each_field_of_a_weapon_has_its_span(field: str, wrong: tuple[Any, ...], right: tuple[Any, ...]) -> None:
    attribute = "weapon_class" if field == "class" else field
    bare = {**RIFLE, "ammo": 0} if field == "mode" else RIFLE
    for value in right:
        assert getattr(weapon_of(with_weapon(**{**bare, field: value})), attribute) == value
    for value in wrong:
        refused_to_join(with_weapon(**{**bare, field: value}), "CE-SHEET-12", f"weapons[0].{field}")


@pytest.mark.rule("CE-SHEET-12")
def test_a_weapon_fires_in_some_of_three_ways() -> None:
    assert weapon_of(with_weapon(**RIFLE)).fire == ("single",)
    assert weapon_of(with_weapon(**RIFLE, fire=["full_auto", "burst"])).fire == ("full_auto", "burst")
    for fire in ([], ["single", "single"]):
        refused_to_join(with_weapon(**RIFLE, fire=fire), "CE-SHEET-12", "weapons[0].fire")
    refused_to_join(with_weapon(**RIFLE, fire=["double_tap"]), "CE-SHEET-12", "weapons[0].fire[0]")


@pytest.mark.rule("CE-SHEET-12")
@pytest.mark.parametrize("damage", ["2d6", "20d100+20", "1d2-20", "1d3", "0d6", "3", "0"])
def test_damage_is_a_dice_expression(damage: str) -> None:
    assert weapon_of(with_weapon(**{**CLUB, "damage": damage})).damage == damage


@pytest.mark.rule("CE-SHEET-12")
@pytest.mark.parametrize("damage", ["", "d6", "21d6", "1d7", "1d6+21", "2d6 + 1", "many"])
def test_other_words_are_no_damage(damage: str) -> None:
    refused_to_join(with_weapon(**{**CLUB, "damage": damage}), "CE-SHEET-12", "weapons[0].damage")


@pytest.mark.rule("CE-SHEET-12")
@pytest.mark.parametrize("bounds", [(0, 1, 2), (5, 5, 6), (5, 6, 6), (7, 6, 8), (-1, 1, 2)])
def test_bounds_rise_strictly(bounds: tuple[int, ...]) -> None:
    refused_to_join(with_weapon(**{**RIFLE, "range": bounds}), "CE-SHEET-12", "weapons[0].range")
    assert weapon_of(with_weapon(**{**RIFLE, "range": (1, 2, 3)})).range == (1, 2, 3)


@pytest.mark.rule("CE-SHEET-12", "CE-DATA-50")
def test_hand_weapons_have_no_bounds_and_all_others_do() -> None:
    refused_to_join(with_weapon(**{**CLUB, "range": [1, 2, 3]}), "CE-SHEET-12", "weapons[0].range")
    for mode in ("thrown", "ranged"):
        refused_to_join(with_weapon(**{**CLUB, "mode": mode}), "CE-SHEET-12", "weapons[0].range")
        assert weapon_of(with_weapon(**{**CLUB, "mode": mode, "range": [1, 2, 3]})).mode == mode


@pytest.mark.rule("CE-SHEET-12", "CE-DATA-50")
@pytest.mark.parametrize("field", [{"fire": ["burst"]}, {"double_tap": True}, {"ammo": 1}])
def test_what_does_not_shoot_has_single_attacks_and_no_ammunition(field: dict[str, Any]) -> None:
    refused_to_join(with_weapon(**CLUB, **field), "CE-SHEET-12", "weapons[0].mode")
    thrown = {**CLUB, "mode": "thrown", "range": [1, 2, 3]}
    refused_to_join(with_weapon(**thrown, **field), "CE-SHEET-12", "weapons[0].mode")


@pytest.mark.rule("CE-SHEET-12")
def test_a_weapon_starts_full_and_working() -> None:
    weapon = weapon_of(with_weapon(id="ko911"))
    assert (weapon.loaded, weapon.state) == (30, "working")
    assert weapon_of(with_weapon(id="ko911", ammo=17)).loaded == 17
    assert weapon_of(with_weapon(id="ko911", loaded=0)).loaded == 0


@pytest.mark.rule("CE-SHEET-12")
def test_a_jammed_weapon_keeps_the_rounds_that_clearing_takes() -> None:
    assert weapon_of(with_weapon(id="ko911", state="jammed", jam_rounds=3)).jam_rounds == 3
    assert weapon_of(with_weapon(id="ko911", state="jammed")).jam_rounds == 1
    assert weapon_of(with_weapon(id="ko911", state="broken")).jam_rounds == 0
    refused_to_join(with_weapon(id="ko911", jam_rounds=1), "CE-SHEET-12", "weapons[0].jam_rounds")
    for rounds in (0, 11):
        refused_to_join(
            with_weapon(id="ko911", state="jammed", jam_rounds=rounds), "CE-SHEET-12", "weapons[0].jam_rounds"
        )


# CE-SHEET-13: natural attacks


@pytest.mark.rule("CE-SHEET-13", "CE-UNARM-1", "CE-UNARM-2", "CE-UNARM-8", "CE-UNARM-9", "CE-UNARM-12")
def test_a_person_has_fists_and_feet() -> None:
    assert joined(stub("a")).natural == {
        "punch": Natural("punch", 2, "1", UNARMED),
        "kick": Natural("kick", 3, "1d2", UNARMED),
    }


@pytest.mark.rule("CE-SHEET-13", "CE-UNARM-11")
def test_a_sheet_may_list_further_attacks_or_change_those() -> None:
    natural = [{"name": "bite", "damage": "1d3"}, {"name": "punch", "damage": "1d2", "mp": 1, "skill": "Boxing"}]
    assert joined(stub("a", natural=natural)).natural == {
        "punch": Natural("punch", 1, "1d2", "Boxing"),
        "kick": Natural("kick", 3, "1d2"),
        "bite": Natural("bite", 2, "1d3"),
    }
    refused_to_join(stub("a", natural=[natural[0], natural[0]]), "CE-SHEET-13", "natural")


@pytest.mark.rule("CE-SHEET-13", "CE-UNARM-10")
@pytest.mark.parametrize(
    ("name", "mp"),
    [
        pytest.param(name, mp, marks=pytest.mark.rule(rule))
        for rule, name, mp in (
            ("CE-UNARM-3", "bite", 2),
            ("CE-UNARM-4", "claw", 3),
            ("CE-UNARM-5", "crush", 5),
            ("CE-UNARM-6", "stomp", 4),
            ("CE-UNARM-7", "sting", 2),
        )
    ],
)
def test_the_table_knows_what_an_animals_attack_costs(name: str, mp: int) -> None:
    natural = [{"name": name, "damage": "2d4"}]
    assert joined(Join(template="bear", sheet={"natural": natural})).natural == {name: Natural(name, mp, "2d4")}


@pytest.mark.rule("CE-SHEET-13")
def test_an_attack_that_the_table_does_not_know_brings_its_cost() -> None:
    refused_to_join(stub("a", natural=[{"name": "tail", "damage": "1d4"}]), "CE-SHEET-13", "natural[0].mp")
    assert joined(stub("a", natural=[{"name": "tail", "damage": "1d4", "mp": 4}])).natural["tail"].mp == 4
    refused_to_join(stub("a", natural=[{"name": "bite"}]), "CE-SHEET-13", "natural[0].damage")
    refused_to_join(Join(template="van", sheet={"natural": []}), "CE-SHEET-13", "natural")


# CE-SHEET-14: armour


@pytest.mark.rule("CE-SHEET-14")
def test_armour_is_carried_or_worn_and_starts_whole() -> None:
    carried = {"armour": [{"id": "flak_jacket"}, {"id": "coat", "kind": "leather_jacket", "hp": 2}]}
    somebody = joined(stub("a", worn="coat", **carried))
    assert somebody.armour == {
        "flak_jacket": Armour("flak_jacket", "Flak Jacket", 5, 15, 15, 7),
        "coat": Armour("coat", "Leather Jacket", 1, 6, 2, 3),
    }
    assert (somebody.worn, joined(stub("a", **carried)).worn) == ("coat", None)
    refused_to_join(stub("a", worn="helmet", **carried), "CE-SHEET-14", "worn")
    refused_to_join(stub("a", worn=["coat", "flak_jacket"], **carried), "CE-SHEET-14", "worn")
    refused_to_join(stub("a", armour=[{"id": "coat", "kind": "plate"}]), "CE-SHEET-14", "armour[0].kind")


@pytest.mark.rule("CE-SHEET-14")
@pytest.mark.parametrize("field", ["name", "dr", "hp_max"])
def test_armour_of_no_chart_brings_all_that_it_needs(field: str) -> None:
    plate = {"id": "plate", "name": "Plate", "dr": 8, "hp_max": 40}
    assert joined(stub("a", armour=[plate])).armour == {"plate": Armour("plate", "Plate", 8, 40, 40, 0)}
    refused_to_join(stub("a", armour=[{**plate, field: None}]), "CE-SHEET-14", f"armour[0].{field}")


@pytest.mark.rule("CE-SHEET-14")
@pytest.mark.parametrize(("field", "most"), [("dr", 50), ("hp_max", 999), ("str_req", 30), ("hp", 15)])
def test_each_field_of_armour_has_its_span(field: str, most: int) -> None:
    for amount in (-1, most + 1):
        refused_to_join(stub("a", armour=[{"id": "flak_jacket", field: amount}]), "CE-SHEET-14", f"armour[0].{field}")
    for amount in (0, most):
        given: dict[str, Any] = {"id": "flak_jacket", field: amount}
        assert getattr(joined(stub("a", armour=[given])).armour["flak_jacket"], field) == amount


@pytest.mark.rule("CE-STR-5", "CE-EX-115")
def test_armour_that_cannot_be_worn_is_refused() -> None:
    def wearing(requirement: int) -> Join:
        return stub("a", str=1, armour=[{"id": "flak_jacket", "str_req": requirement}], worn="flak_jacket")

    refused_to_join(wearing(8), "CE-STR-5", "worn")
    assert joined(wearing(7)).worn == "flak_jacket"
    assert joined(wearing(8), strength_penalty=False, one_handed_use=False).worn == "flak_jacket"
    only_carried = stub("a", str=1, armour=[{"id": "flak_jacket", "str_req": 8}])
    assert joined(only_carried).worn is None


# CE-SHEET-21 and -22: gear and ammunition


@pytest.mark.rule("CE-SHEET-21")
def test_gear_has_a_name_and_a_hint() -> None:
    gear = [{"id": "rope", "name": "Rope", "bonus_hint": 20}, {"id": "pin", "kind": "lockpicks", "bonus_hint": 5}]
    assert joined(stub("a", gear=[*gear, {"id": "map", "name": "Map"}])).gear == {
        "rope": Gear("rope", "Rope", 20),
        "pin": Gear("pin", "Lockpicks", 5),
        "map": Gear("map", "Map", 0),
    }
    refused_to_join(stub("a", gear=[{"id": "map"}]), "CE-SHEET-21", "gear[0].name")
    refused_to_join(stub("a", gear=[gear[0], gear[0]]), "CE-SHEET-21", "gear")


@pytest.mark.rule("CE-SHEET-21")
def test_a_hint_has_its_span() -> None:
    for hint in (-100, 100):
        assert joined(stub("a", gear=[{"id": "x", "name": "X", "bonus_hint": hint}])).gear["x"].bonus_hint == hint
    for hint in (-101, 101):
        refused_to_join(
            stub("a", gear=[{"id": "x", "name": "X", "bonus_hint": hint}]), "CE-SHEET-21", "gear[0].bonus_hint"
        )


@pytest.mark.rule("CE-SHEET-21")
@pytest.mark.parametrize(
    ("named", "part"),
    [
        ({"item": "hook_and_line"}, ("Hook and line", 30)),
        ({"item": "hook_and_line", "amount": 10}, ("Hook and line", 10)),
        ({"item": "hook_and_line", "label": "rope"}, ("rope", 30)),
    ],
)
def test_a_hint_is_the_amount_where_the_narrator_names_the_item(named: dict[str, Any], part: tuple[str, int]) -> None:
    climber = stub("a", gear=[{"id": "hook_and_line"}])
    modifiers = [ModifierSheet(key="custom", **named)]
    spec = given(fight(climber)).when(roll("a", modifiers=modifiers), throws=["a d100: 50"])
    assert custom_parts(spec) == [part]


@pytest.mark.rule("CE-SHEET-21")
def test_a_hint_never_counts_by_itself() -> None:
    climber = stub("a", gear=[{"id": "hook_and_line"}])
    assert custom_parts(given(fight(climber)).when(roll("a"), throws=["a d100: 50"])) == []


def custom_parts(spec: Specification) -> list[tuple[str, int]]:
    """Label and amount of what the narrator has added to the roll."""
    (fixed,) = [event for event in spec.events if isinstance(event, TargetFixed)]
    return [(part.label, part.amount) for part in fixed.parts if part.key == "custom"]


@pytest.mark.rule("CE-SHEET-22")
@pytest.mark.parametrize("field", ["reloads", "loose_rounds"])
def test_up_to_99_of_each_ammunition_is_carried(field: str) -> None:
    for amount in (0, 99):
        assert getattr(weapon_of(with_weapon(id="magnum_357", **{field: amount})), field) == amount
    for amount in (-1, 100):
        refused_to_join(with_weapon(id="magnum_357", **{field: amount}), "CE-SHEET-22", f"weapons[0].{field}")


@pytest.mark.rule("CE-SHEET-22")
def test_single_bullets_are_for_revolvers_and_reloads_for_what_is_reloaded() -> None:
    refused_to_join(with_weapon(id="avenger_9mm", loose_rounds=1), "CE-SHEET-22", "weapons[0].loose_rounds")
    refused_to_join(with_weapon(id="knife", reloads=1), "CE-SHEET-22", "weapons[0].reloads")
    weapon = weapon_of(with_weapon(id="avenger_9mm"))
    assert (weapon.reloads, weapon.loose_rounds) == (0, 0)
