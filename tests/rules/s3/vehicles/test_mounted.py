"""Mounted combat: how vehicles stand to one another, who steers, who leaps (S3-MOUNT)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.attack.reach import Disengaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.walking import Moved, StoodUp
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.placing import Place, VehicleMoved
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import SeatTaken, VehicleHalting, VehicleStopped
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet, TakeReins, VehicleRolling
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.rules import RULES
from domain.rulesets.s3.state import Drag, Hold
from tests.rules.s3.builders import (
    ALONGSIDE,
    attack,
    chase,
    check,
    gone,
    leap,
    next_round,
    relations,
    reposition,
    scene,
    seat,
    shoot,
    status,
)
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

STEER = reposition("star", "black", "alongside")
LEAP = leap("star", "black")


# S3-MOUNT-1 to S3-MOUNT-3


@pytest.mark.rule("S3-MOUNT-1", "S3-EQUIP-5")
@pytest.mark.parametrize(
    ("kind", "answer", "throw"),
    [
        ("autocycle", "piloting", "general piloting 2+2=4c→1"),
        ("racing_autocycle", "piloting", "general piloting 2+3=5c→1"),
        ("truck", "piloting", "general piloting 2=2c→1"),
        ("horse", "animal_handling", "general animal_handling 6+1=7c→1"),
        ("ox_cart", "animal_handling", "general animal_handling 6=6c→1"),
    ],
)
def test_machines_are_piloted_animals_and_carts_are_driven_and_speed_adds_coins(
    kind: str, answer: str, throw: str
) -> None:
    general = newcomer("general", skills={"piloting": 2, "animal_handling": 6})
    opening = fight("star", general, riding("red", "star"), riding("mount", "general", kind=kind))
    spec = given(opening, *round_of("star", "general"))
    other = {"piloting": "animal_handling", "animal_handling": "piloting"}[answer]
    steer = reposition("star", "mount", "ahead")
    spec.when(steer, f"general: {other}").refused("S3-OPP-2")
    spec.when(steer, f"general: {answer}", throws=["star piloting 6+2=8c→3", throw]).then(RelationSet)


@pytest.mark.rule("S3-MOUNT-1")
def test_speed_is_the_drivers_and_for_the_skill_of_its_vehicle_alone() -> None:
    spec = chase(seat("hu", "red"), others=("hu",))
    spec.when(check("star", "piloting"), throws=["star piloting 6+2=8c→3"])
    spec.when(check("star", "animal_handling"), throws=["star animal_handling 0c→0"])
    spec.when(check("hu", "piloting"), throws=["hu piloting 0c→0"])


@pytest.mark.rule("S3-MOUNT-2")
@pytest.mark.parametrize(
    ("relation", "seen_back"), [("ahead", "behind"), ("behind", "ahead"), ("alongside", "alongside")]
)
def test_how_one_vehicle_stands_to_another_is_known_from_both(relation: str, seen_back: str) -> None:
    placing = {"combatant": "red", "relative": [{"vehicle": "black", "is": relation}]}
    spec = chase(Place.model_validate(placing), apart=True)
    assert spec.fight.relations == {"red/black": relation, "black/red": seen_back}


@pytest.mark.rule("S3-MOUNT-3", "S3-MOUNT-7")
def test_without_entry_vehicles_are_not_alongside_but_on_one_road_in_medium_reach() -> None:
    spec = chase(apart=True, foe="steel_lion", order="npc_first")
    spec.when(attack("steel_lion", "star", "saber")).refused("S3-MOUNT-7")
    spec.when(attack("steel_lion", "star", "pistol")).asks("oppose", "star")
    chase(Place(combatant="black", zone="here"), apart=True).when(STEER).refused("S3-MOUNT-3")


# S3-MOUNT-4 to S3-MOUNT-6


@pytest.mark.rule("S3-MOUNT-4")
@pytest.mark.parametrize("before", ["ahead", "behind", "alongside"])
@pytest.mark.parametrize("to", ["ahead", "behind", "alongside"])
def test_who_handles_better_chooses_where_its_vehicle_stands(before: Any, to: str) -> None:
    spec = chase(RelationSet(vehicle="red", other="black", relation=before), apart=True)
    command, answer = reposition("star", "black", to), "ripper: piloting"
    won = spec.given().when(command, answer, throws=["star piloting 6+2=8c→5", "ripper piloting 6+2=8c→4"])
    assert won.fight.relations["red/black"] == to


@pytest.mark.rule("S3-MOUNT-4")
@pytest.mark.parametrize(
    ("throws", "won"),
    [
        (["star piloting 8c→3", "ripper piloting 8c→4"], False),
        (["star piloting 8c→4", "ripper piloting 8c→4", "flip H"], True),
        (["star piloting 8c→4", "ripper piloting 8c→4", "flip T"], False),
    ],
)
def test_a_lost_reposition_changes_nothing_and_a_tie_is_flipped(throws: list[str], won: bool) -> None:
    answers = ("ripper: piloting", "star: heads")[: len(throws) - 1]
    spec = chase(apart=True).when(STEER, *answers, throws=throws)
    assert bool(spec.fight.relations) == won
    spec.when(STEER).refused("S3-TURN-10")
    spec.when(attack("star", "ripper", "pistol")).asks("oppose", "ripper")


@pytest.mark.rule("S3-MOUNT-4")
def test_nobody_repositions_to_itself_or_to_what_is_no_vehicle() -> None:
    chase().when(reposition("star", "red", "ahead")).refused("S3-MOUNT-4")
    chase().when(reposition("star", "ripper", "ahead")).refused(None, "invalid")


@pytest.mark.rule("S3-MOUNT-5")
@pytest.mark.parametrize(("to", "left"), [("ahead", "ahead"), ("behind", "behind"), ("alongside", "behind")])
def test_a_won_reposition_leaves_all_others_that_were_alongside(to: Any, left: Any) -> None:
    third = riding("white", "tiger"), riding("gold", "steel_lion")
    spec = chase(others=("tiger", "steel_lion"), vehicles=third, apart=True)
    spec.given(
        RelationSet(vehicle="red", other="white", relation="alongside"),
        RelationSet(vehicle="red", other="gold", relation="ahead"),
    )
    throws = ["star piloting 8c→5", "ripper piloting 8c→4"]
    spec.when(reposition("star", "black", to), "ripper: piloting", throws=throws)
    assert relations(spec) == [
        RelationSet(vehicle="red", other="black", relation=to),
        RelationSet(vehicle="red", other="white", relation=left),
    ]


@pytest.mark.rule("S3-MOUNT-5")
def test_a_vehicle_is_told_to_be_behind_all_that_it_has_fallen_behind_at_once() -> None:
    spec = chase(others=("tiger",), vehicles=(riding("white", "tiger"),), apart=True)
    spec.given(RelationSet(vehicle="red", other="white", relation="alongside"))
    throws = ["star piloting 8c→5", "ripper piloting 8c→4"]
    spec.when(reposition("star", "black", "behind"), "ripper: piloting", throws=throws)
    assert spec.lines()[-1].endswith("; the autocycle is behind autocycle 2 and autocycle 3.")


@pytest.mark.rule("S3-RANGE-5", "S3-PIN-10")
def test_engagements_and_holds_end_where_vehicles_part_and_stay_aboard() -> None:
    pins = [Pinned(hold=Hold(f"pin_{held}", "pin", "hu", held, 2, "unarmed", 1, 1)) for held in ("ripper", "tiger")]
    spec = chase(
        seat("hu", "red"), seat("tiger", "red"), engage("hu", "ripper", "tiger"), *pins, others=("hu", "tiger")
    )
    throws = ["star piloting 8c→5", "ripper piloting 8c→4"]
    spec.when(reposition("star", "black", "ahead"), "ripper: piloting", throws=throws)
    spec.then(
        Disengaged(combatant="hu", others=("ripper",)),
        HoldEnded(hold="pin_ripper", kind="pin", holder="hu", held="ripper", reason="moved_away"),
    )
    assert [hold.held for hold in spec.fight.holds] == ["tiger"]
    assert spec.fight.engaged == (("hu", "tiger"),)


@pytest.mark.rule("S3-NARR-3", "S3-RANGE-5")
def test_a_vehicle_placed_in_another_zone_leaves_those_beside_it_and_takes_those_it_drags() -> None:
    pins = [Pinned(hold=Hold(f"pin_{held}", "pin", "hu", held, 2, "unarmed", 1, 1)) for held in ("ripper", "tiger")]
    drag = DragBegun(drag=Drag("drag", "hu", "bell", "chain_whip", 4, 3, "subdue", 0))
    spec = chase(
        scene("here", "road", "bridge"), seat("hu", "red"), seat("tiger", "red"), others=("hu", "tiger", "bell")
    )
    spec.given(engage("hu", "ripper", "tiger"), *pins, drag).when(Place(combatant="red", zone="bridge"))
    spec.then(
        VehicleMoved(vehicle="red", zone="bridge"),
        Disengaged(combatant="hu", others=("ripper",)),
        Moved(combatant="bell", zone="bridge"),
        HoldEnded(hold="pin_ripper", kind="pin", holder="hu", held="ripper", reason="moved_away"),
    )
    spec.follows(Disengaged, VehicleMoved).follows(Moved, VehicleMoved).follows(HoldEnded, VehicleMoved)
    assert [event for event in spec.events if isinstance(event, Disengaged)] == [
        Disengaged(combatant="hu", others=("ripper",))
    ]
    assert ([hold.held for hold in spec.fight.holds], spec.fight.engaged) == (["tiger"], (("hu", "tiger"),))
    zones = {name: person.zone for name, person in spec.fight.people.items()}
    assert zones == {"star": "bridge", "ripper": "road", "hu": "bridge", "tiger": "bridge", "bell": "bridge"}


@pytest.mark.rule("S3-MOUNT-6")
def test_who_does_not_drive_repositions_nothing_and_goes_where_the_vehicle_goes() -> None:
    rider = given(fight("star", "hu", "ripper", riding("red", "star", "hu"), riding("black", "ripper")))
    rider.given(*round_of("hu", "ripper")).when(reposition("hu", "black", "ahead")).refused("S3-MOUNT-6")
    rider.given(Place(combatant="red", zone="here"))
    assert rider.fight.people["hu"].zone == rider.fight.people["star"].zone == "here"
    on_foot = given(fight("star", "ripper", riding("black", "ripper")), *round_of("star", "ripper"))
    on_foot.when(reposition("star", "black", "ahead")).refused("S3-MOUNT-6")


# S3-MOUNT-7, S3-MOUNT-8, S3-MOUNT-31

CLOSE: tuple[Command, ...] = (
    attack("star", "ripper", "saber"),
    Pin(actor="star", target="ripper"),
    Disarm(actor="star", target="ripper", item="whirling_blade"),
    Strangle(actor="star", target="ripper"),
    Trip(actor="star", target="ripper", outcome="dismount"),
    shoot("star", "black", "unarmed"),
    LEAP,
)


@pytest.mark.rule("S3-MOUNT-7", "S3-RANGE-6")
@pytest.mark.parametrize("command", CLOSE, ids=lambda command: command.type)
def test_close_actions_and_boarding_need_a_vehicle_alongside(command: Command) -> None:
    stowed = Stow(actor="star", item="chain_whip")
    chase(stowed).when(command).asks("oppose", "ripper")
    for relation in ("ahead", "behind"):
        chase(stowed, RelationSet(vehicle="red", other="black", relation=relation), apart=True).when(command).refused(
            "S3-MOUNT-7"
        )
    chase(stowed, Place(combatant="black", zone="here")).when(command).refused("S3-MOUNT-7")


@pytest.mark.rule("S3-MOUNT-7", "S3-RANGE-5", "S3-RANGE-6")
def test_on_one_vehicle_everybody_is_in_reach_and_on_foot_nobody_aboard_is() -> None:
    chase(seat("ripper", "red"), apart=True).when(attack("star", "ripper", "chain_whip")).asks("oppose", "ripper")
    walking = chase(Place(combatant="ripper", zone="here"), Place(combatant="ripper", zone="road"))
    walking.when(attack("star", "ripper", "chain_whip")).refused("S3-MOUNT-7")
    walking.when(LEAP).refused("S3-MOUNT-11")


@pytest.mark.rule("S3-MOUNT-8")
def test_in_the_saddle_one_strikes_dodges_parries_and_suffers_as_on_foot() -> None:
    blow = attack("star", "ripper", "chain_whip")
    hit = ["star melee 7+1=8c→4", "ripper evasion 5=5c→3", "damage 4+2=6c→3", "ripper fortitude 6=6c→4"]
    chase().when(blow, "ripper: evasion", throws=hit).then(AttackHit)
    miss = ["star melee 7+1=8c→4", "ripper melee 7=7c→5"]
    chase().when(blow, "ripper: melee/whirling_blade", throws=miss).then(AttackMissed)
    chase().when(blow, "ripper: piloting").refused("S3-OPP-2")


@pytest.mark.rule("S3-MOUNT-31")
def test_the_speed_in_miles_is_told_and_has_no_effect() -> None:
    assert "35 to 40 miles per hour" in RULES["S3-MOUNT-31"].statement
    assert "no effect" in RULES["S3-MOUNT-31"].statement


# S3-MOUNT-24 to S3-MOUNT-27


@pytest.mark.rule("S3-MOUNT-24", "S3-MOUNT-25", "S3-MOUNT-27", "S3-MOUNT-11")
def test_who_leaps_well_rides_there_engaged_with_all_aboard_and_may_strike() -> None:
    spec = chase(seat("tiger", "black"), others=("tiger",))
    spec.when(LEAP, "ripper: piloting", throws=["star acrobatics 7=7c→5", "ripper piloting 6+2=8c→4"])
    spec.then(SeatTaken(combatant="star", vehicle="black", seat="rider"), VehicleStopped(vehicle="red"))
    assert (spec.fight.vehicles["black"].driver, spec.fight.vehicles["black"].riders) == ("ripper", ("tiger", "star"))
    assert (spec.fight.vehicles["red"].driver, status(spec, "red")[0]) == (None, "stopped")
    spec.when(LEAP).refused("S3-MOUNT-24")
    spec.given(RelationSet(vehicle="black", other="red", relation="ahead")).when(attack("star", "tiger", "saber")).asks(
        "oppose", "tiger"
    )


@pytest.mark.rule("S3-MOUNT-27", "S3-MOUNT-11")
def test_a_driver_who_leaps_leaves_its_riders_on_a_driverless_vehicle() -> None:
    spec = chase(seat("hu", "red"), others=("hu",))
    spec.when(LEAP, "ripper: piloting", throws=["star acrobatics 7c→5", "ripper piloting 8c→4"])
    spec.then(VehicleHalting(vehicle="red", cause="driverless"))
    hu = newcomer("hu", skills={"acrobatics": 5})
    rider = given(fight("star", hu, "ripper", riding("red", "star", "hu"), riding("black", "ripper")), ALONGSIDE)
    rider.given(*round_of("hu", "ripper"))
    rider.when(leap("hu", "black"), "ripper: piloting", throws=["hu acrobatics 5c→5", "ripper piloting 8c→4"])
    rider.then(SeatTaken(combatant="hu", vehicle="black", seat="rider")).never(VehicleHalting)


@pytest.mark.rule("S3-MOUNT-26", "S3-RUL-22", "S3-MOUNT-24")
def test_who_leaps_badly_stays_where_it_was() -> None:
    spec = chase().when(LEAP, "ripper: piloting", throws=["star acrobatics 7c→2", "ripper piloting 8c→5"])
    spec.never(SeatTaken, VehicleHalting)
    assert (spec.fight.people["star"].vehicle, spec.fight.people["star"].seat) == ("red", "driver")
    spec.when(LEAP).refused("S3-TURN-10")


# S3-MOUNT-28 to S3-MOUNT-30


def driverless(*more: Command) -> Specification:
    """Star rides on the black machine; its driver has fallen."""
    return chase(seat("star", "black"), Impose(combatant="ripper", disabled="down"), *more, others=("tiger",))


@pytest.mark.rule("S3-MOUNT-28", "S3-MOUNT-11", "S3-MOUNT-29")
def test_who_takes_the_reins_drives_on_and_nobody_is_left_behind() -> None:
    spec = driverless()
    assert status(spec, "black") == ("halting", "driverless")
    spec.when(TakeReins(actor="star")).then(
        SeatTaken(combatant="star", vehicle="black", seat="driver"), VehicleRolling(vehicle="black")
    )
    assert status(spec, "black") == ("rolling", None)
    spec.when(TakeReins(actor="star")).refused("S3-MOUNT-28")
    spec.given(EndTurn(actor="star"), *next_round("tiger"), EndTurn(actor="star"))
    assert not gone(spec)


@pytest.mark.rule("S3-MOUNT-28")
def test_taking_the_reins_is_the_movement_action_of_somebody_aboard() -> None:
    spec = driverless().when(check("star", "piloting", action="movement"), throws=["star piloting 6=6c→3"])
    spec.when(TakeReins(actor="star")).refused("S3-TURN-10")
    chase(Place(combatant="star", zone="here")).when(TakeReins(actor="star")).refused("S3-MOUNT-28")
    chase(seat("star", "black")).when(TakeReins(actor="star")).refused("S3-MOUNT-28")


@pytest.mark.rule("S3-MOUNT-28")
def test_the_reins_of_a_damaged_vehicle_make_it_roll_no_more() -> None:
    spec = chase(VehicleHalting(vehicle="black", cause="damage"), seat("star", "black"))
    spec.given(Impose(combatant="ripper", disabled="down"))
    spec.when(TakeReins(actor="star")).then(SeatTaken).never(VehicleRolling)
    assert status(spec, "black") == ("halting", "damage")


@pytest.mark.rule("S3-MOUNT-29", "S3-MOUNT-11")
def test_a_disabled_driver_drives_no_more_and_alone_aboard_its_vehicle_stands() -> None:
    spec = chase().when(Impose(combatant="ripper", disabled="down"))
    spec.then(SeatTaken(combatant="ripper", vehicle="black", seat="rider"), VehicleStopped(vehicle="black"))
    assert spec.fight.vehicles["black"].driver is None
    spec.when(seat("ripper", "black", "driver")).refused("S3-MOUNT-29")
    halting = driverless().when(Impose(combatant="star", disabled="critical"))
    assert status(halting.then(VehicleStopped(vehicle="black")), "black")[0] == "stopped"


@pytest.mark.rule("S3-MOUNT-29")
@pytest.mark.parametrize(("kind", "seated"), [("autocycle", "rider"), ("horse", "driver"), ("ox_cart", "driver")])
def test_without_arms_one_drives_animals_but_no_machine(kind: str, seated: str | None) -> None:
    spec = given(fight("star", "general", riding("mount", "general", kind=kind)))
    spec.given(Impose(combatant="general", limb="main_arm"))
    spec.given(Impose(combatant="general", limb="off_arm"))
    assert spec.fight.people["general"].seat == seated
    refused = spec.when(Place.model_validate({"combatant": "general", "vehicle": "mount", "seat": "driver"})).refusal
    assert (refused.rule if refused else None) == ("S3-MOUNT-29" if seated == "rider" else None)


@pytest.mark.rule("S3-MOUNT-29")
@pytest.mark.parametrize(("kind", "refused"), [("autocycle", True), ("horse", False)])
def test_nobody_joins_as_driver_who_cannot_drive(kind: str, refused: bool) -> None:
    general = newcomer("general", limbs={"main_arm": {"source": "before"}, "off_arm": {"source": "before"}}, hands={})
    spec = given(fight("star", general)).when(riding("mount", "general", kind=kind))
    assert (spec.refusal is not None) == refused


@pytest.mark.rule("S3-MOUNT-29")
def test_the_stunned_drive_on() -> None:
    spec = chase(Stunned(combatant="ripper"), apart=True)
    assert (spec.fight.vehicles["black"].driver, status(spec, "black")[0]) == ("ripper", "rolling")
    spec.when(STEER, "ripper: piloting", throws=["star piloting 8c→5", "ripper piloting 6+2=8c→4"]).then(RelationSet)


@pytest.mark.rule("S3-MOUNT-30", "S3-OPP-9")
@pytest.mark.parametrize("command", [STEER, LEAP, shoot("star", "black")], ids=lambda command: command.type)
def test_a_vehicle_without_driver_opposes_with_nothing(command: Command) -> None:
    spec = chase(Stow(actor="star", item="chain_whip"), others=("tiger",))
    spec.given(seat("tiger", "black"), Impose(combatant="ripper", disabled="down"))
    label = {"s3.reposition": "piloting 8c", "s3.switch_vehicle": "acrobatics 7c"}.get(command.type, "sharpshooting 6c")
    tied = spec.when(command, throws=[f"star {label}→0"]).asks("call_flip", "star")
    tied.answer("heads", throws=["flip H"]).then()
    assert not [prompt for prompt in tied.fight.prompts if prompt.kind == "oppose"]


@pytest.mark.rule("S3-LEGAL-11", "S3-RANGE-5")
def test_whoever_gets_on_a_vehicle_that_joins_leaves_those_on_foot_and_lies_no_more() -> None:
    spec = given(fight("star", "bell", "tiger"), engage("star", "bell", "tiger"))
    spec.given(Impose(combatant="star", prone=True))
    spec.when(riding("cycle", "star", "tiger")).then(
        Disengaged(combatant="star", others=("bell",)), StoodUp(combatant="star")
    )
    assert (spec.fight.engaged, spec.fight.people["star"].prone) == ((("star", "tiger"),), False)


@pytest.mark.rule("S3-SHEET-9")
def test_nobody_rides_in_while_holding_somebody_or_held() -> None:
    spec = given(
        fight("star", "bell"),
        engage("star", "bell"),
        Pinned(hold=Hold("grip", "pin", "star", "bell", 3, "unarmed", 0, 0)),
    )
    spec.when(riding("cycle", "star")).refused("S3-SHEET-9", "invalid")
    spec.when(riding("cycle", "bell")).refused("S3-SHEET-9", "invalid")
