"""Initiative (CE-INIT): who throws, what counts, fate before and after the dice, and how long a score holds."""

import pytest

from domain.core.commands import Join
from domain.core.events import PromptLapsed
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.conditions.conditions import ClearCondition, SetCondition, Surprise
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.health_categories import HealthChanged
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.narrator.scene import SetScore
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent, GrantFate
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.round.initiative import (
    BeginRound,
    InitiativeScored,
    InitiativeThrown,
    OrderSet,
    RoundBegun,
)
from domain.rulesets.century.chapters.round.slots import EndAction
from domain.rulesets.century.chapters.round.staggered_order import PassBegun, SlotOpened
from domain.rulesets.century.state import Initiative
from domain.rulesets.century.words import ConditionName
from tests.rules.century.builders import does, finishes, holders, modified, of
from tests.rules.century.specification import (
    Specification,
    fight,
    given,
    in_action,
    newcomer,
    policy,
    stub,
    unasked,
)

AMBUSH = ("sam", "mulan", "jonny", "guido")
SURPRISE = (modified("sam", -2, "surprise"), modified("mulan", -2, "surprise"))
OWN_GROUND = (modified("jonny", 1, "own ground"), modified("guido", 1, "own ground"))
FACES = ["sam 2d6: 2 3", "mulan 2d6: 4 6", "jonny 2d6: 1 3", "guido 2d6: 2 3"]
SCENE = BeginRound(modifiers=(*SURPRISE, *OWN_GROUND))


def ambush(**changes: int) -> Specification:
    """Sam and Mulan against Jonny and Guido; nobody is asked but Sam where a test wants it."""
    return given(fight(newcomer("sam", **changes), "mulan", "jonny", "guido"), *unasked("mulan", "sam"))


def score(spec: Specification, name: str) -> int:
    initiative = of(spec, name).initiative
    assert initiative is not None, f"{name} has no score"
    return initiative.score


@pytest.mark.rule("CE-INIT-3", "CE-INIT-6", "CE-SHEET-33", "CE-SHEET-9")
def test_a_score_is_dice_bonus_modifiers_and_fate() -> None:
    ambush().when(BeginRound(modifiers=SURPRISE), throws=FACES).then(
        InitiativeScored(combatant="sam", initiative=Initiative(5, 2, -2, 0, 0, 5)),
        InitiativeScored(combatant="mulan", initiative=Initiative(10, 4, -2, 0, 0, 12)),
    )
    spec = ambush(initiative_modifier=3).when(SCENE, throws=FACES)
    assert of(spec, "sam").initiative == Initiative(5, 2, 1, 0, 0, 8)
    assert [score(spec, name) for name in ("mulan", "jonny", "guido")] == [12, 5, 6]


@pytest.mark.rule("CE-INIT-3")
def test_a_score_has_no_floor() -> None:
    slow = stub("a", initiative_modifier=-10)
    spec = given(fight(slow, stub("b")))
    spec.when(BeginRound(modifiers=(modified("a", 0),))).refused("CE-INIT-6")
    spec.when(BeginRound(modifiers=(modified("a", -60),)), throws=["a 2d6: 1 1", "b 2d6: 6 6"])
    assert score(spec, "a") == -68
    spec = given(fight(stub("a"), stub("b"))).when(
        BeginRound(modifiers=(modified("a", 60),)), throws=["2d6: 6 6", "2d6: 1 1"]
    )
    assert score(spec, "a") == 72


@pytest.mark.rule("CE-RUL-50")
def test_the_bonus_of_agility_is_no_percentage_and_the_dice_are_two() -> None:
    spec = ambush().when(BeginRound(), throws=["sam 2d6: 6 1", "mulan 2d6: 4 6", *FACES[2:]])
    assert of(spec, "sam").initiative == Initiative(7, 2, 0, 0, 0, 9)
    assert of(spec, "mulan").initiative == Initiative(10, 4, 0, 0, 0, 14)


@pytest.mark.rule("CE-INIT-3", "CE-INIT-12")
def test_surprise_counts_once_and_other_conditions_do_not() -> None:
    spec = given(fight(stub("a", hp_max=4), stub("b")))
    spec.when(Surprise(combatant="a", initiative=3, end_of_round=2))
    spec.when(SetCondition(combatant="a", condition="drunk", amount=90))
    spec.when(SetCondition(combatant="a", condition="dodge_penalty"))
    spec.when(InflictDamage(combatant="a", amount=3)).then(HealthChanged)
    spec.when(BeginRound(), throws=["a 2d6: 6 6", "b 2d6: 1 1"]).never(RollCalled)
    assert of(spec, "a").initiative == Initiative(12, 0, -3, 0, 0, 9)
    assert {"surprised", "dodge_penalty"} <= of(spec, "a").conditions.keys()
    spec.when(finishes("a")).when(finishes("b")).when(BeginRound(), throws=["2d6: 6 6", "2d6: 1 1"])
    assert of(spec, "a").initiative == Initiative(12, 0, 0, 0, 0, 12)


@pytest.mark.rule("CE-INIT-6")
def test_modifiers_of_the_narrator_have_reasons_add_up_and_hold_for_one_round() -> None:
    spec = given(fight(stub("a"), stub("b")))
    two = BeginRound(modifiers=(modified("a", -2, "surprise"), modified("a", 1, "own ground")))
    spec.when(two, throws=["2d6: 3 4", "2d6: 1 1"])
    begun = spec.events[1]
    assert isinstance(begun, RoundBegun)
    assert begun.modifiers == (("a", -2, "surprise"), ("a", 1, "own ground"))
    assert score(spec, "a") == 6
    spec.when(finishes("a")).when(finishes("b")).when(BeginRound(), throws=["2d6: 3 4", "2d6: 1 1"])
    assert score(spec, "a") == 7
    spec = given(fight(stub("a"), stub("b"))).when(BeginRound(modifiers=(modified("nobody", 1),)))
    spec.refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.modifiers[0].combatant"


@pytest.mark.rule("CE-INIT-2", "CE-INIT-4")
def test_who_is_up_throws_in_the_order_of_joining() -> None:
    down = ("asleep", "dying", "held", "stunned", "dead")
    spec = given(fight("rattlesnake", "suv", "desk", *map(stub, down), stub("a")))
    spec.given(
        SetCondition(combatant="asleep", condition="unconscious"),
        SetDowned(combatant="dying", status="dying", hp=-1),
        SetDowned(combatant="held", status="stabilized", hp=-1),
        SetCondition(combatant="stunned", condition="stunned"),
        SetDowned(combatant="dead", status="dead"),
    )
    spec.when(BeginRound(), throws=["rattlesnake 2d6: 1 2", "a 2d6: 6 5"])
    thrown = [event for event in spec.events if isinstance(event, InitiativeThrown)]
    assert [(one.combatant, one.dice.dice) for one in thrown] == [("rattlesnake", (1, 2)), ("a", (6, 5))]
    assert score(spec, "a") == 11
    assert spec.fight.order == (("a",), ("rattlesnake",))


@pytest.mark.rule("CE-INIT-5", "CE-TIE-1")
def test_the_higher_score_acts_earlier() -> None:
    spec = ambush().when(SCENE, throws=FACES).then(OrderSet(groups=(("mulan",), ("guido",), ("sam",), ("jonny",))))
    assert holders(spec) == ("mulan",)


@pytest.mark.rule("CE-INIT-7")
def test_fate_before_the_dice_gives_three_each_and_is_spent_at_the_answer() -> None:
    spec = ambush(fp=2).given(policy("sam", "initiative_before", "ask"))
    spec.when(SCENE).asks("initiative_before", "sam").never(InitiativeThrown)
    spec.answer(3).refused("CE-FATE-4")
    spec.answer(2, throws=FACES).then(FateSpent(combatant="sam", points=2, use="initiative_before"), InitiativeThrown)
    assert (of(spec, "sam").initiative, of(spec, "sam").fp) == (Initiative(5, 2, -2, 2, 0, 11), 0)


@pytest.mark.rule("CE-INIT-7")
def test_fate_declared_before_is_gone_while_others_are_still_asked() -> None:
    spec = given(fight(stub("a", role="major", fp=3), stub("b", role="character", fp=1)))
    spec.when(BeginRound()).asks("initiative_before", "a").asks("initiative_before", "b")
    spec.answer(2, to="a").then(FateSpent(combatant="a", points=2, use="initiative_before")).never(InitiativeThrown)
    assert of(spec, "a").fp == 1
    spec.answer(0, to="b", throws=["a 2d6: 1 1", "b 2d6: 1 1"]).never(FateSpent)
    spec.answer(0, to="a").answer(0, to="b")
    assert of(spec, "a").initiative == Initiative(2, 0, 0, 2, 0, 8)


@pytest.mark.rule("CE-INIT-7")
def test_only_fate_users_with_points_are_asked_and_a_standing_number_spends_what_is_there() -> None:
    people = (stub("a", role="major", fp=2), stub("b", role="major"), stub("c"))
    spec = given(fight(*people), policy("a", "initiative_before", 5), policy("b", "initiative_before", 5))
    spec.when(BeginRound(), throws=["2d6: 1 1", "2d6: 1 1", "2d6: 1 1"]).then(
        FateSpent(combatant="a", points=2, use="initiative_before")
    )
    assert [score(spec, name) for name in "abc"] == [8, 2, 2]
    given(fight(*people)).when(BeginRound(), "c: initiative_before 1").refused("CE-FATE-4")


@pytest.mark.rule("CE-INIT-8")
def test_fate_after_all_dice_gives_one_each_and_takes_effect_together() -> None:
    spec = ambush(fp=2).given(policy("sam", "initiative_after", "ask"), policy("mulan", "initiative_after", "ask"))
    spec.when(SCENE, throws=FACES).asks("initiative_after", "sam").asks("initiative_after", "mulan")
    spec.answer(1, to="mulan").never(FateSpent, InitiativeScored)
    assert of(spec, "mulan").fp == 4
    spec.answer(2, to="sam").then(
        FateSpent(combatant="sam", points=2, use="initiative_after"),
        FateSpent(combatant="mulan", points=1, use="initiative_after"),
        InitiativeScored,
    )
    assert (of(spec, "sam").initiative, of(spec, "sam").fp) == (Initiative(5, 2, -2, 0, 2, 7), 0)
    assert (score(spec, "mulan"), of(spec, "mulan").fp) == (13, 3)


@pytest.mark.rule("CE-INIT-8")
def test_after_the_dice_nobody_spends_more_than_is_left_by_then() -> None:
    spec = given(fight(stub("a", role="major", fp=2), stub("b", role="major", fp=1), stub("c")), *unasked("c"))
    spec.given(policy("a", "initiative_before", 0), policy("b", "initiative_before", 0))
    spec.when(BeginRound(), throws=["2d6: 1 1", "2d6: 1 1", "2d6: 1 1"]).answer(2, to="a")
    spec.when(GrantFate(combatant="a", amount=-1)).answer(0, to="b")
    assert (of(spec, "a").fp, score(spec, "a")) == (0, 3)


@pytest.mark.rule("CE-INIT-8")
@pytest.mark.parametrize("condition", ["stunned", "unconscious"])
def test_whoever_is_felled_before_the_last_answer_spends_and_gains_nothing(condition: ConditionName) -> None:
    spec = given(fight(stub("a", role="major", fp=2), stub("b", role="major", fp=1), stub("c")), *unasked("c"))
    spec.given(policy("a", "initiative_before", 0), policy("b", "initiative_before", 0))
    spec.when(BeginRound(), throws=["2d6: 1 1", "2d6: 1 1", "2d6: 1 1"]).answer(2, to="a")
    spec.when(SetCondition(combatant="a", condition=condition)).answer(0, to="b").never(FateSpent)
    assert (of(spec, "a").fp, of(spec, "a").initiative) == (2, None)


@pytest.mark.rule("CE-INIT-9", "CE-FATE-11")
def test_both_kinds_may_be_spent_and_what_went_before_is_gone_after() -> None:
    spec = given(fight(stub("a", role="character", fp=3), stub("b")))
    spec.when(BeginRound(), "a: initiative_before 2", throws=["2d6: 1 1", "2d6: 1 1"])
    asked = spec.fight.prompts[0]
    assert (asked.kind, asked.to, asked.about["fate"], asked.about["dice"]) == ("initiative_after", "a", 1, 2)
    spec.answer(1)
    assert of(spec, "a").initiative == Initiative(2, 0, 0, 2, 1, 9)
    spec = given(fight(stub("a", role="character", fp=2), stub("b")))
    spec.when(BeginRound(), "a: initiative_before 2", throws=["2d6: 1 1", "2d6: 1 1"]).then(SlotOpened)


@pytest.mark.rule("CE-INIT-8")
def test_whoever_can_act_no_more_is_not_asked_any_more_and_has_no_score() -> None:
    spec = given(fight(stub("a", role="major", fp=2), stub("b")))
    spec.when(BeginRound()).when(SetCondition(combatant="a", condition="unconscious"), throws=["b 2d6: 1 1"])
    spec.then(PromptLapsed, OrderSet(groups=(("b",),)))
    assert of(spec, "a").initiative is None


@pytest.mark.rule("CE-INIT-10")
def test_nothing_in_the_round_changes_a_score() -> None:
    spec = given(fight(stub("a", role="major", fp=2, hp_max=10), stub("b"), stub("c")), *unasked("a"))
    spec.when(BeginRound(), throws=["2d6: 6 6", "2d6: 5 5", "2d6: 4 4"])
    before, order = of(spec, "a").initiative, spec.fight.order
    spec.given(
        SetScore(combatant="a", ability="agl", score=1),
        InflictDamage(combatant="a", amount=8),
        GrantFate(combatant="a", amount=-2),
        Surprise(combatant="a", initiative=12),
    )
    assert (of(spec, "a").initiative, spec.fight.order) == (before, order)
    spec.when(does("a")).when(EndAction(actor="a"))
    assert (of(spec, "a").initiative, spec.fight.order) == (before, order)


@pytest.mark.rule("CE-INIT-11", "CE-SHEET-33")
def test_every_round_is_thrown_for_anew() -> None:
    start = given(fight(stub("a", role="major"), stub("b")))
    spec = start.when(BeginRound(), throws=["2d6: 6 6", "2d6: 1 1"])
    spec.when(finishes("a")).when(finishes("b"))
    assert (of(spec, "a").initiative, of(spec, "b").initiative) == (None, None)
    spec.when(BeginRound(), throws=["a 2d6: 1 1", "b 2d6: 2 1"]).then(OrderSet(groups=(("b",), ("a",))))
    assert (score(spec, "a"), score(spec, "b")) == (2, 3)


@pytest.mark.rule("CE-INIT-13")
def test_a_round_begins_in_its_order_of_work() -> None:
    spec = given(fight(stub("a", role="major", fp=2), stub("b")))
    spec.when(BeginRound(), "a: initiative_before 1", "a: initiative_after 1", throws=["2d6: 1 1", "2d6: 1 2"])
    spec.then(
        RoundBegun(round=1, pools={"a": 10, "b": 10}),
        FateSpent(combatant="a", points=1, use="initiative_before"),
        InitiativeThrown,
        InitiativeThrown,
        FateSpent(combatant="a", points=1, use="initiative_after"),
        InitiativeScored,
        InitiativeScored,
        OrderSet(groups=(("a",), ("b",))),
        PassBegun(run=1),
        SlotOpened(members={"a": 5}, place=0),
    )
    assert spec.fight.step == "actions"


@pytest.mark.rule("CE-INIT-14")
def test_a_joiner_has_a_full_pool_but_no_score_and_no_slot() -> None:
    spec = given(fight(stub("a", "avenger_9mm"), stub("b")), *in_action("a", "b"))
    spec.when(stub("late", mp_base=12))
    assert (of(spec, "late").pool, of(spec, "late").initiative) == (12, None)
    spec.when(Attack(actor="a", target="late", range="short"), "late: defence dodge", throws=["d100: 90"])
    assert of(spec, "late").pool == 8
    spec.when(finishes("a")).when(finishes("b"))
    assert spec.fight.step == "conclusion"
    spec.when(BeginRound(), throws=["2d6: 1 1", "2d6: 1 1", "late 2d6: 6 6"])
    assert holders(spec) == ("late",)


@pytest.mark.rule("CE-INIT-14")
def test_who_joins_or_wakes_while_others_are_asked_does_not_throw() -> None:
    spec = given(fight(stub("a", role="major", fp=1), stub("sleeper")))
    spec.given(SetCondition(combatant="sleeper", condition="unconscious"))
    spec.when(BeginRound()).when(Join(id="late", sheet={"name": "Late", "hp_max": 10}))
    spec.when(ClearCondition(combatant="sleeper", condition="unconscious"))
    spec.answer(0, throws=["a 2d6: 1 1"]).answer(0).then(OrderSet(groups=(("a",),)))
    assert (of(spec, "late").pool, of(spec, "sleeper").pool) == (10, 0)


@pytest.mark.rule("CE-INIT-14")
def test_the_woken_and_the_revived_have_neither_score_nor_slot_nor_pool() -> None:
    spec = given(fight(stub("a"), stub("b"), stub("c"), stub("d")), *in_action("a", "b", "c", "d"))
    spec.given(
        SetCondition(combatant="b", condition="unconscious"),
        ClearCondition(combatant="b", condition="unconscious"),
        SetDowned(combatant="c", status="dying", hp=-1),
        SetDowned(combatant="c", status="up", hp=5),
    )
    assert [(of(spec, name).initiative, of(spec, name).pool) for name in "bc"] == [(None, 0), (None, 0)]
    spec.when(finishes("a"))
    assert holders(spec) == ("d",)
    spec.when(finishes("d")).when(BeginRound(), throws=["2d6: 1 1"] * 4)
    assert holders(spec) == ("a", "b", "c", "d")


@pytest.mark.rule("CE-INIT-14")
def test_against_those_without_a_score_no_attack_is_too_fast() -> None:
    fast = in_action("a", "b", scores={"a": 30, "b": 1})
    spec = given(fight(stub("a", "avenger_9mm"), stub("b")), *fast).when(stub("late"))
    spec.when(Attack(actor="a", target="late", range="short")).asks("defence", "late")
    spec = given(fight(stub("a", "avenger_9mm"), stub("b")), *fast)
    spec.when(Attack(actor="a", target="b", range="short"), throws=["d100: 90"])
    assert not spec.fight.prompts


@pytest.mark.rule("CE-INIT-14")
def test_a_driver_who_comes_to_does_not_drive_in_this_round() -> None:
    spec = given(fight(stub("a"), stub("b"), newcomer("suv", driver="b")))
    spec.given(*in_action("a", "b", pools={"suv": 12}))
    spec.given(SetCondition(combatant="b", condition="stunned"), ClearCondition(combatant="b", condition="stunned"))
    spec.when(finishes("a"))
    assert spec.fight.step == "conclusion"


@pytest.mark.rule("CE-INIT-15")
def test_no_round_begins_with_nobody_able_to_act() -> None:
    spec = given(fight(stub("a"), "suv"), SetCondition(combatant="a", condition="stunned"))
    spec.when(BeginRound()).refused("CE-INIT-15")
    spec.given(ClearCondition(combatant="a", condition="stunned")).when(BeginRound(), throws=["2d6: 1 1"])
    assert spec.fight.round == 1


@pytest.mark.rule("CE-INIT-1")
def test_rounds_are_numbered_and_begin_only_by_the_command() -> None:
    spec = given(fight(stub("a"))).when(BeginRound(), throws=["2d6: 1 1"])
    assert spec.fight.round == 1
    spec.when(BeginRound()).refused("CE-INIT-1")
    spec.when(finishes("a")).never(RoundBegun)
    assert (spec.fight.round, spec.fight.step) == (1, "conclusion")
    spec.when(BeginRound(), throws=["2d6: 1 1"]).then(RoundBegun(round=2, pools={"a": 10}))
