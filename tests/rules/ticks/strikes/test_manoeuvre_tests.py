"""How manoeuvres are tested: the totals of both, with which pairs they are opposed, luck, another weapon."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.narrator.calls import Award
from domain.rulesets.ticks.chapters.narrator.trials import LuckSpent
from domain.rulesets.ticks.chapters.strikes.effects import Fell
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTried
from tests.rules.ticks.builders import (
    EVADE,
    STRIKING,
    Declared,
    Play,
    answered,
    ash,
    attack,
    birch,
    carried,
    on_birch,
    opposed,
    struck,
)
from tests.rules.ticks.specification import act, plan

Pairs = list[tuple[str, str]]


def pairs_of(play: Play) -> Pairs:
    """With what the manoeuvre that is being tested may be opposed."""
    return [(one["statistic"], one["skill"]) for one in play.asked("oppose")["pairs"]]


def tried(weapon: Any, declared: Declared, *birchs: Any, plan: dict[str, Any] | None = None, **options: Any) -> Play:
    """Ash strikes with this, and Birch with these things is asked how it opposes the first manoeuvre."""
    play = Play(ash(weapon), birch(*birchs), asks={"birch": ("oppose",)}, **options)
    return play.round({"ash": {**STRIKING, **(plan or {})}}, ash=declared)


# Who tests what against what


TESTS = [
    ("trip", 81, ["dexterity"]),
    ("grapple", 66, ["strength"]),
    ("mighty_blow", 66, ["strength", "dexterity"]),
    ("rapid_attack", 81, ["strength", "dexterity"]),
    ("follow_up", 66, ["dexterity"]),
    ("accurate_strike", 81, ["strength"]),
]
"""The total of Ash (strength 22 or dexterity 27, melee 3), and the statistics with which Birch opposes it."""
FIRST = {
    "trip": "TK-TRIP-1",
    "grapple": "TK-GRAP-1",
    "mighty_blow": "TK-MIGHTY-1",
    "rapid_attack": "TK-RAPID-1",
    "follow_up": "TK-FOLLOW-1",
    "accurate_strike": "TK-ACC-1",
}


@pytest.mark.parametrize(
    ("manoeuvre", "total", "statistics"),
    [pytest.param(*row, marks=pytest.mark.rule(FIRST[row[0]], "TK-MAN-9"), id=row[0]) for row in TESTS],
)
def test_who_tests_what_in_melee(manoeuvre: str, total: int, statistics: list[str]) -> None:
    play = tried("sword", on_birch("sword", manoeuvre))
    assert play.asked("oppose")["total"] == total
    assert pairs_of(play) == [(one, skill) for one in statistics for skill in ("melee", "unarmed", "evade")]
    numbers = {"strength": 13, "dexterity": 11}
    opposed(play, statistics[-1], "evade")
    assert play.tests("ash") == [(total, numbers[statistics[-1]] * 4, True)]


@pytest.mark.parametrize(
    "manoeuvre",
    [
        pytest.param("double_tap", marks=pytest.mark.rule("TK-DTAP-1")),
        pytest.param("marksman", marks=pytest.mark.rule("TK-MARKS-1")),
    ],
)
@pytest.mark.parametrize("evade_statistic", ["listed", "quickness"])
def test_who_tests_what_at_a_distance(manoeuvre: str, evade_statistic: str) -> None:
    play = tried("pistol", on_birch("pistol", manoeuvre), evade_statistic=evade_statistic)
    assert play.asked("oppose")["total"] == 27 * 5
    assert pairs_of(play) == [("quickness", "evade")]
    assert opposed(play, "quickness", "evade").tests("ash") == [(135, 9 * 4, True)]


@pytest.mark.parametrize(
    "manoeuvre",
    [
        pytest.param("double_tap", marks=pytest.mark.rule("TK-DTAP-1")),
        pytest.param("marksman", marks=pytest.mark.rule("TK-MARKS-1")),
    ],
)
@pytest.mark.parametrize(("options", "half"), [({}, 4), ({"fractions": "up"}, 5)], ids=["down", "up"])
def test_a_shot_is_evaded_without_the_skill(manoeuvre: str, options: dict[str, Any], half: int) -> None:
    target = birch(skills={"evade": 0, "melee": 5, "unarmed": 5}, luck=0)
    play = Play(ash("pistol"), target, asks={"birch": ("oppose",)}, **options)
    play.round({"ash": STRIKING}, ash=on_birch("pistol", manoeuvre))
    assert play.tests("ash") == [(135, half, True)], "the one pair, without luck, is no choice"


@pytest.mark.rule("TK-MARKS-1", "TK-MAN-8")
def test_a_thrown_weapon_has_its_marksman() -> None:
    play = tried("hatchet", on_birch("hatchet", "marksman", mode="thrown"))
    assert (play.asked("oppose")["total"], pairs_of(play)) == (27 * 4, [("quickness", "evade")])
    play = opposed(play, "quickness", "evade")
    assert play.strikes("ash") == [(15, 3 + 2 * 4)]


# The attacker's total


@pytest.mark.rule("TK-MAN-8")
@pytest.mark.parametrize(
    ("weapon", "manoeuvre", "skill", "total"),
    [
        ("sword", "rapid_attack", "melee", 81),
        ("hatchet", "rapid_attack", "melee", 81),
        ("unarmed", "rapid_attack", "unarmed", 54),
        ("pistol", "marksman", "handgun", 135),
    ],
)
def test_the_skill_is_that_of_the_weapon_that_strikes(weapon: str, manoeuvre: str, skill: str, total: int) -> None:
    play = tried("sword" if weapon == "unarmed" else weapon, on_birch(weapon, manoeuvre))
    (said,) = [event for _, event in play.log if isinstance(event, ManoeuvreTried)]
    assert (said.skill, said.total, said.statistic) == (skill, total, "dexterity")


@pytest.mark.rule("TK-MAN-8")
@pytest.mark.parametrize(("level", "luck", "total"), [(3, 0, 66), (3, 2, 110), (0, 0, 11), (0, 1, 22), (5, 2, 154)])
def test_the_plain_level_and_luck_for_this_test(level: int, luck: int, total: int) -> None:
    play = Play(ash(skills={"melee": level}), birch()).send(Award(combatant="ash"))
    blow = {"ash": {**STRIKING, "luck": {"mighty_blow": luck}}}
    play.round(blow, ash=on_birch("sword", "mighty_blow", "grapple", quickness=3)).end()
    assert [one[0] for one in play.tests("ash")] == [total, 22 * level or 11], "the luck is for one of them"
    assert (play["ash"].luck, play["ash"].awarded) == (20 - 4 - luck, True)


# The pairs of the target


NUNCHAKU: dict[str, Any] = {"key": "nunchaku", "kind": "melee", "base": 2, "skill": "chain"}
FISTS = {"key": "knuckles", "kind": "melee", "base": 2, "skill": "unarmed"}
BOXING = {"key": "shin_guards", "kind": "melee", "base": 1, "skill": "chain", "hands": 0}
IN_HAND = [
    pytest.param(["knife"], ["melee", "unarmed", "evade"], id="one"),
    pytest.param(["knife", NUNCHAKU], ["melee", "chain", "unarmed", "evade"], id="two"),
    pytest.param([NUNCHAKU, "knife"], ["chain", "melee", "unarmed", "evade"], id="turned"),
    pytest.param(["knife", "hatchet"], ["melee", "unarmed", "evade"], id="of one skill"),
    pytest.param([NUNCHAKU, "knife", BOXING], ["chain", "melee", "unarmed", "evade"], id="of one skill, apart"),
    pytest.param([FISTS, "knife"], ["unarmed", "melee", "evade"], id="unarmed first"),
    pytest.param(["pistol", "shield"], ["unarmed", "evade"], id="no melee weapon"),
    pytest.param([carried("sword"), "pistol"], ["unarmed", "evade"], id="carried"),
    pytest.param([carried(**NUNCHAKU), "knife"], ["melee", "unarmed", "evade"], id="one carried"),
]
"""What Birch has, and the skills with which it opposes."""


@pytest.mark.rule("TK-MAN-9", "TK-RUL-26")
@pytest.mark.parametrize(("things", "skills"), IN_HAND)
def test_which_skills_oppose(things: list[Any], skills: list[str]) -> None:
    play = tried("sword", on_birch("sword", "rapid_attack"), *things)
    assert pairs_of(play) == [(one, skill) for one in ("strength", "dexterity") for skill in skills]


@pytest.mark.rule("TK-MAN-9", "TK-RUL-25")
@pytest.mark.parametrize("declared", [EVADE, {"action": "defend", "weapon": "knife"}], ids=["evade", "defend"])
def test_evade_goes_with_the_listed_statistics(declared: Declared) -> None:
    play = Play(ash(), birch(), asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING}, ash=on_birch("sword", "rapid_attack"), birch=declared).until(15)
    assert pairs_of(play)[2::3] == [("strength", "evade"), ("dexterity", "evade")]
    play.refused(Oppose(actor="birch", statistic="quickness", skill="evade"), "TK-MAN-9", "command.skill")
    assert opposed(play, "strength", "evade").tests("ash") == [(81, 13 * 4, True)], "not the bare level"


@pytest.mark.rule("TK-MAN-9", "TK-RUL-25")
@pytest.mark.parametrize(
    ("manoeuvre", "statistics"), [("rapid_attack", ["strength", "dexterity"]), ("grapple", ["strength"])]
)
def test_evade_goes_with_quickness_where_the_option_says_so(manoeuvre: str, statistics: list[str]) -> None:
    play = tried("sword", on_birch("sword", manoeuvre), evade_statistic="quickness")
    listed = [(one, skill) for one in statistics for skill in ("melee", "unarmed")]
    assert pairs_of(play) == [*listed, ("quickness", "evade")]
    play.refused(Oppose(actor="birch", statistic="strength", skill="evade"), "TK-MAN-9", "command.skill")
    assert opposed(play, "quickness", "evade").tests("ash")[0][1] == 9 * 4


@pytest.mark.rule("TK-MAN-9")
@pytest.mark.parametrize(
    ("statistic", "skill"),
    [("strength", "melee"), ("dexterity", "handgun"), ("dexterity", "thrown"), ("willpower", "melee")],
)
def test_other_pairs_are_refused(statistic: str, skill: str) -> None:
    play = tried("sword", on_birch("sword", "trip"))
    play.refused(Oppose(actor="birch", statistic=statistic, skill=skill), "TK-MAN-9", "command.skill")


@pytest.mark.rule("TK-RUL-26", "TK-MAN-9")
def test_the_best_skill_on_the_sheet_is_not_enough() -> None:
    play = Play(ash(), birch(carried("sword"), skills={"melee": 5}), asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING}, ash=on_birch("sword", "trip"))
    play.refused(Oppose(actor="birch", statistic="dexterity", skill="melee"), "TK-MAN-9", "command.skill")


@pytest.mark.rule("TK-MAN-9")
@pytest.mark.parametrize(("options", "half"), [({}, 5), ({"fractions": "up"}, 6)], ids=["down", "up"])
def test_a_pair_without_the_skill_is_half_of_the_statistic(options: dict[str, Any], half: int) -> None:
    play = Play(ash(), birch(skills={"unarmed": 0}), asks={"birch": ("oppose",)}, **options)
    play.round({"ash": STRIKING}, ash=on_birch("sword", "trip"))
    assert opposed(play, "dexterity", "unarmed").tests("ash") == [(81, half, True)]


# Each for itself


@pytest.mark.rule("TK-MAN-11")
def test_all_are_tested_in_declared_order_even_after_a_failure() -> None:
    declared = on_birch("sword", "rapid_attack", "trip", "mighty_blow")
    plan = {"luck": {"mighty_blow": 1, "trip": 2}}
    play = struck(ash(), birch(), declared, False, True, True, plan=plan)
    said = [event.manoeuvre for _, event in play.log if isinstance(event, ManoeuvreTried)]
    assert said == ["rapid_attack", "trip", "mighty_blow"]
    assert [(one[0], one[2]) for one in play.tests("ash")] == [(81, False), (135, True), (88, True)]
    assert play["ash"].luck == 20 - 2 - 3, "all of it is spent, for nothing"
    spent = [(e.manoeuvre, e.points) for _, e in play.log if isinstance(e, LuckSpent) and e.combatant == "ash"]
    assert spent == [("trip", 2), ("mighty_blow", 1)]
    assert (play.strikes("ash"), play.ticks(Fell, "birch")) == ([(15, 0)], [15])


@pytest.mark.rule("TK-MAN-11")
@pytest.mark.parametrize(
    ("trip", "force"), [(True, True), (True, False), (False, True), (False, False)], ids=["both", "trip", "force", "-"]
)
def test_a_control_takes_effect_on_its_own_success(trip: bool, force: bool) -> None:
    play = struck(ash(), birch(), on_birch("sword", "rapid_attack", "trip"), force, trip)
    assert play.ticks(Fell, "birch") == ([15] if trip else [])
    assert play.strikes("ash") == [(15, 4 + 3 + 6 if force else 0)]


MISPLACED: list[tuple[tuple[str, ...], dict[str, Any], str]] = [
    (("trip",), {"luck": {"grapple": 1}}, "luck"),
    (("trip",), {"luck": {"trip": 1, "grapple": 1}}, "luck"),
    (("run_and_gun", "marksman"), {"luck": {"run_and_gun": 1}}, "luck"),
    (("trip",), {"statistic": "strength"}, "statistic"),
    (("trip",), {"item": "knife"}, "item"),
    ((), {"luck": {"trip": 1}}, "luck"),
    ((), {"luck": {"trip": 0}}, "luck"),
    (("run_and_gun",), {"luck": {"run_and_gun": 0}}, "luck"),
    (("trip",), {"luck": {"trip": 1, "grapple": 0}}, "luck"),
    ((), {"item": "knife"}, "item"),
]


@pytest.mark.rule("TK-MAN-11")
@pytest.mark.parametrize(("manoeuvres", "choices", "field"), MISPLACED)
def test_choices_that_belong_to_nothing_declared(
    manoeuvres: tuple[str, ...], choices: dict[str, Any], field: str
) -> None:
    weapon = "pistol" if {"marksman", "run_and_gun"} & {*manoeuvres} else "sword"
    play = Play(ash(weapon), birch()).round(ash=on_birch(weapon, *manoeuvres)).until(15)
    refused = play.spec.when(act("ash", strike=choices)).refused("TK-MAN-11").refusal
    assert refused is not None
    assert str(refused.field).startswith("command.strike")
    refused = play.spec.when(plan("ash", **STRIKING, **choices)).refused("TK-MAN-11").refusal
    assert refused is not None
    assert field in refused.detail.lower()
    play.send(act("ash", strike=True))
    assert [tick for tick, _ in play.strikes("ash")] == [15]


@pytest.mark.rule("TK-MAN-11")
@pytest.mark.parametrize("manoeuvre", ["disarm", "grapple", "accurate_strike"])
def test_luck_goes_to_what_is_tested(manoeuvre: str) -> None:
    play = Play(ash(), birch()).round(ash=on_birch("sword", manoeuvre)).until(15)
    play.send(act("ash", strike={"luck": {manoeuvre: 2}}))
    (said,) = [event for _, event in play.log if isinstance(event, ManoeuvreTried)]
    assert (said.level, play["ash"].luck) == (5, 18)


# The unconscious


@pytest.mark.rule("TK-MAN-13")
@pytest.mark.parametrize("manoeuvre", ["trip", "grapple", "disarm", "mighty_blow", "marksman"])
def test_the_unconscious_oppose_nothing(manoeuvre: str) -> None:
    weapon = "pistol" if manoeuvre == "marksman" else "sword"
    play = Play(ash(weapon), birch(skills={"evade": 5, "melee": 5}), asks={"birch": ("oppose",)})
    play.round(ash=on_birch(weapon, manoeuvre), birch=EVADE).until(14).send(Faint(actor="birch"))
    play.send(act("ash", strike={"luck": {manoeuvre: 3}}))
    assert play.tests("ash") == [(None, None, True)]
    assert play["ash"].luck == 20, "luck for no test is not spent"
    assert not [event for _, event in play.log if isinstance(event, LuckSpent | ManoeuvreTried)]
    fallen, held = play["birch"].prone, play["birch"].held_by
    gross = {"mighty_blow": 4 + 3 + 5, "marksman": 3 + 2 * 5}.get(manoeuvre, 0)
    assert play.strikes("ash") == [(14, gross)]
    assert (fallen, held) == (manoeuvre == "trip", {"ash": 2} if manoeuvre == "grapple" else {})
    assert ("birch.knife" in play.fight.ground) is (manoeuvre == "disarm")


@pytest.mark.rule("TK-MAN-13")
def test_the_conscious_do() -> None:
    play = struck(ash(), birch(), on_birch("sword", "trip"), False, plan={"luck": {"trip": 3}})
    assert (play["ash"].luck, play.ticks(Fell, "birch")) == (17, [])


@pytest.mark.rule("TK-RUL-38", "TK-MAN-11")
def test_several_manoeuvres_are_soaked_once() -> None:
    asks = {"birch": ("oppose", "soak")}
    play = Play(ash(), birch(), asks=asks)
    play.round({"ash": STRIKING}, ash=on_birch("sword", "follow_up", "trip", "accurate_strike"))
    answered(play, True, True, True)
    assert [one["gross"] for one in play.asked("soak")["attacks"]] == [4 + 3 + 4 + 3]


@pytest.mark.rule("TK-MAN-11", "TK-MAN-9")
def test_luck_that_is_not_there_opposes_nothing() -> None:
    play = tried("sword", attack("birch", "sword", "trip"))
    play.refused(Oppose(actor="birch", statistic="dexterity", skill="evade", luck=21), "TK-LUCK-7", "command.luck")
