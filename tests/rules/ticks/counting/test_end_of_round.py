"""What happens at the end of a round, in its order."""

from typing import Any

import pytest

from domain.model.event import Event
from domain.rulesets.ticks.chapters.counting.ending import ArmourWornDown, EndCombat, RoundEnded
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.deeds.care import PassTime, TimePassed
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, Died, FellUnconscious
from domain.rulesets.ticks.chapters.narrator.changes import Placed
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant, Wound
from domain.rulesets.ticks.parts import SquareSheet
from domain.rulesets.ticks.state import Turn
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Declared, Play, attack, defer
from tests.rules.ticks.specification import act, newcomer, plan

ENDING = (TimePassed, ArmourWornDown, FellUnconscious, BeganDying, Died, RoundEnded)
LIGHT = [{"key": "light_ballistic"}]


def ending(play: Play) -> list[Event]:
    """What the end of the last round brought, as far as it is of this chapter."""
    return [event for event in play.spec.events if isinstance(event, ENDING)]


@pytest.mark.rule("TK-END-1", "TK-END-2", "TK-END-3", "TK-END-4", "TK-END-5", "TK-END-7")
def test_the_end_of_a_round_has_an_order_and_each_part_the_order_of_joining() -> None:
    """Three are shot at 7 each, through armour of 3, and wounded beside; elm and oak have been dying for too long."""
    frail = {"WIL": 4, "RES": 3, "armour": LIGHT}
    long_ago = {"wounds": 11, "dying": -300}
    marks = [newcomer(name, at=(2, 0), **frail) for name in ("fir", "bay")]
    dying = [newcomer(name, **long_ago) for name in ("oak", "elm")]
    play = Play("sable", *marks, newcomer("pell", at=(2, 2)), *dying)
    play.round({"sable": STRIKING, "pell": STRIKING}, sable=attack("bay", "pistol"), pell=attack("fir", "rifle"))
    assert ending(play) == [
        TimePassed(seconds=10, clock=10),
        ArmourWornDown(combatant="fir", wear=1),
        ArmourWornDown(combatant="bay", wear=1),
        FellUnconscious(combatant="fir", cause="wounds"),
        FellUnconscious(combatant="bay", cause="wounds"),
        BeganDying(combatant="fir", since=10),
        BeganDying(combatant="bay", since=10),
        Died(combatant="oak"),
        Died(combatant="elm"),
        RoundEnded(round=1),
    ]
    assert (play["fir"].wounds, play["bay"].wounds) == (6, 4)


@pytest.mark.rule("TK-END-1")
@pytest.mark.parametrize(("options", "seconds"), [({}, 10), ({"round_seconds": 1}, 1), ({"round_seconds": 600}, 600)])
def test_the_clock_rises_by_the_seconds_of_a_round(options: dict[str, Any], seconds: int) -> None:
    play = Play("ash", "elm", call=None, asks=None, **options).send(PassTime(seconds=7))
    play.round()
    assert play.fight.clock == 7 + seconds
    play.round()
    assert play.fight.clock == 7 + 2 * seconds


@pytest.mark.rule("TK-END-1", "TK-END-4")
def test_whoever_begins_to_die_does_so_by_the_clock_that_has_risen() -> None:
    play = Play("ash", newcomer("elm", RES=3)).send(StartRound(), Wound(combatant="elm", wounds=4))
    play.declare_on()
    assert play["elm"].dying == 10


@pytest.mark.rule("TK-END-1", "TK-END-5")
@pytest.mark.parametrize(("since", "dead"), [(-290, False), (-291, True)])
def test_whoever_has_been_dying_for_more_than_300_seconds_dies_at_the_end(since: int, dead: bool) -> None:
    """At the end of round 1 the clock stands at 10: 300 seconds, and 301."""
    play = Play("ash", newcomer("elm", wounds=11, dying=since)).round()
    assert play["elm"].dead == dead


@pytest.mark.rule("TK-END-2")
def test_armour_is_worn_by_one_however_many_hits_and_only_of_those_hit() -> None:
    people = (newcomer("tor", at=(1, 0), armour=LIGHT), newcomer("hanna", at=(0, 1)), newcomer("pell", at=(9, 0)))
    play = Play("iris", *people)
    plans = {"iris": STRIKING, "hanna": STRIKING}
    play.round(plans, iris=attack("tor", "sword"), hanna=attack("tor", "hatchet"))
    assert play["tor"].wounds == 14
    assert (play.armour("tor"), play.armour("pell")) == ((2, 0), (4, 2))
    assert [event for event in ending(play) if isinstance(event, ArmourWornDown)] == [
        ArmourWornDown(combatant="tor", wear=1)
    ]
    play.round()
    assert play.armour("tor") == (2, 0), "nobody hit it this time"


@pytest.mark.rule("TK-END-3", "TK-END-4")
@pytest.mark.parametrize(
    ("wounds", "unconscious", "dying"), [(10, None, None), (11, None, 10), (12, "wounds", 10), (13, "wounds", 10)]
)
def test_the_two_boundaries(wounds: int, unconscious: str | None, dying: int | None) -> None:
    """Willpower 12, resilience 10: as many wounds as willpower are enough, more than resilience is wanted."""
    play = Play("ash", "elm").round(ash=MOVE).send(Wound(combatant="ash", wounds=wounds))
    assert (play["ash"].unconscious, play["ash"].dying) == (None, None), "not before the end"
    play.send(act("ash", step=(1, 1))).end()
    assert (play["ash"].unconscious, play["ash"].dying) == (unconscious, dying)


@pytest.mark.rule("TK-END-3")
def test_who_had_fainted_is_then_unconscious_by_wounds() -> None:
    play = Play("ash", "elm").round(ash=EVADE).send(Wound(combatant="ash", wounds=12), Faint(actor="ash"))
    assert play["ash"].unconscious == "wounds"


@pytest.mark.rule("TK-END-4")
@pytest.mark.parametrize(("wounds", "since"), [(0, None), (1, 10)])
def test_the_stabilised_begin_to_die_anew_with_a_new_wound_alone(wounds: int, since: int | None) -> None:
    play = Play("ash", newcomer("elm", wounds=11, stabilised=True)).send(StartRound())
    if wounds:
        play.send(Wound(combatant="elm", wounds=wounds))
    play.declare_on()
    assert play["elm"].dying == since


@pytest.mark.rule("TK-END-2", "TK-END-3", "TK-END-4")
def test_those_who_take_no_part_are_not_left_out() -> None:
    """Iris was drawn in late, and struck at once; lena takes no part, and is wounded by the narrator."""
    play = Play("hanna", newcomer("sable", at=(9, 9))).send(newcomer("ash", at=(4, 4)))
    play.send(EndCombat(), CallCombat(actor="hanna", against="sable"))
    play.round(hanna=defer("hatchet", "enters_reach"), sable=EVADE)
    play.send(newcomer("late", at=(1, 0), WIL=6, RES=5, armour=LIGHT), Wound(combatant="ash", wounds=12)).end()
    late, ash = play["late"], play["ash"]
    assert (late.wounds, play.armour("late"), late.unconscious, late.dying) == (6, (2, 0), "wounds", 10)
    assert (ash.since, ash.unconscious, ash.dying) == (None, "wounds", 10)


# What lasts as long as a round


@pytest.mark.rule("TK-END-6")
@pytest.mark.parametrize(
    ("options", "prone"), [({}, False), ({"stand_up": "free"}, False), ({"stand_up": "step"}, True)]
)
def test_holds_end_and_who_fell_stands(options: dict[str, str], prone: bool) -> None:
    play = Play(newcomer("iris", luck=1), newcomer("lena", at=(1, 0)), call=None, asks=None, **options)
    strike = attack("lena", "unarmed", "grapple", "trip", extra=1)
    play.round(iris=strike, lena=MOVE).send(act("iris", strike=True)).until(11)
    assert (play["lena"].prone, play["lena"].held_by) == (True, {"iris": 1})
    play.end()
    assert (play["lena"].prone, play["lena"].held_by) == (prone, {})
    play.round({"lena": {"steps": "away", "target": "iris"}}, lena=MOVE).end()
    assert play.steps("lena") == ([] if prone else [11, 8, 5, 2])


AIM = {"action": "aim", "weapon": "pistol", "target": "tor"}
THINGS = [{"key": "sword", "place": "ready"}, {"key": "pistol", "place": "ready", "loaded": 8}]


@pytest.mark.rule("TK-END-6")
@pytest.mark.parametrize(
    "declared",
    [
        {"action": "defend", "weapon": "sword"},
        AIM,
        defer("sword", "steps"),
        attack("tor", "sword"),
        {**MOVE, "luck": {"quickness": 1}},
    ],
)
def test_the_record_of_the_round_is_cleared(declared: Declared) -> None:
    play = Play(newcomer("iris", luck=1, things=THINGS), newcomer("tor", at=(9, 0))).round(iris=declared, tor=EVADE)
    play.send(plan("iris")).until(8)
    assert play["iris"].turn != Turn()
    play.end()
    assert play["iris"].turn == Turn()


@pytest.mark.rule("TK-END-6")
def test_nothing_of_it_reaches_into_the_next_round() -> None:
    """Points are lost, a wait begins anew, quickness is plain, and nobody walks by an old plan."""
    play = Play(newcomer("iris", luck=1, things=THINGS), newcomer("tor", at=(9, 0)))
    play.round({"iris": {"steps": "away", "target": "tor"}}, iris={**MOVE, "luck": {"quickness": 1}})
    assert play.steps("iris") == [15, 12, 9, 6, 3]
    play.round(iris=MOVE)
    assert (play.fight.tick, play.at("iris")) == (14, (-5, 0))
    play.end().round(
        {"iris": {"strike": "from", "tick": 13}}, iris={"action": "aim", "weapon": "pistol", "target": "tor"}
    )
    assert play.strikes("iris") == [(13, 3)]


@pytest.mark.rule("TK-END-6")
def test_a_change_that_did_not_come_up_is_dropped() -> None:
    play = Play("ash", "elm").send(StartRound())
    play.send(PlaceCombatant(combatant="elm", to=SquareSheet(x=9), at=150)).declare_on()
    assert (play.fight.phase, play.fight.scheduled) == ("between", ())
    play.round()
    assert (play.at("elm"), play.ticks(Placed, "elm")) == ((0, 0), [])


@pytest.mark.rule("TK-END-7")
def test_then_it_is_between_rounds() -> None:
    play = Play("ash", "elm").round()
    assert (play.fight.phase, play.fight.round, play.fight.tick, play.fight.prompts) == ("between", 1, 0, ())
    play.send(PassTime(seconds=1), StartRound())
