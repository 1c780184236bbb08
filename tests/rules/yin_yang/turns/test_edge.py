"""The Edge: who may call, and the streaks that win it (YY-EDGE)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.hands import ExtraActionsGained
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.turns.edge import EdgeGiven, GiveEdge, StreakChanged
from domain.rulesets.yin_yang.chapters.turns.movement import Move
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from domain.rulesets.yin_yang.state import Fight
from tests.rules.yin_yang.specification import (
    Specification,
    Step,
    attack,
    attempt,
    contest,
    fight,
    given,
    in_turn,
    newcomer,
)
from yarrow_client.options.phrases import sentence

RED, BLACK = "red", "black"
BISHOP = newcomer("bishop", side=RED)
TOGETHER = (Participant(combatant="bishop"), Participant(combatant="knight"))
HOOK, WEDGE = newcomer("da_hook", side=BLACK), newcomer("wedge", side=BLACK)


def edged(*joins: Any, **options: Any) -> Command:
    """A fight in which only the side with the Edge calls."""
    return fight(*(joins or (BISHOP, HOOK, WEDGE)), **{"initiative": "edge", **options})


def playing(*steps: Step, **options: Any) -> Specification:
    """A turn of such a fight, after these steps."""
    return given(edged(**options), in_turn(), *steps)


def streaks(state: Fight) -> dict[str, int]:
    """How often each side has won in a row."""
    return {side: count for side, count in state.streaks.items() if count}


# Who may call


@pytest.mark.rule("YY-EDGE-1", "YY-RUL-53")
def test_nobody_has_the_edge_at_first_and_everybody_calls() -> None:
    spec = playing()
    assert spec.fight.edge is None
    spec.when(attempt("bishop", "speed"), throws=["bishop: 2H"]).when(
        attempt("wedge", "speed"), throws=["narrator: 2H"]
    )


@pytest.mark.rule("YY-EDGE-1")
def test_by_default_there_is_no_edge_to_give_nor_to_win() -> None:
    spec = given(fight(BISHOP, HOOK), in_turn())
    spec.when(GiveEdge(side=RED)).refused("YY-EDGE-1")
    for face in ("2H", "3H", "4H"):
        spec.when(attempt("bishop", "speed"), throws=[f"bishop: {face}"]).never(StreakChanged, EdgeGiven)


@pytest.mark.rule("YY-EDGE-2")
@pytest.mark.parametrize(
    "call",
    [
        attack("bishop", "wedge"),
        attempt("bishop", "speed"),
        Tend(actor="bishop", patient="thug", attributes=("intellect",)),
        Move(actor="bishop", subfight="yard"),
        Act(actor="bishop", goal="get away", attributes=("speed",)),
        Combine(actor="bishop", kind="act", goal="lift the gate", participants=TOGETHER),
        Combine(actor="bishop", kind="attack", target="wedge", participants=TOGETHER),
    ],
)
def test_only_the_side_that_has_the_edge_calls(call: Command) -> None:
    there = (BISHOP, HOOK, WEDGE, newcomer("knight", side=RED), newcomer("thug", side=BLACK, vitality=-1))
    given(edged(*there), GiveEdge(side=BLACK), in_turn()).when(call).refused("YY-EDGE-2")


@pytest.mark.rule("YY-EDGE-2")
def test_the_others_match_and_make_free_tests_and_the_narrator_commands() -> None:
    spec = playing(GiveEdge(side=BLACK))
    spec.when(attack("wedge", "bishop"), "bishop: match", throws=["narrator: 9C", "bishop: 10C"])
    spec.when(attempt("bishop", "speed", free=True), throws=["bishop: 9H"])
    spec.when(contest("bishop", "wedge", "speed", costs_action=True), throws=["bishop: 8H", "narrator: 8C"])


@pytest.mark.rule("YY-EDGE-2")
def test_a_follow_up_needs_no_edge() -> None:
    spec = playing(GiveEdge(side=BLACK))
    blow = attack("wedge", "bishop")
    spec.when(blow, "bishop: match", throws=["narrator: 4C", "bishop: KH", "bishop: 2D"]).then(FollowUpEarned)
    spec.answer("decline")
    spec.when(attack("bishop", "wedge")).refused("YY-EDGE-2")


@pytest.mark.rule("YY-JOKER-3", "YY-EDGE-2")
def test_extra_actions_are_called_whoever_has_the_edge() -> None:
    spec = playing(GiveEdge(side=BLACK), ExtraActionsGained(combatant="bishop", actions=1, reason="white_joker"))
    spec.when(attempt("bishop", "speed"), throws=["bishop: 2H"])
    spec.when(attempt("bishop", "speed")).refused("YY-EDGE-2")


@pytest.mark.rule("YY-EDGE-2")
def test_between_turns_nobody_needs_the_edge() -> None:
    given(edged(), GiveEdge(side=BLACK)).when(attempt("bishop", "speed"), throws=["bishop: 2H"])


@pytest.mark.rule("YY-EDGE-1", "YY-EDGE-6")
def test_the_edge_stays_where_it_is_though_its_side_has_no_action_left_and_over_the_end_of_turns() -> None:
    spec = playing(GiveEdge(side=BLACK))
    for face, who in (("9C", "wedge"), ("10C", "wedge"), ("9S", "da_hook"), ("10S", "da_hook")):
        spec.when(attempt(who, "speed"), throws=[f"narrator: {face}"])
    assert not any(spec.fight.people[who].actions for who in ("wedge", "da_hook"))
    spec.when(attempt("bishop", "speed")).refused("YY-EDGE-2")
    spec.when(EndTurn()).when(StartTurn()).when(attempt("bishop", "speed")).refused("YY-EDGE-2")


@pytest.mark.rule("YY-EDGE-3", "YY-RUL-53")
def test_the_narrator_moves_the_edge_also_to_nobody_and_the_streaks_begin_anew() -> None:
    spec = playing().when(attempt("bishop", "speed"), throws=["bishop: 2H"])
    assert streaks(spec.fight) == {RED: 1}
    spec.when(GiveEdge(side=BLACK)).then(EdgeGiven(side=BLACK))
    assert (spec.fight.edge, streaks(spec.fight)) == (BLACK, {})
    spec.when(GiveEdge()).then(EdgeGiven(side=None))
    assert spec.fight.edge is None
    spec.when(GiveEdge(side="green")).refused(None, "invalid")


# Streaks


@pytest.mark.rule("YY-EDGE-4", "YY-EDGE-5", "YY-RUL-53")
def test_three_successes_in_a_row_win_the_edge() -> None:
    """As in the example of the Edge, in which the narrator has given it to the black side."""
    spec = playing(GiveEdge(side=BLACK))
    first = spec.when(attack("da_hook", "bishop"), "bishop: match", throws=["narrator: 4C", "bishop: 6H", "bishop: 2H"])
    first.then(StreakChanged(side=RED, successes=1)).follows(StreakChanged, ExchangeDecided)
    spec.when(attack("da_hook", "bishop"), "bishop: match", throws=["narrator: 9C", "bishop: 5H", "bishop: AH"])
    spec.then(StreakChanged(side=RED, successes=2)).never(EdgeGiven)
    spec.when(attack("wedge", "bishop"), "bishop: match", throws=["narrator: 10C", "bishop: 3H", "bishop: 2D"])
    spec.then(StreakChanged(side=RED, successes=3), EdgeGiven(side=RED, won=True)).follows(EdgeGiven, StreakChanged)
    assert (spec.fight.edge, streaks(spec.fight)) == (RED, {})
    spec.when(attack("wedge", "bishop")).refused("YY-EDGE-2")


@pytest.mark.rule("YY-EDGE-5")
def test_how_many_it_takes_is_an_option_and_the_side_that_has_it_wins_it_anew() -> None:
    spec = playing(GiveEdge(side=RED), edge_tests=2)
    spec.when(attempt("bishop", "speed"), throws=["bishop: 2H"]).then(StreakChanged(side=RED, successes=1)).never(
        EdgeGiven
    )
    spec.when(attempt("bishop", "speed"), throws=["bishop: 3H"]).then(
        StreakChanged(side=RED, successes=2), EdgeGiven(side=RED, won=True)
    )
    assert streaks(spec.fight) == {}


@pytest.mark.rule("YY-EDGE-4", "YY-RUL-53")
def test_in_a_matched_action_the_winner_gains_and_the_loser_begins_anew() -> None:
    spec = playing(StreakChanged(side=RED, successes=2), StreakChanged(side=BLACK, successes=1))
    spec.when(attack("wedge", "bishop"), "bishop: match", throws=["narrator: 4C", "bishop: 9H", "narrator: 2C"])
    assert streaks(spec.fight) == {BLACK: 2}


@pytest.mark.rule("YY-EDGE-4")
def test_where_both_fail_both_begin_anew() -> None:
    spec = playing(StreakChanged(side=RED, successes=2), StreakChanged(side=BLACK, successes=1))
    spec.when(attack("wedge", "bishop"), "bishop: match", throws=["narrator: 9C", "bishop: 9H"])
    spec.then(StreakChanged(side=BLACK, successes=0), StreakChanged(side=RED, successes=0))
    assert streaks(spec.fight) == {}


@pytest.mark.rule("YY-EDGE-4", "YY-RUL-53")
def test_an_unmatched_action_and_an_unopposed_test_count_for_their_drawer_alone() -> None:
    spec = playing(StreakChanged(side=RED, successes=1), StreakChanged(side=BLACK, successes=1))
    spec.when(attack("wedge", "bishop"), "bishop: let_pass", throws=["narrator: 3C", "narrator: 4C"])
    assert streaks(spec.fight) == {RED: 1, BLACK: 2}
    spec.when(attack("wedge", "bishop"), "bishop: let_pass", throws=["narrator: 9C"])
    assert streaks(spec.fight) == {RED: 1}
    spec.when(attempt("bishop", "speed"), throws=["bishop: 9H"]).then(StreakChanged(side=RED, successes=0))
    spec.when(attempt("bishop", "speed"), throws=["bishop: 10H"]).never(StreakChanged)
    away = Act(actor="bishop", goal="get away", attributes=("speed",))
    spec.when(away, throws=["bishop: 2H"]).then(StreakChanged(side=RED, successes=1))


@pytest.mark.rule("YY-EDGE-4")
def test_a_contest_counts_like_a_matched_action() -> None:
    spec = playing(StreakChanged(side=RED, successes=1))
    spec.when(contest("bishop", "wedge", "speed"), throws=["bishop: 9H", "narrator: 2C"])
    assert streaks(spec.fight) == {BLACK: 1}


@pytest.mark.rule("YY-EDGE-4")
def test_a_confrontation_counts_once_for_whoever_wins_it_and_its_flurries_not_at_all() -> None:
    spec = playing(StreakChanged(side=BLACK, successes=2))
    cards = ["bishop: QH", "narrator: QC", "bishop: 2H 3H 4C", "narrator: 2C 3D 4D 5D", "bishop: 6D"]
    spec.when(attack("bishop", "da_hook"), "da_hook: match", throws=cards)
    assert streaks(spec.fight) == {RED: 1}


@pytest.mark.rule("YY-EDGE-4")
def test_damage_automatic_successes_and_exchanges_within_a_side_do_not_count() -> None:
    irons = newcomer("irons", side=RED)
    spec = given(edged(BISHOP, irons, WEDGE), in_turn(), StreakChanged(side=RED, successes=1))
    automatic = attempt("irons", "intellect", ability="Captain", difficulty="average")
    spec.when(automatic).never(StreakChanged)
    spec.when(attack("bishop", "irons"), "irons: match", throws=["bishop: 4H", "irons: 9H", "bishop: JH"])
    spec.never(StreakChanged)
    spec.when(attack("bishop", "irons"), "irons: let_pass", throws=["bishop: 3H", "bishop: JC"])
    spec.never(StreakChanged)
    spec.when(attack("bishop", "wedge"), "wedge: let_pass", throws=["bishop: 5H", "bishop: JD"])
    assert streaks(spec.fight) == {RED: 2}


@pytest.mark.rule("YY-EDGE-4", "YY-EDGE-6")
def test_streaks_last_over_the_end_of_turns_and_tests_between_turns_do_not_count() -> None:
    spec = (
        playing(StreakChanged(side=RED, successes=1))
        .when(EndTurn())
        .when(attempt("bishop", "speed"), throws=["bishop: 9H"])
    )
    spec.never(StreakChanged).when(StartTurn())
    assert streaks(spec.fight) == {RED: 1}


@pytest.mark.parametrize(
    ("filled", "said"),
    [({}, "Take the Edge away"), ({"side": BLACK}, "Take the Edge away and give it to the black side")],
)
def test_a_menu_says_who_gets_the_edge(filled: dict[str, Any], said: str) -> None:
    menu = given(edged()).menu()
    [form] = [form for form in menu.forms if form.command == "yin_yang.give_edge"]
    assert sentence(menu, form, filled) == said
