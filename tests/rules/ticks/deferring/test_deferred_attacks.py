"""When a deferred attack falls due, on whom, and who may hold it back (TK-DEFER-7 to TK-DEFER-15)."""

from typing import Any

import pytest

from domain.model.speaker import NARRATOR
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.steps import Lapsed
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.calls import Award
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet
from domain.rulesets.ticks.chapters.strikes.deferring import HeldBack, HoldBack
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, Struck
from tests.rules.ticks.builders import DOOR, EVADE, MOVE, Play, defer, going, met, pell_sees, put, waiting, walker
from tests.rules.ticks.specification import act, declare, hold, newcomer

DOORWAY = defer("rifle", "enters_area", area="door")
ASKED = {"pell": ("hold_back",)}
NOBODY = HoldBack(actor="pell")


def choose(name: str) -> HoldBack:
    return HoldBack(actor="pell", attack=name)


def pell(**sheet: Any) -> Any:
    """Pell, who is as quick as is said."""
    return newcomer("pell", **sheet)


def doorkeeper(*others: Any, quickness: int = 13, plans: Any = None) -> Play:
    """Pell watches the door, and is asked whom she attacks."""
    moving = {str(join.id): MOVE for join in others}
    return waiting(pell(QUI=quickness), DOORWAY, *others, plans=plans, doing=moving, first=(DOOR,), asks=ASKED)


def shots(play: Play) -> list[tuple[int, str | None]]:
    """When Pell has fired, and at whom."""
    return [(tick, event.target) for tick, event in play.log if isinstance(event, Struck) and event.combatant == "pell"]


# When it falls due


@pytest.mark.rule("TK-DEFER-7", "TK-RUL-27")
@pytest.mark.parametrize(("quickness", "luck", "due"), [(9, 0, 9), (9, 2, 11), (12, 0, 12), (14, 0, 12)])
def test_what_was_met_before_the_start_is_remembered_until_then(quickness: int, luck: int, due: int) -> None:
    """Ash is at the door on tick 12."""
    ash = walker(at=(7, 0))
    deferrer = pell(QUI=quickness, luck=luck)
    declared = {**DOORWAY, "luck": {"quickness": luck}}
    play = waiting(deferrer, declared, ash, plans={"ash": going((6, 0))}, doing={"ash": MOVE}, first=(DOOR,)).end()
    assert met(play) == [(12, "first_steps", "ash")]
    assert shots(play) == [(due, "ash")]


@pytest.mark.rule("TK-DEFER-7")
def test_on_the_tick_of_the_start_it_comes_before_all_answers() -> None:
    """Ash comes into reach of Iris on 15, and would step out of it on 12."""
    ash = walker(QUI=15, at=(3, 0))
    plans = {"ash": going((2, 0), (3, 0))}
    play = waiting(newcomer("iris", QUI=12), defer("sword", "enters_reach"), ash, plans=plans, doing={"ash": MOVE})
    play.until(11)
    assert (play.strikes("iris"), play.steps("ash")) == ([(12, 8)], [15, 12])


@pytest.mark.rule("TK-DEFER-8")
@pytest.mark.parametrize(("first", "other"), [("ash", "birch"), ("birch", "ash")])
def test_the_earliest_tick_comes_first(first: str, other: str) -> None:
    """Both have met it before Pell's start, in whichever order they have joined."""
    play = doorkeeper(walker("ash", at=(7, 0)), walker("birch", at=(7, 1)), quickness=9).until(11)
    play.send(put(first, 6)).until(10).send(put(other, 6)).until(9)
    assert shots(play) == [(9, first)]


ORDER = ["opening", "first_steps", "strikes", "deeds", "last_steps"]


@pytest.mark.rule("TK-DEFER-8")
@pytest.mark.parametrize(
    ("stages", "offered"),
    [
        (("opening", "first_steps"), "ash"),
        (("first_steps", "opening"), "birch"),
        (("first_steps", "last_steps"), "ash"),
        (("last_steps", "first_steps"), "birch"),
        (("opening", "last_steps"), "ash"),
    ],
)
def test_of_one_tick_the_earliest_stage_comes_first(stages: tuple[str, str], offered: str) -> None:
    play = doorkeeper(walker("ash", at=(7, 0)), walker("birch", at=(7, 1)), quickness=9).until(12)
    for name, stage in sorted(zip(("ash", "birch"), stages, strict=True), key=lambda one: ORDER.index(one[1])):
        step = {"step" if stage == "first_steps" else "after": (6, 0)}
        play.send(put(name, 6) if stage == "opening" else act(name, **step))
    play.until(9)
    assert [(tick, stage) for tick, stage, _ in met(play)] == [(12, stage) for stage in sorted(stages, key=ORDER.index)]
    assert shots(play) == [(9, offered)]


@pytest.mark.rule("TK-DEFER-8", "TK-DEFER-14")
def test_who_cannot_be_struck_is_passed_over_for_the_next() -> None:
    play = doorkeeper(walker("ash", at=(7, 0)), walker("birch", at=(7, 1)), quickness=9).until(11)
    play.send(put("ash", 6), pell_sees("ash", False)).until(10).send(put("birch", 6)).until(9)
    assert shots(play) == [(9, "birch")]
    play.send(pell_sees("ash", True)).end()
    assert shots(play) == [(9, "birch")], "once a round"


# Choosing


def together(quickness: int) -> Play:
    """Ash and Birch come to the door in the same stage; Birch has joined first."""
    plans = {"ash": going((6, 0)), "birch": going((6, 1))}
    play = doorkeeper(walker("birch", at=(7, 1)), walker("ash", at=(7, 0)), quickness=quickness, plans=plans)
    return play.until(13).send(hold("sable", 11))


@pytest.mark.rule("TK-DEFER-9", "TK-RUL-30")
@pytest.mark.parametrize("name", ["ash", "birch"])
@pytest.mark.parametrize(("quickness", "free"), [(12, False), (13, True), (20, True)])
def test_of_several_of_one_stage_the_deferrer_chooses(quickness: int, free: bool, name: str) -> None:
    play = together(quickness)
    assert play.asked("hold_back") == {"offered": ["birch", "ash"], "may_hold_back": free}
    play.refused(choose("sable"), "TK-DEFER-9", "command.attack").send(choose(name))
    assert shots(play) == [(12, name)]
    assert play.ticks(HeldBack, "pell") == []


@pytest.mark.rule("TK-DEFER-9", "TK-DEFER-10")
def test_who_is_too_slow_has_to_choose_one() -> None:
    play = together(12)
    play.refused(NOBODY, "TK-DEFER-10", "command.attack")
    assert play.send(choose("ash")).wounds("ash") == [(12, 9)]


@pytest.mark.rule("TK-DEFER-10", "TK-RUL-29")
@pytest.mark.parametrize(
    ("quickness", "luck", "forced"), [(1, 0, True), (12, 0, True), (12, 1, True), (12, 3, True), (13, 0, False)]
)
def test_it_takes_a_quickness_of_thirteen_to_hold_back(quickness: int, luck: int, forced: bool) -> None:
    """A friend at that; and luck on quickness, which raises the start, is no help, nor is an award."""
    deferrer = pell(QUI=quickness, luck=luck, side="blue")
    ash, lena = walker(at=(7, 0), side="blue"), newcomer("lena", at=(0, 1), side="blue")
    declared = {**DOORWAY, "luck": {"quickness": luck}}
    doing = {"ash": MOVE, "lena": {"action": "other", "kind": "help", "whom": "pell"}}
    play = waiting(deferrer, declared, ash, lena, doing=doing, first=(DOOR,), asks=ASKED)
    play.send(Award(combatant="pell")).until(1).send(put("ash", 6))
    if forced:
        assert play.wounds("ash") == [(1, 9)]
        assert play["pell"].awarded
    else:
        assert play.asked("hold_back") == {"offered": ["ash"], "may_hold_back": True}
        assert play.send(NOBODY).ticks(HeldBack, "pell") == [1]
        assert play.wounds("ash") == []


@pytest.mark.rule("TK-DEFER-10")
def test_who_may_hold_back_may_attack_a_friend() -> None:
    play = doorkeeper(walker(at=(7, 0), side="blue"), quickness=13).until(10).send(put("ash", 6))
    assert play.send(choose("ash")).wounds("ash") == [(10, 9)]


@pytest.mark.rule("TK-DEFER-11", "TK-RUL-29")
def test_all_who_were_offered_are_spared_for_the_round() -> None:
    play = together(13).send(NOBODY)
    [spared] = [event.spared for _, event in play.log if isinstance(event, HeldBack)]
    assert spared == ("birch", "ash")
    play.until(9).send(put("ash", 9), put("ash", 6), put("birch", 9), put("birch", 6))
    assert [prompt.kind for prompt in play.fight.prompts] == ["act"] * len(play.fight.prompts)
    play.end()
    assert (shots(play), play.ticks(HeldBack, "pell")) == ([], [12])


@pytest.mark.rule("TK-DEFER-11")
def test_in_the_next_round_nobody_is_spared_any_more() -> None:
    play = doorkeeper(walker(at=(7, 0)), quickness=13).until(10).send(put("ash", 6), NOBODY, put("ash", 7)).end()
    play.round(pell=DOORWAY, sable=EVADE).until(10).send(put("ash", 6), choose("ash"))
    assert shots(play) == [(10, "ash")]


@pytest.mark.rule("TK-DEFER-11", "TK-DEFER-12")
def test_somebody_else_makes_it_due_again_with_the_same_choice() -> None:
    others = [walker(name, at=(7, 0)) for name in ("ash", "birch", "cedar")]
    play = doorkeeper(*others, quickness=13).until(10).send(put("ash", 6), NOBODY).until(8).send(put("birch", 6))
    assert play.asked("hold_back") == {"offered": ["birch"], "may_hold_back": True}
    play.send(NOBODY).until(5).send(put("ash", 7), put("ash", 6), put("cedar", 6))
    assert play.asked("hold_back") == {"offered": ["cedar"], "may_hold_back": True}
    play.send(choose("cedar")).end()
    assert shots(play) == [(5, "cedar")]


@pytest.mark.rule("TK-DEFER-12", "TK-DEFER-8")
def test_who_had_met_it_before_is_offered_next_at_once() -> None:
    others = [walker(name, at=(7, 0)) for name in ("ash", "birch", "cedar")]
    play = doorkeeper(*others, quickness=13).until(16).send(put("birch", 6)).until(15).send(put("cedar", 6)).until(14)
    play.send(put("ash", 6), hold("sable"))
    assert (play.fight.tick, play.asked("hold_back")["offered"]) == (13, ["birch"])
    play.send(NOBODY)
    assert (play.fight.tick, play.asked("hold_back")["offered"]) == (13, ["cedar"])
    play.send(NOBODY)
    assert (play.fight.tick, play.asked("hold_back")["offered"]) == (13, ["ash"])
    play.send(choose("ash"))
    assert shots(play) == [(13, "ash")]


# What it is


@pytest.mark.rule("TK-DEFER-13")
def test_it_is_an_ordinary_attack_that_always_hits() -> None:
    """Base 4 and skill 5 of the rifle, whatever the target is good at."""
    ash = walker(at=(7, 0), skills={"evade": 5, "unarmed": 5, "melee": 5})
    play = waiting("pell", DOORWAY, ash, first=(DOOR,), asks={"ash": ("oppose", "soak")}).until(10).send(put("ash", 6))
    assert play.strikes("pell") == [(10, 9)]
    assert play.wounds("ash") == [(10, 9)]
    assert not [event for _, event in play.log if isinstance(event, ManoeuvreTested)]
    assert play["pell"].things["pell.rifle"].loaded == 4


@pytest.mark.rule("TK-DEFER-13")
def test_no_manoeuvre_goes_with_it() -> None:
    play = Play("pell", newcomer("tor", QUI=20)).send(StartRound())
    declared = {**defer("rifle", "steps"), "manoeuvres": ["marksman"]}
    play.refused(declare("pell", **declared), "TK-DECL-8", "command.manoeuvres")


@pytest.mark.rule("TK-DEFER-13")
def test_it_is_made_once_a_round() -> None:
    play = doorkeeper(walker("ash", at=(7, 0)), walker("birch", at=(7, 0)), quickness=13).until(10)
    play.send(put("ash", 6), choose("ash"), put("ash", 7), put("ash", 6), put("birch", 6)).end()
    assert shots(play) == [(10, "ash")]
    assert play["pell"].things["pell.rifle"].loaded == 4


@pytest.mark.rule("TK-DEFER-13")
@pytest.mark.parametrize(("mode", "gross", "lies"), [("melee", 5, False), ("thrown", 4, True)])
def test_it_uses_its_weapon_in_its_mode(mode: str, gross: int, lies: bool) -> None:
    deferrer = pell(things=[{"key": "knife"}], skills={"melee": 3, "thrown": 2})
    play = waiting(deferrer, {**defer("knife", "steps"), "mode": mode}, walker(at=(1, 0)), doing={"ash": MOVE})
    play.until(12).send(act("ash", step=(0, 1))).until(11)
    assert [(event.mode, event.gross, event.deferred) for _, event in play.log if isinstance(event, Struck)] == [
        (mode, gross, True)
    ]
    assert ("pell.knife" in play.fight.ground) is lies


@pytest.mark.rule("TK-DEFER-13")
def test_it_is_soaked_like_any_other() -> None:
    ash = walker(QUI=7, skills={"melee": 2}, things=[{"key": "hatchet"}])
    defending = {"ash": {"action": "defend", "weapon": "hatchet"}}
    play = waiting("iris", defer("sword", "enters_reach"), ash, doing=defending, asks={"ash": ("soak",)}).until(10)
    play.send(put("ash", 1)).answer("ash", "soak", [{"defend": 5}])
    assert (play.strikes("iris"), play.wounds("ash")) == ([(10, 8)], [(10, 3)])


@pytest.mark.rule("TK-DEFER-13")
@pytest.mark.parametrize("strike", [True, {"weapon": "rifle"}])
def test_it_is_never_made_of_ones_own_accord(strike: Any) -> None:
    moving = ["attack", "evade", "other", "defer"]
    play = waiting("pell", DOORWAY, walker(at=(7, 0)), first=(DOOR,), moving_actions=moving).until(13)
    play.refused(act("pell", strike=strike), "TK-DEFER-13", "command.strike")


# Pending


@pytest.mark.rule("TK-DEFER-14", "TK-RUL-30")
def test_out_of_sight_it_stays_pending_until_seen() -> None:
    play = doorkeeper(walker(at=(7, 0)), quickness=12).until(11).send(pell_sees("ash", False), put("ash", 6)).until(7)
    assert (met(play), shots(play)) == ([(11, "opening", "ash")], [])
    [happened] = [event for _, event in play.log if isinstance(event, ConditionMet)]
    said = TICKS.sentences[ConditionMet](happened, TICKS.names(play.fight, NARRATOR))
    assert said == "Ash does what Pell Orrin has been waiting for, but Pell Orrin does not see Ash."
    play.send(pell_sees("ash", True))
    assert shots(play) == [(7, "ash")]


@pytest.mark.rule("TK-DEFER-14", "TK-RUL-30")
@pytest.mark.parametrize(("weapon", "tick"), [("sword", 6), ("unarmed", 3)])
def test_out_of_reach_it_stays_pending_until_in_reach(weapon: str, tick: int) -> None:
    """Ash has stepped, and comes nearer."""
    plans = {"ash": going((4, 0), (3, 0), (2, 0), (1, 0))}
    play = waiting("iris", defer(weapon, "steps"), walker(), plans=plans, doing={"ash": MOVE}).end()
    assert met(play)[0] == (12, "first_steps", "ash")
    assert [struck for struck, _ in play.strikes("iris")] == [tick]
    assert play.ticks(Lapsed, "iris") == []


@pytest.mark.rule("TK-DEFER-14")
@pytest.mark.parametrize(("lost", "strikes"), [("sword", []), ("knife", [(10, 8)])])
def test_without_its_weapon_it_is_not_made_with_another(lost: str, strikes: list[tuple[int, int]]) -> None:
    iris = newcomer("iris", things=[{"key": "sword"}, {"key": "knife"}])
    play = waiting(iris, defer("sword", "enters_area", area="door"), walker(at=(7, 0)), first=(DOOR,)).until(11)
    play.send(Drop(actor="iris", item=lost)).until(10).send(put("iris", 5), put("ash", 6))
    assert play.strikes("iris") == strikes


@pytest.mark.rule("TK-DEFER-14")
@pytest.mark.parametrize(("loaded", "fired"), [(0, []), (1, [(10, "ash")])])
def test_an_empty_weapon_is_not_fired(loaded: int, fired: list[tuple[int, str]]) -> None:
    deferrer = pell(things=[{"key": "rifle", "loaded": loaded}])
    play = waiting(deferrer, DOORWAY, walker(at=(7, 0)), first=(DOOR,)).until(10).send(put("ash", 6))
    assert shots(play) == fired


@pytest.mark.rule("TK-DEFER-15", "TK-RUL-30")
def test_what_is_pending_ends_with_the_round() -> None:
    play = doorkeeper(walker(at=(7, 0)), quickness=12).until(11).send(pell_sees("ash", False), put("ash", 6)).end()
    play.send(pell_sees("ash", True))
    assert (shots(play), play["pell"].turn.triggers) == ([], ())
    play.round(pell=DOORWAY, sable=EVADE).end()
    assert shots(play) == []


@pytest.mark.rule("TK-DEFER-15")
def test_a_deferral_of_the_round_before_waits_for_nothing() -> None:
    play = doorkeeper(walker(at=(7, 0)), quickness=12).end()
    play.round(sable=EVADE).until(10).send(put("ash", 6)).end()
    assert (met(play), shots(play)) == ([], [])
