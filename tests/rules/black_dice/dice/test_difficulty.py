"""Difficulties and degrees of success (BD-DIFF, BD-DEG)."""

import pytest

from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.healing.stabilising import Stabilise
from domain.rulesets.black_dice.chapters.narrator.contests import ContestDecided
from domain.rulesets.black_dice.chapters.narrator.rulings import ModifierGiven, Modify
from domain.rulesets.black_dice.chapters.perils.drinking import StepChanged
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.tables import DEGREES, degree_of, rank_of
from domain.rulesets.black_dice.words import Degree
from tests.rules.black_dice.builders import (
    agenda,
    check,
    choosing,
    clash,
    contender,
    contest,
    duel,
    fell,
    fighter,
    peril,
    thrown,
)
from tests.rules.black_dice.specification import fight, given, plain

DEGREE_OF: tuple[tuple[int, Degree], ...] = (
    (0, "failure"),
    (1, "partial"),
    (2, "success"),
    (3, "good"),
    (5, "good"),
    (6, "impressive"),
    (9, "impressive"),
    (10, "virtuoso"),
    (14, "virtuoso"),
    (15, "awesome"),
    (19, "awesome"),
    (20, "god_like"),
    (27, "god_like"),
)


# BD-DIFF-1 to BD-DIFF-6


@pytest.mark.rule("BD-DIFF-1", "BD-SKILL-3", "BD-RUL-5")
@pytest.mark.parametrize(("seen", "winner", "margin"), [(1, "quill", 1), (2, None, 0), (3, "pryce", 1)])
def test_what_is_very_easy_comes_to_two_successes_in_a_contest_too(seen: int, winner: str | None, margin: int) -> None:
    easy = contender("quill dex sneak", difficulty="very_easy")
    spec = given(fight("quill", "pryce")).when(
        contest(easy, "pryce wits perception"), throws=[fell("pryce perception", f"3/{seen}")]
    )
    spec.then(
        ContestDecided(
            active="quill",
            passive="pryce",
            active_net=2,
            passive_net=seen,
            winner=winner,
            margin=margin,
            degree=degree_of(margin, False),
        )
    )
    spec.when(contest("pryce wits perception", easy), throws=[fell("pryce perception", "3/1")])
    spec.then(
        ContestDecided(
            active="pryce", passive="quill", active_net=1, passive_net=2, winner="quill", margin=1, degree="partial"
        )
    )


@pytest.mark.rule("BD-DIFF-1", "BD-SKILL-4")
@pytest.mark.parametrize(("contest_tie", "winner"), [("standoff", None), ("reroll", None), ("higher_stat", "quill")])
def test_a_contest_that_is_very_easy_for_both_is_a_tie_without_dice(contest_tie: str, winner: str | None) -> None:
    both = [contender(who, difficulty="very_easy") for who in ("quill dex sneak", "pryce wits perception")]
    spec = given(fight("quill", "pryce", contest_tie=contest_tie)).when(contest(*both)).never(DiceThrown)
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=2, passive_net=2, winner=winner, margin=0, degree="failure"
        )
    )


@pytest.mark.rule("BD-DIFF-1", "BD-SKILL-4")
def test_a_tie_with_what_is_very_easy_is_thrown_again_by_the_other_alone() -> None:
    spec = given(fight("quill", "pryce", contest_tie="reroll"))
    easy = contender("quill dex sneak", difficulty="very_easy")
    throws = [fell("pryce perception", "3/2"), fell("pryce perception", "3/0")]
    spec.when(contest(easy, "pryce wits perception"), throws=throws)
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=2, passive_net=0, winner="quill", margin=2, degree="success"
        )
    )


@pytest.mark.rule("BD-DIFF-1", "BD-RUL-5")
@pytest.mark.parametrize(("successes", "degree"), [(1, "partial"), (2, "success"), (3, "good")])
def test_what_is_very_easy_succeeds_without_dice(successes: int, degree: Degree) -> None:
    spec = given(fight("lark", automatic_successes=successes))
    spec.when(check("lark", "wits medicine", difficulty="very_easy")).never(DiceThrown)
    spec.then(
        CheckSettled(
            combatant="lark", label="medicine", net=successes, needed=1, passed=True, degree=degree, automatic=True
        )
    )


@pytest.mark.rule("BD-DIFF-1", "BD-RUL-5")
def test_two_automatic_successes_are_not_enough_for_three() -> None:
    spec = given(fight("lark")).when(check("lark", "wits medicine", difficulty="very_easy", needed=3))
    spec.then(
        CheckSettled(
            combatant="lark", label="medicine", net=2, needed=3, passed=False, degree="success", automatic=True
        )
    )


@pytest.mark.rule("BD-DIFF-1", "BD-RUL-5")
@pytest.mark.parametrize(("shown", "net", "degree"), [(0, 2, "success"), (1, 2, "success"), (4, 4, "good")])
def test_thrown_anyway_the_better_of_the_throw_and_two_counts(shown: int, net: int, degree: Degree) -> None:
    spec = given(fight("lark"))
    throws = [fell("lark medicine", f"9/{shown}")]
    spec.when(check("lark", "wits medicine", difficulty="very_easy", throw_anyway=True), throws=throws)
    spec.then(CheckSettled(combatant="lark", label="medicine", net=net, needed=1, passed=True, degree=degree))


@pytest.mark.rule("BD-DIFF-1")
@pytest.mark.parametrize("counted", ["all", "dice"])
def test_what_is_very_easy_is_never_foul(counted: str) -> None:
    spec = given(fight("lark", foul_counts=counted))
    throws = [fell("lark medicine", "9/0", "2/1")]
    spec.when(check("lark", "wits medicine", difficulty="very_easy", throw_anyway=True, black=2), throws=throws)
    spec.then(CheckSettled(combatant="lark", label="medicine", net=2, needed=1, passed=True, degree="success"))
    throw = thrown(spec.events, "medicine")
    assert (throw.raw, throw.net, throw.foul, throw.degree) == (-1, 2, False, "success")


@pytest.mark.rule("BD-DIFF-2", "BD-DIFF-3", "BD-DIFF-4", "BD-DIFF-5", "BD-DIFF-6")
@pytest.mark.parametrize(
    ("difficulty", "white", "black"),
    [
        ("easy", "12/2", "0/0"),
        ("average", "7/2", "0/0"),
        ("difficult", "7/2", "3/1"),
        ("very_difficult", "7/2", "6/1"),
        ("extremely_difficult", "7/2", "12/1"),
    ],
)
def test_a_difficulty_is_white_or_black_dice(difficulty: str, white: str, black: str) -> None:
    spec = given(fight("quill"))
    spec.when(check("quill", "wits perception", difficulty=difficulty), throws=[fell("quill", white, black)])


@pytest.mark.rule("BD-DIFF-2")
def test_the_dice_of_an_easy_roll_are_added_before_the_division() -> None:
    spec = given(fight("lark"), StepChanged(combatant="lark", step=5))
    spec.when(check("lark", "wits", difficulty="easy"), throws=[fell("lark wits", "4/1", "3/0")])


@pytest.mark.rule("BD-DIFF-3")
def test_average_is_the_difficulty_that_nobody_names() -> None:
    spec = given(fight("quill", "pryce", "lark"), BeganDying(combatant="pryce", rounds=3))
    spec.when(check("quill", "wits perception"), throws=[fell("quill perception", "7/2")])
    both = [fell("quill sneak", "6/2"), fell("lark medicine", "9/1")]
    spec.when(contest("quill dex sneak", "lark wits medicine"), throws=both)
    survival = check("quill", "fortitude", with_stat="resolve")
    spec.when(survival, "quill: ensure_success no", throws=[fell("quill survival", "3/1")])
    spotting = peril("quill", intensity="minor", spotting={}, avoidance="none")
    spec.when(spotting, throws=[fell("quill perception", "7/1"), fell("world peril", "1/0")])
    rescue = Stabilise(actor="lark", patient="pryce", skill="medicine")
    spec.when(rescue, throws=[fell("lark medicine", "9/1")])


@pytest.mark.rule("BD-DIFF-7")
@pytest.mark.parametrize(
    ("difficulty", "white", "black"), [("easy", "10/1", "3/1"), ("average", "5/1", "3/1"), ("difficult", "5/1", "6/1")]
)
def test_black_dice_of_circumstances_come_on_top_of_every_difficulty(difficulty: str, white: str, black: str) -> None:
    sailor = plain("one", stats={"dex": 5})
    spec = given(fight(sailor), StepChanged(combatant="one", step=4))
    spec.when(check("one", "dex", difficulty=difficulty, black=1), throws=[fell("one dex", white, black)])


@pytest.mark.rule("BD-DIFF-7")
def test_where_nothing_is_thrown_black_dice_do_nothing() -> None:
    spec = given(fight("lark"), StepChanged(combatant="lark", step=6))
    spec.when(check("lark", "wits medicine", difficulty="very_easy", black=20)).never(DiceThrown)
    spec.then(
        CheckSettled(combatant="lark", label="medicine", net=2, needed=1, passed=True, degree="success", automatic=True)
    )


@pytest.mark.rule("BD-DIFF-8", "BD-MOD-14")
def test_the_narrator_adds_dice_with_a_reason() -> None:
    spec = given(fight("vane"))
    spec.when(Modify(combatant="vane", bonus=1, penalty=2, black=3, reason="a swaying rope"))
    spec.then(ModifierGiven(combatant="vane", reason="a swaying rope", bonus=1, penalty=2, black=3))
    spec.when(check("vane", "dex athletics", bonus=4, black=1), throws=[fell("vane athletics", "10/2", "4/1")])


# BD-DEG


@pytest.mark.rule(
    "BD-DEG-1", "BD-DEG-2", "BD-DEG-3", "BD-DEG-4", "BD-DEG-5", "BD-DEG-6", "BD-DEG-7", "BD-DEG-8", "BD-DEG-9"
)
@pytest.mark.parametrize(("net", "degree"), DEGREE_OF)
def test_the_degree_is_that_of_the_highest_row_reached(net: int, degree: Degree) -> None:
    one = plain("one", stats={"wits": 15}, skills={"perception": 12})
    spec = given(fight(one)).when(check("one", "wits perception"), throws=[fell("one perception", f"27/{net}")])
    spec.then(CheckSettled(combatant="one", label="perception", net=net, needed=1, passed=net > 0, degree=degree))
    assert thrown(spec.events, "perception").degree == degree


@pytest.mark.rule("BD-DEG-1")
@pytest.mark.parametrize(("black", "degree"), [(2, "failure"), (3, "foul_failure")])
def test_below_0_a_failure_is_foul(black: int, degree: Degree) -> None:
    spec = given(fight("vane"))
    throws = [fell("vane perception", "4/2", f"3/{black}")]
    spec.when(check("vane", "wits perception", difficulty="difficult"), throws=throws)
    spec.then(CheckSettled(combatant="vane", label="perception", net=0, needed=1, passed=False, degree=degree))


@pytest.mark.rule("BD-DEG-9")
@pytest.mark.parametrize(("quill", "pryce", "degree"), [(6, 1, "good"), (3, 2, "partial"), (6, 0, "impressive")])
def test_a_contest_is_decided_by_numbers_and_shows_the_degree_of_the_margin(
    quill: int, pryce: int, degree: Degree
) -> None:
    spec = given(fight("quill", "pryce"))
    throws = [fell("quill sneak", f"6/{quill}"), fell("pryce perception", f"3/{pryce}")]
    spec.when(contest("quill dex sneak", "pryce wits perception"), throws=throws)
    spec.then(
        ContestDecided(
            active="quill",
            passive="pryce",
            active_net=quill,
            passive_net=pryce,
            winner="quill",
            margin=quill - pryce,
            degree=degree,
        )
    )


@pytest.mark.rule("BD-DEG-10")
def test_the_ranks_of_the_degrees_count_from_0() -> None:
    ranks = {row.degree: rank_of(row.net) for row in DEGREES}
    assert ranks == {
        "failure": 0,
        "partial": 1,
        "success": 2,
        "good": 3,
        "impressive": 4,
        "virtuoso": 5,
        "awesome": 6,
        "god_like": 7,
    }
    assert [rank_of(net) for net in (5, 9, 14, 19, 40)] == [3, 4, 5, 6, 7]


@pytest.mark.rule("BD-DEG-10")
@pytest.mark.parametrize(
    ("answer", "throws", "rank"),
    [
        ("b easy_target", [fell("a swordplay", "21/7")], 4),
        ("b easy_target", [fell("a swordplay", "21/20")], 7),
        ("b back sword", [fell("a swordplay", "21/7"), fell("b swordplay", "7/2")], 3),
    ],
)
def test_the_rank_of_the_margin_is_what_damage_may_count(answer: str, throws: list[str], rank: int) -> None:
    spec = duel(
        fighter("a", skills={"swordplay": 12}, stats={"dex": 7}),
        fighter("b", armour=0, stats={"dex": 3, "fortitude": 15}),
        agenda(clash("a sword", answer)),
        damage_degree="table",
    )
    spec.when(Resolve(), throws=throws)
    assert spec.fight.people["b"].normal == rank


@pytest.mark.rule("BD-DEG-1")
def test_a_foul_throw_that_still_has_successes_has_their_degree() -> None:
    assert degree_of(0, foul=True) == "foul_failure"
    spec = given(fight("quill", foul_counts="dice"))
    command = check("quill", "dex sneak", choosing(fate=2), difficulty="very_difficult")
    spec.when(command, throws=[fell("quill sneak", "6/1", "6/2")])
    spec.then(CheckSettled(combatant="quill", label="sneak", net=1, needed=1, passed=True, degree="partial"))
