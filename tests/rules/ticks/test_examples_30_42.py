"""Worked examples of manoeuvres: quick draws, luck, controls, forces, tricks."""

from typing import Any

import pytest

from domain.core_commands import Join
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.places import Drew
from domain.rulesets.ticks.events.rounds import DeclarationsRevealed
from domain.rulesets.ticks.events.strikes import Grabbed, Struck
from domain.rulesets.ticks.state import Square
from tests.rules.ticks.playing import EVADE, MOVE, NOTHING, STRIKING, Declared, Play, attack, away, going, toward
from tests.rules.ticks.specification import act, declare, newcomer, plan

PISTOL = {"key": "pistol"}
TRICK: Declared = {
    "action": "attack",
    "weapon": "pistol",
    "manoeuvres": ["trick_shot"],
    "trick": "shoot out the lamp",
}


def kit(luck: int) -> Join:
    sword = {"key": "sword", "place": "carried"}
    return newcomer("kit", DEX=12, QUI=15, skills={"melee": 2}, luck=luck, things=[sword])


def foe(**changes: Any) -> Join:
    fields: dict[str, Any] = {"STR": 13, "DEX": 8, "QUI": 8, "WIL": 14, "RES": 12, "at": (2, 0), **changes}
    return newcomer("foe", skills={"melee": 2}, things=[{"key": "knife"}], **fields)


def bare_handed(play: Play, name: str, weapon: str) -> Play:
    """Somebody has dropped the weapon before the first round."""
    return play.send(ask.Drop(actor=name, item=weapon))


@pytest.mark.rule("TK-EX-30")
def test_a_sword_drawn_quickly() -> None:
    iris = newcomer("iris", things=[{"key": "sword", "place": "carried"}])
    play = Play(iris, newcomer("hanna", at=(5, 0)))
    play.round({"iris": toward("hanna")}, iris=attack("hanna", "sword", "quick_draw_melee")).end()
    assert play.steps("iris") == [14, 11, 8]
    assert play.ticks(Drew, "iris") == [9]
    assert play.lapses("iris") == []
    assert play.at("iris") == (3, 0)
    assert play.strikes("iris") == [(8, 8)]
    assert play.wounds("hanna") == [(8, 5)]


@pytest.mark.rule("TK-EX-31")
def test_a_pistol_too_slowly_drawn_and_saved_by_luck() -> None:
    play = Play("bruno", newcomer("sable", at=(9, 0))).send(ask.StartRound())
    play.refused(declare("bruno", **attack("sable", "pistol", "quick_draw_ranged")), "TK-QD-6")
    play.send(declare("bruno", **attack("sable", "pistol", "quick_draw_ranged", quickness=1)))
    play.send(plan("bruno", **going((1, 0), (2, 0), (3, 0), (4, 0), **STRIKING)))
    assert play["bruno"].luck == 0
    play.declare_on().end()
    assert play.steps("bruno") == [11, 8, 5, 2]
    assert play.at("bruno") == (4, 0)
    assert play.ticks(Drew, "bruno") == [1]
    assert play.strikes("bruno") == [(1, 6)]
    assert play.wounds("sable") == [(1, 6)]


@pytest.mark.rule("TK-EX-32")
def test_luck_in_each_of_its_ways() -> None:
    play = Play(kit(luck=5), foe(QUI=11), asks={"kit": ("soak",)})
    manoeuvres = ("quick_draw_melee", "accurate_strike")
    strike = attack("foe", "sword", *manoeuvres, quickness=1, requirements=1, extra=1)
    play.round({"foe": toward("kit")}, foe=attack("kit", "knife"), kit=strike)
    assert (play.fight.tick, play["kit"].luck) == (16, 2)
    play.send(plan("kit", **STRIKING, luck={"accurate_strike": 1})).until(11)
    assert play.ticks(Drew, "kit") == [11]
    assert play.at("foe") == (1, 0)
    assert play.tests("kit") == [(36, 26, True)]
    assert play["kit"].luck == 1
    assert [one["gross"] for one in play.asked("soak")["attacks"]] == [4]
    play.answer("kit", "soak", [{"luck": 1}]).end()
    assert play.strikes("kit") == [(11, 8)]
    assert play.wounds("foe") == [(11, 8)]
    assert play.wounds("kit") == [(11, 3)]
    assert play["kit"].luck == 0


REFUSED: list[tuple[Declared, str]] = [
    (attack("bruno", "sword", "disarm", "mighty_blow", extra=1), "TK-MAN-7"),
    (attack("bruno", "sword", "trip", "grapple"), "TK-MAN-2"),
    (attack("bruno", "sword", "trip", extra=1), "TK-DECL-14"),
    (attack("bruno", "sword", "marksman"), "TK-MAN-4"),
    (attack("bruno", "sword", "trip", "trip"), "TK-MAN-3"),
    ({"action": "defend", "weapon": "sword", "manoeuvres": ["trip"]}, "TK-DECL-8"),
    ({**TRICK, "weapon": "sword", "manoeuvres": ["trick_shot", "trip"]}, "TK-MAN-7"),
]
"""What iris cannot declare, and the rule that refuses it."""


@pytest.mark.rule("TK-EX-33")
@pytest.mark.parametrize(("declared", "rule"), REFUSED)
def test_manoeuvres_that_do_not_go_together(declared: Declared, rule: str) -> None:
    play = Play("iris", "bruno").send(ask.StartRound()).declare_on(14)
    play.refused(declare("iris", **declared), rule)


@pytest.mark.rule("TK-EX-33")
def test_run_and_gun_without_the_skill() -> None:
    play = Play("iris", newcomer("bruno", things=[PISTOL])).send(ask.StartRound())
    play.refused(declare("bruno", **attack("iris", "pistol", "run_and_gun")), "TK-RG-1")
    play.send(declare("bruno", **attack("iris", "pistol", "run_and_gun", requirements=1)))


@pytest.mark.rule("TK-EX-34")
def test_a_disarmed_guard_strikes_with_bare_hands() -> None:
    play = Play("iris", newcomer("bruno", at=(2, 0)))
    declared = {"iris": attack("bruno", "sword", "disarm"), "bruno": attack("iris", "nightstick")}
    play.round({"iris": STRIKING}, **declared).until(10)
    assert play.strikes("iris") == [(14, 0)]
    assert play.tests("iris") == [(56, 42, True)]
    assert play.fight.ground["bruno.nightstick"].square == Square(2, 0)
    play.send(act("bruno", step=(1, 0), strike={"weapon": "unarmed"})).end()
    assert play.strikes("bruno") == [(10, 3)]
    assert play.wounds("iris") == [(10, 3)]
    assert play.wounds("bruno") == []


@pytest.mark.rule("TK-EX-34")
def test_bare_hands_do_not_disarm_easily() -> None:
    play = bare_handed(Play("tor", newcomer("iris", at=(1, 0))), "tor", "baseball_bat")
    play.round({"tor": {**STRIKING, "statistic": "strength"}}, tor=attack("iris", "unarmed", "disarm")).end()
    assert play.strikes("tor") == [(8, 0)]
    assert play.tests("tor") == [(72, 84, False)]
    assert play["iris"].things["iris.sword"].ready


@pytest.mark.rule("TK-EX-35")
def test_a_grapple_is_renewed_and_slipped() -> None:
    play = bare_handed(Play("iris", newcomer("lena", at=(1, 0))), "iris", "sword")
    plans = {"iris": STRIKING, "lena": away("iris")}
    grapple = attack("lena", "unarmed", "grapple")

    play.round(plans, iris=grapple, lena=MOVE).end()
    assert play.tests("iris") == [(24, 16, True)]
    assert play.ticks(Grabbed, "lena") == [14]
    assert play.steps("lena") == []
    assert play["lena"].held_by == {}

    play.round(plans, iris=grapple, lena=EVADE).end()
    assert play.tests("iris") == [(24, 16, True)] * 2
    assert play.steps("lena") == []
    assert play.wounds("lena") == []

    play.round(plans, iris=grapple, lena={**EVADE, "luck": {"quickness": 1}}).end()
    assert play.ticks(Struck, "iris") == [14, 14]
    assert play.lapses("iris") == []
    assert play.steps("lena") == list(range(14, 0, -1))
    assert play.at("lena") == (15, 0)


@pytest.mark.rule("TK-EX-35")
def test_with_what_a_grapple_is_opposed_without_a_weapon() -> None:
    play = bare_handed(Play("iris", newcomer("lena", at=(1, 0)), asks={"lena": ("oppose",)}), "iris", "sword")
    play.round({"iris": STRIKING}, iris=attack("lena", "unarmed", "grapple"))
    pairs = [(one["statistic"], one["skill"]) for one in play.asked("oppose")["pairs"]]
    assert pairs == [("strength", "unarmed"), ("strength", "evade")]
    play.answer("lena", "oppose", {"statistic": "strength", "skill": "unarmed"})
    assert play.tests("iris") == [(24, 4, True)]


QUARTERS = [
    pytest.param({}, {}, (36, 39, False), (8, 0), [], id="failed"),
    pytest.param({}, {"mighty_blow": 1}, (54, 39, True), (8, 9), [(8, 6)], id="luck"),
    pytest.param({"fractions": "up"}, {"mighty_blow": 1}, (54, 39, True), (8, 10), [(8, 7)], id="up"),
]
"""Options, luck, the test, tick and gross damage, wounds."""


@pytest.mark.rule("TK-EX-36")
@pytest.mark.parametrize(("options", "luck", "tested", "strike", "wounds"), QUARTERS)
def test_a_mighty_blow_adds_a_quarter_of_strength(
    options: dict[str, Any],
    luck: dict[str, int],
    tested: tuple[int, int, bool],
    strike: tuple[int, int],
    wounds: list[tuple[int, int]],
) -> None:
    play = Play("tor", newcomer("hanna", at=(2, 0)), **options)
    play.round({"tor": {**STRIKING, "luck": luck}}, tor=attack("hanna", "baseball_bat", "mighty_blow")).end()
    assert play.tests("tor") == [tested]
    assert play.strikes("tor") == [strike]
    assert play.wounds("hanna") == wounds


@pytest.mark.rule("TK-EX-36")
def test_a_rapid_attack_adds_a_quarter_of_dexterity() -> None:
    play = Play("iris", newcomer("hanna", at=(2, 0)))
    play.round({"iris": STRIKING}, iris=attack("hanna", "sword", "rapid_attack")).end()
    assert play.tests("iris") == [(56, 39, True)]
    assert play.strikes("iris") == [(14, 11)]
    assert play.wounds("hanna") == [(14, 8)]


@pytest.mark.rule("TK-EX-37")
def test_a_follow_up_is_one_hit() -> None:
    play = Play("tor", newcomer("pell", at=(2, 0)), asks={"pell": ("oppose",)})
    play.round({"tor": STRIKING}, tor=attack("pell", "baseball_bat", "follow_up")).until(8)
    pairs = [(one["statistic"], one["skill"]) for one in play.asked("oppose")["pairs"]]
    assert pairs == [("dexterity", "unarmed"), ("dexterity", "evade")]
    play.answer("pell", "oppose", {"statistic": "dexterity", "skill": "unarmed"}).end()
    assert play.tests("tor") == [(36, 15, True)]
    assert play.strikes("tor") == [(8, 8)]
    assert play.wounds("pell") == [(8, 6)]
    assert play.armour("pell") == (3, 1)


ACCURATE = [
    pytest.param(0, 0, (56, 42, True), [(14, 12)], id="plain"),
    pytest.param(0, 1, (56, 56, False), [], id="tie"),
    pytest.param(1, 1, (70, 56, True), [(14, 12)], id="both lucky"),
]
"""Luck of iris and of bruno, the test, the wounds."""


@pytest.mark.rule("TK-EX-38")
@pytest.mark.parametrize(("luck", "against", "tested", "wounds"), ACCURATE)
def test_an_accurate_strike(
    luck: int, against: int, tested: tuple[int, int, bool], wounds: list[tuple[int, int]]
) -> None:
    play = Play("iris", newcomer("bruno", at=(2, 0)), asks={"bruno": ("oppose",)})
    play.round(
        {"iris": {**STRIKING, "luck": {"accurate_strike": luck}}}, iris=attack("bruno", "sword", "accurate_strike")
    )
    play.answer("bruno", "oppose", {"statistic": "strength", "skill": "melee", "luck": against}).end()
    assert play.tests("iris") == [tested]
    assert play.wounds("bruno") == wounds
    assert (play["iris"].luck, play["bruno"].luck) == (2 - luck, 1 - against)
    assert play.armour("bruno") == ((2, 0) if wounds else (3, 0))


def loaded(play: Play) -> int:
    """What is left in the pistol of sable."""
    return play["sable"].things["sable.pistol"].loaded


@pytest.mark.rule("TK-EX-39")
def test_a_double_tap_and_then_a_marksman() -> None:
    play = Play("sable", newcomer("iris", at=(9, 0)))
    play.round({"sable": STRIKING}, sable=attack("iris", "pistol", "double_tap")).end()
    assert play.tests("sable") == [(64, 28, True)]
    assert play.wounds("iris") == [(17, 10)]
    assert loaded(play) == 6
    play.round({"sable": STRIKING}, sable=attack("iris", "pistol", "marksman")).end()
    assert play.strikes("sable") == [(17, 10), (17, 11)]
    assert loaded(play) == 5
    iris = play["iris"]
    assert (iris.wounds, iris.unconscious, iris.dying) == (21, "wounds", 20)


@pytest.mark.rule("TK-EX-39")
def test_a_double_tap_that_misses_uses_both_units() -> None:
    play = Play("sable", newcomer("nim", QUI=20, skills={"evade": 4}, at=(9, 0)))
    play.round({"sable": STRIKING}, sable=attack("nim", "pistol", "double_tap")).end()
    assert play.tests("sable") == [(64, 80, False)]
    assert play.wounds("nim") == []
    assert loaded(play) == 6


@pytest.mark.rule("TK-EX-39")
def test_a_double_tap_and_a_marksman_in_one_strike() -> None:
    play = Play("sable", newcomer("bruno", at=(9, 0)))
    play.round({"sable": STRIKING}, sable=attack("bruno", "pistol", "double_tap", "marksman", extra=1)).end()
    assert play.tests("sable") == [(64, 5, True)] * 2
    assert play.strikes("sable") == [(17, 14)]
    assert play.wounds("bruno") == [(17, 11)]
    assert loaded(play) == 6


@pytest.mark.rule("TK-EX-39")
def test_a_double_tap_with_one_unit_lapses() -> None:
    play = Play(newcomer("sable", things=[{**PISTOL, "loaded": 1}]), newcomer("iris", at=(9, 0)))
    play.round(sable=attack("iris", "pistol", "double_tap")).until(17)
    play.send(act("sable", strike=True)).end()
    assert play.lapses("sable") == [(17, "strike")]
    assert play.strikes("sable") == []
    assert loaded(play) == 1


TRICKS = [
    pytest.param("difficult", 0, (64, 50, True), id="difficult"),
    pytest.param("extreme", 0, (64, 70, False), id="extreme"),
    pytest.param("extreme", 1, (80, 70, True), id="lucky"),
]
"""The difficulty, luck, the test."""


@pytest.mark.rule("TK-EX-40")
@pytest.mark.parametrize(("difficulty", "luck", "tested"), TRICKS)
def test_a_trick_shot(difficulty: str, luck: int, tested: tuple[int, int, bool]) -> None:
    play = Play("sable", "iris")
    play.round({"sable": {**STRIKING, "luck": {"trick_shot": luck}}}, sable=TRICK)
    play.send(ask.SetDifficulty.model_validate({"difficulty": difficulty})).end()
    revealed = [event.declarations for _, event in play.log if isinstance(event, DeclarationsRevealed)]
    assert revealed[-1]["sable"].difficulty == tested[1]
    assert play.tests("sable") == [tested]
    assert play.strikes("sable") == [(17, 0)]
    assert [one.wounds for one in play.fight.people.values()] == [0, 0]
    assert play["sable"].luck == 3 - luck
    assert loaded(play) == 7


@pytest.mark.rule("TK-EX-41")
def test_a_grapple_with_a_rapid_attack() -> None:
    play = bare_handed(Play("tor", newcomer("lena", at=(1, 0))), "tor", "baseball_bat")
    play.round({"tor": STRIKING}, tor=attack("lena", "unarmed", "grapple", "rapid_attack", extra=1)).end()
    assert play.tests("tor") == [(72, 16, True), (36, 24, True)]
    assert play.ticks(Grabbed, "lena") == [8]
    assert play.strikes("tor") == [(8, 7)]
    assert play.wounds("lena") == [(8, 7)]


@pytest.mark.rule("TK-EX-41")
def test_a_grapple_takes_effect_when_the_force_fails() -> None:
    play = Play("tor", newcomer("lena", at=(1, 0)), asks={"lena": ("oppose",)})
    bare_handed(play, "tor", "baseball_bat")
    play.round({"tor": STRIKING}, tor=attack("lena", "unarmed", "grapple", "rapid_attack", extra=1), lena=NOTHING)
    play.answer("lena", "oppose", {"statistic": "strength", "skill": "evade"})
    play.answer("lena", "oppose", {"statistic": "dexterity", "skill": "evade", "luck": 1}).end()
    assert play.tests("tor") == [(72, 16, True), (36, 36, False)]
    assert play.ticks(Grabbed, "lena") == [8]
    assert play.wounds("lena") == []


@pytest.mark.rule("TK-EX-42")
def test_a_thrown_knife() -> None:
    play = Play("iris", newcomer("bruno", at=(9, 0)))
    path = going((1, 0), (2, 0), (3, 0), (4, 0), (5, 0), **STRIKING)
    knife = attack("bruno", "knife", "quick_draw_ranged", mode="thrown", requirements=1)
    play.round({"iris": path}, iris=knife).end()
    assert play["iris"].luck == 1
    assert play.ticks(Drew, "iris") == [4]
    assert play.strikes("iris") == [(4, 4)]
    assert play.wounds("bruno") == [(4, 1)]
    assert play.fight.ground["iris.knife"].square == Square(9, 0)
    assert play.steps("iris") == [14, 11, 8, 5]
