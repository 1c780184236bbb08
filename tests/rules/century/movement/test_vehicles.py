"""Vehicles: the Turn Class and its roll, losing control, seats (CE-CLASS, CE-SHEET-42, CE-SHEET-46)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import Destroyed, HpLost
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.movement.moving import Move, Moved
from domain.rulesets.century.chapters.movement.turning import Turn, Turned
from domain.rulesets.century.chapters.movement.vehicles import (
    ControlCheck,
    ControlDue,
    ControlLost,
    SeatTaken,
    TakeSeat,
)
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.rolls.calls import WithdrawRoll
from domain.rulesets.century.chapters.rolls.judging import RollClosed
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown, TargetFixed
from domain.rulesets.century.chapters.round.ending import LeftField
from domain.rulesets.century.chapters.round.initiative import BeginRound, RoundBegun
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import ActionEnded, AllowLongAction, FinishRound
from domain.rulesets.century.state import Condition, Craft, Fight, Part
from tests.rules.century.builders import RAPIER, at, at_the_wheel, at_turn, cost, drive, end, person, steer, where
from tests.rules.century.specification import Specification, newcomer, stub

SKID = 'narrator: control_terms {"base": 60}'
STALL = 'narrator: control_terms {"base": 60, "outcome": "stall"}'
CRASH = 'narrator: control_terms {"base": 60, "outcome": "crash", "damage": "2d6"}'
FAST = (drive(40), end())
"""Four Move Points in the first slot of the round."""


def fast(**changes: Any) -> Specification:
    """The second slot of ``dan``, with 4 of the 15 Move Points of the Rapier used."""
    return at_the_wheel(**changes, after=FAST)


def craft(spec: Specification) -> Craft:
    """The Rapier's round."""
    found = person(spec, RAPIER).craft
    assert found is not None
    return found


def target(spec: Specification) -> int | None:
    """The target number of the roll just made."""
    return next(event.target for event in spec.events if isinstance(event, TargetFixed))


def parts(spec: Specification) -> tuple[Part, ...]:
    """Its parts."""
    return next(event.parts for event in spec.events if isinstance(event, TargetFixed))


# When the roll is due


@pytest.mark.rule("CE-CLASS-2", "CE-CLASS-3")
def test_half_of_the_points_and_more_than_the_class_take_a_roll() -> None:
    fast().when(steer(90)).never(ControlDue)
    spec = fast().when(steer(91), SKID, throws=["dan d100: 59"])
    spec.then(
        Turned, ControlDue(vehicle=RAPIER, combatant="dan", degrees=91, penalty=1), RollCalled, PercentThrown
    ).never(ControlLost)
    assert (cost(spec), craft(spec).used, target(spec)) == (4, 8, 59)
    assert (person(spec, RAPIER).heading, person(spec, RAPIER).pool) == (91, 7)


@pytest.mark.rule("CE-CLASS-2", "CE-CLASS-4")
def test_under_half_of_the_points_any_turn_is_free() -> None:
    spec = at_the_wheel().when(steer(150)).never(ControlDue)
    spec.when(steer(30)).never(ControlDue)
    assert (craft(spec).used, craft(spec).degrees) == (6, 180)


@pytest.mark.rule("CE-CLASS-2")
@pytest.mark.parametrize(("points", "due"), [(15, True), (16, False), (14, True)])
def test_half_of_the_points_is_rounded_down(points: int, due: bool) -> None:
    spec = at_the_wheel(sheet={"mp_base": points}, pools={RAPIER: points}, after=(drive(30), end()))
    spec.when(steer(91))
    assert bool(spec.fight.prompts) == due


@pytest.mark.rule("CE-CLASS-3")
def test_the_points_of_the_turn_itself_count() -> None:
    at_the_wheel(after=(drive(30), end())).when(steer(91)).asks("control_terms", "narrator")


@pytest.mark.rule("CE-CLASS-1", "CE-SHEET-15")
def test_what_has_no_engine_takes_no_roll() -> None:
    fast(sheet={"powered": False}).when(steer(120)).never(ControlDue)


@pytest.mark.rule("CE-CLASS-1")
def test_what_has_no_turn_class_takes_no_roll() -> None:
    kart = Join(
        id=RAPIER,
        sheet={
            "name": "Kart",
            "kind": "vehicle",
            "hp_max": 5,
            "mp_base": 15,
            "modes": ["wheels"],
            "turn_rate": 1,
            "driver": "dan",
        },
    )
    at_turn("dan", things=(kart,), pools={RAPIER: 15}, after=FAST).when(steer(120)).never(ControlDue)


@pytest.mark.rule("CE-CLASS-1")
def test_an_animal_takes_no_roll() -> None:
    horse = at_turn(newcomer("horse", heading=0))
    horse.when(Move(actor="horse", mode="legs4", distance_m=2)).when(Turn(actor="horse", degrees=120))
    horse.never(ControlDue)


@pytest.mark.rule("CE-CLASS-3", "CE-RUL-62")
def test_the_roll_may_fall_due_on_a_mere_move() -> None:
    spec = at_the_wheel(after=(steer(150), steer(30)))
    spec.when(drive(10), SKID, throws=["d100: 31"])
    spec.then(
        Moved,
        ControlDue(vehicle=RAPIER, combatant="dan", degrees=180, penalty=90),
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid", heading=180),
    )
    assert target(spec) == -30


@pytest.mark.rule("CE-CLASS-5", "CE-RUL-62")
def test_degrees_are_summed_without_their_sign() -> None:
    spec = fast()
    spec.when(steer(60)).never(ControlDue)
    spec.when(steer(-31)).asks("control_terms", "narrator")
    assert spec.fight.prompts[0].about["degrees"] == 91


@pytest.mark.rule("CE-CLASS-5", "CE-RUL-62")
def test_by_option_the_longest_unbroken_turn_counts() -> None:
    def broken(**options: Any) -> Specification:
        return at_the_wheel(after=(steer(60), drive(10), steer(60)), **options)

    broken().when(drive(20)).asks("control_terms", "narrator")
    broken(turn_class_scope="single_turn").when(drive(20)).never(ControlDue)
    unbroken = at_the_wheel(after=(steer(60), steer(60)), turn_class_scope="single_turn")
    unbroken.when(drive(10)).never(ControlDue)
    unbroken.when(drive(20)).asks("control_terms", "narrator")
    assert unbroken.fight.prompts[0].about["degrees"] == 120


@pytest.mark.rule("CE-CLASS-6")
def test_after_a_roll_only_a_further_turn_takes_another() -> None:
    spec = fast().when(steer(91), SKID, throws=["d100: 10"])
    spec.when(drive(10)).never(ControlDue)
    spec.when(steer(1), SKID, throws=["d100: 10"]).then(
        ControlDue(vehicle=RAPIER, combatant="dan", degrees=92, penalty=2)
    )


# The roll


@pytest.mark.rule("CE-CLASS-7")
def test_the_penalty_is_what_goes_beyond_the_class() -> None:
    spec = fast().when(steer(105), SKID, throws=["dan d100: 45"]).never(ControlLost)
    assert Part("custom", -15, "CE-SKILL-12", "turn_class") in parts(spec)
    assert target(spec) == 45


@pytest.mark.rule("CE-CLASS-7")
def test_the_skill_of_the_vehicle_and_its_ability_count() -> None:
    skilled = stub("dan", agl=13, iq=12, skills=[{"name": "Driving", "level": 4}])
    assert target(fast(driver=skilled).when(steer(105), SKID, throws=["d100: 10"])) == 45 + 12 + 12
    own = stub("dan", agl=13, iq=12, skills=[{"name": "Driving", "level": 4, "ability": "iq"}])
    assert target(fast(driver=own).when(steer(105), SKID, throws=["d100: 10"])) == 45 + 12 + 9
    bare = stub("dan", agl=13)
    assert target(fast(driver=bare).when(steer(105), SKID, throws=["d100: 10"])) == 45 + 12
    hovering = fast(driver=bare, sheet={"pilot_skill": "Gliding"})
    assert target(hovering.when(steer(105), SKID, throws=["d100: 10"])) == 45 + 12


@pytest.mark.rule("CE-CLASS-7", "CE-SKILL-17")
def test_a_mandatory_roll_is_the_drivers_own_action() -> None:
    spec = fast()
    folded: Fight = spec.fight.fork()
    folded.people["dan"].conditions = {"dodge_penalty": Condition("dodge_penalty", 25, lasts="next_action")}
    spec.fight = folded
    spec.when(steer(105), SKID, throws=["d100: 20"])
    assert target(spec) == 20


@pytest.mark.rule("CE-CLASS-7")
def test_the_narrator_is_asked_before_the_die() -> None:
    spec = fast().when(steer(105)).asks("control_terms", "narrator")
    shown = {"vehicle": RAPIER, "driver": "dan", "degrees": 105, "turn_class": 90, "penalty": 15}
    assert spec.fight.prompts[0].about == shown
    spec.answer({"base": 50}, throws=["d100: 35"]).never(ControlLost)


@pytest.mark.rule("CE-CLASS-8")
def test_dice_are_for_a_crash() -> None:
    spec = fast().when(steer(105))
    spec.answer({"base": 50, "outcome": "crash"}).refused("CE-CLASS-8")
    spec.answer({"base": 50, "outcome": "stall", "damage": "1d6"}).refused("CE-CLASS-8")


def test_nobody_waits_for_a_driver_who_drives_no_more() -> None:
    spec = fast().when(steer(105))
    spec.when(SetCondition(combatant="dan", condition="unconscious")).never(ControlLost)
    assert not spec.fight.prompts


def test_a_withdrawn_roll_changes_nothing() -> None:
    driver = stub("dan", role="major", fp=1)
    spec = fast(driver=driver).when(steer(105), SKID).asks("fate_before", "dan")
    [roll] = spec.fight.rolls
    spec.when(WithdrawRoll(roll_id=roll)).then(RollClosed).never(ControlLost)
    assert person(spec, RAPIER).pool == 7


# What a failure does


@pytest.mark.rule("CE-CLASS-8", "CE-RUL-63", "CE-SHEET-46")
def test_a_skid_turns_what_still_fits() -> None:
    spec = (
        fast()
        .when(steer(105), SKID, throws=["dan d100: 46"])
        .then(ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid", heading=90))
    )
    assert (person(spec, RAPIER).heading, person(spec, RAPIER).pool) == (90, 0)
    assert craft(spec).out_of_control
    assert not craft(spec).half_pool


@pytest.mark.rule("CE-CLASS-8")
@pytest.mark.parametrize(
    ("turns", "last", "heading"), [((60,), 60, 90), ((60,), -60, 30), ((), -105, 270), ((60, 30), 30, 90)]
)
def test_a_skid_undoes_of_the_last_turn_alone(turns: tuple[int, ...], last: int, heading: int) -> None:
    allowed = AllowLongAction(combatant="dan", mp_limit=15)
    before = [steer(degrees) for degrees in turns]
    spec = at_the_wheel(after=(allowed, drive(50), *before))
    spec.when(steer(last), SKID, throws=["d100: 90"])
    assert person(spec, RAPIER).heading == heading


@pytest.mark.rule("CE-CLASS-8")
def test_a_turn_after_the_class_is_used_up_is_undone() -> None:
    spec = fast().when(steer(91), SKID, throws=["d100: 10"])
    spec.when(steer(30), SKID, throws=["d100: 90"]).then(
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid", heading=91)
    )


@pytest.mark.rule("CE-CLASS-5", "CE-CLASS-8")
def test_what_fits_is_measured_by_the_longest_turn_too() -> None:
    single = "single_turn"
    allowed = AllowLongAction(combatant="dan", mp_limit=15)
    spec = at_the_wheel(after=(allowed, steer(60), drive(40)), turn_class_scope=single)
    spec.when(steer(100), SKID, throws=["d100: 90"]).then(
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid", heading=150)
    )
    spec = at_the_wheel(after=(allowed, steer(120), drive(10)), turn_class_scope=single)
    spec.when(drive(20), SKID, throws=["d100: 10"])
    spec.when(steer(30), SKID, throws=["d100: 90"]).then(
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid", heading=120)
    )


@pytest.mark.rule("CE-CLASS-8")
def test_after_a_move_nothing_is_undone() -> None:
    spec = at_the_wheel(sheet={"position": at(0, 0)}, after=(steer(60), drive(10), steer(60)))
    spec.when(drive(20), SKID, throws=["d100: 31"]).then(
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid", heading=120)
    )
    assert where(spec, RAPIER) != (0, 0)


@pytest.mark.rule("CE-CLASS-8")
def test_a_skid_without_heading_leaves_none() -> None:
    fast(heading=None).when(steer(105), SKID, throws=["d100: 46"]).then(
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid")
    )


@pytest.mark.rule("CE-CLASS-8", "CE-RUL-63", "CE-SHEET-46", "CE-CLASS-13")
def test_a_stall_halves_the_next_pool() -> None:
    spec = (
        fast()
        .when(steer(105), STALL, throws=["d100: 46"])
        .then(ControlLost(vehicle=RAPIER, combatant="dan", outcome="stall", heading=105))
    )
    assert (person(spec, RAPIER).heading, person(spec, RAPIER).pool, craft(spec).half_pool) == (105, 0, True)
    spec.when(FinishRound(actor="dan"))
    assert (craft(spec).used, craft(spec).degrees, craft(spec).out_of_control) == (0, 0, False)
    spec.when(BeginRound(), throws=["dan 2d6: 3 4"])
    assert person(spec, RAPIER).pool == 7
    spec.when(FinishRound(actor="dan")).when(BeginRound(), throws=["dan 2d6: 3 4"])
    assert person(spec, RAPIER).pool == 15


@pytest.mark.rule("CE-SHEET-46")
def test_losing_control_again_leaves_the_next_pool_halved() -> None:
    spec = fast().when(steer(105), STALL, throws=["d100: 46"])
    spec.when(ControlCheck(vehicle=RAPIER, base=10), throws=["d100: 46"]).then(ControlLost)
    assert craft(spec).half_pool


@pytest.mark.rule("CE-CLASS-8", "CE-RUL-63")
def test_a_crash_hurts_the_vehicle_and_everybody_aboard() -> None:
    done = [FinishRound(actor=name) for name in ("pia", "quin")]
    spec = at_the_wheel("pia", "quin", sheet={"passengers": ["quin", "pia"], "seats": 3}, after=(steer(150), *done))
    spec.given(steer(30))
    spec.when(drive(10), CRASH, throws=["d100: 31", "2d6: 3 4", "2d6: 2 3", "2d6: 1 1", "2d6: 6 6"])
    spec.then(
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="crash", heading=180),
        DamageThrown,
        DamageAbsorbed(combatant=RAPIER, by="hide", points=4, rest=3),
        HpLost(combatant=RAPIER, points=3, hp=37, source="crash"),
        HpLost(combatant="dan", points=5, hp=5, source="crash"),
        HpLost(combatant="pia", points=2, hp=8, source="crash"),
        HpLost(combatant="quin", points=12, hp=-2, source="crash"),
    )
    spec.follows(DamageThrown, ControlLost)
    assert person(spec, RAPIER).pool == 0


@pytest.mark.rule("CE-CLASS-8")
def test_armour_counts_in_a_crash() -> None:
    driver = stub("dan", armour=[{"id": "flak_jacket"}], worn="flak_jacket")
    spec = fast(driver=driver).when(steer(105), CRASH, throws=["d100: 90", "2d6: 1 1", "2d6: 3 3"])
    spec.then(HpLost(combatant="dan", points=1, hp=9, source="crash"))


# The narrator's own checks


@pytest.mark.rule("CE-CLASS-9", "CE-RUL-63")
def test_the_narrator_may_ask_for_a_roll_at_any_time() -> None:
    check = ControlCheck(vehicle=RAPIER, base=60, penalty=20, outcome="stall")
    spec = at_the_wheel().when(check, throws=["dan d100: 41"])
    spec.then(
        ControlDue(vehicle=RAPIER, combatant="dan", degrees=0, penalty=20, asked=True),
        ControlLost(vehicle=RAPIER, combatant="dan", outcome="stall", heading=0),
    )
    assert Part("custom", -20, "CE-SKILL-12", "control") in parts(spec)
    at_the_wheel().when(check, throws=["dan d100: 40"]).never(ControlLost)
    plain = at_the_wheel().when(ControlCheck(vehicle=RAPIER, base=60), throws=["d100: 61"])
    plain.then(ControlLost(vehicle=RAPIER, combatant="dan", outcome="skid", heading=0))
    assert "custom" not in [part.key for part in parts(plain)]


@pytest.mark.rule("CE-CLASS-9")
def test_a_roll_that_is_asked_for_is_not_the_mandatory_one() -> None:
    check = ControlCheck(vehicle=RAPIER, base=60)
    spec = at_the_wheel(after=(steer(150), steer(30)))
    spec.when(check, throws=["d100: 10"]).when(drive(10)).asks("control_terms", "narrator")


@pytest.mark.rule("CE-CLASS-9", "CE-SKILL-17")
def test_a_roll_that_is_asked_for_is_no_action_of_the_driver() -> None:
    spec = at_the_wheel()
    folded: Fight = spec.fight.fork()
    folded.people["dan"].conditions = {"dodge_penalty": Condition("dodge_penalty", 25, lasts="next_action")}
    spec.fight = folded
    spec.when(ControlCheck(vehicle=RAPIER, base=60), throws=["d100: 10"])
    assert target(spec) == 60


@pytest.mark.rule("CE-CLASS-9", "CE-CLASS-10")
def test_who_cannot_be_asked_to_keep_control() -> None:
    check = ControlCheck(vehicle=RAPIER, base=60)
    at_the_wheel().when(ControlCheck(vehicle="dan", base=60)).refused("CE-CLASS-10")
    at_the_wheel(after=(TakeSeat(combatant="dan"),)).when(check).refused("CE-CLASS-10")
    at_the_wheel(after=(Destroyed(combatant=RAPIER),)).when(check).refused("CE-DOWN-11")
    down = SetCondition(combatant="dan", condition="unconscious")
    at_the_wheel("pia", after=(down,)).when(check).refused("CE-ROLL-17")
    at_the_wheel().when(ControlCheck(vehicle=RAPIER, base=60, outcome="crash")).refused("CE-CLASS-8")
    at_the_wheel().when(ControlCheck(vehicle=RAPIER, base=60, damage="1d6")).refused("CE-CLASS-8")


# Drivers, pools, seats


@pytest.mark.rule("CE-CLASS-10")
def test_a_vehicle_acts_in_the_slots_of_its_driver() -> None:
    spec = at_the_wheel("pia", sheet={"passengers": ["pia"]})
    wrong = Move(actor="pia", mode="wheels", distance_m=10, vehicle=RAPIER)
    spec.when(wrong).refused("CE-STAG-1")
    spec.given(FinishRound(actor="dan"))
    spec.when(wrong).refused("CE-CLASS-10")
    spec.when(Turn(actor="pia", degrees=30, vehicle=RAPIER)).refused("CE-CLASS-10")
    at_the_wheel().when(Turn(actor="dan", degrees=30, vehicle="dan")).refused("CE-CLASS-10")


@pytest.mark.rule("CE-CLASS-10", "CE-DOWN-11")
def test_what_is_destroyed_moves_no_more() -> None:
    at_the_wheel(after=(Destroyed(combatant=RAPIER),)).when(drive(10)).refused("CE-DOWN-11")
    at_the_wheel(after=(LeftField(combatant=RAPIER),)).when(drive(10)).refused("CE-DOWN-11")


@pytest.mark.rule("CE-CLASS-11", "CE-RUL-64")
def test_driving_spends_the_points_of_the_vehicle_and_the_limit_of_the_slot() -> None:
    spec = at_the_wheel().when(drive(30)).then(PointsSpent(combatant="dan", points=3, what="move", vehicle=RAPIER))
    assert (person(spec, "dan").pool, person(spec, RAPIER).pool, craft(spec).used) == (10, 12, 3)
    spec.when(drive(30)).refused("CE-STAG-10")
    spec.when(steer(60)).then(
        PointsSpent(combatant="dan", points=2, what="turn", vehicle=RAPIER), ActionEnded(combatant="dan", how="spent")
    )


@pytest.mark.rule("CE-CLASS-11", "CE-RUL-64")
def test_fifteen_points_take_three_slots() -> None:
    spec = at_the_wheel(after=(drive(50), drive(50)))
    spec.when(drive(50)).then(Moved)
    assert person(spec, RAPIER).pool == 0
    spec.when(drive(10)).refused("CE-MP-5")
    spec.when(Turn(actor="dan", degrees=30)).then(PointsSpent(combatant="dan", points=1, what="turn"))


@pytest.mark.rule("CE-CLASS-12")
def test_passengers_act_in_slots_of_their_own() -> None:
    spec = at_the_wheel("pia", sheet={"passengers": ["pia"]}, after=(drive(40), end()))
    spec.when(OtherAction(actor="pia", what="waves", mp=2)).then(
        PointsSpent(combatant="pia", points=2, what="other_action")
    )
    assert person(spec, RAPIER).pool == 11


@pytest.mark.rule("CE-CLASS-13")
def test_used_points_and_degrees_are_of_one_round() -> None:
    spec = fast()
    spec.given(steer(60), RoundBegun(round=2, pools={"dan": 10, RAPIER: 15}))
    found = craft(spec)
    assert (found.used, found.degrees, found.turning, found.longest, found.checked) == (0, 0, 0, 0, None)


@pytest.mark.rule("CE-SHEET-42")
def test_seats_are_taken_and_left_by_the_narrators_word() -> None:
    spec = at_the_wheel("pia", sheet={"position": at(5, 5)})
    spec.when(TakeSeat(combatant="pia", vehicle=RAPIER)).then(SeatTaken(combatant="pia", vehicle=RAPIER))
    assert (craft(spec).driver, craft(spec).passengers, where(spec, "pia")) == ("dan", ("pia",), (5, 5))
    spec.when(TakeSeat(combatant="dan")).then(SeatTaken(combatant="dan"))
    spec.when(TakeSeat(combatant="pia", vehicle=RAPIER, driving=True)).then(
        SeatTaken(combatant="pia", vehicle=RAPIER, driving=True)
    )
    assert (craft(spec).driver, craft(spec).passengers) == ("pia", ())


@pytest.mark.rule("CE-SHEET-42")
def test_whoever_is_aboard_may_change_seats_though_all_are_taken() -> None:
    spec = at_the_wheel("pia", sheet={"passengers": ["pia"]})
    spec.when(TakeSeat(combatant="dan", vehicle=RAPIER)).then(SeatTaken(combatant="dan", vehicle=RAPIER))
    assert (craft(spec).driver, craft(spec).passengers) == (None, ("pia", "dan"))
    spec.when(TakeSeat(combatant="pia", vehicle=RAPIER, driving=True))
    spec.when(TakeSeat(combatant="pia", vehicle=RAPIER, driving=True)).then(SeatTaken)
    assert (craft(spec).driver, craft(spec).passengers) == ("pia", ("dan",))


@pytest.mark.rule("CE-CLASS-10", "CE-SHEET-42")
def test_who_takes_no_seat() -> None:
    van = Join(template="van", id="van", sheet={})
    spec = at_the_wheel("pia", "quin", sheet={"passengers": ["pia"]})
    spec.given(van)
    spec.when(TakeSeat(combatant="quin", vehicle=RAPIER)).refused("CE-SHEET-15")
    spec.when(TakeSeat(combatant="pia", vehicle=RAPIER, driving=True)).refused("CE-CLASS-10")
    spec.when(TakeSeat(combatant="pia", vehicle="dan")).refused("CE-SHEET-42")
    spec.when(TakeSeat(combatant="van", vehicle=RAPIER)).refused("CE-SHEET-42")
    spec.when(TakeSeat(combatant="quin")).refused("CE-SHEET-42")
    spec.when(TakeSeat(combatant="pia", driving=True)).refused("CE-SHEET-42")
    spec.given(LeftField(combatant="quin"))
    spec.when(TakeSeat(combatant="quin", vehicle="van")).refused("CE-SHEET-42")
    spec.when(TakeSeat(combatant="pia", vehicle="van")).then(SeatTaken(combatant="pia", vehicle="van"))
    assert craft(spec).passengers == ()
