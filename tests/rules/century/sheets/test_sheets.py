"""Sheets of people and animals: what may join, and what a sheet that says little comes to (CE-SHEET-1 to -23)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import CombatantJoined
from domain.rulesets.century.chapters.conditions.downed import Died, Downed
from domain.rulesets.century.chapters.rolls.abilities import initiative_bonus, reaction_adjustment, skill_bonus
from domain.rulesets.century.state import Overrides, Place
from domain.rulesets.century.words import ABILITIES, Ability
from tests.rules.century.builders import gathered, joined, refused_to_join
from tests.rules.century.specification import fight, given, stub

RAT = {"kind": "animal", "str": 1, "agl": 12, "con": 4, "iq": 2, "mp_base": 8, "modes": ["legs4"], "turn_rate": 1}
"""All that an animal has to say, but for its name and its HP."""


def animal(**changes: Any) -> Join:
    """A rat of 2 HP."""
    return Join(id="rat", sheet={"name": "Rat", "hp_max": 2, **RAT, **changes})


# CE-SHEET-1 and -2: who is who


@pytest.mark.rule("CE-SHEET-1")
def test_a_sheet_without_kind_is_a_persons() -> None:
    somebody = joined(Join(sheet={"name": "Old Pete", "hp_max": 10}))
    assert (somebody.id, somebody.name, somebody.kind) == ("old_pete", "Old Pete", "person")


@pytest.mark.rule("CE-SHEET-1")
def test_people_and_animals_throw_dice_vehicles_and_objects_never_do() -> None:
    there = gathered(*(Join(template=key) for key in ("narna", "horse", "suv", "desk")))
    assert [(one.kind, one.throws) for one in there.people.values()] == [
        ("person", True), ("animal", True), ("vehicle", False), ("object", False),
    ]  # fmt: skip


@pytest.mark.rule("CE-SHEET-1")
def test_there_is_no_fifth_kind() -> None:
    assert "robot" in refused_to_join(stub("a", kind="robot"), "CE-SHEET-1", "kind")


@pytest.mark.rule("CE-SHEET-1")
def test_everybody_needs_a_name() -> None:
    refused_to_join(Join(id="a", sheet={"hp_max": 10}), "CE-SHEET-1", "name")
    refused_to_join(Join(sheet={"id": "no such", "name": "A", "hp_max": 10}), "CE-SHEET-1", "id")


@pytest.mark.rule("CE-SHEET-1")
@pytest.mark.parametrize(
    ("key", "side"),
    [("sam", "characters"), ("steinbrenner", "opposition"), ("jonny", "opposition"), ("bear", "opposition"),
     ("van", "things"), ("wall", "things")],
)  # fmt: skip
def test_the_side_follows_from_the_role_unless_the_sheet_names_one(key: str, side: str) -> None:
    assert joined(Join(template=key)).side == side
    assert joined(Join(template=key, sheet={"side": "police"})).side == "police"


@pytest.mark.rule("CE-SHEET-2", "CE-SHEET-16")
@pytest.mark.parametrize(("role", "uses_fate"), [("character", True), ("major", True), ("minor", False)])
def test_characters_and_major_npcs_use_fate(role: str, uses_fate: bool) -> None:
    assert joined(stub("a", role=role)).fp_user == uses_fate
    assert joined(animal(role=role)).fp_user == uses_fate


@pytest.mark.rule("CE-SHEET-2", "CE-SHEET-16")
def test_whoever_names_no_role_is_minor() -> None:
    assert (joined(stub("a")).role, joined(animal()).role) == ("minor", "minor")
    refused_to_join(stub("a", role="hero"), "CE-SHEET-2", "role")


@pytest.mark.rule("CE-SHEET-2")
@pytest.mark.parametrize("key", ["van", "desk"])
def test_things_have_no_role(key: str) -> None:
    refused_to_join(Join(template=key, sheet={"role": "major"}), "CE-SHEET-2", "role")
    thing = joined(Join(template=key))
    assert (thing.role, thing.fp_user) == (None, False)


# CE-SHEET-3 to -5: abilities and Skills


@pytest.mark.rule("CE-SHEET-3")
@pytest.mark.parametrize("ability", ABILITIES)
def test_a_score_goes_from_1_to_30(ability: Ability) -> None:
    for score in (0, 31, 9.5):
        refused_to_join(stub("a", **{ability: score}), "CE-SHEET-3", ability)
    for score in (1, 30):
        assert joined(stub("a", **{ability: score})).scores[ability] == score


@pytest.mark.rule("CE-SHEET-3")
def test_a_score_that_is_left_out_is_9_and_gives_nothing() -> None:
    somebody = joined(stub("a"))
    assert somebody.scores == dict.fromkeys(ABILITIES, 9)
    for ability in ABILITIES:
        assert (skill_bonus(somebody, ability), reaction_adjustment(somebody, ability)) == (0, 0)
    assert initiative_bonus(somebody) == 0


@pytest.mark.rule("CE-SHEET-3", "CE-SHEET-16")
@pytest.mark.parametrize("ability", ABILITIES[:4])
def test_an_animal_gives_four_scores(ability: Ability) -> None:
    sheet = {key: value for key, value in animal().sheet.items() if key != ability}
    refused_to_join(Join(id="rat", sheet=sheet), "CE-SHEET-3", ability)
    assert joined(animal(**{ability: 7})).scores[ability] == 7


@pytest.mark.rule("CE-SHEET-3")
@pytest.mark.parametrize("key", ["van", "desk"])
def test_things_have_no_scores(key: str) -> None:
    refused_to_join(Join(template=key, sheet={"agl": 9}), "CE-SHEET-3", "agl")


@pytest.mark.rule("CE-SHEET-23")
def test_there_is_no_seventh_ability() -> None:
    refused_to_join(stub("a", luck=9), "CE-SHEET-23", "luck")
    refused_to_join(stub("a", overrides={"luck": {}}), "CE-SHEET-4", "overrides.luck")
    refused_to_join(
        stub("a", skills=[{"name": "Poker", "level": 1, "ability": "luck"}]), "CE-SHEET-5", "skills[0].ability"
    )


@pytest.mark.rule("CE-SHEET-4")
def test_numbers_of_the_sheet_win_over_the_table() -> None:
    own = {"skill_bonus": 20, "reaction_adjustment": -5, "initiative_bonus": 7}
    somebody = joined(stub("a", agl=13, overrides={"agl": own, "con": {"skill_bonus": 1}}))
    assert (skill_bonus(somebody, "agl"), reaction_adjustment(somebody, "agl")) == (20, -5)
    assert initiative_bonus(somebody) == 7
    assert somebody.overrides["con"] == Overrides(skill_bonus=1)
    assert (skill_bonus(somebody, "con"), reaction_adjustment(somebody, "con")) == (1, 0)


@pytest.mark.rule("CE-SHEET-4")
@pytest.mark.parametrize(
    ("number", "most"), [("skill_bonus", 60), ("reaction_adjustment", 60), ("initiative_bonus", 10)]
)
def test_numbers_of_the_sheet_have_their_span(number: str, most: int) -> None:
    for amount in (-most, most):
        assert getattr(joined(stub("a", overrides={"agl": {number: amount}})).overrides["agl"], number) == amount
    for amount in (-most - 1, most + 1):
        refused_to_join(stub("a", overrides={"agl": {number: amount}}), "CE-SHEET-4", f"overrides.agl.{number}")


@pytest.mark.rule("CE-SHEET-5")
@pytest.mark.parametrize(("level", "legal"), [(0, False), (1, True), (20, True), (21, False)])
def test_a_skill_has_a_level_from_1_to_20(level: int, legal: bool) -> None:
    somebody = stub("a", skills=[{"name": "Stealth", "level": level}])
    if legal:
        assert joined(somebody).level("Stealth") == level
    else:
        refused_to_join(somebody, "CE-SHEET-5", "skills[0].level")


@pytest.mark.rule("CE-SHEET-5", "CE-RUL-7")
def test_the_group_is_part_of_a_skills_name() -> None:
    skills = [{"group": "Ranged Combat", "name": name, "level": level} for name, level in (("Small", 2), ("Large", 3))]
    somebody = joined(stub("a", skills=skills))
    assert {key: skill.level for key, skill in somebody.skills.items()} == {
        "Ranged Combat: Small": 2, "Ranged Combat: Large": 3,
    }  # fmt: skip
    assert (somebody.level("Ranged Combat"), somebody.level("Small"), somebody.level(None)) == (0, 0, 0)


@pytest.mark.rule("CE-SHEET-5")
def test_a_skill_is_there_once() -> None:
    skills = [{"group": "Ranged Combat", "name": "Small", "level": 2}, {"name": "Small", "level": 1}]
    assert len(joined(stub("a", skills=skills)).skills) == 2
    refused_to_join(stub("a", skills=[*skills, {"name": "Ranged Combat: Small", "level": 1}]), "CE-SHEET-5", "skills")


@pytest.mark.rule("CE-SHEET-5", "CE-ABIL-6")
@pytest.mark.parametrize(
    ("skills", "abilities"),
    [
        (("Climbing", "Stealth", "Driving", "Piloting", "Lockpicking"), ("agl",)),
        (("Hand to Hand: Unarmed", "Hand to Hand: Melee Weapon", "Ranged Combat: Small", "Ranged Combat: Bow"),
         ("agl",)),
        (("Perception", "Detective", "Medical", "Electronics"), ("iq",)),
        (("Fast Talk", "Persuasion"), ("app", "prs")),
        (("Intimidation", "Streetwise"), ("prs",)),
        (("Lifting",), ("str",)),
        (("Poker",), ()),
    ],
)  # fmt: skip
def test_a_skill_brings_its_usual_abilities(skills: tuple[str, ...], abilities: tuple[str, ...]) -> None:
    somebody = joined(stub("a", skills=[{"name": name, "level": 1} for name in skills]))
    assert [skill.abilities for skill in somebody.skills.values()] == [abilities] * len(skills)


@pytest.mark.rule("CE-SHEET-5")
def test_a_sheet_may_name_another_ability() -> None:
    somebody = joined(stub("a", skills=[{"name": "Fast Talk", "level": 1, "ability": "iq"}]))
    assert somebody.skills["Fast Talk"].abilities == ("iq",)


# CE-SHEET-6 to -9: points


@pytest.mark.rule("CE-SHEET-6")
def test_hit_points_start_at_their_maximum_unless_the_sheet_says_otherwise() -> None:
    assert (joined(stub("a", hp_max=12)).hp, joined(stub("a", hp_max=12, hp=3)).hp) == (12, 3)
    assert "at most 12" in refused_to_join(stub("a", hp_max=12, hp=13), "CE-SHEET-6", "hp")
    assert joined(stub("a", hp_max=12, hp=12)).hp == 12


@pytest.mark.rule("CE-SHEET-6")
@pytest.mark.parametrize(("most", "legal"), [(0, False), (1, True), (999, True), (1000, False)])
def test_the_maximum_of_hit_points_has_its_span(most: int, legal: bool) -> None:
    if legal:
        assert joined(stub("a", hp_max=most)).hp_max == most
    else:
        refused_to_join(stub("a", hp_max=most), "CE-SHEET-6", "hp_max")


@pytest.mark.rule("CE-SHEET-6")
def test_everything_has_hit_points() -> None:
    refused_to_join(Join(id="a", sheet={"name": "A"}), "CE-SHEET-6", "hp_max")


@pytest.mark.rule("CE-SHEET-6", "CE-DOWN-1", "CE-DOWN-4", "CE-SHEET-41")
@pytest.mark.parametrize("hp", [0, -4])
def test_whoever_joins_without_hit_points_is_dying(hp: int) -> None:
    spec = (
        given(fight()).when(stub("a", hp=hp)).then(CombatantJoined, Downed(combatant="a", dies_in_round=1)).never(Died)
    )
    assert set(spec.fight.people["a"].conditions) == {"unconscious", "dying"}
    assert (spec.fight.people["a"].hp, spec.fight.people["a"].dies_in_round) == (hp, 1)


@pytest.mark.rule("CE-SHEET-6", "CE-DOWN-2")
def test_whoever_joins_with_5_below_0_is_dead() -> None:
    assert given(fight()).when(stub("a", hp=-5)).then(Died(combatant="a")).never(Downed).fight.people["a"].dead


@pytest.mark.rule("CE-DOWN-3")
def test_whoever_is_down_joins_with_empty_hands() -> None:
    refused_to_join(stub("a", "knife", hp=0), "CE-DOWN-3", "held")
    assert joined(stub("a", "knife", hp=1)).held == {"right": "knife"}


@pytest.mark.rule("CE-SHEET-7")
@pytest.mark.parametrize(("modifier", "points"), [(-10, 0), (-3, 7), (0, 10), (10, 20)])
def test_move_points_are_base_and_modifier(modifier: int, points: int) -> None:
    assert joined(stub("a", mp_modifier=modifier)).mp_max == points


@pytest.mark.rule("CE-SHEET-7")
def test_move_points_are_never_below_0() -> None:
    assert joined(stub("a", mp_base=3, mp_modifier=-4)).mp_max == 0


@pytest.mark.rule("CE-SHEET-7")
@pytest.mark.parametrize(("field", "least", "most"), [("mp_base", 1, 60), ("mp_modifier", -10, 10)])
def test_move_points_have_their_span(field: str, least: int, most: int) -> None:
    for amount in (least, most):
        assert getattr(joined(stub("a", **{field: amount})), field) == amount
    for amount in (least - 1, most + 1):
        refused_to_join(stub("a", **{field: amount}), "CE-SHEET-7", field)


@pytest.mark.rule("CE-SHEET-7", "CE-SHEET-10", "CE-SHEET-16")
@pytest.mark.parametrize(
    ("field", "rule"), [("mp_base", "CE-SHEET-7"), ("modes", "CE-SHEET-10"), ("turn_rate", "CE-SHEET-10")]
)
def test_animals_and_vehicles_state_how_they_move(field: str, rule: str) -> None:
    boat = {"name": "Boat", "kind": "vehicle", "hp_max": 9, "mp_base": 5, "modes": ["sail"], "turn_rate": 3}
    for whole in (animal().sheet, boat):
        refused_to_join(Join(id="it", sheet={key: value for key, value in whole.items() if key != field}), rule, field)
    it = joined(Join(id="it", sheet=boat))
    assert (it.mp_max, it.modes, it.turn_rate) == (5, ("sail",), 3)


@pytest.mark.rule("CE-SHEET-8", "CE-SHEET-23")
def test_fate_points_are_for_those_who_use_them() -> None:
    refused_to_join(stub("a", fp=1), "CE-SHEET-8", "fp")
    refused_to_join(animal(fp=1), "CE-SHEET-8", "fp")
    refused_to_join(Join(template="van", sheet={"fp": 1}), "CE-SHEET-8", "fp")
    assert (joined(stub("a", fp=0)).fp, joined(stub("a", role="major")).fp) == (0, 0)


@pytest.mark.rule("CE-SHEET-8")
@pytest.mark.parametrize(("points", "legal"), [(-1, False), (99, True), (100, False)])
def test_fate_points_have_their_span(points: int, legal: bool) -> None:
    somebody = stub("a", role="character", fp=points)
    if legal:
        assert joined(somebody).fp == points
    else:
        refused_to_join(somebody, "CE-SHEET-8", "fp")


@pytest.mark.rule("CE-SHEET-9")
def test_the_standing_modifier_of_initiative_has_its_span() -> None:
    assert joined(stub("a")).initiative_modifier == 0
    for amount in (-10, 10):
        assert joined(stub("a", initiative_modifier=amount)).initiative_modifier == amount
    for amount in (-11, 11):
        refused_to_join(stub("a", initiative_modifier=amount), "CE-SHEET-9", "initiative_modifier")


# CE-SHEET-10, -16, -17 and -85


@pytest.mark.rule("CE-SHEET-10")
def test_a_person_walks_swims_and_climbs() -> None:
    somebody = joined(stub("a"))
    assert (somebody.modes, somebody.turn_rate) == (("legs2", "swim", "climb"), 1)
    assert joined(stub("a", modes=["wheels", "swim", "wheels"], turn_rate=2)).modes == ("wheels", "swim")
    refused_to_join(stub("a", modes=["teleport"]), "CE-SHEET-10", "modes[0]")
    refused_to_join(stub("a", modes=[]), "CE-SHEET-10", "modes")


@pytest.mark.rule("CE-SHEET-16")
def test_an_animal_may_have_a_hide() -> None:
    assert (joined(animal()).dr, joined(animal(dr=3)).dr) == (0, 3)
    refused_to_join(animal(dr=51), "CE-SHEET-16", "dr")
    refused_to_join(stub("a", dr=1), "CE-SHEET-16", "dr")


@pytest.mark.rule("CE-SHEET-17")
def test_somebody_may_join_at_a_place_with_a_heading() -> None:
    somebody = joined(stub("a", position={"x": -3, "y": 4, "elevation": 2}, heading=359))
    assert (somebody.place, somebody.heading) == (Place(-3, 4, 2), 359)
    assert (joined(stub("a")).place, joined(stub("a")).heading) == (None, None)


@pytest.mark.rule("CE-SHEET-17")
def test_places_and_headings_have_their_span() -> None:
    for where in (-100_000, 100_000):
        assert joined(stub("a", position={"x": where, "y": where})).place == Place(where, where)
    for axis in ("x", "y"):
        for where in (-100_001, 100_001):
            refused_to_join(stub("a", position={"x": 0, "y": 0, axis: where}), "CE-SHEET-17", f"position.{axis}")
    for heading in (-1, 360):
        refused_to_join(stub("a", heading=heading), "CE-SHEET-17", "heading")
    assert joined(stub("a", heading=0)).heading == 0


@pytest.mark.rule("CE-SHEET-85")
@pytest.mark.parametrize(("stimpaks", "legal"), [(0, True), (99, True), (100, False), (-1, False)])
def test_a_person_carries_up_to_99_stimpaks(stimpaks: int, legal: bool) -> None:
    if legal:
        assert joined(stub("a", stimpaks=stimpaks)).stimpaks == stimpaks
    else:
        refused_to_join(stub("a", stimpaks=stimpaks), "CE-SHEET-85", "stimpaks")
    assert joined(stub("a")).stimpaks == 0
    refused_to_join(animal(stimpaks=1), "CE-SHEET-85", "stimpaks")


# CE-SHEET-23: refusals


@pytest.mark.rule("CE-SHEET-23")
def test_a_refusal_names_every_fault() -> None:
    detail = refused_to_join(stub("a", agl=31, fp=100, hp_max=0), "CE-SHEET-6", "hp_max")
    assert {word for word in ("agl", "fp", "hp_max") if f"{word}: " in detail} == {"agl", "fp", "hp_max"}
    detail = refused_to_join(stub("a", hp_max=5, hp=6, fp=1, held={"left": "axe"}), "CE-SHEET-6", "hp")
    assert {word for word in ("hp", "fp", "held.left") if f"{word}: " in detail} == {"hp", "fp", "held.left"}


@pytest.mark.rule("CE-SHEET-23")
def test_a_field_of_another_kind_is_no_field() -> None:
    refused_to_join(stub("a", turn_class=90), "CE-SHEET-15", "turn_class")
    refused_to_join(Join(template="desk", sheet={"mp_base": 1}), "CE-SHEET-7", "mp_base")
    refused_to_join(stub("a", colour="red"), "CE-SHEET-23", "colour")
