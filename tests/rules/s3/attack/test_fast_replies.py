"""Fast melee: what one strikes back with, or does instead (S3-FAST-3, S3-FAST-4)."""

import pytest

from domain.core.commands import SentAnswer, SetPolicy
from domain.core.events import Prompted, PromptLapsed
from domain.model.event import Json
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.fast_melee import ReplyAttackSpent
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, ItemUsed
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.damage import LimbLost
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned
from domain.rulesets.s3.state import Drag
from tests.rules.s3.builders import FAST_SWING, LOST, armed, attack, bridge, reply
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, round_of


@pytest.mark.rule("S3-FAST-3")
def test_each_throws_the_attack_value_with_finesse_and_offense() -> None:
    spec = given(fight("star", "ripper", fast_melee="allowed"), engage("star", "ripper"), *round_of("star", "ripper"))
    spec.when(
        attack("star", "ripper", "chain_whip", fast=True),
        reply("melee", "whirling_blade", to="ripper"),
        "star: heads",
        throws=[
            "star melee 7+1=8c→2",
            "ripper melee 7+1=8c→3",
            "damage 3+3=6c→1",
            "wound_damage 2c→0",
            "star fortitude 6c→3",
        ],
    ).then(AttackHit(attacker="ripper", target="star", weapon="whirling_blade", result=3, margin=1))


@pytest.mark.rule("S3-FAST-4")
@pytest.mark.parametrize(
    ("skill", "item"),
    [
        ("evasion", None),
        ("sharpshooting", "pistol"),
        ("hand_to_hand", "cutlass"),
        ("melee", "unarmed"),
        ("melee", "saber"),
        ("sharpshooting", "bolt"),
    ],
)
def test_one_strikes_back_with_hand_to_hand_or_melee_and_a_weapon_for_it(skill: str, item: str | None) -> None:
    bolt = {"kind": "bolt", "name": "bolt", "modes": [{"skill": "sharpshooting"}]}
    spec = armed([bolt, {"kind": "cutlass"}, {"kind": "pistol"}], {"main": "cutlass"})
    spec.when(FAST_SWING, reply(skill, item)).refused("S3-FAST-4")


@pytest.mark.rule("S3-FAST-4")
@pytest.mark.parametrize(
    ("skill", "item", "throw", "used"),
    [
        ("hand_to_hand", None, "blackthorne hand_to_hand 6=6c→5", "unarmed"),
        ("hand_to_hand", "unarmed", "blackthorne hand_to_hand 6=6c→5", "unarmed"),
        ("melee", None, "blackthorne melee 8+1=9c→5", "cutlass"),
    ],
)
def test_without_a_weapon_named_the_hands_or_the_blade_at_hand_strike(
    skill: str, item: str | None, throw: str, used: str
) -> None:
    damage = "damage 5+2=7c→0" if used == "cutlass" else "damage 5=5c→0"
    bridge().when(FAST_SWING, reply(skill, item), throws=["devil melee 10c→4", throw, damage]).then(
        AttackHit(attacker="blackthorne", target="devil", weapon=used, result=5, margin=1)
    )


@pytest.mark.rule("S3-FAST-4")
def test_the_blow_that_strikes_back_is_aimed_by_itself() -> None:
    throws = [*LOST[:2], "damage 5+2=7c→5", "devil fortitude 6c→4"]
    aimed = bridge().when(FAST_SWING, reply(called="main_arm"), throws=throws)
    aimed.then(
        AttackHit(
            attacker="blackthorne",
            target="devil",
            weapon="cutlass",
            result=5,
            margin=1,
            intent="subdue",
            called="main_arm",
        ),
        LimbLost,
    ).never(Stunned)
    bridge().when(FAST_SWING, reply(), throws=throws).then(Stunned).never(LimbLost)
    maimed = newcomer("devil", limbs={"off_arm": {"source": "before"}})
    spec = given(fight(maimed, "blackthorne", fast_melee="allowed"), engage("devil", "blackthorne"))
    spec.given(*round_of("devil", "blackthorne")).when(FAST_SWING, reply(called="off_arm")).refused("S3-CALL-13")


@pytest.mark.rule("S3-FAST-4", "S3-CALL-1")
def test_a_weapon_with_an_effect_aims_the_blow_that_strikes_back() -> None:
    glare = {"kind": "glare", "name": "glare", "modes": [{"skill": "melee", "effect": "eyes", "lasts": 2}]}
    spec = armed([glare], {"main": "glare"}).when(
        FAST_SWING,
        reply(item="glare"),
        throws=["devil melee 10c→4", "blackthorne melee 8c→5", "damage 5c→5", "devil fortitude 6c→4"],
    )
    assert spec.then(LimbLost).fight.people["devil"].limbs["eyes"].until_round == 3


@pytest.mark.rule("S3-FAST-4")
@pytest.mark.parametrize(("intent", "fate"), [("kill", "slain"), ("subdue", "down")])
def test_the_blow_that_strikes_back_is_meant_by_itself(intent: str, fate: str) -> None:
    swing = attack("blackthorne", "devil", "cutlass", fast=True, intent="subdue")
    throws = ["blackthorne melee 9c→2", "devil melee 10c→6", "damage 6+2=8c→6", "blackthorne fortitude 6c→3"]
    spec = bridge(order="npc_first").when(swing, reply(item="straightsword", to="devil", intent=intent), throws=throws)
    disabled = spec.then(CombatantDisabled).fight.people["blackthorne"].disabled
    assert disabled is not None
    assert disabled.fate == fate


@pytest.mark.rule("S3-FAST-4", "S3-MOUNT-33")
def test_only_what_can_be_used_now_is_offered_to_strike_back_with() -> None:
    hands: Json = {"skill": "hand_to_hand", "item": "unarmed"}
    cutlass: Json = {"skill": "melee", "item": "cutlass"}

    def offered(asked: Specification) -> list[Json]:
        return [reply for reply in (hands, cutlass) if asked.may_answer(reply)]

    dragging = DragBegun(drag=Drag("drag_1", "blackthorne", "hu", "cutlass", 3, 3, "subdue", 1))
    assert offered(bridge(others=("hu",)).when(FAST_SWING)) == [hands, cutlass]
    assert offered(bridge(dragging, others=("hu",)).when(FAST_SWING)) == [hands]
    bridge(dragging, others=("hu",)).when(FAST_SWING, reply()).refused("S3-MOUNT-33")
    full = armed([{"kind": "cutlass"}, {"kind": "pistol"}, {"kind": "spyglass"}], {"main": "pistol", "off": "spyglass"})
    assert offered(full.when(FAST_SWING)) == [hands]
    assert full.listed_answers() == ["decline"]
    full.answer(cutlass).refused("S3-ATK-9")


@pytest.mark.rule("S3-FAST-4")
def test_the_weapon_that_strikes_back_is_drawn_and_used_up_like_any() -> None:
    vial = {"kind": "vial", "name": "vial", "modes": [{"skill": "melee", "flags": ["consumed"]}]}
    throws = ["devil melee 10c→6", "blackthorne melee 8c→5", "damage 8c→0"]
    spec = armed([vial], {}).when(FAST_SWING, reply(item="vial"), throws=throws)
    spec.then(
        ItemReadied(combatant="blackthorne", item="vial", hands=("main",)),
        ItemUsed(combatant="blackthorne", item="vial", left=0),
    )


@pytest.mark.rule("S3-FAST-4")
def test_who_declines_defends_as_usual_and_keeps_its_attack_action() -> None:
    throws = ["devil melee 9+1=10c→4", "blackthorne evasion 6c→5"]
    spec = bridge().when(
        FAST_SWING, SentAnswer(kind="fast_reply", answer="decline"), "blackthorne: evasion", throws=throws
    )
    spec.then(AttackMissed(attacker="devil", target="blackthorne", weapon="straightsword")).never(
        AttackHit, ReplyAttackSpent
    )
    spec.given(EndTurn(actor="devil")).when(attack("blackthorne", "devil", "cutlass")).asks("oppose", "devil")


@pytest.mark.rule("S3-FAST-4", "S3-ORDER-14")
def test_a_standing_answer_accepts_with_the_weapon_of_the_defence_or_declines() -> None:
    def standing(fast: str, defence: Json, *throws: str) -> Specification:
        policies = (
            SetPolicy(of="blackthorne", kind="fast_reply", answer=fast),
            SetPolicy(of="blackthorne", kind="oppose", answer=defence),
        )
        return bridge(*policies).when(FAST_SWING, throws=list(throws))

    standing("accept", {"skill": "melee", "item": "cutlass"}, *LOST).then(ReplyAttackSpent, AttackHit)
    standing("decline", {"skill": "evasion"}, "devil melee 10c→4", "blackthorne evasion 6c→5").then(AttackMissed)
    standing("accept", {"skill": "evasion"}).asks("fast_reply", "blackthorne")
    standing("ask", {"skill": "melee", "item": "cutlass"}).asks("fast_reply", "blackthorne").answer("accept").refused(
        None, "invalid"
    )


@pytest.mark.rule("S3-FAST-4")
def test_nobody_strikes_back_at_an_attacker_whom_a_ruling_has_put_out_of_action() -> None:
    asked = bridge().when(FAST_SWING)
    gone = asked.when(Impose(combatant="devil", disabled="critical"))
    gone.then(PromptLapsed).never(Prompted, ReplyAttackSpent, AttackHit, AttackMissed)
    assert not gone.fight.prompts
