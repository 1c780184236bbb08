"""Sheets: what may join, what it costs, what follows from it (YY-ATTR, YY-DERIV, YY-SKILL-1 to YY-SKILL-7)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.chance.draws import Draw
from domain.core.commands import Join
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.narrator.attributes import (
    AttributeSet,
    AttributesGenerated,
    GenerateAttributes,
    SetAttribute,
)
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn
from domain.rulesets.yin_yang.limits import ability_cost, attribute_cost
from domain.rulesets.yin_yang.sheet import LimitBroken
from domain.rulesets.yin_yang.words import ATTRIBUTES
from tests.rules.yin_yang.builders import attempted
from tests.rules.yin_yang.specification import Specification, attempt, fight, given, in_turn, newcomer, person, plain

BUDGETS = {
    "gritty": (10, 3, "2 2 2 2 1 1"),
    "realist": (15, 4, "3 3 3 2 2 2"),
    "competent": (20, 5, "4 4 3 3 3 3"),
    "heroic": (25, 6, "5 4 4 4 4 4"),
}
"""Points and highest score, and scores that use all points up."""
SKILLS = {"gritty": (30, 3), "realist": (40, 4), "competent": (50, 5), "heroic": (60, 6)}


def hero(scores: str = "1 1 1 1 1 1", **sheet: Any) -> Join:
    """A hero of these scores, in the order of the attributes."""
    attributes: dict[str, int] = dict(zip(ATTRIBUTES, map(int, scores.split()), strict=True))
    return Join(id="one", sheet={"name": "One", "kind": "hero", **attributes, **sheet})


def skilled(*abilities: tuple[str, int]) -> list[dict[str, Any]]:
    """Abilities of these scopes and ratings."""
    return [
        {"name": f"Ability {place}", "scope": scope, "rating": rating}
        for place, (scope, rating) in enumerate(abilities)
    ]


def limits(spec: Specification) -> list[tuple[str, str, int, int]]:
    """The limits that the last command broke: rule, name, allowed, given."""
    assert spec.refusal is None, spec.refusal
    broken = [event for event in spec.events if isinstance(event, LimitBroken)]
    return [(event.rule, event.limit, event.allowed, event.given) for event in broken]


# YY-ATTR-1 and -2: scores


@pytest.mark.rule("YY-ATTR-1", "YY-RUL-1")
@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_a_score_is_at_least_one(attribute: str) -> None:
    given(fight()).when(plain("one", **{attribute: 0})).refused("YY-ATTR-1", "invalid")
    assert person(given(fight(plain("one", **{attribute: 1}))), "one").attributes[attribute] == 1  # type: ignore[index]


@pytest.mark.rule("YY-ATTR-1")
@pytest.mark.parametrize("score", [2.5, "three", None])
def test_a_score_is_a_whole_number(score: object) -> None:
    given(fight()).when(plain("one", strength=score)).refused("YY-ATTR-1", "invalid")


@pytest.mark.rule("YY-ATTR-1", "YY-RUL-2")
@pytest.mark.parametrize("name", ["willpower", "charisma"])
def test_there_is_no_seventh_attribute(name: str) -> None:
    given(fight()).when(plain("one", **{name: 3})).refused(None, "invalid")


@pytest.mark.rule("YY-ATTR-2")
def test_charisma_is_computed_and_recorded_as_intellect() -> None:
    spec = given(fight("bill")).when(attempt("bill", "charisma", ability="Flirting"), throws=["bill: 7H"])
    test = attempted(spec)
    assert (test.attributes, test.value, test.success) == (("intellect",), 7, True)
    assert test.called == ("charisma",)
    assert YIN_YANG.sentences[type(test)](test, {"bill": "Bill"}) == (
        "Bill tests Charisma (as Intellect) and Flirting, target value 7: the 7 of hearts, a success of 7."
    )


# YY-ATTR-3 to -7: methods and limits


@pytest.mark.rule("YY-ATTR-3")
@pytest.mark.parametrize("score", range(1, 7))
def test_a_score_costs_as_many_points_as_its_number(score: int) -> None:
    assert attribute_cost([score]) == score
    assert attribute_cost([score, 2, 3]) == score + 5


@pytest.mark.rule("YY-ATTR-4", "YY-RUL-3")
@pytest.mark.parametrize("level", BUDGETS)
def test_a_level_sets_a_budget_and_a_highest_score(level: str) -> None:
    budget, top, whole = BUDGETS[level]
    for scores in (whole, f"{top} 1 1 1 1 1", "1 1 1 1 1 1"):
        assert not limits(given(fight(campaign_level=level)).when(hero(scores)))
    one_more = f"{whole[:-1]}{int(whole[-1]) + 1}"
    assert limits(given(fight(campaign_level=level)).when(hero(one_more))) == [
        ("YY-ATTR-4", "attribute_points", budget, budget + 1)
    ]
    assert limits(given(fight(campaign_level=level)).when(hero(f"{top + 1} 1 1 1 1 1"))) == [
        ("YY-ATTR-4", "highest_attribute", top, top + 1)
    ]


@pytest.mark.rule("YY-ATTR-4", "YY-SKILL-4", "YY-SKILL-5", "YY-RUL-3", "YY-RUL-67")
def test_supers_have_no_limits() -> None:
    abilities = skilled(("profession", 20), ("talent", 12))
    assert not limits(given(fight(campaign_level="supers")).when(hero("30 30 30 30 30 30", abilities=abilities)))


@pytest.mark.rule("YY-ATTR-4", "YY-RUL-4")
def test_the_level_is_competent_unless_the_table_says_otherwise() -> None:
    assert limits(given(fight()).when(hero("6 3 3 3 3 3"))) == [
        ("YY-ATTR-4", "attribute_points", 20, 21),
        ("YY-ATTR-4", "highest_attribute", 5, 6),
    ]
    assert not limits(given(fight(campaign_level="heroic")).when(hero("6 3 3 3 3 3")))


@pytest.mark.rule("YY-ATTR-5", "YY-RUL-4")
@pytest.mark.parametrize("method", ["random", "set"])
def test_only_the_method_of_points_has_limits_of_attributes(method: str) -> None:
    abilities = skilled(("profession", 6), ("profession", 5))
    spec = given(fight(attribute_method=method)).when(hero("9 9 9 9 9 9", abilities=abilities))
    assert [rule for rule, *_ in limits(spec)] == ["YY-SKILL-4", "YY-SKILL-5"]


@pytest.mark.rule("YY-ATTR-5")
@pytest.mark.parametrize("method", ["points", "set"])
def test_attributes_are_thrown_with_the_method_random_alone(method: str) -> None:
    given(fight(attribute_method=method)).when(GenerateAttributes(combatant="one")).refused("YY-ATTR-5")
    given(fight()).when(GenerateAttributes(combatant="one")).refused("YY-ATTR-5")


@pytest.mark.rule("YY-ATTR-6")
def test_six_four_sided_dice_are_thrown_for_attributes() -> None:
    spec = given(fight(attribute_method="random"))
    spec.when(GenerateAttributes(combatant="one"), throws=["one: 4 1 2 3 3 4"]).then(AttributesGenerated)
    (event,) = [event for event in spec.events if isinstance(event, AttributesGenerated)]
    assert (event.dice.sides, event.scores) == (4, (5, 2, 3, 4, 4, 5))
    spec.when(Join(id="one", sheet={"name": "One", "kind": "hero"}))
    assert not limits(spec)
    assert list(person(spec, "one").attributes.items()) == list(zip(ATTRIBUTES, (5, 2, 3, 4, 4, 5), strict=True))


@pytest.mark.rule("YY-ATTR-6")
def test_thrown_attributes_stand_in_place_of_a_templates_and_are_not_changed() -> None:
    thrown = given(
        fight(attribute_method="random"),
        AttributesGenerated(combatant="bill", dice=Draw((4, 1, 2, 3, 3, 4), "supplied", 4), scores=(5, 2, 3, 4, 4, 5)),
    )
    thrown.when(newcomer("bill", strength=4)).refused("YY-ATTR-6", "invalid")
    thrown.when(newcomer("bill", strength=5))
    assert tuple(person(thrown, "bill").attributes.values()) == (5, 2, 3, 4, 4, 5)


@pytest.mark.rule("YY-ATTR-6")
def test_attributes_are_thrown_before_somebody_joins() -> None:
    given(fight("bill", attribute_method="random")).when(GenerateAttributes(combatant="bill")).refused("YY-ATTR-6")


@pytest.mark.rule("YY-ATTR-7")
def test_a_sheet_that_breaks_limits_joins_with_a_warning_of_each() -> None:
    spec = given(fight()).when(hero("6 3 3 3 3 3", abilities=skilled(("profession", 6), ("profession", 5))))
    assert limits(spec) == [
        ("YY-ATTR-4", "attribute_points", 20, 21),
        ("YY-ATTR-4", "highest_attribute", 5, 6),
        ("YY-SKILL-4", "ability_points", 50, 55),
        ("YY-SKILL-5", "highest_rating", 5, 6),
    ]
    assert "one" in spec.fight.people


@pytest.mark.rule("YY-ATTR-7")
def test_strict_validation_refuses_it_and_none_checks_nothing() -> None:
    spec = given(fight(validation="strict")).when(hero("3 6 3 3 3 3")).refused("YY-ATTR-4", "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.sheet.endurance"
    assert "The attributes cost 21 points; the campaign level allows 20." in spec.refusal.detail
    assert not limits(given(fight(validation="off")).when(hero("6 3 3 3 3 3")))


@pytest.mark.rule("YY-ATTR-7")
@pytest.mark.parametrize("kind", ["npc", "bystander"])
def test_only_heroes_have_limits(kind: str) -> None:
    abilities = skilled(("profession", 20))
    spec = given(fight(validation="strict")).when(hero("6 6 6 6 6 6", kind=kind, abilities=abilities))
    assert not limits(spec)


# YY-DERIV: what follows from attributes


@pytest.mark.rule("YY-DERIV-1", "YY-DERIV-2", "YY-DERIV-3", "YY-DERIV-4", "YY-DERIV-5", "YY-DERIV-6")
def test_what_follows_from_the_attributes_of_bill() -> None:
    bill = person(given(fight("bill", validation="strict")), "bill")
    assert bill.derived.combat_value == 4
    assert (bill.vitality, bill.vitality_max) == (4, 4)
    assert bill.derived.actions_per_turn == 3
    assert (bill.mental_balance, bill.mental_balance_max) == (3, 3)
    assert (bill.stamina, bill.stamina_max) == (2, 2)
    assert bill.derived.run_speed == 6


@pytest.mark.rule("YY-DERIV-1")
@pytest.mark.parametrize(("strength", "intellect", "value"), [(4, 2, 4), (2, 5, 5), (3, 3, 3)])
def test_combat_value_is_the_higher_of_strength_and_intellect(strength: int, intellect: int, value: int) -> None:
    one = person(given(fight(plain("one", strength=strength, intellect=intellect))), "one")
    assert one.derived.combat_value == value


@pytest.mark.rule("YY-DERIV-2", "YY-RUL-2")
@pytest.mark.parametrize(
    ("kind", "endurance", "will", "vitality"),
    [("hero", 3, 2, 4), ("npc", 3, 2, 4), ("npc", 2, 5, 4), ("bystander", 3, 2, 2)],
)
def test_vitality_is_twice_the_lower_of_endurance_and_will(kind: str, endurance: int, will: int, vitality: int) -> None:
    one = person(given(fight(plain("one", kind=kind, endurance=endurance, will=will))), "one")
    assert (one.vitality, one.vitality_max) == (vitality, vitality)


@pytest.mark.rule("YY-DERIV-3")
@pytest.mark.parametrize(("speed", "perception", "actions"), [(4, 2, 2), (1, 5, 1), (3, 3, 3)])
def test_actions_are_the_lower_of_speed_and_perception(speed: int, perception: int, actions: int) -> None:
    spec = given(fight(plain("one", speed=speed, perception=perception)), in_turn())
    assert person(spec, "one").hand == actions


@pytest.mark.rule("YY-DERIV-4", "YY-DERIV-5", "YY-DERIV-6")
def test_mental_balance_is_will_stamina_endurance_and_running_takes_speed_and_strength() -> None:
    one = person(given(fight(plain("one", will=5, endurance=2, speed=4, strength=1))), "one")
    assert (one.mental_balance_max, one.stamina_max, one.derived.run_speed) == (5, 2, 5)


@pytest.mark.rule("YY-DERIV-7")
def test_what_follows_from_an_attribute_follows_anew_when_it_changes() -> None:
    spec = given(fight("bishop"))
    spec.when(set_to("bishop", "strength", 5, reason="a potion")).then(
        AttributeSet(combatant="bishop", attribute="strength", score=5, reason="a potion")
    )
    derived = person(spec, "bishop").derived
    assert (derived.combat_value, derived.run_speed, derived.weapons["bare_hands"].damage_score) == (5, 9, 5)


@pytest.mark.rule("YY-DERIV-7")
def test_a_track_is_cut_to_a_lowered_maximum_and_never_raised_with_it() -> None:
    spec = given(fight("bishop"), set_to("bishop", "will", 1), set_to("bishop", "endurance", 2))
    bishop = person(spec, "bishop")
    assert (bishop.vitality, bishop.mental_balance, bishop.stamina) == (2, 1, 2)
    spec.given(set_to("bishop", "will", 4), set_to("bishop", "endurance", 4))
    bishop = person(spec, "bishop")
    assert (bishop.vitality, bishop.mental_balance, bishop.stamina) == (2, 1, 2)
    assert (bishop.vitality_max, bishop.mental_balance_max, bishop.stamina_max) == (8, 4, 4)


@pytest.mark.rule("YY-DERIV-7")
def test_a_track_at_its_maximum_is_not_raised_with_it_either() -> None:
    spec = given(fight("bishop"), set_to("bishop", "will", 5), set_to("bishop", "endurance", 5))
    bishop = person(spec, "bishop")
    assert (bishop.vitality, bishop.mental_balance, bishop.stamina) == (6, 3, 3)
    assert (bishop.vitality_max, bishop.mental_balance_max, bishop.stamina_max) == (10, 5, 5)


@pytest.mark.rule("YY-DERIV-7")
@pytest.mark.parametrize(("perception", "actions"), [(1, 1), (5, 4)])
def test_a_change_of_actions_counts_from_the_next_turn(perception: int, actions: int) -> None:
    spec = given(fight("bishop"), in_turn(), set_to("bishop", "perception", perception))
    assert (person(spec, "bishop").derived.actions_per_turn, person(spec, "bishop").hand) == (actions, 3)
    assert person(spec.given(EndTurn(), in_turn()), "bishop").hand == actions


def set_to(combatant: str, attribute: Any, score: int, reason: str = "") -> SetAttribute:
    """The narrator's change of an attribute."""
    return SetAttribute(combatant=combatant, attribute=attribute, score=score, reason=reason)


@pytest.mark.rule("YY-ATTR-1", "YY-RUL-1")
@pytest.mark.parametrize("score", [0, -1])
def test_nor_does_the_narrator_set_a_score_below_one(score: int) -> None:
    with pytest.raises(ValidationError, match="score"):
        set_to("bishop", "strength", score)
    given(fight("bishop")).when(set_to("bishop", "strength", 1)).then(
        AttributeSet(combatant="bishop", attribute="strength", score=1)
    )


@pytest.mark.rule("YY-VIT-1", "YY-MB-1", "YY-STAM-1")
@pytest.mark.parametrize(
    ("track", "rule"), [("vitality", "YY-VIT-1"), ("mental_balance", "YY-MB-1"), ("stamina", "YY-STAM-1")]
)
def test_a_sheet_may_name_a_lower_track_and_no_higher_one(track: str, rule: str) -> None:
    whole = getattr(person(given(fight("bishop")), "bishop"), track)
    assert getattr(person(given(fight(newcomer("bishop", **{track: 1}))), "bishop"), track) == 1
    given(fight()).when(newcomer("bishop", **{track: whole + 1})).refused(rule, "invalid")


# YY-SKILL: abilities


@pytest.mark.rule("YY-SKILL-1", "YY-SKILL-7")
def test_abilities_are_freely_named_several_of_each_scope_and_each_name_once() -> None:
    abilities = skilled(("profession", 1), ("profession", 2), ("talent", 1), ("talent", 2), ("hobby", 1), ("hobby", 2))
    one = person(given(fight(plain("one", abilities=abilities))), "one")
    assert [(ability.scope, ability.rating) for ability in one.abilities.values()] == [
        (each["scope"], each["rating"]) for each in abilities
    ]
    sword = {"name": "d'Artagnan's épée, 2nd", "scope": "hobby", "rating": 1}
    assert list(person(given(fight(plain("one", abilities=[sword]))), "one").abilities) == [sword["name"]]
    twice = [dict(abilities[0]), dict(abilities[0])]
    given(fight()).when(plain("one", abilities=twice)).refused("YY-SKILL-7", "invalid")


@pytest.mark.rule("YY-SKILL-1")
def test_an_ability_serves_in_no_fight_unless_its_sheet_says_so() -> None:
    [plainly] = skilled(("talent", 2))
    boxing = {**plainly, "name": "Boxing", "combat": True, "unarmed": "boxing"}
    abilities = person(given(fight(plain("one", abilities=[plainly, boxing]))), "one").abilities
    assert [(each.combat, each.unarmed) for each in abilities.values()] == [(False, "none"), (True, "boxing")]


@pytest.mark.rule("YY-SKILL-1")
def test_an_ability_has_one_of_three_scopes() -> None:
    given(fight()).when(plain("one", abilities=skilled(("guild", 1)))).refused("YY-SKILL-1", "invalid")
    without = [{"name": "Guild matters", "rating": 1}]
    given(fight()).when(plain("one", abilities=without)).refused("YY-SKILL-1", "invalid")


@pytest.mark.rule("YY-SKILL-2")
@pytest.mark.parametrize("rating", [0, -1, 1.5])
def test_a_rating_is_a_whole_number_from_one(rating: Any) -> None:
    given(fight()).when(plain("one", abilities=skilled(("talent", rating)))).refused("YY-SKILL-2", "invalid")


@pytest.mark.rule("YY-SKILL-2", "YY-SKILL-5", "YY-RUL-67")
def test_a_rating_above_five_is_a_matter_of_the_level() -> None:
    opened = given(fight(campaign_level="heroic", validation="strict"))
    assert person(opened.when(hero(abilities=skilled(("hobby", 6)))), "one").rating("Ability 0") == 6


@pytest.mark.rule("YY-SKILL-3")
@pytest.mark.parametrize(("scope", "cost"), [("profession", 5), ("talent", 3), ("hobby", 1)])
def test_a_point_of_rating_costs_by_scope(scope: str, cost: int) -> None:
    for rating in (1, 3):
        one = person(given(fight(plain("one", abilities=skilled((scope, rating))))), "one")
        assert ability_cost(one.abilities.values()) == cost * rating


@pytest.mark.rule("YY-SKILL-3", "YY-SKILL-4")
def test_cryptos_spends_the_last_of_his_forty_points() -> None:
    cryptos = person(given(fight("cryptos", campaign_level="realist", validation="strict")), "cryptos")
    assert ability_cost(cryptos.abilities.values()) == 40
    abilities = [
        {"name": each.name, "scope": each.scope, "rating": each.rating + (each.name == "Gambling")}
        for each in cryptos.abilities.values()
    ]
    more = newcomer("cryptos", abilities=abilities, default_attack=None)
    spec = given(fight(campaign_level="realist", validation="strict")).when(more).refused("YY-SKILL-4", "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.sheet.abilities"
    assert limits(given(fight(campaign_level="realist")).when(more)) == [("YY-SKILL-4", "ability_points", 40, 41)]


@pytest.mark.rule("YY-SKILL-4")
@pytest.mark.parametrize("level", SKILLS)
def test_a_level_sets_a_budget_for_abilities(level: str) -> None:
    budget, top = SKILLS[level]
    professions = budget // (5 * top)
    rest = budget - professions * 5 * top
    whole = [("profession", top)] * professions + [("hobby", 1)] * rest
    assert not limits(given(fight(campaign_level=level)).when(hero(abilities=skilled(*whole))))
    spec = given(fight(campaign_level=level)).when(hero(abilities=skilled(*whole, ("hobby", 1))))
    assert limits(spec) == [("YY-SKILL-4", "ability_points", budget, budget + 1)]


@pytest.mark.rule("YY-SKILL-5")
@pytest.mark.parametrize("level", SKILLS)
def test_a_level_sets_a_highest_rating(level: str) -> None:
    _, top = SKILLS[level]
    assert not limits(given(fight(campaign_level=level)).when(hero(abilities=skilled(("hobby", top)))))
    spec = given(fight(campaign_level=level)).when(hero(abilities=skilled(("hobby", top + 1))))
    assert limits(spec) == [("YY-SKILL-5", "highest_rating", top, top + 1)]


# What is carried


@pytest.mark.rule("YY-WPN-1")
@pytest.mark.parametrize("reach", [{}, {"reach": ["melee", "ranged"]}, {"reach": "arm"}])
def test_a_weapon_of_ones_own_has_exactly_one_reach(reach: dict[str, Any]) -> None:
    club = {"id": "club", "name": "Club", **reach}
    given(fight()).when(plain("one", weapons=[club])).refused("YY-WPN-1", "invalid")


@pytest.mark.rule("YY-WPN-1", "YY-WPN-10")
@pytest.mark.parametrize(
    ("changes", "hands"),
    [({}, 1), ({"edges": ["multihanded"]}, 2), ({"natural": True}, 0), ({"edges": ["multihanded"], "hands": 1}, 1)],
)
def test_a_weapon_of_ones_own_is_held_as_its_edges_say(changes: dict[str, Any], hands: int) -> None:
    club = {"id": "club", "name": "Club", "reach": "melee", **changes}
    weapon = person(given(fight(plain("one", weapons=[club]))), "one").weapons["club"]
    assert (weapon.name, weapon.reach, weapon.hands) == ("Club", "melee", hands)


@pytest.mark.rule("YY-WPN-1", "YY-ARM-1")
def test_a_row_of_the_chart_may_be_changed_and_called_otherwise() -> None:
    excalibur = {"id": "excalibur", "kind": "sword", "name": "Excalibur", "damage_score_adjustment": 4}
    vest = {"id": "vest", "kind": "flak_jacket", "flaws": ["cumbersome"]}
    one = person(given(fight(plain("one", weapons=[excalibur], armour=[vest]))), "one")
    sword, jacket = one.weapons["excalibur"], one.armour["vest"]
    assert (sword.name, sword.reach, sword.edges, sword.damage_score_adjustment) == (
        "Excalibur",
        "melee",
        ("powerful", "precise"),
        4,
    )
    assert (jacket.name, jacket.edges, jacket.flaws) == ("Flak Jacket", ("hardened", "medium"), ("cumbersome",))


MISFITS: list[tuple[str | None, dict[str, Any]]] = [
    ("YY-WPN-1", {"weapons": [{"id": "club"}]}),
    ("YY-WPN-6", {"weapons": [{"id": "martial_arts"}]}),
    ("YY-ARM-1", {"armour": [{"id": "apron"}]}),
    (None, {"weapons": [{"id": "club", "kind": "bludgeon"}]}),
    (None, {"armour": [{"id": "apron", "kind": "leather"}]}),
    (None, {"weapons": [{"id": "sword"}, {"id": "sword"}]}),
    (None, {"armour": [{"id": "shield"}, {"id": "shield"}]}),
    (None, {"weapons": [], "wielded": [{"weapon": "sword"}]}),
    (None, {"armour": [], "worn": ["shield"]}),
    (None, {"weapons": [{"id": "sword"}], "wielded": [{"weapon": "sword"}, {"weapon": "sword"}]}),
    ("YY-WPN-10", {"weapons": [{"id": "sword"}], "wielded": [{"weapon": "sword", "hands": 2}]}),
    ("YY-WPN-10", {"weapons": [{"id": "sword"}], "wielded": [{"weapon": "sword", "hands": 0}]}),
    (
        "YY-WPN-10",
        {
            "weapons": [{"id": "daicho"}],
            "wielded": [{"weapon": "daicho", "hands": 2}],
            "armour": [{"id": "shield"}],
            "worn": ["shield"],
        },
    ),
    ("YY-ARM-2", {"armour": [{"id": "chainmail"}, {"id": "flak_jacket"}], "worn": ["chainmail", "flak_jacket"]}),
    ("YY-ARM-2", {"armour": [{"id": "shield"}], "worn": ["shield", "shield"]}),
    ("YY-ATK-3", {"default_attack": {"weapon": "sword"}}),
    ("YY-ATK-3", {"default_attack": {"weapon": "bare_hands", "ability": "Fencing"}}),
]
"""What does not fit on a sheet, after the rule that says so."""


@pytest.mark.parametrize(
    ("rule", "sheet"),
    [pytest.param(rule, sheet, marks=pytest.mark.rule(rule) if rule else ()) for rule, sheet in MISFITS],
)
def test_what_is_carried_has_to_be_there_and_to_fit(rule: str | None, sheet: dict[str, Any]) -> None:
    given(fight()).when(plain("one", **sheet)).refused(rule, "invalid")


@pytest.mark.rule("YY-WPN-10", "YY-ARM-2", "YY-ARM-12")
def test_a_shattered_shield_takes_no_hand_and_stackable_pieces_add_up() -> None:
    armour = [{"id": "shield", "destroyed": True}, {"id": "energy_field"}, {"id": "psi_helm"}, {"id": "leather_jacket"}]
    one = plain(
        "one",
        weapons=[{"id": "daicho"}],
        wielded=[{"weapon": "daicho", "hands": 2}],
        armour=armour,
        worn=["shield", "energy_field", "psi_helm", "leather_jacket"],
    )
    assert person(given(fight(one)), "one").derived.soaking_score == 3 + 1 + 1 + 1 + 1


# Sides, colours, decks, and who is out from the start


def test_colours_go_by_side_and_decks_by_player() -> None:
    spec = given(fight("bishop", "thug", "schoolgirl", plain("fourth", side="fourth"), "knight"))
    people = spec.fight.people.values()
    assert [(each.side, each.colour, each.deck) for each in people] == [
        ("heroes", "red", "bishop"),
        ("opposition", "black", "narrator"),
        ("bystanders", "red", "narrator"),
        ("fourth", "black", "narrator"),
        ("heroes", "red", "knight"),
    ]
    changed = person(given(fight(newcomer("bishop", colour="black", side="guards", deck="narrator"))), "bishop")
    assert (changed.colour, changed.side, changed.deck) == ("black", "guards", "narrator")


@pytest.mark.parametrize(
    ("track", "out"), [("vitality", "dying"), ("mental_balance", "shock"), ("stamina", "exhausted")]
)
def test_whoever_joins_below_zero_is_out_of_action(track: str, out: str) -> None:
    assert person(given(fight(plain("one", **{track: -1}))), "one").out == (out,)
    assert person(given(fight(plain("one", **{track: 0}))), "one").out == ()
