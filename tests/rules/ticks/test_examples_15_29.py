"""The worked examples of Ticks, 15 to 29: the order of things, and the actions."""

from typing import Any

import pytest

from domain.core_commands import Join
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.places import DeedDone, Dropped, Stepped
from domain.rulesets.ticks.events.rounds import DeclarationsRevealed, Declared, ResolutionStarted
from domain.rulesets.ticks.events.strikes import AimBegan, AimBroken, ConditionMet, Fell, HeldBack, Struck
from domain.speaker import Speaker
from tests.rules.ticks.playing import EVADE, MOVE, STRIKING, Play, attack, away, defer, going, toward
from tests.rules.ticks.specification import act, declare, hold, newcomer

DOOR = ask.DefineArea(name="door", squares=(ask.SquareSheet(x=6, y=0),))
EAST = going(*[(x, 0) for x in range(1, 30)])


def armour_of(play: Play, name: str) -> tuple[int, int]:
    """The ratings in force, ranged and melee."""
    armour = play[name].armour
    assert armour is not None
    return armour.against("ranged"), armour.against("melee")


def loaded(play: Play, name: str, weapon: str) -> int:
    return play[name].things[f"{name}.{weapon}"].loaded


def out_of_sight(observer: str, target: str, at: int, both: bool = True) -> ask.SetSight:
    return ask.SetSight(observer=observer, target=target, visible=False, both=both, at=at)


def in_sight(observer: str, target: str, at: int, both: bool = True) -> ask.SetSight:
    return ask.SetSight(observer=observer, target=target, visible=True, both=both, at=at)


# 15 to 20: the order of things


def six() -> Play:
    quickness = {"a": 3, "b": 5, "c": 12, "d": 12, "e": 20, "f": 24}
    return Play(*[newcomer(name, QUI=points) for name, points in quickness.items()])


def revealed(play: Play) -> list[tuple[int, tuple[str, ...]]]:
    return [(tick, tuple(fact.declarations)) for tick, fact in play.log if isinstance(fact, DeclarationsRevealed)]


@pytest.mark.rule("TK-EX-15")
def test_who_declares_when() -> None:
    play = six()
    moving = dict.fromkeys("abcdef", MOVE)
    play.round(dict.fromkeys("abcdef", EAST), **moving).end()
    assert revealed(play) == [(5, ("a", "b")), (12, ("c", "d")), (20, ("e", "f"))]
    assert [fact.highest for _, fact in play.log if isinstance(fact, ResolutionStarted)] == [24]
    assert play.steps("f") == [24, 21, 18, 15, 12, 9, 6, 3]
    assert play.steps("a") == [3]
    assert play.steps("e") == [20, 17, 14, 11, 8, 5, 2]


def on_tick(play: Play, tick: int) -> Play:
    """The count up, as soon as it has come to this tick."""
    play.send(ask.StartRound()).declare_on(tick)
    assert (play.fight.phase, play.fight.tick) == ("declaration", tick)
    return play


@pytest.mark.rule("TK-EX-15")
@pytest.mark.parametrize(("tick", "first", "second"), [(5, "a", "b"), (12, "c", "d"), (20, "e", "f")])
def test_declarations_of_a_tick_are_sealed_until_all_have_declared(tick: int, first: str, second: str) -> None:
    play = on_tick(six(), tick)
    assert '"move"' not in play.public(declare(first, **MOVE))
    assert "evade" in play.public(declare(second, **EVADE))
    shown = next(fact for at, fact in play.log if at == tick and isinstance(fact, DeclarationsRevealed))
    assert (shown.declarations[first].kind, shown.declarations[second].action) == ("move", "evade")


@pytest.mark.rule("TK-EX-15")
def test_a_view_shows_no_sealed_declaration() -> None:
    play = on_tick(six(), 12).send(declare("c", **MOVE))
    for name, seen in (("d", None), ("c", play["c"].turn.declared)):
        assert TICKS.seen_by(play.fight, Speaker("player", (name,))).people["c"].turn.declared == seen


@pytest.mark.rule("TK-EX-15")
def test_a_declaration_on_another_tick() -> None:
    on_tick(six(), 12).refused(declare("a", **MOVE), "TK-DECL-2")


@pytest.mark.rule("TK-EX-15")
def test_the_narrator_counts_on_before_somebody_has_declared() -> None:
    play = on_tick(six(), 12).send(declare("c", **MOVE), ask.Count())
    assert revealed(play)[-1] == (12, ("c", "d"))
    declared = play["d"].turn.declared
    assert declared is not None
    assert (declared.action, declared.kind) == ("other", "nothing")
    assert [fact.silent for _, fact in play.log if isinstance(fact, Declared) and fact.combatant == "d"] == [True]


@pytest.mark.rule("TK-EX-16")
@pytest.mark.parametrize(
    ("sheet", "luck", "steps"),
    [
        ({"skills": {"evade": 4}}, 0, list(range(22, 0, -1))),
        ({"skills": {"evade": 4}, "luck": 1}, 1, list(range(23, 0, -1))),
        ({}, 0, [18, 15, 12, 9, 6, 3]),
    ],
)
def test_above_twenty(sheet: dict[str, Any], luck: int, steps: list[int]) -> None:
    play = Play(newcomer("wren", QUI=18, **sheet), "other")
    play.round({"wren": EAST}, wren={**EVADE, "luck": {"quickness": luck}})
    assert play.ticks(Declared, "wren") == [18]
    assert play.fight.phase == "between"
    assert play.steps("wren") == steps
    assert [fact.highest for _, fact in play.log if isinstance(fact, ResolutionStarted)] == steps[:1]
    assert play["wren"].luck == 0


@pytest.mark.rule("TK-EX-17")
def test_luck_on_quickness_shifts_the_pattern() -> None:
    play = Play(newcomer("wren", QUI=16, luck=1), "other")
    play.round({"wren": EAST}, wren={**MOVE, "luck": {"quickness": 1}})
    assert play.steps("wren") == [17, 14, 11, 8, 5, 2]


def hurrying() -> Play:
    """Bruno moves; Sable evades, so that every tick from 20 on is opened."""
    return Play("bruno", "sable").round({"bruno": EAST}, bruno=MOVE, sable=EVADE)


@pytest.mark.rule("TK-EX-17")
def test_hurrying() -> None:
    play = hurrying()
    assert (play.fight.phase, play.fight.tick) == ("resolution", 20)
    play.send(ask.Hurry(actor="bruno", points=1)).end()
    assert play.steps("bruno") == [11, 8, 5, 2]
    assert play["bruno"].luck == 0


@pytest.mark.rule("TK-EX-17")
def test_hurrying_to_a_tick_that_has_been_opened() -> None:
    play = hurrying().until(11)
    play.refused(ask.Hurry(actor="bruno", points=1), "TK-LCOMB-4").end()
    assert play.steps("bruno") == [10, 7, 4, 1]


@pytest.mark.rule("TK-EX-18")
def test_step_strike_step_and_a_strike_that_lapses() -> None:
    play = Play("iris", newcomer("tor", at=(4, 0))).round(iris=attack("tor", "sword"))
    assert play.fight.tick == 14
    play.send(act("iris", step=(1, 0), strike=True))
    assert play.lapses("iris") == [(14, "strike")]
    assert play.at("iris") == (1, 0)
    assert not play["iris"].turn.attack_used
    assert play.fight.tick == 13
    play.until(11).send(act("iris", step=(2, 0), strike=True))
    assert play.strikes("iris") == [(11, 8)]
    for tick, square in ((8, (1, 0)), (5, (0, 0)), (2, (-1, 0))):
        assert play.fight.tick == tick, "struck, only the due steps are asked for"
        play.send(act("iris", step=square))
    assert play.fight.phase == "between"
    assert play.wounds("tor") == [(11, 8)]
    assert play.at("iris") == (-1, 0)


def gunner(*manoeuvres: str) -> Play:
    play = Play("iris", newcomer("sable", at=(4, 0)))
    path = going(*[(x, 0) for x in range(5, 11)], strike="from", tick=11)
    return play.round({"sable": path}, sable=attack("iris", "pistol", *manoeuvres))


@pytest.mark.rule("TK-EX-19")
def test_run_and_gun() -> None:
    play = gunner("run_and_gun")
    assert play.steps("sable") == [17, 14, 11, 8, 5, 2]
    facts = [type(fact) for tick, fact in play.log if tick == 11]
    assert facts.index(Stepped) < facts.index(Struck)
    assert play.strikes("sable") == [(11, 7)]
    assert play.wounds("iris") == [(11, 7)]
    assert play.at("sable") == (10, 0)


@pytest.mark.rule("TK-EX-19")
def test_no_steps_after_a_shot() -> None:
    play = gunner()
    assert play.steps("sable") == [17, 14, 11]
    assert play.wounds("iris") == [(11, 7)]
    assert play.at("sable") == (7, 0)


@pytest.mark.rule("TK-EX-19")
def test_a_requirement_that_luck_meets() -> None:
    pistol = ({"key": "pistol"},)
    play = Play(newcomer("bruno", things=pistol), "iris").send(ask.StartRound()).declare_on(10)
    play.refused(declare("bruno", **attack("iris", "pistol", "run_and_gun")), "TK-RG-1")
    play.send(declare("bruno", **attack("iris", "pistol", "run_and_gun", requirements=1)))
    assert play.declare_on()["bruno"].luck == 0


def mirrored(*manoeuvres: str) -> Play:
    rook = Join(template="iris", id="rook", sheet={"position": {"x": 2, "y": 0}})
    play = Play("iris", rook)
    return play.round(iris=attack("rook", "sword", *manoeuvres), rook=attack("iris", "sword", *manoeuvres))


@pytest.mark.rule("TK-EX-20")
def test_two_strike_each_other_on_the_same_tick() -> None:
    play = mirrored("accurate_strike")
    assert play.fight.tick == 14
    play.send(act("iris", strike=True), act("rook", strike=True)).end()
    for name in ("iris", "rook"):
        assert play.tests(name) == [(56, 48, True)]
        assert play.strikes(name) == [(14, 12)]
        assert play.wounds(name) == [(14, 12)]
        assert (play[name].dying, play[name].conscious) == (10, True)


@pytest.mark.rule("TK-EX-20")
def test_two_disarm_each_other() -> None:
    play = mirrored("disarm")
    strike = {"statistic": "dexterity", "luck": {"disarm": 1}}
    play.send(act("iris", strike=strike), act("rook", strike=strike)).end()
    for name in ("iris", "rook"):
        assert play.tests(name) == [(70, 56, True)]
        assert play.ticks(Dropped, name) == [14]
        assert play.wounds(name) == []
        assert play[name].luck == 1
    assert {key: (lying.square.x, lying.square.y) for key, lying in play.fight.ground.items()} == {
        "iris.sword": (0, 0),
        "rook.sword": (2, 0),
    }


@pytest.mark.rule("TK-EX-20")
def test_two_ties_and_nobody_loses_anything() -> None:
    play = mirrored("disarm")
    strike = {"statistic": "dexterity"}
    play.send(act("iris", strike=strike), act("rook", strike=strike)).end()
    for name in ("iris", "rook"):
        assert play.tests(name) == [(56, 56, False)]
        assert play[name].things[f"{name}.sword"].ready
        assert play[name].wounds == 0
    assert play.fight.ground == {}


# 21 and 22: Defend


@pytest.mark.rule("TK-EX-21")
def test_defence_points_over_two_attackers_before_the_own_tick() -> None:
    newcomers = (newcomer("hanna", at=(-1, 0)), newcomer("iris", at=(2, 0)))
    play = Play("bruno", *newcomers, asks={"bruno": ("soak",)})
    play.round(
        {"hanna": STRIKING, "iris": STRIKING},
        bruno={"action": "defend", "weapon": "nightstick"},
        hanna=attack("bruno", "hatchet"),
        iris=attack("bruno", "sword"),
    )
    assert play.fight.tick == 14
    assert play.asked("soak")["defence"] == 5
    play.answer("bruno", "soak", [{"defend": 2}])
    assert play.wounds("bruno") == [(14, 6)]
    assert play.fight.tick == 12
    assert play.asked("soak")["defence"] == 3
    play.refused(ask.Soak(actor="bruno", attacks=(ask.Reduction(defend=4),)), "TK-DMG-4")
    play.answer("bruno", "soak", [{"defend": 3}])
    assert (play.strikes("iris"), play.strikes("hanna")) == ([(14, 8)], [(12, 6)])
    assert play.wounds("bruno") == [(14, 6), (12, 3)]
    assert play.fight.phase == "between"
    assert (play["bruno"].wounds, play["bruno"].conscious) == (9, True)
    assert armour_of(play, "bruno") == (2, 0)


@pytest.mark.rule("TK-EX-21")
def test_no_defence_points_are_left() -> None:
    newcomers = (newcomer("hanna", at=(-1, 0)), newcomer("iris", at=(2, 0)))
    play = Play("bruno", *newcomers, "sable", asks={"bruno": ("soak",)})
    play.round(
        {"hanna": STRIKING, "iris": STRIKING},
        bruno={"action": "defend", "weapon": "nightstick"},
        hanna=attack("bruno", "hatchet"),
        iris=attack("bruno", "sword"),
        sable=EVADE,
    )
    play.until(14).send(hold("sable")).answer("bruno", "soak", [{"defend": 2}])
    play.answer("bruno", "soak", [{"defend": 3}])
    assert play["bruno"].turn.defence == 0


@pytest.mark.rule("TK-EX-22")
def test_defend_does_not_stop_bullets() -> None:
    play = Play("bruno", newcomer("sable", at=(9, 0)), asks={"bruno": ("soak",)})
    play.round({"sable": STRIKING}, bruno={"action": "defend", "weapon": "nightstick"}, sable=attack("bruno", "pistol"))
    assert play.fight.tick == 17
    play.refused(ask.Soak(actor="bruno", attacks=(ask.Reduction(defend=1),)), "TK-DEF-2")
    assert play["bruno"].turn.defence == 5
    play.answer("bruno", "soak", [{}])
    assert play.strikes("sable") == [(17, 7)]
    assert play.wounds("bruno") == [(17, 4)]
    assert play["bruno"].turn.defence == 0
    assert armour_of(play, "bruno") == (2, 0)


# 23 and 24: Evade


def tripped(asks: tuple[str, ...] = (), **options: Any) -> Play:
    play = Play("iris", newcomer("tor", at=(2, 0)), asks={"tor": asks}, **options)
    return play.round({"iris": STRIKING, "tor": away("iris", until=8)}, iris=attack("tor", "sword", "trip"), tor=EVADE)


@pytest.mark.rule("TK-EX-23")
def test_evade_versus_trip() -> None:
    play = tripped()
    assert play.tests("iris") == [(56, 36, True)]
    assert play.ticks(Fell, "tor") == [14]
    assert play["tor"].prone
    assert play.fight.tick == 8, "the plan has held on 9"
    play.refused(act("tor", step=(3, 0)), "TK-MOVE-8")
    play.send(act("tor", deed={"kind": "narrated", "text": "rolls over"})).end()
    assert play.ticks(DeedDone, "tor") == [8], "small actions stay allowed"
    assert play.steps("tor") == []
    assert play.at("tor") == (2, 0)
    assert play.wounds("tor") == []
    assert not play["tor"].prone, "the next round all stand again"


@pytest.mark.rule("TK-EX-23")
def test_luck_does_not_save_him() -> None:
    play = tripped(("oppose",))
    pairs = [(pair["statistic"], pair["skill"]) for pair in play.asked("oppose")["pairs"]]
    assert pairs == [("dexterity", "melee"), ("dexterity", "unarmed"), ("dexterity", "evade")]
    play.send(ask.Oppose(actor="tor", statistic="dexterity", skill="unarmed", luck=1))
    assert play.tests("iris") == [(56, 45, True)]
    assert play["tor"].prone
    assert play["tor"].luck == 0


@pytest.mark.rule("TK-EX-23")
@pytest.mark.parametrize(("skill", "total"), [("melee", 18), ("unarmed", 36), ("evade", 9)])
def test_the_totals_of_tor(skill: str, total: int) -> None:
    play = tripped(("oppose",)).send(ask.Oppose(actor="tor", statistic="dexterity", skill=skill))
    assert play.tests("iris") == [(56, total, True)]


def nim(**options: Any) -> Play:
    sheet = newcomer("nim", STR=8, DEX=12, QUI=8, skills={"evade": 5}, at=(2, 0))
    play = Play("iris", sheet, **options)
    return play.round({"iris": STRIKING, "nim": away("iris")}, iris=attack("nim", "sword", "trip"), nim=EVADE)


@pytest.mark.rule("TK-EX-23")
def test_a_better_evader_stays_up() -> None:
    play = nim()
    assert play.fight.phase == "between"
    assert play.tests("iris") == [(56, 60, False)]
    assert play.ticks(Fell, "nim") == []
    assert play.steps("nim") == list(range(13, 0, -1))
    assert play.at("nim") == (15, 0)


@pytest.mark.rule("TK-EX-23")
def test_evade_with_quickness_alone() -> None:
    play = nim(evade_statistic="quickness")
    assert play.tests("iris") == [(56, 40, True)]
    assert play.ticks(Fell, "nim") == [14]
    assert play.steps("nim") == []
    assert play.at("nim") == (2, 0)
    assert not play["nim"].prone


@pytest.mark.rule("TK-EX-23")
def test_the_pairs_of_nim() -> None:
    play = Play(
        "iris",
        newcomer("nim", STR=8, DEX=12, QUI=8, skills={"evade": 5}, at=(2, 0)),
        asks={"nim": ("oppose",)},
        evade_statistic="quickness",
    )
    play.round({"iris": STRIKING, "nim": away("iris")}, iris=attack("nim", "sword", "trip"), nim=EVADE)
    pairs = [(pair["statistic"], pair["skill"]) for pair in play.asked("oppose")["pairs"]]
    assert pairs == [("dexterity", "unarmed"), ("quickness", "evade")]
    play.send(ask.Oppose(actor="nim", statistic="dexterity", skill="unarmed"))
    assert play.tests("iris") == [(56, 6, True)]


@pytest.mark.rule("TK-EX-24")
def test_out_of_reach_but_not_out_of_sight() -> None:
    play = Play("iris", newcomer("sable", at=(3, 0)), newcomer("pell", at=(0, 5)))
    play.round(
        {"pell": STRIKING, "iris": toward("sable"), "sable": away("iris")},
        pell=attack("sable", "rifle"),
        iris=attack("sable", "sword"),
        sable=EVADE,
    )
    assert play.fight.phase == "between"
    assert play.steps("sable") == list(range(20, 0, -1))
    squares = {tick: fact.to for tick, fact in play.log if isinstance(fact, Stepped) and fact.combatant == "sable"}
    assert (squares[15].x, squares[15].y) == (9, 0)
    assert play.at("sable") == (23, 0)
    assert play.steps("iris") == [14, 11, 8, 5, 2]
    assert play.at("iris") == (5, 0)
    assert play.strikes("iris") == []
    assert play.lapses("iris") == [], "a plan's lapses are silent"
    assert play.strikes("pell") == [(13, 9)]
    assert play.wounds("sable") == [(13, 9)]


# 25 to 27: Defer


@pytest.mark.rule("TK-EX-25")
def test_held_back_then_somebody_else() -> None:
    play = Play(
        newcomer("pell", side="blue"),
        newcomer("lena", side="blue", at=(7, 0)),
        newcomer("tor", side="red", at=(8, 0)),
        asks={"pell": ("hold_back",)},
    )
    play.send(DOOR).round(
        {"tor": going((7, 0), (6, 0)), "lena": going((6, 0), (5, 0), (6, 0))},
        tor=MOVE,
        lena=MOVE,
        pell=defer("rifle", "enters_area", area="door"),
    )
    assert play.fight.tick == 11
    assert play.asked("hold_back") == {"offered": ["lena"], "may_hold_back": True}
    play.send(ask.HoldBack(actor="pell"))
    assert play.ticks(HeldBack, "pell") == [11]
    assert play.fight.tick == 5
    assert (play.at("lena"), play.at("tor")) == ((6, 0), (6, 0))
    assert play.asked("hold_back") == {"offered": ["tor"], "may_hold_back": True}
    play.send(ask.HoldBack(actor="pell", attack="tor")).end()
    assert play.strikes("pell") == [(5, 9)]
    assert play.wounds("tor") == [(5, 9)]
    assert play["lena"].wounds == 0
    assert play.steps("lena") == [11, 8, 5]
    assert play.steps("tor") == [8, 5]


@pytest.mark.rule("TK-EX-26")
def test_forced_on_a_friend() -> None:
    play = Play(newcomer("hanna", side="a"), newcomer("lena", side="a", at=(2, 0)), asks={"hanna": ("hold_back",)})
    play.round({"lena": going((1, 0), (0, 1), (-1, 1), (-2, 1))}, hanna=defer("hatchet", "enters_reach"), lena=MOVE)
    assert play.fight.phase == "between", "hanna has no choice: 12 is below 13"
    assert play.strikes("hanna") == [(11, 6)]
    assert play.wounds("lena") == [(11, 6)]
    assert play.steps("lena") == [11, 8, 5, 2]
    assert play.at("lena") == (-2, 1)


def remembering(*changes: ask.SetSight) -> Play:
    things = ({"key": "pistol"}, {"key": "nightstick", "place": "carried"})
    play = Play(newcomer("bruno", things=things), newcomer("iris", at=(7, 0)), asks={"bruno": ("hold_back",)})
    play.send(DOOR, ask.StartRound(), *changes)
    play.declared = {"bruno": defer("pistol", "enters_area", area="door"), "iris": MOVE}
    play.plans = {"iris": going((6, 0), (5, 0), (4, 0))}
    return play.declare_on()


@pytest.mark.rule("TK-EX-27")
def test_remembered_until_the_own_tick() -> None:
    play = remembering()
    assert play.fight.phase == "between", "bruno has no choice: 10 is below 13"
    assert play.ticks(ConditionMet, "bruno") == [14]
    assert play.steps("iris") == [14, 11, 8]
    assert play.strikes("bruno") == [(10, 6)]
    assert play.wounds("iris") == [(10, 6)]
    squares = [(fact.to.x, fact.to.y) for tick, fact in play.log if isinstance(fact, Stepped) and tick >= 10]
    assert squares[-1] == (5, 0)


@pytest.mark.rule("TK-EX-27")
def test_pending_while_unseen() -> None:
    changes = [out_of_sight("bruno", "iris", 12, both=False), in_sight("bruno", "iris", 4, both=False)]
    play = remembering(*changes)
    assert play.ticks(ConditionMet, "bruno") == [14]
    assert play.strikes("bruno") == [(4, 6)]
    assert play.wounds("iris") == [(4, 6)]
    assert play.fight.sees("iris", "bruno")


# 28 and 29: Aim


def aimed(shooter: str, weapon: str, target: str, fired: int, *changes: ask.SetSight) -> Play:
    play = Play(shooter, newcomer(target, at=(9, 0)))
    play.send(ask.StartRound(), *changes)
    play.declared = {shooter: {"action": "aim", "weapon": weapon, "target": target}}
    play.plans = {shooter: {"strike": "from", "tick": fired}}
    return play.declare_on()


@pytest.mark.rule("TK-EX-28")
@pytest.mark.parametrize(("fired", "waited", "wounds"), [(17, 0, 7), (10, 7, 7), (9, 8, 8), (1, 16, 16)])
def test_the_boundaries_of_an_aim(fired: int, waited: int, wounds: int) -> None:
    play = aimed("sable", "pistol", "iris", fired)
    shot = [(tick, fact.waited) for tick, fact in play.log if isinstance(fact, Struck)]
    assert shot == [(fired, waited)]
    assert play.wounds("iris") == [(fired, wounds)]
    assert play.fight.phase == "between"
    assert play["iris"].conscious == (wounds < 13)
    assert play["iris"].dying == (10 if wounds > 11 else None)
    assert loaded(play, "sable", "pistol") == 7


def lost(at: int, back: int) -> list[ask.SetSight]:
    """Pell loses Sable from sight on a tick, and sees her again on another."""
    return [out_of_sight("pell", "sable", at), in_sight("pell", "sable", back)]


@pytest.mark.rule("TK-EX-29")
@pytest.mark.parametrize(
    ("changes", "began", "wounds"),
    [([], [13], 12), (lost(8, 6), [13, 6], 9), (lost(12, 11), [13, 11], 10), (lost(15, 14), [13], 12)],
)
def test_an_aim_broken_by_lost_sight(changes: list[ask.SetSight], began: list[int], wounds: int) -> None:
    play = aimed("pell", "rifle", "sable", 1, *changes)
    assert play.ticks(AimBegan, "pell") == began
    assert len(play.ticks(AimBroken, "pell")) == len(began) - 1
    shot = [(tick, fact.waited) for tick, fact in play.log if isinstance(fact, Struck)]
    assert shot == [(1, began[-1] - 1)]
    assert play.wounds("sable") == [(1, wounds)]
    assert play["sable"].dying == (10 if wounds > 9 else None)
    assert play["sable"].conscious == (wounds < 11)


@pytest.mark.rule("TK-EX-29")
def test_nobody_fires_at_what_is_out_of_sight() -> None:
    play = Play("pell", newcomer("sable", at=(9, 0)))
    play.send(ask.StartRound(), *lost(8, 6))
    play.declared = {"pell": {"action": "aim", "weapon": "rifle", "target": "sable"}, "sable": EVADE}
    play.declare_on().until(8)
    play.refused(act("pell", strike=True), "TK-RES-6").until(7)
    play.refused(act("pell", strike=True), "TK-RES-6").until(6)
    play.send(act("pell", strike=True), hold("sable")).end()
    assert play.strikes("pell") == [(6, 9)]
