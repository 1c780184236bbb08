"""The clock, and whose turn it is: in calm, between rounds, while the count goes up and down."""

import pytest

from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.free_actions import Hurry
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat
from domain.rulesets.ticks.chapters.narrator.calls import CallTest
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from domain.rulesets.ticks.chapters.narrator.trials import SetDifficulty
from tests.rules.ticks.specification import (
    Specification,
    act,
    combat,
    declare,
    fight,
    given,
    hold,
    newcomer,
    plan,
    standing,
)
from tests.rules.ticks.table.tables import drawn, player


def duel(**options: str) -> Specification:
    """Iris (14) and Bruno (10), two steps apart, in combat."""
    return given(
        fight("iris", newcomer("bruno", at=(2, 0)), **options), *standing("iris", "bruno"), *combat("iris", "bruno")
    )


def declared(**options: str) -> Specification:
    """Bruno evades, and Iris attacks him."""
    return duel(**options).given(declare("bruno", "evade"), declare("iris", "attack", target="bruno", weapon="sword"))


def test_without_combat_anybody_may_act_while_nothing_is_asked() -> None:
    spec = given(fight("iris", "bruno"))
    assert drawn(spec)["clock"] == {"label": "No combat", "phase": "Calm", "seconds": 0}
    assert drawn(spec)["to_act"] == {"now": True, "who": ["anybody"], "has": "to act"}
    spec.given(CallTest(combatant="iris", statistic="dexterity", skill="melee", difficulty=30))
    assert drawn(spec)["to_act"]["now"] is False


def test_between_rounds_the_narrator_starts_the_next_or_ends_the_combat() -> None:
    spec = given(fight("iris", "bruno"), CallCombat(actor="iris", against="bruno"))
    assert drawn(spec)["clock"]["label"] == "Before the first round"
    assert drawn(spec)["to_act"] == {"now": True, "who": ["narrator"], "has": "to start the round"}
    spec.given(Wound(combatant="iris", wounds=20), Wound(combatant="bruno", wounds=20))
    assert drawn(spec)["to_act"]["has"] == "to end the combat"


def test_the_count_up_asks_the_slowest_first_and_says_who_follows() -> None:
    assert {part: drawn(duel())[part] for part in ("clock", "to_act")} == {
        "clock": {
            "label": "Round 1, tick 10",
            "phase": "Declarations",
            "round": 1,
            "count": {"label": "Tick", "now": 10, "from": 5, "to": 20, "runs": "up"},
            "seconds": 0,
        },
        "to_act": {
            "now": True,
            "who": ["bruno"],
            "has": "to declare",
            "since": 22,
            "optional": ["narrator"],
            "prompts": {"bruno": "prompt-22-1"},
            "next": [["iris"]],
        },
    }


def test_the_count_down_begins_at_the_highest_start_and_asks_who_may_act() -> None:
    spec = duel().given(declare("bruno", "evade"), Hurry(actor="bruno", points=1))
    spec.given(declare("iris", "attack", target="bruno", weapon="sword", luck={"quickness": 2}))
    table = drawn(spec)
    assert table["clock"]["phase"] == "Count down"
    assert table["clock"]["count"] == {"label": "Tick", "now": 16, "from": 16, "to": 1, "runs": "down"}
    assert (table["to_act"]["who"], table["to_act"]["has"]) == (["iris"], "to act on this tick")
    assert table["to_act"]["next"] == [["iris"], ["bruno"]]
    spec.given(hold("iris"))
    assert drawn(spec)["clock"]["count"]["from"] == 16


@pytest.mark.rule("TK-RES-10")
def test_who_waits_may_break_off_without_being_asked() -> None:
    spec = declared().given(hold("iris", 5))
    turn = drawn(spec)["to_act"]
    assert (turn["who"], turn["optional"]) == (["bruno"], ["iris", "narrator"])
    assert turn["prompts"].keys() == {"bruno"}


@pytest.mark.rule("TK-PLAN-1")
def test_who_goes_by_a_plan_may_act_all_the_same() -> None:
    spec = given(fight(newcomer("iris", QUI=10), newcomer("bruno", at=(9, 0))), *combat("iris", "bruno"))
    spec.given(declare("bruno", "evade"), declare("iris", "evade", luck={"quickness": 1}))
    spec.given(plan("iris", steps="toward", target="bruno"))
    turn = drawn(spec)["to_act"]
    assert (turn["who"], turn["optional"]) == (["bruno"], ["iris", "narrator"])


@pytest.mark.rule("TK-RES-9")
def test_when_all_have_answered_a_called_clock_waits_for_the_narrator() -> None:
    spec = declared(clock="called").given(hold("iris"))
    assert drawn(spec)["to_act"] == {
        "now": True,
        "who": ["narrator"],
        "has": "to continue the count",
        "optional": ["iris"],
        "prompts": {"iris": spec.fight.prompts[0].id},
        "next": [["iris"], ["bruno"]],
    }
    spec.given(Count(), Count())
    assert drawn(spec)["to_act"]["optional"] == ["iris"]


@pytest.mark.rule("TK-DECL-15")
def test_the_narrator_cannot_count_on_before_saying_how_hard_a_trick_is() -> None:
    spec = duel().given(declare("bruno", "evade"))
    spec.given(declare("iris", "attack", trick="cut the rope", weapon="sword", manoeuvres=["trick_shot"]))
    for reader in (player("bruno"), player("iris")):
        assert drawn(spec, reader)["to_act"] == {"now": False, "who": ["narrator"], "has": "to continue the count"}
    spec.given(SetDifficulty(difficulty=30))
    assert drawn(spec)["to_act"]["who"] == ["iris"]


@pytest.mark.rule("TK-RES-11")
def test_while_a_strike_is_settled_its_striker_has_the_turn_and_nobody_may_act() -> None:
    spec = given(fight("iris", newcomer("bruno", at=(2, 0))), *standing("iris"), *combat("iris", "bruno"))
    spec.given(
        declare("bruno", "defend", weapon="nightstick"),
        declare("iris", "attack", target="bruno", weapon="sword", manoeuvres=["trip"]),
        act("iris", strike=True),
    )
    turn = drawn(spec)["to_act"]
    assert (turn["now"], turn["who"], turn["has"]) == (False, ["iris"], "an action to finish")


@pytest.mark.rule("TK-AIM-2")
def test_who_is_to_begin_to_aim_follows() -> None:
    spec = given(fight("iris", newcomer("pell", at=(9, 0))), *combat("iris", "pell"))
    spec.given(declare("pell", "aim", target="iris", weapon="rifle"), declare("iris", "evade"))
    turn = drawn(spec)["to_act"]
    assert (turn["who"], turn["next"]) == (["iris"], [["iris"], ["pell"]])
