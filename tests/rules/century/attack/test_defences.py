"""Defences (CE-DODGE): who may dodge, when, at what cost, and who is too slow."""

from typing import Any

import pytest

from domain.core.commands import Join, SetPolicy
from domain.core.events import Prompted, PromptLapsed, Resumed
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.attack.defences import Defended, Outpaced
from domain.rulesets.century.chapters.attack.shots import ShotHit, ShotMissed
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet, SetCondition
from domain.rulesets.century.chapters.conditions.downed import Downed
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.movement.vehicles import SeatTaken
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.initiative import RoundBegun
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import EndAction, FinishRound
from domain.rulesets.century.state import Condition, DefenceCalled, Place
from domain.rulesets.century.words import Defence
from tests.rules.century.builders import FATE, found, paid, parts, refused, skirmish, targets
from tests.rules.century.specification import Specification, attack, policy, roll, stub

GUN = "avenger_9mm"
MISS = ["d100: 93"]
DODGE = {"defence": "dodge"}
BOUGHT = {"defence": "dodge", "fate": True}


def shoot(actor: str = "a", target: str = "b", **fields: Any) -> Attack:
    """A shot at short range, or another attack."""
    return attack(actor, target, **{"range": "short", **fields})


def fired_at(b: Join | None = None, **options: Any) -> Specification:
    """a shoots at b, who is asked whether it defends itself."""
    return skirmish(stub("a", GUN), b or stub("b"), asked=("b",), **options).when(shoot())


def not_asked(spec: Specification) -> None:
    """The shot goes straight on to its throw, which misses."""
    spec.when(shoot(), throws=MISS).then(ShotMissed).never(Defended, Prompted)


@pytest.mark.rule("CE-DODGE-1", "CE-DODGE-2", "CE-MOD-8", "CE-RUL-74", "CE-HIT-5")
@pytest.mark.parametrize(("agility", "reduction"), [(9, 15), (13, 27), (7, 9), (4, 0), (3, 0)])
def test_a_dodge_takes_fifteen_and_agility_off_and_never_adds(agility: int, reduction: int) -> None:
    spec = fired_at(stub("b", agl=agility)).asks("defence", "b").never(TargetFixed)
    spec.answer(DODGE, throws=MISS).then(
        Defended(combatant="b", attacker="a", defence=DefenceCalled("dodge", reduction)), TargetFixed
    )
    assert targets(spec) == [60 - reduction]
    assert parts(spec).get("dodge") == (-reduction or None)


@pytest.mark.rule("CE-DODGE-1", "CE-ABIL-3")
def test_it_is_agilitys_reaction_adjustment_that_counts() -> None:
    nimble = stub("b", agl=13, overrides={"agl": {"reaction_adjustment": 5}})
    assert targets(fired_at(nimble).answer(DODGE, throws=MISS)) == [40]


@pytest.mark.rule("CE-DODGE-2")
def test_whoever_is_asked_knows_the_attack_and_its_target_number() -> None:
    (prompt,) = fired_at().fight.prompts
    shown = {key: value for key, value in prompt.about.items() if key != "attack"}
    expected = {"attacker": "a", "with": "Avenger 9mm", "mode": "ranged", "target": 60, "too_slow": False}
    assert shown == expected


@pytest.mark.rule("CE-DODGE-3", "CE-MP-7")
def test_a_dodge_costs_four_of_the_dodgers_own_pool_also_when_it_has_finished() -> None:
    spec = fired_at().answer(DODGE, throws=MISS)
    assert (paid(spec), spec.fight.people["b"].pool) == ([("b", 4)], 6)
    done = skirmish("b", stub("a", GUN), asked=("b",), scores={"b": 10, "a": 9})
    done.given(FinishRound(actor="b")).when(shoot()).asks("defence", "b")
    done.answer(DODGE, throws=MISS).then(Defended)


@pytest.mark.rule("CE-DODGE-3", "CE-DODGE-18")
@pytest.mark.parametrize(("pool", "asked"), [(3, False), (4, True)])
def test_with_fewer_than_four_points_nobody_dodges(pool: int, asked: bool) -> None:
    spec = skirmish(stub("a", GUN), "b", asked=("b",), pools={"b": pool})
    if asked:
        spec.when(shoot()).asks("defence", "b").answer(DODGE, throws=MISS)
        assert spec.fight.people["b"].pool == 0
    else:
        not_asked(spec)


@pytest.mark.rule("CE-DODGE-4")
@pytest.mark.parametrize(("score", "slow"), [(7, True), (8, False), (12, False), (20, False)])
def test_five_points_of_initiative_are_too_fast(score: int, slow: bool) -> None:
    spec = skirmish(stub("c"), stub("a", GUN), "b", asked=("b",), scores={"c": 30, "a": 12, "b": score})
    if score > 12:
        spec.given(FinishRound(actor="c"), FinishRound(actor="b")).when(shoot()).asks("defence", "b")
        return
    spec.given(FinishRound(actor="c"))
    if slow:
        not_asked(spec)
    else:
        spec.when(shoot()).asks("defence", "b")


@pytest.mark.rule("CE-DODGE-4", "CE-INIT-14")
def test_against_whoever_joins_in_mid_round_nothing_is_too_fast() -> None:
    late = skirmish(stub("a", GUN), "c", scores={"a": 30, "c": 1}).given(stub("b"))
    assert late.fight.people["b"].initiative is None
    late.fight.people["b"].pool = 10
    late.when(shoot()).asks("defence", "b")


@pytest.mark.rule("CE-DODGE-4", "CE-DODGE-5", "CE-RUL-71", "CE-FATE-11")
def test_two_fate_points_buy_the_dodge_of_the_too_slow() -> None:
    spec = fired_at(stub("b", **FATE), scores={"a": 12, "b": 7}).asks("defence", "b")
    refused(spec.answer(DODGE), "CE-DODGE-4", "command.answer.fate")
    spec.answer(BOUGHT, throws=["d100: 46"]).then(
        Defended(combatant="b", attacker="a", defence=DefenceCalled("dodge", 15, True)), ShotMissed
    )
    bearer = spec.fight.people["b"]
    assert (targets(spec), bearer.fp, bearer.pool) == ([45], 0, 6)
    assert bearer.conditions["dodge_penalty"].amount == 25


@pytest.mark.rule("CE-SHEET-8", "CE-MP-1", "CE-HIT-9")
def test_a_defence_is_paid_with_the_answer() -> None:
    spec = fired_at(stub("b", **FATE), scores={"a": 12, "b": 7}).given(policy("b", "fate_before", "ask"))
    spec.when(roll("b")).asks("fate_before", "b")
    spec.answer(BOUGHT, to="b", throws=["b d100: 40", "a d100: 46"])
    spec.then(FateSpent(combatant="b", points=2, use="dodge"), PointsSpent, Defended, PromptLapsed, Resumed)
    assert (spec.fight.people["b"].fp, spec.fight.people["b"].pool) == (0, 6)


@pytest.mark.rule("CE-DODGE-5")
def test_fate_where_none_is_needed_is_refused() -> None:
    spec = fired_at(stub("b", **FATE), scores={"a": 12, "b": 8}).asks("defence", "b")
    refused(spec.answer(BOUGHT), "CE-DODGE-5", "command.answer.fate")


@pytest.mark.rule("CE-DODGE-5", "CE-DODGE-17", "CE-DODGE-18")
@pytest.mark.parametrize(
    ("sheet", "asked"),
    [
        ({}, False),
        ({"role": "major", "fp": 1}, False),
        ({"role": "major", "fp": 2}, True),
        ({"role": "character"}, False),
    ],
)
def test_only_fp_users_with_two_points_buy_it(sheet: dict[str, Any], asked: bool) -> None:
    spec = skirmish(stub("a", GUN), stub("b", **sheet), asked=("b",), scores={"a": 12, "b": 7})
    if asked:
        spec.when(shoot()).asks("defence", "b")
    else:
        not_asked(spec)


@pytest.mark.rule("CE-DODGE-6", "CE-DODGE-7", "CE-RUL-70")
def test_after_the_first_attack_that_is_too_fast_every_later_one_may_be_dodged() -> None:
    spec = skirmish(stub("a", GUN), stub("c", GUN), "b", asked=("b",), scores={"a": 12, "c": 11, "b": 5})
    spec.when(shoot(), throws=["d100: 61"]).then(Outpaced(combatant="b", attacker="a"), ShotMissed).never(Prompted)
    spec.given(FinishRound(actor="a")).when(shoot("c")).asks("defence", "b")
    spec.answer(DODGE, throws=["d100: 46"]).then(ShotMissed).never(Outpaced)


@pytest.mark.rule("CE-DODGE-6", "CE-RUL-70")
def test_by_option_the_first_attack_of_each_attacker_is_too_fast() -> None:
    spec = skirmish(
        stub("a", GUN), stub("c", GUN), "b", asked=("b",), scores={"a": 12, "c": 11, "b": 5}, too_slow_scope="pair"
    )
    spec.when(shoot(), throws=["d100: 61"]).given(FinishRound(actor="a"))
    spec.when(shoot("c"), throws=["d100: 61"]).then(Outpaced(combatant="b", attacker="c")).never(Prompted)
    spec.given(EndAction(actor="c"), FinishRound(actor="b")).when(shoot("c")).asks("defence", "b")


@pytest.mark.rule("CE-DODGE-6", "CE-RUL-70")
def test_an_attack_that_is_not_too_fast_changes_nothing() -> None:
    people = (stub("a", GUN), stub("c", GUN), "b")
    spec = skirmish(*people, asked=("b",), scores={"a": 12, "c": 8, "b": 5})
    spec.given(Turn(actor="a", degrees=30), EndAction(actor="a"))
    spec.when(shoot("c")).asks("defence", "b").answer("none", throws=["d100: 61"]).never(Outpaced)
    spec.given(FinishRound(actor="c"), FinishRound(actor="b"))
    not_asked(spec)


@pytest.mark.rule("CE-DODGE-7")
def test_it_is_noted_dodged_or_not_hit_or_miss_until_the_next_round_begins() -> None:
    for answer, throws, end in (
        (BOUGHT, MISS, ShotMissed),
        ("none", MISS, ShotMissed),
        ("none", ["d100: 60", "1d6: 1"], ShotHit),
    ):
        spec = fired_at(
            stub("b", fp=2, role="major"), scores={"a": 12, "b": 7}, after=(policy("b", "fate_miss", "never"),)
        )
        spec.answer(answer, throws=throws).then(Outpaced(combatant="b", attacker="a"), end)
        assert spec.fight.people["b"].outpaced_by == ("a",)
        assert spec.given(RoundBegun(round=2, pools={"a": 10, "b": 10})).fight.people["b"].outpaced_by == ()


@pytest.mark.rule("CE-DODGE-7", "CE-DODGE-8", "CE-DTAP-3", "CE-RUL-73")
def test_a_double_tap_is_one_attack_with_one_defence() -> None:
    slow = skirmish(stub("a", GUN), "b", asked=("b",), scores={"a": 12, "b": 7})
    slow.when(shoot(fire="double_tap"), throws=MISS * 2).never(Prompted)
    assert len(found(slow, Outpaced)) == 1
    spec = skirmish(stub("a", GUN), "b", asked=("b",)).when(shoot(fire="double_tap"))
    spec.answer(DODGE, throws=MISS * 2)
    assert (targets(spec), paid(spec)) == ([45, 35], [("b", 4)])
    assert not found(spec, Prompted)


@pytest.mark.rule("CE-DODGE-8")
def test_any_number_of_attacks_is_dodged_as_far_as_points_go() -> None:
    spec = skirmish(stub("a", GUN), stub("c", GUN), stub("d", GUN), "b", asked=("b",))
    for attacker in ("a", "c"):
        spec.when(shoot(attacker), "b: defence dodge", throws=MISS).then(Defended)
        spec.given(FinishRound(actor=attacker))
    assert spec.fight.people["b"].pool == 2
    spec.when(shoot("d"), throws=MISS).never(Prompted, Defended)


@pytest.mark.rule("CE-DODGE-16")
def test_neither_the_downed_nor_the_stunned_nor_the_unaware_dodge() -> None:
    for state in (
        Downed(combatant="b", dies_in_round=2),
        ConditionSet(combatant="b", condition=Condition("stunned")),
        ConditionSet(combatant="b", condition=Condition("unconscious")),
    ):
        not_asked(skirmish(stub("a", GUN), stub("b", **FATE), asked=("b",), after=(state,)))
    spec = skirmish(stub("a", GUN), "b", asked=("b",))
    spec.when(shoot(unaware=True), throws=MISS).never(Prompted)
    hidden = skirmish(
        stub("a", GUN), "b", asked=("b",), after=(ConditionSet(combatant="a", condition=Condition("hidden")),)
    )
    hidden.when(shoot(), throws=MISS).never(Prompted)


@pytest.mark.rule("CE-DODGE-16")
def test_vehicles_and_objects_dodge_nothing_but_those_aboard_do() -> None:
    there = (Join(template="van"), Join(template="desk"))
    for thing in ("van", "desk"):
        spec = skirmish(stub("a", GUN), "b", asked=("b",), things=there, pools={"van": 10})
        spec.when(shoot(target=thing), throws=MISS).never(Prompted)
    aboard = skirmish(
        stub("a", GUN), "b", asked=("b",), things=there, after=(SeatTaken(combatant="b", vehicle="van", driving=True),)
    )
    aboard.when(shoot()).asks("defence", "b")


@pytest.mark.rule("CE-DODGE-19")
def test_a_dodge_moves_nobody_and_leaves_the_attackers_slot_alone() -> None:
    b = stub("b", position={"x": 3, "y": 4}, heading=90)
    spec = fired_at(b).answer(DODGE, throws=MISS)
    assert (spec.fight.people["b"].place, spec.fight.people["b"].heading) == (Place(3, 4), 90)
    turn = spec.fight.turn_of("a")
    assert turn is not None
    assert (turn.spent, turn.attacks, turn.open) == (3, 1, True)


@pytest.mark.rule("CE-DODGE-19")
def test_whoever_has_hidden_before_it_dodges_is_hidden_still() -> None:
    spec = fired_at().given(SetCondition(combatant="b", condition="hidden"))
    spec.answer(DODGE, throws=MISS).then(Defended)
    assert "hidden" in spec.fight.people["b"].conditions


@pytest.mark.rule("CE-DODGE-21", "CE-RUL-73", "CE-AUTO-8")
def test_in_a_spray_each_target_defends_itself() -> None:
    spray = [{"target": "b", "rounds": 5}, {"target": "c", "rounds": 5}]
    spec = skirmish(stub("a", "ko911"), "b", stub("c", agl=10), asked=("b", "c"))
    spec.when(attack("a", None, fire="full_auto", spray=spray, range="short")).asks("defence", "b")
    spec.answer(DODGE, throws=["d100: 46"]).asks("defence", "c")
    assert (targets(spec), paid(spec)) == ([45], [("b", 4)])
    spec.answer(DODGE, throws=["d100: 43"])
    assert (targets(spec), paid(spec)) == ([42], [("c", 4)])
    one = skirmish(stub("a", "ko911"), "b", "c", asked=("b", "c"))
    volley = attack("a", None, fire="full_auto", spray=spray, range="short")
    one.when(volley, "b: defence dodge", "c: defence none", throws=MISS * 2)
    assert (targets(one), paid(one)) == ([45, 60], [("a", 3), ("b", 4)])


@pytest.mark.rule("CE-DODGE-22")
@pytest.mark.parametrize("standing", [(), (policy("b", "defence", "never"), policy("b", "defence", "ask"))])
def test_without_a_policy_or_with_ask_one_is_asked(standing: tuple[SetPolicy, ...]) -> None:
    fired_at(after=standing).asks("defence", "b").never(Defended, TargetFixed)


@pytest.mark.rule("CE-DODGE-22")
def test_a_policy_defends_wherever_that_is_legal_without_fate_and_else_not_at_all() -> None:
    sure = (policy("b", "defence", "dodge"),)
    spec = skirmish(stub("a", GUN), "b", asked=("b",), after=sure).when(shoot(), throws=["d100: 46"])
    assert spec.then(Defended).fight.people["b"].pool == 6
    slow = skirmish(stub("a", GUN), stub("b", **FATE), asked=("b",), after=sure, scores={"a": 12, "b": 7})
    slow.given(policy("b", "fate_miss", "never")).when(shoot(), throws=MISS).never(Defended, Prompted)
    gunfight = skirmish(stub("a", GUN), "b", asked=("b",), after=(policy("b", "defence", "parry"),))
    gunfight.when(shoot(), throws=MISS).never(Defended, Prompted)
    never = skirmish(stub("a", GUN), "b", asked=("b",), after=(policy("b", "defence", "never"),))
    never.when(shoot(), throws=MISS).never(Defended, Prompted)
    trainings: tuple[tuple[Defence, tuple[str, ...]], ...] = (("block", ()), ("parry", ("sword",)))
    for manoeuvre, arms in trainings:
        trained = skirmish("a", stub("b", *arms), asked=("b",), after=(policy("b", "defence", manoeuvre),))
        trained.when(shoot(range="melee"), throws=["d100: 31"]).then(
            Defended(combatant="b", attacker="a", defence=DefenceCalled(manoeuvre, 30))
        )
