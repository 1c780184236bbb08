"""Equipment in stunts: whose coins, or successes, its bonuses are (S3-STUNT-9 to S3-STUNT-11, S3-EQUIP-8)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.s3.chapters.throws.checks import CheckSettled
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from tests.rules.s3.builders import attack, check, defend, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

AMULET = {"kind": "amulet", "name": "amulet", "gear": [{"skill": "melee", "bonus": 2}]}
CHARM = {"kind": "charm", "name": "charm", "gear": [{"skill": "stealth", "bonus": 2}]}


def ambush(devil: Join | str = "devil", **options: Any) -> Specification:
    """The Devil in reach of the jailor, on his turn."""
    return given(fight(devil, "jailor", **options), *round_of("devil", "jailor"), engage("devil", "jailor"))


def armed(*items: dict[str, Any], main: str | None = None, off: str | None = None) -> Join:
    """The Devil with other things on him."""
    return newcomer("devil", items=items, hands={"main": main, "off": off})


# S3-STUNT-9: the equipment throw


@pytest.mark.rule("S3-STUNT-9", "S3-RUL-13", "S3-ORDER-2")
@pytest.mark.parametrize(
    ("melee", "stealth", "equipment", "result"), [(7, 3, 1, 8), (3, 7, 1, 8), (3, 7, 0, 7), (0, 0, 1, 1)]
)
def test_the_bonus_of_the_primarys_weapon_is_thrown_last_and_added_to_the_highest_result(
    melee: int, stealth: int, equipment: int, result: int
) -> None:
    ambush().when(
        attack("devil", "jailor", "straightsword", stunt=stunt("stealth")),
        "jailor: hand_to_hand",
        throws=[
            f"devil melee 9=9c→{melee}",
            f"devil stealth 10=10c→{stealth}",
            f"devil equipment 1=1c→{equipment}",
            "jailor hand_to_hand 11c→11",
        ],
    ).then(
        ContestSettled(
            task="attack",
            actor="devil",
            opponent="jailor",
            actor_result=result,
            opponent_result=11,
            won=False,
            margin=11 - result,
        )
    )


@pytest.mark.rule("S3-STUNT-9")
def test_finesse_and_offense_of_an_attack_and_finesse_of_a_parry_and_gear_that_names_the_skill_are_thrown_apart() -> (
    None
):
    general = newcomer("general", items=[{"kind": "spear"}, AMULET], hands={"main": "spear"})
    spec = given(fight("ogre", general), *round_of("ogre", "general", "npc_first"), engage("ogre", "general"))
    spec.when(
        attack("general", "ogre", "spear", stunt=stunt("bravado")),
        "ogre: evasion",
        throws=["general melee 9=9c→0", "general bravado 8c→0", "equipment 1+1+2=4c→0", "ogre evasion 6c→1"],
    )
    spec.given(EndTurn(actor="general")).when(
        attack("ogre", "general"),
        defend("general", "melee", "bravado", item="spear"),
        throws=["ogre hand_to_hand 7c→0", "general melee 9=9c→1", "general bravado 8c→0", "equipment 1+2=3c→0"],
    )


@pytest.mark.rule("S3-STUNT-9")
def test_so_are_the_gear_and_the_speed_of_other_skills() -> None:
    given(fight(newcomer("hu", breath=4))).when(
        check("hu", "medicine", stunt=stunt("awareness")),
        throws=["hu medicine 9=9c→2", "hu awareness 6c→3", "equipment 2=2c→1"],
    ).then(CheckSettled(combatant="hu", skill="medicine", result=4))
    given(fight("star", riding("cycle", "star"))).when(
        check("star", "piloting", stunt=stunt("awareness")),
        throws=["star piloting 6=6c→2", "star awareness 6c→3", "equipment 2=2c→2"],
    ).then(CheckSettled(combatant="star", skill="piloting", result=5))


@pytest.mark.rule("S3-STUNT-9")
def test_without_a_bonus_there_is_no_equipment_throw() -> None:
    ambush().when(
        attack("devil", "jailor", stunt=stunt("stealth")),
        "jailor: evasion",
        throws=["devil hand_to_hand 5c→0", "devil stealth 10c→0", "jailor evasion 6c→1"],
    )


# S3-STUNT-10: equipment of secondaries


@pytest.mark.rule("S3-STUNT-10", "S3-RUL-13")
def test_gear_and_speed_of_a_secondary_are_coins_of_its_own_throw() -> None:
    rider = newcomer("star", items=[{"kind": "saber"}, {"kind": "spyglass"}], hands={"main": "saber"})
    given(fight(rider, riding("cycle", "star"))).when(
        check("star", "bravado", stunt=stunt("piloting", "awareness")),
        throws=["star bravado 6=6c→0", "star piloting 6+2=8c→0", "star awareness 6+1=7c→0"],
    )


@pytest.mark.rule("S3-STUNT-10")
@pytest.mark.parametrize(("named", "throw"), [({"melee": "spear"}, "9+1+1=11c→0"), ({}, "9=9c→0")])
def test_a_weapon_helps_a_secondary_that_it_is_named_for(named: dict[str, str], throw: str) -> None:
    devil = armed({"kind": "spear"}, {"kind": "pistol", "modes": [{"skill": "sharpshooting", "hands": 0}]})
    ambush(devil).when(
        attack("devil", "jailor", "pistol", stunt=stunt("melee", **named)),
        "jailor: evasion",
        throws=["devil sharpshooting 4=4c→0", f"devil melee {throw}", "jailor evasion 6c→1"],
    )


@pytest.mark.rule("S3-STUNT-10")
def test_in_a_defence_a_weapon_named_for_a_secondary_adds_its_finesse_alone() -> None:
    general = newcomer("general", items=[{"kind": "spear"}], hands={"main": "spear"})
    spec = given(fight("ogre", general), *round_of("ogre", "general"), engage("ogre", "general"))
    spec.when(
        attack("ogre", "general"),
        defend("general", "evasion", "melee", melee="spear"),
        throws=["ogre hand_to_hand 7c→0", "general evasion 7=7c→1", "general melee 9+1=10c→0"],
    )


# S3-STUNT-11: stunt_equipment=skill


@pytest.mark.rule("S3-STUNT-11", "S3-RUL-13")
def test_with_the_option_skill_the_primarys_equipment_adds_to_the_primarys_own_throw() -> None:
    spec = ambush(stunt_equipment="skill").when(
        attack("devil", "jailor", "straightsword", stunt=stunt("stealth")),
        "jailor: evasion",
        throws=["devil melee 9+1=10c→1", "devil stealth 10c→3", "jailor evasion 6c→6"],
    )
    spec.then(
        ContestSettled(
            task="attack", actor="devil", opponent="jailor", actor_result=3, opponent_result=6, won=False, margin=3
        )
    )
    given(fight("hu", stunt_equipment="skill")).when(
        check("hu", "medicine", stunt=stunt("awareness")),
        throws=["hu medicine 9+2=11c→2", "hu awareness 6c→3"],
    ).then(CheckSettled(combatant="hu", skill="medicine", result=3))


# S3-EQUIP-8: equipment_bonus=successes


@pytest.mark.rule("S3-EQUIP-8", "S3-RUL-13")
@pytest.mark.parametrize(
    ("bonus", "throw", "result"),
    [("coins", "hu medicine 9+2=11c→5", 5), ("successes", "hu medicine 9=9c→5", 7)],
)
def test_equipment_adds_coins_or_plain_successes(bonus: str, throw: str, result: int) -> None:
    given(fight("hu", equipment_bonus=bonus)).when(check("hu", "medicine"), throws=[throw]).then(
        CheckSettled(combatant="hu", skill="medicine", result=result)
    )


@pytest.mark.rule("S3-EQUIP-8")
def test_no_coins_with_a_bonus_of_2_are_a_result_of_2() -> None:
    tools = newcomer("fox", items=[{"kind": "engineer_tools"}])
    spec = given(fight(tools, equipment_bonus="successes"))
    spec.when(check("fox", "engineering"), throws=["fox engineering 0c→0"]).then(
        CheckSettled(combatant="fox", skill="engineering", result=2)
    )
    spec.when(check("fox", "engineering", modifier=-5), throws=["fox engineering 0-5=0c→0"])
    spec.then(CheckSettled(combatant="fox", skill="engineering", result=2))


@pytest.mark.rule("S3-EQUIP-8")
def test_finesse_offense_and_speed_are_plain_successes_too() -> None:
    spec = given(
        fight("ogre", "general", equipment_bonus="successes"),
        *round_of("ogre", "general", "npc_first"),
        engage("ogre", "general"),
    )
    spec.when(
        attack("general", "ogre", "spear"),
        "ogre: melee/hook_swords",
        throws=["general melee 9=9c→3", "ogre melee 8-2=6c→4"],
    ).then(
        ContestSettled(
            task="attack", actor="general", opponent="ogre", actor_result=5, opponent_result=6, won=False, margin=1
        )
    )
    given(fight("star", riding("cycle", "star"), equipment_bonus="successes")).when(
        check("star", "piloting"), throws=["star piloting 6=6c→1"]
    ).then(CheckSettled(combatant="star", skill="piloting", result=3))


@pytest.mark.rule("S3-EQUIP-8", "S3-RUL-13", "S3-STUNT-11")
@pytest.mark.parametrize(
    ("place", "melee", "stealth", "result"),
    [
        ("result", 5, 1, 6),  # 5 and the sword
        ("result", 1, 4, 7),  # 4 and the charm, and the sword on the highest
        ("skill", 5, 1, 6),
        ("skill", 1, 4, 6),  # 4 and the charm; the sword stays with melee
    ],
)
def test_in_a_stunt_successes_go_to_the_skill_they_serve_or_to_the_highest_result(
    place: str, melee: int, stealth: int, result: int
) -> None:
    devil = armed({"kind": "straightsword"}, CHARM, main="straightsword")
    spec = ambush(devil, stunt_equipment=place, equipment_bonus="successes")
    spec.when(
        attack("devil", "jailor", "straightsword", stunt=stunt("stealth")),
        "jailor: hand_to_hand",
        throws=[
            f"devil melee 9=9c→{melee}",
            f"devil stealth 10=10c→{stealth}",
            *(["equipment 0c→0"] if place == "result" else []),
            "jailor hand_to_hand 11c→11",
        ],
    ).then(
        ContestSettled(
            task="attack",
            actor="devil",
            opponent="jailor",
            actor_result=result,
            opponent_result=11,
            won=False,
            margin=11 - result,
        )
    )
