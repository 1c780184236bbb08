"""Initiative: dice, the order of the round, ties, lots (BD-INIT-1 to BD-INIT-6, BD-INIT-8, BD-RUL-17, -18)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown, PledgesSettled
from domain.rulesets.black_dice.chapters.dice.fate import FatePledged, FateSpent
from domain.rulesets.black_dice.chapters.perils.drinking import DrinkTaken, StepChanged
from domain.rulesets.black_dice.chapters.rounds.initiative import LotsCast, OrderSet
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound, RoundBegun, RoundEnded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious, Woke
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.parts import RollChoices
from tests.rules.black_dice.builders import waits
from tests.rules.black_dice.specification import Specification, fight, given, plain

KNIFE = {"weapons": [{"id": "knife"}], "ready": ["knife"]}


def one_die(name: str, **sheet: Any) -> Join:
    """Somebody with one initiative die and a knife in hand."""
    return plain(name, **{"initiative": 1, **KNIFE, **sheet})


def dice_of(spec: Specification) -> dict[str, int]:
    """White dice of the initiative of each."""
    return {event.combatant: event.pool for event in spec.events if isinstance(event, DiceThrown)}


@pytest.mark.rule("BD-INIT-1", "BD-INIT-2", "BD-INIT-3")
def test_most_successes_come_first_and_dex_breaks_ties() -> None:
    spec = given(fight("vane", "quill", "pryce", "kestrel"))
    spec.when(
        BeginRound(),
        throws=[
            "vane initiative W6[1,6,2,3,4,5]=2",
            "quill initiative W6[6,6,2,2,3,3]=2",
            "pryce initiative W3[1,2,6]=2",
            "kestrel initiative W7[1,6,1,2,2,3,4]=3",
        ],
    )
    successes = {"vane": 2, "quill": 2, "pryce": 2, "kestrel": 3}
    spec.then(RoundBegun(number=1, participants=("vane", "quill", "pryce", "kestrel")), DiceThrown)
    spec.then(OrderSet(order=("kestrel", "vane", "quill", "pryce"), successes=successes)).follows(OrderSet, DiceThrown)


@pytest.mark.rule("BD-INIT-2")
def test_more_successes_come_before_everything_that_breaks_ties() -> None:
    able = one_die("a", stats={"dex": 5, "wits": 5}, skills={"knives": 9})
    spec = given(fight(able, one_die("b"))).when(BeginRound(), throws=["a W1[3]=0", "b W1[1]=1"])
    spec.then(OrderSet(order=("b", "a"), successes={"a": 0, "b": 1}))


@pytest.mark.rule("BD-INIT-3", "BD-MOD-3")
@pytest.mark.parametrize(
    ("sheet", "other"),
    [
        ({"skills": {"knives": 2}}, {"skills": {"knives": 1}}),
        ({"skills": {"knives": 1}, "stats": {"wits": -1}}, {"skills": {"brawl": 9}}),  # what is not ready counts not
        ({"skills": {"knives": 1, "swordplay": 3}, "weapons": [{"id": "knife"}, {"id": "rapier"}],
          "ready": ["knife", "rapier"]}, {"skills": {"knives": 2}}),  # the best of the ready ones
        ({"skills": {"martial_arts": 2}}, {"skills": {"knives": 1}}),  # their bare hands are ready too
        ({"skills": {"brawl": 2}, "ready": [], "initiative": 4}, {"skills": {"knives": 1}}),
        ({"skills": {"martial_arts": 1}, "ready": []}, {"skills": {"brawl": 0}}),
        ({"stats": {"wits": 1}}, {}),
        ({"stats": {"dex": 1}}, {"skills": {"knives": 5}, "stats": {"wits": 3}}),  # DEX is looked at first
        ({"skills": {"knives": 1}}, {"stats": {"wits": 5}}),  # then the rank
    ],
)  # fmt: skip
def test_ties_go_to_dex_then_the_rank_of_a_ready_weapon_then_wits(sheet: dict[str, Any], other: dict[str, Any]) -> None:
    for names in (("a", "b"), ("b", "a")):
        joins = [one_die(name, **(sheet if name == "a" else other)) for name in names]
        spec = given(fight(*joins)).when(BeginRound(), throws=[f"{name} initiative W1[3]=0" for name in names])
        spec.then(OrderSet(order=("a", "b"), successes={"a": 0, "b": 0})).never(LotsCast)


@pytest.mark.rule("BD-INIT-3")
@pytest.mark.parametrize("skill", ["brawl", "martial_arts"])
def test_with_nothing_ready_the_better_of_brawl_and_martial_arts_breaks_ties(skill: str) -> None:
    bare = one_die("a", ready=[], initiative=4, skills={"brawl": 1, "martial_arts": 1, skill: 3})
    spec = given(fight(one_die("b", skills={"knives": 2}), bare, fists_ready="nobody"))
    spec.when(BeginRound(), throws=["b initiative W1[3]=0", "a initiative W1[3]=0"])
    spec.then(OrderSet(order=("a", "b"), successes={"b": 0, "a": 0})).never(LotsCast)


@pytest.mark.rule("BD-INIT-4")
def test_who_ties_in_everything_throws_lots_until_they_differ() -> None:
    def one(name: str, knives: int, wits: int) -> Join:
        return plain(name, stats={"dex": 2, "wits": wits}, skills={"knives": knives}, initiative=2, **KNIFE)

    spec = given(fight(one("a", 4, 0), one("b", 3, 2), one("c", 3, 1), one("d", 3, 1)))
    spec.when(
        BeginRound(),
        throws=[
            "a W2[1,2]=1",
            "b W2[6,3]=1",
            "c W2[2,1]=1",
            "d W2[5,6]=1",
            "c lots W1[4]=0",
            "d lots W1[4]=0",
            "c lots W1[2]=0",
            "d lots W1[5]=0",
        ],
    )
    spec.then(LotsCast, LotsCast, OrderSet(order=("a", "b", "d", "c"), successes={"a": 1, "b": 1, "c": 1, "d": 1}))
    spec.follows(OrderSet, LotsCast)


@pytest.mark.rule("BD-INIT-4")
def test_only_those_whose_lots_are_equal_throw_again() -> None:
    spec = given(fight(one_die("a"), one_die("b"), one_die("c")))
    first = ["a W1[2]=0", "b W1[2]=0", "c W1[2]=0"]
    spec.when(BeginRound(), throws=[*first, "a W1[3]=0", "b W1[6]=1", "c W1[3]=0", "a W1[1]=1", "c W1[2]=0"])
    spec.then(OrderSet(order=("b", "c", "a"), successes={"a": 0, "b": 0, "c": 0}))


@pytest.mark.rule("BD-INIT-5", "BD-INIT-3", "BD-RUL-22")
def test_without_a_readied_weapon_there_are_three_dice_less_but_not_below_none() -> None:
    spec = given(fight("lark", "tough"), Readied(combatant="tough", weapons=()))
    spec.when(BeginRound(), throws=["lark initiative W2[2,3]=0"])
    assert dice_of(spec) == {"lark": 2, "tough": 0}
    spec.then(DiceThrown)
    assert next(e.white_terms for e in spec.events if isinstance(e, DiceThrown)) == (
        ("initiative", 5),
        ("no_weapon", -3),
    )
    spec.then(OrderSet(order=("tough", "lark"), successes={"lark": 0, "tough": 0}))


@pytest.mark.rule("BD-INIT-5", "BD-MOD-3", "BD-RUL-22")
@pytest.mark.parametrize(
    ("fists_ready", "dice"),
    [
        ("martial_artists", {"kestrel": 7, "lark": 2, "brass_tom": 1}),
        ("everyone", {"kestrel": 7, "lark": 5, "brass_tom": 1}),
        ("nobody", {"kestrel": 4, "lark": 2, "brass_tom": 1}),
    ],
)
def test_whose_bare_hands_are_ready_is_a_choice_of_the_table(fists_ready: str, dice: dict[str, int]) -> None:
    spec = given(fight("kestrel", "lark", "brass_tom", fists_ready=fists_ready))
    white = [f"{name} W{count}[{','.join('3' * count)}]=0" for name, count in dice.items()]
    assert dice_of(spec.when(BeginRound(), throws=white)) == dice


@pytest.mark.rule("BD-INIT-6", "BD-SKILL-11")
def test_neither_wounds_nor_black_dice_touch_initiative_but_drink_does() -> None:
    hurt = HealthLost(combatant="vane", points=17, mark="normal", normal=17, bruise=0, health=-1)
    drunk: tuple[Event, ...] = (
        DrinkTaken(combatant="vane", drink="wine", penalties=12),
        StepChanged(combatant="vane", step=5),
    )
    spec = given(fight("vane"), hurt, *drunk).when(BeginRound(), throws=["vane W3[1,2,3]=1"])
    thrown = next(event for event in spec.events if isinstance(event, DiceThrown))
    assert (thrown.pool, thrown.divisor, thrown.black_terms) == (3, 2, ())
    spec = given(fight("vane"), *drunk, StepChanged(combatant="vane", step=6)).when(
        BeginRound(), throws=["vane W1[1]=1"]
    )
    assert dice_of(spec) == {"vane": 1}


@pytest.mark.rule("BD-INIT-6")
def test_fate_may_be_spent_on_initiative_and_is_named_beforehand() -> None:
    spec = given(fight("vane", "quill", "pryce"))
    spec.when(
        BeginRound(choices={"quill": RollChoices(fate=2)}),
        throws=["vane W6[1,3,3,3,3,3]=1", "quill W6[3,3,3,3,3,3]=0", "pryce W3[3,3,3]=0"],
    )
    successes = {"vane": 1, "quill": 2, "pryce": 0}
    spec.then(
        FateSpent(combatant="quill", pips=2, use="initiative"),
        OrderSet(order=("quill", "vane", "pryce"), successes=successes),
    )


@pytest.mark.rule("BD-INIT-6", "BD-GUAR-4")
def test_initiative_takes_no_trade_unless_all_rolls_do() -> None:
    traded = BeginRound(choices={"vane": RollChoices(trade=1)})
    given(fight("vane")).when(traded).refused("BD-GUAR-4")
    spec = given(fight("vane", guaranteed_scope="all_rolls")).when(traded, throws=["vane W3[3,3,3]=0"])
    spec.then(OrderSet(order=("vane",), successes={"vane": 1}))


@pytest.mark.rule("BD-INIT-6", "BD-FATE-9")
@pytest.mark.parametrize("timing", ["before", "after"])
def test_nobody_is_asked_for_initiative_and_pledges_wait_for_another_roll(timing: str) -> None:
    asks = plain("a", initiative=1, fate=12, player=True, policy={"ask_choices": True, "ask_reroll": True}, **KNIFE)
    spec = given(
        fight(asks, "lark", fate_timing=timing),
        FatePledged(helper="lark", beneficiary="a", successes=1, description="a cheer"),
    )
    spec.when(BeginRound(), throws=["a W1[3]=0", "lark W2[3,3]=0"]).then(OrderSet).never(PledgesSettled)
    assert not spec.fight.prompts


@pytest.mark.rule("BD-INIT-6")
def test_choices_are_for_those_who_throw() -> None:
    begin = BeginRound(combatants=("vane",), choices={"quill": RollChoices(fate=1)})
    given(fight("vane", "quill")).when(begin).refused(None, "invalid")


@pytest.mark.rule("BD-INIT-1", "BD-RUL-18")
def test_initiative_is_thrown_again_each_round() -> None:
    first = BeginRound()
    spec = given(fight(one_die("a"), one_die("b"))).when(first, throws=["a W1[1]=1", "b W1[3]=0"])
    spec.given(waits("a"), waits("b"), EndRound())
    spec.when(first, throws=["a W1[3]=0", "b W1[1]=1"]).then(OrderSet(order=("b", "a"), successes={"a": 0, "b": 1}))


def once(*joins: Join) -> Specification:
    """A fight in which initiative is thrown once, its first round over: a, b, c by their successes."""
    spec = given(fight(*joins, initiative="once"))
    spec.when(BeginRound(), throws=["a W3[1,1,1]=3", "b W3[1,1,3]=2", "c W3[1,3,3]=1"])
    return spec.given(waits("a"), waits("b"), waits("c"), EndRound())


THREE = [one_die(name, initiative=3) for name in "abc"]


@pytest.mark.rule("BD-INIT-1", "BD-RUL-18")
def test_thrown_once_the_order_stays() -> None:
    successes = {"a": 3, "b": 2, "c": 1}
    spec = (
        once(*THREE)
        .when(BeginRound())
        .never(DiceThrown)
        .then(OrderSet(order=("a", "b", "c"), successes=successes, standing=("a", "b", "c")))
    )
    spec.given(RoundEnded(number=2), FellUnconscious(combatant="a", reason="wounds"))
    spec.when(BeginRound()).never(DiceThrown).then(
        OrderSet(order=("b", "c"), successes=successes, standing=("a", "b", "c"))
    )
    spec.given(RoundEnded(number=3), Woke(combatant="a"), Readied(combatant="a", weapons=("knife",)))
    spec.when(BeginRound()).never(DiceThrown).then(
        OrderSet(order=("a", "b", "c"), successes=successes, standing=("a", "b", "c"))
    )


@pytest.mark.rule("BD-INIT-1", "BD-RUL-18")
@pytest.mark.parametrize(
    ("throw", "order"),
    [
        ("d W4[3,3,3,3]=0", ("a", "b", "c", "d")),
        ("d W4[1,3,3,3]=1", ("a", "b", "c", "d")),
        ("d W4[1,1,3,3]=2", ("a", "b", "d", "c")),
        ("d W4[1,1,1,3]=3", ("a", "d", "b", "c")),
        ("d W4[1,1,1,1]=4", ("d", "a", "b", "c")),
    ],
)
def test_newcomers_throw_once_and_stand_behind_those_whom_they_tie_with(throw: str, order: tuple[str, ...]) -> None:
    spec = once(*THREE).given(one_die("d", initiative=4))
    spec.when(BeginRound(), throws=[throw]).then(OrderSet).never(LotsCast)
    assert spec.fight.order == order
    spec.given(RoundEnded(number=2)).when(BeginRound()).never(DiceThrown)
    assert spec.fight.order == order


@pytest.mark.rule("BD-INIT-1")
def test_newcomers_who_tie_stand_in_the_order_of_joining() -> None:
    spec = once(*THREE).given(one_die("d"), one_die("e")).when(BeginRound(), throws=["d W1[3]=0", "e W1[3]=0"])
    assert spec.fight.order == ("a", "b", "c", "d", "e")


@pytest.mark.rule("BD-INIT-8")
def test_the_order_says_who_is_earlier_and_is_forgotten_with_the_round() -> None:
    spec = given(fight(one_die("a"), one_die("b"))).when(BeginRound(), throws=["a W1[3]=0", "b W1[1]=1"])
    assert spec.fight.earlier("b", "a")
    assert not spec.fight.earlier("a", "b")
    spec.given(one_die("c"))
    assert spec.fight.earlier("a", "c")
    assert not spec.fight.earlier("c", "a")
    assert [person.id for person in spec.fight.in_order()] == ["b", "a", "c"]
    spec.given(waits("b"), waits("a"), EndRound())
    assert [person.id for person in spec.fight.in_order()] == ["a", "b", "c"]


@pytest.mark.rule("BD-INIT-8")
def test_whoever_a_broken_tie_puts_first_is_the_winner_of_initiative() -> None:
    spec = given(fight(one_die("a"), one_die("b", stats={"dex": 1})))
    spec.when(BeginRound(), throws=["a W1[1]=1", "b W1[6]=1"]).then(
        OrderSet(order=("b", "a"), successes={"a": 1, "b": 1})
    )
    assert spec.fight.earlier("b", "a")
    assert not spec.fight.earlier("a", "b")
    lots = given(fight(one_die("a"), one_die("b")))
    lots.when(BeginRound(), throws=["a W1[3]=0", "b W1[3]=0", "a lots W1[2]=0", "b lots W1[5]=0"]).then(
        OrderSet(order=("b", "a"), successes={"a": 0, "b": 0})
    )
    assert lots.fight.earlier("b", "a")
    assert not lots.fight.earlier("a", "b")


@pytest.mark.rule("BD-INIT-1", "BD-RUL-17")
def test_initiative_dice_are_dex_and_wits_or_what_the_sheet_says() -> None:
    people = [
        plain("a", stats={"dex": 2, "wits": 1}, **KNIFE),
        plain("b", stats={"dex": -2}, **KNIFE),
        plain("c", stats={"dex": 2}, initiative=5, **KNIFE),
    ]
    spec = given(fight(*people))
    spec.when(BeginRound(), throws=["a W3[3,3,3]=0", "b W1[3]=0", "c W5[3,3,3,3,3]=0"])
    assert dice_of(spec) == {"a": 3, "b": 1, "c": 5}
