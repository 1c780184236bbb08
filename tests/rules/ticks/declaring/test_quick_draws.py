"""Weapons that are drawn quickly, and shots on the run."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.ticks.chapters.counting.count_down import TickCalled
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import Drew
from tests.rules.ticks.builders import (
    EVADE,
    STAFF,
    STRIKING,
    Declared,
    Play,
    ash,
    attack,
    birch,
    carried,
    going,
    on_birch,
    to_declare,
)
from tests.rules.ticks.specification import act, declare, hold, newcomer

MANOEUVRES, REQUIREMENTS = "command.manoeuvres", "command.luck.requirements"
EVADER = newcomer("cedar", QUI=30, skills={"evade": 1}, at=(0, 9))
"""Somebody who is asked on every tick."""
MELEE, SHOT, THROW = ("sword", "quick_draw_melee"), ("pistol", "quick_draw_ranged"), ("hatchet", "quick_draw_ranged")


def drawing(one: tuple[str, str], **fields: Any) -> Declared:
    """An attack with a weapon that is drawn for it."""
    weapon, manoeuvre = one
    return on_birch(weapon, manoeuvre, mode="thrown" if one == THROW else None, **fields)


def armed(one: tuple[str, str], *others: Any, **changes: Any) -> Join:
    """Ash, who carries that weapon."""
    return ash(*others, carried(one[0]), **changes)


# What they require


LEVELS = [
    pytest.param(MELEE, "melee", "TK-QD-1", marks=pytest.mark.rule("TK-QD-1")),
    pytest.param(SHOT, "handgun", "TK-QD-3", marks=pytest.mark.rule("TK-QD-3")),
    pytest.param(THROW, "thrown", "TK-QD-3", marks=pytest.mark.rule("TK-QD-3")),
]


@pytest.mark.parametrize(("one", "skill", "rule"), LEVELS)
@pytest.mark.parametrize(("level", "luck"), [(0, 3), (2, 1), (3, 0), (5, 0)])
def test_a_quick_draw_takes_level_3(one: tuple[str, str], skill: str, rule: str, level: int, luck: int) -> None:
    skills = {**dict.fromkeys(("melee", "handgun", "thrown", "unarmed"), 3 - level % 3), skill: level}
    play = to_declare(armed(one, skills=skills), birch())
    if luck:
        play.refused(declare("ash", **drawing(one, requirements=luck - 1)), rule, REQUIREMENTS)
    play.refused(declare("ash", **drawing(one, requirements=luck + 1)), "TK-DECL-14", "command.luck")
    play.send(declare("ash", **drawing(one, requirements=luck)))
    assert play["ash"].luck == 20 - luck


DART = {"key": "dart", "kind": "melee", "base": 1, "skill": "melee", "throwable": True, "quick_draw": ["ranged"]}
AXE = {"key": "axe", "kind": "melee", "base": 4, "skill": "melee", "throwable": True, "quick_draw": ["melee"]}
UNFIT: list[Any] = [
    pytest.param(STAFF, "quick_draw_melee", None, "TK-QD-1", id="staff", marks=pytest.mark.rule("TK-QD-1")),
    pytest.param(DART, "quick_draw_melee", None, "TK-QD-1", id="dart", marks=pytest.mark.rule("TK-QD-1")),
    *[
        pytest.param({"key": key}, "quick_draw_ranged", None, "TK-QD-3", id=key, marks=pytest.mark.rule("TK-QD-3"))
        for key in ("rifle", "shotgun", "automatic_weapon", "bow")
    ],
    pytest.param(AXE, "quick_draw_ranged", "thrown", "TK-QD-3", id="axe", marks=pytest.mark.rule("TK-QD-3")),
]
"""Weapons that cannot be drawn so, whatever one can do with them."""


@pytest.mark.parametrize(("thing", "manoeuvre", "mode", "rule"), UNFIT)
def test_weapons_that_no_quick_draw_is_for(thing: Any, manoeuvre: str, mode: str | None, rule: str) -> None:
    skills = dict.fromkeys(("staff", "melee", "longarm", "archery", "thrown"), 5)
    play = to_declare(ash({**thing, "place": "carried"}, skills=skills), birch())
    play.refused(declare("ash", **on_birch(thing["key"], manoeuvre, mode=mode)), rule, MANOEUVRES)


@pytest.mark.rule("TK-QD-1", "TK-QD-3")
@pytest.mark.parametrize(("thing", "manoeuvre"), [(AXE, "quick_draw_melee"), (DART, "quick_draw_ranged")])
def test_weapons_that_one_is_for(thing: Any, manoeuvre: str) -> None:
    mode = "thrown" if manoeuvre == "quick_draw_ranged" else None
    to_declare(ash({**thing, "place": "carried"}), birch()).send(
        declare("ash", **on_birch(thing["key"], manoeuvre, mode=mode))
    )


# When they come


COMES = [
    pytest.param(MELEE, 12, 10, marks=pytest.mark.rule("TK-QD-2", "TK-RUL-37")),
    pytest.param(SHOT, 6, 5, marks=pytest.mark.rule("TK-QD-4", "TK-RUL-37")),
    pytest.param(THROW, 6, 5, marks=pytest.mark.rule("TK-QD-4", "TK-RUL-37")),
]
"""A draw of Ash (start 15), the last tick before it on which a step is due, and when it comes."""


@pytest.mark.parametrize(("one", "before", "first"), COMES)
@pytest.mark.parametrize("luck", [0, 2])
@pytest.mark.parametrize("later", [0, 1, 4])
def test_when_a_weapon_is_drawn_and_may_strike(
    one: tuple[str, str], before: int, first: int, luck: int, later: int
) -> None:
    play = Play(armed(one), birch(), EVADER).round(ash=drawing(one, quickness=luck), cedar=EVADE)
    play.until(before + luck)
    play.refused(act("ash", strike=True), "TK-ATK-2", "command.strike")
    thing = f"ash.{one[0]}"
    play.until(first + luck + 1)
    assert not play["ash"].things[thing].ready
    play.until(first + luck)
    assert play["ash"].things[thing].ready, "in the opening of the tick, before anybody acts"
    assert play.ticks(Drew, "ash") == [first + luck]
    play.until(first + luck - later).send(act("ash", strike=True), hold("cedar"))
    assert [tick for tick, _ in play.strikes("ash")] == [first + luck - later], "on that tick or any lower one"


@pytest.mark.parametrize(
    ("one", "least"),
    [
        pytest.param(MELEE, 6, marks=pytest.mark.rule("TK-QD-6", "TK-QD-2")),
        pytest.param(SHOT, 11, marks=pytest.mark.rule("TK-QD-6", "TK-QD-4")),
        pytest.param(THROW, 11, marks=pytest.mark.rule("TK-QD-6", "TK-QD-4")),
    ],
)
def test_a_draw_that_would_come_below_the_first_tick(one: tuple[str, str], least: int) -> None:
    play = to_declare(armed(one, QUI=least - 1), birch(QUI=25), tick=least - 1)
    play.refused(declare("ash", **drawing(one)), "TK-QD-6", MANOEUVRES)
    play.send(declare("ash", **drawing(one, quickness=1))).declare_on()
    assert play.until(1).ticks(Drew, "ash") == [1]
    play.send(act("ash", strike=True))
    assert [tick for tick, _ in play.strikes("ash")] == [1]

    play = to_declare(armed(one, QUI=least), birch(QUI=25), tick=least).send(declare("ash", **drawing(one)))
    assert play.declare_on().until(1).ticks(Drew, "ash") == [1]


# Steps, and the tick of the declaration


@pytest.mark.rule("TK-QD-5")
@pytest.mark.parametrize(
    ("one", "steps", "strike"),
    [(MELEE, [15, 12, 9, 6, 3], 10), (SHOT, [15, 12, 9, 6], 5), (THROW, [15, 12, 9, 6], 5)],
)
def test_steps_begin_at_the_start(one: tuple[str, str], steps: list[int], strike: int) -> None:
    play = to_declare(armed(one), birch(at=(0, 0)))
    assert play.fight.tick == 15, "declared on the plain quickness"
    back_and_forth = [(0, 1), (0, 0), (0, 1), (0, 0), (0, 1)]
    play.declared = {"ash": drawing(one)}
    play.plans = {"ash": going(*back_and_forth, **STRIKING)}
    play.declare_on().end()
    assert play.steps("ash") == steps, "a shot ends them"
    assert [tick for tick, _ in play.strikes("ash")] == [strike]


@pytest.mark.rule("TK-QD-5")
def test_luck_on_quickness_moves_the_steps_and_the_draw_and_not_the_declaration() -> None:
    play = to_declare(armed(MELEE), birch(at=(0, 0)))
    play.send(declare("ash", **drawing(MELEE, quickness=1))).declare_on()
    assert play.fight.tick == 16
    play.send(act("ash", step=(0, 1))).until(11)
    assert (play.steps("ash"), play.ticks(Drew, "ash")) == ([16], [11])


# Hands


@pytest.mark.rule("TK-QD-7")
@pytest.mark.parametrize(
    ("ready", "one"),
    [
        (("nightstick", "hatchet"), MELEE),
        (("shield", "nightstick"), MELEE),
        (("rifle",), SHOT),
        (("nightstick",), ("baseball_bat", "quick_draw_melee")),
    ],
)
def test_hands_are_free_when_declaring(ready: tuple[str, ...], one: tuple[str, str]) -> None:
    play = to_declare(armed(one, *ready), birch())
    play.refused(declare("ash", **drawing(one)), "TK-QD-7", MANOEUVRES)
    play.send(Drop(actor="ash", item=ready[0]), declare("ash", **drawing(one)))
    assert play["ash"].turn.declared is not None


@pytest.mark.rule("TK-QD-7")
@pytest.mark.parametrize(
    ("ready", "one"), [(("shield",), MELEE), (("nightstick",), SHOT), ((), ("baseball_bat", "quick_draw_melee"))]
)
def test_one_free_hand_is_enough_for_one_hand(ready: tuple[str, ...], one: tuple[str, str]) -> None:
    play = to_declare(armed(one, *ready), birch()).send(declare("ash", **drawing(one)))
    assert play["ash"].turn.declared is not None


# Drawn without a strike


@pytest.mark.rule("TK-QD-8")
def test_the_weapon_is_drawn_even_if_no_strike_follows() -> None:
    play = Play(armed(MELEE), birch(at=(9, 0))).round(ash=drawing(MELEE)).send(hold("ash"))
    assert play.fight.phase == "between"
    assert (play.ticks(Drew, "ash"), play.strikes("ash")) == ([10], [])
    assert play["ash"].things["ash.sword"].ready
    play.send(StartRound()).declare_on(15)
    play.refused(declare("ash", **drawing(MELEE)), "TK-QD-8", MANOEUVRES)
    play.send(declare("ash", **attack("birch", "sword"))).declare_on()
    assert play.fight.tick == 15


@pytest.mark.rule("TK-QD-8")
@pytest.mark.parametrize(
    ("weapon", "manoeuvre", "mode"),
    [
        ("sword", "quick_draw_melee", None),
        ("unarmed", "quick_draw_melee", None),
        ("pistol", "quick_draw_ranged", None),
        ("hatchet", "quick_draw_ranged", "thrown"),
    ],
)
def test_what_is_ready_is_not_drawn(weapon: str, manoeuvre: str, mode: str | None) -> None:
    play = to_declare(ash("pistol" if weapon == "unarmed" else weapon), birch())
    play.refused(declare("ash", **on_birch(weapon, manoeuvre, mode=mode)), "TK-QD-8", MANOEUVRES)


@pytest.mark.rule("TK-QD-8", "TK-RES-8")
def test_a_weapon_that_was_let_go_is_not_drawn_and_calls_no_ticks() -> None:
    play = Play(armed(MELEE), birch()).round(ash=drawing(MELEE)).send(Drop(actor="ash", item="sword"))
    play.send(hold("ash"))
    assert play.ticks(Drew, "ash") == []
    assert [event.tick for _, event in play.log if isinstance(event, TickCalled)][-1] == 15
    assert "ash.sword" in play.fight.ground


@pytest.mark.rule("TK-QD-2", "TK-RES-14")
def test_who_has_fainted_draws_nothing() -> None:
    play = Play(armed(MELEE), birch(), EVADER).round(ash=drawing(MELEE), cedar=EVADE).until(11)
    play.send(Faint(actor="ash")).end()
    assert (play.ticks(Drew, "ash"), play["ash"].things["ash.sword"].ready) == ([], False)


# Run and gun


@pytest.mark.rule("TK-RG-1")
@pytest.mark.parametrize(("weapon", "skill"), [("pistol", "handgun"), ("hatchet", "thrown"), ("bow", "archery")])
@pytest.mark.parametrize(("level", "luck"), [(0, 4), (3, 1), (4, 0), (5, 0)])
def test_run_and_gun_takes_level_4(weapon: str, skill: str, level: int, luck: int) -> None:
    others = dict.fromkeys(("handgun", "thrown", "archery", "melee"), 5 if luck else 0)
    play = to_declare(ash(weapon, skills={**others, skill: level}), birch())
    mode = "thrown" if weapon == "hatchet" else None
    if luck:
        short = on_birch(weapon, "run_and_gun", mode=mode, requirements=luck - 1)
        play.refused(declare("ash", **short), "TK-RG-1", REQUIREMENTS)
    play.send(declare("ash", **on_birch(weapon, "run_and_gun", mode=mode, requirements=luck)))
    assert play["ash"].luck == 20 - luck


@pytest.mark.rule("TK-RG-2")
@pytest.mark.parametrize("weapon", ["pistol", "hatchet"])
def test_who_runs_and_guns_steps_on_after_the_shot(weapon: str) -> None:
    mode = "thrown" if weapon == "hatchet" else None
    play = Play(ash(weapon), birch()).round(ash=on_birch(weapon, "run_and_gun", mode=mode)).until(12)
    play.send(act("ash", strike=True, after=(0, 1))).until(9)
    assert (play.steps("ash"), [tick for tick, _ in play.strikes("ash")]) == ([12], [12])
    play.send(act("ash", step=(0, 2))).until(6).send(act("ash", after=(0, 3))).until(3)
    play.send(act("ash", step=(0, 4)))
    assert (play.steps("ash"), play.tests("ash")) == ([12, 9, 6, 3], [])


@pytest.mark.rule("TK-RG-2")
def test_without_it_the_shot_ends_the_steps() -> None:
    play = Play(ash("pistol"), birch(), EVADER).round(ash=on_birch("pistol", "marksman"), cedar=EVADE).until(12)
    play.refused(act("ash", strike=True, after=(0, 1)), "TK-MOVE-6", "command.step.when")
    play.send(act("ash", step=(0, 1), strike=True), hold("cedar", 9)).until(9)
    assert [prompt.to for prompt in play.fight.prompts] == ["cedar"]


@pytest.mark.rule("TK-RG-2")
def test_the_steps_go_on_where_they_are_due_only() -> None:
    play = Play(ash("pistol"), birch()).round(
        {"ash": going(*[(0, y) for y in range(1, 9)], when="after", strike="from", tick=12)},
        ash=on_birch("pistol", "run_and_gun"),
    )
    assert (play.steps("ash"), [tick for tick, _ in play.strikes("ash")]) == ([15, 12, 9, 6, 3], [12])
