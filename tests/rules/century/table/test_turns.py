"""The clock and the scene, who is to act, and which side has won, as the table draws them."""

import pytest

from domain.core.commands import Join
from domain.model.speaker import SPECTATOR
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.narrator.attitudes import SideTaken
from domain.rulesets.century.chapters.narrator.scene import SetCircumstance, SetScene
from domain.rulesets.century.chapters.round.ending import EndCombat
from domain.rulesets.century.chapters.round.initiative import RoundBegun
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from tests.rules.century.builders import does, finishes, in_slot, played_out
from tests.rules.century.specification import Specification, fight, given, in_action, stub
from tests.rules.century.table.drawn import drawn

HERO = stub("hero", role="character")


@pytest.mark.rule("CE-SHEET-31", "CE-STAG-1")
def test_the_clock_has_round_step_and_run() -> None:
    spec = in_slot("a", "b")
    assert drawn(spec, "clock") == {"label": "Round 1", "phase": "actions", "round": 1, "run": 1}
    spec.given(does("a", 5), does("b", 5))
    assert drawn(spec, "clock")["run"] == 2
    assert drawn(played_out(spec), "clock") == {"label": "Round 1", "phase": "conclusion", "round": 1}
    assert drawn(spec.given(EndCombat()), "clock")["phase"] == "no combat"
    assert drawn(given(fight("a", "b")), "clock") == {"label": "Before the first round", "phase": "no combat"}
    assert drawn(given(fight("a", "b"), RoundBegun(round=1, pools={})), "clock")["phase"] == "initiative"


@pytest.mark.rule("CE-SHEET-32", "CE-SHEET-44", "CE-MOD-25")
def test_the_scene_has_light_weather_and_what_counts_in_attacks() -> None:
    spec = in_slot("a", "b")
    assert drawn(spec, "scene") is None
    spec.given(
        SetScene(light="dark", rain=True, wind=True, notes="A harbour."),
        SetCircumstance(label="smoke", amount=-10, on="all", until=3),
        SetCircumstance(label="high ground", amount=5, on="attacks_by", combatant="a"),
        SetCircumstance(label="hedge", amount=-5, on="attacks_on", combatant="b"),
    )
    assert drawn(spec, "scene") == {
        "light": "Total darkness",
        "weather": ["Rain", "Wind"],
        "standing": [
            "“smoke”: −10 in all attacks until the end of round 3",
            "“high ground”: +5 in attacks by A",
            "“hedge”: −5 in attacks on B",
        ],
        "notes": "A harbour.",
    }


@pytest.mark.rule("CE-STAG-1", "CE-STAG-6", "CE-TIE-3")
def test_members_of_a_common_slot_act_together_and_groups_follow() -> None:
    spec = given(fight("a", "b", "c", "d"), *in_action("a", "b", "c", "d", scores={"a": 9, "b": 9, "c": 5, "d": 5}))
    spec.given(does("a", 2))
    assert drawn(spec, "to_act") == {
        "now": True,
        "who": ["a", "b"],
        "has": "the slot",
        "since": 14,
        "left": {"a": {"Move Points in the slot": 3}, "b": {"Move Points in the slot": 5}},
        "next": [["c", "d"]],
    }
    spec.given(finishes("a"), SetCondition(combatant="d", condition="stunned"))
    assert (drawn(spec, "to_act")["who"], drawn(spec, "to_act")["next"]) == (["b"], [["c"]])


@pytest.mark.rule("CE-STAG-2", "CE-MP-8")
def test_those_without_move_points_do_not_follow_but_of_secret_ones_nothing_is_told() -> None:
    lurker = Join(id="lurker", secret=True, sheet={"name": "Lurker", "hp_max": 10, "mp_base": 4})
    pools = {"lurker": 4, "c": 4}
    spec = given(fight("a", lurker, "c"), *in_action("a", "lurker", "c", pools=pools))
    for one in ("lurker", "c"):
        spec.given(PointsSpent(combatant=one, points=4, what="dodge", reaction=True))
    assert "next" not in drawn(spec, "to_act")
    assert drawn(spec, "to_act", SPECTATOR)["next"] == [["lurker"]]


@pytest.mark.rule("CE-INIT-13", "CE-CRIT-17")
def test_between_rounds_the_narrator_begins_one_and_jams_may_be_cleared_in_the_story() -> None:
    jammed = stub("a", weapons=[{"id": "avenger_9mm", "state": "jammed"}], held={"right": "avenger_9mm"})
    begins = {"now": True, "who": ["narrator"], "has": "to begin a round"}
    assert drawn(given(fight(jammed, "b")), "to_act") == {**begins, "optional": ["a"]}
    assert drawn(played_out(in_slot(jammed, "b")), "to_act") == begins


@pytest.mark.rule("CE-INIT-15", "CE-END-4")
def test_where_nobody_can_fight_nobody_is_to_act() -> None:
    spec = given(fight(HERO, "b"))
    spec.given(*[SetCondition(combatant=one, condition="unconscious") for one in ("hero", "b")])
    assert drawn(spec, "to_act") == {"now": False, "who": [], "has": "no slot"}
    assert drawn(spec, "over") == {
        "for": [],
        "by": "no one can fight any longer",
        "sentence": "No one can still fight.",
    }


def outcome(spec: Specification) -> object:
    return drawn(spec, "over")


@pytest.mark.rule("CE-END-4", "CE-DOWN-1")
def test_the_side_that_alone_can_fight_has_won_while_others_are_dying() -> None:
    spec = given(fight(HERO, "b", "c"), SetCondition(combatant="b", condition="unconscious"))
    assert outcome(spec) is None
    spec.given(SetDowned(combatant="c", status="dying", hp=0))
    assert outcome(spec) == {
        "for": ["characters"],
        "by": "the other side can no longer fight",
        "sentence": "Only the characters can still fight.",
        "dying": ["c"],
    }


@pytest.mark.rule("CE-CRIT-13", "CE-END-4")
def test_a_side_whose_last_combatant_changes_sides_has_lost() -> None:
    spec = given(fight(HERO, stub("b", side="red")), SideTaken(combatant="hero", side="red"))
    assert drawn(spec, "over")["sentence"] == "Only the red side can still fight."
    assert drawn(given(fight("a", "b")), "over") is None


@pytest.mark.rule("CE-END-4")
def test_whoever_is_secret_stands_until_play_has_shown_otherwise() -> None:
    dying = Join(id="lurker", secret=True, sheet={"name": "Lurker", "hp_max": 10, "hp": 0})
    spec = given(fight(HERO, dying))
    assert drawn(spec, "over", SPECTATOR) is None
    assert drawn(spec, "over")["for"] == ["characters"]
