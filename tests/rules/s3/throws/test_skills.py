"""Skills and values: what is thrown for what, and with how many coins (S3-SKILL)."""

import pytest

from domain.core.commands import Join
from domain.rulesets.s3.chapters.throws.checks import CheckSettled
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.words import SKILLS, Skill
from tests.rules.s3.builders import attack, check, stunt
from tests.rules.s3.specification import engage, fight, given, newcomer, round_of

LOST = {"source": "before"}
# skill: coins for a lost arm, a lost leg, lost eyes
TABLE: dict[Skill, tuple[int, int, int]] = {
    "acrobatics": (2, 3, 0),
    "animal_handling": (0, 0, 0),
    "athletics": (2, 3, 0),
    "awareness": (0, 0, 4),
    "bravado": (0, 0, 0),
    "deception": (0, 0, 0),
    "engineering": (2, 0, 0),
    "evasion": (0, 3, 0),
    "explosives": (2, 0, 4),
    "hand_to_hand": (2, 3, 0),
    "initiative": (0, 3, 4),
    "medicine": (2, 0, 0),
    "melee": (2, 3, 0),
    "piloting": (0, 0, 4),
    "sharpshooting": (2, 0, 4),
    "sleight_of_hand": (2, 0, 0),
    "stealth": (0, 3, 0),
}


def well_versed(name: str, *limbs: str) -> Join:
    """Ten points in every skill, and these limbs lost."""
    return Join(
        id=name,
        sheet={
            "name": name,
            "pc": True,
            "fortitude": 9,
            "skills": dict.fromkeys(SKILLS, 10),
            "limbs": dict.fromkeys(limbs, LOST),
        },
    )


@pytest.mark.rule("S3-SKILL-1")
@pytest.mark.parametrize("skill", SKILLS)
def test_a_lost_limb_costs_the_skills_of_its_list(skill: Skill) -> None:
    arm, leg, eyes = TABLE[skill]
    for limb, cost in (
        ("main_arm", arm),
        ("off_arm", arm),
        ("left_leg", leg),
        ("right_leg", leg),
        ("eyes", eyes),
    ):
        given(fight(well_versed("one", limb))).when(check("one", skill), throws=[f"one {skill} {10 - cost}c→1"])


@pytest.mark.rule("S3-SKILL-1")
def test_there_are_17_skills() -> None:
    assert tuple(TABLE) == SKILLS


@pytest.mark.rule("S3-SKILL-2")
def test_no_limb_hurts_fortitude_and_no_stunt_is_made_of_it() -> None:
    spec = given(fight(newcomer("hu", limbs=dict.fromkeys(("main_arm", "left_leg", "eyes"), LOST))))
    spec.when(check("hu", "fortitude"), throws=["hu fortitude 6=6c→2"]).then(
        CheckSettled(combatant="hu", skill="fortitude", result=2)
    )
    spec.when(check("hu", "fortitude", stunt=stunt("medicine"))).refused("S3-STUNT-2")


@pytest.mark.rule("S3-SKILL-3")
def test_a_skill_that_the_sheet_does_not_list_is_thrown_with_its_bonuses() -> None:
    tools = newcomer("fox", items=[{"kind": "engineer_tools"}])
    given(fight(tools)).when(check("fox", "engineering"), throws=["fox engineering 2=2c→1"]).when(
        check("fox", "medicine"), throws=["fox medicine 0c→0"]
    )


@pytest.mark.rule("S3-SKILL-4", "S3-RUL-18")
def test_there_is_no_skill_but_evasion_to_dodge_with() -> None:
    spec = given(fight("ogre", "jailor"), *round_of("ogre", "jailor"), engage("ogre", "jailor"))
    spec.when(attack("ogre", "jailor"), "jailor: evasion", throws=["ogre hand_to_hand 7c→1", "jailor evasion 6c→2"])
    for other_word in ("reflex", "dodge", "parry"):
        spec.when(newcomer("guard", skills={other_word: 5})).refused("S3-SHEET-8", "invalid")


@pytest.mark.rule("S3-SKILL-5", "S3-EQUIP-1", "S3-EQUIP-2", "S3-RUL-46")
def test_an_attack_has_finesse_and_offense_and_a_melee_parry_finesse_alone() -> None:
    spec = given(
        fight("ogre", newcomer("general", grapple_bonus=3)), *round_of("ogre", "general"), engage("ogre", "general")
    )
    spec.when(
        attack("ogre", "general"),
        "general: melee/spear",
        throws=["ogre hand_to_hand 7=7c→1", "general melee 9+1=10c→2"],
    )
    spec.given(EndTurn(actor="ogre")).when(
        attack("general", "ogre", "spear"),
        "ogre: evasion",
        throws=["general melee 9+1+1=11c→1", "ogre evasion 6=6c→2"],
    )


@pytest.mark.rule("S3-SKILL-5")
def test_the_grapple_bonus_counts_for_holds_alone() -> None:
    wrestler = newcomer("hu", grapple_bonus=3)
    spec = given(fight(wrestler, "bell"), *round_of("hu", "bell"), engage("hu", "bell"))
    spec.when(attack("hu", "bell"), "bell: evasion", throws=["hu hand_to_hand 9=9c→1", "bell evasion 5c→2"])
    spec.given(EndTurn(actor="hu")).when(
        attack("bell", "hu"), "hu: hand_to_hand", throws=["bell hand_to_hand 4c→1", "hu hand_to_hand 9=9c→2"]
    )


@pytest.mark.rule("S3-SKILL-6", "S3-EQUIP-6")
def test_of_several_items_that_help_a_skill_the_best_counts_beside_the_weapon() -> None:
    charms = [
        {"id": f"charm_{bonus}", "kind": "charm", "name": "charm", "gear": [{"skill": "melee", "bonus": bonus}]}
        for bonus in (1, 3, 2)
    ]
    fencer = newcomer("clarity", items=[{"kind": "saber"}, *charms])
    given(fight(fencer, "asura"), *round_of("clarity", "asura"), engage("clarity", "asura")).when(
        attack("clarity", "asura", "saber"),
        "asura: evasion",
        throws=["clarity melee 8+1+3=12c→1", "asura evasion 5c→2"],
    )
    given(fight(fencer)).when(check("clarity", "athletics"), throws=["clarity athletics 6=6c→1"])
