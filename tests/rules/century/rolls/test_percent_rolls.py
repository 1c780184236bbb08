"""The percentage roll: the die, its target number, success, degrees (CE-ROLL-1 to -8, -10, -15, CE-DEG)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.chance.draws import Draw, Supplied
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import decide
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.rolls.calls import CallRoll, CallRolls
from domain.rulesets.century.chapters.rolls.degrees import chance_of
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent
from domain.rulesets.century.chapters.rolls.judging import LadderLearnt, RollClosed
from domain.rulesets.century.chapters.rolls.opening import LadderWritten
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown, TargetFixed
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.options import Options
from domain.rulesets.century.parts import CandidateSheet
from domain.rulesets.century.state import Part
from tests.rules.century.builders import NOTHING, audiences, custom, modifier, parts_of_roll, result, way
from tests.rules.century.specification import Specification, attack, fight, given, in_action, policy, roll, stub
from tests.rules.specification import SECRETS

LADDER = ("something moves", "an SUV", "it is black", "three people", "a rocket launcher")


def thrown(number: int, base: int = 50, *steps: Any, options: Any = None, **fields: Any) -> Specification:
    """A roll of somebody with nothing but a base."""
    opened = given(fight(stub("a"), **{"critical_effects": "none", **(options or {})}), *steps)
    return opened.when(roll("a", base, **fields), throws=[f"a d100: {number}"])


# The die


@pytest.mark.rule("CE-ROLL-1")
def test_a_roll_is_one_throw_of_one_die_with_a_hundred_sides() -> None:
    spec = thrown(37, roll_id="notice")
    events = [event for event in spec.events if isinstance(event, PercentThrown)]
    assert events == [PercentThrown(roll="notice", combatant="a", die=Draw((37,), "supplied", 100), number=37)]


@pytest.mark.rule("CE-ROLL-2", "CE-ROLL-3")
@pytest.mark.parametrize(("sent", "number"), [(0, 100), (100, 100), (1, 1), (7, 7)])
def test_double_nought_is_a_hundred(sent: int, number: int) -> None:
    spec = thrown(number) if sent else given(fight(stub("a"), critical_effects="none"))
    if not sent:
        decided = decide(CENTURY, spec.fight, roll("a"), NARRATOR, Supplied([[0]]), supplied=True, secrets=SECRETS)
        assert not isinstance(decided, Refusal)
        events = [recorded.event for recorded in decided.events]
    else:
        events = spec.events
    assert [event.number for event in events if isinstance(event, PercentThrown)] == [number]


@pytest.mark.rule("CE-ROLL-2", "CE-ROLL-3")
@pytest.mark.parametrize("faces", [[[101]], [[-1]], [[3, 6]], [["36"]], [], [[3], [6]]])
def test_other_faces_are_refused(faces: Any) -> None:
    spec = given(fight(stub("a")))
    refusal = decide(CENTURY, spec.fight, roll("a"), NARRATOR, Supplied(faces), supplied=True, secrets=SECRETS)
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.field) == ("CE-ROLL-2", "faces[1]" if len(faces) == 2 else "faces[0]")


# The target number


@pytest.mark.rule("CE-ROLL-4", "CE-SKILL-2")
def test_the_target_number_is_the_sum_of_its_parts_each_on_record() -> None:
    mulan = stub("a", role="character", fp=3, agl=16, skills=[{"name": "Climbing", "level": 1}])
    call = roll(
        "a",
        roll_id="climb",
        candidates=[way(60, "agl", skill="Climbing")],
        modifiers=[custom(30, "hook and line"), modifier("light_low"), custom(-20), modifier("wind")],
    )
    spec = given(fight(mulan)).when(call, "a: fate_before 1", "a: fate_after 2", throws=["a d100: 95"])
    fixed = next(event for event in spec.events if isinstance(event, TargetFixed))
    assert fixed.target == 54 + 25
    assert fixed.parts == (
        Part("base", 60, "CE-ROLL-10"),
        Part("ability", 21, "CE-ABIL-3", "agl"),
        Part("skill", 3, "CE-ABIL-4", "Climbing"),
        Part("custom", 30, "CE-SKILL-12", "hook and line"),
        Part("light_low", -30, "CE-SKILL-52"),
        Part("custom", -20, "CE-SKILL-12", "duress"),
        Part("wind", -10, "CE-SKILL-50"),
        Part("fate_before", 25, "CE-FATE-1"),
    )
    spec.then(FateSpent(combatant="a", points=2, use="after", roll="climb"))
    assert result(spec) == (54 + 25 + 20, True, 1)


@pytest.mark.rule("CE-ROLL-4", "CE-SKILL-7")
def test_zero_parts_of_base_ability_and_skill_are_on_record() -> None:
    spec = thrown(5, 0)
    assert parts_of_roll(spec) == {"base": 0, "ability": 0, "skill": 0}


@pytest.mark.rule("CE-ROLL-5", "CE-DEG-2")
@pytest.mark.parametrize(
    ("number", "base", "amount", "target", "degree"), [(6, 10, -25, -15, -3), (6, 90, 90, 180, 5), (85, 90, 30, 120, 4)]
)
def test_the_target_number_is_never_clamped(number: int, base: int, amount: int, target: int, degree: int) -> None:
    assert result(thrown(number, base, modifiers=[custom(amount)])) == (target, target > 0, degree)


@pytest.mark.rule("CE-ROLL-6")
@pytest.mark.parametrize(("number", "success"), [(53, True), (54, True), (55, False)])
@pytest.mark.parametrize("kind", ["skill", "reaction"])
def test_equal_or_under_succeeds(kind: Any, number: int, success: bool) -> None:
    assert result(thrown(number, 54, kind=kind, on_failure=NOTHING)).success is success


@pytest.mark.rule("CE-RUL-1")
def test_a_check_is_passed_by_an_equal_number_unless_the_option_wants_less() -> None:
    check: Any = {"kind": "reaction", "on_failure": NOTHING}
    assert result(thrown(54, 54, **check)) == (54, True, 1)
    strict = {"roll_under": "under_for_checks"}
    assert result(thrown(54, 54, options=strict, **check)) == (54, False, -1)
    assert result(thrown(53, 54, options=strict, **check)) == (54, True, 1)
    assert result(thrown(54, 54, options=strict)) == (54, True, 1)


@pytest.mark.rule("CE-RUL-1")
@pytest.mark.parametrize(("number", "needed"), [(54, 1), (63, 1), (64, 2)])
def test_under_for_checks_saves_by_getting_below(number: int, needed: int) -> None:
    opened = fight(stub("a", role="character", fp=5), roll_under="under_for_checks")
    call = roll("a", 54, kind="reaction", on_failure=NOTHING)
    spec = given(opened).when(call, "a: fate_before 0", throws=[f"a d100: {number}"]).asks("fate_after", "a")
    assert spec.fight.prompts[0].about["least"] == needed
    assert result(spec.answer(needed)).success


@pytest.mark.rule("CE-RUL-1", "CE-ROLL-15")
def test_under_for_checks_lowers_the_chance_by_one() -> None:
    strict = Options(roll_under="under_for_checks")
    assert (chance_of(strict, "reaction", 54), chance_of(strict, "skill", 54)) == (53, 54)
    assert chance_of(Options(), "reaction", 54) == 54


@pytest.mark.rule("CE-ROLL-7", "CE-RUL-14")
@pytest.mark.parametrize("amount", [-50, -60])
def test_at_nought_or_less_only_a_critical_succeeds(amount: int) -> None:
    assert result(thrown(5, modifiers=[custom(amount)])).success
    assert not result(thrown(6, modifiers=[custom(amount)])).success
    assert not result(thrown(1, modifiers=[custom(amount)], options={"criticals": "off"})).success


@pytest.mark.rule("CE-ROLL-7", "CE-RUL-14")
@pytest.mark.parametrize("amount", [50, 60])
def test_at_a_hundred_or_more_only_a_critical_fails(amount: int) -> None:
    assert result(thrown(95, modifiers=[custom(amount)])).success
    assert not result(thrown(96, modifiers=[custom(amount)])).success
    off = thrown(100, modifiers=[custom(amount)], options={"criticals": "off"}).then(PercentThrown)
    assert result(off).success


@pytest.mark.rule("CE-ROLL-8", "CE-SKILL-8", "CE-RUL-20")
def test_an_attack_is_rolled_as_everything_else() -> None:
    sheet = stub("a", "avenger_9mm", hp=5, role="character", fp=1)
    spec = given(fight(sheet, stub("b")), policy("b", "defence", "never"), *in_action("a", "b"))
    spec.given(SetScene(light="low"), SetCondition(combatant="a", condition="drunk", amount=10))
    spec.when(attack("a", "b", range="short"), "a: fate_before 1", throws=["a d100: 46"])
    own = {"health": -10, "light_low": -30, "drunk": -10, "fate_before": 25}
    assert parts_of_roll(spec) == {"base": 60, "ability": 0, "skill": 0, **own}
    assert result(spec) == (35, False, -2)


@pytest.mark.rule("CE-ROLL-8")
def test_damage_and_initiative_are_no_rolls_under_a_number() -> None:
    spec = given(fight(stub("a", "avenger_9mm", hp=5), stub("b")), policy("b", "defence", "never"))
    spec.when(BeginRound(), throws=["a 2d6: 6 6", "b 2d6: 1 1"]).never(TargetFixed)
    assert spec.fight.people["a"].initiative.score == 12  # type: ignore[union-attr]
    spec.when(attack("a", "b", range="short"), throws=["a d100: 50", "1d6: 1"]).then(DamageThrown)
    assert len([event for event in spec.events if isinstance(event, TargetFixed)]) == 1


# Bases


RULES_OF_LEVELS = (
    "CE-SKILL-20",
    "CE-SKILL-21",
    "CE-SKILL-22",
    "CE-SKILL-23",
    "CE-SKILL-24",
    "CE-SKILL-25",
    "CE-SKILL-26",
    "CE-SKILL-27",
    "CE-SKILL-28",
    "CE-SKILL-29",
)
LEVELS = [pytest.param(level, marks=pytest.mark.rule(rule)) for level, rule in enumerate(RULES_OF_LEVELS)]


@pytest.mark.rule("CE-ROLL-10", "CE-RUL-24")
@pytest.mark.parametrize("level", LEVELS)
def test_a_success_level_is_a_base_of_ten_times_as_much(level: int) -> None:
    call = roll("a", candidates=[CandidateSheet(success_level=level)])
    assert parts_of_roll(given(fight(stub("a"))).when(call, throws=["a d100: 95"])) == {
        "base": 10 * level, "ability": 0, "skill": 0,
    }  # fmt: skip


@pytest.mark.rule("CE-ROLL-10", "CE-RUL-24")
def test_abilities_and_skill_come_on_top_of_a_success_level() -> None:
    thief = stub("a", agl=16, skills=[{"name": "Climbing", "level": 2}])
    climb = CandidateSheet(success_level=4, skill="Climbing", abilities=("agl",))
    spec = given(fight(thief)).when(roll("a", candidates=[climb]), throws=["a d100: 67"])
    assert parts_of_roll(spec) == {"base": 40, "ability": 21, "skill": 6}
    assert result(spec) == (67, True, 1)


@pytest.mark.rule("CE-ROLL-10")
@pytest.mark.parametrize("fields", [{"base": 40, "success_level": 4}, {}])
def test_a_candidate_has_a_base_or_a_success_level(fields: Any) -> None:
    spec = given(fight(stub("a"))).when(roll("a", candidates=[CandidateSheet(**fields)])).refused("CE-ROLL-10")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.candidates[0].base"


@pytest.mark.rule("CE-ROLL-10")
@pytest.mark.parametrize("fields", [{"base": 40}, {"success_level": 4}])
def test_beside_candidates_stands_no_other_base(fields: Any) -> None:
    spec = given(fight(stub("a"))).when(CallRoll(roller="a", candidates=(way(),), **fields)).refused("CE-ROLL-10")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.base"


@pytest.mark.rule("CE-ROLL-10")
@pytest.mark.parametrize("fields", [{"base": 101}, {"base": -1}, {"success_level": 10}, {"success_level": -1}])
def test_bases_and_levels_lie_in_their_ranges(fields: Any) -> None:
    with pytest.raises(ValidationError):
        CandidateSheet(**fields)


@pytest.mark.rule("CE-ROLL-15")
@pytest.mark.parametrize(
    ("options", "band", "target", "chance"),
    [
        *[({}, 96, target, chance) for target, chance in ((-15, 5), (3, 5), (54, 54), (95, 95), (114, 95))],
        ({}, 94, 114, 93),
        ({}, 99, 97, 97),
        *[({"criticals": "off"}, 96, t, c) for t, c in ((-15, 0), (3, 3), (54, 54), (95, 95), (114, 100))],
        *[pytest.param({"criticals": "off"}, 96, t, t, marks=pytest.mark.rule("CE-RUL-14")) for t in (0, 100)],
    ],
)
def test_the_chance_of_success_in_percent(options: Any, band: int, target: int, chance: int) -> None:
    assert chance_of(Options(**options), "skill", target, band) == chance
    assert band != 96 or chance_of(Options(**options), "skill", target) == chance


# Degrees


@pytest.mark.rule("CE-DEG-2", "CE-DEG-3", "CE-RUL-3", "CE-RUL-27")
@pytest.mark.parametrize(
    ("margin", "degree"),
    [(0, 1), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3), (30, 3), (31, 4), (40, 4), (41, 5), (50, 5), (60, 5)],
)
def test_every_ten_more_below_is_a_degree_more(margin: int, degree: int) -> None:
    assert result(thrown(90 - margin, 90)) == (90, True, degree)


@pytest.mark.rule("CE-DEG-2", "CE-DEG-4", "CE-RUL-28")
@pytest.mark.parametrize(
    ("over", "degree"),
    [(1, -1), (10, -1), (11, -2), (20, -2), (21, -3), (30, -3), (31, -4), (40, -4), (41, -5), (60, -5)],
)
def test_degrees_of_failure_mirror_those_of_success(over: int, degree: int) -> None:
    assert result(thrown(30 + over, 30)) == (30, False, degree)


@pytest.mark.rule("CE-DEG-5", "CE-RUL-27")
@pytest.mark.parametrize(
    ("number", "target", "success", "degree"),
    [(4, -15, True, 1), (5, 3, True, 1), (3, 3, True, 1), (97, 114, False, -1), (97, -15, False, -5), (3, 54, True, 5)],
)
def test_a_critical_against_the_target_number_has_the_first_degree(
    number: int, target: int, success: bool, degree: int
) -> None:
    assert result(thrown(number, 50, modifiers=[custom(target - 50)])) == (target, success, degree)


@pytest.mark.rule("CE-DEG-1")
def test_degrees_and_ladders_may_be_left_out() -> None:
    assert result(thrown(9, 50)).degree == 5
    off = {"degrees": False}
    assert result(thrown(9, 50, options=off)) == (50, True, 1)
    assert result(thrown(91, 50, options=off)) == (50, False, -1)
    spec = given(fight(stub("a"), **off)).when(roll("a", ladder=LADDER)).refused("CE-DEG-1")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.ladder"


@pytest.mark.rule("CE-DEG-6")
@pytest.mark.parametrize(("number", "texts"), [(64, 1), (53, 2), (43, 3), (33, 4), (23, 5)])
def test_the_roller_learns_the_ladder_up_to_its_degree(number: int, texts: int) -> None:
    thrown(number, 64, roll_id="suv", ladder=LADDER).then(LadderLearnt(roll="suv", combatant="a", texts=LADDER[:texts]))


@pytest.mark.rule("CE-DEG-6")
def test_who_fails_learns_nothing_of_the_ladder() -> None:
    thrown(65, 64, ladder=LADDER).then(LadderWritten, RollClosed).never(LadderLearnt)


@pytest.mark.rule("CE-DEG-6")
def test_a_ladder_may_be_shorter_or_longer_than_five_degrees() -> None:
    thrown(10, 64, roll_id="suv", ladder=LADDER[:2]).then(LadderLearnt(roll="suv", combatant="a", texts=LADDER[:2]))
    long = (*LADDER, "six", "seven", "eight", "nine")
    assert result(thrown(19, 80, ladder=long)).degree == 7
    thrown(19, 80, roll_id="suv", ladder=long).then(LadderLearnt(roll="suv", combatant="a", texts=long[:7]))
    assert result(thrown(9, 100, ladder=long)).degree == 9
    for texts in (1, 10):
        with pytest.raises(ValidationError):
            roll("a", ladder=("word",) * texts)


@pytest.mark.rule("CE-DEG-7")
def test_a_degree_changes_no_damage() -> None:
    for number in (10, 60):
        spec = given(fight(stub("a", "avenger_9mm"), stub("b")), policy("b", "defence", "never"))
        spec.given(*in_action("a", "b"))
        spec.when(attack("a", "b", range="short"), throws=[f"a d100: {number}", "1d6: 4"])
        assert spec.fight.people["b"].hp == 6


@pytest.mark.rule("CE-DEG-8")
def test_of_several_rollers_each_learns_what_its_own_degree_gives() -> None:
    spec = given(fight(stub("sam", iq=14), stub("mulan", iq=12)))
    call = CallRolls(rollers=("sam", "mulan"), roll_id="suv", candidates=(way(50, "iq"),), ladder=LADDER)
    spec.when(call, throws=["sam d100: 41", "mulan d100: 59"])
    spec.then(
        LadderLearnt(roll="suv.sam", combatant="sam", texts=LADDER[:3]),
        LadderLearnt(roll="suv.mulan", combatant="mulan", texts=LADDER[:1]),
    )
    both = given(fight(stub("sam"), stub("mulan")))
    assert audiences(both, call, LadderLearnt, 41, 42) == ["sam", "mulan"]
    assert audiences(both, call, LadderWritten, 41, 42) == ["narrator", "narrator"]
