"""Sheets: what may join, and as what (S3-SHEET)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import CombatantJoined
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.state import Grip
from domain.rulesets.s3.words import SKILLS
from tests.rules.s3.builders import attack, check
from tests.rules.s3.specification import fight, given, riding, round_of

LOST = {"source": "before"}


def sheet(**fields: Any) -> Join:
    """A stranger with these fields."""
    return Join(id="stranger", sheet={"name": "Stranger", "fortitude": 5, **fields})


def techniques(count: int) -> list[dict[str, Any]]:
    return [{"name": f"form {place}", "skills": ["melee", skill]} for place, skill in enumerate(SKILLS[:count])]


@pytest.mark.rule("S3-SHEET-1")
@pytest.mark.parametrize(("points", "joins"), [(-1, False), (0, True), (30, True), (31, False), (2.5, False)])
def test_skill_points_are_whole_numbers_from_0_to_30(points: float, joins: bool) -> None:
    spec = given(fight()).when(sheet(skills={"melee": points}))
    spec.then(CombatantJoined) if joins else spec.refused("S3-SHEET-1", "invalid")


@pytest.mark.rule("S3-SHEET-2")
@pytest.mark.parametrize(("fortitude", "joins"), [(0, False), (1, True), (30, True), (31, False)])
def test_fortitude_is_1_to_30(fortitude: int, joins: bool) -> None:
    spec = given(fight()).when(sheet(fortitude=fortitude))
    spec.then(CombatantJoined) if joins else spec.refused("S3-SHEET-2", "invalid")


@pytest.mark.rule("S3-SHEET-3")
@pytest.mark.parametrize(("breath", "most", "joins"), [(0, 3, True), (3, 3, True), (4, 3, False), (-1, 3, False)])
def test_breath_lies_between_0_and_its_maximum(breath: int, most: int, joins: bool) -> None:
    spec = given(fight()).when(sheet(breath=breath, breath_max=most))
    spec.then(CombatantJoined) if joins else spec.refused("S3-SHEET-3", "invalid")


@pytest.mark.rule("S3-SHEET-3")
def test_breath_begins_at_its_maximum_which_is_at_most_30() -> None:
    assert given(fight(sheet(breath_max=30))).fight.people["stranger"].breath == 30
    given(fight()).when(sheet(breath_max=31)).refused("S3-SHEET-3", "invalid")


@pytest.mark.rule("S3-SHEET-4")
def test_talents_and_techniques_fill_at_most_eight_slots() -> None:
    talents = ["gunslinger", "double_strike", "spider_climb", "fleeting_shadow", "sneak_attack"]
    spec = given(fight())
    spec.when(sheet(talents=talents, techniques=techniques(4))).refused("S3-SHEET-4", "invalid")
    spec.when(sheet(talents=talents, techniques=techniques(3))).then(CombatantJoined)


@pytest.mark.rule("S3-SHEET-5")
@pytest.mark.parametrize(
    "skills",
    [["melee"], ["melee", "melee"], ["melee", "initiative"], ["initiative", "melee"], ["melee", "stealth", "evasion"]],
)
def test_a_technique_names_two_different_skills_without_initiative(skills: list[str]) -> None:
    spec = given(fight()).when(sheet(techniques=[{"name": "form", "skills": skills}]))
    spec.refused("S3-SHEET-5", "invalid")


@pytest.mark.rule("S3-SHEET-6")
def test_only_what_is_carried_is_in_hand_and_only_two_handed_things_stand_in_both() -> None:
    spec = given(fight())
    saber, rifle = {"kind": "saber"}, {"kind": "rifle"}
    for hands, items in (
        ({"main": "saber"}, [rifle]),
        ({"main": "saber", "off": "saber"}, [saber]),
        ({"main": ["saber", "rifle"]}, [saber, rifle]),
    ):
        spec.when(sheet(hands=hands, items=items)).refused("S3-SHEET-6", "invalid")
    spec.when(sheet(hands={"main": "saber"}, items=[saber], limbs={"main_arm": LOST})).refused("S3-SHEET-6", "invalid")


@pytest.mark.rule("S3-SHEET-6")
@pytest.mark.parametrize(
    ("hands", "limbs", "grip"),
    [
        ({"main": "rifle"}, {}, Grip("rifle", "rifle")),
        ({"off": "rifle"}, {}, Grip("rifle", "rifle")),
        ({"main": "rifle", "off": "saber"}, {}, Grip("rifle", "saber")),
        ({"main": "rifle"}, {"off_arm": LOST}, Grip("rifle", None)),
        ({"main": "saber"}, {}, Grip("saber", None)),
    ],
)
def test_a_two_handed_thing_stands_in_both_hands_where_both_are_there_for_it(
    hands: dict[str, str], limbs: dict[str, Any], grip: Grip
) -> None:
    bearer = sheet(hands=hands, limbs=limbs, items=[{"kind": "rifle"}, {"kind": "saber"}])
    assert given(fight(bearer)).fight.people["stranger"].hands == grip


@pytest.mark.rule("S3-SHEET-7")
def test_one_armour_among_the_items_may_be_worn() -> None:
    spec = given(fight())
    both = [{"kind": "light_armour"}, {"kind": "heavy_armour"}, {"kind": "saber"}]
    spec.when(sheet(armour=["light_armour", "heavy_armour"], items=both)).refused("S3-SHEET-7", "invalid")
    spec.when(sheet(armour="heavy_armour", items=both[:1])).refused("S3-SHEET-7", "invalid")
    spec.when(sheet(armour="saber", items=both)).refused("S3-SHEET-7", "invalid")
    spec.given(sheet(armour="heavy_armour", items=both, skills={"stealth": 5}))
    spec.when(check("stranger", "stealth"), throws=["stranger stealth 5-2=3c→1"])


@pytest.mark.rule("S3-SHEET-8")
@pytest.mark.parametrize(
    "fields",
    [
        {"skills": {"reflex": 3}},
        {"talents": ["moon_step"]},
        {"limbs": {"tail": LOST}},
        {"items": [{"kind": "saber", "sharpness": 3}]},
        {"items": [{"kind": "vorpal"}]},
        {"luck": 7},
    ],
)
def test_what_the_rules_do_not_know_is_refused(fields: dict[str, Any]) -> None:
    given(fight()).when(sheet(**fields)).refused("S3-SHEET-8", "invalid")


@pytest.mark.rule("S3-SHEET-8")
def test_a_refused_sheet_lists_all_its_faults() -> None:
    spec = given(fight()).when(sheet(fortitude=0, luck=7, skills={"reflex": 3}))
    assert spec.refusal is not None
    assert all(fault in spec.refusal.detail for fault in ("fortitude", "luck", "reflex"))


@pytest.mark.rule("S3-SHEET-8")
@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"fortitude": 0}, "fortitude"),
        ({"skills": {"melee": 31}}, "skills.melee"),
        ({"items": [{"kind": "saber"}, {"kind": "vorpal"}]}, "items[1].kind"),
        ({"hands": {"off": "saber"}}, "hands.off"),
        ({"zone": "attic"}, "zone"),
        ({"id": "The Guard"}, "id"),
    ],
)
def test_a_refused_sheet_names_the_field_at_fault_by_its_whole_path(fields: dict[str, Any], field: str) -> None:
    spec = given(fight()).when(Join(sheet={"name": "Stranger", "fortitude": 5, **fields}))
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.sheet.{field}"
    assert field in spec.refusal.detail


@pytest.mark.rule("S3-SHEET-9")
def test_a_vehicle_has_one_driver_and_everybody_sits_on_one_vehicle() -> None:
    spec = given(fight("star", "ripper", "tiger"))
    truck = Join(id="truck", template="truck", sheet={"driver": ["star", "ripper"]})
    spec.when(truck).refused("S3-SHEET-9", "invalid")
    spec.when(riding("cycle", "star", "star")).refused("S3-SHEET-9", "invalid")
    spec.given(riding("cycle", "star", "tiger"))
    spec.when(riding("other", "ripper", "tiger")).refused("S3-SHEET-9", "invalid")
    spec.when(riding("other", "star")).refused("S3-SHEET-9", "invalid")
    assert spec.fight.vehicles["cycle"].aboard == ("star", "tiger")


@pytest.mark.rule("S3-SHEET-10")
def test_a_vehicle_stands_on_no_side_takes_no_turns_and_throws_nothing() -> None:
    spec = given(fight("star", "ripper")).when(riding("cycle", "ripper"))
    assert [event.side for event in spec.events if isinstance(event, CombatantJoined)] == [None]
    spec.when(check("star", "piloting", against="cycle piloting")).refused("S3-SHEET-10")
    spec.given(BeginRound()).when(BeginTurn(pc="star", npc="cycle")).refused("S3-TURN-5")
    spec.given(*round_of("star", "ripper")[1:]).when(attack("star", "cycle", "pistol")).refused("S3-SHEET-10")
