"""Move Points (CE-MP): pools, what is paid for and when, and what the encounter counts in a round (CE-SHEET-35)."""

import pytest

from domain.core.commands import Command
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.rolls.fate_points import GrantFate
from domain.rulesets.century.chapters.round.ending import LeaveField
from domain.rulesets.century.chapters.round.initiative import BeginRound, RoundBegun, RoundModifier
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import ActionEnded
from domain.rulesets.century.chapters.round.staggered_order import SlotOpened
from domain.rulesets.century.parts import CandidateSheet, RollTerms
from tests.rules.century.builders import does, ends, finishes, holders, modified, of, opened, played_out
from tests.rules.century.specification import (
    Specification,
    attack,
    fight,
    given,
    in_action,
    newcomer,
    policy,
    stub,
    unasked,
)

LOW = "2d6: 1 1"


def begun(spec: Specification, *modifiers: RoundModifier, throwing: int = 2) -> Specification:
    """Another round; its dice say nothing."""
    return spec.when(BeginRound(mp_modifiers=modifiers), throws=[LOW] * throwing)


def two() -> Specification:
    return given(fight(stub("a"), stub("b")), *in_action("a", "b"))


@pytest.mark.rule("CE-MP-1")
def test_a_pool_is_that_of_the_sheet_with_the_modifiers_of_the_round() -> None:
    spec = given(fight(stub("a"), stub("b", mp_modifier=3), "horse", stub("weak", mp_base=2)), *unasked("a"))
    modifiers = (modified("a", -4), modified("a", 1), modified("weak", -9))
    begun(spec, *modifiers, throwing=4).then(RoundBegun)
    assert [of(spec, name).pool for name in ("a", "b", "horse", "weak")] == [7, 13, 20, 0]
    event = spec.events[1]
    assert isinstance(event, RoundBegun)
    assert event.mp_modifiers == tuple((one.combatant, one.value, one.reason) for one in modifiers)
    assert not any("weak" in members for members in opened(spec.events))


@pytest.mark.rule("CE-MP-1", "CE-END-2")
def test_modifiers_of_the_narrator_hold_for_one_round() -> None:
    spec = begun(given(fight(stub("a"), stub("b"))), modified("a", 5))
    assert of(spec, "a").pool == 15
    begun(played_out(spec))
    assert of(spec, "a").pool == 10


@pytest.mark.rule("CE-MP-1")
def test_unknown_people_have_no_modifiers() -> None:
    spec = given(fight(stub("a"))).when(BeginRound(mp_modifiers=(modified("b", 1),))).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.mp_modifiers[0].combatant"


@pytest.mark.rule("CE-MP-2")
def test_fate_raises_no_pool() -> None:
    spec = given(fight(stub("a", role="major", fp=4), stub("b"))).when(
        BeginRound(), "a: initiative_before 2", "a: initiative_after 2", throws=[LOW, LOW]
    )
    assert (of(spec, "a").pool, of(spec, "a").fp) == (10, 0)
    spec.when(GrantFate(combatant="a", amount=3))
    assert (of(spec, "a").pool, of(spec, "a").fp) == (10, 3)


@pytest.mark.rule("CE-MP-3", "CE-MP-4")
def test_a_vehicle_has_a_pool_of_its_own() -> None:
    spec = begun(given(fight(stub("a"), stub("b"), newcomer("suv", driver="a"), "desk")))
    assert [of(spec, name).pool for name in ("a", "suv", "desk")] == [10, 12, 0]
    played_out(spec).when(SetDowned(combatant="b", status="dying", hp=0))
    begun(spec, modified("suv", -2), throwing=1)
    assert [of(spec, name).pool for name in ("a", "suv", "b")] == [10, 10, 0]


@pytest.mark.rule("CE-MP-4")
def test_what_is_not_spent_is_lost_and_nothing_is_owed() -> None:
    spec = two().when(does("a", 3))
    assert of(spec, "a").pool == 7
    played_out(spec)
    begun(spec)
    assert (of(spec, "a").pool, of(spec, "b").pool) == (10, 10)


@pytest.mark.rule("CE-MP-5", "CE-MP-6")
def test_a_step_that_the_pool_cannot_pay_is_refused_and_costs_nothing() -> None:
    spec = given(fight(stub("a"), stub("b")), *in_action("a", "b", pools={"a": 4}))
    spec.when(does("a", 5)).refused("CE-MP-5")
    part = spec.fight.part_of("a")
    assert (of(spec, "a").pool, part and (part.spent, part.touched)) == (4, (0, False))
    spec.when(does("a", 4)).then(PointsSpent(combatant="a", points=4, what="other_action"))
    assert of(spec, "a").pool == 0


@pytest.mark.rule("CE-MP-6")
def test_a_miss_and_a_failed_roll_give_nothing_back() -> None:
    spec = two().when(attack("a", "b", natural="kick", range="melee"), "b: defence none", throws=["d100: 90"])
    assert of(spec, "a").pool == 7
    terms = RollTerms(candidates=(CandidateSheet(base=20),))
    spec.when(OtherAction(actor="a", what="picks a lock", mp=2, terms=terms), throws=["d100: 90"])
    assert of(spec, "a").pool == 5


@pytest.mark.rule("CE-MP-7", "CE-RUL-57")
def test_reactions_use_the_pool_in_any_slot_and_no_limit_of_a_slot() -> None:
    people = (stub("a", "sword"), stub("b"))
    spec = given(fight(*people), *in_action("a", "b"), policy("b", "defence", "dodge"))
    spec.when(attack("a", "b", range="melee"), throws=["d100: 90"]).then(
        PointsSpent(combatant="b", points=4, what="dodge", reaction=True)
    )
    assert of(spec, "b").pool == 6
    spec.when(ends("a")).when(does("b", 5)).then(ActionEnded(combatant="b", how="spent"))
    assert of(spec, "b").pool == 1


@pytest.mark.rule("CE-MP-7", "CE-RUL-57")
def test_a_reaction_in_ones_own_common_slot_leaves_its_limit_alone() -> None:
    spec = given(fight(stub("a", "sword"), stub("b")), *in_action("a", "b", scores={"a": 7, "b": 7}))
    spec.when(attack("a", "b", range="melee"), "b: defence dodge", throws=["d100: 90"]).when(does("b", 5))
    assert (spec.refusal, of(spec, "b").pool) == (None, 1)


@pytest.mark.rule("CE-MP-7")
def test_who_has_finished_may_still_react() -> None:
    spec = given(fight(stub("b"), stub("a", "sword")), *in_action("b", "a"), policy("b", "defence", "dodge"))
    spec.when(finishes("b")).when(attack("a", "b", range="melee"), throws=["d100: 90"])
    assert (of(spec, "b").finished, of(spec, "b").pool) == (True, 6)


@pytest.mark.rule("CE-MP-8")
def test_with_an_empty_pool_the_slot_closes_and_no_other_comes() -> None:
    spec = given(fight(stub("a"), stub("b")), *in_action("a", "b", pools={"a": 3}))
    spec.when(does("a", 3)).then(ActionEnded(combatant="a", how="spent"), SlotOpened(members={"b": 5}, place=1))
    spec.when(does("b", 2)).when(ends("b")).then(SlotOpened(members={"b": 5}, place=1))
    spec = given(fight(stub("a", "sword"), stub("b")), *in_action("a", "b", pools={"b": 4}))
    spec.when(attack("a", "b", range="melee"), "b: defence dodge", throws=["d100: 90"]).when(ends("a"))
    assert (of(spec, "b").pool, holders(spec)) == (0, ("a",))


@pytest.mark.rule("CE-MP-3", "CE-MP-8", "CE-STAG-2", "CE-STAG-8")
def test_a_driver_goes_on_while_the_vehicle_has_points() -> None:
    spec = given(fight(stub("a"), stub("b"), newcomer("suv", driver="a", heading=0)))
    spec.given(*in_action("a", "b", pools={"a": 2, "suv": 3}))
    spec.when(does("a", 2)).never(ActionEnded)
    assert (of(spec, "a").pool, holders(spec)) == (0, ("a",))
    spec.when(Move(actor="a", mode="wheels", distance_m=20, vehicle="suv")).never(ActionEnded)
    assert (of(spec, "a").pool, of(spec, "suv").pool) == (0, 1)
    spec.when(ends("a")).when(does("b")).when(ends("b")).then(SlotOpened(members={"a": 5}, place=0))
    spec.when(Move(actor="a", mode="wheels", distance_m=10, vehicle="suv")).then(
        ActionEnded(combatant="a", how="spent")
    )
    spec.when(finishes("b"))
    assert spec.fight.step == "conclusion"


@pytest.mark.rule("CE-MP-9", "CE-STAG-4")
@pytest.mark.parametrize(
    "fate",
    [
        SetCondition(combatant="b", condition="unconscious"),
        SetCondition(combatant="b", condition="stunned"),
        InflictDamage(combatant="b", amount=10),
        InflictDamage(combatant="b", amount=15),
        SetDowned(combatant="b", status="stabilized"),
        LeaveField(combatant="b"),
    ],
)
def test_who_falls_loses_what_is_left_of_the_pool(fate: Command) -> None:
    spec = two().when(fate)
    assert (of(spec, "b").pool, of(spec, "a").pool) == (0, 10)


@pytest.mark.rule("CE-SHEET-35")
def test_the_round_counts_points_metres_attacks_and_what_vehicles_do() -> None:
    spec = given(fight(stub("a"), stub("b"), newcomer("suv", driver="b", heading=0)), *unasked("a", "b"))
    spec.given(*in_action("a", "b", pools={"suv": 12}))
    spec.when(attack("a", "b", natural="punch", range="melee"), throws=["d100: 90"])
    spec.when(Move(actor="a", mode="legs2", distance_m=3))
    a = of(spec, "a")
    assert (a.pool, a.metres, a.attacks) == (5, 3, 1)
    spec.when(Move(actor="b", mode="wheels", distance_m=25, vehicle="suv"))
    spec.when(Turn(actor="b", degrees=-40, vehicle="suv"))
    suv = of(spec, "suv")
    assert suv.craft is not None
    assert (suv.pool, suv.craft.used, suv.craft.degrees, suv.metres) == (7, 5, 40, 25)
    played_out(spec)
    suv, a = of(spec, "suv"), of(spec, "a")
    assert suv.craft is not None
    assert (suv.craft.used, suv.craft.degrees, suv.metres, a.metres, a.attacks) == (0, 0, 0, 0, 0)
