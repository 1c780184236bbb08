"""Damage: degrees, weapon, Strength and armour, and what choices put into its throws (BD-DMG-1 to -6, BD-DMG-10)."""

import pytest

from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.rerolls import RerollKept
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.tables import ARMOUR
from tests.rules.black_dice.builders import RESOLVE, agenda, choosing, clash, counted, duel, fell, labels, struck
from tests.rules.black_dice.specification import newcomer

DUEL = agenda(clash("vane cutlass", "pryce truncheon"))
TIED = [fell("vane", "11/2"), fell("pryce", "6/2")]
FOUR_AHEAD = [fell("vane", "11/6"), fell("pryce", "6/2")]
CHOICES = Choices


# What a hit comes to


@pytest.mark.rule("BD-DMG-1")
def test_degrees_weapon_and_strength_less_armour_make_the_damage() -> None:
    spec = duel("vane", "pryce", DUEL).when(
        RESOLVE,
        throws=[*FOUR_AHEAD, fell("vane", "5/2"), fell("vane", "2/1"), fell("pryce", "9/3", "3/0")],
    )
    assert counted(spec) == [((("degrees", 4), ("weapon", 2), ("strength", 1), ("armour", -2)), 5, "normal")]
    spec.follows(DamageCounted, DiceThrown).follows(HealthLost, DamageCounted)


@pytest.mark.rule("BD-DMG-1", "BD-DMG-6")
def test_armour_never_makes_damage_less_than_nothing_and_nothing_marks_nothing() -> None:
    frail = newcomer("pryce", stats={"fortitude": -2, "resolve": 1}, armour=9)
    spec = struck("vane", frail, injury_for="all")
    spec.when(RESOLVE, throws=[fell("vane", "11/3"), fell("vane", "5/1"), fell("vane", "2/0")])
    assert counted(spec) == [((("degrees", 3), ("weapon", 1), ("armour", -9)), 0, "normal")]
    spec.never(HealthLost)
    assert labels(spec)[-1] == "strength"


@pytest.mark.rule("BD-DMG-2", "BD-RUL-29")
@pytest.mark.parametrize(("reading", "degrees"), [("margin", 4), ("winner", 6), ("table", 3)])
def test_degrees_are_the_margin_the_winners_successes_or_the_rank_of_the_margin(reading: str, degrees: int) -> None:
    bare = newcomer("pryce", armour=0, stats={"fortitude": 15, "dex": 2})
    spec = duel("vane", bare, DUEL, damage_degree=reading).when(
        RESOLVE, throws=[*FOUR_AHEAD, fell("vane", "5/1"), fell("vane", "2/0")]
    )
    assert counted(spec) == [((("degrees", degrees), ("weapon", 1)), degrees + 1, "normal")]


@pytest.mark.rule("BD-DMG-2", "BD-DMG-4", "BD-RUL-29", "BD-RUL-31")
@pytest.mark.parametrize("reading", ["margin", "winner", "table"])
@pytest.mark.parametrize("strength", [2, -2])
def test_a_tie_does_the_weapons_damage_alone_in_every_reading(reading: str, strength: int) -> None:
    stats = {"strength": strength, "dex": 4, "fortitude": 3}
    spec = duel(
        newcomer("vane", stats=stats), "pryce", DUEL, damage_degree=reading, negative_strength="subtracts"
    ).when(RESOLVE, throws=[*TIED, fell("vane", "5/3")])
    assert counted(spec) == [((("weapon", 3), ("armour", -2)), 1, "normal")]


@pytest.mark.rule("BD-DMG-2")
def test_an_uncontested_attack_counts_its_whole_net() -> None:
    spec = struck().when(RESOLVE, throws=[fell("vane", "11/3"), fell("vane", "5/0"), fell("vane", "2/0")])
    assert counted(spec)[0][0][0] == ("degrees", 3)


@pytest.mark.rule("BD-DMG-3")
@pytest.mark.parametrize(("dice", "throw"), [(3, [fell("vane weapon", "3/2")]), (0, [])])
def test_the_weapon_throws_its_dice_and_none_of_them_is_no_draw(dice: int, throw: list[str]) -> None:
    toy = {"id": "toy", "skill": "swordplay", "mode": "melee", "damage": dice, "reach": 1}
    armed = newcomer("vane", weapons=[toy], ready=["toy"])
    bare = newcomer("pryce", armour=0, stats={"fortitude": 15})
    spec = struck(armed, bare, weapon="toy").when(
        RESOLVE, throws=[fell("vane", "11/1"), *throw, fell("vane strength", "2/0")]
    )
    assert counted(spec)[0][1] == 1 + (2 if throw else 0)


@pytest.mark.rule("BD-DMG-1", "BD-DMG-4", "BD-RUL-31")
@pytest.mark.parametrize(
    ("weapon", "strength", "throw"),
    [
        ("cutlass", 2, [fell("vane strength", "2/2")]),
        ("fists", 3, [fell("vane strength", "3/2")]),
        ("revolver", 2, []),
        ("throwing_knife", 2, []),
        ("cutlass", 0, []),
        ("cutlass", -1, []),
    ],
)
def test_strength_adds_its_dice_in_melee_and_none_at_0_or_less(weapon: str, strength: int, throw: list[str]) -> None:
    skills = {"swordplay": 2, "brawl": 4, "pistol": 4, "throw": 4}  # what is not ready has two dice less
    weapons = [{"id": one} for one in ("cutlass", "revolver", "throwing_knife")]
    handy = newcomer("vane", stats={"strength": strength, "dex": 4}, skills=skills, weapons=weapons)
    bare = newcomer("pryce", armour=0, stats={"fortitude": 15})
    dice = {"cutlass": 5, "fists": 1, "revolver": 6, "throwing_knife": 3}[weapon]
    spec = struck(handy, bare, weapon=weapon).when(
        RESOLVE, throws=[fell("vane", "8/1"), fell("vane weapon", f"{dice}/0"), *throw]
    )
    assert counted(spec)[0][1] == 1 + (2 if throw else 0)


@pytest.mark.rule("BD-DMG-4")
def test_the_dice_of_strength_are_not_divided_when_attacks_are_split() -> None:
    split = agenda(clash("vane cutlass", "pryce easy_target"), divided={"vane": 2})
    duel("vane", "pryce", split).when(
        RESOLVE, throws=[fell("vane swordplay", "5/1"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")]
    ).then(DamageCounted)


@pytest.mark.rule("BD-DMG-4", "BD-RUL-31")
@pytest.mark.parametrize(("option", "points"), [("none", 2), ("subtracts", 1)])
def test_negative_strength_may_be_taken_off(option: str, points: int) -> None:
    tough = newcomer("tough", stats={"fortitude": 5})
    spec = struck("lark", tough, weapon="fists", negative_strength=option)
    spec.when(RESOLVE, throws=[fell("lark", "1/1"), fell("lark weapon", "1/1")])
    assert counted(spec)[0][1] == points


@pytest.mark.rule("BD-DMG-4", "BD-RUL-31")
def test_negative_strength_takes_nothing_off_where_the_table_has_not_said_so() -> None:
    tough = newcomer("tough", stats={"fortitude": 5})
    spec = struck("lark", tough, weapon="fists").when(RESOLVE, throws=[fell("lark", "1/1"), fell("lark weapon", "1/1")])
    assert counted(spec)[0][1] == 2


@pytest.mark.rule("BD-DMG-5", "BD-RUL-30")
def test_armour_is_taken_off_once_from_the_sum() -> None:
    spec = struck().when(RESOLVE, throws=[fell("vane", "11/1"), fell("vane", "5/1"), fell("vane", "2/1")])
    assert counted(spec) == [((("degrees", 1), ("weapon", 1), ("strength", 1), ("armour", -2)), 1, "normal")]


@pytest.mark.rule("BD-DMG-5", "BD-RUL-30")
@pytest.mark.parametrize(("armour", "throw", "points"), [(3, [fell("world armour", "3/1")], 2), (0, [], 3)])
def test_armour_may_be_dice_that_are_thrown(armour: int, throw: list[str], points: int) -> None:
    clad = newcomer("pryce", armour=armour, stats={"fortitude": 5})
    throws = [fell("vane", "11/1"), fell("vane", "5/1"), fell("vane", "2/1"), *throw]
    spec = struck("vane", clad, armour="dice").when(RESOLVE, throws=throws)
    assert counted(spec)[0][1] == points


# Choices that follow (BD-FATE-14)


@pytest.mark.rule("BD-DMG-10")
def test_fate_may_go_into_the_weapon_and_into_strength() -> None:
    choices = {"vane": Choices(fate_weapon=2, fate_strength=1)}
    spec = struck().when(
        Resolve(choices=choices),
        throws=[fell("vane", "11/1"), fell("vane weapon", "5/1"), fell("vane strength", "2/0")],
    )
    assert counted(spec)[0][0] == (("degrees", 1), ("weapon", 3), ("strength", 1), ("armour", -2))
    assert spec.fight.people["vane"].fate == 12 - 3


@pytest.mark.rule("BD-DMG-10")
def test_a_scripting_die_repeats_the_weapons_throw_and_another_that_of_strength() -> None:
    spec = struck(newcomer("vane", policy={"ask_reroll": True}), scripting_approval="standing").when(
        RESOLVE,
        "vane: reroll no",
        "vane: reroll a twist of the wrist",
        "vane: reroll a heave",
        throws=[
            fell("vane swordplay", "11/1"),
            fell("vane weapon", "5/0"),
            fell("vane weapon", "5/4"),
            fell("vane strength", "2/0"),
            fell("vane strength", "2/2"),
        ],
    )
    assert counted(spec)[0][0] == (("degrees", 1), ("weapon", 4), ("strength", 2), ("armour", -2))
    spec.then(RerollKept, RerollKept)


@pytest.mark.rule("BD-FATE-14", "BD-GUAR-4")
def test_dice_of_the_weapon_and_of_strength_are_traded_as_far_as_they_go_where_all_rolls_trade() -> None:
    strong = newcomer("vane", stats={"strength": 3, "dex": 4, "fortitude": 3})
    choices = {"vane": Choices(trade_weapon=3, trade_strength=1)}
    spec = struck(strong, guaranteed_scope="all_rolls").when(
        Resolve(choices=choices), throws=[fell("vane", "11/1"), fell("vane weapon", "2/1")]
    )
    assert counted(spec)[0][0] == (("degrees", 1), ("weapon", 2), ("strength", 1), ("armour", -2))


@pytest.mark.rule("BD-GUAR-4")
@pytest.mark.parametrize(
    ("field", "throws", "bought"),
    [
        ("trade_weapon", [fell("vane weapon", "2/0"), fell("vane strength", "3/0")], "weapon"),
        ("trade_strength", [fell("vane weapon", "5/0")], "strength"),
    ],
)
def test_the_weapon_and_strength_are_traded_each_by_itself(field: str, throws: list[str], bought: str) -> None:
    strong = newcomer("vane", stats={"strength": 3, "dex": 4, "fortitude": 3})
    choices = {"vane": choosing(**{field: 1})}
    spec = struck(strong, guaranteed_scope="all_rolls")
    spec.when(Resolve(choices=choices), throws=[fell("vane", "11/3"), *throws])
    assert counted(spec)[0][0] == (("degrees", 3), (bought, 1), ("armour", -2))


@pytest.mark.rule("BD-FATE-14")
def test_fate_named_for_a_later_throw_is_cut_down_to_the_purse() -> None:
    poor = newcomer("vane", fate=2)
    spec = struck(poor).when(
        Resolve(choices={"vane": Choices(fate=1, fate_weapon=3)}),
        throws=[fell("vane", "11/0"), fell("vane weapon", "5/2"), fell("vane strength", "2/0")],
    )
    assert counted(spec)[0][0] == (("degrees", 1), ("weapon", 3), ("armour", -2))
    assert spec.fight.people["vane"].fate == 0


@pytest.mark.rule("BD-FATE-14")
def test_what_is_named_for_a_throw_that_does_not_come_costs_nothing() -> None:
    choices = {"vane": Choices(fate_weapon=3, fate_strength=3)}
    struck().when(Resolve(choices=choices), throws=[fell("vane", "11/0")]).never(DamageCounted)


@pytest.mark.rule("BD-SKILL-14", "BD-FATE-4")
def test_who_wants_to_be_asked_chooses_for_later_throws_too_and_with_late_fate_after_each() -> None:
    keen = newcomer("vane", policy={"ask_choices": True})
    struck(keen).when(
        RESOLVE,
        "vane: choose fate=1 fate_weapon=2",
        throws=[fell("vane", "11/0"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")],
    ).then(HealthLost(combatant="pryce", points=1, mark="normal", normal=1, bruise=0, health=13))
    late = struck(keen, fate_timing="after").when(
        RESOLVE,
        "vane: choose trade=0",
        "vane: choose fate=0",
        "vane: choose fate=3",
        "vane: choose fate=0",
        throws=[fell("vane", "11/1"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")],
    )
    assert counted(late)[0][1] == 1 + 3 - 2


# Armour of the tables


@pytest.mark.rule("BD-DATA-3")
def test_armour_has_the_points_of_its_table() -> None:
    assert dict(ARMOUR) == {
        "none": 0,
        "leather_coat": 1,
        "padded_jacket": 1,
        "constables_breastplate": 2,
        "cuirass": 3,
        "automaton_plating": 4,
        "diving_dress": 5,
    }
