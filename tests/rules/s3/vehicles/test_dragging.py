"""Pulled off a vehicle, and dragged along (S3-MOUNT-9 to S3-MOUNT-18, S3-MOUNT-32, S3-MOUNT-33)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.core.events import PromptLapsed
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.attack.reach import Disengaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pinned, Release
from domain.rulesets.s3.chapters.grapple.strangling import Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.leaving import DragEnded, FellProne, LeftFight, SeatLeft
from domain.rulesets.s3.chapters.movement.walking import StandUp
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.turns.gear import Drop, Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import VehicleHalting, VehicleStopped
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned
from domain.rulesets.s3.state import Drag, Hold
from tests.rules.s3.builders import attack, chase, check, gone, next_round, reposition, seat, shoot, status, stunt
from tests.rules.s3.specification import Specification, Step, engage, newcomer, riding

PULL = Trip(actor="star", target="ripper", outcome="dismount")
WHIP = Trip(actor="star", target="ripper", weapon="chain_whip", outcome="dismount")
PULLED = ["star hand_to_hand 5=5c→3", "ripper evasion 5=5c→1"]
WHIPPED = ["star melee 7+1=8c→6", "ripper evasion 5c→3"]
HELD = Drag("drag_1", "star", "ripper", "chain_whip", 8, 6, "subdue", 0)
IN_TOW = SeatLeft(combatant="ripper", vehicle="black"), DragBegun(drag=HELD)


def whipped(answer: str, *throws: str, answers: tuple[str, ...] = (), **options: Any) -> Specification:
    """Star pulls Ripper off with her whip, and drags or releases him."""
    return chase(**options).when(WHIP, "ripper: evasion", f"star: {answer}", *answers, throws=[*WHIPPED, *throws])


def towing(*steps: Step, **options: Any) -> Specification:
    """Ripper hangs on Star's whip since before this turn."""
    return chase(*IN_TOW, *steps, **options)


# S3-MOUNT-9 to S3-MOUNT-11


@pytest.mark.rule("S3-MOUNT-9", "S3-MOUNT-10", "S3-MOUNT-11")
def test_who_is_pulled_off_is_left_behind_unhurt_and_its_vehicle_stands() -> None:
    spec = chase().when(PULL, "ripper: evasion", throws=PULLED)
    spec.then(VehicleStopped(vehicle="black"), LeftFight(combatant="ripper", reason="left_behind")).never(
        DamageSuffered, FellProne
    )
    assert not spec.fight.prompts
    assert (gone(spec), spec.fight.people["ripper"].vehicle) == ({"ripper": "left_behind"}, None)


@pytest.mark.rule("S3-MOUNT-10")
def test_without_being_out_the_dismounted_lies_on_the_road_engaged_with_nobody() -> None:
    held = Pinned(hold=Hold("pin_1", "pin", "ripper", "hu", 2, "unarmed", 1, 1))
    spec = chase(engage("hu", "ripper"), held, others=("hu",), dismount_out=False)
    spec.when(PULL, "ripper: evasion", throws=PULLED)
    spec.then(HoldEnded, Disengaged(combatant="ripper", others=("hu",)), FellProne(combatant="ripper")).never(LeftFight)
    ripper = spec.fight.people["ripper"]
    assert (ripper.zone, ripper.prone, ripper.able) == ("road", True, True)
    assert not spec.fight.engaged
    spec.given(EndTurn(actor="star")).when(StandUp(actor="ripper")).then()


@pytest.mark.rule("S3-MOUNT-9")
@pytest.mark.parametrize(
    ("weapon", "rule"), [("saber", "S3-TRIP-1"), ("grenade", "S3-TRIP-1"), ("chain_whip", None), ("unarmed", None)]
)
def test_one_pulls_with_bare_hands_or_a_weapon_that_trips(weapon: str, rule: str | None) -> None:
    spec = chase().when(Trip(actor="star", target="ripper", weapon=weapon, outcome="dismount"))
    assert (spec.refusal.rule if spec.refusal else None) == rule


@pytest.mark.rule("S3-MOUNT-9")
def test_a_pull_that_is_dodged_or_parried_leaves_the_foe_in_the_saddle() -> None:
    throws = ["star hand_to_hand 5c→2", "ripper melee 7=7c→4"]
    spec = chase().when(PULL, "ripper: melee/whirling_blade", throws=throws).never(SeatLeft, LeftFight)
    assert spec.fight.people["ripper"].seat == "driver"


@pytest.mark.rule("S3-MOUNT-11")
def test_a_vehicle_whose_driver_is_pulled_off_halts_while_somebody_able_rides_on_it() -> None:
    spec = chase(seat("tiger", "black"), others=("tiger",)).when(PULL, "ripper: evasion", throws=PULLED)
    spec.then(VehicleHalting(vehicle="black", cause="driverless")).never(VehicleStopped)
    assert status(spec, "black") == ("halting", "driverless")


# S3-MOUNT-12 to S3-MOUNT-15


@pytest.mark.rule("S3-MOUNT-12")
def test_with_a_flexible_weapon_the_winner_drags_or_releases() -> None:
    spec = chase().when(WHIP, "ripper: evasion", throws=WHIPPED).asks("drag_or_release", "star")
    assert spec.listed_answers() == ["drag", "release"]
    stiff = {"kind": "hook", "name": "hook", "modes": [{"skill": "melee", "flags": ["trips"]}]}
    hooked = chase(star=newcomer("star", items=[stiff], hands={"main": "hook"}))
    throws = ["star melee 7c→6", "ripper evasion 5c→3"]
    hooked.when(WHIP.model_copy(update={"weapon": "hook"}), "ripper: evasion", throws=throws)
    hooked.then(LeftFight)
    assert not hooked.fight.prompts


@pytest.mark.rule("S3-MOUNT-12")
def test_nobody_is_dragged_by_or_together_with_somebody_out_of_action() -> None:
    spec = chase().when(WHIP, "ripper: evasion", throws=WHIPPED)
    spec.when(Impose(combatant="star", disabled="critical")).then(
        PromptLapsed, LeftFight(combatant="ripper", reason="left_behind")
    )
    spec = chase().when(WHIP, "ripper: evasion", throws=WHIPPED)
    spec.when(Remove(combatant="star")).then(PromptLapsed, LeftFight(combatant="ripper", reason="left_behind")).never(
        ItemDropped
    )
    spec = chase().when(WHIP, "ripper: evasion", throws=WHIPPED)
    spec.when(Impose(combatant="ripper", disabled="down")).then(PromptLapsed).never(LeftFight, DragBegun)


@pytest.mark.rule("S3-MOUNT-13")
def test_what_is_released_is_left_behind_with_the_weapon() -> None:
    spec = (
        whipped("release")
        .then(ItemDropped, LeftFight(combatant="ripper", reason="left_behind"))
        .never(DragBegun, DamageSuffered)
    )
    assert [item.id for item in spec.fight.ground["road"]] == ["chain_whip"]
    star = spec.fight.people["star"]
    assert ("chain_whip" in star.items, star.hands.main) == (False, None)


@pytest.mark.rule("S3-MOUNT-14")
@pytest.mark.parametrize(
    ("skill", "throw"),
    [
        ("piloting", "star piloting 6+2-2=6c→3"),
        ("animal_handling", "star animal_handling 3-2=1c→0"),
        ("acrobatics", "star acrobatics 7=7c→3"),
    ],
)
def test_dragging_costs_coins_of_handling_and_of_nothing_else(skill: Any, throw: str) -> None:
    skills = {"piloting": 6, "animal_handling": 3, "acrobatics": 7}
    star = newcomer("star", skills=skills)
    towing(star=star).when(check("star", skill), throws=[throw])
    released = towing(Release(actor="star", hold="drag_1"), star=star)
    assert released.fight.people["star"].seat == "driver"
    released.when(check("star", "piloting"), throws=["star piloting 6+2=8c→3"])


@pytest.mark.rule("S3-MOUNT-15", "S3-RUL-21", "S3-MOUNT-17")
@pytest.mark.parametrize(
    ("options", "damage", "coins"),
    [
        ({}, "damage 6+2=8c→0", 8),
        ({"damage_base": "margin"}, "damage 3+2=5c→0", 5),
        ({"damage_base": "weapon"}, "damage 7=7c→0", 7),
    ],
)
def test_dragging_hurts_at_once_with_the_ordinary_damage_of_the_weapon(
    options: dict[str, Any], damage: str, coins: int
) -> None:
    spec = whipped("drag", damage, **options)
    (drag,) = spec.then(DragBegun).fight.drags
    assert (drag.dragger, drag.dragged, drag.weapon, drag.coins, drag.successes) == (
        "star",
        "ripper",
        "chain_whip",
        coins,
        6,
    )


@pytest.mark.rule("S3-MOUNT-15", "S3-DMG-3")
def test_dragging_may_be_flat_and_armour_counts_against_it() -> None:
    flat = whipped("drag", "ripper fortitude 6c→5", damage_throw="flat")
    flat.then(
        DamageSuffered(combatant="ripper", label="damage", points=8, stun_amount=8, wound_amount=8, source="star"),
        Stunned(combatant="ripper"),
    )
    armoured = newcomer("ripper", items=[{"kind": "whirling_blade"}, {"kind": "heavy_armour"}], armour="heavy_armour")
    spec = chase(foe=armoured).when(
        WHIP,
        "ripper: hand_to_hand",
        "star: drag",
        throws=["star melee 8c→6", "ripper hand_to_hand 5c→3", "damage 8c→3", "ripper fortitude 6+3=9c→4"],
    )
    spec.then(DragBegun)


@pytest.mark.rule("S3-MOUNT-15", "S3-MOUNT-16")
def test_in_a_stunt_too_the_weapons_own_bonus_counts() -> None:
    command = WHIP.model_copy(update={"stunt": stunt("hand_to_hand", "piloting")})
    throws = ["star melee 7c→2", "star hand_to_hand 5c→5", "star piloting 6+2=8c→4", "equipment 1c→1"]
    spec = chase().when(
        command, "ripper: evasion", "star: drag", throws=[*throws, "ripper evasion 5c→3", "damage 6+2=8c→0"]
    )
    assert [(drag.coins, drag.successes) for drag in spec.fight.drags] == [(8, 6)]


# S3-MOUNT-16, S3-RUL-21


@pytest.mark.rule("S3-MOUNT-16", "S3-RUL-21", "S3-ORDER-3")
def test_the_same_coins_fall_at_the_end_of_each_later_turn_of_the_dragger() -> None:
    spec = whipped("drag", "damage 8c→0", others=("tiger",))
    spec.when(EndTurn(actor="star")).never(DamageSuffered)
    spec.when(EndTurn(actor="ripper")).never(DamageSuffered)
    for heads in (0, 3):
        spec.given(*next_round("tiger"))
        hurt = [f"star drag 8=8c→{heads}", *(["ripper fortitude 6c→4"] if heads else [])]
        spec.when(EndTurn(actor="star"), throws=hurt)
        spec.then(
            DamageSuffered(
                combatant="ripper", label="drag", points=heads, stun_amount=heads, wound_amount=heads, source="star"
            )
        )
        spec.given(EndTurn(actor="tiger"))


@pytest.mark.rule("S3-MOUNT-16")
def test_later_damage_of_a_drag_may_be_flat() -> None:
    spec = towing(others=("tiger",), damage_throw="flat")
    spec.when(EndTurn(actor="star"), throws=["ripper fortitude 6c→5"]).then(Stunned(combatant="ripper"))


@pytest.mark.rule("S3-RUL-21", "S3-MOUNT-18", "S3-MOUNT-32")
def test_a_first_damage_that_disables_is_all_and_the_weapon_stays() -> None:
    spec = whipped("drag", "damage 8c→6", "ripper fortitude 6c→2")
    spec.then(CombatantDisabled, DragEnded).never(LeftFight)
    assert (spec.fight.drags, gone(spec), spec.fight.people["star"].hands.main) == ((), {}, "chain_whip")
    spec.when(check("star", "piloting"), throws=["star piloting 6+2=8c→3"])


# S3-MOUNT-17, S3-MOUNT-18


@pytest.mark.rule("S3-MOUNT-17", "S3-LEGAL-6", "S3-PIN-4")
@pytest.mark.parametrize(("throw", "free"), [("ripper hand_to_hand 7=7c→7", True), ("ripper hand_to_hand 7c→5", False)])
def test_the_dragged_keeps_its_turns_but_may_only_break_free_against_the_frozen_result(throw: str, free: bool) -> None:
    ripper = newcomer("ripper", skills={"hand_to_hand": 7})
    spec = towing(foe=ripper, order="npc_first")
    for command in (attack("ripper", "star"), reposition("ripper", "red", "ahead"), StandUp(actor="ripper")):
        spec.when(command).refused("S3-LEGAL-6")
    spec.when(BreakFree(actor="ripper"), throws=[throw])
    if free:
        spec.then(
            DragEnded(drag="drag_1", dragger="star", dragged="ripper", reason="broken_free"),
            LeftFight(combatant="ripper", reason="left_behind"),
        )
    else:
        assert spec.never(DragEnded, LeftFight).fight.drags == (HELD,)


@pytest.mark.rule("S3-MOUNT-17", "S3-MOUNT-10")
def test_free_of_the_drag_one_lies_on_the_road_where_the_dismounted_stay() -> None:
    ripper = newcomer("ripper", skills={"hand_to_hand": 7})
    spec = towing(foe=ripper, order="npc_first", dismount_out=False)
    spec.when(BreakFree(actor="ripper"), throws=["ripper hand_to_hand 7c→7"]).then(FellProne(combatant="ripper"))
    assert not gone(spec)


ENDS: list[tuple[Command, str]] = [
    (Impose(combatant="star", stunned=True), "stunned"),
    (Impose(combatant="star", disabled="critical"), "disabled"),
    (Impose(combatant="star", limb="main_arm"), "arm_lost"),
    (Remove(combatant="star"), "removed"),
    (Release(actor="star", hold="drag_1"), "released"),
    (Drop(actor="star", item="chain_whip"), "released"),
]


@pytest.mark.rule("S3-MOUNT-18", "S3-MOUNT-32")
@pytest.mark.parametrize(("command", "reason"), ENDS)
def test_a_drag_ends_with_the_grip_of_the_dragger_and_leaves_the_dragged_behind(command: Command, reason: str) -> None:
    spec = towing().when(command).then(DragEnded(drag="drag_1", dragger="star", dragged="ripper", reason=reason))
    assert gone(spec)["ripper"] == "left_behind"
    star = spec.fight.people["star"]
    kept = reason in ("stunned", "removed")
    assert ("chain_whip" in star.items) == kept
    assert (
        spec.fight.ground.get("road", ()) == () if kept else [i.id for i in spec.fight.ground["road"]] == ["chain_whip"]
    )


@pytest.mark.rule("S3-MOUNT-18")
@pytest.mark.parametrize("command", [Impose(combatant="star", limb="off_arm"), Impose(combatant="star", wound=3)])
def test_a_drag_survives_what_leaves_the_grip(command: Command) -> None:
    assert towing().when(command).never(DragEnded).fight.drags == (HELD,)


@pytest.mark.rule("S3-MOUNT-18")
def test_a_drag_ends_when_the_dragger_is_pulled_off_itself() -> None:
    spec = chase(DragBegun(drag=HELD), foe="tiger", others=("ripper",), order="npc_first")
    pull = Trip(actor="tiger", target="star", outcome="dismount")
    throws = ["tiger hand_to_hand 4c→4", "star evasion 7c→1"]
    spec.when(pull, "star: evasion", throws=throws)
    spec.then(
        DragEnded(drag="drag_1", dragger="star", dragged="ripper", reason="moved_away"),
        LeftFight(combatant="ripper", reason="left_behind"),
    )
    assert gone(spec) == {"ripper": "left_behind", "star": "left_behind"}


@pytest.mark.rule("S3-MOUNT-18", "S3-MOUNT-32")
def test_who_is_disabled_while_dragged_is_not_out_besides() -> None:
    spec = towing().when(Impose(combatant="ripper", disabled="down"))
    spec.then(DragEnded(drag="drag_1", dragger="star", dragged="ripper", reason="disabled")).never(LeftFight)
    assert ("chain_whip" in spec.fight.people["star"].items, gone(spec)) == (True, {})


# S3-MOUNT-33


@pytest.mark.rule("S3-MOUNT-33")
@pytest.mark.parametrize(
    "command",
    [
        attack("star", "tiger", "chain_whip"),
        Trip(actor="star", target="tiger", weapon="chain_whip", outcome="dismount"),
        Disarm(actor="star", target="tiger", item="blackjack", weapon="chain_whip"),
        Strangle(actor="star", target="tiger", weapon="chain_whip"),
        shoot("star", "white", "chain_whip"),
        Stow(actor="star", item="chain_whip"),
    ],
    ids=lambda command: command.type,
)
def test_a_weapon_that_drags_serves_nothing_else(command: Command) -> None:
    beside = RelationSet(vehicle="red", other="white", relation="alongside")
    spec = towing(beside, others=("tiger",), vehicles=(riding("white", "tiger"),))
    spec.when(command).refused("S3-MOUNT-33")


@pytest.mark.rule("S3-MOUNT-33")
def test_a_weapon_that_drags_does_not_parry_but_other_weapons_and_hands_serve() -> None:
    spec = chase(DragBegun(drag=HELD), foe="tiger", others=("ripper",), order="npc_first")
    spec.when(attack("tiger", "star", "blackjack"), "star: melee/chain_whip").refused("S3-ATK-4")
    parry = ["tiger melee 5c→1", "star melee 7+1=8c→4"]
    spec.when(attack("tiger", "star", "blackjack"), "star: melee/saber", throws=parry).then()
    for weapon in ("saber", "unarmed"):
        towing(seat("tiger", "red"), others=("tiger",)).when(attack("star", "tiger", weapon)).asks("oppose", "tiger")


@pytest.mark.rule("S3-MOUNT-33")
def test_a_combatant_drags_at_most_one_foe() -> None:
    star = newcomer("star", items=[{"kind": "chain_whip"}, {"kind": "chain_whip", "id": "second"}])
    spec = towing(seat("tiger", "red"), star=star, others=("tiger",))
    second = Trip(actor="star", target="tiger", weapon="second", outcome="dismount")
    throws = ["star melee 8c→6", "tiger evasion 4c→3"]
    spec.when(second, "tiger: evasion", throws=throws).then(LeftFight(combatant="tiger", reason="left_behind"))
    assert spec.fight.drags == (HELD,)
    assert [item.id for item in spec.fight.ground["road"]] == ["second"]


@pytest.mark.rule("S3-MOUNT-18")
@pytest.mark.parametrize("ruling", [{"stunned": True}, {"limb": "main_arm"}])
def test_nobody_drags_whom_a_ruling_has_stunned_or_parted_from_the_weapon_while_asked(ruling: dict[str, Any]) -> None:
    spec = chase().when(WHIP, "ripper: evasion", throws=WHIPPED).asks("drag_or_release", "star")
    spec.when(Impose(combatant="star", **ruling)).then(
        PromptLapsed, LeftFight(combatant="ripper", reason="left_behind")
    )
    spec.never(DragBegun, DamageSuffered)
