"""Who may meet the condition of a deferred attack, and that it takes a change (TK-DEFER-3, TK-DEFER-4, TK-DEFER-6)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, DrawIn, StartRound
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea
from domain.rulesets.ticks.chapters.strikes.deferring import HoldBack
from domain.rulesets.ticks.parts import SquareSheet
from tests.rules.ticks.builders import DOOR, EVADE, MOVE, Play, defer, going, met, pell_sees, put, waiting, walker
from tests.rules.ticks.specification import act, declare, newcomer, plan

AT_THE_DOOR = {"area": "door"}
PELL = newcomer("pell", side="blue")


def at_the_door(who: str, *entering: str, **condition: Any) -> list[str]:
    """Who of these meets it by coming to the door, one after the other: friend and foe, of old and newly arrived.

    Pell holds back from each, so that the next counts as well.
    """
    friend, foe = newcomer("friend", side="blue", at=(9, 0)), newcomer("foe", side="red", at=(9, 0))
    declared = defer("rifle", "enters_area", who, area="door", **condition)
    play = waiting(PELL, declared, friend, foe, first=(DOOR,), asks={"pell": ("hold_back",)}).until(10)
    play.send(newcomer("new_friend", side="blue", at=(9, 9)), newcomer("new_foe", side="red", at=(9, 9)))
    for name in entering:
        play.send(put(name, 6))
        if any(prompt.kind == "hold_back" for prompt in play.fight.prompts):
            play.send(HoldBack(actor="pell"))
    return [by for _, _, by in met(play)]


EVERYBODY = ("friend", "foe", "new_friend", "new_foe")


@pytest.mark.rule("TK-DEFER-3", "TK-DEFER-4")
@pytest.mark.parametrize(
    ("who", "counting"),
    [
        ("anyone", EVERYBODY),
        ("present_enemies", ("foe",)),
        ("present_others", ("friend", "foe")),
        ("newcomers", ("new_friend", "new_foe")),
    ],
)
def test_of_old_and_new_friends_and_foes_those_count_who_are_meant(who: str, counting: tuple[str, ...]) -> None:
    assert tuple(at_the_door(who, *EVERYBODY)) == counting


@pytest.mark.rule("TK-DEFER-3")
@pytest.mark.parametrize("listed", [("friend",), ("foe",), ("foe", "friend")])
def test_or_who_is_on_the_list(listed: tuple[str, ...]) -> None:
    assert set(at_the_door("listed", *EVERYBODY, listed=list(listed))) == set(listed)


@pytest.mark.rule("TK-DEFER-3")
@pytest.mark.parametrize(
    ("condition", "field"),
    [
        ({"who": "listed"}, "listed"),
        ({"who": "listed", "listed": []}, "listed"),
        ({"who": "anyone", "listed": ["tor"]}, "listed"),
        ({"who": "newcomers", "listed": ["tor"]}, "listed"),
        ({"who": "listed", "listed": ["tor", "ash"]}, "listed[1]"),
    ],
)
def test_a_list_is_of_participants_and_goes_with_listed(condition: dict[str, Any], field: str) -> None:
    call = CallCombat(actor="pell", against="tor")
    play = Play("pell", newcomer("tor", QUI=20), "ash", call=call).send(StartRound())
    sent: dict[str, Any] = {"action": "defer", "weapon": "rifle", "condition": {"event": "steps", **condition}}
    play.refused(declare("pell", **sent), "TK-DEFER-3", f"command.condition.{field}")


@pytest.mark.rule("TK-DEFER-4")
@pytest.mark.parametrize(
    ("who", "listed"),
    [
        ("present_enemies", ("foe", "sable")),
        ("present_others", ("friend", "foe", "sable")),
        ("anyone", ()),
    ],
)
def test_who_is_present_becomes_a_fixed_list(who: str, listed: tuple[str, ...]) -> None:
    friend, foe = newcomer("friend", side="blue"), newcomer("foe", side="red")
    play = waiting(PELL, defer("rifle", "steps", who), friend, foe).until(15)
    play.send(newcomer("new_foe", side="red"))
    declared = play["pell"].turn.declared
    assert declared is not None
    assert declared.condition is not None
    assert (declared.condition.who, declared.condition.listed) == (who, listed)


@pytest.mark.rule("TK-DEFER-4")
@pytest.mark.parametrize(("before", "counts"), [(True, False), (False, True)])
def test_newcomers_are_those_who_take_part_later_than_it_was_declared(before: bool, counts: bool) -> None:
    """A bystander and somebody who joins, in the midst of the declarations, before or after Pell's."""
    call = CallCombat(actor="pell", against="sable")
    play = Play("pell", "sable", newcomer("by", at=(9, 0)), call=call).send(DOOR, StartRound())
    later = (DrawIn(combatant="by"), newcomer("new", at=(9, 0)))
    declared = declare("pell", **defer("rifle", "enters_area", "newcomers", area="door"))
    play.send(*((*later, declared) if before else (declared, *later)))
    play.declared = {"sable": EVADE}
    play.declare_on().until(9).send(put("by", 6), put("new", 6))
    assert met(play) == ([(9, "opening", "by")] if counts else [])
    assert play.wounds("by") == ([(9, 9)] if counts else [])


@pytest.mark.rule("TK-DEFER-4")
def test_the_deferrer_never_meets_its_own() -> None:
    moving = ["attack", "evade", "other", "defer"]
    play = waiting("pell", defer("rifle", "steps"), walker(), plans={"pell": going((0, 1))}, moving_actions=moving)
    assert play.until(12).steps("pell") == [13]
    play = waiting("pell", defer("rifle", "enters_area", area="door"), walker(), first=(DOOR,)).until(12)
    play.send(put("pell", 6))
    assert met(play) == []
    play.send(put("ash", 6))
    assert met(play) == [(12, "opening", "ash")]


# A change, and not a state


def in_front(event: str, at: tuple[int, int], **condition: Any) -> Play:
    """Ash, who is where it counts to come to, when Iris declares."""
    declared = defer("sword", event, **condition)
    return waiting("iris", declared, walker(at=at), first=(DOOR,), doing={"ash": MOVE}).until(12)


@pytest.mark.rule("TK-DEFER-6", "TK-RUL-27")
@pytest.mark.parametrize(("event", "x"), [("enters_area", 6), ("enters_reach", 2)])
def test_who_is_there_already_must_leave_and_come_again(event: str, x: int) -> None:
    play = in_front(event, (x, 0), **(AT_THE_DOOR if event == "enters_area" else {}))
    play.send(plan("ash", **going((x, 1), (x + 1, 1), (x + 1, 0), (x, 0)))).until(10)
    assert (play.at("ash"), met(play)) == ((x, 1), []), "from one square of it to another"
    assert met(play.until(4)) == [], "and out of it"
    assert met(play.until(2)) == [(3, "first_steps", "ash")]


@pytest.mark.rule("TK-DEFER-6", "TK-RUL-27")
def test_who_is_seen_already_must_be_lost_and_seen_again() -> None:
    play = waiting("pell", defer("rifle", "enters_sight"), walker()).until(10).send(pell_sees("ash", True))
    assert met(play) == []
    play.send(pell_sees("ash", False)).until(9)
    assert met(play) == []
    play.send(pell_sees("ash", True))
    assert met(play) == [(9, "opening", "ash")]


@pytest.mark.rule("TK-DEFER-6")
def test_a_round_without_a_change_passes() -> None:
    for event, condition in (("enters_sight", {}), ("enters_reach", {}), ("enters_area", AT_THE_DOOR)):
        play = waiting("iris", defer("sword", event, **condition), walker(at=(1, 0)), first=(DOOR,))
        assert met(play.end()) == []


@pytest.mark.rule("TK-DEFER-6", "TK-RUL-27")
def test_what_happens_before_the_resolution_does_not_count() -> None:
    play = Play("pell", walker(), "sable").send(DOOR, StartRound(), pell_sees("ash", False)).declare_on(13)
    play.send(declare("pell", **defer("rifle", "enters_area", area="door")))
    play.send(put("ash", 6), pell_sees("ash", True))
    play.declared = {"sable": EVADE}
    play.declare_on().until(12)
    assert met(play) == []
    play.send(put("ash", 7), put("ash", 6))
    assert met(play) == [(12, "opening", "ash")]


@pytest.mark.rule("TK-DEFER-6")
@pytest.mark.parametrize(
    ("event", "at", "counts"),
    [
        ("enters_reach", (2, 0), True),
        ("enters_reach", (3, 0), False),
        ("enters_sight", (9, 9), True),
        ("enters_area", (6, 1), True),
        ("enters_area", (7, 0), False),
        ("steps", (1, 0), False),
    ],
)
@pytest.mark.parametrize("drawn", [True, False])
def test_a_newcomer_enters_where_it_arrives(event: str, at: tuple[int, int], counts: bool, drawn: bool) -> None:
    condition = AT_THE_DOOR if event == "enters_area" else {}
    call = CallCombat(actor="iris", against="sable")
    others = [newcomer("ash", at=at)] if drawn else []
    play = Play("iris", "sable", *others, call=call).send(DOOR)
    play.round(iris=defer("sword", event, **condition), sable=EVADE).until(10)
    play.send(DrawIn(combatant="ash") if drawn else newcomer("ash", at=at))
    assert met(play) == ([(10, "opening", "ash")] if counts else [])


@pytest.mark.rule("TK-DEFER-6")
def test_an_unseen_newcomer_is_not_seen() -> None:
    call = CallCombat(actor="pell", against="sable")
    play = Play("pell", "sable", newcomer("ash", at=(5, 0)), call=call).send(pell_sees("ash", False))
    play.round(pell=defer("rifle", "enters_sight"), sable=EVADE).until(10).send(DrawIn(combatant="ash"))
    assert met(play) == []


MOVING = ["attack", "evade", "other", "defer"]


@pytest.mark.rule("TK-DEFER-6")
@pytest.mark.parametrize(("moves", "counts"), [((1, 0), True), ((0, 1), False), ((-1, 0), False)])
def test_whoever_of_the_two_has_moved(moves: tuple[int, int], counts: bool) -> None:
    iris = newcomer("iris", QUI=12)
    play = waiting(
        iris,
        defer("sword", "enters_reach"),
        walker(at=(3, 0)),
        plans={"iris": going(moves)},
        moving_actions=MOVING,
    )
    assert met(play.until(11)) == ([(12, "first_steps", "ash")] if counts else [])


@pytest.mark.rule("TK-DEFER-6")
@pytest.mark.parametrize(("back", "ticks"), [((-1, 0), []), ((0, 1), [12])])
def test_all_steps_of_a_stage_are_one_change(back: tuple[int, int], ticks: list[int]) -> None:
    """Ash comes nearer while Iris goes back: the distance is what it was."""
    plans = {"iris": going(back), "ash": going((2, 0))}
    play = waiting(
        newcomer("iris", QUI=12),
        defer("sword", "enters_reach"),
        walker(at=(3, 0)),
        plans=plans,
        doing={"ash": MOVE},
        moving_actions=MOVING,
    )
    assert [tick for tick, *_ in met(play.until(11))] == ticks


@pytest.mark.rule("TK-DEFER-6")
def test_each_change_of_the_narrators_is_looked_at_for_itself() -> None:
    play = Play("pell", walker(), "sable").send(DOOR, StartRound(), put("ash", 6, at=8), put("ash", 9, at=8))
    play.declared = {"pell": defer("rifle", "enters_area", area="door"), "sable": EVADE}
    play.declare_on().until(8)
    assert met(play) == [(8, "opening", "ash")]
    assert (play.at("ash"), play.strikes("pell")) == ((9, 0), [(8, 9)])


@pytest.mark.rule("TK-DEFER-6")
def test_who_is_put_into_reach_has_come_into_it() -> None:
    play = waiting("iris", defer("sword", "enters_reach"), walker()).until(10).send(put("ash", 2))
    assert (met(play), play.strikes("iris")) == ([(10, "opening", "ash")], [(10, 8)])


@pytest.mark.rule("TK-DEFER-6")
def test_to_be_put_on_another_square_is_no_step() -> None:
    """At once, and on a later tick."""
    play = waiting("pell", defer("rifle", "steps"), walker(), doing={"ash": MOVE}).until(11)
    play.send(put("ash", 7, at=10)).until(10).send(put("ash", 6))
    assert (play.at("ash"), met(play)) == ((6, 0), [])
    play.until(9).send(act("ash", step=(5, 0))).until(8)
    assert met(play) == [(9, "first_steps", "ash")]


@pytest.mark.rule("TK-DEFER-6")
def test_an_area_that_is_drawn_around_somebody_brings_nobody_in() -> None:
    play = waiting("pell", defer("rifle", "enters_area", area="door"), walker(), first=(DOOR,), doing={"ash": MOVE})
    wider = DefineArea(name="door", squares=tuple([SquareSheet(x=x) for x in range(4, 7)]))
    play.until(12).send(wider)
    assert met(play) == []
    play.send(act("ash", step=(4, 0))).until(10)
    assert met(play) == [], "from one of its squares to another"
    play.until(9).send(act("ash", step=(3, 0))).until(6).send(act("ash", step=(4, 0))).until(5)
    assert met(play) == [(6, "first_steps", "ash")]


@pytest.mark.rule("TK-DEFER-6", "TK-RUL-27")
def test_what_happened_in_the_round_before_does_not_count() -> None:
    plans = {"ash": going((4, 0))}
    play = waiting("pell", {"action": "other", "kind": "nothing"}, walker(), plans=plans, doing={"ash": MOVE}).end()
    assert play.steps("ash") == [12]
    play.round(pell=defer("rifle", "steps"), sable=EVADE).end()
    assert met(play) == []
    play.round({"ash": going((3, 0))}, pell=defer("rifle", "steps"), ash=MOVE, sable=EVADE).end()
    assert met(play) == [(12, "first_steps", "ash")]
