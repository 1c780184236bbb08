"""Luck in combat: for requirements, further manoeuvres, quickness, wounds, and the tests of manoeuvres."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.count_up import Declare
from domain.rulesets.ticks.chapters.declaring.free_actions import Hurried, Hurry
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import Drew
from domain.rulesets.ticks.chapters.strikes.aiming import AimBegan
from domain.rulesets.ticks.chapters.strikes.soaking import Reduction, Soak
from tests.rules.ticks.builders import EVADE, MOVE, NOTHING, STRIKING, Play, attack, defer
from tests.rules.ticks.specification import act, declare, hold, newcomer

CARRIED = [{"key": "knife", "place": "carried"}]
READY = [{"key": "knife", "place": "ready"}]
PISTOL = [{"key": "pistol", "place": "ready", "loaded": 8}]
AWAY = {"steps": "away", "target": "elm"}


def ash(luck: int = 5, **sheet: Any) -> Play:
    """Ash, of quickness 12, and elm beside it, of quickness 8."""
    return Play(newcomer("ash", QUI=12, luck=luck, **sheet), newcomer("elm", QUI=8, at=(1, 0)))


# Requirements and further manoeuvres


@pytest.mark.rule("TK-LCOMB-1")
@pytest.mark.parametrize(("level", "points"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_exactly_the_levels_that_a_requirement_lacks_are_bought(level: int, points: int) -> None:
    """A quick draw wants 3."""
    play = ash(things=CARRIED, skills={"melee": level, "thrown": 5}).send(StartRound()).declare_on(12)
    for less in range(points):
        fields = attack("elm", "knife", "quick_draw_melee", requirements=less)
        play.refused(declare("ash", **fields), "TK-QD-1", "command.luck.requirements")
    more = attack("elm", "knife", "quick_draw_melee", requirements=points + 1)
    play.refused(declare("ash", **more), "TK-DECL-14", "command.luck")
    play.send(declare("ash", **attack("elm", "knife", "quick_draw_melee", requirements=points)))
    assert play["ash"].luck == 5 - points


@pytest.mark.rule("TK-LCOMB-1")
def test_each_point_serves_one_manoeuvres_requirement() -> None:
    """To draw wants 3, to run and gun 4: with 2, one level and two."""
    play = ash(things=CARRIED, skills={"thrown": 2}).send(StartRound()).declare_on(12)

    def both(requirements: int) -> Declare:
        manoeuvres = ("quick_draw_ranged", "run_and_gun")
        return declare("ash", **attack("elm", "knife", *manoeuvres, mode="thrown", requirements=requirements, extra=1))

    play.refused(both(0), "TK-QD-3", "command.luck.requirements").refused(both(2), "TK-RG-1")
    play.refused(both(4), "TK-DECL-14", "command.luck")
    assert play.send(both(3))["ash"].luck == 1


@pytest.mark.rule("TK-LCOMB-2")
@pytest.mark.parametrize(
    ("manoeuvres", "cost"),
    [
        ((), 0),
        (("trip",), 0),
        (("trip", "grapple"), 1),
        (("trip", "grapple", "accurate_strike"), 2),
        (("trip", "grapple", "accurate_strike", "mighty_blow", "rapid_attack", "follow_up"), 5),
    ],
)
def test_each_manoeuvre_beyond_the_first_costs_a_point(manoeuvres: tuple[str, ...], cost: int) -> None:
    play = ash(luck=6).send(StartRound()).declare_on(12)
    if cost:
        less = attack("elm", "unarmed", *manoeuvres, extra=cost - 1)
        play.refused(declare("ash", **less), "TK-MAN-2", "command.luck.extra")
    more = attack("elm", "unarmed", *manoeuvres, extra=cost + 1)
    play.refused(declare("ash", **more), "TK-DECL-14", "command.luck")
    play.send(declare("ash", **attack("elm", "unarmed", *manoeuvres, extra=cost)))
    assert play["ash"].luck == 6 - cost


@pytest.mark.rule("TK-LCOMB-2")
@pytest.mark.parametrize(
    ("manoeuvres", "luck", "rule"),
    [
        (("trip", "double_tap"), {"extra": 1}, "TK-MAN-4"),
        (("disarm", "mighty_blow"), {"extra": 1}, "TK-MAN-7"),
        (("trip", "quick_draw_melee"), {"extra": 1}, "TK-QD-1"),
    ],
)
def test_each_has_to_be_possible_by_itself(manoeuvres: tuple[str, ...], luck: dict[str, int], rule: str) -> None:
    play = ash(things=CARRIED, skills={"melee": 2}).send(StartRound()).declare_on(12)
    play.refused(declare("ash", **{**attack("elm", "knife", *manoeuvres), "luck": luck}), rule)


# Quickness


@pytest.mark.rule("TK-LCOMB-3", "TK-RUL-40")
@pytest.mark.parametrize(("points", "steps"), [(0, [12, 9, 6, 3]), (1, [13, 10, 7, 4, 1]), (3, [15, 12, 9, 6, 3])])
def test_each_point_moves_the_steps_up_by_one_for_this_round(points: int, steps: list[int]) -> None:
    play = ash().round({"ash": AWAY}, ash={**MOVE, "luck": {"quickness": points}})
    assert (play.steps("ash"), play["ash"].luck) == (steps, 5 - points)
    play.log.clear()
    assert play.round({"ash": AWAY}, ash=MOVE).steps("ash") == [12, 9, 6, 3]


@pytest.mark.rule("TK-LCOMB-3", "TK-RUL-40")
def test_it_moves_strikes_draws_aims_and_evading_alike() -> None:
    striking = ash(skills={"unarmed": 1}).round({"ash": STRIKING}, ash=attack("elm", "unarmed", quickness=2))
    assert striking.strikes("ash") == [(14, 2)]
    drawing = ash(things=CARRIED, skills={"melee": 3})
    drawing.round({"ash": STRIKING}, ash=attack("elm", "knife", "quick_draw_melee", quickness=2))
    assert (drawing.ticks(Drew, "ash"), drawing.strikes("ash")) == ([9], [(9, 5)])
    aim = {"action": "aim", "weapon": "pistol", "target": "elm", "luck": {"quickness": 2}}
    aiming = ash(things=PISTOL).round({"ash": {"strike": "from", "tick": 1}}, ash=aim)
    assert (aiming.ticks(AimBegan, "ash"), aiming.strikes("ash")) == ([14], [(1, 13)])
    evading = ash(skills={"evade": 2}).round({"ash": AWAY}, ash={**EVADE, "luck": {"quickness": 2}})
    assert evading.steps("ash") == [*range(16, 0, -1)]


@pytest.mark.rule("TK-LCOMB-3")
def test_it_moves_a_deferred_attack_too() -> None:
    """Iris steps on 14 and on 11: a start of 14 is early enough for the first."""
    for points, tick in ((0, 12), (2, 14)):
        play = Play(newcomer("ash", QUI=12, luck=2, skills={"unarmed": 1}), newcomer("iris", at=(1, 0)))
        waiting = {**defer("unarmed", "steps"), "luck": {"quickness": points}}
        play.round(ash=waiting, iris=MOVE).send(act("iris", step=(1, 1)))
        assert play.strikes("ash") == [(tick, 2)]


@pytest.mark.rule("TK-LCOMB-3")
def test_it_raises_no_contest_with_quickness() -> None:
    """A double tap, 15 x 5 = 75, against quickness 15 x evade 5 = 75: a tie; 14 is not enough, with a start of 16."""
    for quickness, hit in ((15, False), (14, True)):
        nim = newcomer("nim", QUI=quickness, luck=2, skills={"evade": 5}, at=(9, 0))
        shooter = newcomer("pell", things=PISTOL, skills={"handgun": 5})
        play = Play(shooter, nim).round({"pell": STRIKING}, pell=attack("nim", "pistol", "double_tap"))
        assert play.tests("pell") == [(75, quickness * 5, hit)]
        bought, quicker = Play(shooter, nim), {**NOTHING, "luck": {"quickness": 2}}
        bought.round({"pell": STRIKING}, pell=attack("nim", "pistol", "double_tap"), nim=quicker)
        assert bought.tests("pell") == [(75, quickness * 5, hit)]


@pytest.mark.rule("TK-LCOMB-3")
def test_it_helps_nobody_to_hold_back() -> None:
    """A quickness of 12 and a start of 13: the test of 13 is one of quickness alone."""
    play = Play(newcomer("ash", QUI=12, luck=1), newcomer("iris", at=(2, 0)), asks={"ash": ("hold_back",)})
    play.round(ash={**defer("unarmed", "enters_reach"), "luck": {"quickness": 1}}, iris=MOVE)
    play.send(act("iris", step=(2, 1)), act("iris", step=(1, 1)))
    assert play.strikes("ash") == [(11, 1)]


@pytest.mark.rule("TK-LCOMB-4", "TK-RUL-40")
def test_it_may_be_bought_later_in_the_declaration_phase_whatever_the_start() -> None:
    play = Play(newcomer("ash", luck=20), newcomer("elm", QUI=18, at=(1, 0))).send(StartRound())
    play.refused(Hurry(actor="ash", points=1), "TK-LCOMB-4", "command.actor")
    play.send(declare("ash", **MOVE))
    play.spec.when(Hurry(actor="ash", points=15)).then(Hurried(combatant="ash", points=15))
    play.send(Hurry(actor="ash", points=4))
    assert play["ash"].luck == 1
    play.declare_on()
    assert play.fight.tick == 29


@pytest.mark.rule("TK-LCOMB-4", "TK-RUL-40")
@pytest.mark.parametrize("open_tick", [14, 13, 12, 11])
def test_in_the_resolution_the_new_start_has_to_lie_below_the_open_tick(open_tick: int) -> None:
    """Ash, of quickness 10, and elm, who evades from 14 on."""
    play = Play(newcomer("ash", luck=9), newcomer("elm", QUI=14, at=(1, 0))).round(ash=MOVE, elm=EVADE)
    play.until(open_tick)
    most = open_tick - 1 - 10
    play.refused(Hurry(actor="ash", points=most + 1), "TK-LCOMB-4", "command.points")
    if most:
        play.send(Hurry(actor="ash", points=most), hold("elm", None))
        assert [prompt.to for prompt in play.fight.prompts] == ["ash", "elm"]
        assert (play.fight.tick, play["ash"].luck) == (open_tick - 1, 9 - most)


@pytest.mark.rule("TK-LCOMB-4")
def test_what_was_bought_before_counts_towards_the_new_start() -> None:
    play = Play(newcomer("ash", luck=9), newcomer("elm", QUI=14, at=(1, 0)))
    play.round(ash={**MOVE, "luck": {"quickness": 1}}, elm=EVADE).send(Hurry(actor="ash", points=1))
    play.refused(Hurry(actor="ash", points=2), "TK-LCOMB-4", "command.points")
    play.send(Hurry(actor="ash", points=1), hold("elm", None))
    assert (play.fight.tick, [prompt.to for prompt in play.fight.prompts]) == (13, ["ash", "elm"])


@pytest.mark.rule("TK-LCOMB-4")
def test_nobody_hurries_between_rounds_or_before_its_declaration_of_this_round() -> None:
    play = ash().refused(Hurry(actor="ash", points=1), "TK-LCOMB-4")
    play.round().send(StartRound()).refused(Hurry(actor="ash", points=1), "TK-LCOMB-4", "command.actor")


# Wounds


def struck_by_iris(luck: int, *answers: Any) -> Play:
    """Iris, gross 8, strikes hanna with her shield of 3 and armour of 2: 3 are left for luck."""
    hanna = newcomer("hanna", at=(2, 0), luck=luck, wounds=2, armour=[{"key": "heavy_ballistic"}])
    play = Play("iris", hanna, asks={"hanna": ("soak",)})
    return play.round({"iris": STRIKING}, iris=attack("hanna", "sword"))


@pytest.mark.rule("TK-LCOMB-5", "TK-RUL-41")
@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_each_point_takes_one_wound_off_after_armour(points: int) -> None:
    play = struck_by_iris(9)
    assert play.asked("soak")["attacks"][0]["armour"] == 2
    play.answer("hanna", "soak", [{"luck": points}])
    assert (play["hanna"].wounds, play["hanna"].luck) == (2 + 3 - points, 9 - points)
    assert play.armour("hanna") == (3, 1), "hit all the same"


@pytest.mark.rule("TK-LCOMB-5", "TK-RUL-41")
def test_not_off_more_than_is_left_of_the_attack_nor_off_old_wounds() -> None:
    play = struck_by_iris(9)
    soak = Soak(actor="hanna", attacks=(Reduction(luck=4),))
    play.refused(soak, "TK-DMG-4", "command.attacks[0].luck")
    play.answer("hanna", "soak", [{}])
    play.refused(Soak(actor="hanna", attacks=(Reduction(luck=1),)), "TK-DMG-4")
    assert (play["hanna"].wounds, play["hanna"].luck) == (5, 9), "it is too late for that"


@pytest.mark.rule("TK-LCOMB-5", "TK-LCOMB-7")
def test_not_more_than_is_held() -> None:
    play = struck_by_iris(2)
    play.refused(Soak(actor="hanna", attacks=(Reduction(luck=3),)), "TK-LUCK-7", "command.attacks")
    play.answer("hanna", "soak", [{"luck": 2}])
    assert (play["hanna"].wounds, play["hanna"].luck) == (3, 0)


# One purpose, no limit, both sides


@pytest.mark.rule("TK-LCOMB-6")
@pytest.mark.parametrize(("luck", "total"), [({}, 24), ({"accurate_strike": 1}, 36), ({"accurate_strike": 2}, 48)])
def test_a_skill_raised_for_a_requirement_is_plain_in_the_test(luck: dict[str, int], total: int) -> None:
    """Dexterity 12, melee 2: the draw wants 3, and the test has 2 but for other points."""
    play = ash(DEX=12, things=CARRIED, skills={"melee": 2})
    fields = attack("elm", "knife", "quick_draw_melee", "accurate_strike", requirements=1, extra=1)
    play.round(ash=fields).until(7).send(act("ash", strike={"luck": luck}))
    assert [first for first, _, _ in play.tests("ash")] == [total]
    assert play.strikes("ash") == [(7, 2 + 2 * 2)]


@pytest.mark.rule("TK-LCOMB-7", "TK-RUL-41")
def test_there_is_no_limit_but_the_stock() -> None:
    """Twenty points in one round: 8 of quickness, 1 and 1, then 9 and 1 for the tests."""
    play = ash(20, things=CARRIED, skills={"melee": 2})
    fields = attack("elm", "knife", "quick_draw_melee", "accurate_strike", quickness=5, requirements=1, extra=1)
    play.send(StartRound()).declare_on(12).send(declare("ash", **fields))
    assert play.fight.phase == "resolution"
    play.until(12).refused(act("ash", strike={"luck": {"accurate_strike": 14}}), "TK-LUCK-7", "command.strike.luck")
    play.send(act("ash", strike={"luck": {"accurate_strike": 13}}))
    assert (play.tests("ash")[0][0], play["ash"].luck) == (150, 0)


@pytest.mark.rule("TK-LCOMB-8")
def test_both_sides_raise_the_contest_of_a_manoeuvre() -> None:
    """14 x 4 against 14 x 3: the target makes it 14 x 4, the attacker 14 x 5, the target 14 x 5."""
    outcomes = []
    for mine, theirs in ((0, 0), (0, 1), (1, 1), (1, 2)):
        people = (newcomer("iris", luck=2), newcomer("bruno", luck=2, at=(2, 0)))
        play = Play(*people, asks={"bruno": ("oppose",)}).round(iris=attack("bruno", "sword", "accurate_strike"))
        play.send(act("iris", strike={"luck": {"accurate_strike": mine}}))
        play.answer("bruno", "oppose", {"statistic": "strength", "skill": "melee", "luck": theirs})
        assert (play["iris"].luck, play["bruno"].luck) == (2 - mine, 2 - theirs)
        outcomes += play.tests("iris")
    assert outcomes == [(56, 42, True), (56, 56, False), (70, 56, True), (70, 70, False)]


@pytest.mark.rule("TK-LCOMB-8")
def test_luck_in_a_contest_goes_to_a_manoeuvre_that_is_tested() -> None:
    play = ash(things=READY, skills={"thrown": 4}).round(ash=attack("elm", "knife", "run_and_gun", mode="thrown"))
    play.refused(act("ash", strike={"luck": {"run_and_gun": 1}}), "TK-MAN-11", "command.strike.luck")
