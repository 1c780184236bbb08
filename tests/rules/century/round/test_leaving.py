"""Who leaves the field (CE-END-8), and what waits for somebody who is not there any more."""

import pytest

from domain.core.commands import Command, SetPolicy
from domain.core.events import PromptLapsed
from domain.rulesets.century.chapters.attack.attack_terms import AttackWithdrawn
from domain.rulesets.century.chapters.attack.cover import CoveringSheet, SetCover
from domain.rulesets.century.chapters.conditions.downed import HpLost, SetDowned
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.vehicles import SeatTaken, TakeSeat
from domain.rulesets.century.chapters.narrator.other_actions import Hide
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.judging import RollClosed
from domain.rulesets.century.chapters.round.ending import LeaveField, LeftField, RoundEnded
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import ActionEnded
from domain.rulesets.century.chapters.round.staggered_order import SlotOpened
from tests.rules.century.builders import finishes, holders, of
from tests.rules.century.specification import attack, fight, given, in_action, newcomer, roll, stub, unasked


@pytest.mark.rule("CE-END-8")
def test_who_leaves_is_out_of_the_order_at_once() -> None:
    spec = given(fight(stub("a"), stub("b"), stub("c")), *in_action("a", "b", "c"))
    spec.when(LeaveField(combatant="a", reason="flees")).then(
        LeftField(combatant="a", reason="flees"),
        ActionEnded(combatant="a", how="out"),
        SlotOpened(members={"b": 5}, place=1),
    )
    assert (spec.fight.order, of(spec, "a").pool) == (((), ("b",), ("c",)), 0)
    spec.when(LeaveField(combatant="c")).when(LeaveField(combatant="c")).refused("CE-END-8")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.combatant"
    spec.when(finishes("b")).then(RoundEnded)


@pytest.mark.rule("CE-END-8")
def test_who_leaves_hides_nobody() -> None:
    spec = given(fight(stub("a"), stub("b")))
    spec.given(SetCover(combatant="b", objects=(CoveringSheet(object="a", percent=60),)))
    assert of(spec.when(LeaveField(combatant="a")), "b").cover.objects == ()


@pytest.mark.rule("CE-END-8")
def test_its_open_prompts_fall_away_as_none() -> None:
    spec = given(fight(stub("a"), stub("b")), *unasked("a"), *in_action("a", "b"))
    spec.when(attack("a", "b", natural="punch", range="melee")).asks("defence", "b")
    spec.when(LeaveField(combatant="b"), throws=["a d100: 90"]).then(LeftField, PromptLapsed).never(HpLost)
    assert (spec.fight.prompts, holders(spec)) == ((), ("a",))


@pytest.mark.rule("CE-END-8")
def test_nobody_asks_whoever_has_left_for_fate_nor_what_its_attempt_comes_to() -> None:
    spec = given(fight(stub("a", role="major", fp=3), stub("b")))
    spec.when(roll("a", 40)).answer(0, throws=["a d100: 50"]).asks("fate_after", "a")
    spec.when(LeaveField(combatant="a")).then(LeftField, PromptLapsed, RollClosed)
    assert not spec.fight.prompts
    spec.when(roll("a", 40)).refused("CE-END-8")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.roller"
    tried = given(fight("a", "b")).when(Attempt(actor="a", what="listens")).asks("set_target", "narrator")
    tried.when(LeaveField(combatant="a")).then(LeftField, PromptLapsed)
    assert not tried.fight.prompts


@pytest.mark.rule("CE-ACT-48", "CE-ROLL-17")
def test_whoever_dies_while_it_hides_is_not_hidden() -> None:
    spec = given(fight("a", "b"), *in_action("a", "b")).when(Hide(actor="a")).asks("set_target", "narrator")
    spec.when(SetDowned(combatant="a", status="dead")).then(PromptLapsed, ActionEnded(combatant="a", how="out"))
    assert "hidden" not in of(spec, "a").conditions


@pytest.mark.rule("CE-END-8", "CE-CALLED-4", "CE-MP-6")
@pytest.mark.parametrize("heard", [False, True])
def test_an_attack_that_nobody_can_make_any_more_waits_for_no_terms(heard: bool) -> None:
    ask_me = SetPolicy(of="a", kind="called_confirm", answer="ask")
    spec = given(fight("a", "b"), ask_me, *unasked("b"), *in_action("a", "b"))
    spec.when(attack("a", "b", natural="punch", range="melee", called="the chin")).asks("called_terms", "narrator")
    if heard:
        spec.answer({"base": 30}).asks("called_confirm", "a")
    spec.when(LeaveField(combatant="a")).then(LeftField, PromptLapsed, AttackWithdrawn).never(PointsSpent)
    assert (spec.fight.prompts, spec.fight.attack, holders(spec)) == ((), None, ("b",))


@pytest.mark.rule("CE-END-8", "CE-HIT-10")
@pytest.mark.parametrize("lost", [LeaveField(combatant="b"), SetDowned(combatant="b", status="dead")])
def test_an_attack_on_whoever_is_lost_before_it_is_paid_has_not_been_made(lost: Command) -> None:
    spec = given(fight("a", "b"), *unasked("b"), *in_action("a", "b"))
    spec.when(attack("a", "b", natural="punch", range="melee", called="the chin")).asks("called_terms", "narrator")
    assert spec.fight.attack is not None
    withdrawn = AttackWithdrawn(attack=spec.fight.attack.id, combatant="a", reason="the target is gone")
    spec.when(lost).then(PromptLapsed, withdrawn).never(PointsSpent)
    assert (spec.fight.prompts, holders(spec)) == ((), ("a",))


@pytest.mark.rule("CE-END-8")
def test_its_roll_is_void_and_its_seat_free() -> None:
    spec = given(fight(stub("a", role="major", fp=2), stub("b"), newcomer("suv", driver="a")))
    spec.when(roll("a", roll_id="r")).asks("fate_before", "a")
    spec.when(LeaveField(combatant="a")).then(
        LeftField(combatant="a"),
        SeatTaken(combatant="a"),
        RollClosed(roll="r", combatant="a", how="void"),
        PromptLapsed,
    )
    craft = of(spec, "suv").craft
    assert craft is not None
    assert (craft.driver, spec.fight.prompts, spec.fight.rolls) == (None, (), {})


@pytest.mark.rule("CE-END-8", "CE-SHEET-42")
def test_nobody_is_aboard_of_a_vehicle_that_has_left() -> None:
    joined = (stub("a"), stub("b"), newcomer("suv", driver="a", passengers=["b"]))
    spec = given(fight(*joined), *in_action("a", "b", pools={"suv": 12}))
    spec.when(LeaveField(combatant="suv")).then(
        LeftField(combatant="suv"), SeatTaken(combatant="a"), SeatTaken(combatant="b")
    )
    spec.when(Move(actor="a", mode="legs2", distance_m=1)).then()
    spec.when(TakeSeat(combatant="a", vehicle="suv", driving=True)).refused("CE-END-8")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.vehicle"


@pytest.mark.rule("CE-END-8")
@pytest.mark.parametrize("maneuver", ["none", "disarm"])
def test_what_an_attack_still_brings_makes_nothing_fall_that_has_left_the_field(maneuver: str) -> None:
    spec = given(fight(stub("a"), stub("b", "knife", hp_max=1)), *unasked("a", "b"), *in_action("a", "b"))
    item = "knife" if maneuver == "disarm" else None
    blow = attack("a", "b", natural="punch", range="melee", maneuver=maneuver, disarm_item=item)
    spec.when(blow, throws=["a d100: 3"]).asks("choose_critical", "narrator").when(LeaveField(combatant="b"))
    spec.answer({"effect": "automatic_hit"}).never(ItemDropped)
    assert (spec.fight.ground, of(spec, "b").hp < 1) == ({}, item is None)
