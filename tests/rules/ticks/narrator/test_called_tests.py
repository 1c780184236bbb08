"""Tests that the narrator calls for: their order, the ladder of difficulties, and what is hidden."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.chance.draws import Supplied
from domain.core.commands import Command
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.decider import decide
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.calls import Award, GrantLuck, TestCalled
from domain.rulesets.ticks.chapters.narrator.trials import (
    Commit,
    DifficultySet,
    LuckSpent,
    SetDifficulty,
    Tested,
    Totalled,
)
from service.encounters.visibility import view_state
from tests.rules.specification import SECRETS
from tests.rules.ticks.builders import Play, attack, call, calm_encounter, verdict
from tests.rules.ticks.specification import Specification, act, newcomer

WREN = newcomer("wren", DEX=12, skills={"climbing": 3}, luck=2)
CLIMB = call("wren", "dexterity", "climbing", "moderate")
PLAYER = Speaker("player", ("wren",))


def field_of(spec: Specification) -> str | None:
    assert spec.refusal is not None
    return spec.refusal.field


@pytest.mark.rule("TK-TEST-8")
def test_the_call_then_luck_then_the_total_then_the_verdict() -> None:
    spec = calm_encounter(WREN).when(CLIMB).then(TestCalled).never(Totalled, Tested).asks("commit", "wren")
    spec.when(Commit(actor="wren", luck=1))
    facts = [event for event in spec.events if isinstance(event, LuckSpent | Totalled | Tested)]
    assert facts == [
        LuckSpent(combatant="wren", points=1, use="test"),
        Totalled(combatant="wren", statistic="dexterity", skill="climbing", level=4, total=48),
        Tested(combatant="wren", what="climbing", total=48, success=True, difficulty=35),
    ]


@pytest.mark.rule("TK-TEST-8")
def test_before_luck_is_committed_award_and_help_are_known() -> None:
    spec = calm_encounter(WREN, newcomer("ash", DEX=13, skills={"climbing": 1}))
    spec.when(call("wren", "dexterity", "climbing", 40, role_play=True, helpers=("ash",)))
    about = spec.fight.prompts[0].about
    assert (about["role_play"], about["help"], about["difficulty"]) == (True, 6, 40)
    spec.when(Commit(actor="wren")).then(
        Tested(combatant="wren", what="climbing", total=54, success=True, difficulty=40)
    )


@pytest.mark.rule("TK-TEST-8")
@pytest.mark.parametrize(
    "late", [Commit(actor="wren", luck=1), Award(combatant="wren"), GrantLuck(combatant="wren", points=1)]
)
def test_nothing_is_added_once_the_test_is_called_but_luck_and_nothing_after_the_verdict(late: Command) -> None:
    spec = calm_encounter(WREN).given(CLIMB)
    if not isinstance(late, Commit):
        spec.when(late).refused("TK-RES-11")
    spec.when(Commit(actor="wren")).then(Tested).when(late)
    if isinstance(late, Commit):
        spec.refused("TK-TEST-8")
    else:
        spec.then().never(Totalled, Tested)


@pytest.mark.rule("TK-TEST-8")
@pytest.mark.parametrize("sheet", [{"wounds": 12}, {"unconscious": "chosen"}, {"dead": True}])
def test_nobody_is_called_who_is_unconscious_or_dead(sheet: dict[str, Any]) -> None:
    spec = (
        calm_encounter(newcomer("wren", RES=14, **sheet)).when(call("wren", "willpower", None, 1)).refused("TK-TEST-8")
    )
    assert field_of(spec) == "command.combatant"
    calm_encounter(newcomer("wren", RES=14, wounds=11)).when(call("wren", "willpower", None, 1)).then(TestCalled)


@pytest.mark.rule("TK-TEST-8")
@pytest.mark.parametrize("skill", [None, "climbing"])
def test_nobody_is_called_for_a_statistic_that_the_sheet_lacks(skill: str | None) -> None:
    spec = calm_encounter(WREN, newcomer("ash", statistics={"intellect": 9}))
    spec.when(call("wren", "intellect", skill, 1)).refused("TK-TEST-8")
    assert field_of(spec) == "command.statistic"
    spec.when(call("ash", "intellect", skill, 1)).then(TestCalled)


@pytest.mark.rule("TK-TEST-8")
def test_tests_are_called_by_the_narrator_in_every_phase() -> None:
    calm_encounter(WREN).when(CLIMB, speaker=PLAYER).refused(None, "not_yours")
    play = Play(WREN, newcomer("other", QUI=5)).send(StartRound())
    play.send(CLIMB, Commit(actor="wren")).declare_on().round(wren=attack("other", "unarmed"))
    assert play.fight.phase == "resolution"
    play.send(CLIMB).refused(act("wren", strike=True), "TK-RES-11").send(Commit(actor="wren"))
    assert len([event for _, event in play.log if isinstance(event, Tested)]) == 2


@pytest.mark.rule("TK-TEST-6")
@pytest.mark.parametrize("faces", [["H"], [[3]], [["7s"]]])
def test_whoever_supplies_faces_is_refused(faces: Any) -> None:
    called = calm_encounter(WREN).given(CLIMB)
    for spec, command in ((calm_encounter(WREN), CLIMB), (called, Commit(actor="wren"))):
        given = decide(TICKS, spec.fight, command, NARRATOR, Supplied(faces), supplied=True, secrets=SECRETS)
        assert isinstance(given, Refusal)
        assert (given.code, given.rule, given.field) == ("faces_left_over", "TK-TEST-6", "faces[0]")


@pytest.mark.rule("TK-TEST-6")
def test_nothing_is_drawn_and_all_that_is_answered_is_certain() -> None:
    for _ in range(3):
        assert verdict(calm_encounter(WREN), CLIMB, luck=1) == (48, True), (
            "faces are missing wherever something is drawn"
        )


# Difficulties


@pytest.mark.parametrize(
    ("name", "number", "reached", "missed"),
    [
        pytest.param("easy", 5, (5, 1, 0), (4, 1, 0), marks=pytest.mark.rule("TK-DIFF-1"), id="easy"),
        pytest.param("basic", 20, (10, 2, 0), (19, 1, 0), marks=pytest.mark.rule("TK-DIFF-2"), id="basic"),
        pytest.param("moderate", 35, (7, 5, 0), (17, 2, 0), marks=pytest.mark.rule("TK-DIFF-3"), id="moderate"),
        pytest.param("difficult", 50, (10, 5, 0), (23, 2, 1), marks=pytest.mark.rule("TK-DIFF-4"), id="difficult"),
        pytest.param("extreme", 70, (14, 5, 0), (22, 3, 1), marks=pytest.mark.rule("TK-DIFF-5"), id="extreme"),
        pytest.param("impossible", 90, (18, 5, 0), (20, 4, 3), marks=pytest.mark.rule("TK-DIFF-6"), id="impossible"),
    ],
)
def test_the_ladder(name: str, number: int, reached: tuple[int, int, int], missed: tuple[int, int, int]) -> None:
    """A statistic, a level, and helpers who add 3 each come to the number, or to one below."""
    for (dexterity, level, helpers), total in ((reached, number), (missed, number - 1)):
        friends = ("ash", "birch", "cedar")[:helpers]
        spec = calm_encounter(newcomer("wren", DEX=dexterity, skills={"climbing": level}), *friends)
        test = call("wren", "dexterity", "climbing", name, helpers=friends)
        assert verdict(spec, test) == (total, total == number)
        assert next(event.difficulty for event in spec.events if isinstance(event, Tested)) == number


@pytest.mark.rule("TK-DIFF-7")
@pytest.mark.parametrize("difficulty", [1, 13, 36, 1000])
def test_a_difficulty_may_be_any_number(difficulty: int) -> None:
    spec = calm_encounter(WREN).when(call("wren", "dexterity", "climbing", difficulty))
    assert spec.fight.prompts[0].about["difficulty"] == difficulty
    spec.when(Commit(actor="wren")).then(
        Tested(combatant="wren", what="climbing", total=36, success=difficulty <= 36, difficulty=difficulty)
    )


@pytest.mark.rule("TK-DIFF-7")
@pytest.mark.parametrize("difficulty", [0, -5, 1001, "hard", "Easy"])
def test_a_difficulty_is_a_name_or_a_number_from_1_to_1000(difficulty: int | str) -> None:
    with pytest.raises(ValidationError):
        call("wren", "dexterity", "climbing", difficulty)
    with pytest.raises(ValidationError):
        SetDifficulty.model_validate({"difficulty": difficulty})


@pytest.mark.rule("TK-DIFF-7", "TK-DIFF-8")
@pytest.mark.parametrize(("said", "difficulty"), [(1000, 1000), (1, 1), (49, 49), ("difficult", 50)])
def test_the_difficulty_of_a_deed_is_a_number_or_a_name_too(said: int | str, difficulty: int) -> None:
    play = Play(WREN, "other")
    play.round(wren={"action": "other", "kind": "skill", "statistic": "dexterity", "skill": "climbing"})
    play.send(act("wren", deed=True), SetDifficulty.model_validate({"difficulty": said}))
    play.spec.then(DifficultySet(combatant="wren", difficulty=difficulty))
    assert play.asked("commit")["difficulty"] == difficulty


@pytest.mark.rule("TK-DIFF-8", "TK-TEST-8")
def test_a_difficulty_is_told_before_luck_is_committed() -> None:
    spec = calm_encounter(WREN).when(CLIMB)
    for speaker in (PLAYER, SPECTATOR):
        assert view_state(TICKS, spec.fight, speaker).prompts[0].about["difficulty"] == 35


@pytest.mark.rule("TK-DIFF-8", "TK-RUL-9")
def test_a_hidden_difficulty_is_not_told_and_total_and_verdict_are() -> None:
    spec = calm_encounter(WREN).when(call("wren", "dexterity", "climbing", 37, hidden=True))
    assert "difficulty" not in spec.fight.prompts[0].about
    spec.when(Commit(actor="wren")).then(
        Tested(combatant="wren", what="climbing", total=36, success=False, difficulty=None, hidden=37)
    )
    assert Tested.private == {"hidden"}
    spec.given(call("wren", "dexterity", "climbing", 37, hidden=True)).when(Commit(actor="wren", luck=1))
    spec.then(Tested(combatant="wren", what="climbing", total=48, success=True, difficulty=None, hidden=37))


@pytest.mark.rule("TK-DIFF-9", "TK-RUL-9")
@pytest.mark.parametrize(("low", "high"), [(50, 70), (60, 60), (60, 90), (1, 60)])
def test_a_hint_has_the_hidden_difficulty_in_it_and_is_told(low: int, high: int) -> None:
    hint = {"low": low, "high": high}
    spec = calm_encounter(WREN).when(call("wren", "dexterity", "climbing", 60, hidden=True, hint=hint))
    spec.then(
        TestCalled(
            combatant="wren", statistic="dexterity", skill="climbing", difficulty=None, hint=(low, high), hidden=60
        )
    )
    about = view_state(TICKS, spec.fight, PLAYER).prompts[0].about
    assert about["hint"] == [low, high]
    assert "difficulty" not in about


@pytest.mark.rule("TK-DIFF-9")
@pytest.mark.parametrize(
    ("low", "high", "hidden"), [(61, 70, True), (50, 59, True), (70, 50, True), (50, 70, False), (60, 60, False)]
)
def test_other_hints_are_refused(low: int, high: int, hidden: bool) -> None:
    test = call("wren", "dexterity", "climbing", 60, hidden=hidden, hint={"low": low, "high": high})
    assert field_of(calm_encounter(WREN).when(test).refused("TK-DIFF-9")) == "command.hint"


@pytest.mark.rule("TK-DIFF-9", "TK-RUL-9")
def test_a_hidden_difficulty_needs_no_hint() -> None:
    spec = calm_encounter(WREN).when(call("wren", "dexterity", "climbing", 60, hidden=True)).then(TestCalled)
    assert "hint" not in spec.fight.prompts[0].about
