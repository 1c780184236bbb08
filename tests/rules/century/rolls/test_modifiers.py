"""Modifiers that the narrator names: Tables 5-2 and 5-3 row by row, and `custom` (CE-SKILL-9 to -16, -30 to -56)."""

from itertools import combinations
from typing import Any

import pytest

from domain.rulesets.century.chapters.conditions.conditions import SetCondition
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.parts import ModifierSheet
from domain.rulesets.century.state import Modifier, Part
from domain.rulesets.century.tables import LIGHTS, MODIFIERS
from tests.rules.century.builders import custom, modifier, parts_of_roll, result
from tests.rules.century.specification import Specification, attack, fight, given, in_action, policy, roll, stub

FIXED = {
    "gullible": (70, "CE-SKILL-33"),
    "off_hand": (-20, "CE-SKILL-40"),
    "two_hands_dominant": (-15, "CE-SKILL-41"),
    "two_hands_off": (-30, "CE-SKILL-42"),
    "rain": (-20, "CE-SKILL-49"),
    "wind": (-10, "CE-SKILL-50"),
    "surprised": (-20, "CE-SKILL-51"),
    "light_low": (-30, "CE-SKILL-52"),
    "light_moonlight": (-50, "CE-SKILL-53"),
    "light_twilight": (-70, "CE-SKILL-54"),
    "light_dark": (-90, "CE-SKILL-55"),
}
SPANS = {
    "resembles_friend": (1, 20, "CE-SKILL-31"),
    "resembles_enemy": (-1, 20, "CE-SKILL-44"),
    "drunk": (-1, 10, "CE-SKILL-45"),
    "drugged": (-1, 20, "CE-SKILL-46"),
}
"""The sign of a row, the lowest amount (the highest is 90), its rule."""
FREE = {
    "lucky_day": (1, "CE-SKILL-30"),
    "cheating": (1, "CE-SKILL-34"),
    "character_moving": (1, "CE-SKILL-35"),
    "unlucky_day": (-1, "CE-SKILL-43"),
    "target_moving": (-1, "CE-SKILL-47"),
    "cover": (-1, "CE-SKILL-48"),
}
"""The sign of a row at the narrator's discretion, its rule."""


def rows(table: dict[str, tuple[Any, ...]]) -> list[Any]:
    """A case for each row, which claims the row's own rule."""
    return [pytest.param(key, *row, marks=pytest.mark.rule(row[-1]), id=key) for key, row in table.items()]


def named(*modifiers: ModifierSheet, options: Any = None, sheet: Any = None, **fields: Any) -> Specification:
    """A roll on a base of 50 with these modifiers, and whatever number falls, none of them critical."""
    spec = given(fight(stub("a", **(sheet or {})), **(options or {})))
    return spec.when(roll("a", modifiers=modifiers, **fields), throws=["a d100: 50"])


def refused(rule: str, *modifiers: ModifierSheet, field: str, spec: Specification | None = None, **fields: Any) -> None:
    """The call is refused by this rule, for this field."""
    asked: Specification = (spec or given(fight(stub("a")))).when(roll("a", modifiers=modifiers, **fields))
    assert asked.refusal is not None, asked.events
    asked.refused(rule, asked.refusal.code)
    assert asked.refusal.field == f"command.modifiers{field}"


# The tables


@pytest.mark.rule("CE-SKILL-9")
@pytest.mark.parametrize(("key", "amount", "rule"), rows(FIXED))
def test_a_row_with_a_number_has_it_unless_the_narrator_rules_otherwise(key: str, amount: int, rule: str) -> None:
    plain = named(modifier(key)).then(RollCalled)
    assert parts_of_roll(plain) == {"base": 50, "ability": 0, "skill": 0, key: amount}
    assert Modifier(key, amount) in _called(plain).modifiers
    sign = 1 if amount > 0 else -1
    for given_amount in (1, 100):
        spec = named(modifier(key, given_amount))
        assert parts_of_roll(spec)[key] == sign * given_amount
        assert _called(spec).modifiers == (Modifier(key, sign * given_amount, ruled=True),)
    for wrong in (0, 101, -5):
        refused("CE-SKILL-9", modifier(key, wrong), field="[0].amount")
    assert MODIFIERS[key].rule == rule


def _called(spec: Specification) -> RollCalled:
    return next(event for event in spec.events if isinstance(event, RollCalled))


@pytest.mark.rule("CE-SKILL-10")
@pytest.mark.parametrize(("key", "sign", "low", "rule"), rows(SPANS))
def test_a_row_with_a_span_needs_an_amount_within_it(key: str, sign: int, low: int, rule: str) -> None:
    for amount in (low, 90):
        assert parts_of_roll(named(modifier(key, amount)))[key] == sign * amount
    for wrong in (None, low - 1, 91):
        refused("CE-SKILL-10", modifier(key, wrong), field="[0].amount")
    assert MODIFIERS[key].rule == rule


@pytest.mark.rule("CE-SKILL-11")
@pytest.mark.parametrize(("key", "sign", "rule"), rows(FREE))
def test_a_row_at_the_narrators_discretion_needs_an_amount(key: str, sign: int, rule: str) -> None:
    for amount in (1, 100):
        assert parts_of_roll(named(modifier(key, amount)))[key] == sign * amount
    for wrong in (None, 0, 101):
        refused("CE-SKILL-11", modifier(key, wrong), field="[0].amount")
    assert MODIFIERS[key].rule == rule


@pytest.mark.rule("CE-SKILL-36", "CE-ROLL-11")
@pytest.mark.parametrize("key", ["fate", "hindered", "health"])
def test_there_are_no_other_keys(key: str) -> None:
    refused("CE-ROLL-11", modifier(key, 10), field="[0]")


@pytest.mark.rule("CE-ROLL-4", "CE-SKILL-13")
def test_named_modifiers_carry_their_rules() -> None:
    spec = named(modifier("rain"), modifier("cheating", 5), custom(-200), custom(200, "tools"))
    fixed = spec.events[2]
    assert getattr(fixed, "parts")[3:] == (  # noqa: B009
        Part("rain", -20, "CE-SKILL-49"),
        Part("cheating", 5, "CE-SKILL-34"),
        Part("custom", -200, "CE-SKILL-12", "duress"),
        Part("custom", 200, "CE-SKILL-12", "tools"),
    )
    assert result(spec).target == 35


@pytest.mark.rule("CE-SKILL-32")
def test_elevation_helps_ranged_attacks_alone() -> None:
    refused("CE-SKILL-32", modifier("elevated"), field="[0]")
    refused("CE-SKILL-32", modifier("elevated"), field="[0]", kind="reaction")
    spec = (
        attackers("sword")
        .when(attack("a", "b", range="melee", modifiers=(modifier("elevated"),)))
        .refused("CE-SKILL-32")
    )
    assert spec.refusal is not None
    assert spec.refusal.field == "command.modifiers[0]"
    spec = attackers("avenger_9mm")
    spec.when(attack("a", "b", range="long", modifiers=(modifier("elevated"),)), throws=["a d100: 61"])
    assert parts_of_roll(spec)["elevated"] == 40


def attackers(*weapons: str, **options: Any) -> Specification:
    """Somebody with these weapons whose slot is open, and a target that does not defend itself."""
    spec = given(fight(stub("a", *weapons), stub("b"), **options), policy("b", "defence", "never"))
    return spec.given(*in_action("a", "b"))


@pytest.mark.rule("CE-RUL-11", "CE-SKILL-35")
def test_motion_of_ones_own_helps_no_attack() -> None:
    moving = attack("a", "b", range="short", modifiers=(modifier("character_moving", 10),))
    attackers("avenger_9mm").when(moving).refused("CE-RUL-11")


@pytest.mark.rule("CE-MOD-22")
def test_an_attackers_motion_counts_in_attacks_alone() -> None:
    refused("CE-MOD-22", modifier("attacker_moving", 10), field="[0]")
    moving = attack("a", "b", range="short", modifiers=(modifier("attacker_moving", 10),))
    spec = attackers("avenger_9mm").when(moving, throws=["a d100: 51"])
    assert parts_of_roll(spec)["attacker_moving"] == -10


@pytest.mark.rule("CE-RUL-9", "CE-SKILL-48")
def test_cover_is_a_penalty_on_rolls_that_are_no_attacks() -> None:
    behind = modifier("cover", 40)
    assert result(named(behind)).target == 10
    refused("CE-RUL-9", behind, field="[0]", spec=given(fight(stub("a"), cover_penalty="never")))
    for mode in ("location", "penalty", "both"):
        spec = attackers("avenger_9mm", cover_mode=mode)
        spec.when(attack("a", "b", range="short", modifiers=(behind,))).refused("CE-RUL-9")


# Hands


@pytest.mark.rule("CE-SKILL-40", "CE-RUL-8")
@pytest.mark.parametrize(
    ("ambidextrous", "option", "off", "dominant", "of_pair"),
    [
        (False, None, -20, -15, -30),
        (False, "add", -20, -15, -50),
        (True, None, 0, -15, -30),
        (True, "add", 0, -15, -30),
    ],
)
def test_hands(ambidextrous: bool, option: str | None, off: int, dominant: int, of_pair: int) -> None:
    options = {"two_hands_with_off_hand": option} if option else {}
    amounts = {"off_hand": off, "two_hands_dominant": dominant, "two_hands_off": of_pair}
    for key, amount in amounts.items():
        assert parts_of_roll(named(modifier(key), sheet={"ambidextrous": ambidextrous}, options=options))[key] == amount


@pytest.mark.rule("CE-RUL-8", "CE-SKILL-56", "CE-SKILL-42")
@pytest.mark.parametrize(("option", "ambidextrous", "amount"), [(None, 0, -30), ("add", 0, -50), ("add", 1, -30)])
def test_the_off_hand_of_a_pair_in_an_attack(option: str | None, ambidextrous: int, amount: int) -> None:
    killer = stub("a", "avenger_9mm", "pistol_22", ambidextrous=bool(ambidextrous))
    options = {"two_hands_with_off_hand": option} if option else {}
    spec = given(fight(killer, stub("b"), **options), policy("b", "defence", "never"), *in_action("a", "b"))
    call = attack("a", "b", weapon="pistol_22", paired=True, range="short")
    spec.when(call.model_copy(update={"modifiers": (modifier("two_hands_off"),)})).refused("CE-ROLL-11")
    spec.when(call.model_copy(update={"modifiers": (modifier("off_hand"),)})).refused("CE-SKILL-16")
    spec.when(call, throws=["a d100: 61"])
    assert parts_of_roll(spec)["two_hands_off"] == amount


# What excludes what


@pytest.mark.rule("CE-ROLL-11")
def test_each_key_counts_once_and_custom_once_a_label() -> None:
    refused("CE-ROLL-11", modifier("rain"), modifier("rain", 5), field="[1]")
    refused("CE-ROLL-11", custom(5), custom(6), field="[1]")
    assert result(named(custom(5), custom(6, "tools"))).target == 61


@pytest.mark.rule("CE-ROLL-11", "CE-SKILL-14", "CE-RUL-29")
@pytest.mark.parametrize(
    ("key", "amount", "scene", "left_out"),
    [("light_low", None, {"light": "dark"}, "light"), ("rain", None, {"rain": True}, "rain"),
     ("wind", None, {"wind": True}, "wind")],
)  # fmt: skip
def test_what_the_scene_brings_is_named_only_where_it_is_left_out(
    key: str, amount: None, scene: Any, left_out: str
) -> None:
    spec = given(fight(stub("a")), SetScene(**scene))
    refused("CE-ROLL-11", modifier(key), field="[0]", spec=spec)
    spec.when(roll("a", modifiers=(modifier(key),), without=(left_out,)), throws=["a d100: 90"])
    assert set(parts_of_roll(spec)) == {"base", "ability", "skill", key}
    dry = given(fight(stub("a")))
    dry.when(roll("a", modifiers=(modifier(key),)), throws=["a d100: 90"])
    assert set(parts_of_roll(dry)) == {"base", "ability", "skill", key}


@pytest.mark.rule("CE-ROLL-11", "CE-SKILL-14")
@pytest.mark.parametrize(
    ("key", "amount", "condition", "fields"),
    [
        ("drunk", 30, "drunk", {"amount": 10}),
        ("drugged", 30, "drugged", {"amount": 20}),
        ("surprised", None, "surprised", {"initiative": 2, "skill": 20, "reaction": 20}),
        ("lucky_day", 5, "lucky", {"amount": 10}),
        ("unlucky_day", 5, "unlucky", {"amount": 10}),
    ],
)
def test_what_the_rollers_state_brings_is_named_only_where_it_is_left_out(
    key: str, amount: int | None, condition: Any, fields: Any
) -> None:
    spec = given(fight(stub("a")), SetCondition(combatant="a", condition=condition, **fields))
    refused("CE-ROLL-11", modifier(key, amount), field="[0]", spec=spec)
    spec.when(roll("a", modifiers=(modifier(key, amount),), without=(condition,)), throws=["a d100: 90"])
    assert abs(parts_of_roll(spec)[key]) == (amount or 20)


@pytest.mark.rule("CE-SKILL-15")
@pytest.mark.parametrize(("first", "second"), tuple(combinations(LIGHTS.values(), 2)))
def test_two_lights_do_not_count_together(first: str, second: str) -> None:
    refused("CE-SKILL-15", modifier(first), modifier(second), field="")


@pytest.mark.rule("CE-SKILL-16")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (modifier("lucky_day", 5), modifier("unlucky_day", 5)),
        (modifier("resembles_friend", 20), modifier("resembles_enemy", 20)),
        (modifier("off_hand"), modifier("two_hands_off")),
        (modifier("off_hand"), modifier("two_hands_dominant")),
        (modifier("two_hands_dominant"), modifier("two_hands_off")),
    ],
)
def test_some_rows_exclude_each_other(first: ModifierSheet, second: ModifierSheet) -> None:
    refused("CE-SKILL-16", first, second, field="")


@pytest.mark.rule("CE-SKILL-16")
def test_whoever_has_luck_has_no_unlucky_day_besides() -> None:
    spec = given(fight(stub("a")), SetCondition(combatant="a", condition="lucky", amount=10))
    refused("CE-SKILL-16", modifier("unlucky_day", 5), field="", spec=spec)
    spec.when(roll("a", modifiers=(modifier("unlucky_day", 5),), without=("lucky",)), throws=["a d100: 90"])
    assert result(spec).target == 45


# Custom, and light


@pytest.mark.rule("CE-SKILL-12")
def test_a_modifier_of_the_narrators_own_has_a_label_and_an_amount() -> None:
    for amount in (-200, -1, 1, 200):
        assert result(named(custom(amount))).target == 50 + amount
    refused("CE-SKILL-12", modifier("custom", 5), field="[0].label")
    refused("CE-SKILL-12", custom(0), field="[0].amount")
    refused("CE-SKILL-12", modifier("custom", label="duress"), field="[0].amount")
    refused("CE-SKILL-12", modifier("cheating", 20, label="duress"), field="[0]")
    for amount in (-201, 201):
        with pytest.raises(ValueError, match="amount"):
            custom(amount)


@pytest.mark.rule("CE-RUL-10", "CE-SKILL-53", "CE-SKILL-54")
def test_twilight_is_darker_than_moonlight_unless_the_option_swaps_them() -> None:
    swapped = {"light_order": "swapped"}
    for light, amount, other in (
        ("moonlight", -50, -70),
        ("twilight", -70, -50),
        ("dark", -90, -90),
        ("low", -30, -30),
    ):
        key = f"light_{light}"
        assert parts_of_roll(named(modifier(key)))[key] == amount
        spec = named(modifier(key), options=swapped)
        assert (parts_of_roll(spec)[key], _called(spec).modifiers) == (other, (Modifier(key, other),))
        for options, standing in (({}, amount), (swapped, other)):
            scene: Any = {"light": light}
            spec = given(fight(stub("a"), **options), SetScene(**scene)).when(roll("a"), throws=["a d100: 90"])
            assert parts_of_roll(spec)[key] == standing


@pytest.mark.rule("CE-SKILL-13")
def test_all_modifiers_add_up() -> None:
    spec = named(modifier("rain"), modifier("wind"), modifier("light_low"), modifier("gullible"), custom(7))
    assert result(spec).target == 50 - 20 - 10 - 30 + 70 + 7
