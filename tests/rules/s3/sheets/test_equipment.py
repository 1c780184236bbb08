"""Equipment: Speed, modes, pairs, concealed and special weapons (S3-EQUIP); the tables stand in ``test_data_files``."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.movement.hiding import DistractionEnded, DistractionSet, Hidden, Smoke
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, ItemUsed
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Ready, Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.riding import Reposition
from domain.rulesets.s3.chapters.wounds.fire import Ignited
from domain.rulesets.s3.chapters.wounds.poison import DoseGiven, DoseStruck
from domain.rulesets.s3.state import Distraction
from domain.rulesets.s3.tables import EQUIPMENT
from tests.rules.s3.builders import attack, check, hide
from tests.rules.s3.specification import engage, fight, given, newcomer, riding, round_of

# S3-EQUIP-5: Speed


@pytest.mark.rule("S3-EQUIP-5")
def test_speed_adds_coins_to_the_handling_throws_of_the_driver_alone() -> None:
    spec = given(
        fight(
            "star",
            "ripper",
            "general",
            "ogre",
            riding("cycle", "star", "ogre"),
            riding("horse", "general", kind="horse"),
        )
    )
    spec.when(check("star", "piloting"), throws=["star piloting 6+2=8c→0"])
    spec.when(check("star", "awareness"), throws=["star awareness 6=6c→0"])
    spec.when(check("star", "animal_handling"), throws=["star animal_handling 0c→0"])
    spec.when(check("ogre", "piloting"), throws=["ogre piloting 3=3c→0"])
    spec.when(check("ripper", "piloting"), throws=["ripper piloting 6=6c→0"])
    spec.when(check("general", "animal_handling"), throws=["general animal_handling 6+1=7c→0"])
    spec.when(check("general", "piloting"), throws=["general piloting 0c→0"])


@pytest.mark.rule("S3-EQUIP-5")
def test_speed_adds_to_both_sides_of_a_race() -> None:
    racer = riding("racer", "ripper", kind="racing_autocycle")
    given(fight("star", "ripper", riding("cycle", "star"), racer), *round_of("star", "ripper")).when(
        Reposition(actor="star", vehicle="racer", to="alongside"),
        "ripper: piloting",
        throws=["star piloting 6+2=8c→0", "ripper piloting 6+3=9c→1"],
    )


# S3-EQUIP-7, S3-EQUIP-12 to S3-EQUIP-14: weapons


@pytest.mark.rule("S3-EQUIP-7", "S3-ATK-2")
@pytest.mark.parametrize(
    ("actor", "weapon", "throw", "skills"),
    [
        ("devil", "sword_pistol/blade", "devil melee 9+1=10c→0", 3),
        ("devil", "sword_pistol/barrel", "devil sharpshooting 4=4c→0", 1),
        ("devil", "sword_pistol", "devil melee 9+1=10c→0", 3),
        ("rifleman", "bayonet_rifle/bayonet", "rifleman melee 9=9c→0", 3),
        ("rifleman", "bayonet_rifle/rifle", "rifleman sharpshooting 9=9c→0", 1),
    ],
)
def test_a_weapon_with_several_modes_is_used_in_one_of_them(actor: str, weapon: str, throw: str, skills: int) -> None:
    spec = given(fight(newcomer(actor, hands={}), "jailor"), *round_of(actor, "jailor"), engage(actor, "jailor"))
    spec.when(attack(actor, "jailor", weapon)).asks("oppose", "jailor")
    assert len(spec.fight.prompts[0].about["skills"]) == skills
    spec.answer({"skill": "evasion"}, throws=[throw, "jailor evasion 6c→1"])


@pytest.mark.rule("S3-EQUIP-7", "S3-ATK-2")
@pytest.mark.parametrize("weapon", ["sword_pistol/bayonet", "straightsword/blade"])
def test_a_mode_that_a_weapon_has_not_is_refused(weapon: str) -> None:
    spec = given(fight("devil", "jailor"), *round_of("devil", "jailor"), engage("devil", "jailor"))
    spec.when(attack("devil", "jailor", weapon)).refused("S3-ATK-2")


@pytest.mark.rule("S3-EQUIP-12", "S3-EQUIP-1", "S3-RUL-46")
@pytest.mark.parametrize(
    ("other", "terms"),
    [({}, "6+2=8c"), ({"items": [{"kind": "hatchets"}, {"kind": "knife"}], "hands": {"off": "knife"}}, "6+2-2=6c")],
)
def test_a_pair_is_one_item_for_two_hands_with_one_finesse(other: dict[str, Any], terms: str) -> None:
    asura = newcomer("asura", **other)
    spec = given(fight("fox", asura), *round_of("fox", "asura", "npc_first"), engage("fox", "asura"))
    spec.when(attack("asura", "fox", "hatchets"), "fox: evasion", throws=[f"asura melee {terms}→0", "fox evasion 8c→1"])
    spec.given(EndTurn(actor="asura")).when(
        attack("fox", "asura"), "asura: melee/hatchets", throws=["fox hand_to_hand 8c→0", f"asura melee {terms}→1"]
    )
    hands = spec.fight.people["asura"].hands
    assert (hands.main, hands.off) == ("hatchets", "knife" if other else "hatchets")


@pytest.mark.rule("S3-EQUIP-13", "S3-ATK-9")
def test_a_concealed_weapon_is_readied_in_the_course_of_the_throw() -> None:
    spec = given(fight("jade", "guard"), *round_of("jade", "guard"), engage("jade", "guard"))
    assert spec.fight.people["jade"].hands.main is None
    spec.when(
        attack("jade", "guard", "parasol_straightsword"),
        "guard: evasion",
        throws=["jade melee 6+1=7c→0", "guard evasion 4c→1"],
    ).then(ItemReadied(combatant="jade", item="parasol_straightsword", hands=("main",)))
    assert [event.action for event in spec.events if isinstance(event, ActionTaken)] == ["attack"]


@pytest.mark.rule("S3-EQUIP-13", "S3-ATK-4")
def test_a_concealed_weapon_is_drawn_to_parry_too_and_by_ready_without_an_action() -> None:
    spec = given(fight("jade", "guard"), *round_of("jade", "guard", "npc_first"), engage("jade", "guard"))
    spec.when(
        attack("guard", "jade"),
        "jade: melee/parasol_straightsword",
        throws=["guard hand_to_hand 5c→0", "jade melee 6+1=7c→1"],
    ).then(ItemReadied(combatant="jade", item="parasol_straightsword", hands=("main",)))
    ogre = given(fight("ogre", "guard"), *round_of("ogre", "guard"), Stow(actor="ogre", item="pistol"))
    ogre.when(Ready(actor="ogre", item="hook_swords")).then(ItemReadied).never(ActionTaken)


RANGED = {
    "sharpshooting": ("throwing_knife", "pistol", "hand_cannon", "flamethrower", "rifle", "bow", "sword_pistol/barrel"),
    "explosives": ("grenade", "incendiary_grenade", "flash_bomb", "rocket"),
}


@pytest.mark.rule("S3-EQUIP-14")
@pytest.mark.parametrize(("skill", "weapon"), [(skill, weapon) for skill, all_ in RANGED.items() for weapon in all_])
def test_explosives_are_thrown_with_explosives_and_all_that_shoots_with_sharpshooting(skill: str, weapon: str) -> None:
    kind, _, _ = weapon.partition("/")
    shooter = newcomer("ogre", items=[{"kind": kind}], hands={})
    given(fight(shooter, "bell"), *round_of("ogre", "bell")).when(
        attack("ogre", "bell", weapon),
        throws=[f"ogre {skill} {7 if skill == 'sharpshooting' else 2}c→0", "bell evasion 5c→1"],
    )


@pytest.mark.rule("S3-EQUIP-14")
def test_the_tables_hold_no_other_ranged_weapon() -> None:
    ranged = {
        f"{kind}/{mode['key']}" if "key" in mode else kind
        for kind, entry in EQUIPMENT.items()
        for mode in entry.get("modes", ())
        if mode.get("reach", "close") != "close"
    }
    assert ranged - {"bayonet_rifle/rifle", "smoke_bomb"} == {weapon for all_ in RANGED.values() for weapon in all_}


# S3-EQUIP-15: fire and poison


@pytest.mark.rule("S3-EQUIP-15")
def test_an_incendiary_weapon_sets_on_fire_and_another_does_not() -> None:
    throws = ["burning_blade melee 8+1=9c→5", "fox evasion 8c→2", "damage 7c→2", "fox fortitude 5c→3"]
    for sword, event in (("flaming_sword", Ignited), ("saber", None)):
        striker = newcomer("burning_blade", items=[{"kind": sword}], hands={"main": sword})
        spec = given(fight("fox", striker), *round_of("fox", "burning_blade", "npc_first"))
        spec.given(engage("fox", "burning_blade")).when(
            attack("burning_blade", "fox", sword), "fox: evasion", throws=throws
        )
        if event is None:
            spec.never(Ignited)
        else:
            spec.then(event)


@pytest.mark.rule("S3-EQUIP-15")
def test_a_coated_blade_gives_its_poison_and_a_needles_strikes() -> None:
    cutter = newcomer("clarity", items=[{"kind": "saber", "coating": {"poison": "viper_oil"}}], hands={"main": "saber"})
    spec = given(fight(cutter, "jailor"), *round_of("clarity", "jailor"), engage("clarity", "jailor"))
    spec.when(
        attack("clarity", "jailor", "saber"),
        "jailor: evasion",
        throws=["clarity melee 9c→5", "jailor evasion 6c→2", "damage 7c→2", "jailor fortitude 5c→3"],
    ).then(DoseGiven).never(DoseStruck)
    needle = given(fight("fox", "yue"), *round_of("fox", "yue", "npc_first"), engage("fox", "yue"))
    needle.when(
        attack("yue", "fox", "needle"),
        "fox: evasion",
        throws=[
            "yue hand_to_hand 6c→4",
            "fox evasion 8c→2",
            "damage 4c→1",
            "fox fortitude 5c→3",
            "poison 5c→1",
            "fox fortitude 5-1=4c→3",
        ],
    ).never(DoseGiven)


# S3-EQUIP-16: smoke

SMOKE = Smoke(actor="devil", item="smoke_bomb")


@pytest.mark.rule("S3-EQUIP-16")
def test_a_smoke_bomb_is_an_attack_action_without_a_throw_and_distracts_where_it_fell() -> None:
    spec = given(fight("devil", "guard"), *round_of("devil", "guard")).when(SMOKE)
    spec.then(
        ActionTaken(actor="devil", action="attack", command="s3.smoke"),
        ItemUsed(combatant="devil", item="smoke_bomb", left=1),
        DistractionSet(zone="here", until_round=2),
    ).never(CoinsThrown)
    spec.when(SMOKE).refused("S3-TURN-11")
    spec.when(hide("devil"), throws=["devil stealth 10c→5", "guard awareness 5c→1"]).then(Hidden)


@pytest.mark.rule("S3-EQUIP-16", "S3-HIDE-2")
def test_smoke_stays_through_the_end_of_the_next_round() -> None:
    ends = (EndTurn(actor="devil"), EndTurn(actor="guard"))
    spec = given(fight("devil", "guard"), *round_of("devil", "guard"), SMOKE, *ends, *round_of("devil", "guard"))
    assert spec.fight.distractions == (Distraction("here", 2),)
    spec.given(ends[0]).when(ends[1]).then(DistractionEnded(zone="here"))
    spec.given(*round_of("devil", "guard")).when(hide("devil")).refused("S3-HIDE-1")


@pytest.mark.rule("S3-EQUIP-16")
@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (Smoke(actor="devil", item="straightsword"), "S3-EQUIP-16"),
        (Smoke(actor="devil", item="candle"), "S3-EQUIP-16"),
        (attack("devil", "guard", "smoke_bomb"), "S3-EQUIP-16"),
    ],
)
def test_smoke_takes_a_smoke_bomb_which_is_no_weapon(command: Command, rule: str) -> None:
    given(fight("devil", "guard"), *round_of("devil", "guard")).when(command).refused(rule)


@pytest.mark.rule("S3-EQUIP-16", "S3-ATK-9", "S3-ATK-11")
def test_smoke_wants_a_bomb_that_is_left_and_a_hand() -> None:
    bombs = {"kind": "smoke_bomb", "quantity": 0}
    empty = newcomer("devil", items=[bombs], hands={})
    given(fight(empty, "guard"), *round_of("devil", "guard")).when(SMOKE).refused("S3-ATK-11")
    busy = newcomer("devil", items=[{"kind": "smoke_bomb"}, {"kind": "spear"}], hands={"main": "spear", "off": "spear"})
    given(fight(busy, "guard"), *round_of("devil", "guard")).when(SMOKE).refused("S3-ATK-9")
