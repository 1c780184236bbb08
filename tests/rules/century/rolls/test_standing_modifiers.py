"""Modifiers that the state brings of itself: scene, conditions, wounds (CE-SKILL-14, -17, -19, CE-REACT-7, CE-HC)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.conditions.care import UseStimpak
from domain.rulesets.century.chapters.conditions.conditions import ConditionEnded, SetCondition, Surprise
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.health_categories import HealthChanged
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.rolls.attempts import Attempt
from domain.rulesets.century.chapters.rolls.calls import CallRoll
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.words import ConditionName, Health
from tests.rules.century.builders import NOTHING, custom, parts_of_roll, result, way
from tests.rules.century.specification import Specification, attack, fight, given, in_action, policy, roll, stub

CONDITIONS: dict[ConditionName, tuple[dict[str, Any], str, int, int, str]] = {
    "drunk": ({"amount": 30}, "drunk", -30, -30, "CE-SKILL-45"),
    "drugged": ({"amount": 20}, "drugged", -20, -20, "CE-SKILL-46"),
    "diseased": ({"amount": 15}, "diseased", -15, -15, "CE-REACT-33"),
    "lucky": ({"amount": 12}, "lucky_day", 12, 12, "CE-SKILL-30"),
    "unlucky": ({"amount": 12}, "unlucky_day", -12, -12, "CE-SKILL-43"),
    "surprised": ({"initiative": 2, "skill": 25, "reaction": 10}, "surprised", -25, -10, "CE-REACT-40"),
    "hindered": ({"amount": 40, "label": "Broken arm"}, "hindered", -40, -40, "CE-REACT-38"),
}
"""Each condition as it is set, its key among the parts, what it gives to Skill Rolls and to checks, and its rule."""
CHECK: Any = {"kind": "reaction", "on_failure": NOTHING}


def bearer(name: ConditionName, **fields: Any) -> Specification:
    """Somebody with a condition."""
    return given(fight(stub("a"), stub("b")), SetCondition(combatant="a", condition=name, **fields))


def extra(spec: Specification, **fields: Any) -> dict[str, int]:
    """What a roll on a base alone has besides."""
    spec.when(roll("a", **fields), throws=["a d100: 60"])
    return {key: amount for key, amount in parts_of_roll(spec).items() if key not in ("base", "ability", "skill")}


# Conditions


@pytest.mark.rule("CE-SKILL-14", "CE-REACT-7")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule(row[-1]), id=name) for name, row in CONDITIONS.items()]
)
def test_a_condition_counts_in_rolls_and_checks_unless_it_is_left_out(name: ConditionName) -> None:
    fields, key, skill, reaction, rule = CONDITIONS[name]
    assert extra(bearer(name, **fields)) == {key: skill}
    assert extra(bearer(name, **fields), **CHECK) == {key: reaction}
    assert extra(bearer(name, **fields), without=(name,)) == {}
    assert extra(bearer(name, **fields), without=(name,), **CHECK) == {}
    spec = bearer(name, **fields).when(roll("a"), throws=["a d100: 60"])
    fixed = next(event for event in spec.events if isinstance(event, TargetFixed))
    assert {part.key: part.rule for part in fixed.parts}[key] == rule


@pytest.mark.rule("CE-SKILL-14")
def test_one_hindrance_of_several_may_be_left_out() -> None:
    spec = bearer("hindered", amount=40, label="Broken arm")
    spec.given(SetCondition(combatant="a", condition="hindered", amount=5, label="cough"))
    spec.when(roll("a", without=("hindered:Broken arm",)), throws=["a d100: 60"])
    assert result(spec).target == 45
    spec.when(roll("a", without=("hindered",)), throws=["a d100: 60"])
    assert result(spec).target == 50


@pytest.mark.rule("CE-SKILL-14", "CE-HC-10", "CE-SKILL-17")
@pytest.mark.parametrize(
    ("name", "rule"),
    [("health", "CE-HC-10"), ("dodge_penalty", "CE-SKILL-14"), ("block_penalty", "CE-SKILL-14"), ("x", "CE-SKILL-14")],
)
def test_some_things_are_never_left_out(name: str, rule: str) -> None:
    spec = given(fight(stub("a"))).when(roll("a", without=(name,))).refused(rule)
    assert spec.refusal is not None
    assert spec.refusal.field == "command.without"


@pytest.mark.rule("CE-SKILL-14")
def test_they_are_read_when_the_target_number_is_fixed() -> None:
    spec = given(fight(stub("a", role="character", fp=1))).when(roll("a"))
    spec.given(SetCondition(combatant="a", condition="drunk", amount=10)).answer(0, throws=["a d100: 95"])
    assert parts_of_roll(spec)["drunk"] == -10


# The scene


@pytest.mark.rule("CE-SKILL-14", "CE-RUL-29")
def test_light_and_weather_of_the_scene_count_in_skill_rolls() -> None:
    stormy = SetScene(light="low", rain=True, wind=True)
    assert extra(given(fight(stub("a")), stormy)) == {"light_low": -30, "rain": -20, "wind": -10}
    for left_out, key in (("light", "light_low"), ("rain", "rain"), ("wind", "wind")):
        assert key not in extra(given(fight(stub("a")), stormy), without=(left_out,))
    assert extra(given(fight(stub("a")))) == {}


@pytest.mark.rule("CE-REACT-7")
def test_in_checks_the_scene_counts_where_the_call_says_so() -> None:
    stormy = SetScene(light="low", rain=True, wind=True)
    assert extra(given(fight(stub("a")), stormy), **CHECK) == {}
    for name, key, amount in (("light", "light_low", -30), ("rain", "rain", -20), ("wind", "wind", -10)):
        scene: Any = {"with": (name,)}
        assert extra(given(fight(stub("a")), stormy), **CHECK, **scene) == {key: amount}
    light: Any = {"with": ("light",)}
    spec = given(fight(stub("a")), stormy).when(roll("a", **light)).refused("CE-REACT-7")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.with"


@pytest.mark.rule("CE-REACT-7")
def test_in_surprise_the_light_counts_of_itself() -> None:
    dark = SetScene(light="low", rain=True)
    surprise: Any = {"hazard": "surprise", "base": 40, **CHECK}
    cases: Any = (({}, 10), ({"without": ("light",)}, 40), ({"with": ("rain",)}, -10))
    for fields, target in cases:
        spec = given(fight(stub("a")), policy("a", "approach", "best"), dark)
        spec.when(CallRoll(roller="a", **surprise, **fields), throws=["a d100: 60"])
        assert result(spec).target == target
    gas = CallRoll(roller="a", **{**surprise, "hazard": "gas"})
    assert result(given(fight(stub("a")), dark).when(gas, throws=["a d100: 60"])).target == 40


@pytest.mark.rule("CE-RUL-29", "CE-ROLL-11")
def test_a_light_that_counts_in_a_check_is_not_named_besides() -> None:
    dark = given(fight(stub("a")), SetScene(light="low"))
    named: Any = {"modifiers": ({"key": "light_low"},), **CHECK}
    dark.when(CallRoll(roller="a", hazard="surprise", base=40, **named)).refused("CE-ROLL-11")
    surprised = CallRoll(roller="a", hazard="surprise", base=40, without=("light",), **named)
    dark.when(surprised, "a: approach iq", throws=["a d100: 60"])
    assert result(dark).target == 10
    dark.when(CallRoll(roller="a", hazard="gas", base=40, **named), throws=["a d100: 60"])
    assert result(dark).target == 10


# Penalties on the next action


@pytest.mark.rule("CE-SKILL-17")
@pytest.mark.parametrize(("name", "amount"), [("dodge_penalty", -25), ("block_penalty", -30)])
def test_the_next_attempt_suffers_and_uses_it_up(name: ConditionName, amount: int) -> None:
    spec = bearer(name)
    spec.when(Attempt(actor="a", what="climb")).answer({"candidates": [{"base": 50}]}, throws=["a d100: 60"])
    assert parts_of_roll(spec)[name] == amount
    spec.then(ConditionEnded(combatant="a", condition=name, reason="used up"))
    spec.when(Attempt(actor="a", what="climb")).answer({"candidates": [{"base": 50}]}, throws=["a d100: 60"])
    assert result(spec).target == 50


@pytest.mark.rule("CE-SKILL-17", "CE-BLOCK-6")
def test_of_both_the_next_attempt_suffers_the_larger_and_uses_up_both() -> None:
    spec = bearer("dodge_penalty").given(SetCondition(combatant="a", condition="block_penalty"))
    spec.when(Attempt(actor="a", what="climb")).answer({"candidates": [{"base": 50}]}, throws=["a d100: 60"])
    assert (result(spec).target, parts_of_roll(spec)["block_penalty"]) == (20, -30)
    assert not spec.fight.people["a"].conditions


@pytest.mark.rule("CE-SKILL-17", "CE-REACT-6", "CE-REACT-7")
def test_checks_and_what_the_narrator_calls_neither_suffer_nor_use_it_up() -> None:
    spec = bearer("dodge_penalty")
    assert extra(spec) == {}
    assert extra(spec, **CHECK) == {}
    check = {"kind": "reaction", "candidates": [{"base": 50}], "on_failure": [{"effect": "none"}]}
    spec.when(Attempt(actor="a", what="duck", kind="reaction")).answer(check, throws=["a d100: 60"])
    assert result(spec).target == 50
    spec.when(Attempt(actor="a", what="climb")).answer("succeeds")
    assert "dodge_penalty" in spec.fight.people["a"].conditions


@pytest.mark.rule("CE-SKILL-19", "CE-REACT-6")
@pytest.mark.parametrize("fields", [{}, CHECK])
def test_what_the_narrator_calls_costs_nothing_and_is_no_action(fields: Any) -> None:
    spec = given(fight(stub("a"), stub("b")), *in_action("b", "a"))
    for whom in ("a", "b"):
        spec.when(roll(whom, **fields), throws=[f"{whom} d100: 60"])
    assert [spec.fight.people[name].pool for name in "ab"] == [10, 10]
    turn = spec.fight.turn_of("b")
    assert turn is not None
    assert (turn.spent, turn.touched, turn.rolled) == (0, False, False)


@pytest.mark.rule("CE-SKILL-19")
def test_an_attempt_outside_combat_costs_no_move_points() -> None:
    spec = given(fight(stub("a"))).when(Attempt(actor="a", what="climb")).answer("succeeds")
    before = spec.fight.people["a"].pool
    spec.when(Attempt(actor="a", what="climb")).answer({"candidates": [{"base": 50}]}, throws=["a d100: 60"])
    assert spec.fight.people["a"].pool == before
    given(fight(stub("a")), *in_action("a")).when(Attempt(actor="a", what="climb")).refused("CE-SHEET-31")


# Wounds


def hurt(hp: int, hp_max: int = 13, **sheet: Any) -> Join:
    """Somebody with so many hit points left."""
    return stub("a", hp_max=hp_max, hp=hp, **sheet)


@pytest.mark.rule("CE-HC-1", "CE-HC-2", "CE-HC-3", "CE-HC-4", "CE-RUL-19", "CE-HC-9")
@pytest.mark.parametrize(
    ("hp_max", "hp", "target"),
    [(13, 13, 50), (13, 7, 50), (13, 6, 40), (13, 4, 40), (13, 3, 0), (12, 7, 50), (12, 6, 40), (12, 4, 40), (12, 3, 0),
     (1, 1, 50)],
)  # fmt: skip
@pytest.mark.parametrize("fields", [{}, CHECK])
def test_wounds_hinder_rolls_and_checks(hp_max: int, hp: int, target: int, fields: Any) -> None:
    spec = given(fight(hurt(hp, hp_max))).when(roll("a", **fields), throws=["a d100: 60"])
    assert result(spec).target == target
    assert parts_of_roll(spec).get("health", 0) == target - 50


@pytest.mark.rule("CE-HC-1")
def test_wounds_do_not_hinder_by_option() -> None:
    spec = given(fight(hurt(3), health_categories=False)).when(roll("a"), throws=["a d100: 60"])
    assert result(spec).target == 50
    given(fight(hurt(13), health_categories=False)).when(damage(8)).never(HealthChanged)


def damage(points: int) -> InflictDamage:
    """So much damage, past all armour."""
    return InflictDamage(combatant="a", amount=points, armor=False)


@pytest.mark.rule("CE-HC-5", "CE-HC-2", "CE-HC-3")
def test_passing_a_limit_downward_is_told() -> None:
    spec = given(fight(hurt(13))).when(damage(6)).never(HealthChanged)
    spec.when(damage(1)).then(HealthChanged(combatant="a", before="fresh", now="half"))
    spec.when(damage(2)).never(HealthChanged)
    spec.when(damage(1)).then(HealthChanged(combatant="a", before="half", now="quarter"))
    spec.when(damage(1)).never(HealthChanged)


@pytest.mark.rule("CE-HC-4", "CE-HC-5")
def test_rising_above_a_limit_ends_its_penalty() -> None:
    spec = given(fight(hurt(3)))
    steps: tuple[tuple[int, int, tuple[Health, Health] | None], ...] = (
        (4, 40, ("quarter", "half")),
        (6, 40, None),
        (7, 50, ("half", "fresh")),
    )
    for hp, target, told in steps:
        spec.when(SetDowned(combatant="a", status="up", hp=hp))
        if told is None:
            spec.never(HealthChanged)
        else:
            before, now = told
            spec.then(HealthChanged(combatant="a", before=before, now=now))
        spec.when(roll("a"), throws=["a d100: 60"])
        assert result(spec).target == target


@pytest.mark.rule("CE-HC-4", "CE-HC-5")
def test_healing_above_a_limit_is_told_and_ends_its_penalty() -> None:
    spec = given(fight(hurt(6, stimpaks=1)), *in_action("a"))
    spec.when(UseStimpak(actor="a", patient="a"), throws=["a d6: 1"]).then(
        HealthChanged(combatant="a", before="half", now="fresh")
    )
    spec.when(roll("a"), throws=["a d100: 60"])
    assert (result(spec).target, "health" in parts_of_roll(spec)) == (50, False)


@pytest.mark.rule("CE-HC-9")
def test_with_one_hit_point_both_limits_are_passed_at_once() -> None:
    spec = given(fight(hurt(1, 1))).when(damage(1)).then(HealthChanged(combatant="a", before="fresh", now="quarter"))
    spec.when(roll("a", kind="reaction", candidates=[way(60, "con")], on_failure=NOTHING), throws=["a d100: 60"])
    assert parts_of_roll(spec)["health"] == -50


@pytest.mark.rule("CE-HC-5", "CE-ROLL-13")
def test_health_is_read_when_the_target_number_is_fixed() -> None:
    spec = given(fight(hurt(13, role="character", fp=1))).when(roll("a")).given(damage(7))
    spec.answer(0, throws=["a d100: 90"])
    assert result(spec).target == 40


@pytest.mark.rule("CE-HC-6")
def test_wounds_touch_neither_initiative_nor_points_nor_dodging() -> None:
    spec = given(fight(stub("b", "avenger_9mm"), hurt(3)))
    spec.when(BeginRound(), throws=["b 2d6: 6 6", "a 2d6: 4 5"])
    wounded = spec.fight.people["a"]
    assert wounded.initiative is not None
    assert (wounded.initiative.score, wounded.pool) == (9, 10)
    spec.when(attack("b", "a", range="short"), "a: defence dodge", throws=["b d100: 50"])
    assert (parts_of_roll(spec)["dodge"], "health" in parts_of_roll(spec)) == (-15, False)


@pytest.mark.rule("CE-HC-7", "CE-RUL-18")
def test_everybody_who_throws_dice_has_a_category_and_nothing_else() -> None:
    dog = Join(template="guard_dog", id="a", sheet={"hp": 4})
    spec = given(fight(dog)).when(roll("a"), throws=["a d100: 60"])
    assert parts_of_roll(spec)["health"] == -10
    given(fight(Join(template="suv", id="a"))).when(damage(50)).never(HealthChanged)


@pytest.mark.rule("CE-HC-8")
def test_in_simultaneous_action_health_is_that_of_the_start() -> None:
    both = (stub("a", "avenger_9mm", hp_max=13), stub("b", "avenger_9mm"))
    for scores, target in (({"a": 9, "b": 9}, 60), ({"a": 10, "b": 9}, 50)):
        spec = given(fight(*both), policy("b", "defence", "never"), *in_action("a", "b", scores=scores))
        spec.given(damage(7)).when(attack("a", "b", range="short"), throws=["a d100: 90"])
        assert result(spec).target == target


@pytest.mark.rule("CE-HC-10")
def test_a_bonus_of_the_narrators_own_offsets_wounds() -> None:
    spec = given(fight(hurt(6))).when(roll("a", modifiers=(custom(10, "grit"),)), throws=["a d100: 60"])
    assert (parts_of_roll(spec)["health"], result(spec).target) == (-10, 50)


@pytest.mark.rule("CE-RUL-20", "CE-SKILL-8", "CE-REACT-40")
def test_luck_drink_surprise_light_and_wounds_count_in_attacks() -> None:
    shooter = stub("a", "avenger_9mm", hp_max=13, hp=6)
    spec = given(fight(shooter, stub("b")), policy("b", "defence", "never"), *in_action("a", "b"))
    spec.given(SetScene(light="low"), SetCondition(combatant="a", condition="lucky", amount=15))
    spec.given(SetCondition(combatant="a", condition="drunk", amount=20))
    spec.given(Surprise(combatant="a", skill=15, reaction=35))
    spec.when(attack("a", "b", range="short"), throws=["a d100: 90"])
    own = {"health": -10, "light_low": -30, "lucky_day": 15, "drunk": -20, "surprised": -15}
    assert parts_of_roll(spec) == {"base": 60, "ability": 0, "skill": 0, **own}
