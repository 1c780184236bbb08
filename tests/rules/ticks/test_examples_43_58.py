"""Worked examples of armour, wounds and care, of newcomers, options and whole rounds."""

from typing import Any

import pytest

from domain.core_commands import Join
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.harm import Stabilised
from domain.rulesets.ticks.events.strikes import Fell, StoodUp
from domain.rulesets.ticks.events.trials import Tested
from domain.rulesets.ticks.state import Square
from tests.rules.ticks.playing import (
    EVADE,
    MOVE,
    STRIKING,
    Declared,
    Play,
    attack,
    away,
    defer,
    going,
    toward,
)
from tests.rules.ticks.specification import act, declare, fight, given, hold, newcomer, person, plan

PISTOL = {"key": "pistol"}
DEFEND: Declared = {"action": "defend", "weapon": "nightstick"}


def first_aid(patient: str) -> Declared:
    return {"action": "other", "kind": "first_aid", "whom": patient}


def helping(whom: str) -> Declared:
    return {"action": "other", "kind": "help", "whom": whom}


def trials(play: Play) -> list[tuple[int, int | None, bool]]:
    """The tests that were no manoeuvres: total, difficulty, success."""
    facts = [event for _, event in play.log if isinstance(event, Tested)]
    return [(fact.total, fact.difficulty, fact.success) for fact in facts]


@pytest.mark.rule("TK-EX-43")
def test_light_armour_over_three_rounds() -> None:
    shooters = [
        newcomer(name, QUI=quick, skills={"handgun": 3}, things=[PISTOL]) for name, quick in (("x", 12), ("y", 9))
    ]
    play = Play("bruno", *shooters)
    shot = attack("bruno", "pistol")

    play.round({"x": STRIKING}, x=shot).end()
    assert play.strikes("x") == [(12, 6)]
    assert play.wounds("bruno") == [(12, 3)]
    assert play.armour("bruno") == (2, 0)

    play.round({"x": STRIKING, "y": STRIKING}, x=shot, y=shot).end()
    assert play.wounds("bruno")[1:] == [(12, 4), (9, 4)]
    assert play["bruno"].wounds == 11
    assert play.armour("bruno") == (1, 0)

    play.round({"x": STRIKING}, x=shot).end()
    bruno = play["bruno"]
    assert play.wounds("bruno")[3:] == [(12, 5)]
    assert play.armour("bruno") == (0, 0)
    assert (bruno.wounds, bruno.unconscious, bruno.dying) == (16, "wounds", 30)


def against_armour_and_shield() -> Play:
    """The sword of iris has struck at hanna, who is asked what she does about it."""
    hanna = newcomer("hanna", armour=[{"key": "heavy_ballistic"}])
    play = Play(hanna, newcomer("iris", at=(2, 0)), asks={"hanna": ("soak",)})
    defend = {"action": "defend", "weapon": "hatchet"}
    play.round(hanna=defend, iris=attack("hanna", "sword")).until(14)
    return play.send(act("iris", strike=True))


@pytest.mark.rule("TK-EX-44")
def test_all_four_reductions_and_still_a_hit() -> None:
    play = against_armour_and_shield()
    assert play["hanna"].turn.defence == 6
    (attacked,) = play.asked("soak")["attacks"]
    assert (attacked["gross"], attacked["shield"], attacked["armour"]) == (8, 3, 2)
    play.refused(ask.Soak(actor="hanna", attacks=(ask.Reduction(defend=6),)), "TK-DMG-4")
    play.answer("hanna", "soak", [{"defend": 2, "luck": 1}])
    assert (play["hanna"].turn.defence, play["hanna"].luck) == (4, 0)
    assert play.wounds("hanna") == []
    assert play.end().armour("hanna") == (3, 1)


@pytest.mark.rule("TK-EX-44")
def test_defence_points_spare_the_armour() -> None:
    play = against_armour_and_shield()
    play.answer("hanna", "soak", [{"defend": 5}]).end()
    assert play.wounds("hanna") == []
    assert play.armour("hanna") == (4, 2)
    assert play["hanna"].luck == 1


def dying_bruno(*others: str, rounds: int, wounds: int) -> Play:
    """Bruno begins to die at the end of so many rounds, with lena and these others at his side."""
    play = Play("lena", newcomer("bruno", at=(1, 0)), *others)
    for _ in range(rounds - 1):
        play.round().end()
    play.send(ask.StartRound(), ask.Wound(combatant="bruno", wounds=wounds)).declare_on().end()
    bruno = play["bruno"]
    assert (bruno.wounds, bruno.unconscious, bruno.dying) == (wounds, "wounds", 10 * rounds)
    assert play.fight.clock == 10 * rounds
    return play


@pytest.mark.rule("TK-EX-45")
def test_first_aid_in_time() -> None:
    play = dying_bruno(rounds=3, wounds=15).send(ask.EndCombat(), ask.PassTime(seconds=300))
    assert play.fight.clock == 330
    assert not play["bruno"].dead
    play.send(ask.FirstAid(actor="lena", patient="bruno"))
    assert trials(play) == [(48, 30, True)]
    bruno = play["bruno"]
    assert (bruno.stabilised, bruno.dying, bruno.unconscious, bruno.wounds) == (True, None, "wounds", 15)


@pytest.mark.rule("TK-EX-45")
def test_first_aid_too_late() -> None:
    play = dying_bruno(rounds=3, wounds=15).send(ask.EndCombat(), ask.PassTime(seconds=301))
    assert play.fight.clock == 331
    assert play["bruno"].dead
    play.refused(ask.FirstAid(actor="lena", patient="bruno"), "TK-DYING-7")


@pytest.mark.rule("TK-EX-45")
def test_first_aid_by_somebody_unskilled_and_then_by_the_medic() -> None:
    play = dying_bruno("hanna", rounds=3, wounds=15).send(ask.EndCombat(), ask.PassTime(seconds=300))
    play.send(ask.FirstAid(actor="hanna", patient="bruno"))
    assert play["bruno"].dying == 30
    play.send(ask.FirstAid(actor="lena", patient="bruno"))
    assert trials(play) == [(5, 30, False), (48, 30, True)]
    assert play["bruno"].stabilised


@pytest.mark.rule("TK-EX-45")
@pytest.mark.parametrize("helped", [True, False])
def test_the_last_round_in_which_first_aid_is_in_time(helped: bool) -> None:
    play = dying_bruno(rounds=2, wounds=15)
    for _ in range(3, 33):
        play.round().end()
    assert (play.fight.round, play.fight.clock, play["bruno"].dead) == (32, 320, False)
    if helped:
        play.round(lena=first_aid("bruno")).until(11).send(act("lena", deed=True)).end()
    else:
        play.round().end()
    assert (play.fight.round, play.fight.clock) == (33, 330)
    assert (play["bruno"].dead, play["bruno"].stabilised) == (not helped, helped)


def under_fire(*others: Join | str) -> Play:
    """Iris is dying, and lena comes to help."""
    iris = newcomer("iris", wounds=14)
    play = Play(newcomer("lena", at=(3, 0)), iris, *others)
    assert (play["iris"].unconscious, play["iris"].dying, play.fight.clock) == ("wounds", 0, 0)
    return play


TO_IRIS = {"steps": "toward", "target": "iris", "stop": 1, "until": 8}


@pytest.mark.rule("TK-EX-46")
def test_first_aid_on_the_way() -> None:
    play = under_fire().round({"lena": TO_IRIS}, lena=first_aid("iris")).until(8)
    play.send(act("lena", step=(1, 0), deed=True)).end()
    assert play.steps("lena")[:2] == [11, 8]
    assert play.at("lena") == (1, 0)
    assert trials(play) == [(48, 30, True)]
    assert [tick for tick, event in play.log if isinstance(event, Stabilised)] == [8]


@pytest.mark.rule("TK-EX-46")
@pytest.mark.parametrize(("others", "total"), [((), 72), (("hanna",), 75)])
def test_first_aid_under_fire(others: tuple[str, ...], total: int) -> None:
    play = under_fire(newcomer("tor", at=(-2, 0)), *others)
    declared = {"lena": first_aid("iris"), "tor": attack("iris", "baseball_bat")}
    helpers = {name: helping("lena") for name in others}
    play.round({"lena": TO_IRIS, "tor": STRIKING}, **declared, **helpers).until(8)
    play.send(act("lena", step=(1, 0), deed={"luck": 2})).end()
    assert play.wounds("iris") == [(8, 5)]
    assert trials(play) == [(total, 80, False)]
    assert (play["iris"].wounds, play["iris"].dying, play["lena"].luck) == (19, 0, 0)


@pytest.mark.rule("TK-EX-47")
def test_recovery() -> None:
    spec = given(fight(newcomer("iris", wounds=14, stabilised=True), "lena"))
    iris = person(spec, "iris")
    assert (iris.unconscious, iris.dying) == ("wounds", None)
    expected = [
        (3, {"carer": "lena"}, 13, 1, "wounds"),
        (1, {"carer": "lena"}, 12, 0, None),
        (2, {"carer": "lena"}, 11, 0, None),
        (4, {"care": "basic"}, 9, 0, None),
        (4, {"care": "none"}, 8, 0, None),
    ]
    for days, care, wounds, begun, unconscious in expected:
        spec.when(ask.Recover.model_validate({"combatant": "iris", "days": days, **care})).then()
        iris = person(spec, "iris")
        assert (iris.wounds, iris.care_days, iris.unconscious) == (wounds, begun, unconscious)


@pytest.mark.rule("TK-EX-47")
def test_recovery_with_basic_care_alone() -> None:
    spec = given(fight(newcomer("iris", wounds=14, stabilised=True)))
    for days, wounds in ((11, 12), (1, 11), (2, 10)):
        spec.when(ask.Recover(combatant="iris", days=days, care="basic")).then()
        assert person(spec, "iris").wounds == wounds


@pytest.mark.rule("TK-EX-48")
def test_stabilised_and_hurt_again() -> None:
    play = dying_bruno(rounds=3, wounds=15).send(ask.EndCombat(), ask.PassTime(seconds=300))
    play.send(ask.FirstAid(actor="lena", patient="bruno"), ask.CallCombat(actor="lena", against="bruno"))
    play.round().end()
    assert (play["bruno"].dying, play["bruno"].stabilised) == (None, True)
    play.send(ask.StartRound(), ask.Wound(combatant="bruno", wounds=1)).declare_on().end()
    assert (play["bruno"].wounds, play["bruno"].dying, play.fight.clock) == (16, 350, 350)
    assert not play["bruno"].stabilised
    play.send(ask.FirstAid(actor="lena", patient="bruno"))
    assert trials(play)[-1] == (48, 40, True)


NEWCOMERS = defer("pistol", "enters_sight", "newcomers")


@pytest.mark.rule("TK-EX-49")
def test_a_newcomer_declares_if_its_tick_is_to_come() -> None:
    play = Play(newcomer("bruno", things=[PISTOL]), "iris").send(ask.StartRound())
    assert play.fight.tick == 10
    play.send(newcomer("pell", at=(9, 0)), declare("bruno", **NEWCOMERS))
    assert (play.fight.round, play.fight.tick) == (1, 13)
    assert [(prompt.to, prompt.kind) for prompt in play.fight.prompts] == [("pell", "declare")]


@pytest.mark.rule("TK-EX-49")
def test_a_newcomer_in_the_resolution_meets_a_deferred_attack_at_once() -> None:
    play = Play(newcomer("bruno", things=[PISTOL]), newcomer("iris", at=(9, 9)), asks={"bruno": ("hold_back",)})
    play.round(bruno=NEWCOMERS, iris=attack("bruno", "sword"))
    while play.fight.tick > 9:
        play.send(hold("iris", None))
    play.send(newcomer("pell", at=(9, 0))).answer("pell", "soak", [{}])
    assert play.fight.tick == 9
    assert play.strikes("bruno") == [(9, 6)]
    assert play.wounds("pell") == [(9, 2)]
    play.end()
    assert play.steps("pell") == []
    play.send(ask.StartRound()).declare_on(13)
    assert (play.fight.round, play.fight.tick, play.fight.prompts[0].to) == (2, 13, "pell")


@pytest.mark.rule("TK-EX-50")
def test_two_rounds_of_four() -> None:
    red = [newcomer("iris", side="red"), newcomer("bruno", side="red", at=(0, 2))]
    blue = [newcomer("sable", side="blue", at=(6, 0)), newcomer("tor", side="blue", at=(4, 2))]
    play = Play(*red, *blue, asks={"iris": ("soak",), "bruno": ("soak",)})

    plans: dict[str, dict[str, Any]] = {
        "tor": toward("bruno", luck={"mighty_blow": 1}),
        "iris": toward("sable"),
        "sable": {"strike": "from", "tick": 6},
    }
    play.round(
        plans,
        tor=attack("bruno", "baseball_bat", "mighty_blow"),
        bruno=DEFEND,
        iris=attack("sable", "sword"),
        sable={"action": "aim", "target": "iris", "weapon": "pistol"},
    ).until(6)
    assert (play.at("iris"), play.at("tor")) == ((3, 0), (3, 2))
    assert play["bruno"].turn.defence == 5
    play.answer("iris", "soak", [{"luck": 2}])
    assert play.tick == 5
    play.answer("bruno", "soak", [{"defend": 5}]).end()
    assert (play.steps("iris"), play.at("iris")) == ([14, 11, 8, 5], (4, 0))
    assert (play.steps("tor"), play.at("tor")) == ([8, 5], (2, 2))
    assert (play.strikes("sable"), play.wounds("iris")) == ([(6, 11)], [(6, 9)])
    assert (play.tests("tor"), play.strikes("tor")) == ([(54, 42, True)], [(5, 9)])
    assert (play.wounds("bruno"), play.wounds("sable"), play.wounds("tor")) == ([(5, 4)], [(5, 8)], [])
    assert play.fight.clock == 10
    assert play.armour("bruno") == (2, 0)
    assert [(one.unconscious, one.dying) for one in play.fight.people.values()] == [(None, None)] * 4
    assert [play[name].luck for name in ("iris", "bruno", "sable", "tor")] == [0, 1, 3, 0]
    assert play["sable"].things["sable.pistol"].loaded == 7

    play.log.clear()
    plans = {"bruno": toward("tor", statistic="strength"), "iris": toward("sable")}
    play.round(
        plans,
        tor=attack("bruno", "baseball_bat"),
        bruno=attack("tor", "nightstick", "disarm"),
        iris=attack("sable", "sword", "accurate_strike"),
        sable=attack("iris", "pistol", "run_and_gun", "marksman", extra=1),
    ).until(17)
    assert play["sable"].luck == 2
    play.send(act("sable", strike=True, after=(7, 0)))
    assert play.at("sable") == (7, 0)
    play.send(plan("sable", **away("iris"))).until(8)
    assert play.tests("sable") == [(64, 28, True)]
    assert (play.strikes("sable"), play.wounds("iris")) == ([(17, 11)], [(17, 11)])
    assert play.tests("bruno") == [(42, 36, True)]
    assert play.fight.ground["tor.baseball_bat"].square == Square(2, 2)
    play.send(act("tor", strike={"weapon": "unarmed"})).answer("bruno", "soak", [{}]).end()
    assert (play.steps("bruno"), play.at("bruno"), play.strikes("bruno")) == ([10], (1, 2), [(10, 0)])
    assert (play.strikes("tor"), play.wounds("bruno")) == ([(8, 5)], [(8, 5)])
    assert (play.steps("iris"), play.at("iris"), play.strikes("iris")) == ([14, 11, 8, 5, 2], (9, 0), [])
    assert (play.steps("sable"), play.at("sable")) == ([17, 14, 11, 8, 5, 2], (12, 0))
    assert play.fight.clock == 20
    assert play.armour("bruno") == (1, 0)
    iris = play["iris"]
    assert (iris.wounds, iris.unconscious, iris.dying) == (20, "wounds", 20)
    assert [play[name].wounds for name in ("bruno", "sable", "tor")] == [9, 8, 0]
    assert [play[name].luck for name in ("iris", "bruno", "sable", "tor")] == [0, 1, 2, 0]
    assert play["sable"].things["sable.pistol"].loaded == 6


OPENING = ask.CallCombat(actor="iris", against="bruno", weapon="sword")


@pytest.mark.rule("TK-EX-51")
@pytest.mark.parametrize("again", [False, True])
def test_the_opening_attack(again: bool) -> None:
    play = Play("iris", newcomer("bruno", at=(2, 0)), call=OPENING, opening_attack="free")
    assert (play.strikes("iris"), play.wounds("bruno")) == ([(0, 8)], [(0, 8)])
    assert play.armour("bruno") == (3, 0)
    if again:
        play.round({"iris": STRIKING}, iris=attack("bruno", "sword")).end()
        assert play.strikes("iris") == [(0, 8), (14, 8)]
    else:
        play.round().end()
    assert (play.fight.round, play.armour("bruno")) == (1, (2, 0))


@pytest.mark.rule("TK-COMBAT-5")
def test_an_opening_attack_is_settled_when_combat_ends_before_round_1() -> None:
    bruno = newcomer("bruno", at=(2, 0), WIL=8, RES=7)
    play = Play("iris", bruno, call=OPENING, opening_attack="free")
    assert (play["bruno"].wounds, play["bruno"].unconscious, play["bruno"].dying) == (8, None, None)
    play.send(ask.EndCombat())
    assert play.armour("bruno") == (2, 0)
    assert (play["bruno"].unconscious, play["bruno"].dying) == ("wounds", 0)


@pytest.mark.rule("TK-EX-51")
def test_no_opening_attack_by_default() -> None:
    given(fight("iris", newcomer("bruno", at=(2, 0)))).when(OPENING).refused("TK-COMBAT-5")


def tripped(**options: Any) -> Play:
    """Tor would evade, and iris trips him."""
    play = Play("iris", newcomer("tor", at=(2, 0)), **options)
    plans = {"iris": STRIKING, "tor": away("iris")}
    play.round(plans, iris=attack("tor", "sword", "trip"), tor=EVADE).end()
    assert play.tests("iris") == [(56, 36, True)]
    assert play.ticks(Fell, "tor") == [14]
    assert play.steps("tor") == []
    return play


@pytest.mark.rule("TK-EX-52")
def test_the_option_of_damage_by_controls() -> None:
    assert tripped(control_damage="on_success").wounds("tor") == [(14, 8)]
    assert tripped().wounds("tor") == []


@pytest.mark.rule("TK-EX-52")
@pytest.mark.parametrize(("wear", "left"), [("stopped", (3, 0)), ("any_hit", (2, 0))])
def test_the_option_of_armour_that_wears_by_what_it_stops(wear: str, left: tuple[int, int]) -> None:
    others = [newcomer("hanna", at=(-1, 0)), newcomer("iris", at=(2, 0))]
    play = Play("bruno", *others, asks={"bruno": ("soak",)}, armour_wear=wear)
    plans = {"hanna": STRIKING, "iris": STRIKING}
    play.round(plans, bruno=DEFEND, hanna=attack("bruno", "hatchet"), iris=attack("bruno", "sword"))
    play.answer("bruno", "soak", [{"defend": 2}]).answer("bruno", "soak", [{"defend": 3}]).end()
    assert play.wounds("bruno") == [(14, 6), (12, 3)]
    assert play.armour("bruno") == left


@pytest.mark.rule("TK-EX-52")
def test_the_option_of_getting_up_by_a_step() -> None:
    play = tripped(stand_up="step")
    assert play["tor"].prone
    play.round(tor=MOVE).until(8)
    play.refused(act("tor", step=(3, 0)), "TK-MOVE-8")
    play.send(act("tor", stand=True), act("tor", step=(3, 0)), act("tor", step=(4, 0))).end()
    assert play.ticks(StoodUp, "tor") == [8]
    assert play.steps("tor") == [5, 2]
    assert not tripped()["tor"].prone


@pytest.mark.rule("TK-EX-52")
def test_the_option_of_actions_that_move() -> None:
    play = Play("bruno", newcomer("iris", at=(0, 9)), moving_actions=("attack", "evade", "other", "defend"))
    play.round({"bruno": going((1, 0), (2, 0), (3, 0), (4, 0), (5, 0))}, bruno=DEFEND).end()
    assert play.steps("bruno") == [10, 7, 4, 1]


@pytest.mark.rule("TK-EX-52")
@pytest.mark.parametrize(("manoeuvres", "wounds"), [((), 7), (("double_tap",), 10)])
def test_the_option_of_ammunition_that_is_not_counted(manoeuvres: tuple[str, ...], wounds: int) -> None:
    sable = newcomer("sable", things=[{**PISTOL, "loaded": 0}])
    play = Play(sable, newcomer("iris", at=(9, 0)), track_ammunition=False)
    play.round({"sable": STRIKING}, sable=attack("iris", "pistol", *manoeuvres)).end()
    assert play.wounds("iris") == [(17, wounds)]


@pytest.mark.rule("TK-EX-52")
def test_the_option_of_a_count_that_is_called() -> None:
    play = Play("iris", newcomer("tor", at=(9, 0)), clock="called").round(iris=MOVE)
    play.send(act("iris", step=(1, 0)))
    assert (play.fight.tick, play.at("iris")) == (14, (0, 0))
    play.send(ask.Count())
    assert (play.fight.tick, play.at("iris")) == (13, (1, 0))
    play.send(ask.Count())
    assert play.fight.tick == 12


@pytest.mark.rule("TK-EX-53")
@pytest.mark.parametrize("wounds", [0, 11])
def test_unconsciousness_that_is_chosen(wounds: int) -> None:
    play = Play("sable", newcomer("iris", at=(2, 0)))
    aim: Declared = {"action": "aim", "target": "iris", "weapon": "pistol"}
    play.round(sable=aim, iris=attack("sable", "sword", "trip")).until(12)
    assert play["sable"].turn.aim == 17
    play.send(ask.Faint(actor="sable"))
    fainted = play["sable"]
    assert (fainted.unconscious, fainted.turn.aim) == ("chosen", None)
    assert [prompt.to for prompt in play.fight.prompts] == ["iris"]
    play.until(11).send(act("iris", strike=True)).end()
    assert play.tests("iris") == [(None, None, True)]
    assert play.ticks(Fell, "sable") == [11]
    assert play.strikes("sable") == []
    if wounds:
        play.send(ask.Wound(combatant="sable", wounds=wounds)).refused(ask.Wake(actor="sable"), "TK-KO-4")
    else:
        play.send(ask.Wake(actor="sable"))
    assert play["sable"].conscious == (not wounds)


@pytest.mark.rule("TK-EX-54")
@pytest.mark.parametrize(("helps", "total"), [(True, 51), (False, 48)])
def test_helping_in_a_round(helps: bool, total: int) -> None:
    play = Play("lena", newcomer("bruno", wounds=17), "hanna")
    assert play["bruno"].dying == 0
    declared = {"lena": first_aid("bruno"), **({"hanna": helping("lena")} if helps else {})}
    play.round(**declared).until(11).send(act("lena", deed=True)).end()
    assert trials(play) == [(total, 50, helps)]
    assert play["bruno"].stabilised == helps


@pytest.mark.rule("TK-EX-55")
def test_the_two_boundaries_at_the_end_of_a_round() -> None:
    play = Play(newcomer("a", WIL=10), "b", "c").send(ask.StartRound())
    assert play.fight.tick == 10
    for name, wounds in (("a", 10), ("b", 11), ("c", 12)):
        play.send(ask.Wound(combatant=name, wounds=wounds))
    play.declared = dict.fromkeys("abc", MOVE)
    play.plans = dict.fromkeys("abc", going((1, 0), (2, 0), (3, 0), (4, 0)))
    play.declare_on().end()
    assert [play.steps(name) for name in "abc"] == [[10, 7, 4, 1]] * 3
    state = [(play[name].wounds, play[name].unconscious, play[name].dying) for name in "abc"]
    assert state == [(10, "wounds", None), (11, None, 10), (12, "wounds", 10)]


@pytest.mark.rule("TK-EX-56")
@pytest.mark.parametrize(("luck", "total", "success"), [(1, 43, True), (0, 33, False)])
def test_a_deed_with_a_skill(luck: int, total: int, success: bool) -> None:
    skill = {"action": "other", "kind": "skill", "statistic": "dexterity", "skill": "climbing"}
    play = Play(newcomer("p", skills={"climbing": 2}, luck=1), "h").send(ask.Award(combatant="p"))
    play.send(ask.StartRound()).refused(declare("p", **{**skill, "skill": "melee"}), "TK-OTHER-7")
    play.declared = {"p": skill, "h": helping("p")}
    play.declare_on()
    assert play.fight.tick == 10
    play.send(act("p", deed=True), hold("h"), ask.SetDifficulty(difficulty="moderate"))
    assert play.asked("commit")["difficulty"] == 35
    play.send(ask.Commit(actor="p", luck=luck)).end()
    assert trials(play) == [(total, 35, success)]
    assert (play["p"].luck, play["p"].awarded) == (1 - luck, False)


@pytest.mark.rule("TK-EX-57")
def test_luck_that_is_gone_when_the_strike_comes() -> None:
    others = [newcomer("hanna", at=(1, 1)), newcomer("bruno", at=(3, 0))]
    play = Play(newcomer("iris", luck=1), *others, asks={"iris": ("soak",), "hanna": ("hold_back",)})
    play.round(hanna=defer("hatchet", "steps"), iris=attack("bruno", "sword", "accurate_strike")).until(11)
    play.send(act("iris", step=(1, 0), strike={"luck": {"accurate_strike": 1}}))
    assert play.strikes("hanna") == [(11, 6)]
    play.answer("iris", "soak", [{"luck": 1}])
    assert (play.wounds("iris"), play["iris"].luck) == ([(11, 5)], 0)
    assert play.lapses("iris") == [(11, "strike")]
    assert play.fight.tick == 10
    play.send(act("iris", strike=True)).end()
    assert play.tests("iris") == [(56, 42, True)]
    assert play.strikes("iris") == [(10, 12)]
    assert play.wounds("bruno") == [(10, 12)]


@pytest.mark.rule("TK-EX-58")
def test_two_who_met_the_condition_before_the_own_tick() -> None:
    others = [newcomer("sable", at=(7, 0)), newcomer("iris", at=(7, 1))]
    play = Play("pell", *others, asks={"pell": ("hold_back",)})
    play.send(ask.DefineArea.model_validate({"name": "door", "squares": [{"x": 6, "y": 0}]}))
    plans = {"sable": going((6, 0), (5, 0)), "iris": going((6, 0))}
    play.round(plans, sable=MOVE, iris=MOVE, pell=defer("rifle", "enters_area", area="door")).until(13)
    assert (play.steps("sable"), play.steps("iris")) == ([17, 14], [14])
    assert play.asked("hold_back")["offered"] == ["sable"]
    play.send(ask.HoldBack(actor="pell"))
    assert (play.tick, play.asked("hold_back")["offered"]) == (13, ["iris"])
    play.send(ask.HoldBack(actor="pell", attack="iris")).end()
    assert play.strikes("pell") == [(13, 9)]
    assert play.wounds("iris") == [(13, 9)]
    assert play["sable"].wounds == 0
