"""Foul failures: when a throw is one, and what it loses (BD-FOUL-1, BD-FOUL-2, BD-FOUL-4, BD-FOUL-5)."""

import pytest

from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.narrator.contests import ContestDecided
from domain.rulesets.black_dice.chapters.narrator.rulings import Modify
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from tests.rules.black_dice.builders import agenda, check, choosing, clash, contender, contest, duel, fell, thrown
from tests.rules.black_dice.specification import fight, given, newcomer

FOUL_SNEAK = fell("quill sneak", "6/1", "3/2")
FOUL_LOOK = fell("pryce perception", "3/0", "3/1")
SNEAKING = contest(
    contender("quill dex sneak", difficulty="difficult"), contender("pryce wits perception", difficulty="difficult")
)


@pytest.mark.rule("BD-FOUL-1", "BD-RUL-3")
@pytest.mark.parametrize(("shown", "black", "foul"), [(1, 0, False), (1, 1, False), (1, 2, True), (0, 1, True)])
def test_more_black_than_white_successes_are_foul(shown: int, black: int, foul: bool) -> None:
    spec = given(fight("vane"))
    throws = [fell("vane perception", f"4/{shown}", f"3/{black}")]
    spec.when(check("vane", "wits perception", difficulty="difficult"), throws=throws)
    throw = thrown(spec.events, "perception")
    assert (throw.foul, throw.degree == "foul_failure") == (foul, foul)
    assert [one.throw for one in spec.fight.fouled] == ([spec.fight.version - 1] if foul else [])


@pytest.mark.rule("BD-FOUL-1")
@pytest.mark.parametrize("counted", ["all", "dice"])
def test_without_black_dice_nothing_is_foul(counted: str) -> None:
    spec = given(fight("vane", foul_counts=counted))
    spec.when(check("vane", "wits perception"), throws=[fell("vane perception", "4/0")])
    spec.then(CheckSettled(combatant="vane", label="perception", net=0, needed=1, passed=False, degree="failure"))
    assert not thrown(spec.events, "perception").foul


@pytest.mark.rule("BD-FOUL-2", "BD-RUL-3")
@pytest.mark.parametrize(
    ("options", "foul"), [({}, False), ({"foul_counts": "all"}, False), ({"foul_counts": "dice"}, True)]
)
def test_traded_and_fate_successes_count_against_a_foul_failure_unless_dice_alone_do(
    options: dict[str, str], foul: bool
) -> None:
    spec = given(fight("quill", **options))
    command = check("quill", "dex sneak", choosing(fate=1, trade=1), difficulty="very_difficult")
    spec.when(command, throws=[fell("quill sneak", "3/1", "6/2")])
    throw = thrown(spec.events, "sneak")
    assert (throw.raw, throw.net, throw.foul, throw.degree) == (1, 1, foul, "partial")


@pytest.mark.rule("BD-FOUL-2")
def test_where_dice_alone_count_as_many_black_as_white_ones_are_not_foul() -> None:
    spec = given(fight("quill", foul_counts="dice"))
    command = check("quill", "dex sneak", choosing(fate=1), difficulty="very_difficult")
    spec.when(command, throws=[fell("quill sneak", "6/2", "6/2")])
    assert not thrown(spec.events, "sneak").foul


@pytest.mark.rule("BD-FOUL-2")
def test_fate_bought_after_the_faces_may_save_from_a_foul_failure() -> None:
    asking = newcomer("quill", policy={"ask_choices": True})
    spec = given(fight(asking, fate_timing="after"))
    command = check("quill", "dex sneak", choosing(), difficulty="difficult")
    spec.when(command, throws=[FOUL_SNEAK]).asks("choose", "quill")
    assert spec.fight.fouled
    spec.answer({"fate": 1}).then(
        FateSpent, CheckSettled(combatant="quill", label="sneak", net=0, needed=1, passed=False, degree="failure")
    )
    assert spec.fight.fouled == ()


@pytest.mark.rule("BD-FOUL-4", "BD-RUL-4")
@pytest.mark.parametrize(
    ("sneak", "look", "winner"),
    [
        (FOUL_SNEAK, fell("pryce perception", "3/1", "3/1"), "pryce"),
        (fell("quill sneak", "6/0", "3/0"), FOUL_LOOK, "quill"),
        (FOUL_SNEAK, FOUL_LOOK, None),
    ],
)
@pytest.mark.parametrize("contest_tie", ["standoff", "reroll", "higher_stat"])
def test_the_foul_side_loses_a_tie_under_every_option(
    sneak: str, look: str, winner: str | None, contest_tie: str
) -> None:
    spec = given(fight("quill", "pryce", contest_tie=contest_tie)).when(SNEAKING, throws=[sneak, look])
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=0, passive_net=0, winner=winner, margin=0, degree="failure"
        )
    )


@pytest.mark.rule("BD-FOUL-4", "BD-RUL-4")
def test_where_the_table_plays_without_it_a_foul_side_ties_like_any_other() -> None:
    look = fell("pryce perception", "3/1", "3/1")
    spec = given(fight("quill", "pryce", foul_loses_ties=False)).when(SNEAKING, throws=[FOUL_SNEAK, look])
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=0, passive_net=0, winner=None, margin=0, degree="failure"
        )
    )
    spec = given(fight("quill", "pryce", foul_loses_ties=False, contest_tie="higher_stat"))
    for other in (look, FOUL_LOOK):
        spec.when(SNEAKING, throws=[FOUL_SNEAK, other])
        spec.then(
            ContestDecided(
                active="quill", passive="pryce", active_net=0, passive_net=0, winner="quill", margin=0, degree="failure"
            )
        )
    spec = given(fight("quill", "pryce", foul_loses_ties=False, contest_tie="reroll"))
    better = fell("quill sneak", "6/3", "3/2")
    spec.when(SNEAKING, throws=[FOUL_SNEAK, FOUL_LOOK, better, FOUL_LOOK])
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=1, passive_net=0, winner="quill", margin=1, degree="partial"
        )
    )


@pytest.mark.rule("BD-FOUL-4")
def test_a_foul_side_that_has_more_still_wins() -> None:
    spec = given(fight("quill", "pryce", foul_counts="dice"))
    active = contender("quill dex sneak", difficulty="difficult", choices=choosing(fate=3))
    throws = [FOUL_SNEAK, fell("pryce perception", "3/1")]
    spec.when(contest(active, "pryce wits perception"), throws=throws)
    spec.then(
        ContestDecided(
            active="quill", passive="pryce", active_net=2, passive_net=1, winner="quill", margin=1, degree="partial"
        )
    )


@pytest.mark.rule("BD-FOUL-5")
def test_toll_rolls_may_be_foul() -> None:
    spec = given(fight("vane"))
    spec.when(Drink(actor="vane", drink="spirits"), throws=[fell("vane drink", "8/0", "3/1")])
    assert thrown(spec.events, "drink").foul


@pytest.mark.rule("BD-FOUL-5")
def test_effect_throws_have_no_black_dice_and_are_never_foul() -> None:
    blow = agenda(clash("vane cutlass", "pryce easy_target"))
    spec = duel("vane", "pryce", Modify(combatant="vane", black=2, reason="fog"), blow)
    throws = [fell("vane swordplay", "11/2", "2/1"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    spec.when(Resolve(), throws=throws)
    effects = [event for event in spec.events if isinstance(event, DiceThrown) and event.kind == "effect"]
    assert [(throw.label, throw.black_terms, throw.foul) for throw in effects] == [
        ("weapon", (), False),
        ("strength", (), False),
    ]
