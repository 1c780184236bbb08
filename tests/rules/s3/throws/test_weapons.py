"""Weapons in hand: readied, held in one hand or two, thrown and used up (S3-ATK-9 to S3-ATK-12)."""

from collections.abc import Iterable
from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.hiding import Smoke
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, ItemThrown, ItemUsed
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Drop, ItemStowed, Ready, Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.state import Hold
from tests.rules.s3.builders import attack, scene
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, riding, round_of

LOST = {"source": "before"}
DODGED = "bell evasion 5=5c→4"


def bearing(
    *items: str | dict[str, Any],
    main: str | None = None,
    off: str | None = None,
    steps: Iterable[Step] = (),
    **sheet: Any,
) -> Specification:
    """The ogre with these items, these of them in his hands, on his turn, in reach of a bell who dodges."""
    kinds = [{"kind": item} if isinstance(item, str) else item for item in items]
    hands = {hand: held for hand, held in (("main", main), ("off", off)) if held is not None}
    hero = newcomer("ogre", items=kinds, hands=hands, **sheet)
    dodger = newcomer("bell", policy={"oppose": {"skill": "evasion"}})
    return given(fight(hero, dodger, "guard"), engage("ogre", "bell"), *round_of("ogre", "bell"), *steps)


def in_hands(spec: Specification) -> tuple[str | None, str | None]:
    grip = spec.fight.people["ogre"].hands
    return grip.main, grip.off


# S3-ATK-9: carried, and readied for nothing


@pytest.mark.rule("S3-ATK-9")
@pytest.mark.parametrize(
    "command",
    [
        attack("ogre", "bell", "saber"),
        Trip(actor="ogre", target="bell", weapon="chain_whip", outcome="ground"),
        Disarm(actor="ogre", target="bell", item="pistol", weapon="saber"),
        Strangle(actor="ogre", target="bell", weapon="chain_whip"),
        Ready(actor="ogre", item="saber"),
    ],
)
def test_a_weapon_must_be_carried(command: Command) -> None:
    bearing("pistol").when(command).refused("S3-ATK-9")


@pytest.mark.rule("S3-ATK-9", "S3-TURN-13")
def test_a_weapon_is_readied_in_the_course_of_the_attack_without_an_action() -> None:
    spec = bearing("pistol", "saber", main="pistol")
    spec.when(attack("ogre", "bell", "saber"), throws=["ogre melee 8+1=9c→1", DODGED])
    spec.then(
        ActionTaken(actor="ogre", action="attack", command="s3.attack"),
        ItemReadied(combatant="ogre", item="saber", hands=("off",)),
        AttackMissed,
    )
    assert in_hands(spec) == ("pistol", "saber")
    assert spec.fight.turn is not None
    assert spec.fight.turn.movement


@pytest.mark.rule("S3-ATK-9")
def test_what_is_in_hand_is_not_readied_again() -> None:
    spec = bearing("saber", main="saber").when(attack("ogre", "bell", "saber"), throws=["ogre melee 8+1=9c→1", DODGED])
    spec.never(ItemReadied)


ARMED_TO_THE_TEETH = ("pistol", "hand_cannon", "saber", "chain_whip", "smoke_bomb", "grenade")


@pytest.mark.rule("S3-ATK-9")
@pytest.mark.parametrize(
    "command",
    [
        attack("ogre", "bell", "saber"),
        attack("ogre", "bell", "grenade"),
        Trip(actor="ogre", target="bell", weapon="chain_whip", outcome="ground"),
        Disarm(actor="ogre", target="bell", item="pistol", weapon="saber"),
        Strangle(actor="ogre", target="bell", weapon="chain_whip"),
        Smoke(actor="ogre", item="smoke_bomb"),
        Ready(actor="ogre", item="saber"),
        Ready(actor="ogre", item="saber", hand="off"),
    ],
)
@pytest.mark.parametrize("empty", [Drop, Stow])
def test_with_no_hand_free_it_is_refused_until_something_is_dropped_or_stowed(
    command: Command, empty: type[Drop] | type[Stow]
) -> None:
    spec = bearing(*ARMED_TO_THE_TEETH, main="pistol", off="hand_cannon").when(command).refused("S3-ATK-9")
    spec.given(empty(actor="ogre", item="hand_cannon")).when(command)
    assert spec.refusal is None or spec.refusal.code == "faces_missing"


@pytest.mark.rule("S3-ATK-9", "S3-TURN-13")
def test_things_are_drawn_put_away_and_dropped_any_number_of_times_without_an_action() -> None:
    spec = bearing("pistol", "saber", main="pistol")
    spec.when(Stow(actor="ogre", item="pistol")).then(ItemStowed(combatant="ogre", item="pistol"))
    assert in_hands(spec) == (None, None)
    spec.when(Stow(actor="ogre", item="pistol")).refused("S3-TURN-13")
    spec.when(Ready(actor="ogre", item="pistol", hand="off")).then(
        ItemReadied(combatant="ogre", item="pistol", hands=("off",))
    )
    spec.when(Ready(actor="ogre", item="pistol", hand="off")).refused("S3-TURN-13")
    spec.when(Ready(actor="ogre", item="pistol", hand="main")).then(
        ItemReadied(combatant="ogre", item="pistol", hands=("main",))
    )
    assert in_hands(spec) == ("pistol", None)
    spec.when(Drop(actor="ogre", item="saber")).refused("S3-TURN-13")
    spec.when(Drop(actor="ogre", item="pistol")).then(ItemDropped)
    assert (in_hands(spec), list(spec.fight.people["ogre"].items)) == ((None, None), ["saber"])
    assert [item.id for item in spec.fight.ground["here"]] == ["pistol"]
    assert spec.fight.turn is not None
    assert (spec.fight.turn.movement, spec.fight.turn.attack) == (True, True)


@pytest.mark.rule("S3-ATK-9")
def test_armour_is_worn_and_what_needs_no_hand_is_not_held() -> None:
    boots = {"id": "boots", "kind": "bladed_boots", "name": "Bladed boots", "modes": [{"skill": "melee", "hands": 0}]}
    spec = bearing(boots, "heavy_armour", armour="heavy_armour")
    spec.when(Ready(actor="ogre", item="heavy_armour")).refused("S3-TURN-13")
    spec.when(Ready(actor="ogre", item="boots")).refused("S3-ATK-9")
    assert spec.refusal is not None
    assert spec.refusal.detail == "Bladed boots needs no hand."


@pytest.mark.rule("S3-ATK-9")
def test_what_needs_no_hand_strikes_with_both_hands_full() -> None:
    boots = {"id": "boots", "kind": "bladed_boots", "name": "Bladed boots", "modes": [{"skill": "melee", "hands": 0}]}
    spec = bearing("pistol", "hand_cannon", boots, main="pistol", off="hand_cannon")
    spec.when(attack("ogre", "bell", "boots"), throws=["ogre melee 8=8c→1", DODGED]).never(ItemReadied)


# S3-ATK-10: two hands


@pytest.mark.rule("S3-ATK-10")
def test_a_two_handed_weapon_takes_both_hands() -> None:
    spec = bearing("hook_swords")
    spec.when(attack("ogre", "bell", "hook_swords"), throws=["ogre melee 8+2=10c→1", DODGED])
    spec.then(ItemReadied(combatant="ogre", item="hook_swords", hands=("main", "off")))
    assert in_hands(spec) == ("hook_swords", "hook_swords")
    by_hand = bearing("hook_swords").when(Ready(actor="ogre", item="hook_swords"))
    by_hand.then(ItemReadied(combatant="ogre", item="hook_swords", hands=("main", "off")))


@pytest.mark.rule("S3-ATK-10")
def test_with_something_in_the_other_hand_it_costs_two_coins() -> None:
    spec = bearing("pistol", "hook_swords", main="pistol")
    spec.when(attack("ogre", "bell", "hook_swords"), throws=["ogre melee 8+2-2=8c→1", DODGED])
    spec.then(ItemReadied(combatant="ogre", item="hook_swords", hands=("off",)), AttackMissed)


@pytest.mark.rule("S3-ATK-10")
def test_with_one_arm_it_costs_two_coins_besides_those_of_the_arm() -> None:
    spec = bearing("hook_swords", limbs={"main_arm": LOST}, off="hook_swords")
    spec.when(attack("ogre", "bell", "hook_swords"), throws=["ogre melee 8+2-2-2=6c→1", DODGED]).then(AttackMissed)


@pytest.mark.rule("S3-ATK-10")
def test_a_free_second_hand_takes_hold_again() -> None:
    spec = bearing("pistol", "hook_swords", main="pistol", off="hook_swords")
    spec.given(Stow(actor="ogre", item="pistol"))
    spec.when(attack("ogre", "bell", "hook_swords"), throws=["ogre melee 8+2=10c→1", DODGED])
    assert in_hands(spec) == ("hook_swords", "hook_swords")


@pytest.mark.rule("S3-ATK-10")
def test_a_one_handed_mode_costs_nothing_in_one_hand() -> None:
    spec = bearing("saber", "pistol", main="saber", off="pistol")
    spec.when(attack("ogre", "bell", "saber"), throws=["ogre melee 8+1=9c→1", DODGED]).then(AttackMissed)


# S3-ATK-11: thrown and used up


def stack(kind: str, quantity: int) -> dict[str, Any]:
    return {"kind": kind, "quantity": quantity}


@pytest.mark.rule("S3-ATK-11")
@pytest.mark.parametrize("hits", [True, False])
def test_what_is_consumed_is_fewer_by_one_hit_or_miss_and_gone_at_none(hits: bool) -> None:
    spec = bearing(stack("grenade", 2))
    throws = ["ogre explosives 2=2c→2", f"bell evasion 5c→{0 if hits else 3}"]
    damage = ["damage 2+5=7c→0"] if hits else []
    spec.when(attack("ogre", "bell", "grenade"), throws=[*throws, *damage])
    spec.then(AttackHit if hits else AttackMissed, ItemUsed(combatant="ogre", item="grenade", left=1))
    assert (spec.fight.people["ogre"].items["grenade"].quantity, spec.fight.ground) == (1, {})
    spec.given(EndTurn(actor="ogre"), EndTurn(actor="bell"), *round_of("ogre", "bell"))
    spec.when(attack("ogre", "bell", "grenade"), throws=[*throws, *damage]).then(
        ItemUsed(combatant="ogre", item="grenade", left=0)
    )
    assert (spec.fight.people["ogre"].items, in_hands(spec)) == ({}, (None, None))
    spec.when(attack("ogre", "bell", "grenade")).refused("S3-ATK-9")


@pytest.mark.rule("S3-ATK-11")
@pytest.mark.parametrize("hits", [True, False])
def test_what_is_thrown_lies_in_the_targets_zone_afterwards(hits: bool) -> None:
    knife = {"id": "knives", "kind": "throwing_knife", "quantity": 2, "name": "Throwing knives"}
    knife["modes"] = [{"skill": "sharpshooting", "reach": "long", "damage": 1, "flags": ["thrown"]}]
    spec = bearing(knife, steps=[scene("here", "roof"), Place(combatant="bell", zone="roof")])
    throws = ["ogre sharpshooting 7=7c→2", f"bell evasion 5c→{0 if hits else 3}"]
    spec.when(attack("ogre", "bell", "knives"), throws=[*throws, *(["damage 2+1=3c→0"] if hits else [])])
    spec.then(AttackHit if hits else AttackMissed, ItemThrown)
    assert spec.fight.people["ogre"].items["knives"].quantity == 1
    assert [(item.id, item.quantity) for item in spec.fight.ground["roof"]] == [("knives", 1)]
    spec.given(EndTurn(actor="ogre"), EndTurn(actor="bell"), *round_of("ogre", "bell"))
    spec.when(attack("ogre", "bell", "knives"), throws=[throws[0], "bell evasion 5c→3"])
    assert (spec.fight.people["ogre"].items, in_hands(spec)) == ({}, (None, None))
    assert [item.quantity for item in spec.fight.ground["roof"]] == [1, 1]


@pytest.mark.rule("S3-ATK-11")
@pytest.mark.parametrize("hits", [True, False])
def test_so_it_is_with_what_is_thrown_at_a_vehicle(hits: bool) -> None:
    spec = given(fight("star", "ripper", riding("one", "star"), riding("two", "ripper")), *round_of("star", "ripper"))
    bombing = DamageVehicle(actor="star", vehicle="two", weapon="grenade")
    throws = ["star explosives 9=9c→4", f"ripper piloting 6+2=8c→{3 if hits else 5}"]
    spec.when(bombing, "ripper: piloting", throws=throws).then(ItemUsed(combatant="star", item="grenade", left=1))
    assert spec.fight.people["star"].items["grenade"].quantity == 1


@pytest.mark.rule("S3-ATK-11")
@pytest.mark.parametrize("weapon", ["saber", "pistol"])
def test_other_weapons_stay_where_they_are(weapon: str) -> None:
    skill, coins = ("melee", "9c") if weapon == "saber" else ("sharpshooting", "7c")
    spec = bearing(weapon).when(attack("ogre", "bell", weapon), throws=[f"ogre {skill} {coins}→1", DODGED])
    spec.never(ItemUsed, ItemThrown)
    assert (in_hands(spec), spec.fight.people["ogre"].items[weapon].quantity) == ((weapon, None), 1)


@pytest.mark.rule("S3-ATK-11")
def test_nothing_is_thrown_where_none_is_left() -> None:
    spec = bearing(stack("grenade", 0))
    spec.when(attack("ogre", "bell", "grenade")).refused("S3-ATK-11")
    spec.when(Ready(actor="ogre", item="grenade")).refused("S3-ATK-11")


# S3-ATK-12: ammunition


@pytest.mark.rule("S3-ATK-12")
@pytest.mark.parametrize("kind", ["pistol", "bow", "rifle", "flamethrower"])
def test_ammunition_is_not_counted(kind: str) -> None:
    spec = bearing(kind)
    before = spec.fight.people["ogre"].items[kind]
    for _ in range(5):
        spec.when(attack("ogre", "bell", kind), throws=["ogre sharpshooting 7c→1", DODGED]).then(AttackMissed)
        spec.given(EndTurn(actor="ogre"), EndTurn(actor="bell"), *round_of("ogre", "bell"))
    assert spec.fight.people["ogre"].items[kind] == before


@pytest.mark.rule("S3-ATK-9")
def test_a_hand_that_holds_somebody_is_free_for_a_weapon() -> None:
    pin = Pinned(hold=Hold("pin_1", "pin", "ogre", "guard", 2, "unarmed", 1, 0))
    spec = bearing("saber", steps=[pin]).when(attack("ogre", "bell", "saber"), throws=["ogre melee 9c→1", DODGED])
    spec.then(ItemReadied(combatant="ogre", item="saber", hands=("main",)))
