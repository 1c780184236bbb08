"""What a deferred attack may wait for: each event of the vocabulary, and what does not count as one (TK-DEFER-2)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.counting.steps import StoodUp
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.trials import SetDifficulty
from tests.rules.ticks.builders import (
    DOOR,
    EVADE,
    MOVE,
    STRIKING,
    Play,
    attack,
    defer,
    going,
    met,
    pell_sees,
    put,
    waiting,
    walker,
)
from tests.rules.ticks.specification import act, declare, newcomer

WEST = going((4, 0), (3, 0), (2, 0), (1, 0))


def other(kind: str, **fields: Any) -> dict[str, Any]:
    return {"action": "other", "kind": kind, **fields}


def trick(weapon: str) -> dict[str, Any]:
    return {"action": "attack", "weapon": weapon, "manoeuvres": ["trick_shot"], "trick": "the lamp"}


# What is declared


def about_to_defer(**sheet: Any) -> Play:
    things = [{"key": "rifle", "place": "carried"}, {"key": "knife"}, {"key": "pistol"}]
    play = Play(newcomer("pell", things=things, **sheet), newcomer("tor", QUI=20))
    return play.send(DOOR, StartRound()).declare_on(13)


@pytest.mark.rule("TK-DEFER-1")
@pytest.mark.parametrize(
    ("declared", "rule", "field"),
    [
        (defer("rifle", "steps"), "TK-DECL-13", "weapon"),
        ({"action": "defer", "weapon": "knife"}, "TK-DECL-12", "condition"),
        ({"action": "defer", "condition": {"event": "steps"}}, "TK-DECL-12", "weapon"),
        ({**defer("knife", "steps"), "target": "tor"}, "TK-DECL-12", "target"),
        ({**defer("knife", "steps"), "mode": "ranged"}, "TK-ATK-7", "mode"),
    ],
)
def test_it_names_a_weapon_in_hand_and_a_condition(declared: dict[str, Any], rule: str, field: str) -> None:
    about_to_defer().refused(declare("pell", **declared), rule, f"command.{field}")


@pytest.mark.rule("TK-DEFER-1")
@pytest.mark.parametrize(
    ("weapon", "mode", "used"),
    [("knife", None, "melee"), ("knife", "melee", "melee"), ("knife", "thrown", "thrown"), ("pistol", None, "ranged")],
)
def test_it_names_the_mode_of_the_weapon(weapon: str, mode: str | None, used: str) -> None:
    play = about_to_defer().send(declare("pell", **defer(weapon, "steps"), mode=mode))
    declared = play["pell"].turn.declared
    assert declared is not None
    assert (declared.weapon, declared.mode) == (f"pell.{weapon}", used)


@pytest.mark.rule("TK-DEFER-1")
def test_the_one_who_meets_it_is_attacked_and_nobody_else() -> None:
    lena = newcomer("lena", at=(1, 0))
    play = waiting("pell", defer("rifle", "steps"), lena, walker(), plans={"ash": WEST}, doing={"ash": MOVE}).end()
    assert met(play)[0] == (12, "first_steps", "ash")
    assert (play.wounds("ash"), play.wounds("lena")) == ([(12, 9)], [])


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(
    ("condition", "field"),
    [
        ({"event": "enters_area", "area": "window"}, "area"),
        ({"event": "enters_area"}, "area"),
        ({"event": "steps", "area": "door"}, "area"),
        ({"event": "enters_sight", "victims": ["tor"]}, "victims"),
        ({"event": "fires", "victims": ["tor"]}, "victims"),
        ({"event": "narrated"}, "text"),
        ({"event": "draws", "text": "a sword"}, "text"),
        ({"event": "enters_reach"}, "event"),
    ],
)
def test_each_event_has_what_belongs_to_it(condition: dict[str, Any], field: str) -> None:
    declared: dict[str, Any] = {"action": "defer", "weapon": "pistol", "condition": condition}
    about_to_defer().refused(declare("pell", **declared), "TK-DEFER-2", f"command.condition.{field}")


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(("mode", "accepted"), [("melee", True), ("thrown", False)])
def test_reach_is_that_of_a_blow(mode: str, accepted: bool) -> None:
    play, declared = about_to_defer(), declare("pell", **defer("knife", "enters_reach"), mode=mode)
    if accepted:
        play.send(declared)
    else:
        play.refused(declared, "TK-DEFER-2", "command.condition.event")


@pytest.mark.rule("TK-DEFER-2")
def test_victims_that_are_nobody() -> None:
    play = about_to_defer()
    play.spec.when(declare("pell", **defer("knife", "attacks", victims=["tor", "nobody"]))).refused(None, "invalid")
    refusal = play.spec.refusal
    assert refusal is not None
    assert refusal.field == "command.condition.victims[1]"


# Coming into reach, sight and areas; stepping


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(("weapon", "tick"), [("hatchet", 3), ("sword", 6), ("unarmed", 3)])
def test_who_comes_into_reach_of_the_weapon(weapon: str, tick: int) -> None:
    hanna = newcomer("hanna", QUI=14, things=[{"key": "hatchet"}, {"key": "sword"}])
    play = waiting(hanna, defer(weapon, "enters_reach"), walker(), plans={"ash": WEST}, doing={"ash": MOVE}).end()
    assert met(play) == [(tick, "first_steps", "ash")]
    assert [struck for struck, _ in play.strikes("hanna")] == [tick]


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(("observer", "target", "seen"), [("pell", "ash", True), ("ash", "pell", False)])
def test_whom_the_deferrer_comes_to_see(observer: str, target: str, seen: bool) -> None:
    unseen = [pell_sees("ash", False), pell_sees("pell", False, observer="ash")]
    play = waiting("pell", defer("rifle", "enters_sight"), walker(), first=tuple(unseen)).until(9)
    play.send(pell_sees(target, True, observer=observer))
    assert met(play) == ([(9, "opening", "ash")] if seen else [])


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(
    ("squares", "ticks"), [([(6, 0), (7, 0)], [12]), ([(5, 1), (6, 1)], [9]), ([(5, 1), (5, 2)], [])]
)
def test_who_comes_into_the_area(squares: list[tuple[int, int]], ticks: list[int]) -> None:
    condition = defer("rifle", "enters_area", area="door")
    play = waiting("pell", condition, walker(), plans={"ash": going(*squares)}, doing={"ash": MOVE}, first=(DOOR,))
    assert met(play.end()) == [(tick, "first_steps", "ash") for tick in ticks]


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(("when", "stage"), [("before", "first_steps"), ("after", "last_steps")])
def test_who_steps(when: str, stage: str) -> None:
    walking = going((4, 0), when=when)
    play = waiting("pell", defer("rifle", "steps"), walker(), plans={"ash": walking}, doing={"ash": MOVE}).until(11)
    assert met(play) == [(12, stage, "ash")]


@pytest.mark.rule("TK-DEFER-2")
def test_who_is_put_somewhere_or_stands_up_takes_no_step() -> None:
    ash = walker(prone=True)
    play = waiting("pell", defer("rifle", "steps"), ash, doing={"ash": MOVE}, stand_up="step").until(12)
    play.send(act("ash", stand=True), put("ash", 4)).until(11)
    assert play.ticks(StoodUp, "ash") == [12]
    assert met(play) == []
    play.until(9).send(act("ash", step=(3, 0))).until(8)
    assert met(play) == [(9, "first_steps", "ash")]


# Strikes, shots, draws


def waiting_for_others(**condition: Any) -> Play:
    """Pell, who has to declare; Tor is about to strike at Lena, who is beside him."""
    people = (newcomer("tor", at=(8, 0)), newcomer("lena", at=(9, 0)))
    plans = {"tor": STRIKING}
    doing = {"tor": attack("lena", "baseball_bat")}
    return waiting("pell", defer("rifle", "attacks", **condition), *people, plans=plans, doing=doing).until(7)


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize("condition", [{}, {"victims": ["lena"]}, {"victims": ["pell", "lena"]}])
def test_whoever_attacks_these(condition: dict[str, Any]) -> None:
    play = waiting_for_others(**condition)
    assert met(play) == [(8, "strikes", "tor")]
    assert play.strikes("pell") == [(8, 9)]


@pytest.mark.rule("TK-DEFER-2")
def test_attacks_on_others_do_not_count() -> None:
    assert waiting_for_others(victims=["pell"]).strikes("pell") == []


def seen_to(event: str, declared: dict[str, Any], **condition: Any) -> Play:
    """Ash makes a strike on tick 12, on Lena or at nobody."""
    ash = walker(things=[{"key": "knife"}, {"key": "pistol"}], at=(8, 0))
    lena = newcomer("lena", at=(9, 0))
    play = Play("pell", ash, lena, "sable").send(StartRound())
    play.declared = {"pell": defer("rifle", event, **condition), "ash": declared, "sable": EVADE}
    play.declare_on()
    if play.fight.phase == "declaration":
        play.send(SetDifficulty(difficulty=5)).declare_on()
    play.until(12).send(act("ash", strike=True))
    return play.until(11)


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(
    ("declared", "attacks", "fires"),
    [
        (attack("lena", "knife", mode="melee"), True, False),
        (attack("lena", "knife", mode="thrown"), True, True),
        (attack("lena", "pistol"), True, True),
        (attack("lena", "knife", "trip", mode="melee"), True, False),
        ({"action": "aim", "weapon": "pistol", "target": "lena"}, True, True),
        (trick("pistol"), True, True),
        (trick("knife"), True, False),
    ],
)
def test_any_strike_attacks_and_a_shot_or_a_throw_fires(declared: dict[str, Any], attacks: bool, fires: bool) -> None:
    for event, counts in (("attacks", attacks), ("fires", fires), ("steps", False), ("draws", False)):
        assert met(seen_to(event, declared)) == ([(12, "strikes", "ash")] if counts else []), event


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(("declared", "counts"), [(trick("pistol"), False), (attack("lena", "pistol"), True)])
def test_a_trick_has_no_victim(declared: dict[str, Any], counts: bool) -> None:
    assert bool(met(seen_to("attacks", declared, victims=["lena", "ash", "pell"]))) is counts


@pytest.mark.rule("TK-DEFER-2")
def test_a_strike_that_lapses_is_none() -> None:
    doing = {"ash": attack("lena", "unarmed")}
    play = waiting("pell", defer("rifle", "attacks"), walker(), newcomer("lena", at=(9, 0)), doing=doing).until(12)
    play.send(act("ash", strike=True)).until(11)
    assert (play.lapses("ash"), met(play)) == ([(12, "strike")], [])


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize("event", ["attacks", "fires"])
def test_a_deferred_strike_is_one(event: str) -> None:
    """Bruno shoots whoever steps, and Pell whoever shoots."""
    bruno = newcomer("bruno", QUI=14, things=[{"key": "pistol"}], at=(3, 0))
    doing = {"ash": MOVE, "bruno": defer("pistol", "steps", "listed", listed=["ash"])}
    play = waiting("pell", defer("rifle", event), bruno, walker(), plans={"ash": WEST}, doing=doing).until(11)
    assert met(play)[:2] == [(12, "first_steps", "ash"), (12, "first_steps", "bruno")]
    assert (play.wounds("ash"), play.wounds("bruno")) == ([(12, 6)], [(12, 6)])


ARMS = [{"key": "hatchet", "place": "carried"}, {"key": "shield", "place": "carried"}, {"key": "knife"}]


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize(
    ("declared", "deed", "counts"),
    [
        (other("draw", item="hatchet"), True, True),
        (other("draw", item="shield"), True, False),
        (other("stow", item="knife"), True, False),
        (other("pick_up", item="ash.sword"), True, True),
        (other("pick_up", item="other.shield"), True, False),
        (EVADE, {"kind": "draw", "item": "hatchet"}, True),
        (EVADE, {"kind": "pick_up", "item": "ash.sword"}, True),
        (EVADE, {"kind": "draw", "item": "shield"}, False),
        (EVADE, {"kind": "narrated", "text": "draws breath"}, False),
    ],
)
def test_a_weapon_that_comes_to_hand_is_drawn(declared: dict[str, Any], deed: Any, counts: bool) -> None:
    ash = walker(things=[*ARMS, {"key": "sword", "place": "carried"}])
    lying = newcomer("other", things=[{"key": "shield"}], at=(5, 0))
    drops = (Drop(actor="ash", item="sword"), Drop(actor="other", item="shield"))
    play = waiting("pell", defer("rifle", "draws"), ash, lying, doing={"ash": declared}, first=drops).until(12)
    play.send(act("ash", deed=deed)).until(11)
    assert met(play) == ([(12, "deeds", "ash")] if counts else [])
    assert not play.lapses("ash")


@pytest.mark.rule("TK-DEFER-2")
def test_a_quick_draw_draws() -> None:
    ash = walker(things=ARMS[:1], skills={"melee": 3})
    doing = {"ash": attack("lena", "hatchet", "quick_draw_melee")}
    play = waiting("pell", defer("rifle", "draws"), ash, newcomer("lena", at=(9, 0)), doing=doing).until(6)
    assert met(play) == [(7, "opening", "ash")]
    assert play.strikes("pell") == [(7, 9)]
