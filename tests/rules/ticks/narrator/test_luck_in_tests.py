"""Luck in tests: what it raises and how far, where it cannot go, that it serves once, and how it comes back."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Hurry
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime, Recover
from domain.rulesets.ticks.chapters.narrator.calls import Award, GrantLuck, LuckGranted
from domain.rulesets.ticks.chapters.narrator.trials import Commit, LuckSpent, Totalled
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.soaking import Soak
from tests.rules.ticks.builders import (
    EVADE,
    STRIKING,
    Play,
    attack,
    call,
    calm_encounter,
    contest,
    defer,
    level_of,
    outcome,
    party,
    verdict,
)
from tests.rules.ticks.specification import act, declare, hold, newcomer

KNIFE = ({"key": "knife"},)
PARTNER = Speaker("player", ("birch",))


def climber(level: int = 3, luck: int = 3) -> Join:
    return newcomer("wren", DEX=9, skills={"climbing": level}, luck=luck)


CLIMB = call("wren", "dexterity", "climbing", 30)


@pytest.mark.rule("TK-LUCK-1")
@pytest.mark.parametrize(("luck", "level"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_each_point_raises_the_skill_by_one(luck: int, level: int) -> None:
    spec = calm_encounter(climber())
    assert verdict(spec, CLIMB, luck) == (9 * level, level > 3)
    assert next(event.level for event in spec.events if isinstance(event, Totalled)) == level
    assert spec.fight.people["wren"].luck == 3 - luck


@pytest.mark.rule("TK-LUCK-1")
def test_all_that_is_held_may_be_spent() -> None:
    spec = calm_encounter(climber(0, luck=20)).when(CLIMB)
    assert spec.listed_answers() == list(range(21))
    spec.when(Commit(actor="wren", luck=20)).then(
        Totalled(combatant="wren", statistic="dexterity", skill="climbing", level=20, total=180)
    )


@pytest.mark.rule("TK-LUCK-2")
@pytest.mark.parametrize(("level", "luck", "raised"), [(5, 1, 6), (5, 3, 8), (4, 2, 6), (3, 3, 6)])
def test_the_raised_skill_may_exceed_5(level: int, luck: int, raised: int) -> None:
    assert level_of(calm_encounter(climber(level)), CLIMB, luck) == raised


@pytest.mark.rule("TK-LUCK-2", "TK-LUCK-1")
def test_in_a_manoeuvre_too_and_on_both_sides() -> None:
    ash = newcomer("ash", DEX=11, skills={"unarmed": 5}, luck=2)
    birch = newcomer("birch", skills={"unarmed": 4}, luck=3, at=(1, 0))
    play = Play(ash, birch, asks={"birch": ("oppose",)})
    play.round({"ash": {**STRIKING, "luck": {"trip": 2}}}, ash=attack("birch", "unarmed", "trip"))
    play.answer("birch", "oppose", {"statistic": "dexterity", "skill": "unarmed", "luck": 3})
    assert play.tests("ash") == [(77, 70, True)]
    assert (play["ash"].luck, play["birch"].luck) == (0, 0)


@pytest.mark.rule("TK-LUCK-3")
@pytest.mark.parametrize(("luck", "total"), [(0, 4), (1, 9), (2, 18), (3, 27)])
def test_a_skill_of_0_is_lifted_as_well(luck: int, total: int) -> None:
    assert verdict(calm_encounter(climber(0)), CLIMB, luck) == (total, False)


@pytest.mark.rule("TK-LUCK-3")
@pytest.mark.parametrize(("luck", "against"), [(0, 4), (1, 9), (2, 18)])
def test_so_is_that_of_whoever_opposes(luck: int, against: int) -> None:
    play = Play("ash", newcomer("birch", DEX=9, luck=2, at=(1, 0)), asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING}, ash=attack("birch", "unarmed", "trip"))
    play.answer("birch", "oppose", {"statistic": "dexterity", "skill": "evade", "luck": luck})
    assert play.tests("ash") == [(5, against, against < 5)]


@pytest.mark.rule("TK-LUCK-4", "TK-RUL-5")
def test_a_test_without_a_skill_takes_no_luck() -> None:
    spec = calm_encounter(climber()).when(call("wren", "willpower", None, 13))
    assert spec.listed_answers() == [0]
    spec.when(Commit(actor="wren", luck=1)).refused("TK-LUCK-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.luck"
    spec.when(Commit(actor="wren", luck=0)).then(
        Totalled(combatant="wren", statistic="willpower", skill=None, level=0, total=12)
    )
    assert spec.fight.people["wren"].luck == 3


@pytest.mark.rule("TK-LUCK-4", "TK-RUL-5")
def test_nor_does_that_side_of_a_contest() -> None:
    spec = calm_encounter(climber(), newcomer("ash", luck=1, skills={"climbing": 1}))
    spec.given(contest(party("wren", "willpower"), party("ash", "strength", "climbing")))
    spec.when(Commit(actor="wren", luck=1)).refused("TK-LUCK-4").when(Commit(actor="wren"))
    spec.when(Commit(actor="ash", luck=1)).then(LuckSpent(combatant="ash", points=1, use="test"))


@pytest.mark.rule("TK-RUL-5")
def test_luck_on_quickness_is_about_the_order_alone() -> None:
    """With it hanna starts on 13, and cannot hold back all the same."""
    play = Play("hanna", newcomer("lena", at=(2, 0)), asks={"hanna": ("hold_back",)})
    play.round(
        {"lena": {"steps": "path", "path": ((1, 0),)}},
        hanna={**defer("hatchet", "enters_reach"), "luck": {"quickness": 1}},
        lena={"action": "other", "kind": "move"},
    )
    assert play["hanna"].luck == 0
    assert play.strikes("hanna") == [(11, 6)]


@pytest.mark.rule("TK-LUCK-5")
@pytest.mark.parametrize(("difficulty", "success"), [(45, True), (46, False)])
def test_points_are_gone_whether_or_not_the_test_succeeds(difficulty: int, success: bool) -> None:
    spec = calm_encounter(climber())
    assert verdict(spec, call("wren", "dexterity", "climbing", difficulty), luck=2) == (45, success)
    assert spec.fight.people["wren"].luck == 1


@pytest.mark.rule("TK-LUCK-5")
def test_a_strike_that_lapses_keeps_its_luck_and_one_that_fails_does_not() -> None:
    ash = newcomer("ash", luck=2)
    play = Play(ash, newcomer("birch", DEX=30, at=(2, 0)), asks={"birch": ("oppose",)})
    play.round(ash=attack("birch", "unarmed", "trip")).until(10)
    strike = {"luck": {"trip": 2}}
    play.send(act("ash", strike=strike))
    assert (play.lapses("ash"), play["ash"].luck) == ([(10, "strike")], 2)
    play.until(7).send(act("ash", step=(1, 0), strike=strike))
    play.answer("birch", "oppose", {"statistic": "dexterity", "skill": "evade"})
    assert (play.tests("ash"), play["ash"].luck) == ([(20, 15, True)], 0)


@pytest.mark.rule("TK-LUCK-5")
@pytest.mark.parametrize(("state", "luck"), [({"unconscious": "chosen"}, 2), ({"DEX": 30}, 0)])
def test_where_nothing_is_tested_nothing_is_spent(state: dict[str, Any], luck: int) -> None:
    play = Play(newcomer("ash", DEX=5, luck=2), newcomer("birch", at=(1, 0), **state))
    play.round({"ash": {**STRIKING, "luck": {"trip": 2}}}, ash=attack("birch", "unarmed", "trip"))
    assert play["ash"].luck == luck


# One purpose


@pytest.mark.rule("TK-LUCK-6", "TK-RUL-39")
@pytest.mark.parametrize(
    ("weapon", "manoeuvre", "gross"), [("sword", "accurate_strike", 4 + 2 * 2), ("pistol", "marksman", 3 + 2 * 2)]
)
def test_a_raised_test_does_not_raise_the_damage(weapon: str, manoeuvre: str, gross: int) -> None:
    ash = newcomer("ash", skills={"melee": 2, "handgun": 2}, luck=3, things=({"key": weapon},))
    play = Play(ash, newcomer("birch", at=(1, 0)))
    plan = {**STRIKING, "luck": {manoeuvre: 3}}
    play.round({"ash": plan}, ash=attack("birch", weapon, manoeuvre))
    assert play.tests("ash") == [(50, 5, True)]
    assert play.strikes("ash") == [(10, gross)]


@pytest.mark.rule("TK-LUCK-6")
def test_it_serves_the_manoeuvre_that_it_is_spent_on() -> None:
    ash = newcomer("ash", STR=11, DEX=12, skills={"unarmed": 2}, luck=2)
    play = Play(ash, newcomer("birch", skills={"unarmed": 3}, luck=2, at=(1, 0)), asks={"birch": ("oppose",)})
    plan = {**STRIKING, "luck": {"trip": 1}}
    play.round({"ash": plan}, ash=attack("birch", "unarmed", "trip", "grapple", extra=1))
    play.answer("birch", "oppose", {"statistic": "dexterity", "skill": "unarmed", "luck": 2})
    play.answer("birch", "oppose", {"statistic": "strength", "skill": "unarmed"})
    assert play.tests("ash") == [(36, 50, False), (22, 30, False)]


@pytest.mark.rule("TK-LUCK-6")
@pytest.mark.parametrize("luck", [0, 1])
def test_luck_with_which_one_opposes_raises_no_defence_points(luck: int) -> None:
    play = Play(newcomer("iris", DEX=30), newcomer("bruno", luck=2, at=(2, 0)), asks={"bruno": ("oppose", "soak")})
    guard = {"action": "defend", "weapon": "nightstick", "luck": {"quickness": 1}}
    play.round({"iris": STRIKING}, iris=attack("bruno", "sword", "accurate_strike"), bruno=guard)
    play.answer("bruno", "oppose", {"statistic": "strength", "skill": "melee", "luck": luck})
    assert play.tests("iris") == [(120, 14 * (3 + luck), True)]
    assert play.asked("soak")["defence"] == 2 + 3


@pytest.mark.rule("TK-LUCK-6")
def test_nor_a_shield() -> None:
    play = Play(newcomer("iris", DEX=30), newcomer("hanna", at=(2, 0)), asks={"hanna": ("oppose",)})
    play.round({"iris": STRIKING}, iris=attack("hanna", "sword", "accurate_strike"))
    play.answer("hanna", "oppose", {"statistic": "strength", "skill": "melee", "luck": 1})
    assert play.tests("iris") == [(120, 52, True)]
    assert play["hanna"].wounds == 4 + 2 * 4 - 3


@pytest.mark.rule("TK-LUCK-6")
def test_nor_the_requirement_of_a_manoeuvre() -> None:
    """Ash has done with 4 levels what takes 4, and has 3 all the same."""
    ash = newcomer("ash", skills={"handgun": 3}, luck=3, things=({"key": "pistol"},))
    play = Play(ash, newcomer("birch", QUI=8, at=(9, 0)))
    play.send(call("ash", "dexterity", "handgun", 40), Commit(actor="ash", luck=1)).send(StartRound())
    play.declare_on(10)
    declared = attack("birch", "pistol", "run_and_gun", "marksman", extra=1)
    play.refused(declare("ash", **declared), "TK-RG-1")
    play.send(declare("ash", **attack("birch", "pistol", "run_and_gun", requirements=1)))
    assert play["ash"].luck == 1


@pytest.mark.rule("TK-LUCK-6")
def test_nor_the_start_of_an_evade() -> None:
    """Birch starts on 10 + 2, and opposes on 13 with an evade of 4."""
    ash = newcomer("ash", QUI=13, skills={"unarmed": 3})
    birch = newcomer("birch", skills={"evade": 2}, luck=2, at=(1, 0))
    play = Play(ash, birch, asks={"birch": ("oppose",)})
    play.round({"ash": STRIKING}, ash=attack("birch", "unarmed", "trip"), birch=EVADE)
    play.answer("birch", "oppose", {"statistic": "dexterity", "skill": "evade", "luck": 2})
    assert play.tests("ash") == [(30, 40, False)]
    assert (play.fight.tick, [prompt.to for prompt in play.fight.prompts]) == (12, ["birch"])


@pytest.mark.rule("TK-LUCK-6")
def test_nor_the_next_test() -> None:
    spec = calm_encounter(climber())
    assert [level_of(spec, CLIMB, luck) for luck in (2, 0, 1)] == [5, 3, 4]


# Whose luck it is


@pytest.mark.rule("TK-LUCK-7")
def test_nobody_commits_more_than_it_holds() -> None:
    spec = calm_encounter(climber()).given(CLIMB).when(Commit(actor="wren", luck=4)).refused("TK-LUCK-7")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.luck"
    spec.when(Commit(actor="wren", luck=3)).then(LuckSpent(combatant="wren", points=3, use="test"))


@pytest.mark.rule("TK-LUCK-7")
def test_nor_spends_more_to_strike_to_oppose_or_to_soak() -> None:
    ash = newcomer("ash", luck=2, things=KNIFE, skills={"melee": 5})
    play = Play(ash, newcomer("birch", luck=1, at=(1, 0)), asks={"birch": ("oppose", "soak")})
    play.round(ash=attack("birch", "knife", "mighty_blow", "rapid_attack", extra=1)).until(10)
    assert play["ash"].luck == 1
    for luck in ({"mighty_blow": 2}, {"mighty_blow": 1, "rapid_attack": 1}):
        play.refused(act("ash", strike={"luck": luck}), "TK-LUCK-7")
    play.send(act("ash", strike={"luck": {"mighty_blow": 1}}))
    opposed = Oppose(actor="birch", statistic="strength", skill="unarmed")
    play.refused(opposed.model_copy(update={"luck": 2}), "TK-LUCK-7").send(opposed, opposed)
    assert play.asked("soak")["luck"] == 1
    play.refused(Soak.model_validate({"actor": "birch", "attacks": [{"luck": 2}]}), "TK-LUCK-7")
    play.send(Soak.model_validate({"actor": "birch", "attacks": [{"luck": 1}]}))
    assert (play["ash"].luck, play["birch"].luck) == (0, 0)


@pytest.mark.rule("TK-LUCK-7")
def test_what_is_spent_on_several_attacks_is_counted_together() -> None:
    foes = [newcomer(name, things=KNIFE, at=(0, 1)) for name in ("ash", "birch")]
    play = Play(newcomer("wren", luck=3), *foes, asks={"wren": ("soak",)})
    play.round({"ash": STRIKING, "birch": STRIKING}, ash=attack("wren", "knife"), birch=attack("wren", "knife"))
    few, many = (
        Soak.model_validate({"actor": "wren", "attacks": [{"luck": 2}, {"luck": points}]}) for points in (1, 2)
    )
    play.refused(many, "TK-LUCK-7").send(few)
    assert (play["wren"].luck, play["wren"].wounds) == (0, 1)


@pytest.mark.rule("TK-LUCK-7")
def test_nor_to_declare_to_hurry_or_to_give_first_aid() -> None:
    aid = {"action": "other", "kind": "first_aid", "whom": "bruno"}
    play = Play("lena", newcomer("bruno", wounds=13))
    play.refused(FirstAid(actor="lena", patient="bruno", luck=3), "TK-LUCK-7")
    play.send(StartRound()).declare_on(11)
    play.refused(declare("lena", **aid, luck={"quickness": 3}), "TK-LUCK-7")
    play.send(declare("lena", **aid, luck={"quickness": 1}))
    assert (play.fight.phase, play.fight.tick, play["lena"].luck) == ("resolution", 12, 1)
    play.refused(Hurry(actor="lena", points=2), "TK-LUCK-7")
    play.refused(act("lena", deed={"luck": 2}), "TK-LUCK-7").send(act("lena", deed={"luck": 1}))
    assert play["lena"].luck == 0
    play = Play("sable", newcomer("pell", QUI=13), newcomer("tor"))
    play.round(sable=EVADE, pell={"action": "other", "kind": "move"})
    play.refused(Hurry(actor="pell", points=2), "TK-LUCK-7").send(Hurry(actor="pell", points=1))
    assert play["pell"].luck == 0


@pytest.mark.rule("TK-LUCK-7")
def test_nobody_spends_the_luck_of_another() -> None:
    spec = calm_encounter(climber(), newcomer("birch", luck=3)).given(CLIMB)
    spec.when(Commit(actor="wren", luck=1), speaker=PARTNER).refused(None, "not_yours")
    spec.when(Commit(actor="birch", luck=1), speaker=PARTNER).refused("TK-TEST-8")
    spec.when(Commit(actor="wren", luck=1)).then()
    assert (spec.fight.people["wren"].luck, spec.fight.people["birch"].luck) == (2, 3)


@pytest.mark.rule("TK-LUCK-8", "TK-RUL-42")
def test_luck_comes_back_by_the_narrators_grant() -> None:
    spec = (
        calm_encounter(climber())
        .when(GrantLuck(combatant="wren", points=2))
        .then(LuckGranted(combatant="wren", points=2))
    )
    assert spec.fight.people["wren"].luck == 5
    spec.when(GrantLuck(combatant="wren", points=1), speaker=Speaker("player", ("wren",)))
    spec.refused(None, "not_yours")


@pytest.mark.rule("TK-LUCK-8", "TK-SHEET-4")
def test_no_grant_makes_more_of_it_than_can_be_held() -> None:
    spec = calm_encounter(climber(luck=17)).when(GrantLuck(combatant="wren", points=4)).refused("TK-SHEET-4")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.points"
    spec.when(GrantLuck(combatant="wren", points=3)).then()
    assert spec.fight.people["wren"].luck == 20


@pytest.mark.rule("TK-LUCK-8", "TK-RUL-42")
def test_luck_comes_back_in_no_other_way() -> None:
    play = Play(newcomer("ash", luck=3, wounds=4), "birch")
    play.send(call("ash", "dexterity", "evade", 1), Commit(actor="ash", luck=1))
    play.round(ash={**EVADE, "luck": {"quickness": 1}}).send(hold("ash"))
    assert play["ash"].luck == 1
    play.round().end().send(PassTime(seconds=86_400), EndCombat())
    play.send(Recover(combatant="ash", days=30, care="skilled"), Award(combatant="ash"))
    assert play["ash"].luck == 1


@pytest.mark.rule("TK-LUCK-8")
def test_quickness_that_was_bought_in_a_hurry_is_not_paid_back() -> None:
    play = Play(newcomer("ash", luck=3), newcomer("birch", QUI=12)).send(StartRound(), declare("ash", **EVADE))
    play.send(Hurry(actor="ash", points=2)).declare_on().end()
    assert (play.fight.phase, play["ash"].luck) == ("between", 1)
    play.send(EndCombat())
    assert play["ash"].luck == 1


@pytest.mark.rule("TK-LUCK-8")
def test_a_contest_that_is_won_gives_none_back() -> None:
    spec = calm_encounter(climber(), "ash")
    called = contest(party("wren", "dexterity", "climbing"), party("ash", "dexterity"))
    assert outcome(spec, called, wren=2)[0] == "wren"
    assert spec.fight.people["wren"].luck == 1
