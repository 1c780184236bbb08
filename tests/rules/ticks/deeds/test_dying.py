"""Dying: when it begins, how long it takes, and what death means (TK-DYING-1 to TK-DYING-7)."""

from typing import Any

import pytest

from domain.core.commands import Command, Join
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint, Hurry, Wake
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid, PassTime, Recover
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, Died
from domain.rulesets.ticks.chapters.narrator.calls import CallContest, CallTest
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, Wound
from domain.rulesets.ticks.chapters.narrator.trials import Commit, Tested
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet
from domain.rulesets.ticks.parts import PartySheet, SquareSheet
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, attack, defer, going, toward
from tests.rules.ticks.specification import act, declare, hold, newcomer, plan

AID = FirstAid(actor="lena", patient="foe")
BLADE = {"key": "blade", "kind": "melee", "base": 11, "skill": "swords"}


def foe(**changes: Any) -> Join:
    """With resilience 10 and a willpower that keeps it awake."""
    return newcomer("foe", **{"WIL": 30, **changes})


def wound(wounds: int) -> Wound:
    return Wound(combatant="foe", wounds=wounds)


def hurt_in_a_round(play: Play, wounds: int) -> Play:
    """A round in which the foe is wounded."""
    play.declared, play.plans = {}, {}
    return play.send(StartRound(), wound(wounds)).declare_on().end()


def state(play: Play) -> tuple[int | None, bool, bool]:
    """Since when the foe is dying, if it is stabilised, if it is dead."""
    one = play["foe"]
    return one.dying, one.stabilised, one.dead


# TK-DYING-1 and -2: when it begins


@pytest.mark.rule("TK-DYING-1")
@pytest.mark.parametrize(("wounds", "since"), [(10, None), (11, 20), (12, 20)])
def test_more_wounds_than_resilience_are_dying_when_the_round_ends(wounds: int, since: int | None) -> None:
    play = hurt_in_a_round(Play("kit", foe()).round().end(), wounds)
    assert play.fight.clock == 20
    assert state(play) == (since, False, False)
    assert play["foe"].conscious


@pytest.mark.rule("TK-DYING-1")
def test_nobody_is_dying_before_the_round_ends() -> None:
    play = Play(newcomer("kit", QUI=15, things=[BLADE]), foe())
    play.round({"kit": STRIKING}, kit=attack("foe", "blade"), foe=EVADE).until(1)
    assert (play["foe"].wounds, play["foe"].dying) == (11, None)
    assert play.end()["foe"].dying == 10


@pytest.mark.rule("TK-DYING-2")
def test_the_dying_who_are_awake_do_everything() -> None:
    play = Play(foe(wounds=11, things=[{"key": "sword"}]), newcomer("kit", at=(4, 0)))
    assert (play["foe"].dying, play["foe"].unconscious) == (0, None)
    play.round({"foe": toward("kit")}, foe=attack("kit", "sword")).end()
    assert (play.steps("foe")[:2], play.strikes("foe")) == ([10, 7], [(7, 4)])
    play.send(CallTest(combatant="foe", statistic="strength", difficulty=5), Commit(actor="foe"))
    assert play.ticks(Tested, "foe")


@pytest.mark.rule("TK-DYING-2")
@pytest.mark.parametrize(
    ("willpower", "resilience", "unconscious", "dying"),
    [(13, 11, None, 0), (12, 11, "wounds", 0), (12, 12, "wounds", None), (13, 12, None, None)],
)
def test_dying_and_unconscious_are_two_things(
    willpower: int, resilience: int, unconscious: str | None, dying: int | None
) -> None:
    play = Play("kit", newcomer("foe", WIL=willpower, RES=resilience)).send(wound(12))
    assert (play["foe"].unconscious, play["foe"].dying) == (unconscious, dying)


@pytest.mark.rule("TK-DYING-2", "TK-KO-1")
def test_the_dying_fall_unconscious_by_more_wounds() -> None:
    play = Play("kit", newcomer("foe", WIL=13, wounds=11)).send(wound(1), Faint(actor="foe"), Wake(actor="foe"))
    assert (play["foe"].unconscious, play["foe"].dying) == (None, 0)
    hurt_in_a_round(play, 1)
    assert (play["foe"].unconscious, play["foe"].dying) == ("wounds", 0)


# TK-DYING-3, -4 and -6: how long it takes


@pytest.mark.rule("TK-DYING-3", "TK-RUL-47")
@pytest.mark.parametrize(("seconds", "dead"), [(300, False), (301, True)])
def test_the_dying_have_300_seconds(seconds: int, dead: bool) -> None:
    play = Play("lena", "kit").send(PassTime(seconds=50), newcomer("foe", WIL=30, wounds=11))
    assert play["foe"].dying == 50
    play.send(PassTime(seconds=seconds))
    assert state(play) == (None if dead else 50, False, dead)
    assert bool(play.ticks(Died, "foe")) == dead
    if dead:
        play.refused(AID, "TK-DYING-7")
    else:
        assert play.send(AID)["foe"].stabilised


@pytest.mark.rule("TK-DYING-3", "TK-RUL-47")
def test_deaths_are_looked_for_when_a_round_ends() -> None:
    play = Play("lena", foe(wounds=11)).send(PassTime(seconds=290))
    assert not play.round().end()["foe"].dead
    play.round(lena=EVADE, foe=EVADE).until(1)
    assert not play["foe"].dead
    assert play.end()["foe"].dead
    assert play.fight.clock == 310


@pytest.mark.rule("TK-DYING-3")
def test_first_aid_that_succeeds_keeps_from_dying_for_good() -> None:
    play = Play("lena", foe(wounds=11)).send(AID, PassTime(seconds=9999)).round().end()
    assert state(play) == (None, True, False)


@pytest.mark.rule("TK-DYING-4")
def test_further_wounds_do_not_begin_the_time_anew() -> None:
    play = Play("lena", foe(wounds=11)).send(PassTime(seconds=200))
    play.send(wound(1))
    hurt_in_a_round(play, 2)
    assert (play["foe"].wounds, play["foe"].dying) == (14, 0)
    assert not play.ticks(BeganDying, "foe")
    play.send(PassTime(seconds=90))
    assert not play["foe"].dead
    assert play.send(PassTime(seconds=1))["foe"].dead


@pytest.mark.rule("TK-DYING-4", "TK-AID-1")
def test_further_wounds_make_first_aid_harder() -> None:
    play = Play("lena", foe(wounds=11)).send(wound(4), AID)
    (tested,) = [event for _, event in play.log if isinstance(event, Tested)]
    assert (tested.total, tested.difficulty, tested.success) == (48, 50, False)


@pytest.mark.rule("TK-DYING-6", "TK-RUL-47")
@pytest.mark.parametrize(("options", "seconds"), [({}, 10), ({"round_seconds": 7}, 7)])
def test_the_clock_goes_by_rounds_and_by_the_time_that_passes(options: dict[str, Any], seconds: int) -> None:
    play = Play("lena", foe(wounds=5), **options)
    assert play.fight.clock == 0
    play.round(lena=MOVE).until(11)
    assert play.fight.clock == 0
    assert play.end().fight.clock == seconds
    play.send(PassTime(seconds=3)).round().end()
    assert play.fight.clock == 2 * seconds + 3
    play.send(EndCombat(), PassTime(seconds=100))
    assert play.fight.clock == 2 * seconds + 103
    play.send(Recover(combatant="foe", days=9, care="skilled"), CallCombat(actor="lena", against="foe"))
    assert play.fight.clock == 2 * seconds + 103


@pytest.mark.rule("TK-DYING-6")
def test_no_time_passes_by_command_in_a_round() -> None:
    play = Play("lena", "kit").send(StartRound())
    play.refused(PassTime(seconds=1), "TK-DYING-6")
    play.declared = {"lena": EVADE}
    play.declare_on().refused(PassTime(seconds=1), "TK-DYING-6").end().send(PassTime(seconds=1))
    assert play.fight.clock == 11


# TK-DYING-5: stabilised


@pytest.mark.rule("TK-DYING-5", "TK-RUL-48")
def test_the_stabilised_are_dying_only_by_a_new_wound_in_a_round() -> None:
    play = Play("kit", foe(wounds=25, stabilised=True)).round().end()
    assert state(play.send(PassTime(seconds=5))) == (None, True, False)
    assert state(hurt_in_a_round(play, 1)) == (25, False, False)


@pytest.mark.rule("TK-DYING-5", "TK-RUL-48")
def test_the_stabilised_are_dying_by_a_wound_of_a_strike() -> None:
    kit = newcomer("kit", QUI=15, things=[{"key": "knife"}])
    play = Play(kit, foe(wounds=11, stabilised=True, armour=[{"key": "light_ballistic"}]))
    play.round({"kit": STRIKING}, kit=attack("foe", "knife", mode="thrown")).end()
    assert (play.strikes("kit"), state(play)) == ([(15, 2)], (None, True, False))
    play = Play(kit, foe(wounds=11, stabilised=True))
    assert state(play.round({"kit": STRIKING}, kit=attack("foe", "knife")).end()) == (10, False, False)


@pytest.mark.rule("TK-DYING-5", "TK-DMG-7")
@pytest.mark.parametrize("calm", [True, False])
def test_the_stabilised_are_dying_by_a_wound_outside_rounds_at_once(calm: bool) -> None:
    play = Play("kit", foe(wounds=11, stabilised=True)).send(PassTime(seconds=30))
    if calm:
        play.send(EndCombat())
    assert state(play.send(wound(1))) == (30, False, False)
    assert play.send(PassTime(seconds=300))["foe"].dying == 30
    assert play.send(PassTime(seconds=1))["foe"].dead


@pytest.mark.rule("TK-DYING-5", "TK-RUL-48")
def test_being_stabilised_ends_when_resilience_bears_the_wounds() -> None:
    play = Play("lena", foe(wounds=12, stabilised=True)).send(EndCombat())
    for wounds, stabilised in ((11, True), (10, False)):
        play.send(Recover(combatant="foe", days=2, care="skilled"))
        assert (play["foe"].wounds, play["foe"].stabilised) == (wounds, stabilised)
    play.send(wound(1))
    assert state(play) == (0, False, False)


# TK-DYING-7: the dead

DEAD = {"dead": True, "luck": 2, "things": [{"key": "knife"}]}


@pytest.mark.rule("TK-DYING-7")
@pytest.mark.parametrize(
    ("phase", "command"),
    [
        ("calm", CallCombat(actor="foe", against="kit")),
        ("calm", Wake(actor="foe")),
        ("between", Drop(actor="foe", item="knife")),
        ("between", Faint(actor="foe")),
        ("between", FirstAid(actor="foe", patient="kit")),
        ("declaration", declare("foe", **MOVE)),
        ("declaration", Hurry(actor="foe", points=1)),
        ("resolution", act("foe", step=(1, 0))),
        ("resolution", hold("foe")),
        ("resolution", plan("foe", steps="stay")),
    ],
)
def test_the_dead_do_nothing(phase: str, command: Command) -> None:
    play = Play("kit", "bob", newcomer("foe", **DEAD))
    play.into(phase, kit=EVADE).refused(command, "TK-DYING-7", "command.actor")


@pytest.mark.rule("TK-DYING-7")
def test_nobody_targets_the_dead() -> None:
    kit = newcomer("kit", things=[{"key": "pistol"}])
    play = Play(kit, "bob", newcomer("foe", wounds=11, dying=0)).send(PassTime(seconds=301), StartRound())
    assert play["foe"].dead
    aim = declare("kit", action="aim", target="foe", weapon="pistol")
    for command in (declare("kit", **attack("foe", "pistol")), aim):
        play.refused(command, "TK-DECL-10", "command.target")
    play.declare_on().end().send(EndCombat())
    play.refused(CallCombat(actor="kit", against="foe"), "TK-DYING-7", "command.against")


@pytest.mark.rule("TK-DYING-7")
@pytest.mark.parametrize(
    ("said", "strikes"), [({"wounds": 11, "dying": 0}, []), ({"unconscious": "chosen"}, [(10, 4)])]
)
def test_a_deferred_attack_spares_the_dead(said: dict[str, Any], strikes: list[tuple[int, int]]) -> None:
    kit = newcomer("kit", QUI=15, things=[{"key": "sword"}])
    play = Play(kit, "bob", newcomer("foe", at=(9, 0), **said)).send(PassTime(seconds=301))
    play.round(bob=MOVE, kit=defer("sword", "enters_reach")).until(10)
    play.send(PlaceCombatant(combatant="foe", to=SquareSheet(x=1))).end()
    assert play.ticks(ConditionMet, "kit") == [10]
    assert play.strikes("kit") == strikes


@pytest.mark.rule("TK-DYING-7", "TK-REC-6")
def test_the_dead_are_neither_treated_nor_healed() -> None:
    play = Play("lena", "kit", newcomer("foe", wounds=20, **DEAD))
    play.refused(AID, "TK-DYING-7", "command.patient")
    play.send(EndCombat())
    play.refused(Recover(combatant="foe", days=2, care="skilled"), "TK-REC-6", "command.combatant")


@pytest.mark.rule("TK-DYING-7")
def test_the_dead_oppose_nothing_and_hold_nobody() -> None:
    play = Play("lena", foe(wounds=11), newcomer("bob", held_by={"foe": 1}))
    play.send(PassTime(seconds=301))
    assert play["bob"].held_by == {}
    assert play.ticks(HoldEnded, "bob")
    parties = tuple(PartySheet(combatant=name, statistic="strength") for name in ("bob", "foe"))
    play.send(CallContest(parties=parties, defender="foe"), Commit(actor="bob"))
    assert play.fight.prompts == ()
    assert play["foe"].dead


@pytest.mark.rule("TK-DYING-7")
def test_the_dead_stay_dead() -> None:
    play = Play("lena", "kit", newcomer("foe", **DEAD)).round({"kit": going((1, 0))}, kit=MOVE).end()
    play.send(PassTime(seconds=9), EndCombat())
    assert state(play) == (None, False, True)
