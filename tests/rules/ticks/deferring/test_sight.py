"""Who sees whom: what the narrator sets, when it counts, and what asks for it."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone
from domain.rulesets.ticks.chapters.deeds.hands import AimBroken
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.strikes.aiming import AimBegan
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, area, attack, defer, sight
from tests.rules.ticks.specification import act, declare, hold, newcomer

AIM = {"action": "aim", "target": "ann", "weapon": "rifle"}


def pairs(play: Play) -> dict[str, bool]:
    """Who sees whom, of Pell, Ann and Ben."""
    names = ("pell", "ann", "ben")
    return {f"{one} {other}": play.fight.sees(one, other) for one in names for other in names if one != other}


def three(**options: Any) -> Play:
    """Pell with a rifle, Ann and Ben."""
    return Play("pell", newcomer("ann", QUI=5, at=(9, 0)), newcomer("ben", QUI=20, skills={"evade": 1}), **options)


@pytest.mark.rule("TK-SIGHT-1", "TK-RUL-17")
def test_everybody_sees_everybody_until_the_narrator_says_otherwise() -> None:
    play = three()
    assert all(pairs(play).values())
    play.round({"pell": STRIKING}, pell=attack("ann", "rifle"))
    assert play.strikes("pell") == [(13, 9)]


@pytest.mark.rule("TK-SIGHT-2", "TK-RUL-17")
def test_sight_is_switched_both_ways_unless_it_says_otherwise() -> None:
    play = three().send(SetSight(observer="pell", target="ann", visible=False))
    assert [pair for pair, sees in pairs(play).items() if not sees] == ["pell ann", "ann pell"]
    play.send(SetSight(observer="ann", target="pell", visible=True, both=False))
    assert [pair for pair, sees in pairs(play).items() if not sees] == ["pell ann"]
    play.send(SetSight(observer="ben", target="pell", visible=False, both=False))
    assert [pair for pair, sees in pairs(play).items() if not sees] == ["pell ann", "ben pell"]
    play.send(SetSight(observer="ann", target="pell", visible=True))
    assert [pair for pair, sees in pairs(play).items() if not sees] == ["ben pell"]


@pytest.mark.rule("TK-SIGHT-2", "TK-TICK-1")
def test_a_switch_in_store_is_made_when_its_tick_opens() -> None:
    play = three().round(ben=EVADE).until(15)
    play.send(sight("pell", "ann", False, at=14), sight("pell", "ann", True, at=1))
    seen = {tick: play.until(tick).fight.sees("pell", "ann") for tick in (15, 14, 2, 1)}
    assert seen == {15: True, 14: False, 2: False, 1: True}


@pytest.mark.rule("TK-SIGHT-2")
@pytest.mark.parametrize("at", [15, 16, 20])
def test_a_tick_that_has_been_opened_is_no_time_for_a_switch(at: int) -> None:
    play = three().round(ben=EVADE).until(15)
    play.refused(sight("pell", "ann", False, at=at), "TK-SIGHT-2", "command.at")


@pytest.mark.rule("TK-SIGHT-2")
def test_outside_a_round_no_switch_is_in_store() -> None:
    play = three().refused(sight("pell", "ann", False, at=3), "TK-SIGHT-2", "command.at")
    assert all(pairs(play).values())


@pytest.mark.rule("TK-SIGHT-2")
def test_while_people_declare_any_tick_can_be_named() -> None:
    play = three().send(StartRound()).declare_on(13)
    assert play.fight.tick == 13
    play.send(sight("pell", "ann", False, at=19), sight("pell", "ann", True, at=13), sight("pell", "ann", False, at=1))
    play.declared = {"ben": EVADE}
    play.declare_on()
    assert not play.until(19).fight.sees("pell", "ann")
    assert not play.until(14).fight.sees("pell", "ann")
    assert play.until(13).fight.sees("pell", "ann")
    assert not play.until(1).fight.sees("pell", "ann")


@pytest.mark.rule("TK-SIGHT-2")
def test_nobody_loses_sight_of_itself() -> None:
    three().refused(sight("pell", "pell", False), "TK-SIGHT-2", "command.target")


# What asks for it


@pytest.mark.rule("TK-SIGHT-3")
def test_an_aim_is_declared_at_somebody_in_sight() -> None:
    play = three().send(StartRound()).declare_on(13).send(sight("pell", "ann", False))
    play.refused(declare("pell", **AIM), "TK-AIM-1", "command.target")
    play.send(sight("pell", "ann", True), sight("ann", "pell", False), declare("pell", **AIM))


@pytest.mark.rule("TK-SIGHT-3")
def test_an_aim_lasts_while_its_target_is_seen() -> None:
    play = three().round(pell=AIM, ben=EVADE).until(9).send(sight("ann", "pell", False))
    assert play.ticks(AimBroken, "pell") == [], "whom the target sees does not matter"
    play.send(sight("pell", "ann", False))
    assert play.ticks(AimBroken, "pell") == [9]


@pytest.mark.rule("TK-SIGHT-3")
@pytest.mark.parametrize("event", ["enters_sight", "enters_area", "enters_reach", "steps"])
def test_of_the_conditions_one_asks_for_sight(event: str) -> None:
    """Ann is out of Hanna's sight as she steps to the door, which is in Hanna's reach; then she is in sight."""
    people = ("hanna", newcomer("ann", QUI=12, at=(2, 0)), newcomer("ben", QUI=20, skills={"evade": 1}))
    play = Play(*people).send(area("door", (1, 0)), sight("hanna", "ann", False))
    condition = {"event": event, **({"area": "door"} if event == "enters_area" else {})}
    play.round(hanna={**defer("hatchet", event), "condition": condition}, ann=MOVE, ben=EVADE).until(12)
    play.send(act("ann", step=(1, 0)), hold("ben", 10))
    assert play.strikes("hanna") == ([] if event == "enters_sight" else [(12, 6)])
    play.until(10).send(sight("hanna", "ann", True))
    assert play.strikes("hanna") == [(10 if event == "enters_sight" else 12, 6)]


@pytest.mark.rule("TK-SIGHT-3")
def test_nothing_else_asks_for_sight() -> None:
    rose = newcomer("rose", RES=5, wounds=6, at=(1, 0))
    play = Play("lena", rose, newcomer("tor", at=(0, 1))).send(sight("lena", "rose", False, both=True))
    play.send(sight("lena", "tor", False, both=True), StartRound())
    play.declared = {"lena": {"action": "other", "kind": "first_aid", "whom": "rose"}, "tor": attack("lena", "unarmed")}
    play.declare_on().send(act("lena", deed=True))
    assert play.ticks(DeedDone, "lena") == [11]
    assert play["rose"].stabilised
    play.until(8).send(act("tor", strike=True), hold("lena", 0))
    assert play.strikes("tor") == [(8, 5)], "an attack on whom one does not see may be declared and made"


# An open tick


@pytest.mark.rule("TK-SIGHT-4")
def test_sight_that_is_lost_on_the_open_tick_stops_a_shot_of_it() -> None:
    play = three().round(pell=attack("ann", "rifle"), ben=EVADE).until(13)
    play.send(act("pell", strike=True), sight("pell", "ann", False), hold("ben", 0))
    assert (play.strikes("pell"), play.lapses("pell")) == ([], [(13, "strike")])


@pytest.mark.rule("TK-SIGHT-4")
def test_sight_that_is_won_on_the_open_tick_allows_a_shot_on_it() -> None:
    play = three().send(sight("pell", "ann", False)).round(pell=attack("ann", "rifle"), ben=EVADE).until(13)
    play.send(act("pell", strike=True), sight("pell", "ann", True), hold("ben", 0))
    assert play.strikes("pell") == [(13, 9)]


@pytest.mark.rule("TK-SIGHT-4")
def test_an_aim_begins_and_shoots_on_the_open_tick_on_which_sight_is_won() -> None:
    play = three().round(pell=AIM, ben=EVADE).until(14).send(sight("pell", "ann", False)).until(6)
    assert [prompt.to for prompt in play.fight.prompts] == ["ben"]
    play.send(sight("pell", "ann", True))
    assert play.ticks(AimBegan, "pell") == [6]
    assert [prompt.to for prompt in play.fight.prompts] == ["ben", "pell"]
    play.send(act("pell", strike=True), hold("ben", 0))
    assert play.strikes("pell") == [(6, 9)]
