"""Defences: dodging and parrying (S3-ATK-3 to S3-ATK-6)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.leaving import FellProne
from domain.rulesets.s3.chapters.throws.throws import Effort, equipment_terms
from domain.rulesets.s3.chapters.throws.weapons import BARE_HANDS, UNARMED_MODE, ItemReadied
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.state import Drag, Hold
from tests.rules.s3.builders import attack, defend, player
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, round_of

JABBED = "clarity hand_to_hand 8=8c→2"
LOST = {"source": "before"}


def defending(*steps: Step, foe: str | Join = "general", **options: Any) -> Specification:
    """Sanguine Clarity with saber, pistol and bow, on her turn, in reach of a foe: the general with his spear."""
    items = [{"kind": kind} for kind in ("saber", "pistol", "bow")]
    hero = newcomer("clarity", items=items, hands={}, skills={"hand_to_hand": 8, "sharpshooting": 3, "melee": 8})
    name = foe if isinstance(foe, str) else str(foe.id)
    opening = (fight(hero, foe, **options), engage("clarity", name))
    return given(*opening, *round_of("clarity", name), *steps)


def strike(target: str = "general", weapon: str = "unarmed", **fields: Any) -> Attack:
    return attack("clarity", target, weapon, **fields)


def defences(spec: Specification) -> set[str]:
    """The skills that the open prompt lets choose."""
    return set(spec.fight.prompts[0].about["skills"])


# S3-ATK-3: dodge or parry


@pytest.mark.rule("S3-ATK-3")
@pytest.mark.parametrize("weapon", ["unarmed", "saber"])
def test_a_close_attack_is_dodged_or_parried(weapon: str) -> None:
    spec = defending().when(strike(weapon=weapon)).asks("oppose", "general")
    assert defences(spec) == {"evasion", "hand_to_hand", "melee"}


@pytest.mark.rule("S3-ATK-3")
@pytest.mark.parametrize("skill", ["awareness", "athletics", "sharpshooting"])
def test_nothing_else_opposes_an_attack(skill: str) -> None:
    spec = defending()
    spec.when(strike(), defend("general", skill)).refused("S3-OPP-2")


@pytest.mark.rule("S3-ATK-3", "S3-RUL-10")
@pytest.mark.parametrize("weapon", ["pistol", "bow"])
def test_a_ranged_attack_is_only_dodged(weapon: str) -> None:
    spec = defending()
    for skill in ("hand_to_hand", "melee"):
        spec.when(strike(weapon=weapon), defend("general", skill)).refused("S3-OPP-2")
    spec.when(strike(weapon=weapon)).asks("oppose", "general")
    assert defences(spec) == {"evasion"}


@pytest.mark.rule("S3-ATK-3", "S3-RUL-10")
def test_the_narrator_may_let_one_ranged_attack_be_parried() -> None:
    spec = defending()
    spec.when(strike(weapon="pistol", parry=True), speaker=player("clarity")).refused("S3-ATK-3")
    throws = ["clarity sharpshooting 3=3c→1", "general melee 9+1=10c→3"]
    spec.when(strike(weapon="pistol", parry=True), defend("general", "melee"), throws=throws).then(AttackMissed)
    again = defending().when(strike(weapon="pistol", parry=True)).asks("oppose", "general")
    assert defences(again) == {"evasion", "hand_to_hand", "melee"}


# S3-ATK-4: Melee parries


@pytest.mark.rule("S3-ATK-4", "S3-EQUIP-2")
def test_a_melee_parry_adds_finesse_and_never_offense() -> None:
    spec = defending().when(strike(), defend("general", "melee"), throws=[JABBED, "general melee 9+1=10c→3"])
    spec.then(AttackMissed)


@pytest.mark.rule("S3-ATK-4")
def test_a_melee_parry_needs_a_melee_weapon_in_hand_or_drawn_now() -> None:
    defending(foe="jailor").when(strike("jailor"), defend("jailor", "melee")).refused("S3-ATK-4")
    drawn = defending(foe=newcomer("bell", hands={"main": "pistol"}))
    drawn.when(strike("bell"), defend("bell", "melee", item="knife"), throws=[JABBED, "bell melee 4=4c→3"])
    drawn.then(ItemReadied(combatant="bell", item="knife", hands=("off",)), AttackMissed)


@pytest.mark.rule("S3-ATK-4")
def test_no_parry_is_drawn_with_both_hands_full() -> None:
    items = [{"kind": kind} for kind in ("pistol", "hand_cannon", "knife")]
    busy = newcomer("bell", items=items, hands={"main": "pistol", "off": "hand_cannon"})
    defending(foe=busy).when(strike("bell"), defend("bell", "melee", item="knife")).refused("S3-ATK-4")


@pytest.mark.rule("S3-ATK-4")
@pytest.mark.parametrize(("item", "rule"), [("pistol", "S3-ATK-4"), ("saber", "S3-ATK-4")])
def test_only_a_melee_weapon_that_is_carried_parries(item: str, rule: str) -> None:
    defending(foe="bell").when(strike("bell"), defend("bell", "melee", item=item)).refused(rule)


@pytest.mark.rule("S3-ATK-4")
@pytest.mark.parametrize("skill", ["evasion", "hand_to_hand"])
def test_only_a_melee_parry_names_an_item(skill: str) -> None:
    defending().when(strike(), defend("general", skill, item="spear")).refused("S3-ATK-4")


@pytest.mark.rule("S3-ATK-4", "S3-ATK-10")
@pytest.mark.parametrize(
    "changes",
    [
        {"limbs": {"off_arm": LOST}, "hands": {"main": "spear"}},
        {"items": [{"kind": "spear"}, {"kind": "pistol"}], "hands": {"off": "pistol"}},
    ],
)
def test_a_two_handed_parry_with_one_hand_costs_two_coins(changes: dict[str, Any]) -> None:
    arm = "-2" if "limbs" in changes else ""
    coins = 6 if arm else 8
    spec = defending(foe=newcomer("general", **changes))
    spec.when(
        strike(), defend("general", "melee", item="spear"), throws=[JABBED, f"general melee 9+1{arm}-2={coins}c→3"]
    ).then(AttackMissed)


@pytest.mark.rule("S3-ATK-4")
def test_without_a_named_item_the_weapon_in_hand_parries_before_one_that_is_drawn() -> None:
    items = [{"kind": "knife"}, {"kind": "saber"}]
    spec = defending(foe=newcomer("bell", items=items, hands={"main": "saber"}))
    spec.when(strike("bell"), defend("bell", "melee"), throws=[JABBED, "bell melee 4+1=5c→3"]).then(AttackMissed)


# S3-ATK-5: bare hands


@pytest.mark.rule("S3-ATK-5")
def test_a_hand_to_hand_parry_needs_no_free_hand_and_takes_nothing_from_the_weapon_held() -> None:
    spec = defending()
    assert spec.fight.people["general"].hands.off == "spear"
    spec.when(strike(), defend("general", "hand_to_hand"), throws=[JABBED, "general hand_to_hand 6=6c→3"])
    spec.then(AttackMissed).never(ItemReadied)


@pytest.mark.rule("S3-ATK-5")
def test_a_hand_to_hand_parry_adds_the_finesse_of_bare_hands() -> None:
    spec = defending()
    effort = Effort("general", "hand_to_hand", "parry")
    assert UNARMED_MODE.finesse == 0
    terms = equipment_terms(spec.fight, spec.fight.people["general"], effort, BARE_HANDS)
    assert terms == [("finesse", UNARMED_MODE.finesse)]


# S3-ATK-6: free, and open to everybody


@pytest.mark.rule("S3-ATK-6", "S3-TURN-23")
def test_defending_costs_no_action_and_may_happen_any_number_of_times() -> None:
    spec = given(fight("steel_lion", "ogre", "bell"), *round_of("ogre", "steel_lion", "npc_first"))
    lead = attack("steel_lion", "ogre", "pistol")
    for _ in range(2):  # the second by Gunslinger
        spec.when(lead, "ogre: evasion", throws=["steel_lion sharpshooting 7c→1", "ogre evasion 6=6c→3"])
        spec.then(AttackMissed)
        assert [event.actor for event in spec.events if isinstance(event, ActionTaken)] == ["steel_lion"]
    spec.given(EndTurn(actor="steel_lion"))
    assert spec.fight.turn is not None
    assert (spec.fight.turn.actor, spec.fight.turn.movement, spec.fight.turn.attack) == ("ogre", True, True)


@pytest.mark.rule("S3-ATK-6")
@pytest.mark.parametrize(
    ("state", "coins"),
    [
        (Stunned(combatant="general"), "7=7c"),
        (Pinned(hold=Hold("pin_1", "pin", "clarity", "general", 2, "unarmed", 1, 0)), "7-2=5c"),
        (Choked(hold=Hold("choke_1", "choke", "hu", "general", 2, "unarmed", 1, 0)), "7=7c"),
        (FellProne(combatant="general"), "7=7c"),
        (DragBegun(drag=Drag("drag_1", "hu", "general", "chain_whip", 3, 2, "subdue", 0)), "7=7c"),
    ],
)
def test_the_stunned_the_held_the_prone_and_the_dragged_defend(state: Step, coins: str) -> None:
    spec = defending(state)
    spec.when(strike(), defend("general", "evasion"), throws=[JABBED, f"general evasion {coins}→3"]).then(AttackMissed)


@pytest.mark.rule("S3-ATK-6")
def test_who_defends_badly_is_hit() -> None:
    throws = [JABBED, "general evasion 7c→1", "damage 2=2c→1", "general fortitude 8c→3"]
    defending().when(strike(), defend("general", "evasion"), throws=throws).then(AttackHit)


@pytest.mark.rule("S3-ATK-4")
def test_nobody_parries_with_what_is_used_up() -> None:
    items = [{"kind": "knife", "quantity": 0}, {"kind": "blackjack"}]
    spec = defending(foe=newcomer("guard", items=items, hands={})).when(strike("guard"))
    for defence in ({"skill": "evasion"}, {"skill": "hand_to_hand"}, {"skill": "melee", "item": "blackjack"}):
        assert spec.may_answer(defence)
    spec.answer({"skill": "melee", "item": "knife"}).refused("S3-ATK-4")
