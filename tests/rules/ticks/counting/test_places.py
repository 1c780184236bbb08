"""Squares and distance, what melee and shots need, and what the narrator's hand moves."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.state import Square
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, area, attack, away, defer, going, put, sight
from tests.rules.ticks.specification import act, hold, newcomer

BOW = {"key": "bow", "loaded": 12}
Place = tuple[int, int]


@pytest.mark.rule("TK-POS-1", "TK-RUL-16")
def test_a_step_is_one_square_and_the_plane_goes_below_zero() -> None:
    play = Play(newcomer("ann", QUI=10), "iris").round({"ann": going((-1, 0), (-2, -1), (-2, -2), (-1, -3))}, ann=MOVE)
    assert play.steps("ann") == [10, 7, 4, 1]
    assert play.at("ann") == (-1, -3)


@pytest.mark.rule("TK-POS-1", "TK-POS-6")
@pytest.mark.parametrize("far", [10_000, -10_000])
def test_the_plane_has_no_bound(far: int) -> None:
    """Sheets have one; from there a step, a path, a plan and the narrator's hand lead on."""
    people = (newcomer("ann", QUI=10, at=(far, far)), newcomer("ben", QUI=10, at=(far, 0)), newcomer("zoe", QUI=20))
    out = far + far // 10_000
    play = Play(*people).round({"ann": {**going((out, out)), "until": 7}, "ben": away("zoe")}, ann=MOVE, ben=MOVE)
    assert play.at("ann") == (out, out)
    further = 2 * out - far
    play.send(act("ann", step=(further, out))).end()
    assert play.at("ann") == (further, out)
    assert play.at("ben") == (far + 4 * (out - far), 0)
    assert play.send(put("ben", 3 * far, -far - 1)).at("ben") == (3 * far, -far - 1)


@pytest.mark.rule("TK-POS-2", "TK-RUL-16")
@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ((4, 4), (4, 4), 0),
        ((0, 0), (1, 1), 1),
        ((0, 0), (0, -1), 1),
        ((0, 0), (2, 1), 2),
        ((0, 0), (-1, 2), 2),
        ((-3, 5), (4, 3), 7),
        ((-3, -5), (-2, 4), 9),
    ],
)
def test_distance_is_the_larger_difference(one: Place, other: Place, steps: int) -> None:
    assert Square(*one).distance(Square(*other)) == Square(*other).distance(Square(*one)) == steps


def struck_at(place: Place, weapon: str = "sword") -> bool:
    """Whether Iris, on (0, 0), strikes Tor on this square; the reach of a sword is 2, of a fist 1."""
    play = Play("iris", newcomer("tor", at=place)).round({"iris": STRIKING}, iris=attack("tor", weapon))
    return bool(play.strikes("iris"))


@pytest.mark.rule("TK-POS-4", "TK-POS-2", "TK-RUL-17")
@pytest.mark.parametrize("place", [(2, 0), (-2, 2), (1, 2), (0, 0)])
def test_melee_reaches_as_far_as_the_weapon(place: Place) -> None:
    assert struck_at(place)


@pytest.mark.rule("TK-POS-4", "TK-POS-2", "TK-RUL-17")
@pytest.mark.parametrize(("place", "weapon"), [((3, 0), "sword"), ((1, -3), "sword"), ((2, 1), "unarmed")])
def test_and_no_farther(place: Place, weapon: str) -> None:
    assert not struck_at(place, weapon)


@pytest.mark.rule("TK-POS-4", "TK-SIGHT-3")
def test_melee_asks_for_no_sight() -> None:
    play = Play("iris", newcomer("tor", at=(2, 0))).send(sight("iris", "tor", False, both=True))
    assert play.round({"iris": STRIKING}, iris=attack("tor", "sword")).strikes("iris") == [(14, 8)]


@pytest.mark.rule("TK-POS-4")
def test_melee_asks_for_the_weapon_in_hand() -> None:
    play = Play("iris", newcomer("tor", at=(2, 0)), "sable").round(iris=attack("tor", "sword"), sable=EVADE).until(14)
    play.send(act("iris", strike=True), Drop(actor="iris", item="sword"), hold("sable", 0))
    assert (play.strikes("iris"), play.lapses("iris")) == ([], [(14, "strike")])


def shot(*, sees: bool = True, loaded: int = 12, far: int = 9, **options: Any) -> list[tuple[int, int]]:
    """The shots of Ann, who has a bow; that she is not seen does not matter."""
    ann = newcomer("ann", things=[{**BOW, "loaded": loaded}])
    play = Play(ann, newcomer("tor", at=(far, 0)), **options).send(sight("tor", "ann", False))
    if not sees:
        play.send(sight("ann", "tor", False))
    return play.round({"ann": STRIKING}, ann=attack("tor", "bow")).strikes("ann")


@pytest.mark.rule("TK-POS-5", "TK-SIGHT-3", "TK-RUL-17")
def test_a_shot_asks_for_sight_and_something_loaded_at_any_distance() -> None:
    assert shot() == shot(loaded=1) == shot(far=10_000) == shot(far=0) == [(10, 3)]
    assert shot(sees=False) == shot(loaded=0) == []


@pytest.mark.rule("TK-POS-5", "TK-SIGHT-3")
@pytest.mark.parametrize("sees", [True, False])
def test_a_thrown_weapon_asks_for_sight_at_any_distance(sees: bool) -> None:
    play = Play(newcomer("ann", things=[{"key": "knife"}]), newcomer("tor", at=(500, 0)))
    play.send(sight("ann", "tor", sees)).round({"ann": STRIKING}, ann=attack("tor", "knife", mode="thrown"))
    assert play.strikes("ann") == ([(10, 2)] if sees else [])


@pytest.mark.rule("TK-POS-5")
def test_a_shot_asks_for_the_weapon_in_hand() -> None:
    play = Play("pell", newcomer("tor", at=(2, 0)), "sable").round(pell=attack("tor", "rifle"), sable=EVADE).until(13)
    play.send(act("pell", strike=True), Drop(actor="pell", item="rifle"), hold("sable", 0))
    assert (play.strikes("pell"), play.lapses("pell")) == ([], [(13, "strike")])


@pytest.mark.rule("TK-POS-3")
def test_squares_are_shared_and_nobody_bars_the_way() -> None:
    people = (newcomer("ann", QUI=12), newcomer("ben", QUI=12, at=(1, 0)), newcomer("cat", QUI=12, at=(2, 0)))
    play = Play(*people)
    play.round({"ann": going((1, 0), (2, 0), (3, 0)), "ben": going((0, 0), (1, 0))}, ann=MOVE, ben=MOVE)
    assert play.at("ann") == (3, 0), "through the square of Cat"
    assert (play.at("ben"), play.at("cat")) == ((1, 0), (2, 0))


@pytest.mark.rule("TK-POS-3", "TK-TICK-7")
def test_two_change_places_and_meet_on_one_square() -> None:
    people = (newcomer("ann", QUI=12), newcomer("ben", QUI=12, at=(1, 0)))
    plans = {"ann": going((1, 0), (2, 0)), "ben": going((0, 0), (1, 0), (2, 0))}
    play = Play(*people).round(plans, ann=MOVE, ben=MOVE)
    assert (play.steps("ann"), play.steps("ben")) == ([12, 9], [12, 9, 6])
    assert play.at("ann") == play.at("ben") == (2, 0)


# The narrator's hand


@pytest.mark.rule("TK-POS-6")
def test_somebody_is_put_anywhere_in_any_phase_and_however_it_is() -> None:
    play = Play("iris", newcomer("ann", QUI=20, prone=True, skills={"evade": 1}))
    assert play.send(put("ann", 10_000, -10_000)).at("ann") == (10_000, -10_000)
    play.send(StartRound(), put("ann", 7, 7))
    assert play.at("ann") == (7, 7)
    play.declared = {"ann": EVADE}
    play.declare_on().until(14).send(put("iris", 50, 50), put("ann", 3))
    assert (play.at("iris"), play.at("ann"), play.steps("ann")) == ((50, 50), (3, 0), [])
    play.end().send(EndCombat(), put("ann", 0))
    assert play.at("ann") == (0, 0)


def going_on() -> Play:
    """Sable evades, so that every tick from 20 on is opened; tick 10 is open, and Ann's steps are due on it."""
    play = Play(newcomer("ann", QUI=10), "sable").round(ann=MOVE, sable=EVADE)
    return play.until(10)


@pytest.mark.rule("TK-POS-6", "TK-TICK-1")
def test_a_place_in_store_is_taken_when_its_tick_opens() -> None:
    play = going_on().send(put("ann", 40, at=9), put("ann", 41, at=1))
    assert play.at("ann") == (0, 0)
    play.until(9)
    assert play.at("ann") == (40, 0)
    play.until(7).send(act("ann", step=(41, 1)))
    assert play.at("ann") == (40, 0)
    play.until(1)
    assert (play.at("ann"), play.steps("ann")) == ((41, 0), [7])


@pytest.mark.rule("TK-POS-6")
@pytest.mark.parametrize("at", [10, 11, 20])
def test_a_tick_that_has_been_opened_is_no_time_for_a_place(at: int) -> None:
    going_on().refused(put("ann", 40, at=at), "TK-POS-6", "command.at")


@pytest.mark.rule("TK-POS-6")
def test_outside_a_round_nothing_is_in_store() -> None:
    play = Play("ann", "iris").refused(put("ann", 4, at=3), "TK-POS-6", "command.at")
    play.round().end().send(EndCombat()).refused(put("ann", 4, at=3), "TK-POS-6", "command.at")
    assert play.at("ann") == (0, 0)


@pytest.mark.rule("TK-POS-6")
def test_while_people_declare_any_tick_from_one_can_be_named() -> None:
    play = Play(newcomer("ann", QUI=10), "sable").send(StartRound())
    assert play.fight.tick == 10
    play.send(put("ann", 40, at=1), put("ann", 30, at=10), put("ann", 20, at=20))
    play.declared = {"sable": EVADE}
    play.declare_on()
    assert play.at("ann") == (20, 0)
    assert play.until(10).at("ann") == (30, 0)
    assert play.until(2).at("ann") == (30, 0)
    assert play.until(1).at("ann") == (40, 0)


@pytest.mark.rule("TK-POS-6")
def test_a_place_counts_for_conditions_but_is_no_step() -> None:
    conditions = {"enters_reach": 1, "enters_area": 1, "steps": 0, "enters_sight": 0}
    for event, strikes in conditions.items():
        condition = {"event": event, **({"area": "door"} if event == "enters_area" else {})}
        play = Play("hanna", newcomer("ann", at=(9, 0)), "sable").send(area("door", (1, 0)))
        play.round(hanna={**defer("hatchet", event), "condition": condition}, sable=EVADE)
        play.until(12).send(put("ann", 1))
        assert len(play.strikes("hanna")) == strikes, event


@pytest.mark.rule("TK-POS-6")
def test_a_place_counts_for_the_range_of_holds() -> None:
    people = (newcomer("ash", QUI=15, STR=20, skills={"unarmed": 3}), newcomer("birch", QUI=10, at=(1, 0)), "sable")
    play = Play(*people).round({"ash": STRIKING}, ash=attack("birch", "unarmed", "grapple"), birch=MOVE, sable=EVADE)
    play.until(10)
    assert play["birch"].held_by == {"ash": 1}
    assert play.send(put("birch", -1, 1))["birch"].held_by == {"ash": 1}, "within reach"
    assert play.send(put("birch", -2, 1))["birch"].held_by == {}
