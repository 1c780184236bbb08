"""Dice: what falls, what counts, in which order (BD-DIE)."""

import pytest

from domain.chance.draws import Draw
from domain.core.commands import Open
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import decide
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.state import Fight
from tests.rules.black_dice.builders import agenda, check, choosing, clash, contest, duel, fell, fighter, pledge, thrown
from tests.rules.black_dice.specification import fight, given, newcomer, plain, round_of
from tests.rules.specification import SECRETS, SEED


@pytest.mark.rule("BD-DIE-1")
def test_white_dice_of_six_sides_fall_before_black_ones() -> None:
    spec = given(fight("quill"))
    spec.when(
        check("quill", "wits perception", difficulty="difficult"), throws=["quill W7[6,1,2,6,3,4,5]=3 B3[1,4,5]=1"]
    )
    throw = thrown(spec.events, "perception")
    assert throw.white == Draw((6, 1, 2, 6, 3, 4, 5), "supplied", 6)
    assert throw.black == Draw((1, 4, 5), "supplied", 6)


@pytest.mark.rule("BD-DIE-1")
def test_a_draw_of_no_dice_is_not_made() -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", "wits perception"), throws=["W4[6,1,3,2]=2"])
    assert thrown(spec.events, "perception").black is None
    spec = given(fight(plain("one", common={"juggling": True}, skills={"juggling": 0})))
    spec.when(check("one", "wits juggling", difficulty="difficult"), throws=["B3[2,3,4]=0"])
    assert thrown(spec.events, "juggling").white is None


@pytest.mark.rule("BD-DIE-2", "BD-RUL-1")
@pytest.mark.parametrize(
    ("faces", "successes"), [((1, 6), 2), ((5, 6), 2), ((4, 5, 6), 3), ((1,), 1), ((1, 2, 3, 4, 5), 5)]
)
def test_each_die_that_shows_a_success_face_is_a_success(faces: tuple[int, ...], successes: int) -> None:
    one = plain("one", stats={"wits": 6})
    spec = given(fight(one, success_faces=list(faces)))
    dice = f"W6[1,2,3,4,5,6]={successes} B6[1,2,3,4,5,6]={successes}"
    spec.when(check("one", "wits", difficulty="very_difficult"), throws=[dice])
    throw = thrown(spec.events, "wits")
    assert (throw.successes, throw.black_successes) == (successes, successes)


@pytest.mark.rule("BD-DIE-2", "BD-RUL-1")
def test_1_and_6_are_successes_unless_the_table_says_otherwise() -> None:
    given(fight("vane")).when(check("vane", "wits perception"), throws=["W4[6,1,1,5]=3"]).then(
        CheckSettled(combatant="vane", label="perception", net=3, needed=1, passed=True, degree="good")
    )
    spec = given(fight("vane", success_faces=[5, 6]))
    spec.when(check("vane", "wits perception"), throws=["W4[6,1,5,5]=3"])
    spec.then(CheckSettled(combatant="vane", label="perception", net=3, needed=1, passed=True, degree="good"))


@pytest.mark.rule("BD-RUL-1")
@pytest.mark.parametrize("faces", [[], [1, 2, 3, 4, 5, 6], [1, 1], [0, 1], [7]])
def test_success_faces_are_one_to_five_different_faces(faces: list[object]) -> None:
    opening = Open(ruleset="black_dice", options={"success_faces": faces})
    refusal = decide(BLACK_DICE, Fight(id="test"), opening, NARRATOR, SEED, secrets=SECRETS)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == ("invalid", "command.options.success_faces")


@pytest.mark.rule("BD-DIE-3")
def test_shown_traded_fate_and_pledged_successes_add_up() -> None:
    spec = given(fight("lark", "vane"), pledge("lark", "vane", 1))
    spec.when(
        check("vane", "dex athletics", choosing(trade=1, fate=1), difficulty="difficult"),
        throws=["vane W4[1,2,3,4]=1 B3[1,2,3]=1"],
    )
    throw = thrown(spec.events, "athletics")
    assert (throw.successes, throw.black_successes, throw.raw) == (1 + 1 + 1 + 1, 1, 3)


@pytest.mark.rule("BD-DIE-4")
@pytest.mark.parametrize(("black", "raw", "net"), [("1,2,3", 1, 1), ("1,6,3", 0, 0), ("1,6,1", -1, 0)])
def test_net_is_raw_but_never_below_0(black: str, raw: int, net: int) -> None:
    spec = given(fight("vane"))
    successes = 2 - raw
    spec.when(
        check("vane", "wits perception", difficulty="difficult"),
        throws=[f"W4[6,1,3,2]=2 B3[{black}]={successes}"],
    )
    throw = thrown(spec.events, "perception")
    assert (throw.raw, throw.net) == (raw, net)
    spec.then(
        CheckSettled(combatant="vane", label="perception", net=net, needed=1, passed=net >= 1, degree=throw.degree)
    )


@pytest.mark.rule("BD-DIE-5", "BD-RUL-2")
def test_white_sixes_give_further_dice_until_none_falls_where_the_table_plays_so() -> None:
    spec = given(fight("quill", open_sixes=True))
    spec.when(
        check("quill", "wits perception", difficulty="difficult"),
        throws=["quill W7[6,6,1,2,3,4,5]=3 B3[6,6,2]=2 W2[6,2]=1 W1[6]=1 W1[4]=0"],
    )
    throw = thrown(spec.events, "perception")
    assert (throw.successes, throw.black_successes) == (5, 2)
    assert [draw.dice for draw in throw.more] == [(6, 2), (6,), (4,)]


@pytest.mark.rule("BD-DIE-5", "BD-RUL-2")
def test_a_six_that_is_no_success_face_still_gives_a_die() -> None:
    spec = given(fight("vane", open_sixes=True, success_faces=[1, 2]))
    spec.when(check("vane", "wits perception"), throws=["vane W4[6,5,4,3]=0 W1[3]=0"])


@pytest.mark.rule("BD-DIE-5", "BD-RUL-2")
def test_sixes_give_nothing_by_default() -> None:
    given(fight("vane")).when(check("vane", "wits perception"), throws=["vane W4[6,6,6,6]=4"])


@pytest.mark.rule("BD-DIE-6")
def test_a_throw_of_no_white_dice_is_a_throw() -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", "dex athletics", choosing(common=2, trade=3)), throws=["vane athletics B2[2,6]=1"]).then(
        CheckSettled(combatant="vane", label="athletics", net=2, needed=1, passed=True, degree="success")
    )


@pytest.mark.rule("BD-DIE-6")
def test_a_throw_without_any_dice_is_recorded_with_nothing() -> None:
    spec = given(fight("lark"))
    spec.when(check("lark", "strength might")).then(
        CheckSettled(combatant="lark", label="might", net=0, needed=1, passed=False, degree="failure")
    )
    throw = thrown(spec.events, "might")
    assert (throw.pool, throw.successes, throw.black_successes, throw.foul) == (0, 0, 0, False)
    assert throw.white is None
    assert throw.black is None


@pytest.mark.rule("BD-DIE-6")
def test_fate_makes_a_success_without_a_die() -> None:
    spec = given(fight("lark"))
    spec.when(check("lark", "strength might", choosing(fate=2))).then(
        CheckSettled(combatant="lark", label="might", net=2, needed=1, passed=True, degree="success")
    )


@pytest.mark.rule("BD-DIE-6")
def test_a_full_dodge_makes_a_success_without_a_die() -> None:
    spec = duel("a", fighter("b", stats={}, skills={}), agenda(clash("a sword", "b full_dodge")))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0")])
    throw = thrown(spec.events, "full_dodge")
    assert (throw.pool, throw.successes, throw.net, throw.white) == (0, 1, 1, None)


@pytest.mark.rule("BD-DIE-7")
def test_outside_rounds_the_acting_one_throws_first() -> None:
    spec = given(fight("pryce", "quill"))
    spec.when(
        contest("quill dex sneak", "pryce wits perception"),
        throws=[fell("quill sneak", "6/2"), fell("pryce perception", "3/1")],
    )


@pytest.mark.rule("BD-DIE-7")
@pytest.mark.parametrize("order", [("quill", "pryce"), ("pryce", "quill")])
def test_in_a_round_the_earlier_in_its_order_throws_first(order: tuple[str, str]) -> None:
    spec = given(fight("quill", "pryce"), *round_of(*order))
    throws = {"quill": fell("quill sneak", "6/2"), "pryce": fell("pryce perception", "3/1")}
    spec.when(contest("quill dex sneak", "pryce wits perception"), throws=[throws[one] for one in order])
    assert [event.combatant for event in spec.events if isinstance(event, DiceThrown)] == list(order)


@pytest.mark.rule("BD-DIE-7")
def test_whoever_takes_part_in_the_round_throws_before_one_that_does_not() -> None:
    spec = given(fight("quill", newcomer("pryce")), *round_of("pryce"))
    spec.when(
        contest("quill dex sneak", "pryce wits perception"),
        throws=[fell("pryce perception", "3/1"), fell("quill sneak", "6/2")],
    )
