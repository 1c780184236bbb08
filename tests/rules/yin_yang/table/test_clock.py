"""The clock of a table: the turn, and as its note the Edge, streaks and a standoff."""

import pytest

from domain.rulesets.yin_yang.chapters.turns.edge import GiveEdge, StreakChanged
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, Hold
from tests.rules.yin_yang.builders import bout, drawn
from tests.rules.yin_yang.specification import fight, given


def test_the_clock_counts_turns_and_says_whether_one_is_running() -> None:
    spec = given(fight("bishop", "wedge"))
    assert drawn(spec)["clock"] == {"label": "Before the first turn", "phase": "between turns"}
    spec = bout("bishop", "wedge")
    assert drawn(spec)["clock"] == {"label": "Turn 1", "phase": "in the turn", "round": 1}
    spec.when(EndTurn())
    assert drawn(spec)["clock"] == {"label": "Turn 1", "phase": "between turns", "round": 1}


@pytest.mark.rule("YY-EDGE-1", "YY-EDGE-4")
def test_the_note_says_which_side_has_the_edge_and_which_is_about_to_win_it() -> None:
    spec = bout("bishop", "wedge", initiative="edge")
    assert drawn(spec)["clock"]["note"] == "The Edge: no side"
    spec.given(GiveEdge(side="red"), StreakChanged(side="black", successes=2), StreakChanged(side="red", successes=1))
    note = "The Edge: Red; Black: 2 successes in a row; Red: 1 success in a row"
    assert drawn(spec)["clock"]["note"] == note
    spec.given(StreakChanged(side="black", successes=0))
    assert drawn(spec)["clock"]["note"] == "The Edge: Red; Red: 1 success in a row"


@pytest.mark.rule("YY-ACT-7")
def test_the_note_says_that_all_hold_back() -> None:
    spec = bout("bishop", "wedge").given(Hold(actor="bishop"))
    assert "note" not in drawn(spec)["clock"]
    assert drawn(spec.given(Hold(actor="wedge")))["clock"]["note"] == "Standoff"
