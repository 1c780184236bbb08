"""Disarming (S3-DISARM)."""

import pytest

from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.blows import AttackHit
from domain.rulesets.s3.chapters.attack.disarming import Disarm, ItemTaken
from domain.rulesets.s3.chapters.attack.reach import Engaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.leaving import DragEnded
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.state import Drag, Hold
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

DISARM = Disarm(actor="jin", target="ogre", item="pistol")
WON = ["jin hand_to_hand 8=8c→5", "ogre hand_to_hand 7=7c→3"]


def facing(**jin: object) -> Specification:
    """Jin Baiyu before the Ogre, who has his pistol in hand."""
    return given(fight("ogre", newcomer("jin", **jin)), *round_of("ogre", "jin", "npc_first"))


@pytest.mark.rule("S3-DISARM-1", "S3-DISARM-3")
def test_a_won_disarm_takes_the_item_and_hurts_nobody() -> None:
    result = facing().when(DISARM, "ogre: hand_to_hand", throws=WON)
    result.then(Engaged, ItemTaken).never(DamageSuffered, AttackHit)
    jin, ogre = result.fight.people["jin"], result.fight.people["ogre"]
    assert (jin.hands.main, ogre.hands.main, "pistol" in ogre.items) == ("pistol", None, False)


@pytest.mark.rule("S3-DISARM-3")
def test_what_was_taken_may_be_used_from_then_on() -> None:
    result = facing().when(DISARM, "ogre: hand_to_hand", throws=WON)
    result.given(EndTurn(actor="jin"), EndTurn(actor="ogre"), *round_of("ogre", "jin", "npc_first"))
    result.when(Attack(actor="jin", target="ogre", weapon="pistol")).asks("oppose", "ogre")


@pytest.mark.rule("S3-DISARM-1", "S3-RUL-34")
def test_disarming_is_the_attack_action() -> None:
    result = facing().when(DISARM, "ogre: hand_to_hand", throws=["jin hand_to_hand 8c→1", WON[1]])
    result.never(ItemTaken, ItemDropped).when(DISARM).refused("S3-TURN-11")


@pytest.mark.rule("S3-DISARM-1")
def test_melee_disarms_with_the_weapon_used() -> None:
    (
        given(fight("clarity", "burning_blade"), engage("clarity", "burning_blade"))
        .given(*round_of("clarity", "burning_blade"))
        .when(
            Disarm(actor="clarity", target="burning_blade", item="flaming_sword", weapon="saber", take=False),
            "burning_blade: evasion",
            throws=["clarity melee 8+1=9c→5", "burning_blade evasion 6c→3"],
        )
        .then(ItemDropped)
    )


@pytest.mark.rule("S3-DISARM-1")
def test_a_shot_disarms_nobody() -> None:
    result = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    result.when(Disarm(actor="ogre", target="bell", item="pistol", weapon="pistol")).refused("S3-DISARM-1")


@pytest.mark.rule("S3-DISARM-2", "S3-OPP-2")
@pytest.mark.parametrize(
    ("defence", "throw"),
    [
        ("evasion", "ogre evasion 6c→3"),
        ("hand_to_hand", "ogre hand_to_hand 7c→3"),
        ("melee/hook_swords", "ogre melee 8+2-2=8c→3"),
    ],
)
def test_a_disarm_is_dodged_or_parried_like_any_close_attack(defence: str, throw: str) -> None:
    facing().when(DISARM, f"ogre: {defence}", throws=[WON[0], throw]).then(ItemTaken)


@pytest.mark.rule("S3-DISARM-2", "S3-PIN-6")
def test_the_defence_against_a_disarm_loses_what_a_pin_takes() -> None:
    hold = Hold("pin_1", "pin", "hu", "guard", 3, "unarmed", 1, 0)
    (
        given(fight("clarity", "hu", "guard"), engage("guard", "clarity", "hu"), *round_of("clarity", "guard"))
        .given(Pinned(hold=hold))
        .when(
            Disarm(actor="clarity", target="guard", item="blackjack"),
            "guard: hand_to_hand",
            throws=["clarity hand_to_hand 8c→5", "guard hand_to_hand 5-3=2c→1"],
        )
        .then(ItemTaken)
    )


@pytest.mark.rule("S3-DISARM-3")
@pytest.mark.parametrize(
    ("command", "jin", "without_hand"),
    [
        (DISARM.model_copy(update={"take": False}), {}, None),
        (DISARM, {"items": [{"kind": "spear"}], "hands": {"main": "spear", "off": "spear"}}, "jin"),
    ],
)
def test_not_taken_or_without_a_free_hand_the_item_lies_in_the_zone(
    command: Disarm, jin: dict[str, object], without_hand: str | None
) -> None:
    result = facing(**jin).when(command, "ogre: hand_to_hand", throws=WON)
    result.then(ItemDropped).never(ItemTaken)
    assert [event.without_hand for event in result.events if isinstance(event, ItemDropped)] == [without_hand]
    assert [item.id for item in result.fight.ground["here"]] == ["pistol"]
    assert result.fight.people["ogre"].hands.main is None


@pytest.mark.rule("S3-DISARM-3")
@pytest.mark.parametrize(
    ("jin", "hands"),
    [({}, ("hatchets", "hatchets")), ({"items": [{"kind": "knife"}], "hands": {"main": "knife"}}, ("knife", None))],
)
def test_a_two_handed_item_leaves_both_hands_and_wants_two_free_ones(
    jin: dict[str, object], hands: tuple[str, str | None]
) -> None:
    asura = newcomer("asura", pc=True)
    result = given(fight(asura, newcomer("jin", **jin)), *round_of("asura", "jin", "npc_first")).when(
        Disarm(actor="jin", target="asura", item="hatchets"),
        "asura: evasion",
        throws=["jin hand_to_hand 8c→5", "asura evasion 5c→3"],
    )
    taker, victim = result.fight.people["jin"], result.fight.people["asura"]
    assert (victim.hands.main, victim.hands.off) == (None, None)
    assert (taker.hands.main, taker.hands.off) == hands


@pytest.mark.rule("S3-DISARM-3")
def test_an_item_taken_beside_one_of_the_same_name_keeps_both() -> None:
    pistol = {"items": [{"kind": "pistol"}]}
    jin = facing(**pistol).when(DISARM, "ogre: hand_to_hand", throws=WON).fight.people["jin"]
    assert [item.kind for item in jin.items.values()] == ["pistol", "pistol"]
    assert jin.hands.main != "pistol"


@pytest.mark.rule("S3-DISARM-4")
@pytest.mark.parametrize("item", ["hook_swords", "saber"])
def test_only_what_is_in_a_hand_can_be_taken(item: str) -> None:
    facing().when(Disarm(actor="jin", target="ogre", item=item)).refused("S3-DISARM-4")


@pytest.mark.rule("S3-DISARM-5", "S3-STRAN-10")
def test_a_choke_made_with_the_item_ends() -> None:
    hold = Hold("choke_1", "choke", "star", "guard", 5, "chain_whip", 1, 0)
    (
        given(fight("star", "guard", "bell"), engage("star", "guard", "bell"), *round_of("star", "bell", "npc_first"))
        .given(Choked(hold=hold))
        .when(
            Disarm(actor="bell", target="star", item="chain_whip"),
            "star: evasion",
            throws=["bell hand_to_hand 4c→3", "star evasion 7c→2"],
        )
        .then(ItemTaken, HoldEnded(hold="choke_1", kind="choke", holder="star", held="guard", reason="weapon_lost"))
    )


@pytest.mark.rule("S3-DISARM-5", "S3-STRAN-10")
def test_a_choke_made_with_something_else_goes_on() -> None:
    hold = Hold("choke_1", "choke", "star", "guard", 5, "unarmed", 1, 0)
    (
        given(fight("star", "guard", "bell"), engage("star", "guard", "bell"), *round_of("star", "bell", "npc_first"))
        .given(Choked(hold=hold))
        .when(
            Disarm(actor="bell", target="star", item="chain_whip"),
            "star: evasion",
            throws=["bell hand_to_hand 4c→3", "star evasion 7c→2"],
        )
        .never(HoldEnded)
    )


@pytest.mark.rule("S3-DISARM-5", "S3-MOUNT-18")
def test_a_drag_made_with_the_item_ends() -> None:
    drag = Drag("drag_1", "star", "ripper", "chain_whip", 8, 6, "subdue", 0)
    (
        given(
            fight("star", "ripper", "tiger", riding("cycle", "star", "tiger")), *round_of("star", "tiger", "npc_first")
        )
        .given(DragBegun(drag=drag))
        .when(
            Disarm(actor="tiger", target="star", item="chain_whip"),
            "star: evasion",
            throws=["tiger hand_to_hand 4c→3", "star evasion 7c→2"],
        )
        .then(ItemTaken, DragEnded(drag="drag_1", dragger="star", dragged="ripper", reason="weapon_lost"))
    )


@pytest.mark.rule("S3-DISARM-3", "S3-SHEET-6")
def test_the_taken_item_stands_beside_the_weapon_that_took_it() -> None:
    result = (
        given(fight("clarity", "guard"), engage("clarity", "guard"), *round_of("clarity", "guard"))
        .given(ItemReadied(combatant="clarity", item="saber", hands=("main",)))
        .when(
            Disarm(actor="clarity", target="guard", item="blackjack", weapon="saber"),
            "guard: evasion",
            throws=["clarity melee 9c→5", "guard evasion 4c→3"],
        )
    )
    clarity = result.fight.people["clarity"]
    assert (clarity.hands.main, clarity.hands.off) == ("saber", "blackjack")


def test_an_item_struck_from_the_hand_by_a_ruling_meanwhile_is_not_taken() -> None:
    result = facing().when(DISARM).asks("oppose", "ogre")
    result.given(Impose(combatant="ogre", limb="main_arm"))
    result.answer({"skill": "hand_to_hand"}, throws=[WON[0], "ogre hand_to_hand 7-2=5c→3"]).never(ItemTaken)
    assert [item.id for item in result.fight.ground["here"]] == ["pistol"]
