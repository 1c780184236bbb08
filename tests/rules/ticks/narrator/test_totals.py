"""Totals: a statistic, a skill that multiplies it, what raises the skill, and halves and quarters of statistics."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.core.commands import Join
from domain.rulesets.ticks.chapters.narrator.calls import CallTest, TestCalled
from domain.rulesets.ticks.chapters.narrator.trials import Commit, Totalled
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested
from tests.rules.ticks.builders import Play, attack, call, calm_encounter, level_of, verdict
from tests.rules.ticks.specification import act, newcomer


def wren(**changes: Any) -> Join:
    """Somebody of whom no two numbers are alike."""
    numbers = {"STR": 7, "DEX": 9, "QUI": 8, "WIL": 13, "RES": 11, "statistics": {"intellect": 6}}
    skills = {"climbing": 3, "lockpicking": 4, "singing": 1}
    return newcomer("wren", **{**numbers, "skills": skills, **changes})


@pytest.mark.rule("TK-TEST-1", "TK-TEST-2")
@pytest.mark.parametrize(
    ("statistic", "skill", "total"),
    [
        ("dexterity", "climbing", 27),
        ("strength", "climbing", 21),
        ("dexterity", "lockpicking", 36),
        ("intellect", "lockpicking", 24),
        ("dexterity", "singing", 9),
    ],
)
def test_a_statistic_with_a_skill_is_multiplied(statistic: str, skill: str, total: int) -> None:
    assert verdict(calm_encounter(wren()), call("wren", statistic, skill, 30)) == (total, total >= 30)


@pytest.mark.rule("TK-TEST-1", "TK-TEST-3")
@pytest.mark.parametrize(
    ("statistic", "total"), [("willpower", 13), ("dexterity", 9), ("strength", 7), ("intellect", 6)]
)
def test_a_statistic_alone_is_the_total(statistic: str, total: int) -> None:
    assert verdict(calm_encounter(wren()), call("wren", statistic, None, 9)) == (total, total >= 9)


@pytest.mark.rule("TK-TEST-1")
def test_a_test_is_on_record_with_its_type_and_its_difficulty() -> None:
    spec = calm_encounter(wren()).when(call("wren", "dexterity", "climbing", "moderate"))
    spec.then(TestCalled(combatant="wren", statistic="dexterity", skill="climbing", difficulty=35)).when(
        Commit(actor="wren")
    )
    spec.then(Totalled(combatant="wren", statistic="dexterity", skill="climbing", level=3, total=27)).when(
        call("wren", "dexterity", None, 13)
    )
    spec.then(TestCalled(combatant="wren", statistic="dexterity", skill=None, difficulty=13)).when(Commit(actor="wren"))
    spec.then(Totalled(combatant="wren", statistic="dexterity", skill=None, level=0, total=9))


@pytest.mark.rule("TK-TEST-1")
@pytest.mark.parametrize(
    ("wrong", "fields"),
    [
        ("statistic", {"difficulty": 13}),
        ("difficulty", {"statistic": "dexterity"}),
        ("difficulty", {"statistic": "dexterity", "difficulty": 13.5}),
        ("statistic", {"statistic": ["dexterity", "strength"], "difficulty": 13}),
        ("skill", {"statistic": "dexterity", "skill": ["climbing", "singing"], "difficulty": 13}),
    ],
)
def test_a_test_has_one_statistic_at_most_one_skill_and_a_whole_difficulty(wrong: str, fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=wrong):
        CallTest.model_validate({"combatant": "wren", **fields})


@pytest.mark.rule("TK-TEST-4", "TK-TEST-9", "TK-OPT-1", "TK-RUL-2")
@pytest.mark.parametrize(
    ("statistic", "down", "up"), [("dexterity", 4, 5), ("strength", 3, 4), ("quickness", 4, 4), ("luckless", 0, 1)]
)
def test_without_the_skill_half_the_statistic_counts(statistic: str, down: int, up: int) -> None:
    somebody, test = wren(statistics={"luckless": 1}), call("wren", statistic, "botany", 1)
    assert verdict(calm_encounter(somebody), test) == (down, down >= 1)
    assert verdict(calm_encounter(somebody, fractions="down"), test)[0] == down
    assert verdict(calm_encounter(somebody, fractions="up"), test) == (up, True)


@pytest.mark.rule("TK-TEST-4")
def test_a_skill_of_1_gives_the_whole_and_one_of_0_the_half() -> None:
    spec = calm_encounter(wren(skills={"singing": 1, "botany": 0}))
    assert verdict(spec, call("wren", "dexterity", "singing", 9)) == (9, True)
    assert verdict(spec, call("wren", "dexterity", "botany", 5)) == (4, False)


@pytest.mark.rule("TK-TEST-5")
@pytest.mark.parametrize(("difficulty", "success"), [(26, True), (27, True), (28, False)])
def test_to_reach_the_difficulty_is_enough(difficulty: int, success: bool) -> None:
    assert verdict(calm_encounter(wren()), call("wren", "dexterity", "climbing", difficulty)) == (27, success)


@pytest.mark.rule("TK-TEST-5", "TK-HELP-3")
@pytest.mark.parametrize(("difficulty", "success"), [(30, True), (31, False)])
def test_help_counts_toward_the_difficulty(difficulty: int, success: bool) -> None:
    spec = calm_encounter(wren(), newcomer("ash"))
    helped = call("wren", "dexterity", "climbing", difficulty, helpers=("ash",))
    assert verdict(spec, helped) == (30, success)


@pytest.mark.rule("TK-TEST-7", "TK-ROLE-3", "TK-RUL-4")
@pytest.mark.parametrize(
    ("level", "role_play", "luck", "in_effect"),
    [
        (2, False, 0, 2),
        (2, True, 0, 3),
        (2, True, 2, 5),
        (4, True, 0, 5),
        (4, True, 2, 7),
        (5, True, 0, 5),
        (5, True, 2, 7),
        (5, False, 2, 7),
        (0, True, 1, 2),
    ],
)
def test_the_level_on_the_sheet_and_role_play_are_capped_and_luck_comes_on_top(
    level: int, role_play: bool, luck: int, in_effect: int
) -> None:
    spec = calm_encounter(wren(skills={"climbing": level}, luck=2))
    test = call("wren", "dexterity", "climbing", 30, role_play=role_play)
    assert level_of(spec, test, luck) == in_effect
    assert next(event.total for event in spec.events if isinstance(event, Totalled)) == 9 * in_effect


@pytest.mark.rule("TK-TEST-7")
@pytest.mark.parametrize(("level", "luck", "in_effect"), [(0, 0, 2), (4, 0, 6), (5, 0, 7), (5, 1, 8)])
def test_the_two_levels_against_bare_hands_are_not_capped_either(level: int, luck: int, in_effect: int) -> None:
    armed = newcomer("birch", skills={"melee": level}, luck=1, things=({"key": "knife"},), at=(1, 0))
    play = Play("ash", armed, asks={"birch": ("oppose",)})
    play.round({"ash": {"strike": "first_chance"}}, ash=attack("birch", "unarmed", "disarm"))
    play.answer("birch", "oppose", {"statistic": "strength", "skill": "melee", "luck": luck})
    tested = next(event for _, event in play.log if isinstance(event, ManoeuvreTested))
    assert (tested.level, tested.against) == (in_effect, 10 * in_effect)


@pytest.mark.rule("TK-TEST-9", "TK-OPT-1", "TK-RUL-2")
@pytest.mark.parametrize(("strength", "down", "up"), [(18, 4, 5), (14, 3, 4), (16, 4, 4), (17, 4, 5), (15, 3, 4)])
def test_a_quarter_is_rounded_as_halves_are(strength: int, down: int, up: int) -> None:
    def gross(**options: Any) -> list[tuple[int, int]]:
        play = Play(newcomer("ash", STR=strength, skills={"unarmed": 5}), newcomer("birch", at=(1, 0)), **options)
        play.round({"ash": {"strike": "first_chance"}}, ash=attack("birch", "unarmed", "mighty_blow"))
        return play.strikes("ash")

    assert gross() == gross(fractions="down") == [(10, 1 + 5 + down)]
    assert gross(fractions="up") == [(10, 1 + 5 + up)]


@pytest.mark.rule("TK-TEST-9", "TK-OPT-1", "TK-HELP-1")
def test_the_half_of_a_helper_is_rounded_as_well() -> None:
    for options, added in (({}, 8), ({"fractions": "up"}, 10)):
        skilled = [newcomer(name, DEX=9, skills={"climbing": 1}) for name in ("ash", "birch")]
        spec = calm_encounter(wren(), *skilled, **options)
        helped = call("wren", "dexterity", "climbing", 30, helpers=("ash", "birch"))
        assert verdict(spec, helped)[0] == 27 + added


@pytest.mark.rule("TK-TEST-10")
def test_a_failed_test_may_be_called_again_and_an_unchanged_total_fails_again() -> None:
    spec = calm_encounter(wren(luck=1))
    test = call("wren", "dexterity", "climbing", 36)
    assert [verdict(spec, test) for _ in range(3)] == [(27, False)] * 3
    assert verdict(spec, test, luck=1) == (36, True)


@pytest.mark.rule("TK-RUL-3", "TK-LUCK-3", "TK-ROLE-4")
def test_a_level_that_is_added_takes_the_place_of_the_half() -> None:
    spec = calm_encounter(wren(luck=3))
    assert verdict(spec, call("wren", "dexterity", "botany", 9)) == (4, False)
    assert verdict(spec, call("wren", "dexterity", "botany", 9, role_play=True)) == (9, True)
    assert verdict(spec, call("wren", "dexterity", "botany", 9), luck=1) == (9, True)
    assert verdict(spec, call("wren", "dexterity", "botany", 18, role_play=True), luck=1) == (18, True)


def test_what_somebody_does_with_bare_hands_does_not_raise_the_attacker() -> None:
    play = Play(newcomer("ash", skills={"unarmed": 2}), newcomer("birch", things=({"key": "knife"},), at=(1, 0)))
    play.round(ash=attack("birch", "unarmed", "disarm")).until(10).send(act("ash", strike=True))
    assert play.tests("ash") == [(20, 20, False)]
