"""Called shots: aiming at a limb, and what its loss costs (S3-CALL)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.core.commands import Command, Join, SentAnswer
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.leaving import DragEnded, FellProne
from domain.rulesets.s3.chapters.movement.pursuit import Chase, Flee
from domain.rulesets.s3.chapters.movement.walking import Move, StandUp
from domain.rulesets.s3.chapters.narrator.conditions import Heal, Impose, LimbPenaltySet, SetLimbPenalty
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.hazards import Administer
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.weapons import ItemUsed
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.riding import TakeReins
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped, ItemGripLoosened
from domain.rulesets.s3.chapters.wounds.damage import LimbLost, LimbRestored
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.state import Drag, Grip, Hold, Loss
from domain.rulesets.s3.words import LIMBS, SKILLS, Limb, Skill
from tests.rules.s3.builders import attack, check, duel, effects, gunman, hazard, player, shot, suffered, wounds
from tests.rules.s3.every_command import ACTING
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

ARM = {
    "hand_to_hand",
    "melee",
    "sharpshooting",
    "explosives",
    "sleight_of_hand",
    "acrobatics",
    "athletics",
    "engineering",
    "medicine",
}
LEG = {"hand_to_hand", "melee", "evasion", "initiative", "stealth", "acrobatics", "athletics"}
EYES = {"sharpshooting", "explosives", "initiative", "awareness", "piloting"}


def called(limb: Limb = "right_leg") -> Attack:
    """The shot of the duel, aimed at a limb."""
    return attack("ogre", "bell", "pistol", called=limb)


def maimed(name: str, *limbs: Limb, **fields: Any) -> Join:
    """Somebody who has lost these limbs, with nine points in every skill and empty hands."""
    fields = {"hands": {}, "skills": dict.fromkeys(SKILLS, 9), **fields}
    return newcomer(name, limbs={limb: {} for limb in limbs}, **fields)


def limbs_of(spec: Specification, name: str = "bell") -> dict[Limb, Loss]:
    return spec.fight.people[name].limbs


# S3-CALL-1 to S3-CALL-3: the attack


@pytest.mark.rule("S3-CALL-1", "S3-CALL-2", "S3-CALL-3")
@pytest.mark.parametrize("limb", LIMBS)
def test_an_attack_aimed_at_a_limb_throws_what_any_attack_throws_and_wounds_alike(limb: Limb) -> None:
    spec = duel().when(
        called(limb),
        throws=[
            "ogre sharpshooting 7=7c→5",
            "bell evasion 5=5c→2",
            "damage 5+2=7c→4",
            "bell fortitude 4=4c→3",
        ],
    )
    spec.then(
        AttackHit(attacker="ogre", target="bell", weapon="pistol", result=5, margin=3, intent="subdue", called=limb),
        Wounded,
        LimbLost(combatant="bell", limb=limb, loss=Loss("ogre")),
    )
    assert wounds(spec.events) == [("bell", 4, 2)]
    assert list(limbs_of(spec)) == [limb]


@pytest.mark.rule("S3-CALL-2")
def test_armour_counts_against_an_attack_aimed_at_a_limb_as_against_any() -> None:
    plate = {"kind": "plate", "name": "plate", "armour": {"protection": 3}}
    spec = duel(newcomer("bell", items=[plate], hands={}, armour="plate"))
    spec.when(called(), throws=shot(5, 2, "damage 5+2=7c→4", "bell fortitude 4+3=7c→5"))
    assert (wounds(spec.events), effects(spec.events)) == ([("bell", 4, 2)], [])


@pytest.mark.rule("S3-CALL-3")
def test_a_called_shot_that_costs_no_limb_wounds_all_the_same() -> None:
    spec = duel().when(called(), throws=shot(5, 2, "damage 7c→3", "bell fortitude 4c→4"))
    assert (wounds(spec.events), effects(spec.events)) == ([("bell", 3, 1)], [])


@pytest.mark.rule("S3-CALL-1")
@pytest.mark.parametrize(
    "command",
    [
        {"type": "s3.trip", "target": "bell", "outcome": "ground"},
        {"type": "s3.pin", "target": "bell"},
        {"type": "s3.strangle", "target": "bell"},
        {"type": "s3.finish_strangle", "target": "bell"},
        {"type": "s3.damage_vehicle", "vehicle": "truck", "weapon": "pistol"},
    ],
)
def test_nothing_but_an_attack_is_aimed_at_a_limb(command: dict[str, str]) -> None:
    (kind,) = [kind for kind in ACTING if kind.model_fields["type"].default == command["type"]]
    kind.model_validate({"actor": "ogre", **command})
    with pytest.raises(ValidationError):
        kind.model_validate({"actor": "ogre", **command, "called": "left_leg"})


@pytest.mark.rule("S3-CALL-1", "S3-CALL-17")
@pytest.mark.parametrize("named", [None, "eyes"])
def test_a_weapon_with_an_effect_aims_at_its_limb_always(named: Limb | None) -> None:
    spec = duel(gunman(effect="eyes")).when(
        attack("ogre", "bell", "pistol", called=named), throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2")
    )
    assert effects(spec.events) == ["bell eyes"]


@pytest.mark.rule("S3-CALL-1")
def test_the_answer_to_a_fast_attack_may_be_aimed_too() -> None:
    reply = SentAnswer(
        kind="fast_reply", to="burning_blade", answer={"skill": "melee", "item": "flaming_sword", "called": "off_arm"}
    )
    spec = given(fight("clarity", "burning_blade", fast_melee="allowed"), engage("clarity", "burning_blade"))
    spec.given(*round_of("clarity", "burning_blade")).when(
        attack("clarity", "burning_blade", "saber", fast=True),
        reply,
        throws=["clarity melee 9c→2", "burning_blade melee 9c→4", "damage 4+2=6c→3", "clarity fortitude 5c→2"],
    )
    spec.then(
        AttackHit(
            attacker="burning_blade",
            target="clarity",
            weapon="flaming_sword",
            result=4,
            margin=2,
            intent="subdue",
            called="off_arm",
        )
    )
    assert effects(spec.events) == ["clarity off_arm"]


# S3-CALL-4: what the comparison means


@pytest.mark.rule("S3-CALL-4", "S3-RUL-48", "S3-DIS-11")
@pytest.mark.parametrize(
    ("option", "damage", "fortitude", "flip", "lost"),
    [
        ("inclusive", 2, 3, None, ""),
        ("inclusive", 3, 2, None, "limb"),
        ("inclusive", 2, 2, "H", "limb"),
        ("inclusive", 2, 2, "T", ""),
        ("inclusive", 4, 2, None, "limb stunned"),
        ("inclusive", 5, 2, None, "limb stunned"),
        ("inclusive", 1, 0, None, "limb stunned"),
        ("strict", 2, 2, "H", "limb"),
        ("strict", 2, 2, "T", ""),
        ("strict", 4, 2, None, "limb"),
        ("strict", 5, 2, None, "limb stunned"),
        ("strict", 1, 0, None, "limb stunned"),
        ("flip", 2, 2, "H", "limb"),
        ("flip", 2, 2, "T", ""),
        ("flip", 3, 2, None, "limb"),
        ("flip", 4, 2, "H", "limb stunned"),
        ("flip", 4, 2, "T", "limb"),
        ("flip", 5, 2, None, "limb stunned"),
    ],
)
def test_damage_against_fortitude_costs_the_limb_and_from_twice_on_stuns(
    option: str, damage: int, fortitude: int, flip: str | None, lost: str
) -> None:
    throws = shot(4, 1, f"damage 6c→{damage}", f"bell fortitude 4c→{fortitude}", *([f"flip {flip}"] if flip else []))
    calls = ["ogre: heads"] if flip else []
    spec = duel(disable_by_fortitude=option).when(called(), *calls, throws=throws)
    assert effects(spec.events) == [f"bell {word}".replace("limb", "right_leg") for word in lost.split()]


@pytest.mark.rule("S3-CALL-4", "S3-RUL-48")
def test_the_player_of_a_struck_pc_calls_the_flip_for_its_limb() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"))
    spec.when(
        attack("bell", "ogre", "pistol", called="left_leg"),
        "ogre: evasion",
        "ogre: tails",
        throws=["bell sharpshooting 6c→4", "ogre evasion 6c→1", "damage 6c→3", "ogre fortitude 8c→3", "flip T"],
    )
    spec.then(CoinFlipped).never(LimbLost)


@pytest.mark.rule("S3-CALL-4")
def test_without_a_point_that_stuns_no_limb_is_lost() -> None:
    spec = duel(gunman(wound_bonus=2)).when(called(), throws=shot(4, 1, "damage 6c→0", "wound_damage 2c→2"))
    spec.then(Wounded).never(LimbLost)


@pytest.mark.rule("S3-CALL-4", "S3-DIS-11", "S3-DIS-4")
def test_a_called_shot_may_still_disable_by_wounds() -> None:
    hurt = newcomer("bell", wounds=[{"id": "old", "points": 7, "penalty": 3}])
    spec = duel(hurt).when(
        called(),
        throws=["ogre sharpshooting 7c→4", "bell evasion 5-3=2c→1", "damage 6c→2", "bell fortitude 4-3=1c→1"],
    )
    assert effects(spec.events) == ["bell right_leg", "bell disabled by wounds"]


# S3-CALL-5, S3-CALL-8, S3-CALL-9, S3-CALL-10: what the loss of each limb costs


@pytest.mark.rule("S3-CALL-5", "S3-CALL-8", "S3-CALL-9")
@pytest.mark.parametrize("skill", [*SKILLS, "fortitude"])
@pytest.mark.parametrize("limb", LIMBS)
def test_a_lost_limb_costs_the_skills_of_its_list_and_no_others(limb: Limb, skill: Skill) -> None:
    cost, of = {"eyes": (4, EYES), "left_leg": (3, LEG), "right_leg": (3, LEG)}.get(limb, (2, ARM))
    terms = f"9-{cost}={9 - cost}c" if skill in of else "9=9c"
    spec = given(fight(maimed("clarity", limb, fortitude=9)))
    spec.when(check("clarity", skill), throws=[f"clarity {skill} {terms}→1"])


@pytest.mark.rule("S3-CALL-5", "S3-CALL-8", "S3-CALL-9")
def test_the_loss_costs_from_the_next_throw_on() -> None:
    spec = duel().given(LimbLost(combatant="bell", limb="left_leg", loss=Loss("ogre")))
    spec.when(called(), throws=["ogre sharpshooting 7c→1", "bell evasion 5-3=2c→2"])


@pytest.mark.rule("S3-CALL-9", "S3-RANGE-7")
def test_the_blind_still_find_their_foes() -> None:
    blind = newcomer("ogre", limbs={"eyes": {}})
    duel(blind).when(called(), throws=["ogre sharpshooting 7-4=3c→1", "bell evasion 5=5c→2"]).then(AttackMissed)


@pytest.mark.rule("S3-CALL-10")
@pytest.mark.parametrize(
    ("limbs", "skill", "terms"),
    [
        (("main_arm", "off_arm"), "medicine", "9-2-2=5c"),
        (("left_leg", "right_leg"), "evasion", "9-3-3=3c"),
        (("off_arm", "right_leg"), "hand_to_hand", "9-2-3=4c"),
        (("main_arm", "off_arm", "eyes"), "explosives", "9-2-2-4=1c"),
        (LIMBS, "initiative", "9-3-3-4=0c"),
        (LIMBS, "bravado", "9=9c"),
    ],
)
def test_the_penalties_of_several_limbs_add_up(limbs: tuple[Limb, ...], skill: Skill, terms: str) -> None:
    given(fight(maimed("clarity", *limbs))).when(check("clarity", skill), throws=[f"clarity {skill} {terms}→0"])


# S3-CALL-6, S3-CALL-7: two hands, one arm


@pytest.mark.rule("S3-CALL-6", "S3-ATK-10", "S3-RUL-39")
@pytest.mark.parametrize("arm", ["main_arm", "off_arm"])
def test_a_two_handed_weapon_strikes_and_parries_with_the_good_hand_at_a_further_cost(arm: Limb) -> None:
    spec = given(fight("general", "clarity"), engage("general", "clarity"), *round_of("clarity", "general"))
    spec.given(Impose(combatant="general", limb=arm))
    spec.when(
        attack("clarity", "general", "saber"),
        "general: melee/spear",
        throws=["clarity melee 9c→1", "general melee 9+1-2-2=6c→2"],
    )
    spec.given(EndTurn(actor="clarity")).when(
        attack("general", "clarity", "spear"),
        "clarity: evasion",
        throws=["general melee 9+1+1-2-2=7c→1", "clarity evasion 6c→2"],
    )


@pytest.mark.rule("S3-CALL-6")
def test_a_one_handed_weapon_in_the_good_hand_costs_nothing_further() -> None:
    spec = given(fight("clarity", "guard"), engage("clarity", "guard"), *round_of("clarity", "guard"))
    spec.given(Impose(combatant="clarity", limb="off_arm"))
    spec.when(
        attack("clarity", "guard", "saber"), "guard: evasion", throws=["clarity melee 8+1-2=7c→1", "guard evasion 4c→2"]
    )


@pytest.mark.rule("S3-CALL-7", "S3-RUL-39")
def test_what_the_hand_of_a_lost_arm_held_drops_to_the_ground_of_the_zone() -> None:
    spec = duel().when(called("main_arm"), throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    spec.then(LimbLost, ItemDropped)
    assert [item.id for item in spec.fight.ground["here"]] == ["pistol"]
    assert "pistol" not in spec.fight.people["bell"].items
    assert spec.fight.people["bell"].hands == Grip()


@pytest.mark.rule("S3-CALL-7")
def test_the_other_hand_keeps_what_it_holds() -> None:
    both = newcomer("bell", hands={"main": "pistol", "off": "knife"})
    spec = duel(both).when(called("off_arm"), throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    assert spec.fight.people["bell"].hands == Grip("pistol", None)
    assert [item.id for item in spec.fight.ground["here"]] == ["knife"]


@pytest.mark.rule("S3-CALL-7", "S3-RUL-39")
@pytest.mark.parametrize(("arm", "left"), [("main_arm", Grip(None, "spear")), ("off_arm", Grip("spear", None))])
def test_a_two_handed_weapon_stays_in_the_other_hand_until_that_is_lost_too(arm: Limb, left: Grip) -> None:
    spec = given(fight("general")).when(Impose(combatant="general", limb=arm)).then(ItemGripLoosened)
    spec.never(ItemDropped)
    assert spec.fight.people["general"].hands == left
    other: Limb = "off_arm" if arm == "main_arm" else "main_arm"
    spec.when(Impose(combatant="general", limb=other)).then(ItemDropped)
    assert spec.fight.people["general"].hands == Grip()


@pytest.mark.rule("S3-CALL-7")
@pytest.mark.parametrize("limb", ["left_leg", "right_leg", "eyes"])
def test_no_other_limb_lets_anything_drop(limb: Limb) -> None:
    spec = given(fight("bell")).when(Impose(combatant="bell", limb=limb)).never(ItemDropped, ItemGripLoosened)
    assert spec.fight.people["bell"].hands == Grip("pistol", None)


# S3-CALL-11: the narrator's word on penalties


def ruling(name: str, limb: Limb, skill: Skill, applies: bool) -> SetLimbPenalty:
    return SetLimbPenalty(combatant=name, limb=limb, skill=skill, applies=applies)


@pytest.mark.rule("S3-CALL-11")
@pytest.mark.parametrize(
    ("limb", "skill", "cost"), [("main_arm", "piloting", 2), ("right_leg", "piloting", 3), ("eyes", "melee", 4)]
)
def test_the_narrator_may_lay_the_penalty_of_a_limb_on_another_skill(limb: Limb, skill: Skill, cost: int) -> None:
    spec = given(fight(maimed("clarity", limb))).when(ruling("clarity", limb, skill, True))
    spec.then(LimbPenaltySet(combatant="clarity", limb=limb, skill=skill, applies=True))
    for _ in range(2):
        spec.when(check("clarity", skill), throws=[f"clarity {skill} 9-{cost}={9 - cost}c→1"])
    spec.given(ruling("clarity", limb, skill, False)).when(check("clarity", skill), throws=[f"clarity {skill} 9=9c→1"])


@pytest.mark.rule("S3-CALL-11")
def test_the_narrator_may_waive_the_penalty_of_one_limb_for_one_skill() -> None:
    spec = given(fight(maimed("clarity", "main_arm", "off_arm"))).given(
        ruling("clarity", "main_arm", "medicine", False)
    )
    spec.when(check("clarity", "medicine"), throws=["clarity medicine 9-2=7c→1"])
    spec.when(check("clarity", "melee"), throws=["clarity melee 9-2-2=5c→1"])
    spec.given(ruling("clarity", "off_arm", "medicine", False))
    spec.when(check("clarity", "medicine"), throws=["clarity medicine 9=9c→1"])
    spec.given(ruling("clarity", "main_arm", "medicine", True))
    spec.when(check("clarity", "medicine"), throws=["clarity medicine 9-2=7c→1"])


@pytest.mark.rule("S3-CALL-11")
def test_a_ruling_stands_by_until_the_limb_is_lost() -> None:
    spec = given(fight(maimed("clarity"))).given(ruling("clarity", "eyes", "melee", True))
    spec.when(check("clarity", "melee"), throws=["clarity melee 9=9c→1"])
    spec.given(Impose(combatant="clarity", limb="eyes"))
    spec.when(check("clarity", "melee"), throws=["clarity melee 9-4=5c→1"])


@pytest.mark.rule("S3-CALL-11", "S3-NARR-1")
def test_no_player_rules_on_penalties() -> None:
    spec = given(fight(maimed("clarity", "eyes")))
    spec.when(ruling("clarity", "eyes", "melee", False), speaker=player("clarity")).refused(None, "not_yours")


# S3-CALL-12: both arms, both legs


@pytest.mark.rule("S3-CALL-12", "S3-LEGAL-9", "S3-RUL-39")
def test_without_arms_there_are_neither_weapons_nor_machines() -> None:
    armless = newcomer("star", limbs={"main_arm": {}, "off_arm": {}}, hands={})
    spec = given(fight(armless, "guard"), engage("star", "guard"), *round_of("star", "guard"))
    spec.when(attack("star", "guard", "saber")).refused("S3-LEGAL-9")
    spec.when(attack("star", "guard"), "guard: evasion", throws=["star hand_to_hand 5-2-2=1c→0", "guard evasion 4c→1"])
    aboard = given(fight(armless, "tiger", riding("cycle", "tiger", "star")), Remove(combatant="tiger"))
    aboard.given(BeginRound(force=True), BeginTurn(pc="star"))
    aboard.when(TakeReins(actor="star")).refused("S3-LEGAL-9")


@pytest.mark.rule("S3-CALL-12", "S3-LEGAL-10", "S3-RUL-39")
@pytest.mark.parametrize(
    "command",
    [
        Move(actor="clarity", leave=True),
        Flee(actor="clarity"),
        Chase(actor="clarity", target="guard"),
        StandUp(actor="clarity"),
    ],
)
def test_without_legs_one_falls_and_neither_runs_nor_jumps(command: Command) -> None:
    spec = given(fight("clarity", "guard"), engage("clarity", "guard"), *round_of("clarity", "guard"))
    spec.when(Impose(combatant="clarity", limb="left_leg")).never(FellProne)
    spec.when(Impose(combatant="clarity", limb="right_leg")).then(LimbLost, FellProne)
    spec.when(command).refused("S3-LEGAL-10")


# S3-CALL-13: a limb is lost once


@pytest.mark.rule("S3-CALL-13")
@pytest.mark.parametrize("limb", LIMBS)
def test_nobody_aims_at_a_limb_that_is_lost(limb: Limb) -> None:
    spec = duel(newcomer("bell", limbs={limb: {}}, hands={})).when(called(limb)).refused("S3-CALL-13")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.called"


@pytest.mark.rule("S3-CALL-13")
def test_the_limbs_that_are_left_may_be_aimed_at() -> None:
    spec = duel(newcomer("bell", limbs={"left_leg": {}}))
    spec.when(called("right_leg"), throws=["ogre sharpshooting 7c→1", "bell evasion 5-3=2c→2"]).then(AttackMissed)


@pytest.mark.rule("S3-CALL-13")
def test_a_fast_reply_is_not_aimed_at_a_lost_limb_either() -> None:
    maimed_clarity = newcomer("clarity", limbs={"off_arm": {}})
    spec = given(fight(maimed_clarity, "burning_blade", fast_melee="always"), engage("clarity", "burning_blade"))
    spec.given(*round_of("clarity", "burning_blade")).when(attack("clarity", "burning_blade", "saber"))
    spec.asks("fast_reply", "burning_blade")
    spec.answer({"skill": "melee", "item": "flaming_sword", "called": "off_arm"}).refused("S3-CALL-13")


# S3-CALL-17: weapons that aim by themselves


@pytest.mark.rule("S3-CALL-17", "S3-CALL-16")
@pytest.mark.parametrize(("limb", "rule"), [(None, None), ("eyes", None), ("left_leg", "S3-CALL-17")])
@pytest.mark.parametrize("lost", [{}, {"eyes": {}}], ids=["whole", "blind"])
def test_a_flash_aims_at_the_eyes_whatever_is_called(limb: Limb | None, rule: str | None, lost: dict[str, Any]) -> None:
    devil, guard = (
        newcomer("devil", items=[{"kind": "flash_bomb"}], hands={}),
        newcomer("guard", limbs=lost, breath_max=1),
    )
    flash = attack("devil", "guard", "flash_bomb", called=limb)
    spec = given(fight(devil, guard), *round_of("devil", "guard")).when(flash)
    if rule is None:
        spec.asks("oppose", "guard")
    else:
        spec.refused(rule)


@pytest.mark.rule("S3-CALL-17")
@pytest.mark.parametrize(("limb", "rule"), [("eyes", None), ("off_arm", "S3-CALL-17")])
def test_a_weapon_that_strikes_back_aims_by_itself_too(limb: Limb, rule: str | None) -> None:
    powder = {"kind": "saber", "modes": [{"skill": "melee", "effect": "eyes"}]}
    blackthorne = newcomer("blackthorne", items=[powder], hands={"main": "saber"})
    spec = given(fight("devil", blackthorne, fast_melee="always"), engage("devil", "blackthorne"))
    spec.given(*round_of("devil", "blackthorne")).when(attack("devil", "blackthorne", "straightsword"))
    blow = {"skill": "melee", "item": "saber", "called": limb}
    if rule is None:
        spec.answer(
            blow, throws=["devil melee 9+1=10c→0", "blackthorne melee 8c→1", "damage 1c→1", "devil fortitude 6c→0"]
        )
    else:
        spec.answer(blow).refused(rule)


# S3-CALL-14: for how long


@pytest.mark.rule("S3-CALL-14", "S3-RUL-39")
def test_a_flash_blinds_for_two_rounds_after_the_one_it_went_off_in() -> None:
    spec = given(fight(newcomer("devil", items=[{"kind": "flash_bomb"}], hands={}), "guard"))
    spec.given(*round_of("devil", "guard")).when(
        attack("devil", "guard", "flash_bomb"),
        "guard: evasion",
        throws=["devil explosives 4c→3", "guard evasion 4c→1", "damage 3+2=5c→3", "guard fortitude 4c→2"],
    )
    spec.then(LimbLost(combatant="guard", limb="eyes", loss=Loss("devil", 3)), ItemUsed)
    for number in (1, 2, 3):
        assert (spec.fight.round_number, list(limbs_of(spec, "guard"))) == (number, ["eyes"])
        spec.given(EndTurn(actor="devil")).when(EndTurn(actor="guard"))
        if number < 3:
            spec.never(LimbRestored).given(*round_of("devil", "guard"))
    spec.then(LimbRestored(combatant="guard", limb="eyes"))
    assert not limbs_of(spec, "guard")


@pytest.mark.rule("S3-CALL-14")
def test_a_hazard_cripples_for_the_rounds_that_it_lasts() -> None:
    spec = duel().when(hazard(4, "bell", called="left_leg", lasts=1), throws=["damage 4c→3", "bell fortitude 4c→2"])
    spec.then(LimbLost(combatant="bell", limb="left_leg", loss=Loss("damage", 2)))


@pytest.mark.rule("S3-CALL-14", "S3-RUL-39")
def test_a_limb_without_a_term_stays_lost_until_it_is_healed() -> None:
    spec = duel().when(called(), throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    for _ in range(4):
        spec.given(EndTurn(actor="ogre"), EndTurn(actor="bell"), *round_of("ogre", "bell"))
    assert limbs_of(spec) == {"right_leg": Loss("ogre")}
    spec.when(Heal(combatant="bell", limbs=("right_leg",))).then(LimbRestored(combatant="bell", limb="right_leg"))
    assert not limbs_of(spec)


# S3-CALL-15: what a lost arm lets go of


@pytest.mark.rule("S3-CALL-15", "S3-PIN-10", "S3-STRAN-10")
@pytest.mark.parametrize("arm", ["main_arm", "off_arm"])
def test_the_loss_of_either_arm_ends_a_pin_and_an_unarmed_choke(arm: Limb) -> None:
    pin, choke = (Hold(kind, kind, "hu", "guard", 3, "unarmed", 1, 1) for kind in ("pin", "choke"))
    spec = given(fight("hu", "guard"), engage("hu", "guard"), Pinned(hold=pin), Choked(hold=choke))
    spec.when(Impose(combatant="hu", limb=arm))
    spec.then(
        HoldEnded(hold="pin", kind="pin", holder="hu", held="guard", reason="arm_lost"),
        HoldEnded(hold="choke", kind="choke", holder="hu", held="guard", reason="arm_lost"),
    )


@pytest.mark.rule("S3-CALL-15", "S3-STRAN-10")
@pytest.mark.parametrize(("limb", "ends"), [("main_arm", True), ("off_arm", False), ("left_leg", False)])
def test_a_choke_or_drag_with_a_weapon_ends_with_the_arm_that_held_it(limb: Limb, ends: bool) -> None:
    choke = Hold("choke", "choke", "star", "guard", 3, "chain_whip", 1, 1)
    drag = Drag("drag", "star", "bell", "chain_whip", 5, 3, "subdue", 1)
    star = newcomer("star", hands={"main": "chain_whip", "off": "pistol"})
    spec = given(fight(star, "guard", "bell"), engage("star", "guard"), Choked(hold=choke), DragBegun(drag=drag))
    spec.when(Impose(combatant="star", limb=limb))
    if ends:
        spec.then(HoldEnded, DragEnded(drag="drag", dragger="star", dragged="bell", reason="arm_lost"), ItemDropped)
    else:
        spec.never(HoldEnded, DragEnded)


@pytest.mark.rule("S3-CALL-15")
@pytest.mark.parametrize("arm", ["main_arm", "off_arm"])
def test_a_choke_with_a_weapon_in_both_hands_ends_with_either_arm(arm: Limb) -> None:
    chain = {"kind": "chain", "name": "chain", "modes": [{"skill": "melee", "hands": 2, "flags": ["flexible"]}]}
    star = newcomer("star", items=[chain], hands={"main": "chain"})
    choke = Hold("choke", "choke", "star", "guard", 3, "chain", 1, 1)
    spec = given(fight(star, "guard"), engage("star", "guard"), Choked(hold=choke))
    spec.when(Impose(combatant="star", limb=arm)).then(HoldEnded, ItemGripLoosened)


@pytest.mark.rule("S3-CALL-15")
def test_the_arm_of_the_held_frees_nobody() -> None:
    pin = Hold("pin", "pin", "hu", "guard", 3, "unarmed", 1, 1)
    spec = given(fight("hu", "guard"), engage("hu", "guard"), Pinned(hold=pin))
    spec.when(Impose(combatant="guard", limb="main_arm")).never(HoldEnded)


# S3-CALL-16: a limb that is lost already


FLASH = gunman(effect="eyes", lasts=2)


@pytest.mark.rule("S3-CALL-16")
def test_an_effect_on_a_limb_that_is_lost_may_stun_and_takes_nothing_more() -> None:
    spec = duel(FLASH, newcomer("bell", limbs={"eyes": {}}))
    spec.when(attack("ogre", "bell", "pistol"), throws=shot(4, 1, "damage 6c→4", "bell fortitude 4c→2"))
    assert effects(spec.events) == ["bell stunned"]
    assert limbs_of(spec)["eyes"].until_round is None
    assert wounds(spec.events) == [("bell", 4, 2)]


@pytest.mark.rule("S3-CALL-16")
@pytest.mark.parametrize(
    ("until", "lasts", "new"), [(2, 2, 3), (3, 2, 3), (5, 2, 5), (5, None, None), (None, 2, None), (None, None, None)]
)
def test_the_loss_that_ends_latest_counts(until: int | None, lasts: int | None, new: int | None) -> None:
    blind = newcomer("bell", limbs={"eyes": {"until_round": until}})
    spec = duel(gunman(effect="eyes", lasts=lasts), blind)
    spec.when(attack("ogre", "bell", "pistol"), throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    assert limbs_of(spec)["eyes"].until_round == new
    assert effects(spec.events) == ([] if new == until else ["bell eyes"])


@pytest.mark.rule("S3-CALL-16")
def test_a_hazard_and_a_poison_at_a_lost_limb_are_not_refused() -> None:
    spec = given(fight(newcomer("star", limbs={"main_arm": {}}, hands={})))
    spec.when(hazard(4, "star", called="main_arm"), throws=["damage 4c→3", "star fortitude 6c→1"])
    assert effects(spec.events) == ["star stunned"]
    needle = Administer(combatants=("star",), poison="numbing_needle", route="needle")
    spec.when(needle, throws=["poison 4c→3", "star fortitude 6-1=5c→2"]).never(LimbLost, Stunned)
    assert suffered(spec.events) == [("star", "poison", 3, 3, 3)]


@pytest.mark.rule("S3-CALL-16", "S3-CALL-15")
def test_nothing_is_let_go_of_by_an_arm_that_was_lost_already() -> None:
    hu = newcomer("hu", limbs={"off_arm": {"until_round": 2}})
    pin = Hold("pin", "pin", "hu", "guard", 3, "unarmed", 1, 1)
    spec = given(fight(hu, "guard"), engage("hu", "guard"), Pinned(hold=pin))
    spec.when(hazard(4, "hu", called="off_arm"), throws=["damage 4c→3", "hu fortitude 6c→2"])
    spec.then(LimbLost(combatant="hu", limb="off_arm", loss=Loss("damage"))).never(HoldEnded, CombatantDisabled)
